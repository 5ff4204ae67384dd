//! Each urge alone does what it says.

use super::claims::*;

#[test]
fn spec_with_cohesion_only_the_group_shrinks() {
    let (before, after) = cohesion();
    assert!(after < 0.8 * before, "{before} {after}");
}

#[test]
fn spec_with_alignment_only_headings_agree_more_at_every_one_of_1000_steps() {
    let (first, last, grew) = alignment();
    assert!(first > 0.05 && last < 1e-6 && grew == 0, "{first} {last} {grew}");
}

#[test]
fn spec_with_separation_only_the_least_distance_grows() {
    let least = separation();
    assert!(least[1] > least[0] && least[3] > least[0] + 0.3, "{least:?}");
}

#[test]
fn without_seek_nobody_goes_anywhere_and_with_it_all_do() {
    let (mut still, ids) = flock(&[], 1.0, 0.0);
    let begin = places(&still, &ids);
    (0..100).for_each(|_| {
        still.step();
    });
    assert_eq!(begin, places(&still, &ids), "the literal model has no goal");
    let (mut sim, ids) = flock(&[("seek", 8.0), ("separation", 12.0), ("alignment", 8.0), ("cohesion", 8.0)], 1.0, 0.0);
    (0..200).for_each(|_| {
        sim.step();
    });
    let walked = places(&sim, &ids).iter().zip(&begin).map(|(a, b)| a.x - b.x).fold(f64::INFINITY, f64::min);
    assert!(walked > 8.0, "{walked} m in 10 s");
}
