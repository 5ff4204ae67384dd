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
const SINKS: (f32, f32) = (0.06, 0.40);
const RISES: (f32, f32) = (0.25, 0.08);
/// Most a heel rises for a leg that is too short [rad].
const HEEL: f32 = 0.9;

impl Mediator {
    /// Soles lie on the floor: from upright to across a floor that leans, in the body's frame.
    pub(super) fn tilt(&self, walker: &AnimatedBody) -> Quat {
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

    /// Lets the hips down towards what held feet are out of reach, and up again more slowly: on stairs each step asks for
    /// it anew. Never at once: hips have a speed.
    pub(super) fn let_down(&self, walker: &mut AnimatedBody, limbs: &[Limbs; 2], goals: &[FootGoal; 2], dt: f32) {
        let mut needed = 0.0f32;
        for i in (0..2).filter(|&i| goals[i].held) {
            let to = goals[i].ankle - limbs[i].thigh.at;
            let longest = self.longest(i, &limbs[i]);
            needed = needed.max(-to.z - math::sqrt(longest * longest - to.x * to.x - to.y * to.y));
        }
        let steep = walker.grade.length();
        let most = SINK.0 + SINK.1 * steep;
        let rise = if steep > 0.1 { RISES.1 } else { RISES.0 };
        walker.sink_goal = needed.min(most).max(walker.sink_goal - rise * dt).max(0.0);
        let speed = ((walker.sink_goal - walker.sink) / SINKS.0.max(dt)).clamp(-RISES.0, SINKS.1);
        walker.sink = (walker.sink + speed * dt).clamp(0.0, most);
        walker.hips.z -= walker.sink;
    }

    /// Brings a foot to where it shall be. Hips may be lower than when `limbs` were found.
    pub(super) fn bend_leg(&self, walker: &mut AnimatedBody, i: usize, limbs: &Limbs, goal: FootGoal) {
        let leg = &self.legs[i];
        let at_rest = (goal.ankle - limbs.foot.at).length_squared() < 1e-12 && goal.rotation.w.abs() > 1.0 - 1e-12;
        if at_rest && walker.sink == 0.0 && leg.bend(limbs) >= 0.0 {
            return;
        }
        // The same as targets higher by as much as the hips are lower.
        let (hip, up) = (limbs.thigh.at, Vec3::new(0.0, 0.0, walker.sink));
        let most = self.longest(i, limbs);
        let (mut to, mut foot) = (goal.ankle + up - hip, goal.rotation * limbs.foot.rotation);
        if to.length() > most {
            if goal.rises {
                let raised = self.raise_heel(i, to, goal.pivot + up - hip, foot, most);
                to = raised.0;
                let toes = goal.rotation * limbs.toes.rotation;
                foot = raised.1;
                if leg.contact.joint != leg.foot {
                    walker.rotations[leg.contact.joint] = foot.inverse() * toes;
                }
            }
            if !goal.held {
                to = to.clamp_length_max(most);
            }
        }
        leg.reach(limbs, hip + to, foot, &mut walker.rotations);
    }

    /// Turns a foot about a point of its sole, heel up, until its ankle is within reach. Ankle and pivot are from the hip.
    fn raise_heel(&self, i: usize, ankle: Vec3, pivot: Vec3, foot: Quat, most: f32) -> (Vec3, Quat) {
        let ahead = foot * self.legs[i].forward;
        let axis = Vec3::new(-ahead.y, ahead.x, 0.0).normalize_or(Vec3::Y);
        let raised = |angle: f32| math::about(axis, angle);
        let (mut low, mut high) = (0.0, HEEL);
        for _ in 0..7 {
            let middle = 0.5 * (low + high);
            let far = (pivot + raised(middle) * (ankle - pivot)).length();
            *(if far > most { &mut low } else { &mut high }) = middle;
        }
        (pivot + raised(high) * (ankle - pivot), raised(high) * foot)
    }
}
