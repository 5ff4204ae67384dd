//! A body on scripted footsteps, as strips of pictures.

use crate::pictures::body_solid;
use ambulo_draw::{Camera, Image, Solid, render};
use ambulo_motion::footsteps::{Course, FootstepController, FootstepError};
use ambulo_motion::{Character, Side};

/// Size of one picture [px] and what it shows from top to bottom [m].
const SIZE: (usize, usize) = (150, 215);
const HIGH: f32 = 2.15;
/// Half a footprint: along and across [m].
const PRINT: (f64, f64) = (0.13, 0.05);

/// A course as a row of pictures, evenly spread over its duration, for [`film_strip`](ambulo_draw::film_strip). Footprints lie
/// where the footsteps ask for them, blue for the left foot and orange for the right; treads are drawn below those that are
/// not on the floor.
///
/// ```
/// use ambulo::motion::{body, footsteps::*, steps::StepLibrary};
/// let controller = FootstepController::new(StepLibrary::shipped().clone(), FootstepSettings::default())?;
/// let (title, pictures) = ambulo::clips::course_strip(body::character(), &controller, &courses()[0], 3)?;
/// assert!(title.starts_with("walk") && pictures.len() == 3);
/// # Ok::<(), FootstepError>(())
/// ```
pub fn course_strip(
    character: &Character,
    controller: &FootstepController,
    course: &Course,
    frames: usize,
) -> Result<(String, Vec<(Image, String)>), FootstepError> {
    let mut body = controller.begin(course.begin, 0.0)?;
    for step in &course.steps {
        controller.push(&mut body, *step)?;
    }
    let last = course.steps.last().map_or(1.0, |s| s.land) + 0.6;
    let from = course.steps.first().map_or(0.0, |s| s.lift);
    let prints = prints(course);
    let mut pictures = Vec::new();
    for k in 0..frames {
        let time = from + (last - from) * k as f64 / (frames.max(2) - 1) as f64;
        let placement = controller.frame(&mut body, time);
        let shown = body_solid(character, body.hips(), body.rotations(), &placement, [0.0; 2], None);
        let (x, y) = (placement.at.x as f32, placement.at.y as f32);
        let floor =
            Solid::floor([x - 3.0, y - 3.0], [x + 3.0, y + 3.0], 0.5, [0.0; 2], [[0.82; 3], [0.70, 0.72, 0.74]]);
        let target = [x, y, placement.floor + 0.42 * HIGH];
        let eye = [x + 1.6, y - 5.4, target[2] + 1.5];
        let camera = Camera { eye, at: target, height: HIGH, perspective: true };
        let solids: Vec<Solid> = [floor, shown].into_iter().chain(prints.iter().cloned()).collect();
        pictures.push((render(&solids, &camera, SIZE.0, SIZE.1, [0.95; 3]), format!("{time:.2} s")));
    }
    Ok((format!("{}   {} footsteps", course.name, course.steps.len()), pictures))
}

/// Footprints, and boxes below those above the floor.
fn prints(course: &Course) -> Vec<Solid> {
    let stood =
        course.begin.iter().zip([Side::Left, Side::Right]).map(|(f, side)| (f.at, f.heading, side, [0.0, 0.0, 1.0]));
    let asked = course.steps.iter().map(|s| (s.at, s.heading, s.side, s.normal));
    let mut out = Vec::new();
    for (at, heading, side, normal) in stood.chain(asked) {
        let colour = if side == Side::Left { [0.10, 0.25, 0.75] } else { [0.85, 0.35, 0.05] };
        let (s, c) = (ambulo_geom::math::sin(heading), ambulo_geom::math::cos(heading));
        // The contact point is in the ball of the foot: most of the sole is behind it.
        let corner = |along: f64, across: f64| {
            let (dx, dy) = (c * (along - 0.06) - s * across, s * (along - 0.06) + c * across);
            let slope = -(normal[0] * dx + normal[1] * dy) / normal[2];
            [(at[0] + dx) as f32, (at[1] + dy) as f32, (at[2] + slope + 0.002) as f32]
        };
        let flat = |grow: f64| {
            [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]
                .map(|(i, j)| corner(i * (PRINT.0 + grow), j * (PRINT.1 + grow)))
        };
        out.push(quad(flat(0.0), colour));
        if at[2] > 0.01 {
            let top = flat(0.02).map(|p| [p[0], p[1], p[2] - 0.004]);
            out.push(quad(top, [0.60, 0.58, 0.55]));
            for k in 0..4 {
                let (a, b) = (top[k], top[(k + 1) % 4]);
                out.push(quad([a, [a[0], a[1], 0.0], [b[0], b[1], 0.0], b], [0.52, 0.50, 0.47]));
            }
        }
    }
    out
}

fn quad(corners: [[f32; 3]; 4], colour: [f32; 3]) -> Solid {
    Solid {
        positions: corners.to_vec(),
        normals: vec![[0.0, 0.0, 1.0]; 4],
        colours: vec![colour; 4],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        shadow: false,
    }
}
