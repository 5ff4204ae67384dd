//! Steering by synthetic vision: what is claimed and how it is checked.

use super::claim::{Bench, Claim, ClaimResult};
use super::registry::Subject;
use ambulo_eval::page::Table;
use ambulo_models::trials::Cast;
use ambulo_models::vision::claims::{self, Passage, mean_of};
use ambulo_sim::Spread;
use std::time::Instant;

pub(super) const SUBJECT: Subject = Subject {
    name: "vision",
    title: "Steering by synthetic vision",
    citation: "J. Ondřej, J. Pettré, A.-H. Olivier and S. Donikian, A synthetic-vision based steering approach for crowd simulation, ACM Transactions on Graphics 29(4), 2010",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[
    Claim::exact(
        "VIS",
        "A standing obstacle ahead to the left makes a walker turn right",
        "no figure; asked: always",
        sign_of_turns,
    ),
    Claim::exact(
        "VIS",
        "Pairs that cross at 60 to 180 degrees keep apart and do not slow down",
        "no figure; asked: 0.7 m between middles",
        pairs,
    ),
    Claim::substitute(
        "VIS",
        "Table 1: a hundred people on a circle arrive sooner and stand less than with RVO, and those less than with social forces",
        "53 s and 0.97 % slow against 63 s and 13.0 % and 90 s and 30.4 %",
        circle,
    ),
    Claim::substitute(
        "VIS",
        "Table 1: the same for two groups that change places",
        "55 s and 0.74 % against 59 s and 4.7 % and 71 s and 11.0 %",
        swap,
    ),
    Claim::not_public(
        "VIS",
        "Table 1: the times and shares themselves",
        "53 s, 0.97 %; 55 s, 0.74 %",
        "radius of the circle, sizes of groups, speeds and radius of arrival are not printed",
    ),
    Claim::exact("VIS", "An agent hidden by a wall has no influence", "no figure; asked: none", hidden),
    Claim::exact(
        "VIS",
        "A lower resolution hardly changes travel times",
        "no figure; asked: less than 5 % from 256 x 48 to 64 x 16",
        resolution,
    ),
    Claim::substitute(
        "VIS",
        "Up to 200 people run in real time",
        "25 frames per second on a graphics card of 2010; asked: the same on eight threads at 64 x 16",
        real_time,
    )
    .alone(),
];

/// Seeds of the table.
const SEEDS: u64 = 10;
/// Everybody's preferred speed [m/s], and the radius of the circle [m], as in the scene.
const SPEED: f64 = 1.34;
const RADIUS: f64 = 16.0;

fn sign_of_turns(_: &Bench) -> ClaimResult {
    let found = claims::sign_of_turns();
    ClaimResult::new(found.wrong == 0, format!("{} of {}", found.tried - found.wrong, found.tried))
        .note("people at 2 to 14 m whose near side is 5 to 45 cm left of the path")
}

fn pairs(_: &Bench) -> ClaimResult {
    let all = claims::pairs(&[]);
    let mut table =
        Table::new("vision-pairs", "Pairs that would meet in the middle", &["angle [deg]", "closest [m]", "slow [%]"]);
    for pair in &all {
        table = table.row([
            format!("{:.0}", pair.angle),
            format!("{:.2}", pair.apart),
            format!("{:.1}", 100.0 * pair.slow),
        ]);
    }
    let asked: Vec<_> = all.iter().filter(|p| p.angle >= 60.0).collect();
    let (least, slow) = asked.iter().fold((f64::INFINITY, 0.0f64), |(a, s), p| (a.min(p.apart), s.max(p.slow)));
    let met = least >= 0.7 && slow == 0.0 && all.iter().all(|p| p.arrived == 2 && p.apart >= 0.35);
    ClaimResult::new(met, format!("{least:.2} m or more, slow for {:.1} % at most", 100.0 * slow))
        .note(format!("would meet in the middle; at 30 degrees {:.2} m", all[0].apart))
        .table(table)
}

/// One scene by three models.
fn table_1(name: &str, title: &str, scene: impl Fn(&Cast<'_>) -> Passage) -> ClaimResult {
    let models = ["vision", "rvo", "social-force"];
    let mut table = Table::new(name, title, &["model", "longest [s]", "slow [%]", "mean [s]", "arrived"]);
    let rows = models.map(|model| {
        let run = |seed| scene(&Cast { seed, speed: Spread::constant(SPEED), ..Cast::of(model) });
        let mean = mean_of(&(1..=SEEDS).map(run).collect::<Vec<_>>());
        (model, mean)
    });
    for (model, r) in &rows {
        table = table.row([
            (*model).to_string(),
            format!("{:.1}", r.longest),
            format!("{:.2}", 100.0 * r.slow),
            format!("{:.1}", r.mean),
            format!("{} of {}", r.arrived, r.people),
        ]);
    }
    let ordered =
        |part: fn(&Passage) -> f64| part(&rows[0].1) < part(&rows[1].1) && part(&rows[1].1) < part(&rows[2].1);
    let words = |r: &Passage| format!("{:.1} s and {:.2} %", r.longest, 100.0 * r.slow);
    let ours = format!("{} against {} and {}", words(&rows[0].1), words(&rows[1].1), words(&rows[2].1));
    ClaimResult::new(ordered(|r| r.longest) && ordered(|r| r.slow), ours).table(table)
}

fn circle(_: &Bench) -> ClaimResult {
    table_1("vision-circle", "A hundred people on a circle", |cast| claims::circle(cast, 100, RADIUS))
        .note("means over ten seeds of the longest travel time and of the share of time below 0.5 m/s; a circle of 16 m, all at 1.34 m/s")
}

fn swap(_: &Bench) -> ClaimResult {
    table_1("vision-swap", "Two groups that change places", claims::swap)
        .note("means over ten seeds; two groups of fifty on 10 x 14 m, 26 m apart, all at 1.34 m/s")
}

fn hidden(_: &Bench) -> ClaimResult {
    let apart = claims::hidden_influence();
    ClaimResult::new(apart == 0.0, format!("paths differ by {apart} m"))
        .note("two who walk towards each other on both sides of a wall, against one alone")
}

fn resolution(_: &Bench) -> ClaimResult {
    let size = |columns: f64, rows: f64| [("columns", columns), ("rows", rows)];
    let mean = |params: &[(&str, f64)]| {
        let runs = (1..=3).flat_map(|seed| {
            let cast = Cast { params, seed, speed: Spread::constant(SPEED), ..Cast::of("vision") };
            [claims::circle(&cast, 100, RADIUS), claims::swap(&cast)]
        });
        mean_of(&runs.collect::<Vec<_>>()).mean
    };
    let (fine, coarse) = (mean(&size(256.0, 48.0)), mean(&size(64.0, 16.0)));
    let change = coarse / fine - 1.0;
    ClaimResult::new(
        change.abs() < 0.05,
        format!("{:+.1} %: {fine:.2} s at 256 x 48, {coarse:.2} s at 64 x 16", 100.0 * change),
    )
    .note("mean travel time in circle and group swap, three seeds each")
}

fn real_time(_: &Bench) -> ClaimResult {
    let params = [("columns", 64.0), ("rows", 16.0)];
    let cast = Cast { params: &params, speed: Spread::constant(SPEED), ..Cast::of("vision") };
    let begin = Instant::now();
    let run = claims::circle(&cast, 200, 25.0);
    // Everybody decides at every step of 0.05 s.
    let steps = run.longest / 0.05;
    let rate = steps / begin.elapsed().as_secs_f64();
    ClaimResult::new(rate >= 25.0, format!("{rate:.0} steps per second on one thread"))
        .note("200 people on a circle of 25 m until the last arrives; another machine than the paper's")
}
