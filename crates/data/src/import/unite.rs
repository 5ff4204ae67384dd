//! Walkable polygons that overlap, share an edge or have holes on their border: ordinary maps are full of them. They are
//! united, which is reported; only an outline that crosses itself has no inside and stays an error.

use super::crs::CoordinateReading;
use super::draft::{Draft, WalkablePart};
use super::{ImportError, Plan, PlanOptions};
use ambulo_geom::repair::{Finding, FindingKind, Shape, ShapeRole};
use ambulo_geom::{Crossing, Point, PolygonError};

/// A polygon as written: its outline and its holes.
pub(super) type Rings = Vec<Vec<Point>>;

/// Whether polygons with this fault can be united.
pub(super) fn can_unite(error: &PolygonError) -> bool {
    match error {
        PolygonError::PolygonsOverlap { .. } | PolygonError::HoleInHole { .. } => true,
        // An edge on an edge is a common wall, or a cut that leads to a hole; a crossing is a fault of the outline.
        PolygonError::EdgesMeet { first, second, .. } => {
            first.ring != second.ring || !matches!(first.at.crossing(second.at), Crossing::Proper(_))
        }
        _ => false,
    }
}

/// The union of walkable polygons in metres, with the first fault in the report.
pub(super) fn united(
    polygons: Vec<(Rings, String)>,
    (fault, reading): (&PolygonError, CoordinateReading),
    mut draft: Draft,
    options: &PlanOptions,
) -> Result<Plan, ImportError> {
    let before = polygons.len();
    for (rings, label) in polygons {
        draft.soup.shapes.push(Shape { role: ShapeRole::Ground, rings, label });
    }
    let mut plan = draft.finish(WalkablePart::Drawn, options)?;
    report(&mut plan, (fault, reading), before);
    Ok(plan)
}

/// Reports that polygons were united, in front of what else there is.
pub(super) fn report(plan: &mut Plan, (fault, reading): (&PolygonError, CoordinateReading), before: usize) {
    let at = fault.place().map_or(Point::default(), |p| plan.local(reading.place(p.x, p.y)));
    let after = plan.walkable.polygons().len();
    let many = |n: usize| if n == 1 { "1 polygon".to_owned() } else { format!("{n} polygons") };
    let fault = fault.to_string();
    // Without the advice to do what was done.
    let fault = fault.split("; give one polygon").next().unwrap_or_default();
    let detail = format!("{fault}; all walkable polygons were united: {} became {}", many(before), many(after));
    plan.findings.insert(0, Finding::warning(FindingKind::United, at, detail));
}
