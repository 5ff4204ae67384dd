//! What the layers of a person share: values that are registered by name, parameters per group, a memory per walker.

use crate::parallel::Pool;
use crate::permute::Aside;
use crate::registry::{ParamError, check_params};
use crate::{ParamInfo, Params, Snapshot, SnapshotError, SnapshotReader, SnapshotWriter};

/// What a layer registers of itself.
pub trait LayerInfo: Clone {
    /// Name in scenario files.
    fn name(&self) -> &'static str;
    /// Parameters with units, ranges and defaults.
    fn params(&self) -> &'static [ParamInfo];
}

/// Values of one layer that groups of a simulation may name: built-in ones and a program's own.
///
/// ```
/// let none = ambulo_sim::ModelSet::default();
/// assert!(none.get("telepathy").is_none() && none.iter().count() == 0);
/// ```
#[derive(Clone)]
pub struct LayerSet<I> {
    all: Vec<I>,
}

impl<I: LayerInfo> LayerSet<I> {
    /// These and another one, in place of any that has its name.
    pub fn with_info(mut self, info: I) -> Self {
        match self.all.iter_mut().find(|known| known.name() == info.name()) {
            Some(known) => *known = info,
            None => self.all.push(info),
        }
        self
    }

    /// One by name.
    pub fn get(&self, name: &str) -> Option<&I> {
        self.all.iter().find(|info| info.name() == name)
    }

    /// All of them, in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = &I> + Clone {
        self.all.iter()
    }

    /// The parameters of one; none where it is unknown.
    pub fn params(&self, name: &str) -> &'static [ParamInfo] {
        self.get(name).map_or(&[], |info| info.params())
    }
}

impl<I> Default for LayerSet<I> {
    fn default() -> Self {
        Self { all: Vec::new() }
    }
}

/// Two sets with the same names are the same.
impl<I: LayerInfo> PartialEq for LayerSet<I> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().map(I::name).eq(other.iter().map(I::name))
    }
}

impl<I: LayerInfo> std::fmt::Debug for LayerSet<I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter().map(I::name)).finish()
    }
}

/// What the engine does with the memories of any value in use: they follow the rows of walkers.
pub(crate) trait MemoryColumn: Send + Sync {
    fn name(&self) -> &'static str;
    fn swap_remove(&mut self, row: usize);
    fn reorder(&mut self, pool: &Pool, order: &[u32], aside: &mut Aside);
    fn save(&self, out: &mut SnapshotWriter);
    fn load(&mut self, from: &mut SnapshotReader<'_>, rows: usize) -> Result<(), SnapshotError>;
    fn check(&self, rows: usize) -> Result<(), String>;
}

/// The groups that have a value of a layer, with their parameters, and a memory for every row.
pub(crate) struct Holders<P, M> {
    name: &'static str,
    sets: Vec<P>,
    /// Number of the parameters of every group, or [`NONE`].
    of_group: Vec<u16>,
    /// One per walker, also of those without; they do not cost where a memory is nothing.
    memory: Vec<M>,
}

const NONE: u16 = u16::MAX;

impl<P: Params, M: Clone + Default> Holders<P, M> {
    /// None, in a crowd of so many.
    pub(crate) fn new(name: &'static str, walkers: usize) -> Self {
        Self { name, sets: Vec::new(), of_group: Vec::new(), memory: vec![M::default(); walkers] }
    }

    /// A group has these values of parameters from now on.
    pub(crate) fn add(&mut self, group: usize, values: &[(String, f64)]) -> Result<(), ParamError> {
        check_params(self.name, P::INFO, values)?;
        if self.of_group.len() <= group {
            self.of_group.resize(group + 1, NONE);
        }
        self.of_group[group] = self.sets.len() as u16;
        self.sets.push(P::with(values));
        Ok(())
    }

    /// The parameters of a group, and the memory of one of its walkers.
    pub(crate) fn get(&self, group: u16, row: usize) -> Option<(&P, &M)> {
        ByGroup { sets: &self.sets, of_group: &self.of_group }.get(group).zip(self.memory.get(row))
    }

    /// Parameters and the memories they work on.
    pub(crate) fn split(&mut self) -> (ByGroup<'_, P>, &mut [M]) {
        (ByGroup { sets: &self.sets, of_group: &self.of_group }, &mut self.memory)
    }

    pub(crate) fn sets(&self) -> &[P] {
        &self.sets
    }

    /// A walker of a group appears; `begin` gives the memory of one that has the value.
    pub(crate) fn push(&mut self, group: u16, begin: impl FnOnce(&P) -> M) {
        let memory = self.split().0.get(group).map_or_else(M::default, begin);
        self.memory.push(memory);
    }
}

impl<P: Params, M: Clone + Default + Send + Sync + Snapshot> MemoryColumn for Holders<P, M> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn swap_remove(&mut self, row: usize) {
        self.memory.swap_remove(row);
    }

    fn reorder(&mut self, pool: &Pool, order: &[u32], aside: &mut Aside) {
        aside.permute(pool, &mut self.memory, order);
    }

    fn save(&self, out: &mut SnapshotWriter) {
        self.memory.save(out);
    }

    fn load(&mut self, from: &mut SnapshotReader<'_>, rows: usize) -> Result<(), SnapshotError> {
        self.memory = Snapshot::load(from)?;
        self.check(rows).map_err(SnapshotError::new)
    }

    fn check(&self, rows: usize) -> Result<(), String> {
        let memories = self.memory.len();
        if memories == rows { Ok(()) } else { Err(format!("{memories} memories of {} but {rows} walkers", self.name)) }
    }
}

/// Parameters of groups.
pub(crate) struct ByGroup<'a, P> {
    sets: &'a [P],
    of_group: &'a [u16],
}

impl<'a, P> ByGroup<'a, P> {
    /// Those of a group, if it has any.
    #[inline(always)]
    pub(crate) fn get(&self, group: u16) -> Option<&'a P> {
        self.of_group.get(group as usize).filter(|set| **set != NONE).map(|set| &self.sets[*set as usize])
    }
}
