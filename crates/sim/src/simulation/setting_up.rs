//! Putting people, goals and journeys into a crowd.

use super::{GroupEntry, LEAST_RANGE, Simulation};
use crate::absent::{Unhindered, Unsteered};
use crate::goals::{AtGoal, GoalId, JourneyId};
use crate::groups::{Group, GroupId};
use crate::{
    AgentId, BodyRuleSet, Command, DoorPlan, LocomotionInfo, LocomotionSet, ModelInfo, ModelSet, Neighbourhood,
    Neighbours, ParamError, Source, Walls,
};
use ambulo_geom::{Point, Region, Vec2};
use ambulo_nav::Site;
use thiserror::Error;

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
    /// Where people can walk: levels, the stairs between them, doors.
    pub site: Site,
    /// Names and times of the site's doors, in their order; doors without stay as they begin.
    pub doors: Vec<DoorPlan>,
    /// How high walls are, area by area; models that see over low ones read it. A later one counts where areas overlap.
    pub wall_heights: Vec<WallHeight>,
    /// Numbers of treads of the site's stairs, in their order; those without are ramps to feet.
    pub treads: Vec<u32>,
    /// Length of a step [s].
    pub dt: f64,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Threads; 0 means one per core.
    pub threads: usize,
    /// An agent without progress for so long is stuck [s].
    pub stuck_after: f64,
    /// How people find their neighbours; `None`: as each model likes best.
    pub neighbourhood: Option<Neighbourhood>,
    /// Rings of the neighbourhood graph: 1 for direct neighbours, 2 for theirs too ...
    pub rings: u8,
    /// The graph also links all who see each other within this distance [m].
    pub union_radius: f32,
    /// Models that groups may name.
    pub models: ModelSet,
    /// Body rules that groups may name, in the order they apply.
    pub rules: BodyRuleSet,
    /// Locomotions that groups may name.
    pub locomotions: LocomotionSet,
}

/// How high the walls within an area are.
///
/// ```
/// use ambulo_geom::{Polygon, Region};
/// use ambulo_sim::{Setup, Simulation, WallHeight};
/// let counter: &[(f64, f64)] = &[(4.0, 2.0), (6.0, 2.0), (6.0, 3.0), (4.0, 3.0)];
/// let hall = Polygon::from_rings(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)], &[counter]).unwrap();
/// let area = Region::from(Polygon::rectangle(4.0, 2.0, 6.0, 3.0).unwrap());
/// let wall_heights = vec![WallHeight { level: 0, area, height: 1.1 }];
/// let sim = Simulation::new(Setup { wall_heights, ..Setup::new(Region::from(hall)) }).unwrap();
/// assert_eq!(sim.walls().all().len(), 8);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct WallHeight {
    /// Number of the level.
    pub level: u16,
    /// Where the walls stand; those on its border count.
    pub area: Region,
    /// How high they are [m].
    pub height: f32,
}

impl Setup {
    /// The defaults on a plan of one level.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let plan = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap());
    /// assert_eq!(ambulo_sim::Setup::new(plan).seed, 1);
    /// ```
    pub fn new(walkable: Region) -> Self {
        Self {
            site: Site::from(walkable),
            doors: Vec::new(),
            wall_heights: Vec::new(),
            treads: Vec::new(),
            dt: 0.05,
            seed: 1,
            threads: 1,
            stuck_after: 30.0,
            neighbourhood: None,
            rings: 1,
            union_radius: 0.0,
            models: ModelSet::default(),
            rules: BodyRuleSet::default(),
            locomotions: LocomotionSet::default(),
        }
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
    /// No such body rule.
    #[error("there is no body rule `{0}`")]
    UnknownRule(String),
    /// No such locomotion.
    #[error("there is no locomotion `{0}`")]
    UnknownLocomotion(String),
    /// A parameter does not fit.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// What its parameters ask for is not there, as a device.
    #[error("`{model}`: {why}")]
    Unavailable {
        /// The model.
        model: &'static str,
        /// Why not, and what to do.
        why: String,
    },
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
        let at = self.groups.len();
        let model = self.model_of(group)?;
        let locomotion = self.locomotion_of(group)?;
        let squad = match self.squads.iter().position(|s| s.name() == model.name) {
            Some(at) => at,
            None => {
                let mut squad = (model.squad)();
                (0..self.agents.len()).for_each(|_| squad.push());
                self.accelerating.push(squad.accelerates());
                self.squads.push(squad);
                self.squads.len() - 1
            }
        };
        let params = self.squads[squad].add_params(&group.params)?;
        let walkers = self.agents.len();
        let mover = self.movers.iter().position(|l| l.name() == locomotion.name).unwrap_or_else(|| {
            self.movers.push((locomotion.movers)(walkers));
            self.movers.len() - 1
        });
        self.movers[mover].add_group(at, &group.locomotion_params)?;
        self.add_rules(at, &group.rules)?;
        if group.chest.is_some() {
            self.oblong.begin(&self.agents);
        }
        let named = Group { model: model.name.into(), locomotion: locomotion.name.into(), ..group.clone() };
        self.groups.push(GroupEntry { group: named, squad: squad as u16, params, mover: mover as u16 });
        let rules = self.rules.iter().map(|r| r.range());
        let range = self.squads.iter().map(|s| s.range()).chain(rules).fold(LEAST_RANGE, f32::max);
        if range != self.near.range() {
            self.near = Neighbours::new(self.bounds, range);
        }
        if self.screens.as_ref().is_none_or(|s| s.reach() < f64::from(range)) {
            self.screens = Some(self.walls.screens(f64::from(range)));
        }
        let walls = self.squads.iter().map(|s| f64::from(s.wall_range())).fold(0.0, f64::max);
        let known = self.far_walls.as_ref().map_or(self.walls.reach(), Walls::reach);
        if walls > known {
            self.far_walls = Some(self.walls.farther(walls));
        }
        Ok(GroupId(at as u16))
    }

    /// The model of a group: its own value, the one it names, or the first there is. In a simulation without models people follow their
    /// routes.
    fn model_of(&self, group: &Group) -> Result<ModelInfo, GroupError> {
        let known = if group.model.is_empty() { self.models.iter().next() } else { self.models.get(&group.model) };
        match group.model_value.as_ref().or(known) {
            Some(info) => Ok(*info),
            None if group.model.is_empty() => Ok(ModelInfo::of::<Unsteered>()),
            None => Err(GroupError::UnknownModel(group.model.clone())),
        }
    }

    /// The same for its locomotion; in a simulation without any, bodies do what was intended.
    fn locomotion_of(&self, group: &Group) -> Result<LocomotionInfo, GroupError> {
        let all = &self.locomotions;
        let known = if group.locomotion.is_empty() { all.iter().next() } else { all.get(&group.locomotion) };
        match group.locomotion_value.as_ref().or(known) {
            Some(info) => Ok(*info),
            None if group.locomotion.is_empty() => Ok(LocomotionInfo::of::<Unhindered>()),
            None => Err(GroupError::UnknownLocomotion(group.locomotion.clone())),
        }
    }

    /// Rules stay in the order of the set, whichever group names them first.
    fn add_rules(&mut self, group: usize, rules: &[(String, Vec<(String, f64)>)]) -> Result<(), GroupError> {
        for (name, values) in rules {
            let place = |name: &str| self.known_rules.iter().position(|r| r.name == name);
            let Some(rank) = place(name) else { return Err(GroupError::UnknownRule(name.clone())) };
            let at = match self.rules.iter().position(|r| r.name() == *name) {
                Some(at) => at,
                None => {
                    let at = self.rules.iter().filter(|r| place(r.name()).is_some_and(|other| other < rank)).count();
                    let info = self.known_rules.get(name).map(|r| r.rules);
                    let Some(rules) = info else { return Err(GroupError::UnknownRule(name.clone())) };
                    self.rules.insert(at, rules(self.agents.len()));
                    at
                }
            };
            self.rules[at].add_group(group, values)?;
        }
        Ok(())
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
        self.add_goal_at_on(0, at)
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
        self.add_goal_area_on(0, area)
    }

    /// Registers a goal that is reached where any of some goals is; `None` for none of them. Arrivals name the one that was reached.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// let mut area = |x| sim.add_goal_area(&Region::from(Polygon::rectangle(x, 0.0, x + 1.0, 5.0).unwrap())).unwrap();
    /// let exits = [area(0.0), area(19.0)];
    /// assert!(sim.add_goal_any_of(&exits).is_some());
    /// ```
    pub fn add_goal_any_of(&mut self, goals: &[GoalId]) -> Option<GoalId> {
        self.goals.add_any_of(goals)
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
        self.populate_on(0, area, group, journey, count)
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
        self.spawn_on(0, group, journey, at)
    }

    /// The same with a velocity [m/s], of which its greatest speed is kept. It faces its goal until it has moved.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region, Vec2};
    /// # use ambulo_sim::{AtGoal, Group, Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// # let group = sim.add_group(&Group::default()).unwrap();
    /// # let goal = sim.add_goal_at(Point::new(19.0, 2.5)).unwrap();
    /// # let journey = sim.add_journey(&[goal], AtGoal::Leave);
    /// let id = sim.spawn_moving(group, journey, Point::new(1.0, 2.5), Vec2::new(0.5, 0.0)).unwrap();
    /// assert_eq!(sim.walker(id).unwrap().velocity, Vec2::new(0.5, 0.0));
    /// ```
    pub fn spawn_moving(&mut self, group: GroupId, journey: JourneyId, at: Point, velocity: Vec2) -> Option<AgentId> {
        let id = self.spawn(group, journey, at)?;
        let row = self.agents.row(id).filter(|_| velocity.is_finite())?.index();
        let v = velocity.clamp_length(self.agents.max_speed[row]);
        (self.agents.body[row].vx, self.agents.body[row].vy) = (v.x, v.y);
        Some(id)
    }

    pub(super) fn remove_row(&mut self, row: usize) {
        self.agents.swap_remove(row);
        self.squads.iter_mut().for_each(|squad| squad.swap_remove(row));
        self.rules.iter_mut().for_each(|rule| rule.swap_remove(row));
        self.movers.iter_mut().for_each(|mover| mover.swap_remove(row));
        self.oblong.swap_remove(row);
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
