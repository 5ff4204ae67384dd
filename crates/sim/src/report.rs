//! The report of a step.

use crate::{AgentId, Blocked, ShortOfGoal, Stuck, Timers, snapshot};

/// The state of a run after a step; counts are since the start.
///
/// ```
/// let r = ambulo_sim::Report::default();
/// assert_eq!((r.step, r.arrived), (0, 0));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Steps done.
    pub step: u32,
    /// Simulated time [s].
    pub time: f64,
    /// Walkers present.
    pub present: usize,
    /// Walkers that have appeared so far.
    pub appeared: usize,
    /// Walkers that reached their last goal.
    pub arrived: usize,
    /// Walkers taken out by command before they arrived.
    pub removed: usize,
    /// Walkers that are due but find no free place in their start area.
    pub waiting_to_enter: usize,
    /// Spawn commands refused because the place was not free.
    pub refused: usize,
    /// Agent-steps done: the sum of those present over all steps.
    pub agent_steps: u64,
    /// Agents with a non-finite state (NaN).
    pub faults: Vec<AgentId>,
    /// Agents without progress at the moment, by id. Updated every simulated second.
    pub stuck: Vec<Stuck>,
    /// Walkers that have stood within reach of their goal for a second and have not arrived, by id. Updated every
    /// simulated second.
    pub short_of_goal: Vec<ShortOfGoal>,
    /// Places at which people waited and none made progress, since the start, in the order in which they were found. Updated
    /// every simulated second.
    pub blocked: Vec<Blocked>,
    /// Worst overlap of bodies, or of a body and a wall, in any step [m].
    pub max_overlap: f32,
    /// Times a walker's centre crossed a wall or left the walkable area.
    pub wall_crossings: u64,
    /// Times contact had to hold a walker back.
    pub held_back: u64,
    /// Times a walker changed its route because of the crowd.
    pub route_changes: usize,
    /// Hash of all states so far.
    pub state_hash: u64,
    /// Where the time went.
    pub timers: Timers,
}

snapshot!(Report {
    step,
    time,
    present,
    appeared,
    arrived,
    removed,
    waiting_to_enter,
    refused,
    agent_steps,
    faults,
    stuck,
    short_of_goal,
    blocked,
    max_overlap,
    wall_crossings,
    held_back,
    route_changes,
    state_hash,
    timers,
});
