//! Who passes first: whoever is first where the straight lines from the starts to the goals cross.

use super::MeasuredTrial;
use ambulo_eval::tracks::Tracks;

/// Which of the two is first; `None` when the lines do not cross or nobody gets there.
pub fn first(trial: &MeasuredTrial, ways: &Tracks) -> Option<usize> {
    let [a, b] = [&trial.trial.starts[0], &trial.trial.starts[1]];
    let (p, q) = (a.place, b.place);
    let (u, v) = ((a.goal.x - p.x, a.goal.y - p.y), (b.goal.x - q.x, b.goal.y - q.y));
    let cross = u.0 * v.1 - u.1 * v.0;
    let size = ((u.0 * u.0 + u.1 * u.1) * (v.0 * v.0 + v.1 * v.1)).sqrt();
    // Within three degrees lines are parallel.
    if cross.abs() < 0.05 * size {
        return None;
    }
    let (dx, dy) = (q.x - p.x, q.y - p.y);
    let (s, t) = ((dx * v.1 - dy * v.0) / cross, (dx * u.1 - dy * u.0) / cross);
    if !((0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t)) {
        return None;
    }
    let times = [time(ways, 0, (p.x, p.y), u, s), time(ways, 1, (q.x, q.y), v, t)];
    match times {
        [None, None] => None,
        [a, b] => {
            let (a, b) = (a.unwrap_or(f64::MAX), b.unwrap_or(f64::MAX));
            (a != b).then(|| usize::from(b < a))
        }
    }
}

/// When a walker is as far along its line as the crossing [frames].
fn time(ways: &Tracks, walker: usize, from: (f64, f64), along: (f64, f64), share: f64) -> Option<f64> {
    let track = ways.get(walker);
    let size = along.0 * along.0 + along.1 * along.1;
    let at = |k: usize| ((track.x[k] - from.0) * along.0 + (track.y[k] - from.1) * along.1) / size - share;
    let k = (1..track.x.len()).find(|k| at(*k) >= 0.0)?;
    let (before, after) = (at(k - 1).min(0.0), at(k));
    Some(k as f64 - if after > before { after / (after - before) } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::MeasuredTrial;

    #[test]
    fn the_first_at_the_crossing_passes_first() {
        let way = |off: f64| (0..120).map(move |k| 0.13 * f64::from(k) - 6.0 - off);
        let pair = |off: f64| {
            let places = [(1, 0, way(0.0).map(|x| (x, 0.0)).collect()), (2, 0, way(off).map(|y| (0.0, y)).collect())];
            Tracks::from_places(10.0, places)
        };
        let rules = crate::TrialRules::default();
        let trial = MeasuredTrial::all_of(&pair(1.0), 0, &rules).pop().unwrap();
        assert_eq!(first(&trial, &trial.real), Some(0));
        let trial = MeasuredTrial::all_of(&pair(-1.0), 0, &rules).pop().unwrap();
        assert_eq!(first(&trial, &trial.real).map(|w| trial.who[w].1), Some(2));
        // Ahead of each other on one line nobody passes.
        let head_on = Tracks::from_places(
            10.0,
            [(1, 0, way(0.0).map(|x| (x, 0.0)).collect()), (2, 0, way(0.0).map(|x| (-x, 0.2)).collect())],
        );
        let trial = MeasuredTrial::all_of(&head_on, 0, &rules).pop().unwrap();
        assert_eq!(first(&trial, &trial.real), None);
    }
}
