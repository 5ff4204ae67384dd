//! Which directions and speeds come into question, by how soon a collision is expected.

use super::Karamouzas;
use ambulo_geom::Vec2;
use ambulo_geom::math::{cos32, exp32};
use ambulo_sim::LANES;

/// Most speeds a walker chooses from: the whole range at the finest step, and its two ends.
pub(super) const MOST_SPEEDS: usize = 64;
/// Steps that miss the end of a range by less than this share still reach it.
const ROUNDING: f32 = 1e-4;

/// The farthest an agent turns from its desired direction when it expects a collision in `time` [s]; rad.
#[inline(always)]
pub(super) fn most_turn(p: &Karamouzas, time: f32) -> f32 {
    let (mid, most) = (p.turn_mid.to_radians(), p.turn_max.to_radians());
    if time < p.time_min {
        mid + (most - mid) * urgency(p.branch, time, p.time_min)
    } else if time < p.time_mid {
        mid
    } else if time <= p.time_max {
        mid * (p.time_max - time) / (p.time_max - p.time_mid).max(1e-6)
    } else {
        0.0
    }
}

/// Falls from 1 at once to 0, or nearly, at `end` [s].
#[inline(always)]
fn urgency(branch: f32, time: f32, end: f32) -> f32 {
    let rest = 1.0 - time / end;
    if branch >= 2.5 {
        rest * rest
    } else if branch >= 1.5 {
        rest
    } else if branch >= 0.5 {
        let last = exp32(-end);
        (exp32(-time) - last) / (1.0 - last)
    } else {
        exp32(-time)
    }
}

/// The speeds to choose from: the preferred one first, then steps to both sides of it, then the ends of the range.
pub(super) struct Speeds {
    pub(super) all: [f32; MOST_SPEEDS],
    pub(super) count: usize,
}

impl Speeds {
    /// For a walker who would like to walk `preferred` and can walk `fastest` [m/s].
    #[inline(always)]
    pub(super) fn new(p: &Karamouzas, time: f32, preferred: f32, fastest: f32) -> Self {
        let (slow, fast) = if time <= p.time_min {
            (0.0, fastest)
        } else if time <= p.time_max {
            let change = p.speed_change.min(fastest - preferred).min(preferred).max(0.0);
            (preferred - change, preferred + change)
        } else {
            (preferred, preferred)
        };
        let mut speeds = Self { all: [0.0; MOST_SPEEDS], count: 0 };
        speeds.push(preferred);
        let steps = |room: f32| (room / p.speed_step + ROUNDING) as usize;
        let (down, up) = (steps(preferred - slow), steps(fast - preferred));
        for k in 1..=down.max(up) {
            let change = k as f32 * p.speed_step;
            if k <= down {
                speeds.push((preferred - change).max(slow));
            }
            if k <= up {
                speeds.push((preferred + change).min(fast));
            }
        }
        let reach = p.speed_step * ROUNDING;
        if preferred - down as f32 * p.speed_step - slow > reach {
            speeds.push(slow);
        }
        if fast - preferred - up as f32 * p.speed_step > reach {
            speeds.push(fast);
        }
        speeds
    }

    #[inline(always)]
    fn push(&mut self, speed: f32) {
        if self.count < MOST_SPEEDS {
            self.all[self.count] = speed;
            self.count += 1;
        }
    }

    #[inline(always)]
    pub(super) fn list(&self) -> &[f32] {
        &self.all[..self.count]
    }
}

/// Directions side by side, from the desired direction outwards: straight on, one step to the preferred side, one to
/// the other, two to the preferred side ...
#[derive(Clone, Copy)]
pub(super) struct DirectionFan {
    /// Step between directions [rad].
    pub(super) step: f32,
    /// Steps to either side.
    pub(super) count: u32,
    /// 1 when ties go to the left, -1 when to the right, and what a direction to the other side costs more.
    pub(super) side: f32,
    pub(super) tie: f32,
    /// Direction now in the walker's own axes; null when the directions about it are not in the fan.
    pub(super) facing: Vec2,
    /// Cosine of the farthest angle.
    pub(super) cos_widest: f32,
}

/// Eight directions: cosine and sine of the angle to the desired direction, what their side costs, and whether they are
/// in the fan.
pub(super) struct Directions {
    pub(super) cos: [f32; LANES],
    pub(super) sin: [f32; LANES],
    pub(super) extra: [f32; LANES],
}

impl DirectionFan {
    #[inline(always)]
    pub(super) fn new(p: &Karamouzas, widest: f32, facing: Vec2) -> Self {
        let (side, tie) = side_of(p.side);
        Self {
            step: p.angle_step,
            count: (widest / p.angle_step + ROUNDING) as u32,
            side,
            tie,
            facing: if p.grid < 0.5 { facing } else { Vec2::ZERO },
            cos_widest: cos32(widest),
        }
    }

    /// How many blocks of eight there are about the desired direction.
    #[inline(always)]
    pub(super) fn blocks(&self) -> u32 {
        (2 * self.count + 1).div_ceil(LANES as u32)
    }

    /// The directions about the present one: not to turn at all, and turns smaller than a step.
    #[inline(always)]
    pub(super) fn about_now(&self) -> Directions {
        let mut out = Directions { cos: [1.0; LANES], sin: [0.0; LANES], extra: [0.0; LANES] };
        for (k, small) in SMALL.iter().enumerate() {
            let angle = small * self.step;
            let (c, s) = (cos32(angle), self.side * cos32(angle.abs() - std::f32::consts::FRAC_PI_2) * angle.signum());
            let (c, s) = if k == 0 { (1.0, 0.0) } else { (c, s) };
            let f = self.facing;
            (out.cos[k], out.sin[k]) = (f.x * c - f.y * s, f.x * s + f.y * c);
            let other_side = if out.sin[k] * self.side < 0.0 { self.tie } else { 0.0 };
            out.extra[k] = if out.cos[k] >= self.cos_widest { other_side } else { f32::INFINITY };
        }
        out
    }

    /// The directions of a block; `extra` is infinite where the fan has none.
    #[inline(always)]
    pub(super) fn block(&self, block: u32) -> Directions {
        let mut out = Directions { cos: [1.0; LANES], sin: [0.0; LANES], extra: [0.0; LANES] };
        for k in 0..LANES {
            let number = block * LANES as u32 + k as u32;
            let steps = number.div_ceil(2);
            let angle = steps as f32 * self.step;
            let (sign, extra) = if number % 2 == 1 { (self.side, 0.0) } else { (-self.side, self.tie) };
            let straight = number == 0;
            out.cos[k] = if straight { 1.0 } else { cos32(angle) };
            // The sine through the cosine of the rest of a right angle.
            out.sin[k] = if straight { 0.0 } else { sign * cos32(angle - std::f32::consts::FRAC_PI_2) };
            let extra = if straight { 0.0 } else { extra };
            out.extra[k] = if steps <= self.count { extra } else { f32::INFINITY };
        }
        out
    }
}

/// Turns from the present direction, in steps; to the preferred side first.
const SMALL: [f32; LANES] = [0.0, 0.0625, -0.0625, 0.125, -0.125, 0.25, -0.25, 0.0];

/// What a tie is worth: less than any noticeable difference in cost, more than rounding.
const TIE: f32 = 1e-5;

#[inline(always)]
fn side_of(side: f32) -> (f32, f32) {
    if side >= 1.5 {
        (1.0, 0.0)
    } else if side >= 0.5 {
        (1.0, TIE)
    } else {
        (-1.0, TIE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::math::{cos, sin};

    #[test]
    fn spec_the_turn_is_90_deg_at_once_30_at_3_s_15_at_7_s_and_0_at_8_s() {
        for branch in [0.0, 1.0, 2.0, 3.0] {
            for (time, degrees) in [(0.0, 90.0), (3.0, 30.0), (7.0, 15.0), (8.0, 0.0), (8.1, 0.0)] {
                let turn = crate::karamouzas::claims::turn(branch, time);
                assert!((turn - degrees).abs() < 1e-4, "branch {branch} at {time} s: {turn}");
            }
        }
    }

    #[test]
    fn spec_the_literal_branch_steps_by_5_deg_at_its_end_and_the_others_do_not() {
        let step = |branch| {
            let p = Karamouzas { branch, ..Karamouzas::default() };
            (most_turn(&p, 2.499_999) - most_turn(&p, 2.5)).to_degrees()
        };
        assert!((step(0.0) - 4.925).abs() < 1e-2, "{}", step(0.0));
        (1..4).for_each(|k| assert!(step(k as f32).abs() < 1e-3, "branch {k} steps by {}", step(k as f32)));
    }

    #[test]
    fn every_branch_falls_everywhere() {
        for branch in [0.0, 1.0, 2.0, 3.0] {
            let p = Karamouzas { branch, ..Karamouzas::default() };
            for k in 0..90 {
                let time = k as f32 * 0.1;
                assert!(most_turn(&p, time + 0.1) <= most_turn(&p, time), "branch {branch} at {time} s");
            }
        }
    }

    #[test]
    fn speeds_begin_with_the_preferred_one_and_hold_steps_and_ends() {
        let p = Karamouzas::default();
        let sorted = |time, preferred, fastest| {
            let speeds = Speeds::new(&p, time, preferred, fastest);
            assert_eq!(speeds.list()[0], preferred);
            let mut all = speeds.list().to_vec();
            all.sort_by(f32::total_cmp);
            all
        };
        assert_eq!(sorted(9.0, 1.3, 1.95), [1.3]);
        let some = sorted(5.0, 1.3, 1.95);
        assert_eq!((some.len(), some[0], some[8]), (9, 1.3 - 0.4, 1.3 + 0.4));
        // 0, then 0.05 to 1.95 by tenths with 1.25 among them, the end being a step.
        let all = sorted(1.0, 1.25, 1.95);
        assert_eq!((all.len(), all[0], all[20]), (21, 0.0, 1.95));
        assert!(all.windows(2).all(|s| s[1] - s[0] > 0.04 && s[1] - s[0] < 0.101));
        // An agent that hardly walks cannot slow down by 0.4 m/s.
        assert_eq!(sorted(5.0, 0.15, 0.6)[0], 0.0);
    }

    #[test]
    fn the_fan_opens_from_the_desired_direction_outwards_preferred_side_first() {
        let p = Karamouzas::default();
        let fan = DirectionFan::new(&p, std::f32::consts::FRAC_PI_2, Vec2::ZERO);
        assert_eq!((fan.count, fan.blocks()), (20, 6));
        let (first, last) = (fan.block(0), fan.block(5));
        assert_eq!((first.cos[0], first.sin[0], first.extra[0]), (1.0, 0.0, 0.0));
        let angle = 3.0 * 0.078;
        assert!(first.sin[1] < 0.0 && first.sin[2] > 0.0 && first.sin[1] == -first.sin[2], "right comes first");
        assert!(
            (f64::from(first.sin[5]) + sin(angle)).abs() < 3e-6 && (f64::from(first.cos[6]) - cos(angle)).abs() < 3e-6
        );
        assert!(last.extra[0].is_finite() && last.extra[1].is_infinite());
        let none = DirectionFan::new(&Karamouzas { side: 2.0, ..p }, 0.5, Vec2::ZERO).block(0);
        assert!(none.extra.iter().all(|e| *e == 0.0));
    }
}
