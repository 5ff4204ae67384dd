//! Bodies do not overlap and nobody passes a wall.
//!
//! Locomotion says where everyone would like to be next. Jacobi passes push overlapping bodies apart, half each, and
//! out of walls. A crowd pressed against a door needs more passes than a step can afford, so a last rule gives the
//! guarantee: an agent that would still overlap more than [`TOLERANCE`], or cross a wall, moves only half the distance,
//! then a quarter, then stays. Since everyone stood free before, staying is free too; the rule ends, and it ends
//! without overlap.
//!
//! All of this considers where a step ends, which is enough while steps are short beside bodies. Long ones are first
//! led along the walls in substeps (`aim.rs`), so that what is pushed and held back is never far from a place that can
//! be had.
//!
//! Bodies that are oblong (`stadiums.rs`) have an outline and a direction they face. What is free is then the pair of place and facing: who
//! is held back gives up its turn first, then its motion, and one that stays has both as they were.

mod aim;
mod stadiums;
#[cfg(test)]
mod tests;

use crate::bitset::BitSet;
use crate::parallel::{CHUNK, PerChunk, Pool};
use crate::stadium::Stadium;
use crate::{AgentId, Body, Neighbours, Row, Wall, Walls, locomotion};
use aim::crosses;
use ambulo_geom::{Point, Vec2, math};

/// Tolerated overlap [m].
pub(crate) const TOLERANCE: f32 = 0.005;
/// Tolerated depth in a wall [m]: walls do not yield.
const WALL_TOLERANCE: f32 = 0.001;
/// Bodies are pushed this much further apart than touching [m], so that passes converge to no overlap.
const SKIN: f32 = 0.001;
/// Passes stop when the worst overlap is below this [m].
const GOOD: f32 = 0.004;
const PASSES: usize = 10;
/// Passes move nobody further than this from where locomotion put it [m]. So pairs further apart than twice this
/// cannot meet, and need not be checked.
pub(crate) const PUSH: f32 = 0.15;
/// A door that was shut on an agent pushes it out by so much per step [m]: gently, so that those behind can make room.
const EASE: f64 = 0.02;
/// This part of an overlap of one who stands with one who walks falls on the one who stands.
const YIELDS: f32 = 0.04;
/// Halvings before a body stays where it was.
const HALVINGS: u8 = 3;

/// Workspace, kept between steps.
#[derive(Default)]
pub(crate) struct ContactWorkspace {
    /// Where everyone aims at after substeps; empty while nobody can take a long step.
    aims: Vec<Point>,
    spare: Vec<Point>,
    worst: Vec<f32>,
    /// Agents the next pass must check: those pushed in the last one, and those near them. The others would find
    /// what they found before: nothing.
    look: BitSet,
    look_next: BitSet,
    /// Who may overlap or cross a wall at the end: all that were checked, and all near a wall.
    unresolved: BitSet,
    held: Vec<u8>,
    counts: Vec<HeldCount>,
    /// Who gives way in a round of the last rule, and to where.
    back: Vec<Vec<(u32, Point)>>,
}

#[derive(Clone, Copy, Default)]
struct HeldCount {
    held: u32,
    overlap: f32,
    crossings: u32,
}

/// What contact found.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ContactOutcome {
    /// Worst overlap of two bodies, or of a body and a wall, after all [m].
    pub(crate) overlap: f32,
    /// Walkers whose centre crossed a wall.
    pub(crate) crossings: u32,
    /// Bodies that were held back.
    pub(crate) held: u32,
}

/// What contact reads and never writes.
#[derive(Clone, Copy)]
pub(crate) struct ContactInput<'a> {
    pub(crate) bodies: &'a [Body],
    pub(crate) ids: &'a [AgentId],
    pub(crate) near: &'a Neighbours,
    pub(crate) walls: &'a Walls,
    /// Height of everyone; empty where there is one level.
    pub(crate) heights: &'a [f32],
    pub(crate) moving: &'a [Vec2],
    /// Velocity to where everyone wants to be; zero for those who are there. Empty where models walk as their papers have
    /// it: then all have the same weight, and both of a pair are held back.
    pub(crate) preferred: &'a [Vec2],
    pub(crate) dt: f32,
    /// Nobody's radius is larger [m].
    pub(crate) widest: f32,
    /// Nobody moves faster [m/s].
    pub(crate) fastest: f32,
    /// Nobody may move farther in this step [m]; infinite on one level.
    pub(crate) farthest: f64,
    /// Where everyone aims at, if some steps are long.
    pub(crate) aims: &'a [Point],
    /// Outlines of bodies; nothing where all are discs.
    pub(crate) stadiums: Option<&'a Stadiums<'a>>,
}

/// Outlines of bodies and where they face.
#[derive(Clone, Copy)]
pub(crate) struct Stadiums<'a> {
    pub(crate) shapes: &'a [Stadium],
    /// Where they face now.
    pub(crate) facing: &'a [Vec2],
    /// Where they face after the step; contact fills it in.
    pub(crate) turned: &'a [Vec2],
}

impl<'a> Stadiums<'a> {
    fn with(this: Option<&Self>, turned: &'a [Vec2]) -> Option<Self> {
        this.map(|s| Self { turned, ..*s })
    }
}

impl ContactInput<'_> {
    /// Where locomotion put a walker: worked out again instead of kept, to the same bits. A long step ends at its aim.
    #[inline]
    fn wish(&self, row: usize) -> Point {
        match self.aims.get(row) {
            Some(aim) => *aim,
            None => locomotion::moved(&self.bodies[row], self.moving[row], self.dt),
        }
    }

    /// The place around which walls matter to a walker that may come to `to`: where it is now, because walls must face it
    /// there. A long step may lead round a corner; `to` is in sight of its beginning, else it crosses a wall, so that
    /// walls that face `to` are meant then.
    #[inline]
    fn anchor(&self, row: usize, to: Point) -> Point {
        let now = self.bodies[row].place();
        match self.aims.get(row) {
            Some(aim) if (*aim - now).length() > PUSH => to,
            _ => now,
        }
    }

    /// What part of an overlap with another a body makes up for: half, but one that stands where it wants to be resists
    /// one that walks. Who waits in a queue wants to be elsewhere, and gives way.
    #[inline]
    fn share(&self, row: usize, other: usize) -> f32 {
        let stands = |row: usize| self.preferred.get(row) == Some(&Vec2::ZERO);
        match (stands(row), stands(other)) {
            (true, false) => YIELDS,
            (false, true) => 1.0 - YIELDS,
            _ => 0.5,
        }
    }

    #[inline]
    fn height(&self, row: usize) -> f32 {
        self.heights.get(row).copied().unwrap_or(0.0)
    }
}

/// How near two people must be [m] to be able to touch during a step in which nobody moves further than `fastest` and
/// nobody is wider than `widest`: the neighbours' contact range.
pub(crate) fn range(widest: f32, fastest: f32) -> f32 {
    2.0 * (widest + fastest + PUSH)
}

pub(crate) fn resolve(
    pool: &Pool,
    scene: ContactInput<'_>,
    next: &mut Vec<Point>,
    turned: &mut [Vec2],
    c: &mut ContactWorkspace,
) -> ContactOutcome {
    let mut aims = std::mem::take(&mut c.aims);
    aim::find(pool, scene, &mut aims);
    if !aims.is_empty() {
        next.copy_from_slice(&aims);
    }
    let outcome = separate(pool, ContactInput { aims: &aims, ..scene }, next, turned, c);
    c.aims = aims;
    outcome
}

fn separate(
    pool: &Pool,
    input: ContactInput<'_>,
    next: &mut Vec<Point>,
    turned: &mut [Vec2],
    c: &mut ContactWorkspace,
) -> ContactOutcome {
    let outlines = Stadiums::with(input.stadiums, turned);
    let scene = ContactInput { stadiums: outlines.as_ref(), ..input };
    let n = scene.bodies.len();
    c.spare.resize(n, Point::default());
    [&mut c.look, &mut c.look_next, &mut c.unresolved].into_iter().for_each(|bitset| bitset.clear(n, pool.threads()));
    let mut worst = look_at_all(pool, scene, next, c);
    c.unresolved.add(&mut c.look_next);
    std::mem::swap(next, &mut c.spare);
    for _ in 1..PASSES {
        if worst < GOOD {
            break;
        }
        std::mem::swap(&mut c.look, &mut c.look_next);
        worst = push_apart(pool, scene, next, c);
        c.unresolved.add(&mut c.look_next);
        std::mem::swap(next, &mut c.spare);
    }
    c.held.clear();
    c.held.resize(n, 0);
    loop {
        let outlines = Stadiums::with(input.stadiums, turned);
        let scene = ContactInput { stadiums: outlines.as_ref(), ..input };
        let outcome = hold_back(pool, scene, next, c);
        let mut moved = false;
        for (row, to) in c.back[..n.div_ceil(CHUNK)].iter().flatten() {
            next[*row as usize] = *to;
            moved = true;
            // Agents that counted on it to be gone are unresolved now.
            c.unresolved.set_with(*row as usize, input.near.close(Row(*row)));
            if let Some(stadiums) = input.stadiums {
                turned[*row as usize] = stadiums.facing[*row as usize];
            }
        }
        if !moved {
            return outcome;
        }
    }
}

/// The first pass, from `next` into `spare`: checks every agent; the worst overlap it met.
fn look_at_all(pool: &Pool, scene: ContactInput<'_>, next: &[Point], c: &mut ContactWorkspace) -> f32 {
    let n = scene.bodies.len();
    // The widest body stands for every other: one column less to read.
    let gap = SKIN + scene.widest;
    let (look_next, unresolved) = (&c.look_next, &c.unresolved);
    pool.chunks((&mut c.spare[..], PerChunk::new(&mut c.worst, n)), |start, (spare, worst)| {
        let worst = worst.item();
        *worst = 0.0;
        for (k, spare) in spare.iter_mut().enumerate() {
            let row = start + k;
            let (p, far) = (next[row], scene.bodies[row].radius + gap);
            let others = scene.near.close(Row(row as u32));
            *spare = p;
            let walls = scene.walls.any_near(scene.anchor(row, p));
            let touches = |other: &u32| (next[*other as usize] - p).length_squared() <= far * far;
            if !walls && !others.iter().any(touches) {
                continue;
            }
            let (to, overlap) = pushed_to(scene, next, row, others, walls);
            *spare = to;
            *worst = worst.max(overlap);
            if overlap > -SKIN {
                look_again(scene, next, row, to, others, look_next);
            } else if walls {
                unresolved.set(row);
            }
        }
    });
    c.worst[..n.div_ceil(CHUNK)].iter().copied().fold(0.0, f32::max)
}

/// One more Jacobi pass from `next` into `spare`, where the last one pushed an agent; the worst overlap it met. An
/// agent that is not checked has its place in both columns already.
fn push_apart(pool: &Pool, scene: ContactInput<'_>, next: &[Point], c: &mut ContactWorkspace) -> f32 {
    let n = scene.bodies.len();
    let (look, look_next) = (&c.look, &c.look_next);
    pool.chunks((&mut c.spare[..], PerChunk::new(&mut c.worst, n)), |start, (spare, worst)| {
        let worst = worst.item();
        *worst = 0.0;
        look.take_chunk(start, |row| {
            let others = scene.near.close(Row(row as u32));
            let (to, overlap) = pushed_to(scene, next, row, others, scene.walls.any_near(scene.anchor(row, next[row])));
            spare[row - start] = to;
            *worst = worst.max(overlap);
            if overlap > -SKIN {
                look_again(scene, next, row, to, others, look_next);
            }
        });
    });
    c.worst[..n.div_ceil(CHUNK)].iter().copied().fold(0.0, f32::max)
}

/// Marks a body that was pushed, and those it came near. Another that was pushed in the same pass marks itself; one
/// that was not stands where it stood, and has something new to find only if the two may touch now.
#[inline]
fn look_again(scene: ContactInput<'_>, next: &[Point], row: usize, to: Point, others: &[u32], bitset: &BitSet) {
    bitset.set(row);
    // A tenth of a millimetre more than touching: sums are rounded in another order where bodies are pushed.
    let far = scene.bodies[row].radius + scene.widest + (SKIN + 1e-4);
    for other in others {
        if (next[*other as usize] - to).length_squared() <= far * far {
            bitset.set(*other as usize);
        }
    }
}

/// Where a body is pushed by those it overlaps and by walls, and how deep the worst of them was; below `-SKIN` when
/// there was none.
#[inline]
fn pushed_to(scene: ContactInput<'_>, next: &[Point], row: usize, others: &[u32], walls: bool) -> (Point, f32) {
    if let Some(outlines) = scene.stadiums {
        return stadiums::pushed_to(scene, outlines, next, row, others, walls);
    }
    let (p, radius) = (next[row], scene.bodies[row].radius);
    let (mut push, mut touching, mut worst) = (Vec2::ZERO, 0.0f32, f32::NEG_INFINITY);
    for other in others {
        let other = *other as usize;
        let apart = p - next[other];
        let touch = radius + scene.bodies[other].radius;
        if apart.length_squared() < (touch + SKIN) * (touch + SKIN) {
            let d = apart.length();
            let n = if d > 1e-6 { apart / d } else { tie(scene.ids[row], scene.ids[other]) };
            push += n * ((touch + SKIN - d) * scene.share(row, other));
            touching += 1.0;
            worst = worst.max(touch - d);
        }
    }
    pushed(
        scene,
        p,
        row,
        (push, touching, worst),
        |moved| {
            if walls { out_of_walls(scene, row, moved) } else { (moved, 0.0) }
        },
    )
}

/// Where a body comes that others push in all by so much, so many of them, the worst so deep, and that walls let go so far.
#[inline(always)]
fn pushed(
    scene: ContactInput<'_>,
    p: Point,
    row: usize,
    (push, touching, mut worst): (Vec2, f32, f32),
    free: impl FnOnce(Point) -> (Point, f32),
) -> (Point, f32) {
    // Pushes of several neighbours partly repeat each other: a pure sum would overshoot.
    let moved = if touching > 0.0 { p + push * (1.5 / (touching + 0.5)) } else { p };
    let (free, depth) = free(moved);
    if depth > 0.0 {
        worst = worst.max(depth);
    }
    if worst == f32::NEG_INFINITY {
        return (p, worst);
    }
    let wish = scene.wish(row);
    (wish + (free - wish).clamp_length(PUSH), worst)
}

/// Squares of distances that are this much larger are larger also after rounding: what a quick test rules out, the exact one would.
const ROUNDED: f64 = 1.000_01;

/// Moves a body out of the walls it faces; how deep it was in one.
fn out_of_walls(scene: ContactInput<'_>, row: usize, mut p: Point) -> (Point, f32) {
    let (now, body) = (scene.bodies[row].place(), f64::from(scene.bodies[row].radius));
    let anchor = scene.anchor(row, scene.wish(row));
    let mut deepest = 0.0f64;
    // Twice: leaving one wall of a corner may lead into the other.
    for _ in 0..2 {
        let mut moved = false;
        for (wall, door) in scene.walls.near_and_doors(anchor, scene.height(row)) {
            // A centre that is through is no farther beyond the wall than it came from the anchor.
            let reach = (body * body).max(p.distance_squared(anchor));
            if wall.at.box_distance_squared(p) > reach * ROUNDED || !wall.faces(anchor) {
                continue;
            }
            let shut_on = if door { body - wall.at.distance(now) } else { 0.0 };
            let radius = if shut_on > EASE { body - shut_on + EASE } else { body };
            let foot = wall.at.closest_point(p);
            let (mut nx, mut ny) = (p.x - foot.x, p.y - foot.y);
            let mut d = (nx * nx + ny * ny).sqrt();
            let share = wall.at.closest_share(p);
            if share > 0.0 && share < 1.0 && !wall.faces(p) {
                // The centre is through: back to the side it came from.
                (nx, ny, d) = (-nx, -ny, -d);
            }
            let depth = radius - d;
            if depth > 0.0 && d.abs() > 1e-9 {
                let k = depth / d.abs();
                p = Point::new(p.x + nx * k, p.y + ny * k);
                deepest = deepest.max(depth);
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    (p, deepest as f32)
}

/// Coincident bodies part along a direction that both agree on.
fn tie(me: AgentId, other: AgentId) -> Vec2 {
    let (low, high) = (me.min(other).0, me.max(other).0);
    let hash = (u64::from(low) << 32 | u64::from(high)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    let angle = std::f64::consts::TAU * hash as f64 / f64::from(u32::MAX);
    let direction = Vec2::new(math::cos(angle) as f32, math::sin(angle) as f32);
    if me < other { direction } else { -direction }
}

/// One round of the last rule: who gives way, and to where, is left in `back`.
fn hold_back(pool: &Pool, scene: ContactInput<'_>, next: &[Point], c: &mut ContactWorkspace) -> ContactOutcome {
    let n = scene.bodies.len();
    let unresolved = &c.unresolved;
    let columns = (&mut c.held[..], PerChunk::new(&mut c.counts, n), PerChunk::new(&mut c.back, n));
    pool.chunks(columns, |start, (held, count, back)| {
        let (count, back) = (count.item(), back.item());
        *count = HeldCount::default();
        back.clear();
        back.reserve(32);
        unresolved.for_chunk(start, |row| {
            let held = &mut held[row - start];
            let (overlap, bad) = match scene.stadiums {
                None => overlaps(scene, next, row),
                Some(outlines) => stadiums::overlaps(scene, outlines, next, row),
            };
            let most = HALVINGS + u8::from(scene.stadiums.is_some());
            let crosses = crosses(scene.walls, scene.bodies[row].place(), next[row], scene.height(row));
            let bad = bad || crosses;
            if bad && *held < most {
                *held += 1;
                let now = scene.bodies[row].place();
                let turns = scene.stadiums.is_some_and(|s| s.turned[row] != s.facing[row]);
                let to = match *held {
                    held if held == most => now,
                    // Not to turn may be enough.
                    _ if turns => next[row],
                    _ => now.lerp(next[row], 0.5),
                };
                back.push((row as u32, to));
            }
            count.overlap = count.overlap.max(overlap);
            count.crossings += u32::from(crosses);
            count.held += u32::from(*held > 0);
        });
    });
    let mut total = HeldCount::default();
    for count in &c.counts[..n.div_ceil(CHUNK)] {
        total.overlap = total.overlap.max(count.overlap);
        total.crossings += count.crossings;
        total.held += count.held;
    }
    ContactOutcome { overlap: total.overlap, crossings: total.crossings, held: total.held }
}

/// Worst overlap of a body with others and walls, and whether it must give way: because it gets deeper into another, a wall, or a
/// door that was shut on it. While it leaves that door the door does not count as an overlap.
///
/// Of two that get deeper into each other at least one moves towards the other. Where bodies have rules, holding back those who do
/// is enough, and who parts is let go, so that knots come undone.
fn overlaps(scene: ContactInput<'_>, next: &[Point], row: usize) -> (f32, bool) {
    let me = &scene.bodies[row];
    let mine = next[row] - me.place();
    let (mut worst, mut before, mut at_fault) = (0.0f32, 0.0f32, false);
    for other in scene.near.close(Row(row as u32)) {
        let o = &scene.bodies[*other as usize];
        let touch = me.radius + o.radius;
        let apart = (next[row] - next[*other as usize]).length_squared();
        // Most do not touch: no root for those.
        if apart > touch * touch * ROUNDED as f32 {
            continue;
        }
        let overlap = touch - apart.sqrt();
        if overlap > worst {
            worst = overlap;
            before = touch - (me.place() - o.place()).length();
        }
        if overlap > TOLERANCE && !at_fault {
            let apart = o.place() - me.place();
            at_fault = overlap > touch - apart.length() && mine.dot(apart) > 0.0;
        }
    }
    let depth = |wall: &Wall| me.radius - wall.at.distance(next[row]) as f32;
    let depth_now = |wall: &Wall| me.radius - wall.at.distance(me.place()) as f32;
    with_walls(scene, row, next[row], (worst, before, at_fault), depth, depth_now)
}

/// The same with walls, from the worst overlap with others, what that was before the step, and whether the body is at fault; and how deep
/// it would be in a wall, and is now.
#[inline]
fn with_walls(
    scene: ContactInput<'_>,
    row: usize,
    to: Point,
    (mut worst, mut before, at_fault): (f32, f32, bool),
    depth: impl Fn(&Wall) -> f32,
    depth_now: impl Fn(&Wall) -> f32,
) -> (f32, bool) {
    let mut deeper = false;
    let anchor = scene.anchor(row, to);
    let walls = scene.walls.near_and_doors(anchor, scene.height(row));
    let (now, radius) = (scene.bodies[row].place(), f64::from(scene.bodies[row].radius));
    let reach = radius * radius * ROUNDED;
    let near = |wall: &Wall| wall.at.box_distance_squared(to) <= reach || wall.at.box_distance_squared(now) <= reach;
    for (wall, door) in walls.filter(|(w, _)| near(w) && w.faces(anchor)) {
        let depth = depth(wall);
        if door && depth_now(wall) > TOLERANCE {
            deeper |= depth > depth_now(wall);
        } else {
            deeper |= depth > WALL_TOLERANCE && depth > depth_now(wall);
            if depth > worst {
                worst = depth;
                before = depth_now(wall);
            }
        }
    }
    let both = worst > TOLERANCE && worst > before;
    (worst, deeper || if scene.preferred.is_empty() { both } else { at_fault })
}
