//! A walker's way at another sampling: equal times, or equal lengths of way.

use ambulo_data::{Trajectories, TrajectoryRow};
use ambulo_geom::Point;

/// Places of one walker at `rate` samples a second from its first row on, straight between rows. The time after the last
/// whole sample is dropped.
pub(crate) fn in_time(rows: &[TrajectoryRow], fps: f64, rate: f64) -> Vec<Point> {
    let rows: Vec<&TrajectoryRow> = rows.iter().filter(|r| r.place().is_finite()).collect();
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Vec::new() };
    // A billionth of a frame of slack: 0.1 + 0.2 is a little more than 0.3.
    let whole = f64::from(last.frame - first.frame) * rate / fps;
    let count = (whole + 1e-9).floor() as usize + 1;
    let mut at = 0;
    let place = |k: usize| {
        let frame = f64::from(first.frame) + k as f64 * fps / rate;
        while at + 2 < rows.len() && f64::from(rows[at + 1].frame) <= frame {
            at += 1;
        }
        let Some(next) = rows.get(at + 1) else { return rows[at].place() };
        let share = (frame - f64::from(rows[at].frame)) / f64::from(next.frame - rows[at].frame);
        rows[at].place().lerp(next.place(), share.clamp(0.0, 1.0))
    };
    (0..count).map(place).collect()
}

/// Places `step` apart along a way, from its beginning on. Moves below `least` are gathered until they are as long, so
/// that a body that trembles where it stands does not walk. The rest after the last whole step is dropped.
pub(crate) fn in_length(rows: &[TrajectoryRow], step: f64, least: f64) -> Vec<Point> {
    let mut places = rows.iter().map(TrajectoryRow::place).filter(|p| p.is_finite());
    let Some(mut from) = places.next() else { return Vec::new() };
    let (mut out, mut wanted) = (vec![from], step);
    for to in places {
        let mut length = from.distance(to);
        if length < least {
            continue;
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

/// The angle from the way a-b to the way c-d [rad], between -pi and pi; `None` where a way is shorter than `least`.
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
            let places = in_time(&rows, 10.0, rate);
            assert_eq!(places.len(), count, "{rate} Hz");
            for (k, p) in places.iter().enumerate() {
                assert!((p.x - k as f64 / rate).abs() < 1e-12, "{rate} Hz: {p} at {k}");
            }
        }
        assert!(in_time(&[], 10.0, 5.0).is_empty());
        assert_eq!(in_time(&rows[..1], 10.0, 5.0).len(), 1);
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
}
