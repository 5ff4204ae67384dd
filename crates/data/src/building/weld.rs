//! Stairs are drawn to the centimetre; here their ends are put exactly on the border they lead to, so that the ground
//! has no crack at the first and the last step.

use super::{Building, StairsPlan};
use ambulo_geom::{Point, Region, Segment};

/// An end this near to a corner of the border counts as the corner [m].
const CORNER: f64 = 0.01;

/// Moves the ends of all stairs onto the borders of their levels.
pub(super) fn weld(building: &mut Building) {
    let Building { levels, stairs, .. } = building;
    for StairsPlan { bottom_level, bottom, top_level, top, .. } in stairs {
        *bottom = on_border(*bottom, &levels[*bottom_level].plan.walkable);
        *top = on_border(*top, &levels[*top_level].plan.walkable);
    }
}

fn on_border(line: Segment, walkable: &Region) -> Segment {
    Segment::new(nearest(line.a, walkable), nearest(line.b, walkable))
}

/// The corner of the border at `p`, or else the place of the border nearest to it.
fn nearest(p: Point, walkable: &Region) -> Point {
    let corner = walkable.edges().map(|edge| edge.a).min_by(|a, b| a.distance(p).total_cmp(&b.distance(p)));
    if let Some(corner) = corner.filter(|c| c.distance(p) <= CORNER) {
        return corner;
    }
    let feet = walkable.edges().map(|edge| edge.closest_point(p));
    let foot = feet.min_by(|a, b| a.distance(p).total_cmp(&b.distance(p))).unwrap_or(p);
    // On the wall but for rounding: what was written stays.
    if foot.distance(p) < 1e-9 { p } else { foot }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::Polygon;

    #[test]
    fn an_end_goes_to_the_corner_beside_it_or_straight_onto_the_wall() {
        let room = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
        let line = Segment::new(Point::new(9.004, 8.995), Point::new(8.993, 2.5));
        let welded = on_border(line, &room);
        assert_eq!((welded.a, welded.b.x), (Point::new(9.0, 9.0), 9.0));
        assert!((welded.b.y - 2.5).abs() < 1e-9);
        let exact = Segment::new(Point::new(9.0, 1.0), Point::new(9.0, 3.1));
        assert_eq!(on_border(exact, &room), exact);
    }
}
