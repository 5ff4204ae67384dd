//! What points do to a walker: bearing rate, time to interaction, and which turn they ask for.

use super::Vision;
use super::image::{Image, NOTHING, lanes};
use ambulo_geom::math;
use ambulo_sim::LANES;

/// Points that come nearer more slowly than this never interact [m/s].
const COMES: f32 = 1e-6;
/// Nearer points count as this far [m].
const LEAST: f32 = 0.05;
/// The paper's exponent of the threshold: it is a square root, which is one instruction.
const ROOT: f32 = 1.5;
/// The unit of time by which the paper turns angles into rates [s].
const UNIT: f32 = 1.0;

/// What all points together ask for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Percept {
    /// The turn to the right that clears all points that ask for one: the least of rate less threshold [rad/s], or none.
    pub(crate) right: Option<f32>,
    /// The same to the left.
    pub(crate) left: Option<f32>,
    /// Least time to interaction of the points to be reacted to [s]; infinite where there are none.
    pub(crate) soonest: f32,
}

impl Percept {
    /// Whether there is nothing to react to.
    pub(crate) fn is_clear(&self) -> bool {
        self.soonest == f32::INFINITY
    }
}

/// The figures of one point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stimulus {
    /// Time to interaction [s]; infinite for what does not come nearer.
    pub(crate) time: f32,
    /// Rate of the bearing [rad/s], counter-clockwise.
    pub(crate) rate: f32,
    /// Half the width of the threshold at that time [rad/s].
    pub(crate) threshold: f32,
}

/// How points are judged: the part of the parameters that the inner loop needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judge {
    a: f32,
    b: f32,
    c: f32,
    instant: bool,
    literal: bool,
}

impl Judge {
    pub(crate) fn new(p: &Vision) -> Self {
        Self { a: p.a, b: p.b, c: p.c, instant: p.rate >= 0.5, literal: p.sets >= 0.5 }
    }

    /// A point at a distance, with its speeds towards the walker and across.
    #[inline(always)]
    pub(crate) fn point(&self, distance: f32, nearing: f32, across: f32) -> Stimulus {
        if self.c == ROOT {
            self.measure::<true>(distance, nearing, across)
        } else {
            self.measure::<false>(distance, nearing, across)
        }
    }

    /// The same for points of which many come; `USUAL` where the exponent is the paper's.
    #[inline(always)]
    fn measure<const USUAL: bool>(&self, distance: f32, nearing: f32, across: f32) -> Stimulus {
        let d = if distance > LEAST { distance } else { LEAST };
        let time = if nearing > COMES { d / nearing } else { f32::INFINITY };
        let rate = if self.instant { across / d } else { math::atan2_32(across * UNIT, d - nearing * UNIT) / UNIT };
        let threshold = if USUAL {
            self.b / (time * time.sqrt())
        } else {
            self.b * math::pow(f64::from(time), -f64::from(self.c)) as f32
        };
        Stimulus { time, rate, threshold }
    }

    /// Whether a point must be reacted to.
    #[inline(always)]
    pub(crate) fn minds(&self, s: &Stimulus) -> bool {
        let below = if s.rate >= 0.0 { s.rate < self.a + s.threshold } else { s.rate > self.a - s.threshold };
        below && s.time < f32::INFINITY
    }

    /// All points of an image.
    #[inline(always)]
    pub(crate) fn image(&self, image: &Image) -> Percept {
        if self.c == ROOT { self.scan::<true>(image) } else { self.scan::<false>(image) }
    }

    #[inline(always)]
    fn scan<const USUAL: bool>(&self, image: &Image) -> Percept {
        let mut sum = Reaction::new();
        for at in (0..image.depth.len()).step_by(LANES) {
            let depth = lanes(&image.depth, at);
            // The nearest rows of a column see farthest: where they see nothing, mostly nothing is seen.
            if depth.iter().all(|d| *d == NOTHING) {
                continue;
            }
            sum.eight::<USUAL>(self, depth, lanes(&image.nearing, at), lanes(&image.across, at));
        }
        sum.percept()
    }
}

/// What points ask for so far, lane by lane.
pub(crate) struct Reaction {
    right: [f32; LANES],
    left: [f32; LANES],
    soonest: [f32; LANES],
}

impl Reaction {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { right: [f32::INFINITY; LANES], left: [f32::NEG_INFINITY; LANES], soonest: [f32::INFINITY; LANES] }
    }

    /// Adds eight points.
    #[inline(always)]
    pub(crate) fn add(&mut self, judge: &Judge, depth: &[f32; LANES], nearing: &[f32; LANES], across: &[f32; LANES]) {
        if judge.c == ROOT {
            self.eight::<true>(judge, depth, nearing, across);
        } else {
            self.eight::<false>(judge, depth, nearing, across);
        }
    }

    /// Adds eight points; those at no distance are none.
    #[inline(always)]
    fn eight<const USUAL: bool>(
        &mut self,
        judge: &Judge,
        depth: &[f32; LANES],
        nearing: &[f32; LANES],
        across: &[f32; LANES],
    ) {
        for l in 0..LANES {
            let s = judge.measure::<USUAL>(depth[l], nearing[l], across[l]);
            let minds = judge.minds(&s) && depth[l] < NOTHING;
            let positive = s.rate >= 0.0;
            let (right, left) = (s.rate - (judge.a + s.threshold), s.rate - (judge.a - s.threshold));
            let to_right = minds && (!judge.literal || positive) && right < self.right[l];
            let to_left = minds && (!judge.literal || !positive) && left > self.left[l];
            self.right[l] = if to_right { right } else { self.right[l] };
            self.left[l] = if to_left { left } else { self.left[l] };
            self.soonest[l] = if minds && s.time < self.soonest[l] { s.time } else { self.soonest[l] };
        }
    }

    #[inline(always)]
    pub(crate) fn percept(&self) -> Percept {
        let right = self.right.iter().fold(f32::INFINITY, |a, b| a.min(*b));
        let left = self.left.iter().fold(f32::NEG_INFINITY, |a, b| a.max(*b));
        Percept {
            right: (right < f32::INFINITY).then_some(right),
            left: (left > f32::NEG_INFINITY).then_some(left),
            soonest: self.soonest.iter().fold(f32::INFINITY, |a, b| a.min(*b)),
        }
    }
}
