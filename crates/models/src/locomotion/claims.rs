//! What the paper promises of walking in steps, measured: the program's checks and the tests ask here.

use super::gait_feedback::GaitFeedback;
use crate::MODELS;
use crate::trials::rectangle;
use ambulo_geom::Point;
use ambulo_sim::{AgentId, AtGoal, Group, Simulation};

/// Weight of the feedback at a phase of the cycle, as used, and as printed.
pub fn weight(phase: f32) -> (f64, f64) {
    let printed = GaitFeedback { weight: 1.0, ..GaitFeedback::default() };
    (f64::from(GaitFeedback::default().weight_at(phase)), f64::from(printed.weight_at(phase)))
}

/// Walkers of a model with a gait, at 1.3 m/s and without noise, in a hall of 60 x 20 m.
pub(super) fn hall(model: &str, gait: &[(&str, f64)], trips: &[(Point, Point)]) -> (Simulation, Vec<AgentId>) {
    let mut sim = Simulation::new(crate::setup(rectangle(0.0, 0.0, 60.0, 20.0))).expect("a hall has a mesh");
    let group = sim.add_group(&stepping(model, gait)).expect("parameters it has");
    let ids = trips.iter().map(|(from, to)| {
        let goal = sim.add_goal_at(*to).expect("inside");
        let journey = sim.add_journey(&[goal], AtGoal::Stay);
        sim.spawn(group, journey, *from).expect("room")
    });
    let ids = ids.collect();
    (sim, ids)
}

pub(super) fn stepping(model: &str, gait: &[(&str, f64)]) -> Group {
    let quiet = crate::model_info(model).into_iter().flat_map(|m| m.params).filter(|p| p.name == "noise");
    Group {
        model: model.into(),
        params: quiet.map(|p| (p.name.to_string(), 0.0)).collect(),
        locomotion: "gait-feedback".into(),
        locomotion_params: gait.iter().map(|(name, value)| (name.to_string(), *value)).collect(),
        speed: ambulo_sim::Spread::constant(1.3),
        ..Group::default()
    }
}

pub(super) fn across() -> [(Point, Point); 1] {
    [(Point::new(2.0, 10.0), Point::new(50.0, 10.0))]
}

pub(super) fn lag(sim: &Simulation, id: AgentId) -> f64 {
    sim.gait(id).zip(sim.walker(id)).map_or(f64::NAN, |(gait, walker)| gait.place.distance(walker.place))
}

/// A walker of a model with a gait, alone.
#[derive(Clone, Copy, Debug)]
pub struct Free {
    /// Name of its model.
    pub model: &'static str,
    /// From when on it keeps its pace within a hundredth [s].
    pub settled: f64,
    /// How far it goes aside [m].
    pub aside: f64,
}

/// A walker of each model with a gait, alone for 35 s.
pub fn free_walkers() -> Vec<Free> {
    let walk = |model: &'static str| {
        let (mut sim, ids) = hall(model, &[], &across());
        let mut out = Free { model, settled: 0.0, aside: 0.0 };
        while sim.report().time < 35.0 {
            sim.step();
            let Some(w) = sim.walker(ids[0]) else { break };
            if (w.velocity.length() / 1.3 - 1.0).abs() >= 0.01 {
                out.settled = sim.report().time;
            }
            out.aside = out.aside.max((w.place.y - 10.0).abs());
        }
        out
    };
    MODELS.iter().map(|m| walk(m.name)).collect()
}

/// Least and greatest distance from walker to body [m] from 12 s to 25 s of a straight walk at 1.3 m/s, and how far the body is
/// ahead at the end [m]. The target is the place ahead (0) or, as printed, the place now (1).
pub fn lags(target: f64, w_max: f64) -> (f64, f64, f64) {
    let (mut sim, ids) = hall("social-force", &[("target", target), ("w_max", w_max)], &across());
    let (mut least, mut most) = (f64::INFINITY, 0.0f64);
    while sim.report().time < 25.0 {
        sim.step();
        if sim.report().time >= 12.0 {
            let behind = lag(&sim, ids[0]);
            (least, most) = (least.min(behind), most.max(behind));
        }
    }
    let ahead = sim.gait(ids[0]).zip(sim.walker(ids[0])).map_or(f64::NAN, |(gait, w)| gait.place.x - w.place.x);
    (least, most, ahead)
}
