//! Doors as they are drawn: a quarter circle around the hinge and a leaf from the hinge to one of its ends.

use super::dxf_names::LayerKind;
use super::dxf_strokes::Stroke;
use ambulo_geom::{Point, Segment};
use std::collections::BTreeSet;

/// A part of a stroke: index of the stroke, index of the part.
pub(super) type PartId = (u32, u32);

/// A door with a swing, in the units of the file.
#[derive(Clone, Debug)]
pub(super) struct DoorSwing {
    pub hinge: Point,
    /// Where the open leaf ends.
    pub tip: Point,
    /// Where the leaf ends when the door is shut.
    pub shut: Point,
    pub radius: f64,
    /// Arc, leaf and threshold: no walls.
    pub parts: Vec<PartId>,
}

/// Narrowest and widest leaf of a door [m].
pub(super) const LEAF: std::ops::RangeInclusive<f64> = 0.4..=2.5;
/// Parts inspected for all arcs together; a drawing with more arcs than that allows is no plan.
const MOST_LOOKS: usize = 50_000_000;

struct Straight {
    id: PartId,
    a: Point,
    b: Point,
    stroke: u32,
}

/// All swings among the strokes that matter; `kinds` are those of the strokes' layers.
pub(super) fn swings(
    strokes: &[Stroke],
    kind: impl Fn(&Stroke) -> LayerKind,
    on: impl Fn(&Stroke) -> bool,
) -> Vec<DoorSwing> {
    let mut straight: Vec<Straight> = Vec::new();
    let mut arcs: Vec<PartId> = Vec::new();
    for (s, stroke) in strokes.iter().enumerate().filter(|(_, s)| on(s)) {
        for (p, part) in stroke.parts.iter().enumerate() {
            let id = (s as u32, p as u32);
            if part.is_straight() {
                let (a, b) = part.ends();
                straight.push(Straight { id, a, b, stroke: s as u32 });
            } else if part.arc.is_some_and(|arc| (30f64..=130.0).contains(&arc.sweep.to_degrees()) && arc.radius > 0.0)
            {
                arcs.push(id);
            }
        }
    }
    let low = |s: &Straight| s.a.x.min(s.b.x);
    straight.sort_by(|s, t| low(s).total_cmp(&low(t)).then(s.id.cmp(&t.id)));
    let (mut looks, mut found, mut taken) = (0, Vec::new(), BTreeSet::new());
    for id in arcs {
        let stroke = &strokes[id.0 as usize];
        let part = &stroke.parts[id.1 as usize];
        let Some(arc) = part.arc else { continue };
        let (c, r) = (arc.centre, arc.radius);
        let first = straight.partition_point(|s| low(s) < c.x - 1.6 * r);
        let near: Vec<&Straight> = straight[first..].iter().take_while(|s| low(s) <= c.x + 1.6 * r).collect();
        looks += near.len();
        if looks > MOST_LOOKS {
            break;
        }
        let near: Vec<&Straight> = near.into_iter().filter(|s| Segment::new(s.a, s.b).distance(c) <= 1.6 * r).collect();
        let is_door = kind(stroke) == LayerKind::Doors;
        let Some((tip, shut)) = leaf_end(c, r, part.ends(), &near, is_door) else { continue };
        let mut parts = vec![id];
        parts.extend(leaf(c, tip, r, id, strokes, &near));
        parts.extend(thresholds(c, shut, r, id, strokes, &near));
        // A second arc over the same leaf is the same door drawn twice.
        parts.retain(|p| taken.insert(*p));
        found.push(DoorSwing { hinge: c, tip, shut, radius: r, parts });
    }
    found
}

/// Which end of the arc is the tip of the open leaf, and which is where it shuts; nothing when no leaf is drawn.
fn leaf_end(c: Point, r: f64, ends: (Point, Point), near: &[&Straight], is_door: bool) -> Option<(Point, Point)> {
    let leads = |tip: Point| {
        near.iter().any(|s| {
            let along = |from: Point, to: Point| from.distance(c) <= 0.12 * r && to.distance(tip) <= 0.12 * r;
            along(s.a, s.b) || along(s.b, s.a)
        })
    };
    // A wall that begins or passes where the leaf shuts; the leaf itself and lines from the hinge do not count.
    let walls = |end: Point| {
        let from_hinge = |s: &Straight| s.a.distance(c) <= 0.15 * r || s.b.distance(c) <= 0.15 * r;
        near.iter().filter(|s| !from_hinge(s) && Segment::new(s.a, s.b).distance(end) <= 0.1 * r).count()
    };
    let (first, second) = ends;
    match (leads(first), leads(second)) {
        (true, false) => Some((first, second)),
        (false, true) => Some((second, first)),
        (false, false) if !is_door => None,
        // A leaf and a threshold, or neither: the leaf shuts where there is a wall.
        _ if walls(first) > walls(second) => Some((second, first)),
        _ => Some((first, second)),
    }
}

/// The lines of the leaf: long ones beside the line from hinge to tip, and short ones that join two of them.
fn leaf(c: Point, tip: Point, r: f64, arc: PartId, strokes: &[Stroke], near: &[&Straight]) -> Vec<PartId> {
    let line = Segment::new(c, tip);
    let (own, insert) = (strokes[arc.0 as usize].layer, strokes[arc.0 as usize].insert);
    let beside = |s: &Straight| line.distance(s.a) <= 0.1 * r && line.distance(s.b) <= 0.1 * r;
    let belongs = |s: &Straight| {
        let stroke = &strokes[s.stroke as usize];
        stroke.layer == own || (insert != 0 && stroke.insert == insert)
    };
    let long: Vec<&&Straight> =
        near.iter().filter(|s| belongs(s) && beside(s) && (0.8 * r..=1.15 * r).contains(&s.a.distance(s.b))).collect();
    let joins = |p: Point, not: PartId| {
        long.iter().any(|l| l.id != not && (l.a.distance(p) <= 0.01 * r || l.b.distance(p) <= 0.01 * r))
    };
    let caps = near.iter().filter(|s| {
        let length = s.a.distance(s.b);
        belongs(s) && beside(s) && length <= 0.2 * r && joins(s.a, s.id) && joins(s.b, s.id)
    });
    long.iter().map(|s| s.id).chain(caps.map(|s| s.id)).collect()
}

/// Lines across the opening: on its line, or beside it by no more than a wall is thick.
fn thresholds(c: Point, shut: Point, r: f64, arc: PartId, strokes: &[Stroke], near: &[&Straight]) -> Vec<PartId> {
    let own = strokes[arc.0 as usize].layer;
    let (ux, uy) = ((shut.x - c.x) / r, (shut.y - c.y) / r);
    let along = |p: Point| (p.x - c.x) * ux + (p.y - c.y) * uy;
    let aside = |p: Point| (p.x - c.x) * uy - (p.y - c.y) * ux;
    let across = |s: &&&Straight| {
        let ((ta, tb), (na, nb)) = ((along(s.a), along(s.b)), (aside(s.a), aside(s.b)));
        let spans = ta.min(tb).abs() <= 0.06 * r && (ta.max(tb) - r).abs() <= 0.06 * r;
        let level = (na - nb).abs() <= 0.02 * r;
        let on_it = na.abs() <= 0.06 * r;
        spans && level && (on_it || (na.abs() <= 0.6 * r && strokes[s.stroke as usize].layer == own))
    };
    near.iter().filter(across).map(|s| s.id).collect()
}

/// An opening in walls that were drawn through it, without a gap for the door.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    from: Point,
    /// Along the opening.
    u: (f64, f64),
    width: f64,
    /// How far the wall reaches to the left of the opening's direction, from and to.
    sides: (f64, f64),
}

impl Gap {
    /// Where a door stands, in the unit of the walls.
    pub fn of(hinge: Point, shut: Point, tip: Point) -> Option<Self> {
        let width = hinge.distance(shut);
        if !(width > 0.0 && width.is_finite()) {
            return None;
        }
        let u = ((shut.x - hinge.x) / width, (shut.y - hinge.y) / width);
        let swings_left = u.0 * (tip.y - hinge.y) - u.1 * (tip.x - hinge.x) > 0.0;
        // The hinge is on the side to which the door opens, or within the wall.
        let (near, far) = (0.35 * width, 0.6 * width);
        let sides = if swings_left { (-far, near) } else { (-near, far) };
        Some(Self { from: hinge, u, width, sides })
    }

    /// Where it is, for sorting.
    pub fn x(&self) -> f64 {
        self.from.x
    }

    fn along(&self, p: Point) -> f64 {
        (p.x - self.from.x) * self.u.0 + (p.y - self.from.y) * self.u.1
    }

    fn left(&self, p: Point) -> f64 {
        (p.y - self.from.y) * self.u.0 - (p.x - self.from.x) * self.u.1
    }

    /// How far to the left of the opening a wall runs that goes on beyond both jambs; nothing when none does.
    pub fn crossed(&self, wall: Segment) -> Option<f64> {
        let (l, m) = (self.left(wall.a), self.left(wall.b));
        let (s, t) = (self.along(wall.a), self.along(wall.b));
        let beyond = 0.02 * self.width;
        let level = (l - m).abs() <= 0.03 * (s - t).abs();
        let through = s.min(t) < -beyond && s.max(t) > self.width + beyond;
        let middle = l + (m - l) * ((self.width / 2.0 - s) / (t - s));
        (level && through && (self.sides.0..=self.sides.1).contains(&middle)).then_some(middle)
    }

    /// The two pieces of such a wall beside the opening.
    pub fn cut(&self, wall: Segment) -> [Segment; 2] {
        let (s, t) = (self.along(wall.a), self.along(wall.b));
        let at = |v: f64| wall.a.lerp(wall.b, (v - s) / (t - s));
        let (first, second) = if s < t { (0.0, self.width) } else { (self.width, 0.0) };
        [Segment::new(wall.a, at(first)), Segment::new(at(second), wall.b)]
    }

    /// The jambs that close what was cut, from one face of the wall to the other.
    pub fn jambs(&self, faces: &[f64]) -> Vec<Segment> {
        let low = faces.iter().copied().fold(0.0, f64::min);
        let high = faces.iter().copied().fold(0.0, f64::max);
        let place = |along: f64, left: f64| {
            let (ux, uy) = self.u;
            Point::new(self.from.x + along * ux - left * uy, self.from.y + along * uy + left * ux)
        };
        if high - low <= 1e-3 {
            return Vec::new();
        }
        [0.0, self.width].map(|v| Segment::new(place(v, low), place(v, high))).to_vec()
    }
}

/// The opening of a door as a line from wall to wall: its ends are moved to the walls nearby.
pub(super) fn opening(hinge: Point, shut: Point, walls: &WallIndex) -> Segment {
    let r = hinge.distance(shut);
    let end = |at: Point, from: Point| {
        let (ux, uy) = ((at.x - from.x) / r, (at.y - from.y) / r);
        walls.ahead(at, (ux, uy), 0.3 * r).or_else(|| walls.nearest(at, 0.25 * r)).unwrap_or(at)
    };
    Segment::new(end(hinge, shut), end(shut, hinge))
}

/// Straight pieces of walls by their lowest x, to ask what is near.
pub(super) struct WallIndex {
    pieces: Vec<Segment>,
    longest: f64,
}

impl WallIndex {
    pub fn new(mut pieces: Vec<Segment>) -> Self {
        pieces.sort_by(|s, t| s.a.x.min(s.b.x).total_cmp(&t.a.x.min(t.b.x)));
        let longest = pieces.iter().map(|s| (s.a.x - s.b.x).abs()).fold(0.0, f64::max);
        Self { pieces, longest }
    }

    fn around(&self, at: Point, reach: f64) -> impl Iterator<Item = &Segment> {
        let low = at.x - reach - self.longest;
        let first = self.pieces.partition_point(|s| s.a.x.min(s.b.x) < low);
        let high = at.x + reach;
        self.pieces[first..].iter().take_while(move |s| s.a.x.min(s.b.x) <= high)
    }

    /// Whether a wall is that near.
    pub fn touches(&self, at: Point, reach: f64) -> bool {
        self.around(at, reach).any(|s| s.distance(at) <= reach)
    }

    fn nearest(&self, at: Point, reach: f64) -> Option<Point> {
        let near = self.around(at, reach).map(|s| s.closest_point(at));
        let best = near.min_by(|p, q| p.distance(at).total_cmp(&q.distance(at)))?;
        (best.distance(at) <= reach).then_some(best)
    }

    /// Where a ray meets a wall first, on it or a little behind its beginning.
    fn ahead(&self, at: Point, (ux, uy): (f64, f64), reach: f64) -> Option<Point> {
        let mut best: Option<f64> = None;
        for s in self.around(at, reach) {
            let (ex, ey) = (s.b.x - s.a.x, s.b.y - s.a.y);
            let cross = ux * ey - uy * ex;
            if cross.abs() <= 1e-9 * s.length() {
                continue;
            }
            let (dx, dy) = (s.a.x - at.x, s.a.y - at.y);
            let t = (dx * ey - dy * ex) / cross;
            let share = (dx * uy - dy * ux) / cross;
            let slack = 1e-3 * reach / s.length().max(1e-12);
            if (-slack..=1.0 + slack).contains(&share) && t >= -0.2 * reach && t <= reach {
                best = Some(best.map_or(t, |b: f64| if t.abs() < b.abs() { t } else { b }));
            }
        }
        best.map(|t| Point::new(at.x + ux * t, at.y + uy * t))
    }
}
