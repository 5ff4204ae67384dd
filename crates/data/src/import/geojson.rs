//! GeoJSON, read from the JSON tree: an error must say which feature and which corner it means.

use super::ImportError;
use ambulo_geom::{Point, Polygon, Region};
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
    let mut polygons = Vec::new();
    geometry(&root, "", &mut polygons)?;
    if polygons.is_empty() {
        return Err(ImportError::new("the GeoJSON holds no polygon").help("export the walkable area as polygons"));
    }
    Region::new(polygons).map_err(|e| ImportError::geometry(e, ""))
}

fn syntax_error(text: &str, error: &serde_json::Error) -> ImportError {
    let line_start: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = (line_start + error.column().saturating_sub(1)).min(text.len());
    let message = error.to_string();
    // The place is told by the span.
    let message = message.split(" at line ").next().unwrap_or_default();
    ImportError::new(format!("this is not JSON: {message}")).at(at..at + 1).help("check commas, quotes and brackets")
}

fn geometry(value: &Value, path: &str, out: &mut Vec<Polygon>) -> Result<(), ImportError> {
    let parts = |key: &str| value[key].as_array().ok_or_else(|| not_a_list(value, path, key));
    let within = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match value["type"].as_str() {
        Some("FeatureCollection") => {
            for (i, feature) in parts("features")?.iter().enumerate() {
                geometry(feature, &format!("{}[{i}]", within("features")), out)?;
            }
            Ok(())
        }
        Some("GeometryCollection") => {
            for (i, part) in parts("geometries")?.iter().enumerate() {
                geometry(part, &format!("{}[{i}]", within("geometries")), out)?;
            }
            Ok(())
        }
        Some("Feature") if value["geometry"].is_null() => Ok(()),
        Some("Feature") => geometry(&value["geometry"], &within("geometry"), out),
        Some("Polygon") => polygon(parts("coordinates")?, &within("coordinates"), out),
        Some("MultiPolygon") => {
            for (i, part) in parts("coordinates")?.iter().enumerate() {
                let path = format!("{}[{i}]", within("coordinates"));
                let rings =
                    part.as_array().ok_or_else(|| ImportError::new(format!("{path} is not a list of rings")))?;
                polygon(rings, &path, out)?;
            }
            Ok(())
        }
        Some(other) => {
            let error = ImportError::new(format!("{}`{other}` is not a shape one can walk on", prefix(path)));
            Err(error.help("keep only Polygon and MultiPolygon in the plan; draw obstacles as holes"))
        }
        None => {
            let error = ImportError::new(format!("{}the `type` is missing", prefix(path)));
            Err(error.help("a GeoJSON object begins with \"type\": \"FeatureCollection\" or \"Polygon\""))
        }
    }
}

fn polygon(rings: &[Value], path: &str, out: &mut Vec<Polygon>) -> Result<(), ImportError> {
    let mut points: Vec<Vec<Point>> = Vec::with_capacity(rings.len());
    for (i, ring) in rings.iter().enumerate() {
        let path = format!("{path}[{i}]");
        let corners = ring.as_array().ok_or_else(|| ImportError::new(format!("{path} is not a list of places")))?;
        points.push(corners.iter().enumerate().map(|(j, c)| corner(c, &path, j)).collect::<Result<_, _>>()?);
    }
    if points.is_empty() {
        return Ok(());
    }
    let holes = points.split_off(1);
    let outer = points.pop().unwrap_or_default();
    out.push(Polygon::new(outer, holes).map_err(|e| ImportError::geometry(e, path))?);
    Ok(())
}

fn corner(value: &Value, path: &str, index: usize) -> Result<Point, ImportError> {
    let number = |i: usize| value.get(i).and_then(Value::as_f64);
    match (number(0), number(1)) {
        (Some(x), Some(y)) => Ok(Point::new(x, y)),
        _ => {
            let shown: String = value.to_string().chars().take(40).collect();
            let error = ImportError::new(format!("{path}[{index}] is no place: {shown}"));
            Err(error.help("a place is two numbers [x, y] in metres"))
        }
    }
}

fn not_a_list(value: &Value, path: &str, key: &str) -> ImportError {
    let why = if value.get(key).is_some() { "is not a list" } else { "is missing" };
    ImportError::new(format!("{}`{key}` {why}", prefix(path))).help("export the plan again")
}

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
