//! Share of the walked distance that is walked backward.
//!
//! Definition: a move from one row of a walker to the next is backward when it leads against the walker's displacement from 1 s before
//! the move to 1 s after it (what of that the trajectory has), that is, when the two are more than 90 degrees apart. A displacement below
//! 0.05 m has no direction: half of a move counts as backward then. The length of backward moves over that of all moves, of all people.
//! Trajectories shorter than a second, between gaps, are left out. Unit: 1. A person who trembles on the spot has about 0.5; one who
//! swings regularly by more than that may have any share. Places are not smoothed: camera shake counts.

use crate::moving_mean::frames;
use crate::tracks::Tracks;

/// The displacement reaches so far to either side of a move [s].
pub const REACH: f64 = 1.0;
/// A shorter displacement has no direction [m].
pub const LEAST: f64 = 0.05;

/// The share, and the metres that all walked; none when nobody moved.
///
/// ```
/// use ambulo_eval::{backward_share, tracks::Tracks};
/// let walk = (0..60).map(|k| (0.13 * f64::from(k), 1.0)).collect();
/// let (share, metres) = backward_share::measure(&Tracks::from_places(10.0, [(1, 0, walk)])).unwrap();
/// assert_eq!(share, 0.0);
/// assert!((metres - 59.0 * 0.13).abs() < 1e-9);
/// ```
pub fn measure(tracks: &Tracks) -> Option<(f64, f64)> {
    let reach = frames(REACH, tracks.fps);
    let (mut backward, mut all) = (0.0, 0.0);
    for track in tracks.iter().filter(|t| t.x.len() > reach) {
        let (x, y, last) = (track.x, track.y, track.x.len() - 1);
        for k in 0..last {
            let (dx, dy) = (x[k + 1] - x[k], y[k + 1] - y[k]);
            let length = (dx * dx + dy * dy).sqrt();
            let (from, to) = (k.saturating_sub(reach), (k + 1).saturating_add(reach).min(last));
            let (ux, uy) = (x[to] - x[from], y[to] - y[from]);
            all += length;
            if ux * ux + uy * uy < LEAST * LEAST {
                backward += 0.5 * length;
            } else if dx * ux + dy * uy < 0.0 {
                backward += length;
            }
        }
    }
    let share = backward / all;
    share.is_finite().then_some((share, all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::random::Dice;

    fn of(places: Vec<(f64, f64)>) -> Option<f64> {
        measure(&Tracks::from_places(10.0, [(1, 0, places)])).map(|(share, _)| share)
    }

    #[test]
    fn who_trembles_goes_half_backward() {
        // To and fro every frame.
        let flip = of((0..100).map(|k| (0.01 * f64::from(k % 2), 0.0)).collect()).unwrap();
        assert!((flip - 0.5).abs() < 1e-12, "{flip}");
        for width in [0.01, 0.2] {
            // From one place to another without any rule.
            let mut dice = Dice::new(1);
            let share = of((0..2000).map(|_| (width * dice.roll(), width * dice.roll())).collect()).unwrap();
            assert!((share - 0.5).abs() < 0.05, "{width} m: {share}");
        }
    }

    #[test]
    fn a_step_back_counts_by_its_length() {
        // 4 m forward, 0.2 m back within the walk, 4 m forward.
        let x = |k: i32| {
            0.1 * f64::from(if k <= 40 {
                k
            } else if k <= 42 {
                80 - k
            } else {
                k - 4
            })
        };
        let share = of((0..=84).map(|k| (x(k), 0.0)).collect()).unwrap();
        assert!((share - 0.2 / 8.4).abs() < 1e-9, "{share}");
    }

    #[test]
    fn a_turn_round_a_corner_and_a_circle_are_forward() {
        let corner = |k: i32| (0.13 * f64::from(k.min(30)), 0.13 * f64::from(k.max(30)));
        assert_eq!(of((0..60).map(corner).collect()), Some(0.0));
    }

    #[test]
    fn nobody_who_moves_has_no_share() {
        assert_eq!(of(vec![(1.0, 1.0); 100]), None);
        assert_eq!(of(vec![(1.0, 1.0)]), None);
        assert_eq!(of((0..9).map(|k| (0.1 * f64::from(k), 0.0)).collect()), None);
        assert_eq!(measure(&Tracks::from_places(10.0, [])), None);
    }
}
