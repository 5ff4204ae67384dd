//! Wall ends that almost meet: joined when asked, reported otherwise.

use super::RepairError;
use super::finding::{Finding, FindingKind, Findings};
use super::lattice::{STEPS, Spot};
use super::soup::Traced;
use super::split::{LatticeEdge, settle};
use super::sweep::{LatticeBox, pairs};
use crate::Segment;

/// A gap up to this is worth a word when it is left open [m].
const SUSPICIOUS: f64 = 0.3;
/// Joining can make new ends meet; more often than this it is not one drawing.
const PASSES: usize = 8;

/// A wall end that no other edge shares, and the nearest place of another edge.
struct WallEnd {
    at: Spot,
    /// Its own edge.
    edge: usize,
    /// The place it could be joined to, the edge that place is on, and how far it is [m].
    near: Option<(Spot, usize, f64)>,
}

/// Joins ends that are at most `most` away from another wall.
pub(super) fn close(
    mut edges: Vec<LatticeEdge>,
    most: f64,
    traced: &mut Traced<'_>,
    findings: &mut Findings,
) -> Result<Vec<LatticeEdge>, RepairError> {
    for _ in 0..PASSES {
        let ends = loose_ends(&edges, most);
        let mut joined = 0;
        let mut done: Vec<Spot> = Vec::new();
        for end in &ends {
            let Some((to, other, gap)) = end.near else { continue };
            if done.contains(&end.at) {
                continue;
            }
            done.extend([end.at, to]);
            let (first, second) = (edges[end.edge].piece, edges[other].piece);
            findings.add(FindingKind::GapClosed, |kind| {
                let (first, second) = (traced.label(first), traced.label(second));
                Finding::change(
                    kind,
                    end.at.point(),
                    format!("a gap of {gap:.3} m between {first} and {second} was closed"),
                )
            });
            let (a, b) = (end.at.min(to), end.at.max(to));
            edges.push(LatticeEdge {
                a,
                b,
                wall: true,
                portal: false,
                piece: traced.invent(a, b, first),
                links: Vec::new(),
            });
            joined += 1;
        }
        if joined == 0 {
            break;
        }
        edges = settle(edges, traced, findings)?;
    }
    Ok(edges)
}

/// Reports wall ends in the walkable area: gaps that may be meant to be closed, and ends in the open.
pub(super) fn report(
    edges: &[LatticeEdge],
    inside: impl Fn(usize) -> bool,
    traced: &Traced<'_>,
    findings: &mut Findings,
) {
    for end in loose_ends(edges, SUSPICIOUS).into_iter().filter(|end| inside(end.edge)) {
        let first = traced.label(edges[end.edge].piece);
        match end.near {
            Some((_, other, gap)) => findings.add(FindingKind::GapLeft, |kind| {
                let second = traced.label(edges[other].piece);
                let detail = format!(
                    "{first} ends {gap:.3} m before {second}; set close_gaps to {:.2} or more to join them",
                    (gap * 100.0).ceil() / 100.0
                );
                Finding::warning(kind, end.at.point(), detail)
            }),
            None => findings.add(FindingKind::Dangling, |kind| {
                Finding::warning(kind, end.at.point(), format!("{first} ends in the open"))
            }),
        }
    }
}

/// The narrowest gap of all, for the message when nothing is enclosed.
pub(super) fn narrowest(edges: &[LatticeEdge], most: f64) -> Option<(Spot, f64)> {
    let gaps = loose_ends(edges, most).into_iter().filter_map(|end| end.near.map(|(_, _, gap)| (end.at, gap)));
    gaps.reduce(|best, next| if next.1 < best.1 { next } else { best })
}

fn loose_ends(edges: &[LatticeEdge], reach: f64) -> Vec<WallEnd> {
    let mut spots: Vec<(Spot, usize)> = edges.iter().enumerate().flat_map(|(i, e)| [(e.a, i), (e.b, i)]).collect();
    spots.sort_unstable();
    let mut ends: Vec<WallEnd> = Vec::new();
    for (i, &(at, edge)) in spots.iter().enumerate() {
        let shared = (i > 0 && spots[i - 1].0 == at) || spots.get(i + 1).is_some_and(|next| next.0 == at);
        if !shared && edges[edge].wall {
            ends.push(WallEnd { at, edge, near: None });
        }
    }
    let margin = (reach * STEPS).ceil() as i64;
    let boxes: Vec<LatticeBox> = ends
        .iter()
        .map(|e| LatticeBox::new(e.at, e.at, margin))
        .chain(edges.iter().map(|e| LatticeBox::new(e.a, e.b, 0)))
        .collect();
    let count = ends.len();
    pairs(&boxes, |i, j| {
        let (i, j) = (i.min(j), i.max(j));
        if i < count && j >= count {
            consider(&mut ends[i], edges, j - count, reach);
        }
        true
    });
    ends
}

fn consider(end: &mut WallEnd, edges: &[LatticeEdge], other: usize, reach: f64) {
    let edge = &edges[other];
    if other == end.edge || edge.a == end.at || edge.b == end.at {
        return;
    }
    let p = end.at.point();
    let foot = Segment::new(edge.a.point(), edge.b.point()).closest_point(p);
    let Some(mut to) = Spot::snap(foot) else { return };
    // The end of a wall is meant rather than a place a little beside it.
    for corner in [edge.a, edge.b] {
        if corner.point().distance(p) <= reach && corner.point().distance(foot) <= 0.5 * reach {
            to = corner;
        }
    }
    let gap = to.point().distance(p);
    if to == end.at || gap > reach || backwards(edges, end, to) {
        return;
    }
    let nearer = end.near.is_none_or(|(spot, _, best)| gap < best || (gap == best && to < spot));
    if nearer {
        end.near = Some((to, other, gap));
    }
}

/// Whether the line to a place runs back along the wall itself.
fn backwards(edges: &[LatticeEdge], end: &WallEnd, to: Spot) -> bool {
    let own = &edges[end.edge];
    let from = if own.a == end.at { own.b } else { own.a };
    if to == from {
        return true;
    }
    let ((ux, uy), (vx, vy)) = (end.at.minus(from), to.minus(end.at));
    let dot = ux as f64 * vx as f64 + uy as f64 * vy as f64;
    dot < -0.5 * end.at.distance(from) * to.distance(end.at)
}
