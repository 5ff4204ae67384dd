//! What went wrong, told once, with the right exit code.

use ambulo::data::Diagnostics;
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;

/// Why the program ends badly.
pub enum Failure {
    /// The input was wrong, at these places.
    Input(Diagnostics),
    /// The input was wrong, and it has no place in a file.
    Usage(String),
    /// The run failed.
    Run(anyhow::Error),
    /// The run failed, and the script has its object already.
    Told(String),
}

impl Failure {
    /// Tells it to a person on standard error and, when asked, to a script on standard output.
    pub fn tell(self, json: bool) -> ExitCode {
        let (code, text, object) = match self {
            Self::Input(errors) => {
                let list: Vec<_> = errors.iter().collect();
                (2, errors.to_string(), json!({ "errors": list }))
            }
            Self::Usage(text) => (2, format!("error: {text}"), json!({ "errors": [{ "message": text }] })),
            Self::Told(text) => {
                let _ = writeln!(std::io::stderr(), "error: {text}");
                return ExitCode::from(1);
            }
            Self::Run(error) => {
                let text = format!("error: {error:#}");
                (1, text.clone(), json!({ "errors": [{ "message": format!("{error:#}") }] }))
            }
        };
        // Not `eprintln!`, which panics when nobody listens any more.
        let _ = writeln!(std::io::stderr(), "{}", text.trim_end());
        if json {
            say!("{object}");
        }
        ExitCode::from(code)
    }
}

impl From<Diagnostics> for Failure {
    fn from(errors: Diagnostics) -> Self {
        Self::Input(errors)
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Run(error)
    }
}

impl From<ambulo::RunError> for Failure {
    fn from(error: ambulo::RunError) -> Self {
        // Its words name the cause already; as a chain it would be told twice.
        Self::Run(anyhow::anyhow!("{error}"))
    }
}
