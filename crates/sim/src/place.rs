//! Starting places without overlap.

use crate::random::Draw;
use crate::{Body, Walls, heights::apart};
use ambulo_geom::{Bounds, Point, Region};

/// Gap left between bodies at the start [m].
const GAP: f64 = 0.02;
/// Random tries before giving up on darts.
const TRIES: usize = 60;

/// Bodies placed so far, in a grid of small cells, and the next free place.
pub(crate) struct Placer<'a> {
    area: &'a Region,
    walkable: &'a Region,
    walls: &'a Walls,
    /// Height of the floor [m].
    z: f32,
    bounds: Bounds,
    cell: f64,
    columns: usize,
    rows: usize,
    cells: Vec<Vec<(Point, f64)>>,
    largest: f64,
}

impl<'a> Placer<'a> {
    /// For bodies up to radius `largest` [m] in an area of a floor at height `z` [m]; `None` when the area is empty.
    pub(crate) fn new(area: &'a Region, walkable: &'a Region, z: f32, walls: &'a Walls, largest: f64) -> Option<Self> {
        let bounds = area.bounds()?;
        let cell = (2.0 * largest + GAP).max((bounds.width() * bounds.height() / 4e6).sqrt());
        let columns = (bounds.width() / cell).ceil().max(1.0) as usize;
        let rows = (bounds.height() / cell).ceil().max(1.0) as usize;
        let cells = vec![Vec::new(); columns * rows];
        Some(Self { area, walkable, walls, z, bounds, cell, columns, rows, cells, largest })
    }

    /// Takes note of somebody who is there already.
    pub(crate) fn occupy(&mut self, body: &Body, z: f32) {
        if !apart(z, self.z) && self.bounds.grown(2.0 * self.largest + 1.0).contains(body.place()) {
            self.insert(body.place(), f64::from(body.radius));
        }
    }

    fn cell_of(&self, p: Point) -> (usize, usize) {
        let i = ((p.x - self.bounds.min.x) / self.cell) as usize;
        let j = ((p.y - self.bounds.min.y) / self.cell) as usize;
        (i.min(self.columns - 1), j.min(self.rows - 1))
    }

    fn insert(&mut self, p: Point, radius: f64) {
        let (i, j) = self.cell_of(p);
        self.cells[j * self.columns + i].push((p, radius));
    }

    /// Whether a body fits here.
    pub(crate) fn free(&self, p: Point, radius: f64) -> bool {
        let clear_of_walls = || self.walls.distance(p, self.z).is_none_or(|d| d >= radius);
        let (i, j) = self.cell_of(p);
        let alone = || {
            (j.saturating_sub(1)..=(j + 1).min(self.rows - 1)).all(|j| {
                (i.saturating_sub(1)..=(i + 1).min(self.columns - 1)).all(|i| {
                    let others = &self.cells[j * self.columns + i];
                    others.iter().all(|(q, r)| p.distance(*q) >= radius + r + GAP)
                })
            })
        };
        alone() && self.area.contains(p) && self.walkable.contains(p) && clear_of_walls()
    }

    /// A free place found by throwing darts; it is taken from then on.
    pub(crate) fn dart(&mut self, radius: f64, draw: &mut Draw) -> Option<Point> {
        for _ in 0..TRIES {
            let x = self.bounds.min.x + draw.unit() * self.bounds.width();
            let y = self.bounds.min.y + draw.unit() * self.bounds.height();
            let p = Point::new(x, y);
            if self.free(p, radius) {
                self.insert(p, radius);
                return Some(p);
            }
        }
        None
    }

    /// The free places of a hexagonal lattice for bodies of one radius, in random order: the densest packing, for
    /// areas too full for darts.
    pub(crate) fn lattice(&self, radius: f64, draw: &mut Draw) -> Vec<Point> {
        let spacing = 2.0 * radius + GAP;
        let row_height = spacing * 0.75f64.sqrt();
        let columns = (self.bounds.width() / spacing) as usize + 2;
        let rows = (self.bounds.height() / row_height) as usize + 2;
        let mut free = Vec::new();
        for (i, j) in (0..rows).flat_map(|j| (0..columns).map(move |i| (i, j))) {
            let shift = if j % 2 == 0 { 0.0 } else { 0.5 };
            // The first row keeps off the area's border, which usually is a wall.
            let x = self.bounds.min.x + radius + (i as f64 + shift) * spacing;
            let y = self.bounds.min.y + radius + j as f64 * row_height;
            if self.free(Point::new(x, y), radius) {
                free.push(Point::new(x, y));
            }
        }
        for k in (1..free.len()).rev() {
            free.swap(k, (draw.unit() * (k + 1) as f64) as usize);
        }
        free
    }
}
