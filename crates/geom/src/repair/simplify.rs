//! Takes away corners that lie on a straight line.

use super::lattice::{STEPS, Spot, turn};
use crate::{Segment, math};

/// How far a border may move and turn when a corner is taken away; nothing at all for drawings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slack {
    /// [m]
    pub distance: f64,
    /// [rad]
    pub angle: f64,
}

/// Rings and lines of walls, corners that matter to more than one of them kept.
pub(super) fn simplify(rings: &mut [(u32, Vec<Spot>)], walls: &mut Vec<Vec<Spot>>, slack: Option<Slack>) {
    let mut fixed: Vec<Spot> = Vec::new();
    let mut all: Vec<Spot> = rings.iter().flat_map(|(_, r)| r.iter().copied()).collect();
    for wall in walls.iter() {
        fixed.extend([wall[0], wall[wall.len() - 1]]);
        all.extend(wall.iter().copied());
    }
    all.sort_unstable();
    fixed.extend(all.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0]));
    all.dedup();
    fixed.sort_unstable();
    fixed.dedup();
    for (_, ring) in rings.iter_mut() {
        straighten(ring, true, &fixed, &all, slack);
    }
    for wall in walls.iter_mut() {
        straighten(wall, false, &fixed, &all, slack);
    }
    walls.retain(|w| w.len() >= 2);
}

fn straighten(line: &mut Vec<Spot>, closed: bool, fixed: &[Spot], all: &[Spot], slack: Option<Slack>) {
    let n = line.len();
    if n == 0 {
        return;
    }
    // A list in which corners are taken away in one go each, however long the line is.
    let mut next: Vec<usize> = (1..=n).collect();
    let mut before: Vec<usize> = (0..n).map(|i| i.checked_sub(1).unwrap_or(n - 1)).collect();
    let (mut head, mut tail, mut count) = (0, n - 1, n);
    let least = if closed { 3 } else { 2 };
    // Runs of corners that were taken away, kept so that many small moves do not add up.
    let mut gone: Vec<Vec<Spot>> = vec![Vec::new(); n];
    loop {
        let was = count;
        let mut i = if closed { head } else { next[head] };
        while i < n && count > least && (closed || i != tail) {
            let (h, follower) = (before[i], next[i]);
            let j = if follower < n { follower } else { head };
            let (u, v, w) = (line[h], line[i], line[j]);
            let removable = fixed.binary_search(&v).is_err()
                && match slack {
                    None => turn(u, v, w) == 0 && forwards(u, v, w),
                    Some(slack) => {
                        let run = gone[h].iter().chain([&v]).chain(&gone[i]);
                        fits(u, v, w, run, slack) && empty_triangle(u, v, w, all)
                    }
                };
            if removable {
                let mut run = std::mem::take(&mut gone[i]);
                gone[h].push(v);
                gone[h].append(&mut run);
                count -= 1;
                before[j] = h;
                match (i == head, i == tail) {
                    (true, _) => head = j,
                    (_, true) => (tail, next[h]) = (h, n),
                    _ => next[h] = j,
                }
            }
            i = follower;
        }
        if count == was {
            break;
        }
    }
    let mut kept = Vec::with_capacity(count);
    let mut i = head;
    while i < n {
        kept.push(line[i]);
        i = next[i];
    }
    *line = kept;
}

fn forwards(u: Spot, v: Spot, w: Spot) -> bool {
    let ((ax, ay), (bx, by)) = (v.minus(u), w.minus(v));
    ax * bx + ay * by > 0
}

fn fits<'a>(u: Spot, v: Spot, w: Spot, mut run: impl Iterator<Item = &'a Spot>, slack: Slack) -> bool {
    let ((ax, ay), (bx, by)) = (v.minus(u), w.minus(v));
    let (cross, dot) = ((ax * by - ay * bx) as f64, (ax * bx + ay * by) as f64);
    let line = Segment::new(u.point(), w.point());
    math::atan2(cross, dot).abs() <= slack.angle && run.all(|p| line.distance(p.point()) <= slack.distance)
}

/// Whether no corner lies in the triangle; then taking away its apex makes nothing cross.
fn empty_triangle(u: Spot, v: Spot, w: Spot, all: &[Spot]) -> bool {
    let (low, high) = (u.x.min(v.x).min(w.x), u.x.max(v.x).max(w.x));
    let begin = all.partition_point(|p| p.x < low);
    let sign = turn(u, v, w).signum();
    all[begin..].iter().take_while(|p| p.x <= high).all(|&p| {
        let inside = sign * turn(u, v, p) >= 0 && sign * turn(v, w, p) >= 0 && sign * turn(w, u, p) >= 0;
        p == u || p == v || p == w || !inside
    })
}

/// Wall pieces as lines from branch to branch, so that straight runs can be seen.
pub(super) fn chains(pieces: &[(Spot, Spot)]) -> Vec<Vec<Spot>> {
    let mut around: Vec<(Spot, usize)> = pieces.iter().enumerate().flat_map(|(i, (a, b))| [(*a, i), (*b, i)]).collect();
    around.sort_unstable();
    let at = |p: Spot| {
        let begin = around.partition_point(|(q, _)| *q < p);
        let end = around.partition_point(|(q, _)| *q <= p);
        &around[begin..end]
    };
    let mut used = vec![false; pieces.len()];
    let mut lines = Vec::new();
    // From branches and ends first; what is left are closed loops.
    let starts = around.iter().filter(|(p, _)| at(*p).len() != 2).chain(around.iter());
    for &(from, piece) in starts {
        if used[piece] {
            continue;
        }
        let (mut line, mut p, mut i) = (vec![from], from, piece);
        loop {
            used[i] = true;
            p = if pieces[i].0 == p { pieces[i].1 } else { pieces[i].0 };
            line.push(p);
            let here = at(p);
            match here.iter().find(|(_, j)| !used[*j]) {
                Some(&(_, next)) if here.len() == 2 => i = next,
                _ => break,
            }
        }
        lines.push(line);
    }
    lines
}

/// The tolerance for borders cut out of a triangle mesh.
pub(super) const MESH: Slack = Slack { distance: 0.02, angle: std::f64::consts::PI / 180.0 };

/// Length of a line [m].
pub(super) fn length(line: &[Spot]) -> f64 {
    line.windows(2).map(|w| w[0].distance(w[1])).sum::<f64>() / STEPS
}
