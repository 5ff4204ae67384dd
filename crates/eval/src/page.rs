//! A page of tables and pictures: what `eval`, `eval pairs`, `calibrate` and `reproduce` leave. One file, no script,
//! nothing to load; pictures and tables also lie beside it, as SVG, PNG and CSV.

use crate::report::figures::Figure;
use crate::report::html::{self, escaped};
use crate::report::{Picture, ReportError, all_pngs, save};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Tables may be wide; pictures stand side by side where there is room, none smaller than it was drawn: letters stay legible.
const STYLE: &str = "\
main { max-width: 1420px; }
.side { display: flex; flex-wrap: wrap; margin-bottom: 18px; gap: 18px; }
.side figure { margin: 0; max-width: 100%; }
";

/// How tables with a head look.
pub(crate) const TABLES: &str = "\
.scroll { overflow-x: auto; }
.wide th, .wide td { width: auto; text-align: right; overflow-wrap: normal; padding: 6px 8px; }
.wide tr:first-child th { vertical-align: bottom; }
.wide th:first-child, .wide td.words, .wide th.words { text-align: left; color: var(--ink); }
";

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
    /// Pictures, side by side.
    pub pictures: Vec<Picture>,
}

/// A table with a head.
///
/// ```
/// let t = ambulo_eval::page::Table::new("speeds", "Speeds", &["walker", "speed [m/s]"]).row(["1", "1.34"]);
/// assert_eq!(t.csv(), "walker,speed [m/s]\n1,1.34\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Name of its CSV file, without the ending.
    pub name: String,
    /// What it shows.
    pub caption: String,
    /// Head, with units.
    pub head: Vec<String>,
    /// Rows.
    pub rows: Vec<Vec<String>>,
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
        Self { name: name.into(), caption: caption.into(), head, rows: Vec::new() }
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
        for table in self.sections.iter().flat_map(|s| &s.tables) {
            others.push(save(dir.join(format!("{}.csv", table.name)), table.csv().as_bytes())?);
        }
        let pictures = self.sections.iter().flat_map(|s| &s.pictures);
        let figures: Vec<Figure> = pictures.cloned().map(Figure::from).collect();
        for (figure, png) in figures.iter().zip(all_pngs(&figures)) {
            let png = png.map_err(|source| ReportError::Picture { name: figure.name.clone(), source })?;
            others.push(save(folder.join(format!("{}.svg", figure.name)), figure.svg.as_bytes())?);
            others.push(save(folder.join(format!("{}.png", figure.name)), &png)?);
        }
        let html = save(dir.join(name), self.html().as_bytes())?;
        Ok(PageFiles { html, others })
    }

    fn html(&self) -> String {
        let mut out = String::new();
        html::head(&mut out, &escaped(&self.kind), &self.title, &[TABLES, STYLE].concat());
        html::about(&mut out, &self.provenance, &self.notes);
        for section in &self.sections {
            let _ = writeln!(out, "<section>\n<h2>{}</h2>", escaped(&section.title));
            for words in &section.text {
                let _ = writeln!(out, "<p>{}</p>", escaped(words));
            }
            section.tables.iter().for_each(|t| table(&mut out, t));
            out.push_str("<div class=\"side\">\n");
            for p in &section.pictures {
                let (name, caption) = (escaped(&p.name), escaped(&p.caption));
                let wide = html::width_of(&p.svg);
                let _ = writeln!(
                    out,
                    "<figure id=\"{name}\"{wide}>\n{}<figcaption>{caption}</figcaption>\n</figure>",
                    p.svg
                );
            }
            out.push_str("</div>\n</section>\n");
        }
        html::foot(&mut out, &self.provenance);
        out
    }
}

/// Whether a column holds words: sentences, or nothing that begins with anything but a letter.
fn holds_words(t: &Table, column: usize) -> bool {
    let cells = || t.rows.iter().filter_map(|r| r.get(column)).filter(|c| !c.is_empty());
    let word = |w: &&str| w.chars().filter(|c| c.is_alphabetic()).count() > 1;
    let sentence = |c: &String| c.split(' ').filter(word).count() > 2;
    cells().any(sentence) || (cells().next().is_some() && cells().all(|c| c.starts_with(char::is_alphabetic)))
}

/// Columns of numbers stand at the right, columns of words at the left.
pub(crate) fn table(out: &mut String, t: &Table) {
    let words: Vec<bool> = (0..t.head.len()).map(|k| holds_words(t, k)).collect();
    let class = |k: usize| if words.get(k) == Some(&true) { " class=\"words\"" } else { "" };
    let _ = writeln!(
        out,
        "<div class=\"scroll\">\n<table class=\"wide\">\n<caption>{}</caption>\n<tr>",
        escaped(&t.caption)
    );
    t.head.iter().enumerate().for_each(|(k, h)| {
        let _ = write!(out, "<th{}>{}</th>", class(k), escaped(h));
    });
    out.push_str("</tr>\n");
    for row in &t.rows {
        out.push_str("<tr>");
        for (k, cell) in row.iter().enumerate() {
            let _ = match k {
                0 => write!(out, "<th scope=\"row\">{}</th>", escaped(cell)),
                _ => write!(out, "<td{}>{}</td>", class(k), escaped(cell)),
            };
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n</div>\n");
}
