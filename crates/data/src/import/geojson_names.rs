//! Features of GeoJSON that have a name: walkable ones become areas, so that scenarios can start and end there.

use super::crs::CoordinateReading;
use super::draft::{Draft, WalkablePart};
use super::geojson_soup::{Feature, rings_of};
use super::unite::Rings;
use super::{ImportError, Plan, PlanOptions};
use ambulo_geom::repair::{Finding, FindingKind, Shape, ShapeRole};
use ambulo_geom::{Point, Polygon, Region};
use serde_json::Value;
use std::collections::BTreeMap;

/// What a feature is called: its `name`, else its `id`, in the properties or beside them.
pub(super) fn name(feature: &Value) -> Option<String> {
    let properties = &feature["properties"];
    let text = |v: &Value| match v {
        Value::String(s) => Some(s.trim().to_owned()).filter(|s| !s.is_empty()),
        Value::Number(n) => Some(n.to_string()),
        _ => None,
    };
    let places = ["name", "Name", "NAME", "id", "Id", "ID"].map(|key| &properties[key]);
    places.into_iter().chain([&feature["id"]]).find_map(text).map(|s| s.chars().take(120).collect())
}

/// Adds an area for every walkable polygon with a name. Of equal names the second becomes `name-2`.
pub(super) fn add_areas(
    text: &str,
    features: &[Feature<'_>],
    reading: CoordinateReading,
    plan: &mut Plan,
) -> Result<(), ImportError> {
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    for feature in features.iter().filter(|f| !f.solid && f.is_polygon()) {
        let Some(name) = &feature.name else { continue };
        let local = |rings: Rings| -> Rings {
            rings.into_iter().map(|ring| ring.into_iter().map(|p| plan.local(p)).collect()).collect()
        };
        let polygons: Vec<Rings> = rings_of(text, feature, reading)?.into_iter().map(local).collect();
        let at = polygons.iter().flatten().flatten().next().copied().unwrap_or_default();
        let count = taken.entry(name.clone()).or_insert(0);
        *count += 1;
        let name = if *count == 1 { name.clone() } else { format!("{name}-{count}") };
        match area(polygons) {
            Some(region) => plan.areas.push((name, region)),
            None => {
                let detail = format!("`{name}` has no area; it cannot be used by its name");
                plan.findings.push(Finding::warning(FindingKind::Ignored, at, detail));
            }
        }
    }
    Ok(())
}

/// A region of polygons as they are, or united where they overlap.
fn area(polygons: Vec<Rings>) -> Option<Region> {
    let whole = |rings: &Rings| Polygon::new(rings.first()?.clone(), rings.get(1..)?.to_vec()).ok();
    let strict: Option<Vec<Polygon>> = polygons.iter().map(whole).collect();
    if let Some(region) = strict.filter(|p| !p.is_empty()).and_then(|p| Region::new(p).ok()) {
        return Some(region);
    }
    let mut draft = Draft::default();
    let shapes = polygons.into_iter().map(|rings| Shape { role: ShapeRole::Ground, rings, label: String::new() });
    draft.soup.shapes.extend(shapes);
    let plan = draft.finish(WalkablePart::Drawn, &PlanOptions::default()).ok()?;
    (plan.origin == Point::default()).then_some(plan.walkable)
}
