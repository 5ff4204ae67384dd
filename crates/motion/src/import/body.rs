//! From a file's nodes to a skeleton in the body's frame.

use super::rig::{Placed, Rig};
use super::{ClipImportError, ImportOptions, Imported, NamedClip, UpAxis, names, resting, shape};
use crate::math::{about, atan2};
use crate::{Clip, Joint, Pose, Role, Roles, Skeleton};
use glam::{Quat, Vec3};

/// Metres in the units files are written in: metres, centimetres, inches, 1/0.45 inch (the Carnegie Mellon files),
/// millimetres.
const UNITS: [(f32, &str); 5] =
    [(1.0, "m"), (0.01, "cm"), (0.0254, "inch"), (0.0254 / 0.45, "1/0.45 inch"), (0.001, "mm")];
/// Thigh and shank of a grown person together [m].
const LEG: f32 = 0.82;
/// Lengths of legs that are believed [m]; figures may be small.
const LEGS: std::ops::RangeInclusive<f32> = 0.2..=2.0;

/// How the file's space lies to the body's.
pub(super) struct FileFrame {
    /// Metres per unit.
    pub metres: f32,
    /// File's axes to the body's.
    pub turn: Quat,
    /// What is added after turning [m]: the floor below the hips becomes the origin.
    pub shift: Vec3,
    /// Joint of each node: its own, or the nearest above it.
    pub joint_of: Vec<Option<usize>>,
    /// Where nodes rest in the file's space.
    pub rest: Vec<Placed>,
}

impl FileFrame {
    /// A place of the file in the body's frame at rest [m].
    pub fn place(&self, at: Vec3) -> Vec3 {
        self.turn * at * self.metres + self.shift
    }
}

/// Makes skeleton and clips of a file's nodes.
pub(super) fn finish(mut rig: Rig, options: &ImportOptions) -> Result<(Imported, FileFrame), ClipImportError> {
    // x to y, y to z, z to x: a body that looks along z, as most do, looks along x.
    let up = match options.up {
        UpAxis::Y => Quat::from_xyzw(0.5, 0.5, 0.5, 0.5),
        UpAxis::Z => Quat::IDENTITY,
    };
    let mut rest = rig.rest();
    let roles = understand(&mut rig, &rest, up, options)?;
    if let Some(pose) = resting::t_pose(&mut rig, &roles, up) {
        rest = pose;
    }
    let metres = unit(&mut rig, &roles, &rest, options)?;
    let hips = needed(&roles, Role::Hips);
    resting::drop_leftovers(&mut rig, hips, metres);
    let turn = facing(&roles, &rest, up)?;
    let order = order(&rig, hips, &roles);
    let mut joint_of = vec![None; rig.nodes.len()];
    for (j, &node) in order.iter().enumerate() {
        joint_of[node] = Some(j);
    }
    for i in 0..rig.nodes.len() {
        // What hangs above the hips is one with them; what is no joint goes with the joint above it.
        joint_of[i] = joint_of[i].or_else(|| rig.nodes[i].parent.and_then(|p| joint_of[p]));
    }
    let mut frame = FileFrame { metres, turn, shift: Vec3::ZERO, joint_of, rest };
    frame.shift = shift(&mut rig, &frame, &roles, hips);
    let skeleton = skeleton(&rig, &frame, &roles, &order)?;
    let clips = clips(&mut rig, &frame, &order, hips)?;
    Ok((Imported { skeleton, clips, character: None, notes: rig.notes }, frame))
}

fn needed(roles: &Roles, role: Role) -> usize {
    // `understand` has refused files without them.
    roles.get(role).unwrap_or(0)
}

fn understand(rig: &mut Rig, rest: &[Placed], up: Quat, options: &ImportOptions) -> Result<Roles, ClipImportError> {
    let mut roles = names::guess(rig);
    let mut given = Vec::new();
    for (role, name) in &options.roles {
        let Some(joint) = rig.nodes.iter().position(|n| n.name == *name) else {
            let some: Vec<_> = rig.nodes.iter().take(40).map(|n| n.name.as_str()).collect();
            let error = ClipImportError::new(format!("there is no joint `{name}` for {}", role.name()));
            return Err(error.help(format!("the file has {}", some.join(", "))));
        };
        given.push((*role, joint));
        roles.set(*role, Some(joint));
    }
    if !roles.missing().is_empty() {
        let mut filled = roles;
        if shape::fill(rig, rest, up, &mut filled) && filled.missing().is_empty() {
            roles = filled;
            rig.notes.push("legs found by shape: their names give no hint".into());
        }
        for &(role, joint) in &given {
            roles.set(role, Some(joint));
        }
    }
    let missing: Vec<_> = roles.missing().iter().map(|r| r.name()).collect();
    if !missing.is_empty() {
        let some: Vec<_> = rig.nodes.iter().filter(|n| n.joint).take(40).map(|n| n.name.as_str()).collect();
        let error = ClipImportError::new(format!("no joint found for {}", missing.join(", ")));
        return Err(error.help(format!(
            "name it with option `role` {}=JOINT; joints are {}",
            missing[0],
            some.join(", ")
        )));
    }
    let hips = needed(&roles, Role::Hips);
    for role in Role::ALL {
        if let Some(joint) = roles.get(role).filter(|&j| !rig.above(hips, j)) {
            let (name, root) = (rig.nodes[joint].name.clone(), rig.nodes[hips].name.clone());
            if Role::NEEDED.contains(&role) {
                let error =
                    ClipImportError::new(format!("`{name}` ({}) does not hang on the hips `{root}`", role.name()));
                return Err(error.help("name the hips with option `role` hips=JOINT"));
            }
            roles.set(role, None);
        }
    }
    Ok(roles)
}

fn unit(rig: &mut Rig, roles: &Roles, rest: &[Placed], options: &ImportOptions) -> Result<f32, ClipImportError> {
    use Role::*;
    let bone = |a: Role, b: Role| (rest[needed(roles, a)].at - rest[needed(roles, b)].at).length();
    let left = bone(LeftThigh, LeftShank) + bone(LeftShank, LeftFoot);
    let right = bone(RightThigh, RightShank) + bone(RightShank, RightFoot);
    let leg = 0.5 * (left + right);
    if !(leg.is_finite() && leg > 1e-6) {
        let error = ClipImportError::new("the legs have no length");
        return Err(error.help("name thighs, shanks and feet with option `role`"));
    }
    if let Some(unit) = options.unit {
        if !(unit.is_finite() && unit > 0.0) {
            return Err(
                ClipImportError::new(format!("{unit} is no unit")).help("give the metres in one unit, 0.01 for cm")
            );
        }
        return Ok(unit);
    }
    if rig.metres && LEGS.contains(&leg) {
        return Ok(1.0);
    }
    // The nearest by ratio: the larger over the smaller.
    let off = |unit: f32| (leg * unit / LEG).max(LEG / (leg * unit));
    let (unit, name) = UNITS.into_iter().fold(UNITS[0], |best, u| if off(u.0) < off(best.0) { u } else { best });
    let length = leg * unit;
    rig.notes.push(format!("unit guessed: {name} ({unit:.5} m), for legs of {length:.2} m"));
    if off(unit) > 1.5 {
        rig.notes.push("no usual unit gives legs of a grown person; give option `unit`".into());
    }
    Ok(unit)
}

/// The rotation that lays left to right hip along y and forward along x.
fn facing(roles: &Roles, rest: &[Placed], up: Quat) -> Result<Quat, ClipImportError> {
    let place = |role: Role| up * rest[needed(roles, role)].at;
    let across = place(Role::LeftThigh) - place(Role::RightThigh);
    if across.truncate().length() < 1e-6 + 0.1 * across.length() {
        let error = ClipImportError::new("the hip joints lie above each other, so that nobody knows where forward is");
        return Err(error
            .help("give the other axis with option `up` z (or option `up` y), or name the thighs with option `role`"));
    }
    // Left is y: it points a quarter turn from forward.
    Ok(about(Vec3::Z, -atan2(across.y, across.x) + std::f32::consts::FRAC_PI_2) * up)
}

/// Nodes of the body in the order of joints: the hips, then all below them that matter.
fn order(rig: &Rig, hips: usize, roles: &Roles) -> Vec<usize> {
    // A node that is no joint counts when one hangs below it: dropping it would lose its turning.
    let mut keep = vec![false; rig.nodes.len()];
    for i in (0..rig.nodes.len()).rev() {
        keep[i] |= rig.nodes[i].joint || roles.of(i).is_some();
        if let (true, Some(parent)) = (keep[i], rig.nodes[i].parent) {
            keep[parent] = true;
        }
    }
    (hips..rig.nodes.len()).filter(|&i| keep[i] && rig.above(hips, i)).collect()
}

/// Puts the lowest point of the feet on the floor, when the file does not; the hips above the origin.
fn shift(rig: &mut Rig, frame: &FileFrame, roles: &Roles, hips: usize) -> Vec3 {
    use Role::*;
    let mut low = f32::INFINITY;
    for node in [LeftFoot, LeftToes, RightFoot, RightToes].into_iter().filter_map(|r| roles.get(r)) {
        let tip = rig.nodes[node].tip.map_or(frame.rest[node].at, |tip| frame.rest[node].point(tip));
        low = low.min(frame.place(frame.rest[node].at).z).min(frame.place(tip).z);
    }
    let at = frame.place(frame.rest[hips].at);
    let height = at.z - low;
    // A file that stands on its floor has joints of the feet a little above it.
    let stands = rig.metres && (-0.02 * height..=0.2 * height).contains(&low);
    if height < 0.3 * frame.metres {
        rig.notes.push("the pose of rest does not stand on its feet".into());
    }
    Vec3::new(-at.x, -at.y, if stands { 0.0 } else { -low })
}

fn skeleton(rig: &Rig, frame: &FileFrame, roles: &Roles, order: &[usize]) -> Result<Skeleton, ClipImportError> {
    let mut joints = Vec::with_capacity(order.len());
    let mut mapped = Roles::default();
    for (j, &node) in order.iter().enumerate() {
        let place = frame.place(frame.rest[node].at);
        let parent = if j == 0 { None } else { rig.nodes[node].parent.and_then(|p| frame.joint_of[p]) };
        let translation = match parent {
            None => place,
            Some(_) => place - frame.place(frame.rest[rig.nodes[node].parent.unwrap_or(node)].at),
        };
        let tip = rig.nodes[node].tip.map(|tip| frame.place(frame.rest[node].point(tip)) - place);
        joints.push(Joint { name: rig.nodes[node].name.clone(), parent, translation, rotation: Quat::IDENTITY, tip });
    }
    for role in Role::ALL {
        mapped.set(role, roles.get(role).and_then(|n| order.iter().position(|&o| o == n)));
    }
    Skeleton::new(joints, mapped)
        .map_err(|e| ClipImportError::new(e.to_string()).help("use option `role`, or export again"))
}

fn clips(rig: &mut Rig, frame: &FileFrame, order: &[usize], hips: usize) -> Result<Vec<NamedClip>, ClipImportError> {
    let mut out = Vec::with_capacity(rig.clips.len());
    let mut sliding = vec![false; rig.nodes.len()];
    let parents: Vec<Option<usize>> = order
        .iter()
        .enumerate()
        .map(|(j, &n)| if j == 0 { None } else { rig.nodes[n].parent.and_then(|p| frame.joint_of[p]) })
        .collect();
    let tolerance = 0.005 / frame.metres;
    for clip in &rig.clips {
        let mut made = Clip::new(order.len(), clip.rate, false);
        let mut turned = vec![Quat::IDENTITY; order.len()];
        let mut pose = Pose { hips: Vec3::ZERO, rotations: turned.clone() };
        for f in 0..rig.frames(clip) {
            let placed = rig.frame(clip, f);
            for (j, &node) in order.iter().enumerate() {
                // How far the bone has turned from rest, seen in the body's frame.
                let delta = placed[node].rotation * frame.rest[node].rotation.conjugate();
                turned[j] = (frame.turn * delta * frame.turn.conjugate()).normalize();
                pose.rotations[j] = parents[j].map_or(turned[j], |p| turned[p].conjugate() * turned[j]);
            }
            // Travel stays as the file has it; only the height of the floor is the skeleton's.
            pose.hips = frame.turn * placed[hips].at * frame.metres;
            if rig.metres {
                pose.hips.z += frame.shift.z;
            }
            if !(pose.hips.is_finite() && pose.rotations.iter().all(|q| q.is_finite())) {
                let error = ClipImportError::new(format!("frame {f} of clip `{}` is not made of numbers", clip.name));
                return Err(error.help("export the clip again"));
            }
            made.push(&pose);
            if f % 8 == 0 {
                let n = rig.nodes.len();
                for &node in &order[1..] {
                    let moved = clip.frames[f * n + node].translation - rig.nodes[node].local.translation;
                    // Bind and node poses may differ; what counts is change against the first frame.
                    let first = clip.frames[node].translation - rig.nodes[node].local.translation;
                    sliding[node] |= (moved - first).length() > tolerance.max(0.02 * frame.metres);
                }
            }
        }
        out.push(NamedClip { name: clip.name.clone(), clip: made });
    }
    let slides = sliding.iter().filter(|s| **s).count();
    if slides > 0 {
        rig.notes.push(format!("{slides} joints also move against their parents; only their rotations are kept"));
    }
    Ok(out)
}
