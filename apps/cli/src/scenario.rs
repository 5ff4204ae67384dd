//! `ambulo scenario check` and `ambulo scenario schema`.

use crate::args::CheckArgs;
use crate::failure::Failure;
use crate::names::unknown;
use crate::output::json as print_json;
use crate::plan_picture;
use ambulo::data::scenario::{self, Loaded};
use ambulo::data::words::counted;
use ambulo::exits::ExitCheck;
use ambulo::{Overrides, SCENES, Scene, World};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Reads a file, or a built-in scene when its name is given. Also gives the folder plan files are beside.
pub fn load(file: &str) -> Result<(Loaded, PathBuf), Failure> {
    load_with(file, &[])
}

/// The same with other values for some of its variables.
pub fn load_with(file: &str, set: &[(String, f64)]) -> Result<(Loaded, PathBuf), Failure> {
    match Scene::find(file) {
        // A file of that name goes first: it is there to be seen.
        Some(scene) if !Path::new(file).exists() => {
            Ok((scenario::parse_with(&format!("{file}.toml"), scene.text, set)?, PathBuf::from(".")))
        }
        // A bare word was meant as a scene.
        None if !Path::new(file).exists() && !file.contains(['.', '/', '\\']) => {
            Err(unknown("file or scene", file, SCENES.iter().map(|s| s.name)))
        }
        _ => {
            let path = Path::new(file);
            Ok((scenario::load_with(path, set)?, path.parent().unwrap_or(Path::new(".")).to_path_buf()))
        }
    }
}

pub fn check(args: &CheckArgs) -> Result<(), Failure> {
    let (loaded, folder) = load_with(&args.file, &args.variables.set)?;
    let world = World::build(&loaded, &folder, &Overrides { threads: 1, ..Overrides::default() })?;
    let area: f64 = world.building().levels.iter().map(|level| level.plan.walkable.area()).sum();
    let exits = world.check_exits();
    let written = draw(&world, args)?;
    if args.json {
        return print_json(&json!({
            "file": args.file,
            "valid": true,
            "errors": [],
            "people": world.expected(),
            "groups": world.scenario().walkers.len(),
            "area_m2": area,
            "warnings": world.warnings(),
            "exits": exits,
            "written": written,
        }));
    }
    print_line!(
        "{}: good: {} in {} on {area:.1} m2",
        args.file,
        counted(world.expected(), "person", "people"),
        counted(world.scenario().walkers.len(), "group", "groups")
    );
    if !world.warnings().is_empty() {
        print_line!("  warnings:");
    }
    for (i, warning) in world.warnings().iter().enumerate() {
        print_line!("  {:>4}  {warning}", i + 1);
    }
    print_line!("  exits:");
    exits.iter().for_each(print_exit);
    written.iter().for_each(|file| print_line!("  wrote {file}"));
    Ok(())
}

/// One picture per level, where asked; the files.
fn draw(world: &World, args: &CheckArgs) -> Result<Vec<String>, Failure> {
    let mut written = Vec::new();
    let building = world.building();
    for (i, level) in building.levels.iter().enumerate() {
        let mut name = |path: &Option<PathBuf>| {
            let path = path.as_deref().map(|p| plan_picture::file_for(p, building, i, None));
            written.extend(path.as_ref().map(|p| p.display().to_string()));
            path
        };
        let (svg, png) = (name(&args.draw.svg), name(&args.draw.png));
        if svg.is_none() && png.is_none() {
            continue;
        }
        let title = match world.scenario().title.as_str() {
            "" => args.file.as_str(),
            title => title,
        };
        let title = if building.levels.len() > 1 { format!("{title}: {}", level.name) } else { title.into() };
        plan_picture::save(&world.picture(i, &title), svg.as_deref(), png.as_deref())?;
    }
    Ok(written)
}

fn print_exit(exit: &ExitCheck) {
    let width = exit.width_m.map_or(String::new(), |w| format!(", {w:.2} m of its border are open"));
    let stays = if exit.leave { "" } else { ", people stay there" };
    print_line!("    {}{width}{stays}", exit.name);
    for group in &exit.groups {
        let heads = if group.heads_for_it { "heads for it" } else { "heads elsewhere" };
        let reaches = match (group.reachable, group.shut_at_first) {
            (false, _) => "cannot reach it",
            (true, true) => "reaches it once a door opens",
            (true, false) => "reaches it",
        };
        let narrow = group.narrowest_m.map_or(String::new(), |w| format!(", narrowest place {w:.2} m"));
        print_line!("      {}: {heads}, {reaches}{narrow}", group.name);
    }
}

pub fn schema() -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(&scenario::schema()).map_err(|e| Failure::Run(e.into()))?;
    print_line!("{text}");
    Ok(())
}
