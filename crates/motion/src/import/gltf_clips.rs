//! Animations of a glTF file, brought to a fixed rate.

use super::ClipImportError;
use super::gltf::{Gltf, unit};
use super::rig::{Local, Rig, RigClip};
use crate::slerp;
use ambulo_gltf::{index, list};
use glam::{Quat, Vec3, Vec4};
use serde_json::Value;

/// Frames per second where keys do not determine it.
const RATE: f32 = 30.0;
/// Most placings of all clips together.
const MOST: usize = 20_000_000;
const AGAIN: &str = "export the clip again";

/// How values between keys are found.
#[derive(Clone, Copy, PartialEq)]
enum Between {
    Step,
    Linear,
    Cubic,
}

/// What a track moves.
#[derive(Clone, Copy, PartialEq)]
enum What {
    Translation,
    Rotation,
    Scale,
}

/// Keys of one property of one node.
struct KeyTrack {
    node: usize,
    what: What,
    between: Between,
    times: Vec<f32>,
    /// Three for each key (tangent in, value, tangent out) in a cubic track.
    values: Vec<Vec4>,
}

impl KeyTrack {
    fn at(&self, time: f32) -> Vec4 {
        let key = |k: usize| if self.between == Between::Cubic { self.values[3 * k + 1] } else { self.values[k] };
        let after = self.times.partition_point(|&t| t <= time);
        if after == 0 {
            return key(0);
        }
        let (a, b) = (after - 1, after);
        if b >= self.times.len() || self.between == Between::Step {
            return key(a);
        }
        let span = self.times[b] - self.times[a];
        let t = if span > 0.0 { (time - self.times[a]) / span } else { 0.0 };
        match self.between {
            Between::Cubic => {
                let (out, into) = (self.values[3 * a + 2] * span, self.values[3 * b] * span);
                let (t2, t3) = (t * t, t * t * t);
                key(a) * (2.0 * t3 - 3.0 * t2 + 1.0)
                    + out * (t3 - 2.0 * t2 + t)
                    + key(b) * (3.0 * t2 - 2.0 * t3)
                    + into * (t3 - t2)
            }
            _ if self.what == What::Rotation => {
                Vec4::from(slerp(unit(Quat::from_vec4(key(a))), unit(Quat::from_vec4(key(b))), t))
            }
            _ => key(a).lerp(key(b), t),
        }
    }
}

pub(super) fn clips(file: &mut Gltf, rig: &Rig, stem: &str) -> Result<Vec<RigClip>, ClipImportError> {
    let count = list(&file.json, "animations").len();
    let mut out = Vec::new();
    let mut sum = 0usize;
    for a in 0..count {
        let animation = list(&file.json, "animations")[a].clone();
        let name = animation["name"].as_str().unwrap_or_default();
        // Blender writes `Armature|Walk`.
        let name: String = name.rsplit('|').next().unwrap_or_default().chars().take(100).collect();
        let name = match (name.is_empty(), count) {
            (false, _) => name,
            (true, 1) => stem.to_owned(),
            (true, _) => format!("{stem} {}", a + 1),
        };
        let tracks = tracks(file, &animation, &name)?;
        let begin = tracks.iter().map(|t| t.times[0]).fold(f32::INFINITY, f32::min);
        let end = tracks.iter().map(|t| t.times[t.times.len() - 1]).fold(f32::NEG_INFINITY, f32::max);
        if end < begin {
            continue;
        }
        let rate = rate(&tracks);
        let frames = ((end - begin) * rate).round() as usize + 1;
        sum = sum.saturating_add(frames.saturating_mul(rig.nodes.len()));
        if sum > MOST {
            let error = ClipImportError::new(format!("clip `{name}` of {:.0} s is more than can be read", end - begin));
            return Err(error.help("export shorter clips"));
        }
        let mut clip = RigClip { name, rate, frames: Vec::with_capacity(frames * rig.nodes.len()) };
        for f in 0..frames {
            let first = clip.frames.len();
            clip.frames.extend(rig.nodes.iter().map(|n| n.local));
            for track in &tracks {
                set(&mut clip.frames[first + track.node], track.what, track.at(begin + f as f32 / rate));
            }
        }
        out.push(clip);
    }
    Ok(out)
}

fn set(local: &mut Local, what: What, value: Vec4) {
    match what {
        What::Translation => local.translation = value.truncate(),
        What::Scale => local.scale = value.truncate(),
        What::Rotation => local.rotation = unit(Quat::from_vec4(value)),
    }
}

/// The rate the keys were made at, if they are even; else the usual one.
fn rate(tracks: &[KeyTrack]) -> f32 {
    let Some(longest) = tracks.iter().max_by_key(|t| t.times.len()).filter(|t| t.times.len() >= 8) else { return RATE };
    let n = longest.times.len();
    let mut gaps: Vec<f32> = longest.times.windows(2).map(|w| w[1] - w[0]).collect();
    gaps.sort_by(f32::total_cmp);
    let typical = gaps[n / 2 - 1];
    if !(1.0 / 250.0..=0.1).contains(&typical) {
        return RATE;
    }
    let rate = 1.0 / typical;
    if (rate - rate.round()).abs() < 0.01 * rate { rate.round() } else { rate }
}

fn tracks(file: &mut Gltf, animation: &Value, name: &str) -> Result<Vec<KeyTrack>, ClipImportError> {
    let wrong = |why: String| ClipImportError::new(format!("clip `{name}`: {why}")).help(AGAIN);
    let samplers = list(animation, "samplers");
    let mut out = Vec::new();
    for channel in list(animation, "channels") {
        let what = match channel["target"]["path"].as_str() {
            Some("translation") => What::Translation,
            Some("rotation") => What::Rotation,
            Some("scale") => What::Scale,
            // Weights of morph targets move no joint.
            _ => continue,
        };
        let Some(node) = index(&channel["target"]["node"]) else { continue };
        let node = file.place_of.get(node).copied().flatten();
        let node = node.ok_or_else(|| wrong("a channel moves a node that is not in the file".into()))?;
        let sampler = index(&channel["sampler"]).and_then(|s| samplers.get(s));
        let sampler = sampler.ok_or_else(|| wrong("a channel has no sampler".into()))?;
        let between = match sampler["interpolation"].as_str() {
            None | Some("LINEAR") => Between::Linear,
            Some("STEP") => Between::Step,
            Some("CUBICSPLINE") => Between::Cubic,
            Some(other) => return Err(wrong(format!("there is no interpolation `{other}`"))),
        };
        let (Some(input), Some(output)) = (index(&sampler["input"]), index(&sampler["output"])) else {
            return Err(wrong("a sampler lacks its input or output".into()));
        };
        let times = file.numbers(input, &["SCALAR"])?;
        let rising = times.iter().all(|t| t.is_finite()) && times.windows(2).all(|w| w[0] <= w[1]);
        if times.is_empty() || !rising {
            return Err(wrong(format!("the times of accessor {input} do not rise")));
        }
        let (kind, parts) = if what == What::Rotation { ("VEC4", 4) } else { ("VEC3", 3) };
        let flat = file.numbers(output, &[kind])?;
        let each = if between == Between::Cubic { 3 } else { 1 };
        if flat.len() != times.len() * each * parts || flat.iter().any(|v| !v.is_finite()) {
            return Err(wrong(format!("accessor {output} does not give {each} values per key")));
        }
        let value = |v: &[f32]| Vec3::from_slice(v).extend(v.get(3).copied().unwrap_or(0.0));
        out.push(KeyTrack { node, what, between, times, values: flat.chunks_exact(parts).map(value).collect() });
    }
    Ok(out)
}
