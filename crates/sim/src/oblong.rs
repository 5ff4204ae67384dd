//! Oblong bodies: their outlines, where their chests face, and the wish to turn the shoulders.
//!
//! Without a group of oblong bodies all columns are empty and nothing here runs. With one, every walker has a row; a disc is a stadium
//! without a segment.
//!
//! *Heading* is where a walker walks, *facing* where its chest points. The two differ while shoulders are turned to pass. Contact
//! guarantees the pair of place and facing: a body that is held back keeps both.
//!
//! What steering models and body rules see of an oblong body is a disc as wide as it is across its direction of travel: half the
//! shoulders while it walks upright, less while it has turned. So models behave as with discs, and a body that turned fits where it did
//! not before. Routes, starts, goals and recordings have half the shoulders, always.

use crate::agents::{Activity, Agents};
use crate::contact::Stadiums;
use crate::parallel::Pool;
use crate::permute::Aside;
use crate::stadium::{Stadium, between, from_wall};
use crate::{
    Body, Neighbours, Row, Snapshot, SnapshotError, SnapshotReader, SnapshotWriter, Wall, Walls, heights::apart,
};
use ambulo_geom::{Point, Vec2};

/// Shoulders turn so fast [rad/s]: 180 degrees per second.
const RATE: f64 = std::f64::consts::PI;
/// Shoulders turn for those who are passed within this time [s]: half a turn to the side takes as long.
const FORESIGHT: f32 = 0.5;
/// Who is less than this ahead or behind, beyond both depths, is beside [m].
const BESIDE: f32 = 0.1;
/// Nobody farther away matters [m].
const LOOK: f32 = 2.0;
/// Who neither moves nor wants to move faster than this against the direction of travel does not come [m/s].
const COMES: f32 = 0.2;
/// Room left on either side of the shoulders [m].
const ROOM: f32 = 0.015;
/// Below this sine shoulders are not turned to a side yet.
const TURNED: f32 = 0.1;
/// Below this share of the preferred speed a body hardly moves.
const SLOW: f32 = 0.3;
/// A turn that leads so deep into another or a wall is not tried [m].
const TOUCHES: f32 = 0.002;

/// Columns of oblong bodies, one row per agent; empty while no group has any.
#[derive(Default)]
pub(crate) struct Oblong {
    used: bool,
    shape: Vec<Stadium>,
    /// Unit vector the chest faces; written at the end of a step.
    facing: Vec<Vec2>,
    /// Where it faces after this step; written by the wish to turn, then contact.
    pub(crate) turned: Vec<Vec2>,
    /// Bodies as steering and body rules see them; written at the beginning of a step.
    seen: Vec<Body>,
}

impl Oblong {
    /// From now on there are groups with oblong bodies, in a crowd of discs so far.
    pub(crate) fn begin(&mut self, agents: &Agents) {
        if !self.used {
            self.used = true;
            self.shape = agents.body.iter().map(|b| Stadium::new(b.radius, None)).collect();
            self.facing.clone_from(&agents.heading);
        }
    }

    /// Where the chest of an oblong body faces.
    pub(crate) fn faces(&self, row: usize) -> Option<Vec2> {
        self.is_oblong(row).then(|| self.facing[row])
    }

    /// Outlines for contact; nothing when there are only discs.
    pub(crate) fn stadiums(&self) -> Option<Stadiums<'_>> {
        self.used.then_some(Stadiums { shapes: &self.shape, facing: &self.facing, turned: &[] })
    }

    /// Whether a row has shoulders to turn.
    #[inline]
    pub(crate) fn is_oblong(&self, row: usize) -> bool {
        self.shape.get(row).is_some_and(|s| s.half > 0.0)
    }

    /// An agent appears, facing its heading.
    pub(crate) fn push(&mut self, radius: f32, depth: Option<f64>, heading: Vec2) {
        if self.used {
            self.shape.push(Stadium::new(radius, depth));
            self.facing.push(heading);
        }
    }

    pub(crate) fn swap_remove(&mut self, row: usize) {
        if self.used {
            self.shape.swap_remove(row);
            self.facing.swap_remove(row);
        }
    }

    pub(crate) fn reorder(&mut self, pool: &Pool, order: &[u32], aside: &mut Aside) {
        if self.used {
            aside.permute(pool, &mut self.shape, order);
            aside.permute(pool, &mut self.facing, order);
        }
    }

    /// Nothing for discs: their snapshots are as they were.
    pub(crate) fn save(&self, out: &mut SnapshotWriter) {
        if self.used {
            self.shape.save(out);
            self.facing.save(out);
        }
    }

    pub(crate) fn load(&mut self, from: &mut SnapshotReader<'_>) -> Result<(), SnapshotError> {
        if self.used {
            self.shape = Snapshot::load(from)?;
            self.facing = Snapshot::load(from)?;
        }
        Ok(())
    }

    pub(crate) fn check(&self, rows: usize) -> Result<(), String> {
        let whole = !self.used || (self.shape.len() == rows && self.facing.len() == rows);
        if whole { Ok(()) } else { Err(format!("{} outlines of bodies but {rows} walkers", self.shape.len())) }
    }

    /// Bodies as steering and body rules see them.
    pub(crate) fn seen<'a>(&'a self, bodies: &'a [Body]) -> &'a [Body] {
        if self.used { &self.seen } else { bodies }
    }

    /// At the beginning of a step: how wide everyone is across its direction of travel.
    pub(crate) fn see(&mut self, pool: &Pool, agents: &Agents) {
        if !self.used {
            return;
        }
        self.seen.resize(agents.len(), Body::default());
        let (shape, facing) = (&self.shape, &self.facing);
        pool.chunks(&mut self.seen[..], |start, seen| {
            for (k, seen) in seen.iter_mut().enumerate() {
                let row = start + k;
                *seen = agents.body[row];
                if shape[row].half > 0.0 {
                    let travel = agents.preferred[row].unit().unwrap_or(agents.heading[row]);
                    seen.radius = shape[row].half_width(facing[row], travel);
                }
            }
        });
    }

    /// Before contact: where everyone would like to face after this step.
    pub(crate) fn turn(
        &mut self,
        pool: &Pool,
        agents: &Agents,
        near: &Neighbours,
        walls: &Walls,
        flat: bool,
        ruled: bool,
        dt: f64,
    ) {
        if !self.used {
            return;
        }
        self.turned.resize(agents.len(), Vec2::ZERO);
        let step = Vec2::from_angle((RATE * dt).min(std::f64::consts::PI));
        let crowd = Turning { agents, shape: &self.shape, facing: &self.facing, near, walls, flat, ruled };
        pool.chunks(&mut self.turned[..], |start, turned| {
            for (k, turned) in turned.iter_mut().enumerate() {
                *turned = crowd.wish(start + k, step);
            }
        });
    }

    /// The next becomes the now. Who was stopped for a non-finite state keeps its facing.
    pub(crate) fn swap(&mut self, activity: &[Activity]) {
        if self.used {
            for ((facing, turned), activity) in self.facing.iter_mut().zip(&self.turned).zip(activity) {
                if *activity != Activity::Quarantined {
                    *facing = *turned;
                }
            }
        }
    }
}

/// The frozen now, for the wish to turn.
struct Turning<'a> {
    agents: &'a Agents,
    shape: &'a [Stadium],
    facing: &'a [Vec2],
    near: &'a Neighbours,
    walls: &'a Walls,
    flat: bool,
    /// Whether headings keep steady where people hardly move.
    ruled: bool,
}

impl Turning<'_> {
    fn wish(&self, row: usize, step: Vec2) -> Vec2 {
        let (now, shape) = (self.facing[row], self.shape[row]);
        if shape.half == 0.0 {
            return now;
        }
        let (heading, travel) = (self.agents.heading[row], self.agents.preferred[row].unit());
        let upright = match travel {
            Some(travel) if !self.ruled && self.slow(row) => travel,
            _ => heading,
        };
        let target = travel.and_then(|travel| self.to_pass(row, travel)).unwrap_or(upright);
        let next = towards(now, target, step);
        if next == now || self.touches(row, next) { now } else { next }
    }

    /// Whether it hardly moves: shoulders do not turn with every shove.
    fn slow(&self, row: usize) -> bool {
        self.agents.body[row].velocity().length() < SLOW * self.agents.preferred[row].length()
    }

    /// Where to face to fit through the gap ahead; `None` where shoulders need not turn.
    fn to_pass(&self, row: usize, travel: Vec2) -> Option<Vec2> {
        let (shape, side) = (self.shape[row], travel.perp());
        let gap = self.gap(row, travel, side);
        let wide = shape.half + shape.chest;
        let mut room = wide;
        let between = (gap.left - gap.right) / 2.0 - ROOM;
        if between >= shape.chest {
            room = room.min(between);
        }
        room = room.min(gap.passing.max(shape.chest));
        if room >= wide {
            return None;
        }
        let cosine = ((room - shape.chest) / shape.half).clamp(0.0, 1.0);
        let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
        // To the side it has turned to; at first towards what is nearer.
        let turned = self.facing[row].dot(side);
        let left = if turned.abs() > TURNED { turned > 0.0 } else { gap.left <= -gap.right };
        Some(travel * cosine + side * if left { sine } else { -sine })
    }

    fn gap(&self, row: usize, travel: Vec2, side: Vec2) -> Gap {
        let Agents { body, preferred, z, .. } = self.agents;
        let (me, shape) = (&body[row], self.shape[row]);
        let pace = preferred[row].length();
        let mut gap = Gap { left: f32::INFINITY, right: f32::NEG_INFINITY, passing: f32::INFINITY };
        self.near.within(me, f64::from(LOOK), |other, _| {
            let other = other as usize;
            if other == row || (!self.flat && apart(z[row], z[other])) {
                return;
            }
            let (o, theirs) = (&body[other], self.shape[other]);
            let d = o.place() - me.place();
            let (ahead, aside) = (d.dot(travel), d.dot(side));
            let along = o.velocity().dot(travel);
            let depth = shape.chest + theirs.half_width(self.facing[other].perp(), travel) + BESIDE;
            let reach = depth + (pace - along).max(0.0) * FORESIGHT;
            if ahead < -depth || ahead > reach {
                return;
            }
            let half = theirs.half_width(self.facing[other], travel);
            if along < -COMES || preferred[other].dot(travel) < -COMES {
                // Both turn: each gets half of what lies between the centres. A disc keeps its width.
                let share = if theirs.half > 0.0 { aside.abs() / 2.0 } else { aside.abs() - half };
                gap.passing = gap.passing.min(share - ROOM);
            } else if aside > 0.0 {
                gap.left = gap.left.min(aside - half);
            } else {
                gap.right = gap.right.max(aside + half);
            }
        });
        if self.walls.any_near(me.place()) {
            let ends = (-shape.chest, shape.chest + pace * FORESIGHT);
            for wall in self.walls.near(me.place(), z[row]).filter(|w| w.faces(me.place())) {
                if let Some((low, high)) = beside(wall, me.place(), travel, side, ends) {
                    if low > 0.0 {
                        gap.left = gap.left.min(low);
                    } else if high < 0.0 {
                        gap.right = gap.right.max(high);
                    }
                }
            }
        }
        gap
    }

    /// Whether a body that turned where it stands would get deeper into those who stand around it, or into a wall.
    fn touches(&self, row: usize, next: Vec2) -> bool {
        let Agents { body, z, .. } = self.agents;
        let (me, shape) = (&body[row], self.shape[row]);
        let (old, new) = (shape.arm(self.facing[row]), shape.arm(next));
        let people = self.near.close(Row(row as u32)).iter().any(|other| {
            let other = *other as usize;
            let d = me.place() - body[other].place();
            let reach = me.radius + body[other].radius;
            if d.length_squared() >= reach * reach {
                return false;
            }
            let (touch, theirs) = (shape.chest + self.shape[other].chest, self.shape[other].arm(self.facing[other]));
            let overlap = touch - between(d, new, theirs).length();
            overlap > TOUCHES && overlap > touch - between(d, old, theirs).length()
        });
        let wall = |wall: &Wall| {
            let gap = from_wall(wall, me.place(), new).0;
            gap < f64::from(shape.chest) && gap < from_wall(wall, me.place(), old).0
        };
        people
            || (self.walls.any_near(me.place())
                && self.walls.near(me.place(), z[row]).any(|w| w.faces(me.place()) && wall(w)))
    }
}

/// Free space about a direction of travel, seen from the walker [m].
struct Gap {
    /// To the left, positive; people right ahead may make it negative.
    left: f32,
    /// To the right, negative likewise.
    right: f32,
    /// Half the width that people who come leave it.
    passing: f32,
}

/// How far to the left the part of a wall lies that a body passes, from `ends.0` to `ends.1` along its direction of travel; `None` if there
/// is no such part.
fn beside(wall: &Wall, p: Point, travel: Vec2, side: Vec2, ends: (f32, f32)) -> Option<(f32, f32)> {
    let (a, b) = (wall.at.a - p, wall.at.b - p);
    let (from, to) = (a.dot(travel), b.dot(travel));
    if from.min(to) > ends.1 || from.max(to) < ends.0 {
        return None;
    }
    let cut = |end: f32| if to == from { 0.0 } else { ((end - from) / (to - from)).clamp(0.0, 1.0) };
    let at = |share: f32| (a + (b - a) * share).dot(side);
    let (one, other) = if to == from { (at(0.0), at(1.0)) } else { (at(cut(ends.0)), at(cut(ends.1))) };
    Some((one.min(other), one.max(other)))
}

/// From one unit vector towards another, by the angle of `step` at most.
fn towards(from: Vec2, to: Vec2, step: Vec2) -> Vec2 {
    let (cosine, sine) = (from.dot(to), from.cross(to));
    if cosine >= step.x {
        return to;
    }
    let sine = if sine < 0.0 { -step.y } else { step.y };
    let turned = Vec2::new(from.x * step.x - from.y * sine, from.x * sine + from.y * step.x);
    turned.unit().unwrap_or(from)
}
