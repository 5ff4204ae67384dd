use super::claims::{self, share_of_speed};
use crate::crossings::CrossingSetup;
use ambulo_geom::{Point, Polygon, Region};
use ambulo_sim::{AtGoal, Group, Note, Simulation};

#[test]
fn pairs_cross_without_touching_and_without_swaying() {
    let mut all = Vec::new();
    for speeds in [[1.3, 1.3], [1.3, 1.0]] {
        for pair in CrossingSetup::all("paris") {
            all.extend(pair.at_speeds(speeds).faults(2));
        }
    }
    assert_eq!(all, Vec::<String>::new());
}

#[test]
fn mirrored_scenes_give_mirrored_paths() {
    for pair in CrossingSetup::all("paris") {
        let asymmetry = pair.asymmetry();
        assert!(asymmetry < 1e-3, "{pair}: {asymmetry} m");
    }
}

#[test]
fn at_90_degrees_the_predicted_distance_reaches_half_a_metre_a_second_before_the_two_are_nearest() {
    for offset in [0.0, 0.1, 0.2, 0.3] {
        let met = claims::crossing(offset);
        assert!(met.predicted[0] < 0.5, "offset {offset}: nothing to avoid");
        assert!(met.before(1.0) >= 0.499, "offset {offset}: {}", met.before(1.0));
    }
}

#[test]
fn the_later_agent_gives_way() {
    assert!(claims::crossing(0.4).first_leads);
}

#[test]
fn where_the_predicted_distance_is_beyond_reach_nobody_changes_speed_or_heading() {
    // 1.2 m later: they would pass at 0.85 m, and 0.5 m is kept.
    assert!(claims::crossing(1.2).predicted[0] > 0.8);
    let (off, decisions) = claims::unmoved(1.2);
    assert!(off < 1e-9 && decisions > 20, "{off} {decisions}");
    let (off, _) = claims::unmoved(0.2);
    assert!(off > 0.05, "nearer, one does: {off}");
}

#[test]
fn the_nearer_an_encounter_is_in_time_the_more_it_is_answered_by_speed() {
    assert!(share_of_speed(1.0, &[]) > share_of_speed(6.0, &[]) + 0.5);
}

#[test]
#[ignore = "figures to write down"]
fn share_of_speed_over_time_to_interaction() {
    for alpha in [0.5, 0.3, 0.2, 0.1, 0.05] {
        let shares = [0.7, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0].map(|tti| share_of_speed(tti, &[("alpha", alpha)]));
        println!("alpha {alpha}: {shares:.2?}");
        for params in [&[("alpha", alpha)][..], &[("alpha", alpha), ("decide_every", 0.0)]] {
            let swaying: usize = CrossingSetup::all("paris").map(|p| p.with(params).faults(2).len()).sum();
            println!("    {params:?}: {swaying} faults");
        }
    }
}

#[test]
fn people_behind_a_wall_have_no_influence_and_those_out_of_sight_count_as_standing() {
    let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    let explain = |wall: bool, at: Point, goal: Point| {
        let mut setup = crate::setup(hall.clone());
        if wall {
            let segment = ambulo_geom::Segment::new(Point::new(3.0, 4.0), Point::new(9.0, 4.0));
            setup.site.levels[0].walls.push(segment);
        }
        let mut sim = Simulation::new(setup).unwrap();
        let group = sim.add_group(&Group { model: "paris".into(), ..Group::default() }).unwrap();
        let mut spawn = |from: Point, to: Point| {
            let goal = sim.add_goal_at(to).unwrap();
            let journey = sim.add_journey(&[goal], AtGoal::Leave);
            sim.spawn(group, journey, from).unwrap()
        };
        let me = spawn(Point::new(4.0, 5.0), Point::new(18.0, 5.0));
        spawn(at, goal);
        sim.step();
        // Decisions come at footfalls: ask until one is due.
        loop {
            sim.explain(Some(me));
            sim.step();
            if let Some(e) = sim.explanation().filter(|e| e.decided) {
                return e.clone();
            }
        }
    };
    let seen = |wall: bool, at: Point, goal: Point| {
        explain(wall, at, goal)
            .notes
            .iter()
            .find_map(|n| if let Note::Neighbour { seen, .. } = n { Some(*seen) } else { None })
            .unwrap()
    };
    let (below, up) = (Point::new(6.0, 2.5), Point::new(6.0, 9.0));
    assert_eq!(seen(false, below, up), "counted");
    assert_eq!(seen(true, below, Point::new(6.0, 1.0)), "hidden");
    assert_eq!(seen(false, Point::new(2.5, 5.0), Point::new(18.0, 6.0)), "standing");
}

#[test]
fn without_a_goal_it_stands_and_alone_it_follows_its_route() {
    let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    let mut sim = Simulation::new(crate::setup(hall)).unwrap();
    let group = sim.add_group(&Group { model: "paris".into(), ..Group::default() }).unwrap();
    let goal = sim.add_goal_at(Point::new(18.0, 5.0)).unwrap();
    let journey = sim.add_journey(&[goal], AtGoal::Leave);
    let me = sim.spawn(group, journey, Point::new(2.0, 5.0)).unwrap();
    for _ in 0..40 {
        sim.step();
    }
    let w = sim.walker(me).unwrap();
    assert!((w.velocity.y).abs() < 1e-6 && w.velocity.x > 0.5, "{:?}", w.velocity);
}
