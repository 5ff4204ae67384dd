//! What a file does not state but its rows imply: the frame rate by velocities beside the places, the interval between rows, the unit of
//! length by the heights and speeds of people.

use super::Sighting;
use crate::TrajectoryRow;

/// A row with the velocity that stands beside its place, in units of length of the file per second.
pub(super) struct MovingRow {
    pub frame: i64,
    pub id: u32,
    pub place: (f64, f64),
    pub velocity: (f64, f64),
}

/// Rates that cameras have; what is found within 3 % of one is that one.
const USUAL_RATES: [f64; 14] = [5.0, 6.0, 7.5, 8.0, 10.0, 12.0, 12.5, 15.0, 16.0, 20.0, 24.0, 25.0, 30.0, 50.0];
/// Fewer moves than this prove nothing.
const FEWEST: usize = 10;

/// Frames per second at which the velocities explain the moves: the median over moves from one row to the next. None where there are few,
/// or where their middle half differs by more than a quarter: then the velocities are something else.
pub(super) fn rate(rows: &mut [MovingRow]) -> Option<f64> {
    rows.sort_by_key(|r| (r.id, r.frame));
    let mut rates: Vec<f64> = Vec::new();
    for w in rows.windows(2).filter(|w| w[0].id == w[1].id && w[1].frame > w[0].frame) {
        let (dx, dy) = (w[1].place.0 - w[0].place.0, w[1].place.1 - w[0].place.1);
        let (vx, vy) = (0.5 * (w[0].velocity.0 + w[1].velocity.0), 0.5 * (w[0].velocity.1 + w[1].velocity.1));
        let (moved, square) = ((dx * dx + dy * dy).sqrt(), vx * dx + vy * dy);
        // Along the move, so that noise across it does not count. A walker who hardly moves gives no evidence.
        if moved > 0.0 && square > 0.0 && (vx * vx + vy * vy).sqrt() > 1e-6 {
            rates.push(square / (moved * moved) * (w[1].frame - w[0].frame) as f64);
        }
    }
    if rates.len() < FEWEST {
        return None;
    }
    rates.sort_by(f64::total_cmp);
    let at = |share: f64| rates[(share * (rates.len() - 1) as f64).round() as usize];
    let middle = at(0.5);
    if !(middle.is_finite() && middle > 0.0) || at(0.75) - at(0.25) > 0.25 * middle {
        return None;
    }
    let usual = USUAL_RATES.into_iter().find(|r| (middle / r - 1.0).abs() < 0.03);
    Some(usual.unwrap_or((middle * 100.0).round() / 100.0))
}

/// Frames from one row of a walker to the next, where nearly all rows of all walkers have the same and the rest whole multiples of it:
/// sightings must be by walker, then by frame. None where rows have no common interval, or one of more than `most` frames.
pub(super) fn interval(seen: &[Sighting], most: f64) -> Option<u64> {
    let steps = || seen.windows(2).filter(|w| w[0].id == w[1].id).map(|w| w[1].frame.abs_diff(w[0].frame));
    let mut sorted: Vec<u64> = steps().collect();
    if sorted.len() < FEWEST {
        return None;
    }
    sorted.sort_unstable();
    let usual = sorted[sorted.len() / 2];
    let alike = sorted.iter().filter(|s| **s == usual).count();
    let fits = usual > 1 && (usual as f64) <= most && alike * 10 >= sorted.len() * 9;
    (fits && sorted.iter().all(|s| s.is_multiple_of(usual))).then_some(usual)
}

/// Metres in the unit of length by the heights of people, where the third coordinate is that: 1.1 to 2.2 m at the median.
pub(super) fn unit_by_heights(heights: &mut [f64]) -> Option<f64> {
    if heights.is_empty() {
        return None;
    }
    heights.sort_by(f64::total_cmp);
    let middle = heights[heights.len() / 2];
    [1.0, 0.01, 0.001].into_iter().find(|unit| (1.1..=2.2).contains(&(middle * unit)))
}

/// Metres in the unit of length by how fast people would be, where the unit that is usual makes them slower or faster than
/// a person walks: half of the moves between 0.3 and 2.5 m/s.
pub(super) fn unit_by_speeds(seen: &[Sighting], fps: f64, usual: f64) -> Option<f64> {
    let moves = seen.windows(2).filter(|w| w[0].id == w[1].id && w[1].frame > w[0].frame);
    let mut speeds: Vec<f64> = moves
        .map(|w| {
            let (dx, dy) = (w[1].x - w[0].x, w[1].y - w[0].y);
            (dx * dx + dy * dy).sqrt() * fps / (w[1].frame - w[0].frame) as f64
        })
        .collect();
    if speeds.len() < FEWEST {
        return None;
    }
    speeds.sort_by(f64::total_cmp);
    let middle = speeds[speeds.len() / 2];
    if (SLOWEST..=FASTEST).contains(&(middle * usual)) {
        return None;
    }
    [1.0, 0.01, 0.001].into_iter().find(|unit| (0.3..=2.5).contains(&(middle * unit)))
}

/// Median speeds outside of this are not those of people who walk [m/s].
const SLOWEST: f64 = 0.05;
const FASTEST: f64 = 5.0;

/// A warning where rows are slower or faster than people walk, with the remedy.
pub(super) fn impossible_speeds(rows: &[TrajectoryRow]) -> Option<String> {
    let mut speeds: Vec<f32> = rows.iter().map(|r| r.speed).collect();
    if speeds.len() < FEWEST {
        return None;
    }
    speeds.sort_by(f32::total_cmp);
    let middle = f64::from(speeds[speeds.len() / 2]);
    if (SLOWEST..=FASTEST).contains(&middle) {
        return None;
    }
    let (than, share) = if middle < SLOWEST { ("slower", SLOWEST) } else { ("faster", FASTEST) };
    // Centimetres read as metres, or metres as centimetres, are the usual cause.
    let remedy = [("metres", 100.0), ("centimetres", 0.01), ("millimetres", 0.001)].into_iter();
    let remedy = remedy.map(|(name, by)| (name, middle * by)).find(|(_, v)| (0.3..=2.5).contains(v));
    let guess = remedy.map_or(String::new(), |(_, v)| format!(" A unit that makes it {v:.2} m/s would be usual."));
    Some(format!(
        "half of all rows are {than} than {share} m/s (median {middle:.3} m/s), which people who walk are not: the unit of length or the \
         frame rate is probably another. Give option `unit` m, cm or mm, or option `fps`.{guess}"
    ))
}
