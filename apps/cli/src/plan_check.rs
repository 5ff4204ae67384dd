//! `ambulo plan check`.

use crate::failure::Failure;
use crate::plan_args::PlanCheckArgs;
use crate::say::json as print_json;
use crate::{plan_load, plan_picture};
use ambulo::data::{Finding, Plan, Severity};
use serde_json::{Value, json};

pub fn check(args: &PlanCheckArgs) -> Result<(), Failure> {
    let plan = plan_load::load(&args.plan)?;
    let (doubts, changes): (Vec<&Finding>, Vec<&Finding>) =
        plan.findings.iter().partition(|f| f.severity == Severity::Doubt);
    if args.png.is_some() || args.svg.is_some() {
        let marks: Vec<&Finding> = doubts.iter().chain(&changes).copied().collect();
        let picture = plan_picture::draw(&args.plan.file, &plan, &marks);
        plan_picture::save(&picture, args.svg.as_deref(), args.png.as_deref())?;
    }
    if args.json {
        return print_json(&object(&args.plan.file, &plan, &doubts, &changes));
    }
    tell(&args.plan.file, &plan, &doubts, &changes);
    Ok(())
}

fn object(file: &str, plan: &Plan, doubts: &[&Finding], changes: &[&Finding]) -> Value {
    let list = |findings: &[&Finding]| -> Vec<Value> {
        findings.iter().map(|f| json!({ "kind": f.kind.name(), "at": [f.at.x, f.at.y], "detail": f.detail })).collect()
    };
    let bounds = plan.walkable.bounds();
    json!({
        "file": file,
        "usable": true,
        "area_m2": plan.walkable.area(),
        "polygons": plan.walkable.polygons().len(),
        "holes": plan.walkable.polygons().iter().map(|p| p.holes().count()).sum::<usize>(),
        "corners": plan.walkable.edges().count(),
        "walls": plan.walls.len(),
        "walls_m": length_of_walls(plan),
        "areas": plan.areas.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        "bounds": bounds.map(|b| [b.min.x, b.min.y, b.max.x, b.max.y]),
        "origin": [plan.origin.x, plan.origin.y],
        "units": { "name": plan.units.name, "metres": plan.units.metres },
        "warnings": list(doubts),
        "changes": list(changes),
    })
}

/// An empty sum of floats is minus zero, which looks odd.
fn length_of_walls(plan: &Plan) -> f64 {
    plan.walls.iter().fold(0.0, |sum, w| sum + w.length())
}

fn tell(file: &str, plan: &Plan, doubts: &[&Finding], changes: &[&Finding]) {
    let holes: usize = plan.walkable.polygons().iter().map(|p| p.holes().count()).sum();
    say!("{file}: usable");
    say!(
        "  walkable area   {:.1} m2 in {} polygons with {holes} holes",
        plan.walkable.area(),
        plan.walkable.polygons().len()
    );
    if let Some(b) = plan.walkable.bounds() {
        say!("  extent          {:.2} m x {:.2} m, from {} to {}", b.width(), b.height(), b.min, b.max);
    }
    say!("  thin walls      {}, {:.1} m in all", plan.walls.len(), length_of_walls(plan));
    say!("  named areas     {}", plan.areas.len());
    say!("  unit            {}", plan.units.name);
    if plan.origin.x != 0.0 || plan.origin.y != 0.0 {
        say!("  origin          {} was subtracted from the file's coordinates", plan.origin);
    }
    // The numbers are those in the picture.
    for (head, findings, first) in [("to look at", doubts, 1), ("changed", changes, 1 + doubts.len())] {
        if !findings.is_empty() {
            say!("  {head}:");
        }
        for (i, f) in findings.iter().enumerate() {
            say!("  {:>4}  {f}", first + i);
        }
    }
}
