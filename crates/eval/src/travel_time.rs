//! Travel time.
//!
//! Definition: time from a walker's first row to its last. Walkers still there in the recording's last frame count up
//! to it and are numbered apart, because their trajectory may have been cut off. Where it is known who did not finish,
//! they count as the length of the whole run (`counted`). Unit: s.

use crate::statistics;
use ambulo_data::Trajectories;
use ambulo_geom::math;

/// How long one walker took.
///
/// ```
/// use ambulo_eval::travel_time::TravelTime;
/// let t = TravelTime { id: 3, seconds: 21.5, in_last_frame: false };
/// assert_eq!(t.id, 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TravelTime {
    /// Walker.
    pub id: u32,
    /// From its first row to its last [s].
    pub seconds: f64,
    /// Whether it was still there when the recording ended.
    pub in_last_frame: bool,
}

/// The travel times of a recording.
///
/// ```
/// use ambulo_eval::travel_time::{TravelTime, TravelTimes};
/// let t = |id, seconds| TravelTime { id, seconds, in_last_frame: false };
/// let all = TravelTimes::new(vec![t(1, 20.0), t(2, 30.0), t(3, 25.0)]);
/// assert_eq!(all.quantile(0.5), Some(25.0));
/// ```
#[derive(Clone, Debug, Default)]
pub struct TravelTimes {
    each: Vec<TravelTime>,
    /// Seconds, sorted.
    sorted: Vec<f64>,
}

/// Counts in bins of equal, round width.
///
/// ```
/// use ambulo_eval::travel_time::Bins;
/// let b = Bins { start: 20.0, width: 2.0, counts: vec![1, 4] };
/// assert_eq!(b.counts.iter().sum::<usize>(), 5);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bins {
    /// Where the first bin begins [s].
    pub start: f64,
    /// Width of a bin [s].
    pub width: f64,
    /// How many fall in each bin; the upper border belongs to the next.
    pub counts: Vec<usize>,
}

impl Bins {
    /// Counts sorted values in about so many bins of width 1, 2 or 5 times a power of ten, no narrower than `least`.
    ///
    /// ```
    /// use ambulo_eval::travel_time::Bins;
    /// let b = Bins::of(&[0.91, 0.93, 0.935, 0.99], 4, 1e-3);
    /// assert_eq!((b.width, b.counts), (0.02, vec![1, 2, 0, 0, 1]));
    /// ```
    pub fn of(sorted: &[f64], about: usize, least: f64) -> Self {
        let (Some(&low), Some(&high)) = (sorted.first(), sorted.last()) else {
            return Self { start: 0.0, width: 1.0, counts: vec![] };
        };
        let raw = ((high - low) / about.max(1) as f64).max(least);
        let power = math::pow(10.0, math::log10(raw).floor());
        let width =
            [1.0, 2.0, 5.0].into_iter().map(|f| f * power).find(|w| *w >= raw * 0.999_999).unwrap_or(10.0 * power);
        let first = (low / width + 1e-9).floor();
        let bin = |v: f64| ((v / width + 1e-9).floor() - first) as usize;
        let mut counts = vec![0; bin(high) + 1];
        sorted.iter().for_each(|v| counts[bin(*v)] += 1);
        Self { start: first * width, width, counts }
    }
}

/// Measures every walker.
///
/// ```
/// use ambulo_data::Trajectories;
/// use ambulo_geom::Region;
/// let t = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![]);
/// assert!(ambulo_eval::travel_time::measure(&t).each().is_empty());
/// ```
pub fn measure(t: &Trajectories) -> TravelTimes {
    let mut spans: Vec<(u32, u32, u32)> = t.rows().iter().map(|r| (r.id, r.frame, r.frame)).collect();
    // Rows come by frame, so a stable sort by walker leaves each walker's rows in time order.
    spans.sort_by_key(|s| s.0);
    let last = t.frames().saturating_sub(1) as u32;
    let each = spans.chunk_by(|a, b| a.0 == b.0).map(|one| {
        let (first, end) = (one[0], one[one.len() - 1]);
        TravelTime { id: first.0, seconds: f64::from(end.2 - first.1) / t.fps, in_last_frame: end.2 == last }
    });
    TravelTimes::new(each.collect())
}

/// Measures every walker; those who did not finish count as the length of the run [s], and are flagged as still there.
/// So a model does not look fast because the run ended before its slow ones arrived.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_eval::travel_time::counted;
/// use ambulo_geom::Region;
/// let row = |id, frame| TrajectoryRow { frame, id, x: 1.0, y: 1.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 };
/// let rows = vec![row(1, 0), row(1, 8), row(2, 5), row(2, 9)];
/// let t = Trajectories::new(1.0, Region::new(vec![]).unwrap(), vec![], rows);
/// let times = counted(&t, |id| id == 1, 10.0);
/// assert_eq!((times.quantile(0.0), times.quantile(1.0)), (Some(8.0), Some(10.0)));
/// assert_eq!(times.in_last_frame(), 1);
/// ```
pub fn counted(t: &Trajectories, finished: impl Fn(u32) -> bool, run: f64) -> TravelTimes {
    let judge = |time: &TravelTime| {
        let done = finished(time.id);
        TravelTime { seconds: if done { time.seconds } else { run }, in_last_frame: !done, ..*time }
    };
    TravelTimes::new(measure(t).each().iter().map(judge).collect())
}

impl TravelTimes {
    /// From single times; those that are no numbers are dropped.
    ///
    /// ```
    /// assert!(ambulo_eval::travel_time::TravelTimes::new(vec![]).mean().is_none());
    /// ```
    pub fn new(each: Vec<TravelTime>) -> Self {
        let each: Vec<TravelTime> = each.into_iter().filter(|t| t.seconds.is_finite()).collect();
        let mut sorted: Vec<f64> = each.iter().map(|t| t.seconds).collect();
        sorted.sort_by(f64::total_cmp);
        Self { each, sorted }
    }

    /// The times, by walker.
    ///
    /// ```
    /// assert!(ambulo_eval::travel_time::TravelTimes::default().each().is_empty());
    /// ```
    pub fn each(&self) -> &[TravelTime] {
        &self.each
    }

    /// How many were still there in the last frame.
    ///
    /// ```
    /// assert_eq!(ambulo_eval::travel_time::TravelTimes::default().in_last_frame(), 0);
    /// ```
    pub fn in_last_frame(&self) -> usize {
        self.each.iter().filter(|t| t.in_last_frame).count()
    }

    /// Mean [s].
    ///
    /// ```
    /// assert_eq!(ambulo_eval::travel_time::TravelTimes::default().mean(), None);
    /// ```
    pub fn mean(&self) -> Option<f64> {
        statistics::mean(&self.sorted)
    }

    /// Standard deviation [s].
    ///
    /// ```
    /// assert_eq!(ambulo_eval::travel_time::TravelTimes::default().sd(), None);
    /// ```
    pub fn sd(&self) -> Option<f64> {
        statistics::sd(&self.sorted)
    }

    /// The time below which a share `q` stayed [s]; 0 gives the shortest, 1 the longest.
    ///
    /// ```
    /// assert_eq!(ambulo_eval::travel_time::TravelTimes::default().quantile(0.95), None);
    /// ```
    pub fn quantile(&self, q: f64) -> Option<f64> {
        statistics::quantile(&self.sorted, q)
    }

    /// Counts in about so many bins of width 1, 2 or 5 times a power of ten.
    ///
    /// ```
    /// use ambulo_eval::travel_time::{TravelTime, TravelTimes};
    /// let all = (0..40).map(|i| TravelTime { id: i, seconds: 20.0 + f64::from(i), in_last_frame: false });
    /// let bins = TravelTimes::new(all.collect()).bins(20);
    /// assert_eq!((bins.start, bins.width, bins.counts.len()), (20.0, 2.0, 20));
    /// ```
    pub fn bins(&self, about: usize) -> Bins {
        // Equal times still get a bin one can see.
        Bins::of(&self.sorted, about, 0.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn times_run_from_first_row_to_last() {
        let rows = sample::stand(1, 0..21, 1.0, 1.0).chain(sample::stand(2, 5..41, 3.0, 3.0)).collect();
        let t = measure(&Trajectories::new(10.0, sample::square(9.0), vec![], rows));
        assert_eq!(t.each().iter().map(|t| t.seconds).collect::<Vec<_>>(), [2.0, 3.5]);
        assert_eq!((t.mean(), t.in_last_frame()), (Some(2.75), 1));
        assert!((t.sd().unwrap() - 1.5 / 2f64.sqrt()).abs() < 1e-12);
        assert_eq!((t.quantile(0.0), t.quantile(1.0)), (Some(2.0), Some(3.5)));
    }

    #[test]
    fn every_time_falls_in_a_bin() {
        for times in [vec![0.0], vec![3.0; 5], vec![0.1, 0.2, 0.30000000000000004], vec![10.0, 1e6]] {
            let each = times.iter().map(|&seconds| TravelTime { id: 0, seconds, in_last_frame: false });
            let bins = TravelTimes::new(each.collect()).bins(20);
            assert_eq!(bins.counts.iter().sum::<usize>(), times.len(), "{times:?}");
            assert!(bins.counts.len() <= 22, "{times:?}: {} bins", bins.counts.len());
        }
    }
}
