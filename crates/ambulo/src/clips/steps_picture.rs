//! Where the steps of a library land, with the triangles between them.

use ambulo_draw::{Anchor, Canvas, Colour, Style, TextStyle, colour};
use ambulo_geom::Point;
use ambulo_motion::Side;
use ambulo_motion::footsteps::FootstepController;
use ambulo_motion::steps::{StepLibrary, StepMode};

/// Size of one of the two drawings [px], and what it leaves free around.
const SIDE: f64 = 460.0;
const EDGE: f64 = 46.0;

/// Landing points of both feet seen from above, forward up: the body stands in the middle. Points that footsteps are blended
/// of have the triangles of the [`FootstepController`] between them; those of runs and of moves that do not repeat are
/// hollow.
///
/// ```
/// use ambulo::motion::{footsteps::*, steps::StepLibrary};
/// let library = StepLibrary::shipped();
/// let controller = FootstepController::new(library.clone(), FootstepSettings::default()).ok();
/// let svg = ambulo::clips::landing_picture(library, controller.as_ref()).to_svg();
/// assert!(svg.contains("left foot") && svg.contains("right foot"));
/// ```
pub fn landing_picture(library: &StepLibrary, controller: Option<&FootstepController>) -> Canvas {
    let places = library.steps().iter().flat_map(|s| s.landing.to_array());
    let reach = places.map(f64::abs).fold(0.5, f64::max);
    // Whole steps of the grid.
    let reach = (reach / 0.25).ceil() * 0.25;
    let mut page = Canvas::new(2.0 * SIDE, SIDE + 40.0);
    let count = library.steps().len();
    let words = format!("Landing points of {count} steps of {} moves", library.clips().len());
    page.text(Point::new(14.0, 24.0), &words, &TextStyle::new(15.0).strong());
    for side in [Side::Left, Side::Right] {
        foot(&mut page, library, controller, side, reach);
    }
    page
}

fn foot(page: &mut Canvas, library: &StepLibrary, controller: Option<&FootstepController>, side: Side, reach: f64) {
    let (left, top) = (side as usize as f64 * SIDE, 30.0);
    let scale = (SIDE - 2.0 * EDGE) / (2.0 * reach);
    let middle = Point::new(left + 0.5 * SIDE, top + 0.5 * SIDE);
    // The body's left is to the left.
    let at = |x: f64, y: f64| Point::new(middle.x - scale * y, middle.y - scale * x);
    let grid = Style::stroke(Colour::rgb(225, 225, 225), 1.0);
    let soft = TextStyle::new(11.5).coloured(Colour::rgb(110, 110, 110));
    let lines = (reach / 0.5).floor() as i32;
    for k in -lines..=lines {
        let v = 0.5 * f64::from(k);
        page.line(at(v, -reach), at(v, reach), &grid);
        page.line(at(-reach, v), at(reach, v), &grid);
        page.text(
            at(v, reach) + ambulo_geom::Vec2::new(-4.0, 4.0),
            &format!("{v:.1}"),
            &soft.clone().anchored(Anchor::End),
        );
        let below = at(-reach, v) + ambulo_geom::Vec2::new(0.0, 16.0);
        page.text(below, &format!("{v:.1}"), &soft.clone().anchored(Anchor::Middle));
    }
    let own = colour::category(side as usize);
    if let Some(controller) = controller {
        let mesh = controller.landings(side);
        let point = |k: usize| at(mesh.points()[k].x, mesh.points()[k].y);
        for corners in mesh.triangles() {
            let ring = corners.map(point);
            page.polygon([&ring[..]], &Style::fill(Colour::WHITE).with_stroke(own.mix(Colour::WHITE, 0.45), 0.8));
        }
        for hull in mesh.hull() {
            page.line(point(hull[0]), point(hull[1]), &Style::stroke(own, 1.8));
        }
    }
    for s in library.steps().iter().filter(|s| s.figures.swing == side) {
        let ink = match s.mode {
            StepMode::Walk => own,
            StepMode::Turn => colour::category(2),
            StepMode::Run => colour::category(3),
        };
        let dot = if library.blends(s) { Style::fill(ink) } else { Style::stroke(ink, 1.2) };
        page.circle(at(s.landing.x, s.landing.y), 3.0, &dot);
    }
    // The body: a nose forward.
    page.circle(middle, 5.0, &Style::stroke(Colour::BLACK, 1.5));
    page.line(middle, at(0.10, 0.0), &Style::stroke(Colour::BLACK, 1.5));
    let name = if side == Side::Left { "left foot" } else { "right foot" };
    let words = format!("{name}: forward (up) and to the left [m], from below the hips");
    page.text(Point::new(middle.x, top + SIDE - 4.0), &words, &TextStyle::new(12.0).anchored(Anchor::Middle));
}
