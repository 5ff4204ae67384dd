//! Velocities of least effort: what is claimed and how it is checked.

use super::claim::{Bench, Claim, ClaimResult};
use super::registry::Subject;
use super::trajectory_plot::{Strand, picture};
use super::two_groups::{FREE_TIME, GroupFigures, SecondGroup, Walked, walk};
use ambulo::{Overrides, Scene, World};
use ambulo_data::{Trajectories, scenario};
use ambulo_draw::{LinePlot, Series};
use ambulo_eval::by_frame::ByFrame;
use ambulo_eval::page::Table;
use ambulo_eval::report::Picture;
use ambulo_eval::tracks::Tracks;
use ambulo_eval::{lanes, stripes};
use ambulo_models::karamouzas::claims;
use std::path::Path;
use std::time::Instant;

/// Seeds of the crowds.
const SEEDS: [u64; 5] = [1, 2, 3, 4, 5];

pub(super) const SUBJECT: Subject = Subject {
    name: "karamouzas",
    title: "Velocities of least effort",
    citation: "I. Karamouzas and M. Overmars, A velocity-based approach for simulating human collision avoidance, Intelligent Virtual Agents, 2010",
    claims: &[CLAIMS],
};

const CLAIMS: &[Claim] = &[
    Claim::exact(
        "KAR",
        "Without a predicted collision the new velocity is the one wished for",
        "equal; asked: exactly",
        free_walk,
    ),
    Claim::exact(
        "KAR",
        "The farthest turn falls with the time to collision",
        "90, 30, 15 and 0 degrees at 0, 3, 7 and 8 s, by its formula read as e to the power of the time",
        farthest_turn,
    ),
    Claim::exact(
        "KAR",
        "The turning cost as printed, 1 - cos / 2, chooses the same velocities as (1 - cos) / 2",
        "asked: the same, to 1e-12",
        printed_turning_cost,
    ),
    Claim::substitute(
        "KAR",
        "Table 1, crossing: less time, effort and turning than RVO",
        "ratios to RVO: time 0.82, smoothness 0.02, acceleration 0.29, degrees 0.26; asked: 0.9, 0.1, 0.5, 0.4 or less",
        table_1_crossing,
    ),
    Claim::substitute(
        "KAR",
        "Table 1, group swap: less time, effort and turning than RVO",
        "ratios to RVO: time 0.83, smoothness 0.02, acceleration 0.36, degrees 0.13; asked: 0.9, 0.1, 0.5, 0.4 or less",
        table_1_swap,
    ),
    Claim::substitute(
        "KAR",
        "Crossing flows form diagonal stripes",
        "seen; asked: 45 degrees to either flow, within 10",
        diagonal_stripes,
    ),
    Claim::substitute(
        "KAR",
        "Opposite flows in a hallway form lanes",
        "seen; asked: a lane index 0.3 or more above that of people who avoid nobody",
        hallway_lanes,
    ),
    Claim::exact(
        "KAR",
        "4,000 people are simulated in less than 200 ms per step on one thread",
        "129 ms for 3,000 on a 2.4 GHz Core 2 Duo; asked: below 200 ms for 4,000",
        four_thousand,
    )
    .alone(),
    Claim::not_public(
        "KAR",
        "Simulated walkers deviate little from a captured pair",
        "0.21 m on average",
        "the captured pair was not published",
    ),
];

fn free_walk(_: &Bench) -> ClaimResult {
    let ((off, decisions), (at_once, more)) = (claims::alone(&[]), claims::alone(&[("turn_time", 0.0)]));
    let worst = off.max(at_once);
    let ours = if worst == 0.0 { "equal to the last bit".to_string() } else { format!("{worst:.1e} m/s off") };
    ClaimResult::new(worst == 0.0, ours).note(format!("{} decisions of an agent alone in a hall", decisions + more))
}

fn farthest_turn(_: &Bench) -> ClaimResult {
    let names = ["exp (as printed)", "exp-continuous", "linear", "quadratic"];
    let asked = [(0.0, 90.0), (3.0, 30.0), (7.0, 15.0), (8.0, 0.0)];
    let ours: Vec<f64> = asked.iter().map(|(t, _)| claims::turn(0.0, *t)).collect();
    let worst = asked.iter().zip(&ours).map(|((_, a), b)| (a - b).abs()).fold(0.0, f64::max);
    let mut plot = LinePlot::new("Farthest turn from the desired direction", "time to collision [s]", "turn [deg]");
    for (k, name) in names.iter().enumerate() {
        let points = (0..=360).map(|i| 0.025 * i as f32).map(|t| (f64::from(t), claims::turn(k as f32, t))).collect();
        plot = plot.series(Series::new(*name, points));
    }
    let caption = "Farthest turn from the desired direction by the time to collision, and shapes of its first branch to choose from.";
    let step = claims::turn(0.0, 2.499_999) - claims::turn(0.0, 2.5);
    ClaimResult::new(worst < 1e-3, format!("{:.1}, {:.1}, {:.1} and {:.1} degrees", ours[0], ours[1], ours[2], ours[3]))
        .note(format!(
            "as read, the first branch steps down by {step:.1} degrees at 2.5 s; three shapes that do not are options"
        ))
        .picture(Picture { name: "karamouzas-turn".into(), caption: caption.into(), svg: plot.draw().to_svg() })
}

fn printed_turning_cost(_: &Bench) -> ClaimResult {
    let situations = 2000;
    let same = claims::printed_turning_term(situations);
    ClaimResult::new(
        same.different == 0 && same.off < 1e-12,
        format!(
            "the same in {} of {situations}; costs differ by 0.5 within {:.0e}",
            situations as usize - same.different,
            same.off
        ),
    )
    .note(format!(
        "random neighbours, walls and velocities, {} candidate velocities; equal choices walk equal paths",
        same.candidates
    ))
}

fn table_1_crossing(_: &Bench) -> ClaimResult {
    table_1(SecondGroup::Crossing, [(39.41, 0.06, 135.71, 82.25), (48.28, 3.56, 464.56, 311.84)])
}

fn table_1_swap(_: &Bench) -> ClaimResult {
    table_1(SecondGroup::Swap, [(39.87, 0.08, 190.64, 44.90), (47.81, 4.07, 528.55, 348.24)])
}

fn table_1(scene: SecondGroup, printed: [(f64, f64, f64, f64); 2]) -> ClaimResult {
    let word = if scene == SecondGroup::Swap { "swap" } else { "crossing" };
    let mut table = Table::new(
        &format!("karamouzas-table-1-{word}"),
        &format!("Table 1, {word}: means over 100 walkers and 5 seeds; alone everybody takes {FREE_TIME} s."),
        &["model", "time [s]", "smoothness [1/m²]", "acceleration [m/s²]", "degrees turned", "arrived of 100"],
    );
    for (name, (time, smooth, acceleration, degrees)) in ["KAR, printed", "RVO, printed"].iter().zip(printed) {
        let row = [time, smooth, acceleration, degrees].map(|v| format!("{v:.2}"));
        table = table.row([name.to_string()].into_iter().chain(row).chain(["".into()]));
    }
    let mut means = Vec::new();
    let mut drawn = None;
    for (name, model) in [("KAR, here", "karamouzas"), ("RVO, here", "rvo"), ("ORCA, here", "orca")] {
        let runs: Vec<Walked> = SEEDS.iter().map(|seed| walk(model, scene, &[], *seed)).collect();
        let f = GroupFigures::mean(&runs.iter().map(Walked::figures).collect::<Vec<_>>());
        let row = [f.time, f.smoothness, f.acceleration, f.degrees].map(|v| format!("{v:.2}"));
        table = table.row([name.to_string()].into_iter().chain(row).chain([format!("{:.1}", f.arrived)]));
        means.push(f);
        drawn = drawn.or(runs.into_iter().next());
    }
    let (us, rvo) = (means[0], means[1]);
    let ratios = [
        us.time / rvo.time,
        us.smoothness / rvo.smoothness,
        us.acceleration / rvo.acceleration,
        us.degrees / rvo.degrees,
    ];
    let met = ratios.iter().zip([0.9, 0.1, 0.5, 0.4]).all(|(ours, asked)| *ours <= asked);
    let [time, smooth, acceleration, degrees] = ratios;
    let tracks = Tracks::of(&drawn.expect("five seeds").recording);
    let strand = |k: usize, name: &str| Strand::new(k, name, &tracks).only(&tracks, |id| (id >= 50) == (k == 1)).thin();
    let caption = format!("Paths of two groups of fifty, {word}, seed 1.");
    let strands = [strand(0, "first group"), strand(1, "second group")];
    ClaimResult::new(
        met,
        format!("time {time:.2}, smoothness {smooth:.2}, acceleration {acceleration:.2}, degrees {degrees:.2}"),
    )
    .note("the paper prints neither the size of its scenes nor the step of its curvature: two groups of fifty, 1.5 m apart, 46.8 m to walk")
    .note(format!(
        "the RVO of this program is much calmer than the library the paper compared with: acceleration {:.0} m/s², there {:.0}",
        rvo.acceleration, printed[1].2
    ))
    .table(table)
    .picture(picture(&format!("karamouzas-{word}"), &format!("Two groups of fifty: {word}"), caption, &strands))
}

fn diagonal_stripes(_: &Bench) -> ClaimResult {
    // The heads of the groups meet in the middle after 15 s, the tails leave it after 21 s.
    let found: Vec<stripes::Stripes> = SEEDS
        .iter()
        .filter_map(|seed| {
            let part = walk("karamouzas", SecondGroup::Crossing, &[], *seed).between(15.0, 22.0);
            stripes::measure(&Tracks::of(&in_the_middle(&part)))
        })
        .collect();
    let angles: Vec<f64> = found.iter().map(|s| 0.5 * (s.angles_deg.0 + s.angles_deg.1)).collect();
    let mean = angles.iter().sum::<f64>() / angles.len() as f64;
    let each = |pick: fn(&stripes::Stripes) -> f64, digits: usize| -> String {
        found.iter().map(|s| format!("{:.digits$}", pick(s))).collect::<Vec<_>>().join(", ")
    };
    ClaimResult::new((mean - 45.0).abs() <= 10.0 && found.len() == SEEDS.len(), format!("{mean:.1} degrees, mean of five seeds"))
        .note(format!(
            "to the first flow {}, to the second {}; clarity {} (1 is perfect); two groups of fifty, in the square of 14 m where they cross",
            each(|s| s.angles_deg.0, 0),
            each(|s| s.angles_deg.1, 0),
            each(|s| s.clarity, 2)
        ))
}

/// Who is in the square where two groups cross.
fn in_the_middle(t: &Trajectories) -> Trajectories {
    let inside = |v: f64| (38.0..52.0).contains(&v);
    let rows = t.rows().iter().filter(|r| inside(r.x) && inside(r.y)).copied().collect();
    Trajectories::new(t.fps, t.area.clone(), vec![], rows)
}

fn hallway_lanes(_: &Bench) -> ClaimResult {
    let mean = |index: &dyn Fn(u64) -> f64| SEEDS.iter().map(|s| index(*s)).sum::<f64>() / SEEDS.len() as f64;
    let (minding, blind) = (mean(&|s| hallway_index(s, false)), mean(&|s| hallway_index(s, true)));
    // The groups are right in each other after 18 s.
    let swap = |from: f64, to: f64, weight: f64, seed: u64| {
        index_of(&walk("karamouzas", SecondGroup::Swap, &[("collision_weight", weight)], seed).between(from, to))
    };
    let on_open_ground = |from: f64, to: f64| [1.0, 0.0].map(|weight| mean(&|seed| swap(from, to, weight, seed)));
    let ([then, then_blind], [long, long_blind]) = (on_open_ground(18.1, 18.3), on_open_ground(15.0, 21.0));
    ClaimResult::new(minding >= blind + 0.3, format!("index {minding:.2}, without avoidance {blind:.2}"))
        .note(
            "the scene hallway, two crowds of forty in 6 m, 11 to 16 s, when more than half of each is within the other; five seeds; \
             of neighbours within 0.5 m aside and 5 m along, 1: all go in the same direction, -1: all come towards",
        )
        .note(format!(
            "two groups of fifty who swap places on open ground: {then:.2} against {then_blind:.2} at 18.2 s, {long:.2} against \
             {long_blind:.2} from 15 to 21 s"
        ))
}

fn index_of(t: &Trajectories) -> f64 {
    lanes::measure(&ByFrame::of_tracks(&Tracks::of(t), 0.0), &lanes::LaneRules::default()).index.unwrap_or(f64::NAN)
}

/// Lane index in the scene `hallway` while the two crowds are in each other.
fn hallway_index(seed: u64, blind: bool) -> f64 {
    let weight = if blind { 0.0 } else { 1.0 };
    let words = format!("count = 40\nmodel = \"karamouzas\"\nparams = {{ collision_weight = {weight:.1} }}\n");
    let text = Scene::find("hallway").expect("a built-in scene").text.replace("count = 40\n", &words);
    let loaded = scenario::parse("hallway.toml", &text).expect("a scene with another model");
    let overrides = Overrides { seed: Some(seed), threads: 1, limit: Some(16.0), ..Overrides::default() };
    let mut world = World::build(&loaded, Path::new("."), &overrides).expect("a scene with another model");
    let whole = world.run_recorded();
    let late = whole.rows().iter().filter(|r| f64::from(r.frame) / whole.fps >= 11.0).copied().collect();
    index_of(&Trajectories::new(whole.fps, whole.area.clone(), vec![], late))
}

fn four_thousand(_: &Bench) -> ClaimResult {
    let (mut sim, _) = claims::hall(4000, &[("decide_every", 0.0)]);
    let mut steps: Vec<f64> = (0..7)
        .map(|_| {
            let begin = Instant::now();
            sim.step();
            begin.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    steps.sort_by(f64::total_cmp);
    ClaimResult::new(steps[3] < 200.0, format!("{:.0} ms (median of seven steps)", steps[3]))
        .note("all decide in every step, the whole step counts; 0.5 people per square metre, a range of 15 m; another machine than the paper's")
}
