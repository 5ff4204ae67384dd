//! A motion from one body on another.
//!
//! Bones are matched by role. Each bone of the target turns from its rest as the bone of the source does from its own; of
//! limbs the directions at rest are laid over each other first, so that arms at rest at the sides or stretched out come to
//! the same. Roles the source lacks keep their rest against the bone they hang on.

use crate::analysis::{leg_length, put_on_floor};
use crate::math::arc;
use crate::{Clip, JointTransform, Move, Pose, Role, Skeleton, to_world};
use glam::{Quat, Vec3};

/// Bones that have a direction of their own: from the joint of one role to that of the other.
const LIMBS: [(Role, Role); 8] = [
    (Role::LeftArm, Role::LeftForearm),
    (Role::LeftForearm, Role::LeftHand),
    (Role::RightArm, Role::RightForearm),
    (Role::RightForearm, Role::RightHand),
    (Role::LeftThigh, Role::LeftShank),
    (Role::LeftShank, Role::LeftFoot),
    (Role::RightThigh, Role::RightShank),
    (Role::RightShank, Role::RightFoot),
];

/// A bone of the target, and what turns it.
struct Bone {
    /// Joint of the source in the same role.
    source: usize,
    /// Inverse of the source's rotation at rest.
    back: Quat,
    /// From the target's direction at rest to the source's, after the target's own rotation at rest.
    own: Quat,
}

/// What is needed to bring motions from one skeleton to another, worked out once.
pub struct Retarget<'s> {
    from: &'s Skeleton,
    to: &'s Skeleton,
    bones: Vec<Option<Bone>>,
    ratio: f32,
    ankles: [f32; 2],
}

impl<'s> Retarget<'s> {
    /// Matches two skeletons.
    pub fn new(from: &'s Skeleton, to: &'s Skeleton) -> Self {
        let (rest_from, rest_to) = (from.rest(), to.rest());
        let direction = |skeleton: &Skeleton, rest: &[JointTransform], (a, b): (Role, Role)| -> Option<Vec3> {
            let (a, b) = (skeleton.roles().get(a)?, skeleton.roles().get(b)?);
            (rest[b].at - rest[a].at).try_normalize()
        };
        let align = |role: Role| -> Quat {
            // Hands go with the forearm: few skeletons say where fingers point.
            let role = match role {
                Role::LeftHand => Role::LeftForearm,
                Role::RightHand => Role::RightForearm,
                other => other,
            };
            let Some(&bone) = LIMBS.iter().find(|(a, _)| *a == role) else { return Quat::IDENTITY };
            match (direction(to, &rest_to, bone), direction(from, &rest_from, bone)) {
                (Some(to), Some(from)) => arc(to, from),
                _ => Quat::IDENTITY,
            }
        };
        let bones = (0..to.len())
            .map(|joint| {
                let role = to.roles().of(joint)?;
                let source = from.roles().get(role)?;
                let own = align(role) * rest_to[joint].rotation;
                Some(Bone { source, back: rest_from[source].rotation.conjugate(), own })
            })
            .collect();
        let ankle = |s: &Skeleton, rest: &[JointTransform]| {
            0.5 * (rest[s.joint(Role::LeftFoot)].at.z + rest[s.joint(Role::RightFoot)].at.z)
        };
        let ankles = [ankle(from, &rest_from), ankle(to, &rest_to)];
        Self { from, to, bones, ratio: leg_length(to) / leg_length(from), ankles }
    }

    /// How much longer the target's legs are.
    pub fn ratio(&self) -> f32 {
        self.ratio
    }

    /// The clip on the target. Travel grows with the legs, and feet keep their height over the floor in the same measure.
    pub fn clip(&self, clip: &Clip) -> Clip {
        let mut out = Clip::new(self.to.len(), clip.rate, clip.cyclic);
        let none = JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY };
        let mut source = vec![none; self.from.len()];
        let mut target = vec![none; self.to.len()];
        let mut pose = Pose::rest(self.to);
        for f in 0..clip.frames() {
            to_world(self.from, clip.hips(f), clip.rotations(f), &mut source);
            self.pose(&source, &mut target, &mut pose);
            out.push(&pose);
        }
        out
    }

    fn pose(&self, source: &[JointTransform], target: &mut [JointTransform], pose: &mut Pose) {
        for (j, joint) in self.to.joints().iter().enumerate() {
            let parent = joint.parent.map_or(Quat::IDENTITY, |p| target[p].rotation);
            target[j].rotation = match &self.bones[j] {
                Some(bone) => (source[bone.source].rotation * bone.back * bone.own).normalize(),
                None => parent * joint.rotation,
            };
            pose.rotations[j] = (parent.conjugate() * target[j].rotation).normalize();
        }
        pose.hips = source[0].at * self.ratio;
        to_world(self.to, pose.hips, &pose.rotations, target);
        // Feet near the floor decide how high the hips are: they are where sliding and sinking is seen.
        let (mut sum, mut weights) = (0.0, 0.0);
        for role in [Role::LeftFoot, Role::RightFoot] {
            let above = (source[self.from.joint(role)].at.z - self.ankles[0]) * self.ratio;
            let wanted = self.ankles[1] + above;
            let near = above.max(0.0) + 0.03;
            let weight = 1.0 / (near * near);
            sum += weight * (wanted - target[self.to.joint(role)].at.z);
            weights += weight;
        }
        pose.hips.z += sum / weights;
    }
}

/// The clip of one skeleton on another.
///
/// ```
/// use ambulo_motion::{body, gait, retarget};
/// let walks = gait::shipped();
/// let clip = &walks.moves[0].clip;
/// let same = retarget(&walks.skeleton, body::skeleton(), clip);
/// assert!((same.hips(3) - clip.hips(3)).length() < 1e-3);
/// ```
pub fn retarget(from: &Skeleton, to: &Skeleton, clip: &Clip) -> Clip {
    Retarget::new(from, to).clip(clip)
}

/// A move of one skeleton on another: speed grows with the legs, planted feet stand on the floor.
pub fn retarget_move(from: &Skeleton, to: &Skeleton, of: &Move) -> Move {
    let map = Retarget::new(from, to);
    let mut made = Move { speed: of.speed * map.ratio(), clip: map.clip(&of.clip), ..of.clone() };
    put_on_floor(to, &mut made);
    made
}
