//! Corners as a body of one width knows them.
//!
//! Around a corner of the plan cells form a fan. Where walls of two rings touch there, or a passage beside it is too
//! narrow or can be shut, the fan falls apart: who stands at the corner on one side is not at the corner on the other.

use crate::triangles::NONE;
use crate::union_find::UnionFind;
use crate::{CellGraph, NavMesh};
use ambulo_geom::math::atan2;

/// For every corner of every cell, in the order of the mesh's columns, the number of its fan.
pub(crate) fn number(mesh: &NavMesh, graph: &CellGraph) -> Vec<u32> {
    join(mesh, graph, |door| door == NONE)
}

/// Per number: whether walls bend towards the walkable side there, by what the doors would leave if all were open.
/// Only at such corners does a taut path turn.
pub(crate) fn turns(mesh: &NavMesh, graph: &CellGraph, fans: &[u32]) -> Vec<bool> {
    // A wall that is straight but for rounding is straight.
    const STRAIGHT: f64 = std::f64::consts::PI + 1e-7;
    let whole = join(mesh, graph, |_| true);
    let mut angle = vec![0.0; whole.len()];
    for c in 0..mesh.cells() as u32 {
        let span = mesh.span(c);
        let n = span.len();
        for k in 0..n {
            let (before, after) = (mesh.edge(c, (k + n - 1) % n), mesh.edge(c, k));
            let (bx, by) = (before.a.x - before.b.x, before.a.y - before.b.y);
            let (ax, ay) = (after.b.x - after.a.x, after.b.y - after.a.y);
            angle[whole[span.start + k] as usize] += atan2(ax * by - ay * bx, ax * bx + ay * by).abs();
        }
    }
    let mut turns = vec![false; fans.len()];
    for (slot, &fan) in fans.iter().enumerate() {
        turns[fan as usize] |= angle[whole[slot] as usize] > STRAIGHT;
    }
    turns
}

fn join(mesh: &NavMesh, graph: &CellGraph, joined: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut fans = UnionFind::new(mesh.corner.len());
    for (s, _) in mesh.free.iter().zip(&graph.passable).filter(|(s, ok)| **ok && joined(s.door)) {
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
