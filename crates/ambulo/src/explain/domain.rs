//! What a walker weighs: directions and speeds with what forbids them, or velocities with what they cost.

use ambulo_draw::{Anchor, Canvas, Colour, ColourMap, Style, TextStyle, Ticks, colour::category, plot};
use ambulo_geom::{Point, Vec2, math};
use ambulo_sim::{Explanation, Note};

/// Half the angles shown [deg].
const SPREAD: f64 = 120.0;
const PAPER: Colour = Colour::rgb(0xFB, 0xFB, 0xFA);
const FORBIDDEN: Colour = Colour::rgb(0xC9, 0x45, 0x3B);

pub(super) fn draw(page: &mut Canvas, e: &Explanation, corner: Point, width: f64, height: f64) {
    let has = |f: fn(&Note) -> bool| e.notes.iter().any(f);
    if has(|n| matches!(n, Note::Section { .. })) {
        sections(page, e, corner, width, height);
    } else {
        velocities(page, e, corner, width, height);
    }
}

/// The plane of velocities as a square.
fn velocities(page: &mut Canvas, e: &Explanation, corner: Point, width: f64, height: f64) {
    let side = width.min(height);
    let candidates: Vec<(Vec2, f32, bool)> = e
        .notes
        .iter()
        .filter_map(|n| match n {
            Note::Candidate { velocity, cost, chosen, .. } => Some((*velocity, *cost, *chosen)),
            _ => None,
        })
        .collect();
    let all = candidates.iter().map(|c| c.0).chain([e.preferred, e.chosen, e.velocity]);
    let most = all.map(|v| f64::from(v.length())).fold(1.0, f64::max) * 1.1;
    let at = |v: Vec2| {
        let (x, y) = (f64::from(v.x) / most, f64::from(v.y) / most);
        Point::new(corner.x + side * (0.5 + 0.5 * x), corner.y + side * (0.5 - 0.5 * y))
    };
    page.rect(corner, side, side, &Style::fill(PAPER).with_stroke(plot::GRID, 1.0));
    let centre = at(Vec2::ZERO);
    let label = TextStyle::new(11.0).coloured(plot::SOFT).anchored(Anchor::Middle).with_halo();
    for k in 1..=8 {
        let speed = 0.5 * f64::from(k);
        if speed <= most {
            page.circle(centre, side * 0.5 * speed / most, &Style::stroke(plot::GRID, 1.0));
            page.text(Point::new(centre.x, centre.y - side * 0.5 * speed / most), &format!("{speed} m/s"), &label);
        }
    }
    let (low, high) = range(candidates.iter().map(|c| c.1));
    let map = ColourMap::meadow();
    let size = if candidates.len() > 200 { 2.2 } else { 4.5 };
    for (velocity, cost, _) in candidates.iter().filter(|c| !c.2) {
        let share = if high > low { f64::from((cost - low) / (high - low)) } else { 0.0 };
        page.circle(at(*velocity), size, &Style::fill(map.at(share.clamp(0.0, 1.0))));
    }
    page.line(centre, at(e.preferred), &Style::stroke(plot::SOFT, 2.0).with_dash(4.0, 3.0));
    page.line(centre, at(e.velocity), &Style::stroke(plot::INK, 1.5));
    page.line(centre, at(e.chosen), &Style::stroke(category(1), 3.0));
    page.circle(at(e.chosen), 5.0, &Style::stroke(category(1), 2.0));
    let words = if candidates.len() < 2 {
        "velocities: wanted dashed, present thin, chosen thick".to_string()
    } else {
        format!("{} velocities weighed, cost {low:.2} (dark) to {high:.2}; chosen thick", candidates.len())
    };
    let foot = Point::new(corner.x + side / 2.0, corner.y + side - 6.0);
    page.text(foot, &words, &label);
}

fn range(costs: impl Iterator<Item = f32>) -> (f32, f32) {
    let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
    for cost in costs.filter(|c| c.is_finite()) {
        (low, high) = (low.min(cost), high.max(cost));
    }
    if low > high { (0.0, 0.0) } else { (low, high) }
}

/// Angle from the desired direction against speed: what is forbidden there, and what the directions cost.
fn sections(page: &mut Canvas, e: &Explanation, corner: Point, width: f64, height: f64) {
    let desired = e.preferred.unit().or(e.chosen.unit()).unwrap_or(Vec2::new(1.0, 0.0));
    let zero = desired.angle();
    let fastest = f64::from(e.preferred.length().max(e.chosen.length()).max(1.0)) * 1.6;
    let (left, right, top, bottom) = (corner.x + 44.0, corner.x + width, corner.y + 4.0, corner.y + height - 40.0);
    // Left of the desired direction is left in the picture.
    let x = |degrees: f64| left + (right - left) * (0.5 - 0.5 * degrees / SPREAD);
    let y = |speed: f64| bottom - (bottom - top) * (speed / fastest).clamp(0.0, 1.0);
    page.rect(Point::new(left, top), right - left, bottom - top, &Style::fill(PAPER).with_stroke(plot::GRID, 1.0));
    let label = TextStyle::new(11.0).coloured(plot::SOFT);
    for degrees in [-120.0, -90.0, -60.0, -30.0, 0.0, 30.0, 60.0, 90.0, 120.0] {
        page.line(Point::new(x(degrees), top), Point::new(x(degrees), bottom), &Style::stroke(plot::GRID, 1.0));
        let words = format!("{degrees}\u{b0}");
        page.text(Point::new(x(degrees), bottom + 14.0), &words, &label.clone().anchored(Anchor::Middle));
    }
    let ticks = Ticks::within(0.0, fastest, 5);
    for (value, words) in ticks.values().zip(ticks.labels()) {
        page.line(Point::new(left, y(value)), Point::new(right, y(value)), &Style::stroke(plot::GRID, 1.0));
        page.text(Point::new(left - 5.0, y(value) + 4.0), &words, &label.clone().anchored(Anchor::End));
    }
    // Where many lie over each other, each is lighter: the sum is to be read.
    let count = e.notes.iter().filter(|n| matches!(n, Note::Section { .. })).count();
    let opacity = (2.5 / count.max(1) as f64).clamp(0.05, 0.22);
    for note in &e.notes {
        let Note::Section { from, to, slow, fast, .. } = note else { continue };
        let start = math::wrap(f64::from(*from) - zero).to_degrees();
        let end = start + f64::from(to - from).rem_euclid(std::f64::consts::TAU).to_degrees();
        // A section across the back is seen at both ends of the picture.
        for shift in [-360.0, 0.0, 360.0] {
            let (a, b) = ((start + shift).max(-SPREAD), (end + shift).min(SPREAD));
            let (low, high) = (y(f64::from(*slow)), y(f64::from(*fast)));
            if a < b && low - high > 0.2 {
                let ring = [(b, low), (a, low), (a, high), (b, high)].map(|(d, v)| Point::new(x(d), v));
                page.polygon([&ring[..]], &Style::fill(FORBIDDEN).with_opacity(opacity));
            }
        }
    }
    let turn = math::wrap(e.chosen.angle() - zero).to_degrees();
    let standing = e.chosen.length() < 0.05;
    let place = Point::new(x(if standing { 0.0 } else { turn }), y(f64::from(e.chosen.length())));
    page.circle(Point::new(x(0.0), y(f64::from(e.preferred.length()))), 5.0, &Style::stroke(plot::SOFT, 2.0));
    page.circle(place, 5.0, &Style::fill(category(1)));
    let words = "angle from the desired direction, speed [m/s]; red forbidden, ring wanted, dot chosen";
    let foot = Point::new((left + right) / 2.0, bottom + 32.0);
    page.text(foot, words, &label.anchored(Anchor::Middle));
}
