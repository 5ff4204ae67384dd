//! Feedback: what a body could not do corrects the simulation.
//!
//! Animation may bring a body to another place than its walker's, because feet that stand do not slide. A correction
//! asks that the walker be there. It is no jump: the next step adds what is missing to the walker's motion, up to its
//! greatest speed, and contact still applies, so that no wall is crossed and nobody overlaps. Corrections of one step
//! do not see each other; their order does not matter.

use super::Simulation;
use crate::{AgentId, locomotion};
use ambulo_geom::{Point, Vec2};

/// Corrections asked for: agent, sequence number, place.
#[derive(Debug, Default)]
pub(crate) struct Corrections {
    asked: Vec<(AgentId, u32, Point)>,
}

crate::snapshot!(Corrections { asked });

impl Simulation {
    /// Asks that a walker be where its body is, and have its velocity, from the next step on: what a body could not do, for one that
    /// walks. The last word counts. An unknown walker, or what is not made of numbers, changes nothing; the return value states whether
    /// it did.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region, Vec2};
    /// # use ambulo_sim::{AtGoal, Group, Setup, Simulation};
    /// # let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// # let group = sim.add_group(&Group::default()).unwrap();
    /// # let goal = sim.add_goal_at(Point::new(19.0, 2.5)).unwrap();
    /// # let journey = sim.add_journey(&[goal], AtGoal::Leave);
    /// let id = sim.spawn(group, journey, Point::new(1.0, 2.5)).unwrap();
    /// assert!(sim.correct(id, Point::new(1.0, 2.52), Vec2::ZERO));
    /// sim.step();
    /// assert!((sim.walker(id).unwrap().place.y - 2.52).abs() < 1e-3);
    /// ```
    pub fn correct(&mut self, id: AgentId, place: Point, velocity: Vec2) -> bool {
        let numbers = place.x.is_finite() && place.y.is_finite() && velocity.x.is_finite() && velocity.y.is_finite();
        let Some(row) = self.agents.row(id).filter(|_| numbers) else { return false };
        let row = row.index();
        let v = velocity.clamp_length(self.agents.max_speed[row]);
        (self.agents.body[row].vx, self.agents.body[row].vy) = (v.x, v.y);
        let asked = &mut self.corrections.asked;
        asked.push((id, asked.len() as u32, place));
        true
    }

    /// Does work on rows of others' columns, in chunks of a constant size, on the threads of this simulation.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// # let sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    /// let mut squares: Vec<usize> = (0..1000).collect();
    /// sim.in_chunks(&mut squares, |_, rows| rows.iter_mut().for_each(|x| *x *= *x));
    /// assert_eq!(squares[999], 998_001);
    /// ```
    pub fn in_chunks<T: Send>(&self, rows: &mut [T], work: impl Fn(usize, &mut [T]) + Sync) {
        self.pool.chunks(rows, work);
    }

    /// Adds what was asked for to the motion. After locomotion, before contact.
    pub(super) fn add_corrections(&mut self) {
        let (asked, moving) = (&mut self.corrections.asked, &mut self.scratch.moving);
        // In id order, the last word first among those about one walker. No two are equal: sorting takes no memory.
        asked.sort_unstable_by_key(|(id, number, _)| (*id, std::cmp::Reverse(*number)));
        asked.dedup_by_key(|(id, ..)| *id);
        let dt = self.dt as f32;
        for (id, _, place) in asked.drain(..) {
            let Some(row) = self.agents.row(id) else { continue };
            let row = row.index();
            let (body, moving) = (&self.agents.body[row], &mut moving[row]);
            *moving = (*moving + (place - body.place()) * (1.0 / dt)).clamp_length(self.agents.max_speed[row]);
            self.agents.next[row] = locomotion::moved(body, *moving, dt);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AtGoal, Group, Setup};
    use ambulo_geom::{Polygon, Region};

    fn room(threads: usize) -> (Simulation, Vec<AgentId>) {
        let plan = Region::from(Polygon::rectangle(0.0, 0.0, 12.0, 3.0).unwrap());
        let mut sim = Simulation::new(Setup { threads, ..Setup::new(plan) }).unwrap();
        let group = sim.add_group(&Group::default()).unwrap();
        let goal = sim.add_goal_at(Point::new(11.5, 1.5)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        let places = (0..24).map(|i| Point::new(0.5 + 0.6 * f64::from(i / 4), 0.4 + 0.7 * f64::from(i % 4)));
        let ids = places.map(|p| sim.spawn(group, journey, p).unwrap()).collect();
        (sim, ids)
    }

    #[test]
    fn corrections_into_walls_and_into_each_other_keep_the_laws() {
        let (mut sim, ids) = room(2);
        for step in 0..200u32 {
            for (k, &id) in ids.iter().enumerate() {
                if let Some(w) = sim.walker(id) {
                    // To a wall, to a neighbour, backwards: whatever is least wanted.
                    let offset = [(0.0, -0.3), (0.0, 0.3), (-0.3, 0.0), (0.2, 0.2)][(k + step as usize) % 4];
                    sim.correct(id, Point::new(w.place.x + offset.0, w.place.y + offset.1), Vec2::new(9.0, 0.0));
                }
            }
            sim.step();
        }
        assert_eq!(sim.report().wall_crossings, 0);
        assert!(sim.report().max_overlap <= 0.005, "{}", sim.report().max_overlap);
    }

    #[test]
    fn corrections_do_not_depend_on_threads_or_order() {
        let hash = |threads: usize, backwards: bool| {
            let (mut sim, mut ids) = room(threads);
            if backwards {
                ids.reverse();
            }
            for _ in 0..60 {
                for &id in &ids {
                    if let Some(w) = sim.walker(id) {
                        sim.correct(id, Point::new(w.place.x - 0.01, w.place.y + 0.005), w.velocity * 0.9);
                    }
                }
                sim.step();
            }
            sim.report().state_hash
        };
        assert_eq!(hash(1, false), hash(3, true));
        assert_ne!(hash(1, false), room(1).0.report().state_hash);
    }

    #[test]
    fn a_correction_lasts_one_step_and_nonsense_none() {
        let (mut sim, ids) = room(1);
        assert!(!sim.correct(ids[0], Point::new(f64::NAN, 0.0), Vec2::ZERO));
        assert!(!sim.correct(AgentId(4000), Point::new(1.0, 1.0), Vec2::ZERO));
        let before = sim.walker(ids[3]).unwrap().place;
        sim.correct(ids[3], Point::new(before.x - 0.02, before.y), Vec2::ZERO);
        sim.step();
        let mut other = room(1).0;
        other.step();
        let (with, without) = (sim.walker(ids[3]).unwrap().place, other.walker(ids[3]).unwrap().place);
        assert!((with.x - without.x + 0.02).abs() < 1e-6, "{with:?} {without:?}");
        sim.step();
        assert!(sim.walker(ids[3]).unwrap().place.x > with.x, "it goes on");
    }
}
