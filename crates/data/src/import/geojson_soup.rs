//! GeoJSON that is not simply a walkable area: buildings, barriers, lines, degrees.
//!
//! Polygons whose properties call them buildings or obstacles are solid, lines are walls. When nothing else is left to
//! walk on, the box around everything and a margin is.

use super::crs::CoordinateReading;
use super::draft::{Draft, WalkablePart};
use super::error::{FARTHEST, too_far};
use super::geojson::placed;
use super::unite::Rings;
use super::{ImportError, Plan, PlanOptions, geojson_names};
use ambulo_geom::repair::{Finding, FindingKind, Shape, ShapeRole};
use ambulo_geom::{Bounds, Point};
use serde_json::Value;

/// Words that make a shape solid, as a value of `kind`, `type` or `class`, or as a key.
const SOLID: [&str; 8] = ["building", "obstacle", "barrier", "wall", "column", "pillar", "fence", "hedge"];

/// A shape of the file, with what messages call it and where it stands.
pub(super) struct Feature<'v> {
    pub geometry: &'v Value,
    pub solid: bool,
    pub path: String,
    /// What the file calls it.
    pub name: Option<String>,
}

impl Feature<'_> {
    pub fn is_polygon(&self) -> bool {
        matches!(self.geometry["type"].as_str(), Some("Polygon" | "MultiPolygon"))
    }

    fn is_line(&self) -> bool {
        matches!(self.geometry["type"].as_str(), Some("LineString" | "MultiLineString"))
    }
}

/// All shapes of a file.
pub(super) fn features<'v>(root: &'v Value, options: &PlanOptions) -> Vec<Feature<'v>> {
    let mut all = Vec::new();
    collect(root, "", (options.obstacles, None), &mut all);
    all
}

/// Whether there is more than a walkable area, which would be taken as it is.
pub(super) fn is_drawing(features: &[Feature<'_>], options: &PlanOptions) -> bool {
    options.obstacles || features.iter().any(|f| f.solid || f.is_line())
}

/// How many polygons there are.
pub(super) fn polygons(features: &[Feature<'_>]) -> usize {
    let parts = |f: &Feature<'_>| match f.geometry["type"].as_str() {
        Some("Polygon") => 1,
        Some("MultiPolygon") => f.geometry["coordinates"].as_array().map_or(0, Vec::len),
        _ => 0,
    };
    features.iter().map(parts).sum()
}

fn collect<'v>(value: &'v Value, path: &str, how: (bool, Option<&str>), out: &mut Vec<Feature<'v>>) {
    let within = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    let members = |key: &str| value[key].as_array().map_or(&[][..], Vec::as_slice).iter().enumerate();
    match value["type"].as_str() {
        Some("FeatureCollection") => {
            members("features").for_each(|(i, f)| collect(f, &format!("{}[{i}]", within("features")), how, out));
        }
        Some("GeometryCollection") => {
            members("geometries").for_each(|(i, g)| collect(g, &format!("{}[{i}]", within("geometries")), how, out));
        }
        Some("Feature") if value["geometry"].is_null() => {}
        Some("Feature") => {
            let solid = how.0 || is_solid(&value["properties"]);
            collect(&value["geometry"], &within("geometry"), (solid, geojson_names::name(value).as_deref()), out);
        }
        _ => out.push(Feature { geometry: value, solid: how.0, path: path.to_owned(), name: how.1.map(str::to_owned) }),
    }
}

/// Whether the properties of a feature make it an obstacle.
fn is_solid(properties: &Value) -> bool {
    let named = ["kind", "type", "class", "category"]
        .iter()
        .any(|key| properties[*key].as_str().is_some_and(|v| SOLID.iter().any(|word| v.eq_ignore_ascii_case(word))));
    let marked = |key: &&str| match &properties[*key] {
        Value::Null | Value::Bool(false) => false,
        Value::String(v) => !matches!(v.as_str(), "" | "no" | "false" | "0"),
        Value::Number(v) => v.as_f64() != Some(0.0),
        _ => true,
    };
    named || SOLID.iter().any(marked)
}

/// The box of every shape, in the numbers of the file.
pub(super) fn boxes(features: &[Feature<'_>]) -> Vec<Bounds> {
    let bounds = |f: &Feature<'_>| {
        let mut places = Vec::new();
        corners(&f.geometry["coordinates"], 0, &mut places);
        Bounds::of(places)
    };
    // A point has no size to infer from.
    features.iter().filter(|f| f.is_polygon() || f.is_line()).filter_map(bounds).collect()
}

fn corners(value: &Value, depth: usize, out: &mut Vec<Point>) {
    let Some(list) = value.as_array().filter(|_| depth < 6) else { return };
    match (list.first().and_then(Value::as_f64), list.get(1).and_then(Value::as_f64)) {
        (Some(x), Some(y)) => out.push(Point::new(x, y)),
        _ => list.iter().for_each(|v| corners(v, depth + 1, out)),
    }
}

/// Repairs obstacles, walls and walkable polygons into a plan.
pub(super) fn plan(
    text: &str,
    features: &[Feature<'_>],
    reading: CoordinateReading,
    options: &PlanOptions,
) -> Result<Plan, ImportError> {
    let mut reader = GeoJsonSoupReader {
        text,
        reading,
        draft: Draft { units: reading.units(options), centre: reading.centre(), ..Draft::default() },
    };
    for feature in features {
        reader.feature(feature)?;
    }
    let mut draft = reader.draft;
    if let Some(extent) = Bounds::of(draft.soup.places()) {
        reading.report(extent, &mut draft.findings)?;
    }
    let has = |role: ShapeRole| draft.soup.shapes.iter().any(|s| s.role == role);
    let ground = match (has(ShapeRole::Ground), has(ShapeRole::Solid)) {
        (true, _) => WalkablePart::Drawn,
        (false, true) => WalkablePart::Frame,
        (false, false) => WalkablePart::Enclosed,
    };
    draft.finish(ground, options)
}

/// The polygons of a feature in metres, each with its rings.
pub(super) fn rings_of(text: &str, f: &Feature<'_>, reading: CoordinateReading) -> Result<Vec<Rings>, ImportError> {
    let mut reader = GeoJsonSoupReader { text, reading, draft: Draft::default() };
    reader.feature(f)?;
    Ok(reader.draft.soup.shapes.into_iter().map(|s| s.rings).collect())
}

struct GeoJsonSoupReader<'t> {
    text: &'t str,
    reading: CoordinateReading,
    draft: Draft,
}

impl GeoJsonSoupReader<'_> {
    fn feature(&mut self, f: &Feature<'_>) -> Result<(), ImportError> {
        let coordinates = &f.geometry["coordinates"];
        let path = if f.path.is_empty() { "coordinates".to_owned() } else { format!("{}.coordinates", f.path) };
        let label = label(&f.path);
        let role = if f.solid { ShapeRole::Solid } else { ShapeRole::Ground };
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
        match (number(0), number(1)) {
            (Some(x), Some(y)) => match [x, y].into_iter().find(|v| v.abs() > FARTHEST) {
                Some(v) => Err(placed(self.text, &format!("{path}[{i}]"), too_far(v))),
                None => Ok(self.reading.place(x, y)),
            },
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
