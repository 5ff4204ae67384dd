//! What a layer is for, by what is drawn on it: walls are long, at right angles, and often drawn as two lines.

use ambulo_geom::{Bounds, Point, Segment, math};
use std::collections::BTreeMap;

/// How a layer is drawn. Shares are of the length of its straight pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Structure {
    /// Pieces of a metre or more along the two main directions.
    pub orthogonal: f64,
    /// Pieces with another beside them at the thickness of a wall.
    pub paired: f64,
    /// Pieces in connected things of less than 2.5 m.
    pub things: f64,
    /// The usual distance of paired pieces.
    pub thickness: Option<f64>,
}

/// A judgement on a layer without a descriptive name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looks {
    /// Like walls.
    Walls,
    /// Like furniture: many small things.
    Things,
    /// Like neither.
    Neither,
}

/// Pieces inspected; the first ones of a larger layer stand for all.
const MOST: usize = 20_000;

impl Structure {
    /// Judges pieces, in metres.
    pub fn of(pieces: &[Segment]) -> Self {
        let pieces = &pieces[..pieces.len().min(MOST)];
        let total: f64 = pieces.iter().map(|s| s.length()).sum();
        if !(total > 0.0 && total.is_finite()) {
            return Self::default();
        }
        let main = main_direction(pieces);
        let off = |s: &Segment| {
            let d = (degrees(s) - main).rem_euclid(90.0);
            d.min(90.0 - d)
        };
        let long = pieces.iter().filter(|s| s.length() >= 1.0 && off(s) <= 2.0).map(|s| s.length()).sum::<f64>();
        let mut gaps = pairs(pieces, 0.6);
        let paired = gaps.iter().filter(|g| g.0 >= 0.03).map(|g| g.1).fold(0.0, |a, b| a + b);
        gaps.retain(|g| g.0 >= 0.03);
        gaps.sort_by(|g, h| g.0.total_cmp(&h.0));
        let thickness = gaps.get(gaps.len() / 2).map(|g| g.0);
        Self { orthogonal: long / total, paired: paired / total, things: things(pieces) / total, thickness }
    }

    pub fn looks(&self) -> Looks {
        if self.things >= 0.6 {
            Looks::Things
        } else if self.orthogonal >= 0.4 && self.paired >= 0.35 {
            Looks::Walls
        } else {
            Looks::Neither
        }
    }

    /// The figures behind a judgement.
    pub fn words(&self) -> String {
        let percent = |share: f64| (100.0 * share).round();
        format!(
            "{} % of its length in long lines at right angles, {} % in pairs at the thickness of a wall, {} % in things below 2.5 m",
            percent(self.orthogonal),
            percent(self.paired),
            percent(self.things)
        )
    }
}

/// The distance at which lines of a drawing usually run beside each other, in its own units, for guessing the unit.
pub(super) fn usual_thickness(pieces: &[Segment]) -> Option<f64> {
    let pieces = &pieces[..pieces.len().min(MOST)];
    let bounds = Bounds::of(pieces.iter().flat_map(|s| [s.a, s.b]))?;
    let size = bounds.width().max(bounds.height());
    // Lines much longer than they are apart: a wall, and not a room.
    let long: Vec<Segment> = pieces.iter().filter(|s| s.length() >= 0.02 * size).copied().collect();
    let mut gaps = pairs(&long, 0.04 * size);
    gaps.retain(|g| g.0 >= 1e-4 * size);
    gaps.sort_by(|g, h| g.0.total_cmp(&h.0));
    (gaps.len() >= 6).then(|| gaps[gaps.len() / 2].0)
}

/// Direction of a piece in degrees, from 0 to 180.
fn degrees(s: &Segment) -> f64 {
    math::atan2(s.b.y - s.a.y, s.b.x - s.a.x).to_degrees().rem_euclid(180.0)
}

/// The direction, modulo a right angle, in which most of the length runs [degrees].
fn main_direction(pieces: &[Segment]) -> f64 {
    let mut length = [0.0; 90];
    for s in pieces {
        length[(degrees(s).round() as usize) % 90] += s.length();
    }
    let mut best = 0;
    for (i, l) in length.iter().enumerate() {
        if *l > length[best] {
            best = i;
        }
    }
    best as f64
}

/// Neighbours inspected for one piece.
const NEIGHBOURS: usize = 64;

/// For each piece with a parallel one beside it at no more than a distance: that distance, and the piece's length.
fn pairs(pieces: &[Segment], most: f64) -> Vec<(f64, f64)> {
    // By direction in whole degrees, then by the distance of their line from zero.
    let mut groups: BTreeMap<i64, Vec<(f64, f64, f64)>> = BTreeMap::new();
    for s in pieces.iter().filter(|s| s.length() > 0.0) {
        let d = degrees(s).round() as i64 % 180;
        let turn = (d as f64).to_radians();
        let (c, n) = (math::cos(turn), math::sin(turn));
        let along = |p: Point| p.x * c + p.y * n;
        let aside = |p: Point| p.y * c - p.x * n;
        let middle = (aside(s.a) + aside(s.b)) / 2.0;
        groups.entry(d).or_default().push((middle, along(s.a).min(along(s.b)), along(s.a).max(along(s.b))));
    }
    let mut found = Vec::new();
    for lines in groups.values_mut() {
        lines.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        for (i, line) in lines.iter().enumerate() {
            let up = lines[i + 1..].iter().take(NEIGHBOURS);
            let down = lines[..i].iter().rev().take(NEIGHBOURS);
            let length = line.2 - line.1;
            let beside = |other: &(f64, f64, f64)| {
                let overlap = line.2.min(other.2) - line.1.max(other.1);
                overlap >= 0.5 * length.min(other.2 - other.1) && overlap > 0.0
            };
            let gap = |other: &(f64, f64, f64)| (other.0 - line.0).abs();
            let near = |other: &&(f64, f64, f64)| gap(other) <= most;
            let thin =
                |other: &&(f64, f64, f64)| gap(other) > 1e-6 * most && gap(other) <= length.max(other.2 - other.1);
            let best = up
                .take_while(near)
                .chain(down.take_while(near))
                .filter(thin)
                .filter(|other| beside(other))
                .map(gap)
                .min_by(f64::total_cmp);
            found.extend(best.map(|gap| (gap, length)));
        }
    }
    found
}

/// A connected thing smaller than this is no wall [m].
const THING: f64 = 2.5;

/// The length of pieces that belong to small connected things.
fn things(pieces: &[Segment]) -> f64 {
    let key = |p: Point| ((p.x * 200.0).round() as i64, (p.y * 200.0).round() as i64);
    let mut ends: Vec<((i64, i64), usize)> =
        pieces.iter().enumerate().flat_map(|(i, s)| [(key(s.a), i), (key(s.b), i)]).collect();
    ends.sort_unstable();
    let mut parent: Vec<usize> = (0..pieces.len()).collect();
    fn root(parent: &mut [usize], mut i: usize) -> usize {
        while parent[i] != i {
            parent[i] = parent[parent[i]];
            i = parent[i];
        }
        i
    }
    for pair in ends.windows(2).filter(|w| w[0].0 == w[1].0) {
        let (a, b) = (root(&mut parent, pair[0].1), root(&mut parent, pair[1].1));
        parent[a.max(b)] = a.min(b);
    }
    let mut groups: BTreeMap<usize, (Bounds, f64, usize)> = BTreeMap::new();
    for (i, s) in pieces.iter().enumerate() {
        let Some(own) = Bounds::of([s.a, s.b]) else { continue };
        let group = groups.entry(root(&mut parent, i)).or_insert((own, 0.0, 0));
        group.0 = Bounds::of([group.0.min, group.0.max, own.min, own.max]).unwrap_or(own);
        group.1 += s.length();
        group.2 += 1;
    }
    // A single short line is a piece of a wall as likely as a thing.
    let small = |(b, _, n): &(Bounds, f64, usize)| *n > 1 && b.width().max(b.height()) < THING;
    groups.values().filter(|g| small(g)).map(|g| g.1).fold(0.0, |a, b| a + b)
}
