//! What a clip is good for.

use super::cycle::Cycle;
use super::plants::Plant;
use super::tracks::JointTracks;
use crate::MoveKind;

/// Below this the body stands [m/s].
const STANDING: f32 = 0.2;
/// Above this it goes somewhere [m/s].
const GOING: f32 = 0.4;
/// A clip on the spot that turns more than this is a turn [rad]: 40 degrees.
const TURNING: f32 = 0.7;
/// Hips lower than this share of their height at rest: the body sits, lies or crawls.
const UPRIGHT: f32 = 0.72;
/// And never lower than this share.
const LOWEST: f32 = 0.5;
/// Hips that lean farther belong to a body that lies: cosine of 66 degrees.
const LEANING: f32 = 0.4;
/// Starts and stops of which the net displacement is a smaller share of the path turn on it.
const STRAIGHT: f32 = 0.7;
/// Cycles within starts and stops may gain or lose this share of their speed.
const UNSTEADY: f32 = 0.4;
/// How much of the ends of a clip is analysed [s].
const END: f32 = 0.25;
/// Cycles that close worse are not used [degrees].
const WORST_LOOP: f32 = 12.0;

/// Hundredths of a cycle in the air from which it is a run: less is a foot whose landing was seen late.
const AIR: usize = 10;

/// People begin to run where the square of their speed is half of gravity times the length of their legs.
const RUNNING: f32 = 0.5;
/// [m/s2]
const GRAVITY: f32 = 9.81;

/// What was made of a clip.
pub(super) struct ClipShape {
    pub kind: Option<MoveKind>,
    cyclic: Option<MoveKind>,
    pub notes: Vec<String>,
}

impl ClipShape {
    /// Kinds of the moves to make: the clip's own, and a cycle inside a start or stop.
    pub fn moves(&self) -> Vec<MoveKind> {
        let inner = self.cyclic.filter(|c| Some(*c) != self.kind);
        self.kind.into_iter().chain(inner.filter(|_| self.kind.is_some())).collect()
    }
}

pub(super) fn shape(
    tracks: &JointTracks,
    plants: &[Vec<Plant>; 2],
    cycle: Option<&Cycle>,
    whole: Option<usize>,
) -> ClipShape {
    let mut notes = Vec::new();
    let n = tracks.frames();
    let nothing = |why: &str| ClipShape { kind: None, cyclic: None, notes: vec![why.into()] };
    let height = tracks.hips.iter().map(|h| h.z - tracks.floor).sum::<f32>() / n as f32;
    let lowest = tracks.hips.iter().map(|h| h.z - tracks.floor).fold(f32::INFINITY, f32::min);
    let lies = tracks.upright < LEANING;
    if lies || height < UPRIGHT * tracks.rest_height || lowest < LOWEST * tracks.rest_height {
        return nothing("the body does not stand upright");
    }
    if let Some(why) = tracks.four_legs.reason(tracks) {
        return nothing(why);
    }
    let fastest = tracks.smooth.iter().copied().fold(0.0, f32::max);
    let (going, standing) = (GOING * tracks.pace_scale(), STANDING * tracks.pace_scale());
    let down = |foot: usize, f: usize| plants[foot].iter().any(|p| (p.first..=p.last).contains(&f));
    let turned = tracks.heading[n - 1] - tracks.heading[0];
    // By the path and not by where it ends: who walks out and back has gone somewhere.
    let far = tracks.hips.iter().map(|h| (*h - tracks.hips[0]).truncate().length()).fold(0.0, f32::max);
    let net = (tracks.hips[n - 1] - tracks.hips[0]).truncate().length();
    if fastest < going || (far < 0.4 * tracks.size && turned.abs() > TURNING) {
        if turned.abs() > TURNING {
            return ClipShape { kind: Some(MoveKind::Turn), cyclic: None, notes };
        }
        let both = (0..n).filter(|&f| down(0, f) && down(1, f)).count();
        if both as f32 > 0.7 * n as f32 {
            return ClipShape { kind: Some(MoveKind::Stand), cyclic: None, notes };
        }
        return nothing("neither stands nor goes anywhere");
    }
    let cyclic = cycle.and_then(|c| {
        if c.error.degrees > WORST_LOOP {
            notes.push(format!("no loop: the best closes with {:.1}°", c.error.degrees));
            return None;
        }
        let kind = gait(plants, c, &mut notes)?;
        // Feet of drawn clips leave the floor early and come late; slow ones do not run.
        let (speed, ..) = tracks.mean_travel(c.first, c.first + c.frames);
        let slow = speed * speed < RUNNING * GRAVITY * tracks.leg();
        // A casual walker's feet are seen late and leave early too, but runners are highest in the air.
        let walks = slow && (tracks.is_drawn() || !bounces(tracks, plants, c));
        Some(if walks { MoveKind::Walk } else { kind })
    });
    let end = ((END * tracks.rate) as usize).clamp(1, n / 2);
    let mean = |part: &[f32]| part.iter().sum::<f32>() / part.len() as f32;
    let begins = whole.is_none() && mean(&tracks.pace[..end]) < standing && down(0, 0) && down(1, 0);
    let ends = whole.is_none() && mean(&tracks.pace[n - end..]) < standing && down(0, n - 1) && down(1, n - 1);
    let kind = match (begins, ends) {
        // Of a path out and back the mean speed says nothing: what walks in it is used.
        (true, false) if net > STRAIGHT * path(tracks) => Some(MoveKind::Start),
        (false, true) if net > STRAIGHT * path(tracks) => Some(MoveKind::Stop),
        _ => cyclic,
    };
    // A cycle within a start or stop is used only where the speed is that of a walker and not of one who brakes.
    let inner = matches!(kind, Some(MoveKind::Start | MoveKind::Stop));
    let cyclic = cyclic.filter(|_| !inner || cycle.is_some_and(|c| steady(tracks, c)));
    // Starts and stops need no cycle: that they have none is nothing to know.
    if matches!(kind, Some(MoveKind::Start | MoveKind::Stop)) {
        notes.clear();
    } else if kind.is_some() && turned.abs() > TURNING && net < STRAIGHT * path(tracks) {
        let (gone, turned) = (path(tracks), turned.to_degrees());
        notes.push(format!("goes {gone:.1} m and turns by {turned:.0}° on it: figures are those of one cycle"));
    }
    if kind.is_none() && notes.is_empty() {
        notes.push("no whole stride: the same foot does not land twice".into());
    }
    ClipShape { kind, cyclic, notes }
}

/// Whether a cycle ends about as fast as it begins.
fn steady(tracks: &JointTracks, cycle: &Cycle) -> bool {
    let (a, b) = (tracks.smooth[cycle.first], tracks.smooth[cycle.first + cycle.frames]);
    (a - b).abs() < UNSTEADY * a.max(b)
}

/// Length of the path of the hips [m].
fn path(tracks: &JointTracks) -> f32 {
    tracks.smooth.iter().sum::<f32>() / tracks.rate
}

/// Whether the hips are higher while no foot is down than while one alone is: so it is in running. Who walks is highest
/// over the standing foot.
fn bounces(tracks: &JointTracks, plants: &[Vec<Plant>; 2], cycle: &Cycle) -> bool {
    let (mut air, mut stance) = ((0.0, 0), (0.0, 0));
    for f in cycle.first..cycle.first + cycle.frames {
        let down = plants.iter().filter(|foot| foot.iter().any(|p| (p.first..=p.last).contains(&f))).count();
        let sum = match down {
            0 => &mut air,
            1 => &mut stance,
            _ => continue,
        };
        *sum = (sum.0 + tracks.hips[f].z, sum.1 + 1);
    }
    air.1 > 0 && stance.1 > 0 && air.0 / air.1 as f32 > stance.0 / stance.1 as f32
}

/// Walking or running: runners have each foot down for less than half of the time, and moments in the air.
fn gait(plants: &[Vec<Plant>; 2], cycle: &Cycle, notes: &mut Vec<String>) -> Option<MoveKind> {
    let contacts = super::in_place::contacts(plants, cycle);
    if contacts.iter().any(|c| c.intervals.is_empty()) {
        notes.push("one foot never lands".into());
        return None;
    }
    let after = contacts[1].intervals[0].0 - contacts[0].intervals[0].0;
    if !(0.2..=0.8).contains(&(after - after.floor())) {
        notes.push("the feet do not take turns".into());
        return None;
    }
    let share = |foot: usize| contacts[foot].intervals.iter().map(|(a, b)| b - a).sum::<f32>();
    let air = (0..100).filter(|&k| contacts.iter().all(|c| !c.down(k as f32 / 100.0))).count();
    Some(if 0.5 * (share(0) + share(1)) < 0.5 && air >= AIR { MoveKind::Run } else { MoveKind::Walk })
}
