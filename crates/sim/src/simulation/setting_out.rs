//! Who waits to set out, and when they do.

use super::Simulation;
use crate::agents::Activity;
use crate::{AgentId, Snapshot, SnapshotError, SnapshotReader, SnapshotWriter, routes};
use ambulo_geom::Vec2;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Those who have not set out yet, the next first. Times are not negative: their bits are in the order of the times.
#[derive(Clone, Debug, Default)]
pub(crate) struct SettingOut(BinaryHeap<Reverse<(u64, u32)>>);

impl SettingOut {
    pub(super) fn add(&mut self, at: f64, id: AgentId) {
        self.0.push(Reverse((at.max(0.0).to_bits(), id.0)));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn next_due(&mut self, now: f64) -> Option<AgentId> {
        let Reverse((at, id)) = *self.0.peek()?;
        (f64::from_bits(at) <= now).then(|| {
            self.0.pop();
            AgentId(id)
        })
    }

    fn ids(&self) -> impl Iterator<Item = AgentId> + '_ {
        self.0.iter().map(|Reverse((_, id))| AgentId(*id))
    }
}

impl Snapshot for SettingOut {
    fn save(&self, out: &mut SnapshotWriter) {
        let mut all: Vec<(u64, u32)> = self.0.iter().map(|Reverse(due)| *due).collect();
        all.sort_unstable();
        all.save(out);
    }

    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        Ok(Self(Vec::<(u64, u32)>::load(from)?.into_iter().map(Reverse).collect()))
    }
}

impl Simulation {
    /// Those whose time has come walk from this step on.
    pub(super) fn set_out(&mut self) {
        let now = self.report.time;
        while let Some(id) = self.setting_out.next_due(now) {
            let Some(row) = self.agents.row(id).map(|row| row.index()) else { continue };
            if self.agents.activity[row] == Activity::Waiting {
                self.agents.activity[row] = Activity::Walking;
                routes::want(&mut self.agents, row);
                self.agents.progress[row].since = now as f32;
                self.agents.progress[row].within_reach = now as f32;
            }
        }
    }

    /// Who has not set out stands, whatever a model makes of those around it.
    pub(super) fn hold_who_waits(&mut self) {
        if self.setting_out.is_empty() {
            return;
        }
        for id in self.setting_out.ids() {
            let Some(row) = self.agents.row(id).map(|row| row.index()) else { continue };
            if self.agents.activity[row] == Activity::Waiting {
                self.agents.chosen[row] = Vec2::ZERO;
                if let Some(intended) = self.scratch.intended.get_mut(row) {
                    *intended = Vec2::ZERO;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Activity, AtGoal, Group, Premovement, Setup, Simulation, Source};
    use ambulo_geom::{Point, Polygon, Region};

    fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Region {
        Region::from(Polygon::rectangle(x0, y0, x1, y1).unwrap())
    }

    /// Ten people in a room of 8 x 10 m who set out between 10 and 100 s, as test 5 of the RiMEA and of IMO 1533 has it. Each walks in a
    /// lane of its own, so that nobody is pushed.
    fn room(threads: usize) -> Simulation {
        let setup = Setup { threads, ..Setup::new(rectangle(0.0, 0.0, 8.0, 10.0)) };
        let mut sim = Simulation::new(setup).unwrap();
        let premovement = Premovement::Uniform { min: 10.0, max: 100.0 };
        let group = sim.add_group(&Group { premovement, ..Group::default() }).unwrap();
        for lane in 0..10 {
            let y = 0.5 + f64::from(lane);
            let goal = sim.add_goal_at(Point::new(7.5, y)).unwrap();
            let journey = sim.add_journey(&[goal], AtGoal::Leave);
            sim.spawn(group, journey, Point::new(1.0, y)).unwrap();
        }
        sim
    }

    #[test]
    fn each_stands_until_its_own_time_and_walks_then() {
        let mut sim = room(1);
        let times: Vec<f64> = (0..10).map(|id| Premovement::Uniform { min: 10.0, max: 100.0 }.draw(1, id)).collect();
        let places: Vec<Point> = sim.walkers().map(|w| w.place).collect();
        let mut moved = [None; 10];
        while sim.report().arrived < 10 && sim.report().time < 150.0 {
            let begun = sim.report().time;
            sim.step();
            for w in sim.walkers() {
                let k = w.id.0 as usize;
                if moved[k].is_none() && w.place.distance(places[k]) > 1e-9 {
                    moved[k] = Some(sim.report().time);
                }
                assert_eq!(w.activity == Activity::Waiting, begun < times[k], "{} at {begun} s", w.id);
            }
        }
        assert_eq!(sim.report().arrived, 10);
        for (moved, time) in moved.iter().zip(&times) {
            let late = moved.unwrap() - time;
            assert!((0.0..0.25).contains(&late), "meant {time} s, moved {late} s after it");
        }
    }

    #[test]
    fn nobody_who_waits_is_stuck_or_arrives() {
        let mut sim = Simulation::new(Setup { stuck_after: 5.0, ..Setup::new(rectangle(0.0, 0.0, 8.0, 5.0)) }).unwrap();
        let premovement = Premovement::Constant(20.0);
        let group = sim.add_group(&Group { premovement, ..Group::default() }).unwrap();
        let goal = sim.add_goal_area(&rectangle(6.0, 0.0, 8.0, 5.0)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        // It stands on its goal.
        sim.spawn(group, journey, Point::new(7.0, 2.5)).unwrap();
        while sim.report().time < 19.9 {
            sim.step();
            assert!(sim.report().stuck.is_empty() && sim.report().arrived == 0);
        }
        for _ in 0..10 {
            sim.step();
        }
        assert_eq!(sim.report().arrived, 1);
    }

    #[test]
    fn the_time_of_people_who_come_later_counts_from_their_appearance() {
        let mut sim = Simulation::new(Setup::new(rectangle(0.0, 0.0, 8.0, 5.0))).unwrap();
        let group = sim.add_group(&Group { premovement: Premovement::Constant(3.0), ..Group::default() }).unwrap();
        let goal = sim.add_goal_at(Point::new(7.5, 2.5)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.add_source(Source::evenly(group, journey, rectangle(0.0, 0.0, 1.0, 5.0), 0.5, 4.0, 6.0, 1));
        let (mut came, mut went) = (None, None);
        while sim.report().time < 12.0 {
            sim.step();
            let now = sim.report().time;
            if let Some(w) = sim.walkers().next() {
                came = came.or(Some(now));
                went = went.or((w.activity == Activity::Walking).then_some(now));
            }
        }
        let waited = went.unwrap() - came.unwrap();
        assert!((waited - 3.0).abs() < 0.06, "{waited}");
    }

    #[test]
    fn who_waits_goes_on_waiting_in_a_restored_run() {
        let (mut one, mut other) = (room(1), room(2));
        for _ in 0..600 {
            one.step();
        }
        other.restore(&one.save().unwrap()).unwrap();
        (0..1500).for_each(|_| {
            one.step();
            other.step();
        });
        assert_eq!(one.report().state_hash, other.report().state_hash);
        assert_eq!(one.report().arrived, other.report().arrived);
    }
}
