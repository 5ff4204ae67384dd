//! Predicted collisions of an agent, with their times.

use super::Karamouzas;
use ambulo_geom::Vec2;
use ambulo_sim::{Body, LANES, Note, Row, Trace, View};

/// Most others a walker can keep in mind.
pub(super) const MOST: usize = 16;

/// The agent's own axes: x along its desired direction, y to the left of it.
#[derive(Clone, Copy)]
pub(super) struct LocalFrame {
    pub(super) along: Vec2,
}

impl LocalFrame {
    #[inline(always)]
    pub(super) fn own(self, v: Vec2) -> Vec2 {
        Vec2::new(self.along.x * v.x + self.along.y * v.y, self.along.x * v.y - self.along.y * v.x)
    }

    #[inline(always)]
    pub(super) fn world(self, v: Vec2) -> Vec2 {
        Vec2::new(self.along.x * v.x - self.along.y * v.y, self.along.y * v.x + self.along.x * v.y)
    }
}

/// How a walker takes it that it cannot walk.
#[derive(Clone, Copy)]
pub(super) struct Mood {
    /// What is left of its patience: 1 at first, then less.
    pub(super) patience: f32,
    /// Whether it slides past those it touches instead of stepping back.
    pub(super) presses: bool,
}

/// Another on collision course, in the walker's own axes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CollidingAgent {
    /// Place seen from the walker [m].
    pub(super) x: f32,
    pub(super) y: f32,
    /// Velocity [m/s].
    pub(super) vx: f32,
    pub(super) vy: f32,
    /// Square of the distance to be kept [m^2].
    pub(super) keep2: f32,
    /// Square of the distance now, less that [m^2]; negative when it is nearer.
    pub(super) gap: f32,
    /// Whether the bodies touch.
    pub(super) touches: bool,
    /// When the two meet if the agent keeps its desired velocity [s].
    pub(super) time: f32,
    pub(super) row: u32,
}

impl CollidingAgent {
    /// When the two meet if the walker moves at (vx, vy) [s]; infinite when never.
    #[inline(always)]
    pub(super) fn meets(&self, vx: f32, vy: f32) -> f32 {
        time_to_meet(self.x, self.y, self.vx - vx, self.vy - vy, self.keep2, self.gap)
    }

    /// When they are apart again if the walker moves at (vx, vy) [s]; infinite when never.
    #[inline(always)]
    pub(super) fn parts(&self, vx: f32, vy: f32) -> f32 {
        let (wx, wy) = (self.vx - vx, self.vy - vy);
        let (a, b, c) = dots(self.x, self.y, wx, wy);
        let reach = (a * self.keep2 - c * c).max(0.0).sqrt();
        if a < SLOW * SLOW { f32::INFINITY } else { (reach - b) / a }
    }

    /// The bodies touch: it must not come nearer, and may slide past.
    fn slides(&mut self, share: f32, pace: f32) {
        let d2 = self.gap + self.keep2;
        self.keep2 = share * share * d2;
        self.gap = d2 - self.keep2;
        self.touches = false;
        self.time = self.meets(pace, 0.0);
    }

    /// Whether moving at (vx, vy) brings the two nearer.
    #[inline(always)]
    pub(super) fn nears(&self, vx: f32, vy: f32) -> bool {
        self.x * (self.vx - vx) + self.y * (self.vy - vy) < 0.0
    }
}

/// Slower than this against each other is no motion [m/s].
const SLOW: f32 = 1e-6;

#[inline(always)]
fn dots(x: f32, y: f32, wx: f32, wy: f32) -> (f32, f32, f32) {
    (wx * wx + wy * wy, x * wx + y * wy, x * wy - y * wx)
}

/// When a place (x, y) that moves at (wx, wy) comes as near as the square root of `keep2`; `gap` is by how much the
/// square of its distance is above that. 0 when it is nearer already, infinite when never. Free of branches.
#[inline(always)]
pub(super) fn time_to_meet(x: f32, y: f32, wx: f32, wy: f32, keep2: f32, gap: f32) -> f32 {
    let (a, b, c) = dots(x, y, wx, wy);
    // The usual b^2 - a c without its cancellation.
    let under = a * keep2 - c * c;
    let time = gap / (under.max(0.0).sqrt() - b);
    let time = if (b < 0.0) & (under > 0.0) { time } else { f32::INFINITY };
    if gap < 0.0 { 0.0 } else { time }
}

/// The others on collision course that come first.
pub(super) struct Colliding {
    others: [CollidingAgent; MOST],
    count: usize,
}

impl Colliding {
    /// Looks around: all visible others the walker would meet within `time_max` if it kept its desired direction at
    /// speed `pace` [m/s]; the first few are kept.
    #[inline(always)]
    pub(super) fn find<T: Trace>(
        view: &View<'_>,
        me: Row,
        p: &Karamouzas,
        frame: LocalFrame,
        pace: f32,
        mood: Mood,
        trace: &mut T,
    ) -> Self {
        let mut found = Self { others: [CollidingAgent::default(); MOST], count: 0 };
        let most = (p.keep as usize).clamp(1, MOST);
        let body = view.body(me);
        let sight = SightFilter::new(p, body, frame, pace, mood.patience);
        for eight in view.neighbours(me).chunks(LANES) {
            let seen = sight.look(eight.iter().map(
                #[inline(always)]
                |row| view.body(row),
            ));
            let mut any = false;
            for k in 0..LANES {
                any |= seen.time[k] <= p.time_max;
            }
            if !any {
                continue;
            }
            for (k, row) in eight.iter().enumerate() {
                let time = seen.time[k];
                let last = if found.count == most { found.others[most - 1].time } else { f32::INFINITY };
                if time > p.time_max || time >= last {
                    continue;
                }
                if !view.sees(me, row) {
                    trace.note(|| Note::Neighbour {
                        row,
                        seen: "hidden",
                        time: Some(time),
                        about: "behind a wall".into(),
                    });
                    continue;
                }
                let mut other = seen.other(k, row.0);
                // Agents in contact stay in mind, whatever the desired direction.
                if other.touches & sight.shrink & mood.presses {
                    other.slides(p.shrink, pace);
                }
                found.insert(other, most);
            }
        }
        found
    }

    /// Sorted by time; of those who come at the same time the first found stays first.
    #[inline(always)]
    pub(super) fn insert(&mut self, other: CollidingAgent, most: usize) {
        self.count = (self.count + 1).min(most);
        let mut at = self.count - 1;
        while at > 0 && self.others[at - 1].time > other.time {
            self.others[at] = self.others[at - 1];
            at -= 1;
        }
        self.others[at] = other;
    }

    #[inline(always)]
    pub(super) fn list(&self) -> &[CollidingAgent] {
        &self.others[..self.count]
    }

    pub(super) fn of(others: &[CollidingAgent]) -> Self {
        let mut found = Self { others: [CollidingAgent::default(); MOST], count: 0 };
        others.iter().for_each(|o| found.insert(*o, MOST));
        found
    }
}

/// What decides whether another counts.
pub(super) struct SightFilter {
    x: f64,
    y: f64,
    frame: LocalFrame,
    pace: f32,
    radius: f32,
    security: f32,
    shrink: bool,
    /// Square of the share of the distance to keep from an agent inside.
    share2: f32,
    range2: f32,
    /// Cosine of half the angle of view.
    cos_half: f32,
}

/// Eight others; those who do not count meet the walker never.
pub(super) struct SeenLanes {
    x: [f32; LANES],
    y: [f32; LANES],
    vx: [f32; LANES],
    vy: [f32; LANES],
    keep2: [f32; LANES],
    gap: [f32; LANES],
    touch: [f32; LANES],
    pub(super) time: [f32; LANES],
}

impl SightFilter {
    #[inline(always)]
    pub(super) fn new(p: &Karamouzas, body: &Body, frame: LocalFrame, pace: f32, patience: f32) -> Self {
        Self {
            x: body.x,
            y: body.y,
            frame,
            pace,
            radius: body.radius,
            security: p.security * patience,
            shrink: p.threat < 0.5,
            share2: p.shrink * p.shrink * patience * patience,
            range2: p.range * p.range,
            cos_half: ambulo_geom::math::cos32((0.5 * p.fov).to_radians()),
        }
    }

    #[inline(always)]
    pub(super) fn look<'b>(&self, bodies: impl Iterator<Item = &'b Body>) -> SeenLanes {
        const ZERO: [f32; LANES] = [0.0; LANES];
        let far = [ambulo_sim::NOWHERE; LANES];
        let (mut dx, mut dy, mut vx, mut vy, mut radius) = (far, far, ZERO, ZERO, ZERO);
        for (k, b) in bodies.enumerate() {
            (dx[k], dy[k]) = ((b.x - self.x) as f32, (b.y - self.y) as f32);
            (vx[k], vy[k], radius[k]) = (b.vx, b.vy, b.radius);
        }
        let mut seen =
            SeenLanes { x: ZERO, y: ZERO, vx: ZERO, vy: ZERO, keep2: ZERO, gap: ZERO, touch: ZERO, time: ZERO };
        let e = self.frame.along;
        for k in 0..LANES {
            let (x, y) = (e.x * dx[k] + e.y * dy[k], e.x * dy[k] - e.y * dx[k]);
            let (wx, wy) = (e.x * vx[k] + e.y * vy[k], e.x * vy[k] - e.y * vx[k]);
            let d2 = x * x + y * y;
            let touch = self.radius + radius[k];
            let touch2 = touch * touch;
            let space = touch + self.security;
            let space2 = space * space;
            // Who is inside the personal space already must not come nearer; bodies must not touch.
            let shrunk2 = touch2.max(self.share2 * d2);
            let keep2 = if self.shrink & (d2 < space2) { shrunk2 } else { space2 };
            let gap = d2 - keep2;
            let time = time_to_meet(x, y, wx - self.pace, wy, keep2, gap);
            let counts = (d2 <= self.range2) & (x >= self.cos_half * d2.sqrt());
            (seen.x[k], seen.y[k], seen.vx[k], seen.vy[k]) = (x, y, wx, wy);
            (seen.keep2[k], seen.gap[k], seen.touch[k]) = (keep2, gap, d2 - touch2);
            seen.time[k] = if counts { time } else { f32::INFINITY };
        }
        seen
    }
}

impl SeenLanes {
    #[inline(always)]
    pub(super) fn other(&self, k: usize, row: u32) -> CollidingAgent {
        CollidingAgent {
            x: self.x[k],
            y: self.y[k],
            vx: self.vx[k],
            vy: self.vy[k],
            keep2: self.keep2[k],
            gap: self.gap[k],
            touches: self.touch[k] < 0.0,
            time: self.time[k],
            row,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::{Contact, Point, exit_time, ttc_discs};
    use proptest::prelude::*;

    fn other(p: Vec2, v: Vec2, keep: f32) -> CollidingAgent {
        let (keep2, gap) = (keep * keep, p.length_squared() - keep * keep);
        CollidingAgent { x: p.x, y: p.y, vx: v.x, vy: v.y, keep2, gap, ..CollidingAgent::default() }
    }

    fn vec2(range: f32) -> impl Strategy<Value = Vec2> {
        (-range..range, -range..range).prop_map(|(x, y)| Vec2::new(x, y))
    }

    proptest! {
        #[test]
        fn times_agree_with_the_scalar_forms(p in vec2(12.0), v in vec2(2.0), mine in vec2(2.0), keep in 0.3f32..1.5) {
            let o = other(p, v, keep);
            let (time, truth) = (o.meets(mine.x, mine.y), ttc_discs(p, v - mine, keep));
            // A touch that grazes may be one for the one form and none for the other.
            let grazes = ((p.cross(v - mine)).abs() / (v - mine).length() - keep).abs() < 1e-3;
            match truth {
                Contact::Inside => {
                    prop_assert_eq!(time, 0.0);
                    let (parts, truth) = (o.parts(mine.x, mine.y), exit_time(p, v - mine, keep));
                    prop_assert!((parts - truth).abs() < 1e-3 * truth.max(1.0), "{} {}", parts, truth);
                }
                Contact::In(t) => prop_assert!(grazes || (time - t).abs() < 2e-3 * t.max(1.0), "{} {}", time, t),
                Contact::Never => prop_assert!(grazes || time == f32::INFINITY, "{}", time),
            }
        }
    }

    #[test]
    fn a_body_with_the_same_velocity_is_never_met_and_never_left() {
        let o = other(Vec2::new(2.0, 0.0), Vec2::new(1.0, 0.5), 1.0);
        assert_eq!(o.meets(1.0, 0.5), f32::INFINITY);
        let o = other(Vec2::new(0.2, 0.0), Vec2::new(1.0, 0.5), 1.0);
        assert_eq!((o.meets(1.0, 0.5), o.parts(1.0, 0.5)), (0.0, f32::INFINITY));
        // The same place is left at any speed.
        assert!((other(Vec2::ZERO, Vec2::ZERO, 0.4).parts(0.0, 0.8) - 0.5).abs() < 1e-6);
    }

    fn look(p: &Karamouzas, at: Vec2, v: Vec2) -> CollidingAgent {
        let me = Body::new(Point::new(3.0, 4.0), Vec2::ZERO, 0.2);
        let them = Body::new(Point::new(3.0, 4.0) + at, v, 0.2);
        let frame = LocalFrame { along: Vec2::new(0.0, 1.0) };
        SightFilter::new(p, &me, frame, 1.3, 1.0).look(std::iter::once(&them)).other(0, 0)
    }

    #[test]
    fn others_are_seen_in_the_walkers_own_axes() {
        // It walks north; another 5 m north-east of it comes straight towards it.
        let o = look(&Karamouzas::default(), Vec2::new(3.0, 4.0), Vec2::new(-0.6, -0.8));
        assert!((o.x - 4.0).abs() < 1e-6 && (o.y + 3.0).abs() < 1e-6, "{o:?}");
        assert!((o.vx + 0.8).abs() < 1e-6 && (o.vy - 0.6).abs() < 1e-6, "{o:?}");
        assert!((o.keep2 - 0.81).abs() < 1e-6 && !o.touches);
    }

    #[test]
    fn spec_a_personal_space_that_is_invaded_shrinks_or_threatens() {
        let shrink = Karamouzas::default();
        let literal = Karamouzas { threat: 1.0, ..shrink.clone() };
        let beside = Vec2::new(0.6, 0.01);
        let same = Vec2::new(0.0, 1.3);
        // Side by side at the same pace: harmless when the space shrinks, a threat when taken literally.
        let o = look(&shrink, beside, same);
        assert!(o.time == f32::INFINITY && (o.keep2.sqrt() - 0.98 * beside.length()).abs() < 1e-5, "{o:?}");
        assert_eq!(look(&literal, beside, same).time, 0.0);
        // It never shrinks to less than the bodies.
        let near = look(&shrink, Vec2::new(0.402, 0.0), same);
        assert!((near.keep2.sqrt() - 0.4).abs() < 1e-5 && !near.touches);
        let touching = look(&shrink, Vec2::new(0.39, 0.0), same);
        assert!(touching.time == 0.0 && touching.touches && (touching.keep2.sqrt() - 0.4).abs() < 1e-5);
    }

    #[test]
    fn an_agent_out_of_view_or_range_does_not_count() {
        let p = Karamouzas::default();
        let at = |degrees: f64| {
            Vec2::new(
                -ambulo_geom::math::sin(degrees.to_radians()) as f32,
                ambulo_geom::math::cos(degrees.to_radians()) as f32,
            ) * 0.39
        };
        // Touching, so that it counts wherever it is seen: 99 degrees to the side, not 101.
        assert_eq!(look(&p, at(99.0), Vec2::ZERO).time, 0.0);
        assert_eq!(look(&p, at(-99.0), Vec2::ZERO).time, 0.0);
        assert_eq!(look(&p, at(101.0), Vec2::ZERO).time, f32::INFINITY);
        assert!(look(&p, Vec2::new(0.0, 14.9), Vec2::new(0.0, -1.3)).time < 6.0);
        assert_eq!(look(&p, Vec2::new(0.0, 15.1), Vec2::new(0.0, -1.3)).time, f32::INFINITY);
    }

    #[test]
    fn the_first_few_are_kept_in_order() {
        let mut found = Colliding::of(&[]);
        for (row, time) in [(0, 5.0), (1, 2.0), (2, 7.0), (3, 1.0), (4, 2.0)] {
            found.insert(CollidingAgent { time, row, ..CollidingAgent::default() }, 3);
        }
        assert_eq!(found.list().iter().map(|o| o.row).collect::<Vec<_>>(), [3, 1, 4]);
    }
}
