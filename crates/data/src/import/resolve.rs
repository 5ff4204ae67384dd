//! The plan of a scenario: from text, file and obstacles to geometry.

use super::plan::{shifted, shifted_region};
use super::{ImportError, Plan, PlanKind, read_plan, region_from_wkt, wkt};
use crate::scenario::{AreaSpec, Loaded};
use crate::{Diagnostic, Diagnostics};
use ambulo_geom::{Crossing, Point, Polygon, Region, Segment};
use std::path::Path;

/// Reads the plan of a scenario and its areas; a plan file is looked for in `base_dir`, the scenario's folder.
///
/// All errors are found in one go; each points into the scenario, or into the plan file when the fault is there.
///
/// ```
/// let text = "plan = { file = 'missing.wkt' }\nwalkers = [{ positions = [[1, 1]], goal = [2, 2] }]";
/// let loaded = ambulo_data::scenario::parse("a.toml", text).unwrap();
/// let errors = ambulo_data::resolve_plan(&loaded, std::path::Path::new("no-folder")).unwrap_err();
/// assert!(errors.to_string().starts_with("a.toml:1:17: error: the plan file"));
/// ```
pub fn resolve_plan(loaded: &Loaded, base_dir: &Path) -> Result<Plan, Diagnostics> {
    let mut errors = Vec::new();
    let mut keep = |result: Result<Region, Diagnostic>| result.map_err(|e| errors.push(e)).ok();

    let ground = match walkable(loaded, base_dir) {
        Ok(found) => Some(found),
        Err(e) => {
            keep(Err(e));
            None
        }
    };
    let origin = ground.as_ref().map_or(Point::default(), |plan| plan.origin);
    let mut areas = Vec::new();
    for (name, spec) in &loaded.scenario.areas {
        let path = format!("areas.{name}");
        let found = area(loaded, name, spec).and_then(|region| local(loaded, &path, &region, origin));
        areas.extend(keep(found).map(|region| (name.clone(), region)));
    }
    let mut obstacles = Vec::new();
    for (i, wkt) in loaded.scenario.plan.obstacles.iter().enumerate() {
        let path = format!("plan.obstacles[{i}]");
        let found = region_from_wkt(wkt).map_err(|e| inline_error(loaded, &path, wkt, e));
        if let Some(region) = keep(found.and_then(|region| local(loaded, &path, &region, origin))) {
            obstacles.push((i, region));
        }
    }
    let Some(mut plan) = ground else { return Err(Diagnostics::new(errors)) };
    let walkable = cut_out(loaded, &plan.walkable, &obstacles, origin, &mut errors);
    let Some(walkable) = walkable.filter(|_| errors.is_empty()) else { return Err(Diagnostics::new(errors)) };
    plan.walkable = walkable;
    for [a, b] in &loaded.scenario.plan.walls {
        let place = |[x, y]: [f64; 2]| plan.local(Point::new(x, y));
        plan.walls.push(Segment::new(place(*a), place(*b)));
    }
    // What the scenario names goes before what the plan file does.
    plan.areas.retain(|(name, _)| !areas.iter().any(|(n, _)| n == name));
    areas.append(&mut plan.areas);
    plan.areas = areas;
    plan.recentred().map_err(|e| Diagnostics::from(loaded.diagnostic("plan", e.to_string())))
}

/// A region of the scenario, which is in the coordinates of the plan file, as the plan has it.
fn local(loaded: &Loaded, path: &str, region: &Region, origin: Point) -> Result<Region, Diagnostic> {
    shifted_region(region, origin).map_err(|e| loaded.diagnostic(path, e.to_string()))
}

fn walkable(loaded: &Loaded, base_dir: &Path) -> Result<Plan, Diagnostic> {
    let plan = &loaded.scenario.plan;
    if let Some(wkt) = &plan.wkt {
        let mut found = wkt::inline_plan(wkt).map_err(|e| inline_error(loaded, "plan.wkt", wkt, e))?;
        found.provenance = "WKT in the scenario".into();
        return Ok(found);
    }
    let file = plan.file.as_deref().unwrap_or_default();
    let path = base_dir.join(file);
    let name = path.display().to_string();
    let kind = PlanKind::of(&path);
    let unknown = || {
        let error = loaded.diagnostic("plan.file", format!("the plan file `{file}` is of no known kind"));
        error.expected(format!("a file that ends in {}", PlanKind::ENDINGS))
    };
    let bytes = crate::scenario::read_bytes(&path, &name).map_err(|e| {
        if kind.is_none() {
            return unknown();
        }
        let error = loaded.diagnostic("plan.file", format!("the plan file `{name}` cannot be used: {}", e.message));
        error.help("the name is relative to the folder of the scenario")
    })?;
    let kind = kind.or_else(|| read_plan::kind_of(&bytes)).ok_or_else(unknown)?;
    let folder = path.parent().unwrap_or(base_dir);
    let mut found = read_plan::import(kind, &bytes, &name, Some(folder), &plan.options())?;
    found.provenance = file.to_owned();
    Ok(found)
}

fn area(loaded: &Loaded, name: &str, spec: &AreaSpec) -> Result<Region, Diagnostic> {
    match spec {
        AreaSpec::Wkt { wkt, .. } => {
            region_from_wkt(wkt).map_err(|e| inline_error(loaded, &format!("areas.{name}.wkt"), wkt, e))
        }
        AreaSpec::Rect { rect: [x0, y0, x1, y1], .. } => {
            let polygon = Polygon::rectangle(x0.min(*x1), y0.min(*y1), x0.max(*x1), y0.max(*y1));
            polygon.map(Region::from).map_err(|e| {
                let e = ImportError::geometry(e, "");
                with_help(loaded.diagnostic(&format!("areas.{name}.rect"), e.message), e.help)
            })
        }
    }
}

/// Points at the very character when the text stands in the scenario as it is, without escapes.
fn inline_error(loaded: &Loaded, path: &str, value: &str, e: ImportError) -> Diagnostic {
    let whole = loaded.span(path);
    let raw = loaded.source.text.get(whole.clone()).unwrap_or_default();
    let at = match (e.span, raw.find(value)) {
        (Some(span), Some(begin)) if !value.is_empty() => {
            whole.start + begin + span.start..whole.start + begin + span.end
        }
        _ => whole,
    };
    with_help(loaded.source.diagnostic(at, e.message), e.help)
}

fn with_help(error: Diagnostic, help: Option<String>) -> Diagnostic {
    match help {
        Some(help) => error.help(help),
        None => error,
    }
}

/// A ring that an obstacle crosses, and what to call it.
struct ObstacleRing<'a> {
    name: String,
    points: &'a [Point],
    /// Set when it is another obstacle.
    obstacle: Option<&'a Polygon>,
}

fn edges(points: &[Point]) -> impl Iterator<Item = Segment> {
    points.iter().zip(points.iter().cycle().skip(1)).map(|(a, b)| Segment::new(*a, *b))
}

/// Cuts the obstacles out as holes. Each must lie strictly inside one polygon, apart from its holes and the others.
fn cut_out(
    loaded: &Loaded,
    ground: &Region,
    obstacles: &[(usize, Region)],
    origin: Point,
    errors: &mut Vec<Diagnostic>,
) -> Option<Region> {
    let mut rings: Vec<ObstacleRing<'_>> = Vec::new();
    for (p, polygon) in ground.polygons().iter().enumerate() {
        for (r, points) in polygon.rings().enumerate() {
            let ring = if r == 0 { "the outer wall".to_string() } else { format!("hole {r}") };
            let name = if ground.polygons().len() == 1 { ring } else { format!("{ring} of polygon {}", p + 1) };
            rings.push(ObstacleRing { name, points, obstacle: None });
        }
    }
    let mut holes: Vec<Vec<Vec<Point>>> = vec![Vec::new(); ground.polygons().len()];
    for (i, region) in obstacles {
        let at = format!("plan.obstacles[{i}]");
        for obstacle in region.polygons() {
            match place_obstacle(ground, &rings, obstacle, origin) {
                Ok(polygon) => {
                    holes[polygon].push(obstacle.outer().to_vec());
                    let name = format!("obstacle {i}");
                    rings.push(ObstacleRing { name, points: obstacle.outer(), obstacle: Some(obstacle) });
                }
                Err((why, help)) => {
                    errors.push(loaded.diagnostic(&at, format!("obstacle {i} {why}")).help(help));
                }
            }
        }
    }
    if !errors.is_empty() {
        return None;
    }
    let polygons = ground.polygons().iter().zip(holes).map(|(polygon, more)| polygon.with_holes(more));
    match polygons.collect::<Result<Vec<_>, _>>().and_then(Region::new) {
        Ok(region) => Some(region),
        Err(e) => {
            errors.push(loaded.diagnostic("plan.obstacles", e.to_string()));
            None
        }
    }
}

/// The polygon the obstacle lies in, or why it cannot be cut out, and what to do.
/// Places in words are those of the file.
fn place_obstacle(
    ground: &Region,
    rings: &[ObstacleRing<'_>],
    obstacle: &Polygon,
    origin: Point,
) -> Result<usize, (String, &'static str)> {
    let file = |p: Point| shifted(p, origin, 1.0);
    const INSIDE: &str = "move it strictly inside the walkable area, or draw the walls around it in the plan itself";
    const APART: &str = "merge obstacles that touch into one polygon";
    if obstacle.holes().next().is_some() {
        return Err(("has a hole".into(), "nobody could get into it: give its outer ring only"));
    }
    let bounds = obstacle.bounds();
    for ring in rings {
        for (n, wall) in edges(ring.points).enumerate() {
            if wall.a.x.max(wall.b.x) < bounds.min.x
                || wall.a.x.min(wall.b.x) > bounds.max.x
                || wall.a.y.max(wall.b.y) < bounds.min.y
                || wall.a.y.min(wall.b.y) > bounds.max.y
            {
                continue;
            }
            for edge in edges(obstacle.outer()) {
                let (Crossing::Proper(at) | Crossing::Touch(at) | Crossing::Overlap(at)) = edge.crossing(wall) else {
                    continue;
                };
                let help = if ring.obstacle.is_some() { APART } else { INSIDE };
                let why = format!(
                    "meets {} at {}: its edge from {} to {} against edge {n} from {} to {}",
                    ring.name,
                    file(at),
                    file(edge.a),
                    file(edge.b),
                    file(wall.a),
                    file(wall.b)
                );
                return Err((why, help));
            }
        }
    }
    // No edges meet, so that one corner decides for all.
    let corner = obstacle.outer()[0];
    let Some(polygon) = ground.polygons().iter().position(|polygon| polygon.contains(corner)) else {
        return Err((format!("lies outside the walkable area, near {}", file(corner)), INSIDE));
    };
    for ring in rings {
        if ring.obstacle.is_some_and(|around| around.contains(corner)) {
            return Err((format!("lies inside {}, near {}", ring.name, file(corner)), APART));
        }
        if obstacle.contains(ring.points[0]) {
            return Err((format!("lies around {}, near {}", ring.name, file(ring.points[0])), APART));
        }
    }
    Ok(polygon)
}
