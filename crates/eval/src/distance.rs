//! Distance walked.
//!
//! Definition: length of a walker's path, the sum of straight pieces between its rows. Unit: m. A body that sways from
//! step to step walks further than its goal is away; compare only recordings of the same rate.

use ambulo_data::Trajectories;

/// Walker and the length of its path [m], by walker.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_geom::Region;
/// let row = |frame, x, y| TrajectoryRow { frame, id: 4, x, y, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 };
/// let rows = vec![row(0, 0.0, 0.0), row(1, 3.0, 4.0), row(2, 3.0, 5.0)];
/// let t = Trajectories::new(1.0, Region::new(vec![]).unwrap(), vec![], rows);
/// assert_eq!(ambulo_eval::distance::measure(&t), [(4, 6.0)]);
/// ```
pub fn measure(t: &Trajectories) -> Vec<(u32, f64)> {
    let mut rows: Vec<_> = t.rows().iter().filter(|r| r.place().is_finite()).map(|r| (r.id, r.place())).collect();
    rows.sort_by_key(|r| r.0);
    let length = |one: &[(u32, ambulo_geom::Point)]| one.windows(2).map(|w| w[0].1.distance(w[1].1)).sum();
    rows.chunk_by(|a, b| a.0 == b.0).map(|one| (one[0].0, length(one))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_straight_walk_is_as_long_as_its_ends_are_apart() {
        let rows = sample::walk(1, 0..101, (0.0, 0.0), (0.03, 0.04)).chain(sample::stand(2, 0..9, 1.0, 1.0)).collect();
        let distances = measure(&Trajectories::new(10.0, sample::square(9.0), vec![], rows));
        assert!((distances[0].1 - 5.0).abs() < 1e-9);
        assert_eq!(distances[1], (2, 0.0));
    }
}
