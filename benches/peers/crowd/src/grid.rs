//! A uniform grid for `dodgy_2d`, which finds no neighbours itself: rows sorted by cell, the nearest few within a range.

use dodgy_2d::Vec2;

/// How far people see each other [m].
pub const RANGE: f32 = 5.0;
/// How many of them count.
pub const NEAREST: usize = 10;
/// Side of a cell [m]: the ten nearest of a walker usually lie in its own cell and the eight around.
const CELL: f32 = 2.5;

pub struct Grid {
    min: Vec2,
    columns: usize,
    rows: usize,
    /// Members of cell c are `starts[c]..starts[c + 1]`.
    starts: Vec<u32>,
    /// Cells around one, the nearest first: column, row, squared distance of the cell at least.
    around: Vec<(isize, isize, f32)>,
}

impl Grid {
    pub fn new(min: Vec2, max: Vec2) -> Self {
        let cells = |from: f32, to: f32| ((to - from) / CELL) as usize + 1;
        let (columns, rows) = (cells(min.x, max.x), cells(min.y, max.y));
        let reach = (RANGE / CELL).ceil() as isize;
        let gap = |d: isize| (d.abs() - 1).max(0) as f32 * CELL;
        let mut around: Vec<(isize, isize, f32)> = (-reach..=reach)
            .flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy, gap(dx) * gap(dx) + gap(dy) * gap(dy))))
            .filter(|(_, _, d)| *d <= RANGE * RANGE)
            .collect();
        // Among cells that may touch, the own one first and those across the corner last.
        around.sort_by(|a, b| a.2.total_cmp(&b.2).then((a.0.abs() + a.1.abs()).cmp(&(b.0.abs() + b.1.abs()))));
        Self { min, columns, rows, starts: vec![0; columns * rows + 1], around }
    }

    fn at(&self, p: Vec2) -> (usize, usize) {
        let cell = |v: f32, most: usize| ((v / CELL) as isize).clamp(0, most as isize - 1) as usize;
        (cell(p.x - self.min.x, self.columns), cell(p.y - self.min.y, self.rows))
    }

    /// The order of rows by cell; the grid then speaks of rows in that order.
    pub fn sort(&mut self, places: impl ExactSizeIterator<Item = Vec2> + Clone) -> Vec<u32> {
        self.starts.fill(0);
        let cell = |grid: &Self, p: Vec2| {
            let (x, y) = grid.at(p);
            y * grid.columns + x
        };
        for p in places.clone() {
            let c = cell(self, p);
            self.starts[c + 1] += 1;
        }
        for c in 1..self.starts.len() {
            self.starts[c] += self.starts[c - 1];
        }
        let mut order = vec![0; places.len()];
        let mut next = self.starts.clone();
        for (i, p) in places.enumerate() {
            let c = cell(self, p);
            order[next[c] as usize] = i as u32;
            next[c] += 1;
        }
        order
    }

    /// The nearest rows to one, nearest first; gives how many there are.
    pub fn nearest(&self, me: usize, place: impl Fn(usize) -> Vec2, found: &mut [(f32, u32); NEAREST]) -> usize {
        let p = place(me);
        let (x, y) = self.at(p);
        let (mut count, mut range) = (0, RANGE * RANGE);
        for &(dx, dy, least) in &self.around {
            if least > range {
                break;
            }
            let (cx, cy) = (x as isize + dx, y as isize + dy);
            if cx < 0 || cy < 0 || cx >= self.columns as isize || cy >= self.rows as isize {
                continue;
            }
            let cell = cy as usize * self.columns + cx as usize;
            for other in self.starts[cell] as usize..self.starts[cell + 1] as usize {
                let d = place(other).distance_squared(p);
                if d >= range || other == me {
                    continue;
                }
                let mut k = if count < NEAREST { count } else { NEAREST - 1 };
                while k > 0 && found[k - 1].0 > d {
                    found[k] = found[k - 1];
                    k -= 1;
                }
                found[k] = (d, other as u32);
                count = (count + 1).min(NEAREST);
                if count == NEAREST {
                    range = found[NEAREST - 1].0;
                }
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_are_those_of_looking_at_everybody() {
        let mut state = 1u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / (1u64 << 24) as f32
        };
        for side in [6.0, 30.0, 120.0] {
            let places: Vec<Vec2> = (0..400).map(|_| Vec2::new(unit() * side, unit() * side)).collect();
            let mut grid = Grid::new(Vec2::ZERO, Vec2::splat(side));
            let order = grid.sort(places.iter().copied());
            let sorted: Vec<Vec2> = order.iter().map(|i| places[*i as usize]).collect();
            for me in 0..sorted.len() {
                let mut found = [(0.0, 0); NEAREST];
                let count = grid.nearest(me, |i| sorted[i], &mut found);
                let mut all: Vec<f32> = (0..sorted.len())
                    .filter(|i| *i != me)
                    .map(|i| sorted[i].distance_squared(sorted[me]))
                    .filter(|d| *d < RANGE * RANGE)
                    .collect();
                all.sort_by(f32::total_cmp);
                all.truncate(NEAREST);
                assert_eq!(found[..count].iter().map(|f| f.0).collect::<Vec<_>>(), all, "side {side}, row {me}");
            }
        }
    }
}
