//! A foot from plant to plant.

use super::build::{Foot, Sole};
use super::curve::{End, quintic};
use crate::Vec3;

/// A foot on the floor, from the first touch to the last. Times [s].
#[derive(Clone, Copy, Debug)]
pub(super) struct Plant {
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
    /// Which way the foot points [rad].
    pub yaw: f32,
    /// Toes up on landing; below 0 the toes land first [rad].
    pub land_pitch: f32,
    /// Toes up on lifting; below 0 the heel rises first [rad].
    pub lift_pitch: f32,
}

/// Rate at which the foot leaves the floor, in amplitudes a roll, and at most [rad/s].
const LIFT_RATE: (f32, f32) = (2.2, 7.5);
/// Rate at which the foot touches, in amplitudes a roll, and at most [rad/s].
const LAND_RATE: (f32, f32) = (1.2, 3.6);
/// How far a foot turns on after it has lifted, and beyond its landing pitch before it lands [rad].
const OVERSHOOT: (f32, f32) = (0.14, 0.07);
/// How hard a foot is pulled forward after it lifts, and braked before it lands, in lengths a squared swing.
const PULL: f32 = 6.0;
const SETTLE: f32 = 7.0;
/// Share of the swing after which the toes are in line with the foot again.
const TOES_BACK: f32 = 0.8;

impl Plant {
    /// From when to when the contact point stands still.
    pub fn contact(&self) -> (f32, f32) {
        let from = if self.land_pitch > 0.0 { self.flat } else { self.land };
        let to = if self.lift_pitch > 0.0 { self.rise } else { self.lift };
        (from, to)
    }

    fn land_end(&self) -> End<f32> {
        let roll = (self.flat - self.land).max(1e-3);
        let slope = (LAND_RATE.0 * self.land_pitch / roll).clamp(-LAND_RATE.1, LAND_RATE.1);
        End { at: self.land_pitch, slope: -slope, bend: 0.0 }
    }

    fn lift_end(&self) -> End<f32> {
        let roll = (self.lift - self.rise).max(1e-3);
        let slope = (LIFT_RATE.0 * self.lift_pitch / roll).clamp(-LIFT_RATE.1, LIFT_RATE.1);
        End { at: self.lift_pitch, slope, bend: 0.0 }
    }

    /// Pitch while down; outside of that a straight line goes on, for slopes at the ends.
    fn pitch(&self, t: f32) -> f32 {
        let level = End { at: 0.0, slope: 0.0, bend: 0.0 };
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
    fn end(&self, sole: &Sole, t: f32) -> End<Vec3> {
        let h = 0.004;
        let [before, now, after] = [t - h, t, t + h].map(|t| self.ankle(sole, t));
        End { at: now, slope: (after - before) / (2.0 * h), bend: (after - now * 2.0 + before) / (h * h) }
    }

    fn foot(&self, sole: &Sole, t: f32) -> Foot {
        let pitch = self.pitch(t);
        Foot { ankle: self.ankle(sole, t), yaw: self.yaw, pitch, toes: pitch.max(0.0) }
    }
}

/// A foot's way: plants in order, and how it swings between them.
#[derive(Clone, Debug)]
pub(super) struct Track {
    pub plants: Vec<Plant>,
    /// Room under the swinging foot at its middle [m].
    pub clearance: f32,
    /// How much higher the ankle is carried than the swing needs [m], at a share of the swing.
    pub lift: (f32, f32),
}

impl Track {
    /// The foot at a time between the first plant and the last.
    pub fn foot(&self, sole: &Sole, t: f32) -> Foot {
        let next = self.plants.iter().position(|p| t < p.lift).unwrap_or(self.plants.len() - 1);
        let plant = &self.plants[next];
        if next == 0 || t >= plant.land {
            return plant.foot(sole, t);
        }
        self.swing(sole, &self.plants[next - 1], plant, t)
    }

    fn swing(&self, sole: &Sole, from: &Plant, to: &Plant, t: f32) -> Foot {
        let span = to.land - from.lift;
        let (mut a, mut b) = (from.end(sole, from.lift), to.end(sole, to.land));
        // Feet are pulled forward at once and braked late.
        let hurry = (to.at - from.at) / (span * span);
        a.bend += hurry * PULL;
        b.bend -= hurry * SETTLE;
        // Stopped within the overshoot: v squared over twice the way.
        let (mut lifted, mut landing) = (from.lift_end(), to.land_end());
        lifted.bend = -lifted.slope * lifted.slope.abs() / (2.0 * OVERSHOOT.0);
        landing.bend = landing.slope * landing.slope.abs() / (2.0 * OVERSHOOT.1);
        let at = |u: f32| {
            let pitch = quintic(lifted, landing, span, u);
            let level = |at| End { at, slope: 0.0, bend: 0.0 };
            let yaw = quintic(level(from.yaw), level(to.yaw), span, u);
            // Toes bent back by the floor straighten, and bend before they land first.
            let mut toes = pitch;
            if from.lift_pitch < 0.0 && u < TOES_BACK {
                let bent = from.lift_end();
                let bent = End { at: -bent.at, slope: -bent.slope, bend: 0.0 };
                toes += quintic(bent, level(0.0), span * TOES_BACK, u / TOES_BACK).max(0.0);
            }
            if to.land_pitch < 0.0 && u > 1.0 - TOES_BACK {
                let bent = to.land_end();
                let bent = End { at: -bent.at, slope: -bent.slope, bend: 0.0 };
                toes += quintic(level(0.0), bent, span * TOES_BACK, (u - 1.0 + TOES_BACK) / TOES_BACK).max(0.0);
            }
            let mut ankle = quintic(a, b, span, u);
            let (height, middle) = self.lift;
            ankle.z += height * bump(u, middle);
            Foot { ankle, yaw, pitch, toes }
        };
        // What is missing under the sole is added as a bump in the middle.
        let mut missing = 0.0f32;
        for i in 4..30 {
            let u = i as f32 / 32.0;
            let arch = 4.0 * u * (1.0 - u);
            let wanted = self.clearance * arch * arch;
            missing = missing.max((wanted - sole.lowest(&at(u))) / bump(u, 0.5));
        }
        let u = (t - from.lift) / span;
        let mut foot = at(u);
        foot.ankle.z += missing * bump(u, 0.5);
        foot
    }
}

/// A hill with its top, 1, at `middle`, level and unbent at both ends.
fn bump(u: f32, middle: f32) -> f32 {
    // A bent parameter brings the top where it is wanted.
    let v = u / (u + (1.0 - u) * middle / (1.0 - middle));
    let w = 4.0 * v * (1.0 - v);
    w * w * w
}
