//! Who walks in company: two who stay near each other where there is room not to.

use crate::by_frame::ByFrame;
use crate::tracks::Tracks;
use std::collections::BTreeMap;
use std::ops::Range;

/// So near [m] ...
const NEAR: f64 = 1.5;
/// ... for this share of the time both are there ...
const SHARE: f64 = 0.7;
/// ... which is at least so long [s].
const LEAST: f64 = 1.6;
/// A walker with this many others so near on average is in a crowd, where being near means nothing.
const CROWD: f64 = 3.0;

/// Pairs in company, the smaller number first, in order; of the frames one in `every` is used.
pub(super) fn pairs(tracks: &Tracks, every: u32) -> Vec<(u32, u32)> {
    let every = every.max(1);
    let crowd = ByFrame::shifted(tracks, 0.0, every, |_, frame| frame);
    let mut near: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    crowd.pairs(NEAR, |a, b, _| *near.entry((a.id.min(b.id), a.id.max(b.id))).or_default() += 1);
    let mut rows: BTreeMap<u32, u32> = BTreeMap::new();
    crowd.rows().iter().for_each(|r| *rows.entry(r.id).or_default() += 1);
    let mut others: BTreeMap<u32, u32> = BTreeMap::new();
    for ((a, b), n) in &near {
        *others.entry(*a).or_default() += n;
        *others.entry(*b).or_default() += n;
    }
    let mut there: BTreeMap<u32, Vec<Range<u32>>> = BTreeMap::new();
    tracks.iter().for_each(|t| there.entry(t.id).or_default().push(t.frames()));
    // Frames of a range that are used: multiples of `every`.
    let used = |r: Range<u32>| r.end.div_ceil(every).saturating_sub(r.start.div_ceil(every));
    let both = |a: u32, b: u32| -> u32 {
        let all = there[&a].iter().flat_map(|p| there[&b].iter().map(move |q| p.start.max(q.start)..p.end.min(q.end)));
        all.filter(|r| r.start < r.end).map(used).sum()
    };
    let alone = |id: u32| f64::from(others[&id]) < CROWD * f64::from(rows[&id]);
    let company = |((a, b), n): (&(u32, u32), &u32)| {
        let common = f64::from(both(*a, *b));
        let long = common * f64::from(every) / tracks.fps >= LEAST;
        (long && f64::from(*n) >= SHARE * common && alone(*a) && alone(*b)).then_some((*a, *b))
    };
    near.iter().filter_map(company).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(id: u32, x: f64, y: f64, pace: f64) -> (u32, u32, Vec<(f64, f64)>) {
        (id, 0, (0..60).map(|k| (x + pace * f64::from(k), y)).collect())
    }

    #[test]
    fn two_side_by_side_are_in_company_and_people_in_a_dense_crowd_are_not() {
        let two = [walk(4, 0.0, 0.0, 0.13), walk(7, 0.0, 0.8, 0.13), walk(9, 8.0, 0.4, -0.13)];
        assert_eq!(pairs(&Tracks::from_places(10.0, two.clone()), 1), [(4, 7)]);
        assert_eq!(pairs(&Tracks::from_places(10.0, two), 3), [(4, 7)]);
        let crowd = (0..25).map(|k| walk(k, 0.6 * f64::from(k % 5), 0.6 * f64::from(k / 5), 0.05));
        assert!(pairs(&Tracks::from_places(10.0, crowd), 1).is_empty());
    }
}
