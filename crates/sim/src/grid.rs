//! A uniform grid over the plan, and the counting sort of walkers into its cells.

use crate::{Body, sieve::SLACK};
use ambulo_geom::{Bounds, Point};

/// No grid has more cells than this: a huge plan gets larger cells.
const MOST_CELLS: f64 = 4_000_000.0;

/// Walkers by cell: `order[starts[c]..starts[c + 1]]` are the rows in cell c, rising.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    min: Point,
    per_metre: f64,
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

impl Grid {
    pub(crate) fn new(bounds: Bounds, cell: f64) -> Self {
        let bounds = bounds.grown(cell * 0.01);
        let cell = cell.max((bounds.width() * bounds.height() / MOST_CELLS).sqrt());
        let columns = (bounds.width() / cell).ceil().max(1.0) as usize;
        let rows = (bounds.height() / cell).ceil().max(1.0) as usize;
        Self {
            min: bounds.min,
            per_metre: 1.0 / cell,
            columns,
            rows,
            starts: vec![0; columns * rows + 1],
            order: Vec::new(),
            place: Vec::new(),
            cells: Vec::new(),
            cursor: Vec::new(),
        }
    }

    /// Column and row of the cell of a place; places outside count to the border cells.
    #[inline]
    pub(crate) fn cell(&self, x: f64, y: f64) -> (usize, usize) {
        // A cast of a negative number or NaN gives 0.
        let i = ((x - self.min.x) * self.per_metre) as usize;
        let j = ((y - self.min.y) * self.per_metre) as usize;
        (i.min(self.columns - 1), j.min(self.rows - 1))
    }

    /// The stretches of `order` that hold everybody within `range` of a place, and others.
    #[inline(always)]
    pub(crate) fn stretches(&self, x: f64, y: f64, range: f64) -> Stretches<'_> {
        let ((i0, j0), (i1, j1)) = (self.cell(x - range, y - range), self.cell(x + range, y + range));
        let from = j0 * self.columns + i0;
        Stretches { starts: &self.starts, columns: self.columns, from, width: i1 + 1 - i0, left: j1 + 1 - j0 }
    }

    /// Sorts rows into cells; stable, so that rows rise within a cell.
    pub(crate) fn sort(&mut self, bodies: &[Body]) {
        self.cells.clear();
        self.starts.fill(0);
        for b in bodies {
            let (i, j) = self.cell(b.x, b.y);
            let c = j * self.columns + i;
            self.cells.push(c as u32);
            self.starts[c + 1] += 1;
        }
        for c in 0..self.columns * self.rows {
            self.starts[c + 1] += self.starts[c];
        }
        self.cursor.clear();
        self.cursor.extend_from_slice(&self.starts);
        self.order.resize(bodies.len() + SLACK, 0);
        self.place.resize(bodies.len(), 0);
        for (row, c) in self.cells.iter().enumerate() {
            let at = &mut self.cursor[*c as usize];
            self.order[*at as usize] = row as u32;
            self.place[row] = *at;
            *at += 1;
        }
    }

    /// The swaps that bring rows into cell order, for columns to apply one after the other.
    pub(crate) fn swaps(&self, out: &mut Vec<(u32, u32)>, done: &mut Vec<bool>) {
        out.clear();
        let n = self.place.len();
        out.reserve_exact(n);
        done.clear();
        done.resize(n, false);
        for start in 0..n {
            let mut to = start;
            while !done[to] {
                done[to] = true;
                let from = self.order[to] as usize;
                if from == start {
                    break;
                }
                // Row `from` belongs at `to`; what stood at `to` travels along the cycle.
                out.push((to as u32, from as u32));
                to = from;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::Vec2;

    #[test]
    fn swaps_bring_rows_into_cell_order() {
        let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(50.0, 50.0) };
        let mut grid = Grid::new(bounds, 5.0);
        let place = |i: u32| Point::new(f64::from(i * 37 % 50), f64::from(i * 23 % 49));
        let mut bodies: Vec<Body> = (0..200).map(|i| Body::new(place(i), Vec2::ZERO, i as f32)).collect();
        grid.sort(&bodies);
        let expected: Vec<Body> = grid.order[..bodies.len()].iter().map(|r| bodies[*r as usize]).collect();
        let (mut swaps, mut done) = (Vec::new(), Vec::new());
        grid.swaps(&mut swaps, &mut done);
        for (a, b) in swaps {
            bodies.swap(a as usize, b as usize);
        }
        assert_eq!(bodies, expected);
        grid.sort(&bodies);
        assert!(grid.order[..bodies.len()].iter().enumerate().all(|(i, r)| i as u32 == *r));
    }
}
