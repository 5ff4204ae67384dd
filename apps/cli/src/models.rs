//! `ambulo models`.

use crate::args::ModelsArgs;
use crate::failure::Failure;
use crate::say::json as print_json;
use ambulo::sim::{MODELS, ModelInfo};
use serde_json::{Value, json};

pub fn models(args: &ModelsArgs) -> Result<(), Failure> {
    let chosen: Vec<&ModelInfo> = MODELS.iter().filter(|m| args.name.as_ref().is_none_or(|n| n == m.name)).collect();
    if let Some(name) = &args.name {
        known(name)?;
    }
    if args.json {
        return print_json(&json!({ "models": chosen.into_iter().map(describe).collect::<Vec<_>>() }));
    }
    for model in chosen {
        say!("{}\n  {}\n  Paper: {}\n  Not modelled: {}", model.name, model.title, model.paper, model.limits);
        say!("  {:<16} {:>9}  {:<9} {:>17}  meaning", "parameter", "default", "unit", "range");
        for p in model.params {
            let words: Vec<&str> = p.words().collect();
            let range = if words.is_empty() { format!("{} to {}", p.min, p.max) } else { words.join(" ") };
            let default = words.get(p.default as usize).map_or(p.default.to_string(), |w| (*w).into());
            let unit = if words.is_empty() { p.unit } else { "choice" };
            say!("  {:<16} {default:>9}  {unit:<9} {range:>17}  {}", p.name, p.about);
        }
        say!("");
    }
    Ok(())
}

/// An error that names the models there are, for a name that is none of them.
pub fn known(name: &str) -> Result<(), Failure> {
    if ambulo::sim::model_info(name).is_some() {
        return Ok(());
    }
    let names = MODELS.iter().map(|m| m.name).collect::<Vec<_>>().join(", ");
    Err(Failure::Usage(format!("there is no model `{name}`; expected one of {names}")))
}

fn describe(model: &ModelInfo) -> Value {
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
