//! Corridors of measured people, and the same corridor simulated. Files of the HERMES experiments are called uo-INFLOW-CORRIDOR-EXIT, in
//! centimetres: people enter through an opening at y = 8 m, walk a corridor from y = 4 to y = -4 m, and leave through an exit there.
//!
//! The simulation has the file's corridor, exit, number of people and inflow over time: as many people become due in every two seconds as
//! came in the file, and enter within the width of the inflow as soon as there is room. Their preferred speeds are those of scenarios,
//! for the files do not give any.

use crate::dense::DenseSubject;
use ambulo_data::Trajectories;
use ambulo_eval::fundamental::Steady;
use ambulo_eval::macroscopic::{MacroscopicOptions, measure};
use ambulo_eval::measuring::{Area, MeasuringLine};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use thiserror::Error;

/// People become due in intervals of this length [s].
const INTERVAL: f64 = 2.0;
/// Nobody fits through less [m].
const LEAST_INFLOW: f64 = 0.6;
/// Share of the time left out at either end, in which the corridor fills and empties.
const SETTLE: f64 = 0.25;
/// Frames per second of simulated recordings.
const FPS: f64 = 10.0;

/// Density, speed and specific flow in the measuring area of a corridor.
///
/// ```
/// assert_eq!(ambulo_lab::CorridorFigures::default().density, 0.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct CorridorFigures {
    /// Mean density [1/m2].
    pub density: f64,
    /// Mean speed [m/s].
    pub speed: f64,
    /// People per second across the line y = 0 per metre of width [1/(m s)].
    pub flow: f64,
}

/// A corridor file: its geometry, who came when, and what people did.
///
/// ```
/// use ambulo::data::Trajectories;
/// use ambulo_lab::CorridorFile;
/// let nobody = Trajectories::new(16.0, ambulo::geom::Region::new(vec![]).unwrap(), vec![], vec![]);
/// let wrong = CorridorFile::of("zara01", &nobody).unwrap_err();
/// assert!(wrong.to_string().contains("uo-INFLOW-CORRIDOR-EXIT"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CorridorFile {
    /// Its name without extension.
    pub name: String,
    /// Width of the inflow [m].
    pub inflow: f64,
    /// Width of the corridor [m].
    pub width: f64,
    /// Width of the exit [m].
    pub exit: f64,
    /// What people did.
    pub people: CorridorFigures,
    /// When each person came [s], by time.
    #[serde(skip)]
    pub entered: Vec<f64>,
    /// How long the file is [s].
    pub duration: f64,
}

/// Why a file is no corridor.
///
/// ```
/// assert!(ambulo_lab::CorridorError::Name("a".into()).to_string().contains("uo-050-180-070"));
/// ```
#[derive(Clone, Debug, Error, PartialEq)]
pub enum CorridorError {
    /// The name does not give the geometry.
    #[error(
        "`{0}`: corridor files are called uo-INFLOW-CORRIDOR-EXIT with widths in centimetres, as uo-050-180-070; rename it, or leave it out"
    )]
    Name(String),
    /// Nobody was measured.
    #[error(
        "`{0}`: nobody walks through the area x 0 to {1}, y -2 to 0 m; check the unit of length (option `unit`) and the origin"
    )]
    Empty(String, f64),
}

impl CorridorFile {
    /// Reads the geometry off the name, and the rest off the trajectories.
    ///
    /// ```
    /// use ambulo::data::Trajectories;
    /// let nobody = Trajectories::new(16.0, ambulo::geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// assert!(ambulo_lab::CorridorFile::of("uo-050-180-180", &nobody).unwrap_err().to_string().contains("nobody"));
    /// ```
    pub fn of(name: &str, t: &Trajectories) -> Result<Self, CorridorError> {
        let unnamed = || CorridorError::Name(name.into());
        let widths = name.strip_prefix("uo-").ok_or_else(unnamed)?.split('-');
        let widths: Vec<f64> = widths
            .map(|w| w.parse::<u32>().map(|cm| f64::from(cm) / 100.0))
            .collect::<Result<_, _>>()
            .map_err(|_| unnamed())?;
        let [inflow, width, exit] = widths[..] else { return Err(unnamed()) };
        if !(inflow > 0.0 && (0.5..=20.0).contains(&width) && exit >= 0.5 && exit <= width && inflow <= 20.0) {
            return Err(unnamed());
        }
        let people = figures(t, width).ok_or_else(|| CorridorError::Empty(name.into(), width))?;
        let mut first: BTreeMap<u32, u32> = BTreeMap::new();
        for row in t.rows() {
            first.entry(row.id).and_modify(|f| *f = row.frame.min(*f)).or_insert(row.frame);
        }
        let mut entered: Vec<f64> = first.values().map(|f| f64::from(*f) / t.fps).collect();
        entered.sort_by(f64::total_cmp);
        Ok(Self { name: name.into(), inflow, width, exit, people, entered, duration: t.frames() as f64 / t.fps })
    }

    /// The scenario of the same corridor.
    fn scenario(&self) -> String {
        let (w, c) = (self.width, 0.5 * self.width);
        let (left, right) = (c - (c + 1.0).max(0.5 * self.inflow + 0.3), c + (c + 1.0).max(0.5 * self.inflow + 0.3));
        let (a, b) = (c - 0.5 * self.exit, c + 0.5 * self.exit);
        let mut corners = vec![(left, 9.0), (left, 4.0), (0.0, 4.0), (0.0, -4.0)];
        if self.exit < w {
            // A thin wall with the exit in the middle.
            corners.extend([(a, -4.0), (a, -4.2)]);
        }
        let end = if self.exit < w { -4.2 } else { -4.0 };
        corners.extend([(left, end), (left, -8.0), (right, -8.0), (right, end)]);
        if self.exit < w {
            corners.extend([(b, -4.2), (b, -4.0)]);
        }
        corners.extend([(w, -4.0), (w, 4.0), (right, 4.0), (right, 9.0)]);
        let corners: Vec<String> = corners.iter().map(|(x, y)| format!("{x} {y}")).collect();
        let inflow = 0.5 * self.inflow.max(LEAST_INFLOW);
        let mut text = format!(
            "limit = {}\n[record]\nfps = {FPS}\n[plan]\nwkt = \"POLYGON (({}))\"\n[areas]\n\
             inflow = {{ rect = [{}, 7.4, {}, 8.6] }}\noutside = {{ rect = [{left}, -8, {right}, -7] }}\n",
            2.0 * self.duration + 60.0,
            corners.join(", "),
            c - inflow,
            c + inflow,
        );
        let mut due: BTreeMap<u64, u32> = BTreeMap::new();
        for time in &self.entered {
            *due.entry((time / INTERVAL) as u64).or_default() += 1;
        }
        for (k, people) in due {
            let (from, rate) = (k as f64 * INTERVAL, f64::from(people) / INTERVAL);
            // Writing to a String cannot fail.
            let _ = write!(
                text,
                "[[walkers]]\nname = \"{k}\"\nrate = {rate}\nfrom = {from:?}\nto = {:?}\nstart = \"inflow\"\ngoal = \"outside\"\n",
                from + INTERVAL
            );
        }
        text
    }

    /// What simulated people do in the same corridor; zeros where nobody comes through.
    pub(super) fn simulate(&self, subject: &DenseSubject) -> CorridorFigures {
        let recorded = subject.world(&self.scenario()).run_recorded();
        figures(&recorded, self.width).unwrap_or_default()
    }
}

/// Measures people and simulated people alike: the area x 0 to the width, y -2 to 0, and the line y = 0, over the middle half of the time
/// in which people are in the area.
fn figures(t: &Trajectories, width: f64) -> Option<CorridorFigures> {
    let area = Area::rectangle("corridor", 0.0, -2.0, width, 0.0).ok()?;
    let line = MeasuringLine::between("middle", (0.0, 0.0), (width, 0.0))?;
    let options =
        MacroscopicOptions { voronoi: false, steady: Steady::Middle(SETTLE), ..MacroscopicOptions::default() };
    let found = measure(t, &[area], &[line], &options);
    let (area, line) = (&found.areas[0], &found.lines[0]);
    let steady = area.steady.clone();
    let crossed = line.crossings.iter().filter(|c| steady.contains(&(c.frame as usize))).count();
    let seconds = steady.len() as f64 / t.fps;
    let flow = crossed as f64 / (seconds * width);
    (seconds > 0.0 && crossed > 0).then_some(())?;
    Some(CorridorFigures { density: area.mean_density()?, speed: area.mean_speed()?, flow })
}
