//! Which route people take who mind the crowd.
//!
//! A walker compares what its route would take, queues included, with the quickest there is, every two seconds and not all at once. It changes
//! only for a gain that is worth it. It reckons with the queues it sees; of others it takes the share of its `familiarity`. Everybody misjudges
//! a queue by a factor of its own, so that a crowd spreads instead of turning as one.

use crate::agents::{Activity, Agents, RouteState};
use crate::groups::Routing;
use crate::parallel::Pool;
use crate::queues::Queues;
use crate::random::{Draw, Purpose};
use crate::routes::NOT_BEGUN;
use crate::{goals::Goals, simulation::GroupEntry};
use ambulo_geom::{Point, math};
use ambulo_nav::{
    CellId, FlatPlanner, HierarchicalPlanner, NONE, NavMesh, Navigator, NoRoute, OnRoute, PackedRoute, Planner, Route,
    RouteQuery,
};
use std::cell::{Cell, RefCell};

/// Time between two decisions of a walker [s].
const EVERY: f64 = 2.0;
/// Routes are weighed in so many workspaces at once, on any number of threads.
const WORKSPACES: usize = 16;

/// How a group of quickest routes chooses.
///
/// ```
/// use ambulo_sim::Quickest;
/// assert_eq!(Quickest::default().hysteresis, 0.15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quickest {
    /// Share of the delay at queues out of sight that is known, 0 to 1.
    pub familiarity: f64,
    /// A walker changes its route where the new one takes less than this share less than the old.
    pub hysteresis: f64,
    /// Standard deviation of the logarithm of the factor by which a walker misjudges a queue.
    pub noise: f64,
}

impl Default for Quickest {
    fn default() -> Self {
        Self { familiarity: 0.0, hysteresis: 0.15, noise: 0.2 }
    }
}

/// Queues with the factors by which one walker reckons with them.
pub(crate) type KnownQueues = Vec<(u32, f64)>;

/// One who looks for a route.
pub(crate) struct Chooser<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) queues: &'a Queues,
    pub(crate) seed: u64,
    pub(crate) how: Quickest,
    pub(crate) id: u32,
    pub(crate) place: Point,
    pub(crate) cell: CellId,
    /// Preferred speed [m/s].
    pub(crate) speed: f64,
    /// Factors of the queues checked so far: the search comes by several times.
    known: RefCell<&'a mut KnownQueues>,
    /// Whether any queue delayed in the search.
    delayed: Cell<bool>,
}

impl<'a> Chooser<'a> {
    pub(crate) fn new(
        mesh: &'a NavMesh,
        queues: &'a Queues,
        seed: u64,
        how: Quickest,
        (agents, row): (&Agents, usize),
        known: &'a mut KnownQueues,
    ) -> Self {
        known.clear();
        let body = &agents.body[row];
        let (id, place, cell) = (agents.id[row].0, body.place(), agents.cell[row]);
        let speed = f64::from(body.speed);
        Self { mesh, queues, seed, how, id, place, cell, speed, known: RefCell::new(known), delayed: Cell::default() }
    }

    /// What it costs to be through a passage for one who is there at some cost, of which it walked so much and waited the rest [m].
    fn pass(&self, segment: u32, cost: f64, walked: f64) -> f64 {
        if self.queues.is_empty(segment) {
            return cost;
        }
        let before = self.queues.before(segment, walked as f32) as f64;
        let seconds = before / f64::from(self.queues.capacity(segment)) * self.factor(segment);
        if seconds * self.speed <= cost {
            return cost;
        }
        self.delayed.set(true);
        seconds * self.speed
    }

    /// What of the delay at a passage a walker reckons with.
    fn factor(&self, segment: u32) -> f64 {
        if let Some((_, factor)) = self.known.borrow().iter().find(|(s, _)| *s == segment) {
            return *factor;
        }
        let at = self.mesh.free_segments()[segment as usize].at;
        let seen = [at.a.lerp(at.b, 0.5), self.queues.tail(segment)]
            .iter()
            .any(|to| self.mesh.clear_line(self.cell, self.place, *to));
        let share = if seen { 1.0 } else { self.how.familiarity };
        let misjudged = match self.how.noise {
            0.0 => 1.0,
            sigma => math::exp(sigma * Draw::new(self.seed, self.id, segment, Purpose::Perception).normal()),
        };
        self.known.borrow_mut().push((segment, share * misjudged));
        share * misjudged
    }

    /// The quickest route, and how many states were expanded. Where no queue delays it is the shortest, as everybody else finds it.
    pub(crate) fn search(
        &self,
        by_time: &mut FlatPlanner,
        by_length: &mut HierarchicalPlanner,
        query: &RouteQuery<'_>,
    ) -> (Result<Route, NoRoute>, u32) {
        self.delayed.set(false);
        if !self.queues.nobody_waits() {
            let found = by_time.search_delayed(query, |segment, cost| self.pass(segment, cost, cost));
            if self.delayed.get() {
                return (found, by_time.expanded());
            }
        }
        (by_length.search(query), by_length.expanded())
    }

    /// What a route costs from where the walker is on it [m].
    fn cost(&self, packed: &PackedRoute, at: OnRoute, goal: &ambulo_nav::Goal) -> f64 {
        let whole = f64::from(packed.remaining(self.mesh, at, goal));
        let mut delay = 0.0;
        for portal in packed.portals(self.mesh, at.next, at.cell) {
            let segment = self.mesh.segment_at(portal.cell, portal.edge as usize);
            if segment == NONE {
                break;
            }
            let walked = (whole - f64::from(portal.tail)).max(0.0);
            delay = self.pass(segment, walked + delay, walked) - walked;
        }
        whole + delay
    }
}

/// Workspace of those who weigh routes.
#[derive(Default)]
pub(crate) struct Weighing {
    due: Vec<u32>,
    workspaces: Vec<Workspace>,
}

#[derive(Default)]
struct Workspace {
    by_time: FlatPlanner,
    by_length: HierarchicalPlanner,
    known: KnownQueues,
    found: Vec<Option<(PackedRoute, CellId)>>,
}

/// Those whose turn it is weigh their routes. How many changed theirs.
pub(crate) fn reconsider(
    pool: &Pool,
    agents: &mut Agents,
    mesh: &NavMesh,
    goals: &Goals,
    groups: &[GroupEntry],
    navigator: &mut Navigator,
    queues: &Queues,
    weighing: &mut Weighing,
    (seed, step, dt): (u64, u32, f64),
) -> usize {
    let every = (EVERY / dt).round().max(1.0) as u32;
    let quickest = |row: usize| match groups[agents.group[row] as usize].routing() {
        Routing::Quickest(how) => Some(how),
        Routing::Shortest => None,
    };
    let Weighing { due, workspaces } = weighing;
    due.clear();
    due.extend((0..agents.len() as u32).filter(|row| {
        let row = *row as usize;
        let turn = (step.wrapping_add(agents.id[row].0)).is_multiple_of(every);
        let route = &agents.route[row];
        turn && agents.activity[row] == Activity::Walking
            && !route.wanted
            && route.next != NOT_BEGUN
            && quickest(row).is_some()
    }));
    if due.is_empty() {
        return 0;
    }
    for row in due.iter() {
        navigator.roads(mesh, 2.0 * agents.body[*row as usize].radius);
    }
    workspaces.resize_with(WORKSPACES, Workspace::default);
    let share = due.len().div_ceil(WORKSPACES);
    let workspaces = &mut workspaces[..due.len().div_ceil(share)];
    let (reader, navigator, due) = (&*agents, &*navigator, &due[..]);
    pool.each(workspaces, |k, Workspace { by_time, by_length, known, found }| {
        found.clear();
        for row in due[k * share..].iter().take(share).map(|row| *row as usize) {
            found.push(quickest(row).and_then(|how| {
                let chooser = Chooser::new(mesh, queues, seed, how, (reader, row), known);
                better(&chooser, (by_time, by_length), reader, row, goals, navigator)
            }));
        }
    });
    let mut changed = 0;
    for (workspace, rows) in workspaces.iter_mut().zip(due.chunks(share)) {
        for (row, found) in rows.iter().map(|row| *row as usize).zip(workspace.found.drain(..)) {
            let Some((packed, ends_in)) = found else { continue };
            changed += 1;
            let to_place = agents.route[row].to_place;
            let (at, waypoint) = (agents.cell[row], agents.body[row].place());
            agents.route[row] =
                RouteState { packed, next: NOT_BEGUN, at, wanted: false, waypoint, last_leg: false, to_place, ends_in };
            // The length of another route says nothing of progress along this one.
            agents.progress[row].best = f32::INFINITY;
        }
    }
    changed
}

/// A route that is worth the change, with the cell it ends in.
fn better(
    chooser: &Chooser<'_>,
    (by_time, by_length): (&mut FlatPlanner, &mut HierarchicalPlanner),
    agents: &Agents,
    row: usize,
    goals: &Goals,
    navigator: &Navigator,
) -> Option<(PackedRoute, CellId)> {
    let (route, mesh) = (&agents.route[row], chooser.mesh);
    let goal = &goals.goals[agents.goal[row] as usize];
    let now = chooser.cost(&route.packed, route.at_place(chooser.place), goal);
    // Nothing is nearer than the straight line, and nothing delays.
    if now * (1.0 - chooser.how.hysteresis) <= goal.least_distance(chooser.place) {
        return None;
    }
    let roads = navigator.made(2.0 * agents.body[row].radius)?;
    let query = RouteQuery { mesh, roads, from: chooser.place, cell: chooser.cell, goal };
    let found = chooser.search(by_time, by_length, &query).0.ok()?;
    let ends_in = goal.pieces()[found.piece as usize].cell;
    let packed = PackedRoute::new(&found, chooser.cell);
    let at = OnRoute { place: chooser.place, next: 0, cell: packed.start() };
    let then = chooser.cost(&packed, at, goal);
    (then < (1.0 - chooser.how.hysteresis) * now).then_some((packed, ends_in))
}
