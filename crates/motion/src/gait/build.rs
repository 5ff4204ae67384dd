//! The build of a skeleton: what a gait must know of its legs and feet, and the pose that puts feet where they shall be.

use super::habits::Habits;
use crate::{ContactPoint, JointTransform, Pose, Quat, Role, Side, Skeleton, Vec3, math, slerp, turn};

/// Leg length for which speeds are named [m]: hip joint above the floor, 0.53 of 1.75 m.
pub(super) const LEG: f32 = 0.9275;

/// A foot at rest, along its own axis: x forward, origin below the ankle on the floor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sole {
    /// The ankle.
    pub ankle: Vec3,
    /// The toes joint, in the ball of the foot.
    pub ball: Vec3,
    /// Hindmost point of the sole.
    pub heel: Vec3,
    /// Foremost point of the sole.
    pub tip: Vec3,
    /// Heading of the foot at rest [rad].
    pub yaw: f32,
}

/// One leg at rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct RestLeg {
    /// Hip joint from the hips [m].
    pub hip: Vec3,
    thigh: Vec3,
    shank: Vec3,
    /// The foot.
    pub sole: Sole,
}

impl RestLeg {
    /// Length from hip to ankle when straight [m].
    pub fn reach(&self) -> f32 {
        self.thigh.length() + self.shank.length()
    }
}

/// A skeleton, measured.
pub(super) struct Build<'a> {
    pub skeleton: &'a Skeleton,
    rest: Vec<JointTransform>,
    /// Left, right.
    pub legs: [RestLeg; 2],
    /// Height of the hip joints above the floor at rest, against [`LEG`].
    pub scale: f32,
    /// How far arms are from hanging straight down [rad]: as at rest, where they hang there.
    pub arms_out: f32,
    /// What is this person's own.
    pub habits: Habits,
}

/// Where a foot is.
#[derive(Clone, Copy, Debug)]
pub(super) struct FootPose {
    /// The ankle [m].
    pub ankle: Vec3,
    /// Heading of the foot [rad].
    pub yaw: f32,
    /// How far its toes are up against flat [rad].
    pub pitch: f32,
    /// How far the toes themselves are up against flat [rad].
    pub toes: f32,
}

/// How an arm hangs [rad].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Arm {
    /// Forward.
    pub swing: f32,
    /// Away from the body.
    pub out: f32,
    /// Bend of the elbow.
    pub elbow: f32,
}

/// A whole body, before it is a pose. Angles [rad] against upright and facing forward.
#[derive(Clone, Copy, Debug)]
pub(super) struct Posture {
    /// The hips [m].
    pub hips: Vec3,
    /// Turn to the left, left side up, top forward.
    pub pelvis: [f32; 3],
    /// The same of the rib cage.
    pub thorax: [f32; 3],
    /// The same of the head.
    pub head: [f32; 3],
    /// Left, right.
    pub feet: [FootPose; 2],
    /// Left, right.
    pub arms: [Arm; 2],
}

/// Rotation by turning, leaning sideways and leaning forward.
pub(super) fn rotation([yaw, list, tilt]: [f32; 3]) -> Quat {
    turn(yaw) * about(Vec3::X, list) * about(Vec3::Y, tilt)
}

fn about(axis: Vec3, angle: f32) -> Quat {
    let (s, c) = math::sin_cos(0.5 * angle);
    Quat::from_xyzw(axis.x * s, axis.y * s, axis.z * s, c)
}

impl Sole {
    /// Rotation of a foot that points along `yaw` with its toes up by `pitch`, against rest.
    pub fn rotation(&self, yaw: f32, pitch: f32) -> Quat {
        turn(yaw) * about(Vec3::Y, -pitch) * turn(-self.yaw)
    }

    /// The ankle of a foot that stands over `floor` and is pitched about the ball (toes down) or the heel (toes up).
    pub fn ankle(&self, floor: Vec3, yaw: f32, pitch: f32) -> Vec3 {
        let pivot = if pitch < 0.0 { self.ball } else { self.heel };
        floor + turn(yaw) * (pivot + about(Vec3::Y, -pitch) * (self.ankle - pivot))
    }

    /// Height of the lowest point of a foot.
    pub fn lowest(&self, foot: &FootPose) -> f32 {
        let foot_turn = about(Vec3::Y, -foot.pitch);
        let point = |p: Vec3| foot.ankle.z + (foot_turn * (p - self.ankle)).z;
        let ball = foot_turn * (self.ball - self.ankle);
        let tip = foot.ankle.z + (ball + about(Vec3::Y, -foot.toes) * (self.tip - self.ball)).z;
        point(self.heel).min(tip).min(point(Vec3::new(self.ball.x, self.ball.y, 0.0)))
    }
}

impl<'a> Build<'a> {
    /// Measures a skeleton at rest.
    pub fn of(skeleton: &'a Skeleton, habits: Habits) -> Self {
        let rest = skeleton.rest();
        let legs = [Side::Left, Side::Right].map(|side| {
            let [thigh, shank, foot] = leg_roles(side).map(|role| rest[skeleton.joint(role)].at);
            let contact = ContactPoint::of(skeleton, side);
            let ball = contact.at(&rest);
            let toes = skeleton.joints()[contact.joint].tip;
            let ahead = Vec3::new(ball.x - foot.x, ball.y - foot.y, 0.0);
            // A ball that is not in front of the ankle says nothing of where the foot points.
            let long = ahead.length().max(0.25 * foot.z);
            let yaw = if ahead.x > 0.3 * long { math::atan2(ahead.y, ahead.x) } else { 0.0 };
            let along = |p: Vec3| turn(-yaw) * (p - Vec3::new(foot.x, foot.y, 0.0));
            let tip = match toes {
                Some(tip) => rest[contact.joint].point(tip),
                None => ball + ahead * 0.5,
            };
            let sole = Sole {
                ankle: Vec3::new(0.0, 0.0, foot.z),
                ball: along(ball),
                heel: Vec3::new(-0.5 * long, 0.0, 0.0),
                tip: along(Vec3::new(tip.x, tip.y, 0.0)),
                yaw,
            };
            RestLeg { hip: thigh - rest[0].at, thigh: shank - thigh, shank: foot - shank, sole }
        });
        let high = legs[0].reach() + legs[0].sole.ankle.z;
        // Legs without length cannot walk, but nor must they stop time.
        let arms_out = arms_out(skeleton, &rest);
        Self { skeleton, rest, legs, scale: (high / LEG).max(0.05), arms_out, habits }
    }

    /// Height of the hips with straight legs [m].
    pub fn standing(&self) -> f32 {
        self.legs[0].reach() + self.legs[0].sole.ankle.z - self.legs[0].hip.z
    }

    /// How far the hips could rise (or must sink, if negative) until a leg is straight but for the share `slack`.
    pub fn headroom(&self, posture: &Posture, side: usize, slack: f32) -> f32 {
        let leg = &self.legs[side];
        let hip = posture.hips + rotation(posture.pelvis) * leg.hip;
        let ankle = posture.feet[side].ankle;
        let flat = (hip - ankle).truncate().length_squared();
        let long = leg.reach() * (1.0 - slack);
        ankle.z + (long * long - flat).max(0.0).sqrt() - hip.z
    }

    /// The pose of a posture: legs reach from the hips to the feet, knees bend forward.
    pub fn pose(&self, posture: &Posture) -> Pose {
        let mut turned: [Option<Quat>; 22] = [None; 22];
        let mut set = |role: Role, q: Quat| turned[role as usize] = Some(q);
        let (pelvis, thorax, head) = (rotation(posture.pelvis), rotation(posture.thorax), rotation(posture.head));
        set(Role::Hips, pelvis);
        let back = [Role::Spine, Role::Chest, Role::UpperChest].map(|r| self.skeleton.roles().get(r).map(|_| r));
        let count = back.iter().flatten().count();
        for (i, role) in back.into_iter().flatten().enumerate() {
            set(role, slerp(pelvis, thorax, (i + 1) as f32 / count as f32));
        }
        set(Role::Neck, slerp(thorax, head, 0.5));
        set(Role::Head, head);
        for side in [Side::Left, Side::Right] {
            let i = side as usize;
            let (leg, foot) = (&self.legs[i], &posture.feet[i]);
            let hip = posture.hips + pelvis * leg.hip;
            let middle = slerp(turn(posture.pelvis[0]), turn(foot.yaw), 0.6) * Vec3::X;
            let (thigh, shank) = bend(leg, foot.ankle - hip, middle);
            let roles = leg_roles(side);
            set(roles[0], thigh);
            set(roles[1], shank);
            set(roles[2], leg.sole.rotation(foot.yaw, foot.pitch));
            let [shoulder, arm, forearm, hand, toes] = other_roles(side);
            set(toes, leg.sole.rotation(foot.yaw, foot.toes));
            set(shoulder, thorax);
            let (upper, lower) = self.arm(side, &posture.arms[i], thorax);
            set(arm, upper);
            set(forearm, lower);
            set(hand, lower);
        }
        self.local(posture.hips, &turned)
    }

    /// World rotations against rest to rotations against parents; joints without a role rest against theirs.
    fn local(&self, hips: Vec3, turned: &[Option<Quat>; 22]) -> Pose {
        let joints = self.skeleton.joints();
        let mut by_joint: Vec<Option<Quat>> = vec![None; joints.len()];
        for role in Role::ALL {
            if let (Some(joint), Some(q)) = (self.skeleton.roles().get(role), turned[role as usize]) {
                by_joint[joint] = Some(q);
            }
        }
        let mut world: Vec<Quat> = Vec::with_capacity(joints.len());
        let mut rotations = Vec::with_capacity(joints.len());
        for (i, joint) in joints.iter().enumerate() {
            let parent = joint.parent.map_or(Quat::IDENTITY, |p| world[p]);
            let here = match by_joint[i] {
                Some(q) => q * self.rest[i].rotation,
                None => parent * joint.rotation,
            };
            rotations.push((parent.inverse() * here).normalize());
            world.push(here);
        }
        Pose { hips, rotations }
    }

    /// Rotations of upper arm and forearm against rest.
    fn arm(&self, side: Side, arm: &Arm, thorax: Quat) -> (Quat, Quat) {
        let [_, upper, lower, hand, _] = other_roles(side);
        let roles = self.skeleton.roles();
        let place = |role| roles.get(role).map(|j: usize| self.rest[j].at);
        let (Some(a), Some(b)) = (place(upper), place(lower)) else { return (thorax, thorax) };
        let rest_upper = (b - a).normalize_or(Vec3::NEG_Z);
        let rest_lower = place(hand).map_or(rest_upper, |c| (c - b).normalize_or(rest_upper));
        let outward = if side == Side::Left { 1.0 } else { -1.0 };
        // Down, then away from the body, then forward.
        let hang = thorax * about(Vec3::Y, -arm.swing) * about(Vec3::X, outward * arm.out);
        let down = hang * Vec3::NEG_Z;
        let hinge = hang * Vec3::NEG_Y;
        let (s, c) = math::sin_cos(arm.elbow);
        let fore = down * c + hinge.cross(down) * s;
        (carry(rest_upper, down, hinge), carry(rest_lower, fore, hinge))
    }
}

/// How far arms of skeletons are carried that stretch them out at rest [rad]: 9 degrees.
const USUAL: f32 = 0.157;

/// How far arms are from hanging straight down: bodies whose arms hang at rest have them where the trunk leaves room.
fn arms_out(skeleton: &Skeleton, rest: &[JointTransform]) -> f32 {
    let place = |role| skeleton.roles().get(role).map(|j: usize| rest[j].at);
    let (Some(a), Some(b)) = (place(Role::LeftArm), place(Role::LeftForearm)) else { return USUAL };
    let bone = (b - a).normalize_or(Vec3::Y);
    if bone.z < -0.9 { math::atan2(bone.y, -bone.z).clamp(0.0, USUAL) } else { USUAL }
}

/// Thigh, shank, foot.
pub(super) fn leg_roles(side: Side) -> [Role; 3] {
    match side {
        Side::Left => [Role::LeftThigh, Role::LeftShank, Role::LeftFoot],
        Side::Right => [Role::RightThigh, Role::RightShank, Role::RightFoot],
    }
}

fn other_roles(side: Side) -> [Role; 5] {
    match side {
        Side::Left => [Role::LeftShoulder, Role::LeftArm, Role::LeftForearm, Role::LeftHand, Role::LeftToes],
        Side::Right => [Role::RightShoulder, Role::RightArm, Role::RightForearm, Role::RightHand, Role::RightToes],
    }
}

/// Two bones from the hip to `ankle`, the knee towards `forward`: rotations of thigh and shank against rest. What is out
/// of reach is reached for.
fn bend(leg: &RestLeg, ankle: Vec3, forward: Vec3) -> (Quat, Quat) {
    let (a, b) = (leg.thigh.length(), leg.shank.length());
    let d = ankle.length().clamp((a - b).abs() + 1e-4, (a + b) * 0.99999);
    let along = ankle.normalize_or(Vec3::NEG_Z);
    let hinge = along.cross(forward).normalize_or(Vec3::NEG_Y);
    let ahead = hinge.cross(along);
    // Law of cosines; the knee stands out by its sine.
    let c = ((a * a + d * d - b * b) / (2.0 * a * d)).clamp(-1.0, 1.0);
    let knee = along * (a * c) + ahead * (a * (1.0 - c * c).max(0.0).sqrt());
    (carry(leg.thigh, knee, hinge), carry(leg.shank, along * d - knee, hinge))
}

/// The rotation that brings a bone from rest to a direction, with the axis that is sideways at rest brought to `hinge`.
fn carry(rest: Vec3, to: Vec3, hinge: Vec3) -> Quat {
    let frame = |bone: Vec3, side: Vec3| {
        let bone = bone.normalize_or(Vec3::NEG_Z);
        let side = (side - bone * side.dot(bone)).normalize_or(Vec3::NEG_Y);
        glam::Mat3::from_cols(bone, side, bone.cross(side))
    };
    let rest_side = rest.cross(Vec3::X);
    Quat::from_mat3(&(frame(to, hinge) * frame(rest, rest_side).transpose())).normalize()
}
