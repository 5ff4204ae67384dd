//! The pose of all that plays, and the twist of the spine.

use super::{AnimatedBody, Mediator, layers};
use crate::{LEAST_WEIGHT, Quat, Role, Skeleton, Vec2, Vec3, math, mix_in, turn, wrap};

impl Mediator {
    /// The pose of all that plays: the heaviest first, then the others by decreasing weight.
    pub(super) fn pose(&self, walker: &mut AnimatedBody) {
        let once = walker.once.and_then(|once| Some((once, self.once_play(&once)?)));
        let others = 1.0 - once.map_or(0.0, |(once, _)| once.weight);
        let mut parts = [(&self.stand.clip, walker.rest, others * (1.0 - walker.stride)); 2 + layers::MOST];
        let mut count = 1;
        let walks = walker.layers.iter().map(|(choice, weight)| {
            let play = self.play(choice);
            (&play.clip, walker.phase * play.duration, weight * walker.stride * others)
        });
        for part in walks.chain(once.map(|(once, play)| (&play.clip, once.time, once.weight))) {
            let mut at = count;
            parts[at] = part;
            while at > 0 && parts[at].2 > parts[at - 1].2 {
                parts.swap(at, at - 1);
                at -= 1;
            }
            count += 1;
        }
        let (clip, time, mut sum) = parts[0];
        walker.hips = clip.sample(time, &mut walker.rotations);
        for &(clip, time, weight) in parts[1..count].iter().take_while(|part| part.2 >= LEAST_WEIGHT) {
            sum += weight;
            mix_in(clip, time, weight / sum, &mut walker.hips, &mut walker.rotations);
        }
    }

    /// Turns the shoulders to where the torso faces and leans them aside, a share at each joint of the spine.
    pub(super) fn twist(&self, walker: &mut AnimatedBody) {
        let most = self.settings.twist_max;
        walker.twist = wrap(walker.facing + walker.shoulders - walker.placement.heading).clamp(-most, most);
        if self.spine.is_empty() {
            return;
        }
        let mut share = turn(walker.twist / self.spine.len() as f32);
        let lean = self.lean_of_a_joint(walker);
        if let Some((axis, angle)) = lean {
            share = math::about(axis, angle) * share;
        }
        let mut above: Quat = walker.rotations[0];
        let mut last = 0;
        for &joint in &self.spine {
            // Joints between two of the spine carry on what their parent does.
            let mut between = self.skeleton.joints()[joint].parent;
            let mut carried = Quat::IDENTITY;
            while let Some(parent) = between.filter(|&parent| parent != last) {
                carried = walker.rotations[parent] * carried;
                between = self.skeleton.joints()[parent].parent;
            }
            let parent = above * carried;
            above = share * parent * walker.rotations[joint];
            walker.rotations[joint] = parent.inverse() * above;
            last = joint;
        }
        // The head stays upright.
        if let (Some((axis, angle)), Some(neck)) = (lean, self.neck) {
            let upright = math::about(axis, -HEAD_UPRIGHT * angle * self.spine.len() as f32);
            walker.rotations[neck] = above.inverse() * upright * above * walker.rotations[neck];
        }
    }

    /// How each joint of the spine of one who leans aside turns: an axis in the body's frame, and by how much.
    fn lean_of_a_joint(&self, walker: &AnimatedBody) -> Option<(Vec3, f32)> {
        let far = walker.lean.length();
        if far < 1e-4 || self.lean_arm <= 0.0 {
            return None;
        }
        let to = walker.placement.rotation().inverse() * walker.lean.extend(0.0) / far;
        let share = if self.settings.foot_lock { 1.0 - HIPS_ASIDE } else { 1.0 };
        Some((Vec3::new(-to.y, to.x, 0.0), (share * far / self.lean_arm).min(MOST_LEAN)))
    }

    /// How far the hips of one who leans aside go with the shoulders, in the body's frame [m].
    pub(super) fn hips_aside(&self, walker: &AnimatedBody) -> Vec3 {
        if walker.lean == Vec2::ZERO {
            return Vec3::ZERO;
        }
        walker.placement.rotation().inverse() * (HIPS_ASIDE * walker.lean).extend(0.0)
    }
}

/// Share of a lean that hips make.
const HIPS_ASIDE: f32 = 0.5;
/// Share of it that the neck takes back.
const HEAD_UPRIGHT: f32 = 0.8;
/// Most a joint of the spine leans [rad].
const MOST_LEAN: f32 = 0.12;

/// How far shoulders go aside for each radian that all joints of the spine lean by [m].
pub(super) fn lean_arm(skeleton: &Skeleton, spine: &[usize]) -> f32 {
    let rest = skeleton.rest();
    let shoulders = [Role::LeftArm, Role::LeftShoulder, Role::Neck, Role::Head];
    let Some(top) = shoulders.into_iter().find_map(|role| skeleton.roles().get(role)) else { return 0.0 };
    spine.iter().map(|&joint| (rest[top].at.z - rest[joint].at.z).max(0.0)).sum()
}
