//! The place around a walker: walls, neighbours with their velocities, and the shapes its model spoke of.

use super::Decision;
use ambulo_draw::{Anchor, Canvas, Colour, PageTransform, Style, TextStyle, colour::category, plot};
use ambulo_geom::{Bounds, Point, Segment, Vec2};
use ambulo_sim::{Around, Note};

/// How far the picture reaches at least [m].
pub(super) const REACH: f64 = 5.0;
/// Neighbours described in words.
const MOST_WORDS: usize = 12;
/// An arrow shows where a walker is after this time [s].
const ARROW: f64 = 1.0;

const FLOOR: Colour = Colour::rgb(0xFB, 0xFB, 0xFA);
const WALL: Colour = Colour::rgb(0x3A, 0x41, 0x49);
const IDLE: Colour = Colour::rgb(0xA9, 0xB0, 0xB8);

pub(super) fn draw(page: &mut Canvas, moment: &Decision, corner: Point, side: f64) {
    let e = &moment.what;
    // All who matter are in the picture, up to a limit.
    let counted = e.around.iter().filter(|a| noted(moment, a).is_some());
    let farthest = counted.map(|a| a.place.distance(e.place) + 0.5).fold(REACH, f64::max).min(REACH * 1.5);
    let world = Bounds { min: e.place, max: e.place }.grown(farthest);
    let paper = Bounds { min: corner, max: Point::new(corner.x + side, corner.y + side) };
    page.rect(corner, side, side, &Style::fill(FLOOR).with_stroke(plot::GRID, 1.0));
    page.set_view(Some(PageTransform::fit(world, paper)));
    for wall in &moment.walls {
        if let Some(part) = clipped(*wall, world) {
            page.line(part.a, part.b, &Style::stroke(WALL, 2.0));
        }
    }
    shapes(page, moment, world);
    for a in e.around.iter().filter(|a| inside(a.place, world)) {
        neighbour(page, moment, a);
    }
    body(page, e.place, f64::from(e.radius), plot::INK);
    arrow(page, e.place, e.preferred, &Style::stroke(IDLE, 2.0).with_dash(4.0, 3.0), world);
    arrow(page, e.place, e.velocity, &Style::stroke(plot::INK, 1.5), world);
    arrow(page, e.place, e.chosen, &Style::stroke(category(1), 3.0), world);
    scale(page, world);
    page.set_view(None);
}

/// The model's last note on a neighbour.
fn noted<'a>(moment: &'a Decision, a: &Around) -> Option<(&'a str, Option<f32>)> {
    let of = |n: &'a Note| match n {
        Note::Neighbour { row, seen, time, .. } if row.0 == a.row => Some((*seen, *time)),
        _ => None,
    };
    moment.what.notes.iter().filter_map(of).next_back()
}

fn neighbour(page: &mut Canvas, moment: &Decision, a: &Around) {
    let note = noted(moment, a);
    let colour = if note.is_some() { category(0) } else { IDLE };
    body(page, a.place, f64::from(a.radius), colour);
    let tip = Point::new(a.place.x + f64::from(a.velocity.x) * ARROW, a.place.y + f64::from(a.velocity.y) * ARROW);
    page.line(a.place, tip, &Style::stroke(colour, 1.5));
    let Some((seen, time)) = note else { return };
    let noted = moment.what.notes.iter().filter(|n| matches!(n, Note::Neighbour { .. })).count();
    let words = match time {
        Some(t) if t.is_finite() => format!("{} {seen} {t:.1} s", a.id),
        // In a crowd only those with a time have room for words.
        _ if noted > MOST_WORDS => a.id.to_string(),
        _ => format!("{} {seen}", a.id),
    };
    let at = Point::new(a.place.x, a.place.y + f64::from(a.radius) + 0.12);
    page.text(at, &words, &TextStyle::new(11.0).coloured(plot::SOFT).anchored(Anchor::Middle).with_halo());
}

fn shapes(page: &mut Canvas, moment: &Decision, world: Bounds) {
    let here = moment.what.place;
    let mut kinds: Vec<&str> = Vec::new();
    for note in &moment.what.notes {
        let Note::Shape { what, points, closed } = note else { continue };
        if !kinds.contains(what) {
            kinds.push(what);
        }
        let kind = kinds.iter().position(|k| k == what).unwrap_or(0);
        let colour = category(2 + kind % 5);
        let at = |p: &Vec2| Point::new(here.x + f64::from(p.x), here.y + f64::from(p.y));
        let mut ring: Vec<Point> = points.iter().map(at).collect();
        if *closed {
            if ring.iter().all(|p| inside(*p, world)) {
                page.polygon([&ring[..]], &Style::fill(colour).with_opacity(0.12));
            }
            ring.extend(ring.first().copied());
        }
        for w in ring.windows(2) {
            if let Some(part) = clipped(Segment::new(w[0], w[1]), world) {
                page.line(part.a, part.b, &Style::stroke(colour, 1.5));
            }
        }
    }
    for (k, kind) in kinds.iter().enumerate() {
        let at = Point::new(world.min.x + 0.15, world.max.y - 0.3 - 0.035 * world.height() * k as f64);
        page.text(at, kind, &TextStyle::new(11.0).coloured(category(2 + k % 5)).with_halo());
    }
}

fn body(page: &mut Canvas, at: Point, radius: f64, colour: Colour) {
    page.circle(at, radius, &Style::fill(colour).with_opacity(0.85));
}

/// A velocity as the displacement of the next second, with a head.
fn arrow(page: &mut Canvas, from: Point, velocity: Vec2, style: &Style, world: Bounds) {
    let Some(direction) = velocity.unit() else { return };
    let tip = Point::new(from.x + f64::from(velocity.x) * ARROW, from.y + f64::from(velocity.y) * ARROW);
    if !inside(tip, world) {
        return;
    }
    page.line(from, tip, style);
    let (dx, dy) = (f64::from(direction.x), f64::from(direction.y));
    let wing = |side: f64| Point::new(tip.x - 0.2 * dx - side * 0.1 * dy, tip.y - 0.2 * dy + side * 0.1 * dx);
    page.polyline(&[wing(1.0), tip, wing(-1.0)], style);
}

fn scale(page: &mut Canvas, world: Bounds) {
    let (x, y) = (world.max.x - 1.3, world.min.y + 0.25);
    page.line(Point::new(x, y), Point::new(x + 1.0, y), &Style::stroke(plot::SOFT, 2.0));
    let style = TextStyle::new(11.0).coloured(plot::SOFT).anchored(Anchor::Middle).with_halo();
    page.text(Point::new(x + 0.5, y + 0.12), "1 m", &style);
}

fn inside(p: Point, b: Bounds) -> bool {
    (b.min.x..=b.max.x).contains(&p.x) && (b.min.y..=b.max.y).contains(&p.y)
}

/// The part of a line inside a box.
fn clipped(s: Segment, b: Bounds) -> Option<Segment> {
    let (dx, dy) = (s.b.x - s.a.x, s.b.y - s.a.y);
    let (mut from, mut to) = (0.0f64, 1.0f64);
    for (p, q) in [(-dx, s.a.x - b.min.x), (dx, b.max.x - s.a.x), (-dy, s.a.y - b.min.y), (dy, b.max.y - s.a.y)] {
        if p == 0.0 {
            if q < 0.0 {
                return None;
            }
        } else if p < 0.0 {
            from = from.max(q / p);
        } else {
            to = to.min(q / p);
        }
    }
    (from < to).then(|| Segment::new(s.a.lerp(s.b, from), s.a.lerp(s.b, to)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_the_border() {
        let b = Bounds { min: Point::new(0.0, 0.0), max: Point::new(10.0, 10.0) };
        let line = |ax, ay, bx, by| Segment::new(Point::new(ax, ay), Point::new(bx, by));
        let part = clipped(line(-5.0, 5.0, 15.0, 5.0), b).unwrap();
        assert_eq!((part.a.x, part.b.x), (0.0, 10.0));
        assert!(clipped(line(-5.0, 11.0, 15.0, 11.0), b).is_none());
        assert_eq!(clipped(line(1.0, 1.0, 2.0, 2.0), b), Some(line(1.0, 1.0, 2.0, 2.0)));
    }
}
