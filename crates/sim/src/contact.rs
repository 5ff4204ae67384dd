//! Bodies do not overlap and nobody passes a wall.
//!
//! Locomotion says where everyone would like to be next. Jacobi passes push overlapping bodies apart, half each, and
//! out of walls. A crowd pressed against a door needs more passes than a step can afford, so a last rule gives the
//! guarantee: whoever would still overlap more than [`TOLERANCE`], or cross a wall, goes only half the way, then a
//! quarter, then stays. Since everyone stood free before, staying is free too; the rule ends, and it ends without
//! overlap.

use crate::parallel::{CHUNK, PerChunk, Pool};
use crate::{AgentId, Body, Neighbours, Row, Walls};
use ambulo_geom::{Crossing, Point, Segment, Vec2, math};

/// Overlap that is let be [m].
pub(crate) const TOLERANCE: f32 = 0.005;
/// Bodies are pushed this much further apart than touching [m], so that passes converge to no overlap.
const SKIN: f32 = 0.001;
/// Passes stop when the worst overlap is below this [m].
const GOOD: f32 = 0.002;
const PASSES: usize = 12;
/// Passes move nobody further than this from where locomotion put it [m]. So pairs further apart than twice this
/// cannot meet, and need not be looked at.
const PUSH: f32 = 0.15;
/// Halvings before a body stays where it was.
const HALVINGS: u8 = 3;

/// Working memory, kept between steps.
#[derive(Default)]
pub(crate) struct Contacts {
    pairs: Vec<Pairs>,
    spare: Vec<Point>,
    /// Where locomotion put everyone.
    wish: Vec<Point>,
    worst: Vec<f32>,
    /// Who was pushed in the last pass, and in this one.
    pushed: Vec<bool>,
    pushed_now: Vec<bool>,
    held: Vec<u8>,
    counts: Vec<Count>,
}

/// Who may touch whom during this step, for one chunk.
#[derive(Default)]
struct Pairs {
    starts: Vec<u32>,
    rows: Vec<u32>,
}

impl Pairs {
    fn of(&self, k: usize) -> &[u32] {
        &self.rows[self.starts[k] as usize..self.starts[k + 1] as usize]
    }
}

#[derive(Clone, Copy, Default)]
struct Count {
    moved: u32,
    overlap: f32,
    crossings: u32,
}

/// What contact found.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outcome {
    /// Worst overlap of two bodies, or of a body and a wall, after all [m].
    pub(crate) overlap: f32,
    /// Walkers whose centre crossed a wall.
    pub(crate) crossings: u32,
    /// Bodies that were held back.
    pub(crate) held: u32,
}

/// What contact reads and never writes.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) bodies: &'a [Body],
    pub(crate) ids: &'a [AgentId],
    pub(crate) near: &'a Neighbours,
    pub(crate) walls: &'a Walls,
}

pub(crate) fn resolve(pool: &Pool, scene: Scene<'_>, next: &mut Vec<Point>, c: &mut Contacts) -> Outcome {
    let n = scene.bodies.len();
    c.spare.resize(n, Point::default());
    c.wish.clear();
    c.wish.extend_from_slice(next);
    find_pairs(pool, scene, &mut c.pairs, 2.0 * PUSH, |row| next[row]);
    c.pushed.clear();
    c.pushed.resize(n, true);
    c.pushed_now.resize(n, true);
    for _ in 0..PASSES {
        let worst = push_apart(pool, scene, next, c);
        std::mem::swap(next, &mut c.spare);
        std::mem::swap(&mut c.pushed, &mut c.pushed_now);
        if worst < GOOD {
            break;
        }
    }
    c.held.clear();
    c.held.resize(n, 0);
    let mut first = true;
    loop {
        let (moved, outcome) = hold_back(pool, scene, next, c);
        if moved == 0 {
            return outcome;
        }
        std::mem::swap(next, &mut c.spare);
        if std::mem::take(&mut first) {
            // Whoever is held back may be met by those who pass its old place: look further from now on.
            let fastest = fold_max(pool, &mut c.worst, n, |row| (c.wish[row] - scene.bodies[row].place()).length());
            find_pairs(pool, scene, &mut c.pairs, 2.0 * (fastest + PUSH), |row| scene.bodies[row].place());
        }
    }
}

/// Lists the pairs whose gap is at most `gap` when everyone is where `at` says.
fn find_pairs(pool: &Pool, scene: Scene<'_>, pairs: &mut Vec<Pairs>, gap: f32, at: impl Fn(usize) -> Point + Sync) {
    let n = scene.bodies.len();
    // The widest body stands for every other: one column less to read.
    let gap = gap + scene.bodies.iter().map(|b| b.radius).fold(0.0, f32::max);
    pool.chunks(PerChunk::new(pairs, n), |start, pairs| {
        let pairs = pairs.item();
        let mut used = 0;
        pairs.starts.clear();
        pairs.starts.push(0);
        for row in start..(start + CHUNK).min(n) {
            let (me, far) = (at(row), scene.bodies[row].radius + gap);
            let candidates = scene.near.of(Row(row as u32));
            if pairs.rows.len() < used + candidates.len() {
                pairs.rows.resize(used + candidates.len(), 0);
            }
            let out = &mut pairs.rows[used..used + candidates.len()];
            let mut kept = 0;
            // As in the neighbour lists: write always, count when it stays.
            for other in candidates {
                let d = at(*other as usize) - me;
                out[kept] = *other;
                kept += usize::from(d.length_squared() <= far * far);
            }
            used += kept;
            pairs.starts.push(used as u32);
        }
        pairs.rows.truncate(used);
    });
}

/// One Jacobi pass from `next` into `spare`; the worst overlap it met.
fn push_apart(pool: &Pool, scene: Scene<'_>, next: &[Point], c: &mut Contacts) -> f32 {
    let n = scene.bodies.len();
    let (pairs, wish, pushed) = (&c.pairs, &c.wish[..], &c.pushed[..]);
    let columns = (&mut c.spare[..], &mut c.pushed_now[..], PerChunk::new(&mut c.worst, n));
    pool.chunks(columns, |start, (spare, pushed_now, worst)| {
        let worst = worst.item();
        *worst = 0.0;
        for (k, (out, pushed_now)) in spare.iter_mut().zip(pushed_now).enumerate() {
            let row = start + k;
            let p = next[row];
            let others = pairs[start / CHUNK].of(k);
            // Where nobody moved in the last pass, this one would find what that one found: nothing.
            if !pushed[row] && !others.iter().any(|o| pushed[*o as usize]) {
                (*out, *pushed_now) = (p, false);
                continue;
            }
            let radius = scene.bodies[row].radius;
            let (mut push, mut touching) = (Vec2::ZERO, 0.0f32);
            for other in others {
                let other = *other as usize;
                let apart = p - next[other];
                let d = apart.length();
                let overlap = radius + scene.bodies[other].radius - d;
                if overlap + SKIN > 0.0 {
                    let n = if d > 1e-6 { apart / d } else { tie(scene.ids[row], scene.ids[other]) };
                    push += n * ((overlap + SKIN) * 0.5);
                    touching += 1.0;
                    *worst = worst.max(overlap);
                }
            }
            // Pushes of several neighbours partly repeat each other: a pure sum would overshoot.
            let moved = if touching > 0.0 { p + push * (1.5 / (touching + 0.5)) } else { p };
            let (free, depth) = out_of_walls(scene, row, moved);
            *worst = worst.max(depth);
            *pushed_now = touching > 0.0 || depth > 0.0;
            *out = wish[row] + (free - wish[row]).clamp_length(PUSH);
        }
    });
    c.worst[..n.div_ceil(CHUNK)].iter().copied().fold(0.0, f32::max)
}

/// Moves a body out of the walls it faces; how deep it was in one.
fn out_of_walls(scene: Scene<'_>, row: usize, mut p: Point) -> (Point, f32) {
    let (now, radius) = (scene.bodies[row].place(), f64::from(scene.bodies[row].radius));
    let mut deepest = 0.0f64;
    // Twice: leaving one wall of a corner may lead into the other.
    for _ in 0..2 {
        let mut moved = false;
        for wall in scene.walls.near(now).filter(|w| w.faces(now)) {
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

/// One round of the last rule, from `next` into `spare`; how many gave way.
fn hold_back(pool: &Pool, scene: Scene<'_>, next: &[Point], c: &mut Contacts) -> (u32, Outcome) {
    let n = scene.bodies.len();
    let pairs = &c.pairs;
    let columns = (&mut c.spare[..], &mut c.held[..], PerChunk::new(&mut c.counts, n));
    pool.chunks(columns, |start, (spare, held, count)| {
        let count = count.item();
        *count = Count::default();
        for (k, (out, held)) in spare.iter_mut().zip(held).enumerate() {
            let row = start + k;
            let (overlap, before) = overlaps(scene, next, row, pairs[start / CHUNK].of(k));
            let crosses = crosses_wall(scene, row, next[row]);
            *out = next[row];
            let bad = crosses || (overlap > TOLERANCE && overlap > before);
            if bad && *held < HALVINGS {
                *held += 1;
                count.moved += 1;
                let now = scene.bodies[row].place();
                *out = if *held == HALVINGS { now } else { now.lerp(next[row], 0.5) };
            }
            count.overlap = count.overlap.max(overlap);
            count.crossings += u32::from(crosses);
        }
    });
    let mut total = Count::default();
    for count in &c.counts[..n.div_ceil(CHUNK)] {
        total.moved += count.moved;
        total.overlap = total.overlap.max(count.overlap);
        total.crossings += count.crossings;
    }
    let held = c.held.iter().filter(|h| **h > 0).count() as u32;
    (total.moved, Outcome { overlap: total.overlap, crossings: total.crossings, held })
}

/// Worst overlap of a body with others and walls, next and now.
fn overlaps(scene: Scene<'_>, next: &[Point], row: usize, pairs: &[u32]) -> (f32, f32) {
    let me = &scene.bodies[row];
    let (mut worst, mut before) = (0.0f32, 0.0f32);
    for other in pairs {
        let o = &scene.bodies[*other as usize];
        let touch = me.radius + o.radius;
        let overlap = touch - (next[row] - next[*other as usize]).length();
        if overlap > worst {
            worst = overlap;
            before = touch - (me.place() - o.place()).length();
        }
    }
    for wall in scene.walls.near(me.place()).filter(|w| w.faces(me.place())) {
        let depth = me.radius - wall.at.distance(next[row]) as f32;
        if depth > worst {
            worst = depth;
            before = me.radius - wall.at.distance(me.place()) as f32;
        }
    }
    (worst, before)
}

fn crosses_wall(scene: Scene<'_>, row: usize, to: Point) -> bool {
    let from = scene.bodies[row].place();
    if from == to {
        return false;
    }
    let motion = Segment::new(from, to);
    scene.walls.near(from).any(|w| w.at.crossing(motion) != Crossing::None)
}

fn fold_max(pool: &Pool, partial: &mut Vec<f32>, n: usize, value: impl Fn(usize) -> f32 + Sync) -> f32 {
    pool.chunks(PerChunk::new(partial, n), |start, out| {
        *out.item() = (start..(start + CHUNK).min(n)).map(&value).fold(0.0, f32::max);
    });
    partial[..n.div_ceil(CHUNK)].iter().copied().fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::{Polygon, Region};
    use proptest::prelude::*;

    /// Free places on a jittered lattice in a 12 x 12 m room.
    fn crowd(jitter: &[(f64, f64)]) -> Vec<Body> {
        let place = |k: usize, (dx, dy): (f64, f64)| {
            Point::new(0.6 + (k % 20) as f64 * 0.55 + dx * 0.05, 0.6 + (k / 20) as f64 * 0.55 + dy * 0.05)
        };
        jitter.iter().enumerate().map(|(k, j)| Body::new(place(k, *j), Vec2::ZERO, 0.22)).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// Whatever everyone wants, after contact nobody overlaps by more than the tolerance or is in a wall.
        #[test]
        fn nobody_overlaps_whatever_they_want(
            jitter in prop::collection::vec((-1.0f64..1.0, -1.0f64..1.0), 1..400),
            wish in prop::collection::vec((-0.3f64..0.3, -0.3f64..0.3), 400),
            centre in any::<bool>(),
        ) {
            let room = Region::from(Polygon::rectangle(0.0, 0.0, 12.0, 12.0).unwrap());
            let bodies = crowd(&jitter);
            let ids: Vec<AgentId> = (0..bodies.len() as u32).map(AgentId).collect();
            let mut near = Neighbours::new(room.bounds().unwrap(), 3.0);
            near.rebuild_alone(&bodies);
            let walls = Walls::new(&room, 2.0);
            let scene = Scene { bodies: &bodies, ids: &ids, near: &near, walls: &walls };
            let mut next: Vec<Point> = bodies.iter().zip(&wish).map(|(b, w)| {
                // Everybody to the centre is the worst crush there is.
                let (dx, dy) = if centre { (6.0 - b.x, 6.0 - b.y) } else { *w };
                Point::new(b.x + dx.clamp(-0.3, 0.3), b.y + dy.clamp(-0.3, 0.3))
            }).collect();
            let outcome = resolve(&Pool::new(1), scene, &mut next, &mut Contacts::default());
            prop_assert_eq!(outcome.crossings, 0);
            prop_assert!(outcome.overlap <= TOLERANCE + 1e-6);
            for i in 0..next.len() {
                prop_assert!(room.contains(next[i]) && room.distance_to_border(next[i]) > 0.22 - 0.0051);
                for j in 0..i {
                    prop_assert!(next[i].distance(next[j]) > 0.44 - 0.0051);
                }
            }
        }
    }

    #[test]
    fn coincident_bodies_part() {
        let room = Region::from(Polygon::rectangle(0.0, 0.0, 12.0, 12.0).unwrap());
        let bodies = [Body::new(Point::new(6.0, 6.0), Vec2::ZERO, 0.22); 2];
        let ids = [AgentId(0), AgentId(1)];
        let mut near = Neighbours::new(room.bounds().unwrap(), 3.0);
        near.rebuild_alone(&bodies);
        let walls = Walls::new(&room, 2.0);
        let scene = Scene { bodies: &bodies, ids: &ids, near: &near, walls: &walls };
        let mut next = vec![Point::new(6.0, 6.0); 2];
        resolve(&Pool::new(1), scene, &mut next, &mut Contacts::default());
        // One step pushes each by at most PUSH; the next does the rest.
        let bodies = [0, 1].map(|k| Body::new(next[k], Vec2::ZERO, 0.22));
        let scene = Scene { bodies: &bodies, ..scene };
        let outcome = resolve(&Pool::new(1), scene, &mut next, &mut Contacts::default());
        assert!(next[0].distance(next[1]) > 0.43 && outcome.overlap < 0.005);
    }
}
