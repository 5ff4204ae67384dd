//! Random numbers of a cast: a function of the seed and of how many were drawn, the same everywhere.

/// A sequence of draws.
pub(super) struct Draws(u64);

impl Draws {
    pub fn new(seed: u64, of: u64) -> Self {
        let mut draws = Self(seed ^ of.wrapping_mul(0xd1b5_4a32_d192_ed03));
        draws.next();
        draws
    }

    /// SplitMix64 (Steele, Lea and Flood 2014).
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// In [0, 1).
    pub fn share(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u32 << 24) as f32
    }

    /// One of so many.
    pub fn below(&mut self, count: usize) -> usize {
        ((self.share() * count as f32) as usize).min(count.saturating_sub(1))
    }

    /// Normally distributed, standard deviation 1, to within 2.2 of the mean: the sum of twelve even draws, cut.
    pub fn normal(&mut self) -> f32 {
        let sum: f32 = (0..12).map(|_| self.share()).sum();
        (sum - 6.0).clamp(-2.2, 2.2)
    }
}
