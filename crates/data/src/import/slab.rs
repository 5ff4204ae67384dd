//! A plan out of a 3D model: what stands between the knees and the head of a walker, cut out and projected.
//!
//! Triangles between floor + step and floor + body become solids (where they have an area seen from above) or walls
//! (where they are upright). One walks where there is a floor within a step of the floor's height.

use super::draft::{Draft, WalkablePart};
use super::face3::{Corner, area, between, holds, seen, upright};
use super::{ImportError, Plan, PlanOptions, terrain};
use ambulo_geom::repair::{Finding, FindingKind, Severity, Shape, ShapeRole};
use ambulo_geom::{Bounds, Point, Segment};

/// A triangle in metres, z up.
pub(super) type Triangle = [Corner; 3];

/// Most triangles of one model.
pub(super) const MOST_TRIANGLES: usize = 4_000_000;
/// A footprint smaller than this is the edge of a wall [m^2].
const FOOTPRINT: f64 = 1e-6;
/// Floors closer than this are one [m].
const LEVEL: f64 = 0.1;

/// A model with the name of each part, by the number of its first triangle.
#[derive(Default)]
pub(super) struct Model {
    pub triangles: Vec<Triangle>,
    pub parts: Vec<(usize, String)>,
    /// Faces of many corners, each with the number of parts before it.
    pub polygons: Vec<(Vec<Corner>, usize)>,
    /// Corners of all polygons.
    corners: usize,
}

impl Model {
    pub fn add_polygon(&mut self, corners: Vec<Corner>) {
        self.corners += corners.len();
        self.polygons.push((corners, self.parts.len()));
    }

    /// How many triangles there are, or would be.
    pub fn size(&self) -> usize {
        self.triangles.len() + self.corners
    }

    /// All faces: triangles first, then polygons.
    pub fn faces(&self) -> impl Iterator<Item = &[Corner]> {
        self.triangles.iter().map(|t| &t[..]).chain(self.polygons.iter().map(|(p, _)| &p[..]))
    }

    /// What messages call a face, by its number among all.
    pub fn label(&self, face: usize) -> String {
        let polygon = face.checked_sub(self.triangles.len());
        let part = match polygon {
            None => self.parts.partition_point(|(first, _)| *first <= face),
            Some(i) => self.polygons[i].1,
        };
        let name = part.checked_sub(1).map_or("", |i| self.parts[i].1.as_str());
        match polygon {
            _ if !name.is_empty() => name.to_owned(),
            None => format!("triangle {}", face + 1),
            Some(i) => format!("polygon {}", i + 1),
        }
    }
}

/// Cuts a model at the height of walkers.
pub(super) fn plan(model: &Model, options: &PlanOptions) -> Result<Plan, ImportError> {
    if model.faces().next().is_none() {
        return Err(ImportError::new("the model has no triangle").help("export the geometry with faces"));
    }
    if let Some(i) = model.faces().position(|t| t.iter().flatten().any(|v| !v.is_finite())) {
        let error = ImportError::new(format!("{} has a corner that is no finite number", model.label(i)));
        return Err(error.help("export the model again"));
    }
    if !(options.step > 0.0 && options.body > options.step) {
        let message = format!("step is {} m and body {} m", options.step, options.body);
        return Err(ImportError::new(message).help("the body must be higher than a step, and both above 0"));
    }
    if options.floor.is_none()
        && options.flooring
        && let Some(plan) = terrain::plan(model, options)?
    {
        return Ok(plan);
    }
    let flat = terrain::flat(options);
    let mut draft = Draft { straighten: true, ..Draft::default() };
    let floor = match options.floor {
        Some(z) => z,
        None => guess_floor(model, options, &mut draft)?,
    };
    for (i, face) in model.faces().enumerate() {
        let cut = between(face, floor + options.step, floor + options.body);
        if cut.len() >= 3 {
            add_obstacle(&cut, model.label(i), &mut draft);
        }
        if options.flooring && upright(face).is_some_and(|n| n >= flat) {
            let ground = between(face, floor - options.step, floor + options.step);
            if area(&ground).abs() > FOOTPRINT {
                draft.soup.shapes.push(Shape::new(ShapeRole::Ground, ground, model.label(i)));
            }
        }
    }
    if options.flooring && !draft.soup.shapes.iter().any(|s| s.role == ShapeRole::Ground) {
        let error = ImportError::new(format!("there is no floor within {} m of the height {floor:.3} m", options.step));
        return Err(error.help(format!("set `floor` to a height of a floor{}", heights(model, flat))));
    }
    let mut plan = draft.finish(WalkablePart::Enclosed, options)?;
    drop_walls_on_the_border(&mut plan);
    summed_up(&mut plan.findings);
    if options.floor.is_some() && options.flooring {
        terrain::report_slice(model, floor, options, &mut plan);
    }
    Ok(plan)
}

/// As far as borders are straightened [m].
const BORDER: f64 = 0.02;

/// Where walls stand on the edge of the floor, model makers let the two differ by a hair. Such walls say nothing that
/// the border does not, and their ends are no gaps.
pub(super) fn drop_walls_on_the_border(plan: &mut Plan) {
    let border: Vec<Segment> = plan.walkable.edges().collect();
    // Hundreds of millions of distances would take longer than all the rest.
    if border.len().saturating_mul(plan.walls.len()) > 100_000_000 {
        return;
    }
    let on_border = |p: Point| border.iter().any(|e| e.distance(p) <= BORDER);
    plan.walls.retain(|w| ![w.a, w.a.lerp(w.b, 0.5), w.b].into_iter().all(on_border));
    plan.findings.retain(|f| match f.kind {
        FindingKind::Dangling | FindingKind::GapLeft => !on_border(f.at),
        FindingKind::ThinWall => false,
        _ => true,
    });
    if let Some(first) = plan.walls.first() {
        let length: f64 = plan.walls.iter().map(|w| w.length()).sum();
        let detail =
            format!("{} thin walls, {length:.1} m in all, have walkable ground on both sides", plan.walls.len());
        plan.findings.push(Finding::warning(FindingKind::ThinWall, first.a, detail));
    }
}

/// The triangles of a model touch, cross and repeat as a matter of course: one word for each kind of change.
pub(super) fn summed_up(findings: &mut Vec<Finding>) {
    let mut kept: Vec<(Finding, usize)> = Vec::new();
    for finding in findings.drain(..) {
        let same = |f: &Finding| f.kind == finding.kind && f.severity == Severity::Change;
        match kept.iter_mut().find(|(f, _)| same(f) && finding.severity == Severity::Change) {
            // The sum of a kind that was cut short comes last and says how many there were in all.
            Some((first, n)) if finding.detail.starts_with("and ") => {
                first.detail = format!("{}; {}", first.detail, finding.detail);
                *n = 1;
            }
            Some((_, n)) => *n += 1,
            None => kept.push((finding, 1)),
        }
    }
    findings.extend(kept.into_iter().map(|(mut f, n)| {
        if n > 1 {
            f.detail = format!("{}; {n} of this kind", f.detail);
        }
        f
    }));
}

/// A solid, or the wall between the two corners that are farthest apart.
pub(super) fn add_obstacle(ring: &[Point], label: String, draft: &mut Draft) {
    if area(ring).abs() > FOOTPRINT {
        draft.soup.shapes.push(Shape::new(ShapeRole::Solid, ring.to_vec(), label));
        return;
    }
    // What has no area lies on a line: the first and the last place on it are the ends.
    let Some(bounds) = Bounds::of(ring.iter().copied()) else { return };
    let along = |p: &Point| if bounds.width() >= bounds.height() { p.x } else { p.y };
    let order = |p: &&Point, q: &&Point| along(p).total_cmp(&along(q));
    let (Some(first), Some(last)) = (ring.iter().min_by(order), ring.iter().max_by(order)) else { return };
    let wall = Segment::new(*first, *last);
    if wall.length() > 1e-3 {
        draft.soup.wall(wall, label);
    }
}

/// Heights with floor, in steps of `LEVEL`, each with its area seen from above and its mean height.
fn levels(model: &Model, flat: f64, over: Option<Point>) -> Vec<(i64, f64, f64)> {
    let mut all: Vec<(i64, f64, f64)> = Vec::new();
    for face in model.faces().filter(|f| upright(f).is_some_and(|n| n >= flat)) {
        let seen = seen(face);
        if over.is_some_and(|p| !holds(&seen, p)) {
            continue;
        }
        let z = face.iter().map(|p| p[2]).sum::<f64>() / face.len() as f64;
        all.push(((z / LEVEL).round().clamp(-1e15, 1e15) as i64, area(&seen).abs(), z));
    }
    all.sort_by(|a, b| a.0.cmp(&b.0).then(a.2.total_cmp(&b.2)));
    let mut levels: Vec<(i64, f64, f64)> = Vec::new();
    for (bin, area, z) in all {
        match levels.last_mut() {
            Some(last) if last.0 == bin => {
                last.1 += area;
                last.2 += area * z;
            }
            _ => levels.push((bin, area, area * z)),
        }
    }
    for level in &mut levels {
        level.2 /= level.1.max(1e-300);
    }
    levels
}

/// The height with the most floor, or the lowest floor under the seed.
fn guess_floor(model: &Model, options: &PlanOptions, draft: &mut Draft) -> Result<f64, ImportError> {
    let levels = levels(model, terrain::flat(options), options.seed);
    let best = match options.seed {
        Some(_) => levels.first(),
        None => levels.iter().reduce(|best, next| if next.1 > best.1 { next } else { best }),
    };
    let Some(&(_, area, z)) = best else {
        let message = match options.seed {
            Some(seed) => format!("there is no floor above or below the seed {seed}"),
            None => "the model has no face that looks up".to_owned(),
        };
        return Err(ImportError::new(message).help("check `up` (\"y\" or \"z\"), or set `floor` to a height [m]"));
    };
    draft.findings.add(FindingKind::Guessed, |kind| {
        let at = options.seed.unwrap_or_default();
        let why =
            if options.seed.is_some() { "the lowest floor under the seed" } else { "the height with the most floor" };
        Finding::warning(kind, at, format!("no floor height was given: {z:.3} m, {why} ({area:.1} m2), is taken"))
    });
    Ok(z)
}

/// The heights with most floor, for a message.
fn heights(model: &Model, flat: f64) -> String {
    let mut levels = levels(model, flat, None);
    levels.sort_by(|a, b| b.1.total_cmp(&a.1));
    let words: Vec<String> = levels.iter().take(5).map(|(_, area, z)| format!("{z:.2} m ({area:.1} m2)")).collect();
    if words.is_empty() { String::new() } else { format!("; most floor lies at {}", words.join(", ")) }
}
