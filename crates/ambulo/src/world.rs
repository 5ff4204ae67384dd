//! A scenario that runs.

use crate::build;
use crate::exits::{self, ExitCount, Exits, GroupCount};
use crate::recorder::Recorder;
use crate::warning::Warning;
use ambulo_data::scenario::{self, Loaded, Scenario, Until};
use ambulo_data::{
    Building, Diagnostics, LevelPlan, Plan, RecordedFootstep, RecordedLevel, StairsPlan, Trajectories, TrajectoryRow,
    Walker, fnv1a,
};
use ambulo_geom::{Point, Polygon, Region};
use ambulo_models::BuiltIn;
use ambulo_sim::{
    AgentId, Blocked, Command, LandedFootstep, LocomotionSet, ModelSet, Report, ShortOfGoal, Simulation, Stuck,
    WalkerState, Why,
};
use std::path::{Path, PathBuf};

/// What may differ from the scenario file for one run.
///
/// ```
/// let o = ambulo::Overrides { seed: Some(7), ..ambulo::Overrides::default() };
/// assert_eq!(o.threads, 0); // one per core
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Overrides {
    /// Another seed.
    pub seed: Option<u64>,
    /// Threads; 0 means one per core. Results do not depend on it.
    pub threads: usize,
    /// Another steering model for all groups, with its default parameters.
    pub model: Option<String>,
    /// Another locomotion for all groups, with its default parameters.
    pub locomotion: Option<String>,
    /// Another headway for all groups.
    pub headway: Option<scenario::HeadwaySpec>,
    /// Another limit of simulated time [s].
    pub limit: Option<f64>,
    /// File with parameters for all groups that walk by its model, over those of the scenario.
    pub params_file: Option<PathBuf>,
    /// How walkers perceive, for all groups whose model has a parameter `perception`: a word of that.
    pub perception: Option<String>,
    /// The models that the scenario may name: the built-in ones, and a program's own.
    pub models: ModelSet,
    /// The locomotions that the scenario may name: the built-in ones, and a program's own.
    pub locomotions: LocomotionSet,
}

impl Overrides {
    /// The built-in model a parameter file is for, and its parameters as numbers.
    ///
    /// ```
    /// let errors = ambulo::Overrides::model_params(std::path::Path::new("no/such.toml")).unwrap_err();
    /// assert!(errors.to_string().contains("there is no such file"));
    /// ```
    pub fn model_params(path: &Path) -> Result<(String, Vec<(String, f64)>), Diagnostics> {
        build::model_params(path)
    }

    /// The parameters of the headway in a parameter file, as numbers; none when it has no table `headway`.
    ///
    /// ```
    /// let errors = ambulo::Overrides::headway_params(std::path::Path::new("no/such.toml")).unwrap_err();
    /// assert!(errors.to_string().contains("there is no such file"));
    /// ```
    pub fn headway_params(path: &Path) -> Result<Vec<(String, f64)>, Diagnostics> {
        build::headway_params(path)
    }
}

impl Default for Overrides {
    fn default() -> Self {
        Self {
            seed: None,
            threads: 0,
            model: None,
            locomotion: None,
            headway: None,
            limit: None,
            params_file: None,
            perception: None,
            models: ModelSet::built_in(),
            locomotions: LocomotionSet::built_in(),
        }
    }
}

/// A scenario, its building and its crowd.
///
/// ```
/// let mut world = ambulo::World::parse("two.toml", r#"
///     plan = { wkt = "POLYGON ((0 0, 20 0, 20 4, 0 4, 0 0))" }
///     areas = { door = { rect = [19, 0, 20, 4] } }
///     walkers = [{ positions = [[1, 1], [1, 3]], goal = "door" }]
/// "#).unwrap();
/// let report = world.run();
/// assert_eq!(report.arrived, 2);
/// ```
pub struct World {
    pub(crate) name: String,
    pub(crate) scenario: Scenario,
    pub(crate) building: Building,
    /// The building in the coordinates of its file, where it is computed in others.
    pub(crate) filed: Option<Building>,
    pub(crate) sim: Simulation,
    /// Steps between two recorded frames.
    pub(crate) every: u32,
    /// Models that take over, the next one first.
    pub(crate) switches: Vec<build::Switch>,
    pub(crate) exits: Exits,
    /// People expected of each group of the scenario.
    pub(crate) people: Vec<usize>,
    pub(crate) warnings: Vec<Warning>,
}

impl World {
    /// Reads a scenario file; plan files are looked for beside it.
    ///
    /// ```
    /// let errors = ambulo::World::open("no-such-file.toml").err().unwrap();
    /// assert!(errors.to_string().contains("no such file"));
    /// ```
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Diagnostics> {
        let path = path.as_ref();
        let loaded = scenario::load(path)?;
        Self::build(&loaded, path.parent().unwrap_or(Path::new(".")), &Overrides::default())
    }

    /// Reads a scenario from text; `name` stands for it in messages.
    ///
    /// ```
    /// let errors = ambulo::World::parse("a.toml", "sead = 1").err().unwrap();
    /// assert!(errors.to_string().contains("did you mean `seed`"));
    /// ```
    pub fn parse(name: &str, text: &str) -> Result<Self, Diagnostics> {
        Self::build(&scenario::parse(name, text)?, Path::new("."), &Overrides::default())
    }

    /// One of the built-in scenes.
    ///
    /// ```
    /// let world = ambulo::World::scene("corridor").unwrap();
    /// assert_eq!(world.expected(), 40);
    /// ```
    pub fn scene(name: &str) -> Result<Self, Diagnostics> {
        match crate::Scene::find(name) {
            Some(scene) => Self::parse(&format!("{name}.toml"), scene.text),
            None => Self::open(name),
        }
    }

    /// Builds the world of a scenario that was read before. All errors are reported together.
    ///
    /// ```
    /// use ambulo::{Overrides, World, data::scenario};
    /// let loaded = scenario::parse("corridor.toml", ambulo::Scene::find("corridor").unwrap().text).unwrap();
    /// let one_thread = Overrides { threads: 1, ..Overrides::default() };
    /// let world = World::build(&loaded, std::path::Path::new("."), &one_thread).unwrap();
    /// assert_eq!(world.simulation().threads(), 1);
    /// ```
    pub fn build(loaded: &Loaded, base_dir: &Path, overrides: &Overrides) -> Result<Self, Diagnostics> {
        build::world(loaded, base_dir, overrides)
    }

    /// One step of the scenario's dt.
    ///
    /// ```
    /// let mut world = ambulo::World::scene("corridor").unwrap();
    /// assert_eq!(world.step().step, 1);
    /// ```
    pub fn step(&mut self) -> &Report {
        // Times are sums of dt: a hair early is in time.
        let due = self.switches.iter().take_while(|s| s.at <= self.sim.report().time + 1e-9).count();
        for switch in self.switches.drain(..due) {
            self.sim.command(Command::SetGroupModel(switch.group, switch.like));
        }
        self.sim.step()
    }

    /// Steps until the scenario's end.
    ///
    /// ```
    /// let mut world = ambulo::World::scene("corridor").unwrap();
    /// assert_eq!(world.run().arrived, 40);
    /// ```
    pub fn run(&mut self) -> &Report {
        while !self.finished() {
            self.step();
        }
        self.report()
    }

    /// Runs to the end and keeps all trajectories, for metrics.
    ///
    /// ```
    /// let mut world = ambulo::World::scene("corridor").unwrap();
    /// let trajectories = world.run_recorded();
    /// assert_eq!(trajectories.by_walker().len(), 40);
    /// ```
    pub fn run_recorded(&mut self) -> Trajectories {
        self.run_recorded_while(|_| true).expect("nobody stops it")
    }

    /// The same, until `keep_running` returns false: then nothing is kept.
    ///
    /// ```
    /// let mut world = ambulo::World::scene("corridor").unwrap();
    /// assert!(world.run_recorded_while(|report| report.step < 3).is_none());
    /// ```
    pub fn run_recorded_while(&mut self, mut keep_running: impl FnMut(&Report) -> bool) -> Option<Trajectories> {
        self.record_while(|world| keep_running(world.step()))
    }

    /// Keeps all trajectories while `step`, which advances the world by one step, returns true; else `None`.
    ///
    /// ```
    /// let mut world = ambulo::World::scene("corridor").unwrap();
    /// let mut steps = 0;
    /// let kept = world.record_while(|world| {
    ///     steps += 1;
    ///     world.step().time < 1000.0
    /// });
    /// assert_eq!(world.report().step, steps);
    /// assert_eq!(kept.unwrap().by_walker().len(), 40);
    /// ```
    pub fn record_while(&mut self, mut step: impl FnMut(&mut World) -> bool) -> Option<Trajectories> {
        let (mut recorder, recording) = Recorder::in_memory(self);
        let whole = recorder.record(self, |world, _| Ok(step(world))).expect("memory takes every frame");
        whole.then(|| recording.take())
    }

    /// Whether the run is over: everybody arrived (or its time has come), or the limit is reached.
    ///
    /// ```
    /// assert!(!ambulo::World::scene("corridor").unwrap().finished());
    /// ```
    pub fn finished(&self) -> bool {
        self.condition_met() || self.past(self.scenario.limit)
    }

    /// Whether what the scenario's `until` asks for has come.
    ///
    /// ```
    /// assert!(!ambulo::World::scene("corridor").unwrap().condition_met());
    /// ```
    pub fn condition_met(&self) -> bool {
        let report = self.sim.report();
        match self.scenario.until {
            Until::AllArrived => report.arrived + report.removed >= self.sim.expected(),
            Until::Time(t) => self.past(t),
        }
    }

    fn past(&self, t: f64) -> bool {
        // Half a step of slack: times are sums of dt.
        self.sim.report().time >= t - 0.5 * self.scenario.dt
    }

    /// The report of the last step.
    ///
    /// ```
    /// assert_eq!(ambulo::World::scene("corridor").unwrap().report().time, 0.0);
    /// ```
    pub fn report(&self) -> &Report {
        self.sim.report()
    }

    /// Everybody who has appeared or will.
    ///
    /// ```
    /// assert_eq!(ambulo::World::scene("station").unwrap().expected(), 300);
    /// ```
    pub fn expected(&self) -> usize {
        self.sim.expected()
    }

    /// Who arrived at each exit so far, and when: the exits are the last goals of the groups.
    ///
    /// ```
    /// let world = ambulo::World::scene("corridor").unwrap();
    /// assert!(world.exits().iter().all(|exit| exit.count.people == 0));
    /// ```
    pub fn exits(&self) -> Vec<ExitCount> {
        self.exits.count(&self.sim)
    }

    /// Results of each group so far.
    ///
    /// ```
    /// let world = ambulo::World::scene("corridor").unwrap();
    /// assert_eq!(world.groups().iter().map(|g| g.people).sum::<usize>(), 40);
    /// ```
    pub fn groups(&self) -> Vec<GroupCount> {
        exits::count_groups(&self.sim, &self.people)
    }

    /// What a person should know before believing a run of this scenario.
    ///
    /// ```
    /// assert!(ambulo::World::scene("corridor").unwrap().warnings().is_empty());
    /// ```
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Everybody present, by number. Places are those the simulation computes with; [`World::in_file`] gives those of
    /// the plan file, which differ where it lies far from zero.
    ///
    /// ```
    /// let world = ambulo::World::scene("corridor").unwrap();
    /// assert!(world.walkers().all(|w| w.place.x < 10.0));
    /// ```
    pub fn walkers(&self) -> impl Iterator<Item = WalkerState> {
        self.sim.walkers()
    }

    /// Asks for a change at the beginning of the next step.
    ///
    /// ```
    /// use ambulo::sim::{AgentId, Command};
    /// let mut world = ambulo::World::scene("corridor").unwrap();
    /// world.command(Command::Remove(AgentId(0)));
    /// assert_eq!(world.step().present, 39);
    /// ```
    pub fn command(&mut self, command: Command) {
        self.sim.command(command);
    }

    /// Its name: that of the scenario's file, or of the built-in scene.
    ///
    /// ```
    /// assert_eq!(ambulo::World::scene("corridor").unwrap().name(), "corridor");
    /// ```
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The scenario, with everything filled in.
    ///
    /// ```
    /// assert_eq!(ambulo::World::scene("corridor").unwrap().scenario().dt, 0.05);
    /// ```
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The plan as geometry, as it is computed with; of the first level where there are several.
    ///
    /// ```
    /// assert_eq!(ambulo::World::scene("corridor").unwrap().plan().walkable.area(), 120.0);
    /// ```
    pub fn plan(&self) -> &Plan {
        &self.building.levels[0].plan
    }

    /// The whole place as geometry, as it is computed with: levels, stairs, doors.
    ///
    /// ```
    /// assert_eq!(ambulo::World::scene("corridor").unwrap().building().levels.len(), 1);
    /// ```
    pub fn building(&self) -> &Building {
        &self.building
    }

    /// Hash of where people can walk, as the run has it: levels, thin walls, stairs and doors.
    ///
    /// ```
    /// let world = ambulo::World::scene("corridor").unwrap();
    /// assert_eq!(world.plan_hash(), ambulo::World::scene("corridor").unwrap().plan_hash());
    /// assert_ne!(world.plan_hash(), ambulo::World::scene("station").unwrap().plan_hash());
    /// ```
    pub fn plan_hash(&self) -> u64 {
        let Scenario { plan, levels, stairs, doors, .. } = &self.scenario;
        fnv1a(format!("{plan:?}{levels:?}{stairs:?}{doors:?}").as_bytes())
    }

    /// The building in the coordinates of its file: what recordings, reports and messages show.
    ///
    /// ```
    /// let far = "
    ///     plan = { wkt = 'POLYGON ((500000 0, 500020 0, 500020 4, 500000 4))' }
    ///     walkers = [{ positions = [[500001, 1]], goal = [500019, 2] }]";
    /// let world = ambulo::World::parse("far.toml", far).unwrap();
    /// assert_eq!(world.building_in_file().levels[0].plan.walkable.bounds().unwrap().min.x, 500_000.0);
    /// assert_eq!(world.rows(0)[0].x, 500_001.0);
    /// ```
    pub fn building_in_file(&self) -> &Building {
        self.filed.as_ref().unwrap_or(&self.building)
    }

    /// A place of the simulation in the coordinates of the plan file.
    ///
    /// ```
    /// let world = ambulo::World::scene("corridor").unwrap();
    /// let p = ambulo::geom::Point::new(1.0, 2.0);
    /// assert_eq!(world.in_file(p), p); // it lies near zero
    /// ```
    pub fn in_file(&self, p: Point) -> Point {
        self.building.in_file(p)
    }

    /// Who makes no progress at the moment, with places in the coordinates of the plan file.
    ///
    /// ```
    /// assert!(ambulo::World::scene("corridor").unwrap().stuck().is_empty());
    /// ```
    pub fn stuck(&self) -> Vec<Stuck> {
        let moved = |s: &Stuck| Stuck { at: self.in_file(s.at), why: self.why_in_file(s.why), ..*s };
        self.report().stuck.iter().map(moved).collect()
    }

    /// Who stands within reach of its goal and has not arrived, with places in the coordinates of the plan file.
    ///
    /// ```
    /// assert!(ambulo::World::scene("corridor").unwrap().short_of_goal().is_empty());
    /// ```
    pub fn short_of_goal(&self) -> Vec<ShortOfGoal> {
        let moved = |s: &ShortOfGoal| ShortOfGoal { at: self.in_file(s.at), why: self.why_in_file(s.why), ..*s };
        self.report().short_of_goal.iter().map(moved).collect()
    }

    /// Where people waited so far and none of them made progress, with places in the coordinates of the plan file.
    ///
    /// ```
    /// assert!(ambulo::World::scene("corridor").unwrap().blocked().is_empty());
    /// ```
    pub fn blocked(&self) -> Vec<Blocked> {
        let moved = |b: &Blocked| Blocked { at: self.in_file(b.at), ..*b };
        self.report().blocked.iter().map(moved).collect()
    }

    fn why_in_file(&self, why: Why) -> Why {
        match why {
            Why::BlockedByWall(at) => Why::BlockedByWall(self.in_file(at)),
            other => other,
        }
    }

    /// Where people can walk on the first level, as a recording has it.
    pub(crate) fn recorded_area(&self) -> &Region {
        &self.building_in_file().levels[0].plan.walkable
    }

    /// What computes decisions beside the CPU, model by model, as a GPU.
    ///
    /// ```
    /// assert!(ambulo::World::scene("corridor").unwrap().devices().is_empty());
    /// ```
    pub fn devices(&self) -> Vec<String> {
        self.sim.devices()
    }

    /// The simulation itself.
    ///
    /// ```
    /// assert!(ambulo::World::scene("corridor").unwrap().simulation().check().is_ok());
    /// ```
    pub fn simulation(&self) -> &Simulation {
        &self.sim
    }

    /// Recorded frames per second: the scenario's rate, fitted to whole steps.
    ///
    /// ```
    /// assert_eq!(ambulo::World::scene("corridor").unwrap().fps(), 10.0);
    /// ```
    pub fn fps(&self) -> f64 {
        1.0 / (self.scenario.dt * f64::from(self.every))
    }

    /// Whether the state now is one to record.
    ///
    /// ```
    /// assert!(ambulo::World::scene("corridor").unwrap().frame_due());
    /// ```
    pub fn frame_due(&self) -> bool {
        self.report().step.is_multiple_of(self.every)
    }

    /// The levels as a recording describes them; none where there is one.
    pub(crate) fn recorded_levels(&self) -> Vec<RecordedLevel> {
        let Building { levels, stairs, .. } = self.building_in_file();
        if levels.len() == 1 && levels[0].plan.relief.is_none() {
            return Vec::new();
        }
        let strips = |i: usize| {
            let here = stairs.iter().filter(move |s| s.bottom_level == i || s.top_level == i);
            let from_here = |s: &StairsPlan| {
                let mut corners = s.corners();
                corners.rotate_left(if s.bottom_level == i { 0 } else { 2 });
                Polygon::new(corners.to_vec(), Vec::new()).ok()
            };
            here.filter_map(from_here).collect()
        };
        let level = |(i, level): (usize, &LevelPlan)| RecordedLevel {
            name: level.name.clone(),
            height: level.height,
            area: level.plan.walkable.clone(),
            stairs: strips(i),
        };
        levels.iter().enumerate().map(level).collect()
    }

    /// Everybody present as rows of a recording, in the coordinates of the plan file.
    ///
    /// ```
    /// assert_eq!(ambulo::World::scene("corridor").unwrap().rows(0).len(), 40);
    /// ```
    pub fn rows(&self, frame: u32) -> Vec<TrajectoryRow> {
        let row = |w: WalkerState| {
            let Point { x, y } = self.in_file(w.place);
            TrajectoryRow {
                frame,
                id: w.id.0,
                x,
                y,
                ori_x: w.heading.x,
                ori_y: w.heading.y,
                speed: w.velocity.length(),
                level: w.level,
                z: self.height(&w),
            }
        };
        self.sim.walkers().map(row).collect()
    }

    /// The footsteps that landed in the last step, as recordings have them: by walker and index, in the coordinates of the plan file.
    ///
    /// ```
    /// assert!(ambulo::World::scene("corridor").unwrap().footsteps().is_empty());
    /// ```
    pub fn footsteps(&self) -> Vec<RecordedFootstep> {
        let row = |step: &LandedFootstep| {
            let Point { x, y } = self.in_file(step.place);
            let (side, heading) = (u8::from(step.right), step.heading);
            // Where the ground of a level rises and falls, that at the foot.
            let relief = |w: WalkerState| self.building.levels.get(usize::from(w.level))?.plan.relief.as_ref();
            let rise = self.sim.walker(step.id).and_then(relief).map_or(0.0, |relief| relief.z(step.place) as f32);
            let z = step.z + rise;
            let (walker, index, lift, land) = (step.id.0, step.index, step.lift, step.land);
            RecordedFootstep { walker, index, side, x, y, z: f64::from(z), heading, lift, land }
        };
        self.sim.footsteps().iter().map(row).collect()
    }

    /// Height of the ground under a walker [m]: of its level or stairs, and of what the ground rises there.
    fn height(&self, w: &WalkerState) -> f32 {
        let relief = self.building.levels.get(usize::from(w.level)).and_then(|l| l.plan.relief.as_ref());
        relief.map_or(w.z, |r| w.z + r.z(w.place) as f32)
    }

    /// Walkers present with a number of `first` or above: those a recording does not know yet.
    ///
    /// ```
    /// assert_eq!(ambulo::World::scene("corridor").unwrap().new_walkers(30).len(), 10);
    /// ```
    pub fn new_walkers(&self, first: usize) -> Vec<Walker> {
        let ids = first as u32..self.report().appeared as u32;
        let walker = |w: WalkerState| {
            let group = self.sim.group(w.group);
            Walker {
                id: w.id.0,
                group: group.map(|g| g.name.clone()).unwrap_or_default(),
                model: group.map(|g| g.model.clone()).unwrap_or_default(),
                radius: w.radius,
                level: w.level,
            }
        };
        ids.filter_map(|id| self.sim.walker(AgentId(id))).map(walker).collect()
    }
}
