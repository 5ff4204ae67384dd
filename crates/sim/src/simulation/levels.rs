//! Placing agents and goals on one of several levels. Levels are counted from 0, in the order of the site; the plain
//! methods mean level 0.

use super::{SPRINT, Simulation};
use crate::agents::{Activity, Agent, Agents, GoalProgress, RouteState};
use crate::contact::PUSH;
use crate::goals::{GoalId, JourneyId};
use crate::groups::GroupId;
use crate::heights::{SIGHT, apart};
use crate::place::{Ground, Placer};
use crate::random::{Draw, Purpose};
use crate::{AgentId, Body, DoesNotFit, routes, taken::Taken};
use ambulo_geom::{Point, Region, Vec2};
use ambulo_nav::{Goal, Level, Site};

/// Height of one level.
pub(super) struct LevelHeight {
    height: f32,
}

impl From<Level> for LevelHeight {
    fn from(level: Level) -> Self {
        Self { height: level.height as f32 }
    }
}

/// How stairs or a ramp change the speed of agents on them.
pub(crate) struct StairsSpeed {
    /// Unit vector that leads up, seen from above.
    up: Vec2,
    speed_up: f32,
    speed_down: f32,
    /// Numbers of the levels below and above.
    levels: [u16; 2],
    /// Rise over run.
    steepness: f64,
}

impl StairsSpeed {
    pub(super) fn all(site: &Site) -> Vec<Self> {
        let height = |level: usize| site.levels[level].height;
        let of = |flight: &ambulo_nav::Stairs| {
            let (from, to) = (flight.bottom.line.a.lerp(flight.bottom.line.b, 0.5), flight.top.line);
            let run = flight.bottom.line.distance_to_segment(to);
            Self {
                up: (to.a.lerp(to.b, 0.5) - from).unit().unwrap_or(Vec2::ZERO),
                speed_up: flight.up,
                speed_down: flight.down,
                levels: [flight.bottom.level as u16, flight.top.level as u16],
                steepness: (height(flight.top.level) - height(flight.bottom.level)).abs() / run.max(1e-3),
            }
        };
        site.stairs.iter().map(of).collect()
    }

    /// Share of the walking speed that is seen from above, in a direction: speeds on stairs are along the slope, as standards give them.
    #[inline]
    pub(crate) fn pace(&self, wanted: Vec2) -> f32 {
        let along = wanted.unit().map_or(0.0, |e| e.dot(self.up));
        let rise = self.steepness as f32 * along;
        (if along >= 0.0 { self.speed_up } else { self.speed_down }) / (1.0 + rise * rise).sqrt()
    }
}

impl Simulation {
    /// Heights and cells follow the bodies, so that the next step, recordings and checks see people as high as they stand.
    pub(super) fn follow_heights(&mut self) {
        if self.flat {
            return;
        }
        let (mesh, Agents { body, cell, z, .. }) = (&self.mesh, &mut self.agents);
        let body = &body[..];
        self.pool.chunks((&mut cell[..], &mut z[..]), |start, (cells, heights)| {
            for (k, (cell, z)) in cells.iter_mut().zip(heights).enumerate() {
                let p = body[start + k].place();
                *cell = mesh.locate_from(*cell, p).unwrap_or(*cell);
                *z = mesh.height(*cell, p) as f32;
            }
        });
    }

    /// The farthest a body may move in one step [m] so that two who are too far apart in height to see each other cannot
    /// touch after it: on the steepest flight they are still so far apart that neither comes to the other.
    pub(super) fn farthest_on_levels(&self) -> f64 {
        let steepest = self.stairs.iter().map(|i| i.steepness).fold(0.0, f64::max);
        if self.flat || steepest == 0.0 {
            return f64::INFINITY;
        }
        let apart = f64::from(SIGHT) / steepest - 2.0 * f64::from(self.agents.widest + PUSH);
        (0.5 * apart).max(0.1)
    }

    /// Registers one place of a floor as a goal; `None` outside its walkable area.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// assert!(sim.add_goal_at_on(0, Point::new(9.0, 1.0)).is_some());
    /// assert!(sim.add_goal_at_on(1, Point::new(9.0, 1.0)).is_none()); // there is no such level
    /// ```
    pub fn add_goal_at_on(&mut self, level: u16, at: Point) -> Option<GoalId> {
        let cell = self.locate_on(level, at)?;
        Some(self.goals.add_goal(Goal::point_in(cell, at)))
    }

    /// Registers an area of a level as a goal; `None` when no part of it is walkable there.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// let exit = Region::from(Polygon::rectangle(19.0, 0.0, 20.0, 5.0).unwrap());
    /// assert!(sim.add_goal_area_on(0, &exit).is_some());
    /// ```
    pub fn add_goal_area_on(&mut self, level: u16, area: &Region) -> Option<GoalId> {
        self.levels.get(level as usize)?;
        let goal = Goal::region_on(&self.mesh, u32::from(level), area)?;
        Some(self.goals.add_goal(goal))
    }

    /// Registers a goal that was made before.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_nav::Goal;
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// let goal = Goal::point(sim.mesh(), Point::new(9.0, 1.0)).unwrap();
    /// assert_eq!(sim.add_goal(goal).0, 0);
    /// ```
    pub fn add_goal(&mut self, goal: Goal) -> GoalId {
        self.goals.add_goal(goal)
    }

    /// Places people of a group at random in an area of a level, without overlap.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_sim::{AtGoal, Group, Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// # let group = sim.add_group(&Group::default()).unwrap();
    /// # let goal = sim.add_goal_at(Point::new(19.0, 2.5)).unwrap();
    /// # let journey = sim.add_journey(&[goal], AtGoal::Leave);
    /// let room = Region::from(Polygon::rectangle(0.0, 0.0, 2.0, 2.0).unwrap());
    /// assert!(sim.populate_on(0, &room, group, journey, 5).is_ok());
    /// ```
    pub fn populate_on(
        &mut self,
        level: u16,
        area: &Region,
        group: GroupId,
        journey: JourneyId,
        count: usize,
    ) -> Result<(), DoesNotFit> {
        self.populate_each_on(level, area, group, &vec![journey; count], None)
    }

    /// The same with a journey for each. `within` says for every cell of the mesh whether people may begin in it.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_sim::{AtGoal, Group, Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// # let group = sim.add_group(&Group::default()).unwrap();
    /// let goals = [3.0, 19.0].map(|x| sim.add_goal_at(Point::new(x, 2.5)).unwrap());
    /// let journeys = goals.map(|goal| sim.add_journey(&[goal], AtGoal::Leave));
    /// let room = Region::from(Polygon::rectangle(8.0, 0.0, 12.0, 5.0).unwrap());
    /// assert!(sim.populate_each_on(0, &room, group, &journeys, None).is_ok());
    /// assert!(sim.populate_each_on(0, &room, group, &journeys, Some(&[false])).is_err());
    /// ```
    pub fn populate_each_on(
        &mut self,
        level: u16,
        area: &Region,
        group: GroupId,
        journeys: &[JourneyId],
        within: Option<&[bool]>,
    ) -> Result<(), DoesNotFit> {
        let count = journeys.len();
        self.agents.reserve(count);
        let placed = self.place(level, area, group, |k| journeys[k], count, true, within);
        if placed == count { Ok(()) } else { Err(DoesNotFit { placed, wanted: count }) }
    }

    /// Adds a walker on a level now; `None` when the place is outside its walkable area, in a wall or taken.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_sim::{AtGoal, Group, Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// # let group = sim.add_group(&Group::default()).unwrap();
    /// # let goal = sim.add_goal_at(Point::new(19.0, 2.5)).unwrap();
    /// # let journey = sim.add_journey(&[goal], AtGoal::Leave);
    /// assert!(sim.spawn_on(0, group, journey, Point::new(1.0, 2.5)).is_some());
    /// ```
    pub fn spawn_on(&mut self, level: u16, group: GroupId, journey: JourneyId, at: Point) -> Option<AgentId> {
        let id = self.agents.ever() as u32;
        let radius = self.groups.get(group.0 as usize)?.group.radius.draw(self.seed, id, Purpose::Radius);
        let z = self.levels.get(level as usize)?.height;
        let clear = self.walls.distance(at, z).is_none_or(|d| d >= f64::from(radius) - 1e-9);
        let near = |b: &Body| b.place().distance(at) < f64::from(b.radius + radius) - 1e-6;
        let taken = self.agents.body.iter().zip(&self.agents.z).any(|(b, bz)| !apart(*bz, z) && near(b));
        if taken || !clear { None } else { self.add(level, group, journey, at) }
    }

    /// Adds walkers on a level now, each with its journey; the ones before count for the ones after. `None` for those
    /// whose place is outside the walkable area, in a wall or taken.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_sim::{AtGoal, Group, Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// # let group = sim.add_group(&Group::default()).unwrap();
    /// # let goal = sim.add_goal_at(Point::new(19.0, 2.5)).unwrap();
    /// # let journey = sim.add_journey(&[goal], AtGoal::Leave);
    /// let asked = [1.0, 1.1, 3.0].map(|x| (journey, Point::new(x, 2.5)));
    /// let got = sim.spawn_each_on(0, group, &asked);
    /// assert!(got[0].is_some() && got[1].is_none() && got[2].is_some()); // the second is in the first
    /// ```
    pub fn spawn_each_on(&mut self, level: u16, group: GroupId, asked: &[(JourneyId, Point)]) -> Vec<Option<AgentId>> {
        let widest = self.groups.get(group.0 as usize).map_or(0.0, |g| g.group.radius.max as f32);
        let widest = self.agents.body.iter().map(|b| b.radius).fold(widest, f32::max);
        let mut taken = Taken::new(f64::from(2.0 * widest));
        self.agents.body.iter().zip(&self.agents.z).for_each(|(b, z)| taken.add(b, *z));
        let spawn = |(journey, at): &(JourneyId, Point)| {
            let id = self.agents.ever() as u32;
            let radius = self.groups.get(group.0 as usize)?.group.radius.draw(self.seed, id, Purpose::Radius);
            let z = self.levels.get(level as usize)?.height;
            let clear = self.walls.distance(*at, z).is_none_or(|d| d >= f64::from(radius) - 1e-9);
            if !clear || taken.has(*at, z, radius) {
                return None;
            }
            let id = self.add(level, group, *journey, *at)?;
            taken.add(&Body::new(*at, Vec2::ZERO, radius), z);
            Some(id)
        };
        asked.iter().map(spawn).collect()
    }

    /// Places up to `count` people, each with its journey; how many found room. With `pack`, an area too full for random
    /// places is packed. Only cells that are `within` count.
    pub(super) fn place(
        &mut self,
        level: u16,
        area: &Region,
        group: GroupId,
        journey: impl Fn(usize) -> JourneyId,
        count: usize,
        pack: bool,
        within: Option<&[bool]>,
    ) -> usize {
        let radius = self.groups[group.0 as usize].group.radius;
        let Some(LevelHeight { height }) = self.levels.get(level as usize) else { return 0 };
        let ground = Ground { mesh: &self.mesh, walls: &self.walls, level: u32::from(level), z: *height, within };
        let placer = || {
            // Also those of other groups who are wider.
            let largest = radius.max.max(f64::from(self.agents.widest));
            let mut placer = Placer::new(area, ground, largest, count + self.agents.len())?;
            self.agents.body.iter().zip(&self.agents.z).for_each(|(b, z)| placer.occupy(b, *z));
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
        let places = places.iter().take(count).enumerate();
        places.filter(|(k, at)| self.add(level, group, journey(*k), **at).is_some()).count()
    }

    fn add(&mut self, level: u16, group: GroupId, journey: JourneyId, at: Point) -> Option<AgentId> {
        let id = self.agents.ever() as u32;
        let entry = self.groups.get(group.0 as usize)?;
        let goal = self.goals.stage(journey.0, 0)?;
        let cell = self.locate_on(level, at)?;
        let speed = entry.group.speed.draw(self.seed, id, Purpose::Speed);
        let radius = entry.group.radius.draw(self.seed, id, Purpose::Radius);
        let wait = entry.group.premovement.draw(self.seed, id);
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
            z: self.levels[level as usize].height,
            goal,
            far: 0.0,
            journey: journey.0,
            stage: 0,
            group: group.0,
            squad: entry.squad,
            params: entry.params,
            activity: if wait > 0.0 { Activity::Waiting } else { Activity::Walking },
            route: RouteState { next: routes::NOT_BEGUN, wanted: true, waypoint: at, ..RouteState::default() },
            since: self.report.time as f32,
            progress: GoalProgress {
                best: f32::INFINITY,
                since: self.report.time as f32,
                gap: f32::INFINITY,
                within_reach: self.report.time as f32,
            },
        };
        let (heading, depth) = (agent.heading, entry.group.chest);
        let id = self.agents.push(agent);
        if wait > 0.0 {
            self.setting_out.add(self.report.time + wait, id);
        }
        self.squads.iter_mut().for_each(|squad| squad.push());
        self.rules.iter_mut().for_each(|rule| rule.push(group.0));
        self.movers.iter_mut().for_each(|mover| mover.push(group.0, id, heading));
        self.oblong.push(radius, depth, heading);
        self.report.present = self.agents.len();
        self.report.appeared = self.agents.ever();
        Some(id)
    }

    fn locate_on(&self, level: u16, at: Point) -> Option<u32> {
        self.levels.get(level as usize)?;
        self.mesh.locate_on(u32::from(level), at)
    }

    /// The level of an agent: its own, or on stairs the nearer one in height.
    pub(super) fn level_of(&self, row: usize) -> u16 {
        let surface = self.mesh.surface_of(self.agents.cell[row]) as usize;
        let Some(flight) = surface.checked_sub(self.levels.len()) else { return surface as u16 };
        let [low, high] = self.stairs[flight].levels;
        let rise = |level: u16| (self.levels[level as usize].height - self.agents.z[row]).abs();
        if rise(low) <= rise(high) { low } else { high }
    }
}
