//! The section about bodies in the report.

use super::{AnimateOptions, AnimateSummary};
use ambulo_eval::page::{Section, Table};

pub fn of(s: &AnimateSummary, options: &AnimateOptions) -> Section {
    let row = |key: &str, value: String| (key.to_string(), value);
    let three = |[mean, p99, worst]: [f64; 3], unit: &str| {
        format!("mean {mean:.2} {unit}, 99 % at most {p99:.2} {unit}, worst {worst:.2} {unit}")
    };
    let mut rows = vec![
        row("File", s.out.clone()),
        row("Walkers", format!("{} with {} frames in all", s.walkers, s.walker_frames)),
        row("Time", format!("{:.1} s from {:.1} s on, {} frames per second", s.seconds, s.from_s, s.fps)),
        row("Body", format!("{}, {} joints, {} vertices, {} moves", s.character, s.joints, s.vertices, s.moves)),
        row("Foot slide of a stance", three([s.slide_mean_cm, s.slide_p99_cm, s.slide_worst_cm], "cm")),
        row(
            "Height of standing feet, error",
            three([s.foot_height_error_mean_mm, s.foot_height_error_p99_mm, s.foot_height_error_worst_mm], "mm"),
        ),
        row(
            "Body beside its recorded place",
            three([s.root_deviation_mean_mm, s.root_deviation_p99_mm, s.root_deviation_worst_mm], "mm"),
        ),
        row(
            "Turn of a joint in a frame",
            format!("99.9 % at most {:.1}°, worst {:.1}°", s.joint_jump_p999_deg, s.joint_jump_worst_deg),
        ),
    ];
    rows.extend([
        row(
            "Skid of a sole in a stance",
            format!("mean {:.2} cm, nine of ten at most {:.2} cm", s.seen.skid_mean_cm, s.seen.skid_p90_cm),
        ),
        row("Soles below the floor", format!("{:.1} mm at most", s.seen.sink_max_mm)),
        row("Change of hip height in 0.04 s", format!("{:.1} cm at most", s.seen.hip_jump_max_cm)),
        row("Bend of a knee", format!("{:.1}° at least", s.seen.knee_min_deg)),
        row("Joints that jump", format!("{:.2} per minute of a walker", s.seen.joint_jumps_per_walker_minute)),
        row(
            "Torsos in each other",
            format!(
                "{:.1} % of moments, {:.1} cm at most",
                100.0 * s.seen.interpenetration_share,
                s.seen.interpenetration_max_cm
            ),
        ),
    ]);
    if !options.command.is_empty() {
        rows.push(row("Command", options.command.clone()));
    }
    let facts = Table::facts("Measured on the frames written", &rows);
    Section { text: s.notes.clone(), ..Section::new("Bodies").table(facts) }
}
