//! Moves ready to be played: each with its mirror image, checked.

use super::MediatorError;
use crate::{Clip, Contacts, Leg, Move, MoveKind, MoveSet, Pose, Side, Skeleton, Vec2, ease, math::sin_cos, mirrored};

/// A move as the mediator plays it.
#[derive(Clone, Debug)]
pub(super) struct Play {
    pub clip: Clip,
    pub duration: f32,
    pub speed: f32,
    pub angle: f32,
    /// Travel at full speed in the body's frame [m/s].
    pub travel: Vec2,
    pub contacts: [Contacts; 2],
    /// How far each foot's contact point is above its height at rest when it lands, and when it lifts [m].
    pub above: [[f32; 2]; 2],
}

impl Play {
    fn new(skeleton: &Skeleton, m: &Move) -> Self {
        let (s, c) = sin_cos(m.angle);
        Self {
            duration: m.clip.duration(),
            speed: m.speed,
            angle: m.angle,
            travel: m.speed * Vec2::new(c, s),
            contacts: m.contacts.clone(),
            above: [Side::Left, Side::Right].map(|side| above(skeleton, m, side)),
            clip: m.clip.clone(),
        }
    }

    /// How far a foot that swings must come down, so that it lands on the floor though its clip does not quite: nothing
    /// at first, all of it at the end.
    pub fn high(&self, foot: usize, phase: f32, reversed: bool) -> f32 {
        let Some(&(landing, lifting)) = self.contacts[foot].intervals.first() else { return 0.0 };
        let (from, end, sign) = if reversed { (landing, 1, -1.0) } else { (lifting, 0, 1.0) };
        let gone = sign * (phase - from);
        let share = (gone - gone.floor()) / self.swing(foot);
        self.above[foot][end] * ease((share - 0.5) / 0.5)
    }

    /// Which feet are down at a phase.
    pub fn down(&self, phase: f32) -> [bool; 2] {
        [self.contacts[0].down(phase), self.contacts[1].down(phase)]
    }

    /// Phase at which a foot lifts.
    pub fn lift(&self, foot: usize) -> f32 {
        self.contacts[foot].intervals.first().map_or(0.0, |&(_, b)| b - b.floor())
    }

    /// From lifting to landing of a foot, as a share of the cycle.
    pub fn swing(&self, foot: usize) -> f32 {
        let down: f32 = self.contacts[foot].intervals.iter().map(|&(a, b)| b - a).sum();
        let steps = self.contacts[foot].intervals.len().max(1) as f32;
        ((1.0 - down) / steps).max(0.05)
    }
}

fn above(skeleton: &Skeleton, m: &Move, side: Side) -> [f32; 2] {
    let leg = Leg::of(skeleton, side);
    let mut pose = Pose::rest(skeleton);
    let mut at = |phase: f32| {
        pose.hips = m.clip.sample(phase * m.clip.duration(), &mut pose.rotations);
        leg.limbs(skeleton, pose.hips, &pose.rotations).contact.z - leg.height
    };
    let intervals = &m.contacts[side as usize].intervals;
    intervals.first().map_or([0.0; 2], |&(landing, lifting)| [at(landing), at(lifting)])
}

/// Slower clips do not count as walking [m/s].
const LEAST_SPEED: f32 = 0.05;

/// Walks and runs in pairs, each as it travels to the left and as it travels to the right, and the stand.
pub(super) fn plays(set: &MoveSet) -> Result<(Vec<[Play; 2]>, Option<Play>), MediatorError> {
    for m in &set.moves {
        check(set, m).map_err(|why| MediatorError::Move(m.name.clone(), why))?;
    }
    let pairs: Vec<_> = set
        .moves
        .iter()
        .filter(|m| matches!(m.kind, MoveKind::Walk | MoveKind::Run) && m.clip.cyclic && m.speed > LEAST_SPEED)
        .map(|m| {
            // Straight ahead and straight back need no mirror image.
            let straight = m.angle.abs() < 0.05 || m.angle.abs() > std::f32::consts::PI - 0.05;
            let other = Play::new(&set.skeleton, &if straight { m.clone() } else { mirrored(&set.skeleton, m) });
            if m.angle >= 0.0 { [Play::new(&set.skeleton, m), other] } else { [other, Play::new(&set.skeleton, m)] }
        })
        .collect();
    if pairs.is_empty() {
        return Err(MediatorError::NoWalk);
    }
    Ok((pairs, set.stand().map(|m| Play::new(&set.skeleton, m))))
}

fn check(set: &MoveSet, m: &Move) -> Result<(), &'static str> {
    if m.clip.frames() == 0 {
        return Err("has no frames");
    }
    if m.clip.joints() != set.skeleton.len() {
        return Err("is for another skeleton: it has another number of joints");
    }
    let figures = [m.speed, m.angle, m.turning, m.clip.rate, 1.0 / m.clip.rate];
    if !figures.iter().all(|x| x.is_finite()) {
        return Err("has a speed, an angle or a rate that is not a number");
    }
    let finite = |i| m.clip.hips(i).is_finite() && m.clip.rotations(i).iter().all(|q| q.is_finite());
    if !(0..m.clip.frames()).all(finite) {
        return Err("has a frame that is not made of numbers");
    }
    Ok(())
}

/// Standing as the skeleton rests.
pub(super) fn at_rest(skeleton: &Skeleton) -> Play {
    let mut clip = Clip::new(skeleton.len(), 1.0, true);
    clip.push(&Pose::rest(skeleton));
    let down = Contacts { intervals: vec![(0.0, 1.0)] };
    Play {
        clip,
        duration: 1.0,
        speed: 0.0,
        angle: 0.0,
        travel: Vec2::ZERO,
        contacts: [down.clone(), down],
        above: [[0.0; 2]; 2],
    }
}
