//! Time gaps between those who cross a line.
//!
//! Definition: t(i + 1) - t(i) over crossings by time, with the times at which trajectories meet the line. Unit: s.

use crate::n_t::LineCrossing;

/// The gaps, in order.
///
/// ```
/// use ambulo_eval::{n_t::LineCrossing, time_gaps};
/// let at = |time| LineCrossing { id: 0, frame: 0, row: 0, time, forward: true };
/// assert_eq!(time_gaps::measure(&[at(2.0), at(1.0), at(4.5)]), [1.0, 2.5]);
/// assert!(time_gaps::measure(&[at(2.0)]).is_empty());
/// ```
pub fn measure(crossings: &[LineCrossing]) -> Vec<f64> {
    let mut times: Vec<f64> = crossings.iter().map(|c| c.time).collect();
    times.sort_by(f64::total_cmp);
    times.windows(2).map(|w| w[1] - w[0]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measuring::MeasuringLine;
    use crate::n_t::{Direction, crossings};
    use crate::sample;
    use ambulo_data::Trajectories;

    #[test]
    fn gaps_are_finer_than_frames() {
        // Starts 0.13 m apart at 1 m/s: 0.13 s, though frames are 0.1 s apart.
        let rows = (0..9).flat_map(|i| sample::walk(i, 0..40, (-0.04 - 0.13 * f64::from(i), 0.0), (0.1, 0.0)));
        let t = Trajectories::new(10.0, sample::square(9.0), vec![], rows.collect());
        let line = MeasuringLine::between("door", (0.0, -1.0), (0.0, 1.0)).unwrap();
        let gaps = measure(&crossings(&t, &line, Direction::Both));
        assert!(gaps.len() == 8 && gaps.iter().all(|g| (g - 0.13).abs() < 1e-12), "{gaps:?}");
    }
}
