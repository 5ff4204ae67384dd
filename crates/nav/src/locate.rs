//! Which cell is here? A grid of candidates, decided exactly.

use crate::{CellId, NavMesh};
use ambulo_geom::{Bounds, Point, Segment};

/// For every square of a grid, the cells whose boxes meet it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Locator {
    bounds: Option<Bounds>,
    columns: usize,
    rows: usize,
    side: f64,
    starts: Vec<u32>,
    cells: Vec<CellId>,
}

impl Locator {
    pub(crate) fn build(mesh: &NavMesh) -> Self {
        let all = (0..mesh.cells() as u32).flat_map(|c| mesh.corners(c));
        let bounds = Bounds::of(all).expect("a mesh has cells");
        // About one square a cell.
        let side = ((bounds.width() * bounds.height()) / mesh.cells() as f64).sqrt().max(1e-6);
        let columns = ((bounds.width() / side).ceil() as usize).clamp(1, 4096);
        let rows = ((bounds.height() / side).ceil() as usize).clamp(1, 4096);
        let side = (bounds.width() / columns as f64).max(bounds.height() / rows as f64).max(1e-6);
        let mut grid = Self { bounds: Some(bounds), columns, rows, side, ..Self::default() };
        // Counted, then filled: two passes over the boxes, no list a square.
        let boxes: Vec<_> = (0..mesh.cells() as u32)
            .map(|c| {
                let b = Bounds::of(mesh.corners(c)).expect("a cell has corners");
                (grid.square_of(b.min, bounds), grid.square_of(b.max, bounds))
            })
            .collect();
        let mut starts = vec![0u32; columns * rows + 1];
        let squares = |((i0, j0), (i1, j1)): ((usize, usize), (usize, usize))| {
            (j0..=j1).flat_map(move |j| (i0..=i1).map(move |i| j * columns + i))
        };
        for square in boxes.iter().flat_map(|b| squares(*b)) {
            starts[square + 1] += 1;
        }
        for s in 0..columns * rows {
            starts[s + 1] += starts[s];
        }
        let mut fill = starts.clone();
        grid.cells = vec![0; starts[columns * rows] as usize];
        for (c, b) in boxes.iter().enumerate() {
            for square in squares(*b) {
                grid.cells[fill[square] as usize] = c as u32;
                fill[square] += 1;
            }
        }
        grid.starts = starts;
        grid
    }

    fn square_of(&self, p: Point, bounds: Bounds) -> (usize, usize) {
        let i = ((p.x - bounds.min.x) / self.side) as usize;
        let j = ((p.y - bounds.min.y) / self.side) as usize;
        (i.min(self.columns - 1), j.min(self.rows - 1))
    }

    fn candidates(&self, i: usize, j: usize) -> &[CellId] {
        let s = j * self.columns + i;
        &self.cells[self.starts[s] as usize..self.starts[s + 1] as usize]
    }

    /// The first cell that holds `p` and that `wanted` agrees to.
    pub(crate) fn locate(&self, mesh: &NavMesh, p: Point, wanted: impl Fn(CellId) -> bool) -> Option<CellId> {
        let bounds = self.bounds.filter(|b| b.contains(p))?;
        let (i, j) = self.square_of(p, bounds);
        self.candidates(i, j).iter().copied().find(|c| wanted(*c) && mesh.contains(*c, p))
    }

    /// The cells whose boxes come near a box: some more than once.
    pub(crate) fn near(&self, b: Bounds) -> impl Iterator<Item = CellId> + '_ {
        let bounds = self.bounds.expect("a mesh has cells");
        let ((i0, j0), (i1, j1)) = (self.square_of(b.min, bounds), self.square_of(b.max, bounds));
        (j0..=j1).flat_map(move |j| (i0..=i1).flat_map(move |i| self.candidates(i, j).iter().copied()))
    }

    /// The place of any wanted cell nearest to `p`, with its cell: squares are searched in growing rings.
    pub(crate) fn nearest(&self, mesh: &NavMesh, p: Point, wanted: impl Fn(CellId) -> bool) -> Option<(CellId, Point)> {
        let bounds = self.bounds?;
        let inside = Point::new(p.x.clamp(bounds.min.x, bounds.max.x), p.y.clamp(bounds.min.y, bounds.max.y));
        let (ci, cj) = self.square_of(inside, bounds);
        let mut best: Option<(f64, CellId, Point)> = None;
        for ring in 0..self.columns.max(self.rows) {
            // The place inside the box is nearer to everything in the box than `p` is, and this ring is at least
            // so far from it.
            if best.is_some_and(|b| b.0 < (ring as f64 - 1.0) * self.side) {
                break;
            }
            let (i0, i1) = (ci.saturating_sub(ring), (ci + ring).min(self.columns - 1));
            let (j0, j1) = (cj.saturating_sub(ring), (cj + ring).min(self.rows - 1));
            for j in j0..=j1 {
                for i in i0..=i1 {
                    if ring > 0 && i.abs_diff(ci) != ring && j.abs_diff(cj) != ring {
                        continue;
                    }
                    for &c in self.candidates(i, j).iter().filter(|c| wanted(**c)) {
                        let q = nearest_in_cell(mesh, c, p);
                        let d = q.distance(p);
                        if best.is_none_or(|b| d < b.0) {
                            best = Some((d, c, q));
                        }
                    }
                }
            }
        }
        best.map(|(_, c, q)| (c, q))
    }
}

/// The place of a cell nearest to `p`.
pub(crate) fn nearest_in_cell(mesh: &NavMesh, c: CellId, p: Point) -> Point {
    if mesh.contains(c, p) {
        return p;
    }
    let edges = (0..mesh.edges(c)).map(|k| -> Segment { mesh.edge(c, k) });
    let feet = edges.map(|e| e.closest_point(p));
    feet.min_by(|a, b| a.distance_squared(p).total_cmp(&b.distance_squared(p))).unwrap_or(p)
}
