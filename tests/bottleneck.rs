//! Doors drain: no width and no seed freezes for good.

use ambulo::data::scenario;
use ambulo::{Overrides, Scene, World};
use std::path::Path;

#[test]
fn the_bottleneck_drains_for_every_width_and_seed() {
    let scene = Scene::find("bottleneck").expect("a scene").text;
    let mut times = Vec::new();
    for width in [0.8, 1.0, 1.2, 1.6] {
        let (low, high) = (6.0 - width / 2.0, 6.0 + width / 2.0);
        let text = scene.replace("5.4", &low.to_string()).replace("6.6", &high.to_string());
        let loaded = scenario::parse("door.toml", &text).expect("a good scene");
        let mut mean = 0.0;
        for seed in 1..=20 {
            let overrides = Overrides { seed: Some(seed), ..Overrides::default() };
            let mut world = World::build(&loaded, Path::new("."), &overrides).expect("a good scene");
            let report = world.run();
            let context =
                format!("door of {width} m, seed {seed}: {} of 200 after {:.0} s", report.arrived, report.time);
            assert_eq!(report.arrived, 200, "{context}; {:?}", report.stuck.first());
            assert!(report.max_overlap <= 0.005 && report.wall_crossings == 0 && report.faults.is_empty(), "{context}");
            mean += report.time / 20.0;
        }
        times.push(mean);
    }
    println!("mean time to empty, doors of 0.8, 1.0, 1.2, 1.6 m: {times:.1?} s");
    // A wider door empties the room sooner.
    assert!(times.windows(2).all(|w| w[1] < w[0]), "{times:?}");
}
