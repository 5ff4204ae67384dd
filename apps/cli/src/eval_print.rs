//! An evaluation in words, for a terminal and for the head of its page.

use ambulo::data::measured::{From, Origin};
use ambulo::data::words::counted;
use ambulo::eval::evaluation::{Evaluation, Of};
use ambulo::eval::page::Table;
use std::path::Path;

pub fn print_report(path: &Path, found: &Evaluation, from: &Origin, page: Option<&Path>) {
    let t = &found.trajectories;
    print_line!(
        "{}: {} of {}, {}, {:.1} s",
        path.display(),
        counted(t.rows().len(), "row", "rows"),
        counted(t.walks().count(), "walker", "walkers"),
        counted(t.frames(), "frame", "frames"),
        t.frames() as f64 / t.fps
    );
    for (what, words) in origin(found, from) {
        print_line!("{what}: {words}");
    }
    for note in notes(found, from) {
        print_line!("{note}");
    }
    if !found.faults.is_clean() || from.twice.is_some() {
        show(&found.fault_table(from.twice));
    }
    for of in [Of::Walkers, Of::Meetings] {
        show(&found.metric_table(of));
    }
    if !found.macroscopic.areas.is_empty() {
        show(&found.macroscopic.area_table());
    }
    if !found.macroscopic.lines.is_empty() {
        show(&found.macroscopic.line_table());
    }
    show(&found.interval_table());
    if let Some(page) = page {
        print_line!("\nThe page with pictures is {}", page.display());
    }
}

fn show(table: &Table) {
    if table.rows.is_empty() {
        return;
    }
    print_line!("\n{}", table.caption);
    let mut table = table.clone();
    // Words stand at the left: the last column is filled up to its width.
    let last = table.head.len() - 1;
    let words = ["definition", "where"].contains(&table.head[last].as_str());
    let wide = table.rows.iter().map(|r| r[last].chars().count()).chain([table.head[last].chars().count()]).max();
    if let Some(wide) = wide.filter(|_| words) {
        let fill = |cell: &mut String| *cell = format!("{cell:<wide$}");
        fill(&mut table.head[last]);
        table.rows.iter_mut().for_each(|r| fill(&mut r[last]));
    }
    table.lines().iter().for_each(|line| print_line!("{line}"));
}

/// How the file was understood.
pub fn origin(found: &Evaluation, o: &Origin) -> Vec<(String, String)> {
    let t = &found.trajectories;
    let mut all = vec![
        ("kind".to_string(), o.kind.name().to_string()),
        ("frames per second".into(), format!("{}, {}", t.fps, o.fps.words())),
        ("unit of length".into(), format!("{} m, {}", o.unit, o.unit_from.words())),
        ("walkable ground".into(), format!("{:.1} m², {}", t.area.area(), o.area.words())),
    ];
    if o.stride > 1 || o.first_frame != 0 {
        let step = if o.stride > 1 { format!(", and a frame is {} of its frames", o.stride) } else { String::new() };
        let words = format!("frame 0 is the file's {}{step}", o.first_frame);
        all.push(("frames".into(), words));
    }
    all
}

/// What a reader must know first.
pub fn notes(found: &Evaluation, o: &Origin) -> Vec<String> {
    let mut notes: Vec<String> = o.warnings.iter().map(|words| format!("Warning: {words}")).collect();
    if o.fps == From::Inferred {
        let (per, rate) = (found.trajectories.fps, found.trajectories.fps * f64::from(o.stride));
        notes.push(format!(
            "The file does not state its frame rate: its velocities imply {rate} frames per second, a row every {} frames, {per} rows per second.",
            o.stride
        ));
    }
    if o.unit_from == From::Inferred {
        notes.push(format!(
            "The file does not state its unit of length: heights and speeds of its people imply {} m. --unit gives another.",
            o.unit
        ));
    }
    if o.fps == From::Assumed {
        notes.push(format!(
            "The file does not state its frame rate: {} was assumed. Give --fps.",
            found.trajectories.fps
        ));
    }
    if o.unit_from == From::Assumed && o.unit != 1.0 {
        notes.push(format!("The file does not state its unit of length: {} m was assumed. Give --unit.", o.unit));
    }
    if o.area == From::Assumed && found.macroscopic.areas.iter().any(|a| a.voronoi.is_some()) {
        let words = "The walkable ground is not known: Voronoi cells at the edge of the crowd reach to a box about all rows \
                     and are too large. Give --walkable or --cut-off.";
        notes.push(words.into());
    }
    for l in found.macroscopic.lines.iter().filter(|l| l.vanished.people > 0) {
        let people = counted(l.vanished.people, "person leaves", "people leave");
        notes.push(format!(
            "{people} the recording up to {:.2} m before the line `{}` and are not counted there: people of a run are taken \
             out when they touch their goal. Move the line so far towards where they come from, or read `exits` in the \
             run's summary.json.",
            l.vanished.metres, l.line.name
        ));
    }
    let faulty = found.faults.walkers.len();
    if faulty > 0 {
        let who = counted(faulty, "walker has", "walkers have");
        notes.push(format!("{who} gaps, jumps or rows off the ground; nothing was repaired."));
    }
    notes
}
