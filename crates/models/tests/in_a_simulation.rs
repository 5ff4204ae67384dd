//! What holds for every built-in model in a simulation: saved states, damaged ones, and groups that do not change each other's sight.

use ambulo_geom::{Point, Polygon, Region};
use ambulo_models::MODELS;
use ambulo_sim::{AgentId, AtGoal, Command, DoorPlan, Group, Neighbourhood, Setup, Simulation, Source};

/// A crowd of one model in front of a door that opens and shuts, with people who come later; half of them walk in steps.
fn crowd(model: &str, threads: usize) -> Simulation {
    let rect = |x0, y0, x1, y1| Region::from(Polygon::rectangle(x0, y0, x1, y1).unwrap());
    let mut setup = Setup { threads, ..ambulo_models::setup(rect(0.0, 0.0, 24.0, 6.0)) };
    let line = ambulo_geom::Segment::new(Point::new(12.0, 0.0), Point::new(12.0, 6.0));
    setup.site.doors.push(ambulo_nav::DoorLine { level: 0, line, open: true });
    setup.doors.push(DoorPlan { name: "gate".into(), switches: vec![(2.0, false), (5.0, true)] });
    let mut sim = Simulation::new(setup).unwrap();
    for (end, locomotion) in [(22.0, "point-mass"), (0.0, "gait-feedback")] {
        let group = Group { model: model.into(), locomotion: locomotion.into(), ..Group::default() };
        let group = sim.add_group(&group).unwrap();
        let goal = sim.add_goal_area(&rect(end, 0.0, end + 2.0, 6.0)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        let from = if end > 0.0 { 3.0 } else { 14.0 };
        sim.populate(&rect(from, 0.5, from + 7.0, 5.5), group, journey, 25).unwrap();
        sim.add_source(Source::evenly(group, journey, rect(from, 0.5, from + 2.0, 5.5), 1.0, 1.0, 8.0, 3));
    }
    sim
}

#[test]
fn every_model_goes_on_from_a_saved_state_to_the_same_bits() {
    for model in MODELS {
        let mut whole = crowd(model.name, 1);
        let mut saved = Vec::new();
        for step in 0..170 {
            // While the door is open, shut and open again; between two sorts; in the step of an arrival.
            if [1, 37, 63, 111, 160].contains(&step) {
                saved.push(whole.save().unwrap());
            }
            whole.step();
        }
        for (k, bytes) in saved.iter().enumerate() {
            let mut resumed = crowd(model.name, 1 + k % 2);
            resumed.restore(bytes).unwrap();
            assert_eq!(resumed.save().unwrap(), *bytes, "{}: saved again it is the same", model.name);
            while resumed.report().step < 170 {
                resumed.step();
            }
            let all = |s: &Simulation| s.walkers().collect::<Vec<_>>();
            assert_eq!(resumed.report().state_hash, whole.report().state_hash, "{} from {k}", model.name);
            assert!(all(&resumed) == all(&whole), "{} from {k}", model.name);
        }
    }
}

#[test]
fn a_damaged_snapshot_is_an_error_and_no_panic() {
    let mut sim = crowd("tangent", 1);
    (0..30).for_each(|_| {
        sim.step();
    });
    let bytes = sim.save().unwrap();
    for cut in [0, 7, 8, 100, bytes.len() / 2, bytes.len() - 1] {
        assert!(crowd("tangent", 1).restore(&bytes[..cut]).is_err(), "{cut} bytes");
    }
    assert!(crowd("tangent", 1).restore(&[&bytes[..], &[0]].concat()).is_err());
    assert!(crowd("orca", 1).restore(&bytes).unwrap_err().to_string().contains("another scenario"));
    sim.command(Command::Remove(AgentId(1)));
    assert!(sim.save().unwrap_err().to_string().contains("commands wait"));
}

/// Where lamarche's walkers come to in the presence of another group, far away.
fn beside(range: Option<f64>) -> Vec<Point> {
    let plan = Region::from(Polygon::rectangle(0.0, 0.0, 120.0, 12.0).unwrap());
    let setup = Setup { neighbourhood: Some(Neighbourhood::Grid), ..ambulo_models::setup(plan) };
    let mut sim = Simulation::new(setup).unwrap();
    let group = sim.add_group(&Group { model: "lamarche".into(), ..Group::default() }).unwrap();
    let mut ids = Vec::new();
    for k in 0..24 {
        let (x, y) = (2.0 + 2.0 * f64::from(k / 4), 1.5 + 3.0 * f64::from(k % 4));
        let east = k % 2 == 0;
        let goal = sim.add_goal_at(Point::new(if east { 40.0 } else { 1.0 }, 12.0 - y)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Stay);
        ids.push(sim.spawn(group, journey, Point::new(if east { x } else { x + 14.0 }, y)).unwrap());
    }
    let params = vec![("range".to_string(), range.unwrap_or(5.0))];
    let other = sim.add_group(&Group { model: "orca".into(), params, ..Group::default() }).unwrap();
    let goal = sim.add_goal_at(Point::new(118.0, 6.0)).unwrap();
    let journey = sim.add_journey(&[goal], AtGoal::Stay);
    sim.spawn(other, journey, Point::new(100.0, 6.0)).unwrap();
    (0..200).for_each(|_| {
        sim.step();
    });
    ids.iter().map(|id| sim.walker(*id).unwrap().place).collect()
}

#[test]
fn the_range_of_another_group_changes_nothing() {
    let (near, far) = (beside(None), beside(Some(20.0)));
    // Cells follow the longest range, and sums their order: the last digits may differ.
    let apart = near.iter().zip(&far).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    assert!(apart < 1e-6, "{apart} m");
}

#[test]
fn people_walk_round_a_thin_wall_and_never_through_it() {
    let hall = Region::from(Polygon::rectangle(0.0, 0.0, 12.0, 6.0).unwrap());
    let mut setup = ambulo_models::setup(hall);
    let segment = |a: (f64, f64), b: (f64, f64)| ambulo_geom::Segment::new(Point::new(a.0, a.1), Point::new(b.0, b.1));
    // From wall to nearly the other wall, and a loose piece across the gap.
    setup.site.levels[0].walls.extend([segment((6.0, 0.0), (6.0, 4.5)), segment((7.0, 3.0), (7.0, 5.0))]);
    let mut sim = Simulation::new(setup).unwrap();
    let group = sim.add_group(&Group::default()).unwrap();
    let goal = sim.add_goal_at(Point::new(11.0, 1.0)).unwrap();
    let journey = sim.add_journey(&[goal], AtGoal::Leave);
    sim.populate(&Region::from(Polygon::rectangle(0.0, 0.0, 5.5, 6.0).unwrap()), group, journey, 40).unwrap();
    let mut last: Vec<Point> = sim.walkers().map(|w| w.place).collect();
    while sim.report().arrived < 40 && sim.report().time < 120.0 {
        sim.step();
        for w in sim.walkers() {
            let before = std::mem::replace(&mut last[w.id.0 as usize], w.place);
            let passed = (before.x < 6.0) != (w.place.x < 6.0);
            assert!(
                !passed || w.place.y > 4.5 + f64::from(w.radius) - 0.06,
                "walker {} went through at {}",
                w.id,
                w.place
            );
        }
    }
    assert_eq!((sim.report().arrived, sim.report().wall_crossings), (40, 0));
    assert!(sim.report().max_overlap <= 0.005, "{} m", sim.report().max_overlap);
}
