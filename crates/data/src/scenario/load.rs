//! Reading a scenario file, and pointing at its lines afterwards.

use super::reader::Reader;
use super::{Scenario, decode};
use crate::input::{self, InputError};
use crate::{Diagnostic, Diagnostics, SourceFile};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use toml::de::DeTable;

/// A scenario with the text it was read from, so that later checks can point at it.
///
/// ```
/// let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }\nwalkers = [{ positions = [[1, 99]], goal = [8, 8] }]";
/// let loaded = ambulo_data::scenario::parse("a.toml", text).unwrap();
/// let error = loaded.diagnostic("walkers[0].positions[0]", "this is outside");
/// assert_eq!((error.line, error.column), (2, 27));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// Contents of the file, defaults filled in.
    pub scenario: Scenario,
    /// The file.
    pub source: SourceFile,
    /// Where each value stands in the text, in bytes, by path: `plan.wkt`, `walkers[0].start`, `areas.west`.
    pub spans: BTreeMap<String, Range<usize>>,
}

impl Loaded {
    /// An error at the value with this path; at the nearest value around it when the file leaves it out.
    ///
    /// ```
    /// # let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }\nwalkers = [{ positions = [[1, 99]], goal = [8, 8] }]";
    /// # let loaded = ambulo_data::scenario::parse("a.toml", text).unwrap();
    /// assert_eq!(loaded.diagnostic("walkers[0].model", "unknown").line, 2); // the group, for the model is not written
    /// ```
    pub fn diagnostic(&self, path: &str, message: impl Into<String>) -> Diagnostic {
        self.source.diagnostic(self.span(path), message)
    }

    /// The bytes of the value with this path, or of the nearest value around it.
    ///
    /// ```
    /// # let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }\nwalkers = [{ positions = [[1, 99]], goal = [8, 8] }]";
    /// # let loaded = ambulo_data::scenario::parse("a.toml", text).unwrap();
    /// assert_eq!(&text[loaded.span("walkers[0].goal")], "[8, 8]");
    /// ```
    pub fn span(&self, path: &str) -> Range<usize> {
        let mut path = path;
        loop {
            if let Some(span) = self.spans.get(path) {
                return span.clone();
            }
            match path.rfind(['.', '[']) {
                Some(cut) => path = &path[..cut],
                None => return 0..0,
            }
        }
    }
}

/// Reads a scenario from text; `name` is what messages call it.
///
/// All errors are found in one go.
///
/// ```
/// let errors = ambulo_data::scenario::parse("a.toml", "sed = 1\nlimit = -5").unwrap_err();
/// assert_eq!(errors.len(), 4); // an unknown key, a wrong limit, no plan, no walkers
/// ```
pub fn parse(name: &str, text: &str) -> Result<Loaded, Diagnostics> {
    parse_with(name, text, &[])
}

/// The same with other values for some of its variables.
///
/// ```
/// let text = "variables = { x = 1 }\nplan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }
/// walkers = [{ positions = [['= 2 * x', 1]], goal = [8, 8] }]";
/// let loaded = ambulo_data::scenario::parse_with("a.toml", text, &[("x".into(), 3.0)]).unwrap();
/// assert!(ambulo_data::scenario::to_toml(&loaded.scenario).contains("[6.0, 1.0]"));
/// assert!(ambulo_data::scenario::parse_with("a.toml", text, &[("y".into(), 3.0)]).is_err());
/// ```
pub fn parse_with(name: &str, text: &str, set: &[(String, f64)]) -> Result<Loaded, Diagnostics> {
    let source = SourceFile::new(name, text);
    let (root, syntax) = DeTable::parse_recoverable(text);
    if !syntax.is_empty() {
        return Err(syntax_errors(&source, &syntax));
    }
    let mut reader = Reader::new(&source);
    let scenario = decode::scenario(&mut reader, &root, set);
    let Reader { spans, errors, .. } = reader;
    Diagnostics::new(errors).into_result(())?;
    Ok(Loaded { scenario, source, spans })
}

/// Reads a scenario file.
///
/// ```
/// let errors = ambulo_data::scenario::load(std::path::Path::new("no/such.toml")).unwrap_err();
/// assert!(errors.to_string().starts_with("no/such.toml: error: there is no such file"));
/// ```
pub fn load(path: &Path) -> Result<Loaded, Diagnostics> {
    load_with(path, &[])
}

/// The same with other values for some of its variables.
///
/// ```
/// assert!(ambulo_data::scenario::load_with(std::path::Path::new("no/such.toml"), &[]).is_err());
/// ```
pub fn load_with(path: &Path, set: &[(String, f64)]) -> Result<Loaded, Diagnostics> {
    let text = read_text(path, &path.display().to_string())?;
    parse_with(&path.display().to_string(), &text, set)
}

/// A whole file as text, or why not in words a user can act on.
pub(crate) fn read_text(path: &Path, name: &str) -> Result<String, Diagnostic> {
    utf8(read_bytes(path, name)?, name)
}

/// A whole file.
pub(crate) fn read_bytes(path: &Path, name: &str) -> Result<Vec<u8>, Diagnostic> {
    use std::io::ErrorKind;
    let error = |message: &str| Diagnostic::about_file(name, message);
    input::read(path, input::PLAN_BYTES).map_err(|e| match e {
        InputError::Folder => error("this is a folder, not a file").help("name a file in it"),
        InputError::NotPlain(kind) => {
            error(&format!("this is {kind}, not a plain file")).help("copy its content into a file and name that")
        }
        InputError::TooLarge { most } => error(&format!("the file has more than {} MB", most >> 20))
            .expected(format!("at most {} MB", most >> 20))
            .help("export only what matters to walkers"),
        InputError::Io(e) => match e.kind() {
            ErrorKind::NotFound => error("there is no such file").help("check the spelling and the current folder"),
            ErrorKind::PermissionDenied => error("the file may not be read").help("check its permissions"),
            _ => error(&format!("the file cannot be read: {e}")),
        },
    })
}

/// Bytes as text.
pub(crate) fn utf8(bytes: Vec<u8>, name: &str) -> Result<String, Diagnostic> {
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        let line = e.as_bytes()[..at].iter().filter(|b| **b == b'\n').count() + 1;
        let error = Diagnostic::about_file(name, format!("the file is not UTF-8 text (line {line}, byte {at})"));
        error.help("save it as UTF-8")
    })
}

/// The first of each line: what follows it on the same line is mostly its echo.
pub(super) fn syntax_errors(source: &SourceFile, errors: &[toml::de::Error]) -> Diagnostics {
    let all = errors.iter().take(1000).map(|e| {
        let end = source.text.len();
        let at = e.span().unwrap_or(end..end);
        match e.message().split_once(", expected ") {
            Some((what, expected)) => source.diagnostic(at, what).expected(expected),
            None => source.diagnostic(at, e.message()),
        }
    });
    let mut all: Vec<Diagnostic> = all.collect();
    all.sort_by_key(|e| (e.line, e.column));
    all.dedup_by_key(|e| e.line);
    Diagnostics::new(all)
}
