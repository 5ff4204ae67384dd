//! Several at once: the velocities on any tangent that no other interaction forbids, and the best of them.

use super::domain::{Forbidden, Remainder};
use super::kite::Kite;
use super::pair::{Own, PairInteraction};
use super::{SHRINK, Tangent};
use ambulo_geom::Vec2;
use ambulo_sim::{LANES, Note, Row, Trace, View};

/// Interactions considered at once at most.
pub(super) const MOST: usize = 7;
/// Walls that bound the choice at most: the nearest ones.
pub(super) const WALLS: usize = 12;
/// Velocities weighed at most. Seven cones leave far fewer pieces.
const CANDIDATES: usize = 256;
/// Neighbours that can be distinguished as perceived; beyond this many, others are not counted.
const WORDS: usize = 64;

/// The interactions that come first.
#[derive(Clone, Copy)]
pub(super) struct First {
    pub(super) all: [PairInteraction; MOST],
    pub(super) count: usize,
}

impl First {
    pub(super) fn new() -> Self {
        Self { all: [PairInteraction::default(); MOST], count: 0 }
    }

    pub(super) fn list(&self) -> &[PairInteraction] {
        &self.all[..self.count]
    }

    /// Keeps it in order of time, among at most so many.
    pub(super) fn add(&mut self, i: PairInteraction, most: usize) {
        // Ties by distance, which does not depend on the order in which people are evaluated.
        let before =
            |a: &PairInteraction, b: &PairInteraction| (a.time, a.p.length_squared()) < (b.time, b.p.length_squared());
        let at = self.list().iter().position(|o| before(&i, o)).unwrap_or(self.count);
        if at >= most {
            return;
        }
        self.count = (self.count + 1).min(most);
        for k in (at + 1..self.count).rev() {
            self.all[k] = self.all[k - 1];
        }
        self.all[at] = i;
    }
}

/// Which of the neighbours are perceived, by their place in the list.
pub(super) struct Perceived {
    words: [u64; WORDS],
    used: usize,
}

impl Perceived {
    pub(super) fn new() -> Self {
        Self { words: [0; WORDS], used: 0 }
    }

    /// Notes eight neighbours from number `at`, a multiple of eight, on.
    #[inline(always)]
    pub(super) fn set(&mut self, at: usize, bits: u8) {
        if at / 64 < WORDS {
            self.words[at / 64] |= u64::from(bits) << (at % 64);
            self.used = at / 64 + 1;
        }
    }

    fn eight(&self, at: usize) -> u8 {
        if at / 64 < self.used { (self.words[at / 64] >> (at % 64)) as u8 } else { 0 }
    }
}

/// Everything the choice depends on.
pub(super) struct Choice<'a, 'v> {
    pub(super) view: &'a View<'v>,
    pub(super) me: Row,
    pub(super) params: &'a Tangent,
    pub(super) own: &'a Own,
    pub(super) perceived: &'a Perceived,
    pub(super) walls: &'a [Forbidden],
    pub(super) prefers_left: bool,
}

/// Velocities to weigh, in columns.
struct VelocityCandidates {
    x: [f32; CANDIDATES],
    y: [f32; CANDIDATES],
    /// How many new interactions each would start.
    new: [f32; CANDIDATES],
    count: usize,
}

impl VelocityCandidates {
    fn new() -> Self {
        Self { x: [0.0; CANDIDATES], y: [0.0; CANDIDATES], new: [0.0; CANDIDATES], count: 0 }
    }

    fn push(&mut self, v: Vec2) {
        if self.count < CANDIDATES {
            (self.x[self.count], self.y[self.count]) = (v.x, v.y);
            self.count += 1;
        }
    }

    fn push_faster(&mut self, v: Vec2, slowest: f32) {
        if v.length_squared() >= slowest * slowest {
            self.push(v);
        }
    }

    fn at(&self, k: usize) -> Vec2 {
        Vec2::new(self.x[k], self.y[k])
    }
}

impl Choice<'_, '_> {
    /// The velocity for the interactions given, the first the most urgent.
    #[inline(always)]
    pub(super) fn make<T: Trace>(&self, first: &First, trace: &mut T) -> Vec2 {
        if let [only] = first.list() {
            let v = only.solution(self.own, self.params.alpha);
            if self.free(v, first.list()) {
                trace.note(|| Note::Candidate { velocity: v, cost: 0.0, terms: vec![], chosen: true });
                return v;
            }
        }
        let mut considered = first.count;
        loop {
            if let Some(v) = self.best(&first.all[..considered], trace) {
                return v;
            }
            if self.params.crowded >= 0.5 {
                trace.note(|| Note::Text("no velocity is left: it stops".into()));
                return Vec2::ZERO;
            }
            if considered == 1 {
                trace.note(|| Note::Text("no velocity is left: it creeps on".into()));
                return self.own.desired * self.params.halt;
            }
            considered -= 1;
            trace.note(|| Note::Text(format!("no velocity solves all: only the {considered} most urgent count")));
        }
    }

    /// Whether a velocity touches no wall and starts nothing new.
    #[inline(always)]
    fn free(&self, v: Vec2, considered: &[PairInteraction]) -> bool {
        if self.walls.iter().any(|w| w.holds(v)) {
            return false;
        }
        let mut one = VelocityCandidates::new();
        one.push(v);
        self.count_new(&mut one, considered);
        one.new[0] == 0.0
    }

    /// Steps 4 and 5: the best velocity on the tangents that no other interaction forbids.
    #[inline(always)]
    fn best<T: Trace>(&self, considered: &[PairInteraction], trace: &mut T) -> Option<Vec2> {
        // Rounding must not drop a velocity of exactly this speed.
        let fewer = self.params.crowded < 0.5;
        let slowest = if fewer { 0.999 * self.params.halt * self.own.desired.length() } else { 0.0 };
        let mut candidates = VelocityCandidates::new();
        for (i, interaction) in considered.iter().enumerate() {
            for ray in interaction.rays() {
                let taus = ray.strategies(self.own.desired, self.own.limit);
                let (from, to) = (taus.into_iter().fold(f32::MAX, f32::min), taus.into_iter().fold(0.0, f32::max));
                let mut rest = Remainder::new(from, to);
                let others = considered.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, o)| &o.forbidden);
                others.chain(self.walls).for_each(|f| rest.cut(&ray, f));
                for [a, b] in rest.pieces() {
                    for from in [self.own.desired, self.own.velocity] {
                        candidates.push_faster(ray.at(ray.nearest(from).clamp(*a, *b)), slowest);
                    }
                    // A piece as short as a millimetre a second is one velocity.
                    if b - a > 1e-3 {
                        for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
                            candidates.push_faster(ray.at(a + (b - a) * share), slowest);
                        }
                    }
                }
            }
        }
        self.count_new(&mut candidates, considered);
        let best = (0..candidates.count).reduce(|a, b| if self.better(&candidates, b, a) { b } else { a });
        for k in 0..candidates.count {
            trace.note(|| {
                let (v, new) = (candidates.at(k), candidates.new[k]);
                let terms = vec![
                    ("new interactions", new),
                    ("from the present velocity", (v - self.own.velocity).length()),
                    ("from the desired velocity", (v - self.own.desired).length()),
                ];
                Note::Candidate { velocity: v, cost: new, terms, chosen: best == Some(k) }
            });
        }
        best.map(|k| candidates.at(k).clamp_length(self.own.limit))
    }

    /// Which of eight others are near enough for an interaction within the time that counts: nobody is met in `ahead`
    /// seconds who is farther away than both walk in that time, plus what the kite reaches.
    #[inline(always)]
    fn meets_soon(&self, p: [&[f32; LANES]; 2], v: [&[f32; LANES]; 2]) -> u8 {
        // A little more, so that rounding never drops an agent.
        let reach = 1.001 * self.own.kite.reach();
        let mut near = [0u32; LANES];
        for k in 0..LANES {
            let (d2, v2) = (p[0][k] * p[0][k] + p[1][k] * p[1][k], v[0][k] * v[0][k] + v[1][k] * v[1][k]);
            let far = reach + self.params.ahead * 1.001 * (v2.sqrt() + self.own.limit);
            near[k] = u32::from(d2 <= far * far) << k;
        }
        near.iter().fold(0, |all, bit| all | bit) as u8
    }

    /// Fewer new interactions, then nearer to the present velocity, then to the desired one, then to the preferred
    /// side.
    fn better(&self, c: &VelocityCandidates, a: usize, b: usize) -> bool {
        if c.new[a] != c.new[b] {
            return c.new[a] < c.new[b];
        }
        let (va, vb) = (c.at(a), c.at(b));
        let (present, desired) = (self.own.velocity, self.own.desired);
        let order = if self.params.nearest < 0.5 { [desired, present] } else { [present, desired] };
        for from in order {
            let (da, db) = ((va - from).length(), (vb - from).length());
            if (da - db).abs() > 1e-6 * (da + db) {
                return da < db;
            }
        }
        let turn = self.own.kite.forward.cross(va - vb);
        if self.prefers_left { turn > 0.0 } else { turn < 0.0 }
    }

    /// Counts for every candidate the perceived walkers, other than those considered, with which it would interact.
    #[inline(always)]
    fn count_new(&self, candidates: &mut VelocityCandidates, considered: &[PairInteraction]) {
        let body = self.view.body(self.me);
        let rows = self.view.neighbours(self.me);
        for (chunk, eight) in rows.chunks(LANES).enumerate() {
            let perceived = self.perceived.eight(chunk * LANES);
            if perceived == 0 {
                continue;
            }
            let (mut px, mut py, mut vx, mut vy) = ([0.0; LANES], [0.0; LANES], [0.0; LANES], [0.0; LANES]);
            for (k, row) in eight.iter().enumerate() {
                let other = self.view.body(row);
                (px[k], py[k]) = ((other.x - body.x) as f32, (other.y - body.y) as f32);
                (vx[k], vy[k]) = (other.vx, other.vy);
            }
            let perceived = perceived & self.meets_soon([&px, &py], [&vx, &vy]);
            if perceived == 0 {
                continue;
            }
            let cones = Cones::new(&self.own.kite, self.params.invaded >= 0.5, &px, &py);
            for (k, row) in eight.iter().enumerate() {
                if perceived >> k & 1 == 0 || cones.behind[k] || considered.iter().any(|i| i.row == row) {
                    continue;
                }
                let (p, v) = (Vec2::new(px[k], py[k]), Vec2::new(vx[k], vy[k]));
                cones.count(k, p, v, self.params.ahead, candidates);
            }
        }
    }
}

/// The wedges of eight others, side by side.
struct Cones {
    right_x: [f32; LANES],
    right_y: [f32; LANES],
    left_x: [f32; LANES],
    left_y: [f32; LANES],
    behind: [bool; LANES],
}

impl Cones {
    /// The same as [`wedge`](super::pair::wedge) for eight at a time; not of unit length.
    #[inline(always)]
    fn new(kite: &Kite, yields: bool, px: &[f32; LANES], py: &[f32; LANES]) -> Self {
        let corners = kite.corners(1.0);
        let mut cones = Self {
            right_x: [0.0; LANES],
            right_y: [0.0; LANES],
            left_x: [0.0; LANES],
            left_y: [0.0; LANES],
            behind: [false; LANES],
        };
        let (per_front, per_back, per_half) = (1.0 / kite.front, 1.0 / kite.back, 1.0 / kite.half);
        for k in 0..LANES {
            let (x, y) = (px[k], py[k]);
            let ahead = kite.forward.x * x + kite.forward.y * y;
            let aside = (kite.forward.x * y - kite.forward.y * x).abs();
            let gauge = ahead * (if ahead >= 0.0 { per_front } else { -per_back }) + aside * per_half;
            let inside = gauge <= 1.0;
            let scale = if inside { SHRINK * gauge } else { 1.0 };
            let (fx, fy) = (corners[0].x * scale - x, corners[0].y * scale - y);
            let (mut rx, mut ry, mut lx, mut ly) = (fx, fy, fx, fy);
            for c in &corners[1..] {
                let (dx, dy) = (c.x * scale - x, c.y * scale - y);
                let (r, l) = (rx * dy - ry * dx < 0.0, lx * dy - ly * dx > 0.0);
                (rx, ry) = (if r { dx } else { rx }, if r { dy } else { ry });
                (lx, ly) = (if l { dx } else { lx }, if l { dy } else { ly });
            }
            let half = inside && yields;
            // Half a plane: everything that comes nearer, -p turned to either side.
            (cones.right_x[k], cones.right_y[k]) = (if half { -y } else { rx }, if half { x } else { ry });
            (cones.left_x[k], cones.left_y[k]) = (if half { y } else { lx }, if half { -x } else { ly });
            cones.behind[k] = inside && ahead < 0.0;
        }
        cones
    }

    /// Adds one to every candidate inside the cone of other number `k`.
    #[inline(always)]
    fn count(&self, k: usize, p: Vec2, v: Vec2, ahead: f32, c: &mut VelocityCandidates) {
        let (rx, ry, lx, ly) = (self.right_x[k], self.right_y[k], self.left_x[k], self.left_y[k]);
        let n = c.count.next_multiple_of(LANES).min(CANDIDATES);
        for ((new, cx), cy) in c.new[..n].iter_mut().zip(&c.x[..n]).zip(&c.y[..n]) {
            let (x, y) = (v.x - cx, v.y - cy);
            let (right, left) = (rx * y - ry * x, x * ly - y * lx);
            // Time to the interaction: -p.x / x.x
            let soon = -(p.x * x + p.y * y) < ahead * (x * x + y * y);
            *new += if (right > 0.0) & (left > 0.0) & soon { 1.0 } else { 0.0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tangent::{pair, personal_area};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn eight_at_a_time_gives_the_wedges_of_one_at_a_time(
            places in prop::collection::vec((-3.0f32..3.0, -3.0f32..3.0), LANES..=LANES),
            turn in 0.0f64..6.25, speed in 0.0f32..2.0, yields in any::<bool>(), vx in -2.0f32..2.0, vy in -2.0f32..2.0,
        ) {
            let params = Tangent { invaded: f32::from(u8::from(yields)), ..Tangent::default() };
            let kite = personal_area(&params, Vec2::from_angle(turn), speed);
            let (mut px, mut py) = ([0.0; LANES], [0.0; LANES]);
            for (k, (x, y)) in places.iter().enumerate() {
                (px[k], py[k]) = (*x, *y);
            }
            let cones = Cones::new(&kite, yields, &px, &py);
            let v = Vec2::new(vx, vy);
            for k in 0..LANES {
                let p = Vec2::new(px[k], py[k]);
                let one = pair::wedge(&params, &kite, p, kite.gauge(p));
                let (right, left) = (one.right.cross(v), v.cross(one.left));
                prop_assume!(right.abs() > 1e-3 && left.abs() > 1e-3);
                let mut c = VelocityCandidates::new();
                c.push(Vec2::ZERO);
                cones.count(k, p, v, f32::INFINITY, &mut c);
                prop_assert_eq!(c.new[0] == 1.0, one.holds(v), "{:?} {:?}", p, one);
            }
        }
    }

    #[test]
    fn the_most_urgent_come_first_and_the_rest_is_dropped() {
        let mut first = First::new();
        for time in [5.0, 1.0, 3.0, 2.0, 4.0] {
            first.add(PairInteraction { time, ..PairInteraction::default() }, 3);
        }
        assert_eq!(first.list().iter().map(|i| i.time).collect::<Vec<_>>(), [1.0, 2.0, 3.0]);
    }
}
