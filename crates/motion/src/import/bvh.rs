//! BVH: a tree of joints with offsets, then one line of numbers per frame.

use super::ClipImportError;
use super::rig::{Local, Rig, RigClip, RigNode};
use crate::Skeleton;
use crate::math::about;
use glam::{Quat, Vec3};

/// Most joints of all frames together: an hour of 40 joints at 120 Hz.
const MOST_PLACINGS: usize = 20_000_000;

/// What one number of a frame does: to which joint, and how.
#[derive(Clone, Copy)]
struct Channel {
    joint: usize,
    axis: usize,
    turns: bool,
}

/// Lines cut at braces, with their numbers.
struct BvhLines<'t> {
    pieces: Vec<(usize, &'t str)>,
    next: usize,
    last_line: usize,
}

impl<'t> BvhLines<'t> {
    fn new(text: &'t str) -> Self {
        let mut pieces = Vec::new();
        let mut last_line = 1;
        for (i, line) in text.lines().enumerate() {
            last_line = i + 1;
            let mut rest = line.trim_start_matches('\u{feff}');
            while let Some(at) = rest.find(['{', '}']) {
                if !rest[..at].trim().is_empty() {
                    pieces.push((i + 1, rest[..at].trim()));
                }
                pieces.push((i + 1, &rest[at..=at]));
                rest = &rest[at + 1..];
            }
            if !rest.trim().is_empty() {
                pieces.push((i + 1, rest.trim()));
            }
            // Braces end with the hierarchy: frames are read differently, and there may be a million lines of them.
            if rest.trim().eq_ignore_ascii_case("MOTION") {
                break;
            }
        }
        Self { pieces, next: 0, last_line }
    }

    fn next(&mut self, wanted: &str) -> Result<(usize, &'t str), ClipImportError> {
        let piece = self.pieces.get(self.next).copied().ok_or_else(|| {
            ClipImportError::new(format!("the file ends where {wanted} should come"))
                .at(self.last_line)
                .help("the file was cut off: export it again")
        })?;
        self.next += 1;
        Ok(piece)
    }
}

fn wrong(line: usize, what: impl Into<String>) -> ClipImportError {
    ClipImportError::new(what).at(line).help("see that the file is a BVH file and export it again")
}

/// Reads the text of a file.
pub(super) fn rig(text: &str, stem: &str) -> Result<Rig, ClipImportError> {
    let mut lines = BvhLines::new(text);
    let (line, word) = lines.next("HIERARCHY")?;
    if !word.eq_ignore_ascii_case("HIERARCHY") {
        let shown: String = word.chars().take(20).collect();
        return Err(wrong(line, format!("a BVH file begins with HIERARCHY, not with `{shown}`")));
    }
    let mut rig = Rig::default();
    let mut channels = Vec::new();
    hierarchy(&mut lines, &mut rig, &mut channels)?;
    motion(text, lines.last_line, &mut rig, &channels, stem)?;
    Ok(rig)
}

fn hierarchy<'t>(lines: &mut BvhLines<'t>, rig: &mut Rig, channels: &mut Vec<Channel>) -> Result<(), ClipImportError> {
    // Open joints; `None` is an End Site.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut scaled = false;
    loop {
        let (line, text) = lines.next("MOTION")?;
        let mut words = text.split_whitespace();
        let word = words.next().unwrap_or_default().to_ascii_uppercase();
        match word.as_str() {
            "MOTION" if open.is_empty() && !rig.nodes.is_empty() => break,
            "MOTION" => return Err(wrong(line, format!("MOTION comes before {} closing braces", open.len()))),
            "ROOT" | "JOINT" => {
                if open.is_empty() && !rig.nodes.is_empty() {
                    let error = ClipImportError::new("a second ROOT: only files with one body are read").at(line);
                    return Err(error.help("export one body per file"));
                }
                if open.is_empty() == (word == "JOINT") {
                    return Err(wrong(line, format!("{word} stands where it cannot")));
                }
                let Some(parent) = open.last().copied().map_or(Some(None), |o| o.map(Some)) else {
                    return Err(wrong(line, "a JOINT inside an End Site"));
                };
                if rig.nodes.len() >= Skeleton::MAX {
                    let error = ClipImportError::new(format!("more than {} joints", Skeleton::MAX)).at(line);
                    return Err(error.help("export a simpler skeleton"));
                }
                let name = words.collect::<Vec<_>>().join(" ");
                rig.nodes.push(RigNode { name, parent, local: Local::NONE, tip: None, joint: true });
                brace(lines)?;
                open.push(Some(rig.nodes.len() - 1));
            }
            "END" => {
                if !matches!(open.last(), Some(Some(_))) {
                    return Err(wrong(line, "an End Site outside a joint"));
                }
                brace(lines)?;
                open.push(None);
            }
            "OFFSET" => {
                let at = vector(line, words)?;
                match *open.last().ok_or_else(|| wrong(line, "OFFSET outside a joint"))? {
                    Some(joint) => rig.nodes[joint].local.translation = at,
                    None => {
                        let joint = open.iter().rev().find_map(|o| *o).ok_or_else(|| wrong(line, "a lone End Site"))?;
                        rig.nodes[joint].tip = Some(at);
                    }
                }
            }
            "CHANNELS" => {
                let Some(&Some(joint)) = open.last() else { return Err(wrong(line, "CHANNELS outside a joint")) };
                let count = words.next().and_then(|n| n.parse::<usize>().ok());
                let names: Vec<&str> = words.collect();
                if count != Some(names.len()) || names.len() > 9 {
                    return Err(wrong(line, format!("CHANNELS counts wrongly: {} names follow", names.len())));
                }
                for name in names {
                    scaled |= channel(line, name, joint, channels)?;
                }
            }
            "}" => {
                open.pop().ok_or_else(|| wrong(line, "a closing brace too many"))?;
            }
            _ => {
                let shown: String = text.chars().take(30).collect();
                return Err(wrong(line, format!("`{shown}` is not understood here")));
            }
        }
    }
    if scaled {
        rig.notes.push("scale channels are left out".into());
    }
    Ok(())
}

fn brace(lines: &mut BvhLines<'_>) -> Result<(), ClipImportError> {
    match lines.next("`{`")? {
        (_, "{") => Ok(()),
        (line, _) => Err(wrong(line, "`{` is missing")),
    }
}

fn vector<'t>(line: usize, words: impl Iterator<Item = &'t str>) -> Result<Vec3, ClipImportError> {
    let numbers: Vec<f32> = words.map_while(|w| w.parse().ok()).filter(|x: &f32| x.is_finite()).collect();
    match numbers[..] {
        [x, y, z] => Ok(Vec3::new(x, y, z)),
        _ => Err(wrong(line, "OFFSET needs three numbers")),
    }
}

/// Adds a channel; returns whether it is a scale.
fn channel(line: usize, name: &str, joint: usize, channels: &mut Vec<Channel>) -> Result<bool, ClipImportError> {
    let lower = name.to_ascii_lowercase();
    let axis = match lower.as_bytes().first() {
        Some(b'x') => 0,
        Some(b'y') => 1,
        Some(b'z') => 2,
        _ => 3,
    };
    let kind = lower.get(1..).unwrap_or_default();
    if axis == 3 || !["position", "rotation", "scale"].contains(&kind) {
        let error = ClipImportError::new(format!("there is no channel `{name}`")).at(line);
        return Err(error.help("channels are Xposition, Yposition, Zposition, Xrotation, Yrotation, Zrotation"));
    }
    // A scale is read and thrown away: its number stands in every frame.
    let scale = kind == "scale";
    channels.push(Channel { joint: if scale { usize::MAX } else { joint }, axis, turns: kind == "rotation" });
    Ok(scale)
}

fn motion(
    text: &str,
    motion_line: usize,
    rig: &mut Rig,
    channels: &[Channel],
    stem: &str,
) -> Result<(), ClipImportError> {
    let mut lines = text.lines().enumerate().skip(motion_line).map(|(i, l)| (i + 1, l.trim()));
    let mut lines = lines.by_ref().filter(|(_, l)| !l.is_empty());
    let mut value = |wanted: &str| -> Result<(usize, String), ClipImportError> {
        let (line, text) = lines.next().ok_or_else(|| wrong(motion_line, format!("`{wanted}` is missing")))?;
        match text.split_once(':') {
            Some((key, value)) if key.trim().eq_ignore_ascii_case(wanted) => Ok((line, value.trim().to_owned())),
            _ => Err(wrong(line, format!("`{wanted}: NUMBER` should stand here"))),
        }
    };
    let (line, count) = value("Frames")?;
    let count: usize = count.parse().map_err(|_| wrong(line, format!("`{count}` is no number of frames")))?;
    let (line, time) = value("Frame Time")?;
    let time: f32 = time.parse().ok().filter(|t: &f32| (1e-4..=1.0).contains(t)).ok_or_else(|| {
        ClipImportError::new(format!("the frame time `{time}` is not between 0.0001 and 1 s"))
            .at(line)
            .help("write the seconds from frame to frame, 0.0083333 for 120 per second")
    })?;
    if count.saturating_mul(rig.nodes.len().max(channels.len() / 6)) > MOST_PLACINGS {
        let error = ClipImportError::new(format!("{count} frames are more than can be read")).at(line);
        return Err(error.help("cut the file into shorter clips"));
    }
    // Rates are whole numbers that files round away: 0.0083333 is 120.
    let rate = 1.0 / time;
    let rate = if (rate - rate.round()).abs() < 0.01 * rate { rate.round() } else { rate };
    let mut clip = RigClip { name: stem.into(), rate, frames: Vec::new() };
    let mut row: Vec<f32> = Vec::with_capacity(channels.len());
    let mut last = line;
    for (line, text) in lines {
        if clip.frames.len() == count * rig.nodes.len() {
            break;
        }
        last = line;
        for word in text.split_whitespace() {
            let number = word.parse::<f32>().ok().filter(|x| x.is_finite());
            row.push(number.ok_or_else(|| wrong(line, format!("`{word}` is no number")))?);
            if row.len() == channels.len() && clip.frames.len() < count * rig.nodes.len() {
                frame(rig, channels, &row, &mut clip.frames);
                row.clear();
            }
        }
    }
    let found = clip.frames.len() / rig.nodes.len();
    if !row.is_empty() && found < count {
        let (have, want) = (row.len(), channels.len());
        return Err(wrong(last, format!("frame {} has {have} numbers of {want}", found + 1)));
    }
    if found == 0 && !channels.is_empty() {
        return Err(wrong(last, "there are no frames"));
    }
    if found < count {
        rig.notes.push(format!("the file promises {count} frames and has {found}"));
    }
    whole_translations(rig, &mut clip, channels);
    rig.clips.push(clip);
    Ok(())
}

fn frame(rig: &Rig, channels: &[Channel], row: &[f32], out: &mut Vec<Local>) {
    let begin = out.len();
    out.extend(rig.nodes.iter().map(|n| n.local));
    for (channel, &x) in channels.iter().zip(row).filter(|(c, _)| c.joint != usize::MAX) {
        let local = &mut out[begin + channel.joint];
        let axis = Vec3::AXES[channel.axis];
        if channel.turns {
            // In the order of the channels: the first turns last.
            local.rotation *= about(axis, x.to_radians());
        } else {
            local.translation += axis * x;
        }
    }
    for local in &mut out[begin..] {
        local.rotation = unit(local.rotation);
    }
}

fn unit(q: Quat) -> Quat {
    let n = q.length();
    if n > 0.5 { q * (1.0 / n) } else { Quat::IDENTITY }
}

/// Positions are meant on top of the offset; some programs write offset and position together. Then the first position is
/// near the offset, and counts alone.
fn whole_translations(rig: &Rig, clip: &mut RigClip, channels: &[Channel]) {
    let n = rig.nodes.len();
    for (joint, node) in rig.nodes.iter().enumerate() {
        let moves = channels.iter().any(|c| c.joint == joint && !c.turns);
        let offset = node.local.translation;
        if !moves || offset.length() < 1e-6 {
            continue;
        }
        let first = clip.frames[joint].translation - offset;
        if (first - offset).length() < 0.5 * offset.length() {
            for local in clip.frames[joint..].iter_mut().step_by(n) {
                local.translation -= offset;
            }
        }
    }
}
