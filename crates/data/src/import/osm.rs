//! OpenStreetMap: buildings are obstacles, walls, fences and hedges thin walls, footways named areas, and the rest of
//! the map can be walked on.

use super::draft::{Draft, Ground};
use super::osm_file::{OsmFile, Tags, Way};
use super::project::Plane;
use super::{ImportError, Plan, PlanOptions, Units};
use ambulo_geom::repair::{Finding, FindingKind, Role, Shape};
use ambulo_geom::{Bounds, Point};
use std::collections::BTreeMap;

/// How wide a footway is when the map does not say [m].
const FOOTWAY: f64 = 2.0;

/// Reads a map.
pub(super) fn plan(text: &str, options: &PlanOptions) -> Result<Plan, ImportError> {
    let file = OsmFile::read(text)?;
    let [south, west, north, east] = extent(&file)?;
    let plane = Plane { lat: (south + north) / 2.0, lon: (west + east) / 2.0 };
    let mut map = Map { plane, file: &file, draft: Draft::default() };
    let corners = [(south, west), (south, east), (north, west), (north, east)].map(|(lat, lon)| plane.place(lat, lon));
    // Meridians meet at the pole; the box inside all corners is what the map covers.
    let frame = Bounds {
        min: Point::new(corners[0].x.max(corners[2].x), corners[0].y.max(corners[1].y)),
        max: Point::new(corners[1].x.min(corners[3].x), corners[2].y.min(corners[3].y)),
    };
    if frame.width() <= 0.0 || frame.height() <= 0.0 || frame.width().max(frame.height()) > 200_000.0 {
        let message = format!("the map is {:.0} m wide and {:.0} m high", frame.width(), frame.height());
        return Err(ImportError::new(message).help("export an area of up to 200 km with something in it"));
    }
    map.draft.frame = Some(frame);
    map.draft.units = Some(Units::new("degrees", 111_320.0));
    map.draft.findings.add(FindingKind::Projected, |kind| Finding::change(kind, Point::default(), plane.words()));
    let multipolygons = map.multipolygons();
    for way in &file.ways {
        map.way(way, &multipolygons);
    }
    map.draft.finish(Ground::Frame, options)
}

fn extent(file: &OsmFile) -> Result<[f64; 4], ImportError> {
    if let Some(bounds) = file.bounds {
        return Ok(bounds);
    }
    let places = file.nodes.values().map(|&(lat, lon)| Point::new(lon, lat));
    let Some(b) = Bounds::of(places) else {
        return Err(ImportError::new("the map has neither bounds nor nodes").help("export a larger area"));
    };
    Ok([b.min.y, b.min.x, b.max.y, b.max.x])
}

struct Map<'f> {
    plane: Plane,
    file: &'f OsmFile,
    draft: Draft,
}

impl Map<'_> {
    /// The places of a way; nodes that are not in the file are told and left out.
    fn places(&mut self, id: i64, nodes: &[i64]) -> Vec<Point> {
        let mut missing = 0;
        let mut places = Vec::with_capacity(nodes.len());
        for node in nodes {
            match self.file.nodes.get(node) {
                Some(&(lat, lon)) => places.push(self.plane.place(lat, lon)),
                None => missing += 1,
            }
        }
        if missing > 0 {
            let at = places.first().copied().unwrap_or_default();
            self.draft.findings.add(FindingKind::Missing, |kind| {
                Finding::doubt(
                    kind,
                    at,
                    format!("{missing} of the {} nodes of way {id} are not in the file", nodes.len()),
                )
            });
        }
        places
    }

    /// Buildings made of several ways; gives the ways that are dealt with.
    fn multipolygons(&mut self) -> Vec<i64> {
        let ways: BTreeMap<i64, &Way> = self.file.ways.iter().map(|w| (w.id, w)).collect();
        let mut used = Vec::new();
        for relation in &self.file.relations {
            let area = relation.tags.get("type") == Some("multipolygon");
            if !area || !is_solid(&relation.tags) {
                continue;
            }
            let label = format!("relation {}", relation.id);
            let mut sides: [Vec<Vec<i64>>; 2] = [Vec::new(), Vec::new()];
            for (id, role) in &relation.ways {
                match ways.get(id) {
                    Some(way) => {
                        sides[usize::from(role == "inner")].push(way.nodes.clone());
                        used.push(*id);
                    }
                    None => self.draft.findings.add(FindingKind::Missing, |kind| {
                        Finding::doubt(kind, Point::default(), format!("way {id} of {label} is not in the file"))
                    }),
                }
            }
            let [outer, inner] = sides.map(joined);
            let holes: Vec<Vec<Point>> = inner.iter().map(|nodes| self.places(relation.id, nodes)).collect();
            for nodes in outer {
                let outline = self.places(relation.id, &nodes);
                let rings = std::iter::once(outline).chain(holes.iter().cloned()).collect();
                self.draft.soup.shapes.push(Shape { role: Role::Solid, rings, label: label.clone() });
            }
        }
        used.sort_unstable();
        used
    }

    fn way(&mut self, way: &Way, multipolygons: &[i64]) {
        let label = format!("way {}", way.id);
        let closed = way.nodes.len() >= 4 && way.nodes.first() == way.nodes.last();
        if closed && is_solid(&way.tags) && multipolygons.binary_search(&way.id).is_err() {
            let outline = self.places(way.id, &way.nodes);
            self.draft.soup.shapes.push(Shape::new(Role::Solid, outline, label));
            return;
        }
        if matches!(way.tags.get("barrier"), Some("wall" | "fence" | "hedge" | "city_wall" | "retaining_wall")) {
            let line = self.places(way.id, &way.nodes);
            self.draft.soup.wall_line(&line, &label);
        }
        let highway = way.tags.get("highway");
        if let Some(kind @ ("footway" | "pedestrian" | "path" | "steps")) = highway {
            let line = self.places(way.id, &way.nodes);
            let name = format!("{kind}-{}", way.id);
            if closed && way.tags.says("area") {
                self.draft.areas.push((name, line));
            } else {
                let wide = way.tags.get("width").and_then(metres).unwrap_or(FOOTWAY);
                self.draft.areas.extend(strip(&line, wide).map(|ring| (name, ring)));
            }
        }
    }
}

/// Whether one cannot walk through it.
fn is_solid(tags: &Tags) -> bool {
    (tags.says("building") && tags.get("building") != Some("roof"))
        || (tags.says("building:part") && !tags.says("building"))
}

/// A width such as "2.5", "2.5 m" or "2,5".
fn metres(text: &str) -> Option<f64> {
    let number = text.trim().trim_end_matches('m').trim().replace(',', ".");
    number.parse::<f64>().ok().filter(|v| (0.2..=100.0).contains(v))
}

/// Ways joined end to end into rings; what does not close is closed by a straight line.
fn joined(mut parts: Vec<Vec<i64>>) -> Vec<Vec<i64>> {
    let mut rings = Vec::new();
    parts.retain(|p| p.len() >= 2);
    parts.reverse();
    while let Some(mut ring) = parts.pop() {
        while ring.first() != ring.last() {
            let end = ring[ring.len() - 1];
            let Some(i) = parts.iter().rposition(|p| p[0] == end || p[p.len() - 1] == end) else { break };
            let mut next = parts.remove(i);
            if next[0] != end {
                next.reverse();
            }
            ring.extend(next.into_iter().skip(1));
        }
        rings.push(ring);
    }
    rings
}

/// The outline of a line of some width, with mitred corners.
fn strip(line: &[Point], wide: f64) -> Option<Vec<Point>> {
    let mut line = line.to_vec();
    line.dedup_by(|a, b| a.distance(*b) < 1e-3);
    if line.len() < 2 {
        return None;
    }
    let unit = |a: Point, b: Point| {
        let d = a.distance(b);
        ((b.x - a.x) / d, (b.y - a.y) / d)
    };
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (i, p) in line.iter().enumerate() {
        let before = unit(line[i.max(1) - 1], line[i.max(1)]);
        let after = if i + 1 < line.len() { unit(*p, line[i + 1]) } else { before };
        let (nx, ny) = (-(before.1 + after.1), before.0 + after.0);
        // Sharp bends would throw the corner far out; it stays within twice the width.
        let cut = (nx * nx + ny * ny).max(0.5);
        let (ox, oy) = (nx * wide / cut, ny * wide / cut);
        left.push(Point::new(p.x + ox, p.y + oy));
        right.push(Point::new(p.x - ox, p.y - oy));
    }
    right.reverse();
    left.extend(right);
    Some(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_join_into_rings_in_either_direction() {
        assert_eq!(joined(vec![vec![1, 2, 3], vec![1, 4, 3]]), [vec![1, 2, 3, 4, 1]]);
        assert_eq!(joined(vec![vec![1, 2, 3, 1], vec![5, 6]]), [vec![1, 2, 3, 1], vec![5, 6]]);
    }

    #[test]
    fn a_strip_is_as_wide_as_it_says() {
        let line = [Point::new(0.0, 0.0), Point::new(10.0, 0.0), Point::new(10.0, 10.0)];
        let ring = strip(&line, 2.0).unwrap();
        let area = ambulo_geom::Polygon::new(ring, vec![]).unwrap().area();
        assert!((area - 40.0).abs() < 1e-9, "{area}");
        assert_eq!((metres("2,5 m"), metres("wide")), (Some(2.5), None));
    }
}
