//! The ground of a 3D model as a surface: faces that are not too steep, joined where they share an edge or where one
//! steps from one to the next.

use super::face3::{Corner, area, between, seen, upright};
use super::slab::{Model, Triangle};
use super::triangulate::triangles;
use ambulo_geom::{Bounds, Point, Segment};
use std::collections::BTreeMap;

/// Every triangle of ground, in connected parts.
pub(super) struct Surface {
    pub triangles: Vec<Triangle>,
    /// The face of the model each comes from.
    pub faces: Vec<usize>,
    /// The connected part of each; the number of one of its triangles.
    part: Vec<u32>,
    /// Neighbours by an edge or a step.
    joined: Vec<Vec<u32>>,
    /// Edges beyond which the ground goes on higher or lower than a step, with the triangle they belong to.
    pub ledges: Vec<(Segment, u32)>,
    grid: TriangleGrid,
}

/// Corners closer than this are one [m].
const WELD: f64 = 1e-3;
/// How far beyond an edge the next ground is looked for [m], and at how many places of an edge at most.
const BEYOND: f64 = 0.01;
const LOOKS: usize = 16;

impl Surface {
    /// The ground of a model: faces whose normal is at least so upright, joined by steps up to `step` [m].
    pub fn of(model: &Model, flat: f64, step: f64) -> Self {
        let (mut all, mut faces) = (Vec::new(), Vec::new());
        for (i, face) in model.faces().enumerate().filter(|(_, f)| upright(f).is_some_and(|n| n >= flat)) {
            for t in triangles(face) {
                // What has no extent from above carries nobody.
                if area(&seen(&t)) > 1e-9 {
                    all.push(t);
                    faces.push(i);
                }
            }
        }
        let grid = TriangleGrid::new(&all);
        let mut surface = Self {
            part: Vec::new(),
            joined: vec![Vec::new(); all.len()],
            ledges: Vec::new(),
            triangles: all,
            faces,
            grid,
        };
        surface.join(step);
        surface.number();
        surface
    }

    fn join(&mut self, step: f64) {
        let key = |p: &Corner| p.map(|v| (v / WELD).round().clamp(-1e15, 1e15) as i64);
        /// An edge by its two corners on the lattice.
        type Key = ([i64; 3], [i64; 3]);
        let mut edges: BTreeMap<Key, Vec<(u32, usize)>> = BTreeMap::new();
        for (i, t) in self.triangles.iter().enumerate() {
            for k in 0..3 {
                let (a, b) = (key(&t[k]), key(&t[(k + 1) % 3]));
                edges.entry((a.min(b), a.max(b))).or_default().push((i as u32, k));
            }
        }
        for owners in edges.values() {
            if let [(first, k)] = owners[..] {
                self.step_over(first, k, step);
            }
            for pair in owners.windows(2) {
                self.link(pair[0].0, pair[1].0);
            }
        }
    }

    /// Looks beyond an edge that nothing shares.
    fn step_over(&mut self, i: u32, k: usize, step: f64) {
        let t = self.triangles[i as usize];
        let (a, b) = (t[k], t[(k + 1) % 3]);
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let length = (dx * dx + dy * dy).sqrt();
        if length < WELD {
            return;
        }
        // Counter-clockwise from above, so that outside is to the right.
        let (nx, ny) = (dy / length * BEYOND, -dx / length * BEYOND);
        let looks = ((length / 0.25).ceil() as usize).clamp(1, LOOKS);
        let (mut near, mut ledge) = (Vec::new(), false);
        for n in 0..looks {
            let share = (n as f64 + 0.5) / looks as f64;
            let p = Point::new(a[0] + dx * share + nx, a[1] + dy * share + ny);
            let z = a[2] + (b[2] - a[2]) * share;
            for (j, other) in self.grid.over(&self.triangles, p).filter(|(j, _)| *j != i) {
                if (other - z).abs() <= step { near.push(j) } else { ledge = true }
            }
        }
        if near.is_empty() && ledge {
            self.ledges.push((Segment::new(Point::new(a[0], a[1]), Point::new(b[0], b[1])), i));
        }
        for j in near {
            self.link(i, j);
        }
    }

    fn link(&mut self, i: u32, j: u32) {
        if i != j && !self.joined[i as usize].contains(&j) {
            self.joined[i as usize].push(j);
            self.joined[j as usize].push(i);
        }
    }

    fn number(&mut self) {
        let mut part = vec![u32::MAX; self.triangles.len()];
        for begin in 0..part.len() {
            if part[begin] != u32::MAX {
                continue;
            }
            let mut stack = vec![begin as u32];
            part[begin] = begin as u32;
            while let Some(i) = stack.pop() {
                for &j in &self.joined[i as usize] {
                    if part[j as usize] == u32::MAX {
                        part[j as usize] = begin as u32;
                        stack.push(j);
                    }
                }
            }
        }
        self.part = part;
    }

    fn size(&self, i: usize) -> f64 {
        area(&seen(&self.triangles[i]))
    }

    /// The part that is meant: the lowest at a place, or the largest. With the triangle to begin from.
    pub fn choose(&self, seed: Option<Point>) -> Option<(u32, u32)> {
        if let Some(p) = seed {
            let lowest = self.grid.over(&self.triangles, p).reduce(|a, b| if b.1 < a.1 { b } else { a });
            return lowest.map(|(i, _)| (self.part[i as usize], i));
        }
        let mut sizes: BTreeMap<u32, f64> = BTreeMap::new();
        for (i, part) in self.part.iter().enumerate() {
            *sizes.entry(*part).or_default() += self.size(i);
        }
        let (part, _) = sizes.into_iter().reduce(|a, b| if b.1 > a.1 { b } else { a })?;
        let members = (0..self.triangles.len()).filter(|&i| self.part[i] == part);
        let widest = members.reduce(|a, b| if self.size(b) > self.size(a) { b } else { a })?;
        Some((part, widest as u32))
    }

    /// Area and lowest and highest place of a part.
    pub fn extent(&self, part: u32) -> (f64, f64, f64) {
        let members = || (0..self.triangles.len()).filter(|&i| self.part[i] == part);
        let heights = || members().flat_map(|i| self.triangles[i].iter().map(|p| p[2]));
        (
            members().map(|i| self.size(i)).sum(),
            heights().fold(f64::INFINITY, f64::min),
            heights().fold(f64::NEG_INFINITY, f64::max),
        )
    }

    /// The triangles of a part, from one on outwards, without those that lie above or below another by more than a
    /// step; and the area that was left out, with a place in it.
    pub fn unfold(&self, begin: u32, step: f64) -> (Vec<u32>, Option<(f64, Point)>) {
        let mut taken = vec![false; self.triangles.len()];
        let mut seen_before = taken.clone();
        let mut queue = std::collections::VecDeque::from([begin]);
        seen_before[begin as usize] = true;
        let (mut kept, mut left_out): (Vec<u32>, Option<(f64, Point)>) = (Vec::new(), None);
        while let Some(i) = queue.pop_front() {
            let [a, b, c] = self.triangles[i as usize];
            let middle = [0, 1, 2].map(|k| (a[k] + b[k] + c[k]) / 3.0);
            let places = [a, b, c].map(|p| [0, 1, 2].map(|k| 0.1 * middle[k] + 0.9 * p[k]));
            let over_another = places.iter().chain([&middle]).any(|p| {
                let mut others = self.grid.over(&self.triangles, Point::new(p[0], p[1]));
                others.any(|(j, z)| taken[j as usize] && (z - p[2]).abs() > step)
            });
            if over_another {
                let sum = left_out.map_or(0.0, |(sum, _)| sum) + self.size(i as usize);
                left_out = Some((sum, left_out.map_or(Point::new(middle[0], middle[1]), |(_, at)| at)));
                continue;
            }
            taken[i as usize] = true;
            kept.push(i);
            for &j in &self.joined[i as usize] {
                if !std::mem::replace(&mut seen_before[j as usize], true) {
                    queue.push_back(j);
                }
            }
        }
        kept.sort_unstable();
        (kept, left_out)
    }

    /// Of the part with most ground within a step of a height: its area, what of it is within, and a place beyond.
    pub fn slice(&self, floor: f64, step: f64) -> Option<(f64, f64, Point)> {
        let mut parts: BTreeMap<u32, (f64, f64, Option<Point>)> = BTreeMap::new();
        for (i, t) in self.triangles.iter().enumerate() {
            let part = parts.entry(self.part[i]).or_default();
            let inside = area(&between(t, floor - step, floor + step)).abs();
            part.0 += self.size(i);
            part.1 += inside;
            if inside < 0.5 * self.size(i) {
                part.2.get_or_insert(Point::new(t[0][0], t[0][1]));
            }
        }
        let (area, inside, at) = parts.into_values().reduce(|a, b| if b.1 > a.1 { b } else { a })?;
        Some((area, inside, at?))
    }

    /// Triangles whose box meets a box.
    pub fn near(&self, b: Bounds) -> Vec<u32> {
        self.grid.near(b)
    }
}

/// Triangles by the cells of a grid over the plan.
struct TriangleGrid {
    bounds: Bounds,
    side: f64,
    columns: usize,
    cells: Vec<Vec<u32>>,
}

impl TriangleGrid {
    fn new(triangles: &[Triangle]) -> Self {
        let bounds = Bounds::of(triangles.iter().flatten().map(|p| Point::new(p[0], p[1])))
            .unwrap_or(Bounds { min: Point::default(), max: Point::default() });
        let most = (triangles.len() as f64).clamp(1.0, 1e6);
        let side = (bounds.width().max(1e-3) * bounds.height().max(1e-3) / most).sqrt();
        // A long thin plan would have more cells along than it has triangles.
        let side = side.max(bounds.width() / 1e4).max(bounds.height() / 1e4);
        let columns = (bounds.width() / side) as usize + 1;
        let rows = (bounds.height() / side) as usize + 1;
        let mut grid = Self { bounds, side, columns, cells: vec![Vec::new(); columns * rows] };
        for (i, t) in triangles.iter().enumerate() {
            if let Some(b) = Bounds::of(t.iter().map(|p| Point::new(p[0], p[1]))) {
                grid.span(b).for_each(|c| grid.cells[c].push(i as u32));
            }
        }
        grid
    }

    fn span(&self, b: Bounds) -> impl Iterator<Item = usize> + use<> {
        let at = |v: f64, low: f64, count: usize| (((v - low) / self.side).max(0.0) as usize).min(count - 1);
        let (columns, rows) = (self.columns, self.cells.len() / self.columns);
        let (x0, x1) = (at(b.min.x, self.bounds.min.x, columns), at(b.max.x, self.bounds.min.x, columns));
        let (y0, y1) = (at(b.min.y, self.bounds.min.y, rows), at(b.max.y, self.bounds.min.y, rows));
        (y0..=y1).flat_map(move |y| (x0..=x1).map(move |x| y * columns + x))
    }

    fn near(&self, b: Bounds) -> Vec<u32> {
        let mut all: Vec<u32> = self.span(b).flat_map(|c| self.cells[c].iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Triangles over a place, with their height there.
    fn over(&self, triangles: &[Triangle], p: Point) -> impl Iterator<Item = (u32, f64)> {
        let cell = self.span(Bounds { min: p, max: p }).next().unwrap_or(0);
        self.cells[cell].iter().filter_map(move |&i| Some((i, height(&triangles[i as usize], p)?)))
    }
}

/// Height of a triangle at a place it lies over.
fn height([a, b, c]: &Triangle, p: Point) -> Option<f64> {
    let cross = |u: &Corner, v: &Corner| (v[0] - u[0]) * (p.y - u[1]) - (v[1] - u[1]) * (p.x - u[0]);
    let whole = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let share = [cross(b, c) / whole, cross(c, a) / whole, cross(a, b) / whole];
    share.iter().all(|s| *s >= 0.0).then(|| share[0] * a[2] + share[1] * b[2] + share[2] * c[2])
}
