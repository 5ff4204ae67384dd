//! A person in a wheelchair, made by calculation: a manual chair with handrims, and the person of [`Person::default`] seated in it.
//!
//! The chair has the usual measures of a manual one (24 inch wheels, a seat 0.50 m high, 0.42 m wide); with the person of 1.75 m it is
//! 1.08 m long and 0.61 m broad, within the 1.20 by 0.70 m of ISO 7193. The body rests seated: joints are not turned at rest, and the skin lies as
//! it sits. Wheels and castors are joints behind the 22 of the person.

mod chair;
mod roll;

pub use roll::RollingBody;

use super::figure;
use super::loft::{Detail, smooth};
use super::measures::Measures;
use super::person::Person;
use super::{LEVELS, Palette, dressed, skeleton as bones};
use crate::{
    Bind, Character, Influence, Joint, JointTransform, Material, Moved, Pose, Quat, Role, Skeleton, Vec3, math,
    palette_linear, skin_linear, to_world,
};

/// Joints of the chair, behind those of the person, and the joint each hangs on.
const JOINTS: [(&str, usize); 6] = [
    ("left-wheel", 0),
    ("right-wheel", 0),
    ("left-castor-fork", 0),
    ("right-castor-fork", 0),
    ("left-castor-wheel", FIRST + 2),
    ("right-castor-wheel", FIRST + 3),
];
/// Joints of the person.
const FIRST: usize = Role::ALL.len();

/// Names and colours of the chair's parts, behind those of the person.
const PARTS: [(&str, [f32; 3]); 4] = [
    ("frame", [0.045, 0.05, 0.06]),
    ("upholstery", [0.02, 0.02, 0.022]),
    ("tyres", [0.03, 0.03, 0.03]),
    ("rims", [0.52, 0.53, 0.55]),
];

/// Where the parts of a chair are, in the body's frame [m]. The origin is below the middle of the footprint.
#[derive(Clone, Debug, PartialEq)]
struct Chair {
    /// Radius of the wheels and of the handrims, and how far from the middle they are.
    wheel: f32,
    rim: f32,
    wheel_aside: f32,
    rim_aside: f32,
    /// The axle, ahead of the origin.
    axle: f32,
    /// Radius of the castors' wheels, their place and trail.
    castor: f32,
    castor_aside: f32,
    castor_ahead: f32,
    trail: f32,
    /// Height of the seat, half its width, and its ends.
    seat: f32,
    half: f32,
    back: f32,
    front: f32,
    /// Where the soles rest: ahead and high.
    foot: Vec3,
}

impl Chair {
    /// For a person so tall, as a multiple of 1.75 m.
    fn of(s: f32) -> Self {
        let half = 0.21 * s;
        Self {
            wheel: 0.305,
            rim: 0.265,
            wheel_aside: half + 0.045,
            rim_aside: half + 0.085,
            axle: -0.20,
            castor: 0.07,
            castor_aside: half - 0.01,
            castor_ahead: -0.20 + 0.40 * s,
            trail: 0.045,
            seat: 0.46 + 0.04 * s,
            half,
            back: -0.20 - 0.10 * s,
            front: -0.20 + 0.31 * s,
            foot: Vec3::ZERO,
        }
    }
}

/// A wheelchair with who sits in it.
///
/// ```
/// use ambulo_motion::body::Wheelchair;
/// let chair = Wheelchair::new(0);
/// assert_eq!(chair.character().skeleton.len(), 28);
/// assert_eq!(chair.person().skeleton.len(), 22);
/// ```
#[derive(Clone, Debug)]
pub struct Wheelchair {
    character: Character,
    person: Character,
    chair: Chair,
}

impl Wheelchair {
    /// The built-in one at a level of detail: 0, 1 or 2, from the finest to the coarsest.
    pub fn new(level: usize) -> Self {
        Self::of(&Person::default(), level)
    }

    /// Of another person; the chair is as wide and as deep as the person needs.
    pub fn of(person: &Person, level: usize) -> Self {
        let person = person.sound();
        let detail = Detail(level.min(LEVELS - 1));
        let m = Measures::of(&person);
        let mut chair = Chair::of(m.scale().max(0.75) * if person.build > 0.5 { 1.08 } else { 1.0 });
        let standing = bones::of(&m);
        let (pose, hips) = seated(&standing, &mut chair, &m);
        let mut mesh = figure::mesh(&person, m, detail);
        let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; FIRST];
        to_world(&standing, hips, &pose, &mut world);
        let mut palette = vec![Moved::NOT; FIRST];
        palette_linear(&Bind::of(&standing), &world, &mut palette);
        let (places, normals) = (mesh.positions.clone(), mesh.normals.clone());
        let rest = crate::RestVertices { positions: &places, normals: &normals, influences: &mesh.influences };
        skin_linear(&palette, rest, &mut mesh.positions, &mut mesh.normals);
        smooth(&mut mesh);
        let joints = resting(&standing, &world);
        let parts: Vec<(String, [f32; 3])> = figure::parts(&person).map(|name| (name.to_owned(), [0.0; 3])).to_vec();
        let skeleton = Skeleton::new(joints.clone(), *standing.roles()).expect("as the standing one");
        let alone = dressed(Character { skeleton, mesh: mesh.clone(), parts: parts.clone() }, &Palette::default());
        let mut joints = joints;
        let centre = |k: usize| chair.joint(k);
        for (k, (name, parent)) in JOINTS.into_iter().enumerate() {
            let above = if parent < FIRST { hips } else { centre(parent - FIRST) };
            let radius = if k < 2 { chair.wheel } else { chair.castor };
            joints.push(Joint {
                name: name.into(),
                parent: Some(parent),
                translation: centre(k) - above,
                rotation: Quat::IDENTITY,
                tip: (!(2..4).contains(&k)).then_some(Vec3::Z * -radius),
            });
        }
        let skeleton = Skeleton::new(joints, *alone.skeleton.roles()).expect("joints behind their parents");
        chair::add(&mut mesh, &chair, detail, alone.parts.len() as u8);
        let mut parts = alone.parts.clone();
        parts.extend(PARTS.map(|(name, colour)| (name.to_owned(), colour)));
        let plain = Material::default();
        mesh.materials = vec![plain.clone(); parts.len()];
        let last = mesh.materials.len() - 1;
        mesh.materials[last] = Material { metallic: 1.0, roughness: 0.35, ..plain.clone() };
        mesh.materials[last - 3] = Material { roughness: 0.45, ..plain };
        Self { character: Character { skeleton, mesh, parts }, person: alone, chair }
    }

    /// Person and chair.
    pub fn character(&self) -> &Character {
        &self.character
    }

    /// The person alone, seated: the first joints of [`character`](Self::character).
    pub fn person(&self) -> &Character {
        &self.person
    }

    /// Length and breadth on the floor, feet included [m].
    ///
    /// ```
    /// let [long, broad] = ambulo_motion::body::Wheelchair::new(0).footprint();
    /// assert!(long < 1.2 && broad < 0.7);
    /// ```
    pub fn footprint(&self) -> [f32; 2] {
        let places = &self.character.mesh.positions;
        let span = |of: fn(&Vec3) -> f32| {
            let (least, most) = places.iter().map(of).fold((f32::MAX, f32::MIN), |(a, b), v| (a.min(v), b.max(v)));
            most - least
        };
        // What is lower than elbows.
        [span(|p| if p.z < 1.0 { p.x } else { 0.0 }), span(|p| if p.z < 0.62 { p.y } else { 0.0 })]
    }
}

/// How a person sits: rotations of the standing skeleton, and where its hips are.
fn seated(standing: &Skeleton, chair: &mut Chair, m: &Measures) -> (Vec<Quat>, Vec3) {
    let s = m.scale();
    let mut pose = Pose::rest(standing).rotations;
    let about = |angle: f32| math::about(Vec3::Y, angle);
    // Forward is -z to x about y: minus a right angle. Thighs nearly level, shanks a little forward, the back a little behind.
    const THIGH: f32 = -1.53;
    const SHANK: f32 = -0.30;
    for (thigh, shank, foot) in
        [(Role::LeftThigh, Role::LeftShank, Role::LeftFoot), (Role::RightThigh, Role::RightShank, Role::RightFoot)]
    {
        pose[thigh as usize] = about(THIGH);
        pose[shank as usize] = about(SHANK - THIGH);
        pose[foot as usize] = about(-SHANK - 0.10);
    }
    pose[Role::Spine as usize] = about(-0.10);
    pose[Role::Neck as usize] = about(0.10);
    // Thighs lie on the seat: that much is below the hip joints.
    let below = 0.082 * m.hips.1.max(0.8);
    let hip_joint = standing.rest()[Role::LeftThigh as usize].at.z;
    let rest = standing.rest()[0].at;
    let hips = Vec3::new(chair.axle, 0.0, chair.seat + below + rest.z - hip_joint);
    let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; FIRST];
    to_world(standing, hips, &pose, &mut world);
    let foot = world[Role::LeftFoot as usize];
    let sole = foot.point(Vec3::new(0.04 * s, 0.0, -m.up(0.068)));
    chair.foot = Vec3::new(sole.x, foot.at.y, sole.z);
    // Hands on the rims.
    for side in [1.0, -1.0] {
        arm(standing, &mut pose, hips, side, chair.grip(side, 0.0));
    }
    (pose, hips)
}

/// Turns an arm so that its wrist is at a place; the elbow points back and outward. Returns how far out of reach that is [m].
fn arm(skeleton: &Skeleton, pose: &mut [Quat], hips: Vec3, side: f32, wrist: Vec3) -> f32 {
    let [shoulder, arm, forearm, hand] = match side > 0.0 {
        true => [Role::LeftShoulder, Role::LeftArm, Role::LeftForearm, Role::LeftHand],
        false => [Role::RightShoulder, Role::RightArm, Role::RightForearm, Role::RightHand],
    };
    // Joints play their own numbers in every skeleton made here.
    let joint = |role: Role| &skeleton.joints()[role as usize];
    let mut above = JointTransform { at: hips, rotation: pose[0] };
    for role in [Role::Spine, Role::Chest, Role::UpperChest, shoulder] {
        let rotation = above.rotation * pose[role as usize];
        above = JointTransform { at: above.point(joint(role).translation), rotation };
    }
    let at = above.point(joint(arm).translation);
    let (upper, lower) = (joint(forearm).translation, joint(hand).translation);
    let (a, b) = (upper.length(), lower.length());
    let towards = wrist - at;
    let far = towards.length().max(1e-4);
    let d = far.clamp((a - b).abs() + 1e-3, a + b - 1e-3);
    let along = towards * (1.0 / far);
    // The elbow lies on a circle about the line: there where it points back and out.
    let pole = Vec3::new(-0.8, 0.75 * side, 0.0);
    let out = (pole - along * pole.dot(along)).normalize_or(Vec3::X * -1.0);
    let x = (a * a - b * b + d * d) / (2.0 * d);
    let elbow = at + along * x + out * (a * a - x * x).max(0.0).sqrt();
    let inverse = above.rotation.conjugate();
    pose[arm as usize] = math::arc(upper, inverse * (elbow - at)).normalize();
    let turned = above.rotation * pose[arm as usize];
    let end = at + along * d;
    pose[forearm as usize] = math::arc(lower, turned.conjugate() * (end - elbow)).normalize();
    far - d
}

/// The joints as they are placed, none of them turned.
fn resting(standing: &Skeleton, world: &[JointTransform]) -> Vec<Joint> {
    let one = |(j, joint): (usize, &Joint)| Joint {
        translation: world[j].at - joint.parent.map_or(Vec3::ZERO, |p| world[p].at),
        rotation: Quat::IDENTITY,
        tip: joint.tip.map(|tip| world[j].rotation * tip),
        ..joint.clone()
    };
    standing.joints().iter().enumerate().map(one).collect()
}

/// What hangs on one joint alone.
fn on(joint: usize) -> Influence {
    Influence { joints: [joint as u16, 0, 0, 0], weights: [1.0, 0.0, 0.0, 0.0] }
}

#[cfg(test)]
mod tests;
