//! Landmarks: how far every key point is from a few far-off ones, worked out once. By the triangle inequality their
//! differences are lower bounds that know about walls, which the straight line does not (Goldberg and Harrelson 2005).
//!
//! Doors count as open: a shut one only makes routes longer, so that the bounds stay bounds whatever the doors do.

use crate::roadmap::Roadmap;
use crate::{Goal, NavMesh};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many.
pub(crate) const COUNT: usize = 8;

/// Bounds are taken this much lower, for what rounding may have added.
const SAFE: f64 = 1.0 - 1e-12;

#[derive(Clone, Debug, Default)]
pub(crate) struct Landmarks {
    /// Per key point, the distance from each landmark; infinite where there is none.
    far: Vec<[f64; COUNT]>,
}

/// The landmarks' distances to one place.
pub(crate) type Bearing = [f64; COUNT];

impl Landmarks {
    /// Picks them far from each other, for all connected parts at once, and measures.
    pub fn build(mesh: &NavMesh, roads: &Roadmap) -> Self {
        let keys = roads.keys();
        let parts = roads.graph.components as usize;
        let part = |key: usize| {
            let [cell, _] = mesh.free[roads.segment_of(key as u32) as usize].cells;
            roads.graph.component[cell as usize] as usize
        };
        let usable: Vec<bool> = (0..keys).map(|k| roads.graph.passable[roads.segment_of(k as u32) as usize]).collect();
        let mut landmarks = Self { far: vec![[f64::INFINITY; COUNT]; keys] };
        // The first round only finds an outlying place to begin with.
        let mut least = vec![f64::INFINITY; keys];
        let mut first = vec![None; parts];
        for key in (0..keys).filter(|k| usable[*k]) {
            first[part(key)].get_or_insert(key as u32);
        }
        let mut sources: Vec<u32> = first.into_iter().flatten().collect();
        for round in 0..=COUNT {
            let distance = from_all(mesh, roads, &sources);
            let mut outlying: Vec<Option<(f64, u32)>> = vec![None; parts];
            for key in (0..keys).filter(|k| usable[*k]) {
                if round > 0 {
                    landmarks.far[key][round - 1] = distance[key];
                }
                least[key] = if round > 0 { least[key].min(distance[key]) } else { distance[key] };
                let best = &mut outlying[part(key)];
                if best.is_none_or(|b| least[key] > b.0) {
                    *best = Some((least[key], key as u32));
                }
            }
            if round == 0 {
                least.fill(f64::INFINITY);
            }
            sources = outlying.into_iter().flatten().map(|b| b.1).collect();
        }
        landmarks
    }

    /// What the landmarks know of a goal that is one place; `None` for areas.
    pub fn bearing(&self, mesh: &NavMesh, roads: &Roadmap, goal: &Goal) -> Option<Bearing> {
        let [piece] = goal.pieces() else { return None };
        if goal.arrival == 0.0 {
            return None;
        }
        let mut bearing = [f64::INFINITY; COUNT];
        for &key in roads.outer_keys(piece.cell) {
            let at = roads.places[key as usize];
            let rest = piece.nearest(at).distance(at) * mesh.effort(piece.cell);
            for (b, far) in bearing.iter_mut().zip(&self.far[key as usize]) {
                *b = b.min(far + rest);
            }
        }
        bearing[0].is_finite().then_some(bearing)
    }

    /// Lower bound of the distance from a key point to the place.
    #[inline]
    pub fn bound(&self, key: u32, bearing: &Bearing) -> f64 {
        let far = &self.far[key as usize];
        let mut most = 0.0f64;
        for (b, f) in bearing.iter().zip(far) {
            most = most.max((b - f).abs());
        }
        if most.is_finite() { most * SAFE } else { 0.0 }
    }

    pub fn bytes(&self) -> usize {
        self.far.len() * size_of::<Bearing>()
    }
}

/// Shortest distances from the nearest of several key points to all, with every door open.
fn from_all(mesh: &NavMesh, roads: &Roadmap, sources: &[u32]) -> Vec<f64> {
    let mut distance = vec![f64::INFINITY; roads.keys()];
    let mut open = BinaryHeap::new();
    for &s in sources {
        distance[s as usize] = 0.0;
        open.push(Reverse((0u64, s)));
    }
    while let Some(Reverse((bits, key))) = open.pop() {
        let here = f64::from_bits(bits);
        if here > distance[key as usize] {
            continue;
        }
        for cell in mesh.free[roads.segment_of(key) as usize].cells {
            for &next in roads.outer_keys(cell) {
                // Along one segment too, which routes never need: the bounds must also hold for a goal in the cell, and
                // from there both key points of a segment are in sight.
                let hop = roads.places[key as usize].distance(roads.places[next as usize]) * mesh.effort(cell);
                if here + hop < distance[next as usize] {
                    distance[next as usize] = here + hop;
                    // Distances are never negative, so that their bits are in their order.
                    open.push(Reverse(((here + hop).to_bits(), next)));
                }
            }
        }
    }
    distance
}
