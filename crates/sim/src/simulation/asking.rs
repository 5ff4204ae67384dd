//! Queries about the crowd.

use super::Simulation;
use crate::agents::Activity;
use crate::goals::GoalId;
use crate::groups::{Group, GroupId};
use crate::squad::Squad;
use crate::{AgentId, Arrival, BodyRuleSet, Explanation, Gait, LandedFootstep, LocomotionSet, ModelSet, Report, Walls};
use ambulo_geom::{Point, Vec2};
use ambulo_nav::{Goal, NavMesh};

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
    /// Unit vector it faces; of an oblong body the direction of its chest.
    pub heading: Vec2,
    /// Radius [m]; of an oblong body half the width of its shoulders.
    pub radius: f32,
    /// Speed it would like to walk [m/s].
    pub preferred_speed: f32,
    /// Its group.
    pub group: GroupId,
    /// What it is doing.
    pub activity: Activity,
    /// When it appeared [s].
    pub since: f32,
    /// Height of its feet [m].
    pub z: f32,
    /// Number of its level; on stairs, of the nearer one in height.
    pub level: u16,
}

impl Simulation {
    /// The report of the last step.
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
        self.agents.ever() - self.led + self.to_come()
    }

    /// How many of them have not appeared yet.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert_eq!(sim.to_come(), 0);
    /// ```
    pub fn to_come(&self) -> usize {
        self.sources.iter().map(|s| s.times.len() - s.done).sum::<usize>()
    }

    /// Everybody who has reached a last goal so far, in the order of time.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_sim::{AtGoal, Group, Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// # let group = sim.add_group(&Group::default()).unwrap();
    /// # let goal = sim.add_goal_at(Point::new(2.0, 2.5)).unwrap();
    /// # let journey = sim.add_journey(&[goal], AtGoal::Leave);
    /// let id = sim.spawn(group, journey, Point::new(1.0, 2.5)).unwrap();
    /// while sim.report().arrived == 0 {
    ///     sim.step();
    /// }
    /// assert_eq!((sim.arrivals()[0].id, sim.arrivals()[0].goal), (id, goal));
    /// ```
    pub fn arrivals(&self) -> &[Arrival] {
        &self.arrivals
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

    /// Puts a walker where no spawning would, as into another: for checks. It must lie on the plan.
    #[doc(hidden)]
    pub fn put(&mut self, id: AgentId, at: Point, velocity: Vec2) {
        let found = self.agents.row(id).map(|r| r.index()).zip(self.mesh.locate(at));
        if let Some((row, cell)) = found {
            let body = self.agents.body[row];
            self.agents.body[row] = crate::Body { x: at.x, y: at.y, vx: velocity.x, vy: velocity.y, ..body };
            self.agents.cell[row] = cell;
        }
    }

    /// Sets a walker in motion, for checks that begin in the middle of a walk.
    #[doc(hidden)]
    pub fn set_velocity(&mut self, id: AgentId, v: Vec2) {
        if let Some(row) = self.agents.row(id).map(|r| r.index()) {
            (self.agents.body[row].vx, self.agents.body[row].vy) = (v.x, v.y);
            self.agents.heading[row] = v.unit().unwrap_or(self.agents.heading[row]);
        }
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
            heading: self.oblong.faces(row).unwrap_or(self.agents.heading[row]),
            radius: body.radius,
            preferred_speed: body.speed,
            group: GroupId(self.agents.group[row]),
            activity: self.agents.activity[row],
            since: self.agents.since[row],
            z: self.agents.z[row],
            level: self.level_of(row),
        })
    }

    /// How a walker steps; `None` when it left, never was, or its locomotion has no steps.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{AgentId, Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert!(sim.gait(AgentId(7)).is_none());
    /// ```
    pub fn gait(&self, id: AgentId) -> Option<Gait> {
        let row = self.agents.row(id)?.index();
        let group = self.agents.group[row];
        let mover = self.groups.get(group as usize)?.mover;
        self.movers[mover as usize].gait(group, row, self.agents.body[row].place())
    }

    /// The footsteps that landed in the last step, by walker and index.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert!(sim.footsteps().is_empty());
    /// ```
    pub fn footsteps(&self) -> Vec<LandedFootstep> {
        let mut landed = Vec::new();
        if self.movers.iter().all(|mover| !mover.steps()) {
            return landed;
        }
        for (row, group) in self.agents.group.iter().enumerate() {
            let mover = self.groups[*group as usize].mover;
            landed.extend_from_slice(self.movers[mover as usize].footsteps(*group, row));
        }
        landed.sort_unstable_by_key(|step| (step.id, step.index));
        landed
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
    /// assert_eq!(sim.mesh().cells(), 1);
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

    /// The models its groups may name.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert!(sim.models().get("telepathy").is_none());
    /// ```
    pub fn models(&self) -> &ModelSet {
        &self.models
    }

    /// The locomotions its groups may name.
    pub fn locomotions(&self) -> &LocomotionSet {
        &self.locomotions
    }

    /// The body rules its groups may name.
    pub fn rules(&self) -> &BodyRuleSet {
        &self.known_rules
    }

    /// Which model has its decisions prepared by which device, as a GPU; none where every walker decides by itself.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert!(sim.devices().is_empty());
    /// ```
    pub fn devices(&self) -> Vec<String> {
        let of = |squad: &dyn Squad| -> Vec<String> {
            squad.devices().iter().map(|(device, _)| format!("{}: {device}", squad.name())).collect()
        };
        let mut all: Vec<String> = self.squads.iter().flat_map(|squad| of(&**squad)).collect();
        all.dedup();
        all
    }

    /// Seconds spent so far in each part of the work on such devices.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert!(sim.device_times().is_empty());
    /// ```
    pub fn device_times(&self) -> Vec<(&'static str, f64)> {
        let mut sums: Vec<(&'static str, f64)> = Vec::new();
        for (part, seconds) in self.squads.iter().flat_map(|squad| squad.devices()).flat_map(|(_, times)| times) {
            match sums.iter_mut().find(|(known, _)| *known == part) {
                Some((_, sum)) => *sum += seconds,
                None => sums.push((part, seconds)),
            }
        }
        sums
    }

    /// Why a device failed: since then the walkers of its model do not decide any more, and what the run shows means nothing.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert_eq!(sim.failure(), None);
    /// ```
    pub fn failure(&self) -> Option<&str> {
        self.squads.iter().find_map(|squad| squad.failure())
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

    /// From now on, writes down what one walker sees and weighs.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_sim::{AtGoal, Group, Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// # let group = sim.add_group(&Group::default()).unwrap();
    /// # let goal = sim.add_goal_at(Point::new(19.0, 2.5)).unwrap();
    /// # let journey = sim.add_journey(&[goal], AtGoal::Leave);
    /// let id = sim.spawn(group, journey, Point::new(1.0, 2.5)).unwrap();
    /// sim.explain(Some(id));
    /// sim.step();
    /// assert!(sim.explanation().unwrap().preferred.x > 0.0);
    /// ```
    pub fn explain(&mut self, id: Option<AgentId>) {
        self.explained = id;
    }

    /// What the explained walker saw and weighed in the last step; `None` when it is not there.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert!(sim.explanation().is_none());
    /// ```
    pub fn explanation(&self) -> Option<&Explanation> {
        self.explanation.as_ref()
    }

    /// The neighbourhood graph of the last step; without edges when no model in use asked for it.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert_eq!(sim.neighbour_pairs().count(), 0);
    /// ```
    pub fn neighbour_pairs(&self) -> impl Iterator<Item = (AgentId, AgentId)> {
        let known = self.agents.id.len();
        // An agent may have left since the last step.
        let pairs = self.graph.pairs().filter(move |(a, b)| a.index() < known && b.index() < known);
        pairs.map(|(a, b)| (self.agents.id[a.index()], self.agents.id[b.index()]))
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
        self.agents.check()?;
        self.oblong.check(self.agents.len())?;
        self.movers.iter().try_for_each(|mover| mover.check(self.agents.len()))
    }
}
