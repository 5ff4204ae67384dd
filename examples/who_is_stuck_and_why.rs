//! A dead end with room for one, and two walkers with a goal at its end. Which one makes no progress, and what blocks
//! it?

/// The scene.
pub const DEAD_END: &str = r#"
limit = 60
stuck_after = 10
plan = { wkt = "POLYGON ((0 0, 8 0, 8 2, 12 2, 12 2.6, 8 2.6, 8 5, 0 5, 0 0))" }
areas = { end = { rect = [11.7, 2, 12, 2.6] } }

[[walkers]]
positions = [[11, 2.3], [6, 2.3]]
goal = "end"
at_goal = "stay"
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = ambulo::World::parse("dead-end.toml", DEAD_END)?;
    for stuck in &world.run().stuck {
        println!("{stuck}");
    }
    Ok(())
}
