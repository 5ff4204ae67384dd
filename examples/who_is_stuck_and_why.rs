//! Two people meet in a passage too narrow for both. Who does not get on, and because of whom?

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = ambulo::World::parse(
        "passage.toml",
        r#"
        limit = 60
        stuck_after = 10
        plan = { wkt = "POLYGON ((0 0, 8 0, 8 2, 12 2, 12 0, 20 0, 20 5, 12 5, 12 2.6, 8 2.6, 8 5, 0 5, 0 0))" }
        [[walkers]]
        positions = [[6, 2.3], [14, 2.3]]
        goals = [[18, 2.3], [2, 2.3]]
        "#,
    )?;
    for stuck in &world.run().stuck {
        println!("{stuck}");
    }
    Ok(())
}
