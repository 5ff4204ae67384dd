//! Which places are taken, for many people who are put down one by one.

use crate::{Body, heights::apart};
use ambulo_geom::Point;
use std::collections::BTreeMap;

/// Place, radius [m] and height [m] of a body.
type Standing = (Point, f32, f32);

/// Bodies by square of a grid as wide as the widest two of them.
pub(crate) struct Taken {
    per_metre: f64,
    squares: BTreeMap<(i64, i64), Vec<Standing>>,
}

impl Taken {
    /// For bodies whose centres never touch from farther away than `reach` [m].
    pub(crate) fn new(reach: f64) -> Self {
        Self { per_metre: 1.0 / reach.max(0.1), squares: BTreeMap::new() }
    }

    fn square(&self, p: Point) -> (i64, i64) {
        ((p.x * self.per_metre).floor() as i64, (p.y * self.per_metre).floor() as i64)
    }

    pub(crate) fn add(&mut self, body: &Body, z: f32) {
        let square = self.square(body.place());
        self.squares.entry(square).or_default().push((body.place(), body.radius, z));
    }

    /// Whether a body of this radius at a place and a height would overlap another.
    pub(crate) fn has(&self, at: Point, z: f32, radius: f32) -> bool {
        let (i, j) = self.square(at);
        let near = |(p, r, pz): &(Point, f32, f32)| !apart(*pz, z) && p.distance(at) < f64::from(r + radius) - 1e-6;
        // A place past all reason lies in the last square there is.
        let beside = |k: i64| k.saturating_sub(1)..=k.saturating_add(1);
        let around = beside(i).flat_map(|i| beside(j).map(move |j| (i, j)));
        around.filter_map(|square| self.squares.get(&square)).any(|bodies| bodies.iter().any(near))
    }
}
