//! Which triangle is here? A grid of candidates, decided exactly.

use crate::{NavMesh, TriangleId};
use ambulo_geom::{Bounds, Point};

/// For every cell of a grid, the triangles whose boxes meet it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Locator {
    bounds: Option<Bounds>,
    columns: usize,
    rows: usize,
    cell: f64,
    starts: Vec<u32>,
    triangles: Vec<TriangleId>,
}

impl Locator {
    pub(crate) fn build(mesh: &NavMesh) -> Self {
        let all = (0..mesh.triangles() as u32).flat_map(|t| mesh.corners(t));
        let bounds = Bounds::of(all).expect("a mesh has triangles");
        // About one cell a triangle.
        let cell = ((bounds.width() * bounds.height()) / mesh.triangles() as f64).sqrt().max(1e-6);
        let columns = ((bounds.width() / cell).ceil() as usize).clamp(1, 4096);
        let rows = ((bounds.height() / cell).ceil() as usize).clamp(1, 4096);
        let cell = (bounds.width() / columns as f64).max(bounds.height() / rows as f64).max(1e-6);
        let mut grid = Self { bounds: Some(bounds), columns, rows, cell, ..Self::default() };
        let mut lists = vec![Vec::new(); columns * rows];
        for t in 0..mesh.triangles() as u32 {
            let b = Bounds::of(mesh.corners(t)).expect("three corners");
            let ((i0, j0), (i1, j1)) = (grid.cell_of(b.min, bounds), grid.cell_of(b.max, bounds));
            for j in j0..=j1 {
                for i in i0..=i1 {
                    lists[j * columns + i].push(t);
                }
            }
        }
        grid.starts.push(0);
        for list in lists {
            grid.triangles.extend(list);
            grid.starts.push(grid.triangles.len() as u32);
        }
        grid
    }

    fn cell_of(&self, p: Point, bounds: Bounds) -> (usize, usize) {
        let i = ((p.x - bounds.min.x) / self.cell) as usize;
        let j = ((p.y - bounds.min.y) / self.cell) as usize;
        (i.min(self.columns - 1), j.min(self.rows - 1))
    }

    pub(crate) fn locate(&self, mesh: &NavMesh, p: Point) -> Option<TriangleId> {
        let bounds = self.bounds.filter(|b| b.contains(p))?;
        let (i, j) = self.cell_of(p, bounds);
        let c = j * self.columns + i;
        let candidates = &self.triangles[self.starts[c] as usize..self.starts[c + 1] as usize];
        candidates.iter().copied().find(|t| mesh.contains(*t, p))
    }
}
