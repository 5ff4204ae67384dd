//! What a walker remembers of its feet and its plan.

use super::Footsteps;
use super::collision::{Moving, Regard};
use super::feet::Swing;
use super::search::{DEEPEST, DOUBLE_SUPPORT, Energy, Search, Stance};
use super::stairs::NearStairs;
use super::steps::{self, PlannedStep, STANCE};
use ambulo_geom::{Crossing, Point, Segment, Vec2};
use ambulo_sim::{AgentId, Gait, LandedFootstep, MotionView, PUBLISHED, PublishedStep, PublishedSteps, Row};

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
/// Who got no farther than so far [m] in such times [s] counts trunks alone; heads where its route leads, whatever steering says;
/// and no longer takes others for obstacles, whose bodies contact keeps apart from its own.
const FARTHER: f64 = 0.4;
const STALLS: [f32; 3] = [2.0, 4.0, 7.0];
/// The fastest steps of one who is held up [m/s].
const HELD_UP: f32 = 0.6;
/// A foot lands where it was planned if the body is not farther off its plan [m].
const STRETCH: f32 = 0.35;
/// Cosine of 45 degrees.
const HALF_TURN: f32 = std::f32::consts::FRAC_1_SQRT_2;
/// Where feet may be of one who appears beside others: directions of the body, as cosine and sine from the own one, and how far off
/// the middle of the feet is [m], forward and to the left.
const APPEARING: [(f32, f32); 4] = [(1.0, 0.0), (HALF_TURN, HALF_TURN), (HALF_TURN, -HALF_TURN), (0.0, 1.0)];
const BESIDE: [(f32, f32); 9] =
    [(0.0, 0.0), (0.1, 0.0), (-0.1, 0.0), (0.0, 0.1), (0.0, -0.1), (0.2, 0.0), (-0.2, 0.0), (0.0, 0.2), (0.0, -0.2)];
/// How far its feet are apart then, the second where the first has no room [m].
const CLOSE: [f32; 2] = [STANCE, 0.11];
/// Feet off the own body can meet those of others so near who appear as well [m].
const BESIDE_OTHERS: f32 = 1.2;
/// Shares of its path at which a foot may come down before where it was planned.
const SHORTER: [f32; 6] = [1.0, 0.8, 0.6, 0.4, 0.2, 0.0];
/// How far others are whose feet can be in the place of one's own [m].
const AT_FEET: f32 = 2.5;

/// The columns of one walker.
#[derive(Clone, Debug, Default)]
pub struct FootstepState {
    id: AgentId,
    /// Left and right foot [m]: where they are, or where the one in the air was lifted.
    feet: [Point; 2],
    /// Directions of the feet, unit vectors.
    along: [Vec2; 2],
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
    /// What it was made for, and when.
    wanted: Vec2,
    since: f32,
    /// Whether the feet are not where it says.
    off: bool,
    /// How often in a row it waited.
    waited: u8,
    /// Footsteps of its script that it began, and whether it is making one now.
    scripted: u32,
    led: bool,
    /// Where it was when it last got farther, and when that was [s].
    anchor: Point,
    anchored: f32,
    /// Searches so far and the nodes they expanded.
    searches: u32,
    expanded: u32,
}

ambulo_sim::snapshot!(FootstepState {
    id,
    feet,
    along,
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
    off,
    waited,
    scripted,
    led,
    anchor,
    anchored,
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
    pub(super) fn stand_up(&mut self, view: &MotionView<'_>, me: Row) {
        let place = view.body(me).place();
        if self.begun && self.middle().distance(place) <= ELSEWHERE {
            return;
        }
        self.fresh |= !self.begun;
        self.begun = true;
        (self.anchor, self.anchored) = (place, view.time());
        if let Some(first) = view.script(me).first() {
            // One with a script stands where it begins.
            self.facing = first.along;
            let aside = self.facing.perp() * (0.5 * STANCE);
            (self.feet, self.along) = ([place + aside, place - aside], [self.facing; 2]);
            (self.from, self.to, self.left, self.planned, self.speed) = (place, place, 0, 0, 0.0);
            return;
        }
        let forward = self.facing;
        // Of others who appear now nothing is known but their bodies: feet stay within the own one.
        let mut alone = true;
        view.nearby(me, BESIDE_OTHERS, |other| alone &= view.published(other.row).is_some());
        let places = BESIDE[..if alone { BESIDE.len() } else { 1 }]
            .iter()
            .flat_map(|off| APPEARING.iter().map(move |turn| (off, turn)));
        for (apart, ((ahead, left), (c, s))) in CLOSE.iter().flat_map(|apart| places.clone().map(move |p| (apart, p))) {
            self.facing = Vec2::new(forward.x * c - forward.y * s, forward.x * s + forward.y * c);
            let aside = self.facing.perp() * (0.5 * apart);
            let middle = place + self.facing * *ahead + self.facing.perp() * *left;
            (self.feet, self.along) = ([middle + aside, middle - aside], [self.facing; 2]);
            let planted = self.feet.map(|foot| Swing::planted(foot - place, self.facing));
            if !planted.iter().any(|foot| meets_others(view, me, place, foot, false)) {
                break;
            }
        }
        (self.from, self.to, self.left, self.planned, self.speed) = (place, place, 0, 0, 0.0);
    }

    /// Makes the next footstep of its script, or waits for it. False where there is none left.
    pub(super) fn follow_script(&mut self, view: &MotionView<'_>, me: Row) -> bool {
        let script = view.script(me);
        if !self.is_over() {
            return self.led;
        }
        let Some(next) = script.get(self.scripted as usize) else {
            self.led = false;
            return false;
        };
        (self.led, self.planned) = (true, 0);
        let (place, now, dt) = (view.body(me).place(), f64::from(view.time()), view.dt);
        let wait = ((next.begin() - now) / f64::from(dt)).round();
        (self.from, self.to, self.speed) = (place, place, 0.0);
        if wait >= 1.0 {
            (self.stands, self.total, self.left) = (true, wait as u32, wait as u32);
            return true;
        }
        self.scripted += 1;
        self.swing = u8::from(next.right);
        (self.stands, self.landing, self.facing) = (false, next.place, next.along);
        self.to = self.feet[usize::from(1 - self.swing)].lerp(next.place, 0.5);
        self.total = ((next.land - now) / f64::from(dt)).round().max(1.0) as u32;
        self.left = self.total;
        true
    }

    /// Of two who set out in the same step, which cannot know of each other, and whose feet would meet, the one with the
    /// greater number stays: its foot has not left the floor yet.
    pub(super) fn call_off(&mut self, view: &MotionView<'_>, me: Row) {
        if self.stands || self.total - self.left != 1 {
            return;
        }
        let place = view.body(me).place();
        let foot = usize::from(self.swing);
        let swing = Swing {
            path: (self.feet[foot] - place, self.landing - place),
            along: (self.along[foot], self.facing),
            lift: self.lift(view.dt),
            land: self.left as f32 * view.dt,
        };
        if meets_others(view, me, place, &swing, true) {
            (self.left, self.planned, self.speed) = (0, 0, 0.0);
        }
    }

    /// When the foot leaves the floor, from now on [s].
    fn lift(&self, dt: f32) -> f32 {
        let gone = self.total - self.left;
        DOUBLE_SUPPORT * self.total as f32 * dt - gone as f32 * dt
    }

    /// What others may know of its steps.
    pub(super) fn publish(&self, at: Point, dt: f32) -> PublishedSteps {
        if !self.begun {
            return PublishedSteps::default();
        }
        let mut shown = PublishedSteps {
            plans: true,
            firm: self.stands || self.left == 0 || self.total - self.left > 1,
            feet: self.feet,
            along: self.along,
            ..PublishedSteps::default()
        };
        let mut stance = self.stance(at);
        if self.left > 0 {
            let land = self.left as f32 * dt;
            let root = if self.stands { at } else { self.to };
            shown.push(PublishedStep {
                moves: !self.stands,
                right: self.swing == 1,
                lift: self.lift(dt),
                land,
                root,
                place: self.landing,
                along: self.facing,
            });
            stance.time = land;
            if !self.stands {
                stance.feet[usize::from(self.swing)] = self.landing - at;
                stance.swing = usize::from(1 - self.swing);
                stance.root = root - at;
            }
        }
        for step in self.ahead().iter().take(PUBLISHED) {
            let (next, moving) = stance.after(step);
            shown.push(PublishedStep {
                moves: !step.stands,
                right: stance.swing == 1,
                lift: stance.time + DOUBLE_SUPPORT * step.time,
                land: next.time,
                root: at + next.root,
                place: at + moving.swing.1,
                along: next.facing,
            });
            stance = next;
        }
        shown
    }

    /// The steps of the plan that are yet to be taken.
    fn ahead(&self) -> &[PlannedStep] {
        let planned = usize::from(self.planned).min(DEEPEST);
        &self.plan[usize::from(self.taken).min(planned)..planned]
    }

    fn stance(&self, place: Point) -> Stance {
        Stance {
            feet: self.feet.map(|foot| foot - place),
            root: Vec2::ZERO,
            facing: self.facing,
            swing: usize::from(self.swing),
            speed: self.speed,
            time: 0.0,
        }
    }

    /// For how long it got no farther although it wanted to [s].
    fn stalled(&mut self, place: Point, wants: bool, now: f32) -> f32 {
        if !wants || place.distance(self.anchor) > FARTHER {
            (self.anchor, self.anchored) = (place, now);
        }
        now - self.anchored
    }

    /// Decides the next step.
    pub(super) fn decide(&mut self, p: &Footsteps, view: &MotionView<'_>, me: Row, wanted: Vec2, search: &mut Search) {
        let (place, now) = (view.body(me).place(), view.time());
        search.obstacles.see(view, me, p.view, p.cylinder);
        search.dt = view.dt;
        search.stairs.clear();
        search.stairs.extend(view.flights(me).filter_map(|flight| NearStairs::of(flight, place)));
        let stance = self.stance(place);
        let preferred = view.preferred(me);
        let walks = preferred.length() >= p.v_stop;
        let stalled = self.stalled(place, walks || wanted.length() >= p.v_stop, now);
        let wanted = if walks && stalled >= STALLS[1] { preferred } else { wanted };
        if wanted.length() < p.v_stop {
            self.planned = 0;
            self.settle(p, &stance, place, search, view.dt);
            return;
        }
        let regard = match stalled {
            _ if stalled >= STALLS[2] => Regard::Price,
            _ if stalled >= STALLS[0] || self.waited >= PATIENCE => Regard::Trunks,
            _ => Regard::Limbs,
        };
        let kept = self.taken < self.planned.min(FOLLOWED)
            && now - self.since < EXPIRES
            && !self.off
            && (wanted - self.wanted).length() < OTHER_GOAL;
        if kept && self.is_free_ahead(stance, search) {
            let next = self.ahead()[0];
            self.taken += 1;
            self.take(&stance, &next, place, view.dt);
            return;
        }
        self.search(p, stance, wanted, regard, search);
        (self.wanted, self.since, self.off) = (wanted, now, false);
        self.taken = 1;
        if self.planned == 0 {
            // Every step hits: with the feet below the body others may not.
            self.waited = self.waited.saturating_add(1);
            self.gather(p, &stance, place, search, view.dt);
            return;
        }
        let next = self.plan[0];
        if next.stands {
            // Who waits in the middle of a stride has every step before it begin there: with the feet together there are smaller ones.
            (self.waited, self.planned) = (self.waited.saturating_add(1), 0);
            self.gather(p, &stance, place, search, view.dt);
            return;
        }
        self.waited = 0;
        self.take(&stance, &next, place, view.dt);
    }

    /// Whether the steps that are to be followed still hit nobody.
    fn is_free_ahead(&self, mut stance: Stance, search: &Search) -> bool {
        let left = usize::from(FOLLOWED.saturating_sub(self.taken));
        self.ahead().iter().take(left).enumerate().all(|(k, step)| {
            let (next, moving) = stance.after(step);
            let trips = k == 0 && !step.stands && search.obstacles.trips(&stance.swing(&moving, self.along, search.dt));
            stance = next;
            !trips && !search.obstacles.hits(&moving)
        })
    }

    fn search(&mut self, p: &Footsteps, stance: Stance, wanted: Vec2, regard: Regard, search: &mut Search) {
        // Who is held up takes short steps, and at last any that are free, so that legs come free of those of others.
        let speed = if regard == Regard::Limbs { wanted.length() } else { wanted.length().min(HELD_UP) };
        search.pace = wanted.length().max(steps::SLOWEST);
        search.restless = regard == Regard::Price;
        steps::fill(&mut search.set, speed, p.stand);
        let energy = Energy::of(p, speed);
        search.obstacles.regard = regard;
        search.find(p, energy, stance, self.along, wanted * p.look);
        self.searches += 1;
        self.expanded += search.expanded;
        if search.plan.is_empty() && regard == Regard::Limbs {
            search.obstacles.regard = Regard::Trunks;
            search.find(p, energy, stance, self.along, wanted * p.look);
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
        let moving = stance.after(&closing).1;
        let blocked =
            || search.obstacles.hits(&moving) || search.obstacles.trips(&stance.swing(&moving, self.along, search.dt));
        // On stairs each foot keeps its tread.
        let on_stairs = |foot: &Vec2| search.stairs.iter().any(|stairs| stairs.has(*foot));
        let near_stairs = search.stairs.iter().any(|stairs| !stairs.is_off(moving.swing.1));
        if self.is_gathered(stance) || stance.feet.iter().any(on_stairs) || near_stairs || blocked() {
            self.gather(p, stance, place, search, dt);
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
    fn gather(&mut self, p: &Footsteps, stance: &Stance, place: Point, search: &Search, dt: f32) {
        let standing = PlannedStep::standing(p.stand);
        let on_stairs = |foot: &Vec2| search.stairs.iter().any(|stairs| stairs.has(*foot));
        if self.is_gathered(stance) || stance.feet.iter().any(on_stairs) {
            self.take(stance, &standing, place, dt);
            return;
        }
        let aside = self.facing.perp() * (0.5 * STANCE);
        let below = if self.swing == 0 { aside } else { -aside };
        let closing = PlannedStep { stands: false, ..PlannedStep::standing(CLOSING) };
        // Where others are in its place the foot comes down where it was, and the other is next.
        let lifted = stance.feet[stance.swing];
        let off_stairs = |to: Vec2| search.stairs.iter().all(|stairs| stairs.is_off(to));
        let free = |to: &Vec2| {
            let moving = Moving { swing: (lifted, *to), ..stance.after(&closing).1 };
            (*to == lifted || off_stairs(*to)) && !search.obstacles.trips(&stance.swing(&moving, self.along, search.dt))
        };
        let Some(landing) = [below, lifted].into_iter().find(free) else {
            self.take(stance, &standing, place, dt);
            return;
        };
        self.take(stance, &closing, place, dt);
        (self.to, self.speed) = (place, 0.0);
        self.landing = place + landing;
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
        let lifted = self.feet[foot];
        // Where it was planned nobody else puts a foot. Far from there the body cannot stand.
        let free = |to: &Point| {
            let swing = Segment::new(lifted, *to);
            let planted = Swing::planted(*to - place, self.facing);
            view.walls(me).all(|wall| swing.crossing(wall.at) == Crossing::None)
                && !meets_others(view, me, place, &planted, false)
        };
        let on_stairs = |place: Point| view.flights(me).any(|f| f.treads > 0 && f.height(place).is_some());
        let off_stairs =
            |to: Point| view.flights(me).all(|f| NearStairs::of(f, to).is_none_or(|f| f.is_off(Vec2::ZERO)));
        let mut shorter = 1.0;
        let stays = self.led || on_stairs(self.landing) || on_stairs(lifted);
        let landing = if stays || (drift.length() <= STRETCH && free(&self.landing)) {
            self.landing
        } else {
            // Someone appeared there, or the body was kept from it: the foot comes down before, as near to the body as is free.
            let wanted = self.landing + drift;
            let places = SHORTER.map(|share| (share, lifted.lerp(self.landing, f64::from(share))));
            let free = places.into_iter().filter(|(_, to)| (*to == lifted || off_stairs(*to)) && free(to));
            let nearest = free.min_by(|a, b| a.1.distance(wanted).total_cmp(&b.1.distance(wanted)));
            let (share, place) = nearest.unwrap_or((1.0, self.landing));
            // It came down when it was there: until then it was where others expected it.
            shorter = if share > 0.0 { share } else { 1.0 };
            place
        };
        self.along[foot] = self.facing;
        self.feet[foot] = landing;
        self.swing = 1 - self.swing;
        let land = view.time() + view.dt;
        let swings = self.total as f32 * view.dt * (1.0 - DOUBLE_SUPPORT);
        let lift = land - swings;
        let land = lift + swings * shorter;
        let written = self.scripted.checked_sub(1).and_then(|k| view.script(me).get(k as usize)).filter(|_| self.led);
        let (lift, land) = written.map_or((rounded(lift), rounded(land)), |step| (step.lift, step.land));
        let z = view.ground(me, landing);
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

/// Whether a foot, relative to an origin, meets one of another walker: on the floor, in the air or where it lands. Of steps that may
/// be called off all count, or, on request, only those of walkers with smaller numbers.
fn meets_others(view: &MotionView<'_>, me: Row, origin: Point, swing: &Swing, smaller: bool) -> bool {
    let id = view.id(me);
    let mut meets = false;
    view.nearby(me, AT_FEET, |other| {
        let Some(plan) = view.published(other.row).filter(|_| !meets) else { return };
        let planted = |k: usize| Swing::planted(plan.feet[k] - origin, plan.along[k]);
        let step = plan.steps().first().filter(|step| step.moves);
        let moves = step.filter(|_| plan.firm || !smaller || view.id(other.row) < id);
        for k in [0, 1] {
            let swung = moves.filter(|step| usize::from(step.right) == k);
            // The place a foot leaves is free only if the step is made for certain.
            let stays = swung.is_none() || !plan.firm;
            meets |= stays && swing.meets(&planted(k));
            if let Some(step) = swung {
                let path = (plan.feet[k] - origin, step.place - origin);
                let foot = Swing { path, along: (plan.along[k], step.along), lift: step.lift, land: step.land };
                meets |= swing.meets(&foot);
            }
        }
    });
    meets
}
