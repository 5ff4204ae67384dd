//! Skins pulled over rings.

use crate::{Influence, Mesh, Role, Vec3, math};
use std::f32::consts::TAU;

/// A cross-section: centre and half axes along two directions, and how square it is (2 an ellipse, more a rounded box).
#[derive(Clone, Copy)]
pub(super) struct LoftRing {
    pub centre: Vec3,
    pub u: Vec3,
    pub v: Vec3,
    pub square: f32,
}

impl LoftRing {
    pub fn new(centre: Vec3, u: Vec3, v: Vec3) -> Self {
        Self { centre, u, v, square: 2.0 }
    }

    pub fn points(&self, sides: usize) -> Vec<Vec3> {
        self.points_by(sides, &|turn| turn)
    }

    /// The same with corners where `place` puts them: angles from `u` on [rad].
    pub fn points_by(&self, sides: usize, place: &dyn Fn(f32) -> f32) -> Vec<Vec3> {
        let bent = |x: f32| x.signum() * math::powf(x.abs(), 2.0 / self.square);
        (0..sides)
            .map(|i| {
                let (s, c) = math::sin_cos(place(TAU * i as f32 / sides as f32));
                self.centre + self.u * bent(c) + self.v * bent(s)
            })
            .collect()
    }
}

/// How finely a body is cut into cross-sections and corners: level 0 is the finest, 1 has about half of its triangles and 2 about
/// a sixth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detail(pub usize);

impl Detail {
    /// Corners of a cross-section that has so many at the finest.
    pub fn sides(self, finest: usize) -> usize {
        match self.0 {
            0 => finest,
            1 => (finest * 7 / 10).max(5),
            _ => (finest * 2 / 5).max(4),
        }
    }

    /// Of all cross-sections those that are kept; the ends are.
    pub fn pick<T: Copy>(self, rings: &[T]) -> Vec<T> {
        let n = rings.len();
        let kept = match self.0 {
            0 => n,
            1 => (n * 3).div_ceil(4).max(3),
            _ => (n * 2).div_ceil(5).max(3),
        };
        let kept = kept.min(n);
        (0..kept).map(|k| rings[(k * (n - 1) + (kept - 1) / 2) / (kept - 1)]).collect()
    }

    /// Whether small things are shown: thumbs, ears, eyes.
    pub fn small(self) -> bool {
        self.0 < 2
    }
}

/// Joints along an axis: each takes over from the one before around its place on it.
pub(super) struct Chain {
    pub axis: Vec3,
    /// Joint, place along the axis, half width of the change [m].
    pub links: Vec<(Role, f32, f32)>,
}

impl Chain {
    fn influence(&self, point: Vec3) -> Influence {
        let along = point.dot(self.axis);
        let mut weights = [(self.links[0].0, 1.0f32), (self.links[0].0, 0.0)];
        for &(role, at, soft) in &self.links[1..] {
            let t = ((along - at + soft) / (2.0 * soft)).clamp(0.0, 1.0);
            let share = t * t * (3.0 - 2.0 * t);
            if share > 0.0 {
                weights = [(role, share), (weights[0].0, 1.0 - share)];
            }
        }
        let [(a, wa), (b, wb)] = weights;
        Influence { joints: [a as u16, b as u16, 0, 0], weights: [wa, wb, 0.0, 0.0] }
    }
}

/// Adds a skin over rings of points, closed at both ends.
pub(super) fn loft(mesh: &mut Mesh, part: u8, chain: &Chain, rings: &[Vec<Vec3>]) {
    let first = mesh.positions.len() as u32;
    let sides = rings[0].len() as u32;
    let mut add = |point: Vec3| {
        mesh.positions.push(point);
        mesh.influences.push(chain.influence(point));
        mesh.parts.push(part);
    };
    for point in rings.iter().flatten() {
        add(*point);
    }
    let middle = |ring: &[Vec3]| ring.iter().sum::<Vec3>() / ring.len() as f32;
    add(middle(&rings[0]));
    add(middle(&rings[rings.len() - 1]));
    let at = |ring: usize, side: u32| first + ring as u32 * sides + side % sides;
    let ends = (first + rings.len() as u32 * sides, first + rings.len() as u32 * sides + 1);
    let mut triangles = Vec::new();
    for ring in 1..rings.len() {
        for side in 0..sides {
            let (a, b) = (at(ring - 1, side), at(ring - 1, side + 1));
            let (c, d) = (at(ring, side + 1), at(ring, side));
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    for side in 0..sides {
        triangles.push([at(0, side + 1), at(0, side), ends.0]);
        triangles.push([at(rings.len() - 1, side), at(rings.len() - 1, side + 1), ends.1]);
    }
    // Rings may run in either direction: outside is where the volume is positive.
    let corner = |i: u32| mesh.positions[i as usize] - mesh.positions[first as usize];
    let volume: f32 = triangles.iter().map(|&[a, b, c]| corner(a).dot(corner(b).cross(corner(c)))).sum();
    if volume < 0.0 {
        for t in &mut triangles {
            t.swap(1, 2);
        }
    }
    mesh.triangles.extend(triangles);
}

/// Normals from the areas around each vertex.
pub(super) fn smooth(mesh: &mut Mesh) {
    let mut normals = vec![Vec3::ZERO; mesh.positions.len()];
    for &[a, b, c] in &mesh.triangles {
        let [pa, pb, pc] = [a, b, c].map(|i| mesh.positions[i as usize]);
        let area = (pb - pa).cross(pc - pa);
        for i in [a, b, c] {
            normals[i as usize] += area;
        }
    }
    mesh.normals = normals.into_iter().map(|n| n.normalize_or(Vec3::Z)).collect();
}
