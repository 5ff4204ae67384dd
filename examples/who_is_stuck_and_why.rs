//! Somebody stands in a narrow passage. Who does not get on, and because of whom?

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = ambulo::World::parse(
        "passage.toml",
        r#"
        limit = 60
        stuck_after = 10
        plan = { wkt = "POLYGON ((0 0, 10 0, 10 2, 12 2, 12 0, 20 0, 20 5, 12 5, 12 2.6, 10 2.6, 10 5, 0 5, 0 0))" }
        [[walkers]]
        positions = [[11, 2.3]]
        goal = [11, 2.3]
        at_goal = "stay"
        [[walkers]]
        positions = [[8, 2.3], [7, 2.3]]
        goal = [18, 2.3]
        "#,
    )?;
    for stuck in &world.run().stuck {
        println!("{stuck}");
    }
    Ok(())
}
