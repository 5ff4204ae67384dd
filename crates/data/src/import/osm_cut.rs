//! Shore lines that leave the map: cut at its frame and closed along it.
//!
//! An extract holds only the part of a river or of the sea that was asked for. Its shore comes in from outside and goes
//! out again; between those places, water and land take turns around the frame.

use ambulo_geom::{Bounds, Point};

/// The parts of a line inside a frame, each from border to border, and whether the line begins or ends inside.
pub(super) fn inside(line: &[Point], frame: Bounds) -> (Vec<Vec<Point>>, bool) {
    let mut parts: Vec<Vec<Point>> = Vec::new();
    let mut current: Vec<Point> = Vec::new();
    let mut loose = line.first().is_some_and(|p| strictly(frame, *p));
    for pair in line.windows(2) {
        let Some((from, to)) = clip(pair[0], pair[1], frame) else { continue };
        if current.last() != Some(&from) {
            current = vec![from];
        }
        current.push(to);
        if to != pair[1] || !strictly(frame, to) {
            parts.push(std::mem::take(&mut current));
        }
    }
    loose |= current.len() > 1;
    // What began inside, or only runs along the frame, bounds nothing.
    parts.retain(|p| p.len() >= 2 && on_border(frame, p[0]) && p[1..].iter().any(|q| *q != p[0]));
    parts.retain(|p| p.len() > 2 || !same_side(frame, p[0], p[1]));
    (parts, loose)
}

fn strictly(b: Bounds, p: Point) -> bool {
    p.x > b.min.x && p.x < b.max.x && p.y > b.min.y && p.y < b.max.y
}

fn on_border(b: Bounds, p: Point) -> bool {
    b.contains(p) && !strictly(b, p)
}

fn same_side(b: Bounds, p: Point, q: Point) -> bool {
    (p.x == q.x && (p.x == b.min.x || p.x == b.max.x)) || (p.y == q.y && (p.y == b.min.y || p.y == b.max.y))
}

/// The part of a segment in the frame; ends on the border lie on it exactly.
fn clip(a: Point, b: Point, frame: Bounds) -> Option<(Point, Point)> {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let (mut from, mut to) = ((0.0f64, a), (1.0f64, b));
    let sides = [
        (-dx, a.x - frame.min.x, Some(frame.min.x), None),
        (dx, frame.max.x - a.x, Some(frame.max.x), None),
        (-dy, a.y - frame.min.y, None, Some(frame.min.y)),
        (dy, frame.max.y - a.y, None, Some(frame.max.y)),
    ];
    for (run, room, x, y) in sides {
        if run == 0.0 {
            if room < 0.0 {
                return None;
            }
            continue;
        }
        let t = room / run;
        let at = || Point::new(x.unwrap_or(a.x + t * dx), y.unwrap_or(a.y + t * dy));
        if run < 0.0 && t > from.0 {
            from = (t, at());
        } else if run > 0.0 && t < to.0 {
            to = (t, at());
        }
    }
    let held = |p: Point| Point::new(p.x.clamp(frame.min.x, frame.max.x), p.y.clamp(frame.min.y, frame.max.y));
    (from.0 < to.0).then(|| (held(from.1), held(to.1)))
}

/// How far along the frame a place of the border lies, counter-clockwise from its lowest corner.
fn along(b: Bounds, p: Point) -> f64 {
    let (w, h) = (b.width(), b.height());
    if p.y == b.min.y {
        p.x - b.min.x
    } else if p.x == b.max.x {
        w + p.y - b.min.y
    } else if p.y == b.max.y {
        w + h + b.max.x - p.x
    } else {
        2.0 * w + h + b.max.y - p.y
    }
}

/// Which side of directed lines the water is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WaterSide {
    /// To the right of every line, as of coasts.
    Right,
    /// On either; the smaller area is taken.
    Either,
}

/// The water in the frame between lines from border to border, as rings; and whether the lines contradict each other.
pub(super) fn water(parts: &[Vec<Point>], frame: Bounds, side: WaterSide) -> (Vec<Vec<Point>>, bool) {
    // Every end with its place on the frame; the arc after it, counter-clockwise, is water or not.
    let mut ends: Vec<(f64, usize, bool)> = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        ends.push((along(frame, part[0]), i, true));
        ends.push((along(frame, part[part.len() - 1]), i, false));
    }
    if ends.is_empty() {
        return (Vec::new(), false);
    }
    ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    // Where a line comes in, the water to its right is the arc that follows.
    let follows = |k: usize| ends[k].2;
    let even = (0..ends.len()).filter(|&k| follows(k) == k.is_multiple_of(2)).count();
    let contradicts = side == WaterSide::Right && even != 0 && even != ends.len();
    if side == WaterSide::Right {
        return (rings(parts, &ends, frame, 2 * even >= ends.len()), contradicts);
    }
    let size = |rings: &[Vec<Point>]| rings.iter().map(|r| area(r)).sum::<f64>();
    let (first, second) = (rings(parts, &ends, frame, true), rings(parts, &ends, frame, false));
    (if size(&first) <= size(&second) { first } else { second }, false)
}

/// Rings of lines and those arcs of the frame that follow an even end, or an odd one.
fn rings(parts: &[Vec<Point>], ends: &[(f64, usize, bool)], frame: Bounds, even: bool) -> Vec<Vec<Point>> {
    let n = ends.len();
    let mut used = vec![false; n];
    let mut all = Vec::new();
    let begins = usize::from(!even);
    for first in (begins..n).step_by(2) {
        let (mut ring, mut k) = (Vec::new(), first);
        // Along the arc to the next end, then along its line to the other end, from which an arc begins again
        // (or ends: then backwards).
        while !used[k] {
            used[k] = true;
            let arc_begins = k % 2 == begins;
            let next = if arc_begins { (k + 1) % n } else { (k + n - 1) % n };
            arc(&mut ring, frame, ends[k].0, ends[next].0, arc_begins);
            used[next] = true;
            let (_, part, starts) = ends[next];
            let line = &parts[part];
            if starts {
                ring.extend(line.iter().copied());
            } else {
                ring.extend(line.iter().rev().copied());
            }
            let Some(other) = (0..n).find(|&e| ends[e].1 == part && ends[e].2 != starts) else { break };
            k = other;
        }
        if ring.len() >= 3 {
            all.push(ring);
        }
    }
    all
}

/// The corners of the frame between two places of its border.
fn arc(ring: &mut Vec<Point>, b: Bounds, from: f64, to: f64, ccw: bool) {
    let (w, h) = (b.width(), b.height());
    let round = 2.0 * (w + h);
    let corners =
        [(0.0, b.min), (w, Point::new(b.max.x, b.min.y)), (w + h, b.max), (2.0 * w + h, Point::new(b.min.x, b.max.y))];
    let ahead = |t: f64| if ccw { (t - from).rem_euclid(round) } else { (from - t).rem_euclid(round) };
    let mut between: Vec<(f64, Point)> =
        corners.iter().map(|(t, p)| (ahead(*t), *p)).filter(|(d, _)| *d > 0.0 && *d < ahead(to)).collect();
    between.sort_by(|p, q| p.0.total_cmp(&q.0));
    ring.extend(between.into_iter().map(|(_, p)| p));
}

fn area(ring: &[Point]) -> f64 {
    let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
    (pairs.map(|(p, q)| p.x * q.y - q.x * p.y).sum::<f64>() / 2.0).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Bounds = Bounds { min: Point { x: 0.0, y: 0.0 }, max: Point { x: 10.0, y: 10.0 } };

    fn p(x: f64, y: f64) -> Point {
        Point::new(x, y)
    }

    fn sea(lines: &[&[Point]], side: WaterSide) -> f64 {
        let parts: Vec<Vec<Point>> = lines.iter().flat_map(|l| inside(l, FRAME).0).collect();
        water(&parts, FRAME, side).0.iter().map(|r| area(r)).sum()
    }

    #[test]
    fn the_sea_is_to_the_right_of_its_coast() {
        // Northwards through the middle: the sea lies in the east.
        assert_eq!(sea(&[&[p(4.0, -3.0), p(4.0, 13.0)]], WaterSide::Right), 60.0);
        assert_eq!(sea(&[&[p(4.0, 13.0), p(4.0, -3.0)]], WaterSide::Right), 40.0);
        // A strait between two coasts.
        let (west, east) = ([p(4.0, -3.0), p(4.0, 13.0)], [p(7.0, 13.0), p(7.0, -3.0)]);
        assert_eq!(sea(&[&west, &east], WaterSide::Right), 30.0);
        // A coast that leaves the map for a while.
        let coast = [p(-2.0, 5.0), p(5.0, 5.0), p(5.0, 12.0), p(8.0, 12.0), p(8.0, 5.0), p(12.0, 5.0)];
        assert_eq!(sea(&[&coast], WaterSide::Right), 100.0 - 25.0 - 10.0);
    }

    #[test]
    fn a_river_between_two_banks_is_the_smaller_part() {
        let (left, right) = ([p(4.0, -3.0), p(4.0, 13.0)], [p(6.0, -3.0), p(6.0, 13.0)]);
        assert_eq!(sea(&[&left, &right], WaterSide::Either), 20.0);
    }

    #[test]
    fn a_line_that_ends_in_the_map_is_loose() {
        let (parts, loose) = inside(&[p(-1.0, 5.0), p(5.0, 5.0)], FRAME);
        assert!(parts.is_empty() && loose);
        let (parts, loose) = inside(&[p(5.0, 5.0), p(15.0, 5.0)], FRAME);
        assert!(parts.is_empty() && loose, "{parts:?}");
    }
}
