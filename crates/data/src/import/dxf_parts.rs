//! One entity as straight parts and arcs: what a wall, a door leaf or a swing is recognised from.

use super::ImportError;
use super::dxf_curves as curves;
use super::dxf_file::Entity;
use super::dxf_placing::Placing;
use ambulo_geom::Point;
use std::f64::consts::{PI, TAU};

/// A circle's arc, as far as its placing left it one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Arc {
    pub centre: Point,
    pub radius: f64,
    /// Angle it covers, positive [rad].
    pub sweep: f64,
}

/// A straight piece, or a curve in pieces.
#[derive(Clone, Debug)]
pub(super) struct StrokePart {
    pub points: Vec<Point>,
    pub arc: Option<Arc>,
}

impl StrokePart {
    fn straight(a: Point, b: Point) -> Self {
        Self { points: vec![a, b], arc: None }
    }

    /// Its two ends.
    pub fn ends(&self) -> (Point, Point) {
        (self.points.first().copied().unwrap_or_default(), self.points.last().copied().unwrap_or_default())
    }

    pub fn length(&self) -> f64 {
        self.points.windows(2).map(|w| w[0].distance(w[1])).sum()
    }

    /// Whether it is one straight piece.
    pub fn is_straight(&self) -> bool {
        self.arc.is_none() && self.points.len() == 2
    }

    fn placed(mut self, placing: &Placing) -> Self {
        self.points.iter_mut().for_each(|p| *p = placing.at(*p));
        self.arc = self.arc.and_then(|arc| {
            let scale = placing.uniform()?;
            Some(Arc { centre: placing.at(arc.centre), radius: arc.radius * scale, sweep: arc.sweep })
        });
        self
    }
}

/// The parts of an entity, or nothing when it is of a kind that is no wall. `metres` is what a unit is.
pub(super) fn parts(
    entity: &Entity<'_>,
    corners: &[Entity<'_>],
    placing: &Placing,
    metres: f64,
) -> Result<Option<Vec<StrokePart>>, ImportError> {
    // An extrusion downwards mirrors what is drawn in the plane of the entity.
    let flipped = entity.number(230)?.is_some_and(|z| z < 0.0);
    let own = if flipped { placing.mirrored() } else { *placing };
    let scale = own.scale() * metres;
    let (list, placing) = match entity.kind {
        "LINE" => {
            let end = |x, y| Ok::<_, ImportError>(Point::new(entity.needs(x, "end")?, entity.needs(y, "end")?));
            (vec![StrokePart::straight(end(10, 20)?, end(11, 21)?)], placing)
        }
        "LWPOLYLINE" => (light_polyline(entity, scale)?, &own),
        "POLYLINE" => (old_polyline(entity, corners, scale)?, &own),
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
            let points = curves::arc(centre, (r, 0.0), (0.0, r), from, sweep, scale);
            (vec![StrokePart { points, arc: Some(Arc { centre, radius: r, sweep }) }], &own)
        }
        "ELLIPSE" => {
            let centre = Point::new(entity.needs(10, "centre")?, entity.needs(20, "centre")?);
            let (mx, my) = (entity.needs(11, "axis")?, entity.needs(21, "axis")?);
            let ratio = entity.number(40)?.unwrap_or(1.0) * if flipped { -1.0 } else { 1.0 };
            let (from, to) = (entity.number(41)?.unwrap_or(0.0), entity.number(42)?.unwrap_or(TAU));
            let (from, sweep) = arc_angles(from, to);
            let points = curves::arc(centre, (mx, my), (-my * ratio, mx * ratio), from, sweep, scale);
            (vec![StrokePart { points, arc: None }], placing)
        }
        "SPLINE" => (vec![StrokePart { points: spline(entity, scale)?, arc: None }], placing),
        _ => return Ok(None),
    };
    Ok(Some(list.into_iter().map(|p| p.placed(placing)).collect()))
}

/// Begin and sweep, counter-clockwise, at most once around.
fn arc_angles(from: f64, to: f64) -> (f64, f64) {
    let mut sweep = (to - from) % TAU;
    if sweep <= 1e-12 {
        sweep += TAU;
    }
    (from, sweep)
}

fn light_polyline(entity: &Entity<'_>, scale: f64) -> Result<Vec<StrokePart>, ImportError> {
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

fn old_polyline(entity: &Entity<'_>, corners: &[Entity<'_>], scale: f64) -> Result<Vec<StrokePart>, ImportError> {
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

fn bulged(corners: &[(Point, f64)], closed: bool, scale: f64) -> Vec<StrokePart> {
    let mut list = Vec::new();
    let last = closed.then(|| corners.last().zip(corners.first())).flatten();
    let pairs = corners.windows(2).map(|w| (&w[0], &w[1])).chain(last);
    for (from, to) in pairs {
        let mut points = vec![from.0];
        curves::bulge(from.0, to.0, from.1, scale, &mut points);
        list.push(StrokePart { points, arc: curves::bulge_arc(from.0, to.0, from.1) });
    }
    list
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
