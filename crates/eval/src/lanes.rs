//! Lanes.
//!
//! Definition: of each walker in each frame, among the neighbours in a band along its direction (at most 0.5 m to
//! either side, at most 5 m ahead or behind), the share that walks in the same direction (velocities at less than a
//! right angle); the index is 2 share - 1, from -1 (all come towards it) over 0 (as many as follow) to 1 (all go in its
//! direction). The band's length is our choice. A standing walker (below 0.2 m/s) counts neither as walker nor as
//! neighbour; who has no neighbour has no index. The mean is over all walkers and frames. Of a single flow the index is
//! 1 and says nothing.

use crate::by_frame::ByFrame;

/// What counts.
///
/// ```
/// assert_eq!(ambulo_eval::lanes::LaneRules::default().band, 0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaneRules {
    /// How far a neighbour may be to either side [m].
    pub band: f64,
    /// How far ahead or behind [m].
    pub along: f64,
    /// Below this speed a walker stands [m/s].
    pub standing: f64,
}

impl Default for LaneRules {
    fn default() -> Self {
        Self { band: 0.5, along: 5.0, standing: 0.2 }
    }
}

/// How far people walk in lanes.
///
/// ```
/// assert!(ambulo_eval::lanes::Lanes::default().index.is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lanes {
    /// Mean index over all walkers and frames, -1 to 1; none when nobody had a neighbour.
    pub index: Option<f64>,
    /// Time [s] and mean index of every second in which a walker had a neighbour.
    pub by_second: Vec<(f64, f64)>,
    /// How many indices the mean is of.
    pub samples: u64,
}

/// Lanes of a recording.
///
/// ```
/// use ambulo_eval::{by_frame::ByFrame, lanes, tracks::Tracks};
/// let walk = |x: f64, y: f64, step: f64| (0..9).map(|k| (x + step * f64::from(k), y)).collect();
/// let lanes_of = |y: f64| {
///     let t = Tracks::from_places(10.0, [(1, 0, walk(0.0, 0.0, 0.1)), (2, 0, walk(1.0, 0.0, 0.1)), (3, 0, walk(2.0, y, -0.1))]);
///     lanes::measure(&ByFrame::of_tracks(&t, 0.25), &lanes::LaneRules::default()).index.unwrap()
/// };
/// assert_eq!(lanes_of(1.0), 1.0); // each direction has its lane
/// assert!((lanes_of(0.0) + 1.0 / 3.0).abs() < 1e-12); // 0, 0 and -1
/// ```
pub fn measure(crowd: &ByFrame, rules: &LaneRules) -> Lanes {
    let reach = (rules.band * rules.band + rules.along * rules.along).sqrt();
    let slow = rules.standing * rules.standing;
    let rows = crowd.rows();
    // Of every walker: neighbours, and those that go in the same direction.
    let mut counts = vec![(0u32, 0u32); rows.len()];
    crowd.pairs_of_rows(reach, |i, j, _| {
        let (a, b) = (&rows[i], &rows[j]);
        let (p, _) = a.sees(b);
        let (va, vb) = (a.vx * a.vx + a.vy * a.vy, b.vx * b.vx + b.vy * b.vy);
        if va < slow || vb < slow {
            return;
        }
        let same = u32::from(a.vx * b.vx + a.vy * b.vy > 0.0);
        for (n, me, square) in [(i, a, va), (j, b, vb)] {
            let (ahead, aside) = (p.0 * me.vx + p.1 * me.vy, p.0 * me.vy - p.1 * me.vx);
            let within = |v: f64, most: f64| v * v <= most * most * square;
            if within(ahead, rules.along) && within(aside, rules.band) {
                counts[n] = (counts[n].0 + 1, counts[n].1 + same);
            }
        }
    });
    let mut found = Lanes::default();
    let mut total = 0.0;
    let mut second = Second::default();
    for (row, (all, same)) in rows.iter().zip(counts).filter(|(_, n)| n.0 > 0) {
        let index = 2.0 * f64::from(same) / f64::from(all) - 1.0;
        let now = (f64::from(row.frame) / crowd.fps) as u64;
        if now != second.number {
            second.close(&mut found);
            second = Second { number: now, ..Second::default() };
        }
        second.sum += index;
        second.samples += 1;
        total += index;
        found.samples += 1;
    }
    second.close(&mut found);
    found.index = (found.samples > 0).then(|| total / found.samples as f64);
    found
}

#[derive(Default)]
struct Second {
    number: u64,
    sum: f64,
    samples: u64,
}

impl Second {
    fn close(&self, found: &mut Lanes) {
        if self.samples > 0 {
            found.by_second.push((self.number as f64 + 0.5, self.sum / self.samples as f64));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracks::Tracks;

    /// Two opposite flows of 40 in a corridor; `lane` says on which line each walks.
    fn flows(lane: impl Fn(u32) -> f64) -> Lanes {
        let walks = (0..40u32).map(|id| {
            let step = if id % 2 == 0 { 0.13 } else { -0.13 };
            let x = f64::from(id / 2) * 1.1;
            (id, 0, (0..50).map(|k| (x + step * f64::from(k), lane(id))).collect())
        });
        measure(&ByFrame::of_tracks(&Tracks::from_places(10.0, walks), 0.25), &LaneRules::default())
    }

    #[test]
    fn spec_lanes_give_one_and_mixed_flows_give_nothing() {
        assert_eq!(flows(|id| f64::from(id % 2) * 2.0).index, Some(1.0));
        // One line for all: at any place half of the neighbours come towards a walker.
        let mixed = flows(|_| 0.0);
        assert!(mixed.index.unwrap().abs() < 0.2, "{:?}", mixed.index);
        assert_eq!(mixed.by_second.len(), 5);
    }

    #[test]
    fn among_oncoming_people_only_it_is_minus_one() {
        // Each walks alone on its line, with an oncoming walker on the same line.
        let index = flows(|id| f64::from(id / 2) * 1.5).index;
        assert_eq!(index, Some(-1.0));
    }
}
