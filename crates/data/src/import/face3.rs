//! Flat faces in space: their normal, their height, and what of them lies between two heights.

use ambulo_geom::Point;

/// A corner in metres, z up.
pub(super) type Corner = [f64; 3];

fn minus(p: &Corner, q: &Corner) -> Corner {
    [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
}

fn cross(u: Corner, v: Corner) -> Corner {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

fn dot(u: Corner, v: Corner) -> f64 {
    u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
}

/// Twice the area as a vector that stands on the face; corners run counter-clockwise around it.
pub(super) fn normal(face: &[Corner]) -> Corner {
    let Some(o) = face.first() else { return [0.0; 3] };
    let mut sum = [0.0; 3];
    for pair in face.windows(2).skip(1) {
        let n = cross(minus(&pair[0], o), minus(&pair[1], o));
        sum = [sum[0] + n[0], sum[1] + n[1], sum[2] + n[2]];
    }
    sum
}

/// Upright part of the unit normal; `None` for a face without area.
pub(super) fn upright(face: &[Corner]) -> Option<f64> {
    let n = normal(face);
    let length = dot(n, n).sqrt();
    (length > 1e-12).then(|| n[2] / length)
}

/// Whether a face has no corner that points inwards.
pub(super) fn is_convex(face: &[Corner]) -> bool {
    let (n, all) = (face.len(), normal(face));
    (0..n).all(|i| {
        let (p, q, r) = (&face[i], &face[(i + 1) % n], &face[(i + 2) % n]);
        dot(cross(minus(q, p), minus(r, q)), all) >= 0.0
    })
}

/// The part of a face between two heights, seen from above.
pub(super) fn between(face: &[Corner], low: f64, high: f64) -> Vec<Point> {
    let above = cut(face, |p| p[2] - low);
    cut(&above, |p| high - p[2]).iter().map(|p| Point::new(p[0], p[1])).collect()
}

/// The part of a face where a measure, which must be linear, is not negative.
pub(super) fn cut(face: &[Corner], inside: impl Fn(&Corner) -> f64) -> Vec<Corner> {
    let mut out = Vec::with_capacity(face.len() + 1);
    for i in 0..face.len() {
        let (p, q) = (face[i], face[(i + 1) % face.len()]);
        let (dp, dq) = (inside(&p), inside(&q));
        if dp >= 0.0 {
            out.push(p);
        }
        if (dp > 0.0 && dq < 0.0) || (dp < 0.0 && dq > 0.0) {
            let t = dp / (dp - dq);
            out.push([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t, p[2] + (q[2] - p[2]) * t]);
        }
    }
    out
}

/// Area of a ring seen from above, positive when counter-clockwise.
pub(super) fn area(ring: &[Point]) -> f64 {
    let Some(o) = ring.first() else { return 0.0 };
    let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
    pairs.map(|(p, q)| (p.x - o.x) * (q.y - o.y) - (q.x - o.x) * (p.y - o.y)).sum::<f64>() / 2.0
}

/// The face seen from above.
pub(super) fn seen(face: &[Corner]) -> Vec<Point> {
    face.iter().map(|p| Point::new(p[0], p[1])).collect()
}

/// Whether a ring goes around a place.
pub(super) fn holds(ring: &[Point], p: Point) -> bool {
    let mut inside = false;
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        if side == 0.0 && a.x.min(b.x) <= p.x && p.x <= a.x.max(b.x) && a.y.min(b.y) <= p.y && p.y <= a.y.max(b.y) {
            return true;
        }
        if (a.y > p.y) != (b.y > p.y) && (side > 0.0) == (b.y > a.y) {
            inside = !inside;
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_face_is_cut_and_knows_its_slope() {
        let ramp = [[0.0, 0.0, 0.0], [4.0, 0.0, 4.0], [4.0, 2.0, 4.0], [0.0, 2.0, 0.0]];
        assert!((upright(&ramp).unwrap() - 0.5f64.sqrt()).abs() < 1e-12);
        assert_eq!(area(&between(&ramp, 1.0, 2.0)), 2.0);
        assert!(is_convex(&ramp) && holds(&seen(&ramp), Point::new(1.0, 1.0)));
        let dart = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 4.0, 0.0]];
        assert!(!is_convex(&dart) && !holds(&seen(&dart), Point::new(2.0, 2.0)));
    }
}
