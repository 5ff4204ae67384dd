//! A trajectory resampled: at equal times, or equal arc lengths.

use ambulo_data::{Trajectories, TrajectoryRow};
use ambulo_geom::Point;

/// Samples of one straight piece that are kept at either end where it has many more: those between change nothing that is measured of
/// turns and accelerations, and their number would follow from what stands in a row instead of from how many rows there are.
const KEPT: u64 = 3;
/// A straight piece with no more samples than this keeps all.
const ALL_KEPT: u64 = 12;

/// Places of one walker at `rate` samples per second from its first row on, straight between rows, as runs of samples that follow each
/// other: between two runs the walker goes straight on at the same speed. The time after the last whole sample is dropped. There
/// are at most [`ALL_KEPT`] samples per row.
pub(crate) fn in_time(rows: &[TrajectoryRow], fps: f64, rate: f64) -> Vec<Vec<Point>> {
    let rows: Vec<&TrajectoryRow> = rows.iter().filter(|r| r.place().is_finite()).collect();
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Vec::new() };
    // A billionth of a frame of slack: 0.1 + 0.2 is a little more than 0.3.
    // Far more samples than there can be stand for all that are more, so that counting them never overflows.
    let samples = |row: &TrajectoryRow| (f64::from(row.frame - first.frame) * rate / fps + 1e-9).min(1e18) as u64;
    let end = samples(last);
    let (mut runs, mut run) = (Vec::new(), Vec::new());
    let (mut at, mut k, mut inside) = (0, 0, 0);
    while k <= end {
        let frame = f64::from(first.frame) + k as f64 * fps / rate;
        while at + 2 < rows.len() && f64::from(rows[at + 1].frame) <= frame {
            at += 1;
            inside = 0;
        }
        let Some(next) = rows.get(at + 1) else {
            run.push(rows[at].place());
            break;
        };
        let share = (frame - f64::from(rows[at].frame)) / f64::from(next.frame - rows[at].frame);
        run.push(rows[at].place().lerp(next.place(), share.clamp(0.0, 1.0)));
        inside += 1;
        let last_inside = samples(next);
        if inside == KEPT && last_inside > k + ALL_KEPT {
            k = last_inside - KEPT;
            runs.push(std::mem::take(&mut run));
        } else {
            k += 1;
        }
    }
    runs.push(run);
    runs
}

/// Places `step` apart along a path, from its beginning on. Moves below `least` are gathered until they are as long, so
/// that a body that trembles where it stands does not walk. The rest after the last whole step is dropped. Of a straight piece with
/// many samples only those at its ends are kept: there are at most [`ALL_KEPT`] per row.
pub(crate) fn in_length(rows: &[TrajectoryRow], step: f64, least: f64) -> Vec<Point> {
    let mut places = rows.iter().map(TrajectoryRow::place).filter(|p| p.is_finite());
    let Some(mut from) = places.next() else { return Vec::new() };
    let (mut out, mut wanted) = (vec![from], step);
    for to in places {
        let mut length = from.distance(to);
        if length < least || !length.is_finite() {
            continue;
        }
        if length >= wanted + ALL_KEPT as f64 * step {
            let last = ((length - wanted) / step).floor();
            let kept = KEPT as u32;
            for k in (0..kept).map(f64::from).chain((0..kept).rev().map(|k| last - f64::from(k))) {
                out.push(from.lerp(to, (wanted + k * step) / length));
            }
            // Of a length past all reason the rest is lost in rounding.
            length = (length - wanted - last * step).clamp(0.0, step);
            wanted = step;
        }
        while length >= wanted {
            from = from.lerp(to, wanted / length);
            out.push(from);
            length -= wanted;
            wanted = step;
        }
        wanted -= length;
        from = to;
    }
    out
}

/// Seconds and speed [m/s] between each two rows of a walker, in order.
pub(crate) fn paces(rows: &[TrajectoryRow], fps: f64) -> impl Iterator<Item = (f64, f64)> + '_ {
    let known = rows.windows(2).filter(|w| w[0].place().is_finite() && w[1].place().is_finite());
    known.filter(|w| w[1].frame > w[0].frame).map(move |w| {
        let seconds = f64::from(w[1].frame - w[0].frame) / fps;
        (seconds, w[0].place().distance(w[1].place()) / seconds)
    })
}

/// A number of each walker that has one, by walker.
pub(crate) fn each(t: &Trajectories, of: impl Fn(&[TrajectoryRow]) -> Option<f64>) -> Vec<(u32, f64)> {
    t.walks().filter_map(|rows| Some((rows[0].id, of(rows)?))).collect()
}

/// The angle from the segment a-b to the segment c-d [rad], between -pi and pi; `None` where one is shorter than
/// `least`.
pub(crate) fn turn((a, b): (Point, Point), (c, d): (Point, Point), least: f64) -> Option<f64> {
    if a.distance(b) < least || c.distance(d) < least {
        return None;
    }
    let ((ux, uy), (vx, vy)) = ((b.x - a.x, b.y - a.y), (d.x - c.x, d.y - c.y));
    Some(ambulo_geom::math::atan2(ux * vy - uy * vx, ux * vx + uy * vy))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn samples_in_time_lie_between_rows_and_bridge_missing_ones() {
        let mut rows: Vec<_> = sample::walk(1, 3..24, (0.0, 0.0), (0.1, 0.0)).collect();
        rows.remove(4);
        for (rate, count) in [(5.0, 11), (10.0, 21), (4.0, 9), (25.0, 51)] {
            let places = in_time(&rows, 10.0, rate).concat();
            assert_eq!(places.len(), count, "{rate} Hz");
            for (k, p) in places.iter().enumerate() {
                assert!((p.x - k as f64 / rate).abs() < 1e-12, "{rate} Hz: {p} at {k}");
            }
        }
        assert!(in_time(&[], 10.0, 5.0).is_empty());
        assert_eq!(in_time(&rows[..1], 10.0, 5.0).concat().len(), 1);
    }

    #[test]
    fn samples_in_length_are_equally_far_along_whatever_the_rows() {
        for step in [0.1, 0.03, 0.7] {
            let rows: Vec<_> = sample::walk(1, 0..101, (0.0, 0.0), (step, 0.0)).collect();
            let places = in_length(&rows, 0.25, 1e-3);
            assert!((places.len() as f64 - 100.0 * step / 0.25).abs() <= 1.0 + 1e-9, "{} of {step}", places.len());
            assert!(places.windows(2).all(|w| (w[0].distance(w[1]) - 0.25).abs() < 1e-9));
        }
    }

    #[test]
    fn one_who_trembles_goes_nowhere() {
        let rows: Vec<_> =
            (0..1000).flat_map(|k| sample::stand(1, k..k + 1, 1.0 + 4e-4 * f64::from(k % 2), 1.0)).collect();
        assert_eq!(in_length(&rows, 0.25, 1e-3).len(), 1);
    }

    /// Curvatures, turns and accelerations see the same, wherever a piece is long; and how many samples there are follows from the rows.
    #[test]
    fn long_straight_pieces_keep_the_samples_at_their_ends() {
        let place = |frame: u32, x: f64, y: f64| sample::stand(1, frame..frame + 1, x, y);
        for far in [40.0, 1e4, 1e8, 1e15, 1e300] {
            let rows: Vec<_> = place(0, 0.0, 0.0)
                .chain(place(10, 0.7, 0.0))
                .chain(place(5000, far, 0.0))
                .chain(place(5010, far, 0.6))
                .collect();
            let places = in_length(&rows, 0.25, 1e-3);
            assert!(places.len() <= 12, "{} samples of {far} m", places.len());
            if far < 1e9 {
                let apart: Vec<f64> = places.windows(2).map(|w| w[0].distance(w[1])).collect();
                let jumps = apart.iter().filter(|d| (*d - 0.25).abs() > 0.08).count();
                assert_eq!(jumps, 1, "{apart:?}");
            }
            for fps in [10.0, 1e-6] {
                let runs = in_time(&rows, fps, 5.0);
                assert!(runs.len() > 1 && runs.concat().len() < 50, "{} samples", runs.concat().len());
                for w in runs.iter().flat_map(|run| run.windows(3)).filter(|w| w[0].x > 1.0 && w[2].x < 0.9 * far) {
                    let bend = w[2].x - 2.0 * w[1].x + w[0].x;
                    assert!(bend.abs() <= 1e-9 * far, "{bend} of {far}");
                }
            }
        }
    }
}
