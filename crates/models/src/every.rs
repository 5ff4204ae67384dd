//! What every model must do: walk alone, mirror, come apart, stay as it is under a gait without feedback. Measured for all
//! of them: the program's checks and the tests ask here.

use crate::MODELS;
use ambulo_geom::{Point, Polygon, Region, Vec2};
use ambulo_sim::{AgentId, AtGoal, Group, ModelInfo, Setup, Simulation, Spread};

const SPEED: f64 = 1.3;
const DT: f64 = 0.05;

fn models() -> impl Iterator<Item = &'static ModelInfo> {
    MODELS.iter()
}

/// Nothing random, no preferred side: what is left is the model.
fn plain(model: &ModelInfo) -> Group {
    let plain = |name| match name {
        "side" => Some(2.0),
        "noise" => Some(0.0),
        _ => None,
    };
    let params = model.params.iter().filter_map(|p| plain(p.name).map(|value| (p.name.to_string(), value))).collect();
    Group {
        model: model.name.into(),
        params,
        speed: Spread::constant(SPEED),
        radius: Spread::constant(0.2),
        ..Group::default()
    }
}

/// A wide square about the origin.
fn square() -> Simulation {
    let plan = Region::from(Polygon::rectangle(-50.0, -50.0, 50.0, 50.0).expect("a square"));
    Simulation::new(Setup { dt: DT, ..crate::setup(plan) }).expect("a square has a mesh")
}

fn add(sim: &mut Simulation, model: &ModelInfo, from: Point, to: Point) -> AgentId {
    let group = sim.add_group(&plain(model)).expect("parameters it has");
    let goal = sim.add_goal_at(to).expect("inside");
    let journey = sim.add_journey(&[goal], AtGoal::Stay);
    sim.spawn(group, journey, from).expect("nobody is there")
}

/// An agent alone, on a path of 40 m for 60 s.
#[derive(Clone, Copy, Debug)]
pub struct Alone {
    /// Name of its model.
    pub model: &'static str,
    /// Greatest relative difference from its pace, from five time constants (at least 1 s) to 2 m before the goal.
    pub off_pace: f64,
    /// Farthest from the straight line [m].
    pub aside: f64,
    /// How far from the goal it stops [m].
    pub from_goal: f64,
    /// How fast it still is then [m/s].
    pub still: f64,
}

/// A walker of each model alone.
pub fn alone() -> Vec<Alone> {
    let (from, to) = (Point::new(-20.0, -3.0), Point::new(20.0, 3.0));
    let along = (to - from).unit().expect("a direction");
    let walk = |model: &'static ModelInfo| {
        let mut sim = square();
        let id = add(&mut sim, model, from, to);
        // A model that decides now and then may take its first decision a little later.
        let pace_at = (5.0 * model.time_constant).max(1.0);
        let mut out = Alone { model: model.name, off_pace: 0.0, aside: 0.0, from_goal: f64::NAN, still: f64::NAN };
        while sim.report().time < 60.0 {
            sim.step();
            let Some(w) = sim.walker(id) else { break };
            out.aside = out.aside.max(f64::from((w.place - from).cross(along)).abs());
            let pace = f64::from(w.velocity.length());
            (out.from_goal, out.still) = (w.place.distance(to), pace);
            if sim.report().time >= pace_at && out.from_goal > 2.0 {
                out.off_pace = out.off_pace.max((pace / SPEED - 1.0).abs());
            }
        }
        out
    };
    models().map(walk).collect()
}

/// Two walkers; the paths of both, with every y times `sign`.
fn paths(model: &ModelInfo, trips: &[(Point, Point)], sign: f64) -> Vec<Vec<Point>> {
    let mut sim = square();
    let flip = |p: Point| Point::new(p.x, p.y * sign);
    let ids: Vec<AgentId> = trips.iter().map(|(from, to)| add(&mut sim, model, flip(*from), flip(*to))).collect();
    let mut paths = vec![Vec::new(); ids.len()];
    for _ in 0..400 {
        sim.step();
        for (path, id) in paths.iter_mut().zip(&ids) {
            path.extend(sim.walker(*id).map(|w| flip(w.place)));
        }
    }
    paths
}

/// A scene and its mirror.
#[derive(Clone, Copy, Debug)]
pub struct Mirrored {
    /// Name of its model.
    pub model: &'static str,
    /// Farthest that the paths are apart, once turned over [m].
    pub apart: f64,
    /// The least distance at which the two met, at most over the scenes [m].
    pub met: f64,
}

/// Three scenes of two walkers and their mirrors, for each model that does not sample: the own tests of those that do hold them to a
/// millimetre, with sides mirrored.
pub fn mirrored() -> Vec<Mirrored> {
    let at = Point::new;
    let scenes = [
        // Head-on, a little aside; crossing; one overtaking.
        [(at(-8.0, 0.1), at(8.0, 0.1)), (at(8.0, -0.1), at(-8.0, -0.1))],
        [(at(-8.0, 0.0), at(8.0, 0.0)), (at(0.3, -8.0), at(0.3, 8.0))],
        [(at(-8.0, 1.0), at(8.0, -1.0)), (at(8.0, 2.0), at(-6.0, -5.0))],
    ];
    let look = |model: &'static ModelInfo| {
        let mut out = Mirrored { model: model.name, apart: 0.0, met: 0.0 };
        for trips in scenes {
            let (here, there) = (paths(model, &trips, 1.0), paths(model, &trips, -1.0));
            let apart = here.iter().flatten().zip(there.iter().flatten()).map(|(a, b)| a.distance(*b));
            out.apart = apart.fold(out.apart, f64::max);
            let met = here[0].iter().zip(&here[1]).map(|(a, b)| a.distance(*b)).fold(f64::INFINITY, f64::min);
            out.met = out.met.max(met);
        }
        out
    };
    models().filter(|m| !m.samples).map(look).collect()
}

/// Two put into one place, for 2 s; radius 0.2 m.
#[derive(Clone, Copy, Debug)]
pub struct Coincident {
    /// Name of its model.
    pub model: &'static str,
    /// How far apart they are then [m], at least over two velocities.
    pub apart: f64,
    /// Steps with what is no number, and walkers that were stopped for it.
    pub faults: usize,
}

/// Two walkers of each model in one place.
pub fn coincident() -> Vec<Coincident> {
    let look = |model: &'static ModelInfo| {
        let mut out = Coincident { model: model.name, apart: f64::INFINITY, faults: 0 };
        for velocity in [Vec2::ZERO, Vec2::new(1.0, 0.5)] {
            let mut sim = square();
            let goal = Point::new(15.0, 0.0);
            let ids =
                [add(&mut sim, model, Point::new(0.0, 0.0), goal), add(&mut sim, model, Point::new(3.0, 0.0), goal)];
            ids.iter().for_each(|id| sim.put(*id, Point::new(1.0, 1.0), velocity));
            for _ in 0..40 {
                sim.step();
                out.faults += ids.iter().filter(|id| sim.walker(**id).is_none_or(|w| !w.place.is_finite())).count();
            }
            if let [Some(a), Some(b)] = ids.map(|id| sim.walker(id)) {
                out.apart = out.apart.min(a.place.distance(b.place));
            }
            out.faults += sim.report().faults.len();
        }
        out
    };
    models().map(look).collect()
}

/// A gait that holds nobody.
#[derive(Clone, Copy, Debug)]
pub struct Unheld {
    /// Name of its model.
    pub model: &'static str,
    /// Whether without feedback every bit is that of the point mass.
    pub same: bool,
    /// Whether feedback changes anything.
    pub held: bool,
}

/// Five walkers of each model for 16 s: as points, with a gait without feedback, and with feedback.
pub fn gaits_without_feedback() -> Vec<Unheld> {
    let at = Point::new;
    // Head-on, crossing, two near each other, and one that stands ahead: contact takes part.
    let trips = [
        (at(-8.0, 0.1), at(8.0, 0.1)),
        (at(8.0, -0.1), at(-8.0, -0.1)),
        (at(0.3, -8.0), at(0.3, 8.0)),
        (at(-8.0, 0.6), at(8.0, 0.4)),
        (at(2.0, 0.3), at(2.0, 0.3)),
    ];
    let look = |model: &'static ModelInfo| {
        let run = |locomotion: &str, params: &[(&str, f64)]| {
            let mut sim = square();
            // As it comes, with noise and sides.
            let group = Group {
                model: model.name.into(),
                locomotion: locomotion.into(),
                locomotion_params: params.iter().map(|(name, value)| (name.to_string(), *value)).collect(),
                ..Group::default()
            };
            let group = sim.add_group(&group).expect("parameters it has");
            for (from, to) in trips {
                let goal = sim.add_goal_at(to).expect("inside");
                let journey = sim.add_journey(&[goal], AtGoal::Stay);
                sim.spawn(group, journey, from);
            }
            (0..320).for_each(|_| {
                sim.step();
            });
            sim.report().state_hash
        };
        let plain = run("point-mass", &[]);
        let same = run("gait-feedback", &[("w_max", 0.0), ("gain", 1.0)]) == plain;
        Unheld { model: model.name, same, held: run("gait-feedback", &[]) != plain }
    };
    models().map(look).collect()
}

#[test]
fn alone_everyone_takes_up_its_pace_walks_straight_and_stops_at_the_goal() {
    for w in alone() {
        assert!(w.aside < 1e-3 && w.off_pace < 0.01 && w.from_goal < 0.5 && w.still < 0.01, "{w:?}");
    }
}

#[test]
fn a_mirrored_scene_gives_mirrored_paths_to_a_billionth() {
    for m in mirrored() {
        assert!(m.apart < 1e-9 && m.met < 5.0, "{m:?}");
    }
}

#[test]
fn two_in_one_place_come_apart_and_stay_numbers() {
    for c in coincident() {
        assert!(c.apart > 0.39 && c.faults == 0, "{c:?}");
    }
}

#[test]
fn spec_a_gait_without_feedback_leaves_every_bit_of_every_model_as_it_is() {
    for u in gaits_without_feedback() {
        assert!(u.same && u.held, "{u:?}");
    }
}
