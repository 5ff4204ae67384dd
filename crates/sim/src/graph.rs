//! Who sees whom without anybody in between: the Delaunay triangulation of the walkers, without the edges that a wall
//! blocks.

use crate::parallel::Pool;
use crate::{Body, Neighbours, Row};
use ambulo_geom::Point;
use ambulo_nav::{CellId, NavMesh};

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

/// The neighbourhood graph.
///
/// ```
/// assert!(ambulo_sim::Graph::default().edges().is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Graph {
    rings: u8,
    union_radius: f32,
    edges: Vec<[u32; 2]>,
    starts: Vec<u32>,
    rows: Vec<u32>,
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
        let i = row.index();
        let (Some(from), Some(to)) = (self.starts.get(i), self.starts.get(i + 1)) else { return &[] };
        &self.rows[*from as usize..*to as usize]
    }

    /// All pairs of rows that are direct neighbours, smaller row first.
    ///
    /// ```
    /// assert_eq!(ambulo_sim::Graph::default().edges().len(), 0);
    /// ```
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    pub(crate) fn rebuild(
        &mut self,
        _pool: &Pool,
        _bodies: &[Body],
        _cells: &[CellId],
        _heights: &[f32],
        _mesh: &NavMesh,
        _near: &Neighbours,
    ) {
    }
}

/// Whether nothing stands between two places in two cells. The answer does not depend on who asks.
pub(crate) fn visible(mesh: &NavMesh, p: Point, here: CellId, q: Point, there: CellId) -> bool {
    let (p, here, q, there) = if (p.x, p.y) <= (q.x, q.y) { (p, here, q, there) } else { (q, there, p, here) };
    match mesh.walk(p, here, q) {
        // In plan one floor lies above another: the line must end on the right one.
        Ok(end) => end == there || (mesh.height(end, q) - mesh.height(there, q)).abs() < SAME_FLOOR,
        Err(_) => false,
    }
}

/// Two cells at one place whose heights differ by less are one floor [m].
const SAME_FLOOR: f64 = 0.5;
