//! One section at a time, in f64: for explanations, and as the oracle of the vector code.

use super::course::ForbiddenSpeeds;
use super::sections::{Aim, People};
use ambulo_geom::math::{atan2, wrap};

/// Directions and speeds at which a neighbour would be met in a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CollisionSection {
    /// Right end, an angle [rad].
    pub(super) from: f64,
    /// Left end, an angle [rad], counter-clockwise of the right one.
    pub(super) to: f64,
    /// Speeds up to this pass behind [m/s].
    pub(super) slow: f64,
    /// Speeds from this on pass in front [m/s].
    pub(super) fast: f64,
    /// When the window begins [s].
    pub(super) begins: f64,
}

fn length(v: (f64, f64)) -> f64 {
    (v.0 * v.0 + v.1 * v.1).sqrt()
}

/// The critical speeds of a neighbour at `d`, moving with `v`, from which `reach` is kept, between `t1` and `t2`.
///
/// With s = 1/t, passing behind needs at most min (|d s + v| - R s), which is convex in s with one stationary point in
/// closed form; passing in front needs at least max (|d s + v| + R s), which is convex, so greatest at an end.
pub(super) fn critical_speeds(d: (f64, f64), v: (f64, f64), reach: f64, t1: f64, t2: f64) -> (f64, f64) {
    let (a, b, c) = (v.0 * v.0 + v.1 * v.1, d.0 * v.0 + d.1 * v.1, d.0 * d.0 + d.1 * d.1);
    let at = |s: f64, side: f64| length((d.0 * s + v.0, d.1 * s + v.1)) + side * reach * s;
    let free = c - reach * reach;
    let (least, most) = (1.0 / t2, 1.0 / t1.max(1e-12));
    let worst = if free > 0.0 { (reach * ((a * c - b * b).max(0.0) / free).sqrt() - b) / c } else { most };
    let slow = at(worst.clamp(least, most), -1.0).max(0.0);
    let fast = if t1 > 0.0 { at(least, 1.0).max(at(most, 1.0)) } else { f64::INFINITY };
    (slow, fast)
}

/// The section of one window, where an agent nearer than `touch` is in contact.
pub(super) fn section(
    d: (f64, f64),
    v: (f64, f64),
    (reach, touch): (f64, f64),
    (t1, t2): (f64, f64),
    refine: bool,
) -> CollisionSection {
    let (a, b, c) = (v.0 * v.0 + v.1 * v.1, d.0 * v.0 + d.1 * v.1, d.0 * d.0 + d.1 * d.1);
    let nearest = (-b / a.max(1e-12)).clamp(t1, t2);
    let (mut slow, mut fast) = critical_speeds(d, v, reach, t1, t2);
    let touches = c <= touch * touch;
    let over = if touches { touch } else { reach };
    if c + nearest * (2.0 * b + a * nearest) <= over * over {
        let bearing = atan2(d.1, d.0);
        let touching = touches && refine;
        slow = if touching && t1 <= 0.0 { (b / c.sqrt().max(1e-9)).max(0.0) } else { 0.0 };
        fast = if refine { fast } else { f64::INFINITY };
        let half = if touching { 0.5 } else { 1.0 } * std::f64::consts::FRAC_PI_2;
        return CollisionSection { from: wrap(bearing - half), to: wrap(bearing + half), slow, fast, begins: t1 };
    }
    let ends = [t1, t2].map(|t| {
        let q = (d.0 + v.0 * t, d.1 + v.1 * t);
        let (bearing, distance) = (atan2(q.1, q.0), length(q));
        let half = atan2(reach, (distance * distance - reach * reach).max(0.0).sqrt());
        (wrap(bearing - half), wrap(bearing + half))
    });
    let from = if wrap(ends[1].0 - ends[0].0) < 0.0 { ends[1].0 } else { ends[0].0 };
    let to = if wrap(ends[1].1 - ends[0].1) > 0.0 { ends[1].1 } else { ends[0].1 };
    CollisionSection { from, to, slow, fast, begins: t1 }
}

/// When a neighbour cannot be met at `speed` any more because the walker would be past it [s].
pub(super) fn past_at(d: (f64, f64), v: (f64, f64), reach: f64, speed: f64, horizon: f64) -> Option<f64> {
    let (a, b, c) = (v.0 * v.0 + v.1 * v.1, d.0 * v.0 + d.1 * v.1, d.0 * d.0 + d.1 * d.1);
    let (free, half, last) = (c - reach * reach, b + speed * reach, a - speed * speed);
    let disc = half * half - free * last;
    if free <= 1e-6 || disc < 0.0 {
        return None;
    }
    let s = if half > 0.0 { -last / (half + disc.sqrt()) } else { (disc.sqrt() - half) / free };
    (s > 1.0 / horizon && s * reach <= speed).then(|| 1.0 / s)
}

/// All sections of person `k`, windows cut as `aim` says; those that forbid no speed within reach are left out.
pub(super) fn each_section(people: &People, k: usize, aim: &Aim, mut take: impl FnMut(CollisionSection)) {
    let d = (f64::from(people.dx[k]), f64::from(people.dy[k]));
    let v = (f64::from(people.vx[k]), f64::from(people.vy[k]));
    let reach = f64::from(people.reach[k]);
    let past = past_at(d, v, reach, f64::from(aim.speed), f64::from(aim.windows.horizon())).filter(|_| aim.refine);
    let mut one = |t1: f64, t2: f64| {
        let s = section(d, v, (reach, reach + f64::from(people.slack)), (t1, t2), aim.refine);
        if !aim.refine || s.slow < f64::from(aim.top) {
            take(s);
        }
    };
    for j in 0..aim.windows.count {
        let (t1, t2) = (f64::from(aim.windows.at[j]), f64::from(aim.windows.at[j + 1]));
        match past.filter(|p| *p > t1 && *p < t2) {
            Some(past) => {
                one(t1, past);
                one(past, t2);
            }
            None => one(t1, t2),
        }
    }
}

/// Speeds that sections covering direction number `at` forbid; their hull, where all of a neighbour's are taken as one.
pub(super) fn forbid(people: &People, aim: &Aim, at: f32, hull: bool, out: &mut ForbiddenSpeeds) {
    let u = super::angles::direction(at);
    let at = atan2(f64::from(u.y), f64::from(u.x));
    for k in 0..people.count {
        let (mut slow, mut fast) = (f64::INFINITY, 0.0f64);
        each_section(people, k, aim, |s| {
            let (into, wide) = (turn(s.from, at), turn(s.from, s.to));
            if into < 1e-6 || into > wide - 1e-6 {
                return;
            }
            if hull {
                (slow, fast) = (slow.min(s.slow), fast.max(s.fast));
            } else {
                out.add(s.slow as f32, s.fast as f32);
            }
        });
        if slow < fast {
            out.add(slow as f32, fast as f32);
        }
    }
}

/// How far one must turn left from one angle to another [rad].
fn turn(from: f64, to: f64) -> f64 {
    let turn = wrap(to - from);
    if turn < 0.0 { turn + std::f64::consts::TAU } else { turn }
}
