//! The crowd benchmark: two named workloads, measured per CPU-second, with what a fast run must not do.

use ambulo::summary::stage_shares;
use ambulo_geom::{Point, Polygon, Region};
use ambulo_models::model_info;
use ambulo_models::rules::Headway;
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{AgentId, AtGoal, Command, GoalId, Group, GroupError, Setup, Simulation, Stage, WalkerState};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Instant;

/// The locomotion of workloads that name none.
const POINT_MASS: &str = "point-mass";

/// What is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// So many people at 0.5 per square metre, random starts and goals, neighbours within 5 m, dt 0.1 s, 100 steps.
    Open {
        /// How many.
        agents: usize,
    },
    /// A thousand people in a room of 30 x 30 m with a door of 1.2 m, dt 0.05 s, 200 steps.
    Door,
}

impl Workload {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open { .. } => "open",
            Self::Door => "door",
        }
    }

    /// How many steps it takes.
    pub fn steps(self) -> u32 {
        match self {
            Self::Open { .. } => 100,
            Self::Door => 200,
        }
    }

    /// Length of a step [s].
    pub fn dt(self) -> f64 {
        match self {
            Self::Open { .. } => 0.1,
            Self::Door => 0.05,
        }
    }

    /// Where people may walk.
    ///
    /// ```
    /// assert_eq!(ambulo_lab::Workload::Open { agents: 50 }.area().area().round(), 100.0);
    /// ```
    pub fn area(self) -> Region {
        match self {
            Self::Open { agents } => {
                let side = (agents as f64 / 0.5).sqrt().max(4.0);
                rectangle(0.0, 0.0, side, side)
            }
            Self::Door => {
                let ring = [
                    (0.0, 0.0),
                    (30.0, 0.0),
                    (30.0, 14.4),
                    (30.3, 14.4),
                    (30.3, 0.0),
                    (40.0, 0.0),
                    (40.0, 30.0),
                    (30.3, 30.0),
                    (30.3, 15.6),
                    (30.0, 15.6),
                    (30.0, 30.0),
                    (0.0, 30.0),
                ];
                Region::from(Polygon::from_rings(&ring, &[]).expect("a proper room"))
            }
        }
    }

    /// Who walks, the same for every model: for programs that give others the same people.
    ///
    /// ```
    /// let people = ambulo_lab::Workload::Door.people();
    /// assert_eq!(people.len(), 1000);
    /// assert!(people.iter().all(|p| p.start.x < 30.0 && p.goal.x > 38.0));
    /// ```
    pub fn people(self) -> Vec<BenchWalker> {
        let sim = self.simulation(&group("social-force", POINT_MASS), 1).expect("a model that is there");
        let walker = |w: WalkerState| BenchWalker {
            start: w.place,
            goal: match self {
                Self::Open { agents } => open_goal(agents, w.id.0),
                Self::Door => Point::new(39.0, 15.0),
            },
            speed: f64::from(w.preferred_speed),
            radius: f64::from(w.radius),
        };
        sim.walkers().map(walker).collect()
    }

    fn simulation(self, group: &Group, threads: usize) -> Result<Simulation, GroupError> {
        match self {
            Self::Open { agents } => open(agents, group, threads),
            Self::Door => door(group, threads),
        }
    }
}

/// One person of a workload.
///
/// ```
/// let p = ambulo_lab::Workload::Open { agents: 50 }.people()[7];
/// assert!(p.radius == f64::from(0.22f32) && p.start.distance(p.goal) > 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BenchWalker {
    /// Where it begins.
    pub start: Point,
    /// Where it goes; in `door` the middle of the area that it goes to.
    pub goal: Point,
    /// Preferred speed [m/s].
    pub speed: f64,
    /// Radius of the body [m].
    pub radius: f64,
}

/// What the program around knows about its own costs.
///
/// ```
/// let m = ambulo_lab::Meter { cpu_seconds: || 0.0, bytes: || 0 };
/// assert_eq!((m.bytes)(), 0);
/// ```
#[derive(Clone, Copy)]
pub struct Meter {
    /// CPU time of the process so far [s].
    pub cpu_seconds: fn() -> f64,
    /// Bytes allocated now.
    pub bytes: fn() -> usize,
}

/// What a workload cost.
///
/// ```
/// use ambulo_lab::{BenchOptions, Meter, Workload, bench_crowd};
/// let meter = Meter { cpu_seconds: || 1.0, bytes: || 0 };
/// let r = bench_crowd(Workload::Open { agents: 50 }, &BenchOptions::new("social-force", meter)).unwrap();
/// assert_eq!((r.agents, r.steps, r.wall_crossings), (50, 100, 0));
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct BenchResult {
    /// Which workload.
    pub workload: &'static str,
    /// Which model.
    pub model: String,
    /// Which locomotion.
    pub locomotion: String,
    /// Whether people keep their headway.
    pub headway: bool,
    /// How many people.
    pub agents: usize,
    /// How many threads.
    pub threads: usize,
    /// How many steps.
    pub steps: u32,
    /// Agent-steps per second of wall time.
    pub agent_steps_per_s: f64,
    /// Agent-steps per CPU-second over all threads.
    pub agent_steps_per_cpu_s: f64,
    /// Memory after the run for each walker at the start: everything the simulation holds.
    pub bytes_per_agent: f64,
    /// Worst overlap [m].
    pub max_overlap_m: f64,
    /// Wall crossings.
    pub wall_crossings: u64,
    /// Wall time of a step [ms].
    pub step_ms: f64,
    /// What computed decisions beside the CPU, as a GPU.
    pub devices: Vec<String>,
    /// Where there is one: time of a step spent in each part of its work, and on control, which is the rest of steering [ms].
    #[serde(serialize_with = "as_object")]
    pub device_ms: Vec<(&'static str, f64)>,
    /// Share of the time spent in each stage.
    pub stages: BTreeMap<&'static str, f64>,
    /// Hash of the states, to compare thread counts.
    pub state_hash: String,
}

/// What a workload is run with.
///
/// ```
/// use ambulo_lab::{BenchOptions, Meter, Workload, bench_crowd};
/// let meter = Meter { cpu_seconds: || 1.0, bytes: || 0 };
/// let options = BenchOptions { locomotion: "gait-feedback", ..BenchOptions::new("social-force", meter) };
/// let r = bench_crowd(Workload::Open { agents: 50 }, &options).unwrap();
/// assert_eq!((r.locomotion.as_str(), r.wall_crossings), ("gait-feedback", 0));
/// ```
#[derive(Clone, Copy)]
pub struct BenchOptions<'a> {
    /// Steering model.
    pub model: &'a str,
    /// Locomotion.
    pub locomotion: &'a str,
    /// Whether people keep their headway.
    pub headway: bool,
    /// Threads; 0 means one per core.
    pub threads: usize,
    /// Parameters of the model, over those of the workload.
    pub params: &'a [(String, f64)],
    /// CPU time and bytes of the program around.
    pub meter: Meter,
}

impl<'a> BenchOptions<'a> {
    /// A model with point masses on one thread.
    ///
    /// ```
    /// let meter = ambulo_lab::Meter { cpu_seconds: || 1.0, bytes: || 0 };
    /// assert_eq!(ambulo_lab::BenchOptions::new("orca", meter).threads, 1);
    /// ```
    pub fn new(model: &'a str, meter: Meter) -> Self {
        Self { model, locomotion: POINT_MASS, headway: false, threads: 1, params: &[], meter }
    }

    /// Makes a simulation of people of this model and locomotion, and runs it for so many steps.
    pub(crate) fn measure(
        &self,
        workload: &'static str,
        steps: u32,
        make: impl FnOnce(&Group, usize) -> Result<Simulation, GroupError>,
    ) -> Result<BenchResult, GroupError> {
        let before = (self.meter.bytes)();
        let mut group = group(self.model, self.locomotion);
        group.params.retain(|(name, _)| !self.params.iter().any(|(given, _)| given == name));
        group.params.extend_from_slice(self.params);
        let group = if self.headway { group.with_rule(Headway::default()) } else { group };
        let sim = make(&group, self.threads)?;
        self.run(workload, steps, sim, before)
    }

    /// Runs a simulation for so many steps; `before` are the bytes in use before it was made.
    fn run(
        &self,
        workload: &'static str,
        steps: u32,
        mut sim: Simulation,
        before: usize,
    ) -> Result<BenchResult, GroupError> {
        let meter = self.meter;
        let agents = sim.report().appeared;
        let (cpu, wall) = ((meter.cpu_seconds)(), Instant::now());
        for _ in 0..steps {
            sim.step();
        }
        let (cpu, wall) = ((meter.cpu_seconds)() - cpu, wall.elapsed().as_secs_f64());
        let bytes = (meter.bytes)().saturating_sub(before);
        if let Some(why) = sim.failure() {
            let model = model_info(self.model).map_or("", |m| m.name);
            return Err(GroupError::Unavailable { model, why: why.into() });
        }
        let report = sim.report();
        Ok(BenchResult {
            workload,
            model: self.model.to_string(),
            locomotion: self.locomotion.to_string(),
            headway: self.headway,
            agents,
            threads: sim.threads(),
            steps: report.step,
            agent_steps_per_s: report.agent_steps as f64 / wall,
            agent_steps_per_cpu_s: report.agent_steps as f64 / cpu.max(1e-9),
            bytes_per_agent: bytes as f64 / agents as f64,
            max_overlap_m: f64::from(report.max_overlap.max(0.0)),
            wall_crossings: report.wall_crossings,
            step_ms: wall * 1000.0 / f64::from(steps.max(1)),
            devices: sim.devices(),
            device_ms: device_ms(&sim),
            stages: stage_shares(report),
            state_hash: format!("{:016x}", report.state_hash),
        })
    }
}

/// Time of a step on devices, part by part, and on the rest of steering [ms].
fn device_ms(sim: &Simulation) -> Vec<(&'static str, f64)> {
    let (mut parts, report) = (sim.device_times(), sim.report());
    if !parts.is_empty() {
        let known: f64 = parts.iter().map(|(_, seconds)| seconds).sum();
        parts.push(("control", report.timers.seconds(Stage::Steering) - known));
    }
    parts.into_iter().map(|(part, seconds)| (part, seconds * 1000.0 / f64::from(report.step.max(1)))).collect()
}

fn as_object<S: serde::Serializer>(parts: &[(&'static str, f64)], out: S) -> Result<S::Ok, S::Error> {
    out.collect_map(parts.iter().copied())
}

/// Runs a workload once.
///
/// ```
/// use ambulo_lab::{BenchOptions, Meter, Workload, bench_crowd};
/// let meter = Meter { cpu_seconds: || 1.0, bytes: || 0 };
/// assert!(bench_crowd(Workload::Door, &BenchOptions::new("telepathy", meter)).is_err());
/// ```
pub fn bench_crowd(workload: Workload, options: &BenchOptions<'_>) -> Result<BenchResult, GroupError> {
    options.measure(workload.name(), workload.steps(), |group, threads| workload.simulation(group, threads))
}

fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Region {
    Region::from(Polygon::rectangle(x0, y0, x1, y1).expect("a proper rectangle"))
}

/// Parameters the workloads set for every model that has them: neighbours within 5 m, decisions at every step.
fn group(model: &str, locomotion: &str) -> Group {
    let known = model_info(model).map_or(&[][..], |m| m.params);
    let given = [("range", 5.0), ("decide_every", 0.0)];
    let params = given.into_iter().filter(|(name, _)| known.iter().any(|p| p.name == *name));
    let params = params.map(|(name, value)| (name.to_string(), value)).collect();
    Group { model: model.into(), params, locomotion: locomotion.into(), ..Group::default() }
}

fn open(agents: usize, group: &Group, threads: usize) -> Result<Simulation, GroupError> {
    let workload = Workload::Open { agents };
    let (area, dt) = (workload.area(), workload.dt());
    let mut sim =
        Simulation::new(Setup { dt, threads, ..ambulo_models::setup(area.clone()) }).expect("a square has a mesh");
    let group = sim.add_group(group)?;
    let start = sim.add_goal_at(area.bounds().expect("a square").center()).expect("inside");
    let journey = sim.add_journey(&[start], AtGoal::Leave);
    // Rejected starts are rare at this density: a quarter of what would fit.
    let placed = sim.populate(&area, group, journey, agents);
    placed.expect("half a person a square metre fits");
    for k in 0..agents as u32 {
        let GoalId(goal) = sim.add_goal_at(open_goal(agents, k)).expect("inside");
        sim.command(Command::SetGoal(AgentId(k), GoalId(goal)));
    }
    Ok(sim)
}

/// Where one of so many people in the open goes.
fn open_goal(agents: usize, walker: u32) -> Point {
    let side = (agents as f64 / 0.5).sqrt().max(4.0);
    let mut draw = Draw::new(1, walker, 1, Purpose::Setup);
    Point::new(0.5 + draw.unit() * (side - 1.0), 0.5 + draw.unit() * (side - 1.0))
}

fn door(group: &Group, threads: usize) -> Result<Simulation, GroupError> {
    let setup = Setup { dt: Workload::Door.dt(), threads, ..ambulo_models::setup(Workload::Door.area()) };
    let mut sim = Simulation::new(setup).expect("a room has a mesh");
    let group = sim.add_group(group)?;
    let exit = sim.add_goal_area(&rectangle(38.0, 0.0, 40.0, 30.0)).expect("inside");
    let journey = sim.add_journey(&[exit], AtGoal::Leave);
    sim.populate(&rectangle(0.0, 0.0, 30.0, 30.0), group, journey, 1000).expect("a thousand fit");
    Ok(sim)
}
