//! Turning over the phase of the gait.
//!
//! Definition: of all walkers, the angles between each two moves that follow each other, without sign, summed by the phase
//! of the gait at the row between them, in 16 parts of a cycle. Moves slower than 0.2 m/s have no direction and do not
//! count, nor do rows without phase. A cycle is two steps; a foot comes down at phase 0 and at 0.5. Unit: radians.
//!
//! The share near step ends is that of the quarter of the cycle which lies nearest to them: within 1/16 of 0 and of 0.5.
//! It is 0.25 where turning does not care about steps.

use crate::resample::turn;
use ambulo_data::Trajectories;
use std::collections::BTreeMap;

/// Slower moves have no direction [m/s].
pub const LEAST_SPEED: f64 = 0.2;
/// Parts of a cycle.
pub const PARTS: usize = 16;

/// Radians turned in each part of a cycle.
///
/// ```
/// use ambulo_eval::gait_turning::GaitTurning;
/// let even = GaitTurning { parts: [1.0; 16] };
/// assert_eq!((even.total(), even.near_step_ends()), (16.0, Some(0.25)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GaitTurning {
    /// Part k lies from phase k / 16 to (k + 1) / 16 [rad].
    pub parts: [f64; PARTS],
}

/// Sums turning by phase; `phases` has one entry for each of the trajectories' rows, none for standing walkers.
///
/// ```
/// use ambulo_data::Trajectories;
/// use ambulo_geom::Region;
/// let nobody = Trajectories::new(20.0, Region::new(vec![]).unwrap(), vec![], vec![]);
/// assert_eq!(ambulo_eval::gait_turning::measure(&nobody, &[]).near_step_ends(), None);
/// ```
pub fn measure(t: &Trajectories, phases: &[Option<f32>]) -> GaitTurning {
    let mut turned = GaitTurning::default();
    // The last two rows of everybody.
    let mut last: BTreeMap<u32, (Option<usize>, usize)> = BTreeMap::new();
    let (rows, least) = (t.rows(), LEAST_SPEED / t.fps);
    for (now, row) in rows.iter().enumerate() {
        let Some((before, middle)) = last.insert(row.id, (last.get(&row.id).map(|l| l.1), now)) else { continue };
        let (Some(before), Some(Some(phase))) = (before, phases.get(middle)) else { continue };
        let follow = row.frame == rows[middle].frame + 1 && rows[middle].frame == rows[before].frame + 1;
        let [a, b, c] = [before, middle, now].map(|k| rows[k].place());
        if let Some(angle) = turn((a, b), (b, c), least).filter(|_| follow) {
            let part = (f64::from(*phase) * PARTS as f64) as usize;
            turned.parts[part.min(PARTS - 1)] += angle.abs();
        }
    }
    turned
}

impl GaitTurning {
    /// All turning [rad].
    ///
    /// ```
    /// assert_eq!(ambulo_eval::gait_turning::GaitTurning::default().total(), 0.0);
    /// ```
    pub fn total(&self) -> f64 {
        self.parts.iter().sum()
    }

    /// Share of the quarter of the cycle nearest to step ends; `None` where nobody turned.
    ///
    /// ```
    /// use ambulo_eval::gait_turning::GaitTurning;
    /// let mut between = GaitTurning::default();
    /// between.parts[7] = 2.0;
    /// assert_eq!(between.near_step_ends(), Some(1.0));
    /// ```
    pub fn near_step_ends(&self) -> Option<f64> {
        let near = self.parts[0] + self.parts[7] + self.parts[8] + self.parts[15];
        (self.total() > 0.0).then(|| near / self.total())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_right_angle_counts_at_the_phase_of_the_row_where_it_is() {
        // Ten frames east, then north: the corner is at frame 10.
        let east = sample::walk(1, 0..11, (0.0, 0.0), (0.1, 0.0));
        let north = sample::walk(1, 11..21, (1.0, 0.1), (0.0, 0.1));
        let t = Trajectories::new(10.0, sample::square(9.0), vec![], east.chain(north).collect());
        let phases: Vec<Option<f32>> = (0..21).map(|k| Some(k as f32 / 21.0)).collect();
        let turned = measure(&t, &phases);
        // 10 / 21 lies in part 7, next to the step end at 0.5.
        assert!((turned.parts[7] - std::f64::consts::FRAC_PI_2).abs() < 1e-9, "{turned:?}");
        assert!((turned.total() - turned.parts[7]).abs() < 1e-9);
        assert_eq!(measure(&t, &[None; 21]).total(), 0.0);
    }

    #[test]
    fn a_circle_at_an_even_phase_has_a_quarter_near_step_ends_and_the_slow_and_the_absent_do_not_count() {
        let circle: Vec<_> = sample::circle(2, 3.0, 320, 322).collect();
        let phases: Vec<Option<f32>> = (0..322).map(|k| Some((k % 16) as f32 / 16.0 + 0.01)).collect();
        let share = |fps| measure(&Trajectories::new(fps, sample::square(9.0), vec![], circle.clone()), &phases);
        assert!((share(10.0).near_step_ends().unwrap() - 0.25).abs() < 1e-6);
        assert!((share(10.0).total() - std::f64::consts::TAU).abs() < 1e-6);
        assert_eq!(share(1.0).total(), 0.0, "0.06 m/s");
        let mut gaps = circle;
        gaps.retain(|r| r.frame % 3 != 0);
        assert_eq!(measure(&Trajectories::new(10.0, sample::square(9.0), vec![], gaps), &phases).total(), 0.0);
    }
}
