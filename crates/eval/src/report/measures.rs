//! All that a report measures, once, and the table made of it.

use crate::{closest, density_map, distance, occupancy, speed, speed_map, statistics, travel_time};
use ambulo_data::{RecordedLevel, Trajectories};
use ambulo_draw::compact;
use std::borrow::Cow;

pub struct Measures<'a> {
    pub occupancy: occupancy::Occupancy,
    pub speeds: Vec<speed::SpeedSample>,
    pub mean_speed: Option<f64>,
    pub travel: travel_time::TravelTimes,
    /// One per level.
    pub levels: Vec<LevelMeasures<'a>>,
    pub closest: closest::Closest,
    pub mean_distance: Option<f64>,
}

/// What is measured level by level.
pub struct LevelMeasures<'a> {
    /// Its name; empty where there is only one.
    pub name: &'a str,
    pub trajectories: Cow<'a, Trajectories>,
    pub density: density_map::DensityMaps,
    pub speed_map: speed_map::SpeedMap,
}

impl<'a> LevelMeasures<'a> {
    fn of(name: &'a str, t: Cow<'a, Trajectories>, speeds: &[f64]) -> Self {
        Self { name, density: density_map::measure(&t), speed_map: speed_map::measure(&t, speeds), trajectories: t }
    }

    fn all(t: &'a Trajectories, speeds: &[f64]) -> Vec<Self> {
        if t.levels.is_empty() {
            return vec![Self::of("", Cow::Borrowed(t), speeds)];
        }
        let level = |(i, level): (usize, &'a RecordedLevel)| {
            let (only, speeds): (Trajectories, Vec<_>) = (t.level(i), speeds_of(t, speeds, i));
            Self::of(&level.name, Cow::Owned(only), &speeds)
        };
        t.levels.iter().enumerate().map(level).collect()
    }
}

/// The speeds of the rows of one level: measured on whole trajectories, which levels cut.
fn speeds_of(t: &Trajectories, speeds: &[f64], level: usize) -> Vec<f64> {
    let here = t.rows().iter().zip(speeds).filter(|(row, _)| usize::from(row.level) == level);
    here.map(|(_, speed)| *speed).collect()
}

impl<'a> Measures<'a> {
    pub fn of(t: &'a Trajectories) -> Self {
        let of_rows = speed::of_rows(t);
        let distances: Vec<f64> = distance::measure(t).into_iter().map(|(_, distance)| distance).collect();
        Self {
            occupancy: occupancy::measure(t),
            speeds: speed::over_time(t, &of_rows),
            mean_speed: speed::overall(&of_rows),
            travel: travel_time::measure(t),
            levels: LevelMeasures::all(t, &of_rows),
            closest: closest::measure(t),
            mean_distance: statistics::mean(&distances),
        }
    }

    /// Highest density of all levels [people/m^2].
    fn highest_density(&self) -> Option<f64> {
        self.levels.iter().filter_map(|f| f.density.highest()).max_by(f64::total_cmp)
    }

    /// Name and value of every row; what does not exist is a dash.
    pub fn table(&self, t: &Trajectories, still_walking: Option<usize>) -> Vec<(String, String)> {
        let seconds = |v: Option<f64>| unit(v, 1, "s");
        let travel = &self.travel;
        let most = match self.occupancy.most() {
            Some((n, time)) => format!("{n}, first at {} s", compact(time, 1)),
            None => "0".into(),
        };
        let mean = match (travel.mean(), travel.sd()) {
            (Some(m), Some(sd)) => format!("{m:.1} s (standard deviation {sd:.1} s)"),
            _ => "-".into(),
        };
        let range = match (travel.quantile(0.0), travel.quantile(1.0)) {
            (Some(low), Some(high)) => format!("{low:.1} s to {high:.1} s"),
            _ => "-".into(),
        };
        let meeting = |m: Option<closest::ClosestApproach>, none: &str, overlap: bool| match m {
            Some(m) => {
                let (a, b) = m.walkers;
                let words = format!("(walkers {a} and {b}, at {} s)", compact(m.time, 1));
                if overlap { format!("{:.1} mm {words}", m.metres * 1e3) } else { format!("{:.2} m {words}", m.metres) }
            }
            None => none.into(),
        };
        let length = t.frames().saturating_sub(1) as f64 / t.fps;
        let still = match still_walking {
            Some(n) => ("Still walking at the end", n.to_string()),
            None => ("Still there in the last frame", travel.in_last_frame().to_string()),
        };
        let rows = [
            ("People", travel.each().len().to_string()),
            ("Length of the recording", format!("{} s, {} frames per second", compact(length, 1), compact(t.fps, 2))),
            ("Most people at once", most),
            ("Travel time, mean", mean),
            ("Travel time, median", seconds(travel.quantile(0.5))),
            ("Travel time, 95 % at most", seconds(travel.quantile(0.95))),
            ("Travel time, range", range),
            still,
            ("Distance walked, mean", unit(self.mean_distance, 1, "m")),
            ("Speed, mean", unit(self.mean_speed, 2, "m/s")),
            ("Density, highest", unit(self.highest_density(), 2, "people/m²")),
            ("Closest approach of centres", meeting(self.closest.distance, "-", false)),
            ("Deepest overlap of bodies", meeting(self.closest.overlap, "none", true)),
        ];
        rows.into_iter().map(|(name, value)| (name.into(), value)).collect()
    }
}

/// A value with its unit, or a dash.
pub fn unit(value: Option<f64>, decimals: usize, unit: &str) -> String {
    value.filter(|v| v.is_finite()).map_or("-".into(), |v| format!("{v:.decimals$} {unit}"))
}
