//! Metabolic energy of a walk.
//!
//! Definition: E = m * integral of (e_s + e_w v^2) dt over a walker's time, with e_s = 2.23 J/(kg s), e_w = 1.26 J s/(kg m^2)
//! (Whittle 2007, as Guy et al. 2010 use it) and the speed between two rows. Unit: J. The mass is the same for everybody:
//! scenarios have none.

use crate::resample::{each, paces};
use ambulo_data::Trajectories;

/// What standing costs [J/(kg s)].
pub const STANDING: f64 = 2.23;
/// What walking adds [J s/(kg m^2)].
pub const WALKING: f64 = 1.26;
/// Mass of a body [kg].
pub const MASS: f64 = 70.0;

/// Walker and its energy [J], by walker.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_eval::energy::{MASS, STANDING, measure};
/// use ambulo_geom::Region;
/// let row = |frame| TrajectoryRow { frame, id: 4, x: 1.0, y: 0.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 };
/// let t = Trajectories::new(1.0, Region::new(vec![]).unwrap(), vec![], vec![row(0), row(10)]);
/// assert_eq!(measure(&t), [(4, MASS * STANDING * 10.0)]);
/// ```
pub fn measure(t: &Trajectories) -> Vec<(u32, f64)> {
    each(t, |rows| Some(paces(rows, t.fps).map(|(s, v)| MASS * (STANDING + WALKING * v * v) * s).sum()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn constant_speed_costs_what_the_formula_says() {
        // 0.13 m in a tenth of a second, for twenty seconds.
        let rows = sample::walk(1, 0..201, (0.0, 0.0), (0.12, 0.05)).collect();
        let joules = measure(&Trajectories::new(10.0, sample::square(9.0), vec![], rows))[0].1;
        let expected = 70.0 * (2.23 + 1.26 * 1.69) * 20.0;
        assert!((joules / expected - 1.0).abs() < 1e-9, "{joules} instead of {expected}");
    }

    /// A metre costs least at sqrt(e_s / e_w) = 1.33 m/s.
    #[test]
    fn a_path_costs_least_at_a_usual_walking_speed() {
        let cost = |speed: f64| {
            let frames = (40.0 / speed * 10.0) as u32;
            let rows = sample::walk(1, 0..frames + 1, (0.0, 0.0), (speed / 10.0, 0.0)).collect();
            measure(&Trajectories::new(10.0, sample::square(9.0), vec![], rows))[0].1
        };
        assert!(cost(1.33) < cost(1.0) && cost(1.33) < cost(1.7));
    }
}
