//! Legs that reach: thigh and shank turned so that the ankle comes to a place, the foot kept as it was turned.
//!
//! The leg first swings as a whole from where the ankle is to where it shall be, then the knee bends or straightens in
//! the plane it is in. A leg that is nearly straight, or bent backwards, has no such plane: it bends about the hinge of
//! its knee, which is across the leg in the frame of the thigh.

use crate::{ContactPoint, JointTransform, Quat, Role, Side, Skeleton, Sole, Vec3, ease, math, nlerp};

/// What is kept free between the leg's length and full stretch, and between a folded leg and none [m].
const SLACK: f32 = 1e-4;

/// The joints of one leg.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// Thigh, from the hip joint.
    pub thigh: usize,
    /// Shank, from the knee.
    pub shank: usize,
    /// Foot, from the ankle.
    pub foot: usize,
    /// What stands on the floor.
    pub contact: ContactPoint,
    /// Joints from the hips to that of the contact, parents first.
    pub chain: Vec<usize>,
    /// From hip joint to knee, and from knee to ankle [m].
    pub lengths: [f32; 2],
    /// Forward, in the foot's own frame at rest.
    pub forward: Vec3,
    /// Axis of the knee, to the left, in the thigh's own frame: a knee bends by turning the shank forward about it.
    pub hinge: Vec3,
    /// The points a foot stands on.
    pub sole: Sole,
    /// Height of the contact above the floor at rest [m].
    pub height: f32,
}

impl Leg {
    /// The leg of a skeleton on one side.
    pub fn of(skeleton: &Skeleton, side: Side) -> Leg {
        let [thigh, shank, foot] = match side {
            Side::Left => [Role::LeftThigh, Role::LeftShank, Role::LeftFoot],
            Side::Right => [Role::RightThigh, Role::RightShank, Role::RightFoot],
        };
        let (thigh, shank, foot) = (skeleton.joint(thigh), skeleton.joint(shank), skeleton.joint(foot));
        let contact = ContactPoint::of(skeleton, side);
        let world = skeleton.rest();
        let mut chain = vec![contact.joint];
        while let Some(parent) = skeleton.joints()[chain[chain.len() - 1]].parent {
            chain.push(parent);
        }
        chain.reverse();
        let down = world[foot].at - world[thigh].at;
        let sole = Sole::of(skeleton, &world, foot, &contact);
        let ahead = world[contact.joint].point(sole.points[2]) - world[foot].at;
        let ahead = if ahead.x > 0.0 { Vec3::new(ahead.x, ahead.y, 0.0) } else { Vec3::X };
        Leg {
            thigh,
            shank,
            foot,
            hinge: world[thigh].rotation.inverse() * ahead.cross(down).normalize_or(Vec3::Y),
            sole,
            contact,
            chain,
            lengths: [(world[shank].at - world[thigh].at).length(), (world[foot].at - world[shank].at).length()],
            forward: world[foot].rotation.inverse() * Vec3::X,
            height: contact.at(&world).z,
        }
    }

    /// Places and rotations of the leg's own joints in the body's frame.
    pub fn limbs(&self, skeleton: &Skeleton, hips: Vec3, rotations: &[Quat]) -> Limbs {
        let none = JointTransform { at: hips, rotation: rotations[0] };
        let points = [hips; 4];
        let mut limbs =
            Limbs { above: none, thigh: none, knee: none, shank: none, foot: none, toes: none, contact: hips, points };
        let mut last = none;
        for &joint in &self.chain[1..] {
            if joint == self.thigh {
                limbs.above = last;
            } else if joint == self.shank {
                limbs.knee = last;
            }
            last = JointTransform {
                at: last.point(skeleton.joints()[joint].translation),
                rotation: last.rotation * rotations[joint],
            };
            if joint == self.thigh {
                limbs.thigh = last;
            } else if joint == self.shank {
                limbs.shank = last;
            } else if joint == self.foot {
                limbs.foot = last;
            }
        }
        limbs.toes = last;
        limbs.contact = last.point(self.contact.local);
        let [heel, toes @ ..] = self.sole.points;
        let [ball, tip, front] = toes.map(|p| last.point(p));
        limbs.points = [limbs.foot.point(heel), ball, tip, front];
        limbs
    }

    /// How far a knee is bent [rad]: less than 0 backwards.
    pub fn bend(&self, limbs: &Limbs) -> f32 {
        let hinge = limbs.thigh.rotation * self.hinge;
        let across = |v: Vec3| v - hinge * v.dot(hinge);
        let (upper, lower) = (across(limbs.shank.at - limbs.thigh.at), across(limbs.foot.at - limbs.shank.at));
        math::atan2(upper.cross(lower).dot(hinge), upper.dot(lower))
    }

    /// Brings the ankle to `target`, as far as the leg reaches, and turns the foot to `foot`; both in the body's frame.
    /// Changes the rotations of thigh, shank and foot; a knee that was bent backwards bends forward then. Returns
    /// how far the target stayed out of reach [m].
    pub fn reach(&self, limbs: &Limbs, target: Vec3, foot: Quat, rotations: &mut [Quat]) -> f32 {
        let hip = limbs.thigh.at;
        let (upper, lower) = (limbs.shank.at - hip, limbs.foot.at - limbs.shank.at);
        let (a, b) = (upper.length(), lower.length());
        let wanted = target - hip;
        let far = wanted.length();
        if !(a > SLACK && b > SLACK && target.is_finite()) {
            return far;
        }
        let along = if far > 1e-6 { wanted / far } else { (limbs.foot.at - hip).normalize_or(Vec3::NEG_Z) };
        let d = far.clamp((a - b).abs() + SLACK, a + b - SLACK);
        let swing = arc(limbs.foot.at - hip, along);
        let across = |v: Vec3| v - along * v.dot(along);
        // Forward of the knee, by its hinge; and where the knee is, if it is bent enough to show it.
        let hinge = swing * limbs.thigh.rotation * self.hinge;
        let ahead = across(along.cross(hinge)).normalize_or_zero();
        let ahead = if ahead == Vec3::ZERO { across(foot * self.forward).normalize_or(Vec3::X) } else { ahead };
        let out = across(swing * upper);
        let bent = out.length();
        let own = if bent > 1e-6 { out / bent } else { ahead };
        let trust = ease((bent - BENT.0) / (BENT.1 - BENT.0)) * ease((own.dot(ahead) - 0.2) / 0.5);
        let side = ahead.lerp(own, trust).normalize_or(ahead);
        // By the law of cosines, with the root instead of the angle: no transcendental function.
        let cos = ((a * a + d * d - b * b) / (2.0 * a * d)).clamp(-1.0, 1.0);
        let knee = along * (a * cos) + side * (a * (1.0 - cos * cos).max(0.0).sqrt());
        let thigh = arc(swing * upper, knee) * swing;
        // The hinge goes with the plane of the knee: about the thigh by as much as the knee is not trusted.
        let bone = knee / a;
        let flat = |v: Vec3| (v - bone * v.dot(bone)).normalize_or_zero();
        let roll = arc(flat(thigh * limbs.thigh.rotation * self.hinge), flat(side.cross(along)));
        let thigh = nlerp(Quat::IDENTITY, roll, 1.0 - trust) * thigh;
        let shank = arc(thigh * lower, along * d - knee) * thigh;
        let (thigh_now, shank_now) = (thigh * limbs.thigh.rotation, shank * limbs.shank.rotation);
        rotations[self.thigh] = limbs.above.rotation.inverse() * thigh_now;
        // Joints between thigh and shank, if any, are carried along by the thigh.
        rotations[self.shank] = (thigh * limbs.knee.rotation).inverse() * shank_now;
        rotations[self.foot] = shank_now.inverse() * foot;
        (far - d).abs()
    }
}

/// How far the knee stands out of the line from hip to ankle from where on its plane is believed, and believed entirely [m].
const BENT: (f32, f32) = (0.01, 0.05);

/// Where a leg's joints are in the body's frame.
#[derive(Clone, Copy, Debug)]
pub struct Limbs {
    /// The joint the thigh hangs on.
    pub above: JointTransform,
    /// Thigh, at the hip joint.
    pub thigh: JointTransform,
    /// The joint the shank hangs on.
    pub knee: JointTransform,
    /// Shank, at the knee.
    pub shank: JointTransform,
    /// Foot, at the ankle.
    pub foot: JointTransform,
    /// The joint of the contact point.
    pub toes: JointTransform,
    /// What stands on the floor.
    pub contact: Vec3,
    /// Heel, ball, tip and front of the sole.
    pub points: [Vec3; 4],
}

impl Limbs {
    /// Height of the lowest point of the sole in the body's frame [m].
    pub fn lowest(&self) -> f32 {
        self.points.iter().map(|p| p.z).fold(f32::INFINITY, f32::min)
    }
}

/// The shortest rotation that turns one direction into another. Opposite ones: half a turn about some axis.
pub(crate) fn arc(from: Vec3, to: Vec3) -> Quat {
    let size = (from.length_squared() * to.length_squared()).sqrt();
    if size < 1e-12 {
        return Quat::IDENTITY;
    }
    let real = size + from.dot(to);
    if real < 1e-6 * size {
        let axis = from.any_orthogonal_vector().normalize();
        return Quat::from_xyzw(axis.x, axis.y, axis.z, 0.0);
    }
    let axis = from.cross(to);
    Quat::from_xyzw(axis.x, axis.y, axis.z, real).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arc_turns_one_direction_into_the_other_even_if_opposite() {
        for (a, b) in [(Vec3::X, Vec3::NEG_X), (Vec3::X, Vec3::Y * 3.0), (Vec3::Z, Vec3::new(1e-5, 0.0, -1.0))] {
            assert!((arc(a, b) * a.normalize() - b.normalize()).length() < 2e-3);
        }
    }
}
