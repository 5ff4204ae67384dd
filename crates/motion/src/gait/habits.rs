//! What differs between people who walk at the same speed: arms, back, and how they stand.

use super::build::Arm;
use super::script::Upper;
use super::stand::SWAY;
use super::walk::wave;
use crate::Vec3;

/// How a person stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Idle {
    /// The weight goes slowly from one foot to the other.
    #[default]
    Sway,
    /// The weight is on one leg.
    OneLeg,
    /// Looks to the left and to the right.
    Look,
    /// Reads from something in the hand.
    Phone,
}

/// Habits of one person.
///
/// ```
/// use ambulo_motion::{body, gait};
/// let still = gait::Habits { arm_swing: 0.4, ..gait::Habits::default() };
/// let set = gait::moves_with(body::skeleton(), &still);
/// assert_eq!(set.moves.len(), gait::shipped().moves.len());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Habits {
    /// How far arms swing: 1 as usual.
    pub arm_swing: f32,
    /// How much more elbows are bent than usual [rad].
    pub elbow: f32,
    /// How much farther out arms are carried than they hang at rest [rad].
    pub arms_out: f32,
    /// How much farther forward the back leans [rad]; the head stays level.
    pub lean: f32,
    /// How the person stands.
    pub idle: Idle,
}

impl Default for Habits {
    fn default() -> Self {
        Self { arm_swing: 1.0, elbow: 0.0, arms_out: 0.0, lean: 0.0, idle: Idle::Sway }
    }
}

impl Habits {
    /// A body's posture as this person has it.
    pub(super) fn apply(&self, upper: Upper) -> Upper {
        let [turn, list, tilt] = upper.thorax;
        let arms = upper.arms.map(|a| Arm { out: a.out + self.arms_out, elbow: a.elbow + self.elbow, ..a });
        Upper { thorax: [turn, list, tilt + self.lean], arms, ..upper }
    }

    /// What standing adds to breathing and swaying, at a time.
    pub(super) fn standing(&self, t: f32, scale: f32, upper: Upper) -> Upper {
        let p = t / SWAY;
        let mut u = upper;
        match self.idle {
            Idle::Sway => {}
            Idle::OneLeg => {
                u.hips += Vec3::new(0.0, 0.040 * scale, 0.0);
                u.pelvis[1] += 0.055;
                u.thorax[1] -= 0.045;
                u.thorax[0] += 0.05;
                u.head[1] += 0.02;
            }
            Idle::Look => {
                // Long to one side, a glance to the other.
                let look = 0.55 * wave(p - 0.15) + 0.20 * wave(2.0 * p);
                u.head[0] += look;
                u.thorax[0] += 0.18 * look;
            }
            Idle::Phone => {
                u.head[2] += 0.50 + 0.03 * wave(p);
                u.thorax[2] += 0.04;
                u.arms[1] = Arm { swing: 0.42, out: u.arms[1].out, elbow: 1.75 + 0.02 * wave(3.0 * p) };
            }
        }
        u
    }
}
