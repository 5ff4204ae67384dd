//! The second half of the step: from the intended velocity through locomotion and contact to the next now.

use super::{Simulation, StepWorkspace, facing};
use crate::agents::Agents;
use crate::contact::{self, ContactInput};
use crate::{MotionView, PublishedSteps};
use ambulo_geom::Vec2;

/// What locomotions see. A macro: it borrows columns, not the simulation.
macro_rules! motion_view {
    ($sim:ident, $published:expr) => {
        MotionView {
            dt: $sim.dt as f32,
            seed: $sim.seed,
            step: $sim.report.step,
            ids: &$sim.agents.id,
            bodies: &$sim.agents.body,
            max_speeds: &$sim.agents.max_speed,
            activities: &$sim.agents.activity,
            groups: &$sim.agents.group,
            squads: &$sim.agents.squad,
            accelerating: &$sim.accelerating,
            preferred: &$sim.agents.preferred,
            published: $published,
            heights: &$sim.agents.z,
            flights: &$sim.flights,
            scripts: &$sim.scripts,
            near: &$sim.near,
            walls: &$sim.walls,
        }
    };
}

impl Simulation {
    /// From what was chosen to where everyone would like to be next.
    pub(super) fn advance(&mut self) {
        self.publish();
        let StepWorkspace { intended, moving, published, .. } = &mut self.scratch;
        moving.resize(self.agents.len(), Vec2::ZERO);
        let wished = if self.rules.is_empty() { &self.agents.chosen } else { &*intended };
        let view = motion_view!(self, published);
        for mover in &mut self.movers {
            mover.advance(&self.pool, &view, wished, moving, &mut self.agents.next);
        }
    }

    /// Those who plan footsteps show what they did in the step before, for all to see in this one.
    fn publish(&mut self) {
        let published = &mut self.scratch.published;
        published.clear();
        if self.movers.iter().any(|mover| mover.steps()) {
            published.resize(self.agents.len(), PublishedSteps::default());
            let Agents { group, body, .. } = &self.agents;
            for mover in self.movers.iter().filter(|mover| mover.steps()) {
                mover.publish(&self.pool, group, body, self.dt as f32, published);
            }
        }
    }

    /// Bodies follow what really happened, which is about to become the now.
    pub(super) fn follow(&mut self) {
        let view = motion_view!(self, &self.scratch.published);
        for mover in &mut self.movers {
            mover.follow(&self.pool, &view, &self.agents.next);
        }
    }

    /// Where oblong bodies would like to face next.
    pub(super) fn turn_shoulders(&mut self) {
        let Self { oblong, pool, agents, near, walls, .. } = self;
        let (flat, ruled) = (self.flat, !self.rules.is_empty());
        oblong.turn(pool, agents, near, walls, flat, ruled, self.dt);
    }

    pub(super) fn resolve_contact(&mut self) {
        let farthest = self.farthest_on_levels();
        let Agents { id, body, next, z, widest, fastest, preferred, .. } = &mut self.agents;
        let (near, walls, dt) = (&self.near, &self.walls, self.dt as f32);
        let heights = if self.flat { &[] } else { &z[..] };
        let (widest, fastest) = (*widest, *fastest);
        let mut turned = std::mem::take(&mut self.oblong.turned);
        let stadiums = self.oblong.stadiums();
        let scene = ContactInput {
            bodies: body,
            ids: id,
            near,
            walls,
            heights,
            moving: &self.scratch.moving,
            preferred: if self.rules.is_empty() { &[] } else { preferred },
            dt,
            widest,
            fastest,
            farthest,
            aims: &[],
            stadiums: stadiums.as_ref(),
        };
        let outcome = contact::resolve(&self.pool, scene, next, &mut turned, &mut self.contacts);
        self.oblong.turned = turned;
        self.report.max_overlap = self.report.max_overlap.max(outcome.overlap);
        self.report.wall_crossings += u64::from(outcome.crossings);
        self.report.held_back += u64::from(outcome.held);
    }

    /// The next becomes the now and the now the place the step began at; actual velocity is what really happened.
    pub(super) fn swap(&mut self) {
        let ruled = !self.rules.is_empty();
        let Agents { body, heading, next, max_speed, far, preferred, .. } = &mut self.agents;
        let per_dt = (1.0 / self.dt) as f32;
        let (max_speed, dt) = (&max_speed[..], self.dt as f32);
        // Models that walk as their papers have it face where they move.
        let wanted = |row: usize| if ruled { preferred[row] } else { Vec2::ZERO };
        let columns = (&mut body[..], &mut heading[..], &mut far[..], &mut next[..]);
        self.pool.chunks(columns, |start, (bodies, headings, far, next)| {
            for (k, ((body, heading), far)) in bodies.iter_mut().zip(headings).zip(far).enumerate() {
                let to = std::mem::replace(&mut next[k], body.place());
                let moved = to - body.place();
                *far -= moved.length();
                let v = (moved * per_dt).clamp_length(max_speed[start + k]);
                (body.x, body.y, body.vx, body.vy) = (to.x, to.y, v.x, v.y);
                *heading = facing::next(*heading, v, wanted(start + k), dt);
            }
        });
        self.oblong.swap(&self.agents.activity);
    }
}
