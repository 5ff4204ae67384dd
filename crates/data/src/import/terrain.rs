//! A plan out of a 3D model whose ground rises and falls: the connected ground seen from above, less what stands
//! between the knees and the head of a person on it, with its heights.

use super::draft::{Draft, WalkablePart};
use super::face3::{Corner, cut, seen, upright};
use super::slab::{self, Model, Triangle};
use super::surface::Surface;
use super::{ImportError, Plan, PlanOptions};
use ambulo_geom::repair::{Finding, FindingKind, Shape, ShapeRole};
use ambulo_geom::{Bounds, Point, Relief, math};

/// Upright part of the normal of the steepest face one walks on.
pub(super) fn flat(options: &PlanOptions) -> f64 {
    math::cos(options.slope.clamp(0.0, 89.0) / 180.0 * std::f64::consts::PI)
}

/// The plan of uneven ground; none when the ground is level within a step, or when there is none.
pub(super) fn plan(model: &Model, options: &PlanOptions) -> Result<Option<Plan>, ImportError> {
    let surface = Surface::of(model, flat(options), options.step);
    let Some((part, begin)) = surface.choose(options.seed) else { return Ok(None) };
    let (area, low, high) = surface.extent(part);
    if high - low <= options.step {
        return Ok(None);
    }
    let (kept, left_out) = surface.unfold(begin, options.step);
    let mut draft = Draft { straighten: true, ..Draft::default() };
    draft.findings.add(FindingKind::Guessed, |kind| {
        let why =
            if options.seed.is_some() { "the lowest ground under the seed" } else { "the largest connected ground" };
        let detail = format!(
            "no floor height was given: {why}, {area:.1} m2 from {low:.2} to {high:.2} m, is taken with its heights"
        );
        Finding::warning(kind, options.seed.unwrap_or_default(), detail)
    });
    if let Some((area, at)) = left_out {
        draft.findings.add(FindingKind::Ignored, |kind| {
            let detail = format!(
                "{area:.1} m2 of ground lie above or below other ground and are left out; make a plan of each level"
            );
            Finding::warning(kind, at, detail)
        });
    }
    report_steep(model, options, &mut draft);
    for &i in &kept {
        let face = surface.faces[i as usize];
        let ring = seen(&surface.triangles[i as usize]);
        draft.soup.shapes.push(Shape::new(ShapeRole::Ground, ring, model.label(face)));
    }
    add_obstacles(model, &surface, &kept, options, &mut draft);
    let mut plan = draft.finish(WalkablePart::Enclosed, options)?;
    slab::drop_walls_on_the_border(&mut plan);
    slab::summed_up(&mut plan.findings);
    let ground = kept.iter().map(|&i| surface.triangles[i as usize]).collect();
    plan.relief = Relief::new(ground).and_then(|r| r.moved(plan.origin)).map(std::sync::Arc::new);
    Ok(Some(plan))
}

/// Ground with an area that looks up, but is too steep.
fn report_steep(model: &Model, options: &PlanOptions, draft: &mut Draft) {
    let limit = flat(options);
    let steep = |f: &&[Corner]| upright(f).is_some_and(|n| n > 0.2 && n < limit);
    let area: f64 = model.faces().filter(steep).map(|f| super::face3::area(&seen(f)).abs()).sum();
    if let Some(face) = model.faces().find(steep).filter(|_| area > 0.5) {
        draft.findings.add(FindingKind::Ignored, |kind| {
            let detail = format!("{area:.1} m2 are steeper than {} degrees and are no ground", options.slope);
            Finding::warning(kind, Point::new(face[0][0], face[0][1]), detail)
        });
    }
}

/// What of the model obstructs a person on the ground, and edges too high to step over.
fn add_obstacles(model: &Model, surface: &Surface, kept: &[u32], options: &PlanOptions, draft: &mut Draft) {
    let mut is_kept = vec![false; surface.triangles.len()];
    let mut is_ground = std::collections::BTreeSet::new();
    for &i in kept {
        is_kept[i as usize] = true;
        is_ground.insert(surface.faces[i as usize]);
    }
    for (f, face) in model.faces().enumerate().filter(|(f, _)| !is_ground.contains(f)) {
        let Some(bounds) = Bounds::of(seen(face)) else { continue };
        let heights = |g: fn(f64, f64) -> f64, from: f64| face.iter().map(|p| p[2]).fold(from, g);
        let (low, high) = (heights(f64::min, f64::INFINITY), heights(f64::max, f64::NEG_INFINITY));
        for i in surface.near(bounds).into_iter().filter(|&i| is_kept[i as usize]) {
            let ground = &surface.triangles[i as usize];
            let z = |k: usize| ground[k][2];
            if high < z(0).min(z(1)).min(z(2)) + options.step || low > z(0).max(z(1)).max(z(2)) + options.body {
                continue;
            }
            let ring = obstructing(face, ground, options.step, options.body);
            if ring.len() >= 3 {
                slab::add_obstacle(&ring, model.label(f), draft);
            }
        }
    }
    for (edge, i) in surface.ledges.iter().filter(|(_, i)| is_kept[*i as usize]) {
        draft.soup.wall(*edge, model.label(surface.faces[*i as usize]));
    }
}

/// The part of a face over a triangle of ground, between two heights above it, seen from above.
fn obstructing(face: &[Corner], ground: &Triangle, low: f64, high: f64) -> Vec<Point> {
    let mut part = face.to_vec();
    for k in 0..3 {
        let (a, b) = (ground[k], ground[(k + 1) % 3]);
        part = cut(&part, |p| (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]));
        if part.len() < 2 {
            return Vec::new();
        }
    }
    let [a, b, c] = ground;
    let (u, v) = ([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]);
    let whole = u[0] * v[1] - u[1] * v[0];
    let grade = ((u[2] * v[1] - v[2] * u[1]) / whole, (u[0] * v[2] - v[0] * u[2]) / whole);
    let above = |p: &Corner| p[2] - (a[2] + grade.0 * (p[0] - a[0]) + grade.1 * (p[1] - a[1]));
    let part = cut(&part, |p| above(p) - low);
    seen(&cut(&part, |p| high - above(p)))
}

/// Of ground that rises and falls a plan at one height is only a slice; what is left out is reported.
pub(super) fn report_slice(model: &Model, floor: f64, options: &PlanOptions, plan: &mut Plan) {
    let surface = Surface::of(model, flat(options), options.step);
    let Some((area, inside, at)) = surface.slice(floor, options.step) else { return };
    if area - inside > (0.02 * area).max(1.0) {
        let detail = format!(
            "the ground continues above and below the height {floor:.2} m: {:.1} of {area:.1} m2 of connected ground are \
             more than a step of {} m away from it and left out; leave `floor` out to take all of it",
            area - inside,
            options.step
        );
        plan.findings.insert(0, Finding::warning(FindingKind::Ignored, plan.local(at), detail));
    }
}
