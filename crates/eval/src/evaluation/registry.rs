//! The metrics of an evaluation, in one table: what tables, pages and scripts call them.

/// A metric.
///
/// ```
/// use ambulo_eval::evaluation::metric;
/// assert_eq!(metric("travel_time").unwrap().unit, "s");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    /// Its name, which scripts use.
    pub name: &'static str,
    /// Unit; empty for plain numbers.
    pub unit: &'static str,
    /// Of what it is.
    pub of: Of,
    /// What it is, in a line.
    pub about: &'static str,
}

/// Of what a metric is.
///
/// ```
/// use ambulo_eval::evaluation::{Of, metric};
/// assert_eq!(metric("near_misses").unwrap().of, Of::Meetings);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Of each walker; the mean over walkers is given.
    Walkers,
    /// Of people who meet; one number.
    Meetings,
    /// Of how all people together move; one number.
    Motion,
}

const fn walkers(name: &'static str, unit: &'static str, about: &'static str) -> Metric {
    Metric { name, unit, of: Of::Walkers, about }
}

const fn meetings(name: &'static str, unit: &'static str, about: &'static str) -> Metric {
    Metric { name, unit, of: Of::Meetings, about }
}

const fn motion(name: &'static str, unit: &'static str, about: &'static str) -> Metric {
    Metric { name, unit, of: Of::Motion, about }
}

/// All metrics, in the order in which they are shown.
///
/// ```
/// assert!(ambulo_eval::evaluation::METRICS.len() > 20);
/// ```
pub const METRICS: &[Metric] = &[
    walkers("travel_time", "s", "time from a walker's first row to its last"),
    walkers("distance", "m", "length of the trajectory"),
    walkers("walking_speed", "m/s", "length of the trajectory over its duration"),
    walkers("path_efficiency", "", "straight line from first place to last, over the length of the trajectory"),
    walkers("slow_share", "", "share of the time below 0.5 m/s"),
    walkers("degrees_turned", "°", "sum of turns without sign, at 5 samples per second"),
    walkers("total_acceleration", "m/s²", "sum of changes of velocity, at 5 samples per second"),
    walkers("smoothness", "1/m²", "sum of squared curvatures, every 0.25 m; smaller is smoother"),
    walkers("energy", "J", "metabolic energy of the walk, for 70 kg"),
    meetings("nearest", "m", "smallest distance between two centres"),
    meetings("overlap_pairs", "", "pairs of bodies that ever overlapped"),
    meetings("overlap_frames", "", "pairs of bodies times frames in which they overlapped"),
    meetings("overlap_deepest", "mm", "deepest overlap of two bodies"),
    meetings("penetration", "mm s", "depth of all overlaps, summed over time"),
    meetings("collision_time_least", "s", "smallest time to collision of two who keep their velocities"),
    meetings("collision_time_below_1s", "", "share below 1 s of all times to collision up to 8 s"),
    meetings("near_misses", "", "times that two close in and come within 0.2 m, or within 1 s of a collision"),
    meetings("near_misses_per_minute", "1/min", "near misses of a walker in a minute"),
    meetings("lanes", "", "lane index: -1 all come towards, 1 all in the band go in the same direction"),
    meetings("stripes_angle", "°", "angle between stripes and the first of two crossing flows"),
    meetings("stripes_clarity", "", "how clear the stripes are, 0 to 1"),
    meetings("anticipation_exponent", "", "exponent of the energy of interaction over the time to collision"),
    meetings(
        "steerbench",
        "",
        "50 collisions + time + effort, mean over walkers, in the manner of SteerBench; smaller is better",
    ),
    motion("jam_speed", "m/s", "mean speed in a jam: 4 people or more within 2 m with a mean speed below 0.2 m/s"),
    motion("jam_share", "", "share of person-time in a jam"),
    motion("jam_turn_deg_per_min", "°/min", "change of recorded orientation of people in a jam, every 0.5 s"),
    motion("turn_deg_per_m", "°/m", "change of direction per metre walked, places smoothed over 0.5 s"),
    motion("backward_share", "", "share of the distance that leads against the displacement over the surrounding 2 s"),
    motion("jerk", "m/s³", "root mean square of the third derivative of places smoothed over 0.5 s"),
];

/// A metric by its name.
///
/// ```
/// assert!(ambulo_eval::evaluation::metric("beauty").is_none());
/// ```
pub fn metric(name: &str) -> Option<&'static Metric> {
    METRICS.iter().find(|m| m.name == name)
}
