//! What is seen from a corner: the corners a taut path can go to next.
//!
//! Where a leg keeps its distance to all walls, the line between the two corners it is tangent to crosses none: every
//! place on it lies within the radius of the leg. So whatever the radius, only corners that see each other need to be
//! tried.

use crate::tangents::{Vector, cross, dot, to};
use crate::triangles::NONE;
use crate::{CellId, NavMesh};
use ambulo_geom::Point;

/// Corners in line are seen past each other: this much counts as in line [rad].
const GRAZING: f64 = 1e-7;

/// The free ground around a corner of the plan, between two walls.
#[derive(Clone, Debug)]
pub(crate) struct CornerSector {
    pub at: Point,
    /// Its cells, counter-clockwise, with which of their corners it is.
    pub cells: Vec<(CellId, u32)>,
    /// Along the first wall and along the last, of length one.
    walls: [Vector; 2],
}

/// The cell across edge `k` and that edge's number there; none at walls and shut doors.
fn across(mesh: &NavMesh, cell: CellId, k: u32) -> Option<(CellId, u32)> {
    if mesh.across(cell, k as usize) == NONE {
        return None;
    }
    let s = &mesh.free[mesh.segment_at(cell, k as usize) as usize];
    let side = usize::from(s.cells[0] == cell && s.edges[0] == k);
    Some((s.cells[side], s.edges[side]))
}

impl CornerSector {
    /// The sector that corner `k` of a cell belongs to; none where no wall ends.
    pub fn around(mesh: &NavMesh, cell: CellId, k: u32) -> Option<Self> {
        let before = |c: CellId, k: u32| if k == 0 { mesh.edges(c) as u32 - 1 } else { k - 1 };
        let (mut c, mut j) = (cell, k);
        while let Some((next, edge)) = across(mesh, c, j) {
            (c, j) = (next, (edge + 1) % mesh.edges(next) as u32);
            if (c, j) == (cell, k) {
                return None;
            }
        }
        let unit = |w: Vector| {
            let length = dot(w, w).sqrt().max(f64::MIN_POSITIVE);
            (w.0 / length, w.1 / length)
        };
        let first = mesh.edge(c, j as usize);
        let mut sector = Self { at: first.a, cells: vec![(c, j)], walls: [unit(to(first.a, first.b)); 2] };
        while let Some((next, edge)) = across(mesh, c, before(c, j)) {
            (c, j) = (next, edge);
            sector.cells.push((c, j));
        }
        let last = mesh.edge(c, before(c, j) as usize);
        sector.walls[1] = unit(to(last.b, last.a));
        Some(sector)
    }

    /// Whether a taut path can turn here at all: the ground takes more than half of the round.
    pub fn juts_out(&self) -> bool {
        let [a, b] = self.walls;
        let (sine, cosine) = (cross(a, b), dot(a, b));
        // Directions alone do not know a sector of a little more than nothing from a whole round: cells do.
        sine < -1e-9 || (sine <= 1e-9 && cosine > 0.0 && self.cells.len() > 1)
    }

    /// Whether the corner is what a body is nearest to that touches it in direction `outward`.
    #[inline]
    pub fn is_nearest(&self, outward: Vector) -> bool {
        dot(outward, self.walls[0]) <= 1e-9 && dot(outward, self.walls[1]) <= 1e-9
    }

    /// Along the first wall.
    pub fn first_wall(&self) -> Vector {
        self.walls[0]
    }
}

/// A cell to look into, through the cone between two places.
#[derive(Clone, Copy)]
struct Cone {
    cell: CellId,
    entered: u32,
    right: Vector,
    left: Vector,
}

/// Whether `w` lies left of `v` or in line with it.
#[inline]
fn left_of(v: Vector, w: Vector) -> bool {
    let c = cross(v, w);
    c >= 0.0 || c * c <= GRAZING * GRAZING * dot(v, v) * dot(w, w)
}

/// Workspace of looking around.
#[derive(Default)]
pub(crate) struct VisibilityWorkspace {
    cones: Vec<Cone>,
}

impl VisibilityWorkspace {
    /// Calls `seen` with every corner seen from a sector, by cell and number, and every cell looked into with the cone.
    pub fn look_from_sector(
        &mut self,
        mesh: &NavMesh,
        sector: &CornerSector,
        seen: &mut impl FnMut(CellId, Option<[Vector; 2]>),
    ) {
        self.cones.clear();
        for &(cell, k) in &sector.cells {
            seen(cell, None);
            let n = mesh.edges(cell) as u32;
            let before = if k == 0 { n - 1 } else { k - 1 };
            for edge in (0..n).filter(|e| *e != k && *e != before) {
                self.look_through(mesh, sector.at, cell, edge, None);
            }
        }
        self.look_on(mesh, sector.at, seen);
    }

    /// The same from a place in a cell.
    pub fn look_from_place(
        &mut self,
        mesh: &NavMesh,
        p: Point,
        cell: CellId,
        seen: &mut impl FnMut(CellId, Option<[Vector; 2]>),
    ) {
        self.cones.clear();
        // A place on an edge stands in both cells.
        let mut cells = vec![cell];
        let mut i = 0;
        while let Some(&c) = cells.get(i) {
            i += 1;
            for k in 0..mesh.edges(c) {
                let next = mesh.across(c, k);
                if next != NONE && mesh.edge(c, k).distance(p) < 1e-9 && !cells.contains(&next) {
                    cells.push(next);
                }
            }
        }
        for &c in &cells {
            seen(c, None);
            for k in 0..mesh.edges(c) {
                if mesh.edge(c, k).distance(p) >= 1e-9 {
                    self.look_through(mesh, p, c, k as u32, None);
                }
            }
        }
        self.look_on(mesh, p, seen);
    }

    fn look_through(&mut self, mesh: &NavMesh, from: Point, cell: CellId, edge: u32, cone: Option<[Vector; 2]>) {
        let Some((next, entered)) = across(mesh, cell, edge) else { return };
        let e = mesh.edge(cell, edge as usize);
        let (mut right, mut left) = (to(from, e.a), to(from, e.b));
        if let Some([r, l]) = cone {
            // Wholly outside the cone?
            if !left_of(r, left) || !left_of(right, l) {
                return;
            }
            if cross(r, right) < 0.0 {
                right = r;
            }
            if cross(l, left) > 0.0 {
                left = l;
            }
        }
        if left_of(right, left) {
            self.cones.push(Cone { cell: next, entered, right, left });
        }
    }

    fn look_on(&mut self, mesh: &NavMesh, from: Point, seen: &mut impl FnMut(CellId, Option<[Vector; 2]>)) {
        // A cone in line with walls that rounding turns round must come to an end.
        let mut most = 8 * mesh.cells() + 64;
        while let Some(Cone { cell, entered, right, left }) = self.cones.pop() {
            seen(cell, Some([right, left]));
            if most == 0 {
                return;
            }
            most -= 1;
            for edge in (0..mesh.edges(cell) as u32).filter(|e| *e != entered) {
                self.look_through(mesh, from, cell, edge, Some([right, left]));
            }
        }
    }
}

/// Whether a place seen from `from` lies in a cone, which may be everything.
#[inline]
pub(crate) fn in_cone(cone: Option<[Vector; 2]>, w: Vector) -> bool {
    cone.is_none_or(|[right, left]| left_of(right, w) && left_of(w, left))
}
