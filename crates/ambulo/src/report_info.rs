//! Contents of a run's report beside its metrics.

use crate::exits::{Count, ExitCount};
use crate::summary::BlockedPlace;
use crate::{RunOptions, Summary, World, date};
use ambulo_data::scenario::ParamValue;
use ambulo_data::words::counted;
use ambulo_eval::page::Table;
use ambulo_eval::report::ReportInfo;
use ambulo_sim::{Activity, ParamInfo};
use std::collections::BTreeMap;

pub(crate) fn report_info(world: &World, summary: &Summary, options: &RunOptions) -> ReportInfo {
    let levels = 0..world.building.levels.len();
    let still_walking = |w: &ambulo_sim::WalkerState| !matches!(w.activity, Activity::Arrived | Activity::Leaving);
    ReportInfo {
        title: title(world),
        provenance: provenance(world, summary, options),
        results: results(summary),
        tables: [exits(summary), groups(summary)].into_iter().chain(blocked(summary)).collect(),
        parameters: parameters(world),
        arrivals: arrivals(world),
        still_walking: Some(world.walkers().filter(still_walking).count()),
        places: levels.map(|level| world.places(level)).collect(),
        notes: notes(world, summary),
        ..ReportInfo::default()
    }
}

fn row(key: &str, value: String) -> (String, String) {
    (key.to_string(), value)
}

fn provenance(world: &World, summary: &Summary, options: &RunOptions) -> Vec<(String, String)> {
    let names = |of: fn(&ambulo_data::scenario::WalkerGroup) -> &String| {
        let mut names: Vec<&str> = world.scenario.walkers.iter().map(|g| of(g).as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names.join(", ")
    };
    let mut provenance = vec![
        row("Scenario", summary.scene.clone()),
        row("Date", date::now()),
        row("Plan", provenance_of_plans(world)),
        row("Plan hash", summary.plan_hash.clone()),
        row("Model", names(|g| &g.model)),
        row("Locomotion", names(|g| &g.locomotion)),
        row("Seed", summary.seed.to_string()),
        row("Time step", format!("{} s", summary.dt)),
        row(
            "Recorded",
            format!("{} at {} per second", counted(summary.frames as usize, "frame", "frames"), summary.fps),
        ),
        row("State hash", summary.state_hash.clone()),
        row("Run", summary.run_id.clone()),
        row("Version", summary.version.to_string()),
    ];
    provenance.extend(summary.devices.iter().map(|device| row("Computed on", device.clone())));
    let origin = world.building.origin();
    if origin != ambulo_geom::Point::default() {
        provenance.push(row("Coordinates", format!("those of the plan file; computed relative to {origin}")));
    }
    if let Some([latitude, longitude]) = world.plan().centre {
        let words = format!("metres east and north of latitude {latitude:.6}, longitude {longitude:.6}");
        provenance.push(row("Coordinates", words));
    }
    if !options.command.is_empty() {
        provenance.push(row("Command", options.command.clone()));
    }
    provenance
}

fn results(summary: &Summary) -> Vec<(String, String)> {
    let mut results = vec![
        row("Arrived", format!("{} of {}", summary.arrived, summary.agents)),
        row("Simulated time", format!("{:.1} s", summary.simulated_s)),
        row("Stuck at the end", summary.stuck.to_string()),
        row("Largest overlap in any step", format!("{:.1} mm", summary.max_overlap_m * 1000.0)),
        row("Wall crossings", summary.wall_crossings.to_string()),
        row("Faults", summary.faults.to_string()),
    ];
    if summary.not_entered > 0 {
        results.push(row("Found no room to enter", summary.not_entered.to_string()));
    }
    results
}

fn notes(world: &World, summary: &Summary) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(remark) = summary.outcome.remark(world) {
        let first = if summary.complete { "Not finished" } else { "Incomplete" };
        notes.push(format!("{first}: {remark}."));
    }
    notes.extend(summary.warnings.iter().map(|w| format!("Warning: {w}.")));
    notes.extend(summary.blocked.iter().map(|b| format!("Blocked: {b}.")));
    notes.extend(world.stuck().iter().map(ToString::to_string));
    notes.extend(world.short_of_goal().iter().map(ToString::to_string));
    notes
}

fn seconds(t: Option<f64>) -> String {
    t.map_or("-".into(), |t| format!("{t:.1}"))
}

/// People, first, last and flow, as cells of a table.
fn cells(count: &Count) -> [String; 4] {
    let flow = count.mean_flow_per_s.map_or("-".into(), |flow| format!("{flow:.2}"));
    [count.people.to_string(), seconds(count.first_s), seconds(count.last_s), flow]
}

fn exits(summary: &Summary) -> Table {
    let caption =
        "Exits. Flow is the mean between the first and the last: all but the first, divided by the time between.";
    let head = ["exit", "group", "people", "first [s]", "last [s]", "flow [1/s]"];
    let mut table = Table::new("exits", caption, &head);
    for exit in &summary.exits {
        let of = |name: &str, count: &Count| {
            let [people, first, last, flow] = cells(count);
            [exit.name.clone(), name.to_string(), people, first, last, flow]
        };
        // One group is all.
        match &exit.groups[..] {
            [one] => table = table.row(of(&one.name, &one.count)),
            groups => {
                table = table.row(of("all", &exit.count));
                for group in groups {
                    table = table.row(of(&group.name, &group.count));
                }
            }
        }
    }
    table
}

fn groups(summary: &Summary) -> Table {
    let caption = "Groups. Travel time is the mean from appearing to arriving, of those who arrived.";
    let head = ["group", "model", "people", "arrived", "first [s]", "last [s]", "travel time [s]"];
    let mut table = Table::new("groups", caption, &head);
    for group in &summary.groups {
        let [arrived, first, last, _] = cells(&group.arrived);
        let people = group.people.to_string();
        let travel = seconds(group.travel_time_mean_s);
        table = table.row([group.name.clone(), group.model.clone(), people, arrived, first, last, travel]);
    }
    table
}

/// Places where nobody made progress; none where there were none.
fn blocked(summary: &Summary) -> Option<Table> {
    let caption = "Blocked places: three people or more waited and none of them made progress for 20 s.";
    let head = ["from [s]", "to [s]", "x [m]", "y [m]", "level", "people"];
    let row = |table: Table, b: &BlockedPlace| {
        let [from, to] = [b.from_s, b.to_s].map(|t| format!("{t:.1}"));
        let [x, y] = [b.x, b.y].map(|v| format!("{v:.2}"));
        table.row([from, to, x, y, b.level.to_string(), b.people.to_string()])
    };
    let table = Table::new("blocked", caption, &head);
    (!summary.blocked.is_empty()).then(|| summary.blocked.iter().fold(table, row))
}

/// What a table of parameters is about, and the parameters: groups that share them are listed together.
type UsedParams<'a> = (String, &'static [ParamInfo], &'a BTreeMap<String, ParamValue>);

/// Lists a group with those that use the same.
fn note<'a>(all: &mut Vec<(UsedParams<'a>, Vec<&'a str>)>, used: UsedParams<'a>, group: &'a str) {
    match all.iter_mut().find(|(u, _)| u.0 == used.0 && u.2 == used.2) {
        Some((_, groups)) => groups.push(group),
        None => all.push((used, vec![group])),
    }
}

/// Every parameter of every group's model and locomotion, with the value it had.
fn parameters(world: &World) -> Table {
    let mut all: Vec<(UsedParams<'_>, Vec<&str>)> = Vec::new();
    for group in &world.scenario.walkers {
        let of_model = |model: &str| world.sim.models().params(model);
        note(&mut all, (group.model.clone(), of_model(&group.model), &group.params), group.name.as_str());
        for s in &group.switch {
            note(
                &mut all,
                (format!("{} from {} s on", s.model, s.at), of_model(&s.model), &s.params),
                group.name.as_str(),
            );
        }
        let infos = world.sim.locomotions().params(&group.locomotion);
        note(&mut all, (group.locomotion.clone(), infos, &group.locomotion_params), group.name.as_str());
    }
    let head = ["of", "groups", "parameter", "value", "unit", "meaning"];
    let mut table = Table::new("parameters", "Models and locomotions, defaults included", &head);
    for ((of, infos, params), groups) in all {
        for info in infos {
            let value = match params.get(info.name) {
                Some(ParamValue::Number(v)) => info.words().nth(*v as usize).map_or(v.to_string(), str::to_string),
                Some(ParamValue::Word(word)) => word.clone(),
                None => info.default.to_string(),
            };
            let unit = if info.words().next().is_some() { "choice" } else { info.unit };
            table = table.row([&of, &groups.join(", "), info.name, &value, unit, info.about]);
        }
    }
    table
}

/// How many had arrived at each exit, over time.
fn arrivals(world: &World) -> Vec<(String, Vec<(f64, f64)>)> {
    let curve = |exit: &ExitCount| {
        let mut sum = 0;
        let mut points = vec![(0.0, 0.0)];
        for (i, people) in exit.over_time.people.iter().enumerate() {
            sum += people;
            let end = ((i + 1) as f64 * exit.over_time.window_s).min(world.report().time);
            points.push((end, sum as f64));
        }
        (exit.name.clone(), points)
    };
    world.exits().iter().map(curve).collect()
}

fn provenance_of_plans(world: &World) -> String {
    match &world.building.levels[..] {
        [level] => level.plan.provenance.clone(),
        levels => {
            let of = |l: &ambulo_data::LevelPlan| format!("{} at {} m: {}", l.name, l.height, l.plan.provenance);
            levels.iter().map(of).collect::<Vec<_>>().join("; ")
        }
    }
}

fn title(world: &World) -> String {
    if world.scenario.title.is_empty() { world.name.clone() } else { world.scenario.title.clone() }
}
