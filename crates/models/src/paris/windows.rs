//! Time ahead, cut into windows that grow.

/// At most so many windows.
pub(super) const MOST_WINDOWS: usize = 6;

/// Windows `[0, first], [first, first growth], ...` up to the horizon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Windows {
    /// Where windows meet [s]: the first is 0, the last the horizon.
    pub(super) at: [f32; MOST_WINDOWS + 1],
    /// How many windows there are.
    pub(super) count: usize,
}

impl Windows {
    pub(super) fn new(first: f32, growth: f32, horizon: f32) -> Self {
        let mut at = [horizon; MOST_WINDOWS + 1];
        at[0] = 0.0;
        let (mut end, mut count) = (first, 1);
        // The last window takes what is left, so that the whole horizon is covered whatever the growth.
        while end < horizon && count < MOST_WINDOWS {
            at[count] = end;
            (end, count) = (end * growth, count + 1);
        }
        Self { at, count }
    }

    pub(super) fn horizon(&self) -> f32 {
        self.at[self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_s_windows_end_at_1_2_4_and_8_seconds() {
        let w = Windows::new(1.0, 2.0, 8.0);
        assert_eq!((w.count, &w.at[..=4], w.horizon()), (4, &[0.0, 1.0, 2.0, 4.0, 8.0][..], 8.0));
    }

    #[test]
    fn any_horizon_is_covered() {
        for (first, growth, horizon) in [(0.1, 1.1, 20.0), (3.0, 2.0, 2.0), (0.5, 4.0, 9.0)] {
            let w = Windows::new(first, growth, horizon);
            assert!(w.count >= 1 && w.count <= MOST_WINDOWS && w.horizon() == horizon, "{w:?}");
            assert!(w.at[..=w.count].windows(2).all(|p| p[0] < p[1]), "{w:?}");
        }
    }
}
