//! What does it take to write a steering model? One type: its parameters, how far it looks, what it chooses. A line adds it to the
//! models a scenario may name.
//!
//! This one brakes for agents close ahead. It walks beside a built-in model here.

use ambulo::data::scenario;
use ambulo::geom::Vec2;
use ambulo::models::BuiltIn;
use ambulo::sim::{ModelSet, Row, SteeringModel, View, params};
use ambulo::{Overrides, World};
use std::path::Path;

params! {
    /// Parameters of the patient walker.
    pub struct Patient {
        /// Gap at which it stops.
        gap: "m", 0.0..=5.0, 0.3;
        /// Gap at which it begins to slow down.
        view: "m", 0.1..=20.0, 2.0;
    }
}

impl SteeringModel for Patient {
    type Memory = ();
    const NAME: &'static str = "patient";
    const TITLE: &'static str = "Brakes for agents ahead";
    const PAPER: &'static str = "none: an example";
    const LIMITS: &'static str = "never goes around others";

    fn range(&self) -> f32 {
        self.view + 1.0
    }

    fn steer(&self, view: &View<'_>, me: Row, _: &mut ()) -> Vec2 {
        let preferred = view.preferred(me);
        let Some(ahead) = preferred.unit() else { return Vec2::ZERO };
        let gap = view
            .neighbours(me)
            .iter()
            .map(|other| (view.place(other) - view.place(me), view.body(other).radius))
            .filter(|(d, _)| d.dot(ahead) > 0.0 && d.cross(ahead).abs() < 0.5)
            .map(|(d, radius)| d.length() - radius - view.body(me).radius)
            .fold(self.view, f32::min);
        preferred * ((gap - self.gap) / (self.view - self.gap)).clamp(0.0, 1.0)
    }
}

const SCENE: &str = r#"
limit = 120
plan = { wkt = "POLYGON ((0 0, 30 0, 30 4, 0 4, 0 0))" }
areas = { west = { rect = [0, 0, 8, 4] }, east = { rect = [29, 0, 30, 4] } }

[[walkers]]
name = "patient"
model = "patient"
params = { gap = 0.4 }
count = 10
start = "west"
goal = "east"

[[walkers]]
name = "others"
model = "orca"
count = 10
start = "west"
goal = "east"
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let models = ModelSet::built_in().with::<Patient>();
    let scene = scenario::parse("corridor.toml", SCENE)?;
    let mut world = World::build(&scene, Path::new("."), &Overrides { models, ..Overrides::default() })?;
    let seconds = world.run().time;
    println!("after {seconds:.1} s");
    for group in world.groups() {
        println!("  {:<8} {} of {} arrived", group.name, group.arrived.people, group.people);
    }
    Ok(())
}
