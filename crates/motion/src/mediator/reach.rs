//! Hips and legs for feet whose places are given: the hips sink where a leg is too short, the heel rises, the knee bends.

use super::{AnimatedBody, Mediator};
use crate::{Limbs, Quat, Vec2, Vec3, math};

/// Where a foot shall be, in the body's frame.
#[derive(Clone, Copy)]
pub(super) struct FootGoal {
    /// The ankle [m].
    pub ankle: Vec3,
    /// What turns the foot against its clip.
    pub rotation: Quat,
    /// What it turns about if its heel must rise [m].
    pub pivot: Vec3,
    /// Its place is held.
    pub held: bool,
    /// Its heel may rise.
    pub rises: bool,
}

/// Share of the leg's length that may be used.
const STRETCH: f32 = 0.985;
/// Most the hips are let down for a leg that is too short, on the level and more by the slope [m].
const SINK: (f32, f32) = (0.10, 0.5);
/// Time in which hips sink, how fast at most, and how fast they rise again on the level and on stairs [s], [m/s].
const SINKS: (f32, f32) = (0.06, 0.30);
const RISES: (f32, f32) = (0.25, 0.08);
/// Fastest that hips rise [m/s]: those of the fastest walk do so at 0.43.
const UPWARDS: f32 = 0.8;
/// How far a heel rises before hips sink, and at most [rad].
const HEEL: (f32, f32) = (0.5, 0.9);
/// Time in which toes come to lie flat, and in which they are again as their clip has them [s].
const FLATTENS: (f32, f32) = (0.12, 0.25);
/// How far toes bend against the foot whose heel is up [rad].
const BENDS: f32 = 1.05;
/// Feet lean to the side by no more than this unheeded, as the sine of the angle.
pub(super) const EDGE: f32 = 0.01;
/// How fast it rises and comes down [rad/s].
const RISE_RATE: f32 = 6.0;

impl Mediator {
    /// Soles lie on the floor: from upright to across a floor that leans, in the body's frame.
    pub(super) fn tilt(&self, walker: &AnimatedBody, grade: Vec2) -> Quat {
        if grade == Vec2::ZERO {
            return Quat::IDENTITY;
        }
        math::arc(Vec3::Z, walker.around.inverse() * Vec3::new(-grade.x, -grade.y, 1.0))
    }

    /// A foot on the floor stands on all its breadth, and its toes lie flat, whatever the clip has them do.
    pub(super) fn flat_toes(&self, walker: &mut AnimatedBody, i: usize, mut limbs: Limbs, dt: f32) -> Limbs {
        let (foot, leg) = (&mut walker.feet[i], &self.legs[i]);
        foot.flat += (if foot.held { 1.0 } else { 0.0 } - foot.flat).clamp(-dt / FLATTENS.1, dt / FLATTENS.0);
        foot.roll = Quat::IDENTITY;
        if foot.flat == 0.0 {
            return limbs;
        }
        // How far its left edge is up.
        let edge = limbs.foot.rotation * leg.across[0];
        if edge.z.abs() > EDGE {
            foot.roll = level(edge, foot.flat);
        }
        if leg.contact.joint == leg.foot {
            return limbs;
        }
        let toes = foot.roll * (limbs.points[2] - limbs.points[1]);
        let across = foot.roll * (limbs.toes.rotation * leg.across[1]);
        if toes.z.abs() < 1e-5 && across.z.abs() < EDGE {
            return limbs;
        }
        // Forward is across the toes: those of a foot on its tip may hang beyond straight down.
        let axis = Vec3::new(across.x, across.y, 0.0).normalize_or(Vec3::Y);
        let ahead = axis.cross(Vec3::Z);
        // A heel high up takes the toes with it: they bend only so far.
        let sole = foot.roll * (limbs.points[0] - limbs.points[1]);
        let steep = math::atan2(sole.z, -sole.dot(ahead));
        let hangs = math::atan2(toes.z, toes.dot(ahead)) + (steep - BENDS).max(0.0);
        let down = math::about(axis, foot.flat * hangs);
        let flat = foot.roll.inverse() * level(down * across, foot.flat) * down * foot.roll;
        for point in &mut limbs.points[1..] {
            *point = limbs.contact + flat * (*point - limbs.contact);
        }
        limbs.toes.rotation = flat * limbs.toes.rotation;
        walker.rotations[leg.contact.joint] = limbs.foot.rotation.inverse() * limbs.toes.rotation;
        limbs
    }

    /// How far a leg may be stretched: not quite straight, since knees snap there, unless its clip does it.
    fn longest(&self, i: usize, limbs: &Limbs) -> f32 {
        let own = (limbs.foot.at - limbs.thigh.at).length();
        own.max(STRETCH * (self.legs[i].lengths[0] + self.legs[i].lengths[1]))
    }

    /// Lets the hips down towards what held feet are out of reach, and up again more slowly: on stairs each step asks for
    /// it anew. Never at once: hips have a speed.
    pub(super) fn let_down(&self, walker: &mut AnimatedBody, limbs: &[Limbs; 2], goals: &[FootGoal; 2], dt: f32) {
        let mut needed = 0.0f32;
        for i in (0..2).filter(|&i| goals[i].held) {
            let mut to = goals[i].ankle - limbs[i].thigh.at;
            if goals[i].rises {
                // A heel that may rise does so first.
                let pivot = goals[i].pivot - limbs[i].thigh.at;
                to = self.raised(i, to, pivot, goals[i].rotation * limbs[i].foot.rotation, HEEL.0).0;
            }
            let longest = self.longest(i, &limbs[i]);
            needed = needed.max(-to.z - math::sqrt(longest * longest - to.x * to.x - to.y * to.y));
        }
        let steep = walker.grade.length();
        let most = SINK.0 + SINK.1 * steep;
        let rise = if steep > 0.1 { RISES.1 } else { RISES.0 };
        walker.sink_goal = needed.min(most).max(walker.sink_goal - rise * dt).max(0.0);
        let speed = ((walker.sink_goal - walker.sink) / SINKS.0.max(dt)).clamp(-RISES.0, SINKS.1);
        walker.sink = (walker.sink + speed * dt).max(0.0);
        // Whatever asks for it, hips do not shoot up.
        let most = if walker.fresh { f32::INFINITY } else { walker.hip_height + UPWARDS * dt };
        walker.sink += (walker.hips.z - walker.sink - most).clamp(0.0, SINK.0);
        walker.hips.z -= walker.sink;
        walker.hip_height = walker.hips.z;
    }

    /// Brings a foot to where it shall be. Hips may be lower than when `limbs` were found.
    pub(super) fn bend_leg(&self, walker: &mut AnimatedBody, i: usize, limbs: &Limbs, goal: FootGoal, dt: f32) {
        let leg = &self.legs[i];
        let at_rest = (goal.ankle - limbs.foot.at).length_squared() < 1e-12 && goal.rotation.w.abs() > 1.0 - 1e-12;
        if at_rest && walker.sink == 0.0 && walker.feet[i].rise < 1e-4 && leg.bend(limbs) >= 0.0 {
            return;
        }
        // The same as targets higher by as much as the hips are lower.
        let (hip, up) = (limbs.thigh.at, Vec3::new(0.0, 0.0, walker.sink));
        let most = self.longest(i, limbs);
        let (mut to, mut foot) = (goal.ankle + up - hip, goal.rotation * limbs.foot.rotation);
        let pivot = goal.pivot + up - hip;
        let needed = if goal.rises && to.length() > most { self.rise_needed(i, to, pivot, foot, most) } else { 0.0 };
        // Heels rise and come down with a speed, whatever is needed.
        let rise = &mut walker.feet[i].rise;
        *rise += (needed - *rise).clamp(-RISE_RATE * dt, RISE_RATE * dt);
        if *rise > 1e-4 {
            let toes = goal.rotation * limbs.toes.rotation;
            (to, foot) = self.raised(i, to, pivot, foot, *rise);
            if leg.contact.joint != leg.foot {
                walker.rotations[leg.contact.joint] = foot.inverse() * toes;
            }
        }
        if !goal.held {
            to = to.clamp_length_max(most);
        }
        leg.reach(limbs, hip + to, foot, &mut walker.rotations);
    }

    /// How far a heel must rise, the foot turning about a point of its sole, until the ankle is within reach. Ankle and
    /// pivot are from the hip.
    fn rise_needed(&self, i: usize, ankle: Vec3, pivot: Vec3, foot: Quat, most: f32) -> f32 {
        let (axis, from) = (self.heel_axis(i, foot), ankle - pivot);
        let (mut low, mut high) = (0.0, HEEL.1);
        for _ in 0..7 {
            let middle = 0.5 * (low + high);
            let far = (pivot + math::about(axis, middle) * from).length();
            *(if far > most { &mut low } else { &mut high }) = middle;
        }
        high
    }

    /// The ankle, and the turn of the foot, with the heel up by an angle.
    fn raised(&self, i: usize, ankle: Vec3, pivot: Vec3, foot: Quat, angle: f32) -> (Vec3, Quat) {
        let up = math::about(self.heel_axis(i, foot), angle);
        (pivot + up * (ankle - pivot), up * foot)
    }

    /// What a foot turns about when its heel rises.
    fn heel_axis(&self, i: usize, foot: Quat) -> Vec3 {
        let ahead = foot * self.legs[i].forward;
        Vec3::new(-ahead.y, ahead.x, 0.0).normalize_or(Vec3::Y)
    }
}

/// What makes a direction level, by a share of the whole.
fn level(direction: Vec3, share: f32) -> Quat {
    let long = math::sqrt(direction.x * direction.x + direction.y * direction.y);
    let axis = Vec3::new(-direction.y, direction.x, 0.0).normalize_or(Vec3::X);
    math::about(axis, share * math::atan2(direction.z, long))
}
