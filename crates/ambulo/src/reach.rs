//! Can everybody get where they want to go? Asked before the run, so that the answer has a line number.
//!
//! Connected parts answer for a whole crowd at once; a route is searched only to explain why there is none.

use ambulo_geom::{Point, Region};
use ambulo_nav::{CellId, Goal, NavMesh, Navigator, NoRoute, Parts};
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{AgentId, GoalId, Simulation};

/// Places tried in a start area that people enter over time.
const SAMPLES: u32 = 64;

pub(crate) struct Reachability<'a> {
    sim: &'a Simulation,
    /// With every door open that is ever open.
    mesh: &'a NavMesh,
    /// What was subtracted from the coordinates of the plan file.
    origin: Point,
    parts: &'a Parts,
    clearance: f32,
}

impl<'a> Reachability<'a> {
    pub(crate) fn new(sim: &'a Simulation, mesh: &'a NavMesh, origin: Point, parts: &'a Parts, clearance: f32) -> Self {
        Self { sim, mesh, origin, parts, clearance }
    }

    fn in_file(&self, p: Point) -> Point {
        Point::new(p.x + self.origin.x, p.y + self.origin.y)
    }

    /// What keeps a group from its journey: walkers from number `first` on, or those who enter by `start`, where only
    /// cells that are `within` count.
    pub(crate) fn journey(
        &self,
        first: usize,
        goals: &[GoalId],
        start: Option<(u16, &Region)>,
        within: Option<&[bool]>,
        radius: f64,
    ) -> Option<String> {
        let &goal = goals.first()?;
        let present = first..self.sim.report().appeared;
        if let Some(problem) = present.clone().find_map(|id| self.walker(id, goal)) {
            return Some(problem);
        }
        if present.is_empty()
            && let Some(problem) = start.and_then(|(level, area)| self.area(level, area, within, goal, radius))
        {
            return Some(problem);
        }
        goals.windows(2).find_map(|pair| {
            let pieces = self.sim.goal(pair[0])?.pieces();
            let next = self.sim.goal(pair[1])?;
            if pieces.iter().any(|piece| self.parts.reach(piece.cell, next)) {
                return None;
            }
            let piece = pieces.first()?;
            self.from(piece.nearest(Point::default()), piece.cell, pair[1])
        })
    }

    /// What keeps one walker from a goal.
    pub(crate) fn walker(&self, id: usize, goal: GoalId) -> Option<String> {
        let walker = self.sim.walker(AgentId(id as u32))?;
        let cell = self.mesh.locate_on(u32::from(walker.level), walker.place)?;
        self.from(walker.place, cell, goal)
    }

    /// What keeps people who appear anywhere in an area from a goal.
    fn area(&self, level: u16, area: &Region, within: Option<&[bool]>, goal: GoalId, radius: f64) -> Option<String> {
        let bounds = area.bounds()?;
        let z = self.mesh.surfaces()[level as usize].height as f32;
        for k in 0..SAMPLES {
            let mut draw = Draw::new(0, k, 0, Purpose::Setup);
            let x = bounds.min.x + draw.unit() * bounds.width();
            let y = bounds.min.y + draw.unit() * bounds.height();
            let p = Point::new(x, y);
            // Only places where a person could stand.
            if area.contains(p)
                && self.sim.walls().distance(p, z).is_none_or(|d| d >= radius)
                && let Some(cell) = self.mesh.locate_on(u32::from(level), p)
                && within.is_none_or(|within| within[cell as usize])
                && let Some(problem) = self.from(p, cell, goal)
            {
                return Some(problem);
            }
        }
        None
    }

    fn from(&self, p: Point, cell: CellId, id: GoalId) -> Option<String> {
        let goal: &Goal = self.sim.goal(id)?;
        if self.parts.reach(cell, goal) {
            return None;
        }
        match Navigator::default().plan(self.mesh, p, cell, goal, self.clearance) {
            Ok(_) => None,
            Err(NoRoute { nearest, short_by, .. }) => {
                let (p, nearest) = (self.in_file(p), self.in_file(nearest));
                Some(format!("from {p} people get no nearer than {nearest}, {short_by:.1} m from it"))
            }
        }
    }
}
