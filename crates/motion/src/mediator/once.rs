//! Clips that play once: a start out of standing, a stop, steps on the spot for a turn.
//!
//! A start and a stop are played by distance: the clip is where it has gone as far as the body, within half and twice its own
//! pace, so that steps fit the distance. The phase of the walk goes on below them, so that a start ends and a stop
//! begins in the very pose of the walk. A turn plays whole steps and takes the hips along at the rate at which they arrive.

use super::steer::towards;
use super::{AnimatedBody, Mediator, Wish, layers::ClipChoice, play::Play};
use crate::{Clip, Leg, Move, MoveKind, MoveSet, Vec2, ease, math, mirrored, wrap};
use std::f32::consts::FRAC_PI_3;

/// A start or a stop, and the walk it leads to or comes from.
#[derive(Clone, Debug)]
pub(super) struct Transition {
    pub play: Play,
    /// How far the body has gone at each frame [m].
    gone: Vec<f32>,
    /// The walk, how long its cycle lasts [s], and its phase where both meet.
    walk: ClipChoice,
    cycle: f32,
    phase: f32,
}

/// What of a set plays once, each as it was made and as its mirror image.
#[derive(Clone, Debug, Default)]
pub(super) struct OncePlays {
    start: Option<[Transition; 2]>,
    stop: Option<[Transition; 2]>,
    /// To the left, to the right.
    turn: Option<[Play; 2]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OnceKind {
    Start,
    Stop,
    Turn,
}

/// What one body plays once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Once {
    pub kind: OnceKind,
    pub side: u8,
    /// Time in the clip [s].
    pub time: f32,
    /// How much of the pose is its [0 to 1].
    pub weight: f32,
    /// It leads the feet; otherwise it fades.
    pub leads: bool,
    /// How far the body has gone since it began, or had to go when it did [m].
    distance: f32,
    /// Time that is left of a turn [s], how fast the clip plays, and how fast hips turn [rad/s].
    left: f32,
    pace: f32,
    rate: f32,
    /// Velocity at which the body came into a turn [m/s].
    came: Vec2,
    /// Frames it has played.
    pub frames: u32,
}

/// Poses of a transition and of the walk it meets are no farther apart, as a mean over the joints [rad].
const MEETS: f32 = 0.1;
/// A clip that is played by distance keeps within these shares of its own pace.
const PACES: (f32, f32) = (0.6, 2.0);
/// Time in which a clip comes in, and in which one that was left goes [s].
const COMES: f32 = 0.2;
const GOES: f32 = 0.25;
/// Share of a start after which the walk comes in.
const HANDS_OVER: f32 = 0.7;
/// Who goes less far in `SOON` seconds makes small steps instead of a start [m], and who is farther off its facing [rad].
pub(super) const SOON: f32 = 1.2;
const STARTS: (f32, f32) = (0.55, 0.7);
/// A stop is played where what is left to go is such a share of its own distance; slower ones just stand still [m/s].
const STOPS: (f32, f32) = (0.6, 1.4);
const STOPS_FROM: f32 = 0.7;
/// Turns of more are made with steps on the spot [rad]; at once if one walks faster than this and is turned round [m/s].
const TURNS: f32 = FRAC_PI_3;
const TURNED: f32 = 0.6;
/// How far two steps turn [rad], and how fast they are, standing and for one who was walking, as shares of the clip's pace.
const OF_TWO_STEPS: f32 = 1.2;
const TURN_PACES: (f32, f32) = (1.0, 1.7);
/// A body that turns and is farther than this behind hastens [m].
const HASTENS: f64 = 0.15;
/// Phase of a turn in which both feet are down and the inner one is about to lift, and the share of it that two steps last.
const BOTH_DOWN: f32 = 0.55;
/// Time in which a body that is turned round comes to a halt [s].
const HALTS: f32 = 0.08;

impl Once {
    fn begun(kind: OnceKind, side: usize) -> Self {
        Self {
            kind,
            side: side as u8,
            time: 0.0,
            weight: 0.0,
            leads: true,
            distance: 0.0,
            left: 0.0,
            pace: 1.0,
            rate: 0.0,
            came: Vec2::ZERO,
            frames: 0,
        }
    }
}

impl Transition {
    /// Where the clip has gone so far [s], from a time on.
    fn time_at(&self, gone: f32, from: f32) -> f32 {
        let clip = &self.play.clip;
        let mut k = ((from * clip.rate) as usize).min(self.gone.len() - 1);
        while k + 1 < self.gone.len() && self.gone[k + 1] < gone {
            k += 1;
        }
        let next = (k + 1).min(self.gone.len() - 1);
        let span = self.gone[next] - self.gone[k];
        let share = if span > 1e-6 { ((gone - self.gone[k]) / span).clamp(0.0, 1.0) } else { 0.0 };
        (k as f32 + share) / clip.rate
    }

    fn distance(&self) -> f32 {
        self.gone.last().copied().unwrap_or(0.0)
    }

    /// The foot that moves first.
    fn first_foot(&self) -> usize {
        let lifts = |foot: usize| self.play.touches[foot].intervals.first().map_or(0.0, |i| i.1);
        usize::from(lifts(1) < lifts(0))
    }

    /// Of a move that ends or begins in the pose of one of the walks.
    fn of(set: &MoveSet, legs: &[Leg; 2], pairs: &[[Play; 2]], m: &Move, side: usize) -> Option<Self> {
        let mut m = if side == 0 { m.clone() } else { mirrored(&set.skeleton, m) };
        let last = m.clip.frames() - 1;
        let meets = if m.kind == MoveKind::Start { last } else { 0 };
        let phase_of = |walk: &Play| walk.contacts[side].intervals.first().map(|i| i.0 - i.0.floor());
        let straight = |walk: &Play| walk.angle.abs() < 0.1 && walk.speed < 2.0;
        let apart = |walk: &Play| -> Option<f32> {
            let at = (phase_of(walk)? * walk.clip.frames() as f32).round() as usize % walk.clip.frames();
            let both = m.clip.rotations(meets).iter().zip(walk.clip.rotations(at));
            Some(both.map(|(a, b)| math::apart(*a, *b)).sum::<f32>() / m.clip.joints() as f32)
        };
        let walks = pairs.iter().enumerate().filter(|(_, pair)| straight(&pair[0]));
        let best = walks.filter_map(|(k, pair)| Some((k, apart(&pair[0])?))).min_by(|a, b| a.1.total_cmp(&b.1));
        let (pair, _) = best.filter(|(_, apart)| *apart < MEETS)?;
        let walk = &pairs[pair][0];
        // The body goes as its hips do, not at the mean speed of the clip.
        let (from, to) = (m.clip.hips(0).x, m.clip.hips(last).x);
        let mut slid = Clip::new(m.clip.joints(), m.clip.rate, false);
        let mut gone = Vec::with_capacity(last + 1);
        for frame in 0..=last {
            let share = frame as f32 / last as f32;
            let mut pose = m.clip.pose(frame);
            let x = from + (to - from) * share;
            gone.push(m.speed * frame as f32 / m.clip.rate + pose.hips.x - x);
            pose.hips.x = x;
            slid.push(&pose);
        }
        // What trembles goes on, not back.
        for k in 1..gone.len() {
            gone[k] = gone[k].max(gone[k - 1]);
        }
        let play = Play::new(&set.skeleton, legs, &m);
        m.clip = slid;
        let choice = ClipChoice { pair: pair as u16, ..ClipChoice::default() };
        let clip = std::mem::replace(&mut m.clip, Clip::new(0, 1.0, false));
        let phase = phase_of(walk)?;
        Some(Self { play: Play { clip, ..play }, gone, walk: choice, cycle: walk.duration, phase })
    }
}

impl OncePlays {
    pub fn of(set: &MoveSet, legs: &[Leg; 2], pairs: &[[Play; 2]]) -> Self {
        let long = |m: &&Move| !m.clip.cyclic && m.clip.frames() > 8 && m.angle.abs() < 0.5 && m.speed > 0.2;
        let both = |kind: MoveKind| {
            let of_kind = set.moves.iter().filter(|m| m.kind == kind).filter(long);
            let mut sides = of_kind.filter_map(|m| {
                Some([Transition::of(set, legs, pairs, m, 0)?, Transition::of(set, legs, pairs, m, 1)?])
            });
            sides.next()
        };
        let turn = set.moves.iter().find(|m| m.kind == MoveKind::Turn && m.clip.cyclic && m.turning.abs() > 0.5);
        let turn = turn.map(|m| {
            let own = Play::new(&set.skeleton, legs, m);
            let other = Play::new(&set.skeleton, legs, &mirrored(&set.skeleton, m));
            if m.turning > 0.0 { [own, other] } else { [other, own] }
        });
        Self { start: both(MoveKind::Start), stop: both(MoveKind::Stop), turn }
    }
}

impl Mediator {
    fn transition(&self, once: &Once) -> Option<&Transition> {
        let of = match once.kind {
            OnceKind::Start => &self.once.start,
            OnceKind::Stop => &self.once.stop,
            OnceKind::Turn => &None,
        };
        of.as_ref().map(|sides| &sides[usize::from(once.side)])
    }

    /// The clip that plays once.
    pub(super) fn once_play(&self, once: &Once) -> Option<&Play> {
        match once.kind {
            OnceKind::Turn => self.once.turn.as_ref().map(|sides| &sides[usize::from(once.side)]),
            _ => self.transition(once).map(|t| &t.play),
        }
    }

    /// The clip that leads the feet, if it is one that plays once.
    pub(super) fn leading_once(&self, walker: &AnimatedBody) -> Option<(&Play, f32)> {
        let once = walker.once.as_ref().filter(|once| once.leads)?;
        let play = self.once_play(once)?;
        let phase = once.time / play.duration;
        Some((play, if play.clip.cyclic { phase - phase.floor() } else { phase }))
    }

    /// How fast a foot that is held turns in the frame of its body by the turn that plays [rad/s].
    pub(super) fn turns_feet(&self, walker: &AnimatedBody) -> f32 {
        match walker.once {
            Some(once) if once.leads && once.kind == OnceKind::Turn => {
                self.once_play(&once).map_or(0.0, |play| play.turning * once.pace * once.weight)
            }
            _ => 0.0,
        }
    }

    /// Begins a start where one sets off and has somewhere to go.
    pub(super) fn begin_start(&self, walker: &mut AnimatedBody, wish: &Wish, beta: f32) -> bool {
        let Some(starts) = self.once.start.as_ref().filter(|_| self.settings.foot_lock && !walker.fresh) else {
            return false;
        };
        let soon = walker.ahead.map_or(SOON * wish.velocity.length(), |ahead| ahead.soon);
        let off = wrap(beta - walker.placement.heading).abs();
        let lags = (wish.at - walker.placement.at).length() > 0.3;
        if soon < STARTS.0 || off > STARTS.1 || lags || !walker.feet.iter().all(|foot| foot.held) {
            return false;
        }
        let hind = self.hind_foot(walker);
        let side = usize::from(starts[0].first_foot() != hind);
        walker.once = Some(Once::begun(OnceKind::Start, side));
        walker.played[0] += 1;
        walker.layers.set(starts[side].walk);
        true
    }

    /// Begins a stop where the walk is in the pose a stop begins in, and as much is left to go.
    fn begin_stop(&self, walker: &mut AnimatedBody, before: f32) {
        let Some(stops) = self.once.stop.as_ref().filter(|_| self.settings.foot_lock && walker.once.is_none()) else {
            return;
        };
        let Some(rests) = walker.ahead.and_then(|ahead| ahead.rests) else { return };
        let forward = walker.layers.chosen().is_some_and(|c| !c.reversed && self.play(c).angle.abs() < 0.1);
        if !forward || walker.stride < 0.95 || walker.steer.length() < STOPS_FROM {
            return;
        }
        let passes = |phase: f32| {
            let gone = walker.phase - before;
            let to = phase - before;
            to - to.floor() < gone - gone.floor()
        };
        for (side, stop) in stops.iter().enumerate() {
            let share = rests / stop.distance().max(1e-3);
            if passes(stop.phase) && (STOPS.0..STOPS.1).contains(&share) {
                walker.once = Some(Once { distance: rests, ..Once::begun(OnceKind::Stop, side) });
                walker.played[1] += 1;
            }
        }
    }

    /// Begins a turn on the spot.
    fn begin_turn(&self, walker: &mut AnimatedBody, by: f32, pace: f32, came: Vec2) -> bool {
        let Some(turn) = self.once.turn.as_ref().filter(|_| self.settings.foot_lock && !walker.fresh) else {
            return false;
        };
        let side = usize::from(by < 0.0);
        let pairs_of_steps = (by.abs() / OF_TWO_STEPS).round().max(1.0);
        let play = &turn[side];
        let lasts = 0.5 * play.duration * pairs_of_steps;
        let once = Once::begun(OnceKind::Turn, side);
        let time = BOTH_DOWN * play.duration;
        walker.once = Some(Once { time, left: lasts, pace, rate: by * pace / lasts, came, ..once });
        walker.played[2] += 1;
        true
    }

    /// Lets a body that stands turn with steps where it faces far from its hips.
    pub(super) fn turn_with_steps(&self, walker: &mut AnimatedBody, wish: &Wish) -> bool {
        if walker.once.is_some() || !walker.feet.iter().all(|foot| foot.held) {
            return false;
        }
        let to = wish.facing.filter(|facing| facing.is_finite()).unwrap_or(walker.facing);
        let by = wrap(to - walker.placement.heading);
        // Who sets off soon has no time.
        let soon = walker.ahead.is_some_and(|ahead| ahead.soon > STARTS.0);
        let pace = if soon { TURN_PACES.1 } else { TURN_PACES.0 };
        by.abs() > TURNS && self.begin_turn(walker, by, pace, Vec2::ZERO)
    }

    /// Lets a body that walks stop and turn where it is sent round at once.
    pub(super) fn turn_round(&self, walker: &mut AnimatedBody, wish: &Wish, goes: f32, beta: f32) -> bool {
        let fast = walker.steer.length() > TURNED && wish.velocity.length() > TURNED;
        let by = wrap(beta - goes);
        let before = walker.velocity;
        // Only what comes at once: who turns on a curve has its steps for it.
        let now = math::atan2(wish.velocity.y, wish.velocity.x);
        let was = math::atan2(before.y, before.x);
        let at_once = before.length() > TURNED && wrap(now - was).abs() > TURNS;
        if walker.once.is_some() || !fast || !at_once || by.abs() < TURNS {
            return false;
        }
        // The whole turn, of which the steering has taken up a part.
        let by = wrap(now - goes);
        self.begin_turn(walker, by, TURN_PACES.1, before)
    }

    /// What plays once goes on by a frame. Returns how much of it went by where it leads.
    pub(super) fn go_on_once(&self, walker: &mut AnimatedBody, wish: &Wish, moved: f32) -> Option<f32> {
        let mut once = walker.once?;
        let dt = wish.dt;
        let duration = self.once_play(&once)?.duration;
        if !once.leads {
            once.weight -= dt / GOES;
            walker.once = (once.weight > 0.0).then_some(once);
            return None;
        }
        let before = once.time;
        once.frames = once.frames.saturating_add(1);
        match once.kind {
            OnceKind::Turn => {
                // Left behind meanwhile: the steps are quicker.
                if (wish.at - walker.placement.at).length() > HASTENS && once.pace < TURN_PACES.1 {
                    once.rate *= TURN_PACES.1 / once.pace;
                    once.pace = TURN_PACES.1;
                }
                once.time += once.pace * dt;
                once.left -= once.pace * dt;
                once.weight = (once.weight + dt / COMES).min(1.0);
                once.came *= math::exp(-dt / HALTS);
                walker.placement.heading = wrap(walker.placement.heading + once.rate * dt);
                once.leads = once.left > 0.0;
            }
            OnceKind::Start => {
                let of = self.transition(&once)?;
                once.distance += moved;
                let meant = of.time_at(once.distance, once.time);
                once.time += (meant - once.time).clamp(PACES.0 * dt, PACES.1 * dt);
                let share = (once.time / duration).min(1.0);
                let (comes, goes) = (ease(once.time / COMES), ease((share - HANDS_OVER) / (1.0 - HANDS_OVER)));
                once.weight = comes * (1.0 - goes);
                walker.stride = if once.weight < 1.0 { comes * goes / (1.0 - once.weight) } else { 0.0 };
                let phase = of.phase - (duration - once.time) / of.cycle;
                walker.phase = phase - phase.floor();
                if once.time >= duration {
                    walker.once = None;
                    return Some((duration - before) / duration);
                }
            }
            OnceKind::Stop => {
                let of = self.transition(&once)?;
                let rests = walker.ahead.and_then(|ahead| ahead.rests);
                let left = of.distance() * (rests.unwrap_or(0.0) / once.distance.max(1e-3));
                let meant = of.time_at(of.distance() - left, once.time);
                once.time += (meant - once.time).clamp(PACES.0 * dt, PACES.1 * dt);
                once.weight = ease(once.time / COMES);
                let phase = of.phase + once.time / of.cycle;
                walker.phase = phase - phase.floor();
                if once.time >= duration {
                    walker.once = None;
                    walker.stride = 0.0;
                    walker.rest = 0.0;
                    walker.walking = false;
                    return Some((duration - before) / duration);
                }
                // It was no stop.
                once.leads = rests.is_some() || walker.steer.length() < STOPS_FROM;
            }
        }
        walker.once = Some(once);
        Some((once.time - before) / duration)
    }

    /// Whether a body walks whose clip says so.
    pub(super) fn walks_by_once(&self, walker: &mut AnimatedBody) {
        let Some(once) = walker.once.as_mut().filter(|once| once.leads) else { return };
        match once.kind {
            OnceKind::Turn => walker.walking = false,
            OnceKind::Stop => walker.walking = true,
            // Who does not set off after all stands.
            OnceKind::Start if !walker.walking && once.time > COMES => once.leads = false,
            OnceKind::Start => walker.walking = true,
        }
    }

    /// A frame of a body that a start or a stop leads: where it goes. Returns how much of the clip went by.
    pub(super) fn step_once(&self, walker: &mut AnimatedBody, wish: &Wish, beta: f32) -> Option<f32> {
        let dt = wish.dt;
        walker.once.filter(|once| once.leads && once.kind != OnceKind::Turn)?;
        if walker.steer.length() > 0.3 {
            let most = self.settings.turn_max * dt;
            walker.placement.heading = towards(walker.placement.heading, beta, most);
        }
        // Sent elsewhere, or backwards: the walk takes over.
        if walker.steer.length() > 0.3 && wrap(beta - walker.facing).abs() > 1.2 {
            if let Some(once) = &mut walker.once {
                once.leads = false;
            }
            return None;
        }
        let d = walker.steer * dt;
        let left = (wish.at - walker.placement.at).as_vec2() - d;
        let d = d + (left * (1.0 - walker.fades.shift)).clamp_length_max(self.settings.shift_max * dt);
        walker.placement.at += d.as_dvec2();
        walker.turning = false;
        let heading = walker.placement.rotation() * crate::Vec3::X;
        let moved = d.dot(heading.truncate()).max(0.0);
        self.go_on_once(walker, wish, moved)
    }

    /// After the phase of a walk went on from `before`.
    pub(super) fn end_walk(&self, walker: &mut AnimatedBody, before: f32) {
        if walker.walking && !walker.fresh {
            self.begin_stop(walker, before);
        }
    }

    /// How far a body that was turned round while it walked still goes in a frame.
    pub(super) fn comes_to_a_halt(&self, walker: &AnimatedBody, dt: f32) -> Vec2 {
        match walker.once {
            Some(once) if once.leads && once.kind == OnceKind::Turn => once.came * dt,
            _ => Vec2::ZERO,
        }
    }
}

#[cfg(test)]
mod tests;
