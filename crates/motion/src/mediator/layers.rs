//! The clips that play at once while one gives way to another.

use super::Mediator;
use crate::{Vec2, blend::LEAST_WEIGHT, wrap};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// A clip that plays: which pair of the mediator, which side of it, and whether in reverse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ClipChoice {
    pub pair: u16,
    pub side: u8,
    pub reversed: bool,
}

/// Most clips that play at once.
pub(super) const MOST: usize = 4;

/// Clips and their weights, which sum to 1. The last is the one chosen, the others give way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layers {
    choices: [ClipChoice; MOST],
    weights: [f32; MOST],
    count: usize,
}

impl Layers {
    /// The clip chosen last.
    pub fn chosen(&self) -> Option<ClipChoice> {
        self.count.checked_sub(1).map(|last| self.choices[last])
    }

    /// All that play, with their weights.
    pub fn iter(&self) -> impl Iterator<Item = (ClipChoice, f32)> + '_ {
        self.choices[..self.count].iter().copied().zip(self.weights[..self.count].iter().copied())
    }

    /// The one that counts most.
    pub fn main(&self) -> ClipChoice {
        let mut best = 0;
        for i in 1..self.count {
            if self.weights[i] > self.weights[best] {
                best = i;
            }
        }
        self.choices[best]
    }

    /// Plays this clip alone.
    pub fn set(&mut self, choice: ClipChoice) {
        self.choices[0] = choice;
        self.weights[0] = 1.0;
        self.count = 1;
    }

    /// Makes a clip the chosen one; the others begin to give way.
    pub fn choose(&mut self, choice: ClipChoice) {
        let there = self.choices[..self.count].iter().position(|&c| c == choice);
        let weight = match there {
            Some(i) => self.remove(i),
            None => {
                if self.count == MOST {
                    let least = (0..MOST).min_by(|&a, &b| self.weights[a].total_cmp(&self.weights[b])).unwrap_or(0);
                    self.remove(least);
                }
                0.0
            }
        };
        self.choices[self.count] = choice;
        self.weights[self.count] = weight;
        self.count += 1;
        self.normalise();
    }

    /// Lets the chosen clip take over by `step` of the whole.
    pub fn advance(&mut self, step: f32) {
        if self.count < 2 {
            return;
        }
        let last = self.count - 1;
        let now = self.weights[last];
        let next = (now + step).min(1.0);
        let left = if now < 1.0 { (1.0 - next) / (1.0 - now) } else { 0.0 };
        for weight in &mut self.weights[..last] {
            *weight *= left;
        }
        self.weights[last] = next;
        for i in (0..last).rev() {
            if self.weights[i] < LEAST_WEIGHT {
                self.remove(i);
            }
        }
        self.normalise();
    }

    fn remove(&mut self, i: usize) -> f32 {
        let weight = self.weights[i];
        self.choices.copy_within(i + 1..self.count, i);
        self.weights.copy_within(i + 1..self.count, i);
        self.count -= 1;
        weight
    }

    fn normalise(&mut self) {
        let sum: f32 = self.weights[..self.count].iter().sum();
        if sum > 0.0 {
            for weight in &mut self.weights[..self.count] {
                *weight /= sum;
            }
        } else if self.count > 0 {
            self.weights[self.count - 1] = 1.0;
        }
    }
}

/// How far beyond its limits a clip is kept, so that it does not flicker: speed [m/s] and angle [rad].
const KEEP: (f32, f32) = (0.05, 0.09);

impl Mediator {
    /// The clip for a speed and an angle of travel against the torso. `now` is kept near the limits of its sector.
    pub(super) fn choose(&self, speed: f32, angle: f32, now: Option<ClipChoice>) -> ClipChoice {
        let wanted = self.choose_exactly(speed, angle);
        match now {
            Some(now) if now != wanted => {
                let (v, a) = KEEP;
                let still = [(-v, -a), (-v, a), (v, -a), (v, a)]
                    .into_iter()
                    .any(|(dv, da)| self.choose_exactly((speed + dv).max(0.0), wrap(angle + da)) == now);
                if still { now } else { wanted }
            }
            _ => wanted,
        }
    }

    fn choose_exactly(&self, speed: f32, angle: f32) -> ClipChoice {
        let side = |pair: usize, a: f32| {
            let straight = self.pairs[pair][0].angle == self.pairs[pair][1].angle;
            u8::from(a < 0.0 && !straight)
        };
        let pair = self.tracks.choose(speed, angle).unwrap_or(0);
        let own = self.pairs[pair][0].angle.abs();
        // No clip goes in that direction: one for the opposite direction is played in reverse.
        let reversed =
            angle.abs() > FRAC_PI_2 && (own - angle.abs()).abs() > FRAC_PI_4 && speed < self.settings.backwards_below;
        if reversed {
            let angle = wrap(angle - PI);
            let pair = self.tracks.choose(speed, angle).unwrap_or(0);
            ClipChoice { pair: pair as u16, side: side(pair, angle), reversed }
        } else {
            ClipChoice { pair: pair as u16, side: side(pair, angle), reversed }
        }
    }

    /// The angle of travel against the body where only one clip plays.
    pub(super) fn travels_at(&self, layers: &Layers) -> Option<f32> {
        let choice = layers.chosen().filter(|_| layers.count == 1)?;
        Some(self.play(choice).angle + if choice.reversed { PI } else { 0.0 })
    }

    /// How fast phase and body go at a speed with these layers: cycles per second, and travel in the body's frame.
    pub(super) fn pace(&self, layers: &Layers, speed: f32, stride: f32) -> (f32, Vec2) {
        let (mut rate, mut travel) = (0.0, Vec2::ZERO);
        for (choice, weight) in layers.iter() {
            let play = self.play(choice);
            let tau = (speed / (play.speed * stride.max(0.2))).min(TAU_MAX.max(speed / play.speed));
            let tau = if choice.reversed { -tau } else { tau };
            rate += weight * tau / play.duration;
            travel += play.travel * (weight * tau * stride);
        }
        (rate, travel)
    }
}

/// Most a clip is hastened while a stride grows to its full length.
const TAU_MAX: f32 = 1.25;
