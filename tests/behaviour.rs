//! What a user would miss if it failed.

use ambulo::World;
use ambulo::geom::Point;
use ambulo::sim::{Activity, AgentId, Command, GroupId, Why};

/// Its scene is tested here.
#[allow(dead_code)]
#[path = "../examples/who_is_stuck_and_why.rs"]
mod example;

fn hall(rest: &str) -> World {
    let text = format!("plan = {{ wkt = \"POLYGON ((0 0, 30 0, 30 10, 0 10, 0 0))\" }}\n{rest}");
    World::parse("hall.toml", &text).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn a_lone_walker_reaches_its_speed_goes_straight_and_stops_inside_the_goal() {
    let mut world = hall(
        "walkers = [{ positions = [[1, 5]], goal = [28, 5], speed = 1.34, at_goal = 'stay', params = { noise = 0 } }]",
    );
    for _ in 0..50 {
        world.step();
    }
    // Five time constants of 0.5 s: within one percent.
    let walker = world.walkers().next().expect("it is there");
    assert!((walker.velocity.length() - 1.34).abs() < 0.0134, "{}", walker.velocity.length());
    world.run();
    for _ in 0..100 {
        world.step();
    }
    let walker = world.walkers().next().expect("it stayed");
    assert_eq!(walker.activity, Activity::Arrived);
    assert!(walker.place.distance(Point::new(28.0, 5.0)) <= 0.5 && walker.velocity.length() < 0.05);
    assert!((walker.place.y - 5.0).abs() < 1e-3);
}

#[test]
fn a_mirrored_scene_gives_mirrored_paths() {
    let scene = |sign: f64| {
        let y = |v: f64| 5.0 + sign * v;
        hall(&format!(
            "walkers = [{{ positions = [[2, {}], [2.5, {}], [28, {}]], goals = [[28, {}], [28, {}], [2, {}]], speed = 1.3, model = \"social-force\", params = {{ noise = 0 }} }}]",
            y(0.3),
            y(-1.2),
            y(0.1),
            y(0.0),
            y(1.0),
            y(-0.5)
        ))
    };
    let (mut a, mut b) = (scene(1.0), scene(-1.0));
    for _ in 0..300 {
        a.step();
        b.step();
        for (p, q) in a.walkers().zip(b.walkers()) {
            let mirrored = Point::new(q.place.x, 10.0 - q.place.y);
            // Places round differently at y and 10 - y; nothing else may differ.
            assert!(p.place.distance(mirrored) < 1e-5, "{} against {}", p.place, mirrored);
        }
    }
}

#[test]
fn goals_are_reached_along_their_whole_width() {
    let mut world = hall(
        "areas = { west = { rect = [0, 0, 4, 10] }, east = { rect = [29, 0, 30, 10] } }
         walkers = [{ count = 40, start = 'west', goal = 'east' }]",
    );
    let trajectories = world.run_recorded();
    let ends: Vec<f64> = trajectories.by_walker().iter().filter_map(|w| w.last().map(|r| r.y)).collect();
    let (low, high) = ends.iter().fold((10.0f64, 0.0f64), |(l, h), y| (l.min(*y), h.max(*y)));
    assert!(high - low > 7.0, "all arrive between y = {low:.1} and {high:.1} of a goal 10 m wide");
    // Nobody is drawn to the middle: everyone ends about where it started.
    let moved: Vec<f64> = trajectories.by_walker().iter().map(|w| (w[w.len() - 1].y - w[0].y).abs()).collect();
    let mean = moved.iter().sum::<f64>() / moved.len() as f64;
    assert!(mean < 1.5, "walkers drift {mean:.2} m sideways on average");
}

#[test]
fn a_journey_visits_its_stages_in_order() {
    let mut world = hall(
        "areas = { top = { rect = [14, 9, 16, 10] }, east = { rect = [29, 0, 30, 2] } }
         walkers = [{ positions = [[1, 1]], journey = ['top', 'east'] }]",
    );
    let path = world.run_recorded().by_walker().remove(0);
    assert!(path.iter().any(|r| r.y > 8.5 && (r.x - 15.0).abs() < 1.5), "it skipped the first stage");
    assert_eq!(world.report().arrived, 1);
}

#[test]
fn a_blocked_walker_is_named_with_the_reason() {
    // A dead end 0.6 m wide: the first to arrive stays at its end, the second cannot get past.
    let mut world = World::parse("dead-end.toml", example::DEAD_END).unwrap_or_else(|e| panic!("{e}"));
    let report = world.run();
    assert_eq!((report.arrived, report.stuck.len()), (1, 1));
    assert_eq!(report.stuck[0].id, AgentId(1));
    assert_eq!(report.stuck[0].why, Why::BlockedBy(AgentId(0)), "{}", report.stuck[0]);
    assert!(report.stuck[0].to_string().contains("blocked by walker 0"));
    assert!(report.max_overlap <= 0.005);
}

#[test]
fn commands_spawn_remove_and_redirect() {
    let mut world = hall("walkers = [{ positions = [[1, 5], [1, 7]], goal = [28, 5] }]");
    let journey = ambulo::sim::JourneyId(0);
    world.command(Command::Spawn { group: GroupId(0), journey, at: Point::new(1.0, 3.0), level: 0 });
    world.command(Command::Spawn { group: GroupId(0), journey, at: Point::new(1.0, 3.1), level: 0 }); // taken by then
    world.command(Command::Remove(AgentId(0)));
    let report = world.step();
    assert_eq!((report.present, report.removed, report.refused), (2, 1, 1));
    assert!(world.run().arrived == 2);
}

#[test]
fn people_arrive_in_the_number_asked_for_even_when_the_entrance_is_small() {
    let mut world = hall(
        "limit = 300
         areas = { door = { rect = [0, 4, 1, 6] }, east = { rect = [29, 0, 30, 10] } }
         walkers = [{ rate = 4.0, to = 20.0, start = 'door', goal = 'east' }]",
    );
    let report = world.run();
    assert_eq!((report.appeared, report.arrived), (80, 80));
}

#[test]
fn people_come_by_a_schedule() {
    let mut world = hall(
        "areas = { west = { rect = [0, 0, 4, 10] }, east = { rect = [29, 0, 30, 10] } }
        walkers = [{ arrivals = [[1, 2], [5, 3], [5, 1]], start = 'west', goal = 'east' }]",
    );
    let mut seen = Vec::new();
    while !world.finished() {
        world.step();
        let (time, appeared) = (world.report().time, world.report().appeared);
        if seen.last().is_none_or(|(_, n)| *n != appeared) {
            seen.push((time, appeared));
        }
    }
    let counts: Vec<usize> = seen.iter().map(|(_, n)| *n).collect();
    assert_eq!(counts, [0, 2, 6]);
    assert!((seen[1].0 - 1.0).abs() < 0.11 && (seen[2].0 - 5.0).abs() < 0.11, "{seen:?}");
    assert_eq!(world.report().arrived, 6);
}
