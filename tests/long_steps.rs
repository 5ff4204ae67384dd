//! Nobody crosses a wall, however long a step is: at the longest `dt` and the greatest speed a scenario may ask for.

use ambulo::geom::{Crossing, Point, Segment};
use ambulo::models::{LOCOMOTIONS, MODELS};
use ambulo::{Overrides, World, data::scenario};
use std::fmt::Write;
use std::path::Path;

/// A hall, then walls in it thinner than a step is long, with gaps to pass them by.
const RINGS: &[[(f64, f64); 4]] = &[
    [(0.0, 0.0), (30.0, 0.0), (30.0, 20.0), (0.0, 20.0)],
    [(8.0, 4.0), (8.0, 16.0), (8.3, 16.0), (8.3, 4.0)],
    [(15.0, 0.5), (15.0, 9.0), (15.2, 9.0), (15.2, 0.5)],
    [(15.0, 11.0), (15.0, 19.5), (15.2, 19.5), (15.2, 11.0)],
];
/// A wall of no thickness.
const THIN: [(f64, f64); 2] = [(22.0, 4.0), (22.0, 16.0)];

fn walls() -> Vec<Segment> {
    let segment = |a: (f64, f64), b: (f64, f64)| Segment::new(Point::new(a.0, a.1), Point::new(b.0, b.1));
    let rings = RINGS.iter().flat_map(|ring| (0..4).map(move |i| segment(ring[i], ring[(i + 1) % 4])));
    rings.chain([segment(THIN[0], THIN[1])]).collect()
}

fn obstacles(dt: f64, speed: f64, locomotion: &str, people: usize) -> String {
    let ring = |r: &[(f64, f64); 4]| {
        let places: Vec<String> = r.iter().chain([&r[0]]).map(|(x, y)| format!("{x} {y}")).collect();
        format!("({})", places.join(", "))
    };
    let rings = RINGS.iter().map(ring).collect::<Vec<_>>().join(", ");
    let thin = THIN.map(|(x, y)| [x, y]);
    format!(
        r#"dt = {dt}
        limit = 40
        [plan]
        wkt = "POLYGON ({rings})"
        walls = [{thin:?}]
        [areas]
        start = {{ rect = [1, 1, 6, 19] }}
        exit = {{ rect = [29.9, 8, 30, 12] }}
        [[walkers]]
        count = {people}
        start = "start"
        goal = "exit"
        speed = {speed}
        locomotion = "{locomotion}""#
    )
}

/// Runs a scene and counts wall crossings twice: as the program does, and by the straight lines between the places of all.
fn crossings(text: &str, model: &str, seed: u64) -> (u64, usize, f32, usize) {
    let loaded = scenario::parse("long-steps.toml", text).unwrap_or_else(|e| panic!("{e}"));
    let overrides = Overrides { seed: Some(seed), threads: 1, model: Some(model.into()), ..Overrides::default() };
    let mut world = World::build(&loaded, Path::new("."), &overrides).unwrap_or_else(|e| panic!("{e}"));
    let walls = walls();
    let mut last: Vec<Point> = Vec::new();
    let mut counted = 0;
    while world.report().time < 40.0 && world.report().arrived < world.expected() {
        world.step();
        for w in world.walkers() {
            let k = w.id.0 as usize;
            if let Some(before) = last.get(k).filter(|before| before.is_finite() && **before != w.place) {
                let step = Segment::new(*before, w.place);
                counted += usize::from(walls.iter().any(|wall| wall.crossing(step) != Crossing::None));
            }
            last.resize(last.len().max(k + 1), Point::new(f64::NAN, f64::NAN));
            last[k] = w.place;
        }
    }
    (world.report().wall_crossings, counted, world.report().max_overlap, world.report().arrived)
}

fn check(dt: f64, speed: f64, people: usize, seeds: std::ops::RangeInclusive<u64>, allowed_overlap: f32) {
    let mut faults = String::new();
    for (model, locomotion) in MODELS.iter().flat_map(|m| LOCOMOTIONS.iter().map(move |l| (m.name, l.name))) {
        for seed in seeds.clone() {
            let (reported, counted, overlap, arrived) =
                crossings(&obstacles(dt, speed, locomotion, people), model, seed);
            if reported > 0 || counted > 0 || overlap > allowed_overlap {
                let overlap = overlap * 1e3;
                let _ = writeln!(
                    faults,
                    "{model}, {locomotion}, dt {dt} s, {speed} m/s, seed {seed}: {reported} crossings reported, {counted} counted, \
                     overlap {overlap:.1} mm, {arrived} arrived"
                );
            }
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

#[test]
fn gait_feedback_at_half_a_second_and_5_m_per_s_crosses_no_wall_and_nobody() {
    check(0.5, 5.0, 30, 1..=1, 0.005);
}

#[test]
fn the_longest_step_a_scenario_allows_crosses_no_wall_and_nobody() {
    check(0.5, 10.0, 12, 1..=1, 0.005);
}

/// Where there are levels walls are found by height, which changes along a flight of stairs.
#[test]
#[ignore = "a minute: two larger scenes with every model"]
fn long_steps_on_stairs_and_through_doors_cross_no_wall() {
    for scene in ["two-storeys", "doors"] {
        let text = ambulo::Scene::find(scene).expect("a scene").text;
        let fast = format!(
            "dt = 0.5\n{}",
            text.replace("[[walkers]]", "[[walkers]]\nspeed = 5\nlocomotion = 'gait-feedback'")
        );
        for model in MODELS.iter().map(|m| m.name) {
            let loaded = scenario::parse(scene, &fast).unwrap_or_else(|e| panic!("{e}"));
            let overrides =
                Overrides { threads: 1, limit: Some(30.0), model: Some(model.into()), ..Overrides::default() };
            let mut world = World::build(&loaded, Path::new("."), &overrides).unwrap_or_else(|e| panic!("{e}"));
            let report = world.run();
            let laws = (report.wall_crossings, report.max_overlap <= 0.005);
            assert_eq!(laws, (0, true), "{model} in {scene}: overlap {} m", report.max_overlap);
        }
    }
}

#[test]
#[ignore = "minutes: several step lengths and speeds, five seeds"]
fn long_steps_of_many_lengths_cross_no_wall_and_keep_bodies_apart() {
    for (dt, speed) in [(0.5, 10.0), (0.5, 5.0), (0.5, 2.5), (0.25, 10.0), (0.25, 5.0), (0.1, 10.0)] {
        check(dt, speed, 60, 1..=5, 0.005);
    }
}
