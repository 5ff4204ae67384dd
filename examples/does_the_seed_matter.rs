//! How much does the time to empty the bottleneck depend on chance? Five seeds show it.

use ambulo::{Overrides, Scene, World, data::scenario};
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = Scene::find("bottleneck").ok_or("no such scene")?.text;
    let loaded = scenario::parse("bottleneck.toml", text)?;
    for seed in 1..=5 {
        let mut world = World::build(&loaded, Path::new("."), &Overrides { seed: Some(seed), ..Overrides::default() })?;
        let report = world.run();
        println!("seed {seed}: {} people in {:.1} s, hash {:016x}", report.arrived, report.time, report.state_hash);
    }
    Ok(())
}
