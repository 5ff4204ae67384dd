//! From the TOML tree to the groups of walkers.

use super::arrivals;
use super::decode::number_or;
use super::decode_levels;
use super::decode_premovement::premovement;
use super::footsteps::footsteps;
use super::reader::{Field, KeyTable, Reader, ticked};
use super::{
    AreaSpec, ArrivalsSpec, AtGoalSpec, BodySpec, Distribution, FootstepsSpec, HeadwaySpec, JourneySpec, ModelSwitch,
    ParamValue, Place, RoutingSpec, SourceSpec, WalkerGroup, default,
};
use std::collections::BTreeMap;
use std::ops::Range;

pub(super) const SWITCH: &[&str] = &["at", "model", "params"];
pub(super) const GROUP: &[&str] = &[
    "name",
    "count",
    "positions",
    "level",
    "arrivals",
    "rate",
    "from",
    "to",
    "start",
    "goal",
    "goals",
    "goal_in",
    "goal_level",
    "journey",
    "at_goal",
    "model",
    "params",
    "params_file",
    "switch",
    "locomotion",
    "locomotion_params",
    "footsteps",
    "headway",
    "speed",
    "radius",
    "body",
    "premovement",
    "routing",
    "familiarity",
    "hysteresis",
    "perception_noise",
];
pub(super) const BODY: &[&str] = &["shoulders", "chest"];
pub(super) const DISTRIBUTION: &[&str] = &["mean", "sd", "min", "max"];

const MOST_PEOPLE: u64 = 10_000_000;
const PLACE: &str = "two numbers [x, y] in metres";
const PLACES: &str = "a list of places [[x, y], ...] in metres";

pub(super) fn groups(
    r: &mut Reader<'_>,
    top: &KeyTable<'_, '_>,
    areas: &[(String, AreaSpec)],
    levels: &[&str],
) -> Vec<WalkerGroup> {
    const EXPECTED: &str = "one table `[[walkers]]` for each group of people";
    if top.get("walkers").is_none() {
        r.missing(top, "walkers", EXPECTED);
    }
    let Some(items) = r.tables(top, "walkers", EXPECTED) else { return Vec::new() };
    let names: Vec<&str> = areas.iter().map(|(name, _)| name.as_str()).collect();
    let groups = items.iter().enumerate().filter_map(|(i, item)| group(r, i, item, &names, levels)).collect::<Vec<_>>();
    check_names(r, &groups);
    groups
}

fn group(
    r: &mut Reader<'_>,
    index: usize,
    item: &Field<'_, '_>,
    areas: &[&str],
    levels: &[&str],
) -> Option<WalkerGroup> {
    let table = r.table(item, GROUP)?;
    let source = source(r, &table);
    let start = start(r, &table, source.as_ref(), areas);
    let route = route(r, &table, source.as_ref(), areas);
    let placed = source.as_ref().map(|s| matches!(s, SourceSpec::Positions { .. }));
    let level = level_of(r, &table, "level", "`positions`", placed, levels);
    let aimed =
        route.as_ref().map(|r| matches!(r, JourneySpec::Goal { goal: Place::Point(_) } | JourneySpec::Goals { .. }));
    let goal_level = level_of(r, &table, "goal_level", "a goal that is a place", aimed, levels);
    let text = |r: &mut Reader<'_>, key: &str, or: String| {
        table.get(key).and_then(|f| r.text(&f, "a name, as a text").map(str::to_owned)).unwrap_or(or)
    };
    // A model that is named is meant as its paper has it.
    let says_model = ["model", "params_file", "switch"].iter().any(|key| table.get(key).is_some());
    let stand_in = JourneySpec::Journey { journey: Vec::new() };
    let name = text(r, "name", default::group_name(index));
    if name.is_empty() {
        let error = r.at(table.get("name").map_or(table.span.clone(), |f| f.span()), "`name` is empty");
        r.report(error.help("leave `name` out to have the group numbered"));
    }
    let (body, radius) = body(r, &table);
    let routing = table.get("routing").and_then(|f| routing(r, &f)).unwrap_or_default();
    let scripted = scripted(r, &table, placed);
    Some(WalkerGroup {
        name,
        source: source.unwrap_or(SourceSpec::Count { count: 1 }),
        level,
        start,
        route: route.unwrap_or(stand_in),
        goal_level,
        at_goal: table.get("at_goal").and_then(|f| at_goal(r, &f)).unwrap_or(default::at_goal()),
        model: text(r, "model", default::model()),
        params: table.get("params").map(|f| params(r, &f)).unwrap_or_default(),
        params_file: params_file(r, &table),
        switch: table.get("switch").map(|f| switches(r, &f)).unwrap_or_default(),
        locomotion: text(r, "locomotion", default::locomotion()),
        locomotion_params: table.get("locomotion_params").map(|f| params(r, &f)).unwrap_or_default(),
        footsteps: scripted,
        headway: table.get("headway").and_then(|f| headway(r, &f)).unwrap_or(match says_model {
            true => HeadwaySpec::Off,
            false => HeadwaySpec::Default,
        }),
        speed: table.get("speed").and_then(|f| distribution(r, &f, "m/s", 0.1, 10.0)).unwrap_or(default::speed()),
        radius,
        body,
        premovement: table.get("premovement").and_then(|f| premovement(r, &f)).unwrap_or_default(),
        routing,
        familiarity: of_quickest(r, &table, routing, "familiarity", 1.0),
        hysteresis: of_quickest(r, &table, routing, "hysteresis", 0.95),
        perception_noise: of_quickest(r, &table, routing, "perception_noise", 2.0),
    })
}

fn routing(r: &mut Reader<'_>, field: &Field<'_, '_>) -> Option<RoutingSpec> {
    const EXPECTED: &str = "\"shortest\" or \"quickest\"";
    match r.text(field, EXPECTED)? {
        "shortest" => Some(RoutingSpec::Shortest),
        "quickest" => Some(RoutingSpec::Quickest),
        other => {
            let error = r.at(field.span(), format!("`routing` is \"{other}\"")).expected(EXPECTED);
            r.report(error.did_you_mean(other, ["shortest", "quickest"]));
            None
        }
    }
}

/// A number from 0 on that only those have who choose the quickest route.
fn of_quickest(
    r: &mut Reader<'_>,
    table: &KeyTable<'_, '_>,
    routing: RoutingSpec,
    key: &str,
    most: f64,
) -> Option<f64> {
    let field = table.get(key)?;
    if routing != RoutingSpec::Quickest {
        let error = r.at(field.span(), format!("`{key}` goes only with `routing = \"quickest\"`"));
        r.report(error.help(format!("add `routing = \"quickest\"`, or remove `{key}`")));
        return None;
    }
    r.number(&field, &format!("a number from 0 to {most}"), |v| (0.0..=most).contains(&v))
}

/// Footsteps that are written down go with places that are.
fn scripted(r: &mut Reader<'_>, table: &KeyTable<'_, '_>, placed: Option<bool>) -> Option<FootstepsSpec> {
    let field = table.get("footsteps")?;
    if placed == Some(false) {
        let error = r.at(field.span(), "`footsteps` goes only with `positions`");
        r.report(error.help("give the places at which the walkers begin"));
    }
    footsteps(r, &field)
}

/// The outline of a body, and its radius, which follows from the shoulders of an oblong one.
fn body(r: &mut Reader<'_>, table: &KeyTable<'_, '_>) -> (BodySpec, Distribution) {
    let radius = table.get("radius");
    let outline = table.get("body").and_then(|field| outline(r, &field)).unwrap_or_default();
    match (outline, radius) {
        (BodySpec::Disc, Some(f)) => (outline, distribution(r, &f, "metres", 0.05, 1.0).unwrap_or(default::radius())),
        (BodySpec::Disc, None) => (outline, default::radius()),
        (BodySpec::Oblong { shoulders, .. }, given) => {
            if let Some(field) = given {
                let error = r.at(field.span(), "`radius` cannot stand beside an oblong `body`");
                r.report(error.help("remove `radius`: it is half of `shoulders`; or write `body = \"disc\"`"));
            }
            (outline, Distribution::Constant(shoulders / 2.0))
        }
    }
}

/// `"disc"`, or the widths of an oblong body.
fn outline(r: &mut Reader<'_>, field: &Field<'_, '_>) -> Option<BodySpec> {
    const EXPECTED: &str = "\"disc\", or { shoulders = 0.45, chest = 0.28 } in metres";
    if !field.value.get_ref().is_table() {
        let word = r.text(field, EXPECTED)?;
        if word != "disc" {
            let error = r.at(field.span(), format!("`body` cannot be \"{word}\""));
            r.report(error.expected(EXPECTED));
        }
        return (word == "disc").then_some(BodySpec::Disc);
    }
    let table = r.table(field, BODY)?;
    let needed = |r: &mut Reader<'_>, key: &str, expected: &str, low: f64| match table.get(key) {
        Some(f) => r.number(&f, expected, |v| (low..=1.0).contains(&v)),
        None => {
            r.missing(&table, key, expected);
            None
        }
    };
    let shoulders = needed(r, "shoulders", "the width of the shoulders: metres from 0.2 to 1", 0.2);
    let chest = needed(r, "chest", "the depth of the chest: metres from 0.1 to 1", 0.1);
    let (shoulders, chest) = (shoulders?, chest?);
    if chest > shoulders {
        let at = table.get("chest").map_or(table.span.clone(), |f| f.span());
        let error = r.at(at, format!("`chest` ({chest:?}) is above `shoulders` ({shoulders:?})"));
        r.report(error.help("people are wider than deep: write the larger number as `shoulders`"));
        return None;
    }
    Some(BodySpec::Oblong { shoulders, chest })
}

fn source(r: &mut Reader<'_>, table: &KeyTable<'_, '_>) -> Option<SourceSpec> {
    let field = r.one_of(table, "the number of people", &["count", "positions", "rate", "arrivals"])?;
    if field.name() != "rate" && table.get("rate").is_none() {
        for key in ["from", "to"].iter().filter_map(|key| table.get(key)) {
            let error = r.at(key.span(), format!("`{}` goes only with `rate`", key.name()));
            r.report(error.help("remove it, or give `rate` (people per second)"));
        }
    }
    match field.name() {
        "count" => {
            let expected = "a whole number from 1 to 10000000";
            let count = r.integer(&field, expected, 1, MOST_PEOPLE)?;
            u32::try_from(count).ok().map(|count| SourceSpec::Count { count })
        }
        "positions" => places(r, &field).map(|positions| SourceSpec::Positions { positions }),
        "arrivals" => schedule(r, &field).map(|arrivals| SourceSpec::Arrivals { arrivals }),
        _ => {
            let rate = r.number(&field, "people per second, above 0", |v| v > 0.0);
            let from = number_or(r, table, "from", 0.0, "seconds, 0 or more", |v| v >= 0.0);
            let Some(to) = table.get("to") else {
                let error = r.at(field.span(), "`rate` without `to`: nobody knows when the last one comes");
                r.report(error.expected("`to` = a time in seconds, after `from`"));
                return None;
            };
            let to = r.number(&to, &format!("seconds, after `from` ({from:?})"), |v| v > from)?;
            let rate = rate?;
            if rate * (to - from) > MOST_PEOPLE as f64 {
                let error = r.at(field.span(), "`rate` over this time gives more than 10000000 people");
                r.report(error.help("lower `rate` or bring `to` nearer"));
            }
            Some(SourceSpec::Rate { rate, from, to })
        }
    }
}

/// Rows of a schedule, or the name of a file with them.
fn schedule(r: &mut Reader<'_>, field: &Field<'_, '_>) -> Option<ArrivalsSpec> {
    const EXPECTED: &str = "a list of [seconds, people], times ascending, or the name of a CSV file";
    if field.value.get_ref().is_str() {
        let name = r.text(field, EXPECTED)?;
        if name.is_empty() {
            let error = r.at(field.span(), "`arrivals` is empty").expected(EXPECTED);
            r.report(error);
        }
        return Some(ArrivalsSpec::File(name.into()));
    }
    let items = r.list(field, EXPECTED)?;
    let mut rows: Vec<[f64; 2]> = Vec::with_capacity(items.len());
    for item in &items {
        let row = r.numbers(item, "two numbers [seconds, people]")?;
        if let Some(fault) = arrivals::fault(row, rows.last()) {
            let error = r.at(item.span(), fault).expected(EXPECTED);
            r.report(error);
            return None;
        }
        rows.push(row);
    }
    if rows.iter().all(|[_, people]| *people == 0.0) {
        let error = r.at(field.span(), "nobody arrives").expected(EXPECTED);
        r.report(error);
        return None;
    }
    Some(ArrivalsSpec::Rows(rows))
}

/// The level of places. Areas have their own, so that a group which names areas only must not say it again.
fn level_of(
    r: &mut Reader<'_>,
    table: &KeyTable<'_, '_>,
    key: &str,
    what: &str,
    has_places: Option<bool>,
    levels: &[&str],
) -> Option<String> {
    match (has_places, table.get(key)) {
        (Some(true), _) => decode_levels::level(r, table, key, levels),
        (Some(false), Some(field)) => {
            let error = r.at(field.span(), format!("`{key}` goes only with {what}"));
            r.report(error.help("remove it: an area defines its own level"));
            None
        }
        _ => None,
    }
}

fn places(r: &mut Reader<'_>, field: &Field<'_, '_>) -> Option<Vec<[f64; 2]>> {
    let items = r.list(field, PLACES)?;
    if items.is_empty() {
        let error = r.at(field.span(), format!("`{}` is empty", field.name())).expected(PLACES);
        r.report(error);
    }
    let wanted = items.len();
    let places: Vec<[f64; 2]> = items.iter().filter_map(|item| r.numbers(item, PLACE)).collect();
    (places.len() == wanted).then_some(places)
}

fn start(r: &mut Reader<'_>, table: &KeyTable<'_, '_>, source: Option<&SourceSpec>, areas: &[&str]) -> Option<String> {
    let field = table.get("start");
    match (&field, source) {
        (Some(field), Some(SourceSpec::Positions { .. })) => {
            let error = r.at(field.span(), "`start` cannot stand beside `positions`");
            r.report(error.help("remove `start`: `positions` gives every start"));
            return None;
        }
        (None, Some(SourceSpec::Count { .. } | SourceSpec::Rate { .. } | SourceSpec::Arrivals { .. })) => {
            r.missing(table, "start", "the name of an area in `[areas]`");
            return None;
        }
        _ => {}
    }
    area_name(r, &field?, areas)
}

fn route(
    r: &mut Reader<'_>,
    table: &KeyTable<'_, '_>,
    source: Option<&SourceSpec>,
    areas: &[&str],
) -> Option<JourneySpec> {
    const GOAL: &str = "the name of an area, a place [x, y] in metres, or a list of areas [\"exit-a\", \"exit-b\"] of which any will do";
    let field = r.one_of(table, "the goal", &["goal", "goals", "goal_in", "journey"])?;
    match field.name() {
        "goal" if field.value.get_ref().as_array().is_some_and(|a| a.iter().any(is_name)) => {
            any_of(r, &field, areas).map(|names| JourneySpec::Goal { goal: Place::AnyOf(names) })
        }
        "goal" if field.value.get_ref().is_array() => {
            let point = r.numbers(&field, GOAL)?;
            Some(JourneySpec::Goal { goal: Place::Point(point) })
        }
        "goal" if field.value.get_ref().is_str() => {
            area_name(r, &field, areas).map(|name| JourneySpec::Goal { goal: Place::Area(name) })
        }
        "goal" => {
            r.wrong_type(&field, GOAL);
            None
        }
        "goal_in" => {
            if let Some(SourceSpec::Rate { .. } | SourceSpec::Arrivals { .. }) = source {
                let error = r.at(field.span(), "`goal_in` does not go with `rate` and `arrivals`");
                r.report(error.help("use `goal` for one area for all, or `count`"));
            }
            area_name(r, &field, areas).map(|goal_in| JourneySpec::GoalIn { goal_in })
        }
        "journey" => {
            let expected = "a list of names of areas: [\"gate\", \"platform\"]";
            let items = r.list(&field, expected)?;
            if items.is_empty() {
                let error = r.at(field.span(), "`journey` is empty").expected(expected);
                r.report(error);
            }
            Some(JourneySpec::Journey { journey: items.iter().filter_map(|item| area_name(r, item, areas)).collect() })
        }
        _ => goals(r, &field, source),
    }
}

/// A text that is no formula.
fn is_name(value: &toml::Spanned<toml::de::DeValue<'_>>) -> bool {
    value.get_ref().as_str().is_some_and(|text| !text.starts_with('='))
}

/// Names of areas, each once.
fn any_of(r: &mut Reader<'_>, field: &Field<'_, '_>, areas: &[&str]) -> Option<Vec<String>> {
    let items = r.list(field, "a list of names of areas: [\"exit-a\", \"exit-b\"]")?;
    let mut names: Vec<String> = Vec::new();
    for item in &items {
        let name = area_name(r, item, areas)?;
        if names.contains(&name) {
            let error = r.at(item.span(), format!("the area `{name}` is in the list twice"));
            r.report(error.help("name every area once"));
            return None;
        }
        names.push(name);
    }
    Some(names)
}

/// One goal for each position.
fn goals(r: &mut Reader<'_>, field: &Field<'_, '_>, source: Option<&SourceSpec>) -> Option<JourneySpec> {
    let goals = places(r, field)?;
    match source {
        Some(SourceSpec::Positions { positions }) if positions.len() != goals.len() => {
            let (n, m) = (goals.len(), positions.len());
            let error = r.at(field.span(), format!("`goals` has {n} places, but `positions` has {m}"));
            r.report(error.help("give one goal for each position, or one `goal` for all"));
        }
        Some(SourceSpec::Count { .. } | SourceSpec::Rate { .. } | SourceSpec::Arrivals { .. }) => {
            let error = r.at(field.span(), "`goals` goes only with `positions`");
            r.report(error.help("use `goal` for one place for all"));
        }
        _ => {}
    }
    Some(JourneySpec::Goals { goals })
}

fn area_name(r: &mut Reader<'_>, field: &Field<'_, '_>, areas: &[&str]) -> Option<String> {
    let name = r.text(field, "the name of an area in `[areas]`")?;
    if !areas.contains(&name) && !r.areas_in_file {
        let error = r.at(field.span(), format!("there is no area `{name}`"));
        let error = match areas {
            [] => error.help("add a table `[areas]` with this name"),
            _ => error.expected(format!("one of {}", ticked(areas))).did_you_mean(name, areas.iter().copied()),
        };
        r.report(error);
    }
    Some(name.into())
}

fn at_goal(r: &mut Reader<'_>, field: &Field<'_, '_>) -> Option<AtGoalSpec> {
    const EXPECTED: &str = "\"leave\" or \"stay\"";
    match r.text(field, EXPECTED)? {
        "leave" => Some(AtGoalSpec::Leave),
        "stay" => Some(AtGoalSpec::Stay),
        other => {
            let error = r.at(field.span(), format!("`at_goal` is \"{other}\"")).expected(EXPECTED);
            r.report(error.did_you_mean(other, ["leave", "stay"]));
            None
        }
    }
}

fn switches(r: &mut Reader<'_>, field: &Field<'_, '_>) -> Vec<ModelSwitch> {
    let Some(items) = r.list(field, "a list of { at, model, params }") else { return Vec::new() };
    let mut out: Vec<ModelSwitch> = Vec::new();
    for item in items {
        let Some(table) = r.table(&item, SWITCH) else { continue };
        let needed = |r: &mut Reader<'_>, key: &str, expected: &str| {
            let field = table.get(key);
            if field.is_none() {
                r.missing(&table, key, expected);
            }
            field
        };
        let at = needed(r, "at", "seconds, 0 or more").and_then(|f| r.number(&f, "seconds, 0 or more", |v| v >= 0.0));
        let model = needed(r, "model", "the name of a model").and_then(|f| r.text(&f, "a name, as a text"));
        let params = table.get("params").map(|f| params(r, &f)).unwrap_or_default();
        let (Some(at), Some(model)) = (at, model) else { continue };
        if let Some(last) = out.last().filter(|last| last.at >= at) {
            let message = format!("`at` is {at:?} s, not after the switch before it at {:?} s", last.at);
            let error = r.at(table.get("at").map_or(table.span.clone(), |f| f.span()), message);
            r.report(error.help("write switches in the order of their times"));
        }
        out.push(ModelSwitch { at, model: model.to_owned(), params });
    }
    out
}

/// A file name that is not empty.
fn params_file(r: &mut Reader<'_>, table: &KeyTable<'_, '_>) -> Option<String> {
    const EXPECTED: &str = "the name of a file, as a text";
    let field = table.get("params_file")?;
    let name = r.text(&field, EXPECTED)?;
    if name.is_empty() {
        let error = r.at(field.span(), "`params_file` is empty").expected(EXPECTED);
        r.report(error);
    }
    Some(name.to_owned())
}

pub(super) fn params(r: &mut Reader<'_>, field: &Field<'_, '_>) -> BTreeMap<String, ParamValue> {
    let Some(table) = r.any_table(field) else { return BTreeMap::new() };
    table
        .fields()
        .into_iter()
        .filter_map(|(name, field)| {
            let value = match field.value.get_ref().as_str() {
                Some(word) if !word.starts_with('=') => ParamValue::Word(word.to_owned()),
                _ => ParamValue::Number(r.number(&field, "a number, or the name of a choice", |_| true)?),
            };
            Some((name.to_owned(), value))
        })
        .collect()
}

/// `"off"`, `"on"` or a table of parameters.
fn headway(r: &mut Reader<'_>, field: &Field<'_, '_>) -> Option<HeadwaySpec> {
    match field.value.get_ref().as_str() {
        Some("off") => Some(HeadwaySpec::Off),
        Some("on") => Some(HeadwaySpec::Params(BTreeMap::new())),
        Some(word) => {
            let error = r.at(field.span(), format!("`headway` cannot be \"{word}\""));
            r.report(error.expected("\"off\", \"on\", or a table of parameters such as { time_gap = 0.6 }"));
            None
        }
        None => Some(HeadwaySpec::Params(params(r, field))),
    }
}

fn distribution(r: &mut Reader<'_>, field: &Field<'_, '_>, unit: &str, low: f64, high: f64) -> Option<Distribution> {
    let range = format!("{unit} from {low} to {high}");
    let within = |v: f64| (low..=high).contains(&v);
    if !field.value.get_ref().is_table() {
        let expected = format!("{range}: a number, or {{ mean, sd, min, max }}");
        return r.number(field, &expected, within).map(Distribution::Constant);
    }
    let table = r.table(field, DISTRIBUTION)?;
    let needed = |r: &mut Reader<'_>, key: &str, expected: &str, fits: &dyn Fn(f64) -> bool| match table.get(key) {
        Some(f) => r.number(&f, expected, fits),
        None => {
            r.missing(&table, key, expected);
            None
        }
    };
    let mean = needed(r, "mean", &range, &within);
    let sd = needed(r, "sd", &format!("{unit}, 0 or more"), &|v| v >= 0.0);
    let min = number_or(r, &table, "min", low, &range, within);
    let max = number_or(r, &table, "max", high, &range, within);
    let (mean, sd) = (mean?, sd?);
    if min <= mean && mean <= max {
        return Some(Distribution::Normal { mean, sd, min, max });
    }
    let place = |key: &str| table.get(key).map(|f| f.span());
    let (at, message): (Option<Range<usize>>, String) = if min > max {
        (place("min"), format!("`min` ({min:?}) is above `max` ({max:?})"))
    } else {
        (place("mean"), format!("`mean` ({mean:?}) lies outside `min` ({min:?}) to `max` ({max:?})"))
    };
    let error = r.at(at.unwrap_or(table.span.clone()), message).expected("min <= mean <= max");
    r.report(error);
    None
}

fn check_names(r: &mut Reader<'_>, groups: &[WalkerGroup]) {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (i, group) in groups.iter().enumerate() {
        if let Some(first) = seen.get(group.name.as_str()) {
            let span = |i: usize| {
                let table = format!("walkers[{i}]");
                r.spans.get(&format!("{table}.name")).or_else(|| r.spans.get(&table)).cloned().unwrap_or(0..0)
            };
            let line = r.at(span(*first), "").line;
            let error = r.at(span(i), format!("the name `{}` is taken by the group in line {line}", group.name));
            r.report(error.help("give every group its own name"));
        } else {
            seen.insert(&group.name, i);
        }
    }
}
