//! The page of every report: what `run`, `compare`, `eval`, `calibrate` and `reproduce` leave. One file, no script, nothing to
//! load; pictures and tables also lie beside it, as SVG, PNG and CSV.

mod html;

pub(crate) use html::with_section;

use crate::report::{Picture, ReportError, all_pngs, save};
use std::path::{Path, PathBuf};

/// A page.
///
/// ```
/// use ambulo_eval::page::{Page, Section, Table};
/// let table = Table::new("flow", "Flow at the line", &["line", "flow [1/s]"]).row(["door", "1.3"]);
/// let page = Page { title: "Corridor".into(), sections: vec![Section::new("Flow").table(table)], ..Page::default() };
/// let dir = std::env::temp_dir().join("ambulo-page-example");
/// let files = page.write(&dir, "evaluation.html").unwrap();
/// assert!(std::fs::read_to_string(&files.html).unwrap().contains("<td>1.3</td>"));
/// assert_eq!(std::fs::read_to_string(dir.join("flow.csv")).unwrap(), "line,flow [1/s]\ndoor,1.3\n");
/// # std::fs::remove_dir_all(dir).unwrap();
/// ```
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// What kind of page it is, above the title.
    pub kind: String,
    /// Title.
    pub title: String,
    /// Where the numbers come from: file, rate, version, command.
    pub provenance: Vec<(String, String)>,
    /// What a reader must know first.
    pub notes: Vec<String>,
    /// What follows.
    pub sections: Vec<Section>,
    /// One column of text, as in a report to print; else tables and pictures may be as wide as the window.
    pub narrow: bool,
}

/// A part of a page.
///
/// ```
/// assert_eq!(ambulo_eval::page::Section::new("Flow").title, "Flow");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// What stands above it.
    pub title: String,
    /// Paragraphs before tables and pictures.
    pub text: Vec<String>,
    /// Tables.
    pub tables: Vec<Table>,
    /// A legend of all pictures, as SVG; it has no file of its own.
    pub legend: String,
    /// Pictures.
    pub pictures: Vec<Picture>,
    /// How they stand.
    pub layout: PictureLayout,
}

/// How the pictures of a section stand.
///
/// ```
/// assert_eq!(ambulo_eval::page::PictureLayout::default(), ambulo_eval::page::PictureLayout::Row);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureLayout {
    /// Side by side where there is room, none smaller than it was drawn: letters stay legible.
    #[default]
    Row,
    /// One below the other, with numbers through the whole page.
    Numbered,
    /// Side by side in columns of one width, and so of one scale; after so many begins a row of its own.
    Columns(usize),
}

/// A table with a head.
///
/// ```
/// let t = ambulo_eval::page::Table::new("speeds", "Speeds", &["walker", "speed [m/s]"]).row(["1", "1.34"]);
/// assert_eq!(t.csv(), "walker,speed [m/s]\n1,1.34\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Name of its CSV file, without the ending; without a name it has no file.
    pub name: String,
    /// What it shows.
    pub caption: String,
    /// Head, with units.
    pub head: Vec<String>,
    /// Rows.
    pub rows: Vec<Vec<String>>,
    /// How it is set.
    pub style: TableStyle,
}

/// How a table is set.
///
/// ```
/// assert_eq!(ambulo_eval::page::TableStyle::default(), ambulo_eval::page::TableStyle::Plain);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableStyle {
    /// Columns of numbers stand at the right, columns of words at the left.
    #[default]
    Plain,
    /// Many columns of short figures, in smaller type.
    Dense,
    /// Two columns without a head: names and values.
    Facts,
}

/// What was written.
///
/// ```
/// let files = ambulo_eval::page::PageFiles { html: "out/evaluation.html".into(), others: vec!["out/flow.csv".into()] };
/// assert_eq!(files.others.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageFiles {
    /// The page.
    pub html: PathBuf,
    /// Tables as CSV, pictures as SVG and PNG.
    pub others: Vec<PathBuf>,
}

impl Section {
    /// An empty one.
    ///
    /// ```
    /// assert!(ambulo_eval::page::Section::new("Flow").tables.is_empty());
    /// ```
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// With a paragraph more.
    ///
    /// ```
    /// assert_eq!(ambulo_eval::page::Section::new("Flow").paragraph("At the door.").text.len(), 1);
    /// ```
    pub fn paragraph(mut self, words: impl Into<String>) -> Self {
        self.text.push(words.into());
        self
    }

    /// With a table more.
    ///
    /// ```
    /// # use ambulo_eval::page::{Section, Table};
    /// assert_eq!(Section::new("Flow").table(Table::default()).tables.len(), 1);
    /// ```
    pub fn table(mut self, table: Table) -> Self {
        self.tables.push(table);
        self
    }

    /// With a picture more.
    ///
    /// ```
    /// # use ambulo_eval::{page::Section, report::Picture};
    /// assert_eq!(Section::new("Flow").picture(Picture::default()).pictures.len(), 1);
    /// ```
    pub fn picture(mut self, picture: Picture) -> Self {
        self.pictures.push(picture);
        self
    }
}

impl Table {
    /// A table without rows.
    ///
    /// ```
    /// assert!(ambulo_eval::page::Table::new("a", "A", &["x"]).rows.is_empty());
    /// ```
    pub fn new(name: &str, caption: &str, head: &[&str]) -> Self {
        let head = head.iter().map(|h| (*h).to_string()).collect();
        Self { name: name.into(), caption: caption.into(), head, ..Self::default() }
    }

    /// Names and values, without a head and without a file.
    ///
    /// ```
    /// let rows = [("Walkers".to_string(), "40".to_string())];
    /// assert_eq!(ambulo_eval::page::Table::facts("From the run", &rows).rows[0], ["Walkers", "40"]);
    /// ```
    pub fn facts(caption: &str, rows: &[(String, String)]) -> Self {
        let rows = rows.iter().map(|(name, value)| vec![name.clone(), value.clone()]).collect();
        Self { caption: caption.into(), rows, style: TableStyle::Facts, ..Self::default() }
    }

    /// With a row more.
    ///
    /// ```
    /// assert_eq!(ambulo_eval::page::Table::new("a", "A", &["x"]).row(["1"]).rows.len(), 1);
    /// ```
    pub fn row<S: Into<String>>(mut self, cells: impl IntoIterator<Item = S>) -> Self {
        self.rows.push(cells.into_iter().map(Into::into).collect());
        self
    }

    /// As text with commas.
    ///
    /// ```
    /// let t = ambulo_eval::page::Table::new("a", "A", &["x"]).row(["1, or \"2\""]);
    /// assert_eq!(t.csv(), "x\n\"1, or \"\"2\"\"\"\n");
    /// ```
    pub fn csv(&self) -> String {
        let quoted = |cell: &String| {
            let plain = !cell.contains([',', '"', '\n', '\r']);
            if plain { cell.clone() } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
        };
        let lines = std::iter::once(&self.head).chain(&self.rows);
        lines.map(|row| row.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n").collect()
    }

    /// As Markdown.
    ///
    /// ```
    /// let t = ambulo_eval::page::Table::new("a", "A", &["x", "y"]).row(["1", "2|3"]);
    /// assert_eq!(t.markdown(), "| x | y |\n|---|---|\n| 1 | 2\\|3 |\n");
    /// ```
    pub fn markdown(&self) -> String {
        let line = |row: &Vec<String>| {
            let cells: Vec<String> = row.iter().map(|c| c.replace('|', "\\|").replace('\n', " ")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule = format!("|{}\n", "---|".repeat(self.head.len()));
        [line(&self.head), rule].into_iter().chain(self.rows.iter().map(line)).collect()
    }

    /// As lines of text in columns, for a terminal.
    ///
    /// ```
    /// let t = ambulo_eval::page::Table::new("a", "A", &["model", "flow"]).row(["orca", "1.25"]);
    /// assert_eq!(t.lines(), ["model  flow", "orca   1.25"]);
    /// ```
    pub fn lines(&self) -> Vec<String> {
        let all: Vec<&Vec<String>> = std::iter::once(&self.head).chain(&self.rows).collect();
        let wide = |k: usize| all.iter().filter_map(|r| r.get(k)).map(|c| c.chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.head.len()).map(wide).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).enumerate();
            let cells = cells.map(|(k, (c, w))| if k == 0 { format!("{c:<w$}") } else { format!("{c:>w$}") });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
        };
        all.into_iter().map(line).collect()
    }
}

impl Page {
    /// Writes the page and, beside it, its tables and pictures; the folder is made if need be.
    pub fn write(&self, dir: &Path, name: &str) -> Result<PageFiles, ReportError> {
        let folder = dir.join("pictures");
        std::fs::create_dir_all(&folder).map_err(|source| ReportError::Write { path: folder.clone(), source })?;
        let mut others = Vec::new();
        for table in self.sections.iter().flat_map(|s| &s.tables).filter(|t| !t.name.is_empty()) {
            others.push(save(dir.join(format!("{}.csv", table.name)), table.csv().as_bytes())?);
        }
        let pictures: Vec<&Picture> = self.sections.iter().flat_map(|s| &s.pictures).collect();
        for (picture, png) in pictures.iter().zip(all_pngs(&pictures)) {
            let png = png.map_err(|source| ReportError::Picture { name: picture.name.clone(), source })?;
            others.push(save(folder.join(format!("{}.svg", picture.name)), picture.svg.as_bytes())?);
            others.push(save(folder.join(format!("{}.png", picture.name)), &png)?);
        }
        let html = save(dir.join(name), self.html().as_bytes())?;
        Ok(PageFiles { html, others })
    }
}
