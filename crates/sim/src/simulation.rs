//! A running crowd, and its step.

use crate::agents::{Activity, Agent, Agents, Progress, Way};
use crate::contact::{self, Contacts, Scene};
use crate::goals::{self, AtGoal, GoalId, Goals, JourneyId};
use crate::groups::{Group, GroupId};
use crate::parallel::Pool;
use crate::place::Placer;
use crate::random::{Draw, Purpose};
use crate::squad::Squad;
use crate::timers::Stage;
use crate::{
    AgentId, Body, Command, Neighbours, ParamError, Report, Row, Source, View, Walls, hash, locomotion, model_info,
    progress, quarantine, routes,
};
use ambulo_geom::{Bounds, Point, Region, Vec2};
use ambulo_nav::{Goal, MeshError, NavMesh, Planner};
use std::sync::Arc;
use thiserror::Error;

/// Rows are sorted by cell every so many steps: the order is part of the state.
const SORT_EVERY: u32 = 16;
/// The state is folded into the hash every so many steps, and at every arrival.
const HASH_EVERY: u32 = 8;
/// Nobody moves faster than this multiple of the preferred speed, whatever the model says.
const SPRINT: f32 = 1.5;
/// Walls are found up to here [m].
const WALL_REACH: f64 = 2.5;
/// Neighbours are found at least up to here [m], for contact.
const LEAST_RANGE: f32 = 2.0;

/// What a simulation needs to begin.
///
/// ```
/// use ambulo_sim::Setup;
/// use ambulo_geom::{Polygon, Region};
/// let s = Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()));
/// assert_eq!((s.dt, s.threads), (0.05, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Setup {
    /// Where people can walk.
    pub walkable: Region,
    /// Length of a step [s].
    pub dt: f64,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Threads; 0 means one a core.
    pub threads: usize,
    /// A walker that has not got on for so long is stuck [s].
    pub stuck_after: f64,
}

impl Setup {
    /// The defaults on a plan.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let plan = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap());
    /// assert_eq!(ambulo_sim::Setup::new(plan).seed, 1);
    /// ```
    pub fn new(walkable: Region) -> Self {
        Self { walkable, dt: 0.05, seed: 1, threads: 1, stuck_after: 30.0 }
    }
}

/// Why a group cannot be.
///
/// ```
/// let e = ambulo_sim::GroupError::UnknownModel("telepathy".into());
/// assert!(e.to_string().contains("telepathy"));
/// ```
#[derive(Clone, Debug, Error, PartialEq)]
pub enum GroupError {
    /// No such model.
    #[error("there is no model `{0}`")]
    UnknownModel(String),
    /// A parameter does not fit.
    #[error(transparent)]
    Param(#[from] ParamError),
}

/// More people than fit.
///
/// ```
/// let e = ambulo_sim::DoesNotFit { placed: 12, wanted: 50 };
/// assert!(e.to_string().contains("12 of 50"));
/// ```
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error("only {placed} of {wanted} people fit")]
pub struct DoesNotFit {
    /// How many found a place.
    pub placed: usize,
    /// How many there should be.
    pub wanted: usize,
}

/// One walker as others may see it.
///
/// ```
/// # use ambulo_geom::{Point, Polygon, Region};
/// # use ambulo_sim::{AtGoal, Group, Setup, Simulation};
/// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
/// # let group = sim.add_group(&Group::default()).unwrap();
/// # let goal = sim.add_goal_at(Point::new(19.0, 2.5)).unwrap();
/// # let journey = sim.add_journey(&[goal], AtGoal::Leave);
/// let id = sim.spawn(group, journey, Point::new(1.0, 2.5)).unwrap();
/// let walker = sim.walker(id).unwrap();
/// assert_eq!(walker.place, Point::new(1.0, 2.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkerState {
    /// Who.
    pub id: AgentId,
    /// Where [m].
    pub place: Point,
    /// Velocity [m/s].
    pub velocity: Vec2,
    /// Unit vector it faces.
    pub heading: Vec2,
    /// Radius [m].
    pub radius: f32,
    /// Speed it would like to walk [m/s].
    pub preferred_speed: f32,
    /// Its group.
    pub group: GroupId,
    /// What it is doing.
    pub activity: Activity,
    /// When it appeared [s].
    pub since: f32,
}

/// A crowd on a plan.
///
/// ```
/// use ambulo_geom::{Point, Polygon, Region};
/// use ambulo_sim::{AtGoal, Group, Setup, Simulation};
/// let plan = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap());
/// let mut sim = Simulation::new(Setup::new(plan)).unwrap();
/// let group = sim.add_group(&Group::default()).unwrap();
/// let goal = sim.add_goal_at(Point::new(19.0, 2.5)).unwrap();
/// let journey = sim.add_journey(&[goal], AtGoal::Leave);
/// sim.spawn(group, journey, Point::new(1.0, 2.5)).unwrap();
/// while sim.report().arrived == 0 && sim.report().time < 60.0 {
///     sim.step();
/// }
/// assert_eq!(sim.report().arrived, 1);
/// ```
pub struct Simulation {
    // Constant during a run.
    dt: f64,
    seed: u64,
    stuck_after: f64,
    walkable: Region,
    bounds: Bounds,
    mesh: Arc<NavMesh>,
    walls: Walls,
    goals: Goals,
    groups: Vec<GroupEntry>,
    pool: Arc<Pool>,
    // State.
    agents: Agents,
    squads: Vec<Box<dyn Squad>>,
    sources: Vec<Source>,
    commands: Vec<Command>,
    report: Report,
    // Working memory, kept between steps.
    near: Neighbours,
    contacts: Contacts,
    planner: Planner,
    scratch: Scratch,
}

#[derive(Default)]
struct Scratch {
    swaps: Vec<(u32, u32)>,
    done: Vec<bool>,
    reached: Vec<Vec<u32>>,
    arrived: Vec<u32>,
    hashes: Vec<u64>,
}

struct GroupEntry {
    group: Group,
    squad: u16,
    params: u16,
}

impl Simulation {
    /// An empty crowd on a plan.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert_eq!(sim.report().present, 0);
    /// ```
    pub fn new(setup: Setup) -> Result<Self, MeshError> {
        let mesh = Arc::new(NavMesh::build(&setup.walkable)?);
        let bounds = setup.walkable.bounds().ok_or(MeshError::Empty)?;
        Ok(Self {
            dt: setup.dt,
            seed: setup.seed,
            stuck_after: setup.stuck_after,
            walls: Walls::new(&setup.walkable, WALL_REACH),
            walkable: setup.walkable,
            bounds,
            mesh,
            goals: Goals::default(),
            groups: Vec::new(),
            pool: Arc::new(Pool::new(setup.threads)),
            agents: Agents::default(),
            squads: Vec::new(),
            sources: Vec::new(),
            commands: Vec::new(),
            report: Report::default(),
            near: Neighbours::new(bounds, LEAST_RANGE),
            contacts: Contacts::default(),
            planner: Planner::new(),
            scratch: Scratch::default(),
        })
    }

    /// One step. Everyone reads the frozen now and writes only its own next.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert_eq!(sim.step().step, 1);
    /// ```
    pub fn step(&mut self) -> &Report {
        let pool = Arc::clone(&self.pool);
        pool.run(|| self.stages());
        &self.report
    }

    /// The step as a table of contents.
    fn stages(&mut self) {
        let mut timers = std::mem::take(&mut self.report.timers);
        timers.time(Stage::Commands, || self.apply_commands());
        timers.time(Stage::Sort, || self.sort_by_cell());
        timers.time(Stage::Neighbours, || self.find_neighbours());
        timers.time(Stage::Goals, || self.advance_goals());
        timers.time(Stage::Routes, || self.find_ways());
        timers.time(Stage::Steering, || self.choose());
        timers.time(Stage::Locomotion, || locomotion::advance(&self.pool, &mut self.agents, self.dt as f32));
        timers.time(Stage::Contact, || self.resolve_contact());
        timers.time(Stage::Checks, || {
            quarantine::check(&mut self.agents, &mut self.report.faults);
            self.swap();
            self.take_stock();
        });
        self.report.timers = timers;
    }

    /// Changes asked for, arrivals from sources, and those who leave.
    fn apply_commands(&mut self) {
        // Highest row first, so that a removed row's replacement was looked at already.
        for row in (0..self.agents.len()).rev() {
            if self.agents.activity[row] == Activity::Leaving {
                self.remove_row(row);
            }
        }
        let mut commands = std::mem::take(&mut self.commands);
        commands.sort_by_key(Command::order);
        for command in commands {
            self.apply(command);
        }
        self.admit_arrivals();
        if self.report.step == 0 {
            self.goals.shrink();
        }
    }

    fn apply(&mut self, command: Command) {
        match command {
            Command::Remove(id) => {
                if let Some(row) = self.agents.row(id) {
                    self.report.removed += usize::from(self.agents.activity[row.index()] != Activity::Arrived);
                    self.remove_row(row.index());
                }
            }
            Command::SetGoal(id, goal) => {
                let journey = self.goals.add_journey(&[goal], AtGoal::Leave);
                if let Some(row) = self.agents.row(id).map(Row::index) {
                    (self.agents.journey[row], self.agents.stage[row]) = (journey.0, 0);
                    self.agents.goal[row] = goal.0;
                    self.agents.activity[row] = Activity::Walking;
                    routes::want(&mut self.agents, row);
                }
            }
            Command::SetModel(id, group) => {
                if let (Some(row), Some(entry)) = (self.agents.row(id), self.groups.get(group.0 as usize)) {
                    self.agents.squad[row.index()] = entry.squad;
                    self.agents.params[row.index()] = entry.params;
                    self.squads[entry.squad as usize].forget(row);
                }
            }
            Command::Spawn { group, journey, at } => {
                self.report.refused += usize::from(self.spawn(group, journey, at).is_none());
            }
        }
    }

    /// Lets those who are due appear where there is room; the others wait.
    fn admit_arrivals(&mut self) {
        let now = self.report.time;
        self.report.waiting_to_enter = 0;
        for s in 0..self.sources.len() {
            let due = self.sources[s].due(now);
            if due == 0 {
                continue;
            }
            let (group, journey) = (self.sources[s].group, self.sources[s].journey);
            let area = self.sources[s].area.clone();
            let placed = self.place(&area, group, journey, due, false);
            self.sources[s].done += placed;
            self.report.waiting_to_enter += due - placed;
        }
    }

    fn sort_by_cell(&mut self) {
        if !self.report.step.is_multiple_of(SORT_EVERY) {
            return;
        }
        let Scratch { swaps, done, .. } = &mut self.scratch;
        let grid = self.near.grid();
        grid.sort(&self.agents.body);
        grid.swaps(swaps, done);
        self.agents.reorder(swaps);
        for squad in &mut self.squads {
            squad.reorder(swaps);
        }
    }

    fn find_neighbours(&mut self) {
        let fastest = self.agents.max_speed.iter().copied().fold(0.0, f32::max) * self.dt as f32;
        let close = contact::range(&self.agents.body, fastest);
        if close > self.near.range() {
            // Very wide or very fast people: whoever can touch must be found.
            self.near = Neighbours::new(self.bounds, close);
        }
        let lists = self.squads.iter().any(|s| s.reads_lists());
        // Where people want to go is part of the now: what the last step said.
        let Agents { body, preferred, .. } = &self.agents;
        self.near.rebuild(&self.pool, body, preferred, close, lists);
    }

    fn advance_goals(&mut self) {
        let Scratch { reached, arrived, .. } = &mut self.scratch;
        let outside = goals::advance(&self.pool, &mut self.agents, &self.mesh, &self.goals, reached, arrived);
        self.report.wall_crossings += u64::from(outside);
        self.report.arrived += arrived.len();
        for row in arrived.iter() {
            let id = u64::from(self.agents.id[*row as usize].0);
            self.report.state_hash = hash::fold(self.report.state_hash, id << 32 | u64::from(self.report.step));
        }
    }

    fn find_ways(&mut self) {
        let Self { agents, mesh, goals, planner, pool, report, .. } = self;
        routes::replan(agents, mesh, goals, planner, routes::BUDGET);
        routes::prefer(pool, agents, mesh, goals, report.step);
    }

    fn choose(&mut self) {
        let Agents { id, body, heading, preferred, max_speed, squad, params, chosen, .. } = &mut self.agents;
        let view = View {
            dt: self.dt as f32,
            seed: self.seed,
            step: self.report.step,
            ids: id,
            bodies: body,
            headings: heading,
            preferred,
            max_speeds: max_speed,
            near: &self.near,
            walls: &self.walls,
        };
        for (me, s) in self.squads.iter_mut().enumerate() {
            s.steer(&self.pool, &view, squad, params, me as u16, chosen);
        }
    }

    fn resolve_contact(&mut self) {
        let Agents { id, body, chosen, next, .. } = &mut self.agents;
        let (near, walls, dt) = (&self.near, &self.walls, self.dt as f32);
        let scene = Scene { bodies: body, ids: id, near, walls, chosen, dt };
        let outcome = contact::resolve(&self.pool, scene, next, &mut self.contacts);
        self.report.max_overlap = self.report.max_overlap.max(outcome.overlap);
        self.report.wall_crossings += u64::from(outcome.crossings);
        self.report.held_back += u64::from(outcome.held);
    }

    /// The next becomes the now; actual velocity is what really happened.
    fn swap(&mut self) {
        let Agents { body, heading, next, max_speed, .. } = &mut self.agents;
        let per_dt = (1.0 / self.dt) as f32;
        let (next, max_speed) = (&next[..], &max_speed[..]);
        self.pool.chunks((&mut body[..], &mut heading[..]), |start, (bodies, headings)| {
            for (k, (body, heading)) in bodies.iter_mut().zip(headings).enumerate() {
                let to = next[start + k];
                let v = ((to - body.place()) * per_dt).clamp_length(max_speed[start + k]);
                (body.x, body.y, body.vx, body.vy) = (to.x, to.y, v.x, v.y);
                let speed = v.length();
                if speed >= 0.05 {
                    *heading = v / speed;
                }
            }
        });
    }

    fn take_stock(&mut self) {
        let report = &mut self.report;
        report.step += 1;
        report.time = f64::from(report.step) * self.dt;
        report.agent_steps += self.agents.len() as u64;
        report.present = self.agents.len();
        report.appeared = self.agents.ever();
        if report.step.is_multiple_of(HASH_EVERY) {
            let state = hash::state(&self.pool, &self.agents, &mut self.scratch.hashes);
            report.state_hash = hash::fold(report.state_hash, state);
        }
        let second = (1.0 / self.dt).round().max(1.0) as u32;
        if report.step.is_multiple_of(second) {
            progress::check(
                &mut self.agents,
                &self.mesh,
                &self.goals,
                &self.near,
                &self.walls,
                report.time as f32,
                self.stuck_after as f32,
                &mut report.stuck,
            );
        }
    }

    // Setting up.

    /// Registers a group and its model.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Group, Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert!(sim.add_group(&Group { model: "telepathy".into(), ..Group::default() }).is_err());
    /// ```
    pub fn add_group(&mut self, group: &Group) -> Result<GroupId, GroupError> {
        let info = model_info(&group.model).ok_or_else(|| GroupError::UnknownModel(group.model.clone()))?;
        let squad = match self.squads.iter().position(|s| s.name() == info.name) {
            Some(at) => at,
            None => {
                let mut squad = (info.squad)();
                (0..self.agents.len()).for_each(|_| squad.push());
                self.squads.push(squad);
                self.squads.len() - 1
            }
        };
        let params = self.squads[squad].add_params(&group.params)?;
        self.groups.push(GroupEntry { group: group.clone(), squad: squad as u16, params });
        let range = self.squads.iter().map(|s| s.range()).fold(LEAST_RANGE, f32::max);
        if range != self.near.range() {
            self.near = Neighbours::new(self.bounds, range);
        }
        Ok(GroupId(self.groups.len() as u16 - 1))
    }

    /// Registers one place as a goal; `None` outside the walkable area.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert!(sim.add_goal_at(Point::new(99.0, 0.0)).is_none());
    /// ```
    pub fn add_goal_at(&mut self, at: Point) -> Option<GoalId> {
        let goal = Goal::point(&self.mesh, at)?;
        Some(self.goals.add_goal(goal))
    }

    /// Registers an area as a goal, reached anywhere along its width; `None` when no part of it is walkable.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert!(sim.add_goal_area(&Region::from(Polygon::rectangle(19.0, 0.0, 20.0, 5.0).unwrap())).is_some());
    /// ```
    pub fn add_goal_area(&mut self, area: &Region) -> Option<GoalId> {
        let goal = Goal::region(&self.mesh, area)?;
        Some(self.goals.add_goal(goal))
    }

    /// Registers a journey: goals one after the other.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_sim::{AtGoal, Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// let gate = sim.add_goal_at(Point::new(10.0, 2.5)).unwrap();
    /// let platform = sim.add_goal_at(Point::new(19.0, 2.5)).unwrap();
    /// let journey = sim.add_journey(&[gate, platform], AtGoal::Stay);
    /// assert_eq!(journey.0, 0);
    /// ```
    pub fn add_journey(&mut self, goals: &[GoalId], at_goal: AtGoal) -> JourneyId {
        self.goals.add_journey(goals, at_goal)
    }

    /// Registers people who arrive over time.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_sim::{AtGoal, Group, Setup, Simulation, Source};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// # let group = sim.add_group(&Group::default()).unwrap();
    /// # let goal = sim.add_goal_at(Point::new(19.0, 2.5)).unwrap();
    /// # let journey = sim.add_journey(&[goal], AtGoal::Leave);
    /// let door = Region::from(Polygon::rectangle(0.0, 0.0, 2.0, 5.0).unwrap());
    /// sim.add_source(Source::evenly(group, journey, door, 1.0, 0.0, 10.0, 1));
    /// assert_eq!(sim.expected(), 10);
    /// ```
    pub fn add_source(&mut self, source: Source) {
        self.sources.push(source);
    }

    /// Places people of a group at random in an area, without overlap.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_sim::{AtGoal, Group, Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// # let group = sim.add_group(&Group::default()).unwrap();
    /// # let goal = sim.add_goal_at(Point::new(19.0, 2.5)).unwrap();
    /// # let journey = sim.add_journey(&[goal], AtGoal::Leave);
    /// let room = Region::from(Polygon::rectangle(0.0, 0.0, 2.0, 2.0).unwrap());
    /// assert!(sim.populate(&room, group, journey, 5).is_ok());
    /// assert!(sim.populate(&room, group, journey, 500).is_err());
    /// ```
    pub fn populate(
        &mut self,
        area: &Region,
        group: GroupId,
        journey: JourneyId,
        count: usize,
    ) -> Result<(), DoesNotFit> {
        self.agents.reserve(count);
        let placed = self.place(area, group, journey, count, true);
        if placed == count { Ok(()) } else { Err(DoesNotFit { placed, wanted: count }) }
    }

    /// Places up to `count` people; how many found room. With `pack`, an area too full for random places is packed.
    fn place(&mut self, area: &Region, group: GroupId, journey: JourneyId, count: usize, pack: bool) -> usize {
        let radius = self.groups[group.0 as usize].group.radius;
        let placer = || {
            let mut placer = Placer::new(area, &self.walkable, &self.walls, radius.max)?;
            self.agents.body.iter().for_each(|b| placer.occupy(b));
            Some(placer)
        };
        let (seed, step, first) = (self.seed, self.report.step, self.agents.ever() as u32);
        let Some(mut darts) = placer() else { return 0 };
        let mut places: Vec<Point> = (0..count as u32)
            .map_while(|k| {
                let r = f64::from(radius.draw(seed, first + k, Purpose::Radius));
                darts.dart(r, &mut Draw::new(seed, first + k, step, Purpose::Place))
            })
            .collect();
        if pack && places.len() < count {
            let mut draw = Draw::new(seed, first, step, Purpose::Place);
            let lattice = placer().map(|p| p.lattice(radius.max, &mut draw)).unwrap_or_default();
            if lattice.len() > places.len() {
                places = lattice;
            }
        }
        places.iter().take(count).filter(|at| self.add(group, journey, **at).is_some()).count()
    }

    /// Adds a walker now; `None` when the place is outside the walkable area, in a wall or taken.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_sim::{AtGoal, Group, Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// # let group = sim.add_group(&Group::default()).unwrap();
    /// # let goal = sim.add_goal_at(Point::new(19.0, 2.5)).unwrap();
    /// # let journey = sim.add_journey(&[goal], AtGoal::Leave);
    /// assert!(sim.spawn(group, journey, Point::new(1.0, 2.5)).is_some());
    /// assert!(sim.spawn(group, journey, Point::new(1.0, 2.6)).is_none()); // taken
    /// ```
    pub fn spawn(&mut self, group: GroupId, journey: JourneyId, at: Point) -> Option<AgentId> {
        let id = self.agents.ever() as u32;
        let radius = self.groups.get(group.0 as usize)?.group.radius.draw(self.seed, id, Purpose::Radius);
        let clear = self.walls.distance(at).is_none_or(|d| d >= f64::from(radius) - 1e-9);
        let taken = self.agents.body.iter().any(|b| b.place().distance(at) < f64::from(b.radius + radius) - 1e-6);
        if taken || !clear { None } else { self.add(group, journey, at) }
    }

    fn add(&mut self, group: GroupId, journey: JourneyId, at: Point) -> Option<AgentId> {
        let id = self.agents.ever() as u32;
        let entry = self.groups.get(group.0 as usize)?;
        let goal = self.goals.stage(journey.0, 0)?;
        let triangle = self.mesh.locate(at)?;
        let speed = entry.group.speed.draw(self.seed, id, Purpose::Speed);
        let radius = entry.group.radius.draw(self.seed, id, Purpose::Radius);
        let towards = self.goals.goals[goal as usize].pieces()[0].nearest(at) - at;
        let agent = Agent {
            id: AgentId(0),
            body: Body { speed, ..Body::new(at, Vec2::ZERO, radius) },
            heading: towards.unit().unwrap_or(Vec2::new(1.0, 0.0)),
            preferred: Vec2::ZERO,
            chosen: Vec2::ZERO,
            next: at,
            max_speed: speed * SPRINT,
            triangle,
            goal,
            journey: journey.0,
            stage: 0,
            group: group.0,
            squad: entry.squad,
            params: entry.params,
            activity: Activity::Walking,
            way: Way { next: routes::NOT_BEGUN, wanted: true, waypoint: at, ..Way::default() },
            since: self.report.time as f32,
            progress: Progress { best: f32::INFINITY, since: self.report.time as f32 },
        };
        for squad in &mut self.squads {
            squad.push();
        }
        let id = self.agents.push(agent);
        self.report.present = self.agents.len();
        self.report.appeared = self.agents.ever();
        Some(id)
    }

    fn remove_row(&mut self, row: usize) {
        self.agents.swap_remove(row);
        for squad in &mut self.squads {
            squad.swap_remove(row);
        }
    }

    /// Asks for a change at the beginning of the next step.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{AgentId, Command, Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// sim.command(Command::Remove(AgentId(0))); // nobody there: nothing happens
    /// sim.step();
    /// ```
    pub fn command(&mut self, command: Command) {
        self.commands.push(command);
    }

    // Asking.

    /// What the last step told.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert_eq!(sim.report().time, 0.0);
    /// ```
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Everybody who has appeared or will.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert_eq!(sim.expected(), 0);
    /// ```
    pub fn expected(&self) -> usize {
        self.agents.ever() + self.sources.iter().map(|s| s.times.len() - s.done).sum::<usize>()
    }

    /// Everyone present, by id.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert_eq!(sim.walkers().count(), 0);
    /// ```
    pub fn walkers(&self) -> impl Iterator<Item = WalkerState> {
        (0..self.agents.ever() as u32).filter_map(|id| self.walker(AgentId(id)))
    }

    /// One walker; `None` when it left or never was.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{AgentId, Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert!(sim.walker(AgentId(7)).is_none());
    /// ```
    pub fn walker(&self, id: AgentId) -> Option<WalkerState> {
        let row = self.agents.row(id)?.index();
        let body = &self.agents.body[row];
        Some(WalkerState {
            id,
            place: body.place(),
            velocity: body.velocity(),
            heading: self.agents.heading[row],
            radius: body.radius,
            preferred_speed: body.speed,
            group: GroupId(self.agents.group[row]),
            activity: self.agents.activity[row],
            since: self.agents.since[row],
        })
    }

    /// A group as it was registered.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Group, Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// let id = sim.add_group(&Group::default()).unwrap();
    /// assert_eq!(sim.group(id).unwrap().name, "walkers");
    /// ```
    pub fn group(&self, id: GroupId) -> Option<&Group> {
        self.groups.get(id.0 as usize).map(|g| &g.group)
    }

    /// The mesh people walk on.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert_eq!(sim.mesh().triangles(), 2);
    /// ```
    pub fn mesh(&self) -> &NavMesh {
        &self.mesh
    }

    /// The walls of the plan.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert_eq!(sim.walls().all().len(), 4);
    /// ```
    pub fn walls(&self) -> &Walls {
        &self.walls
    }

    /// A goal by its number.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// let id = sim.add_goal_at(Point::new(10.0, 2.5)).unwrap();
    /// assert_eq!(sim.goal(id).unwrap().pieces().len(), 1);
    /// ```
    pub fn goal(&self, id: GoalId) -> Option<&Goal> {
        self.goals.goals.get(id.0 as usize)
    }

    /// Length of a step [s].
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert_eq!(sim.dt(), 0.05);
    /// ```
    pub fn dt(&self) -> f64 {
        self.dt
    }

    /// Threads in use.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert_eq!(sim.threads(), 1);
    /// ```
    pub fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// Walks the invariants.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// sim.check().unwrap();
    /// ```
    pub fn check(&self) -> Result<(), String> {
        self.mesh.check()?;
        self.agents.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::Polygon;

    #[test]
    fn a_walker_whose_numbers_break_is_stopped_and_named_and_harms_nobody() {
        let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap());
        let mut sim = Simulation::new(Setup::new(hall)).unwrap();
        let group = sim.add_group(&Group::default()).unwrap();
        let goal = sim.add_goal_at(Point::new(19.0, 2.5)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        let breaking = sim.add_group(&Group { model: "breaks".into(), ..Group::default() }).unwrap();
        let broken = sim.spawn(breaking, journey, Point::new(2.0, 2.5)).unwrap();
        sim.spawn(group, journey, Point::new(1.0, 2.0)).unwrap();
        sim.step();
        assert_eq!(sim.report().faults, [broken]);
        assert_eq!(sim.walker(broken).unwrap().activity, Activity::Quarantined);
        let stopped = sim.walker(broken).unwrap().place;
        while sim.report().time < 60.0 {
            sim.step();
        }
        // The other one, which had to pass it, arrived; the broken one is where it was, and still named.
        assert_eq!((sim.report().arrived, sim.report().faults.len()), (1, 1));
        let walker = sim.walker(broken).unwrap();
        assert!(walker.place.is_finite() && walker.place.distance(stopped) < 1.0);
        assert_eq!(sim.report().stuck[0].why, crate::Why::Quarantined);
    }

    #[test]
    fn nobody_is_lost_while_rows_are_sorted_and_removed() {
        let hall = Region::from(Polygon::rectangle(0.0, 0.0, 30.0, 10.0).unwrap());
        let mut sim = Simulation::new(Setup::new(hall)).unwrap();
        let group = sim.add_group(&Group::default()).unwrap();
        let goal = sim.add_goal_area(&Region::from(Polygon::rectangle(28.0, 0.0, 30.0, 10.0).unwrap())).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.populate(&Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap()), group, journey, 300).unwrap();
        while sim.report().arrived < 300 && sim.report().time < 120.0 {
            sim.step();
            sim.check().unwrap();
            let leaving = sim.walkers().filter(|w| w.activity == Activity::Leaving).count();
            assert_eq!(sim.report().arrived + sim.report().present, 300 + leaving);
        }
        assert_eq!(sim.report().arrived, 300);
    }
}
