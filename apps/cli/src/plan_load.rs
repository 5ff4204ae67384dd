//! From a file and the flags of the plan commands to a building: a plan file is one of a single level.

use crate::failure::Failure;
use crate::names::unknown;
use crate::plan_args::PlanArgs;
use crate::scenario;
use ambulo::data::scenario::PlanSpec;
use ambulo::data::{Building, Diagnostics, LevelPlan, PlanOptions, Up, import_plan, resolve_building};
use ambulo::{SCENES, Scene};
use std::path::Path;

/// Reads a plan file, or the plan or levels of a scenario; flags go before what a scenario says.
pub fn load(args: &PlanArgs) -> Result<Building, Failure> {
    let path = Path::new(&args.file);
    let is_scenario = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("toml"));
    if is_scenario || (Scene::find(&args.file).is_some() && !path.exists()) {
        let (mut loaded, folder) = scenario::load(&args.file)?;
        with_flags(&mut loaded.scenario.plan, args);
        for level in &mut loaded.scenario.levels {
            with_flags(&mut level.plan, args);
        }
        return Ok(resolve_building(&loaded, &folder)?);
    }
    if !path.exists() && !args.file.contains(['.', '/', '\\']) {
        // A bare word was meant as a scene.
        return Err(unknown("file or scene", &args.file, SCENES.iter().map(|s| s.name)));
    }
    let plan = import_plan(path, &options(args)).map_err(Diagnostics::from)?;
    let level = LevelPlan { name: "ground".into(), height: 0.0, plan };
    Ok(Building { levels: vec![level], stairs: Vec::new(), doors: Vec::new() })
}

/// How the flags have a plan file read.
pub fn options(args: &PlanArgs) -> PlanOptions {
    let mut spec = PlanSpec::default();
    with_flags(&mut spec, args);
    spec.options()
}

fn with_flags(spec: &mut PlanSpec, args: &PlanArgs) {
    fn set<T: Clone>(to: &mut Option<T>, flag: &Option<T>) {
        if flag.is_some() {
            to.clone_from(flag);
        }
    }
    set(&mut spec.close_gaps, &args.close_gaps);
    set(&mut spec.floor, &args.floor);
    set(&mut spec.seed, &args.seed);
    set(&mut spec.units, &args.units);
    set(&mut spec.step, &args.step);
    set(&mut spec.slope, &args.slope);
    set(&mut spec.body, &args.body);
    set(&mut spec.cell, &args.cell);
    set(&mut spec.margin, &args.margin);
    if let Some(up) = args.up {
        spec.up = Some(if up == Up::Z { "z" } else { "y" }.to_owned());
    }
    if !args.layers.is_empty() {
        spec.layers.clone_from(&args.layers);
    }
    if args.solid {
        spec.solid = Some(true);
    }
    if args.no_flooring {
        spec.flooring = Some(false);
    }
}
