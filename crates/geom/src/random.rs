//! Numbers that look random: a function of a counter, the same on every machine.
//!
//! The simulation has its own, keyed by agent, step and purpose (`sim::random`). These are for what does not simulate:
//! resampling, samples of pairs, generated plans.

/// Bits of a counter that look random: SplitMix64 of Steele, Lea and Flood (2014), at a step of its own for each counter.
///
/// ```
/// use ambulo_geom::random::bits;
/// assert_eq!(bits(0), 0xE220_A839_7B1D_CDAF);
/// assert_ne!(bits(1), bits(2));
/// ```
pub fn bits(counter: u64) -> u64 {
    mixed(counter.wrapping_add(1).wrapping_mul(GOLDEN))
}

/// A sequence of numbers that look random.
///
/// ```
/// let mut dice = ambulo_geom::random::Dice::new(7);
/// assert!((0.0..1.0).contains(&dice.roll()) && dice.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Dice(u64);

/// 2^64 over the golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

impl Dice {
    /// One sequence for each seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(GOLDEN) ^ 0x1234_5678)
    }

    /// Uniform in [0, 1).
    pub fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        unit(mixed(self.0))
    }

    /// Uniform from `low` to `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.roll()
    }

    /// One of 0, 1 ... up to `n`.
    pub fn below(&mut self, n: usize) -> usize {
        ((self.roll() * n as f64) as usize).min(n.saturating_sub(1))
    }
}

/// The upper bits as a number in [0, 1).
///
/// ```
/// use ambulo_geom::random::{bits, unit};
/// assert!((0.0..1.0).contains(&unit(bits(3))));
/// ```
pub fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

fn mixed(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
