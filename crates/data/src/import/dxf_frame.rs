//! The frame of the drawing: a rectangle around everything that no wall touches.

use super::dxf_doors::PartId;
use ambulo_geom::{Bounds, Point, Segment};

/// A straight part that may be a wall or a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameSide {
    pub id: PartId,
    pub at: Segment,
    /// Whether its layer has a name that makes it a wall.
    pub sure_wall: bool,
}

/// A rectangle around everything else.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DrawingFrame {
    pub at: Bounds,
    pub parts: Vec<PartId>,
    /// What makes it a sheet and not a building: its shape, a second frame within, a title block in a corner.
    pub evidence: Vec<&'static str>,
    /// Whether it is two rectangles at the thickness of a wall.
    pub ring: bool,
}

/// Frames within frames.
const MOST: usize = 4;

/// The rectangles around everything, from the outermost on, as long as no wall touches them.
pub(super) fn frames(sides: &[FrameSide]) -> Vec<DrawingFrame> {
    let mut rest: Vec<FrameSide> = sides.to_vec();
    let mut found: Vec<DrawingFrame> = Vec::new();
    while found.len() < MOST {
        let Some(at) = Bounds::of(rest.iter().flat_map(|s| [s.at.a, s.at.b])) else { break };
        let slack = (1e-4 * at.width().max(at.height())).max(0.005);
        let on_side = |s: &FrameSide| side_of(&s.at, at, slack);
        let mut covered = [0.0; 4];
        for s in &rest {
            if let Some(side) = on_side(s) {
                covered[side] += s.at.length();
            }
        }
        let whole = [at.width(), at.height(), at.width(), at.height()];
        if whole.iter().any(|w| *w < 1.0) || (0..4).any(|i| covered[i] < 0.98 * whole[i]) {
            break;
        }
        let (own, inner): (Vec<FrameSide>, Vec<FrameSide>) = rest.iter().partition(|s| on_side(s).is_some());
        if own.iter().any(|s| s.sure_wall) || inner.is_empty() {
            break;
        }
        let Some(corner) = attached(&inner, at, slack) else { break };
        let mut evidence = Vec::new();
        if is_paper(at) {
            evidence.push("it has the shape of a sheet of paper");
        }
        if corner {
            evidence.push("a title block is in one corner");
        }
        found.push(DrawingFrame { at, parts: own.iter().map(|s| s.id).collect(), evidence, ring: false });
        rest = inner;
    }
    // A rectangle in a rectangle at the thickness of a wall: the two are one wall, or one border.
    let mut frames: Vec<DrawingFrame> = Vec::new();
    for frame in found {
        match frames.last_mut() {
            Some(outer) if !outer.ring && widest_gap(outer.at, frame.at) <= 0.6 => {
                outer.ring = true;
                outer.at = frame.at;
                outer.parts.extend(frame.parts);
                for word in frame.evidence.into_iter().filter(|w| !outer.evidence.contains(w)).collect::<Vec<_>>() {
                    outer.evidence.push(word);
                }
            }
            _ => frames.push(frame),
        }
    }
    for i in 1..frames.len() {
        // The border of a sheet runs close to its edge; a house in a yard does not.
        let (outer, inner) = (frames[i - 1].at, frames[i].at);
        if inner.width() >= 0.85 * outer.width() && inner.height() >= 0.85 * outer.height() {
            frames[i - 1].evidence.push("another runs close within it");
            frames[i].evidence.push("it runs close within another");
        }
    }
    frames
}

/// The widest gap between a box and one within it.
fn widest_gap(outer: Bounds, inner: Bounds) -> f64 {
    let gaps =
        [inner.min.x - outer.min.x, inner.min.y - outer.min.y, outer.max.x - inner.max.x, outer.max.y - inner.max.y];
    gaps.into_iter().fold(0.0, f64::max)
}

/// Which side of a box a piece lies on: 0 below, 1 right, 2 above, 3 left.
fn side_of(s: &Segment, b: Bounds, slack: f64) -> Option<usize> {
    let near = |v: f64, w: f64| (v - w).abs() <= slack;
    if near(s.a.y, s.b.y) && s.length() > slack {
        if near(s.a.y, b.min.y) {
            return Some(0);
        }
        return near(s.a.y, b.max.y).then_some(2);
    }
    if near(s.a.x, s.b.x) && s.length() > slack {
        if near(s.a.x, b.max.x) {
            return Some(1);
        }
        return near(s.a.x, b.min.x).then_some(3);
    }
    None
}

/// Nothing when walls touch the box; otherwise whether a title block does, in one corner.
fn attached(inner: &[FrameSide], b: Bounds, slack: f64) -> Option<bool> {
    let on = |p: Point| {
        (p.x - b.min.x).abs().min((p.x - b.max.x).abs()) <= slack
            || (p.y - b.min.y).abs().min((p.y - b.max.y).abs()) <= slack
    };
    let touching: Vec<Point> = inner.iter().flat_map(|s| [s.at.a, s.at.b]).filter(|p| on(*p)).collect();
    if touching.is_empty() {
        return Some(false);
    }
    let (w, h) = (b.width(), b.height());
    let in_corner = |right: bool, top: bool| {
        touching.iter().all(|p| {
            let x = if right { b.max.x - p.x } else { p.x - b.min.x };
            let y = if top { b.max.y - p.y } else { p.y - b.min.y };
            x <= 0.5 * w + slack && y <= 0.4 * h + slack
        })
    };
    let one = [(true, false), (true, true), (false, false), (false, true)].into_iter().any(|(r, t)| in_corner(r, t));
    one.then_some(true)
}

/// Sheets of the A series, and those of American sizes.
fn is_paper(b: Bounds) -> bool {
    let ratio = (b.width() / b.height()).max(b.height() / b.width());
    [std::f64::consts::SQRT_2, 17.0 / 11.0, 11.0 / 8.5, 1.5].iter().any(|r| (ratio / r - 1.0).abs() <= 0.012)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x0: f64, y0: f64, x1: f64, y1: f64) -> Vec<Segment> {
        let c = [Point::new(x0, y0), Point::new(x1, y0), Point::new(x1, y1), Point::new(x0, y1)];
        (0..4).map(|i| Segment::new(c[i], c[(i + 1) % 4])).collect()
    }

    fn sides(list: &[Vec<Segment>]) -> Vec<FrameSide> {
        let all = list.iter().flatten().enumerate();
        all.map(|(i, at)| FrameSide { id: (i as u32, 0), at: *at, sure_wall: false }).collect()
    }

    #[test]
    fn a_sheet_is_a_frame_and_a_hall_with_rooms_is_none() {
        let house = rect(20.0, 20.0, 40.0, 35.0);
        let scaled = frames(&sides(&[rect(0.0, 0.0, 84.1, 59.4), rect(2.0, 1.0, 83.1, 58.4), house.clone()]));
        assert_eq!(scaled.iter().map(|f| f.evidence.len()).collect::<Vec<_>>(), [2, 2]);
        assert_eq!(scaled[0].parts.len(), 4);
        let table = vec![
            Segment::new(Point::new(60.0, 0.0), Point::new(60.0, 10.0)),
            Segment::new(Point::new(60.0, 10.0), Point::new(80.0, 10.0)),
        ];
        let titled = frames(&sides(&[rect(0.0, 0.0, 80.0, 60.0), table, house]));
        assert_eq!(titled[0].evidence, ["a title block is in one corner"]);
        let rooms = vec![
            Segment::new(Point::new(5.0, 0.0), Point::new(5.0, 8.0)),
            Segment::new(Point::new(15.0, 4.0), Point::new(20.0, 4.0)),
        ];
        assert_eq!(frames(&sides(&[rect(0.0, 0.0, 20.0, 8.0), rooms])), []);
        // Two rectangles at the thickness of a wall are one.
        let ring = frames(&sides(&[rect(0.0, 0.0, 20.0, 10.0), rect(0.3, 0.3, 19.7, 9.7), rect(4.0, 4.0, 5.0, 5.0)]));
        assert_eq!(ring.iter().map(|f| (f.ring, f.parts.len(), f.evidence.len())).collect::<Vec<_>>(), [(true, 8, 0)]);
    }
}
