//! Decisions that a model prepares for all of its walkers at once, as a GPU needs it.

use crate::parallel::{PerChunk, Pool};
use crate::wide::widest;
use crate::{Row, SteeringModel, View};

/// What prepares the decisions of a step for all walkers with one set of parameters, before each of them decides: the model returns it from
/// [`SteeringModel::batch`]. It lives as long as the simulation, so that devices and buffers are kept between the steps.
///
/// What it finds out about a walker goes into the memory of that walker, where [`SteeringModel::steer`] reads it.
///
/// ```
/// use ambulo_geom::{Polygon, Region, Vec2};
/// use ambulo_sim::{Batch, Group, ModelSet, Row, Setup, Simulation, SteeringModel, View, Workers, params};
///
/// params! {
///     /// Walks slower, the more people there are anywhere.
///     pub struct Shy {
///         /// Share of its speed it loses per person.
///         loss: "1", 0.0..=1.0, 0.01;
///     }
/// }
///
/// struct Census;
///
/// impl Batch<Shy> for Census {
///     fn device(&self) -> &str { "the processor" }
///     fn prepare(
///         &mut self, model: &Shy, view: &View<'_>, _: &Workers<'_>, deciding: &[Row], memory: &mut [f32],
///     ) -> Result<(), String> {
///         let share = (1.0 - model.loss * view.people() as f32).max(0.0);
///         deciding.iter().for_each(|row| memory[row.index()] = share);
///         Ok(())
///     }
///     fn times(&self) -> Vec<(&'static str, f64)> { Vec::new() }
/// }
///
/// impl SteeringModel for Shy {
///     const NAME: &'static str = "shy";
///     const TITLE: &'static str = "Slow where many are";
///     const PAPER: &'static str = "none";
///     const LIMITS: &'static str = "no avoidance at all";
///     type Memory = f32;
///     fn range(&self) -> f32 { 0.0 }
///     fn batch(&self) -> Result<Option<Box<dyn Batch<Self>>>, String> { Ok(Some(Box::new(Census))) }
///     fn steer(&self, view: &View<'_>, me: Row, share: &mut f32) -> Vec2 { view.preferred(me) * *share }
/// }
///
/// let plan = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap());
/// let mut sim = Simulation::new(Setup { models: ModelSet::default().with::<Shy>(), ..Setup::new(plan) }).unwrap();
/// sim.add_group(&Group::default()).unwrap();
/// assert_eq!(sim.devices(), ["shy: the processor"]);
/// ```
pub trait Batch<M: SteeringModel>: Send + Sync {
    /// Where it computes, for reports.
    fn device(&self) -> &str;

    /// Prepares the decisions of the walkers `deciding`, which rise; `memory` has one entry per row of everybody present. After an error
    /// no walker of the model decides any more, and [`Simulation::failure`](crate::Simulation::failure) has the message.
    fn prepare(
        &mut self,
        model: &M,
        view: &View<'_>,
        workers: &Workers<'_>,
        deciding: &[Row],
        memory: &mut [M::Memory],
    ) -> Result<(), String>;

    /// Seconds spent so far in each part of its work, in order.
    fn times(&self) -> Vec<(&'static str, f64)>;
}

/// The threads of a simulation, for the work of a [`Batch`]. Work is cut by a constant, so that results depend on no number of threads.
pub struct Workers<'a>(pub(crate) &'a Pool);

impl Workers<'_> {
    /// Calls `work(start, piece, room)` for every piece of `items` of a constant length, the last one shorter: `start` is the number of its
    /// first item, and `room` belongs to that piece and is kept from call to call.
    pub fn fill<T: Send, R: Default + Send>(
        &self,
        items: &mut [T],
        rooms: &mut Vec<R>,
        work: impl Fn(usize, &mut [T], &mut R) + Sync,
    ) {
        let rooms = PerChunk::new(rooms, items.len());
        self.0.chunks((items, rooms), |start, (items, room)| widest(|| work(start, items, room.item())));
    }
}
