//! The city benchmark: any number of people on routes through a whole city.

use crate::bench::{BenchOptions, BenchResult};
use ambulo_geom::{Point, Region};
use ambulo_nav::{CITY_SIDE, generated_city};
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{AgentId, AtGoal, Command, GoalId, Group, GroupError, Setup, Simulation};

/// Enough for a million people to plan their routes: some tens of thousands do in a step.
const STEPS: u32 = 60;

/// Runs people from anywhere to anywhere in the [generated city](ambulo_nav::generated_city): neighbours within 5 m, dt
/// 0.1 s, 60 steps. The memory it reports counts every route.
///
/// ```
/// use ambulo_lab::{BenchOptions, Meter, bench_city};
/// let options = BenchOptions::new("social-force", Meter { cpu_seconds: || 1.0, bytes: || 0 });
/// let r = bench_city(20, &options).unwrap();
/// assert_eq!((r.workload, r.agents, r.wall_crossings), ("city", 20, 0));
/// assert!(bench_city(20, &BenchOptions { locomotion: "hovering", ..options }).is_err());
/// ```
pub fn bench_city(agents: usize, options: &BenchOptions<'_>) -> Result<BenchResult, GroupError> {
    options.measure("city", STEPS, |group, threads| city(agents, group, threads))
}

fn city(agents: usize, group: &Group, threads: usize) -> Result<Simulation, GroupError> {
    let area: Region = generated_city();
    let mut sim =
        Simulation::new(Setup { dt: 0.1, threads, ..ambulo_models::setup(area.clone()) }).expect("a city has a mesh");
    let group = sim.add_group(group)?;
    let goal = |sim: &mut Simulation, walker: u32| -> GoalId {
        let mut draw = Draw::new(1, walker, 1, Purpose::Setup);
        loop {
            // Two thirds of the city are streets.
            let at = Point::new(draw.unit() * CITY_SIDE, draw.unit() * CITY_SIDE);
            if let Some(goal) = sim.add_goal_at(at) {
                return goal;
            }
        }
    };
    let first = goal(&mut sim, 0);
    let journey = sim.add_journey(&[first], AtGoal::Leave);
    // As many as fit: beyond two million or so the streets are full.
    let _ = sim.populate(&area, group, journey, agents);
    for k in 0..sim.report().appeared as u32 {
        let goal = goal(&mut sim, k);
        sim.command(Command::SetGoal(AgentId(k), goal));
    }
    Ok(sim)
}
