//! `ambulo models`.

use crate::args::ModelsArgs;
use crate::failure::Failure;
use crate::names::unknown;
use crate::output::json as print_json;
use ambulo::sim::{LOCOMOTIONS, LocomotionInfo, MODELS, ModelInfo};
use serde_json::{Value, json};

pub fn models(args: &ModelsArgs) -> Result<(), Failure> {
    let (models, locomotions) = chosen(args)?;
    if args.json {
        // A name says which of the two it is.
        let (key, list) = if models.is_empty() { ("locomotions", &locomotions) } else { ("models", &models) };
        return print_json(&json!({ key: list.iter().map(describe).collect::<Vec<_>>() }));
    }
    for it in models.iter().chain(&locomotions) {
        print_line!("{}\n  {}\n  Paper: {}\n  Not modelled: {}", it.name, it.title, it.paper, it.limits);
        if it.params.is_empty() {
            print_line!("  no parameters\n");
            continue;
        }
        print_line!("  {:<16} {:>9}  {:<9} {:>17}  meaning", "parameter", "default", "unit", "range");
        for p in it.params {
            let words: Vec<&str> = p.words().collect();
            let range = if words.is_empty() { format!("{} to {}", p.min, p.max) } else { words.join(" ") };
            let default = words.get(p.default as usize).map_or(p.default.to_string(), |w| (*w).into());
            let unit = if words.is_empty() { p.unit } else { "choice" };
            print_line!("  {:<16} {default:>9}  {unit:<9} {range:>17}  {}", p.name, p.about);
        }
        print_line!("");
    }
    Ok(())
}

/// The models, or the locomotions, that are asked for.
fn chosen(args: &ModelsArgs) -> Result<(Vec<LocomotionInfo>, Vec<LocomotionInfo>), Failure> {
    let wanted = |it: &LocomotionInfo| args.name.as_ref().is_none_or(|n| n == it.name);
    let models: Vec<LocomotionInfo> = MODELS.iter().map(as_listed).filter(wanted).collect();
    let locomotions: Vec<LocomotionInfo> = LOCOMOTIONS.iter().copied().filter(wanted).collect();
    match &args.name {
        Some(name) if args.locomotion => known_locomotion(name)?,
        // Without --locomotion either will do, so both are proposed.
        Some(name) if locomotions.is_empty() && models.is_empty() => {
            let both = MODELS.iter().map(|m| m.name).chain(LOCOMOTIONS.iter().map(|l| l.name));
            return Err(unknown("model or locomotion", name, both));
        }
        _ => {}
    }
    Ok(if args.locomotion {
        (Vec::new(), locomotions)
    } else if args.name.is_none() {
        (models, Vec::new())
    } else {
        (models, locomotions)
    })
}

/// A model is listed like a locomotion.
fn as_listed(m: &ModelInfo) -> LocomotionInfo {
    LocomotionInfo { name: m.name, title: m.title, paper: m.paper, limits: m.limits, params: m.params }
}

/// An error that names the models there are, for a name that is none of them.
pub fn known(name: &str) -> Result<(), Failure> {
    if ambulo::sim::model_info(name).is_some() {
        return Ok(());
    }
    Err(unknown("model", name, MODELS.iter().map(|m| m.name)))
}

/// An error that names the locomotions there are, for a name that is none of them.
pub fn known_locomotion(name: &str) -> Result<(), Failure> {
    if ambulo::sim::locomotion_info(name).is_some() {
        return Ok(());
    }
    Err(unknown("locomotion", name, LOCOMOTIONS.iter().map(|l| l.name)))
}

fn describe(model: &LocomotionInfo) -> Value {
    let params: Vec<Value> = model
        .params
        .iter()
        .map(|p| {
            let words: Vec<&str> = p.words().collect();
            match words.get(p.default as usize) {
                Some(default) => json!({ "name": p.name, "words": words, "default": default, "about": p.about }),
                None => json!({
                    "name": p.name, "unit": p.unit, "min": p.min, "max": p.max, "default": p.default, "about": p.about,
                }),
            }
        })
        .collect();
    json!({
        "name": model.name, "title": model.title, "paper": model.paper, "limits": model.limits, "params": params,
    })
}
