//! Gaps to those in front, in some directions, eight neighbours side by side.

// Several columns side by side.
#![allow(clippy::needless_range_loop)]

use super::Headway;
use ambulo_geom::Vec2;
use ambulo_sim::{Block, LANES, NOWHERE, Row, View};

/// How many directions are tried.
pub(super) const COUNT: usize = 7;
/// Directions tried about the chosen one [rad]; positive is to the left.
pub(super) const TURNS: [f32; COUNT] = [0.0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9];
/// Cosines and sines of these turns.
pub(super) const COSINES: [f32; COUNT] = [1.0, 0.955_336_5, 0.955_336_5, 0.825_335_6, 0.825_335_6, 0.621_61, 0.621_61];
pub(super) const SINES: [f32; COUNT] =
    [0.0, 0.295_520_2, -0.295_520_2, 0.564_642_5, -0.564_642_5, 0.783_326_9, -0.783_326_9];

/// Bodies as wide as this have the lengths that stand in the parameters [m].
const USUAL: f32 = 0.44;
/// Who is nearer than this beyond standing distance is in front also when it will be gone [m].
const GONE: f32 = 0.4;
/// Who crosses moves aside at least so fast [m/s], and at least so much of what it moves along.
const CROSSES: (f32, f32) = (0.3, 0.7);
/// Who crosses and goes first is left so much of the gap to where both meet.
const LEFT: f32 = 0.7;
/// Farther than the farthest that can matter, so that rounding does not matter [m].
const MARGIN: f32 = 0.1;

/// Nobody has a larger radius, where others are searched for by their distance [m].
pub(super) const WIDE: f32 = 0.5;

/// The gap where nobody is in front [m].
pub(super) const FREE: f32 = 1e9;
/// Neighbours who may matter, put aside until there are enough to work on. Few of those in range do.
const ROOM: usize = 4 * LANES;

/// Who is ahead of a walker, and how large the gaps to them are in `N` directions: all of [`TURNS`] when it looks around, one when it
/// only keeps its distance.
pub(super) struct Ahead<const N: usize> {
    pub(super) directions: [Vec2; N],
    pub(super) route: Vec2,
    /// Speed the walker wants [m/s].
    pub(super) speed: f32,
    /// Of each lane, the least distance beyond touching [m].
    nearest: [f32; LANES],
    plain: [[f32; LANES]; N],
    foreseen: [[f32; LANES]; N],
    /// Of each lane, whether one of its people comes.
    coming: [f32; LANES],
    /// Of each lane, those who cross to the right less those who cross to the left.
    crossing: [f32; LANES],
    /// Place, velocity and distance of touching; speed and the square of half the strip once they are complete.
    kept: [[f32; ROOM]; 7],
    count: usize,
    any: bool,
    radius: f32,
    length: f32,
    width: f32,
    on_time: f32,
    same_time: f32,
    cross_time: f32,
    /// Gaps from this on bound nothing [m].
    far: f32,
}

impl<const N: usize> Ahead<N> {
    /// Of a walker that wants to go in direction `e0` at a speed, and tries these turns. Gaps from `far` on bound nothing.
    #[inline(always)]
    pub(super) fn new(
        p: &Headway,
        turns: [usize; N],
        e0: Vec2,
        speed: f32,
        route: Vec2,
        radius: f32,
        company: f32,
        far: f32,
    ) -> Self {
        Self {
            directions: all_turned(e0, turns),
            route,
            speed,
            nearest: [FREE; LANES],
            plain: [[FREE; LANES]; N],
            foreseen: [[FREE; LANES]; N],
            coming: [0.0; LANES],
            crossing: [0.0; LANES],
            kept: [[0.0; ROOM]; 7],
            count: 0,
            any: false,
            radius,
            length: p.length / USUAL,
            width: (p.width + (p.crowd_width - p.width) * company) / USUAL,
            on_time: p.on_time,
            same_time: p.same_time,
            cross_time: p.cross_time,
            far: far + MARGIN,
        }
    }

    /// How far away those are who matter now [m].
    #[inline(always)]
    pub(super) fn reach(&self) -> f32 {
        self.far + self.length * (self.radius + WIDE)
    }

    /// Whether nobody is in front who may matter.
    #[inline(always)]
    pub(super) fn empty(&self) -> bool {
        !self.any && self.count == 0
    }

    #[inline(always)]
    pub(super) fn anyone_comes(&self) -> bool {
        self.coming.iter().any(|c| *c > 0.0)
    }

    /// Whether those who cross go to the right (1) or to the left (-1), or as many to both sides (0).
    #[inline(always)]
    pub(super) fn crossing(&self) -> f32 {
        let mut sum = 0.0;
        for lane in self.crossing {
            sum += lane;
        }
        (0.5 * sum).clamp(-1.0, 1.0)
    }

    /// Puts those aside who may matter: who is near, or comes nearer.
    #[inline(always)]
    pub(super) fn add(&mut self, o: &Block<'_>) {
        /// People who come are noticed in a strip of twice this width [m].
        const COMING: f32 = 2.0;
        /// Who crosses within this distance is passed behind [m].
        const CROSSES_WITHIN: f32 = 3.0;
        /// Who is farther than this beyond the line of the route is across [m].
        const CROSSED: f32 = 0.3;
        let (e, r) = (self.directions[0], self.route);
        let mut matters = [0.0; LANES];
        for k in 0..LANES {
            let (x, y, vx, vy) = (o.dx[k], o.dy[k], o.vx[k], o.vy[k]);
            let touch = self.radius + o.radius[k];
            let d = (x * x + y * y).sqrt();
            let nearing = (x * vx + y * vy) / (d + 1e-6);
            let foreseen = d - self.length * touch + self.on_time * least(nearing, 0.0);
            // Above zero for those in front who matter.
            matters[k] = least(x * e.x + y * e.y + touch, self.far - foreseen);
            self.nearest[k] = least(self.nearest[k], d - touch);
        }
        for k in 0..LANES {
            let (x, y, vx, vy) = (o.dx[k], o.dy[k], o.vx[k], o.vy[k]);
            let (along, across) = (vx * r.x + vy * r.y, vx * r.y - vy * r.x);
            let (before, beside) = (x * r.x + y * r.y, x * r.y - y * r.x);
            let comes = least(least(-0.2 - along, -along - across.abs()), least(before, COMING - beside.abs()));
            self.coming[k] = larger(self.coming[k], comes);
            let crosses = least(across.abs() - CROSSES.0, across.abs() - along.abs());
            let near = least(before + self.radius, CROSSES_WITHIN * CROSSES_WITHIN - x * x - y * y);
            // Who is across already is no matter, nor who walks ahead round a bend.
            let to_right = 1.0f32.copysign(across);
            let counts = least(least(crosses, near), CROSSED - beside * to_right);
            self.crossing[k] += if counts > 0.0 { to_right } else { 0.0 };
        }
        self.keep(o, &matters);
    }

    /// The same where only those matter who are near.
    #[inline(always)]
    pub(super) fn add_near(&mut self, o: &Block<'_>) {
        let e = self.directions[0];
        let mut matters = [0.0; LANES];
        for k in 0..LANES {
            let (x, y) = (o.dx[k], o.dy[k]);
            let touch = self.radius + o.radius[k];
            let d = (x * x + y * y).sqrt();
            matters[k] = least(x * e.x + y * e.y, self.far + self.length * touch - d);
            self.nearest[k] = least(self.nearest[k], d - touch);
        }
        self.keep(o, &matters);
    }

    #[inline(always)]
    fn keep(&mut self, o: &Block<'_>, matters: &[f32; LANES]) {
        let mut bits = 0u32;
        for (k, m) in matters.iter().enumerate() {
            bits |= u32::from(*m > 0.0) << k;
        }
        while bits != 0 {
            let k = bits.trailing_zeros() as usize % LANES;
            bits &= bits - 1;
            let at = self.count % ROOM;
            self.kept[0][at] = o.dx[k];
            self.kept[1][at] = o.dy[k];
            self.kept[2][at] = o.vx[k];
            self.kept[3][at] = o.vy[k];
            self.kept[4][at] = self.radius + o.radius[k];
            self.count += 1;
            if self.count == ROOM {
                self.make_room();
            }
        }
    }

    /// Least distance to a neighbour, beyond touching [m].
    #[inline(always)]
    pub(super) fn nearest(&self) -> f32 {
        self.nearest.into_iter().fold(FREE, least)
    }

    /// Gaps in all directions to those who were put aside, because there is no room for more.
    fn make_room(&mut self) {
        self.complete();
        for at in 0..N {
            self.add_gaps(at);
        }
        self.any = true;
        self.count = 0;
    }

    /// Fills the last lanes of those who were put aside, and finds what is the same in all directions.
    #[inline(always)]
    pub(super) fn complete(&mut self) {
        let n = self.count.next_multiple_of(LANES).min(ROOM);
        for k in self.count..n {
            (self.kept[0][k], self.kept[1][k]) = (NOWHERE, NOWHERE);
            (self.kept[2][k], self.kept[3][k], self.kept[4][k]) = (0.0, 0.0, 0.0);
        }
        let [_, _, vxs, vys, touches, paces, edges] = &mut self.kept;
        let (vxs, vys, touches, paces, edges) = (&vxs[..n], &vys[..n], &touches[..n], &mut paces[..n], &mut edges[..n]);
        for k in 0..n {
            paces[k] = (vxs[k] * vxs[k] + vys[k] * vys[k]).sqrt();
            let half = self.width * touches[k] + 1e-6;
            edges[k] = half * half;
        }
    }

    /// The plain gap and the foreseen one in a direction, once all are put aside and [`complete`](Self::complete) [m].
    #[inline(always)]
    pub(super) fn gaps(&mut self, at: usize) -> (f32, f32) {
        self.add_gaps(at);
        (least_of_lanes(&self.plain[at]), least_of_lanes(&self.foreseen[at]))
    }

    /// Takes up the gaps in a direction to those who were put aside.
    ///
    /// Loops over as many as there are, without branches: the compiler makes vectors of them. Over eight at a time it would unroll them
    /// first and then keep some of the work scalar.
    #[inline(always)]
    fn add_gaps(&mut self, at: usize) {
        let n = self.count.next_multiple_of(LANES).min(ROOM);
        let [xs, ys, vxs, vys, touches, paces, edges] = &self.kept;
        let (xs, ys, vxs, vys, touches) = (&xs[..n], &ys[..n], &vxs[..n], &vys[..n], &touches[..n]);
        let (paces, edges) = (&paces[..n], &edges[..n]);
        let (mut nows, mut thens) = ([0.0; ROOM], [0.0; ROOM]);
        let (nows, thens) = (&mut nows[..n], &mut thens[..n]);
        let (length, speed, cross_time) = (self.length, self.speed, self.cross_time);
        let (on_time, same_time) = (self.on_time, self.same_time);
        let e = self.directions[at];
        for k in 0..n {
            let along = vxs[k] * e.x + vys[k] * e.y;
            let sideways = vxs[k] * e.y - vys[k] * e.x;
            let across = xs[k] * e.y - ys[k] * e.x;
            let room = xs[k] * e.x + ys[k] * e.y - length * touches[k];
            // Where it will be beside the line when the walker gets there.
            let when = least(larger(room / larger(speed - along, 0.3), 0.0), cross_time);
            let later = across + sideways * when;
            let (later, aside) = (later * later, across * across);
            let front = room + length * touches[k];
            // Who is aside is less in front: the gap grows without bound towards the edge of the strip.
            let edge = edges[k];
            let then = if room > 0.0 { room * edge / larger(edge - later, 1e-3 * edge) } else { room };
            let then = if least(front, edge - later) > 0.0 { then } else { FREE };
            let now = if room > 0.0 { room * edge / larger(edge - aside, 1e-3 * edge) } else { room };
            let now = if least(front, edge - aside) > 0.0 { now } else { FREE };
            // Of two who cross, the one who is farther on along both directions goes first.
            let crosses = least(sideways.abs() - CROSSES.0, sideways.abs() - along.abs() * CROSSES.1);
            let before = xs[k] * (e.x * paces[k] + vxs[k]) + ys[k] * (e.y * paces[k] + vys[k]);
            let gap = if least(crosses, before) > 0.0 { least(now, LEFT * then) } else { now };
            // Who will be gone does not count, unless it is very near.
            nows[k] = if larger(FREE - then, GONE - room) > 0.0 { gap } else { FREE };
            thens[k] = then + along * if along < 0.0 { on_time } else { same_time };
        }
        least_by_lanes(&mut self.plain[at], nows);
        least_by_lanes(&mut self.foreseen[at], thens);
    }
}

/// Takes up what is less, lane by lane.
#[inline(always)]
fn least_by_lanes(lanes: &mut [f32; LANES], gaps: &[f32]) {
    for eight in gaps.chunks_exact(LANES) {
        for (lane, gap) in lanes.iter_mut().zip(eight) {
            *lane = least(*lane, *gap);
        }
    }
}

/// A loop, not an adapter of arrays: what that calls would be compiled for narrow vectors.
#[inline(always)]
fn least_of_lanes(gaps: &[f32; LANES]) -> f32 {
    let mut out = FREE;
    for gap in gaps {
        out = least(out, *gap);
    }
    out
}

#[inline(always)]
fn all_turned<const N: usize>(e: Vec2, turns: [usize; N]) -> [Vec2; N] {
    let mut out = [e; N];
    for (out, k) in out.iter_mut().zip(turns) {
        *out = turned(e, k);
    }
    out
}

/// A direction turned by one of [`TURNS`].
#[inline(always)]
pub(super) fn turned(e: Vec2, k: usize) -> Vec2 {
    Vec2::new(COSINES[k] * e.x - SINES[k] * e.y, SINES[k] * e.x + COSINES[k] * e.y)
}

#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[inline(always)]
fn least(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// How far it is to walls, which bound what is foreseen in directions that turn towards them [m]; the chosen direction is the model's
/// affair.
#[inline(always)]
pub(super) fn up_to_walls(view: &View<'_>, me: Row, directions: &[Vec2; COUNT]) -> [f32; COUNT] {
    let mut free = [f32::INFINITY; COUNT];
    let (place, radius) = (view.place(me), view.body(me).radius);
    for wall in view.walls(me).filter(|w| w.faces(place)) {
        let (a, b) = (wall.at.a - place, wall.at.b - place);
        let Some(along) = (b - a).unit() else { continue };
        // People walk to the left of walls: this points to them.
        let normal = Vec2::new(-along.y, along.x);
        let away = -a.dot(normal);
        for k in 1..directions.len() {
            let e = directions[k];
            let nearing = -e.dot(normal);
            if nearing > 1e-3 {
                let reach = ((away - radius) / nearing).max(0.0);
                let foot = (e * reach - a).dot(along);
                if foot > -radius && foot < (b - a).dot(along) + radius {
                    free[k] = least(free[k], reach);
                }
            }
        }
    }
    free
}
