//! Names given on the command line that are none of those known.

use crate::failure::Failure;
use ambulo::data::words::nearest;

/// What to answer to a name that is not known: what was meant, if one is near, and all there are.
pub fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Failure {
    Failure::Usage(unknown_text(what, name, known))
}

/// The same as text.
pub fn unknown_text<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let meant = nearest(name, known.iter().copied()).map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
    let meant = if meant.is_empty() { ";".to_string() } else { meant };
    match &known[..] {
        [] => format!("there is no {what} `{name}`, nor any other"),
        [one] => format!("there is no {what} `{name}`{meant} expected {one}"),
        _ => format!("there is no {what} `{name}`{meant} expected one of {}", known.join(", ")),
    }
}
