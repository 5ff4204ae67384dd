//! An evaluation in words, for a terminal.

use ambulo::data::words::counted;
use ambulo::eval::evaluation::Of;
use ambulo::eval::page::Table;
use ambulo::evaluate::EvaluatedFile;
use std::path::Path;

pub fn print_report(file: &EvaluatedFile, page: Option<&Path>) {
    let EvaluatedFile { path, found, origin: from, .. } = file;
    let t = &found.trajectories;
    print_line!(
        "{}: {} of {}, {}, {:.1} s",
        path.display(),
        counted(t.rows().len(), "row", "rows"),
        counted(t.walks().count(), "walker", "walkers"),
        counted(t.frames(), "frame", "frames"),
        t.frames() as f64 / t.fps
    );
    for (what, words) in file.origin_words() {
        print_line!("{what}: {words}");
    }
    for note in file.notes() {
        print_line!("{note}");
    }
    if !found.faults.is_clean() || from.twice.is_some() {
        show(&found.fault_table(from.twice));
    }
    for of in [Of::Walkers, Of::Meetings, Of::Motion] {
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
