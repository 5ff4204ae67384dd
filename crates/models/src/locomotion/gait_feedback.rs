//! How one walker steps: `gait-feedback`.
//!
//! A crowd simulation method that considers the locomotion state of an agent: a body that follows the simulated place,
//! and a force from its steps back to the simulation, so that a walker does not change its course in the middle of a
//! step.
//!
//! A walker has two states. The simulated one has place and velocity (p_s, v_s), which others see. The body has its own
//! (p_m, v_m), a phase t from 0 to 1 (a cycle is two steps, a foot comes down at 0 and at 0.5), and walks or stands.
//!
//! - *Following*: p_m is drawn to meet p_s and v_s within t_m: f_m = w_p a_p + (1 - w_p) a_v, with a_v = (v_s - v_m) / t_m
//!   and a_p = 2 / t_m² (p_target - p_m - t_m v_m).
//! - *Phase*: grows with |v_m| over the length of a cycle.
//! - *Feedback*: the velocity of the body at the beginning of a step says where and when the step ends (p_t, T_t). The
//!   same formulas draw the simulated state to that end: a_v = (v_t - v_s) / T_t, a_p = 2 / T_t² (p_t - p_s - T_t v_s),
//!   limited to the preferred speed per second.
//! - *Mixing*: f' = (1 - w) f + w f_feedback with w = w_max (1 - cos 4 pi t) / 2, which is strongest in the middle of
//!   each step; f is what the steering model wants.
//! - *Standing*: a step that ends slower than v_stop ends the walk; an agent displaced by d_start walks again. A standing agent
//!   is free.
//!
//! Departures from the paper, with what it says as options where the two can be compared:
//!
//! - It prints 2 / t_m in a_p. Only 2 / t_m² is an acceleration, and only that meets the place in time.
//! - It takes p_s as the target, which leaves the body a constant t_m |v| behind (`target = "literal"`). Here the target
//!   is where the walker will be, p_s + t_m v_s: no lag.
//! - It puts the terminal values in the place of the body's, which gives a force away from the end of the step
//!   (`roles = "literal"`). Here the simulated state is what is drawn.
//! - It prints cos 2 pi t, which has one peak a cycle, where its figure has two, one per step (`weight = "literal"`).
//! - It speaks of the end of the cycle, and of a direction that is fixed at the beginning of a step: the end of the step
//!   is taken (`terminal = "cycle-end"` for the other).
//! - The phase moves on at least so fast that a step takes a second: else an agent that stops in the middle of a step would
//!   keep a foot in the air for ever.
//! - The first step out of standing is held to the velocity the walker sets out with. A body that just began to move has
//!   none yet, and would be held to its place.
//! - What f is. A model that [accelerates](ambulo_sim::SteeringModel::ACCELERATES) says f itself; it is multiplied by `gain`
//!   as in the paper. The others say a velocity to be had at once, for which f is beyond all bounds, and a share of it is
//!   too: nothing would be held. Such a gap is closed at a rate of gain (1 - w) / (w t_d) instead: at once between steps,
//!   within about t_d / gain in the middle of one.
//! - A body about to touch another or a wall within this step is released, the more the sooner it would touch.

use ambulo_geom::{Point, Vec2, math};
use ambulo_sim::{AgentId, Body, Gait, Locomotion, MotionView, Row, params};
use std::f32::consts::TAU;

params! {
    /// Walking in steps that hold their course.
    ///
    /// ```
    /// use ambulo_geom::{Point, Polygon, Region};
    /// use ambulo_sim::{AtGoal, Group, Simulation};
    /// let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap());
    /// let mut sim = Simulation::new(ambulo_models::setup(hall)).unwrap();
    /// let group = sim.add_group(&Group { locomotion: "gait-feedback".into(), ..Group::default() }).unwrap();
    /// let goal = sim.add_goal_at(Point::new(19.0, 2.5)).unwrap();
    /// let journey = sim.add_journey(&[goal], AtGoal::Leave);
    /// let id = sim.spawn(group, journey, Point::new(1.0, 2.5)).unwrap();
    /// assert!(sim.gait(id).unwrap().standing);
    /// for _ in 0..40 {
    ///     sim.step();
    /// }
    /// let gait = sim.gait(id).unwrap();
    /// assert!(!gait.standing && gait.velocity.x > 1.0);
    /// ```
    pub struct GaitFeedback {
        /// Greatest weight of the feedback, in the middle of a step.
        w_max: "1", 0.0..=1.0, 0.5;
        /// Weight of the place beside the velocity, in following and in feedback.
        w_p: "1", 0.0..=1.0, 0.5;
        /// Time in which the body meets the simulated place and velocity.
        t_m: "s", 0.05..=10.0, 0.5;
        /// Time in which a body takes up a velocity that a model wants at once, in the middle of a step at weight 0.5 and gain 1.
        t_d: "s", 0.01..=10.0, 1.0;
        /// What the accelerations of a model are multiplied by.
        gain: "1", 0.1..=10.0, 2.0;
        /// Length of a cycle, which is two steps, at speed v_ref.
        d_cyc: "m", 0.1..=5.0, 1.4;
        /// Speed at which a cycle is d_cyc long.
        v_ref: "m/s", 0.1..=5.0, 1.3;
        /// A step that ends slower than this ends the walk.
        v_stop: "m/s", 0.0..=2.0, 0.15;
        /// A standing agent displaced by this starts to walk.
        d_start: "m", 0.0..=2.0, 0.15;
        /// How the length of a cycle depends on speed: with its root, or not at all.
        distance: "root|constant", 0.0..=1.0, 0.0;
        /// What feedback draws to: the end of the step or of the cycle.
        terminal: "step-end|cycle-end", 0.0..=1.0, 0.0;
        /// What the body follows: the place ahead or, as the paper prints it, the place now.
        target: "ahead|literal", 0.0..=1.0, 0.0;
        /// What feedback moves: the simulated state or, as the paper prints it, away from the end of the step.
        roles: "swapped|literal", 0.0..=1.0, 0.0;
        /// Weight over the cycle: two peaks or, as the paper prints it, one.
        weight: "two-peaks|literal", 0.0..=1.0, 0.0;
    }
}

/// The slowest a phase moves on [1/s]: a step takes a second at most.
const LEAST_RATE: f32 = 0.5;
/// Below this speed the length of a cycle does not shrink any further [m/s].
const LEAST_SPEED: f32 = 0.2;
/// Slower than this a body keeps its facing [m/s].
const FACING_SPEED: f32 = 0.05;

/// The columns of one walker. Places are relative to the walker's own, so that they need no more than f32 and moving a
/// walker elsewhere moves all of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct GaitState {
    /// Place of the body less the walker's [m].
    pub(super) offset: Vec2,
    /// Velocity of the body [m/s].
    pub(super) velocity: Vec2,
    /// Place of the body when the step began, less the walker's place now [m].
    pub(super) from: Vec2,
    /// Velocity the step is held to [m/s].
    pub(super) held: Vec2,
    /// Unit vector.
    pub(super) facing: Vec2,
    pub(super) phase: f32,
    pub(super) standing: bool,
    pub(super) lead_left: bool,
}

ambulo_sim::snapshot!(GaitState { offset, velocity, from, held, facing, phase, standing, lead_left });

impl GaitState {
    /// A new agent, standing.
    pub(super) fn new(facing: Vec2, id: u32) -> Self {
        let zero = Vec2::ZERO;
        let lead_left = id.is_multiple_of(2);
        Self { offset: zero, velocity: zero, from: zero, held: zero, facing, phase: 0.0, standing: true, lead_left }
    }

    /// Time until the step, or the cycle, ends [s].
    pub(super) fn left(&self, p: &GaitFeedback) -> f32 {
        let ends = if p.terminal == 0.0 { 0.5 * ((2.0 * self.phase).floor() + 1.0) } else { 1.0 };
        (ends - self.phase) / p.rate(self.velocity.length())
    }

    /// What feedback asks of a walker [m/s²] who ends the step in `left` [s].
    pub(super) fn feedback(&self, p: &GaitFeedback, body: &Body, left: f32, dt: f32) -> Vec2 {
        let share = if p.terminal == 0.0 { 0.5 } else { 1.0 };
        // What ends within dt is evaluated a little later, at the same velocity.
        let later = (dt - left).max(0.0);
        let (left, lasts) = (left + later, share / p.rate(self.held.length()) + later);
        let (end, now) = (self.from + self.held * lasts, body.velocity());
        let (velocity, place) = if p.roles == 0.0 {
            (self.held - now, end - now * left)
        } else {
            (now - self.held, -end - self.held * left)
        };
        let wanted = place * (2.0 / (left * left)) * p.w_p + velocity * ((1.0 - p.w_p) / left);
        wanted.clamp_length(body.speed)
    }

    /// The body moves on by `dt` [s], following `body`, who will have `moved` [m] at the end of it.
    pub(super) fn follow(&mut self, p: &GaitFeedback, body: &Body, moved: Vec2, dt: f32) {
        if self.standing {
            self.offset -= moved;
            if self.offset.length_squared() > p.d_start * p.d_start {
                self.set_out(body.velocity());
            }
            return;
        }
        let gap = body.velocity() - self.velocity;
        let behind = if p.target == 0.0 { gap * p.t_m } else { -self.velocity * p.t_m } - self.offset;
        let pull = behind * (2.0 / (p.t_m * p.t_m)) * p.w_p + gap * ((1.0 - p.w_p) / p.t_m);
        self.velocity += pull * dt;
        self.offset += self.velocity * dt - moved;
        self.from -= moved;
        let speed = self.velocity.length();
        // Coming to rest, a body runs a little past the walker and comes back: it does not turn round for that.
        if speed >= FACING_SPEED && self.velocity.dot(body.velocity()) > 0.0 {
            self.facing = self.velocity / speed;
        }
        let before = self.phase;
        // A step is not jumped over, however long dt is.
        let rate = p.rate(speed);
        self.phase += (rate * dt).min(0.5);
        let ended = (2.0 * self.phase).floor() != (2.0 * before).floor();
        let wrapped = self.phase >= 1.0;
        if wrapped {
            self.phase -= 1.0;
        }
        if ended && speed < p.v_stop {
            (self.phase, self.standing, self.velocity) = (0.0, true, Vec2::ZERO);
        } else if if p.terminal == 0.0 { ended } else { wrapped } {
            // The foot came down some time within dt: the step began where the body was then.
            let since = (2.0 * self.phase).fract() / (2.0 * rate);
            (self.from, self.held) = (self.offset - self.velocity * since, self.velocity);
        }
    }

    /// Begins to walk, with the foot on the side it turns to.
    fn set_out(&mut self, velocity: Vec2) {
        let turn = self.facing.cross(velocity);
        if turn.abs() > 1e-3 {
            self.lead_left = turn > 0.0;
        }
        self.standing = false;
        (self.phase, self.from, self.held) = (0.0, self.offset, velocity);
    }

    pub(super) fn seen(&self, at: Point) -> Gait {
        Gait {
            phase: self.phase,
            standing: self.standing,
            lead_left: self.lead_left,
            place: at + self.offset,
            velocity: self.velocity,
            facing: self.facing,
        }
    }
}

impl Locomotion for GaitFeedback {
    const NAME: &'static str = "gait-feedback";
    const TITLE: &'static str = "Walks in steps; within a step the course is held, between steps it is free";
    const PAPER: &'static str = "A crowd simulation method that considers the locomotion state of an agent, with a feedback force from \
                motion generation to crowd simulation";
    const LIMITS: &'static str =
        "one walking and one standing motion: no side steps, no turning on the spot, no running";
    const FOLLOWS: bool = true;
    type Memory = GaitState;

    fn begin(&self, id: AgentId, heading: Vec2) -> GaitState {
        GaitState::new(heading, id.0)
    }

    fn advance(&self, view: &MotionView<'_>, me: Row, intended: Vec2, state: &mut GaitState) -> Vec2 {
        super::holding::held(self, view, me, intended, state)
    }

    fn follow(&self, view: &MotionView<'_>, me: Row, moved: Vec2, state: &mut GaitState) {
        state.follow(self, view.body(me), moved, view.dt);
    }

    fn gait(&self, state: &GaitState, at: Point) -> Option<Gait> {
        Some(state.seen(at))
    }
}

impl GaitFeedback {
    /// Weight of the feedback at a phase.
    pub(super) fn weight_at(&self, phase: f32) -> f32 {
        let turn = if self.weight == 0.0 { 2.0 * phase } else { phase };
        // 1 - cos x = 1 + cos (x - pi), and the cosine is made for -pi to pi.
        let x = TAU * (turn - turn.floor() - 0.5);
        (0.5 * self.w_max * (1.0 + math::cos32(x))).max(0.0)
    }

    /// How fast the phase moves on at a speed of the body [1/s].
    pub(super) fn rate(&self, speed: f32) -> f32 {
        let longer = if self.distance == 0.0 { (speed.max(LEAST_SPEED) / self.v_ref).sqrt() } else { 1.0 };
        (speed / (self.d_cyc * longer)).max(LEAST_RATE)
    }

    /// The share of the gap between what a walker does and what its model wants that is closed within `dt`, at a weight.
    pub(super) fn share(&self, weight: f32, accelerates: bool, dt: f32) -> f32 {
        if accelerates {
            return self.gain * (1.0 - weight);
        }
        let rate = self.gain * (1.0 - weight) * dt;
        // At weight 0 this is exactly 1.
        if weight > 0.0 { rate / (rate + self.t_d * weight) } else { 1.0 }
    }
}
