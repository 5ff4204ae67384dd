//! `ambulo plan path`.

use crate::failure::Failure;
use crate::names::unknown_text;
use crate::output::json as print_json;
use crate::plan_args::{PlaceArg, PlanPathArgs};
use crate::plan_figures::take_apart;
use crate::{plan_load, plan_picture};
use ambulo::data::Building;
use ambulo::data::words::counted;
use ambulo::geom::Point;
use ambulo::nav::{CellId, ExactPlanner, FlatPlanner, Goal, HierarchicalPlanner, NavMesh, NoRoute, Path, Planner};
use ambulo::pictures::route_picture;
use ambulo::plan::{BuiltPlan, RouteReport};
use serde_json::json;
use std::time::Instant;

pub fn path(args: &PlanPathArgs) -> Result<(), Failure> {
    let building = plan_load::load(&args.plan)?;
    let built = take_apart(&building, args.radius)?;
    let (from, cell) = place(&building, &built.mesh, &args.from, "--from")?;
    let (to, end) = place(&building, &built.mesh, &args.to, "--to")?;
    let goal = Goal::point_in(end, to);
    let mut planner: Box<dyn Planner> = match args.planner.as_str() {
        "flat" => Box::new(FlatPlanner::default()),
        "exact" => Box::new(ExactPlanner::keeping(args.radius as f32)),
        _ => Box::new(HierarchicalPlanner::default()),
    };
    // Once to warm the memory up, then measured.
    let _ = planner.plan(&built.mesh, &built.roads, from, cell, &goal);
    let begun = Instant::now();
    let found = planner.plan(&built.mesh, &built.roads, from, cell, &goal);
    let micros = begun.elapsed().as_secs_f64() * 1e6;
    let route = match found {
        Ok(route) => route,
        Err(none) => return unreachable(args, &building, &built, (from, cell), &none),
    };
    let path = route.path(&built.mesh, from, &goal, args.radius as f32);
    draw(args, &building, &built, &path)?;
    let mut report = RouteReport::found(&building, &built, &*planner, &route, &path);
    if let Some(found) = &mut report.found {
        found.micros = Some(micros);
    }
    if args.json {
        return print_json(&json!(report));
    }
    let length = path.length;
    print_line!(
        "{length:.2} m through {}, {} states expanded, {micros:.1} us ({})",
        counted(route.portals.len(), "portal", "portals"),
        planner.expanded(),
        planner.name()
    );
    warn(args, &path);
    for p in &report.points {
        print_line!("  {:.3}, {:.3}", p[0], p[1]);
    }
    Ok(())
}

/// What the path does not keep, first of all.
fn warn(args: &PlanPathArgs, path: &Path) {
    if !path.clear {
        print_line!("  warning: no path was found that keeps {} m from all walls; this one comes nearer", args.radius);
        return;
    }
    for (end, what) in path.ends.iter().zip(["start", "goal"]) {
        if *end > 0.0 {
            print_line!(
                "  the {what} lies nearer to a wall than {} m: {end:.3} m straight to the nearest clear place",
                args.radius
            );
        }
    }
}

/// The cell of a place; an error that names the nearest walkable one otherwise.
fn place(building: &Building, mesh: &NavMesh, spot: &PlaceArg, flag: &str) -> Result<(Point, CellId), Failure> {
    let level = match &spot.level {
        None => 0,
        Some(name) => building.level(name).ok_or_else(|| {
            let names = building.levels.iter().map(|l| l.name.as_str());
            Failure::Usage(format!("{flag}: {}", unknown_text("level", name, names)))
        })?,
    };
    let plan = &building.levels[level].plan;
    let written = Point::new(spot.at[0], spot.at[1]);
    let p = plan.local(written);
    match mesh.locate_on(level as u32, p) {
        Some(cell) => Ok((p, cell)),
        None => {
            let near = mesh.nearest_on(level as u32, p).map_or(p, |(_, q)| q);
            let (q, d) = (plan.in_file(near), near.distance(p));
            Err(Failure::Usage(format!(
                "{flag}: {written} is not walkable; the nearest walkable place is {q}, {d:.2} m away"
            )))
        }
    }
}

/// No route: prints the reason and the nearest reachable place. The exit code is 1.
fn unreachable(
    args: &PlanPathArgs,
    building: &Building,
    built: &BuiltPlan,
    (from, _): (Point, CellId),
    none: &NoRoute,
) -> Result<(), Failure> {
    let nearest = Goal::point_in(none.cell, none.nearest);
    let path = none.partial.path(&built.mesh, from, &nearest, args.radius as f32);
    draw(args, building, built, &path)?;
    let report = RouteReport::missing(building, built, none, &path);
    let none = &NoRoute { nearest: building.in_file(none.nearest), ..none.clone() };
    if args.json {
        print_json(&json!(report))?;
        return Err(Failure::Reported(none.to_string()));
    }
    Err(Failure::Run(anyhow::anyhow!("{none}; a wider passage, a smaller --radius or an open door would help")))
}

fn draw(args: &PlanPathArgs, building: &Building, built: &BuiltPlan, path: &Path) -> Result<(), Failure> {
    if args.draw.svg.is_none() && args.draw.png.is_none() {
        return Ok(());
    }
    let level = args.from.level.as_ref().and_then(|n| building.level(n)).unwrap_or(0);
    let title = format!("Route, {:.1} m", path.length);
    let picture = route_picture(&built.mesh, &built.roads, level as u32, &title, building.origin(), &path.points);
    plan_picture::save(&picture, args.draw.svg.as_deref(), args.draw.png.as_deref())
}
