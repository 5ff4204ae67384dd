//! All walkers that one model steers: one dynamic call a squad and step, none a walker.

use crate::parallel::Pool;
use crate::permute::Aside;
use crate::simulation::GroupError;
use crate::steering::{SteeringModel, View};
use crate::{
    Batch, Explanation, Neighbourhood, Row, Snapshot, SnapshotError, SnapshotReader, SnapshotWriter, Workers,
    wide::widest,
};
use ambulo_geom::Vec2;

/// A model in use, with its parameter sets and its walkers' memories.
pub(crate) trait Squad: Send + Sync {
    fn name(&self) -> &'static str;
    /// Adds a set of parameters and gives its number.
    fn add_params(&mut self, values: &[(String, f64)]) -> Result<u16, GroupError>;
    fn range(&self) -> f32;
    /// How far the walkers with a set of parameters look [m].
    fn range_of(&self, params: u16) -> f32;
    fn wall_range(&self) -> f32;
    fn reads_lists(&self) -> bool;
    fn reads_strides(&self) -> bool;
    fn accelerates(&self) -> bool;
    fn neighbourhood(&self) -> Neighbourhood;
    // Memories follow the rows of all walkers; a walker of another squad has one too, untouched.
    fn push(&mut self);
    fn swap_remove(&mut self, row: usize);
    fn reorder(&mut self, pool: &Pool, order: &[u32], aside: &mut Aside);
    /// A walker that changes model starts without memories.
    fn forget(&mut self, row: Row);
    fn steer(&mut self, pool: &Pool, view: &View<'_>, squads: &[u16], params: &[u16], me: u16, chosen: &mut [Vec2]);
    /// Writes memories, row by row.
    fn save(&self, out: &mut SnapshotWriter);
    /// Takes up memories of so many rows.
    fn load(&mut self, from: &mut SnapshotReader<'_>, rows: usize) -> Result<(), SnapshotError>;
    /// The devices that prepare decisions, and seconds spent there by part of the work.
    fn devices(&self) -> Vec<(&str, Vec<(&'static str, f64)>)>;
    /// Why a device failed: since then no walker of this squad decides.
    fn failure(&self) -> Option<&str>;
    /// What `row` is about to decide, without deciding it. Asked before the squad steers.
    fn explain(&self, view: &View<'_>, row: Row, params: u16, out: &mut Explanation);
}

pub(crate) struct SquadOf<M: SteeringModel> {
    params: Vec<M>,
    /// What prepares the decisions of each set of parameters.
    batches: Vec<Option<Box<dyn Batch<M>>>>,
    /// Who decides now with one set of parameters; only where a batch prepares it.
    deciding: Vec<Row>,
    failure: Option<String>,
    memory: Vec<M::Memory>,
    /// Time until each decides next [s].
    wait: Vec<f32>,
}

impl<M: SteeringModel> SquadOf<M> {
    pub(crate) fn boxed() -> Box<dyn Squad> {
        let (params, batches, deciding) = (Vec::new(), Vec::new(), Vec::new());
        Box::new(Self { params, batches, deciding, failure: None, memory: Vec::new(), wait: Vec::new() })
    }

    /// Has the decisions of this step prepared, where a set of parameters asks for that.
    fn prepare(&mut self, pool: &Pool, view: &View<'_>, squads: &[u16], params: &[u16], me: u16) {
        for (set, batch) in self.batches.iter_mut().enumerate() {
            let Some(batch) = batch else { continue };
            let decides = |row: &usize| {
                let wait = self.wait[*row];
                squads[*row] == me && params[*row] as usize == set && (wait <= 0.0 || due(wait - view.dt, view.dt))
            };
            self.deciding.clear();
            self.deciding.extend((0..squads.len()).filter(decides).map(|row| Row(row as u32)));
            let (model, memory) = (&self.params[set], &mut self.memory[..]);
            if let Err(why) = batch.prepare(model, view, &Workers(pool), &self.deciding, memory) {
                self.failure = Some(format!("`{}` on {}: {why}", M::NAME, batch.device()));
            }
        }
    }
}

impl<M: SteeringModel> Squad for SquadOf<M> {
    fn name(&self) -> &'static str {
        M::NAME
    }

    fn add_params(&mut self, values: &[(String, f64)]) -> Result<u16, GroupError> {
        crate::registry::check_params(M::NAME, M::INFO, values)?;
        let model = M::with(values);
        let batch = model.batch().map_err(|why| GroupError::Unavailable { model: M::NAME, why })?;
        self.batches.push(batch);
        self.params.push(model);
        Ok((self.params.len() - 1) as u16)
    }

    fn range(&self) -> f32 {
        self.params.iter().map(M::range).fold(0.0, f32::max)
    }

    fn range_of(&self, params: u16) -> f32 {
        self.params[params as usize].range()
    }

    fn wall_range(&self) -> f32 {
        self.params.iter().map(M::wall_range).fold(0.0, f32::max)
    }

    fn reads_lists(&self) -> bool {
        M::READS_LISTS
    }

    fn reads_strides(&self) -> bool {
        self.params.iter().any(M::reads_strides)
    }

    fn accelerates(&self) -> bool {
        M::ACCELERATES
    }

    fn neighbourhood(&self) -> Neighbourhood {
        M::NEIGHBOURHOOD
    }

    fn push(&mut self) {
        self.memory.push(M::Memory::default());
        self.wait.push(NEW);
    }

    fn swap_remove(&mut self, row: usize) {
        self.memory.swap_remove(row);
        self.wait.swap_remove(row);
    }

    fn reorder(&mut self, pool: &Pool, order: &[u32], aside: &mut Aside) {
        aside.permute(pool, &mut self.wait, order);
        aside.permute(pool, &mut self.memory, order);
    }

    fn forget(&mut self, row: Row) {
        self.memory[row.index()] = M::Memory::default();
        self.wait[row.index()] = NEW;
    }

    fn steer(&mut self, pool: &Pool, view: &View<'_>, squads: &[u16], params: &[u16], me: u16, chosen: &mut [Vec2]) {
        if self.batches.iter().any(Option::is_some) {
            if self.failure.is_none() {
                self.prepare(pool, view, squads, params, me);
            }
            if self.failure.is_some() {
                return;
            }
        }
        let sets = &self.params[..];
        pool.chunks((chosen, &mut self.memory[..], &mut self.wait[..]), |start, (chosen, memory, wait)| {
            widest(
                #[inline(always)]
                || {
                    for (k, ((out, memory), wait)) in chosen.iter_mut().zip(memory.iter_mut()).zip(wait).enumerate() {
                        let row = start + k;
                        if squads[row] != me {
                            continue;
                        }
                        if *wait > 0.0 {
                            *wait -= view.dt;
                            if !due(*wait, view.dt) {
                                continue;
                            }
                        }
                        let (row, set) = (Row(row as u32), &sets[params[row] as usize]);
                        *out = set.steer(view, row, memory);
                        let interval = set.interval(view, row, memory);
                        *wait = if *wait == NEW {
                            interval * share(view.id(row).0)
                        } else if interval > 0.0 {
                            // What was early or late now is made up for next time.
                            (wait.max(-0.5 * view.dt) + interval).max(0.0)
                        } else {
                            0.0
                        };
                    }
                },
            );
        });
    }

    fn save(&self, out: &mut SnapshotWriter) {
        self.memory.save(out);
        self.wait.save(out);
    }

    fn load(&mut self, from: &mut SnapshotReader<'_>, rows: usize) -> Result<(), SnapshotError> {
        (self.memory, self.wait) = (Snapshot::load(from)?, Snapshot::load(from)?);
        let whole = self.memory.len() == rows && self.wait.len() == rows;
        if whole { Ok(()) } else { Err(SnapshotError::new(format!("memories of {} do not fit", M::NAME))) }
    }

    fn devices(&self) -> Vec<(&str, Vec<(&'static str, f64)>)> {
        self.batches.iter().flatten().map(|batch| (batch.device(), batch.times())).collect()
    }

    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    fn explain(&self, view: &View<'_>, row: Row, params: u16, out: &mut Explanation) {
        let wait = self.wait[row.index()];
        out.model = M::NAME;
        out.decided = wait <= 0.0 || due(wait - view.dt, view.dt);
        if out.decided {
            if M::READS_LISTS || view.graph.is_some() {
                out.around.extend(view.neighbours(row).iter().map(|n| view.around(n)));
            } else {
                // No lists were made for it: the agents of its blocks.
                let range = f64::from(self.params[params as usize].range());
                view.near.within(view.body(row), range, |other, _| {
                    if other != row.0 {
                        out.around.push(view.around(Row(other)));
                    }
                });
            }
            let mut memory = self.memory[row.index()].clone();
            out.chosen = self.params[params as usize].explain(view, row, &mut memory, out);
        }
    }
}

/// An agent that has not decided yet.
const NEW: f32 = f32::NEG_INFINITY;

/// Whether it is time; half a step early is nearer than half a step late.
#[inline(always)]
fn due(wait: f32, dt: f32) -> bool {
    wait < 0.5 * dt
}

/// A number from a half to one that is different for everybody.
#[inline(always)]
fn share(id: u32) -> f32 {
    0.5 + (id.wrapping_mul(0x9E37_79B9) >> 8) as f32 / (1 << 25) as f32
}
