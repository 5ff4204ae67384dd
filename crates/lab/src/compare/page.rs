//! The page of a comparison.

use super::{CompareOptions, Comparison, ComparisonRow, Run};
use ambulo_data::Trajectories;
use ambulo_eval::comparison::{ComparisonInfo, Contender, Measure};

/// Name, unit, decimals and definition, in the order of `Run::values`.
const MEASURES: [(&str, &str, usize, &str); 8] = [
    (
        "Travel time, mean",
        "s",
        1,
        "From a walker's first appearance to its goal. For walkers who did not finish, the length of the run counts.",
    ),
    ("Travel time, longest", "s", 1, "The longest travel time of a run."),
    ("Slow share", "", 3, "Share of the walking time below 0.5 m/s."),
    (
        "Degrees turned",
        "°",
        0,
        "Sum of the angles between successive moves at 5 Hz; moves below 0.05 m/s do not count.",
    ),
    ("Total acceleration", "m/s²", 0, "Sum of |v(k) - v(k-1)| / dt at 5 Hz."),
    ("Smoothness", "1/m²", 1, "Sum of squared curvatures every 0.25 m of path: the smaller, the smoother."),
    ("Energy", "J", 0, "70 kg times the integral of 2.23 + 1.26 v² J/(kg s)."),
    ("CPU time", "µs", 2, "CPU time of a step for each walker, without recording. Of this machine and this run."),
];

pub fn contender(row: &ComparisonRow, runs: &[Run], drawn: Trajectories) -> Contender {
    let facts = vec![
        format!("{} of {}", row.arrived, row.agents),
        row.stuck.to_string(),
        format!("{:.1} mm", row.max_overlap_m * 1e3),
    ];
    let of = |i: usize| runs.iter().map(|r| r.values()[i].unwrap_or(f64::NAN)).collect();
    Contender { model: row.model.clone(), facts, values: (0..MEASURES.len()).map(of).collect(), drawn }
}

pub fn info(c: &Comparison, options: &CompareOptions) -> ComparisonInfo {
    let row = |key: &str, value: String| (key.to_string(), value);
    let seeds = if c.seeds == 1 { "1".into() } else { format!("1 to {}", c.seeds) };
    let mut provenance = vec![
        row("Scenario", c.scene.clone()),
        row("Seeds", seeds),
        row("Time step", format!("{} s", c.dt)),
        row("Measured", format!("on places kept {} times per second", c.fps)),
        row("Threads", c.threads.to_string()),
        row("Version", c.version.to_string()),
    ];
    if !options.command.is_empty() {
        provenance.push(row("Command", options.command.clone()));
    }
    let title = if c.title.is_empty() { &c.scene } else { &c.title };
    let measure = |(name, unit, decimals, about): (&str, &str, usize, &str)| Measure {
        name: name.into(),
        unit: unit.into(),
        decimals,
        about: about.into(),
    };
    ComparisonInfo {
        title: title.clone(),
        provenance,
        notes: c.rows.iter().flat_map(notes).collect(),
        facts: ["Arrived", "Stuck", "Largest overlap"].map(String::from).to_vec(),
        measures: MEASURES.map(measure).to_vec(),
        drawn: "seed 1".into(),
    }
}

fn notes(row: &ComparisonRow) -> Vec<String> {
    let mut notes = Vec::new();
    if row.unfinished > 0 {
        notes.push(format!(
            "{}: {} of {} entered but did not arrive before their run ended; their travel time counts as the length of \
             the run.",
            row.model, row.unfinished, row.agents
        ));
    }
    if row.not_entered > 0 {
        notes.push(format!("{}: {} never found room to enter and are in no figure.", row.model, row.not_entered));
    }
    if row.wall_crossings > 0 || row.faults > 0 {
        notes.push(format!("{}: {} wall crossings, {} faults.", row.model, row.wall_crossings, row.faults));
    }
    notes
}
