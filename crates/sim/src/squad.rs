//! All walkers that one model steers: one dynamic call a squad and step, none a walker.

use crate::parallel::Pool;
use crate::registry::ParamError;
use crate::steering::{SteeringModel, View};
use crate::{Params, Row, wide::widest};
use ambulo_geom::Vec2;

/// A model in use, with its parameter sets and its walkers' memories.
pub(crate) trait Squad: Send + Sync {
    fn name(&self) -> &'static str;
    /// Adds a set of parameters and gives its number.
    fn add_params(&mut self, values: &[(String, f64)]) -> Result<u16, ParamError>;
    fn range(&self) -> f32;
    fn reads_lists(&self) -> bool;
    // Memories follow the rows of all walkers; a walker of another squad has one too, untouched.
    fn push(&mut self);
    fn swap_remove(&mut self, row: usize);
    fn reorder(&mut self, swaps: &[(u32, u32)]);
    /// A walker that changes model starts without memories.
    fn forget(&mut self, row: Row);
    fn steer(&mut self, pool: &Pool, view: &View<'_>, squads: &[u16], params: &[u16], me: u16, chosen: &mut [Vec2]);
}

pub(crate) struct SquadOf<M: SteeringModel> {
    params: Vec<M::Params>,
    memory: Vec<M::Memory>,
}

impl<M: SteeringModel> SquadOf<M> {
    pub(crate) fn boxed() -> Box<dyn Squad> {
        Box::new(Self { params: Vec::new(), memory: Vec::new() })
    }
}

impl<M: SteeringModel> Squad for SquadOf<M> {
    fn name(&self) -> &'static str {
        M::NAME
    }

    fn add_params(&mut self, values: &[(String, f64)]) -> Result<u16, ParamError> {
        crate::registry::check_params(M::NAME, M::Params::INFO, values)?;
        let mut params = M::Params::default();
        for (name, value) in values {
            if let Some(index) = M::Params::INFO.iter().position(|p| p.name == name) {
                params.set(index, *value);
            }
        }
        self.params.push(params);
        Ok((self.params.len() - 1) as u16)
    }

    fn range(&self) -> f32 {
        self.params.iter().map(M::range).fold(0.0, f32::max)
    }

    fn reads_lists(&self) -> bool {
        M::READS_LISTS
    }

    fn push(&mut self) {
        self.memory.push(M::Memory::default());
    }

    fn swap_remove(&mut self, row: usize) {
        self.memory.swap_remove(row);
    }

    fn reorder(&mut self, swaps: &[(u32, u32)]) {
        if size_of::<M::Memory>() == 0 {
            return;
        }
        for &(a, b) in swaps {
            self.memory.swap(a as usize, b as usize);
        }
    }

    fn forget(&mut self, row: Row) {
        self.memory[row.index()] = M::Memory::default();
    }

    fn steer(&mut self, pool: &Pool, view: &View<'_>, squads: &[u16], params: &[u16], me: u16, chosen: &mut [Vec2]) {
        let sets = &self.params[..];
        pool.chunks((chosen, &mut self.memory[..]), |start, (chosen, memory)| {
            widest(
                #[inline(always)]
                || {
                    for (k, (out, memory)) in chosen.iter_mut().zip(memory.iter_mut()).enumerate() {
                        let row = start + k;
                        if squads[row] == me {
                            *out = M::steer(view, Row(row as u32), &sets[params[row] as usize], memory);
                        }
                    }
                },
            );
        });
    }
}
