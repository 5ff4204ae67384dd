//! Direct neighbours: the Delaunay triangulation of the walkers, without the edges that a wall
//! blocks. It has fewer than six neighbours a walker however dense or sparse the crowd, and always the nearest one in
//! sight of an edge.
//!
//! It is rebuilt at every step. Repairing the last one by flips would save a part of the triangulation, which is the
//! smaller half of the cost, and would make the result depend on the past.
//!
//! Walkers of different levels are triangulated apart; across the middle of stairs those within [`ACROSS`] are linked.
//! Walkers at exactly one place are linked with each other and with all neighbours of that place.

mod delaunay;
#[cfg(test)]
mod tests;

use crate::neighbours::NeighbourLists;
use crate::parallel::{PerChunk, Pool};
use crate::{Body, Neighbours, Row, heights::apart};
use ambulo_geom::Point;
use ambulo_nav::{CellId, NavMesh};
use delaunay::{DelaunayEdge, NONE};

/// How walkers find their neighbours.
///
/// ```
/// assert_ne!(ambulo_sim::Neighbourhood::Grid, ambulo_sim::Neighbourhood::Delaunay);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbourhood {
    /// Everybody within the range of the model, by a grid.
    Grid,
    /// Direct visible neighbours, by a Delaunay triangulation.
    Delaunay,
}

/// People nearer to different levels see each other on stairs up to here [m].
const ACROSS: f32 = 2.0;
/// Two cells at one place whose heights differ by less are one level [m].
const SAME_LEVEL: f64 = 0.5;

/// The neighbourhood graph.
///
/// ```
/// assert_eq!(ambulo_sim::Graph::default().pairs().count(), 0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Graph {
    rings: u8,
    union_radius: f32,
    walkers: usize,
    lists: Vec<NeighbourLists>,
    scratch: GraphWorkspace,
}

/// Workspace, kept between steps.
#[derive(Clone, Debug, Default)]
struct GraphWorkspace {
    /// Heights of the levels, when there are several.
    levels: Vec<f64>,
    sorted: Vec<Sorted>,
    /// Room to sort in.
    sorting: Vec<Sorted>,
    /// Different places, level by level, each rising in x, then y.
    points: Vec<Point>,
    /// Walkers at the places: `sorted[at[v]..at[v + 1]]`.
    at: Vec<u32>,
    /// Place of every row.
    vertex: Vec<u32>,
    /// Some edge from every place.
    first: Vec<u32>,
    /// The triangulation of the present level, with places counted from its first.
    level: Vec<DelaunayEdge>,
    /// All triangulations, with places and edges of the whole.
    edges: Vec<DelaunayEdge>,
    /// Whether nothing blocks the pair of edges.
    seen: Vec<bool>,
}

#[derive(Clone, Copy, Debug)]
struct Sorted {
    x: f64,
    y: f64,
    row: u32,
    level: u32,
}

/// What list making reads.
#[derive(Clone, Copy)]
struct GraphInput<'a> {
    bodies: &'a [Body],
    cells: &'a [CellId],
    heights: &'a [f32],
    mesh: &'a NavMesh,
    near: &'a Neighbours,
}

impl Graph {
    pub(crate) fn new(rings: u8, union_radius: f32) -> Self {
        Self { rings, union_radius, ..Self::default() }
    }

    /// The rows next to a row.
    ///
    /// ```
    /// assert!(ambulo_sim::Graph::default().of(ambulo_sim::Row(0)).is_empty());
    /// ```
    #[inline]
    pub fn of(&self, row: Row) -> &[u32] {
        self.lists.get(row.index() / crate::parallel::CHUNK).map_or(&[], |lists| lists.of(row))
    }

    /// All pairs of rows that are neighbours, smaller row first.
    ///
    /// ```
    /// assert_eq!(ambulo_sim::Graph::default().pairs().count(), 0);
    /// ```
    pub fn pairs(&self) -> impl Iterator<Item = (Row, Row)> {
        let rows = (0..self.walkers as u32).map(Row);
        rows.flat_map(|a| self.of(a).iter().filter(move |b| a.0 < **b).map(move |b| (a, Row(*b))))
    }

    pub(crate) fn rebuild(
        &mut self,
        pool: &Pool,
        bodies: &[Body],
        cells: &[CellId],
        heights: &[f32],
        mesh: &NavMesh,
        near: &Neighbours,
    ) {
        let crowd = GraphInput { bodies, cells, heights, mesh, near };
        self.walkers = bodies.len();
        let scratch = &mut self.scratch;
        scratch.sort(pool, crowd);
        scratch.triangulate(pool);
        scratch.look(pool, crowd);
        let (rings, union_radius) = (self.rings, self.union_radius);
        let scratch = &self.scratch;
        pool.chunks(PerChunk::new(&mut self.lists, bodies.len()), |start, lists| {
            let lists = lists.item();
            lists.clear();
            for row in start..(start + crate::parallel::CHUNK).min(bodies.len()) {
                scratch.list(crowd, row as u32, rings, union_radius, lists);
                lists.end_row();
            }
        });
    }
}

impl GraphWorkspace {
    /// Sorts all agents by level and place.
    fn sort(&mut self, pool: &Pool, crowd: GraphInput<'_>) {
        self.levels.clear();
        let surfaces = crowd.mesh.surfaces();
        if surfaces.len() > 1 {
            self.levels.extend(surfaces.iter().filter(|s| s.stairs.is_none()).map(|s| s.height));
            self.levels.sort_by(f64::total_cmp);
            self.levels.dedup();
        }
        let levels = &self.levels;
        self.sorted.clear();
        self.sorted.extend(crowd.bodies.iter().enumerate().map(|(row, b)| {
            // The nearest level; on stairs that changes halfway up.
            let z = f64::from(crowd.heights[row]);
            let level = levels.windows(2).filter(|w| z > 0.5 * (w[0] + w[1])).count() as u32;
            Sorted { x: b.x, y: b.y, row: row as u32, level }
        }));
        let key = |a: &Sorted, b: &Sorted| {
            a.level.cmp(&b.level).then(a.x.total_cmp(&b.x)).then(a.y.total_cmp(&b.y)).then(a.row.cmp(&b.row))
        };
        pool.sort(&mut self.sorted, &mut self.sorting, key);
        self.points.clear();
        self.at.clear();
        self.vertex.clear();
        self.vertex.resize(crowd.bodies.len(), NONE);
        let mut last = None;
        for (k, s) in self.sorted.iter().enumerate() {
            if last != Some((s.level, s.x, s.y)) {
                last = Some((s.level, s.x, s.y));
                self.points.push(Point::new(s.x, s.y));
                self.at.push(k as u32);
            }
            self.vertex[s.row as usize] = self.points.len() as u32 - 1;
        }
        self.at.push(self.sorted.len() as u32);
    }

    fn triangulate(&mut self, pool: &Pool) {
        let mut from = 0;
        if self.levels.len() <= 1 {
            delaunay::triangulate(pool, &self.points, &mut self.edges);
        } else {
            self.edges.clear();
            while from < self.points.len() {
                let level = self.sorted[self.at[from] as usize].level;
                let on_it = self.at[from..self.points.len()].iter();
                let to = from + on_it.take_while(|k| self.sorted[**k as usize].level == level).count();
                delaunay::triangulate(pool, &self.points[from..to], &mut self.level);
                let base = self.edges.len() as u32;
                self.edges.extend(self.level.iter().map(|e| {
                    let used = e.from != NONE;
                    DelaunayEdge {
                        from: if used { e.from + from as u32 } else { NONE },
                        next: if used { e.next + base } else { NONE },
                        previous: if used { e.previous + base } else { NONE },
                    }
                }));
                from = to;
            }
        }
        self.first.clear();
        self.first.resize(self.points.len(), NONE);
        for (e, edge) in self.edges.iter().enumerate().filter(|(_, edge)| edge.from != NONE) {
            self.first[edge.from as usize] = e as u32;
        }
    }

    /// Finds the edges that no wall blocks.
    fn look(&mut self, pool: &Pool, crowd: GraphInput<'_>) {
        self.seen.clear();
        self.seen.resize(self.edges.len() / 2, false);
        let (edges, sorted, at) = (&self.edges[..], &self.sorted[..], &self.at[..]);
        pool.chunks(&mut self.seen[..], |start, seen| {
            for (k, seen) in seen.iter_mut().enumerate() {
                let e = 2 * (start + k);
                let (a, b) = (edges[e].from, edges[e + 1].from);
                *seen = a != NONE
                    && b != NONE
                    && crowd.sees(sorted[at[a as usize] as usize].row, sorted[at[b as usize] as usize].row);
            }
        });
    }

    /// Calls `found` with the direct visible neighbours of a row.
    fn direct(&self, row: u32, mut found: impl FnMut(u32)) {
        let here = self.vertex[row as usize];
        let rows_at = |v: u32| {
            let v = v as usize;
            self.sorted[self.at[v] as usize..self.at[v + 1] as usize].iter().map(|s| s.row)
        };
        rows_at(here).filter(|r| *r != row).for_each(&mut found);
        let first = self.first[here as usize];
        let mut e = first;
        while e != NONE {
            if self.seen[e as usize / 2] {
                rows_at(self.edges[e as usize ^ 1].from).for_each(&mut found);
            }
            e = self.edges[e as usize].next;
            if e == first {
                break;
            }
        }
    }

    fn list(&self, crowd: GraphInput<'_>, row: u32, rings: u8, union_radius: f32, lists: &mut NeighbourLists) {
        let start = lists.len();
        self.direct(row, |other| lists.push(other));
        let mut ring = start;
        for _ in 1..rings {
            let end = lists.len();
            for k in ring..end {
                let by = lists.get(k);
                self.direct(by, |other| {
                    if other != row && !lists.has(start, other) && crowd.sees(row, other) {
                        lists.push(other);
                    }
                });
            }
            ring = end;
        }
        let levels = self.levels.len() > 1;
        let radius = if levels { union_radius.max(ACROSS) } else { union_radius };
        if radius > 0.0 {
            let (body, z) = (&crowd.bodies[row as usize], crowd.heights[row as usize]);
            let wanted = |other: u32, d2: f64| {
                let by_radius = d2 <= f64::from(union_radius * union_radius);
                let other_level =
                    || levels && self.level_of(other) != self.level_of(row) && !apart(z, crowd.heights[other as usize]);
                by_radius || other_level()
            };
            crowd.near.within(body, f64::from(radius), |other, d2| {
                if other != row && wanted(other, d2) && !lists.has(start, other) && crowd.sees(row, other) {
                    lists.push(other);
                }
            });
        }
    }

    fn level_of(&self, row: u32) -> u32 {
        self.sorted[self.at[self.vertex[row as usize] as usize] as usize].level
    }
}

impl GraphInput<'_> {
    fn sees(self, a: u32, b: u32) -> bool {
        let (a, b) = (a as usize, b as usize);
        let (here, there) = (self.cells[a], self.cells[b]);
        // Cells are convex.
        here == there || visible(self.mesh, self.bodies[a].place(), here, self.bodies[b].place(), there)
    }
}

/// Whether nothing stands between two places in two cells. The answer does not depend on who asks.
pub(crate) fn visible(mesh: &NavMesh, p: Point, here: CellId, q: Point, there: CellId) -> bool {
    let (p, here, q, there) = if (p.x, p.y) <= (q.x, q.y) { (p, here, q, there) } else { (q, there, p, here) };
    match mesh.walk(p, here, q) {
        // In plan one level lies above another: the line must end on the right one.
        Ok(end) => end == there || (mesh.height(end, q) - mesh.height(there, q)).abs() < SAME_LEVEL,
        Err(_) => false,
    }
}
