//! How values are written on the command line, the same for all commands: lists, numbers, units.

use ambulo::data::Units;
use clap::CommandFactory;
use std::collections::BTreeSet;
use std::ffi::OsString;

/// The arguments with their lists tidied: blanks around commas and a comma at the end mean nothing. Which flags take
/// lists, the commands themselves know.
pub fn tidied(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut lists = BTreeSet::new();
    collect(&crate::args::Args::command(), &mut lists);
    let mut out: Vec<OsString> = Vec::new();
    let mut is_list = false;
    for argument in arguments {
        let Some(text) = argument.to_str() else {
            out.push(argument);
            is_list = false;
            continue;
        };
        let begun = text.strip_prefix("--").and_then(|rest| rest.split_once('='));
        let tidy = match begun {
            Some((flag, list)) if lists.contains(flag) => format!("--{flag}={}", tidy(list)),
            _ if is_list => tidy(text),
            _ => text.to_owned(),
        };
        is_list = text.strip_prefix("--").is_some_and(|flag| lists.contains(flag));
        out.push(tidy.into());
    }
    out
}

/// The names of all flags that take values with commas between, of a command and those below it.
fn collect(command: &clap::Command, lists: &mut BTreeSet<String>) {
    for argument in command.get_arguments().filter(|a| a.get_value_delimiter() == Some(',')) {
        lists.extend(argument.get_long_and_visible_aliases().into_iter().flatten().map(str::to_owned));
    }
    command.get_subcommands().for_each(|c| collect(c, lists));
}

fn tidy(list: &str) -> String {
    let items: Vec<&str> = list.split(',').map(str::trim).filter(|item| !item.is_empty()).collect();
    // Nothing at all is left for the command to refuse.
    if items.is_empty() { list.to_owned() } else { items.join(",") }
}

/// Exactly so many finite numbers with commas between.
pub fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let text = text.trim();
    let text = text.strip_suffix(',').unwrap_or(text);
    let all: Option<Vec<f64>> = text.split(',').map(number).collect();
    <[f64; N]>::try_from(all?).ok()
}

/// One finite number.
pub fn number(text: &str) -> Option<f64> {
    text.trim().parse::<f64>().ok().filter(|v| v.is_finite())
}

/// A number above zero.
pub fn above_zero(text: &str) -> Result<f64, String> {
    number(text).filter(|v| *v > 0.0).ok_or_else(|| "expected a number above 0".into())
}

/// A unit of length, by its name or by the metres in one, as metres.
pub fn metres(text: &str) -> Result<f64, String> {
    Units::parse(text).map(|u| u.metres).ok_or_else(|| format!("expected one of {}", Units::names()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tidy_all(words: &[&str]) -> Vec<String> {
        let all = tidied(words.iter().map(OsString::from));
        all.into_iter().map(|w| w.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn lists_may_end_in_a_comma_and_have_blanks() {
        assert_eq!(
            tidy_all(&["ambulo", "compare", "x", "--models", "orca, rvo,"]),
            ["ambulo", "compare", "x", "--models", "orca,rvo"]
        );
        assert_eq!(tidy_all(&["run", "--format=csv,", "--out", "a,"]), ["run", "--format=csv", "--out", "a,"]);
        // Which walkers: one alone has a comma.
        assert_eq!(tidy_all(&["animate", "x", "--walkers", "7,"]), ["animate", "x", "--walkers", "7,"]);
        assert_eq!(tidy_all(&["plan", "check", "--layers", ","]), ["plan", "check", "--layers", ","]);
    }

    #[test]
    fn numbers_are_as_many_as_asked_for() {
        assert_eq!(numbers::<2>(" 3.5, -2 ,"), Some([3.5, -2.0]));
        for wrong in ["3.5", "1,2,3", "1,,2", "1,x", "inf,1", "", ",", "1,2,,"] {
            assert_eq!(numbers::<2>(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn units_have_names_or_metres() {
        assert_eq!((metres("cm"), metres("0.3048")), (Ok(0.01), Ok(0.3048)));
        assert!(metres("cubit").is_err() && metres("-1").is_err() && metres("nan").is_err());
    }

    #[test]
    fn the_command_line_is_sound() {
        crate::args::Args::command().debug_assert();
    }
}
