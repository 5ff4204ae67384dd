//! Models of forces: social forces, escape panic, the power law, centrifugal forces.

use super::super::claim::{Bench, Claim, ClaimResult};
use ambulo_draw::{LinePlot, Series};
use ambulo_eval::page::Table;
use ambulo_models::{gcfm, helbing2000, power_law, social_force};

pub(super) const CLAIMS: &[Claim] = &[
    Claim::exact(
        "SFM95",
        "The force is the gradient of the potential",
        "asked: grad b within 1e-6 of the difference of b",
        sfm_gradient,
    ),
    Claim::exact("SFM95", "Agents behind count by the factor c", "0.5", sfm_behind),
    Claim::substitute(
        "SFM95",
        "Opposite streams form lanes",
        "pictures only; asked: lane index above 0.5 in 10 m",
        sfm_lanes,
    ),
    Claim::substitute(
        "SFM95",
        "A narrow door is passed from both sides in turns",
        "pictures only; asked: longer runs in one direction than by chance (1.97 for thirty in each direction)",
        sfm_door,
    ),
    Claim::substitute(
        "SFM95",
        "Two who cross at right angles do not anticipate each other",
        "TAN figure 7: a late reaction; asked: less than 2 s before they are nearest",
        sfm_pair,
    ),
    Claim::exact(
        "HFV2000",
        "Two who are pressed together reach the overlap at which the contact force is the external one",
        "asked: within 0.1 %",
        hfv_pressed,
    ),
    Claim::exact(
        "HFV2000",
        "Friction opposes sliding, in proportion to overlap and speed",
        "asked: within 0.2 N",
        hfv_friction,
    ),
    Claim::substitute(
        "HFV2000",
        "Faster is slower: a room of 200 people empties soonest at a middling speed",
        "soonest near 1.5 m/s; asked: a minimum between 1 and 2 m/s",
        hfv_faster,
    ),
    Claim::exact(
        "HFV2000",
        "The time to leave does not depend on the step",
        "asked: less than 5 % by half the step",
        hfv_step,
    ),
    Claim::exact("POW", "The force is minus the gradient of the energy", "asked: within 1e-6", pow_gradient),
    Claim::exact("POW", "There is no force between those who do not collide", "asked: 0", pow_diverging),
    Claim::exact(
        "POW",
        "The energy seen in head-on pairs falls with the square of the time to collision",
        "exponent 2; asked: within 0.1",
        pow_exponent,
    ),
    Claim::substitute(
        "POW",
        "Opposite streams form lanes",
        "pictures only; asked: lane index above 0.3 in 10 m",
        pow_lanes,
    ),
    Claim::substitute(
        "POW",
        "People wait at a door in an arch",
        "pictures only; asked: 1.3 times as wide along the wall as away from it (a half disc: 1.9)",
        pow_arch,
    ),
    Claim::exact(
        "GCFM",
        "Ellipses have the printed axes at rest and at the preferred speed",
        "0.18 m + 0.53 s v; 0.25 to 0.2 m",
        gcfm_axes,
    ),
    Claim::exact("GCFM", "There is no force from behind and beyond 2 m", "0", gcfm_reach),
    Claim::exact("GCFM", "The force is continuous at both cut-offs", "asked: no step", gcfm_cut_offs),
    Claim::substitute(
        "GCFM",
        "In a single file speed falls with density and ellipses hardly overlap",
        "pictures only; asked: falling, less than 1 % of neighbours overlap",
        gcfm_file,
    ),
];

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn sfm_gradient(_: &Bench) -> ClaimResult {
    let worst = social_force::claims::gradient_of_b(1000);
    ClaimResult::new(worst < 1e-6, format!("within {worst:.0e}")).note("1,000 random places")
}

fn sfm_behind(_: &Bench) -> ClaimResult {
    let ratio = social_force::claims::rear_over_front();
    ClaimResult::new((ratio - 0.5).abs() < 1e-6, format!("{ratio:.3}"))
}

const LANES: &str =
    "a corridor of 50 x 10 m whose ends are joined, the last of three minutes, two seeds; the index is 0 by chance";

fn sfm_lanes(_: &Bench) -> ClaimResult {
    let index = mean(&social_force::claims::lanes());
    ClaimResult::new(index > 0.5, format!("{index:.2}"))
        .note(format!("25 people in each direction, others assumed to step where they want to go, as printed; {LANES}"))
}

fn sfm_door(_: &Bench) -> ClaimResult {
    let (through, run) = social_force::claims::door();
    let all: usize = through.iter().sum();
    ClaimResult::new(run > 2.5, format!("{run:.1} in a row on average"))
        .note(format!("a door of 1 m, 30 people each side, five seeds; {all} of 300 got through within 300 s"))
}

fn sfm_pair(_: &Bench) -> ClaimResult {
    let (usual, desire) = (social_force::claims::right_angles(0.0), social_force::claims::right_angles(1.0));
    let head =
        ["starts late by [m]", "nearest [m]", "reacts before [s]", "nearest, step as wanted [m]", "reacts before [s]"];
    let mut table = Table::new("baselines-sfm95-pairs", "Two who cross at right angles, radii 0.2 m", &head);
    for (k, (a, b)) in usual.iter().zip(&desire).enumerate() {
        table = table.row([
            format!("{:.1}", 0.3 * k as f64),
            format!("{:.2}", a.0),
            format!("{:.2}", a.1),
            format!("{:.2}", b.0),
            format!("{:.2}", b.1),
        ]);
    }
    let all: Vec<(f64, f64)> = usual.into_iter().chain(desire).collect();
    let latest = all.iter().map(|p| p.1).fold(0.0, f64::max);
    let nearest = all.iter().map(|p| p.0).fold(f64::INFINITY, f64::min);
    ClaimResult::new(latest < 2.0, format!("at most {latest:.2} s before; at least {nearest:.2} m between middles"))
        .note("a turn of 5 degrees or a change of pace of 5 % is a reaction; they walk towards each other for six seconds")
        .table(table)
}

fn hfv_pressed(_: &Bench) -> ClaimResult {
    let (off, still) = helbing2000::claims::pressed(&[1.34, 20.0, 30.0]);
    ClaimResult::new(off < 1e-3 && still < 1e-4, format!("within {:.3} %", 100.0 * off)).note("214, 3,200 and 4,800 N")
}

fn hfv_friction(_: &Bench) -> ClaimResult {
    let f = helbing2000::claims::friction();
    let holds = f.off < 0.2 && f.across < 1e-3 && f.apart == 0.0;
    ClaimResult::new(holds, format!("within {:.2} N, nothing without a touch", f.off))
        .note("at people and at a wall, up to 1,000 N")
}

fn hfv_faster(_: &Bench) -> ClaimResult {
    let speeds = [0.75, 1.0, 1.25, 1.5, 2.0, 3.0, 5.0];
    let times: Vec<(f64, f64)> =
        speeds.iter().map(|u| (*u, helbing2000::claims::mean_leaving_time(*u, &[], 2))).collect();
    let best = times.iter().copied().fold((0.0, f64::INFINITY), |a, b| if b.1 < a.1 { b } else { a });
    let (slow, fast) = (times[1].1, times[times.len() - 1].1);
    let plot = LinePlot::new("Faster is slower", "preferred speed [m/s]", "time until all 200 have left [s]")
        .series(Series::new("mean of two seeds", times.clone()));
    let holds = (1.0..=2.0).contains(&best.0) && fast > 1.1 * best.1 && times[0].1 > 1.1 * best.1;
    let ours = format!("soonest at {} m/s: {:.0} s; {slow:.0} s at 1 m/s, {fast:.0} s at 5 m/s", best.0, best.1);
    ClaimResult::new(holds, ours)
        .note("a room of 15 x 15 m with a door of 1 m, two seeds; bodies give by a few centimetres at most")
        .drawing(
            "baselines-faster-is-slower",
            "Time until all 200 people have left the room, over their preferred speed.",
            &plot.draw(),
        )
}

fn hfv_step(_: &Bench) -> ClaimResult {
    let usual = helbing2000::claims::mean_leaving_time(1.5, &[], 6);
    let half = helbing2000::claims::mean_leaving_time(1.5, &[("substep", 0.0025)], 6);
    let off = (half / usual - 1.0).abs();
    ClaimResult::new(off < 0.05, format!("{:.1} %: {usual:.1} s and {half:.1} s", 100.0 * off))
        .note("1.5 m/s, six seeds")
}

fn pow_gradient(_: &Bench) -> ClaimResult {
    let (count, worst) = power_law::claims::gradient();
    ClaimResult::new(worst < 1e-6 && count > 300, format!("within {worst:.0e}"))
        .note(format!("{count} random pairs, relative"))
}

fn pow_diverging(_: &Bench) -> ClaimResult {
    let (none, some) = power_law::claims::without_collision();
    ClaimResult::new(none == 0.0 && some > 0.0, format!("{none}"))
        .note("behind, abreast, ahead and faster, a metre aside, overlapping")
}

fn pow_exponent(_: &Bench) -> ClaimResult {
    let (points, [k, exponent, horizon]) = power_law::claims::revealed_energy();
    let law = |t: f64| k * ambulo_geom::math::exp(-exponent * ambulo_geom::math::ln(t) - t / horizon);
    let fitted = points.iter().map(|p| (p.0, law(p.0))).collect();
    let plot = LinePlot::new("Energy of an encounter", "time to collision [s]", "energy for each kilogram [m²/s²]")
        .series(Series::new("seen in head-on pairs", points))
        .series(Series::new(format!("{k:.2} t^-{exponent:.2} exp(-t / {horizon:.1} s)"), fitted).wide(1.0));
    ClaimResult::new((exponent - 2.0).abs() < 0.1, format!("{exponent:.3}"))
        .note(
            "from places alone, seven speeds from 0.4 to 3.5 m/s, times from 0.8 to 5 s; scale and horizon fitted too",
        )
        .drawing(
            "baselines-power-law",
            "The energy that head-on pairs reveal over the time to collision, and its fit.",
            &plot.draw(),
        )
}

fn pow_lanes(_: &Bench) -> ClaimResult {
    let index = mean(&power_law::claims::lanes());
    ClaimResult::new(index > 0.3, format!("{index:.2}")).note(format!("100 people in each direction; {LANES}"))
}

fn pow_arch(_: &Bench) -> ClaimResult {
    let room = power_law::claims::door();
    ClaimResult::new(room.arch > 1.3 && room.times.len() == 150, format!("{:.2} times", room.arch))
        .note("150 people in a room of 12 x 12 m with a door of 1 m, the sixty nearest to it when forty have passed")
}

fn gcfm_axes(_: &Bench) -> ClaimResult {
    let worst = gcfm::claims::ellipse();
    ClaimResult::new(worst < 1e-6, format!("within {worst:.0e} m"))
}

fn gcfm_reach(_: &Bench) -> ClaimResult {
    let (none, some) = gcfm::claims::out_of_reach();
    ClaimResult::new(none == 0.0 && some > 0.0, format!("{none}"))
        .note("also beside, and on an agent who stands and does not want to go")
}

fn gcfm_cut_offs(_: &Bench) -> ClaimResult {
    let c = gcfm::claims::cut_offs();
    let holds = c.step < 0.003 && c.kink < 3.0 && c.force_step < 0.02 && c.falls;
    ClaimResult::new(
        holds,
        format!(
            "{:.1} % within 0.2 mm, {:.1} % of the greatest force within 1 mm",
            100.0 * c.step,
            100.0 * c.force_step
        ),
    )
    .note("a cubic joins both ends, in value and in slope")
}

fn gcfm_file(_: &Bench) -> ClaimResult {
    let all = gcfm::claims::fundamental_diagram();
    let falling = all.windows(2).all(|w| w[1][1] > w[0][1] && w[1][2] < w[0][2]);
    let worst = all.iter().map(|r| r[3]).fold(0.0, f64::max);
    let plot = LinePlot::new("Single file, centrifugal forces", "density [1/m]", "speed [m/s]")
        .series(Series::new("thirty behind a leader", all.iter().map(|r| (r[1], r[2])).collect()));
    let (first, last) = (all[0], all[all.len() - 1]);
    let ours = format!(
        "{:.2} m/s at {:.2} to {:.2} m/s at {:.2} people per metre; {:.2} % overlap",
        first[2],
        first[1],
        last[2],
        last[1],
        100.0 * worst
    );
    ClaimResult::new(falling && worst < 0.01, ours).drawing(
        "baselines-gcfm-file",
        "Speed over density of a single file behind leaders of 1.2 to 0.2 m/s.",
        &plot.draw(),
    )
}
