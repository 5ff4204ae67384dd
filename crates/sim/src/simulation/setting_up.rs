//! Putting people, goals and journeys into a crowd.

use super::{GroupEntry, LEAST_RANGE, Simulation};
use crate::agents::{Activity, Agent, Progress, Way};
use crate::goals::{AtGoal, GoalId, JourneyId};
use crate::groups::{Group, GroupId};
use crate::place::Placer;
use crate::random::{Draw, Purpose};
use crate::{AgentId, Body, Command, Neighbours, ParamError, Source, model_info, routes};
use ambulo_geom::{Point, Region, Vec2};
use ambulo_nav::Goal;
use thiserror::Error;

/// Nobody moves faster than this multiple of the preferred speed, whatever the model says.
const SPRINT: f32 = 1.5;

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

impl Simulation {
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
    pub(super) fn place(
        &mut self,
        area: &Region,
        group: GroupId,
        journey: JourneyId,
        count: usize,
        pack: bool,
    ) -> usize {
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
        let cell = self.mesh.locate(at)?;
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
            cell,
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

    pub(super) fn remove_row(&mut self, row: usize) {
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
}
