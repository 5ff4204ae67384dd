//! Doors that open and shut while people walk.

use super::Simulation;
use crate::agents::Activity;
use crate::{hash, routes};
use ambulo_geom::{Point, Segment, Vec2, predicates::orient};
use ambulo_nav::{NONE, Site};
use std::sync::Arc;

/// An agent whose centre is nearer to a door than this when it shuts is moved so far to one side [m]: on the line
/// itself both faces of the door would hold it.
const ASIDE: f64 = 1e-4;
/// A route must promise to be this much shorter to be searched [m].
const WORTH_IT: f64 = 0.25;

/// The name of a door of the site, and when it changes.
///
/// ```
/// let door = ambulo_sim::DoorPlan { name: "north".into(), switches: vec![(30.0, false), (60.0, true)] };
/// assert_eq!(door.switches.len(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DoorPlan {
    /// What commands call it.
    pub name: String,
    /// When it changes [s], rising, and whether it is open from then on.
    pub switches: Vec<(f64, bool)>,
}

/// A door in a run.
pub(super) struct DoorState {
    plan: DoorPlan,
    line: Segment,
    /// How many of its switches are done.
    pub(super) done: usize,
}

impl DoorState {
    pub(super) fn all(site: &Site, plans: Vec<DoorPlan>) -> Vec<Self> {
        let named = plans.into_iter().map(Some).chain(std::iter::repeat(None));
        let doors = site.doors.iter().zip(named);
        doors.map(|(d, plan)| Self { plan: plan.unwrap_or_default(), line: d.line, done: 0 }).collect()
    }
}

impl DoorState {
    /// What the scenario has of it, for a number of the set-up.
    pub(super) fn fold_plan(&self, add: &mut impl FnMut(u64)) {
        for (at, open) in &self.plan.switches {
            add(at.to_bits());
            add(u64::from(*open));
        }
        [self.line.a, self.line.b].into_iter().flat_map(|p| [p.x, p.y]).for_each(|v| add(v.to_bits()));
    }
}

impl Simulation {
    /// Whether a door stands open; `None` when there is none of that name.
    ///
    /// ```
    /// use ambulo_geom::{Point, Polygon, Region, Segment};
    /// use ambulo_nav::DoorLine;
    /// use ambulo_sim::{Command, DoorPlan, Setup, Simulation};
    /// let mut setup = Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()));
    /// let line = Segment::new(Point::new(9.0, 0.0), Point::new(9.0, 5.0));
    /// setup.site.doors.push(DoorLine { level: 0, line, open: true });
    /// setup.doors.push(DoorPlan { name: "middle".into(), switches: vec![] });
    /// let mut sim = Simulation::new(setup).unwrap();
    /// sim.command(Command::Door { name: "middle".into(), open: false });
    /// sim.step();
    /// assert_eq!(sim.door("middle"), Some(false));
    /// assert_eq!(sim.door("muddle"), None);
    /// ```
    pub fn door(&self, name: &str) -> Option<bool> {
        let door = self.doors.iter().position(|d| d.plan.name == name)?;
        Some(self.mesh.doors()[door].open)
    }

    /// Turns the doors whose time has come.
    pub(super) fn turn_doors(&mut self) {
        for door in 0..self.doors.len() {
            // Times are sums of dt: a hair early is in time.
            while let Some((_, open)) =
                self.doors[door].plan.switches.get(self.doors[door].done).filter(|s| s.0 <= self.report.time + 1e-9)
            {
                let open = *open;
                self.doors[door].done += 1;
                self.set_door(door, open);
            }
        }
    }

    /// Turns a door by its name; false when there is none.
    pub(super) fn set_door_named(&mut self, name: &str, open: bool) -> bool {
        let door = self.doors.iter().position(|d| d.plan.name == name);
        door.map(|door| self.set_door(door, open)).is_some()
    }

    fn set_door(&mut self, door: usize, open: bool) {
        if !Arc::make_mut(&mut self.mesh).set_door(door, open) {
            return;
        }
        self.planning.navigator.follow_door(&self.mesh, door);
        self.walls.follow_door(&self.mesh, door);
        for walls in self.far_walls.iter_mut().chain(&mut self.screens) {
            walls.follow_door(&self.mesh, door);
        }
        let word = (door as u64) << 33 | u64::from(open) << 32 | u64::from(self.report.step);
        self.report.state_hash = hash::fold(self.report.state_hash, word);
        if open { self.reconsider_all(door) } else { self.shut_out(door) }
    }

    /// Agents whose route leads through the door plan another; those on its line are moved to one side.
    fn shut_out(&mut self, door: usize) {
        for row in 0..self.agents.len() {
            if self.route_leads_through(row, door) {
                routes::want(&mut self.agents, row);
            }
            self.step_aside(row, door);
        }
    }

    fn route_leads_through(&self, row: usize, door: usize) -> bool {
        let route = &self.agents.route[row];
        let begun = route.next != routes::NOT_BEGUN;
        let (next, at) = if begun { (route.next as usize, route.at) } else { (0, route.packed.start()) };
        route.packed.portals(&self.mesh, next, at).any(|p| {
            let segment = self.mesh.segment_at(p.cell, p.edge as usize);
            segment != NONE && self.mesh.free_segments()[segment as usize].door == door as u32
        })
    }

    fn step_aside(&mut self, row: usize, door: usize) {
        let p = self.agents.body[row].place();
        for k in 0..self.mesh.doors()[door].segments.len() {
            let free = self.mesh.free_segments()[self.mesh.doors()[door].segments[k] as usize];
            let here = self.mesh.height(free.cells[0], p) as f32;
            if free.at.distance(p) >= ASIDE || crate::heights::apart(here, self.agents.z[row]) {
                continue;
            }
            let along = free.at.b - free.at.a;
            let Some(left) = Vec2::new(-along.y, along.x).unit() else { continue };
            let side = orient(free.at.a, free.at.b, p);
            let leftward = side > 0.0 || (side == 0.0 && self.agents.id[row].0.is_multiple_of(2));
            let foot = free.at.closest_point(p);
            let d = if leftward { ASIDE } else { -ASIDE };
            let to = Point::new(foot.x + d * f64::from(left.x), foot.y + d * f64::from(left.y));
            (self.agents.body[row].x, self.agents.body[row].y) = (to.x, to.y);
        }
    }

    /// Agents without a route try again; those that might have a shorter one through the door plan it, and walk on
    /// meanwhile.
    fn reconsider_all(&mut self, door: usize) {
        let middle = self.doors[door].line.a.lerp(self.doors[door].line.b, 0.5);
        let reach = self.doors[door].line.length() / 2.0;
        for row in 0..self.agents.len() {
            match self.agents.activity[row] {
                Activity::NoRoute => {
                    self.agents.activity[row] = Activity::Walking;
                    routes::want(&mut self.agents, row);
                }
                Activity::Walking if !self.agents.route[row].wanted => {
                    let (route, p) = (&self.agents.route[row], self.agents.body[row].place());
                    let goal = &self.goals.goals[self.agents.goal[row] as usize];
                    let remaining = f64::from(route.packed.remaining(&self.mesh, route.at_place(p), goal));
                    let by_door = (p.distance(middle) - reach) + (goal.least_distance(middle) - reach);
                    // Where stairs cost more than their length, lengths decide nothing.
                    if !self.flat || by_door < remaining - WORTH_IT {
                        self.agents.route[row].wanted = true;
                    }
                }
                _ => {}
            }
        }
    }
}
