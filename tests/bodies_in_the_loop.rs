//! Walkers that wait for their feet: the laws of the simulation hold, and bits do not depend on threads.

use ambulo::motion::{Mediator, Settings, gait};
use ambulo::{InLoop, Overrides, Scene, World, data::scenario};
use std::path::Path;

fn world(scene: &str, threads: usize) -> World {
    let loaded = scenario::parse(scene, Scene::find(scene).expect("a scene that comes along").text).unwrap();
    World::build(&loaded, Path::new("."), &Overrides { threads, ..Overrides::default() }).unwrap()
}

#[test]
fn a_bottleneck_with_bodies_in_the_loop_keeps_the_laws() {
    let mediator = Mediator::new(gait::shipped(), Settings::in_loop()).unwrap();
    let mut world = world("bottleneck", 2);
    let mut bodies = InLoop::new(&mediator);
    while !world.finished() {
        world.step();
        bodies.follow(&mut world);
    }
    let report = world.report();
    assert_eq!(report.arrived, world.expected(), "everybody gets through");
    assert!(report.max_overlap <= 0.005, "{}", report.max_overlap);
    assert_eq!(report.wall_crossings, 0);
    // What the paper reports for bodies told back each frame.
    let mean = bodies.deviation().mean() * 1000.0;
    println!("mean {mean:.2} mm, p99 {:.1} mm", bodies.deviation().percentile(0.99) * 1000.0);
    assert!(mean < 7.78, "{mean}");
}

#[test]
fn bodies_in_the_loop_give_the_same_bits_on_any_number_of_threads() {
    let mediator = Mediator::new(gait::shipped(), Settings::in_loop()).unwrap();
    let run = |threads: usize| {
        let mut world = world("station", threads);
        let mut bodies = InLoop::new(&mediator);
        for _ in 0..160 {
            world.step();
            bodies.follow(&mut world);
        }
        (world.report().state_hash, bodies.deviation().mean().to_bits(), bodies.deviation().count())
    };
    let one = run(1);
    assert!(one.2 > 1000);
    assert_eq!(one, run(3));
    let mut alone = world("station", 1);
    (0..160).for_each(|_| {
        alone.step();
    });
    assert_ne!(one.0, alone.report().state_hash, "bodies have a say");
}
