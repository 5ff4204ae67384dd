//! From the border of an area, edge by edge, to polygons with holes.

use super::lattice::{Spot, by_angle, turn};
use crate::{Point, Polygon, PolygonError, Region};

/// A piece of the border with the area on its left, and the connected part of the area it belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BorderPiece {
    pub a: Spot,
    pub b: Spot,
    pub part: u32,
}

/// Simple rings, each from its lowest corner: counter-clockwise around a part, clockwise around a hole in it.
///
/// Where the area touches itself in a single place, the rings share that corner.
pub(crate) fn rings(border: &[BorderPiece]) -> Vec<(u32, Vec<Spot>)> {
    let mut out: Vec<usize> = (0..border.len()).collect();
    let direction = |i: usize| border[i].b.minus(border[i].a);
    out.sort_unstable_by(|&i, &j| {
        (border[i].part, border[i].a)
            .cmp(&(border[j].part, border[j].a))
            .then_with(|| by_angle(direction(i), direction(j)))
    });
    let mut used = vec![false; border.len()];
    let mut all = Vec::new();
    for &begin in &out {
        if used[begin] {
            continue;
        }
        let (mut walk, mut at) = (Vec::new(), begin);
        while !used[at] {
            used[at] = true;
            walk.push(border[at].a);
            match follow(border, &out, at) {
                Some(next) => at = next,
                None => break,
            }
        }
        let part = border[begin].part;
        all.extend(simple_rings(walk).into_iter().map(|ring| (part, ring)));
    }
    all.sort();
    all
}

/// The piece that goes on at the end of this one around the same corner of the area.
fn follow(border: &[BorderPiece], sorted: &[usize], at: usize) -> Option<usize> {
    let BorderPiece { a, b, part } = border[at];
    let begin = sorted.partition_point(|&i| (border[i].part, border[i].a) < (part, b));
    let end = sorted.partition_point(|&i| (border[i].part, border[i].a) <= (part, b));
    let candidates = &sorted[begin..end];
    let back = a.minus(b);
    // They are sorted counter-clockwise; the first one clockwise from where we came bounds the area between.
    let after = candidates.partition_point(|&i| by_angle(border[i].b.minus(border[i].a), back).is_lt());
    let index = if after == 0 { candidates.len().checked_sub(1)? } else { after - 1 };
    Some(candidates[index])
}

/// Cuts a closed walk at corners it visits twice.
fn simple_rings(walk: Vec<Spot>) -> Vec<Vec<Spot>> {
    let mut order: Vec<Spot> = walk.clone();
    order.sort_unstable();
    let repeated = order.windows(2).any(|w| w[0] == w[1]);
    if !repeated {
        return vec![from_lowest(walk)];
    }
    let mut position: std::collections::BTreeMap<Spot, usize> = std::collections::BTreeMap::new();
    let (mut path, mut done): (Vec<Spot>, Vec<Vec<Spot>>) = (Vec::new(), Vec::new());
    for p in walk {
        if let Some(&i) = position.get(&p) {
            let loop_ = path.split_off(i);
            for q in &loop_ {
                position.remove(q);
            }
            done.push(from_lowest(loop_));
        }
        position.insert(p, path.len());
        path.push(p);
    }
    done.push(from_lowest(path));
    done.retain(|ring| ring.len() >= 3);
    done
}

fn from_lowest(mut ring: Vec<Spot>) -> Vec<Spot> {
    if let Some(low) = (0..ring.len()).min_by_key(|&i| ring[i]) {
        ring.rotate_left(low);
    }
    ring
}

/// Twice the area, positive when counter-clockwise.
pub(crate) fn area2(ring: &[Spot]) -> i128 {
    let o = ring[0];
    (1..ring.len().saturating_sub(1)).map(|i| i128::from(turn(o, ring[i], ring[i + 1]))).sum()
}

/// Polygons with holes from rings, checked; `place` gives a corner its coordinates.
pub(crate) fn region(rings: &[(u32, Vec<Spot>)], place: impl Fn(Spot) -> Point) -> Result<Region, PolygonError> {
    let points = |ring: &[Spot]| ring.iter().map(|p| place(*p)).collect::<Vec<Point>>();
    let mut polygons = Vec::new();
    let mut begin = 0;
    while begin < rings.len() {
        let part = rings[begin].0;
        let end = begin + rings[begin..].iter().take_while(|(p, _)| *p == part).count();
        let (mut outer, mut holes) = (Vec::new(), Vec::new());
        for (_, ring) in &rings[begin..end] {
            if area2(ring) > 0 { outer.push(points(ring)) } else { holes.push(points(ring)) }
        }
        if let Some(first) = outer.into_iter().next() {
            polygons.push(Polygon::new(first, holes)?);
        }
        begin = end;
    }
    Region::new(polygons)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: i64, y: i64, size: i64, part: u32) -> Vec<BorderPiece> {
        let s = |x, y| Spot { x, y };
        let c = [s(x, y), s(x + size, y), s(x + size, y + size), s(x, y + size)];
        (0..4).map(|i| BorderPiece { a: c[i], b: c[(i + 1) % 4], part }).collect()
    }

    #[test]
    fn squares_that_touch_in_a_corner_are_two_rings() {
        let border = [square(0, 0, 2, 0), square(2, 2, 2, 1)].concat();
        assert_eq!(rings(&border).len(), 2);
        // The same when they are one part, joined elsewhere.
        let border = [square(0, 0, 2, 0), square(2, 2, 2, 0)].concat();
        assert_eq!(rings(&border).len(), 2);
    }

    #[test]
    fn a_hole_that_touches_the_wall_is_a_ring_of_its_own() {
        let corners = [(4, 4), (3, 2), (2, 3)].map(|(x, y)| Spot { x, y });
        let hole = (0..3).map(|i| BorderPiece { a: corners[i], b: corners[(i + 1) % 3], part: 0 }).collect();
        let border = [square(0, 0, 4, 0), hole].concat();
        let rings = rings(&border);
        assert_eq!(rings.iter().map(|(_, r)| area2(r)).collect::<Vec<_>>(), [32, -3]);
    }
}
