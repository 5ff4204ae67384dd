//! The summary of a run, for people and scripts.

use crate::exits::{ExitCount, GroupCount};
use crate::{Outcome, Warning, World};
use ambulo_data::run_folder::RunFolder;
use ambulo_sim::{Blocked, ShortOfGoal, Stage, Stuck};
use serde::Serialize;
use std::collections::BTreeMap;

/// The result of a run; `summary.json` and `ambulo run --json`.
///
/// ```no_run
/// # let mut world = ambulo::World::scene("corridor").unwrap();
/// let options = ambulo::RunOptions::new("out/corridor");
/// let summary = ambulo::run_to_folder(&mut world, &options, |_| true).unwrap();
/// println!("{} of {} arrived", summary.arrived, summary.agents);
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Name of the scenario.
    pub scene: String,
    /// Its title.
    pub title: String,
    /// Version of the program.
    pub version: &'static str,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Threads used.
    pub threads: usize,
    /// People who took part or should have.
    pub agents: usize,
    /// What computed decisions beside the CPU, model by model, as a GPU; only another run on the same has the same `state_hash`.
    pub devices: Vec<String>,
    /// Steps done.
    pub steps: u32,
    /// Length of a step [s].
    pub dt: f64,
    /// Simulated time [s].
    pub simulated_s: f64,
    /// Time the run took, recording included [s].
    pub wall_s: f64,
    /// Agent-steps per second of wall time.
    pub agent_steps_per_s: f64,
    /// People who reached their goal.
    pub arrived: usize,
    /// People without progress at the end.
    pub stuck: usize,
    /// Who they are, where and why.
    pub stuck_walkers: Vec<StuckWalker>,
    /// People who at the end have stood within reach of their goal for a second without arriving: how far their bodies are
    /// from touching it, and why.
    pub short_of_goal: Vec<ShortWalker>,
    /// Places at which three people or more waited and none of them made progress for 20 s, at any time of the run.
    pub blocked: Vec<BlockedPlace>,
    /// People who were due but never found room to enter.
    pub not_entered: usize,
    /// Worst overlap of bodies, or of a body and a wall [m].
    pub max_overlap_m: f64,
    /// Wall crossings.
    pub wall_crossings: u64,
    /// Times a walker changed its route because of the crowd.
    pub route_changes: usize,
    /// People with a non-finite state (NaN).
    pub faults: usize,
    /// Their numbers.
    pub faulty_walkers: Vec<u32>,
    /// Hash of everything that happened, the same on any number of threads.
    pub state_hash: String,
    /// Which run it is, as in the folder's `manifest.json`.
    pub run_id: String,
    /// Whether the run came to its end, be it at its limit.
    pub complete: bool,
    /// Why it ended.
    pub outcome: Outcome,
    /// Whether the run was stopped from outside.
    pub interrupted: bool,
    /// Who arrived where and when: every exit, which is a last goal of some group.
    pub exits: Vec<ExitCount>,
    /// Results of each group.
    pub groups: Vec<GroupCount>,
    /// What to know before believing it: warnings of the plan and of the scenario.
    pub warnings: Vec<Warning>,
    /// Hash of the plan as it was used, wherever it came from.
    pub plan_hash: String,
    /// Frames recorded.
    pub frames: u32,
    /// Footsteps recorded: 0 where no locomotion plans them.
    pub footsteps: u64,
    /// Recorded frames per second.
    pub fps: f64,
    /// Share of the time spent in each stage of the step.
    pub stages: BTreeMap<&'static str, f64>,
    /// The folder with recording and report.
    pub out: String,
}

/// A walker without progress.
///
/// ```
/// let s = ambulo::summary::StuckWalker { id: 3, x: 1.0, y: 2.0, seconds: 31.0, why: "waiting".into() };
/// assert_eq!(s.why, "waiting");
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct StuckWalker {
    /// Who.
    pub id: u32,
    /// Where [m].
    pub x: f64,
    /// Where [m].
    pub y: f64,
    /// For how long [s].
    pub seconds: f64,
    /// Why.
    pub why: String,
}

impl From<&Stuck> for StuckWalker {
    fn from(s: &Stuck) -> Self {
        Self { id: s.id.0, x: s.at.x, y: s.at.y, seconds: f64::from(s.seconds), why: s.why.to_string() }
    }
}

/// A person who stands before its goal.
///
/// ```
/// let s = ambulo::summary::ShortWalker { id: 3, x: 1.0, y: 2.0, gap_m: 0.1, seconds: 2.0, why: "waiting".into() };
/// assert_eq!(s.gap_m, 0.1);
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct ShortWalker {
    /// Who.
    pub id: u32,
    /// Where [m].
    pub x: f64,
    /// Where [m].
    pub y: f64,
    /// How far its body is from touching the goal [m].
    pub gap_m: f64,
    /// For how long [s].
    pub seconds: f64,
    /// Why.
    pub why: String,
}

impl From<&ShortOfGoal> for ShortWalker {
    fn from(s: &ShortOfGoal) -> Self {
        let (gap_m, seconds) = (f64::from(s.gap), f64::from(s.seconds));
        Self { id: s.id.0, x: s.at.x, y: s.at.y, gap_m, seconds, why: s.why.to_string() }
    }
}

/// A place at which people waited and none of them made progress.
///
/// ```
/// let b = ambulo::summary::BlockedPlace { from_s: 27.0, to_s: 47.0, x: 1.0, y: 2.0, level: 0, people: 5 };
/// assert_eq!(b.to_string(), "5 people wait at (1, 2) on level 0, none with progress from 27 s to 47 s");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BlockedPlace {
    /// From when on nobody made progress [s].
    pub from_s: f64,
    /// When people there were last found blocked [s].
    pub to_s: f64,
    /// Where [m], in the coordinates of the plan file.
    pub x: f64,
    /// Where [m].
    pub y: f64,
    /// On which level, counted from 0.
    pub level: u16,
    /// How many waited there, at most.
    pub people: usize,
}

impl From<&Blocked> for BlockedPlace {
    fn from(b: &Blocked) -> Self {
        Self { from_s: b.from, to_s: b.to, x: b.at.x, y: b.at.y, level: b.level, people: b.people }
    }
}

impl std::fmt::Display for BlockedPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { from_s, to_s, x, y, level, people } = self;
        let at = ambulo_geom::Point::new((x * 100.0).round() / 100.0, (y * 100.0).round() / 100.0);
        write!(f, "{people} people wait at {at} on level {level}, none with progress from {from_s:.0} s to {to_s:.0} s")
    }
}

impl Summary {
    pub(crate) fn new(
        world: &World,
        folder: &RunFolder,
        wall_s: f64,
        [frames, footsteps]: [u64; 2],
        outcome: Outcome,
    ) -> Self {
        let report = world.report();
        Self {
            scene: world.name.clone(),
            title: world.scenario.title.clone(),
            version: crate::VERSION,
            seed: world.scenario.seed,
            threads: world.sim.threads(),
            agents: world.expected(),
            devices: world.sim.devices(),
            steps: report.step,
            dt: world.scenario.dt,
            simulated_s: report.time,
            wall_s,
            agent_steps_per_s: if wall_s > 0.0 { report.agent_steps as f64 / wall_s } else { 0.0 },
            arrived: report.arrived,
            stuck: report.stuck.len(),
            stuck_walkers: world.stuck().iter().map(StuckWalker::from).collect(),
            short_of_goal: world.short_of_goal().iter().map(ShortWalker::from).collect(),
            blocked: world.blocked().iter().map(BlockedPlace::from).collect(),
            not_entered: world.simulation().to_come(),
            max_overlap_m: f64::from(report.max_overlap.max(0.0)),
            wall_crossings: report.wall_crossings,
            route_changes: report.route_changes,
            faults: report.faults.len(),
            faulty_walkers: report.faults.iter().map(|id| id.0).collect(),
            state_hash: format!("{:016x}", report.state_hash),
            run_id: folder.manifest.run_id.clone(),
            complete: outcome.complete(),
            outcome,
            interrupted: outcome == Outcome::Interrupted,
            exits: world.exits(),
            groups: world.groups(),
            warnings: world.warnings().to_vec(),
            plan_hash: format!("{:016x}", world.plan_hash()),
            frames: frames as u32,
            footsteps,
            fps: world.fps(),
            stages: stage_shares(world.report()),
            out: folder.dir().display().to_string(),
        }
    }

    /// Whether everybody arrived.
    ///
    /// ```no_run
    /// # let mut world = ambulo::World::scene("corridor").unwrap();
    /// # let summary = ambulo::run_to_folder(&mut world, &ambulo::RunOptions::new("out"), |_| true).unwrap();
    /// assert!(summary.all_arrived());
    /// ```
    pub fn all_arrived(&self) -> bool {
        self.arrived >= self.agents
    }
}

/// Share of each stage in the time of all steps.
///
/// ```
/// let mut world = ambulo::World::scene("corridor").unwrap();
/// let shares = ambulo::summary::stage_shares(world.run());
/// assert!((shares.values().sum::<f64>() - 1.0).abs() < 1e-9);
/// ```
pub fn stage_shares(report: &ambulo_sim::Report) -> BTreeMap<&'static str, f64> {
    let total = report.timers.total().max(f64::MIN_POSITIVE);
    Stage::ALL.iter().map(|s| (s.name(), report.timers.seconds(*s) / total)).collect()
}
