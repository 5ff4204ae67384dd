//! Density in an area, counted.
//!
//! Definition: rho(t) = N(t) / A, with N the number of people inside the area in frame t, those on its border not
//! counted, and A its size. Unit: 1/m^2.

use crate::measuring::Area;
use ambulo_data::Trajectories;

/// Density in each frame.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_eval::{density, measuring::Area};
/// let row = |id, x| TrajectoryRow { frame: 0, id, x, y: 1.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 };
/// let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], vec![row(1, 0.5), row(2, 7.0)]);
/// assert_eq!(density::measure(&t, &Area::rectangle("a", 0.0, 0.0, 2.0, 2.0).unwrap()), [0.25]);
/// ```
pub fn measure(t: &Trajectories, area: &Area) -> Vec<f64> {
    of_inside(t, &area.holds_rows(t), area.size())
}

/// The same where it is known who is inside.
pub(crate) fn of_inside(t: &Trajectories, inside: &[bool], size: f64) -> Vec<f64> {
    let mut people = vec![0_u32; t.frames()];
    for (row, inside) in t.rows().iter().zip(inside) {
        people[row.frame as usize] += u32::from(*inside);
    }
    people.into_iter().map(|n| f64::from(n) / size).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn people_in_the_area_are_counted_frame_by_frame_on_its_level() {
        // One walks through from x = -0.5 on, a metre a frame; one stands inside; one stands on the border; one is upstairs.
        let upstairs = sample::stand(4, 0..4, 1.0, 1.0).map(|r| ambulo_data::TrajectoryRow { level: 1, ..r });
        let rows = sample::walk(1, 0..4, (-0.5, 1.0), (1.0, 0.0))
            .chain(sample::stand(2, 1..3, 1.0, 1.5))
            .chain(sample::stand(3, 0..4, 2.0, 1.0))
            .chain(upstairs);
        let t = Trajectories::new(10.0, sample::square(9.0), vec![], rows.collect());
        let area = Area::rectangle("a", 0.0, 0.0, 2.0, 2.0).unwrap();
        assert_eq!(measure(&t, &area), [0.0, 0.5, 0.5, 0.0]);
    }
}
