use super::penalty::Penalty;
use super::{Limits, RvoParams, choose};
use crate::models::crossings::{Pair, swerves};
use crate::random::{Draw, Purpose};
use crate::{AtGoal, Group, LANES, Setup, Silent, Simulation, Spread};
use ambulo_geom::math::{cos, sin};
use ambulo_geom::{Contact, Point, Polygon, Region, Segment, Vec2, ttc_disc_segment, ttc_discs};

fn disc(draw: &mut Draw, radius: f64) -> Vec2 {
    let (r, a) = (radius * draw.unit().sqrt(), draw.unit() * 2.0 * std::f64::consts::PI);
    Vec2::new((r * cos(a)) as f32, (r * sin(a)) as f32)
}

fn cost(penalty: &Penalty, v: Vec2) -> f32 {
    let all = penalty.of_eight(&[v.x; LANES], &[v.y; LANES]);
    assert!(all.iter().all(|c| *c == all[0]));
    all[0]
}

#[test]
fn a_velocity_is_in_the_reciprocal_obstacle_when_twice_it_less_the_present_is_in_the_plain_one() {
    let (mut draw, mut hits) = (Draw::new(1, 0, 0, Purpose::Setup), 0);
    for _ in 0..20_000 {
        let (at, radius) = (disc(&mut draw, 6.0), 0.4);
        if at.length() < 0.41 {
            continue;
        }
        let [mine, other, v] = [0, 1, 2].map(|_| disc(&mut draw, 1.5));
        let mut penalty = Penalty::new(7.5, 0.05, 1.0, v);
        penalty.add_body(at, radius, 2.0, other + mine);
        // The wish is the velocity itself, so all it costs is the collision.
        let truth = match ttc_discs(at, other - (v * 2.0 - mine), radius) {
            Contact::In(t) => 7.5 / t,
            Contact::Never => 0.0,
            Contact::Inside => unreachable!(),
        };
        let found = cost(&penalty, v);
        hits += usize::from(truth > 0.0);
        // A course that grazes may be taken for one that misses, and the other way round.
        let graze = truth == 0.0 || found == 0.0;
        assert!((found - truth).abs() <= 2e-3 * truth || (graze && found.max(truth) < 40.0), "{found} {truth}");
        assert!(!graze || found == truth || grazes(at, v * 2.0 - mine - other, radius), "{found} {truth}");
    }
    assert!(hits > 500, "{hits}");
}

fn grazes(at: Vec2, v: Vec2, radius: f32) -> bool {
    let off = (at.cross(v) / v.length()).abs();
    (off - radius).abs() < 1e-4
}

#[test]
fn walls_cost_by_the_time_they_are_touched_and_nothing_later() {
    let (mut draw, mut hits) = (Draw::new(2, 0, 0, Purpose::Setup), 0);
    for _ in 0..5000 {
        let (a, b, v) = (disc(&mut draw, 4.0), disc(&mut draw, 4.0), disc(&mut draw, 1.5));
        // Seen from the walker the wall runs from left to right.
        let (left, right) = if a.cross(b) < 0.0 { (a, b) } else { (b, a) };
        let at = |v: Vec2| Point::new(f64::from(v.x), f64::from(v.y));
        let wall = Segment::new(at(left), at(right));
        if wall.distance(Point::new(0.0, 0.0)) < 0.25 {
            continue;
        }
        let mut penalty = Penalty::new(7.5, 0.05, 1.0, v);
        penalty.add_wall(left, right, 0.2);
        let t = ttc_disc_segment(Point::new(0.0, 0.0), v, 0.2, wall);
        let truth = match t {
            Contact::In(t) if t < 1.0 => 7.5 / t - 7.5,
            _ => 0.0,
        };
        let found = cost(&penalty, v);
        hits += usize::from(truth > 0.0);
        assert!((found - truth).abs() <= 0.01 * (truth + 7.5), "{found} {truth} {left:?} {right:?} {v:?}");
    }
    assert!(hits > 200, "{hits}");
}

/// What a walker at the origin, who walks at `mine` and wants to walk at `wish` along x, chooses.
fn chosen(at: Vec2, mine: Vec2, other: Vec2, wish: f32, p: &RvoParams) -> Vec2 {
    let own = if p.reciprocal < 0.5 { 2.0 } else { 1.0 };
    let mut penalty = Penalty::new(p.weight, 0.05, p.wall_time, Vec2::new(wish, 0.0));
    penalty.add_body(at, 0.4, own, other + mine * (own - 1.0));
    let limits = Limits { now: mine, change: p.max_accel * 0.05, fastest: 2.0 };
    choose(&penalty, &limits, p, Vec2::new(1.0, 0.0), &mut Silent)
}

#[test]
fn a_head_on_pair_splits_the_change_evenly() {
    let p = RvoParams { max_accel: 20.0, samples: 1024.0, noise: 0.0, ..RvoParams::default() };
    for aside in [0.0, 0.1, -0.2] {
        let (at, v) = (Vec2::new(4.0, aside), Vec2::new(1.3, 0.0));
        // The other sees the same turned by half a turn.
        let mine = chosen(at, v, -v, 1.3, &p);
        let other = -chosen(at, v, -v, 1.3, &p);
        assert_eq!(mine - v, -(other + v), "both change alike");
        assert!((mine - v).length() > 0.05, "{mine:?}");
        // Together they miss each other; and the change of one alone would not have done.
        let misses = |v: Vec2| matches!(ttc_discs(at, v, 0.4), Contact::Never);
        assert!(misses(other - mine) && !misses(-v - mine), "{mine:?}");
        // Whoever thinks it must do all of it changes about twice as much.
        let all = chosen(at, v, -v, 1.3, &RvoParams { reciprocal: 1.0, ..p.clone() });
        let ratio = (all - v).length() / (mine - v).length();
        assert!((1.5..=2.5).contains(&ratio), "{ratio}: {all:?} {mine:?}");
    }
}

#[test]
fn overlapping_bodies_part_as_soon_as_they_can() {
    let p = RvoParams::default();
    let away = chosen(Vec2::new(0.3, 0.0), Vec2::ZERO, Vec2::ZERO, 1.3, &p);
    assert!(away.x < -0.2, "{away:?}");
}

/// How often the two of a head-on pair change from turning one way to turning the other while they meet.
fn swings(reciprocal: f64) -> usize {
    let square = Region::from(Polygon::rectangle(0.0, 0.0, 40.0, 20.0).unwrap());
    let mut sim = Simulation::new(Setup { dt: 0.1, ..Setup::new(square) }).unwrap();
    let params = vec![("reciprocal".into(), reciprocal), ("noise".into(), 0.0), ("max_accel".into(), 20.0)];
    let (speed, radius) = (Spread::constant(1.3), Spread::constant(0.2));
    let group = Group { model: "rvo".into(), params, speed, radius, ..Group::default() };
    let group = sim.add_group(&group).unwrap();
    let ids = [(10.0, 30.0, 10.05), (30.0, 10.0, 9.95)].map(|(from, to, y)| {
        let goal = sim.add_goal_at(Point::new(to, y)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.spawn(group, journey, Point::new(from, y)).unwrap()
    });
    let mut velocities = Vec::new();
    while sim.report().time < 30.0 {
        sim.step();
        let [Some(a), Some(b)] = ids.map(|id| sim.walker(id)) else { break };
        if a.place.x >= b.place.x {
            break;
        }
        velocities.push(a.velocity);
    }
    assert!(velocities.len() > 20);
    swerves(&velocities)
}

#[test]
fn plain_obstacles_make_a_pair_swing_and_reciprocal_ones_do_not() {
    let (plain, reciprocal) = (swings(1.0), swings(0.0));
    println!("swings: {plain} plain, {reciprocal} reciprocal");
    assert!(plain >= 20 && reciprocal <= 4, "{plain} {reciprocal}");
}

#[test]
fn crossing_pairs_arrive_without_touching() {
    let faults: Vec<String> = Pair::all("rvo").flat_map(|pair| pair.faults(4)).collect();
    let (dances, faults): (Vec<String>, Vec<String>) = faults.into_iter().partition(|f| f.contains("swerves"));
    println!("{} of 120 walkers dance", dances.len());
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(dances.len() < 20, "{dances:#?}");
}

#[test]
fn without_noise_and_with_the_other_side_the_mirrored_scene_gives_mirrored_paths() {
    for pair in [Pair::new("rvo", 90.0, 0.4), Pair::new("rvo", 180.0, 0.0), Pair::new("rvo", 150.0, 0.1)] {
        let worst = pair.clone().with(&[("noise", 0.0)]).asymmetry();
        assert!(worst < 1e-3, "{pair}: {worst} m");
    }
}
