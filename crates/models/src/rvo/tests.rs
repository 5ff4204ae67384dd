use super::Rvo;
use super::claims::*;
use super::penalty::Penalty;
use crate::crossings::CrossingSetup;
use ambulo_geom::{Contact, Point, Segment, Vec2, ttc_disc_segment};
use ambulo_sim::random::{Draw, Purpose};

#[test]
fn a_velocity_is_in_the_reciprocal_obstacle_when_twice_it_less_the_present_is_in_the_plain_one() {
    let found = reciprocal(20_000);
    assert!(found.hits > 500 && found.disagree == 0 && found.off < 2e-3, "{found:?}");
}

#[test]
fn a_head_on_pair_splits_the_change_evenly() {
    for pair in head_on() {
        assert!(pair.uneven == 0.0 && pair.change > 0.05 && pair.just_enough, "{pair:?}");
        assert!((1.5..=2.5).contains(&pair.all_over_half), "{pair:?}");
    }
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

#[test]
fn overlapping_bodies_part_as_soon_as_they_can() {
    let p = Rvo::default();
    let away = chosen(Vec2::new(0.3, 0.0), Vec2::ZERO, Vec2::ZERO, 1.3, &p);
    assert!(away.x < -0.2, "{away:?}");
}

#[test]
fn plain_obstacles_make_a_pair_swing_and_reciprocal_ones_do_not() {
    let (plain, reciprocal) = (swings(1.0), swings(0.0));
    println!("swings: {plain} plain, {reciprocal} reciprocal");
    assert!(plain >= 20 && reciprocal <= 4, "{plain} {reciprocal}");
}

#[test]
fn crossing_pairs_arrive_without_touching() {
    let faults: Vec<String> = CrossingSetup::all("rvo").flat_map(|pair| pair.faults(4)).collect();
    let (dances, faults): (Vec<String>, Vec<String>) = faults.into_iter().partition(|f| f.contains("swerves"));
    println!("{} of 120 walkers dance", dances.len());
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(dances.len() < 20, "{dances:#?}");
}

#[test]
fn without_noise_and_with_the_other_side_the_mirrored_scene_gives_mirrored_paths() {
    for pair in [
        CrossingSetup::new("rvo", 90.0, 0.4),
        CrossingSetup::new("rvo", 180.0, 0.0),
        CrossingSetup::new("rvo", 150.0, 0.1),
    ] {
        let worst = pair.clone().with(&[("noise", 0.0)]).asymmetry();
        assert!(worst < 1e-3, "{pair}: {worst} m");
    }
}
