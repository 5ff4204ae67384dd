//! Along one course: which speeds lead to a collision, and the nearest speed that meets nobody.

use super::sections::{BIG, MOST_PEOPLE, People};
use ambulo_geom::Vec2;
use ambulo_sim::LANES;

/// Speeds this close to a forbidden one are allowed [m/s]: the end of a stretch is free.
const EDGE: f32 = 1e-5;
/// Square of the cosine of the angle within which an agent in contact is ahead: a little less than the quarter circle
/// of its section, so that the end of the section is free.
const AHEAD: f32 = 0.502;
/// Room for walls beside people.
const MOST: usize = MOST_PEOPLE + 64;

/// Forbidden stretches of speed.
pub(super) struct ForbiddenSpeeds {
    pub(super) from: [f32; MOST],
    pub(super) to: [f32; MOST],
    pub(super) count: usize,
}

impl ForbiddenSpeeds {
    pub(super) const NONE: Self = Self { from: [0.0; MOST], to: [0.0; MOST], count: 0 };

    /// Forbids the speeds between two.
    #[inline(always)]
    pub(super) fn add(&mut self, from: f32, to: f32) {
        if self.count < MOST {
            (self.from[self.count], self.to[self.count]) = (from, to);
            self.count += 1;
        }
    }

    /// A stretch with the speed in it.
    #[inline(always)]
    fn around(&self, speed: f32) -> Option<usize> {
        (0..self.count).find(|k| self.from[*k] < speed - EDGE && speed + EDGE < self.to[*k])
    }

    /// The allowed speed nearest to `speed`, up to `top`; the slower of two as near. Standing is always allowed: the
    /// agent then is not the one that walks into another.
    pub(super) fn nearest_allowed(&self, speed: f32, top: f32) -> f32 {
        let (mut slower, mut faster) = (speed, speed);
        while slower > 0.0
            && let Some(k) = self.around(slower)
        {
            slower = self.from[k].max(0.0);
        }
        if slower == speed {
            return speed;
        }
        while let Some(k) = self.around(faster) {
            faster = self.to[k];
            if faster - speed >= speed - slower || faster > top {
                return slower;
            }
        }
        faster
    }
}

/// Speeds in direction `u` at which each would be met within `horizon` [s].
///
/// In the plane of velocities an agent at d moving with v forbids a cone with its tip at v, opened towards d, and cut
/// off by the disc of those met at the horizon. What a course cuts out of it is one stretch, because it is convex.
#[inline(always)]
pub(super) fn met(people: &People, u: Vec2, horizon: f32) -> ([f32; MOST_PEOPLE], [f32; MOST_PEOPLE]) {
    let (mut from, mut to) = ([0.0; MOST_PEOPLE], [0.0; MOST_PEOPLE]);
    let s = 1.0 / horizon;
    for k in 0..(people.blocks() * LANES).min(MOST_PEOPLE) {
        let (dx, dy, vx, vy, r) = (people.dx[k], people.dy[k], people.vx[k], people.vy[k], people.reach[k]);
        let c = dx * dx + dy * dy;
        let free = c - r * r;
        let tangent = free.max(0.0).sqrt();
        let (lx, ly) = (dx * tangent - dy * r, dy * tangent + dx * r);
        let (rx, ry) = (dx * tangent + dy * r, dy * tangent - dx * r);
        // Left of the right leg, right of the left one, and beyond the chord of the disc.
        let mut cone = (-BIG, BIG);
        cone = beyond(cone, rx * u.y - ry * u.x, rx * vy - ry * vx);
        cone = beyond(cone, ly * u.x - lx * u.y, ly * vx - lx * vy);
        cone = beyond(cone, dx * u.x + dy * u.y, dx * vx + dy * vy + s * free);
        let (mx, my) = (vx + dx * s, vy + dy * s);
        let (along, aside) = (mx * u.x + my * u.y, u.x * my - u.y * mx);
        let half = r * r * s * s - aside * aside;
        let (in_disc, half) = (half > 0.0, half.max(0.0).sqrt());
        let in_cone = cone.0 < cone.1;
        let low = if in_cone { cone.0 } else { BIG };
        let high = if in_cone { cone.1 } else { -BIG };
        let low = if in_disc { low.min(along - half) } else { low };
        let high = if in_disc { high.max(along + half) } else { high };
        // An agent in contact may be followed and left, not approached; those beside are left to contact, or two people
        // shoulder to shoulder in a door would block each other for good.
        let (towards, leaving) = (dx * u.x + dy * u.y, dx * vx + dy * vy);
        let touch = r + people.slack;
        let touching = c - touch * touch <= 1e-6;
        let ahead = (towards > 1e-6) & (towards * towards > AHEAD * c);
        let touch = if ahead { leaving / towards.max(1e-6) } else { BIG };
        from[k] = (if touching { touch } else { low }).max(0.0);
        to[k] = if touching { BIG } else { high };
    }
    (from, to)
}

/// The part of a stretch where `slope s > level`.
#[inline(always)]
fn beyond(stretch: (f32, f32), slope: f32, level: f32) -> (f32, f32) {
    let steep = slope.abs() > 1e-12;
    let at = level / (if steep { slope } else { 1.0 });
    let low = if steep & (slope > 0.0) { stretch.0.max(at) } else { stretch.0 };
    let high = if steep & (slope < 0.0) { stretch.1.min(at) } else { stretch.1 };
    // A level line is all in or all out.
    let high = if !steep & (level >= 0.0) { -BIG } else { high };
    (low, high)
}

/// All speeds in direction `u` at which an agent would be met, up to `top`.
#[inline(always)]
pub(super) fn forbidden(people: &People, u: Vec2, horizon: f32, top: f32, out: &mut ForbiddenSpeeds) {
    let (from, to) = met(people, u, horizon);
    for k in 0..people.count {
        if from[k] < to[k] && from[k] < top {
            out.add(from[k], to[k]);
        }
    }
}

#[cfg(test)]
mod tests;
