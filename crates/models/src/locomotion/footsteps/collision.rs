//! Which steps would hit someone or something: first a cylinder about the root, then five.

use super::feet::Swing;
use ambulo_geom::{Point, Vec2};
use ambulo_sim::{AgentId, MotionView, Nearby, PUBLISHED, PublishedSteps, Row};

/// Most others that are checked: the nearest.
const MOST: usize = 16;
/// For so long those who publish no plan are expected to keep their velocity [s]; then they stand.
const KEPT: f32 = 2.0;
/// Radii of head, hands and feet [m].
const HEAD: f32 = 0.12;
const LIMB: f32 = 0.08;
/// How far hands are aside of the root [m].
const HANDS: f32 = 0.25;
/// Half the distance between the feet of those who publish none [m].
const FEET: f32 = 0.09;
/// Trunks keep so much more than they must [m].
const MARGIN: f32 = 0.02;
/// What contact may leave of a wall's distance [m].
const SLACK: f32 = 0.01;
/// A step is checked at so many times.
const SAMPLES: u32 = 3;
/// The longest step and the farthest a foot gets from the root in it, for what can be left out of sight [s], [m].
const LONGEST: f32 = 1.2;
const FARTHEST: f32 = 1.2;
/// Others whose next footfall can meet one's own are so near [m].
const AT_FEET: f32 = 2.5;
/// Where others are no obstacle, pressing against one costs so much per step [J]: about as much as three steps.
const PRESSING: f32 = 500.0;

/// What of others counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Regard {
    /// Head, hands, feet and trunk.
    #[default]
    Limbs,
    /// Trunks alone.
    Trunks,
    /// Trunks at a price: contact keeps bodies apart. Feet on the floor stay where no foot may land.
    Price,
}

/// Another one at one time, relative to the origin of the search.
#[derive(Clone, Copy, Debug, Default)]
struct Pose {
    time: f32,
    root: Vec2,
    feet: [Vec2; 2],
    facing: Vec2,
}

/// Another one, as it is expected to move: through poses, then standing.
#[derive(Clone, Copy, Debug, Default)]
pub struct PredictedBody {
    radius: f32,
    /// The fastest it moves [m/s].
    fastest: f32,
    poses: [Pose; PUBLISHED + 1],
    count: usize,
    /// Where its feet are and where the one in the air lands; also where that was, while the step may be called off.
    feet: [Swing; 3],
    planted: usize,
    id: AgentId,
}

impl PredictedBody {
    /// One who publishes no plan keeps its velocity.
    fn drifting(at: Vec2, velocity: Vec2, radius: f32) -> Self {
        let facing = velocity.unit().unwrap_or(Vec2::ZERO);
        let aside = facing.perp() * FEET;
        let pose = |time: f32| {
            let root = at + velocity * time;
            Pose { time, root, feet: [root + aside, root - aside], facing }
        };
        let mut body = Self { radius, fastest: velocity.length(), count: 2, ..Self::default() };
        (body.poses[0], body.poses[1]) = (pose(0.0), pose(KEPT));
        body
    }

    /// One who publishes its steps.
    fn planned(at: Vec2, origin: Point, radius: f32, plan: &PublishedSteps) -> Self {
        let mut feet = plan.feet.map(|foot| foot - origin);
        let mut facing = plan.along[0];
        let mut body = Self { radius, ..Self::default() };
        body.poses[0] = Pose { time: 0.0, root: at, feet, facing };
        body.count = 1;
        body.feet[0] = Swing::planted(feet[0], plan.along[0]);
        body.feet[1] = Swing::planted(feet[1], plan.along[1]);
        body.planted = 2;
        for (k, step) in plan.steps().iter().enumerate() {
            if step.moves {
                let (foot, place) = (usize::from(step.right), step.place - origin);
                if k == 0 {
                    body.feet[foot] = Swing {
                        path: (feet[foot], place),
                        along: (plan.along[foot], step.along),
                        lift: step.lift,
                        land: step.land,
                    };
                    if !plan.firm {
                        body.feet[2] = Swing::planted(feet[foot], plan.along[foot]);
                        body.planted = 3;
                    }
                    // Where the foot in the air is now.
                    let share = (-step.lift / (step.land - step.lift)).clamp(0.0, 1.0);
                    body.poses[0].feet[foot] = feet[foot] + (place - feet[foot]) * share;
                }
                feet[foot] = place;
                facing = step.along;
            }
            let before = body.poses[body.count - 1];
            let root = step.root - origin;
            let time = step.land.max(before.time + 1e-3);
            body.fastest = body.fastest.max((root - before.root).length() / (time - before.time));
            if body.count < body.poses.len() {
                body.poses[body.count] = Pose { time, root, feet, facing };
                body.count += 1;
            }
        }
        body.poses[0].facing = body.poses[1.min(body.count - 1)].facing;
        body
    }

    fn pose(&self, time: f32) -> Pose {
        let poses = &self.poses[..self.count];
        let next = poses.iter().position(|pose| pose.time > time).unwrap_or(poses.len());
        if next == 0 || next == poses.len() {
            return poses[next.min(poses.len() - 1)];
        }
        let (a, b) = (&poses[next - 1], &poses[next]);
        let share = (time - a.time) / (b.time - a.time);
        let between = |from: Vec2, to: Vec2| from + (to - from) * share;
        Pose {
            time,
            root: between(a.root, b.root),
            feet: [between(a.feet[0], b.feet[0]), between(a.feet[1], b.feet[1])],
            facing: b.facing,
        }
    }

    /// The root alone.
    fn place(&self, time: f32) -> Vec2 {
        let poses = &self.poses[..self.count];
        let Some(next) = poses.iter().position(|pose| pose.time > time) else { return poses[poses.len() - 1].root };
        if next == 0 {
            return poses[0].root;
        }
        let (a, b) = (&poses[next - 1], &poses[next]);
        a.root + (b.root - a.root) * ((time - a.time) / (b.time - a.time))
    }

    fn feet(&self) -> &[Swing] {
        &self.feet[..self.planted]
    }
}

/// What can be hit, relative to the origin of the search.
#[derive(Clone, Debug, Default)]
pub struct Obstacles {
    others: Vec<PredictedBody>,
    distances: Vec<f32>,
    walls: Vec<(Vec2, Vec2)>,
    /// Numbers of the others, with their places at its time, and of the walls that a step from the node in hand can reach.
    near: Vec<(u8, Vec2)>,
    near_walls: Vec<u8>,
    /// Own radius, and that of the cylinder about the root [m].
    radius: f32,
    cylinder: f32,
    /// What of others counts.
    pub regard: Regard,
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
        (self.root.1 - self.root.0).unit().map_or(0.0, |course| (1.0 - course.dot(self.facing)).max(0.0))
    }
}

impl Obstacles {
    /// What is around a walker; of others the nearest are kept.
    pub fn see(&mut self, view: &MotionView<'_>, me: Row, range: f32, cylinder: f32) {
        let body = view.body(me);
        (self.radius, self.cylinder, self.regard) = (body.radius, cylinder, Regard::Limbs);
        let place = body.place();
        self.walls.clear();
        self.walls.reserve(usize::from(u8::MAX));
        self.walls.extend(view.walls(me).map(|wall| (wall.at.a - place, wall.at.b - place)).take(usize::from(u8::MAX)));
        let (others, distances) = (&mut self.others, &mut self.distances);
        others.clear();
        distances.clear();
        // Once for all: a step takes no memory.
        others.reserve(MOST + 1);
        distances.reserve(MOST + 1);
        view.nearby(me, range, |Nearby { row, body, distance }| {
            let id = view.id(row);
            // Sorted by distance; of those equally far the one that came first.
            let farther = |k: usize| distances[k] > distance || (distances[k] == distance && others[k].id > id);
            let at = (0..others.len()).find(|k| farther(*k)).unwrap_or(others.len());
            if at >= MOST {
                return;
            }
            others.truncate(MOST - 1);
            distances.truncate(MOST - 1);
            let from = body.place() - place;
            let other = match view.published(row) {
                Some(plan) => PredictedBody::planned(from, place, body.radius, plan),
                None => PredictedBody::drifting(from, body.velocity(), body.radius),
            };
            others.insert(at, PredictedBody { id, ..other });
            distances.insert(at, distance);
        });
        self.near.clear();
        self.near.reserve(MOST);
        self.near_walls.clear();
        self.near_walls.reserve(usize::from(u8::MAX));
        self.attend_to_all();
    }

    /// Everything can be hit.
    pub fn attend_to_all(&mut self) {
        self.near.clear();
        self.near.extend(self.others.iter().enumerate().map(|(k, other)| (k as u8, other.place(0.0))));
        self.near_walls.clear();
        self.near_walls.extend(0..self.walls.len() as u8);
    }

    /// From here on only what a step from a place at a time can reach is inspected.
    pub fn attend(&mut self, root: Vec2, time: f32) {
        let Self { others, walls, near, near_walls, radius, cylinder, .. } = self;
        near.clear();
        for (k, other) in others.iter().enumerate() {
            let reach = FARTHEST + other.fastest * LONGEST + (2.0 * *cylinder).max(*radius + other.radius + MARGIN);
            let there = other.place(time);
            if (root - there).length_squared() < reach * reach {
                near.push((k as u8, there));
            }
        }
        near_walls.clear();
        let beyond = |wall: &(Vec2, Vec2)| from_segment(root, *wall) > FARTHEST + *radius;
        near_walls.extend(walls.iter().enumerate().filter(|(_, wall)| !beyond(wall)).map(|(k, _)| k as u8));
    }

    /// What it costs to hit what a step would hit [J]: nothing where it is free, infinite where it must not be.
    pub fn price(&self, step: &Moving) -> f32 {
        if self.near_walls.iter().any(|k| self.hits_wall(step, self.walls[usize::from(*k)])) {
            return f32::INFINITY;
        }
        let hit = self.near.iter().filter(|(k, there)| self.hits_other(step, &self.others[usize::from(*k)], *there));
        match self.regard {
            Regard::Price => PRESSING * hit.count() as f32,
            _ if hit.take(1).count() > 0 => f32::INFINITY,
            _ => 0.0,
        }
    }

    /// Whether a step would hit anything.
    pub fn hits(&self, step: &Moving) -> bool {
        self.price(step) > 0.0
    }

    /// Whether a foot, on its path or where it lands, meets a foot that is on the floor or about to be.
    pub fn trips(&self, swing: &Swing) -> bool {
        let mut near = self.others.iter().zip(&self.distances).take_while(|(_, distance)| **distance < AT_FEET);
        near.any(|(other, _)| other.feet().iter().any(|foot| swing.meets(foot)))
    }

    fn hits_wall(&self, step: &Moving, wall: (Vec2, Vec2)) -> bool {
        let near = self.radius - SLACK;
        let (begin, end) = (from_segment(step.root.0, wall), from_segment(step.root.1, wall));
        // Too far away for any part of the body.
        let reach = (step.swing.1 - step.root.1).length().max((step.swing.0 - step.root.0).length())
            + (step.root.1 - step.root.0).length();
        if begin.min(end) > near.max(reach) + (step.root.1 - step.root.0).length() {
            return false;
        }
        if cross(step.swing, wall) || cross(step.root, wall) || cross((step.support, step.swing.1), wall) {
            return true;
        }
        let least = end.min(begin).min(from_segment(wall.0, step.root)).min(from_segment(wall.1, step.root));
        // Who begins too near may leave.
        least < near && end <= begin && step.root.0 != step.root.1
    }

    /// Another, who is there when the step begins.
    fn hits_other(&self, step: &Moving, other: &PredictedBody, there: Vec2) -> bool {
        let trunks = self.radius + other.radius + MARGIN;
        let near = (2.0 * self.cylinder).max(trunks);
        // Too far to meet within the step.
        let reach = (step.root.1 - step.root.0).length() + other.fastest * step.lasts + near;
        let squared = (step.root.0 - there).length_squared();
        if squared > reach * reach {
            return false;
        }
        let mut before = squared.sqrt();
        for k in 1..=SAMPLES {
            let share = k as f32 / SAMPLES as f32;
            let time = step.begins + step.lasts * share;
            let root = step.root.0 + (step.root.1 - step.root.0) * share;
            let distance = (root - other.place(time)).length();
            let closer = distance < before;
            before = distance;
            if !closer || distance >= near {
                continue;
            }
            if distance < trunks || (self.regard == Regard::Limbs && limbs_meet(step, share, root, &other.pose(time))) {
                return true;
            }
        }
        false
    }
}

/// The five cylinders of both.
fn limbs_meet(step: &Moving, share: f32, root: Vec2, there: &Pose) -> bool {
    let aside = step.facing.perp() * HANDS;
    let swing = step.swing.0 + (step.swing.1 - step.swing.0) * share;
    let mine = [(root, HEAD), (root + aside, LIMB), (root - aside, LIMB), (swing, LIMB), (step.support, LIMB)];
    // The facing of those who stand and publish nothing is not known.
    if there.facing == Vec2::ZERO {
        return mine.iter().any(|(at, r)| (*at - there.root).length() < r + HEAD);
    }
    let hand = there.facing.perp() * HANDS;
    let theirs = [
        (there.root, HEAD),
        (there.root + hand, LIMB),
        (there.root - hand, LIMB),
        (there.feet[0], LIMB),
        (there.feet[1], LIMB),
    ];
    mine.iter().any(|(a, r)| theirs.iter().any(|(b, s)| (*a - *b).length_squared() < (r + s) * (r + s)))
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
