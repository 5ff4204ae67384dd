//! Two walkers in the open, steered by the pair step alone: for checks against the paper, without an engine.

use super::pair::{Judged, Own, PerceivedAgent, judge};
use super::{FASTEST, Tangent, personal_area};
use ambulo_geom::{Point, Vec2, cpa};
use ambulo_sim::Row;

/// A walking agent.
#[derive(Clone, Copy, Debug)]
pub(super) struct DuelWalker {
    pub(super) place: Point,
    pub(super) velocity: Vec2,
    pub(super) goal: Point,
    /// Comfort speed [m/s].
    pub(super) speed: f32,
}

impl DuelWalker {
    /// Starts at comfort speed.
    pub(super) fn new(place: Point, goal: Point, speed: f32) -> Self {
        let velocity = (goal - place).unit().unwrap() * speed;
        Self { place, velocity, goal, speed }
    }
}

/// Both at one moment, and whether each reacts.
#[derive(Clone, Copy, Debug)]
pub(super) struct DuelState {
    pub(super) walkers: [DuelWalker; 2],
    pub(super) reacts: [bool; 2],
}

impl DuelState {
    pub(super) fn distance(&self) -> f64 {
        self.walkers[0].place.distance(self.walkers[1].place)
    }

    /// The distance at which they would pass.
    pub(super) fn mpd(&self) -> f32 {
        let [a, b] = self.walkers;
        cpa(b.place - a.place, b.velocity - a.velocity).distance
    }
}

/// Two walkers for so many seconds, in steps of `dt`; they see each other from the beginning.
pub(super) fn duel(p: &Tangent, start: [DuelWalker; 2], dt: f32, seconds: f32) -> Vec<DuelState> {
    let mut now = start;
    let mut moments = Vec::new();
    for step in 0..(seconds / dt).round() as u32 {
        let both = [0, 1].map(|k| solution(p, &now[k], &now[1 - k], step as f32 * dt));
        moments.push(DuelState { walkers: now, reacts: both.map(|(_, reacts)| reacts) });
        for (w, (solution, _)) in now.iter_mut().zip(both) {
            w.velocity += (solution - w.velocity) * (dt / p.relax).min(1.0);
            w.place += w.velocity * dt;
        }
    }
    moments
}

/// Who reacts, and the velocity it wants.
fn solution(p: &Tangent, me: &DuelWalker, other: &DuelWalker, observed: f32) -> (Vec2, bool) {
    let desired = (me.goal - me.place).unit().unwrap_or(Vec2::ZERO) * me.speed;
    let speed = me.velocity.length();
    let forward = if speed >= 0.05 { me.velocity / speed } else { desired.unit().unwrap() };
    let own = Own { kite: personal_area(p, forward, speed), velocity: me.velocity, desired, limit: FASTEST * me.speed };
    let p_other = other.place - me.place;
    // The field of view.
    if p_other.dot(forward) < ambulo_geom::math::cos32(0.5 * p.fov.to_radians()) * p_other.length() {
        return (desired, false);
    }
    let other = PerceivedAgent {
        row: Row(1),
        p: p_other,
        v: other.velocity,
        touch: 0.4,
        observed,
        curve: Vec2::ZERO,
        prefers_left: false,
    };
    match judge(p, &own, &other) {
        Judged::Interacts(i) => (i.solution(&own, p.alpha), true),
        _ => (desired, false),
    }
}

/// A crossing: the first walks along +x, the second at `angle` [deg] to it, both `before` metres from where their
/// paths cross, the second `offset` metres farther; at 180 degrees `offset` is to the side instead.
pub(super) fn crossing(angle: f64, before: f64, offset: f64, speeds: [f32; 2]) -> [DuelWalker; 2] {
    let first = DuelWalker::new(Point::new(-before, 0.0), Point::new(30.0, 0.0), speeds[0]);
    if angle == 180.0 {
        return [first, DuelWalker::new(Point::new(before, offset), Point::new(-30.0, offset), speeds[1])];
    }
    let d = Vec2::from_angle(angle.to_radians());
    let middle = Point::new(0.0, 0.0);
    let start = middle - d * (before + offset) as f32;
    [first, DuelWalker::new(start, middle + d * 30.0, speeds[1])]
}

/// Adaptation of each: the sum of all changes of velocity [m/s] until they are closest.
pub(super) fn adaptation(moments: &[DuelState]) -> [f32; 2] {
    let closest = closest(moments);
    [0, 1].map(|k| {
        let steps = moments[..=closest].windows(2);
        steps.map(|m| (m[1].walkers[k].velocity - m[0].walkers[k].velocity).length()).sum()
    })
}

/// When they are closest.
pub(super) fn closest(moments: &[DuelState]) -> usize {
    (0..moments.len()).min_by(|a, b| moments[*a].distance().total_cmp(&moments[*b].distance())).unwrap()
}
