//! What does it take to write a steering model? One type: its parameters, how far it looks, what it chooses.
//!
//! This one brakes for agents close ahead. To have it in scenario files, it would get a file in
//! `crates/sim/src/models/` and a line in `registry.rs`; CONTRIBUTING.md shows how.

use ambulo::geom::Vec2;
use ambulo::sim::{Params, Row, SteeringModel, View, params};

params! {
    /// Parameters of the patient walker.
    pub struct PatientParams {
        /// Gap at which it stops.
        gap: "m", 0.0..=5.0, 0.3;
        /// Gap at which it begins to slow down.
        view: "m", 0.1..=20.0, 2.0;
    }
}

struct Patient;

impl SteeringModel for Patient {
    const NAME: &'static str = "patient";
    const TITLE: &'static str = "Brakes for agents ahead";
    const PAPER: &'static str = "none: an example";
    const LIMITS: &'static str = "never goes around others";
    type Params = PatientParams;
    type Memory = ();

    fn range(p: &PatientParams) -> f32 {
        p.view + 1.0
    }

    fn steer(view: &View<'_>, me: Row, p: &PatientParams, _: &mut ()) -> Vec2 {
        let preferred = view.preferred(me);
        let Some(ahead) = preferred.unit() else { return Vec2::ZERO };
        let gap = view
            .neighbours(me)
            .iter()
            .map(|other| (view.place(Row(*other)) - view.place(me), view.body(Row(*other)).radius))
            .filter(|(d, _)| d.dot(ahead) > 0.0 && d.cross(ahead).abs() < 0.5)
            .map(|(d, radius)| d.length() - radius - view.body(me).radius)
            .fold(p.view, f32::min);
        preferred * ((gap - p.gap) / (p.view - p.gap)).clamp(0.0, 1.0)
    }
}

fn main() {
    println!("{}: {}", Patient::NAME, Patient::TITLE);
    for p in PatientParams::INFO {
        println!("  {:<6} {:>4} {:<4} {}", p.name, p.default, p.unit, p.about);
    }
}
