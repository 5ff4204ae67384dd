//! What the paper promises, in running crowds.

use crate::models::crossings::Pair;

pub(super) const MODEL: &str = "karamouzas";

#[test]
fn pairs_cross_without_touching_and_arrive_without_swerving() {
    let mut faults = Vec::new();
    for pair in Pair::all(MODEL) {
        faults.extend(pair.faults(2));
        faults.extend(pair.at_speeds([1.3, 1.0]).faults(2));
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn mirrored_pairs_walk_mirrored_paths() {
    for pair in Pair::all(MODEL) {
        let apart = pair.asymmetry();
        assert!(apart < 1e-3, "{pair}: {apart} m");
    }
}

#[test]
fn show() {
    for pair in Pair::all(MODEL) {
        let c = pair.run();
        println!("{pair}: {:.2} m {:?} {:?}", c.least_distance, c.arrivals, c.swerves);
    }
}
