//! What must hold inside a run.

use super::*;
use crate::{SteeringModel, params};
use ambulo_geom::{Point, Polygon, Region};

params! {
    /// Gives no number, to see what happens then.
    pub struct Breaks {}
}

impl SteeringModel for Breaks {
    const NAME: &'static str = "breaks";
    const TITLE: &'static str = "Returns no number";
    const PAPER: &'static str = "none";
    const LIMITS: &'static str = "everything";
    type Memory = ();

    fn range(&self) -> f32 {
        1.0
    }

    fn steer(&self, _: &View<'_>, _: Row, _: &mut ()) -> Vec2 {
        Vec2::new(f32::NAN, 1.0)
    }
}

#[test]
fn a_walker_with_a_non_finite_state_is_stopped_and_named_and_harms_nobody() {
    let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap());
    let mut sim = Simulation::new(Setup::new(hall)).unwrap();
    let group = sim.add_group(&Group::default()).unwrap();
    let goal = sim.add_goal_at(Point::new(19.0, 2.5)).unwrap();
    let journey = sim.add_journey(&[goal], AtGoal::Leave);
    let breaking = sim.add_group(&Group::model(Breaks {})).unwrap();
    let broken = sim.spawn(breaking, journey, Point::new(2.0, 2.5)).unwrap();
    sim.spawn(group, journey, Point::new(1.0, 2.0)).unwrap();
    sim.step();
    assert_eq!(sim.report().faults, [broken]);
    assert_eq!(sim.walker(broken).unwrap().activity, Activity::Quarantined);
    let stopped = sim.walker(broken).unwrap().place;
    while sim.report().time < 60.0 {
        sim.step();
    }
    // The other one, which had to pass it, arrived; the broken one is where it was, and still named.
    assert_eq!((sim.report().arrived, sim.report().faults.len()), (1, 1));
    let walker = sim.walker(broken).unwrap();
    assert!(walker.place.is_finite() && walker.place.distance(stopped) < 1.0);
    assert_eq!(sim.report().stuck[0].why, crate::Why::Quarantined);
}

#[test]
fn nobody_is_lost_while_rows_are_sorted_and_removed() {
    let hall = Region::from(Polygon::rectangle(0.0, 0.0, 30.0, 10.0).unwrap());
    let mut sim = Simulation::new(Setup::new(hall)).unwrap();
    let group = sim.add_group(&Group::default()).unwrap();
    let goal = sim.add_goal_area(&Region::from(Polygon::rectangle(28.0, 0.0, 30.0, 10.0).unwrap())).unwrap();
    let journey = sim.add_journey(&[goal], AtGoal::Leave);
    sim.populate(&Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap()), group, journey, 300).unwrap();
    while sim.report().arrived < 300 && sim.report().time < 120.0 {
        sim.step();
        sim.check().unwrap();
        let leaving = sim.walkers().filter(|w| w.activity == Activity::Leaving).count();
        assert_eq!(sim.report().arrived + sim.report().present, 300 + leaving);
    }
    assert_eq!(sim.report().arrived, 300);
}

params! {
    /// A rule about speed.
    pub struct Slower {
        /// Share of the speed that is left.
        share: "1", 0.0..=1.0, 0.5;
    }
}

params! {
    /// A rule that is the same twice.
    pub struct AtMost {
        /// Greatest speed.
        speed: "m/s", 0.0..=3.0, 0.5;
    }
}

impl crate::BodyRule for Slower {
    const NAME: &'static str = "slower";
    const TITLE: &'static str = "Takes a share of the speed";
    type Memory = u32;

    fn apply(&self, _: &View<'_>, _: Row, intended: Vec2, steps: &mut u32) -> Vec2 {
        *steps += 1;
        intended * self.share
    }
}

impl crate::BodyRule for AtMost {
    const NAME: &'static str = "at-most";
    const TITLE: &'static str = "Limits the speed";
    type Memory = ();

    fn apply(&self, _: &View<'_>, _: Row, intended: Vec2, _: &mut ()) -> Vec2 {
        intended.clamp_length(self.speed)
    }
}

#[test]
fn body_rules_apply_to_their_groups_in_the_order_of_the_set() {
    let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 9.0).unwrap());
    let speeds = |rules: BodyRuleSet| {
        let mut sim = Simulation::new(Setup { rules, ..Setup::new(hall.clone()) }).unwrap();
        let goal = sim.add_goal_at(Point::new(19.0, 4.5)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        let plain = Group { speed: crate::Spread::constant(1.2), ..Group::default() };
        let ruled = plain.clone().with_rule(AtMost { speed: 0.8 }).with_rule(Slower { share: 0.5 });
        let groups = [&plain, &ruled].map(|g| sim.add_group(g).unwrap());
        let ids = [1.0, 7.0].map(|y| Point::new(1.0, y)).into_iter().zip(groups);
        let ids: Vec<AgentId> = ids.map(|(at, group)| sim.spawn(group, journey, at).unwrap()).collect();
        let saved = sim.save().unwrap();
        (0..20).for_each(|_| {
            sim.step();
        });
        sim.restore(&saved).unwrap();
        sim.step();
        ids.iter().map(|id| sim.walker(*id).unwrap().velocity.length()).collect::<Vec<f32>>()
    };
    let none = BodyRuleSet::default();
    let limit_first = speeds(none.clone().with::<AtMost>().with::<Slower>());
    assert!((limit_first[0] - 1.2).abs() < 1e-4 && (limit_first[1] - 0.4).abs() < 1e-4, "{limit_first:?}");
    let limit_last = speeds(none.clone().with::<Slower>().with::<AtMost>());
    assert!((limit_last[0] - 1.2).abs() < 1e-4 && (limit_last[1] - 0.6).abs() < 1e-4, "{limit_last:?}");
    let mut sim = Simulation::new(Setup::new(hall)).unwrap();
    let unknown = sim.add_group(&Group::default().with_rule(Slower { share: 0.5 })).unwrap_err();
    assert_eq!(unknown.to_string(), "there is no body rule `slower`");
}
