//! How good an animation is, measured on what is shown.
//!
//! Everything is taken from final poses, as they would be exported: the mediator is not asked what it believes. Only
//! when a foot is on the floor comes from the move that plays.
//!
//! * **slide** of a stance: the diagonal of the smallest upright rectangle around all places of the foot's contact point
//!   while it is on the floor. No two places of that stance are farther apart.
//! * **foot height**: how far the contact point is from its height at rest, above the floor it landed on.
//! * **root deviation**: from where the simulation has the walker to where the body is.
//! * **heading by phase**: how fast the hips turn in each eighth of the cycle; turns should fall where a foot pivots.
//! * **jumps**: the angle a joint moves from one frame to the next; of the hips, in the plan.
//!
//! Percentiles come from counts in bins 2 % wide, read at the bin's upper edge; means and worst values are exact. Counts
//! and sums are merged in the order in which walkers are given, so the bits do not depend on threads.

use crate::{AnimatedBody, Leg, Quat, Side, Skeleton, Vec3, Wish, math, turn, wrap};
use glam::DVec2;

const BINS: usize = 1200;
const LEAST: f64 = 1e-7;
const WIDTH: f64 = 1.02;

/// How values are spread: count, mean, worst, percentiles.
#[derive(Clone, Debug)]
pub struct ValueStats {
    count: u64,
    sum: f64,
    worst: f64,
    bins: Box<[u64]>,
}

impl Default for ValueStats {
    fn default() -> Self {
        Self { count: 0, sum: 0.0, worst: 0.0, bins: vec![0; BINS].into() }
    }
}

impl ValueStats {
    /// Counts a value; what is below 0 or no number is left out.
    pub fn add(&mut self, x: f64) {
        if x.is_nan() || x < 0.0 {
            return;
        }
        self.count += 1;
        self.sum += x;
        self.worst = self.worst.max(x);
        let bin = if x <= LEAST { 0.0 } else { (math::ln(x / LEAST) / math::ln(WIDTH)).ceil() };
        self.bins[(bin as usize).min(BINS - 1)] += 1;
    }

    /// Adds all that another has counted.
    pub fn merge(&mut self, other: &ValueStats) {
        self.count += other.count;
        self.sum += other.sum;
        self.worst = self.worst.max(other.worst);
        for (mine, theirs) in self.bins.iter_mut().zip(&other.bins) {
            *mine += theirs;
        }
    }

    /// How many values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Mean; 0 of nothing.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / self.count as f64 }
    }

    /// Greatest; 0 of nothing.
    pub fn worst(&self) -> f64 {
        self.worst
    }

    /// What a share of the values does not exceed, up to 2 %; 0 of nothing.
    ///
    /// ```
    /// let mut spread = ambulo_motion::ValueStats::default();
    /// (1..=100).for_each(|i| spread.add(f64::from(i)));
    /// assert!((spread.percentile(0.5) - 50.0).abs() < 1.0);
    /// ```
    pub fn percentile(&self, share: f64) -> f64 {
        let wanted = (share * self.count as f64).ceil() as u64;
        let mut seen = 0;
        let mut edge = 0.0;
        for &count in &self.bins {
            seen += count;
            if count > 0 && seen >= wanted.max(1) {
                return if edge == 0.0 { LEAST } else { edge }.min(self.worst);
            }
            edge = if edge == 0.0 { LEAST * WIDTH } else { edge * WIDTH };
        }
        self.worst
    }
}

/// Places of one foot while it is down.
#[derive(Clone, Copy, Debug)]
struct Stance {
    least: DVec2,
    most: DVec2,
    last: DVec2,
    path: f64,
    floor: f32,
}

/// All figures of one walker, or of many once merged. Feed it the frames of one walker in order, [`finish`](Slides::finish),
/// then merge walkers in a fixed order.
#[derive(Clone, Debug)]
pub struct Slides {
    legs: [Leg; 2],
    stances: [Option<Stance>; 2],
    before: Vec<Quat>,
    heading: f32,
    slide: ValueStats,
    path: f64,
    height: ValueStats,
    deviation: ValueStats,
    jumps: ValueStats,
    turned: [f64; 8],
    time: [f64; 8],
}

impl Slides {
    /// Nothing seen yet.
    pub fn new(skeleton: &Skeleton) -> Self {
        Self {
            legs: [Leg::of(skeleton, Side::Left), Leg::of(skeleton, Side::Right)],
            stances: [None; 2],
            before: Vec::with_capacity(skeleton.len()),
            heading: 0.0,
            slide: ValueStats::default(),
            path: 0.0,
            height: ValueStats::default(),
            deviation: ValueStats::default(),
            jumps: ValueStats::default(),
            turned: [0.0; 8],
            time: [0.0; 8],
        }
    }

    /// Takes a frame as it is shown, and the wish it answered.
    pub fn frame(&mut self, skeleton: &Skeleton, walker: &AnimatedBody, wish: &Wish) {
        let placed = walker.placement();
        let (hips, rotations, contacts) = (walker.hips(), walker.rotations(), walker.contacts());
        for (foot, down) in contacts.into_iter().enumerate() {
            if !down {
                self.end(foot);
                continue;
            }
            let local = contact(&self.legs[foot], skeleton, hips, rotations);
            let offset = placed.offset(local);
            let at = placed.at + DVec2::new(offset.x.into(), offset.y.into());
            let stance = self.stances[foot].get_or_insert(Stance {
                least: at,
                most: at,
                last: at,
                path: 0.0,
                floor: walker.floor_below()[foot],
            });
            stance.least = stance.least.min(at);
            stance.most = stance.most.max(at);
            stance.path += (at - stance.last).length();
            stance.last = at;
            self.height.add(f64::from(offset.z - stance.floor - self.legs[foot].height).abs());
        }
        self.deviation.add((wish.at - placed.at).length());
        let facing = turn(placed.heading);
        if self.before.len() == rotations.len() {
            for (i, (&now, before)) in rotations.iter().zip(&self.before).enumerate() {
                let now = if i == 0 { facing * now } else { now };
                self.jumps.add(angle_between(now, *before));
            }
            if walker.is_walking() && wish.dt > 0.0 {
                let bin = ((walker.phase() * 8.0) as usize).min(7);
                self.turned[bin] += f64::from(wrap(placed.heading - self.heading).abs());
                self.time[bin] += f64::from(wish.dt);
            }
        }
        self.before.clear();
        self.before.extend_from_slice(rotations);
        if let Some(hips) = self.before.first_mut() {
            *hips = facing * *hips;
        }
        self.heading = placed.heading;
    }

    /// Ends the walker: stances that still last are counted, and the next frame is that of another.
    pub fn finish(&mut self) {
        self.end(0);
        self.end(1);
        self.before.clear();
    }

    fn end(&mut self, foot: usize) {
        if let Some(stance) = self.stances[foot].take() {
            self.slide.add((stance.most - stance.least).length());
            self.path += stance.path;
        }
    }

    /// Adds all that another has seen; both should be finished.
    pub fn merge(&mut self, other: &Slides) {
        self.slide.merge(&other.slide);
        self.path += other.path;
        self.height.merge(&other.height);
        self.deviation.merge(&other.deviation);
        self.jumps.merge(&other.jumps);
        for i in 0..8 {
            self.turned[i] += other.turned[i];
            self.time[i] += other.time[i];
        }
    }

    /// The figures so far.
    pub fn figures(&self) -> MotionFigures {
        let (cm, mm) = (100.0, 1000.0);
        let mut heading_by_phase = [0.0; 8];
        for (out, (turned, time)) in heading_by_phase.iter_mut().zip(self.turned.iter().zip(&self.time)) {
            *out = if *time > 0.0 { (turned / time).to_degrees() } else { 0.0 };
        }
        MotionFigures {
            frames: self.deviation.count(),
            stances: self.slide.count(),
            slide_mean_cm: cm * self.slide.mean(),
            slide_p99_cm: cm * self.slide.percentile(0.99),
            slide_worst_cm: cm * self.slide.worst(),
            slide_path_mean_cm: if self.slide.count() == 0 { 0.0 } else { cm * self.path / self.slide.count() as f64 },
            foot_height_mean_mm: mm * self.height.mean(),
            foot_height_p99_mm: mm * self.height.percentile(0.99),
            foot_height_worst_mm: mm * self.height.worst(),
            root_deviation_mean_mm: mm * self.deviation.mean(),
            root_deviation_p99_mm: mm * self.deviation.percentile(0.99),
            root_deviation_worst_mm: mm * self.deviation.worst(),
            jump_p999_deg: self.jumps.percentile(0.999).to_degrees(),
            jump_worst_deg: self.jumps.worst().to_degrees(),
            heading_by_phase,
        }
    }
}

/// The figures of an animation; what each means stands at the head of this file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MotionFigures {
    /// Frames of all walkers.
    pub frames: u64,
    /// Times a foot stood on the floor.
    pub stances: u64,
    /// Slide of a stance, mean [cm].
    pub slide_mean_cm: f64,
    /// Slide that 99 of 100 stances do not exceed [cm].
    pub slide_p99_cm: f64,
    /// Greatest slide [cm].
    pub slide_worst_cm: f64,
    /// Length of the contact point's track while it is on the floor, mean of a stance [cm].
    pub slide_path_mean_cm: f64,
    /// Foot height, mean [mm].
    pub foot_height_mean_mm: f64,
    /// Foot height that 99 of 100 frames do not exceed [mm].
    pub foot_height_p99_mm: f64,
    /// Greatest foot height [mm].
    pub foot_height_worst_mm: f64,
    /// Root deviation, mean [mm].
    pub root_deviation_mean_mm: f64,
    /// Root deviation that 99 of 100 frames do not exceed [mm].
    pub root_deviation_p99_mm: f64,
    /// Greatest root deviation [mm].
    pub root_deviation_worst_mm: f64,
    /// Joint jump that 999 of 1000 do not exceed [degrees per frame].
    pub jump_p999_deg: f64,
    /// Greatest joint jump [degrees per frame].
    pub jump_worst_deg: f64,
    /// How fast the hips turn in each eighth of the cycle, mean [degrees per second].
    pub heading_by_phase: [f64; 8],
}

/// Where a leg's contact point is in the body's frame.
fn contact(leg: &Leg, skeleton: &Skeleton, hips: Vec3, rotations: &[Quat]) -> Vec3 {
    let (mut at, mut rotation) = (hips, rotations[0]);
    for &joint in &leg.chain[1..] {
        at += rotation * skeleton.joints()[joint].translation;
        rotation *= rotations[joint];
    }
    at + rotation * leg.contact.local
}

/// Angle of the rotation from one to the other [rad].
fn angle_between(a: Quat, b: Quat) -> f64 {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    let (apart, along) = ((a - b).length(), (a + b).length());
    4.0 * f64::from(math::atan2(apart, along))
}

mod outline;
mod seen;
#[cfg(test)]
mod tests;

pub use outline::TorsoOutline;
pub use seen::{SeenFigures, SeenMotion, SeenSkin};
