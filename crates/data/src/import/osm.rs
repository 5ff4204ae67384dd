//! OpenStreetMap: buildings are obstacles, walls, fences and hedges thin walls, footways named areas. Lakes, rivers that
//! are drawn as areas and the sea cannot be walked on, bridges over them can, and so can the rest of the map.

use super::draft::{Draft, WalkablePart};
use super::osm_cut::{self, WaterSide};
use super::osm_file::{OsmFile, OsmWay, Tags};
use super::osm_join::{joined, joined_forwards};
use super::osm_water::{deck_width, is_coast, is_deck, is_water, metres};
use super::project::Plane;
use super::{ImportError, Plan, PlanOptions, Units};
use ambulo_geom::repair::{Finding, FindingKind, Shape, ShapeRole};
use ambulo_geom::{Bounds, Point};
use std::collections::BTreeMap;

/// How wide a footway is when the map does not say [m].
const FOOTWAY: f64 = 2.0;

/// Makes a plan of a map.
pub(super) fn plan(file: &OsmFile, options: &PlanOptions) -> Result<Plan, ImportError> {
    let [south, west, north, east] = extent(file)?;
    let plane = Plane { lat: (south + north) / 2.0, lon: (west + east) / 2.0 };
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
    let mut map = Map { plane, file, frame, draft: Draft::default() };
    map.draft.frame = Some(frame);
    map.draft.units = Some(Units::degrees());
    map.draft.centre = Some([plane.lat, plane.lon]);
    map.draft.findings.add(FindingKind::Projected, |kind| Finding::change(kind, Point::default(), plane.words()));
    let multipolygons = map.multipolygons();
    for way in &file.ways {
        map.way(way, &multipolygons);
    }
    map.sea();
    map.report_water();
    map.draft.finish(WalkablePart::Frame, options)
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
    frame: Bounds,
    draft: Draft,
}

impl Map<'_> {
    /// The places of a way; nodes that are not in the file are reported and left out.
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
                Finding::warning(
                    kind,
                    at,
                    format!("{missing} of the {} nodes of way {id} are not in the file", nodes.len()),
                )
            });
        }
        places
    }

    /// Buildings and water made of several ways; gives the ways that are dealt with.
    fn multipolygons(&mut self) -> Vec<i64> {
        let ways: BTreeMap<i64, &OsmWay> = self.file.ways.iter().map(|w| (w.id, w)).collect();
        let mut used = Vec::new();
        for relation in self.file.relations.iter().filter(|r| r.tags.get("type") == Some("multipolygon")) {
            // Older maps tag the area on the outer ways.
            let outer = relation.ways.iter().filter(|(_, role)| role != "inner").find_map(|(id, _)| ways.get(id));
            let tags = if relation.tags.is_plain() { outer.map(|w| &w.tags) } else { Some(&relation.tags) };
            let Some(role) = tags.and_then(role_of) else { continue };
            let label = format!("relation {}", relation.id);
            let mut sides: [Vec<Vec<i64>>; 2] = [Vec::new(), Vec::new()];
            for (id, role) in &relation.ways {
                match ways.get(id) {
                    Some(way) => {
                        let inner = role == "inner";
                        sides[usize::from(inner)].push(way.nodes.clone());
                        // What stands in the gap, a house on an island, counts by itself.
                        used.extend((!inner).then_some(*id));
                    }
                    None => self.draft.findings.add(FindingKind::Missing, |kind| {
                        Finding::warning(kind, Point::default(), format!("way {id} of {label} is not in the file"))
                    }),
                }
            }
            let [outer, inner] = sides.map(joined);
            let holes: Vec<Vec<Point>> = inner.iter().map(|nodes| self.places(relation.id, nodes)).collect();
            let mut shores = Vec::new();
            for nodes in outer {
                let outline = self.places(relation.id, &nodes);
                if role == ShapeRole::Water && nodes.first() != nodes.last() {
                    shores.push(outline);
                    continue;
                }
                let rings = std::iter::once(outline).chain(holes.iter().cloned()).collect();
                self.draft.soup.shapes.push(Shape { role, rings, label: label.clone() });
            }
            if !shores.is_empty() {
                self.cut_water(&shores, &holes, WaterSide::Either, &label);
            }
        }
        used.sort_unstable();
        used
    }

    /// Water whose shore leaves the map.
    fn cut_water(&mut self, shores: &[Vec<Point>], islands: &[Vec<Point>], side: WaterSide, label: &str) {
        let mut parts = Vec::new();
        let mut open_at = None;
        for shore in shores {
            let (cut, loose) = osm_cut::inside(shore, self.frame);
            parts.extend(cut);
            open_at = open_at.or(shore.first().copied().filter(|_| loose));
        }
        let (rings, contradicts) = osm_cut::water(&parts, self.frame, side);
        if let Some(at) = open_at.or_else(|| parts.first().filter(|_| contradicts).map(|p| p[0])) {
            self.draft.findings.add(FindingKind::Missing, |kind| {
                let detail = format!("the shore of {label} ends within the map; look where its water ends");
                Finding::warning(kind, at, detail)
            });
        } else if side == WaterSide::Either {
            self.draft.findings.add(FindingKind::Guessed, |kind| {
                let at = parts.first().map_or(Point::default(), |p| p[0]);
                let detail =
                    format!("{label} leaves the map; of both sides of its shore the smaller is taken as water");
                Finding::warning(kind, at, detail)
            });
        }
        for ring in rings {
            let rings = std::iter::once(ring).chain(islands.iter().cloned()).collect();
            self.draft.soup.shapes.push(Shape { role: ShapeRole::Water, rings, label: label.to_owned() });
        }
    }

    /// The sea, to the right of its coast.
    fn sea(&mut self) {
        let coast: Vec<Vec<i64>> =
            self.file.ways.iter().filter(|w| is_coast(&w.tags)).map(|w| w.nodes.clone()).collect();
        if coast.is_empty() {
            return;
        }
        let (mut shores, mut islands, mut seas) = (Vec::new(), Vec::new(), Vec::new());
        for nodes in joined_forwards(coast) {
            let mut line = self.places(0, &nodes);
            let outside = line.iter().position(|p| !self.frame.contains(*p));
            let within = outside.is_none();
            if let Some(first) = outside.filter(|_| nodes.first() == nodes.last()) {
                // A ring has no beginning: from outside, it comes in and goes out.
                line.pop();
                let last = line.len().saturating_sub(1);
                line.rotate_left(first.min(last));
                line.extend(line.first().copied());
            }
            match (nodes.first() == nodes.last() && within, line.len() >= 3) {
                // Land lies to the left: around an island the coast runs counter-clockwise.
                (true, true) if twice_area(&line) > 0.0 => islands.push(line),
                (true, true) => seas.push(line),
                (true, false) => {}
                (false, _) => shores.push(line),
            }
        }
        let label = "the sea";
        for ring in seas {
            let rings = std::iter::once(ring).chain(islands.iter().cloned()).collect();
            self.draft.soup.shapes.push(Shape { role: ShapeRole::Water, rings, label: label.into() });
        }
        let crosses = shores.iter().any(|s| !osm_cut::inside(s, self.frame).0.is_empty());
        if !crosses && !islands.is_empty() {
            // Nothing but islands: all around them is sea.
            let f = self.frame;
            let whole = vec![f.min, Point::new(f.max.x, f.min.y), f.max, Point::new(f.min.x, f.max.y)];
            let rings = std::iter::once(whole).chain(islands).collect();
            self.draft.soup.shapes.push(Shape { role: ShapeRole::Water, rings, label: label.into() });
        } else {
            self.cut_water(&shores, &islands, WaterSide::Right, label);
        }
    }

    fn report_water(&mut self) {
        let count = |role: ShapeRole| self.draft.soup.shapes.iter().filter(|s| s.role == role).count();
        let (water, bridges) = (count(ShapeRole::Water), count(ShapeRole::Bridge));
        if water > 0 {
            self.draft.findings.add(FindingKind::Water, |kind| {
                let detail = format!("{water} areas of water cannot be walked on; {bridges} bridges and piers can");
                Finding::change(kind, Point::default(), detail)
            });
        }
    }

    fn way(&mut self, way: &OsmWay, multipolygons: &[i64]) {
        let label = format!("way {}", way.id);
        let closed = way.nodes.len() >= 4 && way.nodes.first() == way.nodes.last();
        if let Some(role) = role_of(&way.tags).filter(|_| closed && multipolygons.binary_search(&way.id).is_err()) {
            let outline = self.places(way.id, &way.nodes);
            self.draft.soup.shapes.push(Shape::new(role, outline, label));
            return;
        }
        if closed && is_deck(&way.tags) {
            let outline = self.places(way.id, &way.nodes);
            self.draft.soup.shapes.push(Shape::new(ShapeRole::Bridge, outline, &label));
        } else if let Some(wide) = deck_width(&way.tags) {
            let line = self.places(way.id, &way.nodes);
            // A strip per piece: one outline around sharp bends could turn inside out.
            for pair in line.windows(2) {
                let strip = lengthened(pair[0], pair[1], wide);
                self.draft.soup.shapes.extend(strip.map(|ring| Shape::new(ShapeRole::Bridge, ring, &label)));
            }
        }
        if matches!(way.tags.get("barrier"), Some("wall" | "fence" | "hedge" | "city_wall" | "retaining_wall")) {
            let line = self.places(way.id, &way.nodes);
            self.draft.soup.wall_line(&line, &label);
        }
        let highway = way.tags.get("highway");
        if let Some(kind @ ("footway" | "pedestrian" | "path" | "steps")) = highway {
            let line = self.places(way.id, &way.nodes);
            let name = format!("{kind}-{}", way.id);
            if closed && way.tags.is_set("area") {
                self.draft.areas.push((name, line));
            } else {
                let wide = way.tags.get("width").and_then(metres).unwrap_or(FOOTWAY);
                self.draft.areas.extend(strip(&line, wide).map(|ring| (name, ring)));
            }
        }
    }
}

/// What an area is, when one cannot walk there.
fn role_of(tags: &Tags) -> Option<ShapeRole> {
    match (is_solid(tags), is_water(tags)) {
        (true, _) => Some(ShapeRole::Solid),
        (false, true) => Some(ShapeRole::Water),
        _ => None,
    }
}

/// Twice the area of a ring, positive when counter-clockwise.
fn twice_area(ring: &[Point]) -> f64 {
    ring.iter().zip(ring.iter().cycle().skip(1)).map(|(p, q)| p.x * q.y - q.x * p.y).sum()
}

/// A rectangle around a piece of a line, half its width longer at both ends, so that pieces overlap at bends and reach
/// onto the shore.
fn lengthened(a: Point, b: Point, wide: f64) -> Option<Vec<Point>> {
    let d = a.distance(b);
    if d < 1e-3 {
        return None;
    }
    let (ux, uy) = ((b.x - a.x) / d * wide / 2.0, (b.y - a.y) / d * wide / 2.0);
    let at = |p: Point, along: f64, left: f64| Point::new(p.x + along * ux - left * uy, p.y + along * uy + left * ux);
    Some(vec![at(a, -1.0, -1.0), at(b, 1.0, -1.0), at(b, 1.0, 1.0), at(a, -1.0, 1.0)])
}

/// Whether one cannot walk through it.
fn is_solid(tags: &Tags) -> bool {
    (tags.is_set("building") && tags.get("building") != Some("roof"))
        || (tags.is_set("building:part") && !tags.is_set("building"))
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
    fn a_strip_is_as_wide_as_it_says() {
        let line = [Point::new(0.0, 0.0), Point::new(10.0, 0.0), Point::new(10.0, 10.0)];
        let ring = strip(&line, 2.0).unwrap();
        let area = ambulo_geom::Polygon::new(ring, vec![]).unwrap().area();
        assert!((area - 40.0).abs() < 1e-9, "{area}");
    }
}
