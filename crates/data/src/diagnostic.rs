//! Messages about a file: where, what is wrong, what was expected, what to do.

use crate::words::{cleaned, nearest};
use serde::Serialize;
use std::fmt;
use std::ops::Range;

/// A text with the name its author knows it by, so that byte places become lines and columns.
///
/// ```
/// use ambulo_data::SourceFile;
/// let file = SourceFile::new("hall.toml", "a = 1\nbb = 2\n");
/// let error = file.diagnostic(6..8, "no such thing");
/// assert!(error.to_string().starts_with("hall.toml:2:1: error: no such thing"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SourceFile {
    /// As the user gave it.
    pub name: String,
    /// All of it.
    pub text: String,
}

impl SourceFile {
    /// A text and its name.
    ///
    /// ```
    /// assert_eq!(ambulo_data::SourceFile::new("a.toml", "x = 1").name, "a.toml");
    /// ```
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// An error at a byte range of the text. A range that reaches past the end points at the end.
    ///
    /// ```
    /// let file = ambulo_data::SourceFile::new("a.toml", "x = 1");
    /// assert_eq!(file.diagnostic(4..5, "odd").column, 5);
    /// ```
    pub fn diagnostic(&self, at: Range<usize>, message: impl Into<String>) -> Diagnostic {
        let start = floor_char(&self.text, at.start);
        let end = floor_char(&self.text, at.end).max(start);
        let line_start = self.text[..start].rfind('\n').map_or(0, |i| i + 1);
        let line_end = self.text[start..].find('\n').map_or(self.text.len(), |i| start + i);
        let before = self.text[line_start..start].chars().count();
        let width = self.text[start..end.min(line_end)].chars().count().max(1);
        let line = self.text[line_start..line_end].trim_end_matches('\r');
        Diagnostic {
            file: self.name.clone(),
            line: u32::try_from(self.text[..start].matches('\n').count() + 1).unwrap_or(u32::MAX),
            column: u32::try_from(before + 1).unwrap_or(u32::MAX),
            message: message.into(),
            expected: None,
            help: None,
            snippet: Some(Box::new(Snippet::new(line, before, width))),
        }
    }
}

/// The nearest place at or before `i` where a character begins.
fn floor_char(text: &str, i: usize) -> usize {
    let mut i = i.min(text.len());
    while !text.is_char_boundary(i) {
        i -= 1;
    }
    i
}

/// The line that is wrong and where on it the carets go.
#[derive(Clone, Debug, PartialEq)]
struct Snippet {
    line: String,
    indent: usize,
    width: usize,
}

impl Snippet {
    /// Plans are often one line of many thousand characters; the reader sees a window around the place.
    fn new(line: &str, before: usize, width: usize) -> Self {
        const WINDOW: usize = 100;
        const LEAD: usize = 40;
        let count = line.chars().count();
        if count <= WINDOW {
            // A tab is shown as one blank, so that the carets stand below what they mean.
            return Self { line: line.replace('\t', " "), indent: before, width };
        }
        let from = before.saturating_sub(LEAD);
        let cut: String = line.chars().skip(from).take(WINDOW).collect();
        let left = if from > 0 { "..." } else { "" };
        let right = if from + WINDOW < count { "..." } else { "" };
        let width = width.min(WINDOW.saturating_sub(before - from)).max(1);
        Self { line: format!("{left}{}{right}", cut.replace('\t', " ")), indent: before - from + left.len(), width }
    }
}

/// One thing that is wrong with a file.
///
/// ```
/// use ambulo_data::SourceFile;
/// let file = SourceFile::new("scene.toml", "cuont = 50\n");
/// let error = file.diagnostic(0..5, "unknown key `cuont`").help("did you mean `count`?");
/// assert_eq!(error.to_string(), "\
/// scene.toml:1:1: error: unknown key `cuont`
///     1 | cuont = 50
///       | ^^^^^
///    help: did you mean `count`?");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Diagnostic {
    /// The file as the user gave it.
    pub file: String,
    /// Line, from 1; 0 when the whole file is meant (it cannot be read, say).
    pub line: u32,
    /// Character on the line, from 1; 0 when the whole file is meant.
    pub column: u32,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub expected: Option<String>,
    /// What to do.
    pub help: Option<String>,
    #[serde(skip)]
    snippet: Option<Box<Snippet>>,
}

impl Diagnostic {
    /// An error about a file as a whole.
    ///
    /// ```
    /// let error = ambulo_data::Diagnostic::about_file("a.toml", "cannot be read");
    /// assert_eq!(error.to_string(), "a.toml: error: cannot be read");
    /// ```
    pub fn about_file(file: impl Into<String>, message: impl Into<String>) -> Self {
        let (file, message) = (file.into(), message.into());
        Self { file, line: 0, column: 0, message, expected: None, help: None, snippet: None }
    }

    /// Adds the expected value.
    ///
    /// ```
    /// let error = ambulo_data::Diagnostic::about_file("a.toml", "wrong").expected("a number");
    /// assert!(error.to_string().contains("expected: a number"));
    /// ```
    pub fn expected(mut self, what: impl Into<String>) -> Self {
        self.expected = Some(what.into());
        self
    }

    /// Adds the remedy.
    ///
    /// ```
    /// let error = ambulo_data::Diagnostic::about_file("a.toml", "wrong").help("write 1");
    /// assert!(error.to_string().contains("help: write 1"));
    /// ```
    pub fn help(mut self, what: impl Into<String>) -> Self {
        self.help = Some(what.into());
        self
    }

    /// Proposes the nearest of the names that would do, when one is near.
    ///
    /// ```
    /// let error = ambulo_data::Diagnostic::about_file("a.toml", "no area `wset`").did_you_mean("wset", ["west", "east"]);
    /// assert_eq!(error.help.as_deref(), Some("did you mean `west`?"));
    /// ```
    pub fn did_you_mean<'a>(self, given: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        match nearest(given, names) {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None => self,
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Files and names are other people's: nothing in them may steer the reader's terminal.
        let (file, message) = (cleaned(&self.file), cleaned(&self.message));
        if self.line == 0 {
            write!(f, "{file}: error: {message}")?;
        } else {
            write!(f, "{file}:{}:{}: error: {message}", self.line, self.column)?;
        }
        if let Some(s) = &self.snippet {
            write!(f, "\n{:>5} | {}", self.line, cleaned(&s.line))?;
            write!(f, "\n      | {}{}", " ".repeat(s.indent), "^".repeat(s.width))?;
        }
        if let Some(expected) = &self.expected {
            write!(f, "\n   expected: {}", cleaned(expected))?;
        }
        if let Some(help) = &self.help {
            write!(f, "\n   help: {}", cleaned(help))?;
        }
        Ok(())
    }
}

/// All that is wrong, in the order of the files; never empty when it is an error.
///
/// ```
/// use ambulo_data::{Diagnostics, SourceFile};
/// let file = SourceFile::new("a.toml", "x\ny\n");
/// let all = Diagnostics::new(vec![file.diagnostic(2..3, "second"), file.diagnostic(0..1, "first")]);
/// assert_eq!(all.iter().next().unwrap().message, "first");
/// assert!(all.to_string().ends_with("2 errors"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Sorts them by place.
    ///
    /// ```
    /// assert!(ambulo_data::Diagnostics::new(vec![]).is_empty());
    /// ```
    pub fn new(mut all: Vec<Diagnostic>) -> Self {
        all.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        Self(all)
    }

    /// `Ok` when nothing is wrong.
    ///
    /// ```
    /// assert!(ambulo_data::Diagnostics::new(vec![]).into_result(1).is_ok());
    /// ```
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }

    /// Whether nothing is wrong.
    ///
    /// ```
    /// assert!(ambulo_data::Diagnostics::new(vec![]).is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many.
    ///
    /// ```
    /// assert_eq!(ambulo_data::Diagnostics::new(vec![]).len(), 0);
    /// ```
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// One by one.
    ///
    /// ```
    /// assert_eq!(ambulo_data::Diagnostics::new(vec![]).iter().count(), 0);
    /// ```
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(one: Diagnostic) -> Self {
        Self(vec![one])
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for one in &self.0 {
            writeln!(f, "{one}")?;
        }
        match self.0.len() {
            1 => f.write_str("1 error"),
            n => write!(f, "{n} errors"),
        }
    }
}

impl std::error::Error for Diagnostics {}
impl std::error::Error for Diagnostic {}
