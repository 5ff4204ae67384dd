//! Path efficiency.
//!
//! Definition: of each walker, the straight line from its first place to its last, over the length of its trajectory
//! (the sum of straight pieces between its rows). 1 is a straight line; one that ends where it began has 0. A walker
//! who walked less than 0.5 m has none: trembling on the spot is no trajectory. No unit. A body that sways walks
//! further than its goal is away: compare only recordings of the same rate.

use crate::resample::each;
use ambulo_data::Trajectories;

/// Trajectories shorter than this are left out [m].
pub const LEAST: f64 = 0.5;

/// Walker and its efficiency, by walker.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_geom::Region;
/// let row = |frame, x, y| TrajectoryRow { frame, id: 4, x, y, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 };
/// // Three metres east, four north: five as the crow flies.
/// let rows = vec![row(0, 0.0, 0.0), row(1, 3.0, 0.0), row(2, 3.0, 4.0)];
/// let t = Trajectories::new(1.0, Region::new(vec![]).unwrap(), vec![], rows);
/// assert_eq!(ambulo_eval::path_efficiency::measure(&t), [(4, 5.0 / 7.0)]);
/// ```
pub fn measure(t: &Trajectories) -> Vec<(u32, f64)> {
    each(t, |rows| {
        let places = || rows.iter().map(|r| r.place()).filter(|p| p.is_finite());
        let walked: f64 = places().zip(places().skip(1)).map(|(a, b)| a.distance(b)).sum();
        let straight = places().next()?.distance(places().next_back()?);
        (walked >= LEAST).then(|| straight / walked)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_line_has_one_a_round_has_none_and_who_stands_does_not_count() {
        let line = sample::walk(1, 0..100, (0.0, 0.0), (0.03, 0.04));
        let round = sample::circle(2, 3.0, 300, 301);
        let still = sample::stand(3, 0..50, 1.0, 1.0);
        let t = Trajectories::new(10.0, sample::square(9.0), vec![], line.chain(round).chain(still).collect());
        let found = measure(&t);
        assert_eq!(found.iter().map(|f| f.0).collect::<Vec<_>>(), [1, 2]);
        assert!((found[0].1 - 1.0).abs() < 1e-12 && found[1].1 < 1e-9, "{found:?}");
    }

    #[test]
    fn half_a_circle_has_two_by_pi() {
        let t = Trajectories::new(10.0, sample::square(9.0), vec![], sample::circle(2, 3.0, 2000, 1001).collect());
        assert!((measure(&t)[0].1 - std::f64::consts::FRAC_2_PI).abs() < 1e-5);
    }
}
