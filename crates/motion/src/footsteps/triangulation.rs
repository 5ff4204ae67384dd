//! Landing points as a Delaunay triangulation: which three surround a target, with which weights.

use glam::DVec2;
use spade::{DelaunayTriangulation, HasPosition, Point2, Triangulation as _};

/// Points closer than this are one [m].
pub(crate) const MERGE: f64 = 0.01;
/// Weights this little below 0 are rounding.
const ROUNDING: f64 = 1e-9;

/// Three corners and their weights, which sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corners {
    /// Points of the triangulation. Where there is no triangle, the last ones repeat and have no weight.
    pub points: [usize; 3],
    /// Their weights.
    pub weights: [f64; 3],
    /// The triangle, if there is one.
    pub triangle: Option<usize>,
    /// The place they stand for: the target, or the nearest place of the hull [m].
    pub at: DVec2,
    /// Whether the target is inside the hull.
    pub inside: bool,
}

/// Points and triangles. Made once; asking allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Triangulation {
    points: Vec<DVec2>,
    /// Corners, counter-clockwise.
    triangles: Vec<[usize; 3]>,
    /// Of each triangle the one across the side opposite to each corner.
    neighbours: Vec<[Option<usize>; 3]>,
    /// Sides of the hull, with the triangle inside; of points in a line the pieces between neighbours.
    hull: Vec<([usize; 2], Option<usize>)>,
}

struct Site(DVec2);

impl HasPosition for Site {
    type Scalar = f64;
    fn position(&self) -> Point2<f64> {
        Point2::new(self.0.x, self.0.y)
    }
}

/// Twice the area of a triangle, positive if it is counter-clockwise.
fn cross(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    (b - a).perp_dot(c - a)
}

/// Barycentric coordinates; they sum to 1 whatever the place. `None` of a triangle without area.
///
/// ```
/// use ambulo_motion::footsteps::barycentric;
/// use glam::DVec2;
/// let corners = [DVec2::ZERO, DVec2::X, DVec2::Y];
/// assert_eq!(barycentric(corners, DVec2::new(0.25, 0.5)), Some([0.25, 0.25, 0.5]));
/// ```
pub fn barycentric([a, b, c]: [DVec2; 3], p: DVec2) -> Option<[f64; 3]> {
    let whole = cross(a, b, c);
    if whole.abs() < 1e-12 {
        return None;
    }
    let (v, w) = (cross(a, p, c) / whole, cross(a, b, p) / whole);
    Some([1.0 - v - w, v, w])
}

impl Triangulation {
    /// Triangulates points, which are finite and no two of them the same.
    pub fn new(points: Vec<DVec2>) -> Self {
        let mut mesh = DelaunayTriangulation::<Site>::new();
        // Handles count up in the order of insertion, since no point comes twice.
        let placed = points.iter().all(|&p| mesh.insert(Site(p)).is_ok());
        debug_assert!(placed && mesh.num_vertices() == points.len());
        let triangles: Vec<[usize; 3]> =
            mesh.inner_faces().map(|face| face.vertices().map(|v| v.fix().index())).collect();
        let mut out = Self { points, neighbours: vec![[None; 3]; triangles.len()], triangles, hull: Vec::new() };
        out.connect();
        out
    }

    /// Finds neighbours and the hull.
    fn connect(&mut self) {
        let mut sides: Vec<([usize; 2], usize, usize)> = Vec::new();
        for (t, corners) in self.triangles.iter().enumerate() {
            for k in 0..3 {
                sides.push(([corners[(k + 1) % 3], corners[(k + 2) % 3]], t, k));
            }
        }
        for &([a, b], t, k) in &sides {
            match sides.iter().find(|(side, ..)| *side == [b, a]) {
                Some(&(_, other, _)) => self.neighbours[t][k] = Some(other),
                None => self.hull.push(([a, b], Some(t))),
            }
        }
        if self.triangles.is_empty() && self.points.len() > 1 {
            // In a line: from one end to the other.
            let least = |a: &DVec2, b: &DVec2| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y));
            let mut order: Vec<usize> = (0..self.points.len()).collect();
            order.sort_by(|&a, &b| least(&self.points[a], &self.points[b]));
            self.hull = order.windows(2).map(|w| ([w[0], w[1]], None)).collect();
        }
    }

    /// The points.
    pub fn points(&self) -> &[DVec2] {
        &self.points
    }

    /// The triangles, counter-clockwise.
    pub fn triangles(&self) -> &[[usize; 3]] {
        &self.triangles
    }

    /// Sides of the hull.
    pub fn hull(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        self.hull.iter().map(|(side, _)| *side)
    }

    /// Area of a triangle [m2].
    pub fn area(&self, triangle: usize) -> f64 {
        let [a, b, c] = self.triangles[triangle].map(|k| self.points[k]);
        0.5 * cross(a, b, c)
    }

    /// The corners around a place, or around the nearest place of the hull. `from` is the triangle the search begins in: the
    /// last one found is mostly near.
    pub fn locate(&self, q: DVec2, from: usize) -> Option<Corners> {
        match self.walk(q, from).or_else(|| self.search(q)) {
            Some(triangle) => Some(self.corners(triangle, q, true)),
            None => self.nearest(q),
        }
    }

    fn corners(&self, triangle: usize, q: DVec2, inside: bool) -> Corners {
        let points = self.triangles[triangle];
        let weights = barycentric(points.map(|k| self.points[k]), q).unwrap_or([1.0, 0.0, 0.0]);
        Corners { points, weights: sound(weights), triangle: Some(triangle), at: q, inside }
    }

    /// From triangle to triangle towards the place; `None` outside of the hull, or if it takes too long.
    fn walk(&self, q: DVec2, from: usize) -> Option<usize> {
        let mut at = if from < self.triangles.len() { from } else { 0 };
        for _ in 0..4 * self.triangles.len() {
            let [a, b, c] = self.triangles.get(at)?.map(|k| self.points[k]);
            let beyond = [cross(b, c, q), cross(c, a, q), cross(a, b, q)];
            match (0..3).min_by(|&i, &k| beyond[i].total_cmp(&beyond[k])) {
                Some(k) if beyond[k] < 0.0 => at = self.neighbours[at][k]?,
                _ => return Some(at),
            }
        }
        None
    }

    /// The triangle that holds the place, of all.
    fn search(&self, q: DVec2) -> Option<usize> {
        self.triangles.iter().position(|corners| {
            let corners = corners.map(|k| self.points[k]);
            barycentric(corners, q).is_some_and(|w| w.iter().all(|&w| w >= -ROUNDING))
        })
    }

    /// The nearest place of the hull.
    fn nearest(&self, q: DVec2) -> Option<Corners> {
        let mut best: Option<(f64, usize, f64)> = None;
        for (i, &([a, b], _)) in self.hull.iter().enumerate() {
            let (a, b) = (self.points[a], self.points[b]);
            let along = ((q - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
            let off = (q - a.lerp(b, along)).length_squared();
            if best.is_none_or(|(least, ..)| off < least) {
                best = Some((off, i, along));
            }
        }
        let Some((_, side, along)) = best else {
            // One point, or none.
            let at = *self.points.first()?;
            return Some(Corners { points: [0; 3], weights: [1.0, 0.0, 0.0], triangle: None, at, inside: false });
        };
        let ([a, b], triangle) = self.hull[side];
        let at = self.points[a].lerp(self.points[b], along);
        let Some(triangle) = triangle else {
            let weights = [1.0 - along, along, 0.0];
            let inside = (q - at).length_squared() < 1e-18;
            return Some(Corners { points: [a, b, b], weights, triangle: None, at, inside });
        };
        let points = self.triangles[triangle];
        let weight = |k: usize| match points[k] {
            p if p == a => 1.0 - along,
            p if p == b => along,
            _ => 0.0,
        };
        let weights = [weight(0), weight(1), weight(2)];
        Some(Corners { points, weights, triangle: Some(triangle), at, inside: false })
    }

    /// Walks all triangles: what is wrong, if anything.
    #[cfg(test)]
    pub fn check(&self) -> Result<(), String> {
        for (t, corners) in self.triangles.iter().enumerate() {
            if self.area(t) <= 0.0 {
                return Err(format!("triangle {t} is not counter-clockwise"));
            }
            let [a, b, c] = corners.map(|k| self.points[k]);
            for (k, &p) in self.points.iter().enumerate().filter(|(k, _)| !corners.contains(k)) {
                let [a, b, c] = [a - p, b - p, c - p];
                let circle = a.length_squared() * b.perp_dot(c) - b.length_squared() * a.perp_dot(c)
                    + c.length_squared() * a.perp_dot(b);
                if circle > 1e-12 {
                    return Err(format!("point {k} is in the circle of triangle {t}"));
                }
            }
            for (side, other) in self.neighbours[t].iter().enumerate() {
                if other.is_some_and(|o| !self.neighbours[o].contains(&Some(t))) {
                    return Err(format!("triangle {t} and its neighbour at {side} disagree"));
                }
            }
        }
        Ok(())
    }
}

/// No weight below 0 by rounding, and a sum of 1.
pub(super) fn sound(weights: [f64; 3]) -> [f64; 3] {
    let w = weights.map(|w| if w < 0.0 && w > -ROUNDING { 0.0 } else { w });
    let sum: f64 = w.iter().sum();
    w.map(|w| w / sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn places(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<DVec2>> {
        prop::collection::vec((-1.0f64..1.0, -1.0f64..1.0).prop_map(|(x, y)| DVec2::new(x, y)), count)
    }

    proptest! {
        #[test]
        fn triangles_are_delaunay_and_weights_give_the_place_back(points in places(3..30), q in places(1..2)) {
            let mesh = Triangulation::new(points);
            prop_assert_eq!(mesh.check(), Ok(()));
            let q = q[0];
            let found = mesh.locate(q, 3).unwrap();
            let at: DVec2 = (0..3).map(|k| mesh.points()[found.points[k]] * found.weights[k]).sum();
            prop_assert!((at - found.at).length() < 1e-12, "{}", (at - found.at).length());
            prop_assert!(found.weights.iter().all(|&w| w >= 0.0));
            prop_assert!((found.weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            // The slow search over all triangles agrees on whether it is inside.
            prop_assert_eq!(found.inside, mesh.search(q).is_some());
            if found.inside {
                prop_assert!((found.at - q).length() < 1e-12);
            } else {
                // No place of the hull is nearer.
                for [a, b] in mesh.hull() {
                    for k in 0..=20 {
                        let p = mesh.points()[a].lerp(mesh.points()[b], k as f64 / 20.0);
                        prop_assert!((found.at - q).length() <= (p - q).length() + 1e-9);
                    }
                }
            }
        }

        /// A place moved across a side by a hair has the same landing, and weights that differ by a hair.
        #[test]
        fn weights_are_continuous_across_the_sides_of_triangles(points in places(5..30), along in 0.0f64..1.0) {
            let mesh = Triangulation::new(points);
            for (t, neighbours) in mesh.neighbours.iter().enumerate() {
                let corners = mesh.triangles[t];
                for k in 0..3 {
                    let Some(other) = neighbours[k] else { continue };
                    let (a, b) = (corners[(k + 1) % 3], corners[(k + 2) % 3]);
                    let q = mesh.points[a].lerp(mesh.points[b], along);
                    let (one, two) = (mesh.corners(t, q, true), mesh.corners(other, q, true));
                    let weight = |c: &Corners, p| (0..3).filter(|&k| c.points[k] == p).map(|k| c.weights[k]).sum::<f64>();
                    let smallest = mesh.area(t).min(mesh.area(other));
                    for p in corners.into_iter().chain(mesh.triangles[other]) {
                        let step = (weight(&one, p) - weight(&two, p)).abs();
                        prop_assert!(step < 1e-12 + 1e-15 / smallest, "{} at {}", step, smallest);
                    }
                }
            }
        }
    }

    #[test]
    fn fewer_points_than_a_triangle_are_a_line_or_a_point() {
        assert!(Triangulation::new(Vec::new()).locate(DVec2::ZERO, 0).is_none());
        let one = Triangulation::new(vec![DVec2::X]).locate(DVec2::ZERO, 0).unwrap();
        assert_eq!((one.at, one.weights[0]), (DVec2::X, 1.0));
        let line = Triangulation::new(vec![DVec2::ZERO, DVec2::new(4.0, 0.0), DVec2::X]);
        let found = line.locate(DVec2::new(2.5, 1.0), 0).unwrap();
        assert_eq!((found.at, found.points), (DVec2::new(2.5, 0.0), [2, 1, 1]));
        assert_eq!(found.weights, [0.5, 0.5, 0.0]);
    }
}
