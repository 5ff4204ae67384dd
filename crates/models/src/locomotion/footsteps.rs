//! A walker who plans where to put its feet: `footsteps`.
//!
//! Beacco, Pelechano and Kapadia, Dynamic footsteps planning for multiple characters (2013): A* over single steps, with a cost of
//! energy, and collisions predicted for a body in time.
//!
//! - *State*: the places of both feet, the direction of the body, the foot to move, the speed of the last step, time. The root is
//!   the middle between the feet at each landing and moves evenly in between: a step of length L moves it by L in steady
//!   walking and by L / 2 out of standing.
//! - *Actions*: the [`step set`](steps), which follows from the speed a walker intends, each at one or two time scales, and standing.
//! - *Cost*: the integral of M (e_s + e_w v²) over each step, times an effort of 1 or more for steps that are not forward.
//! - *Estimate*: 2 M (d - tolerance) sqrt(e_s e_w), which never exceeds the true cost.
//! - *Pruned*: a foot twice in a row, speed that changes by more than dv_max, turning above 2 rad/s, a state that was reached cheaper.
//! - *Collisions*: a cylinder about the root first; where that hits, five (head, hands, feet) and the trunk that contact keeps free. Feet
//!   keep off the feet of others. Walls: the root keeps its radius and no swing crosses one. On stairs one foot on each tread.
//! - *When*: at a landing, if the goal changed, the next steps would hit someone, the feet are not where they were planned, or the plan is three steps or two seconds old. A step that was begun is ended.
//!
//! Steering says the direction: the goal of a plan lies where the intended velocity would lead within `look`. What departs from the paper:
//!
//! - No clips: steps come from the empirical relation of length and cadence.
//! - The nodes of a search are counted, not timed: the same plan on every machine.
//! - With `energy = "own"` e_w is such that the speed that is intended is the cheapest; `"paper"` has the paper's 1.33 m/s for all.
//! - The plans of others are those of the step before, because every walker decides on the same frozen now. Of two who set out in the
//!   same step, and whose feet would meet, one calls it off before its foot leaves the floor.
//! - The printed cost lacks the parentheses about the sum.
//! - Who finds no plan with five cylinders searches once more with trunks alone; who gets no farther for seconds heads where its route
//!   leads and at last takes the trunks of others for a cost.

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
mod collision;
mod feet;
mod search;
mod stairs;
mod state;
pub mod steps;
#[cfg(test)]
mod tests;

pub use state::FootstepState;

use ambulo_geom::{Point, Vec2};
use ambulo_sim::{AgentId, Gait, LandedFootstep, Locomotion, MotionView, PublishedSteps, Row, params};
use search::Search;
use std::cell::Cell;

params! {
    /// Walking on planned footsteps.
    ///
    /// ```
    /// use ambulo_geom::{Point, Polygon, Region};
    /// use ambulo_sim::{AtGoal, Group, Simulation};
    /// let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap());
    /// let mut sim = Simulation::new(ambulo_models::setup(hall)).unwrap();
    /// let group = sim.add_group(&Group { locomotion: "footsteps".into(), ..Group::default() }).unwrap();
    /// let goal = sim.add_goal_at(Point::new(19.0, 2.5)).unwrap();
    /// let journey = sim.add_journey(&[goal], AtGoal::Leave);
    /// let id = sim.spawn(group, journey, Point::new(1.0, 2.5)).unwrap();
    /// let mut steps = Vec::new();
    /// for _ in 0..80 {
    ///     sim.step();
    ///     steps.extend(sim.footsteps());
    /// }
    /// assert!(sim.walker(id).unwrap().place.x > 3.0);
    /// assert!(steps.len() > 5 && steps.windows(2).skip(1).all(|pair| pair[0].right != pair[1].right));
    /// ```
    pub struct Footsteps {
        /// Most steps a plan looks ahead; 1 is purely reactive.
        horizon: "1", 1.0..=8.0, 8.0;
        /// Most nodes a search expands.
        nodes: "1", 1.0..=1000.0, 40.0;
        /// The goal of a plan lies where the intended velocity leads within this time.
        look: "s", 0.5..=6.0, 2.5;
        /// How near the goal a plan must end.
        tolerance: "m", 0.05..=2.0, 0.3;
        /// Radius of the cylinder about the root.
        cylinder: "m", 0.1..=1.0, 0.35;
        /// How far others are seen.
        view: "m", 1.0..=20.0, 6.0;
        /// Energy of standing.
        e_s: "J/(kg s)", 0.1..=20.0, 2.23;
        /// Energy of walking, with `energy = "paper"`.
        e_w: "J s/(kg m^2)", 0.1..=20.0, 1.26;
        /// Greatest change of speed between two steps.
        dv_max: "m/s", 0.1..=5.0, 1.0;
        /// Time of standing.
        stand: "s", 0.1..=2.0, 0.5;
        /// Slower than this is standing.
        v_stop: "m/s", 0.0..=1.0, 0.1;
        /// Time over which the accelerations of a model are read as a velocity.
        t_a: "s", 0.05..=5.0, 0.5;
        /// Which speed is the cheapest: the intended one, or the paper's for all.
        energy: "own|paper", 0.0..=1.0, 0.0;
    }
}

thread_local! {
    /// What a search works with: kept for the next walker on the same thread.
    static SEARCH: Cell<Option<Box<Search>>> = const { Cell::new(None) };
}

impl Locomotion for Footsteps {
    const NAME: &'static str = "footsteps";
    const TITLE: &'static str = "Plans its footsteps: the cheapest steps that hit nobody, a few seconds ahead";
    const PAPER: &'static str = "Beacco, Pelechano and Kapadia, Dynamic footsteps planning for multiple characters, Spanish Conference on Computer Graphics (2013)";
    const LIMITS: &'static str = "no running, jumping or crouching, slopes as level floor";
    const FOLLOWS: bool = true;
    const STEPS: bool = true;
    type Memory = FootstepState;

    fn begin(&self, id: AgentId, heading: Vec2) -> FootstepState {
        FootstepState::new(id, heading)
    }

    fn advance(&self, view: &MotionView<'_>, me: Row, intended: Vec2, state: &mut FootstepState) -> Vec2 {
        let body = view.body(me);
        state.stand_up(view, me);
        if !view.script(me).is_empty() && state.follow_script(view, me) {
            return state.velocity(body.place(), view.dt);
        }
        state.call_off(view, me);
        if state.is_over() {
            let now = body.velocity();
            let wanted = if view.accelerates(me) { now + (intended - now) * (self.t_a / view.dt) } else { intended };
            let wanted = wanted.clamp_length(body.speed.max(intended.length()));
            SEARCH.with(|kept| {
                let mut search = kept.take().unwrap_or_default();
                state.decide(self, view, me, wanted, &mut search);
                kept.set(Some(search));
            });
        }
        state.velocity(body.place(), view.dt)
    }

    fn follow(&self, view: &MotionView<'_>, me: Row, moved: Vec2, state: &mut FootstepState) {
        state.follow(view, me, moved);
    }

    fn gait(&self, state: &FootstepState, at: Point) -> Option<Gait> {
        Some(state.seen(at))
    }

    fn publish(&self, state: &FootstepState, at: Point, dt: f32) -> PublishedSteps {
        state.publish(at, dt)
    }

    fn footsteps<'m>(&self, state: &'m FootstepState) -> &'m [LandedFootstep] {
        state.landed()
    }
}
