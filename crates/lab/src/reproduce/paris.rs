//! Predictive navigation by sections and critical speeds: what is claimed and how it is checked.

use super::claim::{Bench, Claim, ClaimResult};
use super::registry::Subject;
use super::trajectory_plot::{Strand, picture};
use super::two_groups::{Walked, corridor};
use crate::bench::{BenchOptions, Workload, bench_crowd};
use ambulo_data::Trajectories;
use ambulo_draw::{LinePlot, Series};
use ambulo_eval::by_frame::ByFrame;
use ambulo_eval::lanes;
use ambulo_eval::page::Table;
use ambulo_eval::report::Picture;
use ambulo_eval::tracks::Tracks;
use ambulo_models::paris::claims;

pub(super) const SUBJECT: Subject = Subject {
    name: "paris",
    title: "Predictive navigation by sections and critical speeds",
    citation: "S. Paris, J. Pettré and S. Donikian, Pedestrian reactive navigation for crowd simulation: a predictive approach, Computer Graphics Forum 26(3), 2007",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[
    Claim::exact(
        "PAR",
        "Critical speeds V1 and V2 in closed form are those of the window",
        "asked: within 1e-6 m/s of a search in 100,000 cases",
        critical_speeds,
    ),
    Claim::exact(
        "PAR",
        "Two who would meet at a right angle do not touch, and the predicted distance is settled early",
        "reactions below 0.5 m, anticipation of several seconds; asked: 0.5 m or more one second before the closest approach",
        right_angle,
    ),
    Claim::exact(
        "PAR",
        "Of two who would meet at a right angle, the slightly later one gives way",
        "no figure; asked: always",
        later_gives_way,
    ),
    Claim::exact(
        "PAR",
        "Where the predicted distance is beyond what is kept, nobody changes speed or heading",
        "reactions only below 0.5 m; asked: change below 1e-9 m/s",
        no_reaction,
    ),
    Claim::exact(
        "PAR",
        "The nearer a collision is in time, the more it is answered by speed",
        "observed; asked: share of speed greater at 1 s than at 6 s",
        share_of_speed,
    ),
    Claim::substitute(
        "PAR",
        "Opposite flows of 24 people in a corridor form lanes",
        "seen; asked: lane index above 0.6 after 30 s",
        corridor_lanes,
    ),
    Claim::substitute(
        "PAR",
        "A decision among up to 21 neighbours takes 200 to 500 microseconds",
        "200 to 500 microseconds on a Pentium M laptop; asked: below 200",
        decision_time,
    )
    .alone(),
    Claim::not_public(
        "PAR",
        "The model reproduces captured interactions of two people",
        "145 interactions, compared by eye",
        "the motion capture was not published",
    ),
];

/// A small figure, or nothing at all.
fn small(value: f64) -> String {
    if value == 0.0 { "0".into() } else { format!("{value:.0e}") }
}

fn critical_speeds(_: &Bench) -> ClaimResult {
    let (slow, fast) = claims::critical_speeds(100_000);
    ClaimResult::new(slow < 1e-6 && fast < 1e-6, format!("V1 within {}, V2 within {} m/s", small(slow), small(fast)))
        .note("random places, velocities and reaches, all four windows")
}

const OFFSETS: [f64; 8] = [0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5];

fn right_angle(_: &Bench) -> ClaimResult {
    let met = OFFSETS.map(claims::crossing);
    let mut table = Table::new(
        "paris-right-angle",
        "Two at 1.3 m/s at a right angle, the second starting so much farther from the crossing.",
        &["offset [m]", "predicted at start [m]", "predicted 1 s before [m]", "nearest [m]", "first passes first"],
    );
    let mut plot = LinePlot::new("Distance at which the two would pass", "time [s]", "predicted distance [m]");
    for (offset, m) in OFFSETS.iter().zip(&met) {
        let leads = if m.first_leads { "yes" } else { "no" };
        let figures = [*offset, m.predicted[0], m.before(1.0), m.nearest].map(|v| format!("{v:.2}"));
        table = table.row(figures.into_iter().chain([leads.to_string()]));
        let points = m.predicted.iter().enumerate().map(|(k, d)| (k as f64 * m.dt, *d)).collect();
        plot = plot.series(Series::new(format!("{offset} m"), points));
    }
    let touching = met.iter().filter(|m| m.nearest <= 0.4).count();
    let settled = met.iter().map(|m| m.before(1.0)).fold(f64::INFINITY, f64::min);
    // Half a metre to the millimetre: steps are 6 cm long.
    let holds = touching == 0 && settled >= 0.499;
    let ours = format!("{touching} of {} touch, {settled:.3} m or more one second before", met.len());
    let caption = "Predicted distance over time, until the two are nearest, by offset of the second.";
    ClaimResult::new(holds, ours)
        .note("bodies of 0.2 m radius and a margin of 0.1 m: 0.5 m is what the model keeps, by default")
        .table(table)
        .picture(Picture { name: "paris-predicted".into(), caption: caption.into(), svg: plot.draw().to_svg() })
}

fn later_gives_way(_: &Bench) -> ClaimResult {
    // Without an offset nobody is later.
    let later = &OFFSETS[1..];
    let wrong: Vec<String> =
        later.iter().filter(|o| !claims::crossing(**o).first_leads).map(|o| format!("{o} m")).collect();
    let ours = format!("in {} of {}", later.len() - wrong.len(), later.len());
    let found = ClaimResult::new(wrong.is_empty(), ours)
        .note("the later one starts 0.05 to 0.5 m farther from the crossing, at 1.3 m/s");
    if wrong.is_empty() { found } else { found.note(format!("not with {}", wrong.join(", "))) }
}

fn no_reaction(_: &Bench) -> ClaimResult {
    let offsets = [0.8, 1.0, 1.2, 1.6, 2.0];
    let off = offsets.map(claims::unmoved);
    let worst = off.iter().map(|o| o.0).fold(0.0, f64::max);
    let decisions: usize = off.iter().map(|o| o.1).sum();
    ClaimResult::new(worst < 1e-9, format!("{} m/s at most", small(worst)))
        .note(format!("right angles, predicted distances of 0.57 to 1.41 m, {decisions} decisions of both walkers"))
}

fn share_of_speed(_: &Bench) -> ClaimResult {
    let times: Vec<f64> = (1..=28).map(|k| 0.25 * f64::from(k)).filter(|t| *t >= 0.5).collect();
    let mut plot = LinePlot::new("Share of speed in the first answer", "first seen so long before [s]", "share");
    for alpha in [0.1, 0.2, 0.5] {
        let of = |t: &f64| (*t, claims::share_of_speed(*t, &[("alpha", alpha)]));
        plot = plot.series(Series::new(format!("alpha {alpha}"), times.iter().map(of).collect()));
    }
    let (near, far) = (claims::share_of_speed(1.0, &[]), claims::share_of_speed(6.0, &[]));
    let caption = "How much of the first reaction to an agent who crosses at a right angle is a change of speed, not of direction.";
    ClaimResult::new(near > far, format!("{near:.2} at 1 s, {far:.2} at 6 s"))
        .note("speed against speed times turn, of the first step that differs; the paper prints no share, and no alpha: 0.2 is ours")
        .picture(Picture { name: "paris-share-of-speed".into(), caption: caption.into(), svg: plot.draw().to_svg() })
}

fn corridor_lanes(bench: &Bench) -> ClaimResult {
    let seeds: Vec<u64> = (0..10).map(|k| bench.seed + k).collect();
    let runs: Vec<_> = seeds.iter().map(|seed| corridor("paris", &[], *seed)).collect();
    let whole: Vec<f64> = runs.iter().map(|w| along_the_corridor(&w.between(30.0, 40.0))).collect();
    let near = |w: &Walked| {
        let crowd = ByFrame::of_tracks(&Tracks::of(&w.between(12.0, 22.0)), 0.0);
        lanes::measure(&crowd, &lanes::LaneRules::default()).index.unwrap_or(f64::NAN)
    };
    let meeting: Vec<f64> = runs.iter().map(near).collect();
    let mean = whole.iter().sum::<f64>() / whole.len() as f64;
    let arrived = runs.iter().filter(|w| w.times.iter().all(Option::is_some)).count();
    let list = |all: &[f64]| all.iter().map(|v| format!("{v:.2}")).collect::<Vec<_>>().join(", ");
    let tracks = Tracks::of(&runs[0].recording);
    let strand = |k: usize, name: &str| Strand::new(k, name, &tracks).only(&tracks, |id| (id >= 12) == (k == 1)).thin();
    let strands = [strand(0, "to the right"), strand(1, "to the left")];
    let caption = format!("Paths of two streams of twelve in a corridor of 4 m, seed {}.", seeds[0]);
    ClaimResult::new(mean > 0.6, format!("index {mean:.2}, mean of ten seeds from 30 to 40 s"))
        .note(format!(
            "each seed: {}; while the streams pass through each other, 12 to 22 s, among those within 5 m: {}; all arrive in {arrived} of ten",
            list(&whole),
            list(&meeting)
        ))
        .picture(picture("paris-corridor", "Two streams in a corridor", caption, &strands))
}

/// Lane index along a corridor in x: everybody within half a metre to the side counts, however far ahead or behind. Walkers 0 to 11
/// go in one direction.
fn along_the_corridor(t: &Trajectories) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for frame in t.rows().chunk_by(|a, b| a.frame == b.frame) {
        for me in frame {
            let band = frame.iter().filter(|o| o.id != me.id && (o.y - me.y).abs() < 0.5);
            let (same, all) = band.fold((0.0, 0.0), |(same, all), o| {
                (same + f64::from(u8::from((o.id < 12) == (me.id < 12))), all + 1.0)
            });
            if all > 0.0 {
                (sum, count) = (sum + 2.0 * same / all - 1.0, count + 1.0);
            }
        }
    }
    sum / count
}

fn decision_time(bench: &Bench) -> ClaimResult {
    match bench_crowd(Workload::Open { agents: 2000 }, &BenchOptions::new("paris", bench.meter)) {
        Ok(r) => {
            let each = 1e6 / r.agent_steps_per_cpu_s;
            ClaimResult::new(each < 200.0, format!("{each:.1} microseconds")).note(
                "the whole step of one walker, with a decision in every step, all people within 5 m at 0.5 per square metre; \
                 another machine than the paper's",
            )
        }
        Err(e) => ClaimResult::new(false, e.to_string()),
    }
}
