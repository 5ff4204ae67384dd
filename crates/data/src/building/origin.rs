//! A plan far from zero is moved near it, by what its own box asks for. Levels, stairs and doors must move together:
//! all take the origin of the first level.

use super::{Building, Door, Level, Stair};
use ambulo_geom::{Point, Polygon, PolygonError, Region, Segment};

/// Gives all levels the origin of the first, and moves stairs and doors, which are as the file has them, along.
pub(super) fn share(building: &mut Building) -> Result<(), PolygonError> {
    let Building { levels, stairs, doors } = building;
    let Some((first, others)) = levels.split_first_mut() else { return Ok(()) };
    for level in others.iter_mut().filter(|level| level.plan.origin != first.plan.origin) {
        rebase(level, first.plan.origin)?;
    }
    let local = |s: Segment| Segment::new(first.plan.local(s.a), first.plan.local(s.b));
    for Stair { bottom, top, .. } in stairs {
        (*bottom, *top) = (local(*bottom), local(*top));
    }
    for Door { line, .. } in doors {
        *line = local(*line);
    }
    Ok(())
}

fn rebase(level: &mut Level, origin: Point) -> Result<(), PolygonError> {
    let plan = &mut level.plan;
    let by = Point::new(plan.origin.x - origin.x, plan.origin.y - origin.y);
    let place = |p: Point| Point::new(p.x + by.x, p.y + by.y);
    let ring = |r: &[Point]| r.iter().map(|p| place(*p)).collect::<Vec<_>>();
    let moved = |region: &Region| {
        let polygon = |p: &Polygon| Polygon::new(ring(p.outer()), p.holes().map(ring).collect());
        Region::new(region.polygons().iter().map(polygon).collect::<Result<_, _>>()?)
    };
    plan.walkable = moved(&plan.walkable)?;
    for (_, area) in &mut plan.areas {
        *area = moved(area)?;
    }
    for wall in &mut plan.walls {
        *wall = Segment::new(place(wall.a), place(wall.b));
    }
    for finding in &mut plan.findings {
        finding.at = place(finding.at);
    }
    plan.origin = origin;
    Ok(())
}
