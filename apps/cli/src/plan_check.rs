//! `ambulo plan check`.

use crate::failure::Failure;
use crate::output::json as print_json;
use crate::plan_args::PlanCheckArgs;
use crate::plan_figures::{in_file, print_report as print_figures, take_apart};
use crate::{plan_drawing, plan_load, plan_picture};
use ambulo::data::words::counted;
use ambulo::data::{Finding, FindingKind, Plan};
use ambulo::geom::Point;
use ambulo::pictures::checked_plan_picture;
use ambulo::plan::{building_json, drawing_json, findings};
use std::path::PathBuf;

pub fn check(args: &PlanCheckArgs) -> Result<(), Failure> {
    let building = plan_load::load(&args.plan).map_err(|failure| plan_drawing::not_usable(args, failure))?;
    let built = take_apart(&building, args.radius)?;
    let origin = building.origin();
    let building = in_file(&building)?;
    let (warnings, changes) = findings(&building);
    for (i, level) in building.levels.iter().enumerate() {
        let marks: Vec<&Finding> = warnings.iter().chain(&changes).copied().collect();
        // Marks of other levels would lie on the wrong picture.
        let marks = if building.levels.len() == 1 { marks } else { level.plan.findings.iter().collect() };
        let name = |path: &Option<PathBuf>| path.as_deref().map(|p| plan_picture::file_for(p, &building, i, None));
        let (svg, png) = (name(&args.draw.svg), name(&args.draw.png));
        if svg.is_some() || png.is_some() {
            let picture = checked_plan_picture(&args.plan.file, &level.plan, &marks);
            plan_picture::save(&picture, svg.as_deref(), png.as_deref())?;
        }
    }
    if args.json {
        let mut object = built.figures(&building);
        object.append(&mut building_json(&args.plan.file, &building, origin));
        if let Some(drawing) = &building.levels[0].plan.drawing {
            object.append(&mut drawing_json(drawing));
        }
        return print_json(&object);
    }
    // A plan in another unit or of other layers would be another plan: that comes first.
    let first = |f: &&&Finding| matches!(f.kind, FindingKind::Units | FindingKind::Layers | FindingKind::Frame);
    match warnings.iter().filter(first).count() {
        0 => print_line!("{}: usable", args.plan.file),
        _ => print_line!("{}: usable if this is right:", args.plan.file),
    }
    warnings.iter().filter(first).for_each(|f| print_line!("  warning         {}", f.detail));
    for level in &building.levels {
        if building.levels.len() > 1 {
            print_line!("  level {}, {} m high", level.name, level.height);
        }
        print_report(&level.plan, origin);
        if let Some(drawing) = &level.plan.drawing {
            plan_drawing::print_report(drawing);
        }
    }
    print_figures(&built, args.radius);
    // The numbers are those in the picture.
    for (head, findings, first) in [("to check", &warnings, 1), ("changed", &changes, 1 + warnings.len())] {
        if !findings.is_empty() {
            print_line!("  {head}:");
        }
        for (i, f) in findings.iter().enumerate() {
            print_line!("  {:>4}  {f}", first + i);
        }
    }
    Ok(())
}

fn print_report(plan: &Plan, origin: Point) {
    let holes: usize = plan.walkable.polygons().iter().map(|p| p.holes().count()).sum();
    print_line!(
        "  walkable area   {:.1} m2 in {} with {}",
        plan.walkable.area(),
        counted(plan.walkable.polygons().len(), "polygon", "polygons"),
        counted(holes, "hole", "holes")
    );
    if let Some(b) = plan.walkable.bounds() {
        print_line!("  extent          {:.2} m x {:.2} m, from {} to {}", b.width(), b.height(), b.min, b.max);
    }
    if let Some((low, high)) = plan.relief.as_ref().map(|r| r.range()) {
        print_line!("  heights         from {low:.2} to {high:.2} m");
    }
    let length = plan.walls.iter().map(|w| w.length()).fold(0.0, |a, b| a + b);
    print_line!("  thin walls      {}, {length:.1} m in all", plan.walls.len());
    print_line!("  named areas     {}", plan.areas.len());
    print_line!("  unit            {}", plan.units.name);
    if origin != Point::default() {
        print_line!("  coordinates     those of the file; computed relative to {origin}");
    }
    if let Some([latitude, longitude]) = plan.centre {
        print_line!("  coordinates     metres east and north of latitude {latitude:.6}, longitude {longitude:.6}");
    }
}
