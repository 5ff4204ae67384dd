//! From the TOML tree to the plan or the levels, the stairs and the doors.

use super::decode::{PLAN, number_or};
use super::decode_plan::plan;
use super::reader::{Field, KeyTable, Reader, ticked};
use super::{DoorSpec, LevelSpec, ONE_LEVEL, PlanSpec, StairsEnd, StairsKind, StairsSpec, default};
use ambulo_geom::{Point, predicates::orient};
use std::collections::BTreeMap;

pub(super) const STAIR: &[&str] = &["name", "kind", "bottom", "top", "treads", "speed_up", "speed_down"];
pub(super) const STAIR_END: &[&str] = &["level", "line"];
pub(super) const DOOR: &[&str] = &["line", "level", "open", "closes", "opens"];

const LEVELS: &str = "one table `[[levels]]` for each level, with `name`, `height` and the keys of `[plan]`";
const STAIRS: &str = "one table `[[stairs]]` for each strip, with `name`, `bottom` and `top`";
const LINE: &str = "two different places [[x, y], [x, y]] in metres";
const TIMES: &str = "a list of times in seconds, 0 or more: [30.0, 90.0]";

/// A level is a plan with a name and a height.
pub(super) fn level_keys() -> Vec<&'static str> {
    ["name", "height"].into_iter().chain(PLAN.iter().copied()).collect()
}

/// The plan, or the levels: exactly one of the two is written, and the other is empty.
pub(super) fn plan_or_levels(r: &mut Reader<'_>, top: &KeyTable<'_, '_>) -> (PlanSpec, Vec<LevelSpec>) {
    match (top.get("plan"), top.get("levels")) {
        (None, None) => {
            const EXPECTED: &str =
                "a table `[plan]` with `file = \"hall.wkt\"` or `wkt = \"POLYGON (...)\"`, or tables `[[levels]]`";
            r.missing(top, "plan", EXPECTED);
            (PlanSpec::default(), Vec::new())
        }
        (Some(field), None) => (r.table(&field, PLAN).map(|table| plan(r, &table)).unwrap_or_default(), Vec::new()),
        (plan, Some(_)) => {
            if plan.is_some() {
                r.one_of(top, "the plan", &["plan", "levels"]);
            }
            (PlanSpec::default(), levels(r, top))
        }
    }
}

fn levels(r: &mut Reader<'_>, top: &KeyTable<'_, '_>) -> Vec<LevelSpec> {
    let keys = level_keys();
    let mut names = BTreeMap::new();
    let mut levels = Vec::new();
    for item in r.tables(top, "levels", LEVELS).unwrap_or_default() {
        let Some(table) = r.table(&item, &keys) else { continue };
        let name = own_name(r, &table, "level", &mut names);
        let height = required(r, &table, "height", "metres above zero, from -1000 to 10000", |v| {
            (-1000.0..=10_000.0).contains(&v)
        });
        levels.push(LevelSpec { name, height: height.unwrap_or(0.0), plan: plan(r, &table) });
    }
    levels
}

/// The names that `level` may say; none when the levels could not be read.
pub(super) fn level_names<'a>(top: &KeyTable<'_, '_>, levels: &'a [LevelSpec]) -> Vec<&'a str> {
    match top.get("levels") {
        None => vec![ONE_LEVEL],
        Some(_) => levels.iter().map(|level| level.name.as_str()).collect(),
    }
}

/// The level that a key names. Where there is more than one, nothing is guessed.
pub(super) fn level(r: &mut Reader<'_>, table: &KeyTable<'_, '_>, key: &str, levels: &[&str]) -> Option<String> {
    let expected = format!("the name of a level: {}", ticked(levels));
    let Some(field) = table.get(key) else {
        if levels.len() > 1 {
            r.missing(table, key, &expected);
        }
        return None;
    };
    let name = r.text(&field, &expected)?;
    if !levels.is_empty() && !levels.contains(&name) {
        let error = r.at(field.span(), format!("there is no level `{name}`")).expected(expected);
        r.report(error.did_you_mean(name, levels.iter().copied()));
    }
    Some(name.into())
}

pub(super) fn stairs(
    r: &mut Reader<'_>,
    top: &KeyTable<'_, '_>,
    levels: &[LevelSpec],
    level_names: &[&str],
) -> Vec<StairsSpec> {
    let mut names = BTreeMap::new();
    let mut stairs = Vec::new();
    for item in r.tables(top, "stairs", STAIRS).unwrap_or_default() {
        let Some(table) = r.table(&item, STAIR) else { continue };
        let name = own_name(r, &table, "stairs", &mut names);
        let kind = table.get("kind").and_then(|f| kind(r, &f)).unwrap_or_default();
        let ends = (stair_end(r, &table, "bottom", level_names), stair_end(r, &table, "top", level_names));
        let share = |r: &mut Reader<'_>, key: &str, or: f64| {
            number_or(r, &table, key, or, "a share of the walking speed, above 0 and at most 2", |v| {
                0.0 < v && v <= 2.0
            })
        };
        let (up, down) = kind.speeds();
        let (speed_up, speed_down) = (share(r, "speed_up", up), share(r, "speed_down", down));
        let treads = table.get("treads").and_then(|f| r.integer(&f, "a whole number from 1 to 500", 1, 500));
        if let Some(field) = table.get("treads").filter(|_| kind == StairsKind::Ramp) {
            let error = r.at(field.span(), "`treads` goes only with `kind = \"stairs\"`");
            r.report(error.help("remove it: a ramp has none"));
        }
        let treads = treads.map(|treads| treads as u32);
        if let (Some(bottom), Some(top)) = ends {
            let stair = StairsSpec { name, kind, bottom, top, treads, speed_up, speed_down };
            check_stair(r, &table, &stair, levels);
            stairs.push(stair);
        }
    }
    stairs
}

fn kind(r: &mut Reader<'_>, field: &Field<'_, '_>) -> Option<StairsKind> {
    const EXPECTED: &str = "\"stairs\" or \"ramp\"";
    let word = r.text(field, EXPECTED)?;
    let kind = [StairsKind::Stairs, StairsKind::Ramp].into_iter().find(|kind| kind.word() == word);
    if kind.is_none() {
        let error = r.at(field.span(), format!("`kind` is \"{word}\"")).expected(EXPECTED);
        r.report(error.did_you_mean(word, ["stairs", "ramp"]));
    }
    kind
}

fn stair_end(r: &mut Reader<'_>, table: &KeyTable<'_, '_>, key: &str, levels: &[&str]) -> Option<StairsEnd> {
    const EXPECTED: &str = "{ level = \"ground\", line = [[x, y], [x, y]] }";
    let Some(field) = table.get(key) else {
        r.missing(table, key, EXPECTED);
        return None;
    };
    let table = r.table(&field, STAIR_END)?;
    // Stairs join two levels, so that even with one there is none to be taken for granted.
    if table.get("level").is_none() && levels.len() <= 1 {
        r.missing(&table, "level", "the name of a level");
    }
    let level = level(r, &table, "level", levels);
    let line = line(r, &table);
    Some(StairsEnd { level: level?, line: line? })
}

/// What the file alone can show: that it joins two levels, goes up, and is a strip.
fn check_stair(r: &mut Reader<'_>, table: &KeyTable<'_, '_>, stair: &StairsSpec, levels: &[LevelSpec]) {
    let name = &stair.name;
    let at = |key: &str| table.get(key).map_or(table.span.clone(), |f| f.span());
    if stair.bottom.level == stair.top.level {
        let error = r.at(at("top"), format!("stairs `{name}` begin and end on level `{}`", stair.top.level));
        r.report(error.help("stairs join two levels: add the other as a table `[[levels]]`"));
        return;
    }
    let height = |end: &StairsEnd| levels.iter().find(|level| level.name == end.level).map(|level| level.height);
    if let (Some(low), Some(high)) = (height(&stair.bottom), height(&stair.top)) {
        let wrong = match stair.kind {
            StairsKind::Stairs if low == high => Some((
                format!("stairs `{name}` join two levels of the same height, {low} m"),
                "write `kind = \"ramp\"`, or correct the heights",
            )),
            _ if low > high => {
                let message = format!("the top of stairs `{name}` ({high} m) is lower than their bottom ({low} m)");
                Some((message, "exchange `bottom` and `top`, or correct the heights"))
            }
            _ => None,
        };
        if let Some((message, help)) = wrong {
            let error = r.at(at("top"), message);
            r.report(error.help(help));
        }
    }
    if strip(&stair.bottom.line, &stair.top.line).is_none() {
        let message = format!(
            "stairs `{name}` are no strip: seen from above, their two lines do not make a convex quadrilateral"
        );
        let error = r.at(at("top"), message).expected("two lines that face each other, apart and about parallel");
        r.report(error);
    }
}

/// The corners of the strip between two lines, counter-clockwise: the bottom line from left to right for who walks up,
/// then the top line from right to left. `None` when they are not those of a convex quadrilateral.
///
/// The lines may be written in any direction: of the two possible strips at most one is convex.
pub(crate) fn strip(bottom: &[[f64; 2]; 2], top: &[[f64; 2]; 2]) -> Option<[Point; 4]> {
    let [[a, b], [c, d]] = [bottom, top].map(|line| line.map(|[x, y]| Point::new(x, y)));
    let convex = |q: &[Point; 4]| (0..4).all(|i| orient(q[i], q[(i + 1) % 4], q[(i + 2) % 4]) > 0.0);
    [[a, b, c, d], [a, b, d, c], [b, a, c, d], [b, a, d, c]].into_iter().find(convex)
}

pub(super) fn doors(r: &mut Reader<'_>, top: &KeyTable<'_, '_>, levels: &[&str]) -> Vec<(String, DoorSpec)> {
    let Some(table) = top.get("doors").and_then(|field| r.any_table(&field)) else { return Vec::new() };
    let mut doors = Vec::new();
    for (name, field) in table.fields() {
        if name.is_empty() {
            let error = r.at(field.span(), "a door has an empty name");
            r.report(error.help("give it a name, so that it can be opened and shut"));
        }
        doors.extend(door(r, &field, levels).map(|door| (name.to_owned(), door)));
    }
    doors
}

fn door(r: &mut Reader<'_>, field: &Field<'_, '_>, levels: &[&str]) -> Option<DoorSpec> {
    let table = r.table(field, DOOR)?;
    let line = line(r, &table);
    let level = level(r, &table, "level", levels);
    let open = table.get("open").map_or(Some(default::open()), |f| r.flag(&f));
    let closes = times(r, &table, "closes");
    let opens = times(r, &table, "opens");
    let (closes, opens, open) = (closes?, opens?, open?);
    check_turns(r, open, &closes, &opens);
    let plain = |times: Vec<(f64, Field<'_, '_>)>| times.into_iter().map(|(t, _)| t).collect();
    Some(DoorSpec { line: line?, level, open, closes: plain(closes), opens: plain(opens) })
}

/// Ascending times, each with its place in the file.
fn times<'t, 'i>(r: &mut Reader<'_>, table: &KeyTable<'t, 'i>, key: &str) -> Option<Vec<(f64, Field<'t, 'i>)>> {
    let Some(field) = table.get(key) else { return Some(Vec::new()) };
    let items = r.list(&field, TIMES)?;
    let mut times: Vec<(f64, Field<'t, 'i>)> = Vec::new();
    let mut good = true;
    for item in items {
        let Some(t) = r.number(&item, TIMES, |v| v >= 0.0) else {
            good = false;
            continue;
        };
        if let Some((before, _)) = times.last().filter(|(before, _)| *before >= t) {
            let error = r.at(item.span(), format!("`{key}` does not ascend: {t:?} s comes after {before:?} s"));
            r.report(error.expected("times in ascending order, each once"));
            good = false;
        }
        times.push((t, item));
    }
    good.then_some(times)
}

/// A shut door can only be opened next, and an open one only shut.
fn check_turns(r: &mut Reader<'_>, open: bool, closes: &[(f64, Field<'_, '_>)], opens: &[(f64, Field<'_, '_>)]) {
    let mut all: Vec<(f64, bool, &Field<'_, '_>)> =
        closes.iter().map(|(t, f)| (*t, false, f)).chain(opens.iter().map(|(t, f)| (*t, true, f))).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut state, mut since) = (open, None);
    for (t, opened, field) in all {
        let word = |open: bool| if open { "open" } else { "shut" };
        if opened == state {
            let since = since.map_or("from the beginning".to_string(), |s: f64| format!("since {s:?} s"));
            let message = format!("at {t:?} s the door is to be {}, but it is so {since}", word(opened));
            let other = if opened { "closes" } else { "opens" };
            let error = r.at(field.span(), message).expected("`closes` and `opens` in turn, beginning from `open`");
            r.report(error.help(format!("remove this time, or put one into `{other}` before it")));
            return;
        }
        if since == Some(t) {
            let error = r.at(field.span(), format!("the door is opened and shut at the same time, {t:?} s"));
            r.report(error.help("keep the two times apart"));
            return;
        }
        (state, since) = (opened, Some(t));
    }
}

fn line(r: &mut Reader<'_>, table: &KeyTable<'_, '_>) -> Option<[[f64; 2]; 2]> {
    let Some(field) = table.get("line") else {
        r.missing(table, "line", LINE);
        return None;
    };
    two_places(r, &field)
}

/// A line as a list of two different places.
pub(super) fn two_places(r: &mut Reader<'_>, field: &Field<'_, '_>) -> Option<[[f64; 2]; 2]> {
    let items = r.list(field, LINE)?;
    let [a, b] = items.as_slice() else {
        let error = r.at(field.span(), format!("`{}` has {} places instead of 2", field.name(), items.len()));
        r.report(error.expected(LINE));
        return None;
    };
    let (a, b) = (r.numbers::<2>(a, LINE), r.numbers::<2>(b, LINE));
    let (a, b) = (a?, b?);
    if a == b {
        let error = r.at(field.span(), format!("`{}` has no length: its two places are the same", field.name()));
        r.report(error.expected(LINE));
        return None;
    }
    Some([a, b])
}

fn required(
    r: &mut Reader<'_>,
    table: &KeyTable<'_, '_>,
    key: &str,
    expected: &str,
    fits: impl Fn(f64) -> bool,
) -> Option<f64> {
    match table.get(key) {
        Some(field) => r.number(&field, expected, fits),
        None => {
            r.missing(table, key, expected);
            None
        }
    }
}

/// A name that no other of its kind has.
fn own_name(r: &mut Reader<'_>, table: &KeyTable<'_, '_>, what: &str, seen: &mut BTreeMap<String, u32>) -> String {
    let Some(field) = table.get("name") else {
        r.missing(table, "name", "a name, as a text");
        return String::new();
    };
    let Some(name) = r.text(&field, "a name, as a text") else { return String::new() };
    let mut error = r.at(field.span(), "`name` is empty");
    if name.is_empty() {
        r.report(error.help("give it a name, so that others can refer to it"));
    } else if let Some(first) = seen.get(name) {
        error.message = format!("the name `{name}` is taken by the {what} in line {first}");
        r.report(error.help("give each its own name"));
    } else {
        seen.insert(name.into(), error.line);
    }
    name.into()
}
