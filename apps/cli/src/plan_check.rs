//! `ambulo plan check`.

use crate::failure::Failure;
use crate::plan_args::PlanCheckArgs;
use crate::plan_figures::{findings, listed, take_apart};
use crate::say::json as print_json;
use crate::{plan_load, plan_picture};
use ambulo::data::{Building, Finding, Plan};
use serde_json::{Map, Value, json};
use std::path::PathBuf;

pub fn check(args: &PlanCheckArgs) -> Result<(), Failure> {
    let building = plan_load::load(&args.plan)?;
    let taken = take_apart(&building, args.radius)?;
    let (doubts, changes) = findings(&building);
    for (i, level) in building.levels.iter().enumerate() {
        let marks: Vec<&Finding> = doubts.iter().chain(&changes).copied().collect();
        // Marks of other levels would lie on the wrong picture.
        let marks = if building.levels.len() == 1 { marks } else { level.plan.findings.iter().collect() };
        let name = |path: &Option<PathBuf>| path.as_deref().map(|p| plan_picture::file_for(p, &building, i, None));
        let (svg, png) = (name(&args.draw.svg), name(&args.draw.png));
        if svg.is_some() || png.is_some() {
            let picture = plan_picture::draw(&args.plan.file, &level.plan, &marks);
            plan_picture::save(&picture, svg.as_deref(), png.as_deref())?;
        }
    }
    if args.json {
        let mut object = taken.figures(&building);
        object.append(&mut of_file(&args.plan.file, &building));
        return print_json(&object);
    }
    say!("{}: usable", args.plan.file);
    for level in &building.levels {
        if building.levels.len() > 1 {
            say!("  level {}, {} m high", level.name, level.height);
        }
        tell(&level.plan);
    }
    taken.tell(args.radius);
    // The numbers are those in the picture.
    for (head, findings, first) in [("to look at", &doubts, 1), ("changed", &changes, 1 + doubts.len())] {
        if !findings.is_empty() {
            say!("  {head}:");
        }
        for (i, f) in findings.iter().enumerate() {
            say!("  {:>4}  {f}", first + i);
        }
    }
    Ok(())
}

/// What the file itself says, the first level's of several.
fn of_file(file: &str, building: &Building) -> Map<String, Value> {
    let plans = || building.levels.iter().map(|l| &l.plan);
    let plan = &building.levels[0].plan;
    let bounds = plan.walkable.bounds();
    let (_, changes) = findings(building);
    let object = json!({
        "file": file,
        "usable": true,
        "polygons": plans().map(|p| p.walkable.polygons().len()).sum::<usize>(),
        "holes": plans().flat_map(|p| p.walkable.polygons()).map(|p| p.holes().count()).sum::<usize>(),
        "corners": plans().map(|p| p.walkable.edges().count()).sum::<usize>(),
        "walls": plans().map(|p| p.walls.len()).sum::<usize>(),
        "walls_m": plans().flat_map(|p| &p.walls).map(|w| w.length()).fold(0.0, |a, b| a + b),
        "areas": plans().flat_map(|p| &p.areas).map(|(name, _)| name).collect::<Vec<_>>(),
        "bounds": bounds.map(|b| [b.min.x, b.min.y, b.max.x, b.max.y]),
        "origin": [plan.origin.x, plan.origin.y],
        "units": { "name": plan.units.name, "metres": plan.units.metres },
        "changes": listed(&changes),
    });
    match object {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

fn tell(plan: &Plan) {
    let holes: usize = plan.walkable.polygons().iter().map(|p| p.holes().count()).sum();
    say!(
        "  walkable area   {:.1} m2 in {} polygons with {holes} holes",
        plan.walkable.area(),
        plan.walkable.polygons().len()
    );
    if let Some(b) = plan.walkable.bounds() {
        say!("  extent          {:.2} m x {:.2} m, from {} to {}", b.width(), b.height(), b.min, b.max);
    }
    let length = plan.walls.iter().map(|w| w.length()).fold(0.0, |a, b| a + b);
    say!("  thin walls      {}, {length:.1} m in all", plan.walls.len());
    say!("  named areas     {}", plan.areas.len());
    say!("  unit            {}", plan.units.name);
    if plan.origin.x != 0.0 || plan.origin.y != 0.0 {
        say!("  origin          {} was subtracted from the file's coordinates", plan.origin);
    }
}
