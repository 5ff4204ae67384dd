//! `ambulo plan path`.

use crate::failure::Failure;
use crate::plan_args::{PlanPathArgs, Spot};
use crate::plan_figures::{Taken, take_apart};
use crate::say::json as print_json;
use crate::{plan_load, plan_picture};
use ambulo::data::Building;
use ambulo::geom::Point;
use ambulo::nav::{CellId, ExactPlanner, FlatPlanner, Goal, HierarchicalPlanner, NavMesh, NoRoute, Planner, Route};
use ambulo::way_picture;
use serde_json::{Value, json};
use std::time::Instant;

pub fn path(args: &PlanPathArgs) -> Result<(), Failure> {
    let building = plan_load::load(&args.plan)?;
    let taken = take_apart(&building, args.radius)?;
    let (from, cell) = place(&building, &taken.mesh, &args.from, "--from")?;
    let (to, end) = place(&building, &taken.mesh, &args.to, "--to")?;
    let goal = Goal::point_in(end, to);
    let mut planner: Box<dyn Planner> = match args.planner.as_str() {
        "flat" => Box::new(FlatPlanner::default()),
        "exact" => Box::new(ExactPlanner::default()),
        _ => Box::new(HierarchicalPlanner::default()),
    };
    // Once to warm the memory up, then measured.
    let _ = planner.plan(&taken.mesh, &taken.roads, from, cell, &goal);
    let begun = Instant::now();
    let found = planner.plan(&taken.mesh, &taken.roads, from, cell, &goal);
    let micros = begun.elapsed().as_secs_f64() * 1e6;
    let route = match found {
        Ok(route) => route,
        Err(none) => return unreachable(args, &building, &taken, (from, cell), &none),
    };
    let points = route.taut(&taken.mesh, from, &goal, args.radius as f32);
    let length = length(&points);
    draw(args, &building, &taken, &points)?;
    if args.json {
        return print_json(&json!({
            "reachable": true,
            "planner": planner.name(),
            "length_m": length,
            "cost": planner.cost(),
            "portals": portals(&building, &taken.mesh, &route),
            "points": in_file(&building, &points),
            "expanded": planner.expanded(),
            "micros": micros,
        }));
    }
    say!(
        "{length:.2} m through {} portals, {} states looked at, {micros:.1} us ({})",
        route.portals.len(),
        planner.expanded(),
        planner.name()
    );
    for p in in_file(&building, &points) {
        say!("  {:.3}, {:.3}", p[0], p[1]);
    }
    Ok(())
}

fn length(points: &[Point]) -> f64 {
    points.windows(2).map(|w| w[0].distance(w[1])).sum()
}

/// The cell of a place; an error that names the nearest walkable one otherwise.
fn place(building: &Building, mesh: &NavMesh, spot: &Spot, flag: &str) -> Result<(Point, CellId), Failure> {
    let level = match &spot.level {
        None => 0,
        Some(name) => building.level(name).ok_or_else(|| {
            let names: Vec<&str> = building.levels.iter().map(|l| l.name.as_str()).collect();
            Failure::Usage(format!("{flag}: there is no level `{name}`; there are: {}", names.join(", ")))
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

/// Places as the file has them; all levels share one origin.
fn in_file(building: &Building, points: &[Point]) -> Vec<[f64; 2]> {
    let plan = &building.levels[0].plan;
    points.iter().map(|p| plan.in_file(*p)).map(|p| [p.x, p.y]).collect()
}

fn portals(building: &Building, mesh: &NavMesh, route: &Route) -> Vec<Value> {
    let edges = route.portals.iter().map(|p| (p, mesh.edge(p.cell, p.edge as usize)));
    edges
        .map(|(p, e)| {
            let ends = in_file(building, &[e.a, e.b]);
            json!({ "a": ends[0], "b": ends[1], "width_m": e.length(), "sheet": mesh.sheet_of(p.cell) })
        })
        .collect()
}

/// No way: says why and shows the way to the nearest reachable place. The exit code is 1.
fn unreachable(
    args: &PlanPathArgs,
    building: &Building,
    taken: &Taken,
    (from, _): (Point, CellId),
    none: &NoRoute,
) -> Result<(), Failure> {
    let nearest = Goal::point_in(none.cell, none.nearest);
    let points = none.partial.taut(&taken.mesh, from, &nearest, args.radius as f32);
    draw(args, building, taken, &points)?;
    if args.json {
        print_json(&json!({
            "reachable": false,
            "reason": none.reason.to_string(),
            "nearest": in_file(building, &[none.nearest])[0],
            "short_by_m": none.short_by,
            "length_m": length(&points),
            "portals": portals(building, &taken.mesh, &none.partial),
            "points": in_file(building, &points),
            "expanded": none.expanded,
        }))?;
        return Err(Failure::Told(none.to_string()));
    }
    Err(Failure::Run(anyhow::anyhow!("{none}; a wider passage, a smaller --radius or an open door would help")))
}

fn draw(args: &PlanPathArgs, building: &Building, taken: &Taken, points: &[Point]) -> Result<(), Failure> {
    if args.draw.svg.is_none() && args.draw.png.is_none() {
        return Ok(());
    }
    let level = args.from.level.as_ref().and_then(|n| building.level(n)).unwrap_or(0);
    let title = format!("The way, {:.1} m", length(points));
    let picture = way_picture(&taken.mesh, &taken.roads, level as u32, &title, points);
    plan_picture::save(&picture, args.draw.svg.as_deref(), args.draw.png.as_deref())
}
