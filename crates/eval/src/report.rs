//! The report: one page a person opens by double click, and its pictures.

pub(crate) mod figures;
pub(crate) mod measures;
pub(crate) mod paths;
mod prints;

use crate::page::{Page, PageFiles, PictureLayout, Section, Table, with_section};
use ambulo_data::Trajectories;
use ambulo_draw::Places;
use ambulo_draw::png::{self, PngError};
use std::path::{Path, PathBuf};

use measures::Measures;

/// Pixels in a PNG for each pixel of the page: sharp on good screens and in print.
const PNG_SCALE: f32 = 2.0;

/// Contents of the report beside its metrics.
///
/// ```
/// use ambulo_eval::report::ReportInfo;
/// let info = ReportInfo { title: "Station hall, evening".into(), ..ReportInfo::default() };
/// assert!(info.notes.is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReportInfo {
    /// Title of the page.
    pub title: String,
    /// Where the numbers come from: scene file, seed, version, model, step, threads, command. The row called
    /// `version` also stands at the foot of the page.
    pub provenance: Vec<(String, String)>,
    /// Rows for the table of results that the run itself knows.
    pub results: Vec<(String, String)>,
    /// Further tables after those of results: exits, groups.
    pub tables: Vec<Table>,
    /// Parameters of models, at the end of the page.
    pub parameters: Table,
    /// How many had arrived at each exit, over time [s].
    pub arrivals: Vec<(String, Vec<(f64, f64)>)>,
    /// How many were still walking at the end, where the run knows: a recording alone cannot know who of those in
    /// its last frame had just arrived.
    pub still_walking: Option<usize>,
    /// Named areas and doors, drawn in the plans, level by level.
    pub places: Vec<Places>,
    /// What a reader must know: who got stuck and why.
    pub notes: Vec<String>,
    /// Further pictures, after those of the recording, and what stands above them.
    pub more: (String, Vec<Picture>),
}

/// A picture made elsewhere.
///
/// ```
/// use ambulo_eval::report::Picture;
/// let p = Picture { name: "detour".into(), caption: "Why she turned.".into(), svg: "<svg/>".into() };
/// assert_eq!(p.name, "detour");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// Name of its files.
    pub name: String,
    /// What it shows.
    pub caption: String,
    /// The picture as SVG.
    pub svg: String,
}

/// Why there is no report.
///
/// ```
/// use ambulo_data::Trajectories;
/// use ambulo_eval::report::{self, ReportInfo};
/// use ambulo_geom::Region;
/// let t = Trajectories::new(0.0, Region::new(vec![]).unwrap(), vec![], vec![]);
/// let error = report::write("nowhere".as_ref(), &t, &ReportInfo::default()).unwrap_err();
/// assert!(error.to_string().contains("frames per second"));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The recording has no usable rate.
    #[error("a recording with {0} frames per second has no times; give its rate, a number above zero")]
    Rate(f64),
    /// A file or folder could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A picture could not be turned into PNG.
    #[error("picture {name}: {source}")]
    Picture {
        /// Which.
        name: String,
        /// Why.
        source: PngError,
    },
}

/// Measures a recording and writes `report.html` and `pictures/` into a folder, which is made if need be.
///
/// ```
/// use ambulo_data::Trajectories;
/// use ambulo_eval::report::{self, ReportInfo};
/// use ambulo_geom::Region;
/// let folder = std::env::temp_dir().join("ambulo-report-example");
/// let nobody = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![]);
/// let files = report::write(&folder, &nobody, &ReportInfo::default()).unwrap();
/// assert!(files.html.ends_with("report.html"));
/// # std::fs::remove_dir_all(folder).unwrap();
/// ```
pub fn write(dir: &Path, t: &Trajectories, info: &ReportInfo) -> Result<PageFiles, ReportError> {
    if !(t.fps.is_finite() && t.fps > 0.0) {
        return Err(ReportError::Rate(t.fps));
    }
    let measures = Measures::of(t);
    let numbered = |title: &str, pictures: Vec<Picture>| Section {
        title: title.into(),
        pictures,
        layout: PictureLayout::Numbered,
        ..Section::default()
    };
    let unnamed = |t: &Table| Table { name: String::new(), ..t.clone() };
    let mut results = Section::new("Results");
    if !info.results.is_empty() {
        results = results.table(Table::facts("From the run", &info.results));
    }
    results = results.table(Table::facts("Measured on the recording", &measures.table(t, info.still_walking)));
    results.tables.extend(info.tables.iter().filter(|t| !t.rows.is_empty()).map(unnamed));
    let mut sections = vec![results, numbered("Pictures", figures::all(info, &measures))];
    if !info.more.1.is_empty() {
        sections.push(numbered(&info.more.0, info.more.1.clone()));
    }
    if !info.parameters.rows.is_empty() {
        sections.push(Section::new("Parameters").table(unnamed(&info.parameters)));
    }
    let title = if info.title.trim().is_empty() { "Report" } else { info.title.trim() };
    let page = Page {
        kind: "Crowd simulation report".into(),
        title: title.into(),
        provenance: info.provenance.clone(),
        notes: info.notes.clone(),
        sections,
        narrow: true,
    };
    page.write(dir, "report.html")
}

/// Puts a section before the end of a folder's `report.html`, in the place of an earlier one with the same id. Returns
/// the page, or nothing where there is none.
///
/// ```
/// use ambulo_eval::{page::Section, report::put_section};
/// let page = put_section("no-such-folder".as_ref(), "bodies", &Section::new("Bodies")).unwrap();
/// assert!(page.is_none());
/// ```
pub fn put_section(dir: &Path, id: &str, section: &Section) -> Result<Option<PathBuf>, ReportError> {
    let path = dir.join("report.html");
    let Ok(page) = std::fs::read_to_string(&path) else { return Ok(None) };
    let Some(page) = with_section(&page, id, section) else { return Ok(None) };
    // Beside it first: a page cut in two would be worse than an old one.
    let beside = save(dir.join("report.html.tmp"), page.as_bytes())?;
    std::fs::rename(&beside, &path).map_err(|source| ReportError::Write { path: path.clone(), source })?;
    Ok(Some(path))
}

/// One thread a picture: they do not depend on each other, and the bytes are the same.
pub(crate) fn all_pngs(pictures: &[&Picture]) -> Vec<Result<Vec<u8>, PngError>> {
    std::thread::scope(|scope| {
        let jobs: Vec<_> = pictures.iter().map(|p| scope.spawn(|| png::encode(&p.svg, PNG_SCALE))).collect();
        let joined = jobs.into_iter().map(|job| job.join());
        joined.map(|r| r.unwrap_or_else(|_| Err(PngError::Encode("the renderer stopped".into())))).collect()
    })
}

pub(crate) fn save(path: PathBuf, bytes: &[u8]) -> Result<PathBuf, ReportError> {
    match std::fs::write(&path, bytes) {
        Ok(()) => Ok(path),
        Err(source) => Err(ReportError::Write { path, source }),
    }
}
