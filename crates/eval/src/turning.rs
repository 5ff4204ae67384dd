//! Degrees turned.
//!
//! Definition: of each walker, the sum of the angles between the directions of its moves at 5 samples per second, each
//! without sign. Moves slower than 0.05 m/s have no direction; the next one is compared with the last that had. Unit: degrees.
//! The sum depends on the rate: compare only what was sampled alike.

use crate::resample::{each, in_time, turn};
use ambulo_data::Trajectories;

/// Samples per second.
pub const RATE: f64 = 5.0;
/// Slower moves have no direction [m/s].
pub const LEAST_SPEED: f64 = 0.05;

/// Walker and its degrees, by walker.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_geom::Region;
/// // Four metres east, then north.
/// let row = |frame: u32| TrajectoryRow {
///     frame, id: 4, x: f64::from(frame.min(4)), y: f64::from(frame.max(4)), ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0,
/// };
/// let t = Trajectories::new(5.0, Region::new(vec![]).unwrap(), vec![], (0..9).map(row).collect());
/// assert!((ambulo_eval::turning::measure(&t)[0].1 - 90.0).abs() < 1e-9);
/// ```
pub fn measure(t: &Trajectories) -> Vec<(u32, f64)> {
    each(t, |rows| {
        let runs = in_time(rows, t.fps, RATE);
        let least = LEAST_SPEED / RATE;
        let mut moves =
            runs.iter().flat_map(|run| run.windows(2)).map(|w| (w[0], w[1])).filter(|(a, b)| a.distance(*b) > least);
        let Some(mut last) = moves.next() else { return Some(0.0) };
        let mut turned = 0.0;
        for now in moves {
            turned += turn(last, now, 0.0).unwrap_or(0.0).abs();
            last = now;
        }
        Some(turned.to_degrees())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_straight_line_turns_by_nothing_and_a_circle_by_360_degrees() {
        let line = sample::walk(1, 0..100, (0.0, 0.0), (0.03, 0.04));
        // One move more than a round: the last move points where the first did.
        let circle = sample::circle(2, 3.0, 300, 302);
        let t = Trajectories::new(5.0, sample::square(9.0), vec![], line.chain(circle).collect());
        let turned = measure(&t);
        assert!(turned[0].1 < 1e-5, "{turned:?}");
        assert!((turned[1].1 - 360.0).abs() < 1e-6, "{turned:?}");
    }

    #[test]
    fn standing_adds_nothing_but_the_turn_over_it_counts() {
        let east = sample::walk(1, 0..11, (0.0, 1.0), (0.2, 0.0));
        let still = sample::stand(1, 11..21, 2.0, 1.0).map(|mut r| {
            r.y += 1e-3 * f64::from(r.frame % 2);
            r
        });
        let north = sample::walk(1, 21..31, (2.0, 1.2), (0.0, 0.2));
        let t = Trajectories::new(5.0, sample::square(9.0), vec![], east.chain(still).chain(north).collect());
        assert!((measure(&t)[0].1 - 90.0).abs() < 1e-9, "{:?}", measure(&t));
    }
}
