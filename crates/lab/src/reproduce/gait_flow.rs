//! Fifteen people in each direction in a corridor, walking in steps: how their turning lies in the cycle of their gait.

use ambulo::World;
use ambulo_data::Trajectories;
use ambulo_eval::gait_turning::{self, GaitTurning};

/// The same bookkeeping of steps, and no feedback: as parameters of the locomotion in a scenario.
pub const WITHOUT_FEEDBACK: &str = "w_max = 0, gain = 1";

/// What came of a counter flow.
#[derive(Clone, Debug)]
pub struct GaitFlow {
    /// Turning over the phase of the cycle.
    pub turning: GaitTurning,
    /// How many of the thirty arrived.
    pub arrived: usize,
    /// When it was over [s].
    pub seconds: f64,
}

/// A corridor of 30 x 6 m, as far as turning goes: without fluctuations, where a model has any. `gait` are parameters of the
/// locomotion, as in a scenario. Panics on parameters that are none.
pub fn gait_flow(model: &str, gait: &str, seed: u64) -> GaitFlow {
    let noisy = ambulo_models::model_info(model).is_some_and(|m| m.params.iter().any(|p| p.name == "noise"));
    let quiet = if noisy { "noise = 0" } else { "" };
    let group = |start: &str, goal: &str| {
        format!(
            "[[walkers]]\ncount = 15\nstart = '{start}'\ngoal = '{goal}'\nmodel = '{model}'\nparams = {{ {quiet} }}\n\
             locomotion = 'gait-feedback'\nlocomotion_params = {{ {gait} }}\n"
        )
    };
    let text = format!(
        "seed = {seed}\nlimit = 60\nplan = {{ wkt = 'POLYGON ((0 0, 30 0, 30 6, 0 6, 0 0))' }}\n\
         areas = {{ west = {{ rect = [0, 0, 12, 6] }}, east = {{ rect = [18, 0, 30, 6] }}, \
         west-end = {{ rect = [0, 0, 1, 6] }}, east-end = {{ rect = [29, 0, 30, 6] }} }}\n{}{}",
        group("west", "east-end"),
        group("east", "west-end")
    );
    let mut world = World::parse("flow.toml", &text).unwrap_or_else(|e| panic!("{e}"));
    let (mut rows, mut phases) = (Vec::new(), Vec::new());
    while !world.finished() {
        let now = world.rows(world.report().step);
        let gait = |id: u32| world.simulation().gait(ambulo_sim::AgentId(id)).filter(|g| !g.standing);
        phases.extend(now.iter().map(|r| gait(r.id).map(|g| g.phase)));
        rows.extend(now);
        world.step();
    }
    let fps = 1.0 / world.simulation().dt();
    let t = Trajectories::new(fps, world.building_in_file().levels[0].plan.walkable.clone(), vec![], rows);
    GaitFlow {
        turning: gait_turning::measure(&t, &phases),
        arrived: world.report().arrived,
        seconds: world.report().time,
    }
}
