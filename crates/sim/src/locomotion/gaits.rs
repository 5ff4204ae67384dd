//! The gaits of all who have one, in a column that is empty when nobody has.

use super::gait::{Gait, GaitParams, GaitState};
use crate::agents::{Activity, Agents};
use crate::parallel::Pool;
use crate::permute::Aside;
use crate::registry::{ParamError, check_params};
use crate::{AgentId, Body, Neighbours, Params, Row, Snapshot, SnapshotError, SnapshotReader, SnapshotWriter, Walls};
use ambulo_geom::{Point, Vec2, ttc_discs};

/// The parameter set of agents without a gait.
pub(crate) const NONE: u16 = u16::MAX;
/// Below this weight, imminent contact need not be checked: it holds nothing.
const SLIGHT: f32 = 1e-3;

/// The gaits of agents that have one.
#[derive(Default)]
pub(crate) struct Gaits {
    sets: Vec<GaitParams>,
    /// One per walker; empty as long as there are no parameter sets.
    column: Vec<GaitState>,
}

/// What a body may be about to touch.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    pub(crate) near: &'a Neighbours,
    pub(crate) walls: &'a Walls,
}

impl Gaits {
    pub(crate) fn in_use(&self) -> bool {
        !self.sets.is_empty()
    }

    /// Adds a set of parameters and gives its number. From now on everybody present has a row.
    pub(crate) fn add_params(&mut self, values: &[(String, f64)], agents: &Agents) -> Result<u16, ParamError> {
        check_params(super::GAIT_FEEDBACK, GaitParams::INFO, values)?;
        let mut params = GaitParams::default();
        for (name, value) in values {
            if let Some(index) = GaitParams::INFO.iter().position(|p| p.name == name) {
                params.set(index, *value);
            }
        }
        if !self.in_use() {
            self.column =
                (0..agents.len()).map(|row| GaitState::new(NONE, agents.heading[row], agents.id[row].0)).collect();
        }
        self.sets.push(params);
        Ok((self.sets.len() - 1) as u16)
    }

    pub(crate) fn push(&mut self, set: u16, facing: Vec2, id: AgentId) {
        if self.in_use() {
            self.column.push(GaitState::new(set, facing, id.0));
        }
    }

    pub(crate) fn swap_remove(&mut self, row: usize) {
        if self.in_use() {
            self.column.swap_remove(row);
        }
    }

    pub(crate) fn reorder(&mut self, pool: &Pool, order: &[u32], aside: &mut Aside) {
        if self.in_use() {
            aside.permute(pool, &mut self.column, order);
        }
    }

    pub(crate) fn save(&self, out: &mut SnapshotWriter) {
        self.column.save(out);
    }

    pub(crate) fn load(&mut self, from: &mut SnapshotReader<'_>) -> Result<(), SnapshotError> {
        self.column = Snapshot::load(from)?;
        let known = |state: &GaitState| state.set == NONE || usize::from(state.set) < self.sets.len();
        if self.column.iter().all(known) { Ok(()) } else { Err(SnapshotError::new("a gait in it has no parameters")) }
    }

    pub(crate) fn get(&self, row: usize, at: Point) -> Option<Gait> {
        self.column.get(row).filter(|state| state.set != NONE).map(|state| state.seen(at))
    }

    pub(crate) fn check(&self, walkers: usize) -> Result<(), String> {
        let rows = self.column.len();
        if !self.in_use() || rows == walkers { Ok(()) } else { Err(format!("{rows} gaits but {walkers} walkers")) }
    }

    /// Gives back what the models chose, to those who do not decide at every step.
    pub(crate) fn restore(&self, pool: &Pool, chosen: &mut [Vec2]) {
        if !self.in_use() {
            return;
        }
        pool.chunks(chosen, |start, chosen| {
            for (chosen, state) in chosen.iter_mut().zip(&self.column[start..]) {
                if state.set != NONE {
                    *chosen = state.decided;
                }
            }
        });
    }

    /// Holds what was chosen, and the place it leads to, in the middle of steps. `accelerates`: which squads do.
    pub(crate) fn hold(
        &mut self,
        pool: &Pool,
        agents: &mut Agents,
        around: Surroundings<'_>,
        accelerates: &[bool],
        dt: f32,
    ) {
        if !self.in_use() {
            return;
        }
        let Agents { body, chosen, next, max_speed, activity, squad, z, .. } = agents;
        let (body, max_speed, activity, squad, z) = (&body[..], &max_speed[..], &activity[..], &squad[..], &z[..]);
        let sets = &self.sets[..];
        pool.chunks((&mut chosen[..], &mut next[..], &mut self.column[..]), |start, (chosen, next, column)| {
            for (k, ((chosen, next), state)) in chosen.iter_mut().zip(next).zip(column).enumerate() {
                let row = start + k;
                if state.set == NONE || activity[row] == Activity::Quarantined {
                    continue;
                }
                state.decided = *chosen;
                let (p, body_of) = (&sets[state.set as usize], &body[row]);
                let accelerates = accelerates[squad[row] as usize];
                let left = state.left(p);
                let mut weight = if state.standing { 0.0 } else { p.weight_at(state.phase) };
                let mut change = change(state, p, body_of, *chosen, weight, left, accelerates, dt);
                if weight > SLIGHT {
                    let touch = first_touch(around, body, row, z[row], *chosen + change, left);
                    if touch < left {
                        weight *= touch / left;
                        change = self::change(state, p, body_of, *chosen, weight, left, accelerates, dt);
                    }
                }
                // Nothing to hold leaves every bit as it is.
                if change != Vec2::ZERO {
                    *chosen = (*chosen + change).clamp_length(max_speed[row]);
                    *next = super::moved(body_of, *chosen, dt);
                }
            }
        });
    }

    /// Bodies follow what really happened, which is about to become the now.
    pub(crate) fn follow(&mut self, pool: &Pool, agents: &Agents, dt: f32) {
        if !self.in_use() {
            return;
        }
        let sets = &self.sets[..];
        pool.chunks(&mut self.column[..], |start, column| {
            for (k, state) in column.iter_mut().enumerate().filter(|(_, state)| state.set != NONE) {
                let body = &agents.body[start + k];
                state.follow(&sets[state.set as usize], body, agents.next[start + k] - body.place(), dt);
            }
        });
    }
}

/// What a gait adds to the velocity that was chosen [m/s].
#[inline]
fn change(
    state: &GaitState,
    p: &GaitParams,
    body: &Body,
    chosen: Vec2,
    weight: f32,
    left: f32,
    accelerates: bool,
    dt: f32,
) -> Vec2 {
    let model = (chosen - body.velocity()) * (p.share(weight, accelerates, dt) - 1.0);
    if weight > 0.0 { model + state.feedback(p, body, left, dt) * (weight * dt) } else { model }
}

/// When a body would first touch another or a wall at a velocity, if within `left` [s].
fn first_touch(around: Surroundings<'_>, bodies: &[Body], row: usize, z: f32, velocity: Vec2, left: f32) -> f32 {
    let me = &bodies[row];
    let place = me.place();
    let mut first = left;
    for other in around.near.close(Row(row as u32)) {
        let other = &bodies[*other as usize];
        let touch = ttc_discs(other.place() - place, other.velocity() - velocity, me.radius + other.radius);
        first = first.min(touch.time());
    }
    if around.walls.any_near(place) {
        for wall in around.walls.near(place, z).filter(|wall| wall.faces(place)) {
            let to = wall.at.closest_point(place) - place;
            let (gap, near) = (to.length() - me.radius, to.unit().unwrap_or(Vec2::ZERO));
            let approach = velocity.dot(near);
            if approach > 0.0 {
                first = first.min(gap.max(0.0) / approach);
            }
        }
    }
    first
}
