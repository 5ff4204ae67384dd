//! Columns smoothed by a moving mean over about half a second, for metrics that sway and camera shake would drown.

/// How long the mean reaches [s], as nearly as an odd number of frames can.
pub(crate) const WINDOW: f64 = 0.5;

/// Frames on either side of a row that its mean takes; none below three frames per second.
pub(crate) fn half(fps: f64) -> usize {
    ((WINDOW * fps - 1.0) / 2.0).round().max(0.0) as usize
}

/// Number of frames nearest to so many seconds, at least one.
pub(crate) fn frames(seconds: f64, fps: f64) -> usize {
    (seconds * fps).round().max(1.0) as usize
}

/// The mean of each value and `half` on either side of it. Towards the ends the window shrinks on both sides alike, so that a straight
/// line stays as it is. Sums are of differences to the first value: places far from zero lose no digits.
pub(crate) fn smooth(values: &[f64], half: usize, out: &mut Vec<f64>) {
    out.clear();
    let (Some(first), last) = (values.first().copied(), values.len().saturating_sub(1)) else { return };
    if half == 0 {
        out.extend_from_slice(values);
        return;
    }
    let mut sums = Vec::with_capacity(values.len() + 1);
    sums.push(0.0);
    let mut sum = 0.0;
    for v in values {
        sum += v - first;
        sums.push(sum);
    }
    out.extend((0..values.len()).map(|k| {
        let h = half.min(k).min(last - k);
        first + (sums[k + h + 1] - sums[k - h]) / (2 * h + 1) as f64
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stays_and_a_tremble_of_two_frames_is_damped() {
        assert_eq!([2.5, 10.0, 16.0, 25.0, 30.0].map(half), [0, 2, 4, 6, 7]);
        let mut out = Vec::new();
        let line: Vec<f64> = (0..30).map(|k| 5e5 + 0.12 * f64::from(k)).collect();
        smooth(&line, 2, &mut out);
        assert!(line.iter().zip(&out).all(|(a, b)| (a - b).abs() < 1e-9));
        let tremble: Vec<f64> = (0..30).map(|k| f64::from(k % 2)).collect();
        smooth(&tremble, 2, &mut out);
        assert!(out[2..28].iter().all(|v| (v - 0.5).abs() <= 0.1 + 1e-12), "{out:?}");
        for few in 0..3 {
            smooth(&line[..few], 2, &mut out);
            assert_eq!(out, line[..few]);
        }
    }
}
