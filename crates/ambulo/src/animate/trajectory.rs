//! One walker's trajectory at any time: smooth between the rows of a recording.

use ambulo_data::TrajectoryRow;
use ambulo_motion::{DVec2, Vec2, WayAhead};

/// Where a walker is at some moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrajectoryPoint {
    /// Place [m].
    pub at: DVec2,
    /// Velocity [m/s].
    pub velocity: Vec2,
    /// Height of the floor [m].
    pub floor: f32,
}

/// A trajectory through every recorded place, with the velocity there that central differences give (cubic Hermite
/// pieces between). Heights go straight from row to row, since stairs are straight.
#[derive(Clone, Debug)]
pub struct Trajectory {
    /// Time [s], place [m], velocity [m/s], height [m] of every row.
    knots: Vec<(f64, DVec2, DVec2, f32)>,
    /// Heading of the first row [rad].
    heading: f32,
    /// Where it faces in every row, where that was recorded.
    faces: Vec<Vec2>,
    /// How closely it passes others in every row, 0 to 1; of nobody where that is not known.
    close: Vec<f32>,
    /// When it comes to rest [s].
    rests: Vec<f64>,
}

/// The first heading is that of the first so many metres; a walker who does not go as far faces where the recording has
/// it.
const SETS_OUT: f64 = 0.1;

impl Trajectory {
    /// From the rows of one walker in time order, at least one.
    pub fn of(rows: &[TrajectoryRow], fps: f64) -> Self {
        let mut knots: Vec<(f64, DVec2, DVec2, f32)> = Vec::with_capacity(rows.len());
        for row in rows {
            let time = f64::from(row.frame) / fps;
            // Two rows of one frame: the first one counts.
            if knots.last().is_none_or(|last| last.0 < time) {
                knots.push((time, DVec2::new(row.x, row.y), DVec2::ZERO, row.z));
            }
        }
        for i in 0..knots.len() {
            knots[i].2 = slope(&knots, i);
        }
        let first = knots[0].1;
        let away = knots.iter().map(|k| k.1 - first).find(|d| d.length() > SETS_OUT);
        let looks = DVec2::new(f64::from(rows[0].ori_x), f64::from(rows[0].ori_y));
        let towards = away.filter(|d| d.is_finite()).unwrap_or(looks);
        let heading = ambulo_geom::math::atan2(towards.y, towards.x) as f32;
        let heading = if heading.is_finite() { heading } else { 0.0 };
        let mut path = Self { knots, heading, faces: Vec::new(), close: Vec::new(), rests: Vec::new() };
        path.rests = path.found_rests();
        path
    }

    /// When it comes to rest: it walked before, and gets nowhere for a while after.
    fn found_rests(&self) -> Vec<f64> {
        let mut rests = Vec::new();
        let mut time = self.begins();
        let mut goes = false;
        while time <= self.ends() {
            let far = |by: f64| (self.at(time + by).at - self.at(time).at).length();
            let stands = far(0.5 * RESTS.1) < RESTS.0 && far(RESTS.1) < RESTS.0;
            if stands && goes {
                rests.push(time);
            }
            goes = !stands;
            time += RESTS.2;
        }
        rests
    }

    /// What is known at a time [s] of where it goes.
    pub fn ahead_at(&self, time: f64) -> WayAhead {
        let here = self.at(time).at;
        let far = |time: f64| (self.at(time).at - here).length() as f32;
        let next = self.rests.partition_point(|rest| *rest < time - RESTS.2);
        let near = self.rests.get(next).filter(|rest| **rest < time + RESTS.3);
        // Near the end nothing more is known than how fast it goes.
        let rests = near.filter(|rest| **rest + RESTS.1 < self.ends()).map(|rest| far(*rest));
        WayAhead { soon: far(time + SOON), rests }
    }

    /// The same with recorded headings, and how closely it passes others in each row, 0 to 1.
    pub fn among_others(mut self, rows: &[TrajectoryRow], oriented: bool, close: &[f32]) -> Self {
        let mut last = None;
        let kept = |row: &TrajectoryRow| last.replace(row.frame).is_none_or(|before| before < row.frame);
        let kept: Vec<bool> = rows.iter().map(kept).collect();
        let of = |i: &usize| kept[*i];
        if oriented {
            self.faces = (0..rows.len()).filter(of).map(|i| Vec2::new(rows[i].ori_x, rows[i].ori_y)).collect();
        }
        self.close = (0..rows.len().min(close.len())).filter(of).map(|i| close[i]).collect();
        self
    }

    /// Where a slow walker faces [rad]; who walks on faces where it walks. In a jam places tremble and headings may: then
    /// where it gets to counts.
    pub fn facing_at(&self, time: f64) -> Option<f32> {
        if self.progress(time, 0.5).length() > SLOW {
            return None;
        }
        let angle = |v: DVec2| ambulo_geom::math::atan2(v.y, v.x) as f32;
        // Who is about to walk turns there, and who has just walked still faces there.
        let here = self.at(time).at;
        let far = |by: f64| (self.at(time + by).at - here) * by.signum();
        if let Some(goes) = [far(1.0), far(TURNS_BEFORE), far(-1.0)].into_iter().find(|v| v.length() > SLOW) {
            return Some(angle(goes));
        }
        let goes = self.progress(time, 1.5);
        if !self.faces.is_empty() {
            let looks = (-2..=2).map(|k| self.row_at(time + 0.15 * f64::from(k)));
            let mean = looks.map(|row| self.faces[row]).sum::<Vec2>() / 5.0;
            if mean.length() > STEADY || (goes.length() < 0.3 && mean.length() > 0.1) {
                return Some(angle(mean.as_dvec2()));
            }
        }
        (goes.length() >= 0.2).then(|| angle(goes))
    }

    /// How closely it passes others, 0 to 1: shoulders begin to turn a while before and come back a while after.
    pub fn close_at(&self, time: f64) -> f32 {
        if self.close.is_empty() {
            return 0.0;
        }
        let near = |k: i32| self.close[self.row_at(time + TURNING * f64::from(k) / 5.0)] * (1.0 - 0.2 * k.abs() as f32);
        (-4..=4).map(near).fold(0.0, f32::max)
    }

    /// From a while before a time to a while after.
    fn progress(&self, time: f64, by: f64) -> DVec2 {
        self.at(time + by).at - self.at(time - by).at
    }

    /// The row nearest before a time.
    fn row_at(&self, time: f64) -> usize {
        self.knots.partition_point(|k| k.0 <= time).saturating_sub(1)
    }

    /// When it begins [s].
    pub fn begins(&self) -> f64 {
        self.knots[0].0
    }

    /// When it ends [s].
    pub fn ends(&self) -> f64 {
        self.knots[self.knots.len() - 1].0
    }

    /// Heading in which the walker sets out [rad].
    pub fn heading(&self) -> f32 {
        self.heading
    }

    /// The walker at a time [s]; before its beginning and after its end it stands.
    pub fn at(&self, time: f64) -> TrajectoryPoint {
        let after = self.knots.partition_point(|k| k.0 <= time);
        let still = |k: &(f64, DVec2, DVec2, f32)| TrajectoryPoint { at: k.1, velocity: k.2.as_vec2(), floor: k.3 };
        if after == 0 {
            return still(&self.knots[0]);
        }
        let (a, Some(b)) = (&self.knots[after - 1], self.knots.get(after)) else {
            return still(&self.knots[after - 1]);
        };
        let span = b.0 - a.0;
        let t = (time - a.0) / span;
        let (t2, t3) = (t * t, t * t * t);
        let at = a.1 * (2.0 * t3 - 3.0 * t2 + 1.0)
            + b.1 * (3.0 * t2 - 2.0 * t3)
            + (a.2 * (t3 - 2.0 * t2 + t) + b.2 * (t3 - t2)) * span;
        let velocity =
            (b.1 - a.1) * ((6.0 * t - 6.0 * t2) / span) + a.2 * (3.0 * t2 - 4.0 * t + 1.0) + b.2 * (3.0 * t2 - 2.0 * t);
        TrajectoryPoint { at, velocity: velocity.as_vec2(), floor: a.3 + (b.3 - a.3) * t as f32 }
    }

    /// The walker at a time [s], its trajectory smoothed: the mean over a while to both sides, the near counting more.
    /// Simulated walkers may tremble from step to step as no body can, most of all in a jam. Nothing comes late; towards
    /// the ends of the trajectory the window closes.
    pub fn smooth_at(&self, time: f64) -> TrajectoryPoint {
        let exact = self.at(time);
        // Mean speed of progress, whatever happens in between.
        let speed = self.progress(time, 0.5).length();
        let window = (SMOOTH_LENGTH / speed.max(1e-3)).clamp(SMOOTH.0, SMOOTH.1);
        let window = window.min(time - self.begins()).min(self.ends() - time);
        if window <= 0.0 {
            return exact;
        }
        let (mut at, mut velocity, mut sum) = (DVec2::ZERO, Vec2::ZERO, 0.0);
        for k in -SIDE..=SIDE {
            let weight = f64::from(SIDE + 1 - k.abs());
            let m = self.at(time + window * f64::from(k) / f64::from(SIDE));
            // Differences, so that sums stay small however far off the place is.
            at += (m.at - exact.at) * weight;
            velocity += m.velocity * weight as f32;
            sum += weight;
        }
        TrajectoryPoint { at: exact.at + at / sum, velocity: velocity / sum as f32, floor: exact.floor }
    }
}

/// A trajectory is smoothed over so much of it to both sides [m], and over so much time at least and at most [s]: less
/// than half a step of a walker at usual speed, about a step of one who creeps.
const SMOOTH_LENGTH: f64 = 0.25;
const SMOOTH: (f64, f64) = (0.2, 0.8);
/// Who gets no farther than the first [m] in the second [s] rests; looked for every so often, and known so long before [s].
const RESTS: (f64, f64, f64, f64) = (0.06, 0.9, 0.05, 2.5);
/// Who stands turns so long before it is as far as that [s].
const TURNS_BEFORE: f64 = 1.5;
/// Time in which `WayAhead::soon` is gone [s].
const SOON: f64 = 1.2;
/// Who gets no farther in a second faces where the recording has it [m].
const SLOW: f64 = 0.6;
/// Length of the mean of unit headings over 0.6 s from which on they are believed.
const STEADY: f32 = 0.8;
/// Time in which shoulders turn [s].
const TURNING: f64 = 0.35;
/// Samples to each side used for it.
const SIDE: i32 = 8;

/// Velocity at a row: of the parabola through it and its neighbours; at the ends of the chord.
fn slope(knots: &[(f64, DVec2, DVec2, f32)], i: usize) -> DVec2 {
    let chord = |a: usize, b: usize| (knots[b].1 - knots[a].1) / (knots[b].0 - knots[a].0);
    match (i.checked_sub(1), i + 1 < knots.len()) {
        (None, false) => DVec2::ZERO,
        (None, true) => chord(i, i + 1),
        (Some(before), false) => chord(before, i),
        (Some(before), true) => {
            let (left, right) = (knots[i].0 - knots[before].0, knots[i + 1].0 - knots[i].0);
            (chord(before, i) * right + chord(i, i + 1) * left) / (left + right)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(frame: u32, x: f64, y: f64, z: f32) -> TrajectoryRow {
        TrajectoryRow { frame, id: 1, x, y, ori_x: 0.0, ori_y: 1.0, speed: 0.0, level: 0, z }
    }

    #[test]
    fn it_goes_through_every_row_and_a_steady_walker_stays_steady() {
        // Frames 0, 1, 3 and 4 of ten per second: one is missing.
        let rows: Vec<_> = [0, 1, 3, 4].map(|f| row(f, 0.14 * f64::from(f), 2.0, 0.1 * f as f32)).to_vec();
        let path = Trajectory::of(&rows, 10.0);
        for r in &rows {
            assert!((path.at(f64::from(r.frame) / 10.0).at - DVec2::new(r.x, r.y)).length() < 1e-12);
        }
        for k in 0..40 {
            let m = path.at(f64::from(k) * 0.01);
            assert!(
                (m.at.x - 0.014 * f64::from(k)).abs() < 1e-12 && (m.velocity - Vec2::new(1.4, 0.0)).length() < 1e-6
            );
            assert!((m.floor - 0.01 * k as f32).abs() < 1e-6);
        }
        assert_eq!((path.begins(), path.ends(), path.heading()), (0.0, 0.4, 0.0));
    }

    #[test]
    fn a_circle_sampled_every_half_second_stays_round() {
        let at = |t: f64| (3.0 * libm_cos(0.4 * t), 3.0 * libm_cos(0.4 * t - std::f64::consts::FRAC_PI_2));
        let rows: Vec<_> = (0..20).map(|f| row(f, at(0.5 * f64::from(f)).0, at(0.5 * f64::from(f)).1, 0.0)).collect();
        let path = Trajectory::of(&rows, 2.0);
        for k in 20..170 {
            let m = path.at(f64::from(k) * 0.05);
            assert!((m.at.length() - 3.0).abs() < 2e-3, "{}", m.at.length());
            assert!((m.velocity.length() - 1.2).abs() < 0.02, "{}", m.velocity.length());
        }
    }

    #[test]
    fn a_smoothed_trajectory_trembles_less_and_follows_the_recorded_one() {
        let rows: Vec<_> = (0..60).map(|f| row(f, 0.07 * f64::from(f), 0.02 * f64::from(f % 2), 0.0)).collect();
        let path = Trajectory::of(&rows, 20.0);
        let wild = |look: &dyn Fn(f64) -> TrajectoryPoint| {
            (20..40).map(|k| look(0.05 * f64::from(k) + 0.02).velocity.y.abs()).fold(0.0, f32::max)
        };
        assert!(wild(&|t| path.smooth_at(t)) < 0.2 * wild(&|t| path.at(t)));
        for k in 5..55 {
            let m = path.smooth_at(0.05 * f64::from(k));
            assert!((m.at - DVec2::new(0.07 * f64::from(k), 0.01)).length() < 0.012, "{:?}", m.at);
        }
        for t in [-1.0, 0.0, 2.95, 9.0] {
            assert_eq!(path.smooth_at(t), path.at(t));
        }
    }

    fn libm_cos(x: f64) -> f64 {
        ambulo_geom::math::cos(x)
    }

    #[test]
    fn who_stands_looks_where_the_recording_says_and_one_row_is_enough() {
        let path = Trajectory::of(&[row(7, 1.0, 1.0, 0.5)], 10.0);
        assert_eq!((path.begins(), path.ends()), (0.7, 0.7));
        assert!((path.heading() - std::f32::consts::FRAC_PI_2).abs() < 1e-6);
        let m = path.at(9.0);
        assert_eq!((m.at, m.velocity, m.floor), (DVec2::new(1.0, 1.0), Vec2::ZERO, 0.5));
    }
}
