//! `ambulo scenario check` and `ambulo scenario schema`.

use crate::args::CheckArgs;
use crate::failure::Failure;
use crate::say::json as print_json;
use ambulo::data::scenario::{self, Loaded};
use ambulo::{Overrides, SCENES, Scene, World};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Reads a file, or a scene that comes along when its name is given. Also gives the folder plan files are beside.
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
            let names = SCENES.iter().map(|s| s.name).collect::<Vec<_>>().join(", ");
            Err(Failure::Usage(format!(
                "there is no file `{file}`, and no scene of that name comes along; the scenes are {names}"
            )))
        }
        _ => {
            let path = Path::new(file);
            Ok((scenario::load_with(path, set)?, path.parent().unwrap_or(Path::new(".")).to_path_buf()))
        }
    }
}

pub fn check(args: &CheckArgs) -> Result<(), Failure> {
    let (loaded, folder) = load(&args.file)?;
    let world = World::build(&loaded, &folder, &Overrides { threads: 1, ..Overrides::default() })?;
    let area: f64 = world.building().levels.iter().map(|level| level.plan.walkable.area()).sum();
    if args.json {
        return print_json(&json!({
            "file": args.file,
            "valid": true,
            "errors": [],
            "people": world.expected(),
            "groups": world.scenario().walkers.len(),
            "area_m2": area,
        }));
    }
    say!(
        "{}: good: {} people in {} groups on {area:.1} m2",
        args.file,
        world.expected(),
        world.scenario().walkers.len()
    );
    Ok(())
}

pub fn schema() -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(&scenario::schema()).map_err(|e| Failure::Run(e.into()))?;
    say!("{text}");
    Ok(())
}
