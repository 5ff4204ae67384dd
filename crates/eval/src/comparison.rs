//! Several models in one scene: the same figures of each, and a page with the pictures side by side.

use crate::groups::Groups;
use crate::page::{Page, PageFiles, PictureLayout, Section, Table, TableStyle};
use crate::report::{Picture, ReportError, paths};
use crate::statistics::{mean, sd};
use crate::{acceleration, energy, slow_share, smoothness, travel_time, turning};
use ambulo_data::Trajectories;
use ambulo_draw::{Canvas, SpreadPlot};
use ambulo_geom::Point;
use std::path::Path;

/// Width of a picture [px]: three of them stand side by side on a usual screen.
const WIDTH: f64 = 440.0;

/// The figures of one run: means over its walkers.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_eval::comparison::RunFigures;
/// use ambulo_geom::Region;
/// let row = |frame: u32| TrajectoryRow {
///     frame, id: 4, x: f64::from(frame), y: 0.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0,
/// };
/// let t = Trajectories::new(1.0, Region::new(vec![]).unwrap(), vec![], (0..=10).map(row).collect());
/// let f = RunFigures::of(&t, |_| true, 12.0);
/// assert_eq!((f.travel_time_mean_s, f.slow_share, f.unfinished), (Some(10.0), Some(0.0), 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunFigures {
    /// Mean travel time; who did not finish counts as the length of the run [s].
    pub travel_time_mean_s: Option<f64>,
    /// Longest travel time [s].
    pub travel_time_max_s: Option<f64>,
    /// Share of the time below 0.5 m/s.
    pub slow_share: Option<f64>,
    /// Degrees turned.
    pub degrees_turned: Option<f64>,
    /// Sum of changes of velocity at 5 Hz [m/s^2].
    pub total_acceleration: Option<f64>,
    /// Sum of squared curvatures every 0.25 m [1/m^2].
    pub smoothness: Option<f64>,
    /// Metabolic energy [J].
    pub energy_j: Option<f64>,
    /// Walkers who did not finish.
    pub unfinished: usize,
}

impl RunFigures {
    /// Measures a recording that ends for everybody at arrival; `run` is the length of the run [s].
    ///
    /// ```
    /// use ambulo_data::Trajectories;
    /// use ambulo_eval::comparison::RunFigures;
    /// use ambulo_geom::Region;
    /// let nobody = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![]);
    /// assert_eq!(RunFigures::of(&nobody, |_| true, 1.0).energy_j, None);
    /// ```
    pub fn of(t: &Trajectories, finished: impl Fn(u32) -> bool, run: f64) -> Self {
        let travel = travel_time::counted(t, finished, run);
        let mean_of = |each: Vec<(u32, f64)>| mean(&each.into_iter().map(|(_, v)| v).collect::<Vec<_>>());
        Self {
            travel_time_mean_s: travel.mean(),
            travel_time_max_s: travel.quantile(1.0),
            slow_share: mean_of(slow_share::measure(t)),
            degrees_turned: mean_of(turning::measure(t)),
            total_acceleration: mean_of(acceleration::measure(t)),
            smoothness: mean_of(smoothness::measure(t)),
            energy_j: mean_of(energy::measure(t)),
            unfinished: travel.in_last_frame(),
        }
    }
}

/// A figure that is compared, with its words.
///
/// ```
/// use ambulo_eval::comparison::Measure;
/// let m = Measure { name: "Energy".into(), unit: "J".into(), decimals: 0, about: "What the walk costs.".into() };
/// assert_eq!(m.unit, "J");
/// ```
#[derive(Clone, Debug)]
pub struct Measure {
    /// Name.
    pub name: String,
    /// Unit; empty for plain numbers.
    pub unit: String,
    /// Decimals in the table.
    pub decimals: usize,
    /// Definition.
    pub about: String,
}

impl Measure {
    /// Name and unit.
    fn label(&self) -> String {
        if self.unit.is_empty() { self.name.clone() } else { format!("{} [{}]", self.name, self.unit) }
    }
}

/// One model's part of the page.
///
/// ```
/// use ambulo_data::Trajectories;
/// use ambulo_eval::comparison::Contender;
/// use ambulo_geom::Region;
/// let drawn = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![]);
/// let c = Contender { model: "orca".into(), facts: vec!["40 of 40".into()], values: vec![vec![31.0, 32.5]], drawn };
/// assert_eq!(c.values[0].len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Contender {
    /// Its name.
    pub model: String,
    /// What is counted rather than averaged, in the order of [`ComparisonInfo::facts`].
    pub facts: Vec<String>,
    /// Of each measure, its value in each run; what is no number is left out.
    pub values: Vec<Vec<f64>>,
    /// The run that is drawn.
    pub drawn: Trajectories,
}

/// Text of the page.
///
/// ```
/// assert!(ambulo_eval::comparison::ComparisonInfo::default().notes.is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct ComparisonInfo {
    /// Title.
    pub title: String,
    /// Where the numbers come from.
    pub provenance: Vec<(String, String)>,
    /// What a reader must know.
    pub notes: Vec<String>,
    /// Headings of the facts.
    pub facts: Vec<String>,
    /// The measures.
    pub measures: Vec<Measure>,
    /// Which run is drawn, as "seed 1".
    pub drawn: String,
}

/// Mean and standard deviation of what is a number, as a cell of a table; a dash where there is none.
///
/// ```
/// use ambulo_eval::comparison::cell;
/// assert_eq!(cell(&[30.0, 32.0], 1), "31.0 ± 1.4");
/// assert_eq!(cell(&[30.0], 1), "30.0");
/// assert_eq!(cell(&[f64::NAN], 1), "-");
/// ```
pub fn cell(values: &[f64], decimals: usize) -> String {
    let known: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
    match (mean(&known), sd(&known)) {
        (Some(m), Some(s)) if known.len() > 1 => format!("{m:.decimals$} ± {s:.decimals$}"),
        (Some(m), _) => format!("{m:.decimals$}"),
        _ => "-".into(),
    }
}

/// Writes `comparison.html` and `pictures/` into a folder, which is made if need be.
///
/// ```
/// use ambulo_eval::comparison::{self, ComparisonInfo};
/// let folder = std::env::temp_dir().join("ambulo-comparison-example");
/// let files = comparison::write(&folder, &[], &ComparisonInfo::default()).unwrap();
/// assert!(files.html.ends_with("comparison.html"));
/// # std::fs::remove_dir_all(folder).unwrap();
/// ```
pub fn write(dir: &Path, contenders: &[Contender], info: &ComparisonInfo) -> Result<PageFiles, ReportError> {
    let paths = Section {
        title: "Paths".into(),
        legend: legend(contenders),
        pictures: all_paths(contenders, info),
        // A level begins a row of its own: pictures beside each other have one scale.
        layout: PictureLayout::Columns(contenders.len()),
        ..Section::default()
    };
    let plots = all_plots(contenders, info);
    let figures = Section { layout: PictureLayout::Columns(plots.len()), pictures: plots, ..Section::new("Figures") };
    let figures = figures.paragraph(
        "A dot is a run, the stroke and the bar are their mean. Each figure is a mean over the walkers of a run.",
    );
    let page = Page {
        kind: "Comparison of models".into(),
        title: info.title.clone(),
        provenance: info.provenance.clone(),
        notes: info.notes.clone(),
        sections: vec![Section::new("Table").table(table(contenders, info)), paths, figures],
        ..Page::default()
    };
    page.write(dir, "comparison.html")
}

/// One row per model.
fn table(contenders: &[Contender], info: &ComparisonInfo) -> Table {
    let caption = "Mean over the runs ± standard deviation; counts are summed over the runs.";
    let mut table = Table { style: TableStyle::Dense, ..Table::new("", caption, &["Model"]) };
    table.head.extend(info.facts.iter().cloned());
    table.head.extend(info.measures.iter().map(Measure::label));
    for c in contenders {
        let values = c.values.iter().zip(&info.measures).map(|(values, m)| cell(values, m.decimals));
        table = table.row([c.model.clone()].into_iter().chain(c.facts.iter().cloned()).chain(values));
    }
    table
}

/// The colours of the groups, once for all pictures; empty where there is only one group.
fn legend(contenders: &[Contender]) -> String {
    let Some(first) = contenders.first() else { return String::new() };
    let legend = paths::legend(&Groups::of(&first.drawn));
    let height = legend.height(2.0 * WIDTH);
    if height == 0.0 {
        return String::new();
    }
    let mut page = Canvas::new(2.0 * WIDTH, height + 8.0);
    legend.draw(&mut page, Point::new(4.0, 4.0), 2.0 * WIDTH - 8.0);
    page.to_svg()
}

/// Level by level, all models beside each other.
fn all_paths(contenders: &[Contender], info: &ComparisonInfo) -> Vec<Picture> {
    let levels = contenders.iter().map(|c| c.drawn.levels.len()).max().unwrap_or(0).max(1);
    let most_bytes = paths::MOST_BYTES / (contenders.len() * levels).max(1);
    let picture = |c: &Contender, index: usize| {
        let level = c.drawn.levels.get(index).map_or("", |l| l.name.as_str());
        let (title, name, of) = match level {
            "" => (c.model.clone(), format!("paths-{}", c.model), c.drawn.clone()),
            _ => (format!("{}: {level}", c.model), format!("paths-{}-{index}", c.model), c.drawn.level(index)),
        };
        let drawn = paths::draw_small(&of, &title, !level.is_empty(), WIDTH, most_bytes);
        let mut caption = format!("{title}, {}.", info.drawn);
        if drawn.one_in > 1 {
            caption += &format!(" One walker in {} is drawn.", drawn.one_in);
        }
        Picture { name, caption, svg: drawn.page.to_svg() }
    };
    (0..levels).flat_map(|index| contenders.iter().map(move |c| picture(c, index))).collect()
}

fn all_plots(contenders: &[Contender], info: &ComparisonInfo) -> Vec<Picture> {
    let plot = |(i, m): (usize, &Measure)| {
        let rows = contenders.iter().map(|c| (c.model.clone(), c.values.get(i).cloned().unwrap_or_default())).collect();
        let picture = SpreadPlot { title: m.name.clone(), label: m.label(), width: WIDTH, rows };
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        Picture {
            name: format!("figure-{}", m.name.chars().map(plain).collect::<String>()),
            caption: m.about.clone(),
            svg: picture.draw().to_svg(),
        }
    };
    info.measures.iter().enumerate().map(plot).collect()
}
