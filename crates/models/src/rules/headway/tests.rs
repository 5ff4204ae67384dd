use super::ahead::{COSINES, SINES};
use super::*;
use crate::trials::Cast;
use ambulo_geom::{Point, Polygon, Region};
use ambulo_sim::{AtGoal, Group, Simulation, Spread};

/// People in a corridor who walk east, each with its own place and pace; `None` stands.
fn corridor(
    width: f64,
    people: &[(f64, f64, Option<f64>)],
    headway: Option<Headway>,
) -> (Simulation, Vec<ambulo_sim::AgentId>) {
    let plan = Region::from(Polygon::rectangle(0.0, 0.0, 60.0, width).unwrap());
    let mut setup = Cast::of("social-force").simulation(plan);
    let ids = people.iter().map(|(x, y, pace)| {
        let model = crate::social_force::SocialForce { noise: 0.0, ..Default::default() };
        let group = Group { speed: Spread::constant(pace.unwrap_or(1.0)), ..Group::model(model) };
        let group = headway.iter().fold(group, |g, h| g.with_rule(h.clone()));
        let group = setup.add_group(&group).unwrap();
        let goal = setup.add_goal_at(Point::new(if pace.is_some() { 59.0 } else { *x }, *y)).unwrap();
        let journey = setup.add_journey(&[goal], AtGoal::Stay);
        setup.spawn(group, journey, Point::new(*x, *y)).unwrap()
    });
    let ids = ids.collect();
    (setup, ids)
}

fn walk(sim: &mut Simulation, seconds: f64) {
    while sim.report().time < seconds {
        sim.step();
    }
}

#[test]
fn an_agent_alone_walks_as_without_headway_to_the_bit() {
    let hash = |headway| {
        let (mut sim, _) = corridor(3.0, &[(2.0, 1.2, Some(1.3))], headway);
        walk(&mut sim, 20.0);
        sim.report().state_hash
    };
    assert_eq!(hash(None), hash(Some(Headway::default())));
}

#[test]
fn a_fast_one_behind_a_slow_one_in_a_narrow_file_keeps_the_time_gap() {
    // Two bodies do not fit beside each other.
    let rule = Headway::default();
    let (mut sim, ids) = corridor(0.8, &[(8.0, 0.4, Some(0.4)), (4.0, 0.4, Some(1.4))], Some(rule.clone()));
    walk(&mut sim, 25.0);
    let (front, behind) = (sim.walker(ids[0]).unwrap(), sim.walker(ids[1]).unwrap());
    let gap = front.place.x - behind.place.x;
    let least = f64::from(rule.length + rule.time_gap * 0.4) - 0.1;
    assert!(behind.velocity.length() < 0.55 && gap > least, "{} m/s, {gap} m", behind.velocity.length());
}

#[test]
fn who_stands_is_not_pushed_away_by_those_who_pass() {
    let people = [(20.0, 1.5, None), (10.0, 1.5, Some(1.3)), (8.0, 1.4, Some(1.3)), (6.0, 1.6, Some(1.3))];
    let pushed = |headway| {
        let (mut sim, ids) = corridor(3.0, &people, headway);
        walk(&mut sim, 25.0);
        assert!(sim.walker(ids[3]).unwrap().place.x > 25.0, "they get past");
        sim.walker(ids[0]).unwrap().place.distance(Point::new(20.0, 1.5))
    };
    assert!(pushed(Some(Headway::default())) < 0.2);
    assert!(pushed(None) > 0.2, "the model by itself gives way");
}

#[test]
fn turns_have_the_sines_and_cosines_of_the_table() {
    for k in 0..TURNS.len() {
        let (c, s) = (ambulo_geom::math::cos(f64::from(TURNS[k])), ambulo_geom::math::sin(f64::from(TURNS[k])));
        assert!((f64::from(COSINES[k]) - c).abs() < 1e-6 && (f64::from(SINES[k]) - s).abs() < 1e-6);
    }
}

#[test]
fn who_goes_sideways_or_backwards_is_slower_and_who_goes_straight_is_not() {
    let (rule, east) = (Headway { sideways: 0.6, backward: 0.5, ..Default::default() }, Vec2::new(1.0, 0.0));
    let speed = |degrees: f32| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        rule.as_it_faces(Vec2::new(cos, sin) * 1.3, east, 1.3).length() / 1.3
    };
    assert_eq!((speed(0.0), speed(20.0)), (1.0, 1.0));
    assert!((speed(90.0) - 0.6).abs() < 1e-3 && (speed(180.0) - 0.5).abs() < 1e-3);
    let all: Vec<f32> = (0..=18).map(|k| speed(10.0 * k as f32)).collect();
    assert!(all.windows(2).all(|w| w[1] <= w[0] + 1e-6), "{all:?}");
    // Slow motion is as fast in every direction: nobody is held who only makes room.
    let aside = Vec2::new(0.0, 0.2);
    assert_eq!(rule.as_it_faces(aside, east, 1.3), aside);
}
