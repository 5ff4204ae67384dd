//! Words on standard output.

use crate::failure::Failure;
use std::io::Write;

/// Prints a line. Whoever closed the pipe (`ambulo models | head`) has read enough: that is no failure.
macro_rules! say {
    ($($arg:tt)*) => {
        $crate::say::line(format_args!($($arg)*))
    };
}

pub fn line(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// Prints one JSON object.
pub fn json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(|e| Failure::Run(e.into()))?;
    say!("{text}");
    Ok(())
}
