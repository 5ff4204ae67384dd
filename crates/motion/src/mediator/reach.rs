//! Hips and legs for feet whose places are given: the hips sink where a leg is too short, the heel rises, the knee bends.

use super::{AnimatedBody, Mediator};
use crate::{Limbs, Quat, Vec2, Vec3, ease, math};

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
/// How far a heel rises before hips sink, and at most [rad].
const HEEL: (f32, f32) = (0.5, 0.9);
/// Time in which toes come to lie flat [s].
const FLATTENS: f32 = 0.12;
/// How steep a foot is, as the sine of its angle, from which on toes lie flat less, and not at all.
const STEEP: (f32, f32) = (0.4, 0.75);
/// How fast it rises and comes down [rad/s].
const RISE_RATE: f32 = 6.0;

impl Mediator {
    /// Soles lie on the floor: from upright to across a floor that leans, in the body's frame.
    pub(super) fn tilt(&self, walker: &AnimatedBody, grade: Vec2) -> Quat {
        if grade == Vec2::ZERO {
            return Quat::IDENTITY;
        }
        math::arc(Vec3::Z, walker.placement.rotation().inverse() * Vec3::new(-grade.x, -grade.y, 1.0))
    }

    /// Toes on the floor lie flat, whatever the clip has them do.
    pub(super) fn flat_toes(&self, walker: &mut AnimatedBody, i: usize, mut limbs: Limbs, dt: f32) -> Limbs {
        let foot = &mut walker.feet[i];
        let most = dt / FLATTENS;
        foot.flat += (if foot.held { 1.0 } else { 0.0 } - foot.flat).clamp(-most, most);
        let toes = limbs.points[2] - limbs.points[1];
        if foot.flat == 0.0 || toes.z.abs() < 1e-5 || self.legs[i].contact.joint == self.legs[i].foot {
            return limbs;
        }
        let long = math::sqrt(toes.x * toes.x + toes.y * toes.y);
        let axis = Vec3::new(-toes.y, toes.x, 0.0).normalize_or(Vec3::Y);
        // A heel high up takes the toes with it: they bend only so far.
        let sole = limbs.points[0] - limbs.points[1];
        let steep = sole.z / sole.length().max(1e-3);
        let bends = 1.0 - ease((steep - STEEP.0) / (STEEP.1 - STEEP.0));
        let down = math::about(axis, foot.flat * bends * math::atan2(toes.z, long));
        for point in &mut limbs.points[1..] {
            *point = limbs.contact + down * (*point - limbs.contact);
        }
        limbs.toes.rotation = down * limbs.toes.rotation;
        walker.rotations[self.legs[i].contact.joint] = limbs.foot.rotation.inverse() * limbs.toes.rotation;
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
        walker.hips.z -= walker.sink;
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
        let (mut low, mut high) = (0.0, HEEL.1);
        for _ in 0..7 {
            let middle = 0.5 * (low + high);
            let far = self.raised(i, ankle, pivot, foot, middle).0.length();
            *(if far > most { &mut low } else { &mut high }) = middle;
        }
        high
    }

    /// The ankle, and the turn of the foot, with the heel up by an angle.
    fn raised(&self, i: usize, ankle: Vec3, pivot: Vec3, foot: Quat, angle: f32) -> (Vec3, Quat) {
        let ahead = foot * self.legs[i].forward;
        let up = math::about(Vec3::new(-ahead.y, ahead.x, 0.0).normalize_or(Vec3::Y), angle);
        (pivot + up * (ankle - pivot), up * foot)
    }
}
