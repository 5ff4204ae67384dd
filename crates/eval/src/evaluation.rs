//! All metrics of a recording, with their intervals, and what is wrong with it: what `ambulo eval` reports.
//!
//! Each metric is defined in its own file. [`METRICS`] lists them with name, unit and a line; names stay the same between
//! versions. Intervals are those of [`crate::bootstrap`]; counts, extremes and fits have none.

mod page;
mod registry;
mod tables;

pub use registry::{METRICS, Metric, Of, metric};

use crate::anticipation::{self, Law};
use crate::bootstrap::{Estimate, Method, estimate};
use crate::by_frame::ByFrame;
use crate::faults::{self, Faults};
use crate::filter::{Butterworth, FilterError};
use crate::lanes::{self, Lanes};
use crate::macroscopic::{self, Macroscopic};
use crate::measuring::{Area, MeasuringLine};
use crate::overlaps::{self, Overlaps};
use crate::stripes::{self, Stripes};
use crate::tracks::Tracks;
use crate::ttc::{self, TimesToCollision};
use crate::{
    acceleration, backward_share, distance, energy, jam, jerk, near_miss, path_efficiency, repair, slow_share,
    smoothness, statistics, steerbench, travel_time, turn_rate, turning,
};
use ambulo_data::Trajectories;

/// What is asked.
///
/// ```
/// assert_eq!(ambulo_eval::evaluation::Questions::default().radius, 0.2);
/// ```
#[derive(Clone, Debug)]
pub struct Questions {
    /// Which metrics, by name; none means all.
    pub metrics: Vec<&'static Metric>,
    /// Areas in which density and speed are measured.
    pub areas: Vec<Area>,
    /// Lines at which people are counted.
    pub lines: Vec<MeasuringLine>,
    /// How density, speed and flow are measured.
    pub macroscopic: macroscopic::MacroscopicOptions,
    /// Gaps up to so long are filled [s].
    pub bridge: Option<f64>,
    /// How trajectories are smoothed.
    pub filter: Option<Butterworth>,
    /// Radius of bodies that the recording does not know [m].
    pub radius: f64,
    /// Above this speed a move is a jump [m/s].
    pub fastest: f64,
}

impl Default for Questions {
    fn default() -> Self {
        Self {
            metrics: Vec::new(),
            areas: Vec::new(),
            lines: Vec::new(),
            macroscopic: macroscopic::MacroscopicOptions::default(),
            bridge: None,
            filter: None,
            radius: 0.2,
            fastest: faults::FASTEST,
        }
    }
}

/// What a metric came to.
///
/// ```
/// use ambulo_eval::{bootstrap::Estimate, evaluation::{Answer, metric}};
/// let a = Answer { metric: metric("energy").unwrap(), value: Some(Estimate::of_one(9.0, 1)), each: vec![(4, 9.0)] };
/// assert_eq!(a.each.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Which metric.
    pub metric: &'static Metric,
    /// Its mean, or the number; none where there was nothing to measure.
    pub value: Option<Estimate>,
    /// Of each walker, by walker; empty for what is not of walkers.
    pub each: Vec<(u32, f64)>,
}

/// What is known of meetings beyond single numbers.
///
/// ```
/// assert!(ambulo_eval::evaluation::Meetings::default().stripes.is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Meetings {
    /// Overlaps of bodies.
    pub overlaps: Option<Overlaps>,
    /// Times to collision.
    pub collisions: Option<TimesToCollision>,
    /// Lanes.
    pub lanes: Option<Lanes>,
    /// Stripes, where two flows cross.
    pub stripes: Option<Stripes>,
    /// The law of anticipation.
    pub law: Option<Law>,
}

/// An evaluated recording.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// What was measured: bridged and smoothed, where that was asked.
    pub trajectories: Trajectories,
    /// What is wrong with the recording as it was read.
    pub faults: Faults,
    /// Rows made up to bridge gaps.
    pub bridged: usize,
    /// Parts of trajectories too short to be smoothed.
    pub too_short: usize,
    /// The metrics, in the order of [`METRICS`].
    pub answers: Vec<Answer>,
    /// More about meetings.
    pub meetings: Meetings,
    /// Density, speed and flow.
    pub macroscopic: Macroscopic,
    /// How long each part took, by the caller's clock [s].
    pub seconds: Vec<(&'static str, f64)>,
    /// Whether bodies have the radius asked for, because the recording knows none.
    pub assumed_bodies: bool,
}

/// Measures a recording. `clock` returns the time [s]; it is only used to report timings. `progress` hears what is done
/// next.
///
/// # Errors
/// The filter does not fit the recording.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_eval::evaluation::{Questions, evaluate, metric};
/// use ambulo_geom::{Polygon, Region};
/// let row = |frame: u32| TrajectoryRow {
///     frame, id: 1, x: 1.0 + 0.13 * f64::from(frame), y: 1.0, ori_x: 1.0, ori_y: 0.0, speed: 1.3, level: 0, z: 0.0,
/// };
/// let hall = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 2.0).unwrap());
/// let t = Trajectories::new(10.0, hall, vec![], (0..=50).map(row).collect());
/// let questions = Questions { metrics: vec![metric("travel_time").unwrap()], ..Questions::default() };
/// let found = evaluate(t, &questions, &|| 0.0, &mut |_| ()).unwrap();
/// assert_eq!(found.answers[0].value.unwrap().mean, 5.0);
/// assert!(found.faults.is_clean());
/// ```
pub fn evaluate(
    recording: Trajectories,
    questions: &Questions,
    clock: &dyn Fn() -> f64,
    progress: &mut dyn FnMut(&'static str),
) -> Result<Evaluation, FilterError> {
    let mut watch = Watch { clock, progress, seconds: Vec::new() };
    if let Some(filter) = &questions.filter {
        filter.at(recording.fps)?;
    }
    let faults = watch.time("faults", || faults::find(&recording, questions.fastest));
    let (mut t, mut bridged, mut too_short) = (recording, 0, 0);
    if let Some(seconds) = questions.bridge {
        (t, bridged) = watch.time("bridge", || repair::bridge(&t, seconds));
    }
    if let Some(filter) = &questions.filter {
        (t, too_short) = watch.time("filter", || repair::smooth(&t, filter))?;
    }
    let wanted = |name: &str| questions.metrics.is_empty() || questions.metrics.iter().any(|m| m.name == name);
    let mut answers = of_walkers(&t, &wanted, &mut watch);
    let mut meetings = Meetings::default();
    let any_of = |of: Of| METRICS.iter().any(|m| m.of == of && wanted(m.name));
    if any_of(Of::Meetings) || any_of(Of::Motion) {
        let tracks = watch.time("tracks", || Tracks::of(&t));
        let crowd = watch.time("by_frame", || ByFrame::new(&t, &tracks, questions.radius));
        if any_of(Of::Meetings) {
            answers.extend(of_meetings(&t, &tracks, &crowd, questions.radius, &wanted, &mut watch, &mut meetings));
        }
        answers.extend(of_motion(&t, &tracks, &crowd, &wanted, &mut watch));
    }
    let name = if questions.macroscopic.voronoi { "areas_lines_voronoi" } else { "areas_lines" };
    let nothing = questions.areas.is_empty() && questions.lines.is_empty();
    // Without areas and lines cells would be made for nobody.
    let options = macroscopic::MacroscopicOptions {
        voronoi: questions.macroscopic.voronoi && !nothing,
        ..questions.macroscopic.clone()
    };
    let macroscopic = watch.time(name, || macroscopic::measure(&t, &questions.areas, &questions.lines, &options));
    let assumed_bodies = t.walkers.is_empty() && !t.rows().is_empty();
    let seconds = watch.seconds;
    Ok(Evaluation {
        trajectories: t,
        faults,
        bridged,
        too_short,
        answers,
        meetings,
        macroscopic,
        seconds,
        assumed_bodies,
    })
}

/// Reports timings.
struct Watch<'a> {
    clock: &'a dyn Fn() -> f64,
    progress: &'a mut dyn FnMut(&'static str),
    seconds: Vec<(&'static str, f64)>,
}

impl Watch<'_> {
    fn time<T>(&mut self, name: &'static str, what: impl FnOnce() -> T) -> T {
        (self.progress)(name);
        let from = (self.clock)();
        let found = what();
        self.seconds.push((name, (self.clock)() - from));
        found
    }
}

fn of_walkers(t: &Trajectories, wanted: &dyn Fn(&str) -> bool, watch: &mut Watch<'_>) -> Vec<Answer> {
    type MeasureFn = fn(&Trajectories) -> Vec<(u32, f64)>;
    let all: [(&str, MeasureFn); 9] = [
        ("travel_time", |t| travel_time::measure(t).each().iter().map(|one| (one.id, one.seconds)).collect()),
        ("distance", distance::measure),
        ("walking_speed", walking_speed),
        ("path_efficiency", path_efficiency::measure),
        ("slow_share", slow_share::measure),
        ("degrees_turned", turning::measure),
        ("total_acceleration", acceleration::measure),
        ("smoothness", smoothness::measure),
        ("energy", energy::measure),
    ];
    let mut answers = Vec::new();
    for (name, measure) in all {
        let Some(metric) = metric(name).filter(|m| wanted(m.name)) else { continue };
        answers.push(watch.time(metric.name, || {
            let each = measure(t);
            let value = estimate(&each.iter().map(|(_, v)| *v).collect::<Vec<_>>());
            Answer { metric, value, each }
        }));
    }
    answers
}

/// Distance over time, of those who were present for a while.
fn walking_speed(t: &Trajectories) -> Vec<(u32, f64)> {
    let times = travel_time::measure(t);
    let distances = distance::measure(t);
    let both =
        times.each().iter().zip(&distances).filter(|(time, distance)| time.id == distance.0 && time.seconds > 0.0);
    both.map(|(time, distance)| (distance.0, distance.1 / time.seconds)).collect()
}

fn of_meetings(
    t: &Trajectories,
    tracks: &Tracks,
    crowd: &ByFrame,
    radius: f64,
    wanted: &dyn Fn(&str) -> bool,
    watch: &mut Watch<'_>,
    more: &mut Meetings,
) -> Vec<Answer> {
    let mut answers = Vec::new();
    let mut answer = |name: &str, value: Option<f64>, n: usize| {
        if let Some(metric) = metric(name).filter(|m| wanted(m.name)) {
            let value = value.filter(|v| v.is_finite()).map(|v| Estimate::of_one(v, n));
            answers.push(Answer { metric, value, each: Vec::new() });
        }
    };
    let any = |names: &[&str]| names.iter().any(|name| wanted(name));
    let rows = crowd.rows().len();
    if any(&["nearest", "overlap_pairs", "overlap_frames", "overlap_deepest", "penetration"]) {
        let found = watch.time("overlaps", || overlaps::measure(crowd, 0.0));
        answer("nearest", found.nearest.map(|m| m.metres), rows);
        answer("overlap_pairs", Some(found.pairs as f64), rows);
        answer("overlap_frames", Some(found.pair_frames as f64), rows);
        answer("overlap_deepest", Some(found.deepest.map_or(0.0, |m| m.metres * 1e3)), rows);
        answer("penetration", Some(found.penetration_m_s * 1e3), rows);
        more.overlaps = Some(found);
    }
    if any(&["collision_time_least", "collision_time_below_1s"]) {
        let found = watch.time("collision_times", || ttc::measure(crowd, &ttc::TtcRules::default()));
        let n = found.closing as usize;
        answer("collision_time_least", found.smallest.map(|s| s.seconds), n);
        answer("collision_time_below_1s", found.share_below(1.0), n);
        more.collisions = Some(found);
    }
    if any(&["near_misses", "near_misses_per_minute"]) {
        let found = watch.time("near_misses", || near_miss::measure(crowd, &near_miss::NearMissRules::default()));
        answer("near_misses", Some(found.count as f64), rows);
        answer("near_misses_per_minute", found.per_walker_minute, rows);
    }
    if wanted("lanes") {
        let found = watch.time("lanes", || lanes::measure(crowd, &lanes::LaneRules::default()));
        answer("lanes", found.index, found.samples as usize);
        more.lanes = Some(found);
    }
    if any(&["stripes_angle", "stripes_clarity"]) {
        let found = watch.time("stripes", || stripes::measure(tracks));
        answer("stripes_angle", found.map(|s| s.angles_deg.0), tracks.len());
        answer("stripes_clarity", found.map(|s| s.clarity), tracks.len());
        more.stripes = found;
    }
    if wanted("anticipation_exponent") {
        // Bodies that the recording lists have their mean radius.
        let listed = t.walkers.iter().map(|w| f64::from(w.radius)).filter(|r| *r > 0.0);
        let bodies = statistics::mean(&listed.collect::<Vec<_>>()).unwrap_or(radius);
        let rules = anticipation::AnticipationRules { radius: bodies, ..anticipation::AnticipationRules::default() };
        let law = watch.time("anticipation", || anticipation::measure(tracks, &rules));
        answer("anticipation_exponent", law.exponent, law.encounters as usize);
        more.law = Some(law);
    }
    if wanted("steerbench") {
        let score = watch.time("steerbench", || steerbench::measure(tracks, crowd));
        answer("steerbench", (score.walkers > 0).then_some(score.score), score.walkers as usize);
    }
    if let Some((low, high)) = more.law.as_ref().and_then(|law| law.interval) {
        let own = answers.iter_mut().filter(|a| a.metric.name == "anticipation_exponent");
        own.filter_map(|a| a.value.as_mut()).for_each(|e| {
            (e.low, e.high, e.method) = (low, high, Method::BlockBootstrap);
        });
    }
    answers
}

fn of_motion(
    t: &Trajectories,
    tracks: &Tracks,
    crowd: &ByFrame,
    wanted: &dyn Fn(&str) -> bool,
    watch: &mut Watch<'_>,
) -> Vec<Answer> {
    let mut answers = Vec::new();
    let mut answer = |name: &str, value: Option<f64>, n: usize| {
        if let Some(metric) = metric(name).filter(|m| wanted(m.name)) {
            answers.push(Answer { metric, value: value.map(|v| Estimate::of_one(v, n)), each: Vec::new() });
        }
    };
    if ["jam_speed", "jam_share", "jam_turn_deg_per_min"].iter().any(|name| wanted(name)) {
        let found = watch.time("jams", || jam::measure(t, tracks, crowd));
        answer("jam_speed", found.speed, found.in_jam);
        answer("jam_share", found.share, found.rows);
        answer("jam_turn_deg_per_min", found.turn_deg_per_min, found.turns);
    }
    let rows = crowd.rows().len();
    if wanted("turn_deg_per_m") {
        let found = watch.time("turn_rate", || turn_rate::measure(tracks));
        answer("turn_deg_per_m", found.map(|f| f.0), rows);
    }
    if wanted("backward_share") {
        let found = watch.time("backward_share", || backward_share::measure(tracks));
        answer("backward_share", found.map(|f| f.0), rows);
    }
    if wanted("jerk") {
        let found = watch.time("jerk", || jerk::measure(tracks));
        answer("jerk", found.map(|f| f.0), found.map_or(0, |f| f.1 as usize));
    }
    answers
}
