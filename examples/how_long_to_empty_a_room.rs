//! How long do eighty people take to leave a room by a door of one metre?

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = ambulo::World::parse(
        "room.toml",
        r#"
        plan = { wkt = "POLYGON ((0 0, 8 0, 8 3.5, 8.2 3.5, 8.2 0, 12 0, 12 8, 8.2 8, 8.2 4.5, 8 4.5, 8 8, 0 8, 0 0))" }
        areas = { room = { rect = [0, 0, 7.5, 8] }, outside = { rect = [11, 0, 12, 8] } }
        walkers = [{ count = 80, start = "room", goal = "outside" }]
        "#,
    )?;
    let report = world.run();
    println!("{} people left in {:.1} s", report.arrived, report.time);
    Ok(())
}
