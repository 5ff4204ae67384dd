//! Gaps to those in front, in seven directions, eight neighbours side by side.

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
/// People who come are noticed in a strip of twice this width [m].
const COMING: f32 = 2.0;
/// Who crosses moves aside at least so fast [m/s], and at least so much of what it moves along.
const CROSSES: (f32, f32) = (0.3, 0.7);
/// Farther than the farthest that can matter, so that rounding does not matter [m].
const MARGIN: f32 = 0.1;

/// The gap where nobody is in front [m].
pub(super) const FREE: f32 = 1e9;
/// Neighbours who may matter, put aside until there are enough to work on. Few of those in range do.
const ROOM: usize = 4 * LANES;

/// Who is ahead of a walker, and how large the gaps to them are.
pub(super) struct Ahead {
    pub(super) directions: [Vec2; COUNT],
    pub(super) route: Vec2,
    /// Speed the walker wants [m/s].
    pub(super) speed: f32,
    /// Of each lane, the least distance beyond touching [m].
    nearest: [f32; LANES],
    plain: [[f32; LANES]; COUNT],
    foreseen: [[f32; LANES]; COUNT],
    /// Of each lane, whether one of its people comes.
    coming: [f32; LANES],
    /// Place, velocity and distance of touching.
    kept: [[f32; ROOM]; 5],
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

impl Ahead {
    #[inline(always)]
    pub(super) fn new(p: &Headway, e0: Vec2, speed: f32, route: Vec2, pace: f32, radius: f32, company: f32) -> Self {
        Self {
            directions: std::array::from_fn(|k| {
                Vec2::new(COSINES[k] * e0.x - SINES[k] * e0.y, SINES[k] * e0.x + COSINES[k] * e0.y)
            }),
            route,
            speed,
            nearest: [FREE; LANES],
            plain: [[FREE; LANES]; COUNT],
            foreseen: [[FREE; LANES]; COUNT],
            coming: [0.0; LANES],
            kept: [[0.0; ROOM]; 5],
            count: 0,
            any: false,
            radius,
            length: p.length / USUAL,
            width: (p.width + (p.crowd_width - p.width) * company) / USUAL,
            on_time: p.on_time,
            same_time: p.same_time,
            cross_time: p.cross_time,
            far: p.time_gap.max(p.crowd_gap) * speed.max(pace) + MARGIN,
        }
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

    /// Puts those aside who may matter: who is near, or comes nearer.
    #[inline(always)]
    pub(super) fn add(&mut self, o: &Block<'_>) {
        let (e, r) = (self.directions[0], self.route);
        let mut matters = 0u32;
        for k in 0..LANES {
            let (x, y, vx, vy) = (o.dx[k], o.dy[k], o.vx[k], o.vy[k]);
            let touch = self.radius + o.radius[k];
            let d = (x * x + y * y).sqrt();
            let nearing = (x * vx + y * vy) / (d + 1e-6);
            let room = d - self.length * touch;
            let foreseen = if nearing < 0.0 { room + self.on_time * nearing } else { room };
            let front = x * e.x + y * e.y > -touch;
            matters |= u32::from(front & (foreseen < self.far)) << k;
            self.nearest[k] = least(self.nearest[k], d - touch);
            let (along, across) = (vx * r.x + vy * r.y, (vx * r.y - vy * r.x).abs());
            let before = (x * r.x + y * r.y > 0.0) & ((x * r.y - y * r.x).abs() < COMING);
            self.coming[k] = if before & (along < -0.2) & (across < -along) { 1.0 } else { self.coming[k] };
        }
        while matters != 0 {
            let k = matters.trailing_zeros() as usize % LANES;
            matters &= matters - 1;
            let at = self.count % ROOM;
            self.kept[0][at] = o.dx[k];
            self.kept[1][at] = o.dy[k];
            self.kept[2][at] = o.vx[k];
            self.kept[3][at] = o.vy[k];
            self.kept[4][at] = self.radius + o.radius[k];
            self.count += 1;
            if self.count == ROOM {
                self.work();
            }
        }
    }

    /// Least distance to a neighbour, beyond touching [m].
    #[inline(always)]
    pub(super) fn nearest(&self) -> f32 {
        self.nearest.into_iter().fold(FREE, least)
    }

    /// Gaps to those who were put aside.
    #[inline(always)]
    fn work(&mut self) {
        if self.count == 0 {
            return;
        }
        let blocks = self.count.div_ceil(LANES);
        for k in self.count..blocks * LANES {
            (self.kept[0][k], self.kept[1][k]) = (NOWHERE, NOWHERE);
            (self.kept[2][k], self.kept[3][k], self.kept[4][k]) = (0.0, 0.0, 0.0);
        }
        for block in 0..blocks {
            self.gaps(block * LANES);
        }
        self.any = true;
        self.count = 0;
    }

    #[inline(always)]
    fn gaps(&mut self, from: usize) {
        let lanes = |column: &[f32; ROOM]| -> [f32; LANES] { std::array::from_fn(|k| column[from + k]) };
        let [xs, ys, vxs, vys, touches] = [0, 1, 2, 3, 4].map(|c| lanes(&self.kept[c]));
        let (mut paces, mut edge, mut per_edge) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
        for k in 0..LANES {
            paces[k] = (vxs[k] * vxs[k] + vys[k] * vys[k]).sqrt();
            let half = self.width * touches[k] + 1e-6;
            (edge[k], per_edge[k]) = (half * half, 1.0 / (half * half));
        }
        let (length, speed) = (self.length, self.speed);
        let (on_time, same_time, cross_time) = (self.on_time, self.same_time, self.cross_time);
        for (at, e) in self.directions.iter().enumerate() {
            let (plain, foreseen) = (&mut self.plain[at], &mut self.foreseen[at]);
            // Loops of a few selections and no branches, so that eight lanes stay together.
            let mut room = [0.0; LANES];
            let (mut along, mut sideways, mut across) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
            for k in 0..LANES {
                along[k] = vxs[k] * e.x + vys[k] * e.y;
                sideways[k] = vxs[k] * e.y - vys[k] * e.x;
                across[k] = xs[k] * e.y - ys[k] * e.x;
                room[k] = xs[k] * e.x + ys[k] * e.y - length * touches[k];
            }
            // Where it will be beside the line when the walker gets there.
            let mut later = [0.0; LANES];
            for k in 0..LANES {
                let when = least(larger(room[k] / larger(speed - along[k], 0.3), 0.0), cross_time);
                let then = across[k] + sideways[k] * when;
                later[k] = then * then;
            }
            // Who is aside is less in front: the gap grows without bound towards the edge of the strip.
            let (mut now, mut then) = ([0.0; LANES], [0.0; LANES]);
            for k in 0..LANES {
                let gap = room[k] / larger(1.0 - later[k] * per_edge[k], 1e-3);
                let gap = if room[k] > 0.0 { gap } else { room[k] };
                let front = room[k] + length * touches[k] > 0.0;
                then[k] = if front & (later[k] < edge[k]) { gap } else { FREE };
            }
            for k in 0..LANES {
                let aside = across[k] * across[k];
                let gap = room[k] / larger(1.0 - aside * per_edge[k], 1e-3);
                let gap = if room[k] > 0.0 { gap } else { room[k] };
                let front = room[k] + length * touches[k] > 0.0;
                now[k] = if front & (aside < edge[k]) { gap } else { FREE };
            }
            for k in 0..LANES {
                let time = if along[k] < 0.0 { on_time } else { same_time };
                foreseen[k] = least(foreseen[k], then[k] + time * along[k]);
            }
            // Of two who cross, the one who is farther on along both directions goes first.
            for k in 0..LANES {
                let aside = sideways[k].abs();
                let crosses = (aside > CROSSES.0) & (aside > along[k].abs() * CROSSES.1);
                let before = xs[k] * (e.x * paces[k] + vxs[k]) + ys[k] * (e.y * paces[k] + vys[k]) > 0.0;
                let gap = if crosses & before { least(now[k], then[k]) } else { now[k] };
                plain[k] = least(plain[k], if (then[k] < FREE) | (room[k] < GONE) { gap } else { FREE });
            }
        }
    }

    /// The gap in each direction [m].
    #[inline(always)]
    pub(super) fn plain(&mut self) -> [f32; COUNT] {
        self.work();
        self.plain.map(|lanes| lanes.into_iter().fold(FREE, least))
    }

    /// The gap in each direction that is foreseen [m].
    #[inline(always)]
    pub(super) fn foreseen(&mut self) -> [f32; COUNT] {
        self.work();
        self.foreseen.map(|lanes| lanes.into_iter().fold(FREE, least))
    }
}

#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[inline(always)]
fn least(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// Walls bound what is foreseen in directions that turn towards them; the chosen direction is the model's affair.
#[inline(always)]
pub(super) fn up_to_walls(view: &View<'_>, me: Row, directions: &[Vec2; COUNT], foreseen: &mut [f32; COUNT]) {
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
                    foreseen[k] = least(foreseen[k], reach);
                }
            }
        }
    }
}
