//! Neighbour search: a grid, columns in cell order, and lists in compressed rows, one block of lists per chunk.

use crate::parallel::{CHUNK, PerChunk, Pool};
use crate::sieve::{self, Candidates, SLACK, keep};
use crate::sight::Sight;
use crate::simd_lanes::{Asker, Batch, Block, Columns};
use crate::{Body, Row, grid::Grid, wide::widest};
use ambulo_geom::Vec2;

/// The lists of one chunk of rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct NeighbourLists {
    /// List of the chunk's i-th row: `rows[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    rows: Vec<u32>,
}

impl NeighbourLists {
    #[inline]
    pub(crate) fn of(&self, row: Row) -> &[u32] {
        let i = row.index() % CHUNK;
        &self.rows[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.starts.clear();
        self.starts.push(0);
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn get(&self, k: usize) -> u32 {
        self.rows[k]
    }

    pub(crate) fn push(&mut self, row: u32) {
        self.rows.push(row);
    }

    /// Whether a row stands in the list that began at `start`.
    pub(crate) fn has(&self, start: usize, row: u32) -> bool {
        self.rows[start..].contains(&row)
    }

    /// What was pushed since the last end is one row's list.
    pub(crate) fn end_row(&mut self) {
        self.starts.push(self.rows.len() as u32);
    }
}

/// For every walker the rows of all others within a range, ordered by cell, then by row.
///
/// ```
/// use ambulo_sim::{Body, Neighbours, Row};
/// use ambulo_geom::{Bounds, Point, Vec2};
/// let at = |x| Body::new(Point::new(x, 0.0), Vec2::ZERO, 0.2);
/// let bodies = [at(0.0), at(3.0), at(9.0)];
/// let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(10.0, 10.0) };
/// let mut near = Neighbours::new(bounds, 5.0);
/// near.rebuild_alone(&bodies);
/// assert_eq!(near.of(Row(0)), &[1]);
/// ```
#[derive(Clone, Debug)]
pub struct Neighbours {
    range: f32,
    /// Cells are half the range: fewer candidates for a few more stretches.
    grid: Grid,
    columns: Columns,
    /// Everybody within the sight of each; empty when no model in use reads lists.
    all: Vec<NeighbourLists>,
    /// Those who may come into contact during the step.
    close: Vec<NeighbourLists>,
}

impl Neighbours {
    /// Lists within `range` [m] over a plan.
    ///
    /// ```
    /// # use ambulo_geom::{Bounds, Point};
    /// let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(10.0, 10.0) };
    /// assert_eq!(ambulo_sim::Neighbours::new(bounds, 5.0).range(), 5.0);
    /// ```
    pub fn new(bounds: ambulo_geom::Bounds, range: f32) -> Self {
        let grid = Grid::new(bounds, f64::from(range) / 2.0);
        Self { range, grid, columns: Columns::default(), all: Vec::new(), close: Vec::new() }
    }

    /// The range [m].
    ///
    /// ```
    /// # use ambulo_geom::{Bounds, Point};
    /// # let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(10.0, 10.0) };
    /// assert_eq!(ambulo_sim::Neighbours::new(bounds, 3.0).range(), 3.0);
    /// ```
    pub fn range(&self) -> f32 {
        self.range
    }

    /// The rows near a row.
    ///
    /// ```
    /// # use ambulo_sim::{Body, Neighbours, Row};
    /// # use ambulo_geom::{Bounds, Point, Vec2};
    /// # let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(10.0, 10.0) };
    /// let mut near = Neighbours::new(bounds, 5.0);
    /// near.rebuild_alone(&[Body::default()]);
    /// assert!(near.of(Row(0)).is_empty());
    /// ```
    #[inline]
    pub fn of(&self, row: Row) -> &[u32] {
        self.all.get(row.index() / CHUNK).map_or(&[], |lists| lists.of(row))
    }

    /// Builds the lists on the calling thread.
    ///
    /// ```
    /// # use ambulo_sim::{Body, Neighbours, Row};
    /// # use ambulo_geom::{Bounds, Point, Vec2};
    /// # let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(10.0, 10.0) };
    /// let mut near = Neighbours::new(bounds, 5.0);
    /// near.rebuild_alone(&[Body::default(), Body::default()]);
    /// assert_eq!(near.of(Row(1)), &[0]);
    /// ```
    pub fn rebuild_alone(&mut self, bodies: &[Body]) {
        let everybody = vec![self.range; bodies.len()];
        self.rebuild(&Pool::new(1), bodies, &[], &[], 1.0, &everybody);
    }

    /// The rows within the contact range of the last rebuild.
    #[inline]
    pub(crate) fn close(&self, row: Row) -> &[u32] {
        self.close[row.index() / CHUNK].of(row)
    }

    /// Calls `work` with everybody within `range` of a walker, eight at a time, also those behind walls.
    #[inline(always)]
    pub fn for_each_block(&self, row: Row, body: &Body, range: f32, work: impl FnMut(Block<'_>)) {
        self.for_each_block_seen(&Sight::free(), row, body, range, work);
    }

    /// The same without those behind walls.
    #[inline(always)]
    pub(crate) fn for_each_block_seen(
        &self,
        sight: &Sight<'_>,
        row: Row,
        body: &Body,
        range: f32,
        work: impl FnMut(Block<'_>),
    ) {
        self.gather(false, sight, row, body, range, work);
    }

    /// The same, on request with strides in the place of velocities.
    #[inline(always)]
    pub(crate) fn gather(
        &self,
        strides: bool,
        sight: &Sight<'_>,
        row: Row,
        body: &Body,
        range: f32,
        mut work: impl FnMut(Block<'_>),
    ) {
        let columns = if strides { self.columns.striding() } else { self.columns.moving() };
        let at = self.grid.place[row.index()] as usize;
        let z = self.columns.z.get(at).copied().unwrap_or(0.0);
        let asker = Asker { at, x: body.x, y: body.y, z, range2: range * range };
        let mut batch = Batch::EMPTY;
        // Plain loops, not adapters: everything here must end up inside the caller's wide code.
        for stretch in self.grid.stretches(body.x, body.y, f64::from(range)) {
            batch.add(&columns, stretch, asker, sight, &mut work);
        }
        batch.finish(sight, &mut work);
    }

    /// Calls `found(row, squared distance)` for everybody within `range` [m] of a body, itself included, on any level.
    pub(crate) fn within(&self, body: &Body, range: f64, mut found: impl FnMut(u32, f64)) {
        for k in self.grid.stretches(body.x, body.y, range).flatten() {
            let (dx, dy) = (self.columns.x[k] - body.x, self.columns.y[k] - body.y);
            let d2 = dx * dx + dy * dy;
            if d2 <= range * range {
                found(self.grid.order[k], d2);
            }
        }
    }

    /// The same with those of a list, with strides or velocities.
    pub(crate) fn for_each_block_of(
        &self,
        list: &[u32],
        strides: bool,
        body: &Body,
        range: f32,
        mut work: impl FnMut(Block<'_>),
    ) {
        let columns = if strides { self.columns.striding() } else { self.columns.moving() };
        // Heights were checked when the list was made.
        let asker = Asker { at: usize::MAX, x: body.x, y: body.y, z: f32::NAN, range2: range * range };
        let mut batch = Batch::EMPTY;
        for row in list {
            batch.add_one(&columns, self.grid.place[*row as usize] as usize, asker, &mut work);
        }
        // All of the graph are seen.
        batch.finish(&Sight::free(), &mut work);
    }

    pub(crate) fn grid(&mut self) -> &mut Grid {
        &mut self.grid
    }

    /// Sorts everybody into cells and builds the lists within `close` [m], and those within each row's own `sights` [m], which are at
    /// most the range; without them there are no such lists.
    /// `wanted` is where each wants to go, as a velocity; without it nobody can ask for strides. Without `heights`
    /// all are on one level.
    pub(crate) fn rebuild(
        &mut self,
        pool: &Pool,
        bodies: &[Body],
        wanted: &[Vec2],
        heights: &[f32],
        close: f32,
        sights: &[f32],
    ) {
        let n = bodies.len();
        self.grid.sort(pool, bodies);
        let Columns { x, y, vx, vy, sx, sy, radius, z } = &mut self.columns;
        [&mut *x, &mut *y].into_iter().for_each(|column| column.resize(n + SLACK, 0.0));
        let narrow = [&mut *vx, &mut *vy, &mut *radius];
        narrow.into_iter().for_each(|column| column.resize(n + SLACK, 0.0));
        let order = &self.grid.order[..n];
        let columns = (&mut x[..n], &mut y[..n], &mut vx[..n], &mut vy[..n], &mut radius[..n]);
        pool.chunks(columns, |start, (x, y, vx, vy, radius)| {
            for (k, row) in order[start..][..x.len()].iter().enumerate() {
                let b = &bodies[*row as usize];
                (x[k], y[k]) = (b.x, b.y);
                (vx[k], vy[k], radius[k]) = (b.vx, b.vy, b.radius);
            }
        });
        let strides = if wanted.is_empty() { 0 } else { n + SLACK };
        [&mut *sx, &mut *sy].into_iter().for_each(|column| column.resize(strides, 0.0));
        if strides > 0 {
            for (k, row) in self.grid.order[..n].iter().enumerate() {
                let pace = bodies[*row as usize].velocity().length();
                let stride = wanted[*row as usize].unit().unwrap_or(Vec2::ZERO) * pace;
                (sx[k], sy[k]) = (stride.x, stride.y);
            }
        }
        z.clear();
        if !heights.is_empty() {
            z.extend(self.grid.order[..n].iter().map(|row| heights[*row as usize]));
            z.resize(n + SLACK, 0.0);
        }
        let search = ListSearch { grid: &self.grid, columns: &self.columns, bodies };
        search.lists(pool, |_| close, &mut self.close);
        if sights.is_empty() {
            self.all.clear();
        } else {
            search.lists(pool, |row| sights[row], &mut self.all);
        }
    }
}

/// What list building reads.
#[derive(Clone, Copy)]
struct ListSearch<'a> {
    grid: &'a Grid,
    columns: &'a Columns,
    bodies: &'a [Body],
}

impl ListSearch<'_> {
    /// Lists everybody within a range of each row.
    fn lists(self, pool: &Pool, range: impl Fn(usize) -> f32 + Sync + Copy, lists: &mut Vec<NeighbourLists>) {
        let n = self.bodies.len();
        pool.chunks(PerChunk::new(lists, n), |start, lists| {
            widest(
                #[inline(always)]
                || self.fill(lists.item(), start, (start + CHUNK).min(n), range),
            );
        });
    }

    #[inline(always)]
    fn fill(self, lists: &mut NeighbourLists, start: usize, end: usize, range: impl Fn(usize) -> f32) {
        lists.starts.clear();
        lists.starts.push(0);
        let mut used = 0;
        let Columns { x, y, z, .. } = self.columns;
        let candidates = Candidates { x, y, z, rows: &self.grid.order };
        for row in start..end {
            let range = f64::from(range(row));
            if range <= 0.0 {
                lists.starts.push(used as u32);
                continue;
            }
            let b = &self.bodies[row];
            let me = self.grid.place[row] as usize;
            let z = z.get(me).copied().unwrap_or(0.0);
            let search = sieve::SieveQuery { x: b.x, y: b.y, limit: range * range, me, z };
            for stretch in self.grid.stretches(b.x, b.y, range) {
                grow(&mut lists.rows, used + stretch.len() + SLACK);
                used += keep(candidates, stretch, search, &mut lists.rows[used..]);
            }
            lists.starts.push(used as u32);
        }
        lists.rows.truncate(used);
    }
}

/// Makes a list at least so long. It grows by an eighth and a little, not by half: these lists are most of a crowd's
/// memory.
#[inline(always)]
fn grow(list: &mut Vec<u32>, length: usize) {
    if list.len() < length {
        if list.capacity() < length {
            list.reserve_exact(length + length / 8 + 384 - list.len());
        }
        list.resize(length, 0);
    }
}

/// Brute force, for agents on one level: the oracle of the tests.
///
/// ```
/// use ambulo_sim::{Body, brute_force_neighbours};
/// assert_eq!(brute_force_neighbours(&[Body::default(); 2], 5.0), vec![vec![1], vec![0]]);
/// ```
pub fn brute_force_neighbours(bodies: &[Body], range: f32) -> Vec<Vec<u32>> {
    let range2 = f64::from(range) * f64::from(range);
    let near = |i: usize, j: usize| i != j && bodies[i].place().distance_squared(bodies[j].place()) <= range2;
    (0..bodies.len()).map(|i| (0..bodies.len()).filter(|j| near(i, *j)).map(|j| j as u32).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heights::apart;
    use ambulo_geom::{Bounds, Point};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_equal_brute_force(
            places in prop::collection::vec((0.0f64..40.0, 0.0f64..25.0), 0..700),
            range in 0.5f32..8.0, far in -1e5f64..1e5, threads in 1usize..4, levels in 0u32..4,
        ) {
            let bodies: Vec<Body> =
                places.iter().map(|&(x, y)| Body::new(Point::new(far + x, y), Vec2::ZERO, 0.2)).collect();
            let bounds = Bounds { min: Point::new(far, 0.0), max: Point::new(far + 40.0, 25.0) };
            let mut near = Neighbours::new(bounds, range);
            // None: all on one level. Else steps of a metre, of which a neighbour may be one up or down.
            let heights: Vec<f32> = if levels == 0 {
                Vec::new()
            } else {
                (0..bodies.len() as u32).map(|i| (i * 7 % (levels + 1)) as f32).collect()
            };
            near.rebuild(&Pool::new(threads), &bodies, &[], &heights, range * 0.4, &vec![range; bodies.len()]);
            for (i, mut truth) in brute_force_neighbours(&bodies, range).into_iter().enumerate() {
                truth.retain(|j| levels == 0 || !apart(heights[i], heights[*j as usize]));
                let mut list = near.of(Row(i as u32)).to_vec();
                list.sort_unstable();
                prop_assert_eq!(&list, &truth);
                let mut real = 0;
                near.for_each_block(Row(i as u32), &bodies[i], range, |b| {
                    real += b.dx.iter().filter(|d| **d != crate::simd_lanes::NOWHERE).count();
                });
                // Blocks measure in f32: an agent on the very edge of the range may count differently.
                prop_assert!(real.abs_diff(truth.len()) <= 1);
                let mut close = near.close(Row(i as u32)).to_vec();
                close.sort_unstable();
                let d2 = |j: &u32| bodies[i].place().distance_squared(bodies[*j as usize].place());
                let limit = f64::from(range * 0.4).powi(2);
                prop_assert_eq!(close, truth.into_iter().filter(|j| d2(j) <= limit).collect::<Vec<_>>());
            }
        }
    }
}
