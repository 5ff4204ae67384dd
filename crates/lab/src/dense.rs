//! Whether a model walks like people when it gets full: flows, speeds, files, lanes and gridlocks in standard places, each beside what was
//! measured of people. `ambulo compare --suite dense` prints it.
//!
//! Every place is a scenario, so that what is measured here is what a user gets.

mod concourse;
pub(crate) mod counterflow;
pub(crate) mod crossing;
pub(crate) mod doors;
mod exit;
pub(crate) mod file;
mod lone;
mod opposing;
mod page;
pub(crate) mod ring;
mod stairs;
mod standing;
mod turning;
pub(crate) mod waiting;

pub use page::dense_page;

use crate::in_order::in_order;
use ambulo::data::scenario::{HeadwaySpec, ParamValue};
use ambulo::{Overrides, World};
use serde::Serialize;
use std::collections::BTreeMap;

/// Densities at which speeds are measured [1/m2].
pub const DENSITIES: [f64; 5] = [0.5, 1.0, 2.0, 3.0, 4.0];
/// Widths of doors [m].
pub const WIDTHS: [f64; 6] = [0.8, 1.0, 1.2, 1.6, 2.0, 2.4];
/// Flow of people through a door [1/(m s)].
pub const SPECIFIC_FLOW: f64 = 1.9;
/// Inflows of counterflows, each direction [1/(m s)].
pub const INFLOWS: [f64; 4] = [0.2, 0.4, 0.5, 0.65];

/// Speed of people at a density [m/s] by Weidmann 1992.
///
/// ```
/// assert!((ambulo_lab::dense::weidmann(1.0) - 1.06).abs() < 0.01);
/// ```
pub fn weidmann(density: f64) -> f64 {
    1.34 * (1.0 - ambulo::geom::math::exp(-1.913 * (1.0 / density - 1.0 / 5.4)))
}

/// In place of a model: people whose model a scenario does not name.
pub const DEFAULT: &str = "default";

/// What walks: a model, with or without headway.
///
/// ```
/// let subject = ambulo_lab::dense::DenseSubject::new("orca");
/// assert_eq!(subject.seed, 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DenseSubject {
    /// Steering model.
    pub model: String,
    /// Parameters of that model that are not its own.
    pub params: BTreeMap<String, f64>,
    /// Headway of everybody.
    pub headway: HeadwaySpec,
    /// Seed.
    pub seed: u64,
}

impl DenseSubject {
    /// A model by itself.
    pub fn new(model: &str) -> Self {
        Self { model: model.into(), params: BTreeMap::new(), headway: HeadwaySpec::Off, seed: 1 }
    }

    /// The world of a scenario in which these people walk.
    pub(crate) fn world(&self, text: &str) -> World {
        let mut loaded = ambulo::data::scenario::parse("dense.toml", text).expect("a scenario of the suite");
        let params = self.params.iter().map(|(name, value)| (name.clone(), ParamValue::Number(*value)));
        let params: BTreeMap<String, ParamValue> = params.collect();
        for group in &mut loaded.scenario.walkers {
            if self.model != DEFAULT {
                group.model.clone_from(&self.model);
                group.headway.clone_from(&self.headway);
                group.params.clone_from(&params);
                continue;
            }
            group.params.extend(params.clone());
            if self.headway != HeadwaySpec::Default {
                // As the default has it: its fluctuations are not needed with headway.
                group.params.entry("noise".into()).or_insert(ParamValue::Number(0.0));
                group.headway.clone_from(&self.headway);
            }
        }
        let overrides = Overrides { seed: Some(self.seed), threads: 1, ..Overrides::default() };
        World::build(&loaded, std::path::Path::new("."), &overrides).expect("a scenario of the suite")
    }
}

/// One row of the suite.
///
/// ```
/// assert!(ambulo_lab::dense::DenseRow::default().lane_order.is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DenseRow {
    /// The model.
    pub model: String,
    /// `off`, or the parameters of its headway.
    pub headway: String,
    /// Mean speed [m/s] by density [1/m2] on a closed course.
    pub speed_at_density: BTreeMap<String, f64>,
    /// Flow through a door by 1.9 people per metre and second, by its width [m].
    pub door_flow_ratio: BTreeMap<String, f64>,
    /// Share of points of a single file in the band of people.
    pub single_file_in_band: Option<f64>,
    /// Speed [m/s] by density [1/m] of a single file.
    pub single_file_speed: BTreeMap<String, f64>,
    /// Lane order in a counterflow of 0.4 people per metre and second in each direction, after 20 s.
    pub lane_order: Option<f64>,
    /// The smallest inflow [1/(m s)] at which a counterflow locks; none when it does at none of those tried.
    pub gridlock_inflow: Option<f64>,
    /// Angle of the stripes in which two streams cross, with either stream [deg], in the patterns of all seeds together; none where there
    /// are none.
    pub stripe_angle_deg: Option<f64>,
    /// Power of these patterns at the angle of the stripes, over the mean of all angles: below 1.3 there are none.
    pub stripe_contrast: Option<f64>,
    /// The angle of each seed [deg], which one run's few stripes leave uncertain.
    pub stripe_angle_by_seed: Vec<Option<f64>>,
    #[serde(skip)]
    stripe_power: Vec<f64>,
    /// Share of those who get through that crossing.
    pub crossing_through: Option<f64>,
    /// Flow round a corner [1/(m s)].
    pub corner_flow: Option<f64>,
    /// Duration of walks across a circle by that of the straight line alone.
    pub circle_delay: Option<f64>,
    /// Mean time people take through the scene `station` [s].
    pub concourse_travel_s: Option<f64>,
    /// How much they turn there per metre walked [deg/m].
    pub concourse_turn_deg_per_m: Option<f64>,
    /// Longest time in which nobody passes a bottleneck of 1 m that is 2 m long while people wait [s].
    pub bottleneck_gap_s: Option<f64>,
    /// How much people turn in the jam before it [deg/min].
    pub jam_turn_deg_per_min: Option<f64>,
    /// Their mean speed [m/s].
    pub jam_speed: Option<f64>,
    /// Share of a hundred against a hundred who pass a corridor of 2 m.
    pub opposing_through: Option<f64>,
    /// How far a walker alone leaves the straight line [m].
    pub lone_swerve_m: Option<f64>,
    /// Flow down a flight of stairs [1/(m s)].
    pub stairs_flow: Option<f64>,
    /// Share of people who leave a corridor of 1.8 m through an exit of 0.7 m.
    pub narrow_exit_left: Option<f64>,
    /// How far walkers push a standing person aside [m].
    pub stander_push_m: Option<f64>,
}

/// One measurement of the suite: in which part, and what it puts into the row.
type DenseTask = (&'static str, Box<dyn Fn(&DenseSubject) -> Filled + Sync + Send>);
type Filled = Box<dyn FnOnce(&mut DenseRow) + Send>;

/// Names of the parts of the suite.
pub const PARTS: [&str; 14] = [
    "speed",
    "doors",
    "file",
    "counterflow",
    "crossing",
    "corner",
    "circle",
    "concourse",
    "exit",
    "bottleneck",
    "opposing",
    "stander",
    "lone",
    "stairs",
];

fn task<T: Send + 'static>(
    part: &'static str,
    of: impl Fn(&DenseSubject) -> T + Sync + Send + 'static,
    into: fn(&mut DenseRow, T),
) -> DenseTask {
    (
        part,
        Box::new(move |subject| {
            let value = of(subject);
            Box::new(move |row| into(row, value))
        }),
    )
}

/// All measurements, the longest first.
fn tasks() -> Vec<DenseTask> {
    let mut all = vec![
        task("counterflow", counterflow::measure, |row, found| {
            (row.lane_order, row.gridlock_inflow) = (found.lane_order, found.gridlock_inflow);
        }),
        task("exit", exit::share_left, |row, share| row.narrow_exit_left = Some(share)),
        task("opposing", opposing::share_through, |row, share| row.opposing_through = Some(share)),
        task("crossing", crossing::measure, |row, found| {
            (row.stripe_angle_deg, row.stripe_contrast) = (found.stripes.angle, Some(found.stripes.contrast));
            row.stripe_angle_by_seed = vec![found.stripes.angle];
            (row.stripe_power, row.crossing_through) = (found.power, Some(found.through));
        }),
        task(
            "file",
            |s| file::measure(s, &file::FILES),
            |row, found| {
                row.single_file_in_band = Some(found.in_band);
                row.single_file_speed = found.speeds.into_iter().map(|(d, v)| (format!("{d:.2}"), v)).collect();
            },
        ),
    ];
    all.extend(DENSITIES.iter().rev().map(|&density| {
        task(
            "speed",
            move |s| (density, ring::speed(s, density)),
            |row, (density, v)| {
                row.speed_at_density.insert(format!("{density}"), v);
            },
        )
    }));
    all.extend(WIDTHS.iter().map(|&width| {
        task(
            "doors",
            move |s| (width, doors::flow(s, width) / (SPECIFIC_FLOW * width)),
            |row, (width, ratio)| {
                row.door_flow_ratio.insert(format!("{width}"), ratio);
            },
        )
    }));
    all.extend([
        task("circle", turning::circle_delay, |row, v| row.circle_delay = Some(v)),
        task("concourse", concourse::measure, |row, found| {
            (row.concourse_travel_s, row.concourse_turn_deg_per_m) = (Some(found.travel), found.turn);
        }),
        task("corner", turning::corner_flow, |row, v| row.corner_flow = Some(v)),
        task("bottleneck", waiting::measure, |row, found| {
            row.bottleneck_gap_s = Some(found.gap);
            (row.jam_turn_deg_per_min, row.jam_speed) = (found.turn, found.speed);
        }),
        task("stairs", stairs::flow, |row, v| row.stairs_flow = Some(v)),
        task("stander", standing::push, |row, v| row.stander_push_m = Some(v)),
        task("lone", lone::swerve, |row, v| row.lone_swerve_m = Some(v)),
    ]);
    all
}

/// What [`measure`] does with every subject.
#[derive(Clone, Debug, PartialEq)]
pub struct DenseOptions {
    /// Seeds, of which the mean is taken; of what must never happen, the worst.
    pub seeds: std::ops::RangeInclusive<u64>,
    /// Parts of the suite, of [`PARTS`]; all when there are none.
    pub parts: Vec<String>,
    /// Measurements at a time; 0 means one per core.
    pub threads: usize,
}

impl Default for DenseOptions {
    fn default() -> Self {
        Self { seeds: 1..=1, parts: Vec::new(), threads: 0 }
    }
}

/// Measures subjects, several measurements at a time; rows in the order of the subjects.
pub fn measure(subjects: &[DenseSubject], options: &DenseOptions) -> Vec<DenseRow> {
    let seeds = options.seeds.clone();
    let each = |s: &DenseSubject| seeds.clone().map(|seed| DenseSubject { seed, ..s.clone() }).collect::<Vec<_>>();
    let all: Vec<DenseSubject> = subjects.iter().flat_map(each).collect();
    let rows = measure_each(&all, options);
    rows.chunks(seeds.count().max(1)).filter_map(mean).collect()
}

/// The mean of rows; of exits and gridlocks the worst.
fn mean(rows: &[DenseRow]) -> Option<DenseRow> {
    let first = rows.first()?;
    let n = rows.len() as f64;
    let map = |of: fn(&DenseRow) -> &BTreeMap<String, f64>| -> BTreeMap<String, f64> {
        let keys = of(first).keys();
        keys.map(|k| (k.clone(), rows.iter().filter_map(|r| of(r).get(k)).sum::<f64>() / n)).collect()
    };
    let some = |of: fn(&DenseRow) -> Option<f64>| {
        let found: Vec<f64> = rows.iter().filter_map(of).collect();
        (!found.is_empty()).then(|| found.iter().sum::<f64>() / found.len() as f64)
    };
    let least = |of: fn(&DenseRow) -> Option<f64>| rows.iter().filter_map(of).reduce(f64::min);
    let most = |of: fn(&DenseRow) -> Option<f64>| rows.iter().filter_map(of).reduce(f64::max);
    let mut stripe_power = first.stripe_power.clone();
    for row in &rows[1..] {
        stripe_power.iter_mut().zip(&row.stripe_power).for_each(|(sum, power)| *sum += power);
    }
    let stripes = crossing::stripes(&stripe_power);
    Some(DenseRow {
        model: first.model.clone(),
        headway: first.headway.clone(),
        speed_at_density: map(|r| &r.speed_at_density),
        door_flow_ratio: map(|r| &r.door_flow_ratio),
        single_file_in_band: some(|r| r.single_file_in_band),
        single_file_speed: map(|r| &r.single_file_speed),
        lane_order: some(|r| r.lane_order),
        gridlock_inflow: least(|r| r.gridlock_inflow),
        stripe_angle_deg: stripes.angle,
        stripe_contrast: some(|r| r.stripe_contrast).map(|_| stripes.contrast),
        stripe_angle_by_seed: rows.iter().flat_map(|r| r.stripe_angle_by_seed.iter().copied()).collect(),
        crossing_through: least(|r| r.crossing_through),
        corner_flow: some(|r| r.corner_flow),
        circle_delay: some(|r| r.circle_delay),
        concourse_travel_s: some(|r| r.concourse_travel_s),
        concourse_turn_deg_per_m: some(|r| r.concourse_turn_deg_per_m),
        bottleneck_gap_s: most(|r| r.bottleneck_gap_s),
        jam_turn_deg_per_min: some(|r| r.jam_turn_deg_per_min),
        jam_speed: some(|r| r.jam_speed),
        opposing_through: least(|r| r.opposing_through),
        lone_swerve_m: most(|r| r.lone_swerve_m),
        stairs_flow: some(|r| r.stairs_flow),
        narrow_exit_left: least(|r| r.narrow_exit_left),
        stander_push_m: most(|r| r.stander_push_m),
        stripe_power,
    })
}

fn measure_each(subjects: &[DenseSubject], options: &DenseOptions) -> Vec<DenseRow> {
    let wanted = |part: &str| options.parts.is_empty() || options.parts.iter().any(|p| p == part);
    let tasks: Vec<DenseTask> = tasks().into_iter().filter(|(part, _)| wanted(part)).collect();
    let n = subjects.len();
    // Task by task, so that the longest come first.
    let results = in_order(options.threads, n * tasks.len(), |k| (tasks[k / n.max(1)].1)(&subjects[k % n]));
    let row =
        |s: &DenseSubject| DenseRow { model: s.model.clone(), headway: headway(&s.headway), ..DenseRow::default() };
    let mut rows: Vec<DenseRow> = subjects.iter().map(row).collect();
    for (k, fill) in results.into_iter().enumerate() {
        fill(&mut rows[k % n]);
    }
    rows
}

fn headway(spec: &HeadwaySpec) -> String {
    match spec {
        HeadwaySpec::Off => "off".into(),
        HeadwaySpec::Default => "on".into(),
        HeadwaySpec::Params(params) if params.is_empty() => "on".into(),
        HeadwaySpec::Params(params) => serde_json::to_string(params).unwrap_or_default(),
    }
}
