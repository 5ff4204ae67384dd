//! How much a walker adapts its motion.
//!
//! Definition: a(t) = |dv/dt|, integrated over an interaction; its parts are the change of speed |d|v|/dt| and of heading |v| |dheading/dt|. Unit: m/s.
//! The integral does not depend on the rate of the recording as a sum would, but noise adds to it: filter before, and compare what was
//! filtered alike.

use crate::tracks::Track;
use ambulo_geom::math;

/// What one walker did.
///
/// ```
/// assert_eq!(ambulo_eval::adaptation::Adaptation::default().total, 0.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Adaptation {
    /// Integral of |dv/dt| [m/s].
    pub total: f64,
    /// Of the change of speed alone [m/s].
    pub speed: f64,
    /// Of turning alone [m/s].
    pub turning: f64,
}

/// Below this speed a walker has no heading [m/s].
const STANDING: f64 = 0.05;

/// What a walker did between two times, in frames.
///
/// ```
/// use ambulo_eval::{adaptation, tracks::Tracks};
/// // From 1 to 2 m/s, straight on.
/// let place = |k: i32| if k < 5 { f64::from(k) } else { 5.0 + 2.0 * f64::from(k - 5) };
/// let t = Tracks::from_places(1.0, [(1, 0, (0..10).map(|k| (place(k), 0.0)).collect())]);
/// let a = adaptation::measure(t.get(0), 0.0, 9.0);
/// assert_eq!((a.total, a.speed, a.turning), (1.0, 1.0, 0.0));
/// ```
pub fn measure(track: Track<'_>, from: f64, to: f64) -> Adaptation {
    let inside = |frame: u32| (from..=to).contains(&f64::from(frame));
    let rows: Vec<usize> = track.frames().filter(|f| inside(*f)).map(|f| (f - track.first) as usize).collect();
    let mut sum = Adaptation::default();
    for w in rows.windows(2) {
        let (a, b) = (track.velocity(w[0]), track.velocity(w[1]));
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let (sa, sb) = (track.speed(w[0]), track.speed(w[1]));
        sum.total += (dx * dx + dy * dy).sqrt();
        sum.speed += (sb - sa).abs();
        if sa.min(sb) > STANDING {
            let turn = math::atan2(a.0 * b.1 - a.1 * b.0, a.0 * b.0 + a.1 * b.1);
            sum.turning += 0.5 * (sa + sb) * turn.abs();
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracks::Tracks;

    #[test]
    fn a_circle_is_all_turning() {
        let (radius, omega, fps) = (3.0, 0.5, 25.0);
        let at = |k: u32| {
            let angle = omega * f64::from(k) / fps;
            (radius * math::cos(angle), radius * math::sin(angle))
        };
        let t = Tracks::from_places(fps, [(1, 0, (0..202).map(at).collect())]);
        // One-sided differences at the ends are a little off: leave them out. v omega for 199 frames.
        let a = measure(t.get(0), 1.0, 200.0);
        let expected = radius * omega * omega * 199.0 / fps;
        assert!((a.turning / expected - 1.0).abs() < 1e-3 && a.speed < 1e-9, "{a:?} instead of {expected}");
        assert!((a.total / expected - 1.0).abs() < 1e-3);
    }
}
