//! Courses that bodies are tried on: stones, stairs, aside, turns, back, and a slope.

use super::{Footprint, Footstep};
use crate::{Side, math};

/// Footsteps and where the feet stand before.
#[derive(Clone, Debug)]
pub struct Course {
    /// Its name.
    pub name: &'static str,
    /// Where the feet stand: left, right.
    pub begin: [Footprint; 2],
    /// The footsteps.
    pub steps: Vec<Footstep>,
}

/// Half the distance between feet [m].
const ASIDE: f64 = 0.09;

fn stand(heading: f64) -> [Footprint; 2] {
    let (s, c) = math::sin_cos_exact(heading);
    [ASIDE, -ASIDE].map(|left| Footprint { at: [-s * left, c * left, 0.0], heading })
}

/// A course being written: from place to place in the frame of the last one.
struct Script {
    course: Course,
    time: f64,
    side: Side,
    /// Middle of the path, and facing.
    at: [f64; 3],
    heading: f64,
}

impl Script {
    fn new(name: &'static str) -> Self {
        let course = Course { name, begin: stand(0.0), steps: Vec::new() };
        Self { course, time: 0.5, side: Side::Left, at: [0.0; 3], heading: 0.0 }
    }

    /// The middle moves on, and the next foot lands beside it.
    fn go(&mut self, [forward, left, up]: [f64; 3], turn: f64, aside: f64, lasts: f64) {
        self.heading += turn;
        let (s, c) = math::sin_cos_exact(self.heading);
        self.at = [self.at[0] + c * forward - s * left, self.at[1] + s * forward + c * left, self.at[2] + up];
        let out = if self.side == Side::Left { aside } else { -aside };
        let at = [self.at[0] - s * out, self.at[1] + c * out, self.at[2]];
        let (lift, land) = (self.time + 0.13 * lasts, self.time + lasts);
        self.course.steps.push(Footstep::new(self.side, at, self.heading, lift, land));
        (self.time, self.side) = (land, if self.side == Side::Left { Side::Right } else { Side::Left });
    }

    /// The other foot is set beside the last.
    fn close(&mut self) {
        self.go([0.0; 3], 0.0, ASIDE, 0.6);
    }

    fn done(mut self) -> Course {
        self.close();
        self.course
    }
}

/// Numbers between 0 and 1 that are always the same.
fn chance(k: u32) -> f64 {
    f64::from(k.wrapping_mul(2_654_435_769) >> 8) / f64::from(1u32 << 24)
}

/// All courses.
pub fn courses() -> Vec<Course> {
    vec![walk(), stones(), stairs(), aside(), turns(), bend(), back(), slope(), narrow()]
}

fn walk() -> Course {
    let mut s = Script::new("walk");
    s.go([0.36, 0.0, 0.0], 0.0, ASIDE, 0.55);
    (0..10).for_each(|_| s.go([0.70, 0.0, 0.0], 0.0, ASIDE, 0.53));
    s.go([0.5, 0.0, 0.0], 0.0, ASIDE, 0.55);
    s.done()
}

fn stones() -> Course {
    let mut s = Script::new("stones");
    for k in 0..16 {
        let (long, out) = (0.28 + 0.45 * chance(3 * k), 0.07 + 0.12 * chance(3 * k + 1));
        s.go([long, 0.06 * (chance(3 * k + 2) - 0.5), 0.0], 0.0, out, 0.5 + 0.3 * long);
    }
    s.done()
}

fn stairs() -> Course {
    let mut s = Script::new("stairs");
    s.go([0.3, 0.0, 0.0], 0.0, ASIDE, 0.6);
    (0..6).for_each(|_| s.go([0.29, 0.0, 0.17], 0.0, ASIDE, 0.62));
    s.go([0.45, 0.0, 0.0], 0.0, ASIDE, 0.62);
    (0..6).for_each(|_| s.go([0.29, 0.0, -0.17], 0.0, ASIDE, 0.6));
    s.go([0.4, 0.0, 0.0], 0.0, ASIDE, 0.6);
    s.done()
}

fn aside() -> Course {
    let mut s = Script::new("aside");
    for _ in 0..6 {
        s.go([0.0, 0.14, 0.0], 0.0, 0.17, 0.6);
        s.go([0.0, 0.14, 0.0], 0.0, 0.10, 0.6);
    }
    s.close();
    s.side = Side::Right;
    for _ in 0..3 {
        s.go([0.0, -0.12, 0.0], 0.0, 0.16, 0.6);
        s.go([0.0, -0.12, 0.0], 0.0, 0.10, 0.6);
    }
    s.done()
}

fn turns() -> Course {
    let mut s = Script::new("turns on the spot");
    (0..8).for_each(|_| s.go([0.0; 3], 0.6, 0.12, 0.6));
    s.close();
    s.side = Side::Right;
    (0..8).for_each(|_| s.go([0.0; 3], -0.6, 0.12, 0.6));
    s.done()
}

fn bend() -> Course {
    let mut s = Script::new("bends");
    s.go([0.35, 0.0, 0.0], 0.0, ASIDE, 0.55);
    (0..8).for_each(|_| s.go([0.6, 0.0, 0.0], 0.3, ASIDE, 0.55));
    (0..8).for_each(|_| s.go([0.6, 0.0, 0.0], -0.35, ASIDE, 0.55));
    s.done()
}

fn back() -> Course {
    let mut s = Script::new("back");
    (0..8).for_each(|_| s.go([-0.32, 0.0, 0.0], 0.0, ASIDE, 0.62));
    s.done()
}

fn slope() -> Course {
    let mut s = Script::new("slope");
    s.go([0.4, 0.0, 0.06], 0.0, ASIDE, 0.6);
    (0..8).for_each(|_| s.go([0.55, 0.0, 0.0825], 0.0, ASIDE, 0.58));
    s.close();
    let mut course = s.done();
    course.steps.iter_mut().for_each(|step| step.normal = [-0.15, 0.0, 1.0]);
    course
}

fn narrow() -> Course {
    let mut s = Script::new("a beam");
    (0..10).for_each(|_| s.go([0.5, 0.0, 0.0], 0.0, 0.02, 0.65));
    s.done()
}
