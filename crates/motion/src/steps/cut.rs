//! Steps out of a move: spans between landings, figures of the span, poses at the keys.

use super::motion::{DOUBLE, KEYS, SWING_KEYS, StepMotion};
use super::{LibraryStep, StepMode};
use crate::analysis::cut_steps;
use crate::{Clip, ContactPoint, JointTransform, Move, MoveKind, Pose, Quat, Side, Skeleton, Vec3, to_world, turn};
use glam::{DVec2, Vec2};

/// A body that stands on both feet for longer before a step begins it this long before the foot lifts [s].
const GATHER: f32 = 0.3;
/// Shorter swings are no steps [s].
const SHORTEST: f32 = 0.1;

/// One step of a move, in time [s] of the move, which may go on after its end if it repeats.
#[derive(Clone, Copy, Debug)]
struct Span {
    swing: Side,
    begin: f32,
    lift: f32,
    land: f32,
}

/// All steps of a move; of one that repeats those of one cycle.
pub(super) fn steps(skeleton: &Skeleton, of: &Move, clip: usize) -> Vec<LibraryStep> {
    let mode = match of.kind {
        MoveKind::Run => StepMode::Run,
        MoveKind::Turn => StepMode::Turn,
        _ => StepMode::Walk,
    };
    let spans = spans(of);
    if spans.is_empty() {
        return Vec::new();
    }
    let figures = figures(skeleton, of, &spans);
    let made = spans.iter().zip(figures).map(|(span, figures)| {
        let (motion, landing) = motion(skeleton, of, span);
        let hips = motion.hips(KEYS - 1);
        LibraryStep {
            clip,
            mode,
            lift: span.lift - span.begin,
            landing,
            root: DVec2::new(hips.x.into(), hips.y.into()),
            motion,
            figures: crate::Step { begin: span.begin, duration: span.land - span.begin, ..figures },
        }
    });
    made.filter(|s| s.motion.is_finite()).collect()
}

/// When one foot is down, in time; of a move that repeats over four cycles, the first being the one before.
fn downs(of: &Move, side: Side) -> Vec<(f32, f32)> {
    let seconds = of.clip.duration();
    let rounds = if of.clip.cyclic { -1..3 } else { 0..1 };
    let own = &of.contacts[side as usize].intervals;
    rounds.flat_map(|k| own.iter().map(move |&(a, b)| ((a + k as f32) * seconds, (b + k as f32) * seconds))).collect()
}

fn spans(of: &Move) -> Vec<Span> {
    let seconds = of.clip.duration();
    let mut out = Vec::new();
    for swing in [Side::Left, Side::Right] {
        let support = if swing == Side::Left { Side::Right } else { Side::Left };
        let (mine, others) = (downs(of, swing), downs(of, support));
        for pair in mine.windows(2) {
            let (lift, land) = (pair[0].1, pair[1].0);
            // Of each step that repeats the one that lands in the first cycle.
            let inside = !of.clip.cyclic || (-1e-4..seconds - 1e-4).contains(&land);
            if !inside || land - lift < SHORTEST {
                continue;
            }
            // The other foot is down in the middle of the swing.
            let middle = 0.5 * (lift + land);
            let Some(&(down, _)) = others.iter().find(|(a, b)| (*a..*b).contains(&middle)) else { continue };
            let begin = if of.clip.cyclic { down } else { down.max(lift - GATHER) };
            if begin < land {
                out.push(Span { swing, begin, lift: lift.max(begin), land });
            }
        }
    }
    out.sort_by(|a, b| a.land.total_cmp(&b.land));
    out
}

/// A pose of the move in the plan, from the origin facing along x.
struct Moment {
    pose: Pose,
    heading: f32,
}

fn moment(of: &Move, time: f32, rotations: &mut [Quat]) -> Moment {
    let hips = of.clip.sample(time, rotations);
    let there = of.travelled(time);
    let at = there.offset(hips) + there.at.as_vec2().extend(0.0);
    let mut rotations = rotations.to_vec();
    rotations[0] = there.rotation() * rotations[0];
    Moment { pose: Pose { hips: at, rotations }, heading: there.heading }
}

/// Figures of the spans, by the same measuring as of clips: the move laid out in time.
fn figures(skeleton: &Skeleton, of: &Move, spans: &[Span]) -> Vec<crate::Step> {
    let rate = of.clip.rate;
    let from = spans.iter().map(|s| s.begin).fold(f32::INFINITY, f32::min);
    let to = spans.iter().map(|s| s.land).fold(f32::NEG_INFINITY, f32::max);
    let first = (from * rate).floor() as i32 - 1;
    let last = (to * rate).ceil() as i32 + 1;
    let (mut clip, mut facing) = (Clip::new(skeleton.len(), rate, false), Vec::new());
    let mut rotations = vec![Quat::IDENTITY; skeleton.len()];
    for f in first..=last {
        let m = moment(of, f as f32 / rate, &mut rotations);
        clip.push(&m.pose);
        facing.push(m.heading);
    }
    let frame = |t: f32| (((t * rate).round() as i32 - first).max(0) as usize).min(clip.frames() - 1);
    let frames: Vec<_> = spans.iter().map(|s| (s.swing, frame(s.begin), frame(s.land))).collect();
    cut_steps(skeleton, &clip, facing, &frames)
}

/// Poses at the keys, in the frame of the body at the beginning, and the landing point.
fn motion(skeleton: &Skeleton, of: &Move, span: &Span) -> (StepMotion, DVec2) {
    let mut rotations = vec![Quat::IDENTITY; skeleton.len()];
    let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
    let begin = moment(of, span.begin, &mut rotations);
    let (origin, back) = (begin.pose.hips.truncate(), turn(-begin.heading));
    let support = if span.swing == Side::Left { Side::Right } else { Side::Left };
    let [swing, support] = [span.swing, support].map(|side| ContactPoint::of(skeleton, side));
    let mut own = |time: f32| {
        let mut m = moment(of, time, &mut rotations);
        m.pose.hips = back * (m.pose.hips - origin.extend(0.0));
        m.pose.rotations[0] = back * m.pose.rotations[0];
        m.heading -= begin.heading;
        m
    };
    // The step turns about the foot it stands on: there its own turning is taken out.
    let stood = own(span.lift);
    to_world(skeleton, stood.pose.hips, &stood.pose.rotations, &mut world);
    let pivot = support.at(&world).with_z(0.0);
    let mut motion = StepMotion { hips: Vec::with_capacity(KEYS), rotations: Vec::new(), joints: skeleton.len() };
    let mut landing = Vec2::ZERO;
    for key in 0..KEYS {
        let time = match key {
            k if k < DOUBLE => span.begin + (span.lift - span.begin) * (k as f32 / DOUBLE as f32),
            k => span.lift + (span.land - span.lift) * ((k - DOUBLE) as f32 / SWING_KEYS as f32),
        };
        let mut m = own(time);
        let straight = turn(-m.heading);
        m.pose.hips = pivot + straight * (m.pose.hips - pivot);
        m.pose.rotations[0] = straight * m.pose.rotations[0];
        motion.hips.push(m.pose.hips);
        // On the side of the last key, so that neighbours never differ by a sign.
        for (j, &q) in m.pose.rotations.iter().enumerate() {
            let before = key.checked_sub(1).map(|k| motion.rotations[k * skeleton.len() + j]);
            motion.rotations.push(if before.is_some_and(|b| b.dot(q) < 0.0) { -q } else { q });
        }
        if key == KEYS - 1 {
            to_world(skeleton, m.pose.hips, &m.pose.rotations, &mut world);
            landing = swing.at(&world).truncate();
        }
    }
    (motion, landing.as_dvec2())
}
