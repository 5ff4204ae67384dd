//! Text on standard output.

use crate::failure::Failure;
use ambulo::data::words::cleaned;
use std::io::Write;

/// Prints a line. A reader that closed the pipe (`ambulo models | head`) has read enough: that is no failure.
macro_rules! print_line {
    ($($arg:tt)*) => {
        $crate::output::line(format_args!($($arg)*))
    };
}

pub fn line(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stdout(), "{}", shown(&text.to_string()));
}

/// Prints a line for a person on standard error.
macro_rules! warn {
    ($($arg:tt)*) => {
        $crate::output::aside(format_args!($($arg)*))
    };
}

pub fn aside(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "{}", shown(&text.to_string()));
}

/// A text for the terminal: what libraries call options are flags here, and no control character reaches the terminal.
pub fn shown(text: &str) -> String {
    cleaned(&with_flags(text)).into()
}

/// Libraries name options: "give option `fps`". On the command line that is "give --fps".
pub fn with_flags(text: &str) -> String {
    let mut parts = text.split("option `");
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        match part.split_once('`') {
            Some((name, rest)) if !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-') => {
                out += &format!("--{name}{rest}");
            }
            _ => out += &format!("option `{part}"),
        }
    }
    out
}

/// Prints one JSON object.
pub fn json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(|e| Failure::Run(e.into()))?;
    print_line!("{text}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::with_flags;

    #[test]
    fn options_become_flags_and_other_text_stays() {
        assert_eq!(with_flags("give option `fps`, or option `role` hips=JOINT"), "give --fps, or --role hips=JOINT");
        for same in ["no option", "option `", "option `a b`", "the option `Layer 7` of a file", ""] {
            assert_eq!(with_flags(same), same);
        }
    }
}
