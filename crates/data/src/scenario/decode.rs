//! From the TOML tree to a [`Scenario`]: everything but the levels and the groups of walkers.

use super::reader::{Field, KeyTable, Reader, ticked};
use super::{
    AreaSpec, NeighbourhoodSpec, PlanSpec, Record, Scenario, Until, decode_levels, decode_walkers, default, moving,
};
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::DeTable;

pub(super) const TOP: &[&str] = &[
    "title",
    "seed",
    "dt",
    "until",
    "limit",
    "variables",
    "stuck_after",
    "neighbourhood",
    "rings",
    "union_radius",
    "record",
    "plan",
    "levels",
    "stairs",
    "doors",
    "areas",
    "heights",
    "moving_obstacles",
    "walkers",
];
pub(super) const RECORD: &[&str] = &["fps"];
pub(super) const PLAN: &[&str] = &[
    "wkt",
    "file",
    "obstacles",
    "walls",
    "layers",
    "units",
    "floor",
    "up",
    "step",
    "slope",
    "body",
    "seed",
    "close_gaps",
    "cell",
    "margin",
    "solid",
    "flooring",
];
pub(super) const AREA: &[&str] = &["wkt", "rect", "level"];

const UNTIL: &str = "\"all-arrived\" or a time in seconds, above 0";

pub(super) fn scenario(r: &mut Reader<'_>, root: &Spanned<DeTable<'_>>, set: &[(String, f64)]) -> Scenario {
    // What is missing at the top is missing from the file, not from its first or last line.
    let top = KeyTable::new("", 0..0, root.get_ref());
    r.check_keys(root.get_ref(), TOP);
    r.note(&top);
    r.variables = variables(r, &top, set);
    let (plan, levels) = decode_levels::plan_or_levels(r, &top);
    let names = decode_levels::level_names(&top, &levels);
    let stairs = decode_levels::stairs(r, &top, &levels, &names);
    let doors = decode_levels::doors(r, &top, &names);
    let areas = areas(r, &top, &names);
    r.areas_in_file = std::iter::once(&plan).chain(levels.iter().map(|l| &l.plan)).any(PlanSpec::may_name_areas);
    let dt = number_or(r, &top, "dt", default::dt(), "seconds from 0.001 to 0.5", |v| (0.001..=0.5).contains(&v));
    let scenario = Scenario {
        title: top.get("title").and_then(|f| r.text(&f, "a text")).unwrap_or_default().into(),
        seed: top
            .get("seed")
            .and_then(|f| r.integer(&f, "a whole number from 0 to 18446744073709551615", 0, u64::MAX))
            .unwrap_or(default::seed()),
        dt,
        until: top.get("until").and_then(|f| until(r, &f)).unwrap_or(default::until()),
        limit: number_or(r, &top, "limit", default::limit(), "seconds, above 0 and at most 86400", |v| {
            0.0 < v && v <= 86400.0
        }),
        stuck_after: number_or(r, &top, "stuck_after", default::stuck_after(), "seconds, above 0", |v| v > 0.0),
        neighbourhood: top.get("neighbourhood").and_then(|f| neighbourhood(r, &f)),
        rings: top
            .get("rings")
            .and_then(|f| r.integer(&f, "a whole number from 1 to 4", 1, 4))
            .map_or(default::rings(), |v| v as u8),
        union_radius: number_or(r, &top, "union_radius", 0.0, "metres from 0 to 50", |v| (0.0..=50.0).contains(&v)),
        record: top.get("record").and_then(|f| record(r, &f, dt)).unwrap_or(default::record()),
        walkers: decode_walkers::groups(r, &top, &areas, &names),
        heights: heights(r, &top),
        moving_obstacles: moving::moving(r, &top, &names),
        plan,
        stairs,
        doors,
        areas,
        levels,
        variables: r.variables.clone(),
    };
    check_times(r, &top, &scenario);
    scenario
}

pub(super) fn number_or(
    r: &mut Reader<'_>,
    table: &KeyTable<'_, '_>,
    key: &str,
    or: f64,
    expected: &str,
    fits: impl Fn(f64) -> bool,
) -> f64 {
    table.get(key).and_then(|f| r.number(&f, expected, fits)).unwrap_or(or)
}

fn until(r: &mut Reader<'_>, field: &Field<'_, '_>) -> Option<Until> {
    match field.value.get_ref().as_str() {
        Some("all-arrived") => Some(Until::AllArrived),
        Some(other) => {
            let error = r.at(field.span(), format!("`until` is \"{other}\"")).expected(UNTIL);
            r.report(error.did_you_mean(other, ["all-arrived"]));
            None
        }
        None => r.number(field, UNTIL, |v| v > 0.0).map(Until::Time),
    }
}

/// The variables of the file, some of them set to other values. A variable may use those before it.
fn variables(r: &mut Reader<'_>, top: &KeyTable<'_, '_>, set: &[(String, f64)]) -> BTreeMap<String, f64> {
    if let Some(table) = top.get("variables").and_then(|field| r.any_table(&field)) {
        for (name, field) in table.fields() {
            let fits = |c: char| c.is_alphanumeric() || c == '_';
            if name.is_empty() || !name.chars().all(fits) || name.starts_with(|c: char| c.is_numeric()) {
                let error = r.at(field.span(), format!("a variable cannot be called `{name}`"));
                r.report(error.help("use letters, digits and `_`, a letter first"));
                continue;
            }
            let given = set.iter().rev().find(|(n, _)| n == name).map(|(_, v)| *v);
            let written = r.number(&field, "a number, or a formula as a text that begins with `=`", |_| true);
            if let Some(value) = given.or(written) {
                r.variables.insert(name.to_owned(), value);
            }
        }
    }
    let variables = std::mem::take(&mut r.variables);
    for (name, _) in set.iter().filter(|(name, _)| !variables.contains_key(name)) {
        let known: Vec<&str> = variables.keys().map(String::as_str).collect();
        let list = if known.is_empty() { "none".into() } else { ticked(&known) };
        let error = r.at(0..0, format!("there is no variable `{name}` to set")).expected(format!("one of {list}"));
        let error = error.did_you_mean(name, known.iter().copied());
        r.report(error);
    }
    variables
}

fn neighbourhood(r: &mut Reader<'_>, field: &Field<'_, '_>) -> Option<NeighbourhoodSpec> {
    match r.text(field, "\"delaunay\" or \"grid\"")? {
        "delaunay" => Some(NeighbourhoodSpec::Delaunay),
        "grid" => Some(NeighbourhoodSpec::Grid),
        other => {
            let error = r.at(field.span(), format!("`neighbourhood` is \"{other}\""));
            r.report(error.expected("\"delaunay\" or \"grid\"").did_you_mean(other, ["delaunay", "grid"]));
            None
        }
    }
}

/// A run that would be cut short by `limit` without a word is a surprise.
fn check_times(r: &mut Reader<'_>, top: &KeyTable<'_, '_>, scenario: &Scenario) {
    if let (Until::Time(t), Some(field)) = (scenario.until, top.get("until"))
        && t > scenario.limit
    {
        let error = r.at(field.span(), format!("`until` lies beyond `limit`, which is {:?} s", scenario.limit));
        r.report(error.help(format!("set `limit = {t:?}` or more")));
    }
}

fn record(r: &mut Reader<'_>, field: &Field<'_, '_>, dt: f64) -> Option<Record> {
    let table = r.table(field, RECORD)?;
    let most = 1.0 / dt;
    let expected = format!("frames per second, above 0 and at most one per step (1 / dt = {most})");
    // The tolerance is for 1 / 0.1 and its like.
    let fps = number_or(r, &table, "fps", default::fps(), &expected, |v| 0.0 < v && v <= most * (1.0 + 1e-9));
    Some(Record { fps })
}

/// Heights of walls by area; that there is such an area is checked where plan files are known.
fn heights(r: &mut Reader<'_>, top: &KeyTable<'_, '_>) -> BTreeMap<String, f64> {
    let Some(table) = top.get("heights").and_then(|field| r.any_table(&field)) else { return BTreeMap::new() };
    let expected = "metres from 0.05 to 50";
    let height = |(name, field): (&str, Field<'_, '_>)| {
        Some((name.to_owned(), r.number(&field, expected, |v| (0.05..=50.0).contains(&v))?))
    };
    table.fields().into_iter().filter_map(height).collect()
}

/// A wrong area keeps its name, so that those who refer to it are not reported as well.
fn areas(r: &mut Reader<'_>, top: &KeyTable<'_, '_>, levels: &[&str]) -> Vec<(String, AreaSpec)> {
    let Some(table) = top.get("areas").and_then(|field| r.any_table(&field)) else { return Vec::new() };
    let mut areas = Vec::new();
    for (name, field) in table.fields() {
        if name.is_empty() {
            let error = r.at(field.span(), "an area has an empty name");
            r.report(error.help("give it a name, so that `start` and `goal` can refer to it"));
        }
        let spec = area(r, &field, levels).unwrap_or(AreaSpec::Wkt { wkt: String::new(), level: None });
        areas.push((name.to_owned(), spec));
    }
    areas
}

fn area(r: &mut Reader<'_>, field: &Field<'_, '_>, levels: &[&str]) -> Option<AreaSpec> {
    const RECT: &str = "four numbers [x0, y0, x1, y1] in metres, two opposite corners";
    let table = r.table(field, AREA)?;
    let level = match (table.get("level"), levels) {
        (None, [first, _, ..]) => Some((*first).to_owned()),
        _ => decode_levels::level(r, &table, "level", levels),
    };
    let shape = r.one_of(&table, "the shape of the area", &["wkt", "rect"])?;
    if shape.name() == "wkt" {
        return r.text(&shape, "a text: POLYGON (...)").map(|wkt| AreaSpec::Wkt { wkt: wkt.into(), level });
    }
    let rect: [f64; 4] = r.numbers(&shape, RECT)?;
    if rect[0] == rect[2] || rect[1] == rect[3] {
        let error = r.at(shape.span(), "`rect` encloses no area: its corners lie on one line").expected(RECT);
        r.report(error.help("the corners must differ in x and in y"));
        return None;
    }
    Some(AreaSpec::Rect { rect, level })
}
