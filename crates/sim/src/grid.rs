//! A uniform grid over the plan, and the counting sort of walkers into its cells.
//!
//! Memory and work follow people, not ground: where cells are many more than people, runs of 2^`shift` cells are counted
//! as one bucket and the few walkers of a bucket are sorted by cell. The order is by cell in both cases, so that it
//! does not depend on the number of buckets.

mod blocks;

use crate::parallel::{PerChunk, Pool};
use crate::{Body, sieve::SLACK};
use ambulo_geom::{Bounds, Point};
use blocks::Blocks;

/// Numbers of cells fit into 32 bits, and those of columns and rows into 31: a plan larger than 1,000 km2 gets larger
/// cells.
const MOST_CELLS: f64 = 1e9;
const MOST_COLUMNS: f64 = 5e8;

/// Buckets there may be: so many, and so many for each walker. One person to 32 cells still takes cells alone, which is
/// the fastest as long as counting all cells costs less than a search in a bucket.
const LEAST_BUCKETS: usize = 1024;
const BUCKETS_PER_WALKER: usize = 32;

/// Walkers by bucket: `order[starts[b]..starts[b + 1]]` are the rows in bucket b, by cell, then rising.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    min: Point,
    per_metre: f64,
    /// Last column and row, as numbers to compare with.
    last: (f64, f64),
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// A bucket is a run of 2^shift cells; 0 where there are people enough for all cells.
    shift: u32,
    pub(crate) starts: Vec<u32>,
    /// Cell of each in `order`; only where buckets hold several cells.
    sorted: Vec<u32>,
    /// Padded at the end for readers of eight.
    pub(crate) order: Vec<u32>,
    /// Where each row stands in `order`.
    pub(crate) place: Vec<u32>,
    /// Bucket of every row.
    cells: Vec<u32>,
    cursor: Vec<u32>,
    blocks: Blocks,
}

/// Stretches of a grid's `order`, one per grid row.
pub(crate) struct Stretches<'a> {
    starts: &'a [u32],
    columns: usize,
    grid: &'a Grid,
    from: usize,
    width: usize,
    left: usize,
}

impl Iterator for Stretches<'_> {
    type Item = std::ops::Range<usize>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        let (from, to) = (self.from, self.from + self.width);
        let stretch = if self.grid.shift == 0 {
            self.starts[from] as usize..self.starts[to] as usize
        } else {
            self.grid.first_from(from)..self.grid.first_from(to)
        };
        self.from += self.columns;
        self.left -= 1;
        Some(stretch)
    }
}

/// The whole part of a number, between 0 and `last`; 0 for what is no number. A plain cast would look for numbers that
/// do not fit, which costs more than all the rest here.
#[inline(always)]
pub(crate) fn whole(v: f64, last: f64) -> usize {
    let v = v.max(0.0).min(last);
    // SAFETY: `max` gives a number also for NaN, and there are at most some million columns or rows.
    #[allow(unsafe_code)]
    let v: i32 = unsafe { v.to_int_unchecked() };
    v as usize
}

impl Grid {
    pub(crate) fn new(bounds: Bounds, cell: f64) -> Self {
        let bounds = bounds.grown(cell * 0.01);
        let cell = cell.max((bounds.width() * bounds.height() / MOST_CELLS).sqrt());
        let cell = cell.max(bounds.width().max(bounds.height()) / MOST_COLUMNS);
        let columns = (bounds.width() / cell).ceil().max(1.0) as usize;
        let rows = (bounds.height() / cell).ceil().max(1.0) as usize;
        Self {
            min: bounds.min,
            per_metre: 1.0 / cell,
            last: ((columns - 1) as f64, (rows - 1) as f64),
            columns,
            rows,
            shift: 0,
            starts: Vec::new(),
            sorted: Vec::new(),
            order: Vec::new(),
            place: Vec::new(),
            cells: Vec::new(),
            cursor: Vec::new(),
            blocks: Blocks::default(),
        }
    }

    /// Column and row of the cell of a place; places outside count to the border cells.
    #[inline]
    pub(crate) fn cell(&self, x: f64, y: f64) -> (usize, usize) {
        (whole((x - self.min.x) * self.per_metre, self.last.0), whole((y - self.min.y) * self.per_metre, self.last.1))
    }

    /// Number of the cell of a walker.
    #[inline]
    fn number(&self, body: &Body) -> u32 {
        let (i, j) = self.cell(body.x, body.y);
        (j * self.columns + i) as u32
    }

    /// The stretches of `order` that hold everybody within `range` of a place, and others.
    #[inline(always)]
    pub(crate) fn stretches(&self, x: f64, y: f64, range: f64) -> Stretches<'_> {
        let ((i0, j0), (i1, j1)) = (self.cell(x - range, y - range), self.cell(x + range, y + range));
        let from = j0 * self.columns + i0;
        let (starts, columns) = (&self.starts[..], self.columns);
        Stretches { starts, columns, grid: self, from, width: i1 + 1 - i0, left: j1 + 1 - j0 }
    }

    /// Where in `order` cells from this one on begin, where buckets hold several.
    #[inline(never)]
    fn first_from(&self, cell: usize) -> usize {
        let bucket = cell >> self.shift;
        // Past the last cell there is no bucket.
        let Some(end) = self.starts.get(bucket + 1) else { return self.sorted.len() };
        let start = self.starts[bucket] as usize;
        start + self.sorted[start..*end as usize].partition_point(|c| (*c as usize) < cell)
    }

    /// Chooses how many cells make a bucket for so many walkers.
    fn cut_into_buckets(&mut self, walkers: usize) {
        let cells = self.columns * self.rows;
        let most = LEAST_BUCKETS + BUCKETS_PER_WALKER * walkers;
        self.shift = 0;
        while (cells - 1) >> self.shift >= most {
            self.shift += 1;
        }
        self.starts.resize(((cells - 1) >> self.shift) + 2, 0);
    }

    /// Sorts rows into cells; stable, so that rows rise within a cell. The same on any number of threads.
    pub(crate) fn sort(&mut self, pool: &Pool, bodies: &[Body]) {
        let n = bodies.len();
        self.cut_into_buckets(n);
        let shift = self.shift;
        self.order.resize(n + SLACK, 0);
        self.place.resize(n, 0);
        self.cells.resize(n, 0);
        let mut cells = std::mem::take(&mut self.cells);
        let mut spans = std::mem::take(&mut self.blocks.spans);
        pool.chunks((&mut cells[..], PerChunk::new(&mut spans, n)), |start, (cells, span)| {
            let span = span.item();
            *span = (u32::MAX, 0);
            for (c, b) in cells.iter_mut().zip(&bodies[start..]) {
                *c = self.number(b) >> shift;
                *span = (span.0.min(*c), span.1.max(*c));
            }
        });
        (self.cells, self.blocks.spans) = (cells, spans);
        if pool.threads() > 1 && self.blocks.prepare(n, self.starts.len()) {
            let Self { blocks, starts, order, place, cells, .. } = self;
            blocks.sort(pool, cells, starts, order, place);
        } else {
            self.sort_alone();
        }
        self.sort_buckets(bodies);
    }

    /// Brings the walkers of each bucket into the order of their cells.
    fn sort_buckets(&mut self, bodies: &[Body]) {
        if self.shift == 0 {
            return;
        }
        let n = bodies.len();
        let (mut order, mut sorted) = (std::mem::take(&mut self.order), std::mem::take(&mut self.sorted));
        for ends in self.starts.windows(2).filter(|ends| ends[1] > ends[0] + 1) {
            // No two keys are equal, so that the result is that of a stable sort, without its memory.
            order[ends[0] as usize..ends[1] as usize]
                .sort_unstable_by_key(|row| (self.number(&bodies[*row as usize]), *row));
        }
        sorted.resize(n, 0);
        for (k, row) in order[..n].iter().enumerate() {
            self.place[*row as usize] = k as u32;
            sorted[k] = self.number(&bodies[*row as usize]);
        }
        (self.order, self.sorted) = (order, sorted);
    }

    fn sort_alone(&mut self) {
        self.starts.fill(0);
        for c in &self.cells {
            self.starts[*c as usize + 1] += 1;
        }
        for c in 0..self.starts.len() - 1 {
            self.starts[c + 1] += self.starts[c];
        }
        self.cursor.clear();
        self.cursor.extend_from_slice(&self.starts);
        for (row, c) in self.cells.iter().enumerate() {
            let at = &mut self.cursor[*c as usize];
            self.order[*at as usize] = row as u32;
            self.place[row] = *at;
            *at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::Vec2;

    #[test]
    fn places_outside_and_nowhere_count_to_the_border() {
        assert_eq!(
            [-1e300, -0.5, 0.0, 6.99, 7.0, 7.5, 1e300, f64::NAN].map(|v| whole(v, 7.0)),
            [0, 0, 0, 6, 7, 7, 7, 0]
        );
        assert_eq!([f64::INFINITY, f64::NEG_INFINITY].map(|v| whole(v, 3_999_999.0)), [3_999_999, 0]);
    }

    #[test]
    fn many_threads_sort_as_one_does() {
        let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(90.0, 70.0) };
        let place = |k: usize| Point::new((k * 7919 % 9001) as f64 * 0.01, (k * 104_729 % 7001) as f64 * 0.01);
        for (n, cell) in [(0, 2.5), (9, 2.5), (5000, 2.5), (20_000, 0.7), (20_000, 30.0)] {
            let mut bodies: Vec<Body> = (0..n).map(|k| Body::new(place(k), Vec2::ZERO, k as f32)).collect();
            // In any order, and nearly in order as they are during a run.
            for nearly in [false, true] {
                let (mut one, mut many) = (Grid::new(bounds, cell), Grid::new(bounds, cell));
                one.sort(&Pool::new(1), &bodies);
                many.sort(&Pool::new(3), &bodies);
                assert_eq!(
                    (&one.starts, &one.order, &one.place),
                    (&many.starts, &many.order, &many.place),
                    "{n} {nearly}"
                );
                bodies = one.order[..n].iter().map(|row| bodies[*row as usize]).collect();
                bodies.iter_mut().step_by(7).for_each(|b| b.y = (b.y + 1.9).min(70.0));
            }
        }
    }

    /// By brute force: cell by cell, rows rising.
    fn slow(grid: &Grid, bodies: &[Body]) -> Vec<(usize, u32)> {
        let mut all: Vec<(usize, u32)> = Vec::new();
        for (row, b) in bodies.iter().enumerate() {
            let (i, j) = grid.cell(b.x, b.y);
            all.push((j * grid.columns + i, row as u32));
        }
        all.sort_unstable();
        all
    }

    #[test]
    fn buckets_of_many_cells_give_the_order_and_the_stretches_of_single_cells() {
        for (side, n) in [(90.0, 40), (3000.0, 40), (20_000.0, 700), (20_000.0, 5000), (400_000.0, 30)] {
            let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(side, 0.6 * side) };
            // Half of them all over the place, half in one corner of it.
            let place = |k: usize| {
                let (x, y) = ((k * 7919 % 9001) as f64 / 9001.0, (k * 104_729 % 7001) as f64 / 7001.0);
                let s = if k.is_multiple_of(2) { side } else { 60.0 };
                Point::new(x * s, y * 0.6 * s)
            };
            let bodies: Vec<Body> = (0..n).map(|k| Body::new(place(k), Vec2::ZERO, 0.2)).collect();
            for threads in [1, 3] {
                let mut grid = Grid::new(bounds, 2.5);
                grid.sort(&Pool::new(threads), &bodies);
                let truth = slow(&grid, &bodies);
                assert_eq!(grid.order[..n], truth.iter().map(|t| t.1).collect::<Vec<_>>()[..], "{side} {n}");
                assert!(grid.place.iter().enumerate().all(|(row, at)| grid.order[*at as usize] == row as u32));
                for b in &bodies {
                    let ((i0, j0), (i1, j1)) = (grid.cell(b.x - 5.0, b.y - 5.0), grid.cell(b.x + 5.0, b.y + 5.0));
                    let inside =
                        |c: usize| (i0..=i1).contains(&(c % grid.columns)) && (j0..=j1).contains(&(c / grid.columns));
                    let expected: Vec<u32> = truth.iter().filter(|t| inside(t.0)).map(|t| t.1).collect();
                    let found: Vec<u32> = grid.stretches(b.x, b.y, 5.0).flatten().map(|k| grid.order[k]).collect();
                    assert_eq!(found, expected);
                }
            }
        }
    }

    #[test]
    fn ten_people_on_200_square_kilometres_are_sorted_into_as_many_buckets_as_on_a_hundred_square_metres() {
        let bodies: Vec<Body> = (0..10).map(|k| Body::new(Point::new(f64::from(k), 1.0), Vec2::ZERO, 0.2)).collect();
        for side in [10.0, 14_142.0, 1e6, 1e12] {
            let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(side, side) };
            let mut grid = Grid::new(bounds, 2.5);
            grid.sort(&Pool::new(1), &bodies);
            // Every pass over a grid is one over these columns.
            let work = [&grid.starts, &grid.order, &grid.place, &grid.cells, &grid.cursor].map(Vec::len);
            assert!(work.iter().all(|n| *n <= LEAST_BUCKETS + 10 * BUCKETS_PER_WALKER + 2), "{side} m: {work:?}");
        }
        // A strip as long as a railway line has no more columns than fit.
        let strip = Bounds { min: Point::new(0.0, 0.0), max: Point::new(1e12, 0.1) };
        let grid = Grid::new(strip, 2.5);
        assert!(grid.columns < 1 << 30 && grid.rows == 1);
    }
}
