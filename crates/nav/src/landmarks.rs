//! Landmarks: how far every key point is from a few far-off ones, worked out once. By the triangle inequality their
//! differences are lower bounds that know about walls, which the straight line does not (Goldberg and Harrelson 2005).
//!
//! Doors count as open: a shut one only makes routes longer, so that the bounds stay bounds whatever the doors do.

use crate::interval::IntervalSearch;
use crate::roadmap::Roadmap;
use crate::{CellId, Goal, NavMesh};
use ambulo_geom::Point;
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
    /// Per corner by its number, the length of the shortest path from the middle of each landmark's cell [m]; infinite
    /// where there is none. Empty in plans where it would take too long.
    corners: Vec<[f32; COUNT]>,
    /// The landmarks: one key point in each connected part.
    sources: Vec<Vec<u32>>,
}

/// The landmarks' distances to any one place, by corners near it: not less, and not more [m].
#[derive(Clone, Copy)]
pub(crate) struct Range {
    least: [f64; COUNT],
    most: [f64; COUNT],
}

/// What rounding to single precision may have added to two distances [m].
const ROUNDED: f64 = 1e-3;

/// In plans of more free segments distances to corners are not measured.
const MOST_SEGMENTS: usize = 60_000;

impl Range {
    /// A path between the two places is at least this long [m].
    pub fn apart(&self, other: &Self) -> f64 {
        let mut bound = 0.0f64;
        for k in 0..COUNT {
            bound = bound.max(self.least[k] - other.most[k]).max(other.least[k] - self.most[k]);
        }
        if bound.is_finite() { bound - ROUNDED } else { 0.0 }
    }
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
        let mut landmarks = Self { far: vec![[f64::INFINITY; COUNT]; keys], ..Self::default() };
        // The first round only finds an outlying place to begin with.
        let mut least = vec![f64::INFINITY; keys];
        let mut first = vec![None; parts];
        for key in (0..keys).filter(|k| usable[*k]) {
            first[part(key)].get_or_insert(key as u32);
        }
        let mut sources: Vec<u32> = first.into_iter().flatten().collect();
        for round in 0..=COUNT {
            let distance = from_all(mesh, roads, &sources);
            if round > 0 {
                landmarks.sources.push(sources.clone());
            }
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

    /// Measures the distances of corners: the interval search needs them, which key points do not bound.
    pub fn measure_corners(&mut self, mesh: &NavMesh, roads: &Roadmap) {
        if mesh.free_segments().len() > MOST_SEGMENTS {
            return;
        }
        let mut search = IntervalSearch::default();
        self.corners = vec![[f32::INFINITY; COUNT]; roads.fans.len()];
        let mut far = Vec::new();
        for (k, sources) in self.sources.iter().enumerate() {
            far.clear();
            far.resize(roads.fans.len(), f64::INFINITY);
            for &key in sources {
                let [cell, _] = mesh.free[roads.segment_of(key) as usize].cells;
                search.spread(mesh, roads, (mesh.middle(cell), cell), &mut far);
            }
            for (corner, far) in self.corners.iter_mut().zip(&far) {
                corner[k] = *far as f32;
            }
        }
    }

    /// The distances to a place in a cell; `None` where they were not measured.
    pub fn range(&self, mesh: &NavMesh, roads: &Roadmap, (at, cell): (Point, CellId)) -> Option<Range> {
        let (mut least, mut most) = ([0.0f64; COUNT], [f64::INFINITY; COUNT]);
        for slot in mesh.span(cell) {
            let away = mesh.points[mesh.corner[slot] as usize].distance(at);
            let far = self.corners.get(roads.fans[slot] as usize)?;
            for ((far, least), most) in far.iter().zip(&mut least).zip(&mut most) {
                let far = f64::from(*far);
                if far.is_finite() {
                    (*least, *most) = (least.max(far - away), most.min(far + away));
                }
            }
        }
        Some(Range { least, most })
    }

    /// A path from a corner to the place is at least this long [m].
    #[inline]
    pub fn corner_bound(&self, number: u32, range: &Range) -> f64 {
        let mut bound = 0.0f64;
        for (k, far) in self.corners[number as usize].iter().enumerate() {
            let far = f64::from(*far);
            bound = bound.max(range.least[k] - far).max(far - range.most[k]);
        }
        if bound.is_finite() { bound - ROUNDED } else { 0.0 }
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
        self.far.len() * size_of::<Bearing>() + self.corners.len() * size_of::<[f32; COUNT]>()
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

#[cfg(test)]
mod tests {
    use crate::testing::{Dice, pillars, somewhere};
    use crate::{ExactPlanner, Goal, NavMesh, Planner, Roadmap, RoadmapOptions};

    #[test]
    fn landmarks_never_promise_more_than_the_shortest_path() {
        for seed in 0..30 {
            let mesh = NavMesh::build(&pillars(seed, 20.0, 60)).expect("a sound plan");
            let roads = Roadmap::build(&mesh, 0.3, RoadmapOptions::default());
            let mut dice = Dice::new(seed + 300);
            let mut exact = ExactPlanner::default();
            for _ in 0..40 {
                let (a, b) = (somewhere(&mesh, &mut dice, 20.0), somewhere(&mesh, &mut dice, 20.0));
                if exact.plan(&mesh, &roads, a.0, a.1, &Goal::point_in(b.1, b.0)).is_err() {
                    continue;
                }
                let [p, q] = [a, b].map(|end| roads.landmarks.range(&mesh, &roads, end).expect("a small plan"));
                assert!(p.apart(&q) <= exact.cost() + 1e-9, "{} above {}", p.apart(&q), exact.cost());
            }
        }
    }
}
