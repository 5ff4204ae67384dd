//! Patience that wears off: the longer an agent has waited, the less it minds.

use ambulo_sim::snapshot;

/// How long a walker has waited. Time that passes freely takes back twice as much.
///
/// ```
/// let mut patience = ambulo_models::Patience::default();
/// (1..=5).for_each(|now| patience.notice(now as f32, true));
/// assert_eq!((patience.waited(), patience.left(4.0), patience.left(0.0)), (4.0, 0.5, 1.0));
/// patience.notice(6.0, false);
/// assert_eq!(patience.waited(), 2.0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Patience {
    waited: f32,
    /// Time of the last decision [s].
    decided: f32,
}

snapshot!(Patience { waited, decided });

impl Patience {
    /// Counts the time since the last decision as waited or as free; `now` is the time of this one [s].
    #[inline(always)]
    pub fn notice(&mut self, now: f32, waits: bool) {
        let passed = if self.decided > 0.0 { now - self.decided } else { 0.0 };
        self.waited = if waits { self.waited + passed } else { (self.waited - 2.0 * passed).max(0.0) };
        self.decided = now;
    }

    /// What is left: 1 at first, a half after so many seconds; always 1 for 0.
    #[inline(always)]
    pub fn left(&self, half_after: f32) -> f32 {
        if half_after > 0.0 { half_after / (half_after + self.waited) } else { 1.0 }
    }

    /// Time waited [s].
    #[inline(always)]
    pub fn waited(&self) -> f32 {
        self.waited
    }
}
