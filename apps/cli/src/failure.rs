//! Errors, reported once, with the right exit code.

use crate::output::{shown, with_flags};
use ambulo::data::Diagnostics;
use ambulo::data::run_folder::FolderError;
use ambulo::data::words::cleaned;
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
    Reported(String),
    /// The input was wrong, and the script has its object already.
    Unusable(String),
    /// The run ended without what it was asked for: the reason, after the results were printed, and the exit code.
    Ended(String, u8),
}

impl Failure {
    /// Of a page that could not be written.
    pub fn of_page(error: ambulo::RunError) -> Self {
        match error {
            ambulo::RunError::Folder(e @ FolderError::Busy { .. }) => Self::Usage(e.to_string()),
            e => Self::Run(anyhow::anyhow!("{e}")),
        }
    }

    /// Prints it for a person on standard error and, when asked, for a script on standard output.
    pub fn print_report(self, json: bool) -> ExitCode {
        let (code, text, object) = match self {
            Self::Input(errors) => {
                let list: Vec<_> = errors.iter().collect();
                (2, errors.to_string(), json!({ "errors": list }))
            }
            Self::Usage(text) => (2, format!("error: {text}"), json!({ "errors": [{ "message": text }] })),
            Self::Reported(text) => {
                let _ = writeln!(std::io::stderr(), "error: {}", shown(&text));
                return ExitCode::from(1);
            }
            Self::Unusable(text) => {
                let _ = writeln!(std::io::stderr(), "{}", with_flags(text.trim_end()));
                return ExitCode::from(2);
            }
            Self::Ended(text, code) => {
                let _ = writeln!(std::io::stderr(), "{}", with_flags(&text));
                return ExitCode::from(code);
            }
            Self::Run(error) => {
                let text = format!("error: {error:#}");
                (1, text.clone(), json!({ "errors": [{ "message": format!("{error:#}") }] }))
            }
        };
        // Not `eprintln!`, which panics when nobody listens any more.
        let _ = writeln!(std::io::stderr(), "{}", shown(text.trim_end()));
        if json {
            print_line!("{object}");
        }
        ExitCode::from(code)
    }
}

/// What is wrong with the command line, or the help that was asked for. Arguments may hold anything.
pub fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let _ = write!(std::io::stderr(), "{}", cleaned(&error.render().to_string()));
    ExitCode::from(2)
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
        if let ambulo::RunError::Folder(
            e @ (FolderError::Busy { .. } | FolderError::NotOurs { .. } | FolderError::Manifest { .. }),
        ) = &error
        {
            return Self::Usage(e.to_string());
        }
        if let ambulo::RunError::Resume { .. } = &error {
            return Self::Usage(error.to_string());
        }
        // Its message names the cause already; as a chain it would be printed twice.
        Self::Run(anyhow::anyhow!("{error}"))
    }
}
