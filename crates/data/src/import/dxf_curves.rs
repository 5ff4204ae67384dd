//! Curves of a drawing as short straight pieces, never farther from the curve than 5 mm.

use super::dxf_parts::Arc;
use ambulo_geom::{Point, math};
use std::f64::consts::TAU;

/// Farthest a piece may be from its curve [m].
const SAG: f64 = 0.005;
/// Most pieces of one curve.
const MOST: usize = 4096;

/// Pieces for an arc of some radius [m] and angle.
fn pieces(radius: f64, sweep: f64) -> usize {
    let sag = SAG.min(radius / 2.0).max(1e-9);
    let step = 2.0 * math::acos((1.0 - sag / radius.max(1e-9)).clamp(-1.0, 1.0));
    ((sweep.abs() / step).ceil() as usize).clamp(2, MOST)
}

/// An elliptic arc: `centre + major cos t + minor sin t` for t in a range, `scale` metres per unit.
pub(super) fn arc(
    centre: Point,
    major: (f64, f64),
    minor: (f64, f64),
    from: f64,
    sweep: f64,
    scale: f64,
) -> Vec<Point> {
    let length = |(x, y): (f64, f64)| (x * x + y * y).sqrt();
    let n = pieces(length(major).max(length(minor)) * scale, sweep);
    let at = |i: usize| {
        let t = from + sweep * i as f64 / n as f64;
        let (c, s) = (math::cos(t), math::sin(t));
        Point::new(centre.x + major.0 * c + minor.0 * s, centre.y + major.1 * c + minor.1 * s)
    };
    let mut all: Vec<Point> = (0..=n).map(at).collect();
    if sweep.abs() >= TAU {
        // Closed exactly, not to rounding.
        all[n] = all[0];
    }
    all
}

/// The places after `a` up to `b`, bulged as polylines have it: the tangent of a quarter of the arc's angle.
pub(super) fn bulge(a: Point, b: Point, bulge: f64, scale: f64, out: &mut Vec<Point>) {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let chord = (dx * dx + dy * dy).sqrt();
    if bulge.abs() > 1e-9 && chord > 0.0 {
        let sweep = 4.0 * math::atan2(bulge, 1.0);
        // From the middle of the chord to the centre, to the left of the chord.
        let off = (1.0 - bulge * bulge) / (4.0 * bulge);
        let centre = Point::new((a.x + b.x) / 2.0 - dy * off, (a.y + b.y) / 2.0 + dx * off);
        let (rx, ry) = (a.x - centre.x, a.y - centre.y);
        let n = pieces((rx * rx + ry * ry).sqrt() * scale, sweep);
        for i in 1..n {
            let t = sweep * i as f64 / n as f64;
            let (c, s) = (math::cos(t), math::sin(t));
            out.push(Point::new(centre.x + rx * c - ry * s, centre.y + rx * s + ry * c));
        }
    }
    out.push(b);
}

/// The arc of a bulged piece of a polyline; nothing when it is straight.
pub(super) fn bulge_arc(a: Point, b: Point, bulge: f64) -> Option<Arc> {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    if bulge.abs() <= 1e-9 || (dx == 0.0 && dy == 0.0) {
        return None;
    }
    let off = (1.0 - bulge * bulge) / (4.0 * bulge);
    let centre = Point::new((a.x + b.x) / 2.0 - dy * off, (a.y + b.y) / 2.0 + dx * off);
    Some(Arc { centre, radius: centre.distance(a), sweep: (4.0 * math::atan2(bulge, 1.0)).abs() })
}

/// A rational B-spline by de Boor's rule; `None` when its numbers do not fit together.
pub(super) fn spline(
    degree: usize,
    knots: &[f64],
    controls: &[Point],
    weights: &[f64],
    scale: f64,
) -> Option<Vec<Point>> {
    let n = controls.len();
    if degree == 0 || degree > 16 || n <= degree || knots.len() != n + degree + 1 {
        return None;
    }
    if knots.windows(2).any(|k| k[1] < k[0]) {
        return None;
    }
    let (low, high) = (knots[degree], knots[n]);
    if high <= low {
        return None;
    }
    let length: f64 = controls.windows(2).map(|w| w[0].distance(w[1])).sum::<f64>() * scale;
    // A curve bends no more than its control line; every 5 cm a place, and enough for each span.
    let count = ((length / 0.05).ceil() as usize).clamp(8 * (n - degree), MOST.max(8 * (n - degree))).min(1 << 16);
    let at = |i: usize| {
        let u = low + (high - low) * i as f64 / count as f64;
        let span = knots.partition_point(|k| *k <= u).clamp(degree + 1, n) - 1;
        let weight = |j: usize| weights.get(j).copied().filter(|w| *w > 0.0).unwrap_or(1.0);
        let mut d: Vec<[f64; 3]> =
            (span - degree..=span).map(|j| [controls[j].x * weight(j), controls[j].y * weight(j), weight(j)]).collect();
        for r in 1..=degree {
            for j in (r..=degree).rev() {
                let i = span - degree + j;
                let wide = knots[i + degree - r + 1] - knots[i];
                let t = if wide > 0.0 { (u - knots[i]) / wide } else { 0.0 };
                let before = d[j - 1];
                for (now, before) in d[j].iter_mut().zip(before) {
                    *now = (1.0 - t) * before + t * *now;
                }
            }
        }
        let [x, y, w] = d[degree];
        Point::new(x / w, y / w)
    };
    Some((0..=count).map(at).collect())
}
