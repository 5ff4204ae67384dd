//! Feet that stay where they were set down.
//!
//! A foot that lands is held: its contact point stays at that place of the floor, and the leg is bent to let it, until the
//! move lifts it. What it was off by then fades while it swings. A standing body with a foot out of place, because it
//! stopped or turned, sets it right with a step, one foot at a time.

use super::{AnimatedBody, Mediator};
use crate::{DVec2, Limbs, Quat, Vec2, Vec3, ease, math, turn, wrap};

/// What is remembered of one foot.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FootState {
    /// On the floor by the move that plays.
    pub down: bool,
    /// The same in the last frame.
    pub was_down: bool,
    /// Held at `at`.
    held: bool,
    /// A step of a standing body, or a quick one of a body whose foot was too far off.
    stepping: bool,
    /// It had to let go though it is down, and moves to where its clip has it.
    slipping: bool,
    /// Where the contact point is, or is held, in the plan [m].
    pub at: DVec2,
    /// Height it is held at [m], and what is left to get there.
    height: f32,
    above: f32,
    /// Heading of the body for which the foot points as its clip says [rad].
    heading: f32,
    /// When it lifted: from where the clip has it to where it is, along the plan's axes, and its turn [rad].
    offset: Vec3,
    turn: f32,
    /// Share of the swing that is done, in which the offset fades.
    progress: f32,
}

/// Where a foot shall be: its contact point in the body's frame, and its turn against the clip.
#[derive(Clone, Copy)]
struct FootGoal {
    contact: Vec3,
    turn: f32,
}

/// Share of a swing after which a foot is where its clip has it; the rest is for the heel to land.
const FADE: f32 = 0.75;
/// How long a step on the spot takes, and how long a foot that let go needs to find its place [s].
const STEP: f32 = 0.35;
const QUICK: f32 = 0.2;
/// How far a foot of a standing body may be out of place [m], [rad].
const OUT_OF_PLACE: (f32, f32) = (0.06, 0.35);
/// How high a step on the spot is [m].
const LIFT: f32 = 0.05;
/// Share of the farthest hold at which a single foot begins to move the root.
const LEASH: f32 = 0.7;
/// How fast it does so at most [m/s], and how much farther than the farthest hold it can [m].
const PULL: f32 = 3.0;
const CARRIED: f32 = 0.3;
/// Share of the leg's length that may be used, and most the hips are let down for it [m].
const STRETCH: f32 = 0.985;
const SINK: f32 = 0.10;

impl FootState {
    /// Lets go: from now on the foot goes to where its clip has it.
    fn release(&mut self, out: Vec3, anim: Vec3, turn: f32) {
        *self = FootState { held: false, offset: out - anim, turn, progress: 0.0, ..*self };
    }
}

impl Mediator {
    /// Which feet are down by what plays.
    pub(super) fn touch(&self, walker: &mut AnimatedBody) {
        let clip = match walker.layers.chosen() {
            Some(_) if walker.walking => self.play(walker.layers.main()).down(walker.phase),
            _ => [true; 2],
        };
        let locks = self.settings.foot_lock && !walker.fresh;
        for (foot, down) in walker.feet.iter_mut().zip(clip) {
            // A body that stops sets down the foot it had in the air first.
            let landed = foot.held || foot.progress >= 1.0;
            foot.down = down && (landed || !locks || (walker.walking && !foot.stepping));
        }
    }

    /// Holds the feet that are down. `advance` is how much of a cycle went by.
    pub(super) fn plant(&self, walker: &mut AnimatedBody, dt: f32, advance: f32) {
        let limbs = [0, 1].map(|i| self.legs[i].limbs(&self.skeleton, walker.hips, &walker.rotations));
        if !walker.walking {
            self.step_into_place(walker, &limbs);
        }
        self.pull_back(walker, &limbs, dt);
        let goals = [0, 1].map(|i| self.goal(walker, i, &limbs[i], dt, advance));
        self.let_down(walker, &limbs, &goals, dt);
        let down = Vec3::new(0.0, 0.0, -walker.sink);
        walker.hips += down;
        let tilt = self.tilt(walker);
        for i in 0..2 {
            let (leg, limbs, goal) = (&self.legs[i], &limbs[i], goals[i]);
            let at_rest = (goal.contact - limbs.contact).length_squared() < 1e-12 && goal.turn.abs() < 1e-6;
            if at_rest && walker.sink == 0.0 && walker.grade == Vec2::ZERO {
                continue;
            }
            let turned = tilt * turn(goal.turn);
            let ankle = goal.contact + turned * (limbs.foot.at - limbs.contact);
            // The body was let down after its limbs were found: the same as a target higher by as much.
            let hip = limbs.thigh.at;
            let mut to = ankle - down - hip;
            if !walker.feet[i].held {
                to = to.clamp_length_max(self.longest(i, limbs));
            }
            leg.reach(limbs, hip + to, turned * limbs.foot.rotation, &mut walker.rotations);
        }
    }

    /// Soles lie on the floor: from upright to across a floor that leans, in the body's frame.
    fn tilt(&self, walker: &AnimatedBody) -> Quat {
        if walker.grade == Vec2::ZERO {
            return Quat::IDENTITY;
        }
        let normal = Vec3::new(-walker.grade.x, -walker.grade.y, 1.0);
        math::arc(Vec3::Z, walker.placement.rotation().inverse() * normal)
    }

    /// How far a leg may be stretched: not quite straight, since knees snap there, unless its clip does it.
    fn longest(&self, i: usize, limbs: &Limbs) -> f32 {
        let own = (limbs.foot.at - limbs.thigh.at).length();
        own.max(STRETCH * (self.legs[i].lengths[0] + self.legs[i].lengths[1]))
    }

    /// Where one foot shall be in this frame.
    fn goal(&self, walker: &mut AnimatedBody, i: usize, limbs: &Limbs, dt: f32, advance: f32) -> FootGoal {
        let s = &self.settings;
        let placed = walker.placement;
        let anim = walker.lifted(limbs.contact);
        let main = walker.layers.chosen().map(|_| walker.layers.main());
        let swing = FADE * main.map_or(0.4, |choice| self.play(choice).swing(i));
        let high = main.map_or(0.0, |choice| self.play(choice).high(i, walker.phase, choice.reversed) * walker.stride);
        let other = walker.feet[1 - i].held && walker.feet[1 - i].down;
        let grade = walker.grade;
        let settle = walker.fades.settle;
        let foot = &mut walker.feet[i];
        let mut turned = wrap(foot.heading - placed.heading);
        let mut out = anim;
        if foot.held {
            // A foot that is turned too far goes on turning on the spot.
            turned = turned.clamp(-s.foot_turn_max, s.foot_turn_max);
            foot.heading = placed.heading + turned;
            foot.above *= settle;
            let rel = (foot.at - placed.at).as_vec2();
            out = Vec3::new(rel.x, rel.y, foot.height + foot.above);
            let off = (rel - Vec2::new(anim.x, anim.y)).length();
            let most = if walker.walking { s.hold_max } else { s.hold_max + 0.2 };
            if !foot.down {
                foot.release(out, anim, turned);
            } else if off > most && other {
                // Too far: a quick step, while the other foot stands.
                foot.release(out, anim, turned);
                foot.stepping = true;
                foot.down = false;
            } else if off > s.hold_max + CARRIED {
                // The body was displaced: there is no plant to hold.
                foot.release(out, anim, turned);
                foot.slipping = true;
                walker.slips += 1;
            }
        }
        if !foot.held {
            let by_phase = if foot.stepping { 0.0 } else { advance.abs() / swing };
            let by_time = match (foot.down, walker.walking, foot.stepping) {
                (true, ..) | (_, true, true) => dt / QUICK,
                (_, false, _) => dt / STEP,
                _ => 0.0,
            };
            foot.progress = (foot.progress + by_phase.max(by_time)).min(1.0);
            let p = foot.progress;
            let left = 1.0 - ease(p);
            out = anim + foot.offset * left;
            turned = foot.turn * left;
            if !foot.stepping {
                out.z -= high;
            }
            if !foot.down {
                let far = Vec2::new(foot.offset.x, foot.offset.y).length();
                out.z +=
                    LIFT * (1.0 - walker.stride) * 4.0 * p * (1.0 - p) * (far / 0.1 + 3.0 * foot.turn.abs()).min(1.0);
            }
            let floor = placed.floor + grade.dot(Vec2::new(out.x, out.y)) + self.legs[i].height;
            if foot.down && (p >= 1.0 || !foot.slipping) {
                foot.held = true;
                foot.slipping = false;
                foot.stepping = false;
                foot.at = placed.at + DVec2::new(out.x.into(), out.y.into());
                foot.height = floor;
                foot.above = if walker.fresh { 0.0 } else { out.z - floor };
                foot.heading = placed.heading + turned;
            }
        }
        let up = Vec3::new(0.0, 0.0, placed.floor);
        FootGoal { contact: placed.rotation().inverse() * (out - up), turn: turned }
    }

    /// The foot that is farther behind, seen along the steering; the right one if they are level.
    pub(super) fn hind_foot(&self, walker: &AnimatedBody) -> usize {
        let direction = walker.steer;
        let ahead = |foot: usize| (walker.feet[foot].at - walker.placement.at).as_vec2().dot(direction);
        usize::from(ahead(1) <= ahead(0) + 0.01 * direction.length())
    }

    /// Lifts a foot that is out of place if the other one stands.
    fn step_into_place(&self, walker: &mut AnimatedBody, limbs: &[Limbs; 2]) {
        if walker.stride > 0.02 || !walker.feet.iter().all(|foot| foot.held) {
            return;
        }
        let placed = walker.placement;
        let out = [0, 1].map(|i| {
            let anim = placed.offset(limbs[i].contact);
            let foot = &walker.feet[i];
            let off = (foot.at - placed.at).as_vec2() - Vec2::new(anim.x, anim.y);
            let turned = wrap(foot.heading - placed.heading).abs();
            let (far, round) = OUT_OF_PLACE;
            // While turning, any foot that has fallen behind by as much; afterwards what is left of it.
            let round = if walker.turning { round } else { 0.5 * round };
            (off.length() / far).max(turned / round)
        });
        let worse = usize::from(out[1] > out[0]);
        if out[worse] > 1.0 {
            let anim = walker.lifted(limbs[worse].contact);
            let foot = &mut walker.feet[worse];
            let rel = (foot.at - placed.at).as_vec2();
            let turned = wrap(foot.heading - placed.heading);
            foot.release(Vec3::new(rel.x, rel.y, foot.height + foot.above), anim, turned);
            foot.stepping = true;
            foot.down = false;
        }
    }

    /// Keeps the body within reach of the only foot it stands on: that foot then moves the root, as in the paper.
    fn pull_back(&self, walker: &mut AnimatedBody, limbs: &[Limbs; 2], dt: f32) {
        walker.pulled = 0.0;
        let stands = |i: usize| walker.feet[i].held && walker.feet[i].down;
        let foot = match (stands(0), stands(1)) {
            (true, false) => 0,
            (false, true) => 1,
            _ => return,
        };
        let anim = walker.placement.offset(limbs[foot].contact);
        let off = (walker.feet[foot].at - walker.placement.at).as_vec2() - Vec2::new(anim.x, anim.y);
        let over = off.length() - LEASH * self.settings.hold_max;
        if over > 0.0 && off.length() < self.settings.hold_max + CARRIED {
            let over = over.min(PULL * dt);
            walker.placement.at += (off * (over / off.length())).as_dvec2();
            walker.pulled = over / dt;
        }
    }

    /// Lets the hips down as far as held feet are out of reach.
    fn let_down(&self, walker: &mut AnimatedBody, limbs: &[Limbs; 2], goals: &[FootGoal; 2], dt: f32) {
        let mut needed = 0.0f32;
        let tilt = self.tilt(walker);
        for i in 0..2 {
            if !walker.feet[i].held {
                continue;
            }
            let (limbs, goal) = (&limbs[i], goals[i]);
            let ankle = goal.contact + tilt * turn(goal.turn) * (limbs.foot.at - limbs.contact);
            let to = ankle - limbs.thigh.at;
            let longest = self.longest(i, limbs);
            needed = needed.max(-to.z - math::sqrt(longest * longest - to.x * to.x - to.y * to.y));
        }
        // On stairs the lower foot is farther down.
        let most = SINK + 0.5 * walker.grade.length();
        walker.sink = needed.max(walker.sink - 0.25 * dt).clamp(0.0, most);
    }
}
