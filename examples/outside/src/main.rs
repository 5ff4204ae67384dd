//! A steering model and a locomotion shipped by another crate: people who keep to one side of those they meet, on wheels.

use ambulo::data::scenario;
use ambulo::geom::Vec2;
use ambulo::models::BuiltIn;
use ambulo::sim::{Locomotion, LocomotionSet, ModelSet, MotionView, Row, SteeringModel, View, params};
use ambulo::{Overrides, World};
use std::path::Path;

params! {
    /// Steps aside to the right of anyone who comes towards it.
    pub struct KeepRight {
        /// How far ahead it looks.
        ahead: "m", 0.5..=10.0, 3.0;
        /// Sideways speed as a share of its own.
        aside: "1", 0.0..=1.0, 0.4;
    }
}

impl SteeringModel for KeepRight {
    type Memory = ();
    const NAME: &'static str = "keep-right";
    const TITLE: &'static str = "Steps aside to the right of oncoming people";
    const PAPER: &'static str = "none: an example";
    const LIMITS: &'static str = "no braking; contact keeps bodies apart";

    fn range(&self) -> f32 {
        self.ahead
    }

    fn steer(&self, view: &View<'_>, me: Row, _: &mut ()) -> Vec2 {
        let preferred = view.preferred(me);
        let Some(ahead) = preferred.unit() else { return Vec2::ZERO };
        let oncoming = |other: Row| {
            let to = view.place(other) - view.place(me);
            to.dot(ahead) > 0.0 && to.cross(ahead).abs() < 1.0 && view.body(other).velocity().dot(ahead) < 0.0
        };
        if !view.neighbours(me).iter().any(oncoming) {
            return preferred;
        }
        let right = Vec2::new(ahead.y, -ahead.x);
        preferred + right * (preferred.length() * self.aside)
    }
}

params! {
    /// Rolls: its velocity changes only so fast.
    pub struct Rolling {
        /// Greatest acceleration.
        grip: "m/s^2", 0.1..=20.0, 1.5;
    }
}

impl Locomotion for Rolling {
    /// How far it has rolled [m].
    type Memory = f32;
    const FOLLOWS: bool = true;
    const NAME: &'static str = "rolling";
    const TITLE: &'static str = "Rolls with little grip";
    const PAPER: &'static str = "none: an example";
    const LIMITS: &'static str = "no wheels, no tipping over";

    fn advance(&self, view: &MotionView<'_>, me: Row, intended: Vec2, _: &mut f32) -> Vec2 {
        let now = view.body(me).velocity();
        now + (intended - now).clamp_length(self.grip * view.dt)
    }

    fn follow(&self, _: &MotionView<'_>, _: Row, moved: Vec2, rolled: &mut f32) {
        *rolled += moved.length();
    }
}

const SCENE: &str = r#"
limit = 120
plan = { wkt = "POLYGON ((0 0, 30 0, 30 4, 0 4, 0 0))" }
areas = { west = { rect = [0, 0, 6, 4] }, east = { rect = [24, 0, 30, 4] } }
walkers = [
    { name = "east", model = "keep-right", count = 10, start = "west", goal = "east" },
    { name = "west", model = "keep-right", locomotion = "rolling", locomotion_params = { grip = 1.2 }, count = 10, start = "east", goal = "west" },
]
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let models = ModelSet::built_in().with::<KeepRight>();
    let locomotions = LocomotionSet::built_in().with::<Rolling>();
    let scene = scenario::parse("corridor.toml", SCENE)?;
    let mut world = World::build(&scene, Path::new("."), &Overrides { models, locomotions, ..Overrides::default() })?;
    let report = world.run();
    println!(
        "{} arrived after {:.1} s, greatest overlap {:.1} mm",
        report.arrived,
        report.time,
        report.max_overlap * 1e3
    );
    if report.arrived < 20 {
        return Err("not everyone arrived".into());
    }
    Ok(())
}
