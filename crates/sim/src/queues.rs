//! Who waits at which bottleneck, and how many it lets through: what people who choose the quickest route reckon with.
//!
//! A walker queues for the narrowest passage on its route that is near enough for its queue to reach back to it. Counted as waiting are
//! those who walk slower than half their preferred speed. Who comes later is behind all who wait nearer to the passage than the place from which
//! it joins them. So the delay at a passage is the number of those, divided by its capacity, less the time that passes until the walker is there.

use crate::agents::{Activity, Agents};
use crate::parallel::{CHUNK, PerChunk, Pool};
use crate::routes::NOT_BEGUN;
use crate::{Snapshot, SnapshotError, SnapshotReader, SnapshotWriter, snapshot};
use ambulo_geom::Point;
use ambulo_nav::{NONE, NavMesh};

/// People through a passage, per metre of its width and second: through doors and corridors, and on stairs.
const FLOW: f64 = 1.9;
const FLOW_ON_STAIRS: f64 = 1.05;
/// An empty queue reaches so far back [m]; people in it stand so densely [1/m^2], in a half circle.
const REACH: f32 = 3.0;
const DENSITY: f32 = 3.0;
/// Slower than this share of its preferred speed a walker waits.
const SLOW: f32 = 0.5;
/// So many portals of a route are checked.
const AHEAD: usize = 24;
/// Who left a queue and is within this distance of the passage went through it [m].
const THROUGH: f64 = 2.0;
/// Outflow is a mean over this time, and counts once so many have waited without a break for as long [s].
const OUTFLOW_TIME: f32 = 10.0;
const SATURATED: usize = 3;
/// What is measured counts within these multiples of what the width lets through.
const MEASURED: (f32, f32) = (0.3, 1.5);

/// The passage a walker queues for, or heads for.
#[derive(Clone, Copy, Debug)]
struct Aim {
    /// Number of its free segment, or [`NONE`].
    segment: u32,
    /// How far it is along the route [m].
    distance: f32,
    /// Whether the walker waits.
    waits: bool,
    /// Whether the passage of the last step still lies ahead.
    last_ahead: bool,
}

const NOWHERE: Aim = Aim { segment: NONE, distance: 0.0, waits: false, last_ahead: false };

/// The passages of a mesh, with those who wait.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queues {
    /// What the width lets through [1/s].
    by_width: Vec<f32>,
    /// Mean outflow [1/s], and for how long people have waited [s].
    outflow: Vec<f32>,
    saturated: Vec<f32>,
    /// The passage of each agent in the step before, by id.
    last: Vec<u32>,
    /// Those who wait: passage and distance, in this order.
    waiting: Vec<(u32, f32)>,
    /// Of each passage, the first of them; one more at the end.
    first: Vec<u32>,
    /// Where the last in each queue stands.
    tails: Vec<Point>,
    aims: Vec<Vec<Aim>>,
}

/// What stays from step to step.
#[derive(Clone, Debug, Default)]
struct Kept {
    outflow: Vec<f32>,
    saturated: Vec<f32>,
    last: Vec<u32>,
    waiting: Vec<(u32, f32)>,
}

snapshot!(Kept { outflow, saturated, last, waiting });

impl Snapshot for Queues {
    fn save(&self, out: &mut SnapshotWriter) {
        let Self { outflow, saturated, last, waiting, .. } = self.clone();
        Kept { outflow, saturated, last, waiting }.save(out);
    }

    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        let Kept { outflow, saturated, last, waiting } = Kept::load(from)?;
        Ok(Self { outflow, saturated, last, waiting, ..Self::default() })
    }
}

impl Queues {
    /// Follows everybody by one step.
    pub(crate) fn update(&mut self, pool: &Pool, agents: &Agents, mesh: &NavMesh, dt: f32) {
        let segments = mesh.free_segments().len();
        if self.by_width.len() != segments {
            self.by_width = (0..segments as u32).map(|s| by_width(mesh, s)).collect();
            self.outflow.resize(segments, 0.0);
            self.saturated.resize(segments, 0.0);
            self.tails.resize(segments, Point::default());
            self.index(segments);
        }
        self.last.resize(agents.ever(), NONE);
        self.find_aims(pool, agents, mesh);
        self.count_outflow(agents, mesh, dt);
        self.waiting.clear();
        let aims = self.aims.iter().flatten();
        self.waiting.extend(aims.filter(|aim| aim.waits).map(|aim| (aim.segment, aim.distance)));
        self.waiting.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        self.index(segments);
        // The last of each queue, found by its place in it.
        for (row, aim) in self.aims.iter().flatten().enumerate().filter(|(_, aim)| aim.waits) {
            let s = aim.segment as usize;
            let end = self.first[s + 1] as usize;
            if self.waiting[end - 1].1 == aim.distance {
                self.tails[s] = agents.body[row].place();
            }
        }
        for s in 0..segments {
            let many = (self.first[s + 1] - self.first[s]) as usize >= SATURATED;
            self.saturated[s] = if many { self.saturated[s] + dt } else { 0.0 };
        }
    }

    fn index(&mut self, segments: usize) {
        self.first.clear();
        self.first.resize(segments + 1, 0);
        for (s, _) in &self.waiting {
            self.first[*s as usize + 1] += 1;
        }
        for s in 0..segments {
            self.first[s + 1] += self.first[s];
        }
    }

    fn find_aims(&mut self, pool: &Pool, agents: &Agents, mesh: &NavMesh) {
        let Self { aims, first, last, .. } = self;
        let n = agents.len();
        let (first, last) = (&first[..], &last[..]);
        pool.chunks(PerChunk::new(aims, n), |start, aims| {
            let aims = aims.item();
            aims.clear();
            aims.extend((start..n.min(start + CHUNK)).map(|row| aim(agents, mesh, row, first, last)));
        });
        aims.truncate(n.div_ceil(CHUNK));
    }

    /// Who headed for a passage and is beyond it now went through; so did who reached its goal there.
    fn count_outflow(&mut self, agents: &Agents, mesh: &NavMesh, dt: f32) {
        let keep = (1.0 - dt / OUTFLOW_TIME).max(0.0);
        self.outflow.iter_mut().for_each(|flow| *flow *= keep);
        for (row, aim) in self.aims.iter().flatten().enumerate() {
            let last = &mut self.last[agents.id[row].0 as usize];
            let before = std::mem::replace(last, aim.segment);
            if before != NONE && before != aim.segment && !aim.last_ahead {
                let near = mesh.free_segments()[before as usize].at.distance(agents.body[row].place()) < THROUGH;
                if near {
                    self.outflow[before as usize] += 1.0 / OUTFLOW_TIME;
                }
            }
        }
    }

    /// How many people a passage lets through [1/s].
    pub(crate) fn capacity(&self, segment: u32) -> f32 {
        let by_width = self.by_width[segment as usize];
        if self.saturated[segment as usize] < OUTFLOW_TIME {
            return by_width;
        }
        self.outflow[segment as usize].clamp(MEASURED.0 * by_width, MEASURED.1 * by_width)
    }

    /// How many wait at a passage nearer to it than this [m].
    #[inline]
    pub(crate) fn before(&self, segment: u32, distance: f32) -> usize {
        let s = segment as usize;
        let queue = &self.waiting[self.first[s] as usize..self.first[s + 1] as usize];
        queue.partition_point(|(_, d)| *d < distance)
    }

    pub(crate) fn nobody_waits(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether nobody waits at a passage.
    #[inline]
    pub(crate) fn is_empty(&self, segment: u32) -> bool {
        self.first[segment as usize] == self.first[segment as usize + 1]
    }

    /// Where the last one stands who waits at a passage.
    pub(crate) fn tail(&self, segment: u32) -> Point {
        self.tails[segment as usize]
    }
}

/// What the width of a passage lets through [1/s].
fn by_width(mesh: &NavMesh, segment: u32) -> f32 {
    let s = &mesh.free_segments()[segment as usize];
    let on_stairs = s.cells.iter().any(|c| mesh.surfaces()[mesh.surface_of(*c) as usize].stairs.is_some());
    (s.width * if on_stairs { FLOW_ON_STAIRS } else { FLOW }) as f32
}

/// How far back a queue of so many reaches [m].
fn reach(people: u32) -> f32 {
    REACH + (2.0 * people as f32 / (std::f32::consts::PI * DENSITY)).sqrt()
}

/// The narrowest passage ahead of a walker whose queue may reach it.
fn aim(agents: &Agents, mesh: &NavMesh, row: usize, first: &[u32], last: &[u32]) -> Aim {
    let route = &agents.route[row];
    if agents.activity[row] != Activity::Walking || route.next == NOT_BEGUN {
        return NOWHERE;
    }
    let body = &agents.body[row];
    let before = last[agents.id[row].0 as usize];
    let (mut found, mut width, mut remaining) = (NOWHERE, f64::INFINITY, None);
    for portal in route.packed.portals(mesh, route.next as usize, route.at).take(AHEAD) {
        let segment = mesh.segment_at(portal.cell, portal.edge as usize);
        if segment == NONE {
            break;
        }
        let whole =
            *remaining.get_or_insert_with(|| portal_distance(mesh, &portal, body.place()) + f64::from(portal.tail));
        let distance = (whole - f64::from(portal.tail)).max(0.0) as f32;
        found.last_ahead |= segment == before;
        let queue = first[segment as usize + 1] - first[segment as usize];
        let w = mesh.free_segments()[segment as usize].width;
        if w < width && distance <= reach(queue) {
            width = w;
            (found.segment, found.distance) = (segment, distance);
        }
    }
    let slow = body.velocity().length() < SLOW * body.speed;
    found.waits = slow && found.segment != NONE;
    found
}

fn portal_distance(mesh: &NavMesh, portal: &ambulo_nav::Portal, place: Point) -> f64 {
    mesh.edge(portal.cell, portal.edge as usize).distance(place)
}
