//! `ambulo scenes`.

use crate::args::ScenesArgs;
use crate::failure::Failure;
use crate::names::unknown;
use crate::output::json as print_json;
use ambulo::{SCENES, Scene};
use anyhow::Context;
use serde_json::json;
use std::path::Path;

pub fn scenes(args: &ScenesArgs) -> Result<(), Failure> {
    let mut chosen = Vec::new();
    for name in &args.names {
        let scene = Scene::find(name).ok_or_else(|| unknown("scene", name, SCENES.iter().map(|s| s.name)))?;
        chosen.push(scene);
    }
    match &args.copy {
        Some(folder) => copy(if chosen.is_empty() { SCENES.iter().collect() } else { chosen }, folder, args.json),
        None if chosen.is_empty() => list(args.json),
        None if args.json => {
            let texts: Vec<_> = chosen.iter().map(|s| json!({ "name": s.name, "text": s.text })).collect();
            print_json(&json!({ "scenes": texts }))
        }
        None => {
            chosen.iter().for_each(|s| print_line!("{}", s.text.trim_end()));
            Ok(())
        }
    }
}

fn list(json: bool) -> Result<(), Failure> {
    if json {
        let rows: Vec<_> = SCENES.iter().map(|s| json!({ "name": s.name, "about": s.about() })).collect();
        return print_json(&json!({ "scenes": rows }));
    }
    for scene in SCENES {
        print_line!("{:<12} {}", scene.name, scene.about());
    }
    Ok(())
}

fn copy(scenes: Vec<&Scene>, folder: &Path, json: bool) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let mut files = Vec::new();
    for scene in scenes {
        let file = folder.join(format!("{}.toml", scene.name));
        if file.exists() {
            return Err(Failure::Usage(format!("{} exists and is kept; choose another folder", file.display())));
        }
        std::fs::write(&file, scene.text).with_context(|| format!("cannot write {}", file.display()))?;
        files.push(file.display().to_string());
    }
    if json {
        return print_json(&json!({ "files": files }));
    }
    files.iter().for_each(|f| print_line!("{f}"));
    Ok(())
}
