//! What happens to a walker and when: plants, strides, changes of clip and of speed. For scripts that make footsteps sound.

use super::Baked;
use super::keys::segments;
use crate::Side;

/// What happens to one walker. Times are frames of the walker, from 0, with parts of one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WalkerEvents {
    /// When the left and the right foot are planted and lift.
    pub plants: [Vec<[usize; 2]>; 2],
    /// Phase of the stride in the first frame, in [0, 1).
    pub phase: f32,
    /// When strides begin: the left foot lands, or the left hand takes hold of its rim.
    pub strides: Vec<f64>,
    /// From when which clip counts most, with its name.
    pub clips: Vec<(usize, String)>,
    /// Speed over the floor at some times [m/s]: straight lines between are off by less than [`SPEED_OFF`].
    pub speeds: Vec<(usize, f32)>,
}

/// How far lines between the speeds of [`WalkerEvents`] are off at most [m/s].
pub const SPEED_OFF: f32 = 0.05;
/// Speeds are taken from so long before to so long after [s]: a body that walks goes faster and slower within each step.
const SPAN: f64 = 0.3;

impl WalkerEvents {
    /// Of a walker's frames, so many per second.
    ///
    /// ```
    /// use ambulo_motion::{DVec2, Placement, Pose, body, export::{Baked, WalkerEvents}};
    /// let pose = Pose::rest(body::skeleton());
    /// let mut baked = Baked::new(pose.rotations.len());
    /// for k in 0..50 {
    ///     let here = Placement { at: DVec2::new(0.04 * f64::from(k), 0.0), floor: 0.0, heading: 0.0 };
    ///     baked.push(DVec2::ZERO, &here, pose.hips, &pose.rotations);
    ///     baked.stepping([true, false], (0.05 * k as f32).fract());
    ///     baked.plays(if k < 20 { "walk" } else { "run" });
    /// }
    /// let events = WalkerEvents::of(&baked, 25.0);
    /// assert_eq!(events.clips, [(0, "walk".to_string()), (20, "run".to_string())]);
    /// assert_eq!((events.strides.len(), events.speeds.len()), (2, 2));
    /// assert!((events.speeds[0].1 - 1.0).abs() < 1e-3);
    /// ```
    pub fn of(baked: &Baked, fps: f64) -> Self {
        let n = baked.frames();
        let mut out = Self { plants: [Side::Left, Side::Right].map(|side| baked.plants(side)), ..Self::default() };
        if n == 0 {
            return out;
        }
        out.phase = baked.phase(0);
        for f in 1..n {
            let (before, now) = (f64::from(baked.phase(f - 1)), f64::from(baked.phase(f)));
            // Over the seam, forward or in reverse.
            let share = match now - before {
                d if d < -0.5 => (1.0 - before) / (now + 1.0 - before),
                d if d > 0.5 => before / (before + 1.0 - now),
                _ => continue,
            };
            out.strides.push(f as f64 - 1.0 + share);
        }
        for f in 0..n {
            let Some(clip) = baked.clip(f) else { continue };
            if out.clips.last().is_none_or(|(_, last)| last != clip) {
                out.clips.push((f, clip.to_owned()));
            }
        }
        let span = ((SPAN * fps).round() as usize).max(1);
        let speed = |f: usize| {
            let (a, b) = (f.saturating_sub(span), (f + span).min(n - 1));
            let distance = (baked.ground(b).0 - baked.ground(a).0).truncate().length();
            if b > a { f64::from(distance) * fps / (b - a) as f64 } else { 0.0 }
        };
        let speeds: Vec<f32> = (0..n).map(|f| speed(f) as f32).collect();
        let between = |a: usize, b: usize, f: usize| {
            let t = (f - a) as f32 / (b - a) as f32;
            (speeds[a] + (speeds[b] - speeds[a]) * t - speeds[f]).abs() <= SPEED_OFF
        };
        out.speeds = segments(n, |_, _| true, between).into_iter().map(|f| (f, speeds[f])).collect();
        out
    }
}
