//! GeoJSON that is not simply a walkable area: buildings, barriers, lines, degrees.
//!
//! Polygons whose properties call them buildings or obstacles are solid, lines are walls. When nothing else is left to
//! walk on, the box around everything and a margin is.

use super::draft::{Draft, Ground};
use super::geojson::placed;
use super::project::Plane;
use super::{ImportError, Plan, PlanOptions, Units};
use ambulo_geom::repair::{Finding, FindingKind, Role, Shape};
use ambulo_geom::{Bounds, Point};
use serde_json::Value;

/// Words that make a shape solid, as a value of `kind`, `type` or `class`, or as a key.
const SOLID: [&str; 8] = ["building", "obstacle", "barrier", "wall", "column", "pillar", "fence", "hedge"];

/// A shape of the file, with what messages call it and where it stands.
pub(super) struct Feature<'v> {
    geometry: &'v Value,
    solid: bool,
    path: String,
}

/// The shapes of a file that must be mended; `None` when it is only a walkable area, which is taken as it is.
pub(super) fn features<'v>(root: &'v Value, options: &PlanOptions) -> Option<Vec<Feature<'v>>> {
    let mut all = Vec::new();
    collect(root, "", options.obstacles, &mut all);
    let line = |f: &Feature<'_>| matches!(f.geometry["type"].as_str(), Some("LineString" | "MultiLineString"));
    let special = options.obstacles || all.iter().any(|f| f.solid || line(f)) || in_degrees(&all).is_some();
    special.then_some(all)
}

fn collect<'v>(value: &'v Value, path: &str, solid: bool, out: &mut Vec<Feature<'v>>) {
    let within = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    let members = |key: &str| value[key].as_array().map_or(&[][..], Vec::as_slice).iter().enumerate();
    match value["type"].as_str() {
        Some("FeatureCollection") => {
            members("features").for_each(|(i, f)| collect(f, &format!("{}[{i}]", within("features")), solid, out));
        }
        Some("GeometryCollection") => {
            members("geometries").for_each(|(i, g)| collect(g, &format!("{}[{i}]", within("geometries")), solid, out));
        }
        Some("Feature") if value["geometry"].is_null() => {}
        Some("Feature") => {
            let solid = solid || is_solid(&value["properties"]);
            collect(&value["geometry"], &within("geometry"), solid, out);
        }
        _ => out.push(Feature { geometry: value, solid, path: path.to_owned() }),
    }
}

/// Whether the properties of a feature make it an obstacle.
fn is_solid(properties: &Value) -> bool {
    let named = ["kind", "type", "class", "category"]
        .iter()
        .any(|key| properties[*key].as_str().is_some_and(|v| SOLID.iter().any(|word| v.eq_ignore_ascii_case(word))));
    let said = |key: &&str| match &properties[*key] {
        Value::Null | Value::Bool(false) => false,
        Value::String(v) => !matches!(v.as_str(), "" | "no" | "false" | "0"),
        Value::Number(v) => v.as_f64() != Some(0.0),
        _ => true,
    };
    named || SOLID.iter().any(said)
}

/// The box of all corners when they can only be degrees: a plan in metres is larger than half a metre.
fn in_degrees(features: &[Feature<'_>]) -> Option<Bounds> {
    let mut places = Vec::new();
    for feature in features {
        corners(&feature.geometry["coordinates"], 0, &mut places);
    }
    let b = Bounds::of(places)?;
    let on_globe = b.min.x >= -180.0 && b.max.x <= 180.0 && b.min.y >= -89.0 && b.max.y <= 89.0;
    let away = b.center().distance(Point::default()) > 1.0;
    (on_globe && away && b.width() < 0.5 && b.height() < 0.5).then_some(b)
}

fn corners(value: &Value, depth: usize, out: &mut Vec<Point>) {
    let Some(list) = value.as_array().filter(|_| depth < 6) else { return };
    match (list.first().and_then(Value::as_f64), list.get(1).and_then(Value::as_f64)) {
        (Some(x), Some(y)) => out.push(Point::new(x, y)),
        _ => list.iter().for_each(|v| corners(v, depth + 1, out)),
    }
}

/// Mends obstacles, walls and walkable polygons into a plan.
pub(super) fn plan(text: &str, features: Vec<Feature<'_>>, options: &PlanOptions) -> Result<Plan, ImportError> {
    let plane = in_degrees(&features).map(|b| Plane { lat: b.center().y, lon: b.center().x });
    let factor = options.units.as_ref().map_or(1.0, |u| u.metres);
    let mut draft = Draft { units: options.units.clone(), ..Draft::default() };
    if let Some(plane) = plane {
        draft.units = Some(Units::new("degrees", 111_320.0));
        draft.findings.add(FindingKind::Projected, |kind| Finding::change(kind, Point::default(), plane.words()));
    }
    let mut reader = Reader { text, plane, factor, draft };
    for feature in &features {
        reader.feature(feature)?;
    }
    let draft = reader.draft;
    let has = |role: Role| draft.soup.shapes.iter().any(|s| s.role == role);
    let ground = match (has(Role::Ground), has(Role::Solid)) {
        (true, _) => Ground::Drawn,
        (false, true) => Ground::Frame,
        (false, false) => Ground::Enclosed,
    };
    draft.finish(ground, options)
}

struct Reader<'t> {
    text: &'t str,
    plane: Option<Plane>,
    factor: f64,
    draft: Draft,
}

impl Reader<'_> {
    fn feature(&mut self, f: &Feature<'_>) -> Result<(), ImportError> {
        let coordinates = &f.geometry["coordinates"];
        let path = if f.path.is_empty() { "coordinates".to_owned() } else { format!("{}.coordinates", f.path) };
        let label = label(&f.path);
        let role = if f.solid { Role::Solid } else { Role::Ground };
        let parts = |this: &Self| this.list(coordinates, &path);
        match f.geometry["type"].as_str() {
            Some("Polygon") => {
                let rings = self.rings(coordinates, &path)?;
                self.draft.soup.shapes.push(Shape { role, rings, label });
            }
            Some("MultiPolygon") => {
                for (i, part) in parts(self)?.iter().enumerate() {
                    let rings = self.rings(part, &format!("{path}[{i}]"))?;
                    self.draft.soup.shapes.push(Shape { role, rings, label: format!("{label}, part {}", i + 1) });
                }
            }
            Some("LineString") => {
                let line = self.line(coordinates, &path)?;
                self.draft.soup.wall_line(&line, &label);
            }
            Some("MultiLineString") => {
                for (i, part) in parts(self)?.iter().enumerate() {
                    let line = self.line(part, &format!("{path}[{i}]"))?;
                    self.draft.soup.wall_line(&line, &label);
                }
            }
            Some(kind @ ("Point" | "MultiPoint")) => {
                let kind = kind.to_owned();
                self.draft.findings.add(FindingKind::Ignored, |k| {
                    Finding::change(k, Point::default(), format!("{label} is a {kind}; it is passed over"))
                });
            }
            other => {
                let what =
                    other.map_or("the `type` is missing".to_owned(), |t| format!("`{t}` is no shape of GeoJSON"));
                return Err(self.error(&f.path, format!("{label}: {what}")));
            }
        }
        Ok(())
    }

    fn rings(&self, value: &Value, path: &str) -> Result<Vec<Vec<Point>>, ImportError> {
        let rings = self.list(value, path)?;
        let mut all: Vec<Vec<Point>> =
            rings.iter().enumerate().map(|(i, r)| self.line(r, &format!("{path}[{i}]"))).collect::<Result<_, _>>()?;
        if all.is_empty() {
            all.push(Vec::new());
        }
        Ok(all)
    }

    fn line(&self, value: &Value, path: &str) -> Result<Vec<Point>, ImportError> {
        self.list(value, path)?.iter().enumerate().map(|(i, c)| self.corner(c, path, i)).collect()
    }

    fn list<'v>(&self, value: &'v Value, path: &str) -> Result<&'v [Value], ImportError> {
        let wrong = || self.error(path, format!("{path} is not a list"));
        value.as_array().map(Vec::as_slice).ok_or_else(wrong)
    }

    fn corner(&self, value: &Value, path: &str, i: usize) -> Result<Point, ImportError> {
        let number = |k: usize| value.get(k).and_then(Value::as_f64);
        match (number(0), number(1), self.plane) {
            (Some(lon), Some(lat), Some(plane)) => Ok(plane.place(lat, lon)),
            (Some(x), Some(y), None) => Ok(Point::new(x * self.factor, y * self.factor)),
            _ => {
                let shown: String = value.to_string().chars().take(40).collect();
                Err(self.error(&format!("{path}[{i}]"), format!("{path}[{i}] is no place: {shown}")))
            }
        }
    }

    fn error(&self, path: &str, message: String) -> ImportError {
        placed(self.text, path, ImportError::new(message).help("a place is two numbers [x, y]; export the plan again"))
    }
}

/// "feature 3" for features[2], whatever is below it.
fn label(path: &str) -> String {
    let number = path.strip_prefix("features[").and_then(|rest| rest.split(']').next()?.parse::<usize>().ok());
    match number {
        Some(n) => format!("feature {}", n + 1),
        None if path.is_empty() => "the shape".to_owned(),
        None => path.to_owned(),
    }
}
