//! Mean speed in an area.
//!
//! Definition: v(t) = mean of the individual speeds of all who are inside in frame t and have one. A frame without them has
//! none: NaN (PedPy writes 0 there). Unit: m/s.

use crate::measuring::Area;
use ambulo_data::Trajectories;

/// Mean speed in each frame; `speeds` of the rows, from [`crate::individual_speed`].
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_eval::{mean_speed, measuring::Area};
/// let row = |id, x| TrajectoryRow { frame: 0, id, x, y: 1.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 };
/// let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![row(1, 0.5), row(2, 0.7)]);
/// let area = Area::rectangle("a", 0.0, 0.0, 2.0, 2.0).unwrap();
/// assert_eq!(mean_speed::measure(&t, &area, &[1.0, 2.0]), [1.5]);
/// ```
pub fn measure(t: &Trajectories, area: &Area, speeds: &[f64]) -> Vec<f64> {
    of_inside(t, &area.holds_rows(t), speeds)
}

/// The same where it is known who is inside.
pub(crate) fn of_inside(t: &Trajectories, inside: &[bool], speeds: &[f64]) -> Vec<f64> {
    let mut sums = vec![(0.0, 0_u32); t.frames()];
    for ((row, _), v) in t.rows().iter().zip(inside).zip(speeds).filter(|((_, inside), v)| **inside && v.is_finite()) {
        let sum = &mut sums[row.frame as usize];
        *sum = (sum.0 + v, sum.1 + 1);
    }
    sums.into_iter().map(|(sum, n)| if n > 0 { sum / f64::from(n) } else { f64::NAN }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn only_people_inside_with_a_speed_count_and_an_empty_frame_has_none() {
        let rows = sample::stand(1, 0..2, 1.0, 1.0).chain(sample::stand(2, 0..2, 5.0, 5.0)).chain(sample::stand(
            3,
            0..3,
            0.5,
            0.5,
        ));
        let t = Trajectories::new(10.0, sample::square(9.0), vec![], rows.collect());
        let area = Area::rectangle("a", 0.0, 0.0, 2.0, 2.0).unwrap();
        let v = measure(&t, &area, &[1.0, 9.0, 2.0, 1.0, 9.0, f64::NAN, f64::NAN]);
        assert_eq!(v[..2], [1.5, 1.0]);
        assert!(v[2].is_nan());
    }
}
