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
    let _ = writeln!(std::io::stdout(), "{}", cleaned(&text.to_string()));
}

/// Prints a line for a person on standard error.
macro_rules! warn {
    ($($arg:tt)*) => {
        $crate::output::aside(format_args!($($arg)*))
    };
}

pub fn aside(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "{}", cleaned(&text.to_string()));
}

/// Prints one JSON object.
pub fn json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(|e| Failure::Run(e.into()))?;
    print_line!("{text}");
    Ok(())
}
