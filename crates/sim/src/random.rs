//! Random numbers as a function of (seed, agent, step, purpose).
//!
//! Nobody owns a stream, so nobody's numbers depend on who asked before: the same key gives the same number on any
//! thread, in any order. The function is Philox 4x32 with ten rounds (Salmon et al. 2011).

mod truncated;

use ambulo_geom::math;

/// What a number is drawn for: two purposes never share numbers.
///
/// ```
/// use ambulo_sim::random::{Draw, Purpose};
/// assert_ne!(Draw::new(1, 0, 0, Purpose::Speed).bits(), Draw::new(1, 0, 0, Purpose::Radius).bits());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Purpose {
    /// Preferred speed.
    Speed = 1,
    /// Body radius.
    Radius = 2,
    /// Where to start.
    Place = 3,
    /// When to appear.
    Arrival = 4,
    /// Fluctuations of a steering model.
    Steering = 5,
    /// Benchmarks' goals and other set-up.
    Setup = 6,
    /// A goal of its own.
    Goals = 7,
    /// Fluctuations of a locomotion.
    Locomotion = 8,
    /// When a walker sets out.
    Premovement = 9,
    /// How a walker misjudges a queue.
    Perception = 10,
}

/// A key, from which any number of draws can be taken.
///
/// ```
/// use ambulo_sim::random::{Draw, Purpose};
/// let mut a = Draw::new(7, 3, 0, Purpose::Place);
/// let mut b = Draw::new(7, 3, 0, Purpose::Place);
/// assert_eq!(a.unit(), b.unit());
/// ```
#[derive(Clone, Debug)]
pub struct Draw {
    key: [u32; 2],
    counter: [u32; 4],
}

impl Draw {
    /// The draws of one agent at one step for one purpose.
    ///
    /// ```
    /// use ambulo_sim::random::{Draw, Purpose};
    /// assert!(Draw::new(1, 2, 3, Purpose::Steering).unit() < 1.0);
    /// ```
    pub fn new(seed: u64, agent: u32, step: u32, purpose: Purpose) -> Self {
        Self { key: [seed as u32, (seed >> 32) as u32], counter: [0, agent, step, purpose as u32] }
    }

    /// 64 random bits.
    ///
    /// ```
    /// use ambulo_sim::random::{Draw, Purpose};
    /// let mut d = Draw::new(1, 2, 3, Purpose::Setup);
    /// assert_ne!(d.bits(), d.bits());
    /// ```
    pub fn bits(&mut self) -> u64 {
        let out = philox(self.counter, self.key);
        self.counter[0] = self.counter[0].wrapping_add(1);
        u64::from(out[0]) | u64::from(out[1]) << 32
    }

    /// Uniform in [0, 1).
    ///
    /// ```
    /// use ambulo_sim::random::{Draw, Purpose};
    /// let u = Draw::new(1, 2, 3, Purpose::Setup).unit();
    /// assert!((0.0..1.0).contains(&u));
    /// ```
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Standard normal (Box and Muller).
    ///
    /// ```
    /// use ambulo_sim::random::{Draw, Purpose};
    /// assert!(Draw::new(1, 2, 3, Purpose::Setup).normal().is_finite());
    /// ```
    pub fn normal(&mut self) -> f64 {
        let (u, v) = (1.0 - self.unit(), self.unit());
        (-2.0 * math::ln(u)).sqrt() * math::cos(std::f64::consts::TAU * v)
    }

    /// Two nearly normal numbers from one evaluation: sums of four uniform ones, of variance 1 and never beyond 3.5.
    /// For fluctuations of every agent in every step, where the tails do not matter.
    ///
    /// ```
    /// use ambulo_sim::random::{Draw, Purpose};
    /// let [x, y] = Draw::new(1, 2, 3, Purpose::Steering).rough_normals();
    /// assert!(x.abs() < 3.5 && y.abs() < 3.5 && x != y);
    /// ```
    #[inline]
    pub fn rough_normals(&mut self) -> [f32; 2] {
        let [a, b, c, d] = philox(self.counter, self.key);
        self.counter[0] = self.counter[0].wrapping_add(1);
        let sum = |a: u32, b: u32| (a & 0xFFFF) + (a >> 16) + (b & 0xFFFF) + (b >> 16);
        // Four uniform numbers have mean 2 and variance 1/3.
        let standard = |s: u32| (s as f32 / 65_536.0 - 2.0) * 3f32.sqrt();
        [standard(sum(a, b)), standard(sum(c, d))]
    }

    /// Normal, truncated to [min, max]: drawn again until it lies there and, where that is seldom, from the truncated distribution itself.
    ///
    /// ```
    /// use ambulo_sim::random::{Draw, Purpose};
    /// let v = Draw::new(1, 2, 3, Purpose::Speed).normal_within(1.34, 0.26, 0.6, 2.0);
    /// assert!((0.6..=2.0).contains(&v));
    /// ```
    pub fn normal_within(&mut self, mean: f64, sd: f64, min: f64, max: f64) -> f64 {
        for _ in 0..64 {
            let v = mean + sd * self.normal();
            if (min..=max).contains(&v) {
                return v;
            }
        }
        truncated::normal(self, mean, sd, min, max)
    }
}

fn philox(mut c: [u32; 4], mut k: [u32; 2]) -> [u32; 4] {
    for _ in 0..10 {
        let p0 = u64::from(c[0]) * 0xD251_1F53;
        let p1 = u64::from(c[2]) * 0xCD9E_8D57;
        c = [(p1 >> 32) as u32 ^ c[1] ^ k[0], p1 as u32, (p0 >> 32) as u32 ^ c[3] ^ k[1], p0 as u32];
        k = [k[0].wrapping_add(0x9E37_79B9), k[1].wrapping_add(0xBB67_AE85)];
    }
    c
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published known-answer vectors of Philox 4x32-10.
    #[test]
    fn philox_gives_the_published_answers() {
        assert_eq!(philox([0; 4], [0; 2]), [0x6627_E8D5, 0xE169_C58D, 0xBC57_AC4C, 0x9B00_DBD8]);
        assert_eq!(philox([u32::MAX; 4], [u32::MAX; 2]), [0x408F_276D, 0x41C8_3B0E, 0xA20B_C7C6, 0x6D54_51FD]);
    }

    #[test]
    fn rough_normals_have_mean_zero_and_variance_one() {
        let (mut sum, mut squares) = (0.0, 0.0);
        for agent in 0..20_000 {
            for z in Draw::new(5, agent, 0, Purpose::Steering).rough_normals().map(f64::from) {
                sum += z / 40_000.0;
                squares += z * z / 40_000.0;
            }
        }
        assert!(sum.abs() < 0.02 && (squares - 1.0).abs() < 0.03, "{sum} {squares}");
    }

    #[test]
    fn draws_have_the_moments_they_claim() {
        let (mut sum, mut squares) = (0.0, 0.0);
        for agent in 0..20_000 {
            let z = Draw::new(5, agent, 0, Purpose::Setup).normal();
            sum += z;
            squares += z * z;
        }
        // Standard errors are 0.007 and 0.01.
        assert!((sum / 20_000.0).abs() < 0.03 && (squares / 20_000.0 - 1.0).abs() < 0.05);
    }
}
