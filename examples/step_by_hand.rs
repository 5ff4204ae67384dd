//! How does a program of one's own watch and steer a run? Here it sends walker 0 home after ten seconds.

use ambulo::World;
use ambulo::sim::{AgentId, Command};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::scene("corridor")?;
    while !world.finished() {
        let report = world.step();
        if report.step == 200 {
            world.command(Command::Remove(AgentId(0)));
        }
        if world.report().step % 100 == 0 {
            let fastest = world.walkers().map(|w| w.velocity.length()).fold(0.0, f32::max);
            let report = world.report();
            println!(
                "{:>5.1} s  {:>2} walking, {:>2} arrived, fastest {fastest:.2} m/s",
                report.time, report.present, report.arrived
            );
        }
    }
    Ok(())
}
