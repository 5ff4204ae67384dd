//! From a scenario as written to a crowd ready to walk, with every objection at its line.

mod arrivals;
mod behind_doors;
mod footsteps;
mod ground;
mod groups;
mod moving;
mod params_file;

pub(crate) use params_file::{headway_params, model_params};

use crate::{Overrides, World, warning};
use ambulo_data::scenario::{self, AreaSpec, HeadwaySpec, Loaded, ParamValue, PlanSpec, Scenario, WalkerGroup};
use ambulo_data::{Building, Diagnostic, Diagnostics, Door, Plan, region_to_wkt, resolve_building};
use ambulo_geom::Point;
use ambulo_models::BuiltIn;
use ambulo_models::rules::Headway;
use ambulo_nav::MeshError;
use ambulo_sim::{BodyRule, Params};
use ambulo_sim::{
    BodyRuleSet, DoorPlan, LocomotionSet, ModelSet, Neighbourhood, ParamInfo, Setup, Simulation, WallHeight,
    check_param,
};
use groups::{Built, CrowdBuilder};
pub(crate) use groups::{Switch, start_cells};
use std::collections::BTreeMap;
use std::path::Path;

pub(crate) fn world(loaded: &Loaded, base_dir: &Path, overrides: &Overrides) -> Result<World, Diagnostics> {
    let mut scenario = loaded.scenario.clone();
    scenario.seed = overrides.seed.unwrap_or(scenario.seed);
    scenario.limit = overrides.limit.unwrap_or(scenario.limit);
    if let Some(model) = &overrides.model {
        scenario.walkers.iter_mut().for_each(|g| g.switch.clear());
        let by_default = |g: &WalkerGroup| g.headway == HeadwaySpec::Default;
        for group in scenario.walkers.iter_mut().filter(|g| g.model != *model || by_default(g)) {
            group.model.clone_from(model);
            if by_default(group) {
                group.headway = HeadwaySpec::Off;
            }
            // They belong to the model that was replaced.
            group.params.clear();
            group.params_file = None;
        }
    }
    if let Some(locomotion) = &overrides.locomotion {
        for group in scenario.walkers.iter_mut().filter(|g| g.locomotion != *locomotion) {
            group.locomotion.clone_from(locomotion);
            group.locomotion_params.clear();
            group.footsteps = None;
        }
    }
    let mut errors = Vec::new();
    let models = &overrides.models;
    if let Some(word) = &overrides.perception {
        let perceives =
            |model: &str| models.get(model).is_some_and(|m| m.params.iter().any(|p| p.name == "perception"));
        for group in scenario.walkers.iter_mut().filter(|g| perceives(&g.model)) {
            group.params.insert("perception".into(), ParamValue::Word(word.clone()));
        }
    }
    // Other parameters of headway leave the default what it is; without headway it is the model as published.
    if overrides.headway != Some(HeadwaySpec::Off) {
        default_walkers(models, &mut scenario);
    }
    if let Some(headway) = &overrides.headway {
        scenario.walkers.iter_mut().for_each(|g| g.headway.clone_from(headway));
    }
    footsteps::fill_in(loaded, base_dir, &mut scenario, &mut errors);
    params_file::fill_in(loaded, base_dir, models, &mut scenario, &mut errors);
    if let Some(file) = &overrides.params_file {
        params_file::override_with(file, models, overrides.headway.as_ref(), &mut scenario)?;
    }
    calibrated_headway(models, &mut scenario);
    arrivals::fill_in(loaded, base_dir, &mut scenario, &mut errors);
    for (i, group) in scenario.walkers.iter().enumerate() {
        check_model(loaded, models, &format!("walkers[{i}]"), &group.model, &group.params, &mut errors);
        for (k, switch) in group.switch.iter().enumerate() {
            let path = format!("walkers[{i}].switch[{k}]");
            check_model(loaded, models, &path, &switch.model, &switch.params, &mut errors);
        }
        check_locomotion(loaded, i, group, &overrides.locomotions, &mut errors);
        check_headway(loaded, i, group, &mut errors);
    }
    let building = match resolve_building(loaded, base_dir) {
        Ok(building) => building,
        Err(more) => {
            errors.extend(more.iter().cloned());
            return Err(Diagnostics::new(errors));
        }
    };
    let wall_heights = wall_heights(loaded, &scenario, &building, &mut errors);
    let setup = Setup {
        wall_heights: wall_heights.iter().map(|(_, stated)| stated.clone()).collect(),
        site: crate::plan::site_of(&building),
        doors: building.doors.iter().map(door_plan).collect(),
        treads: building.stairs.iter().map(|stairs| stairs.treads).collect(),
        dt: scenario.dt,
        seed: scenario.seed,
        threads: overrides.threads,
        stuck_after: scenario.stuck_after,
        neighbourhood: scenario.neighbourhood.map(|n| match n {
            scenario::NeighbourhoodSpec::Delaunay => Neighbourhood::Delaunay,
            scenario::NeighbourhoodSpec::Grid => Neighbourhood::Grid,
        }),
        rings: scenario.rings,
        union_radius: scenario.union_radius as f32,
        models: models.clone(),
        rules: BodyRuleSet::built_in(),
        locomotions: overrides.locomotions.clone(),
    };
    let sim = Simulation::new(setup)
        .map_err(|e| Diagnostics::from(mesh_fault(loaded, &building, &e.moved_by(building.origin()))))?;
    check_heights(loaded, &building, &wall_heights, &sim, &mut errors);
    let built = CrowdBuilder::new(loaded, &building, sim, errors, scenario.seed).add_groups(&scenario.walkers);
    let Built { sim, switches, errors, exits, people, warnings } = built;
    Diagnostics::new(errors).into_result(())?;
    let warnings = warning::of_plans(&building).into_iter().chain(warnings).collect();
    fill_in_params(&mut scenario, models, &overrides.locomotions);
    let every = (1.0 / (scenario.record.fps * scenario.dt)).round().max(1.0) as u32;
    let far = building.origin() != Point::default();
    let filed = far.then(|| building.in_file_coordinates()).transpose();
    let filed = filed.map_err(|e| Diagnostics::from(loaded.diagnostic("plan", e.to_string())))?;
    let shown = filed.as_ref().unwrap_or(&building);
    keep_areas(&mut scenario, shown);
    let mut inline = shown.levels.iter().map(|level| inline_plan(&level.plan));
    if scenario.levels.is_empty() {
        scenario.plan = inline.next().unwrap_or_default();
    }
    for (level, inline) in scenario.levels.iter_mut().zip(inline) {
        level.plan = inline;
    }
    let name = Path::new(&loaded.source.name).file_stem().map(|s| s.to_string_lossy().into_owned());
    let name = name.unwrap_or_else(|| loaded.source.name.clone());
    Ok(World { name, scenario, building, filed, sim, every, switches, exits, people, warnings })
}

/// The heights of walls that the scenario states, each with the name of its area.
fn wall_heights(
    loaded: &Loaded,
    scenario: &Scenario,
    building: &Building,
    errors: &mut Vec<Diagnostic>,
) -> Vec<(String, WallHeight)> {
    let mut heights = Vec::new();
    for (name, height) in &scenario.heights {
        match building.area(name) {
            Some((level, area)) => {
                let stated = WallHeight { level: level as u16, area: area.clone(), height: *height as f32 };
                heights.push((name.clone(), stated));
            }
            None => {
                let names: Vec<&str> =
                    building.levels.iter().flat_map(|l| &l.plan.areas).map(|(name, _)| name.as_str()).collect();
                let error = loaded.diagnostic(&format!("heights.{name}"), format!("there is no area `{name}`"));
                let list = names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
                errors.push(match names.is_empty() {
                    true => error.help("name an area under `areas` that encloses the walls that are so high"),
                    false => error.expected(format!("one of {list}")).did_you_mean(name, names),
                });
            }
        }
    }
    heights
}

/// A height that applies to no wall is a mistake.
fn check_heights(
    loaded: &Loaded,
    building: &Building,
    heights: &[(String, WallHeight)],
    sim: &Simulation,
    errors: &mut Vec<Diagnostic>,
) {
    for (name, stated) in heights {
        let floor = building.levels[usize::from(stated.level)].height as f32;
        if sim.walls().within(&stated.area, floor).next().is_none() {
            let message = format!("no wall or obstacle stands within the area `{name}`");
            let error = loaded.diagnostic(&format!("heights.{name}"), message);
            errors
                .push(error.help("draw the area around all of the obstacle; walls that lead out of it are not meant"));
        }
    }
}

/// Writes the default of every parameter that was left out into the scenario: it holds all that a run depends on.
fn fill_in_params(scenario: &mut Scenario, models: &ModelSet, locomotions: &LocomotionSet) {
    let fill = |known: &[ParamInfo], params: &mut BTreeMap<String, ParamValue>| {
        for p in known {
            let default = || match p.words().nth(p.default as usize) {
                Some(word) => ParamValue::Word(word.into()),
                None => ParamValue::Number(p.default),
            };
            params.entry(p.name.into()).or_insert_with(default);
        }
    };
    let of_model = |name: &str| models.params(name);
    for group in &mut scenario.walkers {
        fill(of_model(&group.model), &mut group.params);
        group.switch.iter_mut().for_each(|s| fill(of_model(&s.model), &mut s.params));
        let known = locomotions.params(&group.locomotion);
        fill(known, &mut group.locomotion_params);
        if let HeadwaySpec::Params(params) = &mut group.headway {
            fill(Headway::INFO, params);
        }
    }
}

/// Writes areas of plan files that a group names into the scenario, which is to stand without the files. The building is
/// in the coordinates of its file.
fn keep_areas(scenario: &mut Scenario, building: &Building) {
    let used = scenario.areas_used();
    for name in used.into_iter().filter(|name| scenario.area(name).is_none()).collect::<Vec<_>>() {
        let Some((level, _)) = building.area(&name) else { continue };
        let Some(area) = building.levels[level].plan.area(&name) else { continue };
        let level = (building.levels.len() > 1).then(|| building.levels[level].name.clone());
        scenario.areas.push((name, AreaSpec::Wkt { wkt: region_to_wkt(area), level }));
    }
}

/// A plan, in the coordinates of its file, as it can be written into the scenario itself.
fn inline_plan(plan: &Plan) -> PlanSpec {
    let walls = plan.walls.iter().map(|w| [[w.a.x, w.a.y], [w.b.x, w.b.y]]).collect();
    PlanSpec { walls, ..PlanSpec::inline(region_to_wkt(&plan.walkable)) }
}

fn door_plan(door: &Door) -> DoorPlan {
    DoorPlan { name: door.name.clone(), switches: door.switches.clone() }
}

/// Why there is no mesh, at the line of what is to blame.
fn mesh_fault(loaded: &Loaded, building: &Building, error: &MeshError) -> Diagnostic {
    match error {
        MeshError::LooseDoor { door, at, gap } => {
            let name = &building.doors[*door].name;
            let message = format!("door `{name}` ends at {at}, {gap:.2} m from the nearest wall");
            let help = "draw it from wall to wall across the passage that it shuts";
            loaded.diagnostic(&format!("doors.{name}.line"), message).help(help)
        }
        MeshError::LooseStairs { stairs, .. }
        | MeshError::StairsOffBorder { stairs, .. }
        | MeshError::StairsShape { stairs, .. } => {
            let message = format!("stairs `{}` cannot be used: {error}", building.stairs[*stairs].name);
            let help = "draw both lines along the border of their levels, so that the strip between is convex";
            loaded.diagnostic(&format!("stairs[{stairs}]"), message).help(help)
        }
        _ => {
            let path = if loaded.scenario.levels.is_empty() { "plan" } else { "levels[0]" };
            loaded.diagnostic(path, format!("the plan cannot be used: {error}"))
        }
    }
}

fn quoted<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|w| format!("\"{w}\"")).collect::<Vec<_>>().join(", ")
}

/// Parameters as numbers, once they are known to be good.
fn numbers(known: &[ParamInfo], params: &BTreeMap<String, ParamValue>) -> Vec<(String, f64)> {
    let number = |(name, value): (&String, &ParamValue)| match value {
        ParamValue::Number(v) => Some((name.clone(), *v)),
        ParamValue::Word(word) => Some((name.clone(), known.iter().find(|p| p.name == name)?.value_of(word)?)),
    };
    params.iter().filter_map(number).collect()
}

/// Checks a model and its parameters; `path` is the table they stand in.
fn check_model(
    loaded: &Loaded,
    models: &ModelSet,
    path: &str,
    model: &str,
    params: &BTreeMap<String, ParamValue>,
    errors: &mut Vec<Diagnostic>,
) {
    let Some(info) = models.get(model) else {
        let names = models.iter().map(|m| m.name);
        let list = names.clone().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
        let error = loaded.diagnostic(&format!("{path}.model"), format!("there is no model `{model}`"));
        errors.push(error.expected(format!("one of {list}")).did_you_mean(model, names));
        return;
    };
    let at = |name: &str, message: String| loaded.diagnostic(&format!("{path}.params.{name}"), message);
    check_params(&at, info.name, info.params, params, errors);
}

/// Checks parameters of a model or a locomotion; `at` points at the one of a name.
fn check_params(
    at: &dyn Fn(&str, String) -> Diagnostic,
    of: &'static str,
    infos: &[ParamInfo],
    params: &BTreeMap<String, ParamValue>,
    errors: &mut Vec<Diagnostic>,
) {
    for (name, value) in params {
        let known = infos.iter().find(|p| p.name == name);
        let value = match (value, known) {
            (ParamValue::Number(value), _) => *value,
            (ParamValue::Word(word), Some(p)) if p.value_of(word).is_none() => {
                let message = format!("parameter `{name}` of `{of}` is \"{word}\"");
                let error = at(name, message);
                let expected = match p.words().next() {
                    Some(_) => format!("one of {}", quoted(p.words())),
                    None => format!("a number from {} to {} {}", p.min, p.max, p.unit),
                };
                errors.push(error.expected(expected).did_you_mean(word, p.words()));
                continue;
            }
            (ParamValue::Word(word), known) => known.and_then(|p| p.value_of(word)).unwrap_or_default(),
        };
        if let Err(e) = check_param(of, infos, name, value) {
            let error = at(name, e.to_string());
            let names = infos.iter().map(|p| p.name);
            errors.push(match known {
                Some(p) if p.words().next().is_some() => error.expected(format!("one of {}", quoted(p.words()))),
                Some(p) => error.expected(format!("a number from {} to {} {}", p.min, p.max, p.unit)),
                None if infos.is_empty() => error.expected("no parameters: it has none"),
                None => error
                    .expected(format!(
                        "one of {}",
                        names.clone().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")
                    ))
                    .did_you_mean(name, names),
            });
        }
    }
}

/// Groups that name no model have the default one, with headway. Its fluctuations, which keep literal models from balancing forces, are
/// not needed then.
fn default_walkers(models: &ModelSet, scenario: &mut Scenario) {
    for group in scenario.walkers.iter_mut().filter(|g| g.headway == HeadwaySpec::Default) {
        group.headway = HeadwaySpec::Params(BTreeMap::new());
        if models.params(&group.model).iter().any(|p| p.name == "noise") {
            group.params.entry("noise".into()).or_insert(ParamValue::Number(0.0));
        }
    }
}

/// What a group leaves open of its headway is as it was calibrated with its model; the rule's own defaults are calibrated with
/// `social-force`.
fn calibrated_headway(models: &ModelSet, scenario: &mut Scenario) {
    for group in &mut scenario.walkers {
        let (HeadwaySpec::Params(params), Some(model)) = (&mut group.headway, models.get(&group.model)) else {
            continue;
        };
        for p in model.rule_params.iter().filter(|p| p.rule == Headway::NAME) {
            params.entry(p.param.into()).or_insert(ParamValue::Number(p.value));
        }
    }
}

fn check_headway(loaded: &Loaded, i: usize, group: &WalkerGroup, errors: &mut Vec<Diagnostic>) {
    let HeadwaySpec::Params(params) = &group.headway else { return };
    let at = |name: &str, m: String| loaded.diagnostic(&format!("walkers[{i}].headway.{name}"), m);
    check_params(&at, Headway::NAME, Headway::INFO, params, errors);
}

fn check_locomotion(
    loaded: &Loaded,
    i: usize,
    group: &WalkerGroup,
    locomotions: &LocomotionSet,
    errors: &mut Vec<Diagnostic>,
) {
    let Some(info) = locomotions.get(&group.locomotion) else {
        let names = locomotions.iter().map(|l| l.name);
        let message = format!("there is no locomotion `{}`", group.locomotion);
        let list = names.clone().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
        let error = loaded.diagnostic(&format!("walkers[{i}].locomotion"), message);
        errors.push(error.expected(format!("one of {list}")).did_you_mean(&group.locomotion, names));
        return;
    };
    let at = |name: &str, m: String| loaded.diagnostic(&format!("walkers[{i}].locomotion_params.{name}"), m);
    check_params(&at, info.name, info.params, &group.locomotion_params, errors);
}
