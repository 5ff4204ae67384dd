//! Solid things seen by a camera: triangles with a depth buffer, drawn by the processor.
//!
//! Enough to display bodies: smooth shading from one lamp beside the camera, shadows on the floor, edges smoothed by
//! drawing three times as fine. Only sums, products and roots, so that pictures have the same bytes everywhere.

use crate::Image;
use crate::oklab::from_linear;

type V3 = [f32; 3];

/// Triangles of one thing. Places in metres, z up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solid {
    /// Corners [m].
    pub positions: Vec<V3>,
    /// Unit normals, one a corner.
    pub normals: Vec<V3>,
    /// Linear red, green, blue of each corner, 0 to 1.
    pub colours: Vec<V3>,
    /// Corners of each triangle.
    pub triangles: Vec<[u32; 3]>,
    /// Whether it leaves a shadow on the floor, height 0.
    pub shadow: bool,
}

impl Solid {
    /// A floor of square tiles in two colours, at height 0, between two corners [m]. Tiles lie on a lattice through
    /// `origin`.
    pub fn floor(from: [f32; 2], to: [f32; 2], tile: f32, origin: [f32; 2], colours: [V3; 2]) -> Self {
        let mut floor = Self::default();
        let first = |axis: usize| ((from[axis] - origin[axis]) / tile).floor() as i32;
        let last = |axis: usize| ((to[axis] - origin[axis]) / tile).ceil() as i32;
        for i in first(0)..last(0) {
            for j in first(1)..last(1) {
                let edge = |k: i32, axis: usize| (origin[axis] + k as f32 * tile).clamp(from[axis], to[axis]);
                let (x0, x1, y0, y1) = (edge(i, 0), edge(i + 1, 0), edge(j, 1), edge(j + 1, 1));
                let at = floor.positions.len() as u32;
                floor.positions.extend([[x0, y0, 0.0], [x1, y0, 0.0], [x1, y1, 0.0], [x0, y1, 0.0]]);
                floor.normals.extend([[0.0, 0.0, 1.0]; 4]);
                floor.colours.extend([colours[(i + j).rem_euclid(2) as usize]; 4]);
                floor.triangles.extend([[at, at + 1, at + 2], [at, at + 2, at + 3]]);
            }
        }
        floor
    }
}

/// From where and how much one sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The eye [m].
    pub eye: V3,
    /// The point it is aimed at [m].
    pub at: V3,
    /// Metres from the lower to the upper edge of the picture, at the distance of `at`.
    pub height: f32,
    /// Whether far things are smaller.
    pub perspective: bool,
}

/// Times finer in each direction than the picture.
const FINE: usize = 3;

fn sub(a: V3, b: V3) -> V3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: V3, b: V3) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: V3, b: V3) -> V3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn unit(a: V3) -> V3 {
    let length = dot(a, a).sqrt();
    if length > 1e-9 { a.map(|x| x / length) } else { [0.0, 0.0, 1.0] }
}

/// The camera's axes and scale, ready to project.
struct Eye {
    right: V3,
    up: V3,
    back: V3,
    camera: Camera,
    distance: f32,
    scale: f32,
    centre: [f32; 2],
}

impl Eye {
    fn new(camera: &Camera, width: usize, height: usize) -> Self {
        let back = unit(sub(camera.eye, camera.at));
        // Looking straight down, up on the picture is along y.
        let helper = if back[2].abs() > 0.999 { [0.0, 1.0, 0.0] } else { [0.0, 0.0, 1.0] };
        let right = unit(cross(helper, back));
        let to = sub(camera.eye, camera.at);
        Self {
            right,
            up: cross(back, right),
            back,
            camera: *camera,
            distance: dot(to, to).sqrt(),
            scale: height as f32 / camera.height,
            centre: [0.5 * width as f32, 0.5 * height as f32],
        }
    }

    /// Pixel coordinates and depth; larger is farther. `None` behind the eye.
    fn project(&self, p: V3) -> Option<V3> {
        let d = sub(p, self.camera.at);
        let far = self.distance - dot(d, self.back);
        let scale = if self.camera.perspective {
            if far < 0.05 {
                return None;
            }
            self.scale * self.distance / far
        } else {
            self.scale
        };
        Some([self.centre[0] + scale * dot(d, self.right), self.centre[1] - scale * dot(d, self.up), far])
    }
}

struct Buffer {
    width: usize,
    height: usize,
    depth: Vec<f32>,
    colour: Vec<V3>,
}

impl Buffer {
    /// Calls `pixel` for every point of a triangle: index, depth and the three weights.
    fn fill(&mut self, corners: [V3; 3], mut pixel: impl FnMut(&mut Self, usize, f32, V3)) {
        let [a, b, c] = corners;
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        if area.abs() < 1e-9 {
            return;
        }
        let span = |axis: usize, size: usize| {
            let low = a[axis].min(b[axis]).min(c[axis]).floor().max(0.0) as usize;
            let high = a[axis].max(b[axis]).max(c[axis]).ceil().min(size as f32).max(0.0) as usize;
            low..high
        };
        for y in span(1, self.height) {
            for x in span(0, self.width) {
                let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
                let wa = ((b[0] - px) * (c[1] - py) - (b[1] - py) * (c[0] - px)) / area;
                let wb = ((c[0] - px) * (a[1] - py) - (c[1] - py) * (a[0] - px)) / area;
                let wc = 1.0 - wa - wb;
                if wa >= 0.0 && wb >= 0.0 && wc >= 0.0 {
                    let depth = wa * a[2] + wb * b[2] + wc * c[2];
                    pixel(self, y * self.width + x, depth, [wa, wb, wc]);
                }
            }
        }
    }
}

/// Draws solids on a plain ground [linear red, green, blue].
///
/// ```
/// use ambulo_draw::{Camera, Solid, render};
/// let floor = Solid::floor([-1.0, -1.0], [1.0, 1.0], 0.5, [0.0, 0.0], [[0.8; 3], [0.6; 3]]);
/// let camera = Camera { eye: [3.0, 0.0, 2.0], at: [0.0; 3], height: 2.0, perspective: true };
/// let image = render(&[floor], &camera, 80, 60, [1.0; 3]);
/// assert_eq!((image.width, image.height), (80, 60));
/// ```
pub fn render(solids: &[Solid], camera: &Camera, width: usize, height: usize, ground: [f32; 3]) -> Image {
    let (w, h) = (width * FINE, height * FINE);
    let eye = Eye::new(camera, w, h);
    let mut buffer = Buffer { width: w, height: h, depth: vec![f32::MAX; w * h], colour: vec![ground; w * h] };
    let lamp =
        unit(std::array::from_fn(|i| 0.75 * eye.back[i] - 0.45 * eye.right[i] + 0.2 * eye.up[i] + [0.0, 0.0, 0.7][i]));
    // What lies flat first, then shadows upon it, then all that stands.
    for solid in solids.iter().filter(|s| !s.shadow) {
        paint(&mut buffer, &eye, solid, lamp, ground);
    }
    shade(&mut buffer, &eye, solids);
    for solid in solids.iter().filter(|s| s.shadow) {
        paint(&mut buffer, &eye, solid, lamp, ground);
    }
    let mut image = Image::new(width, height);
    for y in 0..height {
        for x in 0..width {
            let mut sum = [0.0f32; 3];
            for (i, j) in (0..FINE).flat_map(|i| (0..FINE).map(move |j| (i, j))) {
                let c = buffer.colour[(y * FINE + i) * w + x * FINE + j];
                sum = std::array::from_fn(|k| sum[k] + c[k]);
            }
            let mean = sum.map(|s| f64::from(s) / (FINE * FINE) as f64);
            // In steps of five: hardly to be seen, and the files are much smaller.
            image.set(x, y, mean.map(|c| ((u16::from(from_linear(c)) + 2) / 5 * 5) as u8));
        }
    }
    image
}

fn corners(eye: &Eye, solid: &Solid, triangle: &[u32; 3], place: impl Fn(V3) -> V3) -> Option<[V3; 3]> {
    let [a, b, c] = triangle.map(|i| eye.project(place(solid.positions[i as usize])));
    Some([a?, b?, c?])
}

fn paint(buffer: &mut Buffer, eye: &Eye, solid: &Solid, lamp: V3, ground: V3) {
    for triangle in &solid.triangles {
        let Some(at) = corners(eye, solid, triangle, |p| p) else { continue };
        let lit = triangle.map(|i| {
            let (n, c) = (solid.normals[i as usize], solid.colours[i as usize]);
            let light = 0.34 + 0.16 * n[2] + 0.62 * dot(n, lamp).max(0.0);
            c.map(|c| c * light)
        });
        buffer.fill(at, |buffer, i, depth, weights| {
            if depth < buffer.depth[i] {
                buffer.depth[i] = depth;
                // What is farther from the eye than the target pales a little.
                let haze = ((depth - eye.distance - 0.1) * 0.2).clamp(0.0, 0.35);
                buffer.colour[i] = std::array::from_fn(|k| {
                    let c = weights[0] * lit[0][k] + weights[1] * lit[1][k] + weights[2] * lit[2][k];
                    c + (ground[k] - c) * haze
                });
            }
        });
    }
}

/// Darkens the floor where solids are above it; the lamp for that hangs nearly overhead.
fn shade(buffer: &mut Buffer, eye: &Eye, solids: &[Solid]) {
    let mut dark = vec![false; buffer.depth.len()];
    for solid in solids.iter().filter(|s| s.shadow) {
        for triangle in &solid.triangles {
            let down = |p: V3| [p[0] + 0.12 * p[2], p[1] + 0.12 * p[2], 0.0];
            let Some(at) = corners(eye, solid, triangle, down) else { continue };
            buffer.fill(at, |buffer, i, _, _| dark[i] = buffer.depth[i] < f32::MAX);
        }
    }
    for (colour, _) in buffer.colour.iter_mut().zip(dark).filter(|(_, dark)| *dark) {
        *colour = colour.map(|c| 0.62 * c);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square across x, so far from the middle towards the eye.
    fn card(x: f32, colour: V3) -> Solid {
        Solid {
            positions: vec![[x, -0.5, 0.2], [x, 0.5, 0.2], [x, 0.5, 1.2], [x, -0.5, 1.2]],
            normals: vec![[1.0, 0.0, 0.0]; 4],
            colours: vec![colour; 4],
            triangles: vec![[0, 1, 2], [0, 2, 3]],
            shadow: true,
        }
    }

    const EYE: Camera = Camera { eye: [5.0, 0.0, 0.7], at: [0.0, 0.0, 0.7], height: 2.0, perspective: false };

    #[test]
    fn what_is_nearer_hides_what_is_behind_in_any_order() {
        let (red, green) = (card(0.5, [1.0, 0.0, 0.0]), card(-0.5, [0.0, 1.0, 0.0]));
        for solids in [[red.clone(), green.clone()], [green, red]] {
            let [r, g, _] = render(&solids, &EYE, 40, 40, [1.0; 3]).get(20, 20);
            assert!(r > 150 && g < 20, "{r} {g}");
        }
    }

    #[test]
    fn left_of_the_body_is_right_in_the_picture_seen_from_in_front() {
        let mut left = card(0.0, [0.0, 0.0, 1.0]);
        for p in &mut left.positions {
            p[1] = p[1] * 0.2 + 0.6;
        }
        let image = render(&[left], &EYE, 40, 40, [1.0; 3]);
        assert!(image.get(32, 20)[0] < 50 && image.get(8, 20)[0] > 240);
    }

    #[test]
    fn a_solid_above_leaves_a_shadow_on_the_floor_only() {
        let down = Camera { eye: [0.0, 0.0, 5.0], at: [0.0; 3], height: 4.0, perspective: false };
        let floor = Solid::floor([-1.0, -1.0], [1.0, 1.0], 9.0, [-5.0, -5.0], [[0.8; 3]; 2]);
        let mut lid = card(0.0, [0.8; 3]);
        lid.positions = vec![[-0.2, -0.2, 1.0], [0.2, -0.2, 1.0], [0.2, 0.2, 1.0], [-0.2, 0.2, 1.0]];
        lid.normals = vec![[0.0, 0.0, 1.0]; 4];
        let image = render(&[floor, lid.clone()], &down, 80, 80, [1.0; 3]);
        // The shadow lies 0.12 m to the right and up of what stands a metre high.
        let (lit, above) = (image.get(30, 50)[0], image.get(40, 40)[0]);
        assert!(above.abs_diff(lit) < 12, "the lid itself is lit: {above} {lit}");
        assert!(image.get(45, 35)[0] < lit - 30, "{:?}", image.get(45, 35));
        let bare = render(&[lid], &down, 80, 80, [1.0; 3]);
        assert_eq!(bare.get(45, 35), [255; 3], "no floor, no shadow");
    }

    #[test]
    fn what_is_behind_the_eye_is_not_seen() {
        let camera = Camera { perspective: true, ..EYE };
        let image = render(&[card(9.0, [0.0; 3])], &camera, 20, 20, [1.0; 3]);
        assert_eq!(image, Image::new(20, 20));
    }
}
