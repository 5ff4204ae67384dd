//! BVH: one walker a file, as text.
//!
//! The format says neither unit nor axes. Here y is up and a unit is a metre, as in our glTF files and as Blender takes
//! it without a word; programs that think in centimetres take a scale of 100. At rest, with all angles zero, the body
//! stands at the origin and looks along z. A joint's frame is the world's at rest, so that offsets can be read, whatever
//! frames the skeleton has.

use super::axes::{turn_from_body, turn_from_plan};
use super::{Baked, ExportError, from_body, from_plan};
use crate::{JointTransform, Pose, Skeleton, math, to_world};
use glam::{Quat, Vec3};
use std::io::Write;

/// Writes the frames of one walker. Places have six decimals (a thousandth of a millimetre), angles five.
///
/// ```
/// # use ambulo_motion::{Skeleton, export::{Baked, write_bvh}};
/// # fn save(skeleton: &Skeleton, baked: &Baked) -> Result<(), Box<dyn std::error::Error>> {
/// let file = std::io::BufWriter::new(std::fs::File::create("walker-7.bvh")?);
/// write_bvh(file, skeleton, 25.0, baked)?;
/// # Ok(())
/// # }
/// ```
pub fn write_bvh(mut out: impl Write, skeleton: &Skeleton, fps: f64, baked: &Baked) -> Result<(), ExportError> {
    let pose = Pose::rest(skeleton);
    let mut rest = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
    to_world(skeleton, pose.hips, &pose.rotations, &mut rest);
    writeln!(out, "HIERARCHY")?;
    let mut order = Vec::with_capacity(skeleton.len());
    joint(&mut out, skeleton, &rest, 0, 0, &mut order)?;
    writeln!(out, "MOTION\nFrames: {}\nFrame Time: {:.9}", baked.frames(), 1.0 / fps)?;
    let mut turns = vec![Quat::IDENTITY; skeleton.len()];
    let mut angles = vec![[0.0f64; 3]; skeleton.len()];
    for frame in 0..baked.frames() {
        let at = from_plan(baked.hips(frame));
        write!(out, "{:.6} {:.6} {:.6}", at.x, at.y, at.z)?;
        // How each joint is turned in the world since rest: in that frame its offset was written.
        let rotations = baked.rotations(frame);
        for (j, about) in skeleton.joints().iter().enumerate() {
            turns[j] = match about.parent {
                None => turn_from_plan(rotations[j]),
                Some(parent) => turns[parent] * rotations[j],
            };
        }
        let since = |j: usize| turns[j] * turn_from_body(rest[j].rotation).conjugate();
        for &j in &order {
            let local = match skeleton.joints()[j].parent {
                None => since(j),
                Some(parent) => since(parent).conjugate() * since(j),
            };
            for (last, now) in angles[j].iter_mut().zip(math::zxy_degrees(local)) {
                // Without jumps of a whole turn, which some programs would play.
                *last = now + 360.0 * ((*last - now) / 360.0).round();
            }
            let [z, x, y] = angles[j];
            write!(out, " {z:.5} {x:.5} {y:.5}")?;
        }
        writeln!(out)?;
    }
    out.flush()?;
    Ok(())
}

/// A joint and all below it. The order in which joints are opened is the order of their channels.
fn joint(
    out: &mut impl Write,
    skeleton: &Skeleton,
    rest: &[JointTransform],
    j: usize,
    deep: usize,
    order: &mut Vec<usize>,
) -> Result<(), ExportError> {
    let indent = "  ".repeat(deep);
    let about = &skeleton.joints()[j];
    // White space would end a name.
    let name: String =
        about.name.chars().map(|c| if c.is_whitespace() || "{}".contains(c) { '_' } else { c }).collect();
    let (word, offset, channels) = match about.parent {
        None => ("ROOT", Vec3::ZERO, "6 Xposition Yposition Zposition"),
        Some(parent) => ("JOINT", from_body(rest[parent].rotation * about.translation), "3"),
    };
    writeln!(out, "{indent}{word} {name}\n{indent}{{")?;
    writeln!(out, "{indent}  OFFSET {:.6} {:.6} {:.6}", offset.x, offset.y, offset.z)?;
    writeln!(out, "{indent}  CHANNELS {channels} Zrotation Xrotation Yrotation")?;
    order.push(j);
    let children: Vec<usize> = (j + 1..skeleton.len()).filter(|k| skeleton.joints()[*k].parent == Some(j)).collect();
    for &child in &children {
        joint(out, skeleton, rest, child, deep + 1, order)?;
    }
    if children.is_empty() {
        let tip = from_body(rest[j].rotation * about.tip.unwrap_or(Vec3::ZERO));
        writeln!(out, "{indent}  End Site\n{indent}  {{")?;
        writeln!(out, "{indent}    OFFSET {:.6} {:.6} {:.6}\n{indent}  }}", tip.x, tip.y, tip.z)?;
    }
    writeln!(out, "{indent}}}")?;
    Ok(())
}

#[cfg(test)]
mod tests;
