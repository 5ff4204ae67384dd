//! Left for right: a move of one side made into one of the other.
//!
//! A joint's turn away from rest, seen in the body's frame, is reflected and given to the joint of the same role on the
//! other side. So it does not matter how the joints' own axes lie, as long as the rest pose is the same on both sides.

use crate::{Clip, Contacts, JointTransform, Move, Pose, Quat, Skeleton, Vec3, to_world, wrap};

/// What mirroring a pose needs of a skeleton, made once.
#[derive(Clone, Debug)]
pub struct Mirror {
    partner: Vec<usize>,
    rest: Vec<Quat>,
    world: Vec<JointTransform>,
}

impl Mirror {
    /// Pairs the joints: by role, or by name where there is no role; a joint without a partner is its own.
    pub fn new(skeleton: &Skeleton) -> Self {
        let roles = skeleton.roles();
        let partner = (0..skeleton.len())
            .map(|joint| match roles.of(joint) {
                Some(role) => roles.get(role.mirrored()).unwrap_or(joint),
                None => {
                    other_side(&skeleton.joints()[joint].name).and_then(|name| skeleton.find(&name)).unwrap_or(joint)
                }
            })
            .collect();
        let world = skeleton.rest();
        Self { partner, rest: world.iter().map(|w| w.rotation).collect(), world }
    }

    /// The pose with left and right exchanged.
    pub fn pose(&mut self, skeleton: &Skeleton, pose: &Pose) -> Pose {
        to_world(skeleton, pose.hips, &pose.rotations, &mut self.world);
        let turned: Vec<Quat> = (0..skeleton.len())
            .map(|joint| {
                let from = self.partner[joint];
                let away = self.world[from].rotation * self.rest[from].inverse();
                Quat::from_xyzw(-away.x, away.y, -away.z, away.w) * self.rest[joint]
            })
            .collect();
        let rotations = skeleton.joints().iter().enumerate().map(|(i, joint)| match joint.parent {
            None => turned[i],
            Some(parent) => (turned[parent].inverse() * turned[i]).normalize(),
        });
        Pose { hips: Vec3::new(pose.hips.x, -pose.hips.y, pose.hips.z), rotations: rotations.collect() }
    }
}

/// A move with left and right exchanged: it travels at the opposite angle and turns in the opposite sense. A cyclic one
/// is shifted so that again the left foot lands at phase 0: by half a cycle, or by what lies between the two landings.
pub fn mirrored(skeleton: &Skeleton, m: &Move) -> Move {
    let mut mirror = Mirror::new(skeleton);
    let landing = |side: usize| m.contacts[side].intervals.first().map(|&(a, _)| a);
    let shift = match (m.clip.cyclic, landing(0), landing(1)) {
        (true, Some(left), Some(right)) => (right - left).rem_euclid(1.0),
        (true, ..) => 0.5,
        _ => 0.0,
    };
    let n = m.clip.frames();
    let mut clip = Clip::new(m.clip.joints(), m.clip.rate, m.clip.cyclic);
    let mut pose = Pose::rest(skeleton);
    for i in 0..n {
        let time = i as f32 / m.clip.rate + shift * m.clip.duration();
        pose.hips = m.clip.sample(time, &mut pose.rotations);
        clip.push(&mirror.pose(skeleton, &pose));
    }
    let moved = |contacts: &Contacts| {
        let mut intervals: Vec<_> = contacts
            .intervals
            .iter()
            .map(|&(a, b)| {
                let start = (a - shift) - (a - shift).floor();
                // What rounds up to a whole cycle starts at its beginning.
                let start = if start > 1.0 - 1e-6 { 0.0 } else { start };
                (start, start + (b - a))
            })
            .collect();
        intervals.sort_by(|a, b| a.0.total_cmp(&b.0));
        Contacts { intervals }
    };
    Move {
        name: format!("{} (mirrored)", m.name),
        kind: m.kind,
        speed: m.speed,
        angle: wrap(-m.angle),
        turning: -m.turning,
        clip,
        contacts: [moved(&m.contacts[1]), moved(&m.contacts[0])],
    }
}

/// The name of the part on the other side, if the name contains a side.
fn other_side(name: &str) -> Option<String> {
    const PAIRS: [(&str, &str); 5] = [("Left", "Right"), ("left", "right"), (".L", ".R"), ("_L", "_R"), ("_l", "_r")];
    PAIRS.iter().find_map(|&(left, right)| {
        if name.contains(left) {
            Some(name.replacen(left, right, 1))
        } else {
            name.contains(right).then(|| name.replacen(right, left, 1))
        }
    })
}

#[cfg(test)]
mod tests;
