//! Who is near whom: lists in compressed rows, one block of lists a chunk.

use crate::parallel::{CHUNK, PerChunk, Pool};
use crate::sieve::{SLACK, keep};
use crate::{Body, Row, grid::Grid, wide::widest};

/// The lists of one chunk of rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    /// List of the chunk's i-th row: `rows[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    rows: Vec<u32>,
    /// The same for those who may come into contact during the step.
    close_starts: Vec<u32>,
    close_rows: Vec<u32>,
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
    /// Cells are half the range: fewer candidates for a few more ranges of rows.
    grid: Grid,
    x: Vec<f64>,
    y: Vec<f64>,
    lists: Vec<Lists>,
}

/// Candidates sieved together.
const BATCH: usize = 512;
/// Candidates measured together; columns in cell order are longer by this much.
pub(crate) const EIGHT: usize = 8;
/// How many cells to either side are within range.
const RING: usize = 2;

impl Neighbours {
    /// Lists within `range` [m] over a plan.
    ///
    /// ```
    /// # use ambulo_geom::{Bounds, Point};
    /// let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(10.0, 10.0) };
    /// assert_eq!(ambulo_sim::Neighbours::new(bounds, 5.0).range(), 5.0);
    /// ```
    pub fn new(bounds: ambulo_geom::Bounds, range: f32) -> Self {
        let grid = Grid::new(bounds, f64::from(range) / RING as f64);
        Self { range, grid, x: Vec::new(), y: Vec::new(), lists: Vec::new() }
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
        let lists = &self.lists[row.index() / CHUNK];
        let i = row.index() % CHUNK;
        &lists.rows[lists.starts[i] as usize..lists.starts[i + 1] as usize]
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
        self.rebuild(&Pool::new(1), bodies, 1.0);
    }

    /// The rows within the contact range of the last rebuild.
    #[inline]
    pub(crate) fn close(&self, row: Row) -> &[u32] {
        let lists = &self.lists[row.index() / CHUNK];
        let i = row.index() % CHUNK;
        &lists.close_rows[lists.close_starts[i] as usize..lists.close_starts[i + 1] as usize]
    }

    pub(crate) fn grid(&mut self) -> &mut Grid {
        &mut self.grid
    }

    /// Builds the lists, and those within `close` [m], which is at most the range.
    pub(crate) fn rebuild(&mut self, pool: &Pool, bodies: &[Body], close: f32) {
        let Self { range, grid, x, y, lists } = self;
        grid.sort(bodies);
        // Places in cell order: candidates of one grid row are then one stretch of memory.
        let n = bodies.len();
        x.resize(n + EIGHT, 0.0);
        y.resize(n + EIGHT, 0.0);
        for (k, row) in grid.order[..n].iter().enumerate() {
            x[k] = bodies[*row as usize].x;
            y[k] = bodies[*row as usize].y;
        }
        let (grid, x, y) = (&*grid, &x[..], &y[..]);
        let square = |r: f32| f64::from(r) * f64::from(r);
        let (range2, close2) = (square(*range), square(close.min(*range)));
        pool.chunks(PerChunk::new(lists, n), |start, lists| {
            let lists = lists.item();
            let end = (start + CHUNK).min(n);
            widest(
                #[inline(always)]
                || fill(lists, grid, x, y, &bodies[start..end], start, range2, close2),
            );
        });
    }
}

/// Makes a list at least so long. It grows by a sixteenth, not by half: these lists are most of a crowd's memory.
#[inline(always)]
fn grow(list: &mut Vec<u32>, length: usize) {
    if list.len() < length {
        if list.capacity() < length {
            list.reserve_exact(length + length / 16 - list.len());
        }
        list.resize(length, 0);
    }
}

/// Eight entries of a padded column.
#[inline(always)]
fn eight<T>(column: &[T], from: usize) -> &[T; EIGHT] {
    column[from..from + EIGHT].try_into().expect("a slice of eight")
}

#[inline(always)]
fn fill(lists: &mut Lists, grid: &Grid, x: &[f64], y: &[f64], mine: &[Body], first: usize, range2: f64, close2: f64) {
    lists.starts.clear();
    lists.starts.push(0);
    lists.close_starts.clear();
    lists.close_starts.push(0);
    let (mut used, mut close_used) = (0, 0);
    let (mut d2, mut rows) = ([0.0f64; BATCH + EIGHT], [0u32; BATCH + EIGHT]);
    for (k, b) in mine.iter().enumerate() {
        let me = grid.place[first + k] as usize;
        let (i, j) = grid.cell(b.x, b.y);
        let (i0, i1) = (i.saturating_sub(RING), (i + RING + 1).min(grid.columns));
        let mut gathered = 0;
        let mut sieve = |d2: &[f64], rows: &[u32]| {
            grow(&mut lists.rows, used + rows.len() + SLACK);
            used += keep(d2, rows, range2, &mut lists.rows[used..]);
            grow(&mut lists.close_rows, close_used + rows.len() + SLACK);
            close_used += keep(d2, rows, close2, &mut lists.close_rows[close_used..]);
        };
        for row in j.saturating_sub(RING)..(j + RING + 1).min(grid.rows) {
            let mut from = grid.starts[row * grid.columns + i0] as usize;
            let to = grid.starts[row * grid.columns + i1] as usize;
            while from < to {
                if gathered == BATCH {
                    sieve(&d2[..gathered], &rows[..gathered]);
                    gathered = 0;
                }
                // Always eight, also where the stretch ends before: what is too much is written over next.
                let (cx, cy) = (eight(x, from), eight(y, from));
                let mut squares = [0.0; EIGHT];
                for l in 0..EIGHT {
                    let (dx, dy) = (cx[l] - b.x, cy[l] - b.y);
                    squares[l] = dx * dx + dy * dy;
                }
                d2[gathered..gathered + EIGHT].copy_from_slice(&squares);
                rows[gathered..gathered + EIGHT].copy_from_slice(eight(&grid.order, from));
                let n = (to - from).min(EIGHT).min(BATCH - gathered);
                if me.wrapping_sub(from) < n {
                    d2[gathered + me - from] = f64::INFINITY; // nobody is a neighbour of itself
                }
                gathered += n;
                from += n;
            }
        }
        sieve(&d2[..gathered], &rows[..gathered]);
        lists.starts.push(used as u32);
        lists.close_starts.push(close_used as u32);
    }
    lists.rows.truncate(used);
    lists.close_rows.truncate(close_used);
}

/// The slow, simple way: for tests.
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
    use ambulo_geom::{Bounds, Point, Vec2};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_equal_brute_force(
            places in prop::collection::vec((0.0f64..40.0, 0.0f64..25.0), 0..700),
            range in 0.5f32..8.0, far in -1e5f64..1e5, threads in 1usize..4,
        ) {
            let bodies: Vec<Body> =
                places.iter().map(|&(x, y)| Body::new(Point::new(far + x, y), Vec2::ZERO, 0.2)).collect();
            let bounds = Bounds { min: Point::new(far, 0.0), max: Point::new(far + 40.0, 25.0) };
            let mut near = Neighbours::new(bounds, range);
            near.rebuild(&Pool::new(threads), &bodies, range * 0.4);
            for (i, truth) in brute_force_neighbours(&bodies, range).into_iter().enumerate() {
                let mut list = near.of(Row(i as u32)).to_vec();
                list.sort_unstable();
                prop_assert_eq!(&list, &truth);
                let mut close = near.close(Row(i as u32)).to_vec();
                close.sort_unstable();
                let d2 = |j: &u32| bodies[i].place().distance_squared(bodies[*j as usize].place());
                let limit = f64::from(range * 0.4).powi(2);
                prop_assert_eq!(close, truth.into_iter().filter(|j| d2(j) <= limit).collect::<Vec<_>>());
            }
        }
    }
}
