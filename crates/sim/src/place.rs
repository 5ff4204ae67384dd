//! Starting places without overlap.

use crate::random::Draw;
use crate::{Body, Walls, heights::apart};
use ambulo_geom::{Bounds, Point, Region, RegionIndex};
use ambulo_nav::NavMesh;

/// Gap left between bodies at the start [m].
const GAP: f64 = 0.02;
/// Darts on the ground that find no room before giving up.
const TRIES: usize = 60;
/// Darts in all: those that miss the ground say nothing about how full it is.
const DARTS: usize = 20_000;

/// The ground people can be put on.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) walls: &'a Walls,
    /// Number and height [m] of the level.
    pub(crate) level: u32,
    pub(crate) z: f32,
    /// Cells of the mesh that count, by number; all without it.
    pub(crate) within: Option<&'a [bool]>,
}

impl Ground<'_> {
    fn holds(&self, p: Point) -> bool {
        // The mesh finds a place at once; the outline of a city has a hundred thousand corners.
        let cell = self.mesh.locate_on(self.level, p);
        cell.is_some_and(|cell| self.within.is_none_or(|within| within[cell as usize]))
    }
}

/// Bodies placed so far, in a grid of small cells, and the next free place.
pub(crate) struct Placer<'a> {
    area: RegionIndex,
    ground: Ground<'a>,
    bounds: Bounds,
    cell: f64,
    columns: usize,
    rows: usize,
    cells: Vec<Vec<(Point, f64)>>,
    largest: f64,
}

impl<'a> Placer<'a> {
    /// For about so many `bodies` up to radius `largest` [m] in an area; `None` when the area is empty.
    pub(crate) fn new(area: &Region, ground: Ground<'a>, largest: f64, bodies: usize) -> Option<Self> {
        let bounds = area.bounds()?;
        // What is free does not depend on the size of cells: they follow people, not ground.
        let most = (1024.0 + 4.0 * bodies as f64).min(4e6);
        let cell = (2.0 * largest + GAP).max((bounds.width() * bounds.height() / most).sqrt());
        let cell = cell.max(bounds.width().max(bounds.height()) / 1e6);
        let columns = (bounds.width() / cell).ceil().max(1.0) as usize;
        let rows = (bounds.height() / cell).ceil().max(1.0) as usize;
        let cells = vec![Vec::new(); columns * rows];
        Some(Self { area: RegionIndex::new(area), ground, bounds, cell, columns, rows, cells, largest })
    }

    /// Registers an agent that is there already.
    pub(crate) fn occupy(&mut self, body: &Body, z: f32) {
        if !apart(z, self.ground.z) && self.bounds.grown(2.0 * self.largest + 1.0).contains(body.place()) {
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
    fn free(&self, p: Point, radius: f64) -> bool {
        self.on_ground(p) && self.has_room(p, radius)
    }

    fn on_ground(&self, p: Point) -> bool {
        self.area.contains(p) && self.ground.holds(p)
    }

    /// Whether a body on the ground touches neither others nor walls.
    fn has_room(&self, p: Point, radius: f64) -> bool {
        let clear_of_walls = || self.ground.walls.distance(p, self.ground.z).is_none_or(|d| d >= radius);
        let (i, j) = self.cell_of(p);
        let alone = || {
            (j.saturating_sub(1)..=(j + 1).min(self.rows - 1)).all(|j| {
                (i.saturating_sub(1)..=(i + 1).min(self.columns - 1)).all(|i| {
                    let others = &self.cells[j * self.columns + i];
                    others.iter().all(|(q, r)| p.distance(*q) >= radius + r + GAP)
                })
            })
        };
        alone() && clear_of_walls()
    }

    /// A free place found by throwing darts; it is taken from then on.
    pub(crate) fn dart(&mut self, radius: f64, draw: &mut Draw) -> Option<Point> {
        let mut tries = 0;
        for _ in 0..DARTS {
            let x = self.bounds.min.x + draw.unit() * self.bounds.width();
            let y = self.bounds.min.y + draw.unit() * self.bounds.height();
            let p = Point::new(x, y);
            if !self.on_ground(p) {
                continue;
            }
            if self.has_room(p, radius) {
                self.insert(p, radius);
                return Some(p);
            }
            tries += 1;
            if tries == TRIES {
                break;
            }
        }
        None
    }

    /// The free places of a hexagonal lattice for bodies of one radius, in random order: the densest packing, for
    /// areas too full for darts.
    pub(crate) fn lattice(&self, radius: f64, draw: &mut Draw) -> Vec<Point> {
        let spacing = 2.0 * radius + GAP;
        let row_height = spacing * 0.75f64.sqrt();
        // An area may be drawn far larger than the plan: agents can stand only where there is ground.
        let mesh = self.ground.mesh;
        let Some(ground) = Bounds::of((0..mesh.cells() as u32).flat_map(|c| mesh.corners(c))) else {
            return Vec::new();
        };
        let span = |low: f64, high: f64, from: f64, to: f64, step: f64| {
            let first = ((from - low) / step - 2.0).max(0.0) as usize;
            let last = ((to.min(high) - low) / step).max(0.0) as usize;
            first..last.saturating_add(2).max(first)
        };
        let columns = span(self.bounds.min.x, self.bounds.max.x, ground.min.x, ground.max.x, spacing);
        let rows = span(self.bounds.min.y, self.bounds.max.y, ground.min.y, ground.max.y, row_height);
        let mut free = Vec::new();
        for (i, j) in rows.flat_map(|j| columns.clone().map(move |i| (i, j))) {
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
