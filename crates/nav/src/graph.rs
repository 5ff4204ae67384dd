//! The graph of cells for bodies of one width: who can pass where, and what kind of place each cell is.

use crate::triangles::NONE;
use crate::{CellId, NavMesh};

/// Widths are rounded up to this much [m], so that a crowd of many sizes shares a few graphs.
const CLASS: f64 = 0.05;

/// The width class of a body: as many twentieths of a metre as it takes to hold it.
///
/// ```
/// assert_eq!(ambulo_nav::width_class(0.44), 9);
/// assert_eq!(ambulo_nav::width_class(0.0), 0);
/// ```
pub fn width_class(width: f64) -> u16 {
    // A width that is a class but for rounding stays in it.
    ((width / CLASS - 1e-6).ceil().max(0.0) as u64).min(u64::from(u16::MAX)) as u16
}

/// The width a class stands for [m].
///
/// ```
/// assert_eq!(ambulo_nav::class_width(9), 0.45);
/// ```
pub fn class_width(class: u16) -> f64 {
    f64::from(class) / 20.0
}

/// What kind of place a cell is, by the number of its passable sides.
///
/// ```
/// use ambulo_nav::Arity;
/// assert_eq!(Arity::of(2), Arity::Passage);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// No passable side.
    Closed,
    /// One passable side.
    DeadEnd,
    /// Two passable sides.
    Passage,
    /// Three or more.
    Crossroads,
}

impl Arity {
    /// The kind of a cell with this many passable sides.
    ///
    /// ```
    /// assert_eq!(ambulo_nav::Arity::of(0), ambulo_nav::Arity::Closed);
    /// ```
    pub fn of(passable_sides: usize) -> Self {
        match passable_sides {
            0 => Self::Closed,
            1 => Self::DeadEnd,
            2 => Self::Passage,
            _ => Self::Crossroads,
        }
    }
}

/// Which free segments a width class can pass, and what follows from it. Doors count by their width, open or shut.
///
/// ```
/// use ambulo_geom::{Polygon, Region};
/// use ambulo_nav::{CellGraph, NavMesh};
/// let pillar: &[(f64, f64)] = &[(4.0, 4.0), (5.0, 4.0), (5.0, 5.0), (4.0, 5.0)];
/// let hall = Polygon::from_rings(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)], &[pillar]).unwrap();
/// let mesh = NavMesh::build(&Region::from(hall)).unwrap();
/// assert_eq!(CellGraph::build(&mesh, 0.5).components, 1);
/// assert!(CellGraph::build(&mesh, 4.5).components > 1); // wider than the ring around the pillar
/// ```
#[derive(Clone, Debug)]
pub struct CellGraph {
    /// Nobody wider than this is meant [m].
    pub width: f64,
    /// Per free segment: wide enough?
    pub passable: Vec<bool>,
    /// Per cell: number of passable sides.
    pub passable_sides: Vec<u16>,
    /// Per cell: the number of its connected part.
    pub component: Vec<u32>,
    /// How many connected parts there are.
    pub components: u32,
}

impl CellGraph {
    /// The graph for bodies of diameter `width` [m].
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(ambulo_nav::CellGraph::build(&mesh, 0.5).passable_sides, vec![0]);
    /// ```
    pub fn build(mesh: &NavMesh, width: f64) -> Self {
        let passable: Vec<bool> = mesh.free_segments().iter().map(|s| s.width >= width - 1e-9).collect();
        let mut passable_sides = vec![0u16; mesh.cells()];
        for (s, _) in mesh.free_segments().iter().zip(&passable).filter(|(_, ok)| **ok) {
            for c in s.cells {
                passable_sides[c as usize] = passable_sides[c as usize].saturating_add(1);
            }
        }
        let mut component = vec![NONE; mesh.cells()];
        let mut components = 0;
        let mut stack = Vec::new();
        for start in 0..mesh.cells() as CellId {
            if component[start as usize] != NONE {
                continue;
            }
            component[start as usize] = components;
            stack.push(start);
            while let Some(c) = stack.pop() {
                for slot in mesh.span(c) {
                    let segment = mesh.segment[slot];
                    if segment == NONE || !passable[segment as usize] {
                        continue;
                    }
                    let [a, b] = mesh.free[segment as usize].cells;
                    let other = if a == c { b } else { a };
                    if component[other as usize] == NONE {
                        component[other as usize] = components;
                        stack.push(other);
                    }
                }
            }
            components += 1;
        }
        Self { width, passable, passable_sides, component, components }
    }

    /// What kind of place a cell is for this width.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(ambulo_nav::CellGraph::build(&mesh, 0.5).arity(0), ambulo_nav::Arity::Closed);
    /// ```
    pub fn arity(&self, c: CellId) -> Arity {
        Arity::of(self.passable_sides[c as usize] as usize)
    }
}
