//! From the TOML tree to the plan of a scenario.

use super::PlanSpec;
use super::decode_levels::two_places;
use super::reader::{Field, KeyTable, Reader};
use crate::Units;

/// What `[plan]` and every level have in common.
pub(super) fn plan(r: &mut Reader<'_>, table: &KeyTable<'_, '_>) -> PlanSpec {
    let mut plan = PlanSpec::default();
    if let Some(field) = r.one_of(table, "the walkable area", &["wkt", "file"]) {
        let expected = if field.name() == "wkt" { "a text: POLYGON (...)" } else { "a file name" };
        let text = r.text(&field, expected).map(str::to_owned);
        match field.name() {
            "wkt" => plan.wkt = text,
            _ => plan.file = text,
        }
    }
    if let Some(field) = table.get("obstacles") {
        let expected = "a list of texts: [\"POLYGON (...)\", ...]";
        for item in r.list(&field, expected).unwrap_or_default() {
            plan.obstacles.extend(r.text(&item, expected).map(str::to_owned));
        }
    }
    if let Some(field) = table.get("walls") {
        for item in r.list(&field, "a list of lines: [[[x, y], [x, y]], ...]").unwrap_or_default() {
            plan.walls.extend(two_places(r, &item));
        }
    }
    reading(r, table, &mut plan);
    plan
}

/// How the file is to be read.
fn reading(r: &mut Reader<'_>, table: &KeyTable<'_, '_>, plan: &mut PlanSpec) {
    if let Some(field) = table.get("layers") {
        let expected = "a list of names: [\"walls\", ...]";
        for item in r.list(&field, expected).unwrap_or_default() {
            plan.layers.extend(r.text(&item, expected).map(str::to_owned));
        }
    }
    plan.units = table.get("units").and_then(|f| units(r, &f));
    plan.up = table.get("up").and_then(|f| up(r, &f));
    plan.floor = table.get("floor").and_then(|f| r.number(&f, "a height in metres", |_| true));
    plan.seed = table.get("seed").and_then(|f| r.numbers(&f, "a place [x, y] in metres"));
    let length = |r: &mut Reader<'_>, key: &str, least: f64, most: f64| {
        let expected = format!("metres, from {least} to {most}");
        table.get(key).and_then(|f| r.number(&f, &expected, |v| (least..=most).contains(&v)))
    };
    plan.step = length(r, "step", 0.001, 10.0);
    let degrees = "degrees, from 1 to 80";
    plan.slope = table.get("slope").and_then(|f| r.number(&f, degrees, |v| (1.0..=80.0).contains(&v)));
    plan.body = length(r, "body", 0.01, 100.0);
    plan.close_gaps = length(r, "close_gaps", 0.001, 10.0);
    plan.cell = length(r, "cell", 0.001, 1000.0);
    plan.margin = length(r, "margin", 0.0, 10_000.0);
    plan.solid = table.get("solid").and_then(|f| r.yes_or_no(&f));
    plan.flooring = table.get("flooring").and_then(|f| r.yes_or_no(&f));
    let (step, body) = (plan.options().step, plan.options().body);
    if let Some(field) = table.get("body").or_else(|| table.get("step")).filter(|_| step >= body) {
        let error = r.at(field.span(), format!("a step of {step:?} m is not lower than a body of {body:?} m"));
        r.report(error.help("make `body` higher than `step`"));
    }
}

fn units(r: &mut Reader<'_>, field: &Field<'_, '_>) -> Option<String> {
    let expected = format!("one of {}", Units::names());
    let text = r.text(field, &expected)?;
    if Units::parse(text).is_none() {
        let error = r.at(field.span(), format!("`units` is \"{text}\"")).expected(expected);
        r.report(error);
        return None;
    }
    Some(text.to_owned())
}

fn up(r: &mut Reader<'_>, field: &Field<'_, '_>) -> Option<String> {
    let expected = "\"y\" or \"z\"";
    let text = r.text(field, expected)?;
    if !matches!(text, "y" | "z") {
        let error = r.at(field.span(), format!("`up` is \"{text}\"")).expected(expected);
        r.report(error);
        return None;
    }
    Some(text.to_owned())
}
