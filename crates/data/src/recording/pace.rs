//! When a writer hands over what it holds.

use std::time::{Duration, Instant};

/// Counts rows and time since the last hand-over. Wall time is fit here: it never reaches the simulation.
pub(super) struct Pace {
    rows: usize,
    since: Instant,
    most_rows: usize,
    longest: Duration,
}

impl Pace {
    pub fn new(most_rows: usize, longest: Duration) -> Self {
        Self { rows: 0, since: Instant::now(), most_rows, longest }
    }

    /// Adds a frame; true when it is time.
    pub fn due(&mut self, rows: usize) -> bool {
        self.rows += rows;
        self.rows >= self.most_rows || self.since.elapsed() >= self.longest
    }

    pub fn reset(&mut self) {
        self.rows = 0;
        self.since = Instant::now();
    }
}
