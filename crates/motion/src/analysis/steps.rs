//! Single steps: from the lifting of a foot to its next landing, with what a planner of footsteps wants to know.

use super::plants::Plant;
use super::tracks::JointTracks;
use crate::math::atan2;
use crate::{Clip, JointTransform, Role, Side, Skeleton, to_world, turn, wrap};
use glam::{Quat, Vec2, Vec3};

/// A foot longer in the air was put down in between where it was not seen: on a box, on a stair [s].
const LONGEST: f32 = 1.5;

/// One step. Vectors are in the frame of the body at its beginning: x forward, y left, origin below the hips.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The foot that stays.
    pub support: Side,
    /// The foot that moves.
    pub swing: Side,
    /// When the foot lifts [s from the clip's beginning].
    pub begin: f32,
    /// How long it takes until that foot is down again [s].
    pub duration: f32,
    /// How far the hips move over the floor [m].
    pub root: Vec2,
    /// How far the foot moves over the floor [m].
    pub foot: Vec2,
    /// Direction of the foot's move [rad]: 0 forward, positive to the side of the foot that moves, pi back.
    pub angle: f32,
    /// How far the body turns [rad], counter-clockwise.
    pub rotation: f32,
    /// Head, left and right hand, left and right foot, ten times per second [m]; hips stand in for what is missing.
    pub samples: Vec<[Vec3; 5]>,
}

pub(super) fn of(skeleton: &Skeleton, clip: &Clip, tracks: &JointTracks, plants: &[Vec<Plant>; 2]) -> Vec<Step> {
    let mut out = Vec::new();
    for swing in [Side::Left, Side::Right] {
        for pair in plants[swing as usize].windows(2) {
            let seconds = (pair[1].first - pair[0].last) as f32 / tracks.rate;
            if seconds <= LONGEST {
                out.push(step(skeleton, clip, tracks, swing, pair[0].last, pair[1].first));
            }
        }
    }
    out.sort_by(|a, b| a.begin.total_cmp(&b.begin));
    out
}

/// Steps between given frames of a clip whose facing is known frame by frame: of moves, which say both themselves.
pub(crate) fn cut(skeleton: &Skeleton, clip: &Clip, facing: Vec<f32>, spans: &[(Side, usize, usize)]) -> Vec<Step> {
    let mut tracks = JointTracks::of(skeleton, clip);
    tracks.heading = facing;
    spans.iter().map(|&(swing, a, b)| step(skeleton, clip, &tracks, swing, a, b)).collect()
}

fn step(skeleton: &Skeleton, clip: &Clip, tracks: &JointTracks, swing: Side, a: usize, b: usize) -> Step {
    let facing = tracks.heading[a];
    let origin = tracks.hips[a].with_z(0.0);
    let own = |v: Vec3| turn(-facing) * v;
    let foot = &tracks.points[swing as usize][0];
    let moved = own(foot[b] - foot[a]).truncate();
    let side = if swing == Side::Left { 1.0 } else { -1.0 };
    Step {
        support: if swing == Side::Left { Side::Right } else { Side::Left },
        swing,
        begin: a as f32 / tracks.rate,
        duration: (b - a) as f32 / tracks.rate,
        root: own(tracks.hips[b] - tracks.hips[a]).truncate(),
        foot: moved,
        angle: wrap(atan2(side * moved.y, moved.x)),
        rotation: tracks.heading[b] - tracks.heading[a],
        samples: samples(skeleton, clip, tracks, a, b, |p| own(p - origin)),
    }
}

fn samples(
    skeleton: &Skeleton,
    clip: &Clip,
    tracks: &JointTracks,
    a: usize,
    b: usize,
    own: impl Fn(Vec3) -> Vec3,
) -> Vec<[Vec3; 5]> {
    use Role::*;
    let joints = [Head, LeftHand, RightHand, LeftFoot, RightFoot].map(|r| skeleton.roles().get(r).unwrap_or(0));
    let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
    let every = (tracks.rate / 10.0).round().max(1.0) as usize;
    (a..=b)
        .step_by(every)
        .map(|f| {
            // The hips as tracked: a clip in place has its travel there.
            to_world(skeleton, tracks.hips[f], clip.rotations(f), &mut world);
            joints.map(|j| own(world[j].at))
        })
        .collect()
}

/// Standard deviations over the steps of the hips' speed [m/s] and of their direction [rad].
pub(super) fn spread(steps: &[Step]) -> (f32, f32) {
    let moving: Vec<Vec2> = steps.iter().filter(|s| s.duration > 0.0).map(|s| s.root / s.duration).collect();
    if moving.len() < 2 {
        return (0.0, 0.0);
    }
    let deviation = |values: &[f32]| {
        let mean = values.iter().sum::<f32>() / values.len() as f32;
        (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f32>() / values.len() as f32).sqrt()
    };
    let speeds: Vec<f32> = moving.iter().map(|v| v.length()).collect();
    let sum = moving.iter().copied().sum::<Vec2>();
    // Against the mean direction, so that half a turn more or less does not count.
    let angles: Vec<f32> = moving.iter().map(|v| atan2(sum.perp_dot(*v), sum.dot(*v))).collect();
    (deviation(&speeds), deviation(&angles))
}
