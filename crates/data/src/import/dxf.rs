//! Drawings in the exchange format of CAD programs (ASCII DXF, R12 to 2018), read by our own small reader: errors name
//! the line, and broken files end in an error.
//!
//! Lines, polylines, arcs, circles, ellipses, splines and inserted blocks become walls. What they enclose around the
//! seed is walkable; without a seed, the largest area they enclose. Texts, dimensions and hatchings are passed over.

use super::draft::{Draft, Ground};
use super::dxf_curves as curves;
use super::dxf_file::{DxfFile, Entity};
use super::dxf_placing::Placing;
use super::{ImportError, Plan, PlanOptions, Units};
use ambulo_geom::repair::{Finding, FindingKind};
use ambulo_geom::{Bounds, Point, math};
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::{PI, TAU};

/// Blocks in blocks; real drawings have three or four levels.
const DEEPEST: usize = 16;
/// Most straight pieces of one drawing.
const MOST_PIECES: usize = 2_000_000;

/// Reads a drawing.
pub(super) fn plan(text: &str, options: &PlanOptions) -> Result<Plan, ImportError> {
    let file = DxfFile::read(text)?;
    let chosen = chosen_layers(&file, options)?;
    let mut draft = Draft::default();
    // Curves need the unit, and a guess of the unit needs the drawing: without one it is read twice.
    let (mut lines, mut passed_over) =
        Drawing::read(&file, &chosen, known_units(&file, options).map_or(1.0, |u| u.metres))?;
    let units = units(&file, options, &lines, &mut draft);
    if units.metres != 1.0 && known_units(&file, options).is_none() {
        (lines, passed_over) = Drawing::read(&file, &chosen, units.metres)?;
    }
    for (label, line) in &lines {
        let metres: Vec<Point> = line.iter().map(|p| Point::new(p.x * units.metres, p.y * units.metres)).collect();
        draft.soup.wall_line(&metres, label);
    }
    if draft.soup.walls.is_empty() {
        let found: Vec<String> = passed_over.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
        let found = if found.is_empty() { "nothing".into() } else { found.join(", ") };
        let error = ImportError::new(format!(
            "the drawing has no line, polyline, arc or circle to walk around; it has {found}"
        ));
        return Err(error.help(format!("choose other layers; there are {}", layer_names(&file))));
    }
    if !passed_over.is_empty() {
        let words: Vec<String> = passed_over.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
        let at = draft.soup.walls[0].0.a;
        draft.findings.add(FindingKind::Ignored, |kind| {
            Finding::change(kind, at, format!("passed over, for they are no walls: {}", words.join(", ")))
        });
    }
    draft.units = Some(units);
    draft.finish(Ground::Enclosed, options)
}

/// The layers to read, or the error that lists those there are.
fn chosen_layers(file: &DxfFile<'_>, options: &PlanOptions) -> Result<Option<BTreeSet<String>>, ImportError> {
    let hidden: BTreeSet<String> =
        file.layers.iter().filter(|(_, seen)| !seen).map(|(n, _)| n.to_lowercase()).collect();
    if options.layers.is_empty() {
        let all = all_layers(file).into_iter().map(str::to_lowercase);
        return Ok((!hidden.is_empty()).then(|| all.filter(|n| !hidden.contains(n)).collect()));
    }
    let names: BTreeSet<String> = all_layers(file).into_iter().map(str::to_lowercase).collect();
    for wanted in &options.layers {
        if !names.contains(&wanted.to_lowercase()) {
            let error = ImportError::new(format!("there is no layer `{wanted}`"));
            return Err(error.help(format!("the layers are {}", layer_names(file))));
        }
    }
    Ok(Some(options.layers.iter().map(|n| n.to_lowercase()).collect()))
}

fn all_layers<'t>(file: &DxfFile<'t>) -> BTreeSet<&'t str> {
    let used = file.entities.iter().chain(file.blocks.values().flat_map(|b| &b.entities)).map(|e| e.layer());
    file.layers.iter().map(|(n, _)| *n).chain(used).collect()
}

fn layer_names(file: &DxfFile<'_>) -> String {
    let names: Vec<String> = all_layers(file).into_iter().map(|n| format!("`{n}`")).collect();
    match names.len() {
        0 => "none".into(),
        n if n > 40 => format!("{} and {} more", names[..40].join(", "), n - 40),
        _ => names.join(", "),
    }
}

/// The unit as told, or as the header says.
fn known_units(file: &DxfFile<'_>, options: &PlanOptions) -> Option<Units> {
    if options.units.is_some() {
        return options.units.clone();
    }
    let name = match file.units {
        Some(1) => "in",
        Some(2) => "ft",
        Some(3) => "mi",
        Some(4) => "mm",
        Some(5) => "cm",
        Some(6) => "m",
        Some(7) => "km",
        Some(10) => "yd",
        Some(14) => "dm",
        _ => return None,
    };
    Units::parse(name)
}

/// What a unit of the drawing is: as told, as the header says, or by the size of the drawing.
fn units(file: &DxfFile<'_>, options: &PlanOptions, lines: &Lines, draft: &mut Draft) -> Units {
    if let Some(units) = known_units(file, options) {
        return units;
    }
    let bounds = Bounds::of(lines.iter().flat_map(|(_, l)| l.iter().copied()));
    let size = bounds.map_or(0.0, |b| b.width().max(b.height()));
    let units = if size > 1000.0 { Units::new("mm", 0.001) } else { Units::metres() };
    let at = bounds.map_or(Point::default(), |b| Point::new(b.min.x * units.metres, b.min.y * units.metres));
    draft.findings.add(FindingKind::Units, |kind| {
        let detail = format!(
            "the drawing does not say its unit; it is {size:.1} units wide, so that {} is assumed: set `units` to be sure",
            units.name
        );
        Finding::doubt(kind, at, detail)
    });
    units
}

/// Lines in the units of the file, each with its label.
type Lines = Vec<(String, Vec<Point>)>;
/// How many entities of other kinds there are.
type PassedOver = BTreeMap<String, usize>;

struct Drawing<'f, 't> {
    file: &'f DxfFile<'t>,
    chosen: &'f Option<BTreeSet<String>>,
    /// Metres a unit, as far as curves need it.
    metres: f64,
    lines: Lines,
    pieces: usize,
    passed_over: PassedOver,
    /// The blocks we are in.
    inside: Vec<&'t str>,
}

impl<'f, 't> Drawing<'f, 't> {
    fn read(
        file: &'f DxfFile<'t>,
        chosen: &'f Option<BTreeSet<String>>,
        metres: f64,
    ) -> Result<(Lines, PassedOver), ImportError> {
        let (lines, passed_over) = (Lines::new(), PassedOver::new());
        let mut drawing = Self { file, chosen, metres, lines, pieces: 0, passed_over, inside: Vec::new() };
        drawing.all(&file.entities, &Placing::here(), None)?;
        Ok((drawing.lines, drawing.passed_over))
    }

    fn all(
        &mut self,
        entities: &'f [Entity<'t>],
        placing: &Placing,
        layer: Option<&'t str>,
    ) -> Result<(), ImportError> {
        // Blocks in arrays of blocks multiply, even when there is nothing to see in them.
        self.pieces += entities.len() + 1;
        let mut i = 0;
        while i < entities.len() {
            let entity = &entities[i];
            self.check_size(entity)?;
            i += 1;
            // An old polyline is followed by its corners.
            let corners = match entity.kind {
                "POLYLINE" => {
                    let n = entities[i..].iter().take_while(|e| e.kind == "VERTEX").count();
                    i += n;
                    &entities[i - n..i]
                }
                _ => &[],
            };
            // What a block draws on layer 0 takes the layer of the insert.
            let own = match (entity.layer(), layer) {
                ("0", Some(outer)) => outer,
                (own, _) => own,
            };
            let read = self.chosen.as_ref().is_none_or(|names| names.contains(&own.to_lowercase()));
            if entity.on_paper() || (!read && entity.kind != "INSERT") {
                continue;
            }
            self.one(entity, corners, placing, own)?;
        }
        Ok(())
    }

    fn one(
        &mut self,
        entity: &'f Entity<'t>,
        corners: &[Entity<'t>],
        placing: &Placing,
        layer: &'t str,
    ) -> Result<(), ImportError> {
        // An extrusion downwards mirrors what is drawn in the plane of the entity.
        let flipped = entity.number(230)?.is_some_and(|z| z < 0.0);
        let own = if flipped { placing.after(&Placing { a: -1.0, ..Placing::here() }) } else { *placing };
        let scale = own.scale() * self.metres;
        let line = match entity.kind {
            "LINE" => {
                let end = |x, y| Ok::<_, ImportError>(Point::new(entity.needs(x, "end")?, entity.needs(y, "end")?));
                let ends = vec![end(10, 20)?, end(11, 21)?];
                return self.add(entity, layer, ends.into_iter().map(|p| placing.at(p)).collect());
            }
            "LWPOLYLINE" => light_polyline(entity, scale)?,
            "POLYLINE" => old_polyline(entity, corners, scale)?,
            "ARC" | "CIRCLE" => {
                let r = entity.needs(40, "radius")?.abs();
                let centre = Point::new(entity.needs(10, "centre")?, entity.needs(20, "centre")?);
                let (from, sweep) = match entity.kind {
                    "CIRCLE" => (0.0, TAU),
                    _ => arc_angles(
                        entity.needs(50, "start angle")? * PI / 180.0,
                        entity.needs(51, "end angle")? * PI / 180.0,
                    ),
                };
                curves::arc(centre, (r, 0.0), (0.0, r), from, sweep, scale)
            }
            "ELLIPSE" => {
                let centre = Point::new(entity.needs(10, "centre")?, entity.needs(20, "centre")?);
                let (mx, my) = (entity.needs(11, "axis")?, entity.needs(21, "axis")?);
                let ratio = entity.number(40)?.unwrap_or(1.0) * if flipped { -1.0 } else { 1.0 };
                let (from, to) = (entity.number(41)?.unwrap_or(0.0), entity.number(42)?.unwrap_or(TAU));
                let (from, sweep) = arc_angles(from, to);
                let line = curves::arc(centre, (mx, my), (-my * ratio, mx * ratio), from, sweep, scale);
                return self.add(entity, layer, line.into_iter().map(|p| placing.at(p)).collect());
            }
            "SPLINE" => {
                let line = spline(entity, scale)?;
                return self.add(entity, layer, line.into_iter().map(|p| placing.at(p)).collect());
            }
            "INSERT" => return self.insert(entity, &own, layer),
            "SEQEND" | "VERTEX" | "ATTRIB" | "ATTDEF" | "VIEWPORT" | "POINT" => return Ok(()),
            other => {
                let kind: String = other.chars().take(24).collect();
                *self.passed_over.entry(kind).or_insert(0) += 1;
                return Ok(());
            }
        };
        self.add(entity, layer, line.into_iter().map(|p| own.at(p)).collect())
    }

    fn check_size(&self, entity: &Entity<'_>) -> Result<(), ImportError> {
        if self.pieces <= MOST_PIECES {
            return Ok(());
        }
        let error =
            ImportError::new(format!("the drawing has more than {MOST_PIECES} pieces, blocks in blocks included"));
        Err(error.at(entity.groups[0].value.at.clone()).help("choose the layers with walls, or insert fewer blocks"))
    }

    fn add(&mut self, entity: &Entity<'_>, layer: &str, line: Vec<Point>) -> Result<(), ImportError> {
        self.pieces += line.len();
        self.check_size(entity)?;
        let layer: String = layer.chars().take(40).collect();
        self.lines.push((format!("line {}, {} on layer {layer}", entity.line, entity.kind), line));
        Ok(())
    }

    fn insert(&mut self, entity: &'f Entity<'t>, placing: &Placing, layer: &'t str) -> Result<(), ImportError> {
        let at = entity.groups[0].value.at.clone();
        let name = entity.get(2).map_or("", |g| g.value.text.trim());
        let Some((&name, block)) = self.file.blocks.get_key_value(name) else {
            let error =
                ImportError::new(format!("the block `{name}` is inserted at line {}, but there is none", entity.line));
            return Err(error.at(at).help("export the drawing with its blocks, or remove the insert"));
        };
        if self.inside.contains(&name) {
            let way = self.inside.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(" in ");
            let error = ImportError::new(format!("the block `{name}` is inserted in itself ({way})")).at(at);
            return Err(error.help("remove the insert that closes the circle"));
        }
        if self.inside.len() >= DEEPEST {
            return Err(ImportError::new(format!("blocks are nested more than {DEEPEST} deep"))
                .at(at)
                .help("explode the blocks"));
        }
        let number = |code, or| Ok::<f64, ImportError>(entity.number(code)?.unwrap_or(or));
        let (sx, sy, turn) = (number(41, 1.0)?, number(42, 1.0)?, number(50, 0.0)? * PI / 180.0);
        let (cos, sin) = (math::cos(turn), math::sin(turn));
        let columns = entity.get(70).map_or(Ok(1), |g| g.integer())?.clamp(1, 10_000);
        let rows = entity.get(71).map_or(Ok(1), |g| g.integer())?.clamp(1, 10_000);
        let (wide, high) = (number(44, 0.0)?, number(45, 0.0)?);
        self.inside.push(name);
        for k in 0..columns * rows {
            let (column, row) = ((k % columns) as f64 * wide, (k / columns) as f64 * high);
            let place = Placing {
                a: cos * sx,
                b: -sin * sy,
                c: sin * sx,
                d: cos * sy,
                tx: number(10, 0.0)? + cos * column - sin * row,
                ty: number(20, 0.0)? + sin * column + cos * row,
            };
            let base = Placing { tx: -block.base.0, ty: -block.base.1, ..Placing::here() };
            self.all(&block.entities, &placing.after(&place).after(&base), Some(layer))?;
        }
        self.inside.pop();
        Ok(())
    }
}

/// Begin and sweep, counter-clockwise, at most once around.
fn arc_angles(from: f64, to: f64) -> (f64, f64) {
    let mut sweep = (to - from) % TAU;
    if sweep <= 1e-12 {
        sweep += TAU;
    }
    (from, sweep)
}

fn light_polyline(entity: &Entity<'_>, scale: f64) -> Result<Vec<Point>, ImportError> {
    let mut corners: Vec<(Point, f64)> = Vec::new();
    let mut x = None;
    for group in &entity.groups {
        match group.code {
            10 => x = Some(group.number()?),
            20 => {
                if let Some(x) = x.take() {
                    corners.push((Point::new(x, group.number()?), 0.0));
                }
            }
            42 => {
                if let Some(last) = corners.last_mut() {
                    last.1 = group.number()?;
                }
            }
            _ => {}
        }
    }
    let closed = entity.get(70).map_or(Ok(0), |g| g.integer())? & 1 != 0;
    Ok(bulged(&corners, closed, scale))
}

fn old_polyline(entity: &Entity<'_>, corners: &[Entity<'_>], scale: f64) -> Result<Vec<Point>, ImportError> {
    let flags = entity.get(70).map_or(Ok(0), |g| g.integer())?;
    // Meshes of polygons are no walls.
    if flags & (16 | 64) != 0 {
        return Ok(Vec::new());
    }
    let mut line = Vec::new();
    for corner in corners {
        // The frame of a fitted curve is not part of it.
        if corner.get(70).map_or(Ok(0), |g| g.integer())? & 16 != 0 {
            continue;
        }
        let at = Point::new(corner.needs(10, "place")?, corner.needs(20, "place")?);
        line.push((at, corner.number(42)?.unwrap_or(0.0)));
    }
    Ok(bulged(&line, flags & 1 != 0, scale))
}

fn bulged(corners: &[(Point, f64)], closed: bool, scale: f64) -> Vec<Point> {
    let Some(first) = corners.first() else { return Vec::new() };
    let mut line = vec![first.0];
    for pair in corners.windows(2) {
        curves::bulge(pair[0].0, pair[1].0, pair[0].1, scale, &mut line);
    }
    if closed && let Some(last) = corners.last() {
        curves::bulge(last.0, first.0, last.1, scale, &mut line);
    }
    line
}

fn spline(entity: &Entity<'_>, scale: f64) -> Result<Vec<Point>, ImportError> {
    let numbers =
        |code: i32| entity.groups.iter().filter(|g| g.code == code).map(|g| g.number()).collect::<Result<Vec<_>, _>>();
    let points = |x: Vec<f64>, y: Vec<f64>| x.into_iter().zip(y).map(|(x, y)| Point::new(x, y)).collect::<Vec<_>>();
    let controls = points(numbers(10)?, numbers(20)?);
    let degree = entity.get(71).map_or(Ok(3), |g| g.integer())?.clamp(0, 100) as usize;
    let fit = points(numbers(11)?, numbers(21)?);
    match curves::spline(degree, &numbers(40)?, &controls, &numbers(41)?, scale) {
        Some(line) => Ok(line),
        None if fit.len() >= 2 => Ok(fit),
        None => {
            let message = format!("the SPLINE at line {} has knots that do not fit its control points", entity.line);
            let error = ImportError::new(message).at(entity.groups[0].value.at.clone());
            Err(error.help("convert the spline to a polyline and export again"))
        }
    }
}
