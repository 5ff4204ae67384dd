//! The part of a clip that repeats.

use super::LoopError;
use super::plants::Plant;
use super::tracks::JointTracks;
use crate::math::apart;
use crate::{Clip, JointTransform, Pose, Skeleton, to_world, turn, wrap, yaw};
use glam::{Quat, Vec3};

/// Shortest and longest stride [s].
const STRIDE: std::ops::RangeInclusive<f32> = 0.3..=3.0;
/// A clip whose ends differ by less on average was made to repeat [rad].
const SAME: f32 = 0.04;
/// How far the end of a cycle is looked for around the landing [s].
const AROUND: f32 = 0.1;

/// Of strides that close as well the straight one is taken: what a radian of turning counts [rad].
const STRAIGHTER: f32 = 0.002;

/// A cycle: the pose in frame `first + frames` is that of `first` again.
#[derive(Clone, Debug)]
pub(super) struct Cycle {
    pub first: usize,
    pub frames: usize,
    pub error: LoopError,
}

/// Mean angle between two poses [rad], the heading of the hips left out.
fn difference(clip: &Clip, a: usize, b: usize) -> f32 {
    let (qa, qb) = (clip.rotations(a), clip.rotations(b));
    let level = |q: Quat| turn(-yaw(q)) * q;
    let hips = apart(level(qa[0]), level(qb[0]));
    (hips + qa.iter().zip(qb).skip(1).map(|(a, b)| apart(*a, *b)).sum::<f32>()) / qa.len() as f32
}

/// The period of a clip that repeats as a whole: all frames, or all but the last when that is the first again.
pub(super) fn whole(skeleton: &Skeleton, clip: &Clip) -> Option<usize> {
    let n = clip.frames();
    if clip.cyclic {
        return Some(n);
    }
    let step = (1..n).map(|f| difference(clip, f - 1, f)).sum::<f32>() / (n - 1) as f32;
    let ends = difference(clip, n - 1, 0);
    let height = (clip.hips(n - 1).z - clip.hips(0).z).abs();
    // A pose that hardly moves always fits; it is a stand, found elsewhere.
    if step * clip.rate < 0.05 || height > 0.02 * super::measure::size(skeleton) {
        return None;
    }
    if ends < 0.3 * step && ends < SAME {
        return Some(n - 1);
    }
    // Without its last frame: the end is one step from the beginning, and the hips come back.
    let back = (clip.hips(n - 1) - clip.hips(0)).truncate().length() < 0.05 * super::measure::size(skeleton);
    (back && ends < 1.5 * step && ends < SAME).then_some(n)
}

/// The clip three times in a row, travelling on.
pub(super) fn unrolled(clip: &Clip, period: usize) -> Clip {
    let mut out = Clip::new(clip.joints(), clip.rate, false);
    let (begin, end) = (clip.pose(0), clip.pose(period.min(clip.frames() - 1)));
    let travels = period < clip.frames();
    let turned = if travels { wrap(yaw(end.rotations[0]) - yaw(begin.rotations[0])) } else { 0.0 };
    let (mut facing, mut at) = (Quat::IDENTITY, Vec3::ZERO);
    for _ in 0..3 {
        for f in 0..period {
            let mut pose: Pose = clip.pose(f);
            pose.hips = at + facing * (pose.hips - begin.hips.with_z(0.0));
            pose.rotations[0] = facing * pose.rotations[0];
            out.push(&pose);
        }
        if travels {
            at += facing * (end.hips - begin.hips).with_z(0.0);
            facing = turn(turned) * facing;
        }
    }
    out
}

/// The cycle of a clip laid out three times: from a landing of the left foot in the middle.
pub(super) fn of_whole(skeleton: &Skeleton, clip: &Clip, plants: &[Vec<Plant>; 2], period: usize) -> Option<Cycle> {
    let landing =
        plants.iter().find_map(|feet| feet.iter().find(|p| p.landed && (period..2 * period).contains(&p.first)));
    let first = landing.map_or(period, |p| p.first);
    (first + period < clip.frames()).then(|| Cycle {
        first,
        frames: period,
        error: error(skeleton, clip, first, first + period),
    })
}

/// The best cycle between landings of the same foot, the left one if it is as good.
pub(super) fn best(skeleton: &Skeleton, clip: &Clip, tracks: &JointTracks, plants: &[Vec<Plant>; 2]) -> Option<Cycle> {
    let n = clip.frames();
    let around = (AROUND * clip.rate) as usize;
    let wide = ((clip.rate / 30.0).round() as usize).max(1);
    let mut best: Option<(f32, usize, usize)> = None;
    for foot in plants {
        let landings: Vec<usize> = foot.iter().filter(|p| p.landed).map(|p| p.first).collect();
        for pair in landings.windows(2) {
            let a = pair[0];
            for b in pair[1].saturating_sub(around)..=(pair[1] + around).min(n - 1) {
                if b <= a || !STRIDE.contains(&((b - a) as f32 / clip.rate)) {
                    continue;
                }
                // Poses a little before and after must fit too: so do velocities.
                let mut sum = difference(clip, a, b) + (tracks.hips[a].z - tracks.hips[b].z).abs() / tracks.size;
                let mut count = 1.0;
                if a >= wide {
                    sum += difference(clip, a - wide, b - wide);
                    count += 1.0;
                }
                if b + wide < n {
                    sum += difference(clip, a + wide, b + wide);
                    count += 1.0;
                }
                let cost = sum / count + STRAIGHTER * (tracks.heading[b] - tracks.heading[a]).abs();
                if best.is_none_or(|(least, ..)| cost < least) {
                    best = Some((cost, a, b));
                }
            }
        }
    }
    best.map(|(_, a, b)| Cycle { first: a, frames: b - a, error: error(skeleton, clip, a, b) })
}

/// The two frames of a stand that fit best, at least half the clip apart.
pub(super) fn of_stand(skeleton: &Skeleton, clip: &Clip) -> Cycle {
    let n = clip.frames();
    let stride = (n / 60).max(1);
    let mut best = (f32::INFINITY, 0, n - 1);
    for a in (0..n / 2).step_by(stride) {
        for b in (a + n / 2..n).step_by(stride) {
            // A tenth of a degree for each tenth of the clip thrown away: long stands look less like a loop.
            let lost = 1.0 - (b - a) as f32 / n as f32;
            let cost = difference(clip, a, b) + 0.02 * lost;
            if cost < best.0 {
                best = (cost, a, b);
            }
        }
    }
    let (_, a, b) = best;
    Cycle { first: a, frames: b - a, error: error(skeleton, clip, a, b) }
}

fn error(skeleton: &Skeleton, clip: &Clip, a: usize, b: usize) -> LoopError {
    let place = |f: usize| {
        let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
        to_world(skeleton, clip.hips(f), clip.rotations(f), &mut world);
        let (back, origin) = (turn(-yaw(clip.rotations(f)[0])), clip.hips(f).with_z(0.0));
        world.into_iter().map(|w| back * (w.at - origin)).collect::<Vec<_>>()
    };
    let metres = place(a).iter().zip(&place(b)).map(|(a, b)| (*a - *b).length()).fold(0.0, f32::max);
    LoopError { degrees: difference(clip, a, b).to_degrees(), metres }
}
