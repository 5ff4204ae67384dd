//! Splits lines at crossings and T-junctions until no two share more than an end.

use super::RepairError;
use super::finding::{Finding, FindingKind, Findings};
use super::lattice::{Meet, Spot, meet};
use super::soup::{ShapeRole, Traced};
use super::sweep::{LatticeBox, pairs};
use crate::{Crossing, Segment};

/// A ring that runs along an edge: forwards (+1) or backwards, as often as it does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Link {
    pub ring: u32,
    pub sign: i32,
}

/// A straight piece with `a` before `b`: a wall, a part of rings, or both.
#[derive(Clone, Debug)]
pub(super) struct LatticeEdge {
    pub a: Spot,
    pub b: Spot,
    pub wall: bool,
    /// A door: closed while one asks what walls enclose, open once both sides are enclosed.
    pub portal: bool,
    /// The input piece it came from first.
    pub piece: u32,
    pub links: Vec<Link>,
}

/// Rounding a crossing can make a new one a millimetre away, and lines that lie almost on each other do so many times
/// over. Every cut makes pieces shorter, and none is shorter than a millimetre, so that there is an end; but it must
/// come before this many edges were checked.
const MOST_LOOKS: usize = 20_000_000;
/// Crossings beyond this are no drawing.
const MOST_CUTS: usize = 4_000_000;

/// The edges, split until they only meet at their ends.
pub(super) fn settle(
    mut edges: Vec<LatticeEdge>,
    traced: &Traced<'_>,
    findings: &mut Findings,
) -> Result<Vec<LatticeEdge>, RepairError> {
    let mut looks = 0;
    while looks < MOST_LOOKS {
        edges = merged(edges, traced, findings);
        let cuts = find_cuts(&edges, traced, findings, looks == 0)?;
        if cuts.is_empty() {
            return Ok(edges);
        }
        looks += edges.len();
        edges = cut(edges, cuts);
    }
    let at = edges.first().map_or(crate::Point::default(), |e| e.a.point());
    Err(RepairError::Tangled { crossings: edges.len(), at })
}

/// Pieces that lie on each other become one edge; a ring that runs forth and back leaves nothing.
fn merged(mut edges: Vec<LatticeEdge>, traced: &Traced<'_>, findings: &mut Findings) -> Vec<LatticeEdge> {
    edges.sort_by_key(|e| (e.a, e.b, e.piece));
    let mut out: Vec<LatticeEdge> = Vec::with_capacity(edges.len());
    for edge in edges {
        match out.last_mut() {
            Some(last) if (last.a, last.b) == (edge.a, edge.b) => {
                if last.wall && edge.wall {
                    let (first, second) = (traced.label(last.piece), traced.label(edge.piece));
                    let at = edge.a.point().lerp(edge.b.point(), 0.5);
                    findings.add(FindingKind::Duplicate, |kind| {
                        Finding::change(kind, at, format!("{second} lies on {first}; it is kept once"))
                    });
                }
                last.wall |= edge.wall;
                last.portal |= edge.portal;
                for link in edge.links {
                    add_link(&mut last.links, link);
                }
            }
            _ => out.push(edge),
        }
    }
    out.retain(|e| e.wall || e.portal || !e.links.is_empty());
    out
}

fn add_link(links: &mut Vec<Link>, link: Link) {
    match links.iter().position(|l| l.ring == link.ring) {
        Some(i) => {
            links[i].sign += link.sign;
            if links[i].sign == 0 {
                links.remove(i);
            }
        }
        None => links.push(link),
    }
}

fn find_cuts(
    edges: &[LatticeEdge],
    traced: &Traced<'_>,
    findings: &mut Findings,
    first_round: bool,
) -> Result<Vec<(u32, Spot)>, RepairError> {
    let boxes: Vec<LatticeBox> = edges.iter().map(|e| LatticeBox::new(e.a, e.b, 0)).collect();
    let mut cuts: Vec<(u32, Spot)> = Vec::new();
    let mut error = None;
    pairs(&boxes, |i, j| {
        let (e, f) = (&edges[i], &edges[j]);
        let how = meet((e.a, e.b), (f.a, f.b), |which, at| cuts.push((if which == 0 { i } else { j } as u32, at)));
        if first_round && how != Meet::Not {
            error = judge(e, f, how, traced, findings);
        }
        if cuts.len() > MOST_CUTS {
            error = Some(RepairError::Tangled { crossings: MOST_CUTS, at: e.a.point() });
        }
        error.is_none()
    });
    match error {
        Some(error) => Err(error),
        None => Ok(cuts),
    }
}

/// Reports a crossing; a walkable outline that crosses itself has no inside.
fn judge(
    e: &LatticeEdge,
    f: &LatticeEdge,
    how: Meet,
    traced: &Traced<'_>,
    findings: &mut Findings,
) -> Option<RepairError> {
    if let Meet::Cross(at) = how {
        let same = e.links.iter().find(|l| f.links.iter().any(|m| m.ring == l.ring));
        if let Some(link) = same {
            let (first, second) = (traced.original(e.piece), traced.original(f.piece));
            // A neck thinner than the lattice may cross itself by rounding alone; that is no fault of the drawing.
            if matches!(first.crossing(second), Crossing::Proper(_)) {
                if traced.is_ground(link.ring) {
                    let (first, second) = order((e.piece, first), (f.piece, second));
                    return Some(RepairError::SelfCrossing {
                        label: traced.label(e.piece).to_owned(),
                        first,
                        second,
                        at: at.point(),
                    });
                }
                findings.add(FindingKind::SelfCrossing, |kind| {
                    let label = traced.label(e.piece);
                    Finding::warning(
                        kind,
                        at.point(),
                        format!("the outline of {label} crosses itself; all of it counts"),
                    )
                });
            }
            return None;
        }
        // Water and what leads over it cross as a matter of course.
        let over = |edge: &LatticeEdge| {
            edge.links.iter().any(|l| matches!(traced.role(l.ring), ShapeRole::Water | ShapeRole::Bridge))
        };
        if over(e) || over(f) {
            return None;
        }
        let kind = if e.wall || f.wall { FindingKind::Split } else { FindingKind::United };
        findings.add(kind, |kind| {
            let what = if kind == FindingKind::Split { "both are split there" } else { "they are united" };
            let (first, second) = (traced.label(e.piece), traced.label(f.piece));
            Finding::change(kind, at.point(), format!("{first} crosses {second}; {what}"))
        });
    }
    let shares_end = e.a == f.a || e.a == f.b || e.b == f.a || e.b == f.b;
    if how == Meet::Touch && !shares_end && (e.wall || f.wall) {
        let at = [e.a, e.b, f.a, f.b].into_iter().find(|p| {
            let ((a, b), own) = if *p == e.a || *p == e.b { ((f.a, f.b), e) } else { ((e.a, e.b), f) };
            super::lattice::turn(a, b, *p) == 0 && own.wall
        });
        let at = at.unwrap_or(e.a).point();
        findings.add(FindingKind::Split, |kind| {
            let (first, second) = (traced.label(e.piece), traced.label(f.piece));
            Finding::change(kind, at, format!("{first} and {second} meet in a T; they are joined there"))
        });
    }
    None
}

fn order(a: (u32, Segment), b: (u32, Segment)) -> (Segment, Segment) {
    if a.0 <= b.0 { (a.1, b.1) } else { (b.1, a.1) }
}

fn cut(edges: Vec<LatticeEdge>, mut cuts: Vec<(u32, Spot)>) -> Vec<LatticeEdge> {
    cuts.sort_unstable();
    cuts.dedup();
    let mut out = Vec::with_capacity(edges.len() + cuts.len());
    let mut rest = cuts.as_slice();
    for (i, edge) in edges.into_iter().enumerate() {
        let own = rest.iter().take_while(|(e, _)| *e as usize == i).count();
        let (mine, others) = rest.split_at(own);
        rest = others;
        if mine.is_empty() {
            out.push(edge);
            continue;
        }
        let (dx, dy) = edge.b.minus(edge.a);
        let along = |p: Spot| {
            let (px, py) = p.minus(edge.a);
            (px * dx + py * dy, p)
        };
        let mut stops: Vec<Spot> = mine.iter().map(|(_, p)| *p).collect();
        stops.sort_unstable_by_key(|p| along(*p));
        stops.push(edge.b);
        let mut from = edge.a;
        for to in stops {
            if from != to {
                out.push(piece(&edge, from, to));
            }
            from = to;
        }
    }
    out
}

/// A part of an edge; its ends in order, and the links turned when that turned it.
pub(super) fn piece(edge: &LatticeEdge, from: Spot, to: Spot) -> LatticeEdge {
    if from <= to {
        return LatticeEdge { a: from, b: to, ..edge.clone() };
    }
    let links = edge.links.iter().map(|l| Link { ring: l.ring, sign: -l.sign }).collect();
    LatticeEdge { a: to, b: from, links, ..edge.clone() }
}
