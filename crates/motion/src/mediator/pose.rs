//! The pose of all that plays, and the twist of the spine.

use super::{Mediator, Walker};
use crate::{Quat, mix_in, turn, wrap};

impl Mediator {
    /// The pose of all that plays.
    pub(super) fn pose(&self, walker: &mut Walker) {
        let out = &mut walker.rotations;
        let stand = 1.0 - walker.stride;
        walker.hips = self.stand.clip.sample(walker.rest, out);
        let mut sum = stand;
        for (choice, weight) in walker.layers.iter() {
            let weight = weight * walker.stride;
            sum += weight;
            if weight > 0.0 {
                let play = self.play(choice);
                mix_in(&play.clip, walker.phase * play.duration, weight / sum, &mut walker.hips, out);
            }
        }
    }

    /// Turns the shoulders to where the torso faces, a share at each joint of the spine.
    pub(super) fn twist(&self, walker: &mut Walker) {
        let most = self.settings.twist_max;
        walker.twist = wrap(walker.facing - walker.placement.heading).clamp(-most, most);
        if self.spine.is_empty() {
            return;
        }
        let share = turn(walker.twist / self.spine.len() as f32);
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
    }
}
