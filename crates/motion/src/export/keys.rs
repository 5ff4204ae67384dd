//! Which frames of a joint must be written so that a reader who interpolates between them has every joint where it was.
//!
//! A rotation that is off by an angle moves what hangs on its joint by at most that angle times the distance, so the errors of all joints
//! above a point add up to no more than the sum of these products. Each joint may use an equal share of the tolerance over the longest
//! chain it belongs to: what is promised is a bound, without any measuring. Hips, legs and feet keep to a quarter of the tolerance
//! while the foot below them is planted, since there the eye has the floor beside it. Of a foot, and of a joint at the end of a chain
//! whose file does not give its tip, the skin says how far it reaches: a shoe may be much longer than what its joints show.

use super::Baked;
use crate::{Character, Role, nlerp};
use glam::{Quat, Vec3};

/// A planted foot keeps to this share of the tolerance.
const PLANTED: f32 = 0.25;
/// Longest stretch without a frame, and greatest turn in it [rad]: readers interpolate on the arc or on its chord, and the two differ
/// by 0.00002 rad then.
const LONGEST: usize = 50;
const WIDEST: f32 = 0.15;
/// A turn too small for 16 bits [rad].
const STILL: f32 = 2e-5;

/// The frames of one channel that are written.
#[derive(Clone, Debug, PartialEq)]
pub enum Keys {
    /// It does not change.
    Still,
    /// These.
    Some(Vec<usize>),
    /// All of them.
    All,
}

/// How far each joint reaches, and which share of the tolerance is its own.
#[derive(Clone, Debug)]
pub struct KeyRules {
    /// Length of the longest chain below each joint [m].
    levers: Vec<f32>,
    shares: Vec<f32>,
    /// Whether the left and the right foot hang on it.
    legs: Vec<[bool; 2]>,
    tolerance: f32,
    /// Planted feet in each frame.
    planted: Vec<[bool; 2]>,
}

impl KeyRules {
    /// For a body so many times as large as its character, with so many channels above its hips' rotation.
    pub fn new(character: &Character, scale: f32, above: usize, tolerance: f32) -> Self {
        let skeleton = &character.skeleton;
        let joints = skeleton.joints();
        let n = joints.len();
        let (mut levers, mut below) = (vec![0.0f32; n], vec![0usize; n]);
        let mut legs = vec![[false; 2]; n];
        let feet = [[Role::LeftFoot, Role::LeftToes], [Role::RightFoot, Role::RightToes]];
        for (side, roles) in feet.iter().enumerate() {
            roles.iter().filter_map(|r| skeleton.roles().get(*r)).for_each(|j| legs[j][side] = true);
        }
        let skin = skin_reaches(character);
        for j in (0..n).rev() {
            let ends = joints[j].tip.is_none() && below[j] == 0;
            let skin =
                if ends || feet.iter().flatten().any(|r| skeleton.roles().get(*r) == Some(j)) { skin[j] } else { 0.0 };
            levers[j] = levers[j].max(joints[j].tip.map_or(0.0, |tip| scale * tip.length())).max(scale * skin);
            if let Some(parent) = joints[j].parent {
                levers[parent] = levers[parent].max(levers[j] + scale * joints[j].translation.length());
                below[parent] = below[parent].max(below[j] + 1);
                (0..2).for_each(|side| legs[parent][side] |= legs[j][side]);
            }
        }
        let mut depth = vec![above; n];
        for j in 1..n {
            depth[j] = joints[j].parent.map_or(above, |p| depth[p] + 1);
        }
        let shares = (0..n).map(|j| 1.0 / (depth[j] + below[j] + 1) as f32).collect();
        Self { levers, shares, legs, tolerance, planted: Vec::new() }
    }

    /// Takes over which feet are planted when.
    pub fn walker(&mut self, baked: &Baked) {
        self.planted.clear();
        self.planted.extend((0..baked.frames()).map(|f| baked.planted(f)));
    }

    /// How far a joint's own share lets its points be off in a frame [m].
    fn allowed(&self, joint: usize, frame: usize) -> f32 {
        let planted = self.planted.get(frame).copied().unwrap_or_default();
        let strict = (0..2).any(|side| planted[side] && self.legs[joint][side]);
        self.tolerance * self.shares[joint] * if strict { PLANTED } else { 1.0 }
    }

    /// Keys of the rotations of a joint; `lever` replaces the joint's own where a joint above it turns.
    pub fn turns(&self, joint: usize, lever: Option<f32>, values: &[Quat]) -> Keys {
        let lever = lever.unwrap_or(self.levers[joint]).max(1e-3);
        let fits = |frame: usize, q: Quat| {
            let angle = off(q, values[frame]);
            angle <= STILL || (self.tolerance > 0.0 && angle * lever <= self.allowed(joint, frame))
        };
        self.chosen(
            values.len(),
            |frame| fits(frame, values[0]),
            |a, b| self.tolerance > 0.0 && off(values[a], values[b]) < WIDEST,
            |a, b, f| fits(f, nlerp(values[a], values[b], (f - a) as f32 / (b - a) as f32)),
            8,
        )
    }

    /// Keys of the places of a joint.
    pub fn places(&self, joint: usize, values: &[Vec3]) -> Keys {
        let fits = |frame: usize, at: Vec3| (at - values[frame]).length() <= self.allowed(joint, frame);
        self.chosen(
            values.len(),
            |frame| fits(frame, values[0]),
            |_, _| self.tolerance > 0.0,
            |a, b, f| fits(f, values[a].lerp(values[b], (f - a) as f32 / (b - a) as f32)),
            12,
        )
    }

    /// The frames that are written where all joints are written together.
    pub fn together(&self, baked: &Baked) -> Vec<usize> {
        let (frames, joints) = (baked.frames(), baked.joints());
        if self.tolerance <= 0.0 {
            return (0..frames).collect();
        }
        let fits = |a: usize, b: usize, f: usize| {
            let t = (f - a) as f32 / (b - a) as f32;
            let at = baked.hips(a).lerp(baked.hips(b), t);
            (at - baked.hips(f)).length() <= self.allowed(0, f)
                && (0..joints).all(|j| {
                    let [qa, qb, q] = [a, b, f].map(|f| baked.rotations(f)[j]);
                    off(nlerp(qa, qb, t), q) * self.levers[j].max(1e-3) <= self.allowed(j, f)
                })
        };
        let near = |a: usize, b: usize| (0..joints).all(|j| off(baked.rotations(a)[j], baked.rotations(b)[j]) < WIDEST);
        segments(frames, near, fits)
    }

    /// How many bits a rotation of a joint has when it is compressed, from 8 to 16: so many that the root mean square of its error moves
    /// what hangs on the joint by a quarter of the tolerance at most, or of half a millimetre. The greatest error is three times that.
    pub fn bits(&self, joint: usize, lever: Option<f32>) -> u32 {
        let lever = lever.unwrap_or(self.levers[joint]).max(1e-3);
        let allowed = 0.25 * self.tolerance.max(5e-4);
        let off = |bits: u32| 1.75 * lever / (1u32 << bits) as f32;
        (8..16).find(|bits| off(*bits) <= allowed).unwrap_or(16)
    }

    /// The longest lever of the body, for a joint at its root.
    pub fn reach(&self, above: f32) -> f32 {
        self.levers[0] + above
    }

    fn chosen(
        &self,
        frames: usize,
        still: impl Fn(usize) -> bool,
        may: impl Fn(usize, usize) -> bool,
        fits: impl Fn(usize, usize, usize) -> bool,
        bytes: usize,
    ) -> Keys {
        if (0..frames).all(still) {
            return Keys::Still;
        }
        let keys = segments(frames, may, fits);
        // Frames that are left out need times of their own for those that stay, and an entry in the description.
        if keys.len() * (bytes + 4) + ENTRY < frames * bytes { Keys::Some(keys) } else { Keys::All }
    }
}

/// How far the skin of each joint is from it, by the share the joint has in each vertex [m].
fn skin_reaches(character: &Character) -> Vec<f32> {
    let (mesh, rest) = (&character.mesh, character.skeleton.rest());
    let mut out = vec![0.0f32; rest.len()];
    for (p, influence) in mesh.positions.iter().zip(&mesh.influences) {
        for (joint, weight) in influence.joints.iter().zip(influence.weights) {
            let joint = usize::from(*joint);
            if weight > 0.0 {
                out[joint] = out[joint].max(weight * (*p - rest[joint].at).length());
            }
        }
    }
    out
}

/// The ends of the longest stretches, one after the other, in which all frames fit between the ends.
pub(super) fn segments(
    frames: usize,
    may: impl Fn(usize, usize) -> bool,
    fits: impl Fn(usize, usize, usize) -> bool,
) -> Vec<usize> {
    let (mut keys, mut a) = (vec![0], 0);
    while a + 1 < frames {
        let mut b = a + 1;
        while b + 1 < frames && b + 1 - a <= LONGEST && may(a, b + 1) && (a + 1..=b).all(|f| fits(a, b + 1, f)) {
            b += 1;
        }
        keys.push(b);
        a = b;
    }
    keys
}

/// The angle between two rotations that are near each other [rad].
fn off(a: Quat, b: Quat) -> f32 {
    let d = a.conjugate() * b;
    2.0 * Vec3::new(d.x, d.y, d.z).length()
}

/// About what an accessor of times takes in the description [bytes].
const ENTRY: usize = 120;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Contacts, JointTransform, MoveKind, Placement, Side, body, gait, to_world};
    use glam::DVec2;

    /// The promise itself: all joints and tips of a walk, rebuilt from the keys, keep to the tolerance, planted feet to a quarter.
    #[test]
    fn what_is_rebuilt_from_the_keys_keeps_to_the_tolerance() {
        let set = gait::shipped();
        let skeleton = &set.skeleton;
        let walk = set.moves.iter().find(|m| m.kind == MoveKind::Walk).unwrap();
        // 120 frames per second: there is something to leave out.
        let rate = 120.0;
        let mut baked = Baked::new(skeleton.len());
        let mut pose = crate::Pose::rest(skeleton);
        for frame in 0..240 {
            let time = frame as f32 / rate;
            let hips = walk.clip.sample(time, &mut pose.rotations);
            let travelled = walk.travelled(time);
            let here = Placement { at: DVec2::new(3.0, 4.0) + travelled.at, ..travelled };
            baked.push(DVec2::ZERO, &here, hips, &pose.rotations);
            let phase = (time / walk.clip.duration()).fract();
            baked.stepping([0, 1].map(|side: usize| Contacts::down(&walk.contacts[side], phase)), phase);
        }
        let tolerance = 0.002;
        let mut rules = KeyRules::new(body::character(), 1.0, 1, tolerance);
        rules.walker(&baked);
        let hips: Vec<Vec3> = (0..baked.frames()).map(|f| baked.hips(f)).collect();
        let turns = |j: usize| (0..baked.frames()).map(|f| baked.rotations(f)[j]).collect::<Vec<_>>();
        let between = |keys: &Keys, f: usize| match keys {
            Keys::Still => (0, 0, 0.0),
            Keys::All => (f, f, 0.0),
            Keys::Some(frames) => {
                let k = frames.partition_point(|k| *k <= f).clamp(1, frames.len() - 1);
                let (a, b) = (frames[k - 1], frames[k]);
                (a, b, (f - a) as f32 / (b - a) as f32)
            }
        };
        let place_keys = rules.places(0, &hips);
        let keys: Vec<Keys> = (0..skeleton.len()).map(|j| rules.turns(j, None, &turns(j))).collect();
        let written: usize = keys
            .iter()
            .map(|k| match k {
                Keys::Still => 0,
                Keys::Some(frames) => frames.len(),
                Keys::All => baked.frames(),
            })
            .sum();
        assert!(written < baked.frames() * skeleton.len() / 2, "{written} keys of {}", baked.frames() * skeleton.len());
        let none = JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY };
        let (mut ours, mut theirs) = (vec![none; skeleton.len()], vec![none; skeleton.len()]);
        let (mut worst, mut worst_planted) = (0.0f32, 0.0f32);
        for f in 0..baked.frames() {
            let (a, b, t) = between(&place_keys, f);
            let at = hips[a].lerp(hips[b], t);
            let rebuilt: Vec<Quat> = (0..skeleton.len())
                .map(|j| {
                    let (a, b, t) = between(&keys[j], f);
                    crate::slerp(baked.rotations(a)[j], baked.rotations(b)[j], t)
                })
                .collect();
            to_world(skeleton, hips[f], baked.rotations(f), &mut ours);
            to_world(skeleton, at, &rebuilt, &mut theirs);
            for (j, joint) in skeleton.joints().iter().enumerate() {
                let tip = joint.tip.unwrap_or(Vec3::ZERO);
                let off =
                    (ours[j].at - theirs[j].at).length().max((ours[j].point(tip) - theirs[j].point(tip)).length());
                worst = worst.max(off);
                for side in [Side::Left, Side::Right] {
                    let feet = match side {
                        Side::Left => [Role::LeftFoot, Role::LeftToes],
                        Side::Right => [Role::RightFoot, Role::RightToes],
                    };
                    if baked.planted(f)[side as usize] && feet.iter().any(|r| skeleton.roles().get(*r) == Some(j)) {
                        worst_planted = worst_planted.max(off);
                    }
                }
            }
        }
        assert!(worst <= tolerance && worst > 0.1 * tolerance, "{worst}");
        assert!(worst_planted <= PLANTED * tolerance && worst_planted > 0.0, "{worst_planted}");
    }

    #[test]
    fn a_joint_that_does_not_move_has_no_keys_and_without_tolerance_all_frames_stay() {
        let rules = KeyRules::new(body::character(), 1.0, 1, 0.0);
        assert_eq!(rules.turns(3, None, &[Quat::IDENTITY; 50]), Keys::Still);
        let slow: Vec<Quat> = (0..50).map(|k| crate::turn(0.001 * k as f32)).collect();
        assert_eq!(rules.turns(3, None, &slow), Keys::All);
        let loose = KeyRules::new(body::character(), 1.0, 1, 0.002);
        assert_eq!(loose.turns(3, None, &slow), Keys::Some(vec![0, 49]));
    }
}
