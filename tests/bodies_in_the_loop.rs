//! Walkers that wait for their feet: the laws of the simulation hold, and bits do not depend on threads.

use ambulo::animate::InLoop;
use ambulo::motion::{Mediator, Settings, gait};
use ambulo::{Overrides, Scene, World, data::scenario};
use std::path::Path;

fn world(scene: &str, threads: usize) -> World {
    let loaded = scenario::parse(scene, Scene::find(scene).expect("a built-in scene").text).unwrap();
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
    println!("{} of {} in {} s", report.arrived, world.expected(), report.time);
    println!("mean {:?} p99 {:?} mm", 1e3 * bodies.deviation().mean(), 1e3 * bodies.deviation().percentile(0.99));
    assert_eq!(report.arrived, world.expected(), "everybody gets through");
    assert!(report.max_overlap <= 0.005, "{}", report.max_overlap);
    assert_eq!(report.wall_crossings, 0);
    // Walkers are drawn back to within 5 cm of their bodies; only those that stand, or are hemmed in, are farther off.
    assert!(bodies.deviation().mean() < 0.05, "{}", bodies.deviation().mean());
}

#[test]
fn bodies_in_the_loop_give_the_same_bits_on_any_number_of_threads() {
    let mediator = Mediator::new(gait::shipped(), Settings::in_loop()).unwrap();
    let run = |threads: usize| {
        let mut world = world("bottleneck", threads);
        let mut bodies = InLoop::new(&mediator);
        for _ in 0..400 {
            world.step();
            bodies.follow(&mut world);
        }
        (world.report().state_hash, bodies.deviation().mean().to_bits(), bodies.deviation().count())
    };
    let one = run(1);
    println!("mean {:.2} mm", 1e3 * f64::from_bits(one.1));
    assert!(one.2 > 1000);
    assert_eq!(one, run(3));
    let mut alone = world("bottleneck", 1);
    (0..400).for_each(|_| {
        alone.step();
    });
    assert_ne!(one.0, alone.report().state_hash, "bodies take part");
}
