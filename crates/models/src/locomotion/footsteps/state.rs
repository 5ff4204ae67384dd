//! What a walker remembers of its feet and its plan.

use super::Footsteps;
use super::search::{DEEPEST, Energy, Search, Stance};
use super::steps::{self, PlannedStep, STANCE};
use ambulo_geom::{Crossing, Point, Segment, Vec2};
use ambulo_sim::{AgentId, Gait, LandedFootstep, MotionView, Row};

/// Share of a step in which both feet are on the floor.
const DOUBLE_SUPPORT: f32 = 0.2;
/// A plan is followed for so many steps and so long [s].
const FOLLOWED: u8 = 3;
const EXPIRES: f32 = 2.0;
/// The goal changed where the velocity that is wanted did by so much [m/s].
const OTHER_GOAL: f32 = 0.3;
/// Feet may be so far from where they were planned [m].
const OFF_PLAN: f32 = 0.05;
/// One who stands keeps feet that are so near their places [m].
const SETTLED: f32 = 0.08;
/// A body as far from its feet was put elsewhere [m].
const ELSEWHERE: f64 = 1.5;
/// Time and speed with which a body comes back to its plan [s], [m/s].
const BACK: (f32, f32) = (0.3, 0.3);
/// Time of a step that brings the feet together [s].
const CLOSING: f32 = 0.5;
/// After waiting so often only trunks count.
const PATIENCE: u8 = 2;

/// The columns of one walker.
#[derive(Clone, Debug, Default)]
pub struct FootstepState {
    id: AgentId,
    /// Left and right foot [m]: where they are, or where the one in the air was lifted.
    feet: [Point; 2],
    /// Direction of the body, a unit vector.
    facing: Vec2,
    /// The foot in the air, or the next to be lifted: 0 left, 1 right.
    swing: u8,
    /// The step: the root from and to, and where the foot lands.
    from: Point,
    to: Point,
    landing: Point,
    /// Whether it is standing: no foot moves.
    stands: bool,
    /// Steps of the simulation it lasts, and how many are left.
    total: u32,
    left: u32,
    /// Speed of the last step [m/s].
    speed: f32,
    /// Whether the feet are on the floor at all, and whether that is yet to be recorded.
    begun: bool,
    fresh: bool,
    /// Footsteps so far.
    made: u32,
    /// What landed in the last step.
    rows: [LandedFootstep; 2],
    landed: u8,
    /// The plan, and how many of its steps were taken.
    plan: [PlannedStep; DEEPEST],
    planned: u8,
    taken: u8,
    /// What it was made for, when, and how many were in view.
    wanted: Vec2,
    since: f32,
    seen: u32,
    /// Whether the feet are not where it says.
    off: bool,
    /// How often in a row it waited.
    waited: u8,
    /// Searches so far and the nodes they expanded.
    searches: u32,
    expanded: u32,
}

ambulo_sim::snapshot!(FootstepState {
    id,
    feet,
    facing,
    swing,
    from,
    to,
    landing,
    stands,
    total,
    left,
    speed,
    begun,
    fresh,
    made,
    rows,
    landed,
    plan,
    planned,
    taken,
    wanted,
    since,
    seen,
    off,
    waited,
    searches,
    expanded,
});

impl FootstepState {
    pub(super) fn new(id: AgentId, heading: Vec2) -> Self {
        let facing = heading.unit().unwrap_or(Vec2::new(1.0, 0.0));
        Self { id, facing, swing: (id.0 % 2) as u8, ..Self::default() }
    }

    pub(super) fn is_over(&self) -> bool {
        self.left == 0
    }

    pub(super) fn landed(&self) -> &[LandedFootstep] {
        &self.rows[..usize::from(self.landed).min(2)]
    }

    /// Searches so far and the nodes they expanded.
    pub fn searched(&self) -> (u32, u32) {
        (self.searches, self.expanded)
    }

    fn middle(&self) -> Point {
        self.feet[0].lerp(self.feet[1], 0.5)
    }

    /// Puts the feet under a body that has none there.
    pub(super) fn stand_up(&mut self, place: Point, _dt: f32) {
        if self.begun && self.middle().distance(place) <= ELSEWHERE {
            return;
        }
        self.fresh |= !self.begun;
        self.begun = true;
        let aside = self.facing.perp() * (0.5 * STANCE);
        self.feet = [place + aside, place - aside];
        (self.from, self.to, self.left, self.planned, self.speed) = (place, place, 0, 0, 0.0);
    }

    /// Decides the next step.
    pub(super) fn decide(&mut self, p: &Footsteps, view: &MotionView<'_>, me: Row, wanted: Vec2, search: &mut Search) {
        let place = view.body(me).place();
        let seen = search.obstacles.see(view, me, p.view, p.cylinder);
        let stance = Stance {
            feet: self.feet.map(|foot| foot - place),
            root: Vec2::ZERO,
            facing: self.facing,
            swing: usize::from(self.swing),
            speed: self.speed,
            time: 0.0,
        };
        if wanted.length() < p.v_stop {
            self.planned = 0;
            self.settle(p, &stance, place, search, view.dt);
            return;
        }
        let now = view.time();
        let kept = self.taken < self.planned.min(FOLLOWED)
            && now - self.since < EXPIRES
            && !self.off
            && seen <= self.seen
            && (wanted - self.wanted).length() < OTHER_GOAL;
        self.seen = seen;
        if kept {
            let next = self.plan[usize::from(self.taken)];
            if !search.obstacles.hits(&stance.after(&next).1) {
                self.taken += 1;
                self.take(&stance, &next, place, view.dt);
                return;
            }
        }
        self.search(p, stance, wanted, search);
        (self.wanted, self.since, self.off) = (wanted, now, false);
        self.taken = 1;
        if self.planned == 0 {
            // Every step hits: with the feet below the body others may not.
            self.waited = self.waited.saturating_add(1);
            self.gather(p, &stance, place, view.dt);
            return;
        }
        let next = self.plan[0];
        self.waited = if next.stands { self.waited.saturating_add(1) } else { 0 };
        self.take(&stance, &next, place, view.dt);
    }

    fn search(&mut self, p: &Footsteps, stance: Stance, wanted: Vec2, search: &mut Search) {
        let speed = wanted.length();
        steps::fill(&mut search.set, speed, p.stand);
        let energy = Energy::of(p, speed);
        search.obstacles.trunks = self.waited >= PATIENCE;
        search.find(p, energy, stance, wanted * p.look);
        self.searches += 1;
        self.expanded += search.expanded;
        if search.plan.is_empty() && !search.obstacles.trunks {
            search.obstacles.trunks = true;
            search.find(p, energy, stance, wanted * p.look);
            self.expanded += search.expanded;
        }
        self.planned = search.plan.len().min(DEEPEST) as u8;
        for (mine, found) in self.plan.iter_mut().zip(&search.plan) {
            *mine = *found;
        }
    }

    /// One who wants to stand brings its feet together, at the supporting one or, where that would hit, where it is.
    fn settle(&mut self, p: &Footsteps, stance: &Stance, place: Point, search: &Search, dt: f32) {
        let closing = PlannedStep { side: STANCE, stands: false, ..PlannedStep::standing(CLOSING) };
        if self.is_gathered(stance) || search.obstacles.hits(&stance.after(&closing).1) {
            self.gather(p, stance, place, dt);
        } else {
            self.take(stance, &closing, place, dt);
        }
    }

    /// Whether both feet are where one who stands has them.
    fn is_gathered(&self, stance: &Stance) -> bool {
        let aside = self.facing.perp() * (0.5 * STANCE);
        let near = |foot: Vec2, at: Vec2| (foot - at).length() < SETTLED;
        near(stance.feet[0], aside) && near(stance.feet[1], -aside)
    }

    /// Stands, or brings a foot below the body, which stays.
    fn gather(&mut self, p: &Footsteps, stance: &Stance, place: Point, dt: f32) {
        if self.is_gathered(stance) {
            self.take(stance, &PlannedStep::standing(p.stand), place, dt);
            return;
        }
        self.take(stance, &PlannedStep { stands: false, ..PlannedStep::standing(CLOSING) }, place, dt);
        let aside = self.facing.perp() * (0.5 * STANCE);
        (self.to, self.speed) = (place, 0.0);
        self.landing = place + if self.swing == 0 { aside } else { -aside };
    }

    fn take(&mut self, stance: &Stance, step: &PlannedStep, place: Point, dt: f32) {
        let (next, moving) = stance.after(step);
        (self.from, self.to) = (place, place + next.root);
        (self.landing, self.facing, self.stands) =
            (place + moving.swing.1, next.facing.unit().unwrap_or(self.facing), step.stands);
        self.total = (step.time / dt).round().max(1.0) as u32;
        (self.left, self.speed) = (self.total, next.speed);
    }

    /// The velocity of the root in this step of the simulation [m/s].
    pub(super) fn velocity(&self, place: Point, dt: f32) -> Vec2 {
        if self.stands || self.left == 0 {
            return Vec2::ZERO;
        }
        let share = (self.total - self.left) as f32 / self.total as f32;
        let along = self.to - self.from;
        let lag = self.from + along * share - place;
        along / (self.total as f32 * dt) + (lag / BACK.0.max(dt)).clamp_length(BACK.1)
    }

    /// After contact: time goes on, and the foot lands where the body really is.
    pub(super) fn follow(&mut self, view: &MotionView<'_>, me: Row, moved: Vec2) {
        self.landed = 0;
        let z = view.height(me);
        if self.fresh {
            self.fresh = false;
            let time = rounded(view.time());
            for foot in [0, 1] {
                self.record(LandedFootstep {
                    right: foot == 1,
                    place: self.feet[foot],
                    z,
                    lift: time,
                    land: time,
                    ..LandedFootstep::default()
                });
            }
        }
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        if self.left > 0 || self.stands {
            return;
        }
        let place = view.body(me).place() + moved;
        let foot = usize::from(self.swing);
        let drift = place - self.to;
        self.off = drift.length() > OFF_PLAN;
        let beside = self.facing.perp() * if foot == 0 { 0.5 * STANCE } else { -0.5 * STANCE };
        // What contact did to the body may have brought a wall between the foot and where it should land.
        let lifted = self.feet[foot];
        let free = |to: &Point| {
            let swing = Segment::new(lifted, *to);
            view.walls(me).all(|wall| swing.crossing(wall.at) == Crossing::None)
        };
        let places = [self.landing + drift, self.landing, place + beside];
        let landing = places.into_iter().find(free).unwrap_or(lifted);
        self.feet[foot] = landing;
        self.swing = 1 - self.swing;
        let land = view.time() + view.dt;
        let lift = land - self.total as f32 * view.dt * (1.0 - DOUBLE_SUPPORT);
        let (lift, land) = (rounded(lift), rounded(land));
        self.record(LandedFootstep { right: foot == 1, place: landing, z, lift, land, ..LandedFootstep::default() });
    }

    fn record(&mut self, step: LandedFootstep) {
        let row = LandedFootstep { id: self.id, index: self.made, heading: self.facing.angle(), ..step };
        if let Some(free) = self.rows.get_mut(usize::from(self.landed)) {
            *free = row;
            self.landed += 1;
        }
        self.made += 1;
    }

    pub(super) fn seen(&self, at: Point) -> Gait {
        let moving = !self.stands && self.left > 0;
        let share = if moving { 1.0 - self.left as f32 / self.total as f32 } else { 0.0 };
        Gait {
            phase: if moving { 0.5 * (share + f32::from(self.swing)) } else { 0.0 },
            standing: !moving,
            lead_left: true,
            place: at,
            velocity: self.velocity(at, 1.0),
            facing: self.facing,
        }
    }
}

/// Times are sums of dt in f32: a tenth of a millisecond is what they are good for.
fn rounded(time: f32) -> f64 {
    (f64::from(time) * 1e4).round() / 1e4
}
