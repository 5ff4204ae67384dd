//! Corners as a body of one width knows them.
//!
//! Around a corner of the plan cells form a fan. Where walls of two rings touch there, or a passage beside it is too
//! narrow or can be shut, the fan falls apart: who stands at the corner on one side is not at the corner on the other.

use crate::triangles::NONE;
use crate::union_find::UnionFind;
use crate::{CellGraph, NavMesh};

/// For every corner of every cell, in the order of the mesh's columns, the number of its fan.
pub(crate) fn number(mesh: &NavMesh, graph: &CellGraph) -> Vec<u32> {
    let mut fans = UnionFind::new(mesh.corner.len());
    for (s, _) in mesh.free.iter().zip(&graph.passable).filter(|(s, ok)| **ok && s.door == NONE) {
        let slot = |side: usize, further: u32| {
            let span = mesh.span(s.cells[side]);
            (span.start + (s.edges[side] + further) as usize % span.len()) as u32
        };
        // An edge runs in the opposite direction in the other cell.
        fans.join(slot(0, 0), slot(1, 1));
        fans.join(slot(0, 1), slot(1, 0));
    }
    (0..mesh.corner.len() as u32).map(|i| fans.find(i)).collect()
}
