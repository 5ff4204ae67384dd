//! A foot from plant to plant.

use super::build::{FootPose, Sole};
use super::curve::{CurveEnd, quintic};
use crate::Vec3;

/// A foot on the floor, from the first touch to the last. Times [s].
#[derive(Clone, Copy, Debug)]
pub(super) struct StancePhase {
    /// First touch.
    pub land: f32,
    /// The whole sole is down.
    pub flat: f32,
    /// Heel or toes begin to rise.
    pub rise: f32,
    /// Last touch.
    pub lift: f32,
    /// Below the ankle of the flat foot [m].
    pub at: Vec3,
    /// Heading of the foot [rad].
    pub yaw: f32,
    /// Toes up on landing; below 0 the toes land first [rad].
    pub land_pitch: f32,
    /// Toes up on lifting; below 0 the heel rises first [rad].
    pub lift_pitch: f32,
}

/// Rate at which the foot leaves the floor, in amplitudes a roll, and at most [rad/s].
const LIFT_RATE: (f32, f32) = (2.6, 8.5);
/// Rate at which the foot touches, in amplitudes a roll, and at most [rad/s].
const LAND_RATE: (f32, f32) = (1.2, 3.6);
/// How far a foot turns on after it has lifted, and beyond its landing pitch before it lands [rad].
const OVERSHOOT: (f32, f32) = (0.14, 0.07);
/// Share of the swing after which the toes are in line with the foot again.
const TOES_BACK: f32 = 0.8;

impl StancePhase {
    /// From when to when the contact point stands still.
    pub fn contact(&self) -> (f32, f32) {
        let from = if self.land_pitch > 0.0 { self.flat } else { self.land };
        let to = if self.lift_pitch > 0.0 { self.rise } else { self.lift };
        (from, to)
    }

    fn land_end(&self) -> CurveEnd<f32> {
        let roll = (self.flat - self.land).max(1e-3);
        let slope = (LAND_RATE.0 * self.land_pitch / roll).clamp(-LAND_RATE.1, LAND_RATE.1);
        CurveEnd { at: self.land_pitch, slope: -slope, bend: 0.0 }
    }

    fn lift_end(&self) -> CurveEnd<f32> {
        let roll = (self.lift - self.rise).max(1e-3);
        let slope = (LIFT_RATE.0 * self.lift_pitch / roll).clamp(-LIFT_RATE.1, LIFT_RATE.1);
        CurveEnd { at: self.lift_pitch, slope, bend: 0.0 }
    }

    /// Pitch while down; outside of that a straight line goes on, for slopes at the ends.
    fn pitch(&self, t: f32) -> f32 {
        let level = CurveEnd { at: 0.0, slope: 0.0, bend: 0.0 };
        let (land, lift) = (self.land_end(), self.lift_end());
        if t <= self.land {
            land.at + land.slope * (t - self.land)
        } else if t < self.flat {
            let span = self.flat - self.land;
            quintic(land, level, span, (t - self.land) / span)
        } else if t <= self.rise {
            0.0
        } else if t < self.lift {
            let span = self.lift - self.rise;
            quintic(level, lift, span, (t - self.rise) / span)
        } else {
            lift.at + lift.slope * (t - self.lift)
        }
    }

    fn ankle(&self, sole: &Sole, t: f32) -> Vec3 {
        sole.ankle(self.at, self.yaw, self.pitch(t))
    }

    /// Place, velocity and acceleration of the ankle.
    fn end(&self, sole: &Sole, t: f32) -> CurveEnd<Vec3> {
        let h = 0.004;
        let [before, now, after] = [t - h, t, t + h].map(|t| self.ankle(sole, t));
        CurveEnd { at: now, slope: (after - before) / (2.0 * h), bend: (after - now * 2.0 + before) / (h * h) }
    }

    fn foot(&self, sole: &Sole, t: f32) -> FootPose {
        let pitch = self.pitch(t);
        FootPose { ankle: self.ankle(sole, t), yaw: self.yaw, pitch, toes: pitch.max(0.0) }
    }
}

/// How a foot swings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// Room under the foot in the middle of the swing [m].
    pub clearance: f32,
    /// How much higher the ankle is carried than the swing needs [m], at a share of the swing.
    pub carry: (f32, f32),
    /// How far the toes hang in the middle of the swing [rad].
    pub droop: f32,
    /// How hard the foot is pulled forward after it lifts, in lengths a squared swing.
    pub pull: f32,
    /// How hard it is braked before it lands.
    pub brake: f32,
    /// How hard its fall is braked before it lands [m/s2].
    pub catch: f32,
}

/// A foot's track: stances in order, and the swings between them.
#[derive(Clone, Debug)]
pub(super) struct FootTrack {
    sole: Sole,
    pub plants: Vec<StancePhase>,
    /// One before each plant but the first.
    swings: Vec<Swing>,
}

impl FootTrack {
    /// The track of a foot with this sole.
    pub fn new(sole: &Sole, plants: Vec<StancePhase>, manner: &Manner) -> Self {
        let swings = plants.windows(2).map(|p| Swing::new(sole, &p[0], &p[1], manner)).collect();
        Self { sole: *sole, plants, swings }
    }

    /// The foot at a time between the first plant and the last.
    pub fn foot(&self, t: f32) -> FootPose {
        let next = self.plants.iter().position(|p| t < p.lift).unwrap_or(self.plants.len() - 1);
        let plant = &self.plants[next];
        if next == 0 || t >= plant.land {
            return plant.foot(&self.sole, t);
        }
        let before = &self.plants[next - 1];
        self.swings[next - 1].foot((t - before.lift) / (plant.land - before.lift))
    }
}

/// A foot in the air between two plants.
#[derive(Clone, Debug)]
struct Swing {
    span: f32,
    ankle: (CurveEnd<Vec3>, CurveEnd<Vec3>),
    pitch: (CurveEnd<f32>, CurveEnd<f32>),
    yaw: (f32, f32),
    /// How far the toes are bent back at the ends.
    bent: (Option<CurveEnd<f32>>, Option<CurveEnd<f32>>),
    carry: (f32, f32),
    droop: f32,
    /// Height added in the middle, where the sole would come too low.
    missing: f32,
}

impl Swing {
    fn new(sole: &Sole, from: &StancePhase, to: &StancePhase, manner: &Manner) -> Self {
        let span = to.land - from.lift;
        let mut ankle = (from.end(sole, from.lift), to.end(sole, to.land));
        // Feet are pulled forward at once and braked late.
        let hurry = (to.at - from.at) / (span * span);
        ankle.0.bend += hurry * manner.pull;
        ankle.1.bend += Vec3::Z * manner.catch - hurry * manner.brake;
        let (lift, land) = (from.lift_end(), to.land_end());
        // Stopped within the overshoot: v squared over twice the distance.
        let pitch = (
            CurveEnd { bend: -lift.slope * lift.slope.abs() / (2.0 * OVERSHOOT.0), ..lift },
            CurveEnd { bend: land.slope * land.slope.abs() / (2.0 * OVERSHOOT.1), ..land },
        );
        let bent =
            |end: CurveEnd<f32>| (end.at < 0.0).then_some(CurveEnd { at: -end.at, slope: -end.slope, bend: 0.0 });
        let mut swing = Self {
            span,
            ankle,
            pitch,
            yaw: (from.yaw, to.yaw),
            bent: (bent(lift), bent(land)),
            carry: manner.carry,
            droop: manner.droop,
            missing: 0.0,
        };
        swing.missing = (4..30)
            .map(|i| i as f32 / 32.0)
            .map(|u| {
                let arch = 4.0 * u * (1.0 - u);
                (manner.clearance * arch * arch - sole.lowest(&swing.foot(u))) / bump(u, 0.5)
            })
            .fold(0.0, f32::max);
        swing
    }

    /// The foot at a share of the swing.
    fn foot(&self, u: f32) -> FootPose {
        let level = |at| CurveEnd { at, slope: 0.0, bend: 0.0 };
        let pitch = quintic(self.pitch.0, self.pitch.1, self.span, u) - self.droop * bump(u, 0.4);
        // Toes bent back by the floor straighten, and bend before they land first.
        let mut toes = pitch;
        let part = self.span * TOES_BACK;
        if let Some(bent) = self.bent.0.filter(|_| u < TOES_BACK) {
            toes += quintic(bent, level(0.0), part, u / TOES_BACK).max(0.0);
        }
        if let Some(bent) = self.bent.1.filter(|_| u > 1.0 - TOES_BACK) {
            toes += quintic(level(0.0), bent, part, (u - 1.0 + TOES_BACK) / TOES_BACK).max(0.0);
        }
        let mut ankle = quintic(self.ankle.0, self.ankle.1, self.span, u);
        ankle.z += self.carry.0 * bump(u, self.carry.1) + self.missing * bump(u, 0.5);
        FootPose { ankle, yaw: quintic(level(self.yaw.0), level(self.yaw.1), self.span, u), pitch, toes }
    }
}

/// A hill with its top, 1, at `middle`, level and unbent at both ends.
fn bump(u: f32, middle: f32) -> f32 {
    // A bent parameter brings the top where it is wanted.
    let v = u / (u + (1.0 - u) * middle / (1.0 - middle));
    let w = 4.0 * v * (1.0 - v);
    w * w * w
}
