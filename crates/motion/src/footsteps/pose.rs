//! Where a body is and how its joints are turned at a moment, before its legs are bent.

use super::FootstepController;
use super::body::{ActiveStep, Doing, Fade, Root, Standing};
use super::legs::ease;
use crate::steps::{DOUBLE, KEYS};
use crate::{LEAST_WEIGHT, Quat, nlerp, slerp};
use glam::DVec2;

/// How long a body takes to come to rest [s].
pub(super) const REST: f64 = 0.6;
/// How much later and how much earlier than in the library a foot may lift before the body goes unevenly, as shares of the
/// step.
const EVEN: (f64, f64) = (0.12, 0.05);
/// How long a velocity that was fades at most [s].
const VELOCITY: f64 = 0.3;

/// A key of a step and how far on to the next a time is.
///
/// The library's own time rises with the body's through the three events, and its rate changes smoothly: hips that jerk
/// where a foot lifts are seen at once.
fn key(step: &ActiveStep, t: f64) -> (usize, f32) {
    let [double, swing] = step.parts.times;
    let own = step.clock.at(t);
    let (before, after) = (DOUBLE as f64, (KEYS - 1 - DOUBLE) as f64);
    let at = if own < double { before * own / double } else { before + after * (own - double) / swing.max(1e-9) };
    let at = at.clamp(0.0, (KEYS - 1) as f64);
    let key = (at as usize).min(KEYS - 2);
    (key, (at - key as f64) as f32)
}

/// A rising curve through three times.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    at: [f64; 3],
    own: [f64; 3],
    slopes: [f64; 3],
}

impl Clock {
    /// Begin, lift and land, and what the library's own clock shows then.
    pub fn new(at: [f64; 3], own: [f64; 3]) -> Self {
        let span = [at[1] - at[0], at[2] - at[1]];
        let rate = [0, 1].map(|k| (own[k + 1] - own[k]) / span[k].max(1e-9));
        let whole = (own[2] - own[0]) / (at[2] - at[0]).max(1e-9);
        // No slope above three times its piece's rate, and in the middle the harmonic mean: so the curve never falls.
        let middle = if rate[0] > 0.0 && rate[1] > 0.0 {
            let w = [2.0 * span[1] + span[0], span[1] + 2.0 * span[0]];
            (w[0] + w[1]) / (w[0] / rate[0] + w[1] / rate[1])
        } else {
            0.0
        };
        Self { at, own, slopes: [whole.min(3.0 * rate[0]), middle, whole.min(3.0 * rate[1])] }
    }

    /// The clock of a step: `times` are the library's to the lifting and from there to the landing. Hips go evenly through a
    /// step, so that a foot asked to lift a little earlier or later than the library's is held by bending the leg, or let go,
    /// instead of slowing the whole body down.
    pub fn of_step(at: [f64; 3], times: &[f64; 2]) -> Self {
        let whole = times[0] + times[1];
        let even = whole * (at[1] - at[0]) / (at[2] - at[0]).max(1e-9);
        let lift = (times[0] + (even - times[0]).clamp(-EVEN.1 * whole, EVEN.0 * whole)).clamp(0.0, whole);
        Self::new(at, [0.0, lift, whole])
    }

    fn at(&self, t: f64) -> f64 {
        let k = usize::from(t >= self.at[1]);
        let span = (self.at[k + 1] - self.at[k]).max(1e-9);
        let u = ((t - self.at[k]) / span).clamp(0.0, 1.0);
        let (u2, u3) = (u * u, u * u * u);
        self.own[k] * (2.0 * u3 - 3.0 * u2 + 1.0)
            + self.own[k + 1] * (3.0 * u2 - 2.0 * u3)
            + span * (self.slopes[k] * (u3 - 2.0 * u2 + u) + self.slopes[k + 1] * (u3 - u2))
    }
}

/// A vector turned.
pub(super) fn rotate(v: DVec2, angle: f64) -> DVec2 {
    let (s, c) = crate::math::sin_cos_exact(angle);
    DVec2::new(c * v.x - s * v.y, s * v.x + c * v.y)
}

impl ActiveStep {
    /// Share of the step that is over.
    pub fn share(&self, t: f64) -> f64 {
        ((t - self.begin) / (self.land - self.begin)).clamp(0.0, 1.0)
    }

    /// Share of the swing that is over.
    pub fn swung(&self, t: f64) -> f64 {
        ((t - self.lift) / (self.land - self.lift)).clamp(0.0, 1.0)
    }
}

impl FootstepController {
    /// Where the body is at a time.
    pub(super) fn root(&self, doing: &Doing, fade: &Fade, t: f64) -> Root {
        let mut root = match doing {
            Doing::Stand(stand) => self.root_standing(stand, t),
            Doing::Step(step) => self.root_stepping(step, t),
        };
        let tau = t - fade.begin;
        if (0.0..fade.span).contains(&tau) {
            root.high += fade.high * (1.0 - ease(tau / fade.span));
        }
        let span = VELOCITY.min(fade.span * 1.5);
        if (0.0..span).contains(&tau) {
            // Begins with the velocity there was and ends with that of what plays, where the body would have been.
            let left = 1.0 - tau / span;
            root.at += fade.velocity * (tau * left * left);
        }
        root
    }

    fn root_standing(&self, stand: &Standing, t: f64) -> Root {
        let clip = &self.library.stand().clip;
        let (a, b, share) = clip.between(t as f32);
        let hips = clip.hips(a).lerp(clip.hips(b), share).as_dvec3();
        let come = ease((t - stand.begin) / REST);
        let heading = stand.heading[0] + (stand.heading[1] - stand.heading[0]) * come;
        let sway = rotate(hips.truncate(), heading) * come;
        Root {
            at: stand.from.lerp(stand.to, come) + sway,
            heading,
            floor: stand.floor[0] + (stand.floor[1] - stand.floor[0]) * come,
            high: hips.z,
        }
    }

    fn root_stepping(&self, step: &ActiveStep, t: f64) -> Root {
        let (key, share) = key(step, t);
        let (mut hips, mut sum) = (crate::Vec3::ZERO, 0.0);
        for (id, w) in step.parts.iter() {
            sum += w;
            hips += self.library.steps()[id].motion.hips_at(key, share) * w as f32;
        }
        let hips = hips.as_dvec3() / sum;
        let come = ease(step.share(t));
        let straight = step.root + rotate(hips.truncate(), step.heading);
        let turned = step.turn * come;
        Root {
            at: step.pivot + rotate(straight - step.pivot, turned) + step.pull * come,
            heading: step.heading + turned,
            floor: step.floor[0] + (step.floor[1] - step.floor[0]) * come,
            high: hips.z,
        }
    }

    /// Rotations of all joints at a time, into `out`; that of the hips is against the body's frame.
    pub(super) fn rotations(&self, doing: &Doing, fade: &Fade, t: f64, out: &mut [Quat]) {
        match doing {
            Doing::Stand(_) => {
                self.library.stand().clip.sample(t as f32, out);
            }
            Doing::Step(step) => self.blend(step, t, out),
        }
        let tau = t - fade.begin;
        if (0.0..fade.span).contains(&tau) {
            let left = 1.0 - ease(tau / fade.span) as f32;
            for (q, off) in out.iter_mut().zip(&fade.rotations) {
                *q = nlerp(Quat::IDENTITY, *off, left) * *q;
            }
        }
    }

    /// Iterated spherical interpolation, the heaviest step first.
    fn blend(&self, step: &ActiveStep, t: f64, out: &mut [Quat]) {
        let (key, share) = key(step, t);
        let mut sum = 0.0;
        for (n, (id, w)) in step.parts.iter().enumerate() {
            let w = w as f32;
            if n > 0 && w < LEAST_WEIGHT {
                break;
            }
            sum += w;
            let motion = &self.library.steps()[id].motion;
            let keys = motion.rotations(key).iter().zip(motion.rotations(key + 1));
            if n == 0 {
                out.iter_mut().zip(keys).for_each(|(q, (&a, &b))| *q = nlerp(a, b, share));
            } else {
                let pull = w / sum;
                out.iter_mut().zip(keys).for_each(|(q, (&a, &b))| *q = slerp(*q, nlerp(a, b, share), pull));
            }
        }
    }
}
