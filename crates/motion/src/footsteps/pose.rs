//! Where a body is and how its joints are turned at a moment, before its legs are bent.

use super::FootstepController;
use super::body::{ActiveStep, Doing, Fade, Root, Standing};
use super::legs::ease;
use crate::steps::{DOUBLE, KEYS};
use crate::{LEAST_WEIGHT, Quat, nlerp, slerp};
use glam::DVec2;

/// How long a body takes to come to rest [s].
pub(super) const REST: f64 = 0.6;
/// How long a velocity that was fades at most [s].
const VELOCITY: f64 = 0.3;

/// A key of a step and how far on to the next a time is.
fn key(step: &ActiveStep, t: f64) -> (usize, f32) {
    let (before, after) = (DOUBLE as f64, (KEYS - 1 - DOUBLE) as f64);
    let at = if t < step.lift {
        before * (t - step.begin) / (step.lift - step.begin).max(1e-9)
    } else {
        before + after * (t - step.lift) / (step.land - step.lift).max(1e-9)
    };
    let at = at.clamp(0.0, (KEYS - 1) as f64);
    let key = (at as usize).min(KEYS - 2);
    (key, (at - key as f64) as f32)
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
        if tau < fade.span {
            root.high += fade.high * (1.0 - ease(tau / fade.span));
        }
        let span = VELOCITY.min(fade.span * 1.5);
        if tau < span {
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

    /// Rotations of all joints at a time, into `out`; that of the hips is against the body's frame. `spare` is overwritten.
    pub(super) fn rotations(&self, doing: &Doing, fade: &Fade, t: f64, out: &mut [Quat]) {
        match doing {
            Doing::Stand(_) => {
                self.library.stand().clip.sample(t as f32, out);
            }
            Doing::Step(step) => self.blend(step, t, out),
        }
        let tau = t - fade.begin;
        if tau < fade.span {
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
