use crate::models::crossings::{Crossing, Pair};
use crate::{AtGoal, Group, Note, Setup, Simulation, Spread};
use ambulo_geom::{Point, Polygon, Region, Vec2};

#[test]
fn pairs_cross_without_touching_and_without_swaying() {
    let mut all = Vec::new();
    for speeds in [[1.3, 1.3], [1.3, 1.0]] {
        for pair in Pair::all("paris") {
            all.extend(pair.at_speeds(speeds).faults(2));
        }
    }
    assert_eq!(all, Vec::<String>::new());
}

#[test]
fn mirrored_scenes_give_mirrored_paths() {
    for pair in Pair::all("paris") {
        let asymmetry = pair.asymmetry();
        assert!(asymmetry < 1e-3, "{pair}: {asymmetry} m");
    }
}

/// Least distance the two would come to, each keeping its velocity of step `t`.
fn predicted(c: &Crossing, t: usize, dt: f64) -> f64 {
    let [v, w] = [0, 1].map(|k| (c.paths[k][t] - c.paths[k][t - 1]) / dt as f32);
    let (p, w) = (c.paths[1][t] - c.paths[0][t], w - v);
    let ahead = (-p.dot(w) / w.length_squared().max(1e-9)).max(0.0);
    f64::from((p + w * ahead).length())
}

/// The step at which the two are nearest.
fn nearest(c: &Crossing) -> usize {
    let steps = c.paths[0].len().min(c.paths[1].len());
    (0..steps).min_by(|a, b| gap(c, *a).total_cmp(&gap(c, *b))).unwrap()
}

fn gap(c: &Crossing, t: usize) -> f64 {
    c.paths[0][t].distance(c.paths[1][t])
}

#[test]
fn at_90_degrees_the_predicted_distance_reaches_half_a_metre_a_second_before_the_two_are_nearest() {
    for offset in [0.0, 0.1, 0.2, 0.3] {
        let c = Pair::new("paris", 90.0, offset).run();
        assert!(predicted(&c, 2, 0.05) < 0.5, "offset {offset}: nothing to avoid");
        let then = nearest(&c) - 20;
        assert!(predicted(&c, then, 0.05) >= 0.499, "offset {offset}: {}", predicted(&c, then, 0.05));
    }
}

#[test]
fn whoever_comes_later_gives_way() {
    // The second starts 0.4 m behind: the first passes the crossing before it.
    let c = Pair::new("paris", 90.0, 0.4).run();
    let passes = |k: usize, at: fn(Point) -> f64| c.paths[k].iter().position(|p| at(*p) > 24.0).unwrap();
    assert!(passes(0, |p| p.x) < passes(1, |p| p.y));
}

#[test]
fn where_the_predicted_distance_is_beyond_reach_nobody_changes_speed_or_heading() {
    // 1.2 m later: they would pass at 0.85 m, and 0.5 m is kept.
    let c = Pair::new("paris", 90.0, 1.2).run();
    assert!(predicted(&c, 2, 0.05) > 0.8);
    for (k, straight) in [(0, Vec2::new(1.3, 0.0)), (1, Vec2::new(0.0, 1.3))] {
        let from = c.paths[k][0];
        for (t, p) in c.paths[k].iter().enumerate().take(200) {
            let expected = from + straight * (t as f32 * 0.05);
            assert!(p.distance(expected) < 1e-4, "walker {k} step {t}: {p} {expected}");
        }
    }
}

/// A walker first sees one who crosses its way at a right angle `tti` seconds before the two would meet; how much of
/// its answer is a change of speed.
fn share_of_speed(tti: f64, more: &[(&str, f64)]) -> f64 {
    let hall = Region::from(Polygon::rectangle(0.0, 0.0, 60.0, 60.0).unwrap());
    let mut sim = Simulation::new(Setup::new(hall)).unwrap();
    let person = |model: &str, params: &[(&str, f64)]| Group {
        model: model.into(),
        speed: Spread::constant(1.3),
        radius: Spread::constant(0.2),
        params: params.iter().map(|(name, value)| (name.to_string(), *value)).collect(),
        ..Group::default()
    };
    let sees = 1.3 * tti * std::f64::consts::SQRT_2;
    let every = [&[("decide_every", 0.0), ("smooth", 0.0), ("range", sees)], more].concat();
    let walker = sim.add_group(&person("paris", &every)).unwrap();
    // Minds nobody.
    let passer = sim.add_group(&person("social-force", &[("strength", 0.0), ("noise", 0.0), ("tau", 0.05)])).unwrap();
    let mut journey = |x: f64, y: f64| {
        let goal = sim.add_goal_at(Point::new(x, y)).unwrap();
        sim.add_journey(&[goal], AtGoal::Leave)
    };
    let (east, north) = (journey(58.0, 30.0), journey(30.0, 58.0));
    let before = 1.3 * (tti + 1.0);
    let me = sim.spawn(walker, east, Point::new(30.0 - before, 30.0)).unwrap();
    sim.spawn(passer, north, Point::new(30.0, 30.0 - before)).unwrap();
    while sim.report().time < tti + 2.0 {
        sim.step();
        let v = sim.walker(me).unwrap().velocity;
        let (dv, turn) = (f64::from((v.length() - 1.3).abs()), f64::from(v.length()) * v.angle().abs());
        if dv + turn > 1e-3 && sim.report().time > 0.2 {
            return dv / (dv + turn);
        }
    }
    f64::NAN
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
            let swaying: usize = Pair::all("paris").map(|p| p.with(params).faults(2).len()).sum();
            println!("    {params:?}: {swaying} faults");
        }
    }
}

#[test]
fn people_behind_a_wall_have_no_influence_and_those_out_of_sight_count_as_standing() {
    let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    let explain = |wall: bool, at: Point, goal: Point| {
        let mut setup = Setup::new(hall.clone());
        if wall {
            let segment = ambulo_geom::Segment::new(Point::new(3.0, 4.0), Point::new(9.0, 4.0));
            setup.site.floors[0].walls.push(segment);
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
fn without_a_goal_it_stands_and_alone_it_walks_its_way() {
    let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    let mut sim = Simulation::new(Setup::new(hall)).unwrap();
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

/// Two streams of twelve in a corridor of 4 m: mean lane index from 25 s to 40 s, and when the last arrived.
fn lanes(seed: u64, params: &[(&str, f64)]) -> (f64, f64) {
    let hall = Region::from(Polygon::rectangle(0.0, 0.0, 60.0, 4.0).unwrap());
    let mut sim = Simulation::new(Setup { seed, ..Setup::new(hall) }).unwrap();
    let params = params.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    let group = sim.add_group(&Group { model: "paris".into(), params, ..Group::default() }).unwrap();
    for (goal, start) in [((58.0, 60.0), (2.0, 20.0)), ((0.0, 2.0), (40.0, 58.0))] {
        let goal = sim.add_goal_area(&Region::from(Polygon::rectangle(goal.0, 0.0, goal.1, 4.0).unwrap())).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        let area = Region::from(Polygon::rectangle(start.0, 0.0, start.1, 4.0).unwrap());
        sim.populate(&area, group, journey, 12).unwrap();
    }
    let (mut sum, mut count) = (0.0, 0.0);
    while sim.report().arrived < 24 && sim.report().time < 150.0 {
        sim.step();
        if !(25.0..40.0).contains(&sim.report().time) {
            continue;
        }
        let all: Vec<_> = sim.walkers().map(|w| (w.id, w.place, w.id.0 < 12)).collect();
        for (id, place, east) in &all {
            let band: Vec<_> = all.iter().filter(|o| o.0 != *id && (o.1.y - place.y).abs() < 0.5).collect();
            if !band.is_empty() {
                let same = band.iter().filter(|o| o.2 == *east).count();
                sum += 2.0 * same as f64 / band.len() as f64 - 1.0;
                count += 1.0;
            }
        }
    }
    (sum / count, if sim.report().arrived == 24 { sim.report().time } else { f64::INFINITY })
}

#[test]
#[ignore = "figures to write down"]
fn lane_index_of_opposite_streams() {
    for params in [&[][..], &[("brake_time", 8.0)]] {
        println!("{params:?}: {:.2?}", [1, 2, 3, 4, 5].map(|seed| lanes(seed, params)));
    }
}
