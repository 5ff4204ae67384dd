//! Legs that reach, in double precision: a foot that is down is down to a thousandth of a millimetre.

use crate::{JointTransform, Leg, Quat, Role, Side, Skeleton, math};
use glam::{DQuat, DVec2, DVec3};

/// What is kept free between the leg's length and full stretch, and between a folded leg and none [m].
const SLACK: f64 = 1e-4;
/// How far the knee stands out of the line from hip to ankle from where on its plane is believed, and believed entirely [m].
const BENT: (f64, f64) = (0.01, 0.05);

/// The joints of one leg, measured for bending it.
#[derive(Clone, Debug)]
pub struct ExactLeg {
    thigh: usize,
    shank: usize,
    foot: usize,
    /// The joint of the contact point.
    toes: usize,
    /// Joints from the one after the hips to that of the contact, with the translation from their parents.
    chain: Vec<(usize, DVec3)>,
    contact: DVec3,
    /// Heel of the sole, in the frame of the foot.
    heel: DVec3,
    /// Axis of the knee in the thigh's frame.
    hinge: DVec3,
    /// The foot's rotation at rest, undone.
    rest: DQuat,
    /// Where the foot points at rest [rad].
    pub points: f64,
    /// Height of the contact point above the floor at rest [m].
    pub height: f64,
    /// From hip joint to knee, and from knee to ankle [m].
    pub lengths: [f64; 2],
    /// How far the sole reaches behind the contact point and ahead of it [m].
    pub reaches: [f64; 2],
    /// Half of its breadth at the ball [m].
    pub half: f64,
}

/// Where a leg is.
#[derive(Clone, Copy, Debug)]
pub struct ExactLimbs {
    above: DQuat,
    /// Hip joint.
    pub hip: DVec3,
    thigh: DQuat,
    above_knee: DQuat,
    /// Knee.
    pub knee: DVec3,
    shank: DQuat,
    /// Ankle.
    pub ankle: DVec3,
    /// Rotation of the foot.
    pub foot: DQuat,
    /// Contact point.
    pub ball: DVec3,
    /// Heel of the sole.
    pub heel: DVec3,
}

impl ExactLeg {
    /// The leg of a skeleton on one side.
    pub fn of(skeleton: &Skeleton, side: Side) -> Self {
        let leg = Leg::of(skeleton, side);
        let rest: Vec<JointTransform> = skeleton.rest();
        let joints = skeleton.joints();
        let role = if side == Side::Left { Role::LeftFoot } else { Role::RightFoot };
        let foot = skeleton.joint(role);
        let ahead = leg.contact.at(&rest) - rest[foot].at;
        let points = if ahead.x > 0.0 { math::atan2_exact(ahead.y.into(), ahead.x.into()) } else { 0.0 };
        Self {
            thigh: leg.thigh,
            shank: leg.shank,
            foot,
            toes: leg.contact.joint,
            chain: leg.chain[1..].iter().map(|&j| (j, joints[j].translation.as_dvec3())).collect(),
            contact: leg.contact.local.as_dvec3(),
            heel: leg.sole.points[0].as_dvec3(),
            hinge: leg.hinge.as_dvec3(),
            rest: rest[foot].rotation.as_dquat().normalize().conjugate(),
            points,
            height: leg.height.into(),
            lengths: leg.lengths.map(f64::from),
            reaches: sole_reaches(&leg, &rest, foot),
            half: leg.sole.half[1].into(),
        }
    }

    /// Length of the leg when straight, but for what is kept free [m].
    pub fn reach_length(&self) -> f64 {
        self.lengths[0] + self.lengths[1] - SLACK
    }

    /// Where the leg is when the hips are somewhere.
    pub fn limbs(&self, hips: DVec3, rotations: &[Quat]) -> ExactLimbs {
        let (mut at, mut turned) = (hips, exact(rotations[0]));
        let mut limbs = ExactLimbs {
            above: turned,
            hip: at,
            thigh: turned,
            above_knee: turned,
            knee: at,
            shank: turned,
            ankle: at,
            foot: turned,
            ball: at,
            heel: at,
        };
        for &(joint, translation) in &self.chain {
            if joint == self.thigh {
                limbs.above = turned;
            } else if joint == self.shank {
                limbs.above_knee = turned;
            }
            at += turned * translation;
            turned *= exact(rotations[joint]);
            if joint == self.thigh {
                (limbs.hip, limbs.thigh) = (at, turned);
            } else if joint == self.shank {
                (limbs.knee, limbs.shank) = (at, turned);
            } else if joint == self.foot {
                (limbs.ankle, limbs.foot) = (at, turned);
            }
        }
        limbs.ball = at + turned * self.contact;
        limbs.heel = limbs.ankle + limbs.foot * self.heel;
        limbs
    }

    /// The part of a foot's rotation that turns it about the vertical, against rest.
    pub fn twist(&self, foot: DQuat) -> DQuat {
        let away = foot * self.rest;
        let size = (away.z * away.z + away.w * away.w).sqrt();
        if size > 1e-6 { DQuat::from_xyzw(0.0, 0.0, away.z / size, away.w / size) } else { DQuat::IDENTITY }
    }

    /// How a foot whose contact point stays turns about it, heel up, so that the leg reaches from the hip to the ankle: by
    /// as little as needed, and by no more than `most` [rad]. `ankle` and `ball` are where the foot has them.
    pub fn raise_heel(&self, hip: DVec3, ankle: DVec3, ball: DVec3, long: f64, most: f64) -> DQuat {
        let (foot, leg) = (ankle - ball, hip - ball);
        let far = (hip - ankle).length();
        let (short, a, b) = (soft(far - long), foot.length(), leg.length());
        if short <= 0.0 || most <= 0.0 || a < 1e-6 || b < 1e-6 {
            return DQuat::IDENTITY;
        }
        // Law of cosines: the angle at the ball there is, and the one that brings the ankle near enough.
        let between = |d: f64| math::acos_exact((a * a + b * b - d * d) / (2.0 * a * b));
        // A foot nearly in line with the leg would turn ever faster for ever less: the rest is for the hips.
        let (line, wide) = IN_LINE;
        let angle = line + softly(between((far - short).max((b - a).abs())) - line, wide);
        let turn = (between(far) - angle).clamp(0.0, most);
        let axis = foot.cross(leg).normalize_or_zero();
        let (s, c) = math::sin_cos_exact(0.5 * turn);
        DQuat::from_xyzw(axis.x * s, axis.y * s, axis.z * s, c).normalize()
    }

    /// Leaves the toes where they are when the heel is raised by a rotation: they stay on the floor, and bend.
    pub fn lay_toes(&self, foot: DQuat, heel: DQuat, rotations: &mut [Quat]) {
        if self.toes == self.foot || heel.w.abs() > 1.0 - 1e-12 {
            return;
        }
        let bent = foot.conjugate() * heel.conjugate() * foot * exact(rotations[self.toes]);
        rotations[self.toes] = bent.normalize().as_quat();
    }

    /// Brings the ankle to `target`, as far as the leg reaches, and turns the foot to `foot`. Changes the rotations of
    /// thigh, shank and foot. Returns how far the ankle stays from the target [m].
    pub fn reach(&self, limbs: &ExactLimbs, target: DVec3, foot: DQuat, rotations: &mut [Quat]) -> f64 {
        let bent = bend_exact([limbs.hip, limbs.knee, limbs.ankle], target, limbs.thigh * self.hinge);
        let (thigh, shank) = (bent.0 * limbs.thigh, bent.1 * limbs.shank);
        rotations[self.thigh] = (limbs.above.conjugate() * thigh).normalize().as_quat();
        // Joints between thigh and shank, if any, are carried along by the thigh.
        rotations[self.shank] = ((bent.0 * limbs.above_knee).conjugate() * shank).normalize().as_quat();
        rotations[self.foot] = (shank.conjugate() * foot).normalize().as_quat();
        let ankle = limbs.hip + bent.0 * (limbs.knee - limbs.hip) + bent.1 * (limbs.ankle - limbs.knee);
        (ankle - target).length()
    }
}

impl ExactLimbs {
    /// The same with the hips let down by so much [m].
    pub fn lowered(&self, down: f64) -> Self {
        let points = [self.hip, self.knee, self.ankle, self.ball, self.heel];
        let [hip, knee, ankle, ball, heel] = points.map(|p| p - DVec3::Z * down);
        Self { hip, knee, ankle, ball, heel, ..*self }
    }
}

/// From the contact point back to the heel and ahead to the tip as the body rests [m].
fn sole_reaches(leg: &Leg, rest: &[JointTransform], foot: usize) -> [f64; 2] {
    let [heel, _, tip, _] = leg.sole.points;
    let ball = leg.contact.at(rest);
    [rest[foot].point(heel), rest[leg.contact.joint].point(tip)].map(|p| (p - ball).truncate().length().into())
}

/// A sole on the floor, seen from above: a stripe about its middle line.
#[derive(Clone, Copy, Debug)]
pub(super) struct SoleStripe {
    ends: [DVec2; 2],
    half: f64,
}

impl SoleStripe {
    /// Of a leg's foot whose contact point is over a place, turned by an angle against rest.
    pub fn of(leg: &ExactLeg, at: DVec2, yaw: f64) -> Self {
        let (sin, cos) = math::sin_cos_exact(yaw + leg.points);
        let ahead = DVec2::new(cos, sin);
        // Round at both ends.
        let [back, front] = leg.reaches.map(|far| (far - leg.half).max(0.0));
        Self { ends: [at - ahead * back, at + ahead * front], half: leg.half }
    }

    /// How deep two are in each other, less than 0 if they are not [m].
    pub fn depth(&self, other: &Self) -> f64 {
        let ([a, b], [c, d]) = (self.ends, other.ends);
        let side = |p: DVec2, q: DVec2, r: DVec2| (q - p).perp_dot(r - p);
        let crosses = side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0;
        let near = |p: DVec2, [q, r]: [DVec2; 2]| {
            let along = r - q;
            let share = ((p - q).dot(along) / along.length_squared().max(1e-12)).clamp(0.0, 1.0);
            (p - q - along * share).length()
        };
        let apart = near(a, other.ends).min(near(b, other.ends)).min(near(c, self.ends)).min(near(d, self.ends));
        self.half + other.half - if crosses { 0.0 } else { apart }
    }
}

fn exact(q: Quat) -> DQuat {
    q.as_dquat().normalize()
}

/// Turns of two bones, given hip, knee and ankle, that bring the ankle to a target or as near as the bones allow. The leg
/// first swings as a whole, then the knee bends or straightens in the plane it is in; a leg that is nearly straight bends
/// about `hinge`, the axis of its knee.
///
/// ```
/// use ambulo_motion::footsteps::bend_exact;
/// use glam::DVec3;
/// let leg = [DVec3::Z, DVec3::new(0.1, 0.0, 0.5), DVec3::ZERO];
/// let target = DVec3::new(0.2, 0.1, 0.1);
/// let (thigh, shank) = bend_exact(leg, target, DVec3::Y);
/// let ankle = leg[0] + thigh * (leg[1] - leg[0]) + shank * (leg[2] - leg[1]);
/// assert!((ankle - target).length() < 1e-12);
/// ```
pub fn bend_exact([hip, knee, ankle]: [DVec3; 3], target: DVec3, hinge: DVec3) -> (DQuat, DQuat) {
    let (upper, lower) = (knee - hip, ankle - knee);
    let (a, b) = (upper.length(), lower.length());
    if !(a > SLACK && b > SLACK && target.is_finite()) {
        return (DQuat::IDENTITY, DQuat::IDENTITY);
    }
    let wanted = target - hip;
    let far = wanted.length();
    // A target in the hip itself has no direction: the leg folds as it was.
    let along = if far > 1e-9 { wanted / far } else { (ankle - hip).normalize_or(DVec3::NEG_Z) };
    let d = far.clamp((a - b).abs() + SLACK, a + b - SLACK);
    let swing = arc(ankle - hip, along);
    let across = |v: DVec3| v - along * v.dot(along);
    // Forward of the knee, by its hinge; and where the knee is, if it is bent enough to show it.
    let ahead = across(along.cross(swing * hinge)).normalize_or(across(DVec3::X).normalize_or(DVec3::Y));
    let out = across(swing * upper);
    let bent = out.length();
    let own = if bent > 1e-9 { out / bent } else { ahead };
    let trust = ease((bent - BENT.0) / (BENT.1 - BENT.0)) * ease((own.dot(ahead) - 0.2) / 0.5);
    let side = across(ahead.lerp(own, trust)).normalize_or(ahead);
    // By the law of cosines, with the root instead of the angle: no transcendental function.
    let cos = ((a * a + d * d - b * b) / (2.0 * a * d)).clamp(-1.0, 1.0);
    let new_knee = along * (a * cos) + side * (a * (1.0 - cos * cos).max(0.0).sqrt());
    let thigh = arc(swing * upper, new_knee) * swing;
    // The hinge goes with the plane of the knee, as far as the plane the knee was in is not trusted.
    let bone = new_knee / a;
    let flat = |v: DVec3| (v - bone * v.dot(bone)).normalize_or_zero();
    let roll = arc(flat(thigh * hinge), flat(side.cross(along)));
    let thigh = part(roll, 1.0 - trust) * thigh;
    let shank = arc(thigh * lower, along * d - new_knee) * thigh;
    (thigh, shank)
}

/// A share of a rotation, along the chord.
fn part(q: DQuat, share: f64) -> DQuat {
    let q = if q.w < 0.0 { -q } else { q };
    let p = DQuat::from_xyzw(q.x * share, q.y * share, q.z * share, q.w * share + (1.0 - share));
    if p.length_squared() > 1e-12 { p.normalize() } else { q }
}

/// The smallest rotation that brings one direction to another; none for what has no direction.
pub(super) fn arc(from: DVec3, to: DVec3) -> DQuat {
    let size = (from.length_squared() * to.length_squared()).sqrt();
    if size < 1e-18 {
        return DQuat::IDENTITY;
    }
    let real = size + from.dot(to);
    if real < 1e-9 * size {
        let axis = from.any_orthogonal_vector().normalize();
        return DQuat::from_xyzw(axis.x, axis.y, axis.z, 0.0);
    }
    let axis = from.cross(to);
    DQuat::from_xyzw(axis.x, axis.y, axis.z, real).normalize()
}

/// The rotation by an angle about the vertical.
pub(super) fn turned(angle: f64) -> DQuat {
    let (s, c) = math::sin_cos_exact(0.5 * angle);
    DQuat::from_xyzw(0.0, 0.0, s, c)
}

/// How softly legs come to their end [m].
const SOFT: f64 = 0.012;

/// How near to the line from hip to ball a heel is raised, and over what angle that comes softly [rad].
const IN_LINE: (f64, f64) = (0.45, 0.2);

/// What is above 0, begun softly; never less than the number itself.
pub(super) fn soft(x: f64) -> f64 {
    softly(x, SOFT)
}

/// The same over a breadth of one's own.
fn softly(x: f64, wide: f64) -> f64 {
    if x <= -wide {
        0.0
    } else if x >= wide {
        x
    } else {
        (x + wide) * (x + wide) / (4.0 * wide)
    }
}

/// From 0 to 1 with no slope at either end.
pub(super) fn ease(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pose, body};
    use proptest::prelude::*;

    fn vector() -> impl Strategy<Value = DVec3> {
        (-1.0f64..1.0, -1.0f64..1.0, -1.0f64..1.0).prop_map(|(x, y, z)| DVec3::new(x, y, z))
    }

    proptest! {
        #[test]
        fn legs_reach_what_can_be_reached_to_a_millionth(direction in vector(), near in 0.0f64..1.0, bend in -0.4f64..0.4) {
            prop_assume!(direction.length() > 0.05);
            let hip = DVec3::new(0.0, 0.1, 0.95);
            let leg = [hip, hip + DVec3::new(bend, 0.02, -0.44), hip + DVec3::new(0.0, 0.0, -0.86)];
            let (a, b) = ((leg[1] - leg[0]).length(), (leg[2] - leg[1]).length());
            let (least, most) = ((a - b).abs() + SLACK, a + b - SLACK);
            let target = hip + direction.normalize() * (least + near * (most - least));
            let (thigh, shank) = bend_exact(leg, target, DVec3::Y);
            let ankle = hip + thigh * (leg[1] - leg[0]) + shank * (leg[2] - leg[1]);
            prop_assert!((ankle - target).length() < 1e-9, "{}", (ankle - target).length());
        }
    }

    #[test]
    fn a_straight_leg_bends_its_knee_about_its_hinge_and_nonsense_moves_nothing() {
        let leg = [DVec3::Z, DVec3::new(0.0, 0.0, 0.5), DVec3::ZERO];
        let knee = |target| {
            let (thigh, shank) = bend_exact(leg, target, DVec3::Y);
            let knee = leg[0] + thigh * (leg[1] - leg[0]);
            (knee, knee + shank * (leg[2] - leg[1]))
        };
        let (bent, ankle) = knee(DVec3::new(0.0, 0.0, 0.3));
        assert!(bent.x > 0.2 && bent.y.abs() < 1e-9 && (ankle.z - 0.3).abs() < 1e-9, "{bent} {ankle}");
        for target in [DVec3::NAN, DVec3::INFINITY, leg[0]] {
            let (knee, ankle) = knee(target);
            assert!(knee.is_finite() && ankle.is_finite());
        }
    }

    #[test]
    fn a_leg_of_the_built_in_body_comes_where_it_is_asked_to() {
        let skeleton = body::skeleton();
        for side in [Side::Left, Side::Right] {
            let leg = ExactLeg::of(skeleton, side);
            let mut pose = Pose::rest(skeleton);
            let before = leg.limbs(pose.hips.as_dvec3(), &pose.rotations);
            let target = before.ankle + DVec3::new(0.1, 0.03, 0.12);
            let foot = turned(0.3) * before.foot;
            let left = leg.reach(&before, target, foot, &mut pose.rotations);
            let after = leg.limbs(pose.hips.as_dvec3(), &pose.rotations);
            assert!(left < 1e-9 && (after.ankle - target).length() < 1e-6, "{left} {}", after.ankle - target);
            assert!((leg.twist(after.foot) * leg.twist(before.foot).conjugate()).z > 0.148);
            // Knees bend forward.
            assert!(after.knee.x > 0.5 * (after.hip.x + after.ankle.x) + 0.05);
        }
    }
}
