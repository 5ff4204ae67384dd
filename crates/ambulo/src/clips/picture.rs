//! Feet over time: heights, speeds, and when each foot is down.

use ambulo_draw::{Band, Canvas, LinePlot, Series, colour};
use ambulo_motion::ClipReport;

/// Most clips in one picture.
pub const MOST_CLIPS_DRAWN: usize = 24;

/// Two plots a clip: heights of the feet, and speeds of feet and hips, with the times a foot is down in its colour. Only the
/// first [`MOST_CLIPS_DRAWN`] are drawn.
pub fn clip_picture(reports: &[(&str, &ClipReport)]) -> Canvas {
    let plots: Vec<Canvas> =
        reports.iter().take(MOST_CLIPS_DRAWN).flat_map(|(title, r)| [heights(title, r), speeds(title, r)]).collect();
    Canvas::stacked(&plots)
}

fn times(values: &[f32], rate: f32, by: f64) -> Vec<(f64, f64)> {
    values.iter().enumerate().map(|(f, v)| (f64::from(f as f32 / rate), by * f64::from(*v))).collect()
}

/// A foot's plants as a band over the whole height of the plot.
fn planted(name: &str, foot: usize, r: &ClipReport, top: f64) -> Band {
    let mut points = Vec::new();
    for p in &r.plants[foot] {
        let at = |f: usize| f64::from(f as f32 / r.rate).min(f64::from(r.seconds));
        points.extend([(at(p.first), 0.0, top), (at(p.last), 0.0, top), (f64::NAN, 0.0, 0.0)]);
    }
    Band { name: name.into(), points, colour: Some(colour::category(foot)) }
}

fn largest(lists: [&[f32]; 2]) -> f64 {
    lists.into_iter().flatten().map(|v| f64::from(*v)).fold(0.0, f64::max)
}

fn heights(title: &str, r: &ClipReport) -> Canvas {
    let top = 100.0 * largest([&r.heights[0], &r.heights[1]]);
    LinePlot::new(&format!("{title}: how high the feet are"), "time [s]", "lowest point of the foot [cm]")
        .series(Series::new("left foot", times(&r.heights[0], r.rate, 100.0)))
        .series(Series::new("right foot", times(&r.heights[1], r.rate, 100.0)))
        .band(planted("left down", 0, r, top))
        .band(planted("right down", 1, r, top))
        .draw()
}

fn speeds(title: &str, r: &ClipReport) -> Canvas {
    let top = largest([&r.speeds[0], &r.speeds[1]]);
    LinePlot::new(&format!("{title}: how fast the feet are"), "time [s]", "speed [m/s]")
        .series(Series::new("left foot", times(&r.speeds[0], r.rate, 1.0)))
        .series(Series::new("right foot", times(&r.speeds[1], r.rate, 1.0)))
        .series(Series::new("hips", times(&r.hips, r.rate, 1.0)))
        .band(planted("left down", 0, r, top))
        .band(planted("right down", 1, r, top))
        .draw()
}
