//! `ambulo models`.

use crate::args::ModelsArgs;
use crate::failure::Failure;
use crate::names::unknown;
use crate::output::json as print_json;
use ambulo::models::{LOCOMOTIONS, MODELS, catalogue, rules::RULES};
use ambulo::sim::{BodyRuleInfo, LocomotionInfo, ModelInfo, ParamInfo};
use serde_json::json;

pub fn models(args: &ModelsArgs) -> Result<(), Failure> {
    let rules: Vec<Listed> = RULES.iter().filter(|r| args.name.as_deref() == Some(r.name)).map(Listed::from).collect();
    let (models, locomotions) = if rules.is_empty() || args.locomotion { chosen(args)? } else { Default::default() };
    if args.json {
        // A name says which of the three it is.
        return print_json(&match models.is_empty() {
            true if !rules.is_empty() => json!({ "rules": only(catalogue::rules(), &rules, |r| r.name) }),
            true => json!({ "locomotions": only(catalogue::locomotions(), &locomotions, |l| l.name) }),
            false if args.name.is_none() => json!({
                "models": catalogue::models(),
                "rules": catalogue::rules(),
                "recommended": catalogue::recommended(),
            }),
            false => json!({ "models": only(catalogue::models(), &models, |m| m.described.name) }),
        });
    }
    if args.name.is_none() && !args.locomotion {
        print_line!("Recommended (docs/dense.md has the figures)");
        for r in catalogue::recommended() {
            let headway = if r.headway == "on" { " with headway" } else { "" };
            print_line!("  {}: {}{headway}: {}", r.purpose, r.model, r.why);
        }
        print_line!("");
    }
    for it in models.iter().chain(&locomotions).chain(&rules) {
        print_line!("{}\n  {}", it.name, it.title);
        if let Some((paper, limits)) = it.published {
            print_line!("  Paper: {paper}\n  Not modelled: {limits}");
        }
        let info = ambulo::models::model_info(it.name);
        let calibrated: Vec<String> =
            info.map_or(&[][..], |m| m.rule_params).iter().map(|p| format!("{} {}", p.param, p.value)).collect();
        if !calibrated.is_empty() {
            print_line!("  With headway, unless stated otherwise: {}", calibrated.join(", "));
        }
        for f in info.map_or(&[][..], |m| m.failures) {
            print_line!(
                "  Leaves people behind in the scene {} with {}: in {} of 20 seeds, at most {:.1} % of them",
                f.scene,
                f.locomotion.unwrap_or(LOCOMOTIONS[0].name),
                f.seeds,
                100.0 * f.share
            );
        }
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
fn chosen(args: &ModelsArgs) -> Result<(Vec<Listed>, Vec<Listed>), Failure> {
    let wanted = |it: &Listed| args.name.as_ref().is_none_or(|n| n == it.name);
    let models: Vec<Listed> = MODELS.iter().map(Listed::from).filter(wanted).collect();
    let locomotions: Vec<Listed> = LOCOMOTIONS.iter().map(Listed::from).filter(wanted).collect();
    match &args.name {
        Some(name) if args.locomotion => known_locomotion(name)?,
        // Without --locomotion any will do, so all are proposed.
        Some(name) if locomotions.is_empty() && models.is_empty() => {
            let names = MODELS.iter().map(|m| m.name).chain(LOCOMOTIONS.iter().map(|l| l.name));
            return Err(unknown("model, locomotion or body rule", name, names.chain(RULES.iter().map(|r| r.name))));
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

/// What is listed of a model, a locomotion or a body rule.
#[derive(Clone, Copy)]
struct Listed {
    name: &'static str,
    title: &'static str,
    /// Where, and what it does not model.
    published: Option<(&'static str, &'static str)>,
    params: &'static [ParamInfo],
}

impl From<&ModelInfo> for Listed {
    fn from(m: &ModelInfo) -> Self {
        Self { name: m.name, title: m.title, published: Some((m.paper, m.limits)), params: m.params }
    }
}

impl From<&LocomotionInfo> for Listed {
    fn from(l: &LocomotionInfo) -> Self {
        Self { name: l.name, title: l.title, published: Some((l.paper, l.limits)), params: l.params }
    }
}

impl From<&BodyRuleInfo> for Listed {
    fn from(r: &BodyRuleInfo) -> Self {
        Self { name: r.name, title: r.title, published: None, params: r.params }
    }
}

/// An error that names the models there are, for a name that is none of them.
pub fn known(name: &str) -> Result<(), Failure> {
    if ambulo::models::model_info(name).is_some() {
        return Ok(());
    }
    Err(unknown("model", name, MODELS.iter().map(|m| m.name)))
}

/// An error that names the locomotions there are, for a name that is none of them.
pub fn known_locomotion(name: &str) -> Result<(), Failure> {
    if ambulo::models::locomotion_info(name).is_some() {
        return Ok(());
    }
    Err(unknown("locomotion", name, LOCOMOTIONS.iter().map(|l| l.name)))
}

/// Those that are listed.
fn only<E>(all: Vec<E>, listed: &[Listed], name: impl Fn(&E) -> &'static str) -> Vec<E> {
    all.into_iter().filter(|e| listed.iter().any(|l| l.name == name(e))).collect()
}

/// The value of a kind of perception, for a model that has the choice.
pub fn perception(model: &str, word: &str) -> Result<f64, Failure> {
    let info = ambulo::models::model_info(model).and_then(|m| m.params.iter().find(|p| p.name == "perception"));
    let Some(choice) = info else {
        return Err(Failure::Usage(format!("{model} has no choice of perception; vision has")));
    };
    let words: Vec<&str> = choice.words().collect();
    let unknown = || Failure::Usage(format!("there is no perception `{word}`; there is {}", words.join(", ")));
    choice.value_of(word).ok_or_else(unknown)
}
