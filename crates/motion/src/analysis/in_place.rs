//! Moves out of clips: travel and turning taken out, seam closed, left landing first.

use super::AnalysisOptions;
use super::cycle::{self, Cycle};
use super::plants::{Feet, Plant};
use super::tracks::JointTracks;
use crate::math::sin_cos;
use crate::{
    Clip, ContactPoint, Contacts, JointTransform, Move, MoveKind, Pose, Side, Skeleton, nlerp, slerp, to_world, turn,
};
use glam::{Quat, Vec2, Vec3};

/// The constant velocity in the body's own frame that, with constant turning from a heading, ends where the hips did.
pub(super) fn body_velocity(displacement: Vec2, heading: f32, turning: f32, seconds: f32) -> Vec2 {
    let local = Vec2::from_angle_of(-heading).rotated(displacement);
    let angle = turning * seconds;
    if angle.abs() < 1e-3 {
        return local / seconds;
    }
    // The sum of all directions along an arc is its chord: shorter, and turned by half the angle.
    let (half, _) = sin_cos(0.5 * angle);
    let chord = 2.0 * half / turning;
    if chord.abs() < 1e-3 { Vec2::ZERO } else { Vec2::from_angle_of(-0.5 * angle).rotated(local) / chord }
}

/// Directions from angles by this crate's own sines.
trait FromAngle {
    fn from_angle_of(angle: f32) -> Self;
    fn rotated(self, v: Vec2) -> Vec2;
}

impl FromAngle for Vec2 {
    fn from_angle_of(angle: f32) -> Self {
        let (s, c) = sin_cos(angle);
        Vec2::new(c, s)
    }

    fn rotated(self, v: Vec2) -> Vec2 {
        self.rotate(v)
    }
}

/// When feet are down in a cycle, as shares of it from its first frame.
pub(super) fn contacts(plants: &[Vec<Plant>; 2], cycle: &Cycle) -> [Contacts; 2] {
    let period = cycle.frames as f32;
    // A landing a breath before the first frame is the one the cycle begins with.
    let slack = 0.03 * period;
    let begin = cycle.first as f32 - slack;
    let phase = |frame: f32| {
        let p = (frame - cycle.first as f32) / period;
        p - p.floor()
    };
    let inside = |frame: f32| (begin..begin + period).contains(&frame);
    [0, 1].map(|foot| {
        let feet: &Vec<Plant> = &plants[foot];
        let own = |f: &dyn Fn(&Plant) -> Option<f32>| -> Vec<f32> {
            let mut all: Vec<f32> = feet.iter().filter_map(f).filter(|&x| inside(x)).map(phase).collect();
            all.sort_by(f32::total_cmp);
            all
        };
        let landings = own(&|p| p.landed.then_some(p.first as f32));
        let lifts = own(&|p| p.lifted.then_some(p.last as f32 + 1.0));
        let mut intervals: Vec<(f32, f32)> = Vec::new();
        for (k, &a) in landings.iter().enumerate() {
            // A foot that lifts where the cycle ends may do so a frame outside of it at both ends: its own lift counts then.
            let lifted = || own_lift(feet, cycle, a);
            let after = lifts.iter().copied().find(|&u| u > a).or(lifts.first().map(|u| u + 1.0)).or_else(lifted);
            let next = landings.get(k + 1).copied().unwrap_or(landings[0] + 1.0);
            if let Some(b) = after.filter(|b| *b <= next) {
                intervals.push((a, b));
            }
        }
        Contacts { intervals }
    })
}

/// When the plant that lands at a phase is lifted, if the clip shows it, as a share of the cycle after its first frame.
fn own_lift(plants: &[Plant], cycle: &Cycle, landing: f32) -> Option<f32> {
    let period = cycle.frames as f32;
    let phase = |p: &Plant| {
        let at = (p.first as f32 - cycle.first as f32) / period;
        at - at.floor()
    };
    let own = plants.iter().find(|p| p.landed && p.lifted && (phase(p) - landing).abs() < 1e-4)?;
    Some(landing + (own.last + 1 - own.first) as f32 / period)
}

/// Makes a move of a clip; `None` where its cycle has no landing to begin with.
pub(super) fn make(
    skeleton: &Skeleton,
    name: &str,
    kind: MoveKind,
    clip: &Clip,
    tracks: &JointTracks,
    feet: &Feet,
    cycle: Option<&Cycle>,
    whole: bool,
    options: &AnalysisOptions,
) -> Option<Move> {
    let stand;
    let part = match kind {
        MoveKind::Walk | MoveKind::Run => Some(cycle?),
        // A clip that repeats as a whole is a loop already.
        MoveKind::Stand if whole => Some(cycle?),
        MoveKind::Stand => {
            stand = cycle::of_stand(skeleton, clip);
            Some(&stand)
        }
        MoveKind::Turn | MoveKind::Start | MoveKind::Stop => None,
    };
    let (first, count) = part.map_or((0, clip.frames() - 1), |c| (c.first, c.frames));
    if count == 0 {
        return None;
    }
    let last = first + count;
    let seconds = count as f32 / clip.rate;
    let (speed, angle, turning) = tracks.mean_travel(first, last);
    let (speed, turning) = if kind == MoveKind::Stand { (0.0, 0.0) } else { (speed, turning) };
    let angle = if kind == MoveKind::Stand { 0.0 } else { angle };
    let velocity = Vec2::from_angle_of(angle) * speed;
    let heading =
        (first..last).map(|f| tracks.heading[f] - turning * (f - first) as f32 / clip.rate).sum::<f32>() / count as f32;
    let mut poses: Vec<Pose> = (first..=last)
        .map(|f| {
            let time = (f - first) as f32 / clip.rate;
            let facing = heading + turning * time;
            let travelled = travelled(velocity, heading, turning, time);
            let back = turn(-facing);
            let mut pose = clip.pose(f);
            pose.hips = back * (tracks.hips[f] - tracks.hips[first].with_z(0.0) - travelled.extend(0.0));
            pose.rotations[0] = back * pose.rotations[0];
            pose
        })
        .collect();
    // Above the origin on average, and with the feet where they stand at rest.
    let middle = poses[..count].iter().map(|p| p.hips.truncate()).sum::<Vec2>() / count as f32;
    let lift = resting_low(skeleton) - tracks.floor;
    for pose in &mut poses {
        pose.hips += Vec3::new(-middle.x, -middle.y, lift);
    }
    let cyclic = part.is_some();
    if cyclic {
        close(&mut poses);
    }
    let mut contacts = match part {
        Some(_) if kind == MoveKind::Stand => [(); 2].map(|()| Contacts { intervals: vec![(0.0, 1.0)] }),
        Some(c) => {
            // Where the ball of a foot trembles too much to be seen still, the foot as a whole says when it is down.
            let whole = contacts(&feet.plants, c);
            let mut own = contacts(&feet.balls, c);
            for (ball, foot) in own.iter_mut().zip(whole) {
                if ball.intervals.is_empty() {
                    *ball = foot;
                }
            }
            own
        }
        None => [0, 1].map(|foot| {
            let share = |f: usize| f as f32 / count as f32;
            let all = feet.balls[foot].iter().map(|p| (share(p.first), share(p.last + usize::from(!p.lifted))));
            Contacts { intervals: all.collect() }
        }),
    };
    if kind == MoveKind::Walk && contacts.iter().all(|c| c.intervals.len() == 1) {
        close_gaps(&mut contacts);
    }
    // The left foot lands first.
    let begin = if matches!(kind, MoveKind::Walk | MoveKind::Run) { contacts[0].intervals.first()?.0 } else { 0.0 };
    if begin > 0.0 {
        for c in &mut contacts {
            for (a, b) in &mut c.intervals {
                let moved = *a - begin;
                let moved = moved - moved.floor();
                (*a, *b) = (moved, moved + (*b - *a));
            }
            c.intervals.sort_by(|x, y| x.0.total_cmp(&y.0));
        }
    }
    let clip = resampled(&poses, seconds, begin, cyclic, options.rate.unwrap_or(clip.rate));
    let mut made = Move { name: name.into(), kind, speed, angle, turning, clip, contacts };
    put_on_floor(skeleton, &mut made);
    Some(made)
}

/// Lifts or lowers a move so that the balls of planted feet are, on average, as high as at rest.
pub(crate) fn put_on_floor(skeleton: &Skeleton, of: &mut Move) {
    let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
    let rest = skeleton.rest();
    let balls = [Side::Left, Side::Right].map(|side| ContactPoint::of(skeleton, side));
    let spans = (of.clip.duration() * of.clip.rate).max(1.0);
    let (mut sum, mut count) = (0.0, 0);
    for f in 0..of.clip.frames() {
        to_world(skeleton, of.clip.hips(f), of.clip.rotations(f), &mut world);
        for (ball, contacts) in balls.iter().zip(&of.contacts) {
            if contacts.down(f as f32 / spans) {
                sum += ball.at(&rest).z - ball.at(&world).z;
                count += 1;
            }
        }
    }
    if count > 0 {
        of.clip.lift(sum / count as f32);
    }
}

/// A walking body has always a foot planted. Where the ball of one foot left before that of the other was still, by a
/// small share of the cycle, both meet in the middle.
fn close_gaps(contacts: &mut [Contacts; 2]) {
    const LARGEST: f32 = 0.35;
    for (up, down) in [(0, 1), (1, 0)] {
        for k in 0..contacts[up].intervals.len() {
            let lift = contacts[up].intervals[k].1;
            let gap = |landing: f32| {
                let g = landing - lift;
                g - g.floor()
            };
            let landings = contacts[down].intervals.iter().map(|i| gap(i.0)).enumerate();
            let Some((next, gap)) = landings.min_by(|a, b| a.1.total_cmp(&b.1)) else { continue };
            if gap > 0.0 && gap < LARGEST {
                contacts[up].intervals[k].1 += 0.5 * gap;
                contacts[down].intervals[next].0 -= 0.5 * gap;
            }
        }
    }
    for interval in contacts.iter_mut().flat_map(|c| &mut c.intervals).filter(|i| i.0 < 0.0) {
        *interval = (interval.0 + 1.0, interval.1 + 1.0);
    }
}

/// Where a body gets with a velocity in its own frame and constant turning.
fn travelled(velocity: Vec2, heading: f32, turning: f32, time: f32) -> Vec2 {
    let angle = turning * time;
    let chord = if angle.abs() < 1e-4 { time } else { 2.0 * sin_cos(0.5 * angle).0 / turning };
    Vec2::from_angle_of(heading + 0.5 * angle).rotated(velocity) * chord
}

/// Lowest point of the feet at rest [m].
fn resting_low(skeleton: &Skeleton) -> f32 {
    let rest = skeleton.rest();
    let points = [true, false].into_iter().flat_map(|left| super::measure::foot_points(skeleton, left));
    points.map(|(joint, local)| rest[joint].point(local).z).fold(f32::INFINITY, f32::min)
}

/// Spreads the difference between last and first pose over the whole, half of it to each side.
fn close(poses: &mut [Pose]) {
    let (begin, end) = (poses[0].clone(), poses[poses.len() - 1].clone());
    let n = (poses.len() - 1) as f32;
    let gap = end.hips - begin.hips;
    let turns: Vec<Quat> =
        begin.rotations.iter().zip(&end.rotations).map(|(a, b)| shorter(*b * a.conjugate())).collect();
    for (k, pose) in poses.iter_mut().enumerate() {
        let share = 0.5 - k as f32 / n;
        pose.hips += gap * share;
        for (q, d) in pose.rotations.iter_mut().zip(&turns) {
            let part = slerp(Quat::IDENTITY, *d, share.abs());
            let part = if share < 0.0 { part.conjugate() } else { part };
            *q = (part * *q).normalize();
        }
    }
}

fn shorter(q: Quat) -> Quat {
    if q.w < 0.0 { -q } else { q }
}

/// The poses at another rate, from a phase on. The rate is bent a little so that whole frames fill the time.
fn resampled(poses: &[Pose], seconds: f32, begin: f32, cyclic: bool, rate: f32) -> Clip {
    let spans = (seconds * rate).round().max(2.0) as usize;
    let mut out = Clip::new(poses[0].rotations.len(), spans as f32 / seconds, cyclic);
    let count = (poses.len() - 1) as f32;
    let frames = if cyclic { spans } else { spans + 1 };
    for k in 0..frames {
        let share = k as f32 / spans as f32 + begin;
        let share = if cyclic { share - share.floor() } else { share };
        let at = (share * count).clamp(0.0, count);
        let a = (at as usize).min(poses.len() - 2);
        let t = at - a as f32;
        let rotations = poses[a].rotations.iter().zip(&poses[a + 1].rotations).map(|(p, q)| nlerp(*p, *q, t)).collect();
        out.push(&Pose { hips: poses[a].hips.lerp(poses[a + 1].hips, t), rotations });
    }
    out
}
