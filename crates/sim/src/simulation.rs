//! A running crowd, and its step.

mod asking;
mod correcting;
mod doors;
mod facing;
mod leading;
mod levels;
mod moving;
mod saving;
mod setting_out;
mod setting_up;
#[cfg(test)]
mod tests;

pub use asking::WalkerState;
pub use doors::DoorPlan;
pub(crate) use levels::StairsSpeed;
pub use setting_up::{DoesNotFit, GroupError, Setup, WallHeight};

use crate::agents::{Activity, Agents};
use crate::blocked::BlockedCheck;
use crate::body_rules::Rules;
use crate::contact::{self, ContactWorkspace};
use crate::goals::{self, AtGoal, GoalId, Goals};
use crate::groups::{Group, GroupId, Routing};
use crate::locomotion::Movers;
use crate::oblong::Oblong;
use crate::parallel::Pool;
use crate::permute::Aside;
use crate::queues::Queues;
use crate::route_choice::{self, Weighing};
use crate::routes::Planning;
use crate::scripts::Scripts;
use crate::squad::Squad;
use crate::timers::Stage;
use crate::{
    AgentId, Arrival, BodyRuleSet, Command, Explanation, Flight, Graph, LocomotionSet, ModelSet, Neighbourhood,
    Neighbours, PublishedSteps, Report, Row, Source, View, Walls, hash, progress, quarantine, routes,
};
use ambulo_geom::{Bounds, Vec2};
use ambulo_nav::{MeshError, NavMesh};
use doors::DoorState;
use levels::LevelHeight;
use std::sync::Arc;

/// Rows are sorted by cell every so many steps: the order is part of the state.
const SORT_EVERY: u32 = 16;
/// The state is folded into the hash every so many steps, and at every arrival.
const HASH_EVERY: u32 = 8;
/// Walls are found up to here [m].
const WALL_REACH: f64 = 2.5;
/// Neighbours are found at least up to here [m], for contact.
const LEAST_RANGE: f32 = 2.0;
/// Nobody moves faster than this multiple of the preferred speed, whatever the model chooses.
const SPRINT: f32 = 1.5;

/// A crowd in a place.
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
    levels: Vec<LevelHeight>,
    stairs: Vec<StairsSpeed>,
    /// One level and no stairs: heights do not matter.
    flat: bool,
    bounds: Bounds,
    goals: Goals,
    groups: Vec<GroupEntry>,
    models: ModelSet,
    known_rules: BodyRuleSet,
    locomotions: LocomotionSet,
    pool: Pool,
    // State.
    /// This and walls change when a door does.
    mesh: Arc<NavMesh>,
    walls: Walls,
    /// The same walls found farther away, when a model asks for that.
    far_walls: Option<Walls>,
    /// Of these walls those that may hide people from each other.
    screens: Option<Walls>,
    doors: Vec<DoorState>,
    agents: Agents,
    squads: Vec<Box<dyn Squad>>,
    /// Which squads accelerate.
    accelerating: Vec<bool>,
    /// The body rules in use, in the order they apply.
    rules: Vec<Box<dyn Rules>>,
    movers: Vec<Box<dyn Movers>>,
    /// Stairs and ramps as feet meet them.
    flights: Vec<Flight>,
    /// What is prescribed to single walkers.
    scripts: Scripts,
    /// How many of those who appeared are obstacles that are led, not walkers.
    led: usize,
    oblong: Oblong,
    sources: Vec<Source>,
    setting_out: setting_out::SettingOut,
    queues: Queues,
    commands: Vec<Command>,
    corrections: correcting::Corrections,
    report: Report,
    /// Everybody who reached a last goal, in the order of time.
    arrivals: Vec<Arrival>,
    // Workspace, kept between steps.
    near: Neighbours,
    graph: Graph,
    neighbourhood: Option<Neighbourhood>,
    explained: Option<AgentId>,
    explanation: Option<Explanation>,
    contacts: ContactWorkspace,
    planning: Planning,
    weighing: Weighing,
    scratch: StepWorkspace,
}

#[derive(Default)]
struct StepWorkspace {
    aside: Aside,
    reached: Vec<Vec<u32>>,
    arrived: Vec<u32>,
    hashes: Vec<u64>,
    broken: Vec<bool>,
    sights: Vec<f32>,
    /// Velocity after body rules [m/s]; only where there are any.
    intended: Vec<Vec2>,
    /// Velocity after locomotion [m/s].
    moving: Vec<Vec2>,
    /// What walkers show of their steps; empty where nobody plans any.
    published: Vec<PublishedSteps>,
    progress: Vec<progress::ProgressCheck>,
    blocked: BlockedCheck,
}

pub(crate) struct GroupEntry {
    group: Group,
    squad: u16,
    params: u16,
    /// Number of its locomotion.
    mover: u16,
}

impl GroupEntry {
    pub(crate) fn routing(&self) -> Routing {
        self.group.routing
    }
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
        let site = setup.site;
        let mesh = Arc::new(NavMesh::of(&site)?);
        let levels = site.levels.iter().filter_map(|f| f.region.bounds()).flat_map(|b| [b.min, b.max]);
        let lines = site.stairs.iter().flat_map(|s| [s.bottom.line, s.top.line]).flat_map(|l| [l.a, l.b]);
        let bounds = Bounds::of(levels.chain(lines)).ok_or(MeshError::Empty)?;
        // A plan without further ado has its walls in the order of its rings.
        let mut walls = match &site.levels[..] {
            [floor] if floor.walls.is_empty() && site.stairs.is_empty() && site.doors.is_empty() => {
                Walls::new(&floor.region, WALL_REACH)
            }
            _ => Walls::of_mesh(&mesh, WALL_REACH),
        };
        for stated in &setup.wall_heights {
            let floor = site.levels.get(usize::from(stated.level)).map_or(0.0, |level| level.height);
            walls.state_height(&stated.area, floor as f32, stated.height);
        }
        let graph = Graph::new(setup.rings, setup.union_radius);
        Ok(Self {
            dt: setup.dt,
            seed: setup.seed,
            stuck_after: setup.stuck_after,
            stairs: StairsSpeed::all(&site),
            flights: Flight::all(&site, &setup.treads),
            scripts: Scripts::default(),
            led: 0,
            flat: mesh.surfaces().len() == 1,
            bounds,
            walls,
            far_walls: None,
            screens: None,
            doors: DoorState::all(&site, setup.doors),
            levels: site.levels.into_iter().map(LevelHeight::from).collect(),
            mesh,
            goals: Goals::default(),
            groups: Vec::new(),
            models: setup.models,
            known_rules: setup.rules,
            locomotions: setup.locomotions,
            pool: Pool::new(setup.threads),
            agents: Agents::default(),
            squads: Vec::new(),
            accelerating: Vec::new(),
            rules: Vec::new(),
            movers: Vec::new(),
            oblong: Oblong::default(),
            sources: Vec::new(),
            setting_out: setting_out::SettingOut::default(),
            queues: Queues::default(),
            commands: Vec::new(),
            corrections: correcting::Corrections::default(),
            report: Report::default(),
            arrivals: Vec::new(),
            near: Neighbours::new(bounds, LEAST_RANGE),
            graph,
            neighbourhood: setup.neighbourhood,
            explained: None,
            explanation: None,
            contacts: ContactWorkspace::default(),
            planning: Planning::default(),
            weighing: Weighing::default(),
            scratch: StepWorkspace::default(),
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
        self.stages();
        &self.report
    }

    /// The step as a table of contents.
    fn stages(&mut self) {
        let mut timers = std::mem::take(&mut self.report.timers);
        timers.time(Stage::Commands, || self.apply_commands());
        timers.time(Stage::Sort, || self.sort_by_cell());
        timers.time(Stage::Neighbours, || self.find_neighbours());
        timers.time(Stage::Goals, || self.advance_goals());
        timers.time(Stage::Neighbours, || self.link_neighbours());
        timers.time(Stage::Routes, || self.plan_routes());
        timers.time(Stage::Steering, || self.choose());
        timers.time(Stage::Locomotion, || self.advance());
        timers.time(Stage::Locomotion, || self.lead_obstacles());
        timers.time(Stage::Locomotion, || self.add_corrections());
        timers.time(Stage::Locomotion, || self.turn_shoulders());
        timers.time(Stage::Contact, || self.resolve_contact());
        timers.time(Stage::Checks, || {
            let StepWorkspace { broken, moving, .. } = &mut self.scratch;
            quarantine::check(&self.pool, &mut self.agents, moving, broken, &mut self.report.faults);
        });
        timers.time(Stage::Locomotion, || self.follow());
        timers.time(Stage::Checks, || {
            self.swap();
            self.follow_heights();
            self.update_report();
        });
        self.report.timers = timers;
    }

    /// Changes asked for, arrivals from sources, and those who leave.
    fn apply_commands(&mut self) {
        // Highest row first, so that a removed row's replacement was checked already.
        let arrived = std::mem::take(&mut self.scratch.arrived);
        for row in arrived.iter().rev().map(|row| *row as usize) {
            if self.agents.activity[row] == Activity::Leaving {
                self.remove_row(row);
            }
        }
        self.scratch.arrived = arrived;
        self.turn_doors();
        let mut commands = std::mem::take(&mut self.commands);
        commands.sort_by_key(Command::order);
        for command in commands {
            self.apply(command);
        }
        self.admit_arrivals();
        self.set_out();
        if self.report.step == 0 {
            self.goals.shrink();
            // Once for all: a step takes no memory.
            let expected = self.expected();
            self.arrivals.reserve_exact(expected);
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
                    // What it touched before does not count for the new goal.
                    self.agents.next[row] = self.agents.body[row].place();
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
            Command::SetGroupModel(group, like) => {
                let Some((squad, params)) = self.groups.get(like.0 as usize).map(|g| (g.squad, g.params)) else {
                    return;
                };
                let Some(entry) = self.groups.get_mut(group.0 as usize) else { return };
                (entry.squad, entry.params) = (squad, params);
                for row in (0..self.agents.len()).filter(|row| self.agents.group[*row] == group.0) {
                    (self.agents.squad[row], self.agents.params[row]) = (squad, params);
                    self.squads[squad as usize].forget(Row(row as u32));
                }
            }
            Command::Spawn { group, journey, at, level } => {
                self.report.refused += usize::from(self.spawn_on(level, group, journey, at).is_none());
            }
            Command::Door { name, open } => {
                self.report.refused += usize::from(!self.set_door_named(&name, open));
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
            let (level, area) = (self.sources[s].level, self.sources[s].area.clone());
            let within = self.sources[s].within.clone();
            let placed = self.place(level, &area, group, |_| journey, due, false, within.as_deref());
            self.sources[s].done += placed;
            self.report.waiting_to_enter += due - placed;
        }
    }

    fn sort_by_cell(&mut self) {
        if !self.report.step.is_multiple_of(SORT_EVERY) {
            return;
        }
        let (n, aside, grid) = (self.agents.len(), &mut self.scratch.aside, self.near.grid());
        grid.sort(&self.pool, &self.agents.body);
        let order = &grid.order[..n];
        self.agents.reorder(&self.pool, order, aside);
        self.squads.iter_mut().for_each(|squad| squad.reorder(&self.pool, order, aside));
        self.rules.iter_mut().for_each(|rule| rule.reorder(&self.pool, order, aside));
        self.movers.iter_mut().for_each(|mover| mover.reorder(&self.pool, order, aside));
        self.oblong.reorder(&self.pool, order, aside);
    }

    fn find_neighbours(&mut self) {
        let close = contact::range(self.agents.widest, self.agents.fastest * self.dt as f32);
        if close > self.near.range() {
            // Very wide or very fast people: every agent that can touch must be found.
            self.near = Neighbours::new(self.bounds, close);
        }
        self.list_sights();
        self.oblong.see(&self.pool, &self.agents);
        // Where people want to go is part of the now: what the last step said.
        let Agents { body, preferred, z, .. } = &self.agents;
        let heights = if self.flat { &[] } else { &z[..] };
        let wanted = if self.squads.iter().any(|s| s.reads_strides()) { &preferred[..] } else { &[] };
        let seen = self.oblong.seen(body);
        self.near.rebuild(&self.pool, seen, wanted, heights, close, &self.scratch.sights);
    }

    /// How far each agent's model looks, where it reads lists of the grid: a model never sees farther because another one does.
    fn list_sights(&mut self) {
        let mut sights = std::mem::take(&mut self.scratch.sights);
        sights.clear();
        let reads = |squad: &dyn Squad| squad.reads_lists() && !self.by_graph(squad);
        if self.squads.iter().any(|s| reads(&**s)) {
            let Agents { squad, params, .. } = &self.agents;
            sights.extend(squad.iter().zip(params).map(|(squad, params)| {
                let squad = &*self.squads[*squad as usize];
                if reads(squad) { squad.range_of(*params) } else { 0.0 }
            }));
        }
        self.scratch.sights = sights;
    }

    fn advance_goals(&mut self) {
        let StepWorkspace { reached, arrived, .. } = &mut self.scratch;
        let outside = goals::advance(&self.pool, &mut self.agents, &self.mesh, &self.goals, reached, arrived);
        self.report.wall_crossings += u64::from(outside);
        self.report.arrived += arrived.len();
        for row in arrived.iter() {
            let row = *row as usize;
            let (id, step) = (self.agents.id[row], self.report.step);
            self.report.state_hash = hash::fold(self.report.state_hash, u64::from(id.0) << 32 | u64::from(step));
            let (cell, place) = (self.agents.cell[row], self.agents.body[row].place());
            let goal = GoalId(self.goals.member_at(self.agents.goal[row], &self.mesh, cell, place));
            let group = GroupId(self.agents.group[row]);
            self.arrivals.push(Arrival { id, goal, group, step, since: self.agents.since[row] });
        }
    }

    /// The neighbourhood graph, for models that want it; after goals, which know in which cell everybody is.
    fn link_neighbours(&mut self) {
        if self.squads.iter().any(|s| self.by_graph(&**s)) {
            let Agents { body, cell, z, .. } = &self.agents;
            self.graph.rebuild(&self.pool, body, cell, z, &self.mesh, &self.near);
        }
    }

    fn by_graph(&self, squad: &dyn Squad) -> bool {
        self.neighbourhood.unwrap_or(squad.neighbourhood()) == Neighbourhood::Delaunay
    }

    fn plan_routes(&mut self) {
        let Self { agents, mesh, stairs, goals, groups, planning, pool, report, queues, weighing, .. } = self;
        let crowd_matters = groups.iter().any(|g| g.routing() != Routing::Shortest);
        if crowd_matters {
            queues.update(pool, agents, mesh, self.dt as f32);
        }
        routes::replan(pool, agents, mesh, goals, groups, queues, self.seed, planning, routes::BUDGET);
        if crowd_matters {
            let when = (self.seed, report.step, self.dt);
            let navigator = &mut planning.navigator;
            report.route_changes +=
                route_choice::reconsider(pool, agents, mesh, goals, groups, navigator, queues, weighing, when);
        }
        routes::prefer(pool, agents, mesh, stairs, goals, report.step);
    }

    fn choose(&mut self) {
        let explained = self.explained.and_then(|id| self.agents.row(id));
        let Agents {
            id,
            body,
            heading,
            preferred,
            max_speed,
            squad,
            params,
            chosen,
            z,
            cell,
            since,
            route,
            goal,
            far,
            group,
            ..
        } = &mut self.agents;
        let mut view = View {
            dt: self.dt as f32,
            seed: self.seed,
            step: self.report.step,
            ids: id,
            bodies: self.oblong.seen(body),
            headings: heading,
            preferred,
            max_speeds: max_speed,
            near: &self.near,
            walls: &self.walls,
            far_walls: self.far_walls.as_ref(),
            screens: self.screens.as_ref(),
            heights: z,
            mesh: &self.mesh,
            cells: cell,
            since,
            routes: route,
            goal_of: goal,
            far,
            goals: &self.goals,
            graph: None,
            lists: false,
        };
        self.explanation = None;
        for (me, s) in self.squads.iter_mut().enumerate() {
            let by_graph = self.neighbourhood.unwrap_or(s.neighbourhood()) == Neighbourhood::Delaunay;
            view.graph = by_graph.then_some(&self.graph);
            view.lists = s.reads_lists();
            if let Some(row) = explained.filter(|row| squad[row.index()] as usize == me) {
                let at = row.index();
                let mut explanation = Explanation {
                    id: id[at],
                    time: self.report.time,
                    place: body[at].place(),
                    radius: body[at].radius,
                    velocity: body[at].velocity(),
                    preferred: preferred[at],
                    chosen: chosen[at],
                    ..Explanation::default()
                };
                s.explain(&view, row, params[at], &mut explanation);
                self.explanation = Some(explanation);
            }
            s.steer(&self.pool, &view, squad, params, me as u16, chosen);
        }
        if !self.rules.is_empty() {
            let intended = &mut self.scratch.intended;
            intended.clear();
            intended.extend_from_slice(chosen);
            (view.graph, view.lists) = (None, false);
            self.rules.iter_mut().for_each(|rule| rule.apply(&self.pool, &view, group, intended));
        }
        self.hold_who_waits();
    }

    fn update_report(&mut self) {
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
                &self.pool,
                &mut self.agents,
                &self.mesh,
                &self.goals,
                &self.near,
                &self.walls,
                report.time as f32,
                self.stuck_after as f32,
                &mut self.scratch.progress,
                &mut report.stuck,
                &mut report.short_of_goal,
            );
            self.find_blocked();
        }
    }

    /// Places where nobody makes progress; nothing reads them but reports.
    fn find_blocked(&mut self) {
        let mut check = std::mem::take(&mut self.scratch.blocked);
        let mut list = std::mem::take(&mut self.report.blocked);
        check.find(&self.agents, &self.near, &self.walls, self.report.time as f32);
        check.note(&self.agents, |row| self.level_of(row), self.report.time, &mut list);
        (self.scratch.blocked, self.report.blocked) = (check, list);
    }
}
