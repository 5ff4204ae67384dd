//! Times in seconds made into frames: the step between them is found from the times themselves.

/// The step [s] and each time's frame, counted from the first time; or the row whose time does not fit.
pub(super) fn frames(times: &[f64], ids: &[f64]) -> Result<(f64, Vec<i64>), usize> {
    let mut order: Vec<usize> = (0..times.len()).collect();
    order.sort_by(|a, b| ids[*a].total_cmp(&ids[*b]).then(times[*a].total_cmp(&times[*b])));
    let steps = order.windows(2).filter(|w| ids[w[0]] == ids[w[1]]).map(|w| times[w[1]] - times[w[0]]);
    let mut steps: Vec<f64> = steps.filter(|d| *d > 1e-9).collect();
    let middle = steps.len() / 2;
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.dedup();
    let first = sorted.first().copied().unwrap_or(0.0);
    if steps.is_empty() {
        // Nobody was seen twice: one frame, or the times of all.
        return match sorted.get(1) {
            None => Ok((1.0, vec![0; times.len()])),
            Some(_) => fit(times, first, sorted.windows(2).map(|w| w[1] - w[0]).fold(f64::MAX, f64::min)),
        };
    }
    let mut step = *steps.select_nth_unstable_by(middle, f64::total_cmp).1;
    // Rounded times make a rough step; each doubling of the stretch that is considered makes it finer.
    let span = sorted[sorted.len() - 1] - first;
    let mut stretch = 8.0 * step;
    loop {
        let within = sorted.iter().map(|t| t - first).take_while(|t| *t <= stretch);
        let (mut top, mut below) = (0.0, 0.0);
        for t in within {
            let k = (t / step).round();
            top += k * t;
            below += k * k;
        }
        if below > 0.0 {
            step = top / below;
        }
        if stretch >= span {
            break;
        }
        stretch *= 2.0;
    }
    fit(times, first, step)
}

fn fit(times: &[f64], first: f64, step: f64) -> Result<(f64, Vec<i64>), usize> {
    let one = |(i, t): (usize, &f64)| {
        let along = (t - first) / step;
        let k = along.round();
        if (along - k).abs() > 0.3 || k.abs() > 9e15 { Err(i) } else { Ok(k as i64) }
    };
    let frames = times.iter().enumerate().map(one).collect::<Result<Vec<i64>, usize>>()?;
    Ok((step, frames))
}

/// A rate as people give it: 1 / 0.04004 is 25, 1 / 0.0333667 is 29.97.
pub(super) fn rate(step: f64) -> f64 {
    let fps = 1.0 / step;
    let round = (fps * 100.0).round() / 100.0;
    if round > 0.0 && (fps / round - 1.0).abs() < 2e-4 { round } else { fps }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_times_of_sixteen_a_second_are_found_out() {
        // Two decimals: 0.06, 0.13, 0.19 ...; the second walker comes later and misses some.
        let first = (0..400).map(|k| (k, 1.0));
        let second = (300..900).filter(|k| k % 7 != 3).map(|k| (k, 2.0));
        let all: Vec<(i64, f64)> = first.chain(second).collect();
        let times: Vec<f64> = all.iter().map(|(k, _)| 5.0 + (*k as f64 / 16.0 * 100.0).round() / 100.0).collect();
        let ids: Vec<f64> = all.iter().map(|(_, id)| *id).collect();
        let (step, frames) = frames(&times, &ids).unwrap();
        assert_eq!(rate(step), 16.0);
        assert!(frames.iter().zip(&all).all(|(f, (k, _))| f == k));
    }

    #[test]
    fn times_without_a_beat_are_refused() {
        let times = [0.0, 0.1, 0.2, 0.3, 0.45, 0.5];
        assert_eq!(frames(&times, &[1.0; 6]), Err(4));
    }
}
