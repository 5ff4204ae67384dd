//! GeoJSON, read from the JSON tree: an error must say which feature and which corner it means, and where it stands.

use super::crs::{self, CoordinateReading};
use super::error::{FARTHEST, too_far};
use super::read_plan::walkable;
use super::unite::{self, can_unite};
use super::{ImportError, Plan, PlanOptions, geojson_names, geojson_soup, json_place};
use ambulo_geom::{Point, Polygon, PolygonError, Region};
use serde_json::Value;

/// Reads Polygon, MultiPolygon, Feature, FeatureCollection and GeometryCollection; coordinates are metres.
///
/// Features without a geometry are passed over.
///
/// ```
/// let text = r#"{ "type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]] }"#;
/// assert_eq!(ambulo_data::region_from_geojson(text).unwrap().area(), 16.0);
///
/// let point = r#"{ "type": "Feature", "geometry": { "type": "Point", "coordinates": [1, 2] } }"#;
/// assert!(ambulo_data::region_from_geojson(point).unwrap_err().to_string().contains("Point"));
/// ```
pub fn region_from_geojson(text: &str) -> Result<Region, ImportError> {
    if text.trim().is_empty() {
        return Err(ImportError::new("the GeoJSON is empty").help("export the plan again, as a FeatureCollection"));
    }
    // The parser of serde_json refuses deep nesting, so that the walk below cannot exhaust the stack.
    let root: Value = serde_json::from_str(text).map_err(|e| syntax_error(text, &e))?;
    region(text, &root)
}

fn region(text: &str, root: &Value) -> Result<Region, ImportError> {
    let mut reader = GeoJsonReader { text, polygons: Vec::new(), paths: Vec::new() };
    reader.geometry(root, "")?;
    let GeoJsonReader { polygons, paths, .. } = reader;
    if polygons.is_empty() {
        return Err(ImportError::new("the GeoJSON holds no polygon").help("export the walkable area as polygons"));
    }
    Region::new(polygons).map_err(|e| {
        let path = match e {
            PolygonError::PolygonsOverlap { second, .. } => paths[second - 1].clone(),
            _ => String::new(),
        };
        placed(text, &path, ImportError::geometry(e, &path))
    })
}

/// Reads a plan: walkable polygons as they are, or obstacles and walls in a field, whichever the file holds; features
/// with a name become areas.
pub(super) fn plan(text: &str, options: &PlanOptions) -> Result<Plan, ImportError> {
    if text.trim().is_empty() {
        return region_from_geojson(text).and_then(|region| walkable(region, options));
    }
    let root: Value = serde_json::from_str(text).map_err(|e| syntax_error(text, &e))?;
    let features = geojson_soup::features(&root, options);
    let crs = match reference_system(&root) {
        Some(name) if options.units.is_none() => {
            Some(crs::by_name(&name).ok_or_else(|| placed(text, "crs", crs::unknown(&name)))?)
        }
        _ => None,
    };
    let reading = CoordinateReading::decide(crs, &geojson_soup::boxes(&features), options)?;
    let mut plan = match geojson_soup::is_drawing(&features, options) || !reading.is_plane() {
        true => geojson_soup::plan(text, &features, reading, options)?,
        false => match region(text, &root) {
            Ok(region) => walkable(region, options)?,
            Err(error) => match error.geometry.as_deref().filter(|fault| can_unite(fault)) {
                Some(fault) => {
                    let mut plan = geojson_soup::plan(text, &features, reading, options)?;
                    unite::report(&mut plan, (fault, reading), geojson_soup::polygons(&features));
                    plan
                }
                None => return Err(error),
            },
        },
    };
    geojson_names::add_areas(text, &features, reading, &mut plan)?;
    Ok(plan)
}

/// What the file says its reference system is.
fn reference_system(root: &Value) -> Option<String> {
    let crs = root.get("crs").filter(|v| !v.is_null())?;
    let properties = &crs["properties"];
    let code = match &properties["code"] {
        Value::Number(n) => Some(n.to_string()),
        Value::String(text) => Some(text.clone()),
        _ => None,
    };
    let text = |v: &Value| v.as_str().map(str::to_owned);
    let name = text(&properties["name"]).or(code).or_else(|| text(&properties["href"])).or_else(|| text(crs));
    Some(name.unwrap_or_else(|| crs.to_string()))
}

/// An error with the place of the value it is about.
pub(super) fn placed(text: &str, path: &str, error: ImportError) -> ImportError {
    match json_place::find(text, path) {
        Some(span) => error.at(span),
        None => error,
    }
}

fn syntax_error(text: &str, error: &serde_json::Error) -> ImportError {
    let line_start: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = (line_start + error.column().saturating_sub(1)).min(text.len());
    let message = error.to_string();
    // The span gives the place.
    let message = message.split(" at line ").next().unwrap_or_default();
    ImportError::new(format!("this is not JSON: {message}")).at(at..at + 1).help("check commas, quotes and brackets")
}

/// The polygons so far, each with its path.
struct GeoJsonReader<'a> {
    text: &'a str,
    polygons: Vec<Polygon>,
    paths: Vec<String>,
}

impl GeoJsonReader<'_> {
    fn error(&self, path: &str, message: String, help: &str) -> ImportError {
        placed(self.text, path, ImportError::new(message).help(help))
    }

    fn geometry(&mut self, value: &Value, path: &str) -> Result<(), ImportError> {
        let within = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        match value["type"].as_str() {
            Some("FeatureCollection") => self.all(value, path, "features"),
            Some("GeometryCollection") => self.all(value, path, "geometries"),
            Some("Feature") if value["geometry"].is_null() => Ok(()),
            Some("Feature") => self.geometry(&value["geometry"], &within("geometry")),
            Some("Polygon") => {
                let rings = self.list(value, path, "coordinates")?;
                self.polygon(rings, &within("coordinates"))
            }
            Some("MultiPolygon") => {
                for (i, part) in self.list(value, path, "coordinates")?.iter().enumerate() {
                    let path = format!("{}[{i}]", within("coordinates"));
                    let not_rings = || self.error(&path, format!("{path} is not a list of rings"), AGAIN);
                    let rings = part.as_array().ok_or_else(not_rings)?;
                    self.polygon(rings, &path)?;
                }
                Ok(())
            }
            Some(other) => {
                let message = format!("{}`{other}` is not a shape one can walk on", prefix(path));
                let help = "keep only Polygon and MultiPolygon in the plan; draw obstacles as holes";
                Err(self.error(path, message, help))
            }
            None => {
                let help = "a GeoJSON object begins with \"type\": \"FeatureCollection\" or \"Polygon\"";
                Err(self.error(path, format!("{}the `type` is missing", prefix(path)), help))
            }
        }
    }

    /// Every member of a collection.
    fn all(&mut self, value: &Value, path: &str, key: &str) -> Result<(), ImportError> {
        let parts = self.list(value, path, key)?;
        let within = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        parts.iter().enumerate().try_for_each(|(i, part)| self.geometry(part, &format!("{within}[{i}]")))
    }

    fn list<'v>(&self, value: &'v Value, path: &str, key: &str) -> Result<&'v [Value], ImportError> {
        let why = if value.get(key).is_some() { "is not a list" } else { "is missing" };
        let error = || self.error(path, format!("{}`{key}` {why}", prefix(path)), AGAIN);
        value[key].as_array().map(Vec::as_slice).ok_or_else(error)
    }

    fn polygon(&mut self, rings: &[Value], path: &str) -> Result<(), ImportError> {
        let mut points: Vec<Vec<Point>> = Vec::with_capacity(rings.len());
        for (i, ring) in rings.iter().enumerate() {
            let path = format!("{path}[{i}]");
            let not_places = || self.error(&path, format!("{path} is not a list of places"), AGAIN);
            let corners = ring.as_array().ok_or_else(not_places)?;
            points.push(corners.iter().enumerate().map(|(j, c)| self.corner(c, &path, j)).collect::<Result<_, _>>()?);
        }
        if points.is_empty() {
            return Ok(());
        }
        let holes = points.split_off(1);
        let outer = points.pop().unwrap_or_default();
        let polygon =
            Polygon::new(outer, holes).map_err(|e| placed(self.text, path, ImportError::geometry(e, path)))?;
        self.polygons.push(polygon);
        self.paths.push(path.to_owned());
        Ok(())
    }

    fn corner(&self, value: &Value, path: &str, index: usize) -> Result<Point, ImportError> {
        let number = |i: usize| value.get(i).and_then(Value::as_f64);
        if let (Some(x), Some(y)) = (number(0), number(1)) {
            return match [x, y].into_iter().find(|v| v.abs() > FARTHEST) {
                Some(v) => Err(placed(self.text, &format!("{path}[{index}]"), too_far(v))),
                None => Ok(Point::new(x, y)),
            };
        }
        let shown: String = value.to_string().chars().take(40).collect();
        let path = format!("{path}[{index}]");
        Err(self.error(&path, format!("{path} is no place: {shown}"), "a place is two numbers [x, y] in metres"))
    }
}

const AGAIN: &str = "export the plan again";

fn prefix(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!("{path}: ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        region_from_geojson(text).unwrap_err().to_string()
    }

    #[test]
    fn all_containers_are_read() {
        let square = |x: i32| format!("[[[{x}, 0], [{}, 0], [{}, 1], [{x}, 1], [{x}, 0]]]", x + 1, x + 1);
        let text = format!(
            r#"{{ "type": "FeatureCollection", "features": [
                {{ "type": "Feature", "geometry": null }},
                {{ "type": "Feature", "geometry": {{ "type": "GeometryCollection", "geometries": [
                    {{ "type": "Polygon", "coordinates": {} }} ] }} }},
                {{ "type": "Feature", "geometry": {{ "type": "MultiPolygon", "coordinates": [{}, {}] }} }} ] }}"#,
            square(0),
            square(2),
            square(4)
        );
        assert_eq!(region_from_geojson(&text).unwrap().area(), 3.0);
    }

    #[test]
    fn messages_name_the_feature() {
        let point = r#"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}]}"#;
        assert!(message(point).contains("features[0].geometry: `Point`"));
        let short = r#"{"type":"Polygon","coordinates":[[[0,0],[1],[1,1]]]}"#;
        assert!(message(short).contains("coordinates[0][1] is no place: [1]"));
        assert!(message(r#"{"type":"Polygon"}"#).contains("`coordinates` is missing"));
        assert!(message("{}").contains("`type` is missing"));
        assert!(message(" ").contains("empty"));
    }

    #[test]
    fn a_syntax_error_has_its_place() {
        let text = "{\n  \"type\": \"Polygon\",\n  oops\n}";
        let error = region_from_geojson(text).unwrap_err();
        assert_eq!(error.span, Some(25..26));
        assert!(message(&"[".repeat(100_000)).contains("recursion limit"));
    }
}
