//! When two walkers interact.
//!
//! Definition: t_see is the first time both are there and may see each other (from then on without interruption); t_cross is the time of
//! their smallest real distance dmin after it. Between frames both walk straight, so that t_cross and dmin are not bound to frames.
//! tti_n = (t_cross - t) / (t_cross - t_see) falls from 1 to 0; percentage time is 1 - tti_n. Units: s, m.

use crate::mpd;
use crate::tracks::Track;
use std::ops::Range;

/// One interaction.
///
/// ```
/// let i = ambulo_eval::interaction::Interaction { see: 10, cross: 51.0, dmin: 0.8, fps: 10.0 };
/// assert!((i.seconds() - 4.1).abs() < 1e-12);
/// assert_eq!((i.tti_n(1.0), i.share(5.1)), (1.0, 1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interaction {
    /// Frame in which they first see each other.
    pub see: u32,
    /// When they are nearest, in frames.
    pub cross: f64,
    /// Smallest distance of centres [m].
    pub dmin: f64,
    /// Frames per second.
    pub fps: f64,
}

/// Points of a normalised curve: every percent of the time.
pub const POINTS: usize = 101;

impl Interaction {
    /// Of two tracks; `sight` returns whether they may see each other in a frame. None when they are never there
    /// together, or never see each other before they are nearest.
    ///
    /// ```
    /// use ambulo_eval::{interaction::Interaction, tracks::Tracks};
    /// let walk = |x: f64, y: f64, vx: f64, vy: f64| (0..9).map(|k| (x + vx * f64::from(k), y + vy * f64::from(k))).collect();
    /// let t = Tracks::from_places(1.0, [(1, 0, walk(0.0, 0.0, 1.0, 0.0)), (2, 0, walk(5.0, -4.0, 0.0, 1.0))]);
    /// let i = Interaction::of(t.get(0), t.get(1), 1.0, |_| true).unwrap();
    /// assert_eq!((i.see, i.cross), (0, 4.5));
    /// assert!((i.dmin - 0.5f64.sqrt()).abs() < 1e-12);
    /// ```
    pub fn of(a: Track<'_>, b: Track<'_>, fps: f64, sight: impl Fn(u32) -> bool) -> Option<Self> {
        let both = common(a, b);
        let apart = |frame: u32| {
            let (i, j) = ((frame - a.first) as usize, (frame - b.first) as usize);
            (b.x[j] - a.x[i], b.y[j] - a.y[i])
        };
        let mut nearest: Option<(f64, f64)> = None;
        let mut consider = |at: f64, p: (f64, f64)| {
            let square = p.0 * p.0 + p.1 * p.1;
            if nearest.is_none_or(|n| square < n.1) {
                nearest = Some((at, square));
            }
        };
        for frame in both.clone() {
            let p = apart(frame);
            consider(f64::from(frame), p);
            if frame + 1 < both.end {
                let q = apart(frame + 1);
                let v = (q.0 - p.0, q.1 - p.1);
                let vv = v.0 * v.0 + v.1 * v.1;
                let s = if vv > 0.0 { -(p.0 * v.0 + p.1 * v.1) / vv } else { 0.0 };
                if s > 0.0 && s < 1.0 {
                    consider(f64::from(frame) + s, (p.0 + s * v.0, p.1 + s * v.1));
                }
            }
        }
        let (cross, square) = nearest?;
        // The last time before that they could not see each other ends the search.
        let before = (both.start..=cross.floor() as u32).rev();
        let see = before.take_while(|f| sight(*f)).last()?;
        Some(Self { see, cross, dmin: square.sqrt(), fps })
    }

    /// How long it lasts [s].
    ///
    /// ```
    /// # use ambulo_eval::interaction::Interaction;
    /// assert_eq!(Interaction { see: 0, cross: 8.0, dmin: 1.0, fps: 2.0 }.seconds(), 4.0);
    /// ```
    pub fn seconds(&self) -> f64 {
        (self.cross - f64::from(self.see)) / self.fps
    }

    /// Normalised time to interaction at a time [s] of the recording: 1 at t_see, 0 at t_cross.
    ///
    /// ```
    /// # use ambulo_eval::interaction::Interaction;
    /// assert_eq!(Interaction { see: 0, cross: 8.0, dmin: 1.0, fps: 2.0 }.tti_n(3.0), 0.25);
    /// ```
    pub fn tti_n(&self, time: f64) -> f64 {
        (self.cross / self.fps - time) / self.seconds()
    }

    /// Share of the interaction that is over at a time [s] of the recording: 0 at t_see, 1 at t_cross.
    ///
    /// ```
    /// # use ambulo_eval::interaction::Interaction;
    /// assert_eq!(Interaction { see: 0, cross: 8.0, dmin: 1.0, fps: 2.0 }.share(3.0), 0.75);
    /// ```
    pub fn share(&self, time: f64) -> f64 {
        1.0 - self.tti_n(time)
    }

    /// mpd [m] at every percent of the time, from t_see to t_cross, where it is dmin. Between frames it is interpolated.
    ///
    /// ```
    /// use ambulo_eval::{interaction::Interaction, tracks::Tracks};
    /// let walk = |x: f64, y: f64, vx: f64, vy: f64| (0..9).map(|k| (x + vx * f64::from(k), y + vy * f64::from(k))).collect();
    /// let t = Tracks::from_places(1.0, [(1, 0, walk(0.0, 0.0, 1.0, 0.0)), (2, 0, walk(5.0, -4.0, 0.0, 1.0))]);
    /// let i = Interaction::of(t.get(0), t.get(1), 1.0, |_| true).unwrap();
    /// let curve = i.mpd_curve(t.get(0), t.get(1));
    /// assert_eq!(curve.len(), 101);
    /// assert!(curve.iter().all(|m| (m - i.dmin).abs() < 1e-12)); // nobody turned
    /// ```
    pub fn mpd_curve(&self, a: Track<'_>, b: Track<'_>) -> Vec<f64> {
        // Frames strictly before the crossing; the crossing itself closes the curve.
        let last = (self.cross - 1e-9).floor().max(f64::from(self.see)) as u32;
        let values = mpd::curve(a, b, self.see..last + 1);
        let mut known: Vec<(f64, f64)> = (self.see..).map(f64::from).zip(values).collect();
        if self.cross > f64::from(self.see) {
            known.push((self.cross, self.dmin));
        }
        let span = self.cross - f64::from(self.see);
        let mut k = 0;
        (0..POINTS)
            .map(|i| {
                let at = f64::from(self.see) + span * i as f64 / (POINTS - 1) as f64;
                while k + 2 < known.len() && known[k + 1].0 < at {
                    k += 1;
                }
                let (from, to) = (known[k], known[(k + 1).min(known.len() - 1)]);
                let share = if to.0 > from.0 { ((at - from.0) / (to.0 - from.0)).clamp(0.0, 1.0) } else { 0.0 };
                from.1 + share * (to.1 - from.1)
            })
            .collect()
    }
}

/// Frames that both have.
pub(crate) fn common(a: Track<'_>, b: Track<'_>) -> Range<u32> {
    let (fa, fb) = (a.frames(), b.frames());
    let start = fa.start.max(fb.start);
    start..fa.end.min(fb.end).max(start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracks::Tracks;

    fn pair() -> Tracks {
        let walk = |x: f64, y: f64, vx: f64, vy: f64, n: i32| {
            (0..n).map(|k| (x + vx * f64::from(k), y + vy * f64::from(k))).collect()
        };
        Tracks::from_places(10.0, [(1, 3, walk(0.0, 0.0, 0.15, 0.0, 60)), (2, 5, walk(4.0, -3.7, 0.0, 0.15, 70))])
    }

    #[test]
    fn sight_is_counted_from_the_last_time_it_was_lost() {
        let t = pair();
        let all = Interaction::of(t.get(0), t.get(1), 10.0, |_| true).unwrap();
        assert_eq!(all.see, 5);
        let hidden = Interaction::of(t.get(0), t.get(1), 10.0, |f| f != 12).unwrap();
        assert_eq!((hidden.see, hidden.cross), (13, all.cross));
        assert!(Interaction::of(t.get(0), t.get(1), 10.0, |_| false).is_none());
    }

    #[test]
    fn who_was_never_there_together_does_not_interact() {
        let t = Tracks::from_places(1.0, [(1, 0, vec![(0.0, 0.0); 3]), (2, 3, vec![(0.0, 0.0); 3])]);
        assert!(Interaction::of(t.get(0), t.get(1), 1.0, |_| true).is_none());
    }

    #[test]
    fn the_time_of_crossing_is_not_bound_to_frames() {
        let t = pair();
        let i = Interaction::of(t.get(0), t.get(1), 10.0, |_| true).unwrap();
        let seen = i.mpd_curve(t.get(0), t.get(1));
        assert!(seen.iter().all(|m| (m - i.dmin).abs() < 1e-9), "{seen:?} and {}", i.dmin);
        assert!(i.cross.fract() > 0.01);
    }
}
