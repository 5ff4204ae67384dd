//! Density, speed and flow of a recording, in areas and at lines, all at once.
//!
//! Each figure is defined in its own file: [`crate::density`], [`crate::individual_speed`], [`crate::mean_speed`],
//! [`crate::voronoi`], [`crate::n_t`], [`crate::flow`], [`crate::time_gaps`], [`crate::fundamental`].

mod page;

use crate::fundamental::{DensitySpeed, Steady};
use crate::individual_speed::{Border, IndividualSpeed};
use crate::measuring::{Area, MeasuringLine};
use crate::n_t::{Direction, LineCrossing};
use crate::statistics::mean;
use crate::vanish::{self, Vanished};
use crate::voronoi::CutOff;
use crate::voronoi_series::{AtLine, InArea};
use crate::{density, flow, fundamental, individual_speed, mean_speed, n_t, time_gaps, voronoi_series};
use ambulo_data::Trajectories;

/// How is measured.
///
/// ```
/// use ambulo_eval::macroscopic::MacroscopicOptions;
/// let o = MacroscopicOptions::default();
/// assert_eq!((o.step(16.0), o.window(16.0)), (8, 160));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MacroscopicOptions {
    /// Frames to either side over which speed is taken; `None` is half a second.
    pub frame_step: Option<u32>,
    /// The rule near the ends of a trajectory.
    pub border: Border,
    /// Whether Voronoi cells are made; they cost more than all else.
    pub voronoi: bool,
    /// How far cells reach; `None` is to the walls.
    pub cut_off: Option<CutOff>,
    /// Frames of a window in which flow is taken; `None` is ten seconds.
    pub delta_frame: Option<u32>,
    /// Which crossings of lines count.
    pub direction: Direction,
    /// Frames of a window of the fundamental diagram; 1 is a pair a frame.
    pub pair_frames: u32,
    /// Which part of the recording counts for means and the fundamental diagram.
    pub steady: Steady,
}

impl Default for MacroscopicOptions {
    fn default() -> Self {
        Self {
            frame_step: None,
            border: Border::default(),
            voronoi: true,
            cut_off: None,
            delta_frame: None,
            direction: Direction::default(),
            pair_frames: 1,
            steady: Steady::All,
        }
    }
}

impl MacroscopicOptions {
    /// Frames to either side over which speed is taken.
    ///
    /// ```
    /// assert_eq!(ambulo_eval::macroscopic::MacroscopicOptions::default().step(1.0), 1);
    /// ```
    pub fn step(&self, fps: f64) -> u32 {
        self.frame_step.unwrap_or_else(|| (0.5 * fps).round() as u32).max(1)
    }

    /// Frames of a window in which flow is taken.
    ///
    /// ```
    /// assert_eq!(ambulo_eval::macroscopic::MacroscopicOptions::default().window(25.0), 250);
    /// ```
    pub fn window(&self, fps: f64) -> u32 {
        self.delta_frame.unwrap_or_else(|| (10.0 * fps).round() as u32).max(1)
    }
}

/// What was measured in an area.
#[derive(Clone, Debug)]
pub struct AreaFigures {
    /// The area.
    pub area: Area,
    /// Counted density in each frame [1/m^2].
    pub density: Vec<f64>,
    /// Mean speed in each frame [m/s]; NaN where nobody is.
    pub speed: Vec<f64>,
    /// By cells, where they were made.
    pub voronoi: Option<InArea>,
    /// Which frames count for means and pairs.
    pub steady: std::ops::Range<usize>,
    /// Density and speed together: by cells where they were made and reach all of the area, else counted.
    pub pairs: Vec<DensitySpeed>,
}

/// What was measured at a line.
#[derive(Clone, Debug)]
pub struct LineFigures {
    /// The line.
    pub line: MeasuringLine,
    /// Who crossed when.
    pub crossings: Vec<LineCrossing>,
    /// Who leaves the recording just before it.
    pub vanished: Vanished,
    /// How many have crossed until each frame.
    pub n_t: Vec<u32>,
    /// Flow in windows.
    pub flow: Vec<flow::Flow>,
    /// Times between crossings [s].
    pub gaps: Vec<f64>,
    /// By cells, where they were made.
    pub voronoi: Option<AtLine>,
}

/// What was measured.
///
/// ```
/// use ambulo_data::Trajectories;
/// use ambulo_eval::macroscopic::{MacroscopicOptions, measure};
/// let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
/// assert!(measure(&t, &[], &[], &MacroscopicOptions::default()).areas.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Macroscopic {
    /// Frames per second.
    pub fps: f64,
    /// Frames.
    pub frames: usize,
    /// How it was measured.
    pub options: MacroscopicOptions,
    /// Speed of every row, in the order of [`Trajectories::rows`].
    pub individual: IndividualSpeed,
    /// Density of every row by its cell [1/m^2], in that order; empty where no cells were made.
    pub individual_density: Vec<f64>,
    /// How many rows have no cell: they lie off the ground.
    pub without_cell: usize,
    /// For each area.
    pub areas: Vec<AreaFigures>,
    /// For each line.
    pub lines: Vec<LineFigures>,
}

/// Measures all areas and lines.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_eval::macroscopic::{MacroscopicOptions, measure};
/// use ambulo_eval::measuring::{Area, MeasuringLine};
/// use ambulo_geom::{Polygon, Region};
/// let row = |frame: u32| TrajectoryRow {
///     frame, id: 1, x: 0.13 * f64::from(frame), y: 1.0, ori_x: 1.0, ori_y: 0.0, speed: 1.3, level: 0, z: 0.0,
/// };
/// let hall = Region::from(Polygon::rectangle(-1.0, 0.0, 9.0, 2.0).unwrap());
/// let t = Trajectories::new(10.0, hall, vec![], (0..60).map(row).collect());
/// let areas = [Area::rectangle("middle", 2.0, 0.0, 4.0, 2.0).unwrap()];
/// let lines = [MeasuringLine::between("door", (3.0, 0.0), (3.0, 2.0)).unwrap()];
/// let found = measure(&t, &areas, &lines, &MacroscopicOptions::default());
/// assert_eq!((found.areas[0].density[20], found.lines[0].crossings.len()), (0.25, 1));
/// assert!((found.areas[0].mean_speed().unwrap() - 1.3).abs() < 1e-12);
/// ```
pub fn measure(t: &Trajectories, areas: &[Area], lines: &[MeasuringLine], options: &MacroscopicOptions) -> Macroscopic {
    let step = options.step(t.fps);
    let individual = individual_speed::measure(t, step, options.border);
    let ground = !t.area.polygons().is_empty() || !t.levels.is_empty();
    let mut cells = (options.voronoi && ground).then(|| {
        let sided = match options.border {
            Border::SingleSided => individual.clone(),
            _ if lines.is_empty() => IndividualSpeed::default(),
            _ => individual_speed::measure(t, step, Border::SingleSided),
        };
        voronoi_series::measure(t, areas, lines, &individual, &sided, options.cut_off)
    });
    let in_area = |(k, area): (usize, &Area)| {
        let inside = area.holds_rows(t);
        let density = density::of_inside(t, &inside, area.size());
        let speed = mean_speed::of_inside(t, &inside, &individual.speed);
        let voronoi = cells.as_mut().map(|c| std::mem::take(&mut c.areas[k]));
        let steady = options.steady.frames(&density);
        let pairs = pairs(&density, &speed, voronoi.as_ref(), steady.clone(), options);
        AreaFigures { area: area.clone(), density, speed, voronoi, steady, pairs }
    };
    let areas: Vec<AreaFigures> = areas.iter().enumerate().map(in_area).collect();
    let at_line = |(k, line): (usize, &MeasuringLine)| {
        let crossings = n_t::crossings(t, line, options.direction);
        let n_t = n_t::cumulative(&crossings, t.frames());
        let flow = flow::measure(&crossings, &individual.speed, t.frames(), t.fps, options.window(t.fps));
        let gaps = time_gaps::measure(&crossings);
        let voronoi = cells.as_mut().map(|c| std::mem::take(&mut c.lines[k]));
        let vanished = vanish::before(t, line, &crossings);
        LineFigures { line: line.clone(), crossings, vanished, n_t, flow, gaps, voronoi }
    };
    let lines = lines.iter().enumerate().map(at_line).collect();
    let (individual_density, without_cell) = cells.map_or((Vec::new(), 0), |c| (c.individual, c.without_cell));
    Macroscopic {
        fps: t.fps,
        frames: t.frames(),
        options: options.clone(),
        individual,
        individual_density,
        without_cell,
        areas,
        lines,
    }
}

/// Pairs by cells in frames with people, else counted.
fn pairs(
    density: &[f64],
    speed: &[f64],
    voronoi: Option<&InArea>,
    steady: std::ops::Range<usize>,
    options: &MacroscopicOptions,
) -> Vec<DensitySpeed> {
    let Some(v) = voronoi else { return fundamental::pairs(density, speed, steady, options.pair_frames) };
    // The speed of those who are there: where cells do not reach all of the area, v is that of a part.
    let speeds: Vec<f64> =
        v.speed.iter().zip(&v.covered).map(|(s, c)| if *c > 0.0 { s / c } else { f64::NAN }).collect();
    fundamental::pairs(&v.density, &speeds, steady, options.pair_frames)
}

impl AreaFigures {
    /// Mean counted density of the steady frames, those without people too [1/m^2].
    ///
    /// ```
    /// # use ambulo_data::{Trajectories, TrajectoryRow};
    /// # use ambulo_eval::{macroscopic::{MacroscopicOptions, measure}, measuring::Area};
    /// # let row = |frame, x| TrajectoryRow { frame, id: 1, x, y: 1.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 };
    /// # let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![row(0, 1.0), row(1, 5.0)]);
    /// let area = Area::rectangle("a", 0.0, 0.0, 2.0, 2.0).unwrap();
    /// // Inside in the first of two frames.
    /// assert_eq!(measure(&t, &[area], &[], &MacroscopicOptions::default()).areas[0].mean_density(), Some(0.125));
    /// ```
    pub fn mean_density(&self) -> Option<f64> {
        mean(&self.density[self.steady.clone()])
    }

    /// Mean over the steady frames with people of their mean speed [m/s].
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_eval::{macroscopic::{MacroscopicOptions, measure}, measuring::Area};
    /// # let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// let area = Area::rectangle("a", 0.0, 0.0, 2.0, 2.0).unwrap();
    /// assert_eq!(measure(&t, &[area], &[], &MacroscopicOptions::default()).areas[0].mean_speed(), None);
    /// ```
    pub fn mean_speed(&self) -> Option<f64> {
        finite_mean(&self.speed[self.steady.clone()])
    }

    /// Mean Voronoi density of the steady frames [1/m^2].
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_eval::{macroscopic::{MacroscopicOptions, measure}, measuring::Area};
    /// # let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// let area = Area::rectangle("a", 0.0, 0.0, 2.0, 2.0).unwrap();
    /// assert_eq!(measure(&t, &[area], &[], &MacroscopicOptions::default()).areas[0].voronoi_density(), None);
    /// ```
    pub fn voronoi_density(&self) -> Option<f64> {
        mean(&self.voronoi.as_ref()?.density[self.steady.clone()])
    }

    /// Mean Voronoi speed of the steady frames in which cells reach the area [m/s].
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_eval::{macroscopic::{MacroscopicOptions, measure}, measuring::Area};
    /// # let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// let area = Area::rectangle("a", 0.0, 0.0, 2.0, 2.0).unwrap();
    /// assert_eq!(measure(&t, &[area], &[], &MacroscopicOptions::default()).areas[0].voronoi_speed(), None);
    /// ```
    pub fn voronoi_speed(&self) -> Option<f64> {
        let v = self.voronoi.as_ref()?;
        let known = self.steady.clone().filter(|k| v.covered[*k] > 0.0).map(|k| v.speed[k]);
        mean(&known.collect::<Vec<_>>())
    }
}

impl LineFigures {
    /// Flow from the first crossing to the last [1/s].
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_eval::{macroscopic::{MacroscopicOptions, measure}, measuring::MeasuringLine};
    /// # let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// let line = MeasuringLine::between("door", (0.0, 0.0), (2.0, 0.0)).unwrap();
    /// assert_eq!(measure(&t, &[], &[line], &MacroscopicOptions::default()).lines[0].overall_flow(), None);
    /// ```
    pub fn overall_flow(&self) -> Option<f64> {
        flow::overall(&self.crossings)
    }

    /// The same for a metre of the line [1/(m s)].
    ///
    /// ```
    /// # use ambulo_data::Trajectories;
    /// # use ambulo_eval::{macroscopic::{MacroscopicOptions, measure}, measuring::MeasuringLine};
    /// # let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![]);
    /// let line = MeasuringLine::between("door", (0.0, 0.0), (2.0, 0.0)).unwrap();
    /// assert_eq!(measure(&t, &[], &[line], &MacroscopicOptions::default()).lines[0].specific_flow(), None);
    /// ```
    pub fn specific_flow(&self) -> Option<f64> {
        self.overall_flow().map(|j| j / self.line.length())
    }
}

fn finite_mean(values: &[f64]) -> Option<f64> {
    mean(&values.iter().copied().filter(|v| v.is_finite()).collect::<Vec<_>>())
}
