//! `ambulo plan show`.

use crate::failure::Failure;
use crate::output::json as print_json;
use crate::plan_args::PlanShowArgs;
use crate::plan_figures::{in_file, print_report, take_apart};
use crate::plan_picture::file_for;
use crate::{plan_load, plan_picture};
use ambulo::data::{Building, region_to_wkt};
use ambulo::pictures::{PlanView, plan_picture as draw};
use anyhow::Context;
use std::path::{Path, PathBuf};

pub fn show(args: &PlanShowArgs) -> Result<(), Failure> {
    let building = plan_load::load(&args.plan)?;
    let built = take_apart(&building, args.radius)?;
    let filed = in_file(&building)?;
    let mut written = Vec::new();
    for (index, level) in building.levels.iter().enumerate() {
        for (first, view) in views(args).into_iter().enumerate() {
            let title = title(&building, &args.plan.file, &level.name, view);
            let mut name = |path: &Option<PathBuf>| {
                let path = path.as_deref().map(|p| file_for(p, &building, index, (first > 0).then_some(view)));
                written.extend(path.clone());
                path
            };
            let (svg, png) = (name(&args.draw.svg), name(&args.draw.png));
            if svg.is_some() || png.is_some() {
                let picture = draw(&built.mesh, &built.roads, index as u32, view, &title, building.origin());
                plan_picture::save(&picture, svg.as_deref(), png.as_deref())?;
            }
        }
        if let Some(path) = &args.wkt {
            let path = file_for(path, &building, index, None);
            let text = region_to_wkt(&filed.levels[index].plan.walkable);
            std::fs::write(&path, text + "\n").with_context(|| format!("cannot write {}", path.display()))?;
            written.push(path);
        }
    }
    if args.json {
        let mut object = built.figures(&filed);
        object.insert("file".into(), args.plan.file.clone().into());
        let files: Vec<String> = written.iter().map(|p| p.display().to_string()).collect();
        object.insert("written".into(), files.into());
        return print_json(&object);
    }
    print_line!("{}: {:.1} m2", args.plan.file, built.mesh.area());
    print_report(&built, args.radius);
    for path in &written {
        print_line!("  wrote {}", path.display());
    }
    Ok(())
}

fn views(args: &PlanShowArgs) -> Vec<PlanView> {
    let all = [PlanView::Cells, PlanView::Arity, PlanView::Abstraction(args.depth)];
    match &args.view {
        None => all.into(),
        Some(name) => all.into_iter().filter(|v| v.name() == name).collect(),
    }
}

fn title(building: &Building, file: &str, level: &str, view: PlanView) -> String {
    let name = Path::new(file).file_name().map_or(file.into(), |n| n.to_string_lossy().into_owned());
    let what = match view {
        PlanView::Cells => "cells and widths".to_string(),
        PlanView::Arity => "kinds of places".to_string(),
        PlanView::Abstraction(levels) => format!("abstraction, {levels} levels below the root"),
    };
    if building.levels.len() > 1 { format!("{name}, {level}: {what}") } else { format!("{name}: {what}") }
}
