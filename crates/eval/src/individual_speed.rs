//! Each walker's speed over a window of frames.
//!
//! Definition: v = |x(k + n) - x(k - n)| / dt, with k a row of a walker, n the step in rows and dt the time between the two
//! rows. Towards the ends of a trajectory [`Border`] defines the rule. Unit: m/s.
//!
//! Steps and borders are those of PedPy, so that figures can be compared. The speed of [`crate::speed`] is another one: what
//! a recording says of itself.

use ambulo_data::Trajectories;

/// The rule within n rows of the ends of a trajectory.
///
/// ```
/// use ambulo_eval::individual_speed::Border;
/// assert_eq!(Border::from_name("adaptive"), Some(Border::Adaptive));
/// assert_eq!(Border::default(), Border::SingleSided);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Border {
    /// No speed there.
    Exclude,
    /// The window shrinks on both sides alike; the first and last row have no speed.
    Adaptive,
    /// The window ends at the row itself on the side where rows are missing; everybody has a speed.
    #[default]
    SingleSided,
}

impl Border {
    /// All of them.
    ///
    /// ```
    /// assert_eq!(ambulo_eval::individual_speed::Border::ALL.len(), 3);
    /// ```
    pub const ALL: [Self; 3] = [Self::Exclude, Self::Adaptive, Self::SingleSided];

    /// Its name on the command line.
    ///
    /// ```
    /// use ambulo_eval::individual_speed::Border;
    /// assert_eq!(Border::from_name(Border::SingleSided.name()), Some(Border::SingleSided));
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Exclude => "exclude",
            Self::Adaptive => "adaptive",
            Self::SingleSided => "single-sided",
        }
    }

    /// The border of that name.
    ///
    /// ```
    /// assert_eq!(ambulo_eval::individual_speed::Border::from_name("sideways"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|b| b.name() == name)
    }
}

/// Speed and velocity of every row, in the order of [`Trajectories::rows`]; NaN where there is none.
///
/// ```
/// assert!(ambulo_eval::individual_speed::IndividualSpeed::default().speed.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IndividualSpeed {
    /// Speed [m/s].
    pub speed: Vec<f64>,
    /// Velocity [m/s].
    pub vx: Vec<f64>,
    /// Velocity [m/s].
    pub vy: Vec<f64>,
}

/// Measures over windows of `step` rows to either side; 0 is taken for 1.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_eval::individual_speed::{Border, measure};
/// let row = |frame: u32| TrajectoryRow {
///     frame, id: 1, x: 0.1 * f64::from(frame * frame), y: 0.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0,
/// };
/// let t = Trajectories::new(10.0, ambulo_geom::Region::new(vec![]).unwrap(), vec![], (0..9).map(row).collect());
/// let v = measure(&t, 2, Border::Exclude).speed;
/// // x = 0.1 k^2 has the slope 0.2 k a frame.
/// assert!(v[1].is_nan() && (v[4] - 8.0).abs() < 1e-12);
/// ```
pub fn measure(t: &Trajectories, step: u32, border: Border) -> IndividualSpeed {
    let rows = t.rows();
    let n = step.max(1) as usize;
    let mut order: Vec<u32> = (0..rows.len() as u32).collect();
    // By frame already; a stable sort by walker keeps that.
    order.sort_by_key(|i| rows[*i as usize].id);
    let none = || vec![f64::NAN; rows.len()];
    let mut found = IndividualSpeed { speed: none(), vx: none(), vy: none() };
    for walk in order.chunk_by(|a, b| rows[*a as usize].id == rows[*b as usize].id) {
        for (k, &i) in walk.iter().enumerate() {
            let window = match border {
                Border::Exclude => (k >= n && k + n < walk.len()).then(|| (walk[k - n], walk[k + n])),
                Border::SingleSided => {
                    let from = if k >= n { walk[k - n] } else { i };
                    Some((from, if k + n < walk.len() { walk[k + n] } else { i }))
                }
                Border::Adaptive => shrunk(t, walk, k, n),
            };
            let Some((from, to)) = window else { continue };
            let (a, b) = (&rows[from as usize], &rows[to as usize]);
            if b.frame > a.frame {
                let time = f64::from(b.frame - a.frame) / t.fps;
                let (vx, vy) = ((b.x - a.x) / time, (b.y - a.y) / time);
                let i = i as usize;
                (found.vx[i], found.vy[i]) = (vx, vy);
                found.speed[i] = (vx * vx + vy * vy).sqrt();
            }
        }
    }
    found
}

/// The widest window of no more than n frames that is as long on both sides; none where a row of it is missing.
fn shrunk(t: &Trajectories, walk: &[u32], k: usize, n: usize) -> Option<(u32, u32)> {
    let frame = |k: usize| t.rows()[walk[k] as usize].frame;
    let wide = (n as u32).min(frame(k) - frame(0)).min(frame(walk.len() - 1) - frame(k));
    let at = |wanted: u32| walk.binary_search_by_key(&wanted, |i| t.rows()[*i as usize].frame).ok().map(|k| walk[k]);
    // Nearly always there is one row per frame: the search is for trajectories with gaps.
    let near = |k: Option<usize>, wanted: u32| match k.filter(|k| *k < walk.len()) {
        Some(k) if frame(k) == wanted => Some(walk[k]),
        _ => at(wanted),
    };
    let (from, to) = (frame(k) - wide, frame(k) + wide);
    Some((near(k.checked_sub(wide as usize), from)?, near(Some(k + wide as usize), to)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use ambulo_data::TrajectoryRow;

    fn parabola(frames: impl Iterator<Item = u32>) -> Trajectories {
        let row = |frame: u32| {
            let place = 0.5 * f64::from(frame * frame);
            sample::stand(1, frame..frame + 1, place, 0.0).map(move |r| TrajectoryRow { frame, ..r })
        };
        Trajectories::new(1.0, sample::square(9.0), vec![], frames.flat_map(row).collect())
    }

    #[test]
    fn the_three_borders_of_a_parabola() {
        let t = parabola(0..7);
        // In the middle of x = k^2 / 2 any symmetric window gives k; one-sided of two rows k + 1 and k - 1.
        let single = measure(&t, 2, Border::SingleSided).speed;
        assert_eq!(single, [1.0, 2.0, 2.0, 3.0, 4.0, 4.0, 5.0]);
        let adaptive = measure(&t, 2, Border::Adaptive).speed;
        assert!(adaptive[0].is_nan() && adaptive[6].is_nan());
        assert_eq!(adaptive[1..6], [1.0, 2.0, 3.0, 4.0, 5.0]);
        let exclude = measure(&t, 2, Border::Exclude);
        assert_eq!(exclude.speed[2..5], [2.0, 3.0, 4.0]);
        assert_eq!(exclude.speed.iter().filter(|v| v.is_nan()).count(), 4);
        assert_eq!((exclude.vx[3], exclude.vy[3]), (3.0, 0.0));
    }

    #[test]
    fn a_gap_lengthens_windows_of_rows_and_forbids_windows_of_frames() {
        let t = parabola((0..7).filter(|f| *f != 3));
        // Rows 2 and 4 are neighbours: frame 2 sees 1 and 4 in three frames.
        assert_eq!(measure(&t, 1, Border::Exclude).speed[2], (8.0 - 0.5) / 3.0);
        let adaptive = measure(&t, 1, Border::Adaptive).speed;
        assert!(adaptive[2].is_nan() && adaptive[3].is_nan() && adaptive[1] == 1.0);
    }
}
