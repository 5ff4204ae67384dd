//! Time goes by: footsteps begin and end, and every frame has its pose.

use super::body::{ActiveStep, DIPS, Doing, Fade, MOST_WAITING, Plant, Root, Standing};
use super::choose::Question;
use super::legs::{ExactLeg, ExactLimbs, SoleStripe, arc, ease, soft, turned};
use super::pose::{Clock, REST, rotate};
use super::{Footprint, Footstep, FootstepController, FootstepError, StepReport, SteppingBody};
use crate::{Placement, Pose, Quat, Side, math};
use glam::{DQuat, DVec2, DVec3};
use std::collections::VecDeque;

/// A body that has to wait longer than this for its foot to lift stands meanwhile [s].
const STAND_AFTER: f64 = 0.5;
/// How long before the foot lifts a standing body begins [s].
const GATHER: f64 = 0.25;
/// Feet are turned out by no more than this [rad].
const MOST_OUT: f64 = 0.7;
/// How far the heel of a foot that is about to lift is raised, beyond the clips, before the hips are let down [rad].
const HEEL: f64 = 0.8;
/// What legs keep free of their length so that hips come down softly [m].
const FREE: f64 = 0.002;
/// Farther than this from below its hip joint, in leg lengths, a planted foot pulls the hips after it.
const LEASH: f64 = 0.74;
/// Hips are let down by no more than this [m]: a foot farther off is not reached, which [`SteppingBody::residual`] says.
const DEEPEST: f64 = 0.45;
/// How fast hips are let down and rise again where that can be foreseen [m/s].
const DIP_RATE: f64 = 0.5;
/// How far a body may be from where it was recorded before it is drawn there, and how much farther it comes at most [m].
const ASTRAY: (f64, f64) = (0.07, 0.06);
/// Room between two feet of which one swings past the other [m], and share of the swing in which it comes to be and ends.
const BETWEEN: f64 = 0.015;
const PASSES: f64 = 0.15;
/// A foot that would land in the other one is turned by so many times such an angle at most [rad].
const TURNS: (u32, f64) = (7, 0.1);
/// Higher treads than this are stepped over with more room [m], by these shares of their height: up, down.
const TREAD: (f64, [f64; 2]) = (0.04, [0.3, 0.1]);

impl FootstepController {
    /// A body that stands on two feet, left and right, at a time [s].
    pub fn begin(&self, feet: [Footprint; 2], time: f64) -> Result<SteppingBody, FootstepError> {
        let sound = |f: &Footprint| f.at.iter().all(|x| x.is_finite()) && f.heading.is_finite();
        if !(feet.iter().all(sound) && time.is_finite()) {
            return Err(FootstepError::NotSound(0));
        }
        let rest = Pose::rest(self.skeleton());
        let plants = [Side::Left, Side::Right].map(|side| {
            let Footprint { at, heading } = feet[side as usize];
            self.plant(at.into(), heading, DVec3::Z, self.stands_out(side))
        });
        let heading = mean_heading(plants[0].heading, plants[1].heading, plants[0].heading);
        let (to, floor) = (self.middle(&plants, heading), 0.5 * (plants[0].at.z + plants[1].at.z));
        // As if it had come to rest before.
        let stand = Standing { begin: time - REST, from: to, to, heading: [heading; 2], floor: [floor; 2] };
        let nothing = vec![Quat::IDENTITY; rest.rotations.len()];
        let mut body = SteppingBody {
            placement: Placement { at: to, floor: floor as f32, heading: heading as f32 },
            hips: rest.hips,
            rotations: rest.rotations.into(),
            planted: [true; 2],
            phase: 0.0,
            residual: 0.0,
            time,
            feet: plants,
            doing: Doing::Stand(stand),
            queue: VecDeque::with_capacity(MOST_WAITING),
            pushed: 0,
            last_land: f64::NEG_INFINITY,
            fade: Fade { begin: time, span: 0.0, high: 0.0, velocity: DVec2::ZERO, rotations: nothing.clone().into() },
            dip: (time, 0.0),
            recorded: None,
            spare: nothing.into(),
            weights: vec![0.0; self.bands().len()].into(),
            near: [0; 2],
            made: 0,
            report: StepReport::default(),
        };
        self.frame(&mut body, time);
        Ok(body)
    }

    /// Gives a footstep to a body. It waits until its time; footsteps come in the order of their landings.
    pub fn push(&self, body: &mut SteppingBody, step: Footstep) -> Result<(), FootstepError> {
        let index = body.pushed;
        if !step.is_sound() {
            return Err(FootstepError::NotSound(index));
        }
        if !(step.land > step.lift && step.land > body.last_land) {
            let (lift, land, before) = (step.lift, step.land, body.last_land);
            return Err(FootstepError::Order { index, lift, land, before });
        }
        if body.queue.len() >= MOST_WAITING {
            return Err(FootstepError::Full(MOST_WAITING));
        }
        body.queue.push_back(step);
        (body.last_land, body.pushed) = (step.land, index + 1);
        Ok(())
    }

    /// The pose at a time [s], which does not go back. Returns where the body is.
    pub fn frame(&self, body: &mut SteppingBody, time: f64) -> Placement {
        let time = if time.is_finite() { time.max(body.time) } else { body.time };
        self.advance(body, time);
        body.time = time;
        let root = self.root(&body.doing, &body.fade, time);
        self.rotations(&body.doing, &body.fade, time, &mut body.rotations);
        self.settle(body, root, time);
        body.phase = phase(&body.doing, body.phase, time);
        body.placement
    }

    /// Ends and begins steps up to a time.
    fn advance(&self, body: &mut SteppingBody, time: f64) {
        loop {
            match body.doing {
                Doing::Step(step) if step.land <= time => {
                    body.feet[step.side as usize] = step.target;
                    let goes_on = body.queue.front().is_some_and(|next| next.lift - step.land < STAND_AFTER);
                    if goes_on {
                        self.start(body, step.land);
                    } else {
                        self.stop(body, step.land);
                    }
                }
                Doing::Stand(stand) => {
                    let Some(next) = body.queue.front() else { return };
                    // Not before the last frame, which is shown already.
                    let begin = (next.lift - GATHER).max(stand.begin).max(body.time);
                    if begin > time {
                        return;
                    }
                    self.start(body, begin);
                }
                Doing::Step(_) => return,
            }
        }
    }

    /// The body comes to rest between its feet.
    fn stop(&self, body: &mut SteppingBody, time: f64) {
        let now = self.root(&body.doing, &body.fade, time);
        let [left, right] = body.feet;
        let heading =
            now.heading + math::wrap_exact(mean_heading(left.heading, right.heading, now.heading) - now.heading);
        let stand = Standing {
            begin: time,
            from: now.at,
            to: self.middle(&body.feet, heading),
            heading: [now.heading, heading],
            floor: [now.floor, 0.5 * (left.at.z + right.at.z)],
        };
        self.change(body, Doing::Stand(stand), time, 0.75 * REST);
    }

    /// The next footstep begins.
    fn start(&self, body: &mut SteppingBody, begin: f64) {
        let Some(next) = body.queue.pop_front() else { return };
        let now = self.root(&body.doing, &body.fade, begin);
        let (swing, support) = (next.side as usize, 1 - next.side as usize);
        let stands = body.feet[support];
        let pivot = stands.at.truncate();
        let facing = mean_heading(stands.heading, next.heading, now.heading);
        let turn = math::wrap_exact(facing - now.heading);
        // The turning taken out, about the supporting foot, and then in the frame of the body.
        let own = |p: DVec2| rotate(pivot + rotate(p - pivot, -turn) - now.at, -now.heading);
        let asked = DVec3::from(next.at);
        let target = own(asked.truncate());
        let middle = 0.5 * (asked.truncate() + pivot) - rotate(self.between_feet, facing);
        let velocity = own(middle) / (next.land - begin).max(0.1);
        let question = Question { side: next.side, target, velocity, turning: turn };
        let near = body.near[swing];
        let found = self.interpolator.ask(&self.library, &self.settings, &question, near, &mut body.weights);
        // Never: each foot has landing points.
        let Some(parts) = found else { return };
        body.near[swing] = parts.triangle.unwrap_or(0);
        let beyond = target - parts.at;
        let pulled = beyond.clamp_length_max(self.settings.ik_max);
        let out = |p: DVec2| pivot + rotate(now.at + rotate(p, now.heading) - pivot, turn);
        let missed = pulled.length_squared() < beyond.length_squared() * 0.999_999;
        let lands = if missed { out(parts.at + pulled).extend(asked.z) } else { asked };
        let (lift, land, rate) = self.times(&next, &parts.times, begin);
        let mut step = ActiveStep {
            side: next.side,
            parts,
            begin,
            lift,
            land,
            clock: Clock::of_step([begin, lift, land], &parts.times),
            root: now.at,
            heading: now.heading,
            turn,
            pivot,
            pull: rotate(0.5 * pulled, now.heading + turn),
            floor: [now.floor, 0.5 * (stands.at.z + lands.z)],
            off: [DVec3::ZERO; 2],
            yaw_off: [0.0; 2],
            heel: DQuat::IDENTITY,
            height: next.height.max(0.0),
            target: self.plant(lands, next.heading, DVec3::from(next.normal).normalize_or(DVec3::Z), 0.0),
            dips: [0.0; DIPS],
            report: StepReport {
                asked,
                landed: lands,
                before_ik: 0.0,
                beyond: beyond.length(),
                late: land - next.land,
                rate,
                area: parts.area,
                parts: parts.iter().count(),
            },
        };
        let fade = self.settings.crossfade.min(0.9 * (land - begin));
        self.change(body, Doing::Step(step), begin, fade);
        self.aim(body, &mut step);
        body.doing = Doing::Step(step);
        step.dips = self.dips(body, &step);
        body.doing = Doing::Step(step);
        (body.report, body.made) = (step.report, body.made + 1);
    }

    /// When the foot lifts and lands, within the rates steps may be played at, and the rate of the swing.
    fn times(&self, next: &Footstep, [double, swing]: &[f64; 2], begin: f64) -> (f64, f64, f64) {
        let [slow, fast] = self.settings.rates;
        let shortest = swing / fast;
        // A foot asked to be in the air for long lifts later: both feet down is how people wait.
        let long = (next.land - next.lift).clamp(shortest, swing / slow);
        let lift = (next.land - long).max(begin + (double / fast).max(0.02));
        let long = (next.land - lift).clamp(shortest, swing / slow);
        (lift, lift + long, swing / long)
    }

    /// What is missing at both ends of the swing of the blended foot's place and turn.
    fn aim(&self, body: &mut SteppingBody, step: &mut ActiveStep) {
        let leg = &self.legs[step.side as usize];
        let from = body.feet[step.side as usize];
        let doing = Doing::Step(*step);
        for end in 0..2 {
            let time = [step.lift, step.land][end];
            let root = self.root(&doing, &body.fade, time);
            self.rotations(&doing, &body.fade, time, &mut body.spare);
            let limbs = leg.limbs(DVec3::Z * root.high, &body.spare);
            let twist = angle(leg.twist(limbs.foot));
            if end == 1 {
                // The foot stands as the clips turn it out, or exactly along its heading.
                let out = if self.settings.natural_feet { twist.clamp(-MOST_OUT, MOST_OUT) } else { -leg.points };
                let Plant { at, heading, normal, .. } = step.target;
                let i = step.side as usize;
                let yaw = self.beside(&step.target, &body.feet[1 - i], i, heading + out);
                step.target = self.plant(at, heading, normal, yaw - heading);
            }
            let goal = [from, step.target][end];
            let ball = place(&root, limbs.ball);
            step.off[end] = goal.ball(leg.height) - ball;
            step.yaw_off[end] = math::wrap_exact(goal.yaw - root.heading - twist);
            if end == 0 {
                let change = self.stance(&root, leg, &from, &limbs);
                step.heel = self.heel(&root, leg, &from, change, &limbs, 1.0);
            }
        }
        step.report.before_ik = step.off[1].truncate().length();
    }

    /// Another thing begins: what the pose was off from its first pose fades.
    fn change(&self, body: &mut SteppingBody, doing: Doing, time: f64, span: f64) {
        let moment = 0.005;
        let was = self.root(&body.doing, &body.fade, time);
        // Backwards, or forwards where what is given up has only just begun.
        let begun = match &body.doing {
            Doing::Stand(stand) => stand.begin,
            Doing::Step(step) => step.begin,
        };
        body.dip = (time, foreseen(body, time));
        let aside = if time - moment >= begun.max(body.fade.begin) { -moment } else { moment };
        let beside = self.root(&body.doing, &body.fade, time + aside);
        self.rotations(&body.doing, &body.fade, time, &mut body.spare);
        body.doing = doing;
        let fade = &mut body.fade;
        (fade.begin, fade.span, fade.high, fade.velocity) = (time, 0.0, 0.0, DVec2::ZERO);
        self.rotations(&body.doing, &body.fade, time, &mut body.rotations);
        let now = self.root(&body.doing, &body.fade, time);
        let after = self.root(&body.doing, &body.fade, time + moment);
        let fade = &mut body.fade;
        for ((off, was), now) in fade.rotations.iter_mut().zip(&body.spare).zip(&body.rotations) {
            let q = *was * now.conjugate();
            *off = if q.w < 0.0 { -q } else { q };
        }
        fade.span = span;
        fade.high = was.high + was.floor - now.high - now.floor;
        fade.velocity = (beside.at - was.at) / aside - (after.at - now.at) / moment;
    }

    /// How far hips must be let down in the course of a step that begins.
    fn dips(&self, body: &mut SteppingBody, step: &ActiveStep) -> [f64; DIPS] {
        let mut rotations = std::mem::take(&mut body.spare);
        let mut dips = [0.0; DIPS];
        for (k, dip) in dips.iter_mut().enumerate() {
            let time = dip_time(step, k);
            let root = self.root(&body.doing, &body.fade, time);
            self.rotations(&body.doing, &body.fade, time, &mut rotations);
            let limbs = [0, 1].map(|i| self.legs[i].limbs(DVec3::Z * root.high, &rotations));
            let planted = planted(&body.doing, time);
            let goals = [0, 1].map(|i| self.goal(body, i, &root, &limbs[i], time));
            let root = self.drawn(root, &limbs, &goals, planted, None);
            *dip = self.needed(&root, &limbs, &goals);
        }
        body.spare = rotations;
        dips
    }

    /// The body drawn to where it was recorded if it is too far from there, and after planted feet that are too far away.
    fn drawn(
        &self,
        mut root: Root,
        limbs: &[ExactLimbs; 2],
        goals: &[(DVec3, DQuat, DQuat); 2],
        planted: [bool; 2],
        recorded: Option<DVec2>,
    ) -> Root {
        if let Some(recorded) = recorded {
            let astray = root.at - recorded;
            let (far, (free, more)) = (astray.length(), ASTRAY);
            if far > free {
                // Softly, and never farther than both together.
                root.at = recorded + astray * ((free + more * (1.0 - more / (more + far - free))) / far);
            }
        }
        let mut shift = DVec2::ZERO;
        for i in 0..2 {
            let leash = LEASH * self.legs[i].reach_length();
            let away = (inside(&root, goals[i].0) - limbs[i].hip).truncate() - shift;
            if planted[i] && away.length() > leash {
                shift += away * (1.0 - leash / away.length());
            }
        }
        root.at += rotate(shift, root.heading);
        root
    }

    /// How far hips must be let down so that both legs reach.
    fn needed(&self, root: &Root, limbs: &[ExactLimbs; 2], goals: &[(DVec3, DQuat, DQuat); 2]) -> f64 {
        let mut down: f64 = 0.0;
        for i in 0..2 {
            let (hip, ankle) = (limbs[i].hip, inside(root, goals[i].0));
            let long = self.legs[i].reach_length() - FREE;
            let flat = (hip - ankle).truncate().length_squared();
            let highest = ankle.z + (long * long - flat).max(0.0).sqrt();
            down = down.max(soft(hip.z - highest));
        }
        down
    }

    /// Puts feet where they belong and the hips where legs reach from.
    fn settle(&self, body: &mut SteppingBody, root: Root, time: f64) {
        let limbs = [0, 1].map(|i| self.legs[i].limbs(DVec3::Z * root.high, &body.rotations));
        body.planted = planted(&body.doing, time);
        let goals = [0, 1].map(|i| self.goal(body, i, &root, &limbs[i], time));
        let root = self.drawn(root, &limbs, &goals, body.planted, body.recorded);
        let down = self.needed(&root, &limbs, &goals).max(foreseen(body, time)).min(DEEPEST);
        body.residual = 0.0;
        for i in 0..2 {
            let (ankle, foot, heel) = goals[i];
            let limbs = limbs[i].lowered(down);
            let left = self.legs[i].reach(&limbs, inside(&root, ankle), foot, &mut body.rotations);
            self.legs[i].lay_toes(foot, heel, &mut body.rotations);
            if body.planted[i] {
                body.residual = body.residual.max(left);
            }
        }
        body.hips = DVec3::new(0.0, 0.0, root.high - down).as_vec3();
        let heading = math::wrap_exact(root.heading);
        body.placement = Placement { at: root.at, floor: root.floor as f32, heading: heading as f32 };
    }

    /// Where one ankle shall be, in the plan, and how its foot is turned, in the frame of the body; and how much of that is
    /// the heel that is raised.
    fn goal(&self, body: &SteppingBody, i: usize, root: &Root, limbs: &ExactLimbs, time: f64) -> (DVec3, DQuat, DQuat) {
        let leg = &self.legs[i];
        let plant = &body.feet[i];
        let (ball, heel, change) = match &body.doing {
            Doing::Step(step) if step.side as usize == i && time >= step.lift => {
                let u = step.swung(time);
                let e = ease(u);
                let mut ball = place(root, limbs.ball) + step.off[0].lerp(step.off[1], e);
                // Up early, down late: the edge of a tread is between.
                let rise = step.target.at.z - plant.at.z;
                let early = if rise > 0.0 { ease(u / 0.65) } else { ease((u - 0.35) / 0.65) };
                let room = TREAD.1[usize::from(rise < 0.0)] * rise.abs();
                let over = if rise.abs() > TREAD.0 { room } else { 0.0 };
                let arch = 16.0 * u * u * (1.0 - u) * (1.0 - u);
                ball.z += rise * (early - e) + (over + step.height) * arch;
                let yaw = step.yaw_off[0] + math::wrap_exact(step.yaw_off[1] - step.yaw_off[0]) * e;
                let turned_by = root.heading + angle(leg.twist(limbs.foot)) + yaw;
                ball += self.past(&body.feet[1 - i], (ball, turned_by), i, u);
                let heel = step.heel.slerp(DQuat::IDENTITY, ease(2.0 * u));
                (ball, heel, laid(root, plant.tilt.slerp(step.target.tilt, e)) * turned(yaw))
            }
            doing => {
                let ball = plant.ball(leg.height);
                let change = self.stance(root, leg, plant, limbs);
                // A foot that is left behind raises its heel; the one in front does not.
                let behind = match doing {
                    Doing::Step(step) if step.side as usize == i => 1.0,
                    Doing::Step(step) => ease(2.0 * step.share(time) - 1.0),
                    Doing::Stand(stand) => 1.0 - ease((time - stand.begin) / REST),
                };
                (ball, self.heel(root, leg, plant, change, limbs, behind), change)
            }
        };
        let change = heel * change;
        let ankle = ball + turned(root.heading) * (change * (limbs.ankle - limbs.ball));
        (ankle, change * limbs.foot, heel)
    }

    /// How far a foot that swings, turned by an angle against rest, goes aside to pass the one that stands: nothing at both ends, where
    /// footsteps say the place.
    fn past(&self, stands: &Plant, (ball, yaw): (DVec3, f64), i: usize, u: f64) -> DVec3 {
        let there = SoleStripe::of(&self.legs[1 - i], stands.at.truncate(), stands.yaw);
        let missing = soft(SoleStripe::of(&self.legs[i], ball.truncate(), yaw).depth(&there) + BETWEEN);
        let swings = ease(u / PASSES) * ease((1.0 - u) / PASSES);
        let outward = if i == 0 { 1.0 } else { -1.0 };
        rotate(DVec2::new(0.0, outward * missing * swings), stands.yaw).extend(0.0)
    }

    /// How a foot that lands beside another is turned: as it shall, or by as little else as keeps it off the other one; where none does,
    /// where it is least in it.
    fn beside(&self, lands: &Plant, stands: &Plant, i: usize, yaw: f64) -> f64 {
        let there = SoleStripe::of(&self.legs[1 - i], stands.at.truncate(), stands.yaw);
        let depth = |by: f64| SoleStripe::of(&self.legs[i], lands.at.truncate(), yaw + by).depth(&there);
        let mut best = (depth(0.0), 0.0);
        for k in 1..=TURNS.0 {
            for side in [1.0, -1.0] {
                let by = side * TURNS.1 * f64::from(k);
                let depth = depth(by);
                if best.0 > 0.0 && depth < best.0 {
                    best = (depth, by);
                }
            }
        }
        yaw + best.1
    }

    /// How a foot on the floor is turned against the clip, in the frame of the body: as it stands, whatever the clip turns it
    /// by, and laid on the ground.
    fn stance(&self, root: &Root, leg: &ExactLeg, plant: &Plant, limbs: &ExactLimbs) -> DQuat {
        laid(root, plant.tilt) * turned(-root.heading) * plant.turn * leg.twist(limbs.foot).conjugate()
    }

    /// How much more its heel is raised, in the frame of the body: out of the ground, where a blend has it there, and because the
    /// leg ends. `change` is how it is turned against the clip.
    fn heel(&self, root: &Root, leg: &ExactLeg, plant: &Plant, change: DQuat, limbs: &ExactLimbs, share: f64) -> DQuat {
        let ball = inside(root, plant.ball(leg.height));
        let up = laid(root, plant.tilt) * DVec3::Z;
        let back = change * (limbs.heel - limbs.ball);
        let depth = -back.dot(up) - leg.height;
        let out = if depth > 0.0 { arc(back, back + up * depth) } else { DQuat::IDENTITY };
        let ankle = ball + out * (change * (limbs.ankle - limbs.ball));
        leg.raise_heel(limbs.hip, ankle, ball, leg.reach_length() - FREE, share * HEEL) * out
    }

    fn plant(&self, at: DVec3, heading: f64, normal: DVec3, out: f64) -> Plant {
        let yaw = math::wrap_exact(heading + out);
        Plant { at, heading, yaw, turn: turned(yaw), normal, tilt: arc(DVec3::Z, normal) }
    }

    /// How far a foot is turned out as the body stands [rad].
    fn stands_out(&self, side: Side) -> f64 {
        let leg = &self.legs[side as usize];
        let stand = &self.library.stand().clip;
        let limbs = leg.limbs(stand.hips(0).as_dvec3(), stand.rotations(0));
        if self.settings.natural_feet { angle(leg.twist(limbs.foot)) } else { -leg.points }
    }

    /// Where a body stands on two feet.
    fn middle(&self, feet: &[Plant; 2], heading: f64) -> DVec2 {
        0.5 * (feet[0].at + feet[1].at).truncate() - rotate(self.between_feet, heading)
    }
}

/// Which feet are on the floor at a time.
fn planted(doing: &Doing, time: f64) -> [bool; 2] {
    let mut planted = [true; 2];
    if let Doing::Step(step) = doing {
        planted[step.side as usize] = time < step.lift;
    }
    planted
}

/// When it is found out how far hips must come down: evenly before the foot lifts and after, and as it lifts, when it is farthest behind.
fn dip_time(step: &ActiveStep, k: usize) -> f64 {
    let half = DIPS / 2;
    let share = |k: usize| k as f64 / half as f64;
    match k.checked_sub(half) {
        None => step.begin + (step.lift - step.begin) * share(k),
        Some(after) => step.lift + (step.land - step.lift) * share(after),
    }
}

/// How far hips are let down at a time for what is to come and for what was: neither at once.
fn foreseen(body: &SteppingBody, time: f64) -> f64 {
    let (begun, was) = body.dip;
    let gone = DIP_RATE * (time - begun);
    let mut down = was - gone;
    if let Doing::Step(step) = &body.doing {
        let near = |(k, dip): (usize, &f64)| dip - DIP_RATE * (time - dip_time(step, k)).abs();
        down = down.max(step.dips.iter().enumerate().map(near).fold(0.0, f64::max).min(was + gone));
    }
    down.max(0.0)
}

/// A point of the body's frame in the plan.
fn place(root: &Root, p: DVec3) -> DVec3 {
    (root.at + rotate(p.truncate(), root.heading)).extend(p.z + root.floor)
}

/// A point of the plan in the frame of the body.
fn inside(root: &Root, p: DVec3) -> DVec3 {
    rotate(p.truncate() - root.at, -root.heading).extend(p.z - root.floor)
}

/// A rotation in the plan, seen in the frame of the body.
fn laid(root: &Root, tilt: DQuat) -> DQuat {
    let around = turned(root.heading);
    around.conjugate() * tilt * around
}

/// The angle of a rotation about the vertical.
fn angle(twist: DQuat) -> f64 {
    math::wrap_exact(2.0 * math::atan2_exact(twist.z, twist.w))
}

/// Midway between two headings; of opposite ones the one there was.
fn mean_heading(a: f64, b: f64, was: f64) -> f64 {
    let apart = math::wrap_exact(b - a);
    if apart.abs() > 0.99 * std::f64::consts::PI { was } else { a + 0.5 * apart }
}

/// Place in the stride: the left foot lands at 0, the right one at a half.
fn phase(doing: &Doing, was: f32, time: f64) -> f32 {
    match doing {
        Doing::Step(step) => {
            let from = if step.side == Side::Right { 0.0 } else { 0.5 };
            (from + 0.5 * step.share(time) as f32).min(1.0 - f32::EPSILON)
        }
        Doing::Stand(_) => was,
    }
}
