//! The millimetre lattice on which drawings are repaired: whole numbers make every decision exact.

use crate::Point;
use std::cmp::Ordering;

/// Lattice steps per metre.
pub(crate) const STEPS: f64 = 1000.0;
/// Farthest coordinate [steps]: products of two differences then fit 64 bits.
pub(crate) const FAR: i64 = 500_000_000;

/// A place on the lattice, ordered by x, then y.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Spot {
    pub x: i64,
    pub y: i64,
}

impl Spot {
    /// The nearest lattice place; `None` when the coordinates are no numbers or too far away.
    pub fn snap(p: Point) -> Option<Self> {
        let (x, y) = ((p.x * STEPS).round(), (p.y * STEPS).round());
        // Not a number fails the comparison, too.
        (x.abs() <= FAR as f64 && y.abs() <= FAR as f64).then_some(Self { x: x as i64, y: y as i64 })
    }

    pub fn point(self) -> Point {
        Point::new(self.x as f64 / STEPS, self.y as f64 / STEPS)
    }

    pub fn minus(self, o: Self) -> (i64, i64) {
        (self.x - o.x, self.y - o.y)
    }

    pub fn distance(self, o: Self) -> f64 {
        let (dx, dy) = self.minus(o);
        ((dx as f64) * (dx as f64) + (dy as f64) * (dy as f64)).sqrt()
    }
}

/// Positive when `c` lies left of the line from `a` to `b`.
pub(crate) fn turn(a: Spot, b: Spot, c: Spot) -> i64 {
    let ((ux, uy), (vx, vy)) = (b.minus(a), c.minus(a));
    ux * vy - uy * vx
}

/// By angle, counter-clockwise from the direction of positive x.
pub(crate) fn by_angle(u: (i64, i64), v: (i64, i64)) -> Ordering {
    let lower = |(x, y): (i64, i64)| y < 0 || (y == 0 && x < 0);
    lower(u).cmp(&lower(v)).then_with(|| 0.cmp(&(u.0 * v.1 - u.1 * v.0)))
}

/// How two pieces meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Meet {
    Not,
    /// An end on the other piece.
    Touch,
    /// Inside of both.
    Cross(Spot),
    /// A common stretch.
    Overlap,
}

/// How (a, b) and (c, d) meet, and by `cut` every lattice place at which one of them (0 or 1) must be split.
pub(crate) fn meet((a, b): (Spot, Spot), (c, d): (Spot, Spot), mut cut: impl FnMut(usize, Spot)) -> Meet {
    let (d1, d2) = (turn(c, d, a), turn(c, d, b));
    let (d3, d4) = (turn(a, b, c), turn(a, b, d));
    let opposite = |p: i64, q: i64| (p > 0 && q < 0) || (p < 0 && q > 0);
    if opposite(d1, d2) && opposite(d3, d4) {
        let share = i128::from(d1);
        let whole = i128::from(d1) - i128::from(d2);
        let (dx, dy) = b.minus(a);
        let at = Spot {
            x: a.x + rounded(i128::from(dx) * share, whole) as i64,
            y: a.y + rounded(i128::from(dy) * share, whole) as i64,
        };
        if at != a && at != b {
            cut(0, at);
        }
        if at != c && at != d {
            cut(1, at);
        }
        return Meet::Cross(at);
    }
    let mut cuts = 0;
    let mut shared = 0;
    for (side, which, p, (from, to)) in [(d1, 1, a, (c, d)), (d2, 1, b, (c, d)), (d3, 0, c, (a, b)), (d4, 0, d, (a, b))]
    {
        if side != 0 || !in_box(p, from, to) {
            continue;
        }
        if p == from || p == to {
            shared += 1;
        } else {
            cut(which, p);
            cuts += 1;
        }
    }
    match (d1 == 0 && d2 == 0, cuts) {
        (_, 0) if shared == 0 => Meet::Not,
        // Each shared end was seen from both sides.
        (true, 0) if shared >= 4 => Meet::Overlap,
        (true, n) if n > 0 && n + shared >= 2 => Meet::Overlap,
        _ => Meet::Touch,
    }
}

fn in_box(p: Spot, a: Spot, b: Spot) -> bool {
    a.x.min(b.x) <= p.x && p.x <= a.x.max(b.x) && a.y.min(b.y) <= p.y && p.y <= a.y.max(b.y)
}

/// n / d to the nearest whole number.
pub(crate) fn rounded(n: i128, d: i128) -> i128 {
    let (n, d) = if d < 0 { (-n, -d) } else { (n, d) };
    (2 * n + d).div_euclid(2 * d)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s(x: i64, y: i64) -> Spot {
        Spot { x, y }
    }

    #[test]
    fn pieces_meet_as_drawn() {
        let mut cuts = Vec::new();
        let mut look = |p, q| {
            cuts.clear();
            let how = meet(p, q, |which, at| cuts.push((which, at)));
            (how, cuts.clone())
        };
        let base = (s(0, 0), s(10, 0));
        assert_eq!(look(base, (s(3, -3), s(3, 4))), (Meet::Cross(s(3, 0)), vec![(0, s(3, 0)), (1, s(3, 0))]));
        assert_eq!(look(base, (s(3, 0), s(3, 4))), (Meet::Touch, vec![(0, s(3, 0))]));
        assert_eq!(look(base, (s(10, 0), s(13, 4))), (Meet::Touch, vec![]));
        assert_eq!(look(base, (s(5, 0), s(15, 0))), (Meet::Overlap, vec![(1, s(10, 0)), (0, s(5, 0))]));
        assert_eq!(look(base, (s(10, 0), s(0, 0))), (Meet::Overlap, vec![]));
        assert_eq!(look(base, (s(10, 0), s(15, 0))), (Meet::Touch, vec![]));
        assert_eq!(look(base, (s(11, 0), s(15, 0))), (Meet::Not, vec![]));
    }

    #[test]
    fn angles_go_round_once() {
        let round = [(1, 0), (2, 1), (1, 1), (0, 5), (-1, 1), (-3, 0), (-1, -1), (0, -1), (5, -1)];
        for pair in round.windows(2) {
            assert_eq!(by_angle(pair[0], pair[1]), Ordering::Less, "{pair:?}");
        }
        assert_eq!(by_angle((1, 1), (7, 7)), Ordering::Equal);
    }
}
