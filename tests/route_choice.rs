//! People who choose the quickest route: the checks of buildings, as a user sees them.

use ambulo::data::scenario;
use ambulo::geom::Point;
use ambulo::{Overrides, World};
use std::fmt::Write;
use std::path::Path;

fn world(text: &str) -> World {
    World::parse("choice.toml", text).unwrap_or_else(|e| panic!("{e}"))
}

/// A room of 20 x 10 m with a crowd nearer to a door of 1 m, 5 m from its middle, than to one of 2 m, 15 m from it.
fn two_exits(seed: u64, more: &str) -> World {
    world(&two_exits_text(seed, more))
}

fn two_exits_text(seed: u64, more: &str) -> String {
    format!(
        "seed = {seed}
        plan = {{ wkt = 'POLYGON ((0 0, 20 0, 20 4.5, 20.2 4.5, 20.2 3, 22 3, 22 7, 20.2 7, 20.2 5.5, 20 5.5, 20 10, 0 10, 0 6, -0.2 6, -0.2 8, -2 8, -2 2, -0.2 2, -0.2 4, 0 4, 0 0))' }}
        [areas]
        hall = {{ rect = [10.5, 0.3, 19.5, 9.7] }}
        near = {{ rect = [21.3, 3, 22, 7] }}
        far = {{ rect = [-2, 2, -1.3, 8] }}
        [[walkers]]
        count = 300
        start = 'hall'
        goal = ['near', 'far']
        {more}"
    )
}

fn last_arrivals(world: &World) -> [Option<f64>; 2] {
    let exits = world.exits();
    ["near", "far"].map(|name| exits.iter().find(|e| e.name == name).expect("an exit").count.last_s)
}

/// The equilibrium: nobody would have been out sooner by the other door.
#[test]
fn two_exits_of_one_and_two_metres_finish_together() {
    let mut worst = (0.0f64, 0);
    for seed in 1..=20 {
        let mut world = two_exits(seed, "routing = 'quickest'");
        world.run();
        assert_eq!(world.report().arrived, 300, "seed {seed}");
        let [near, far] = last_arrivals(&world).map(|t| t.expect("both are used"));
        let apart = (near - far).abs() / near.max(far);
        worst = if apart > worst.0 { (apart, seed) } else { worst };
    }
    assert!(worst.0 <= 0.10, "{:.3} apart with seed {}", worst.0, worst.1);
}

#[test]
fn the_shortest_route_leads_all_to_the_nearer_exit() {
    let mut world = two_exits(1, "");
    world.run();
    assert_eq!(last_arrivals(&world)[1], None);
}

/// Sixteen gates of 0.7 m in a wall of 0.8 m across a hall.
fn sixteen_gates(routing: &str) -> World {
    let gate = |k: u32| 1.0 + 1.15 * f64::from(k);
    let mut obstacles = String::new();
    for k in 0..15 {
        let (a, b) = (gate(k) + 0.7, gate(k + 1));
        write!(obstacles, "'POLYGON (({a} 12, {b} 12, {b} 12.8, {a} 12.8, {a} 12))', ").unwrap();
    }
    world(&format!(
        "plan = {{ wkt = 'POLYGON ((0 0, 20 0, 20 12, 18.95 12, 18.95 12.8, 20 12.8, 20 22, 0 22, 0 12.8, 1 12.8, 1 12, 0 12, 0 0))', obstacles = [{obstacles}] }}
        [areas]
        hall = {{ rect = [0, 0, 20, 9] }}
        out = {{ rect = [0, 20, 20, 22] }}
        [[walkers]]
        count = 300
        start = 'hall'
        goal = 'out'
        routing = '{routing}'"
    ))
}

/// People through each gate, and when the last was out.
fn use_of_gates(routing: &str) -> ([u32; 16], f64) {
    let mut world = sixteen_gates(routing);
    let (mut used, mut before) = ([0; 16], std::collections::BTreeMap::new());
    while world.report().arrived < 300 && world.report().time < 200.0 {
        world.step();
        for w in world.walkers() {
            let was = before.insert(w.id.0, w.place).unwrap_or(w.place);
            if was.y < 12.4 && w.place.y >= 12.4 {
                used[(((w.place.x - 1.0) / 1.15).max(0.0) as usize).min(15)] += 1;
            }
        }
    }
    (used, world.report().time)
}

#[test]
fn sixteen_equal_gates_are_used_alike_and_sooner() {
    let (used, time) = use_of_gates("quickest");
    let mean = 300.0 / 16.0;
    let variance = used.iter().map(|n| (f64::from(*n) - mean).powi(2)).fold(0.0, |a, b| a + b) / 16.0;
    assert!(variance.sqrt() / mean <= 0.35, "{used:?}");
    let (_, by_length) = use_of_gates("shortest");
    assert!(time < by_length, "{time} s, by length {by_length} s");
}

/// A room with two doors of 0.8 m. Before the south one, which is on the shorter route, sixty people wait, and a screen may hide them from one
/// who comes from the west. Where that one is after three seconds.
fn with_a_queue(screen: bool, more: &str) -> (Point, u64) {
    let wall = if screen { "'POLYGON ((8 0.5, 8.2 0.5, 8.2 9, 8 9, 8 0.5))'" } else { "" };
    let mut queue = String::new();
    for k in 0..60 {
        write!(queue, "[{}, {}], ", 9.2 + 0.5 * f64::from(k % 9), 0.6 + 0.5 * f64::from(k / 9)).unwrap();
    }
    let mut world = world(&format!(
        "until = 3
        plan = {{ wkt = 'POLYGON ((0 0, 14 0, 14 2, 14.2 2, 14.2 0, 18 0, 18 20, 14.2 20, 14.2 15.8, 14 15.8, 14 20, 0 20, 0 0), (14 2.8, 14.2 2.8, 14.2 15, 14 15, 14 2.8))', obstacles = [{wall}] }}
        areas.street = {{ rect = [17, 0, 18, 6] }}
        [[walkers]]
        name = 'queue'
        positions = [{queue}]
        goal = 'street'
        [[walkers]]
        name = 'late'
        positions = [[2, 9]]
        goal = 'street'
        speed = 1.3
        {more}"
    ));
    world.run();
    let late = world.walkers().find(|w| w.id.0 == 60).expect("it has not arrived");
    (late.place, world.report().state_hash)
}

const QUICKEST: &str = "routing = 'quickest'\n perception_noise = 0\n";

#[test]
fn a_queue_in_sight_is_avoided() {
    let seen = with_a_queue(false, QUICKEST).0;
    assert!(seen.y > 9.2, "{seen}");
    assert!(with_a_queue(false, "").0.y < 8.0);
}

#[test]
fn a_queue_out_of_sight_changes_nothing_without_familiarity() {
    let (hidden, hash) = with_a_queue(true, QUICKEST);
    assert!(hidden.y < 9.6, "{hidden}");
    assert_eq!(hash, with_a_queue(true, "").1, "as by the shortest route, to the bit");
    let known = with_a_queue(true, &format!("{QUICKEST} familiarity = 1")).0;
    assert!(known.y > 10.0, "{known}");
}

#[test]
fn the_choice_of_routes_does_not_depend_on_threads() {
    let run = |threads: usize| {
        let text = two_exits_text(3, "routing = 'quickest'");
        let overrides = Overrides { threads, ..Overrides::default() };
        let loaded = scenario::parse("choice.toml", &text).unwrap();
        let mut world = World::build(&loaded, Path::new("."), &overrides).unwrap();
        for _ in 0..600 {
            world.step();
        }
        (world.report().state_hash, world.report().route_changes)
    };
    let (hash, changes) = run(1);
    assert_eq!((hash, changes), run(3));
    // Nobody turns back and forth.
    assert!(changes > 20 && changes < 600, "{changes}");
}
