//! What is prescribed to single bodies: walkers that make footsteps as written, and obstacles that are led along a course.

use super::Simulation;
use crate::agents::Activity;
use crate::locomotion::moved;
use crate::{AgentId, AtGoal, GroupId, ScriptedFootstep, TimedPath};
use std::sync::Arc;

impl Simulation {
    /// A walker whose locomotion plans footsteps makes these first, in the order of their times, and plans its own afterwards.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{AgentId, Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// sim.script_footsteps(AgentId(0), Vec::new()); // none: it plans from the beginning
    /// ```
    pub fn script_footsteps(&mut self, id: AgentId, steps: Vec<ScriptedFootstep>) {
        let scripts = &mut self.scripts.footsteps;
        match scripts.binary_search_by_key(&id, |(other, _)| *other) {
            Ok(k) => scripts[k].1 = Arc::from(steps),
            Err(k) => scripts.insert(k, (id, Arc::from(steps))),
        }
    }

    /// Adds an obstacle of a group that is led along a course on a level: others see it as one who has arrived and stays, and it is
    /// not among those who are [`expected`](Self::expected). `None` where it begins outside the walkable area.
    ///
    /// ```
    /// use ambulo_geom::{Point, Polygon, Region};
    /// use ambulo_sim::{TimedPath, Group, Setup, Simulation};
    /// let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap());
    /// # let models = ambulo_sim::ModelSet::default();
    /// let mut sim = Simulation::new(Setup { models, ..Setup::new(hall) }).unwrap();
    /// let course = TimedPath::new(vec![(0.0, Point::new(2.0, 2.0)), (4.0, Point::new(6.0, 2.0))]);
    /// # let group = ambulo_sim::GroupId(0);
    /// assert!(sim.lead(group, 0, course).is_none()); // there is no such group
    /// ```
    pub fn lead(&mut self, group: GroupId, level: u16, course: TimedPath) -> Option<AgentId> {
        self.groups.get(group.0 as usize)?;
        let begin = course.at(0.0);
        let goal = self.add_goal_at_on(level, begin)?;
        let journey = self.add_journey(&[goal], AtGoal::Stay);
        let id = self.spawn_each_on(level, group, &[(journey, begin)]).pop()??;
        let row = self.agents.row(id)?.index();
        self.agents.activity[row] = Activity::Arrived;
        self.agents.route[row].wanted = false;
        self.scripts.courses.push((id, Arc::new(course)));
        self.led += 1;
        Some(id)
    }

    /// Led obstacles head for where they should be at the end of the step; people in between hold them up, and they catch up.
    pub(super) fn lead_obstacles(&mut self) {
        let end = self.report.time + self.dt;
        for (id, course) in &self.scripts.courses {
            let Some(row) = self.agents.row(*id).map(crate::Row::index) else { continue };
            let body = &self.agents.body[row];
            let dt = self.dt as f32;
            let velocity = ((course.at(end) - body.place()) * (1.0 / dt)).clamp_length(self.agents.max_speed[row]);
            self.scratch.moving[row] = velocity;
            self.agents.next[row] = moved(body, velocity, dt);
        }
    }
}
