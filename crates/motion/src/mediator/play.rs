//! Moves ready to be played: each with its mirror image, checked.

use super::MediatorError;
use crate::{Clip, Contacts, Leg, Move, MoveKind, MoveSet, Pose, Skeleton, Vec2, ease, math::sin_cos, mirrored};

/// A move as the mediator plays it.
#[derive(Clone, Debug)]
pub(super) struct Play {
    pub name: String,
    pub clip: Clip,
    pub duration: f32,
    pub speed: f32,
    pub angle: f32,
    /// Turning that was taken out [rad/s].
    pub turning: f32,
    /// Travel at full speed in the body's frame [m/s].
    pub travel: Vec2,
    /// When the ball of each foot stands still.
    pub contacts: [Contacts; 2],
    /// When each foot is on the floor: from the touch of the heel until the toes leave.
    pub touches: [Contacts; 2],
    /// How far each sole is above the floor when it lands, and when it lifts [m].
    pub above: [[f32; 2]; 2],
}

impl Play {
    pub fn new(skeleton: &Skeleton, legs: &[Leg; 2], m: &Move) -> Self {
        let (s, c) = sin_cos(m.angle);
        let mut m = m.clone();
        bend_knees_forward(skeleton, legs, &mut m.clip);
        let soles = [0, 1].map(|i| SoleTrack::new(skeleton, &legs[i], &m));
        let touches = [0, 1].map(|i| soles[i].touches(&m.contacts[i]));
        let above = [0, 1].map(|i| {
            let first = touches[i].intervals.first();
            first.map_or([0.0; 2], |&(landing, lifting)| [soles[i].at(landing), soles[i].at(lifting)])
        });
        Self {
            name: m.name,
            duration: m.clip.duration(),
            speed: m.speed,
            angle: m.angle,
            turning: m.turning,
            travel: m.speed * Vec2::new(c, s),
            contacts: m.contacts,
            touches,
            above,
            clip: m.clip,
        }
    }

    /// How far a foot that swings must come down, so that it lands on the floor though its clip does not quite: nothing
    /// at first, all of it at the end. `share` of the swing is done.
    pub fn high(&self, foot: usize, share: f32, reversed: bool) -> f32 {
        self.above[foot][usize::from(reversed)] * ease((share - 0.8) / 0.2)
    }

    /// The share of a foot's swing that is done; more than 1 where it is down.
    pub fn swung(&self, foot: usize, phase: f32, reversed: bool) -> f32 {
        if !self.clip.cyclic {
            let (lift, land) = self.in_the_air(foot, phase);
            return (phase - lift) / (land - lift).max(0.02);
        }
        let Some(&(landing, lifting)) = self.touches[foot].intervals.first() else { return 0.0 };
        let gone = if reversed { landing - phase } else { phase - lifting };
        (gone - gone.floor()) / self.swing(foot)
    }

    /// Which feet are on the floor at a phase.
    pub fn down(&self, phase: f32) -> [bool; 2] {
        [self.touches[0].down(phase), self.touches[1].down(phase)]
    }

    /// Which balls of the feet stand still at a phase.
    pub fn planted(&self, phase: f32) -> [bool; 2] {
        [self.contacts[0].down(phase), self.contacts[1].down(phase)]
    }

    /// Phase at which a foot lifts.
    pub fn lift(&self, foot: usize) -> f32 {
        self.touches[foot].intervals.first().map_or(0.0, |&(_, b)| b - b.floor())
    }

    /// When a foot lifted last and lands next, in a clip that plays once.
    fn in_the_air(&self, foot: usize, phase: f32) -> (f32, f32) {
        let all = &self.touches[foot].intervals;
        let lift = all.iter().rev().map(|i| i.1).find(|b| *b <= phase).unwrap_or(0.0);
        (lift, all.iter().map(|i| i.0).find(|a| *a > phase).unwrap_or(1.0))
    }

    /// From lifting to landing of a foot, as a share of the clip, at a phase.
    pub fn swing_at(&self, foot: usize, phase: f32) -> f32 {
        if self.clip.cyclic {
            return self.swing(foot);
        }
        let (lift, land) = self.in_the_air(foot, phase);
        (land - lift).max(0.05)
    }

    /// From lifting to landing of a foot, as a share of the cycle.
    pub fn swing(&self, foot: usize) -> f32 {
        let down: f32 = self.touches[foot].intervals.iter().map(|&(a, b)| b - a).sum();
        let steps = self.touches[foot].intervals.len().max(1) as f32;
        ((1.0 - down) / steps).max(0.05)
    }
}

/// Knees of captured clips may be bent a little backwards: they bend forward as far, the ankle where it was.
fn bend_knees_forward(skeleton: &Skeleton, legs: &[Leg; 2], clip: &mut Clip) {
    if clip.joints() != skeleton.len() {
        return;
    }
    for frame in 0..clip.frames() {
        for leg in legs {
            let hips = clip.hips(frame);
            let limbs = leg.limbs(skeleton, hips, clip.rotations(frame));
            if leg.bend(&limbs) < 0.0 {
                leg.reach(&limbs, limbs.foot.at, limbs.foot.rotation, clip.rotations_mut(frame));
            }
        }
    }
}

/// The lowest point of one sole in each frame of a clip: its height [m], and its speed over the floor to the next
/// frame, as a share of what counts as none.
struct SoleTrack {
    low: Vec<f32>,
    speed: Vec<f32>,
    cyclic: bool,
}

/// A sole less than this above where its ball begins or ends to stand still is on the floor [m], if it is slower than this:
/// a speed [m/s] and a share of the travel's.
const TOUCHES: f32 = 0.003;
const STILL: (f32, f32) = (0.2, 0.2);
/// Most that a foot is on the floor before and after its ball stands still, as a share of the clip.
const ROLLS: f32 = 0.2;

impl SoleTrack {
    fn new(skeleton: &Skeleton, leg: &Leg, m: &Move) -> Self {
        let clip = &m.clip;
        let n = clip.frames();
        let points = |frame: usize| leg.limbs(skeleton, clip.hips(frame), clip.rotations(frame)).points;
        let limit = STILL.0 + STILL.1 * m.speed;
        let (mut low, mut speed) = (Vec::with_capacity(n), Vec::with_capacity(n));
        let moved = m.travelled(1.0 / clip.rate);
        for frame in 0..n {
            let now = points(frame);
            let lowest = (0..4).fold(0, |best, k| if now[k].z < now[best].z { k } else { best });
            let next = points(if clip.cyclic { (frame + 1) % n } else { (frame + 1).min(n - 1) })[lowest];
            let next = moved.offset(next) + moved.at.as_vec2().extend(0.0);
            low.push(now[lowest].z);
            speed.push((next - now[lowest]).truncate().length() * clip.rate / limit);
        }
        Self { low, speed, cyclic: clip.cyclic }
    }

    /// Frames from phase 0 to phase 1.
    fn spans(&self) -> f32 {
        if self.cyclic { self.low.len() as f32 } else { self.low.len().saturating_sub(1).max(1) as f32 }
    }

    fn index(&self, frame: i64) -> usize {
        let n = self.low.len() as i64;
        (if self.cyclic { frame.rem_euclid(n) } else { frame.clamp(0, n - 1) }) as usize
    }

    fn at(&self, phase: f32) -> f32 {
        let place = phase * self.spans();
        let before = place.floor();
        let [a, b] = [0, 1].map(|next| self.low[self.index(before as i64 + next)]);
        a + (b - a) * (place - before)
    }

    /// When the foot is on the floor, given when its ball stands still: the heel touches before, the toes leave after.
    fn touches(&self, balls: &Contacts) -> Contacts {
        let n = self.spans();
        let most = (ROLLS * n) as i64;
        let down: f32 = balls.intervals.iter().map(|&(a, b)| b - a).sum();
        // Swings keep half of their time.
        let spare = 0.25 * (1.0 - down).max(0.0) / balls.intervals.len().max(1) as f32;
        let most = most.min((spare * n) as i64);
        let extended = |&(a, b): &(f32, f32)| {
            let (first, last) = ((a * n).ceil() as i64, (b * n).floor() as i64);
            let reach = |from: i64, step: i64| {
                let limit = self.low[self.index(from)].max(0.0) + TOUCHES;
                // Speeds are from a frame to the next one.
                let slow = |frame: i64| self.speed[self.index(if step > 0 { frame - 1 } else { frame })] < 1.0;
                let stands = |frame: i64| self.low[self.index(frame)] < limit && slow(frame);
                (1..=most).take_while(|k| stands(from + step * k)).count() as f32 / n
            };
            let (before, after) = (reach(first, -1), reach(last, 1));
            match self.cyclic {
                true => (a - before, b + after),
                false => ((a - before).max(0.0), (b + after).min(1.0)),
            }
        };
        // A foot that lands just before the end of the cycle begins there.
        let wrapped = |(a, b): (f32, f32)| if a < 0.0 { (a + 1.0, b + 1.0) } else { (a, b) };
        let mut intervals: Vec<_> = balls.intervals.iter().map(extended).map(wrapped).collect();
        intervals.sort_by(|a, b| a.0.total_cmp(&b.0));
        Contacts { intervals }
    }
}

/// Slower clips do not count as walking [m/s].
const LEAST_SPEED: f32 = 0.05;

/// Walks and runs in pairs, each as it travels to the left and as it travels to the right, and the stand.
pub(super) fn plays(set: &MoveSet, legs: &[Leg; 2]) -> Result<(Vec<[Play; 2]>, Option<Play>), MediatorError> {
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
            let other = Play::new(&set.skeleton, legs, &if straight { m.clone() } else { mirrored(&set.skeleton, m) });
            if m.angle >= 0.0 {
                [Play::new(&set.skeleton, legs, m), other]
            } else {
                [other, Play::new(&set.skeleton, legs, m)]
            }
        })
        .collect();
    if pairs.is_empty() {
        return Err(MediatorError::NoWalk);
    }
    Ok((pairs, set.stand().map(|m| Play::new(&set.skeleton, legs, m))))
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
        name: "rest".into(),
        clip,
        duration: 1.0,
        speed: 0.0,
        angle: 0.0,
        turning: 0.0,
        travel: Vec2::ZERO,
        contacts: [down.clone(), down.clone()],
        touches: [down.clone(), down],
        above: [[0.0; 2]; 2],
    }
}
