//! Can everybody get where they want to go? Asked before the run, so that the answer has a line number.

use ambulo_geom::{Point, Region};
use ambulo_nav::{CellId, Goal, NavMesh, Navigator, NoRoute};
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{AgentId, GoalId, Simulation};
use std::collections::BTreeSet;

/// Places tried in a start area that people enter over time.
const SAMPLES: u32 = 64;

pub(crate) struct Reach<'a> {
    sim: &'a Simulation,
    /// With every door open that is ever open.
    mesh: &'a NavMesh,
    clearance: f32,
    navigator: Navigator,
    /// Cell and goal of questions answered with yes.
    known: BTreeSet<(u32, u32)>,
}

impl<'a> Reach<'a> {
    pub(crate) fn new(sim: &'a Simulation, mesh: &'a NavMesh, clearance: f32) -> Self {
        Self { sim, mesh, clearance, navigator: Navigator::default(), known: BTreeSet::new() }
    }

    pub(crate) fn has_walkable_part(&self, level: u16, area: &Region) -> bool {
        Goal::region_on(self.mesh, u32::from(level), area).is_some()
    }

    /// What keeps a group from its journey: walkers from number `first` on, or whoever enters by `start`.
    pub(crate) fn journey(
        &mut self,
        first: usize,
        goals: &[GoalId],
        start: Option<(u16, &Region)>,
        radius: f64,
    ) -> Option<String> {
        let &goal = goals.first()?;
        let present = first..self.sim.report().appeared;
        if let Some(problem) = present.clone().find_map(|id| self.walker(id, goal)) {
            return Some(problem);
        }
        if present.is_empty()
            && let Some(problem) = start.and_then(|(level, area)| self.area(level, area, goal, radius))
        {
            return Some(problem);
        }
        goals.windows(2).find_map(|pair| {
            let piece = self.sim.goal(pair[0])?.pieces().first()?;
            self.from(piece.nearest(Point::default()), piece.cell, pair[1])
        })
    }

    /// What keeps one walker from a goal.
    pub(crate) fn walker(&mut self, id: usize, goal: GoalId) -> Option<String> {
        let walker = self.sim.walker(AgentId(id as u32))?;
        let cell = self.mesh.locate_on(u32::from(walker.level), walker.place)?;
        self.from(walker.place, cell, goal)
    }

    /// What keeps people who appear anywhere in an area from a goal.
    fn area(&mut self, level: u16, area: &Region, goal: GoalId, radius: f64) -> Option<String> {
        let bounds = area.bounds()?;
        let z = self.mesh.sheets()[level as usize].height as f32;
        for k in 0..SAMPLES {
            let mut draw = Draw::new(0, k, 0, Purpose::Setup);
            let x = bounds.min.x + draw.unit() * bounds.width();
            let y = bounds.min.y + draw.unit() * bounds.height();
            let p = Point::new(x, y);
            // Only places where somebody could stand.
            if area.contains(p)
                && self.sim.walls().distance(p, z).is_none_or(|d| d >= radius)
                && let Some(cell) = self.mesh.locate_on(u32::from(level), p)
                && let Some(problem) = self.from(p, cell, goal)
            {
                return Some(problem);
            }
        }
        None
    }

    fn from(&mut self, p: Point, cell: CellId, id: GoalId) -> Option<String> {
        let goal = self.sim.goal(id)?;
        if self.known.contains(&(cell, id.0)) {
            return None;
        }
        match self.navigator.plan(self.mesh, p, cell, goal, self.clearance) {
            Ok(_) => {
                self.known.insert((cell, id.0));
                None
            }
            Err(NoRoute { nearest, short_by, .. }) => {
                Some(format!("from {p} people get no nearer than {nearest}, {short_by:.1} m from it"))
            }
        }
    }
}
