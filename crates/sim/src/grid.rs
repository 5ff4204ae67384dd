//! A uniform grid over the plan, and the counting sort of walkers into its cells.

mod blocks;

use crate::parallel::{PerChunk, Pool};
use crate::{Body, sieve::SLACK};
use ambulo_geom::{Bounds, Point};
use blocks::Blocks;

/// No grid has more cells than this: a huge plan gets larger cells.
const MOST_CELLS: f64 = 4_000_000.0;

/// Walkers by cell: `order[starts[c]..starts[c + 1]]` are the rows in cell c, rising.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    min: Point,
    per_metre: f64,
    /// Last column and row, as numbers to compare with.
    last: (f64, f64),
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    pub(crate) starts: Vec<u32>,
    /// Padded at the end for readers of eight.
    pub(crate) order: Vec<u32>,
    /// Where each row stands in `order`.
    pub(crate) place: Vec<u32>,
    /// Cell of every row.
    cells: Vec<u32>,
    cursor: Vec<u32>,
    blocks: Blocks,
}

/// Stretches of a grid's `order`, one a grid row.
pub(crate) struct Stretches<'a> {
    starts: &'a [u32],
    columns: usize,
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
        let stretch = self.starts[self.from] as usize..self.starts[self.from + self.width] as usize;
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
        let columns = (bounds.width() / cell).ceil().max(1.0) as usize;
        let rows = (bounds.height() / cell).ceil().max(1.0) as usize;
        Self {
            min: bounds.min,
            per_metre: 1.0 / cell,
            last: ((columns - 1) as f64, (rows - 1) as f64),
            columns,
            rows,
            starts: vec![0; columns * rows + 1],
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

    /// The stretches of `order` that hold everybody within `range` of a place, and others.
    #[inline(always)]
    pub(crate) fn stretches(&self, x: f64, y: f64, range: f64) -> Stretches<'_> {
        let ((i0, j0), (i1, j1)) = (self.cell(x - range, y - range), self.cell(x + range, y + range));
        let from = j0 * self.columns + i0;
        Stretches { starts: &self.starts, columns: self.columns, from, width: i1 + 1 - i0, left: j1 + 1 - j0 }
    }

    /// Sorts rows into cells; stable, so that rows rise within a cell. The same on any number of threads.
    pub(crate) fn sort(&mut self, pool: &Pool, bodies: &[Body]) {
        let n = bodies.len();
        self.order.resize(n + SLACK, 0);
        self.place.resize(n, 0);
        self.cells.resize(n, 0);
        let mut cells = std::mem::take(&mut self.cells);
        let mut spans = std::mem::take(&mut self.blocks.spans);
        pool.chunks((&mut cells[..], PerChunk::new(&mut spans, n)), |start, (cells, span)| {
            let span = span.item();
            *span = (u32::MAX, 0);
            for (c, b) in cells.iter_mut().zip(&bodies[start..]) {
                let (i, j) = self.cell(b.x, b.y);
                *c = (j * self.columns + i) as u32;
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
    }

    fn sort_alone(&mut self) {
        self.starts.fill(0);
        for c in &self.cells {
            self.starts[*c as usize + 1] += 1;
        }
        for c in 0..self.columns * self.rows {
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
}
