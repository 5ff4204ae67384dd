//! Ways of a map joined end to end.

use std::collections::{BTreeMap, VecDeque};

/// Ways joined end to end into rings, turned where needed; some stay open.
pub(super) fn joined(parts: Vec<Vec<i64>>) -> Vec<Vec<i64>> {
    join(parts, true)
}

/// Ways joined end to end, each in its own direction.
pub(super) fn joined_forwards(parts: Vec<Vec<i64>>) -> Vec<Vec<i64>> {
    join(parts, false)
}

fn join(mut parts: Vec<Vec<i64>>, turn: bool) -> Vec<Vec<i64>> {
    parts.retain(|p| p.len() >= 2);
    // By their ends, so that thousands of pieces are joined in one go.
    let mut at: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for (i, p) in parts.iter().enumerate() {
        at.entry(p[0]).or_default().push(i);
        if p[p.len() - 1] != p[0] {
            at.entry(p[p.len() - 1]).or_default().push(i);
        }
    }
    let mut used = vec![false; parts.len()];
    let mut next = |end: i64, used: &mut Vec<bool>, fits: &dyn Fn(usize) -> bool| {
        let here = at.get_mut(&end)?;
        here.retain(|&i| !used[i]);
        let i = here.iter().copied().find(|&i| fits(i))?;
        used[i] = true;
        Some(i)
    };
    let mut rings = Vec::new();
    for first in 0..parts.len() {
        if std::mem::replace(&mut used[first], true) {
            continue;
        }
        let mut ring = VecDeque::from(parts[first].clone());
        // At the end first, then at the beginning.
        while ring.front() != ring.back() {
            let end = ring[ring.len() - 1];
            let Some(i) = next(end, &mut used, &|i| turn || parts[i][0] == end) else { break };
            let p = &parts[i];
            if p[0] == end { ring.extend(p.iter().skip(1)) } else { ring.extend(p.iter().rev().skip(1)) }
        }
        while ring.front() != ring.back() {
            let begin = ring[0];
            let Some(i) = next(begin, &mut used, &|i| turn || parts[i][parts[i].len() - 1] == begin) else { break };
            let p = &parts[i];
            let before: Vec<i64> = if p[p.len() - 1] == begin { p.clone() } else { p.iter().rev().copied().collect() };
            for &node in before.iter().rev().skip(1) {
                ring.push_front(node);
            }
        }
        rings.push(ring.into());
    }
    rings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_join_into_rings_in_either_direction() {
        assert_eq!(joined(vec![vec![1, 2, 3], vec![1, 4, 3]]), [vec![1, 2, 3, 4, 1]]);
        assert_eq!(joined(vec![vec![1, 2, 3, 1], vec![5, 6]]), [vec![1, 2, 3, 1], vec![5, 6]]);
        // From the middle on to both sides, each piece as it is.
        assert_eq!(
            joined_forwards(vec![vec![2, 3], vec![1, 2], vec![3, 4], vec![9, 4]]),
            [vec![1, 2, 3, 4], vec![9, 4]]
        );
    }
}
