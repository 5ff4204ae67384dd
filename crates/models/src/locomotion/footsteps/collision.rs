//! Which steps would hit someone or something: first a cylinder about the root, then five.

use ambulo_geom::Vec2;
use ambulo_sim::{MotionView, NOWHERE, Row};

/// Most others that are checked: the nearest.
const MOST: usize = 16;
/// For so long others are expected to keep their velocity [s]; then they stand.
const KEPT: f32 = 2.0;
/// Radii of head, hands and feet [m].
const HEAD: f32 = 0.12;
const LIMB: f32 = 0.08;
/// How far hands are aside of the root [m].
const HANDS: f32 = 0.25;
/// Half the distance between the feet of another [m].
const FEET: f32 = 0.09;
/// Trunks keep so much more than they must [m].
const MARGIN: f32 = 0.02;
/// What contact may leave of a wall's distance [m].
const SLACK: f32 = 0.01;
/// A step is checked at so many times.
const SAMPLES: u32 = 3;

/// Another one, relative to the origin of the search.
#[derive(Clone, Copy, Debug)]
pub struct PredictedBody {
    pub at: Vec2,
    pub velocity: Vec2,
    pub radius: f32,
}

impl PredictedBody {
    fn place(&self, time: f32) -> Vec2 {
        self.at + self.velocity * time.min(KEPT)
    }
}

/// What can be hit, relative to the origin of the search.
#[derive(Clone, Debug, Default)]
pub struct Obstacles {
    pub others: Vec<PredictedBody>,
    pub walls: Vec<(Vec2, Vec2)>,
    /// Own radius, and that of the cylinder about the root [m].
    pub radius: f32,
    pub cylinder: f32,
    /// Whether only trunks count.
    pub trunks: bool,
}

/// A body as it moves in a step.
#[derive(Clone, Copy, Debug)]
pub struct Moving {
    /// The root at the beginning and at the end.
    pub root: (Vec2, Vec2),
    /// The foot that moves, before and after.
    pub swing: (Vec2, Vec2),
    /// The other.
    pub support: Vec2,
    /// Direction of the body at the end.
    pub facing: Vec2,
    /// When it begins, and how long it lasts [s].
    pub begins: f32,
    pub lasts: f32,
}

impl Moving {
    /// 1 - cos of the angle between the body and where its root goes.
    pub fn askew(&self) -> f32 {
        (self.root.1 - self.root.0).unit().map_or(0.0, |way| (1.0 - way.dot(self.facing)).max(0.0))
    }
}

impl Obstacles {
    /// What is around a walker. Returns how many others are in view; the nearest are kept.
    pub fn see(&mut self, view: &MotionView<'_>, me: Row, range: f32, cylinder: f32) -> u32 {
        let body = view.body(me);
        (self.radius, self.cylinder, self.trunks) = (body.radius, cylinder, false);
        self.walls.clear();
        let place = body.place();
        self.walls.extend(view.walls(me).map(|wall| (wall.at.a - place, wall.at.b - place)));
        let others = &mut self.others;
        others.clear();
        others.reserve(MOST + 1);
        let mut count = 0;
        view.around(me, range, |block| {
            for k in 0..block.dx.len() {
                if block.dx[k] >= NOWHERE {
                    continue;
                }
                count += 1;
                let other = PredictedBody {
                    at: Vec2::new(block.dx[k], block.dy[k]),
                    velocity: Vec2::new(block.vx[k], block.vy[k]),
                    radius: block.radius[k],
                };
                // Sorted by distance; of those equally far the first in the order of rows.
                let d2 = other.at.length_squared();
                let at = others.partition_point(|o| o.at.length_squared() <= d2);
                if at < MOST {
                    others.truncate(MOST - 1);
                    others.insert(at, other);
                }
            }
        });
        count
    }

    /// Whether a step would hit anything.
    pub fn hits(&self, step: &Moving) -> bool {
        self.walls.iter().any(|wall| self.hits_wall(step, *wall))
            || self.others.iter().any(|o| self.hits_other(step, o))
    }

    fn hits_wall(&self, step: &Moving, wall: (Vec2, Vec2)) -> bool {
        if cross(step.swing, wall) || cross(step.root, wall) || cross((step.support, step.swing.1), wall) {
            return true;
        }
        let near = self.radius - SLACK;
        let end = from_segment(step.root.1, wall);
        let least = end
            .min(from_segment(step.root.0, wall))
            .min(from_segment(wall.0, step.root))
            .min(from_segment(wall.1, step.root));
        // Who begins too near may leave.
        least < near && end <= from_segment(step.root.0, wall) && step.root.0 != step.root.1
    }

    fn hits_other(&self, step: &Moving, other: &PredictedBody) -> bool {
        let mut before = (step.root.0 - other.place(step.begins)).length();
        // Too far to meet within the step.
        let reach = (step.root.1 - step.root.0).length() + other.velocity.length() * step.lasts;
        if before > reach + 2.0 * self.cylinder.max(self.radius.max(other.radius)) {
            return false;
        }
        for k in 1..=SAMPLES {
            let share = k as f32 / SAMPLES as f32;
            let there = other.place(step.begins + step.lasts * share);
            let root = step.root.0 + (step.root.1 - step.root.0) * share;
            let distance = (root - there).length();
            let closer = distance < before;
            before = distance;
            let trunks = self.radius + other.radius + MARGIN;
            if !closer || distance >= (2.0 * self.cylinder).max(trunks) {
                continue;
            }
            if distance < trunks || (!self.trunks && self.limbs_meet(step, share, root, there, other.velocity)) {
                return true;
            }
        }
        false
    }

    /// The five cylinders of both.
    fn limbs_meet(&self, step: &Moving, share: f32, root: Vec2, there: Vec2, velocity: Vec2) -> bool {
        let aside = step.facing.perp() * HANDS;
        let swing = step.swing.0 + (step.swing.1 - step.swing.0) * share;
        let mine = [(root, HEAD), (root + aside, LIMB), (root - aside, LIMB), (swing, LIMB), (step.support, LIMB)];
        // The facing of others who stand is not known.
        let Some(left) = velocity.unit().map(Vec2::perp) else {
            return mine.iter().any(|(at, r)| (*at - there).length() < r + HEAD);
        };
        let (hand, foot) = (left * HANDS, left * FEET);
        let theirs =
            [(there, HEAD), (there + hand, LIMB), (there - hand, LIMB), (there + foot, LIMB), (there - foot, LIMB)];
        mine.iter().any(|(a, r)| theirs.iter().any(|(b, s)| (*a - *b).length_squared() < (r + s) * (r + s)))
    }
}

/// Whether two segments cross or touch.
pub fn cross((a, b): (Vec2, Vec2), (c, d): (Vec2, Vec2)) -> bool {
    let (along, wall) = (b - a, d - c);
    let (c_side, d_side) = (along.cross(c - a), along.cross(d - a));
    let (a_side, b_side) = (wall.cross(a - c), wall.cross(b - c));
    c_side * d_side <= 0.0 && a_side * b_side <= 0.0 && (a_side != 0.0 || b_side != 0.0)
}

/// Distance of a place from a segment.
fn from_segment(p: Vec2, (a, b): (Vec2, Vec2)) -> f32 {
    let along = b - a;
    let squared = along.length_squared();
    let share = if squared > 0.0 { ((p - a).dot(along) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (p - a - along * share).length()
}
