//! The pose of all that plays, and the twist of the spine.

use super::{AnimatedBody, Mediator, layers};
use crate::{LEAST_WEIGHT, Quat, mix_in, turn, wrap};

impl Mediator {
    /// The pose of all that plays: the heaviest first, then the others by decreasing weight.
    pub(super) fn pose(&self, walker: &mut AnimatedBody) {
        let mut parts = [(&self.stand.clip, walker.rest, 1.0 - walker.stride); 1 + layers::MOST];
        let mut count = 1;
        for (choice, weight) in walker.layers.iter() {
            let play = self.play(choice);
            let mut at = count;
            parts[at] = (&play.clip, walker.phase * play.duration, weight * walker.stride);
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

    /// Turns the shoulders to where the torso faces, a share at each joint of the spine.
    pub(super) fn twist(&self, walker: &mut AnimatedBody) {
        let most = self.settings.twist_max;
        walker.twist = wrap(walker.facing + walker.shoulders - walker.placement.heading).clamp(-most, most);
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
