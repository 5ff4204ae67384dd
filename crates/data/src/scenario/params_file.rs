//! Files with parameters of a model, as `ambulo calibrate` leaves them. What else stands in them is for people.

use super::ParamValue;
use super::decode_walkers;
use super::load::{read_text, syntax_errors};
use super::reader::{KeyTable, Reader};
use crate::{Diagnostic, Diagnostics, SourceFile};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use toml::de::DeTable;

/// Parameters of a model, with the text they were read from.
///
/// ```
/// let file = ambulo_data::scenario::parse_params("p.toml", "model = 'tangent'\n[params]\nalpha = 0.7\n").unwrap();
/// assert_eq!((file.model.as_str(), file.params.len()), ("tangent", 1));
/// assert_eq!(file.diagnostic("params.alpha", "too much").line, 3);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ParamsFile {
    /// The model they belong to.
    pub model: String,
    /// The parameters.
    pub params: BTreeMap<String, ParamValue>,
    /// Parameters of the headway that goes with them; none when the file has no table `headway`.
    pub headway: Option<BTreeMap<String, ParamValue>>,
    source: SourceFile,
    spans: BTreeMap<String, Range<usize>>,
}

impl ParamsFile {
    /// An error at the value with this path, `model`, `params.NAME` or `headway.NAME`.
    ///
    /// ```
    /// let file = ambulo_data::scenario::parse_params("p.toml", "model = 'orca'\nparams = { tau = 1 }").unwrap();
    /// assert_eq!(file.diagnostic("model", "unknown").line, 1);
    /// ```
    pub fn diagnostic(&self, path: &str, message: impl Into<String>) -> Diagnostic {
        self.source.diagnostic(self.spans.get(path).cloned().unwrap_or(0..0), message)
    }
}

/// Reads parameters from text; `name` is what messages call it.
///
/// ```
/// let errors = ambulo_data::scenario::parse_params("p.toml", "[params]\nalpha = 'much").unwrap_err();
/// assert!(errors.to_string().contains("p.toml:2"));
/// assert!(ambulo_data::scenario::parse_params("p.toml", "alpha = 1").is_err());
/// ```
pub fn parse_params(name: &str, text: &str) -> Result<ParamsFile, Diagnostics> {
    let source = SourceFile::new(name, text);
    let (root, syntax) = DeTable::parse_recoverable(text);
    if !syntax.is_empty() {
        return Err(syntax_errors(&source, &syntax));
    }
    let mut r = Reader::new(&source);
    let top = KeyTable::new("", 0..0, root.get_ref());
    r.note(&top);
    for (key, expected) in [("model", "the name of the model the parameters belong to"), ("params", "a table")] {
        if top.get(key).is_none() {
            r.missing(&top, key, expected);
        }
    }
    let model = top.get("model").and_then(|f| r.text(&f, "a name, as a text").map(str::to_owned)).unwrap_or_default();
    let params = top.get("params").map(|f| decode_walkers::params(&mut r, &f)).unwrap_or_default();
    let headway = top.get("headway").map(|f| decode_walkers::params(&mut r, &f));
    let Reader { spans, errors, .. } = r;
    Diagnostics::new(errors).into_result(())?;
    Ok(ParamsFile { model, params, headway, source, spans })
}

/// Reads a file with parameters.
///
/// ```
/// let errors = ambulo_data::scenario::load_params(std::path::Path::new("no/such.toml")).unwrap_err();
/// assert!(errors.to_string().starts_with("no/such.toml: error: there is no such file"));
/// ```
pub fn load_params(path: &Path) -> Result<ParamsFile, Diagnostics> {
    let name = path.display().to_string();
    parse_params(&name, &read_text(path, &name)?)
}
