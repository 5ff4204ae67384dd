//! Orientation sections of people: in which directions, and at which speeds, an agent would be met in each window.
//!
//! Eight people side by side, without a branch, so that the loops become vector code.

use super::angles::{number, wrap};
use super::windows::{MOST_WINDOWS, Windows};
use ambulo_sim::LANES;

/// At most so many people are considered: the nearest.
pub(super) const MOST_PEOPLE: usize = 64;
/// Sections of one neighbour: one per window, and one more where a window is cut.
pub(super) const MOST_SECTIONS: usize = MOST_WINDOWS + 1;
/// Faster than any agent.
pub(super) const BIG: f32 = 1e9;

/// One number for each of eight.
pub(super) type PerLane = [f32; LANES];

/// People around a walker, in its frame: x along the desired direction, y to the left. Unused places at the end are
/// far away and stand.
pub(super) struct People {
    pub(super) count: usize,
    pub(super) dx: [f32; MOST_PEOPLE],
    pub(super) dy: [f32; MOST_PEOPLE],
    pub(super) vx: [f32; MOST_PEOPLE],
    pub(super) vy: [f32; MOST_PEOPLE],
    /// Distance kept from each: both radii and the margin [m].
    pub(super) reach: [f32; MOST_PEOPLE],
    pub(super) row: [u32; MOST_PEOPLE],
    /// An agent nearer than the distance kept and this counts as touching [m].
    pub(super) slack: f32,
}

/// Where nobody is [m].
const NOWHERE: f32 = 1e6;

impl People {
    pub(super) const NOBODY: Self = Self {
        count: 0,
        dx: [NOWHERE; MOST_PEOPLE],
        dy: [0.0; MOST_PEOPLE],
        vx: [0.0; MOST_PEOPLE],
        vy: [0.0; MOST_PEOPLE],
        reach: [0.0; MOST_PEOPLE],
        row: [0; MOST_PEOPLE],
        slack: 0.0,
    };

    pub(super) fn blocks(&self) -> usize {
        self.count.div_ceil(LANES)
    }

    /// Removes an agent.
    pub(super) fn drop(&mut self, k: usize) {
        self.count -= 1;
        let last = self.count;
        for column in [&mut self.dx, &mut self.dy, &mut self.vx, &mut self.vy, &mut self.reach] {
            column[k] = column[last];
        }
        self.row[k] = self.row[last];
        (self.dx[last], self.dy[last], self.vx[last], self.vy[last], self.reach[last]) = (NOWHERE, 0.0, 0.0, 0.0, 0.0);
    }
}

/// What a walker aims at, and how it looks ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    /// Desired speed [m/s].
    pub(super) speed: f32,
    /// Greatest speed [m/s].
    pub(super) top: f32,
    pub(super) windows: Windows,
    /// Horizon and confidence offset together [s].
    pub(super) trust: f32,
    /// Cut windows where the desired speed is past the neighbour, and leave out those beyond the greatest speed.
    pub(super) refine: bool,
}

impl Aim {
    /// What slowing down to `slow` costs.
    #[inline(always)]
    pub(super) fn slowing(&self, slow: f32) -> f32 {
        (1.0 - slow / self.speed).max(0.0)
    }

    /// What speeding up to `fast` costs.
    #[inline(always)]
    pub(super) fn hurrying(&self, fast: f32) -> f32 {
        let more = (fast - self.speed).max(0.0) / (self.top - self.speed).max(1e-9);
        if fast > self.top { BIG } else { more }
    }

    /// How sure a prediction is that begins at `from` [s].
    #[inline(always)]
    pub(super) fn sure(&self, from: f32) -> f32 {
        1.0 - from / self.trust
    }
}

/// At most so many neighbours have sections: people, and halves of walls.
pub(super) const MOST: usize = MOST_PEOPLE + MOST_HALVES;
/// At most so many halves of walls.
pub(super) const MOST_HALVES: usize = 32;
/// One number for each neighbour.
pub(super) type All = [f32; MOST];

/// Sections of all neighbours: first which of a neighbour's, then whose. A section that ends where it begins is none.
pub(super) struct Sections {
    /// Right end, as a number of [`super::angles`].
    pub(super) from: [All; MOST_SECTIONS],
    /// Left end.
    pub(super) to: [All; MOST_SECTIONS],
    /// What speeding up costs.
    pub(super) hurry: [All; MOST_SECTIONS],
    /// What slowing down costs.
    pub(super) slow: [All; MOST_SECTIONS],
    /// How sure it is.
    pub(super) sure: [All; MOST_SECTIONS],
    /// Sections of each neighbour in use.
    pub(super) each: usize,
    /// Neighbours in use, rounded up to whole eights.
    pub(super) count: usize,
}

const ZERO: [All; MOST_SECTIONS] = [[0.0; MOST]; MOST_SECTIONS];

impl Sections {
    pub(super) const NONE: Self = Self { from: ZERO, to: ZERO, hurry: ZERO, slow: ZERO, sure: ZERO, each: 0, count: 0 };
}

/// The neighbour's disc at one time, as seen from the walker.
#[derive(Clone, Copy)]
struct NeighbourDisc {
    /// Its two tangents.
    right: PerLane,
    left: PerLane,
    /// Speed that is just beyond it.
    past: PerLane,
}

/// What is the same in all windows.
struct Eighth {
    a: PerLane,
    b: PerLane,
    c: PerLane,
    /// Time of closest approach, were the walker to stay.
    nearest: PerLane,
    /// 1 / time at which passing behind is slowest.
    worst: PerLane,
    /// Where the neighbour is now.
    bearing: PerLane,
    /// When it cannot be met at the desired speed any more; -1 for never.
    past_at: PerLane,
    /// Speed of an agent in contact, away from this one.
    leaving: PerLane,
    touching: [bool; LANES],
    /// Square of the distance within which it is over the walker's place.
    over: PerLane,
}

/// Sections of the eight people of block `block`.
#[inline(always)]
pub(super) fn of_people(people: &People, block: usize, aim: &Aim, out: &mut Sections) {
    let column = |values: &[f32; MOST_PEOPLE]| -> PerLane {
        values[block * LANES..(block + 1) * LANES].try_into().expect("eight lanes")
    };
    let (dx, dy) = (column(&people.dx), column(&people.dy));
    let (vx, vy) = (column(&people.vx), column(&people.vy));
    let reach = column(&people.reach);
    let still = [0.0; LANES];
    let mut e = Eighth {
        a: still,
        b: still,
        c: still,
        nearest: still,
        worst: still,
        bearing: still,
        past_at: still,
        leaving: still,
        touching: [false; LANES],
        over: still,
    };
    let soonest = 1.0 / aim.windows.horizon();
    for k in 0..LANES {
        let (a, b) = (vx[k] * vx[k] + vy[k] * vy[k], dx[k] * vx[k] + dy[k] * vy[k]);
        let (c, r) = (dx[k] * dx[k] + dy[k] * dy[k], reach[k]);
        let (free, v) = (c - r * r, aim.speed);
        let touch = r + people.slack;
        let touching = c - touch * touch <= 1e-6;
        let apart = free.max(1e-6);
        let worst = (r * ((a * c - b * b).max(0.0) / apart).sqrt() - b) / c.max(1e-12);
        // (c - R^2) s^2 + 2 (b + v R) s + a - v^2 = 0: at s = 1/t the far side of the disc is met at speed v.
        let (half, last) = (b + v * r, a - v * v);
        let disc = half * half - apart * last;
        let root = disc.max(0.0).sqrt();
        let s = if half > 0.0 { -last / (half + root).max(1e-12) } else { (root - half) / apart };
        let cut = aim.refine & !touching & (disc >= 0.0) & (s > soonest) & (s * r <= v);
        (e.a[k], e.b[k], e.c[k]) = (a, b, c);
        e.nearest[k] = -b / a.max(1e-12);
        e.worst[k] = if touching { BIG } else { worst };
        e.bearing[k] = number(dx[k], dy[k]);
        e.past_at[k] = if cut { 1.0 / s.max(1e-9) } else { -1.0 };
        e.leaving[k] = if aim.refine { (b / c.max(1e-12).sqrt()).max(0.0) } else { 0.0 };
        e.touching[k] = touching;
        e.over[k] = if touching { touch * touch } else { r * r };
    }
    let disc_at = |t: &PerLane| -> NeighbourDisc {
        let mut disc = NeighbourDisc { right: still, left: still, past: still };
        for k in 0..LANES {
            let (x, y, r) = (dx[k] + vx[k] * t[k], dy[k] + vy[k] * t[k], reach[k]);
            let square = x * x + y * y;
            let tangent = (square - r * r).max(0.0).sqrt();
            disc.left[k] = number(x * tangent - y * r, y * tangent + x * r);
            disc.right[k] = number(x * tangent + y * r, y * tangent - x * r);
            let past = (square.sqrt() + r) / t[k].max(1e-9);
            disc.past[k] = if past < BIG { past } else { BIG };
        }
        disc
    };
    let windows = &aim.windows;
    let mut begin = disc_at(&still);
    let cut = disc_at(&e.past_at);
    let (mut rest, mut rest_end) = (cut, e.past_at);
    for j in 0..windows.count {
        let (t1, t2) = (windows.at[j], windows.at[j + 1]);
        let end = disc_at(&[t2; LANES]);
        let (mut stop, mut stop_at) = (end, [t2; LANES]);
        for k in 0..LANES {
            let here = (e.past_at[k] > t1) & (e.past_at[k] < t2);
            stop_at[k] = if here { e.past_at[k] } else { t2 };
            stop.left[k] = if here { cut.left[k] } else { end.left[k] };
            stop.right[k] = if here { cut.right[k] } else { end.right[k] };
            stop.past[k] = if here { cut.past[k] } else { end.past[k] };
            rest_end[k] = if here { t2 } else { rest_end[k] };
            rest.left[k] = if here { end.left[k] } else { rest.left[k] };
            rest.right[k] = if here { end.right[k] } else { rest.right[k] };
            rest.past[k] = if here { end.past[k] } else { rest.past[k] };
        }
        section(&e, &begin, &stop, &[t1; LANES], &stop_at, (&dx, &dy, &vx, &vy, &reach), aim, out, (j, block * LANES));
        begin = end;
    }
    let j = windows.count;
    section(&e, &cut, &rest, &e.past_at, &rest_end, (&dx, &dy, &vx, &vy, &reach), aim, out, (j, block * LANES));
    let (from, to) = (&out.from[j], &mut out.to[j]);
    for k in 0..LANES {
        let at = block * LANES + k;
        to[at] = if e.past_at[k] > 0.0 { to[at] } else { from[at] };
    }
}

/// Section `j` of each: from disc `begin` at `t1` to disc `end` at `t2`.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn section(
    e: &Eighth,
    begin: &NeighbourDisc,
    end: &NeighbourDisc,
    t1: &PerLane,
    t2: &PerLane,
    (dx, dy, vx, vy, reach): (&PerLane, &PerLane, &PerLane, &PerLane, &PerLane),
    aim: &Aim,
    out: &mut Sections,
    (j, first): (usize, usize),
) {
    for k in 0..LANES {
        let r = reach[k];
        let left = if wrap(end.left[k] - begin.left[k]) > 0.0 { end.left[k] } else { begin.left[k] };
        let right = if wrap(end.right[k] - begin.right[k]) < 0.0 { end.right[k] } else { begin.right[k] };
        let t = e.nearest[k].max(t1[k]).min(t2[k]);
        let over = e.c[k] + t * (2.0 * e.b[k] + e.a[k] * t) <= e.over[k];
        let touches = e.touching[k] & (t1[k] <= 0.0);
        // An agent that walks over this one's place takes the half circle it comes from; one in contact, a
        // quarter, later on as well, or nobody would get around a standing agent.
        let quarter = e.touching[k] & over & aim.refine;
        let from = if over { wrap(e.bearing[k] - 1.0) } else { right };
        let from = if quarter { number(dx[k] + dy[k], dy[k] - dx[k]) } else { from };
        let to = if over { wrap(e.bearing[k] + 1.0) } else { left };
        let to = if quarter { number(dx[k] - dy[k], dy[k] + dx[k]) } else { to };
        let s = e.worst[k].min(1.0 / t1[k].max(1e-9)).max(1.0 / t2[k].max(1e-9));
        let (x, y) = (dx[k] * s + vx[k], dy[k] * s + vy[k]);
        let slow = ((x * x + y * y).sqrt() - r * s).max(0.0);
        let slow = if over { 0.0 } else { slow };
        let slow = if touches { e.leaving[k] } else { slow };
        let past = begin.past[k].max(end.past[k]);
        let past = if over & !aim.refine { BIG } else { past };
        let counts = !aim.refine | (slow < aim.top);
        out.from[j][first + k] = from;
        out.to[j][first + k] = if counts { to } else { from };
        out.hurry[j][first + k] = aim.hurrying(past);
        out.slow[j][first + k] = aim.slowing(slow);
        out.sure[j][first + k] = aim.sure(t1[k]);
    }
}

#[cfg(test)]
mod tests;
