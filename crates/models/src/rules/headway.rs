//! `headway`: people keep a time gap to those in front, turn early to where the gap will be larger, and let each other pass in order.
//!
//! **In words.** A rule for any steering model, between what it chose and what the body does. It has five parts.
//!
//! 1. *A gap.* For seven directions about the chosen one the rule finds two gaps: the plain one to the nearest person in the strip ahead, and
//!    the foreseen one, in which people who come are nearer by their speed times `on_time`, people who go the same direction farther by theirs
//!    times `same_time`, and people who cross are where they will be when the walker gets there. The foreseen gap chooses the
//!    direction, the plain one bounds the speed.
//! 2. *Company.* Alone or in a file people keep `time_gap` and count all in front of their body. Beside others they keep `crowd_gap` and
//!    count only those right in front: they walk into the gaps between others, as people do before a door.
//! 3. *Order.* Of two who are about to touch, the one farther on along the mean of both directions goes first, and among equals one by lot; the
//!    other leaves a `buffer`. So nobody presses into those before it, and knots come undone. Who meets people who come keeps to the
//!    side. Who meets people who cross passes behind them: streams that cross then form stripes at 45 degrees, as people do.
//! 4. *Patience.* Models balance forces, or rule out every velocity, where people still press on. In a crowd that agrees on where to go the
//!    share `follow` of the choice is the route, and after `patience` without progress it is the route, at `press` of the pace.
//! 5. *Facing.* A body is slower where it does not face: full pace within 25 degrees of its heading, `sideways` of it at 90 degrees, `backward` of it
//!    at 180, linear in the cosine between.
//!
//! ```text
//! k    = (r_i + r_j) / 0.44 m;   in direction e: a = d.e > 0, b = |d x e| < w k,   w between width and crowd_width by company
//! g_j  = (a - length k) / (1 - (b / (w k))^2)
//! g(e) = min_j g_j,   f(e) = min_j (g_j + u_j), and no farther than walls beside the chosen direction
//! e*   = argmax min(|c|, max(creep, f / T)) (0.7 cos(angle) + 0.3 e.route) + steady v.e + behind angle [people cross to the right]
//!               - side max(0, angle) - side_on max(-0.3, angle) [people come] - 0.02 |angle|
//! v    = e* min(|c|, max(creep, g(e*) / T)),   T between time_gap and crowd_gap by company, times hurry for those who wait
//! ```
//!
//! **Where the numbers come from.** Form: a prototype and the measurements of pedestrians named in `docs/dense.md`. Values: `time_gap`, strip
//! and `hurry` by `ambulo calibrate default --targets ...` on training places with seed 1, the rest by hand and an earlier search on
//! seeds 1 to 9; the page reports other seeds.
//!
//! **When.** A walker looks around every `decide_every` seconds, not all in the same step, and keeps its turn until then. In every step
//! it finds the plain gap in the direction it has taken, which bounds its speed.
//!
//! **Choices.** An agent that nobody is in front of keeps the chosen velocity to the bit. Gaps are between centres, so that `length`
//! is the distance at which people stand behind each other. Braking is not bounded, speeding up is, by `acceleration`. Lots are drawn
//! again every three seconds, so that no pair waits for each other for good. Who has arrived stands, and its model does not move it.
//!
//! **Not modelled.** Walls bound the choice of direction and not the speed. Shoulders do not turn; companions are not known.

mod ahead;
mod company;
mod passing;
#[cfg(test)]
mod tests;

use ahead::{Ahead, TURNS};
use ambulo_geom::Vec2;
use ambulo_sim::{BodyRule, Row, View, params};

params! {
    /// A time gap to those in front, with foresight.
    pub struct Headway {
        /// Time gap to those in front, alone or in a file.
        time_gap: "s", 0.05..=5.0, 1.03;
        /// The same beside others.
        crowd_gap: "s", 0.05..=5.0, 0.5;
        /// Distance between two who stand behind each other, for bodies of 0.44 m.
        length: "m", 0.0..=2.0, 0.38;
        /// Half the width of the strip in which others are in front, for bodies of 0.44 m, alone or in a file.
        width: "m", 0.05..=1.0, 0.4;
        /// The same beside others.
        crowd_width: "m", 0.05..=1.0, 0.142;
        /// Distance to those who go first, beyond touching.
        buffer: "m", 0.0..=0.5, 0.06;
        /// Speed that is left to those who have no gap.
        creep: "m/s", 0.0..=1.0, 0.07;
        /// How far ahead those who come are foreseen.
        on_time: "s", 0.0..=10.0, 3.0;
        /// How far ahead those who go the same direction are foreseen.
        same_time: "s", 0.0..=10.0, 0.5;
        /// How far ahead those who cross are foreseen.
        cross_time: "s", 0.0..=10.0, 2.0;
        /// Weight of keeping the direction of motion.
        steady: "1", 0.0..=2.0, 0.05;
        /// Preference for the right-hand side; negative for the left.
        side: "m/s", -1.0..=1.0, 0.05;
        /// The same where people come.
        side_on: "m/s", -1.0..=1.0, 0.27;
        /// Preference for passing behind those who cross, not before them.
        behind: "m/s", 0.0..=3.0, 1.6;
        /// Greatest change of the velocity.
        acceleration: "m/s^2", 0.5..=100.0, 4.0;
        /// How long a body waits for what its model chooses before it goes for its route by itself.
        patience: "s", 0.0..=600.0, 1.4;
        /// Share of the preferred speed it then wants.
        press: "1", 0.0..=1.0, 0.8;
        /// Share of the time gap that is left to those who have waited.
        hurry: "1", 0.1..=1.0, 0.644;
        /// Share of the route in what is chosen, in a crowd that agrees on where to go.
        follow: "1", 0.0..=1.0, 0.6;
        /// Share of its pace that a body reaches sideways; 1: facing bounds nothing.
        sideways: "1", 0.1..=1.0, 0.6;
        /// The same backwards.
        backward: "1", 0.1..=1.0, 0.6;
        /// How far it looks.
        range: "m", 0.5..=20.0, 4.5;
        /// Time between two choices of a direction.
        decide_every: "s", 0.0..=2.0, 0.1;
    }
}

/// What a walker remembers of the crowd around it.
#[derive(Clone, Copy, Debug, Default)]
pub struct InCrowd {
    /// How long it has made no progress [s].
    waiting: f32,
    /// Whether people walk beside it, from 0 to 1.
    company: f32,
    /// How tight the crowd is that goes its direction, from 0 to 1.
    tight: f32,
    /// Whether people come, from 0 to 1.
    oncoming: f32,
    /// Whether streams mix here, from 0 to 1.
    mixed: f32,
    /// Whether people cross: 1 to the right, -1 to the left.
    crossing: f32,
    /// Which of the turns it has taken.
    turn: u32,
}

ambulo_sim::snapshot!(InCrowd { waiting, company, tight, oncoming, mixed, crossing, turn });

/// From waiting to going by itself it takes this long [s].
const BLEND: f32 = 1.0;
/// Company is felt and forgotten within this time [s].
const ADAPTS: f32 = 1.0;
/// People who come are noticed and forgotten within these times [s].
const NOTICES: f32 = 0.5;
const REMEMBERS: f32 = 5.0;

/// A number from 0 to 1 that looks random.
#[inline(always)]
fn hash(v: u32) -> f32 {
    let v = (v ^ (v >> 16)).wrapping_mul(0x7FEB_352D);
    let v = (v ^ (v >> 15)).wrapping_mul(0x846C_A68B);
    ((v ^ (v >> 16)) >> 8) as f32 / (1 << 24) as f32
}

impl Headway {
    /// What the walker wants: what its model chose, or its route, in a crowd that agrees and after waiting in vain.
    #[inline(always)]
    fn wanted(&self, view: &View<'_>, me: Row, chosen: Vec2, preferred: Vec2, crowd: &mut InCrowd) -> Vec2 {
        /// Who makes less than this share of its preferred speed along its route waits.
        const SLOW: f32 = 0.1;
        /// Waiting is forgotten so many times faster than it builds up.
        const FORGETS: f32 = 3.0;
        let pace = preferred.length();
        let slow = view.body(me).velocity().dot(preferred) < SLOW * pace * pace;
        crowd.waiting = if slow { crowd.waiting + view.dt } else { (crowd.waiting - FORGETS * view.dt).max(0.0) };
        // Not all at the same time.
        let patience = self.patience * (0.5 + hash(view.id(me).0));
        let waited = ((crowd.waiting - patience) / BLEND).clamp(0.0, 1.0);
        let chosen = if waited == 0.0 { chosen } else { chosen * (1.0 - waited) + preferred * (self.press * waited) };
        let follow = self.follow * crowd.tight;
        if follow == 0.0 { chosen } else { chosen * (1.0 - follow) + preferred * follow }
    }

    /// The time gap it keeps, and the speed that is left to it without one.
    #[inline(always)]
    fn gap(&self, crowd: &InCrowd, pace: f32) -> (f32, f32) {
        let waited = (crowd.waiting / self.patience.max(0.01)).min(1.0);
        let time_gap = self.time_gap + (self.crowd_gap - self.time_gap) * crowd.company;
        // Who has waited for long does not keep its gap to those who wait before it: it may have to push past.
        let more = (self.press * pace - self.creep).max(0.0);
        let creep = self.creep + (more * (crowd.waiting - self.patience) / BLEND).clamp(0.0, more);
        (time_gap * (1.0 - (1.0 - self.hurry) * waited), creep)
    }

    /// A velocity no faster than a body goes in that direction: sideways and backwards people are slower.
    #[inline(always)]
    fn as_it_faces(&self, v: Vec2, heading: Vec2, pace: f32) -> Vec2 {
        /// Within this cosine of where a body faces it goes straight ahead.
        const AHEAD: f32 = 0.9;
        let speed = v.length();
        let ahead = v.dot(heading) / speed.max(1e-6);
        if ahead >= AHEAD {
            return v;
        }
        let rest = if ahead > 0.0 { (1.0 - self.sideways) / AHEAD } else { self.sideways - self.backward };
        let most = (self.sideways + ahead * rest) * pace;
        if speed > most { v * (most / speed) } else { v }
    }

    /// Whether it is the walker's turn to look around, and how long ago it did so before [s]. Not all look in the same step.
    #[inline(always)]
    fn looks(&self, view: &View<'_>, me: Row) -> (bool, f32) {
        let every = (self.decide_every / view.dt).round().max(1.0);
        let step = (view.time() / view.dt).round() as u32;
        (step.wrapping_add(view.id(me).0).is_multiple_of(every as u32), every * view.dt)
    }

    /// Looks around: who is beside, who comes, and in which of the directions about the chosen one the walker makes most progress.
    /// How near the nearest is [m] and the gap [m], unless nobody is in front.
    #[inline(always)]
    fn look(
        &self,
        view: &View<'_>,
        me: Row,
        (e0, speed): (Vec2, f32),
        preferred: Vec2,
        (time_gap, creep): (f32, f32),
        since: f32,
        crowd: &mut InCrowd,
    ) -> Option<(f32, f32)> {
        let (body, pace) = (view.body(me), preferred.length());
        let far = self.time_gap.max(self.crowd_gap) * speed.max(pace);
        let route = preferred / pace;
        let turns = std::array::from_fn(|k| k);
        let mut ahead = Ahead::new(self, turns, e0, speed, route, body.radius, crowd.company, far);
        view.for_each_block(
            me,
            self.range,
            #[inline(always)]
            |block| ahead.add(&block),
        );
        let company = company::company(view, me, route);
        let come = company.against || ahead.anyone_comes();
        let (felt, noticed) = (since / ADAPTS, since / if come { NOTICES } else { REMEMBERS });
        crowd.oncoming += (f32::from(u8::from(come)) - crowd.oncoming) * noticed.min(1.0);
        let noticed = since / if company.crosses > crowd.mixed { NOTICES } else { REMEMBERS };
        crowd.mixed += (company.crosses - crowd.mixed) * noticed.min(1.0);
        crowd.crossing += (ahead.crossing() * crowd.mixed - crowd.crossing) * felt.min(1.0);
        crowd.turn = 0;
        ahead.complete();
        let empty = ahead.empty();
        let (plain, foreseen) = if empty { (ahead::FREE, ahead::FREE) } else { ahead.gaps(0) };
        let open = (plain / (self.time_gap * pace)).clamp(0.0, 1.0);
        let tight = crowd.company * (1.0 - open) * (2.0 * company.accord - 1.0).max(0.0);
        crowd.tight += (tight - crowd.tight) * felt.min(1.0);
        crowd.company += (f32::from(u8::from(company.beside)) - crowd.company) * felt.min(1.0);
        if empty {
            return None;
        }
        let (turn, plain) = self.best(view, me, &mut ahead, (plain, foreseen), (time_gap, creep), crowd);
        crowd.turn = turn as u32;
        Some((ahead.nearest(), plain))
    }

    /// Keeps the direction and finds the gap there, and how near the nearest is [m].
    #[inline(always)]
    fn glance(
        &self,
        view: &View<'_>,
        me: Row,
        (e0, speed): (Vec2, f32),
        route: Vec2,
        time_gap: f32,
        crowd: &InCrowd,
    ) -> Option<(f32, f32)> {
        let radius = view.body(me).radius;
        let far = time_gap * speed;
        let turn = [crowd.turn as usize % TURNS.len()];
        let mut ahead = Ahead::new(self, turn, e0, speed, route, radius, crowd.company, far);
        let reach = ahead.reach().max(radius + ahead::WIDE + self.buffer + 2.0 * speed * view.dt).min(self.range);
        view.for_each_block(
            me,
            reach,
            #[inline(always)]
            |block| ahead.add_near(&block),
        );
        // No adapters: their closures would be compiled for narrow vectors.
        if ahead.empty() {
            return None;
        }
        ahead.complete();
        let (plain, _) = ahead.gaps(0);
        Some((ahead.nearest(), plain))
    }

    /// The turn, of those about the chosen direction, in which the walker makes most progress, and the plain gap there [m]. `straight` has
    /// both gaps in the chosen direction.
    ///
    /// Gaps are found only where they can matter: who has all the room it wants in a direction gets a value that no gap makes greater.
    #[inline(always)]
    fn best(
        &self,
        view: &View<'_>,
        me: Row,
        ahead: &mut Ahead<{ ahead::COUNT }>,
        straight: (f32, f32),
        (time_gap, creep): (f32, f32),
        crowd: &InCrowd,
    ) -> (usize, f32) {
        /// Price of a turn [m/s per rad].
        const TURN: f32 = 0.02;
        /// Nobody turns farther to the side because of people who come [rad].
        const ASIDE: f32 = 0.3;
        /// Share of progress that counts along the route, not along the choice.
        const ON_ROUTE: f32 = 0.3;
        /// Nobody turns farther from its route than this, as a cosine.
        const STRAY: f32 = 0.5;
        let velocity = view.body(me).velocity();
        // Who keeps to the right of people who cross is swept along with them, or runs into those who follow.
        let (oncoming, keeps_side) = (crowd.oncoming, 1.0 - crowd.crossing.abs());
        let (wanted, mut walls) = (ahead.speed, None);
        let (mut best, mut most, mut gap) = (0, f32::NEG_INFINITY, straight.0);
        for k in 0..TURNS.len() {
            let (e, angle) = (ahead.directions[k], TURNS[k]);
            let on_route = e.dot(ahead.route);
            if k > 0 && on_route <= STRAY {
                continue;
            }
            let share = ahead::COSINES[k] * (1.0 - ON_ROUTE) + on_route * ON_ROUTE;
            let steady = self.steady * velocity.dot(e);
            let aside = (self.side * angle.max(0.0) + self.side_on * oncoming * angle.max(-ASIDE)) * keeps_side;
            let behind = self.behind * crowd.crossing * angle;
            let value = |speed: f32| speed * share + steady + behind - aside - TURN * angle.abs();
            // Rounding keeps the order: what is left out here could not be the greatest.
            if k > 0 && value(if share > 0.0 { wanted } else { wanted.min(creep) }) <= most {
                continue;
            }
            let (plain, foreseen) = if k == 0 {
                straight
            } else {
                let walls = walls.get_or_insert_with(|| ahead::up_to_walls(view, me, &ahead.directions));
                let (plain, foreseen) = ahead.gaps(k);
                (plain, foreseen.min(walls[k]))
            };
            let value = value(wanted.min((foreseen / time_gap).max(creep)));
            if value > most {
                (best, most, gap) = (k, value, plain);
            }
        }
        (best, gap)
    }
}

impl BodyRule for Headway {
    const NAME: &'static str = "headway";
    const TITLE: &'static str =
        "A time gap to those in front, an early turn to where it will be larger, and an order of passing";
    type Memory = InCrowd;

    fn range(&self) -> f32 {
        self.range
    }

    #[inline(always)]
    fn apply(&self, view: &View<'_>, me: Row, intended: Vec2, crowd: &mut InCrowd) -> Vec2 {
        let preferred = view.preferred(me);
        if preferred == Vec2::ZERO {
            return Vec2::ZERO;
        }
        let wanted = self.wanted(view, me, intended, preferred, crowd);
        let Some(e0) = wanted.unit() else { return wanted };
        let (velocity, pace, speed) = (view.body(me).velocity(), preferred.length(), wanted.length());
        let (time_gap, creep) = self.gap(crowd, pace);
        let (now, since) = self.looks(view, me);
        let found = if now {
            self.look(view, me, (e0, speed), preferred, (time_gap, creep), since, crowd)
        } else {
            self.glance(view, me, (e0, speed), preferred / pace, time_gap, crowd)
        };
        let turn = crowd.turn as usize % TURNS.len();
        let (nearest, plain) = found.unwrap_or((ahead::FREE, ahead::FREE));
        if turn == 0 && plain == ahead::FREE && nearest == ahead::FREE {
            return self.as_it_faces(wanted, view.heading(me), pace);
        }
        let kept = speed.min((plain / time_gap).max(creep));
        let new = if turn == 0 && kept == speed { wanted } else { ahead::turned(e0, turn) * kept };
        // Braking is not bounded by comfort: who cannot stop runs into others.
        let bounded = velocity + (new - velocity).clamp_length(self.acceleration * view.dt);
        let new = if kept < velocity.length() { new } else { bounded };
        let new = self.as_it_faces(new, view.heading(me), pace);
        if nearest < self.buffer + 2.0 * new.length() * view.dt {
            passing::in_order(view, me, new, preferred / pace, self.buffer, crowd.waiting)
        } else {
            new
        }
    }
}
