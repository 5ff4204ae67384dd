//! Well-known text, read by our own small parser: an error must say at which character, which the parser libraries do
//! not, and nesting must not be able to exhaust the stack.

use super::crs::{self, CoordinateReading, by_code};
use super::draft::{Draft, WalkablePart};
use super::error::{FARTHEST, too_far};
use super::read_plan::walkable;
use super::unite::{Rings, can_unite, united};
use super::{ImportError, Plan, PlanOptions, Units};
use ambulo_geom::repair::{Finding, FindingKind, Shape, ShapeRole};
use ambulo_geom::{Bounds, Point, Polygon, Region};
use std::fmt::Write;
use std::ops::Range;

/// Collections in collections; real files have one level.
const DEEPEST: usize = 32;

/// Reads POLYGON, MULTIPOLYGON and GEOMETRYCOLLECTION of those; z and m values are passed over.
///
/// ```
/// let room = ambulo_data::region_from_wkt("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 2 1, 2 2, 1 2, 1 1))").unwrap();
/// assert_eq!(room.area(), 15.0);
/// let bow = ambulo_data::region_from_wkt("POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))").unwrap_err();
/// assert!(bow.to_string().contains("(2, 2)"));
/// ```
pub fn region_from_wkt(text: &str) -> Result<Region, ImportError> {
    let written = WktGeometry::read(text)?;
    region(&written.polygons)
}

/// Reads a plan: polygons that overlap are united, degrees projected.
pub(super) fn plan(text: &str, options: &PlanOptions) -> Result<Plan, ImportError> {
    let WktGeometry { polygons, crs } = WktGeometry::read(text)?;
    let boxes: Vec<Bounds> =
        polygons.iter().filter_map(|(rings, _)| Bounds::of(rings.iter().flatten().copied())).collect();
    let crs = match crs {
        Some(code) if options.units.is_none() => {
            Some(by_code(code).ok_or_else(|| crs::unknown(&format!("SRID={code}")))?)
        }
        _ => None,
    };
    let reading = match CoordinateReading::decide(crs, &boxes, options) {
        // Unlike GeoJSON, WKT means metres as often as degrees: it is read, with a warning.
        Err(unsure) if crs.is_none() && options.units.is_none() => {
            let metres = PlanOptions { units: Some(Units::metres()), ..options.clone() };
            let mut plan = plan(text, &metres)?;
            let detail = format!("{}; they were read as metres: set `units` to \"m\" or \"degrees\"", unsure.message);
            let at = plan.walkable.bounds().map_or(Point::default(), |b| b.min);
            plan.findings.insert(0, Finding::warning(FindingKind::Units, at, detail));
            return Ok(plan);
        }
        decided => decided?,
    };
    if reading.is_plane() {
        match region(&polygons) {
            Err(error) if !error.geometry.as_deref().is_some_and(can_unite) => return Err(error),
            Ok(region) => return walkable(region, options),
            Err(_) => {}
        }
    }
    let mut draft = Draft { units: reading.units(options), centre: reading.centre(), ..Draft::default() };
    let many = polygons.len() > 1;
    let named = |(i, (rings, _)): (usize, (Rings, _))| {
        let places = |ring: Vec<Point>| ring.into_iter().map(|p| reading.place(p.x, p.y)).collect();
        let label = if many { format!("polygon {}", i + 1) } else { "the polygon".to_owned() };
        (rings.into_iter().map(places).collect::<Rings>(), label)
    };
    let fault = region(&polygons).err().and_then(|e| e.geometry);
    let polygons: Vec<(Rings, String)> = polygons.into_iter().enumerate().map(named).collect();
    if let Some(extent) = Bounds::of(polygons.iter().flat_map(|(rings, _)| rings.iter().flatten().copied())) {
        reading.report(extent, &mut draft.findings)?;
    }
    match fault {
        Some(fault) => united(polygons, (&fault, reading), draft, options),
        None => {
            let shapes = polygons.into_iter().map(|(rings, label)| Shape { role: ShapeRole::Ground, rings, label });
            draft.soup.shapes.extend(shapes);
            draft.finish(WalkablePart::Drawn, options)
        }
    }
}

/// Reads a plan written in a scenario: metres, as all numbers there; polygons that overlap are united.
pub(super) fn inline_plan(text: &str) -> Result<Plan, ImportError> {
    match region_from_wkt(text) {
        Ok(region) => Ok(Plan::new(region, "")),
        Err(error) if error.geometry.as_deref().is_some_and(can_unite) => {
            plan(text, &PlanOptions { units: Some(Units::metres()), ..PlanOptions::default() })
        }
        Err(error) => Err(error),
    }
}

/// The region of polygons, each with the place in the text where it stands.
fn region(polygons: &[(Rings, Range<usize>)]) -> Result<Region, ImportError> {
    let polygon = |(i, (rings, at)): (usize, &(Rings, Range<usize>))| {
        Polygon::new(rings[0].clone(), rings[1..].to_vec()).map_err(|e| {
            // The first is mostly the only one; its number would only puzzle.
            let what = if i > 0 { format!("polygon {}", i + 1) } else { String::new() };
            ImportError::geometry(e, &what).at(at.clone())
        })
    };
    let polygons = polygons.iter().enumerate().map(polygon).collect::<Result<Vec<_>, _>>()?;
    Region::new(polygons).map_err(|e| ImportError::geometry(e, ""))
}

/// What a text holds.
struct WktGeometry {
    polygons: Vec<(Rings, Range<usize>)>,
    /// The number of its reference system.
    crs: Option<u32>,
}

impl WktGeometry {
    fn read(text: &str) -> Result<Self, ImportError> {
        let mut parser = WktParser { text, at: 0, polygons: Vec::new() };
        let mut crs = None;
        if parser.word_or_mark().is_empty() {
            let error = ImportError::new("the WKT is empty").at(0..0);
            return Err(error.help("give a shape such as POLYGON ((0 0, 10 0, 10 5, 0 5, 0 0))"));
        }
        // Some writers put the reference system in front.
        if let Some(rest) = text.trim_start().strip_prefix("SRID=")
            && let Some(end) = rest.find(';')
        {
            parser.at = text.len() - rest.len() + end + 1;
            crs = rest[..end].trim().parse().ok().filter(|code| *code != 0);
        }
        parser.geometry(0)?;
        let rest = parser.word_or_mark();
        if !rest.is_empty() {
            return Err(parser.unexpected(rest, "the end of the text"));
        }
        let polygons = parser.polygons;
        if polygons.is_empty() {
            return Err(ImportError::new("the WKT holds no polygon").help("give a POLYGON with at least 3 corners"));
        }
        Ok(Self { polygons, crs })
    }
}

/// Writes a region as POLYGON or MULTIPOLYGON, with the shortest digits that read back as the same numbers.
///
/// ```
/// use ambulo_data::{region_from_wkt, region_to_wkt};
/// let room = region_from_wkt("POLYGON((0 0,4 0,4 4,0.1 4))").unwrap();
/// assert_eq!(region_to_wkt(&room), "POLYGON ((0 0, 4 0, 4 4, 0.1 4, 0 0))");
/// assert_eq!(region_from_wkt(&region_to_wkt(&room)).unwrap(), room);
/// ```
pub fn region_to_wkt(region: &Region) -> String {
    let polygons: Vec<String> = region.polygons().iter().map(polygon_body).collect();
    match polygons.as_slice() {
        [] => "POLYGON EMPTY".into(),
        [one] => format!("POLYGON {one}"),
        many => format!("MULTIPOLYGON ({})", many.join(", ")),
    }
}

fn polygon_body(polygon: &Polygon) -> String {
    let mut out = String::from("(");
    for (i, ring) in polygon.rings().enumerate() {
        out.push_str(if i == 0 { "(" } else { ", (" });
        for p in ring.iter().chain(ring.first()) {
            // Writing to a String cannot fail.
            let _ = write!(out, "{} {}, ", p.x, p.y);
        }
        out.truncate(out.len() - 2);
        out.push(')');
    }
    out.push(')');
    out
}

struct WktParser<'t> {
    text: &'t str,
    at: usize,
    polygons: Vec<(Rings, Range<usize>)>,
}

impl<'t> WktParser<'t> {
    fn geometry(&mut self, depth: usize) -> Result<(), ImportError> {
        const SHAPES: &str = "POLYGON, MULTIPOLYGON or GEOMETRYCOLLECTION";
        let head = self.word_or_mark();
        let name = self.text[head.clone()].to_ascii_uppercase();
        self.at = head.end;
        // "POLYGONZ" and "POLYGON Z" are both in use.
        let shape = ["POLYGON", "MULTIPOLYGON", "GEOMETRYCOLLECTION"]
            .into_iter()
            .find(|shape| name.strip_prefix(shape).is_some_and(|rest| matches!(rest, "" | "Z" | "M" | "ZM")));
        match shape {
            Some("GEOMETRYCOLLECTION") if depth >= DEEPEST => {
                let error = ImportError::new(format!("collections are nested more than {DEEPEST} deep")).at(head);
                Err(error.help("give one MULTIPOLYGON instead"))
            }
            Some("GEOMETRYCOLLECTION") => self.list(|parser| parser.geometry(depth + 1)),
            Some("MULTIPOLYGON") => self.list(Self::polygon),
            Some(_) => self.polygon(),
            None if head.is_empty() || !name.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                Err(self.unexpected(head, SHAPES))
            }
            None => {
                let error = ImportError::new(format!("`{name}` is not a shape one can walk on, expected {SHAPES}"));
                Err(error.at(head).help("draw the walkable area as polygons, walls and obstacles as holes in them"))
            }
        }
    }

    /// A list in parentheses, or EMPTY.
    fn list(&mut self, mut item: impl FnMut(&mut Self) -> Result<(), ImportError>) -> Result<(), ImportError> {
        let mut mark = self.word_or_mark();
        if matches!(self.text[mark.clone()].to_ascii_uppercase().as_str(), "Z" | "M" | "ZM") {
            self.at = mark.end;
            mark = self.word_or_mark();
        }
        if self.text[mark.clone()].eq_ignore_ascii_case("EMPTY") {
            self.at = mark.end;
            return Ok(());
        }
        self.expect("(")?;
        loop {
            item(self)?;
            let mark = self.word_or_mark();
            match &self.text[mark.clone()] {
                "," => self.at = mark.end,
                ")" => {
                    self.at = mark.end;
                    return Ok(());
                }
                _ => return Err(self.unexpected(mark, "`,` or `)`")),
            }
        }
    }

    fn polygon(&mut self) -> Result<(), ImportError> {
        let begin = self.word_or_mark().start;
        let mut rings: Vec<Vec<Point>> = Vec::new();
        self.list(|parser| {
            let mut ring = Vec::new();
            parser.list(|parser| {
                ring.push(parser.corner()?);
                Ok(())
            })?;
            rings.push(ring);
            Ok(())
        })?;
        if rings.is_empty() {
            return Ok(());
        }
        self.polygons.push((rings, begin..self.at));
        Ok(())
    }

    /// Two numbers; one or two more (height, measure) are passed over.
    fn corner(&mut self) -> Result<Point, ImportError> {
        let (x, y) = (self.number()?, self.number()?);
        for _ in 0..2 {
            let next = self.word_or_mark();
            if matches!(&self.text[next], "," | ")" | "(" | "") {
                break;
            }
            self.number()?;
        }
        Ok(Point::new(x, y))
    }

    fn number(&mut self) -> Result<f64, ImportError> {
        let word = self.word_or_mark();
        match self.text[word.clone()].parse::<f64>() {
            Ok(v) if v.abs() <= FARTHEST => {
                self.at = word.end;
                Ok(v)
            }
            Ok(v) if v.is_finite() => Err(too_far(v).at(word)),
            Ok(_) => {
                let error = ImportError::new(format!("the coordinate `{}` is not finite", &self.text[word.clone()]));
                Err(error.at(word).help("replace nan and inf by coordinates in metres"))
            }
            Err(_) => {
                let error = self.unexpected(word, "a number");
                Err(error.help("a corner is two numbers with a blank between; corners are set apart by commas"))
            }
        }
    }

    fn expect(&mut self, mark: &str) -> Result<(), ImportError> {
        let found = self.word_or_mark();
        if &self.text[found.clone()] != mark {
            return Err(self.unexpected(found, &format!("`{mark}`")));
        }
        self.at = found.end;
        Ok(())
    }

    /// The next word, number or single mark, not yet taken; empty at the end of the text.
    fn word_or_mark(&self) -> Range<usize> {
        let rest = &self.text[self.at..];
        let begin = self.at + (rest.len() - rest.trim_start().len());
        let rest = &self.text[begin..];
        let is_mark = |c: char| matches!(c, '(' | ')' | ',');
        let length = match rest.chars().next() {
            None => 0,
            Some(c) if is_mark(c) => c.len_utf8(),
            Some(_) => rest.find(|c: char| is_mark(c) || c.is_whitespace()).unwrap_or(rest.len()),
        };
        begin..begin + length
    }

    fn unexpected(&self, found: Range<usize>, expected: &str) -> ImportError {
        let message = if found.is_empty() {
            format!("the WKT ends too early, expected {expected}")
        } else {
            let word: String = self.text[found.clone()].chars().take(40).collect();
            format!("unexpected `{word}`, expected {expected}")
        };
        ImportError::new(message).at(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn message(text: &str) -> String {
        region_from_wkt(text).unwrap_err().to_string()
    }

    #[test]
    fn all_shapes_of_polygons_are_read() {
        let area = |text: &str| region_from_wkt(text).unwrap().area();
        assert_eq!(area("polygon z((0 0 1, 2 0 1, 2 2 1, 0 2 1, 0 0 1))"), 4.0);
        assert_eq!(area("MULTIPOLYGON (((0 0, 1 0, 1 1)), ((5 0, 6 0, 6 1, 5 1)))"), 1.5);
        assert_eq!(area("GEOMETRYCOLLECTION (POLYGON ((0 0, 1 0, 1 1)), POLYGON EMPTY)"), 0.5);
        assert_eq!(area("SRID=25832;POLYGON ((0 0, 1 0, 1 1, 0 1))"), 1.0);
    }

    #[test]
    fn messages_say_what_was_expected() {
        assert!(message("").contains("empty"));
        assert!(message("POINT (1 2)").contains("POINT"));
        assert!(message("POLYGON ((0 0, 1 0, 1 1").contains("ends too early, expected `,` or `)`"));
        assert!(message("POLYGON ((0 0, 1 nan, 1 1))").contains("not finite"));
        assert!(message("POLYGON ((0 0, 1 0, 1 1)) x").contains("the end of the text"));
        assert!(message("POLYGON ((0 0, 1 0))").contains("only 2 different corners"));
        assert!(message("POLYGON EMPTY").contains("no polygon"));
        assert!(message("MULTIPOLYGON (((0 0, 1 0, 1 1)), ((5 0, 6 0)))").contains("polygon 2"));
    }

    #[test]
    fn deep_nesting_is_an_error_and_not_a_crash() {
        let bomb = "GEOMETRYCOLLECTION(".repeat(200_000);
        assert!(message(&bomb).contains("nested"));
        assert!(message(&format!("POLYGON {}", "(".repeat(200_000))).contains("expected a number"));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "(POLYGON|[A-Z ]{0,9}) ?\\(?[-0-9., ()enaié]{0,60}") {
            let _ = region_from_wkt(&text);
        }

        #[test]
        fn written_regions_read_back_the_same(x in -1e7f64..1e7, y in -1e7f64..1e7, w in 1e-3f64..1e3) {
            let frame = Polygon::rectangle(x, y, x + w, y + w).unwrap();
            let inner = Polygon::rectangle(x + w / 4.0, y + w / 4.0, x + w / 2.0, y + w / 2.0).unwrap();
            let holed = frame.with_holes(vec![inner.outer().to_vec()]).unwrap();
            let beside = Polygon::rectangle(x + 2.0 * w, y, x + 3.0 * w, y + w).unwrap();
            let region = Region::new(vec![holed, beside]).unwrap();
            prop_assert_eq!(region_from_wkt(&region_to_wkt(&region)).unwrap(), region);
        }
    }
}
