//! Seeing, slow and simple: one ray per pixel, in f64, through every obstacle.

use super::camera::Camera;
use super::image::{Face, Image, NEAREST, NOTHING, Person, Surroundings};

/// Distance along a ray that leads to (x, y) for each metre and falls by `slope`, to a cone; infinite where it misses.
fn to_person(ray: [f64; 2], slope: f64, camera: &Camera, person: &Person) -> f64 {
    let (px, py) = (f64::from(person.at.x), f64::from(person.at.y));
    let (eye, radius) = (f64::from(camera.eye), f64::from(camera.radius));
    // The radius at the height of the ray is r0 + m s.
    let r0 = f64::from(camera.at_eye);
    let m = (radius - r0) / eye * slope;
    let (a, b, c) = (1.0 - m * m, ray[0] * px + ray[1] * py + r0 * m, px * px + py * py - r0 * r0);
    let root = b * b - a * c;
    if root < 0.0 {
        return f64::INFINITY;
    }
    let both = if a.abs() < 1e-12 { [0.5 * c / b; 2] } else { [(b - root.sqrt()) / a, (b + root.sqrt()) / a] };
    let stands = |s: &f64| *s > f64::from(NEAREST) && eye - slope * s >= 0.0 && r0 + m * s >= 0.0;
    both.into_iter().filter(stands).fold(f64::INFINITY, f64::min)
}

/// The same to a wall; one lower than the eye is seen from both sides.
fn to_face(ray: [f64; 2], slope: f64, camera: &Camera, face: &Face) -> f64 {
    let ([ax, ay], [bx, by]) = ([face.a.x, face.a.y].map(f64::from), [face.b.x, face.b.y].map(f64::from));
    let (ex, ey) = (bx - ax, by - ay);
    let turn = ray[0] * ey - ray[1] * ex;
    if turn == 0.0 || (turn < 0.0 && face.height >= camera.eye) {
        return f64::INFINITY;
    }
    let (s, share) = ((ax * ey - ay * ex) / turn, (ax * ray[1] - ay * ray[0]) / turn);
    let z = f64::from(camera.eye) - slope * s;
    let hit = s > f64::from(NEAREST) && (0.0..=1.0).contains(&share) && (0.0..=f64::from(face.height)).contains(&z);
    if hit { s } else { f64::INFINITY }
}

/// Obstacle and distance of one pixel.
pub(super) fn cast(camera: &Camera, around: &Surroundings, column: usize, row: usize) -> (u32, f64) {
    let ray = [f64::from(camera.ahead[column]), f64::from(camera.left[column])];
    let slope = f64::from(camera.slope[row]);
    // Straight ahead, at the height of the eye, the nearest wall that reaches so high: nobody behind it reaches through it.
    let tall = around.faces.iter().filter(|f| f.height >= camera.eye);
    let screen = tall.map(|f| (f, to_face(ray, 0.0, camera, f))).min_by(|a, b| a.1.total_cmp(&b.1));
    let hidden = |p: &Person| screen.is_some_and(|(f, s)| s.is_finite() && f.hides(p.at));
    let to = |p: &Person| if hidden(p) { f64::INFINITY } else { to_person(ray, slope, camera, p) };
    let people = around.people.iter().map(to);
    let faces = around.faces.iter().map(|f| to_face(ray, slope, camera, f));
    let mut best = (0, f64::INFINITY);
    for (k, s) in people.chain(faces).enumerate() {
        if s < best.1 {
            best = (k as u32 + 1, s);
        }
    }
    best
}

/// How an image differs from the rays.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Difference {
    pub(super) pixels: usize,
    /// Pixels in which anything is seen.
    pub(super) seen: usize,
    /// Pixels with another obstacle.
    pub(super) other: usize,
    /// Greatest relative difference of distances in the others.
    pub(super) off: f64,
}

pub(super) fn compare(camera: &Camera, around: &Surroundings, image: &Image) -> Difference {
    let mut out = Difference::default();
    for column in 0..camera.columns {
        for row in 0..camera.rows {
            let at = column * camera.pitch + row;
            let (id, s) = cast(camera, around, column, row);
            let found = if image.depth[at] == NOTHING { 0 } else { image.id[at] };
            out.pixels += 1;
            out.seen += usize::from(id > 0);
            out.other += usize::from(found != id);
            if found == id && id > 0 {
                out.off = out.off.max((f64::from(image.depth[at]) / s - 1.0).abs());
            }
        }
    }
    out
}
