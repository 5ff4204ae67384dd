//! The animation planning mediator: what is claimed and how it is checked.

use super::claim::{Bench, Claim, ClaimResult};
use super::registry::Subject;
use crate::bench_bodies::bench_bodies;
use ambulo_draw::{LinePlot, Series};
use ambulo_motion::{mediator_claims, tracks_claims};

pub(super) const SUBJECT: Subject = Subject {
    name: "apm",
    title: "The animation planning mediator",
    citation: "N. Pelechano, B. Spanlang and A. Beacco, Avatar locomotion in crowd simulation, International Journal of Virtual Reality \
               10(1), 2011",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[
    Claim::exact(
        "APM",
        "A planted foot stays where it is",
        "no figure; asked: within 1e-6 m per frame straight on, within 2 mm in turns of up to 90 degrees per second",
        drift,
    ),
    Claim::exact(
        "APM",
        "Shoulders face where the filtered velocity points, unless the twist of the spine is at its limit",
        "no figure; asked: within 1e-6 rad",
        facing,
    ),
    Claim::exact(
        "APM",
        "Every speed and direction has exactly one clip, and one that is fast enough",
        "no figure; asked: always, up to the fastest clip",
        classification,
    ),
    Claim::substitute(
        "APM",
        "Figure 8: on a path of 15 pieces of 3 s with sharp turns, body and simulation hardly deviate",
        "less than 7.78 mm per frame on average at 25 frames per second; most frames below 10 mm",
        deviation,
    ),
    Claim::substitute(
        "APM",
        "A frame of a body takes little time",
        "less than 0.021 ms, of which the root takes less than 0.8 microseconds, on an Intel Dual Core of 3 GHz",
        time,
    )
    .alone(),
];

fn drift(_: &Bench) -> ClaimResult {
    let (straight, turning, frames) = mediator_claims::drifts();
    let ours = format!("{straight:.1e} m straight on, {:.4} mm in turns", 1e3 * turning);
    ClaimResult::new(straight < 1e-6 && turning < 2e-3 && frames > 1000, ours).note(format!(
        "{frames} frames of the foot that has been down for longest, feet not held by bending legs; 0.6 to 1.7 m/s; turns of 30 and 90 \
         degrees per second; the root is placed by that foot, in double precision, so that nothing is lost"
    ))
}

fn facing(_: &Bench) -> ClaimResult {
    let found = mediator_claims::facing();
    let holds = found.off < 1e-6 && found.filter < 1e-6 && found.twist > 0.1;
    ClaimResult::new(holds, format!("{:.1e} rad", found.off.max(found.filter))).note(format!(
        "500 frames of a winding course on which the spine twists by up to {:.0} degrees",
        found.twist.to_degrees()
    ))
}

fn classification(_: &Bench) -> ClaimResult {
    let found = tracks_claims::choices(1000);
    let ours = format!("{} of {} without, {} with one too slow", found.not_one, found.asked, found.too_slow);
    ClaimResult::new(found.not_one == 0 && found.too_slow == 0, ours).note("1,000 random sets of up to 23 clips")
}

fn deviation(_: &Bench) -> ClaimResult {
    let (apart, figures) = mediator_claims::sharp_turns_fed_back();
    let mean = apart.iter().sum::<f64>() / apart.len() as f64;
    let small = apart.iter().filter(|d| **d < 10.0).count() as f64 / apart.len() as f64;
    let pieces: Vec<f64> = apart.chunks(75).map(|c| c.iter().sum::<f64>() / c.len() as f64).collect();
    let steps = pieces.iter().enumerate().flat_map(|(k, m)| [(3.0 * k as f64, *m), (3.0 * (k + 1) as f64, *m)]);
    let frames = apart.iter().enumerate().map(|(k, d)| (0.04 * k as f64, *d)).collect();
    let plot = LinePlot::new("Body and simulation", "time [s]", "deviation [mm]")
        .series(Series::new("each frame", frames).wide(0.8))
        .series(Series::new("mean of each piece", steps.collect()));
    let ours = format!("{mean:.2} mm per frame on average, {:.0} % of frames below 10 mm", 100.0 * small);
    ClaimResult::new(mean < 7.78 && small > 0.5, ours)
        .note(format!(
            "another path of 15 pieces with turns of up to 150 degrees and moves made by calculation stand in for the authors' path \
             and clips; feet slide by {:.2} cm in 99 of 100 stances at most",
            figures.slide_p99_cm
        ))
        .drawing(
            "apm-deviation",
            "After figure 8: how far body and simulation are apart at 25 frames per second, on 15 pieces of 3 s with sharp turns.",
            &plot.draw(),
        )
}

fn time(bench: &Bench) -> ClaimResult {
    match bench_bodies(2000, 4.0, bench.meter) {
        Ok(r) => {
            let (frame, root) = (r.micros_per_walker_frame, r.micros_root_step);
            let ours = format!("{:.4} ms per frame, {root:.2} microseconds for the root", frame / 1e3);
            ClaimResult::new(frame < 21.0 && root < 0.8, ours).note(format!(
                "CPU time of one thread, {} bodies of {} joints at {} frames per second, feet held by bending legs (without: {:.4} ms); \
                 another machine than the paper's",
                r.walkers,
                r.joints,
                r.fps,
                r.micros_without_foot_lock / 1e3
            ))
        }
        Err(error) => ClaimResult::new(false, error.to_string()),
    }
}
