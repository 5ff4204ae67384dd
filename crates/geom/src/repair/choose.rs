//! Which faces are the walkable area: slivers, groups of faces, and the group that is meant.

use super::faces::Faces;
use super::finding::{Finding, FindingKind, Findings};
use super::lattice::{STEPS, Spot};
use super::soup::{ShapeRole, Traced};
use super::{Choose, RepairError};
use crate::{Point, Segment};

/// Thinner than this is no area but a drawing that does not quite fit [steps].
const THIN: f64 = 1.0;
/// Smaller than this neither: a square millimetre, twice.
const SMALL2: i128 = 2;

/// Sets of faces that belong together.
pub(super) struct FaceGroups(Vec<u32>);

impl FaceGroups {
    pub fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    pub fn of(&mut self, i: u32) -> u32 {
        let mut root = i;
        while self.0[root as usize] != root {
            root = self.0[root as usize];
        }
        let mut at = i;
        while self.0[at as usize] != root {
            (self.0[at as usize], at) = (root, self.0[at as usize]);
        }
        root
    }

    pub fn join(&mut self, i: u32, j: u32) {
        let (i, j) = (self.of(i), self.of(j));
        // The lower number stays, whatever the order of joining.
        self.0[i.max(j) as usize] = i.min(j);
    }
}

/// Gives every sliver to the neighbour it shares most of its outline with. Walls between the two are taken away.
/// Returns whether there were any.
pub(super) fn drop_slivers(faces: &mut Faces, open: &mut [bool], findings: &mut Findings) -> bool {
    let thin = |f: usize, faces: &Faces| {
        let area2 = faces.area2[f];
        f != 0 && area2 > 0 && (area2 < SMALL2 || (area2 as f64) < THIN * faces.perimeter[f])
    };
    let slivers: Vec<usize> = (0..faces.count()).filter(|&f| thin(f, faces)).collect();
    let mut dropped = false;
    for face in slivers {
        let mut shared: Vec<(u32, f64)> = Vec::new();
        for &h in faces.halves(face) {
            let other = faces.left[h as usize ^ 1];
            let (a, b) = faces.ends(h as usize);
            match shared.iter_mut().find(|(f, _)| *f == other) {
                Some((_, length)) => *length += a.distance(b),
                None => shared.push((other, a.distance(b))),
            }
        }
        shared.retain(|(f, _)| *f as usize != face && !thin(*f as usize, faces));
        let most = shared.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best });
        let Some((into, _)) = most else { continue };
        let halves: Vec<u32> = faces.halves(face).to_vec();
        let mut walls = 0;
        for h in halves {
            let edge = &mut faces.edges[h as usize / 2];
            if faces.left[h as usize ^ 1] == into {
                walls += usize::from(edge.wall);
                edge.wall = false;
            } else if !open[face] && open[into as usize] {
                // A solid too thin to have an area is still a wall.
                edge.wall = true;
            }
        }
        if open[face] == open[into as usize] && walls == 0 {
            continue;
        }
        dropped = true;
        open[face] = open[into as usize];
        let at = faces.ends(faces.halves(face)[0] as usize).0.point();
        let area = faces.area2[face] as f64 / 2.0 / STEPS / STEPS;
        findings.add(FindingKind::Sliver, |kind| {
            Finding::change(
                kind,
                at,
                format!("an area of {area:.6} m2 thinner than a millimetre was joined to its neighbour"),
            )
        });
    }
    dropped
}

/// Keeps of the open faces those that are meant. Returns the area of all enclosed ones when the largest were taken [m2].
pub(super) fn keep(
    faces: &Faces,
    open: &mut [bool],
    choose: Choose,
    traced: &Traced<'_>,
    findings: &mut Findings,
) -> Result<f64, RepairError> {
    if matches!(choose, Choose::Ground) {
        return Ok(0.0);
    }
    let mut enclosed = 0.0;
    let mut groups = FaceGroups::new(faces.count());
    for (e, edge) in faces.edges.iter().enumerate() {
        let (l, r) = (faces.left[2 * e], faces.left[2 * e + 1]);
        if !edge.wall && !edge.portal && open[l as usize] && open[r as usize] {
            groups.join(l, r);
        }
    }
    let mut reaches_out = vec![false; faces.count()];
    let frames = |h: u32| faces.edges[h as usize / 2].links.iter().any(|l| traced.role(l.ring) == ShapeRole::Frame);
    for &h in faces.halves(0).iter().filter(|h| frames(**h)) {
        let inside = faces.left[h as usize ^ 1];
        reaches_out[groups.of(inside) as usize] = true;
    }
    open_doors(faces, open, &mut groups, &reaches_out);
    let chosen = match choose {
        Choose::SeenFrom(seed) => {
            let spot =
                Spot::snap(seed).ok_or_else(|| RepairError::OutOfReach { label: "the seed".into(), at: seed })?;
            let face = faces.at(spot);
            if !open[face as usize] {
                return Err(RepairError::SeedBlocked { seed, nearest: nearest_open(faces, open, spot) });
            }
            let group = groups.of(face);
            if reaches_out[group as usize] {
                findings.add(FindingKind::OpenBoundary, |kind| {
                    let detail = "the walls do not close around the seed; the edge of the drawing bounds the area";
                    Finding::warning(kind, seed, detail)
                });
            }
            group
        }
        _ => {
            let (chosen, all) = largest(faces, open, &mut groups, &reaches_out, findings)?;
            enclosed = all;
            chosen
        }
    };
    for (face, open) in open.iter_mut().enumerate() {
        *open = *open && groups.of(face as u32) == chosen;
    }
    Ok(enclosed)
}

/// Joins what lies on both sides of a door, if both are enclosed: a door to the outside stays a wall, for otherwise
/// nothing of the building would be enclosed.
fn open_doors(faces: &Faces, open: &[bool], groups: &mut FaceGroups, reaches_out: &[bool]) {
    for (e, _) in faces.edges.iter().enumerate().filter(|(_, edge)| edge.portal && !edge.wall) {
        let (l, r) = (faces.left[2 * e], faces.left[2 * e + 1]);
        let enclosed = |f: u32, groups: &mut FaceGroups| open[f as usize] && !reaches_out[groups.of(f) as usize];
        if enclosed(l, groups) && enclosed(r, groups) {
            groups.join(l, r);
        }
    }
}

fn largest(
    faces: &Faces,
    open: &[bool],
    groups: &mut FaceGroups,
    reaches_out: &[bool],
    findings: &mut Findings,
) -> Result<(u32, f64), RepairError> {
    let mut area2 = vec![0i128; faces.count()];
    for face in (1..faces.count()).filter(|&f| open[f]) {
        area2[groups.of(face as u32) as usize] += faces.area2[face];
    }
    let mut enclosed: Vec<usize> = (1..faces.count()).filter(|&g| area2[g] > 0 && !reaches_out[g]).collect();
    enclosed.sort_by_key(|&g| (-area2[g], g));
    let Some(&chosen) = enclosed.first() else { return Err(RepairError::NothingEnclosed { gap: None }) };
    let at = inside(faces, chosen as u32).unwrap_or_default();
    let square_metres = |g: usize| area2[g] as f64 / 2.0 / STEPS / STEPS;
    let others = match enclosed.get(1) {
        Some(&next) => format!("the next of {} others has {:.1} m2", enclosed.len() - 1, square_metres(next)),
        None => "there is no other".to_owned(),
    };
    findings.add(FindingKind::Guessed, |kind| {
        let area = square_metres(chosen);
        let detail =
            format!("no seed was given: the largest enclosed area, {area:.1} m2, is taken as walkable ({others})");
        Finding::warning(kind, at, detail)
    });
    Ok((chosen as u32, enclosed.iter().map(|&g| square_metres(g)).sum()))
}

/// A place inside a face, off its edges.
fn inside(faces: &Faces, face: u32) -> Option<Point> {
    let mut longest: Vec<u32> = faces.halves(face as usize).to_vec();
    let length = |h: u32| {
        let (a, b) = faces.ends(h as usize);
        a.distance(b)
    };
    longest.sort_by(|g, h| length(*h).total_cmp(&length(*g)).then(g.cmp(h)));
    longest.into_iter().take(8).find_map(|h| beside(faces, h as usize, 0.5, |f| f == face))
}

/// A place left of the middle of a half-edge, at most so far away, in a face that will do.
fn beside(faces: &Faces, half: usize, at: f64, fits: impl Fn(u32) -> bool) -> Option<Point> {
    let (a, b) = faces.ends(half);
    let foot = a.point().lerp(b.point(), at);
    let length = a.distance(b) / STEPS;
    let (nx, ny) = (-(b.y - a.y) as f64 / STEPS / length, (b.x - a.x) as f64 / STEPS / length);
    [0.5, 0.25, 0.1, 0.02].into_iter().find_map(|off| {
        let p = Point::new(foot.x + nx * off, foot.y + ny * off);
        Spot::snap(p).filter(|s| fits(faces.at(*s))).map(Spot::point)
    })
}

/// An open place near one that is not.
fn nearest_open(faces: &Faces, open: &[bool], from: Spot) -> Option<Point> {
    let p = from.point();
    let mut near: Vec<(f64, usize)> = (0..faces.left.len())
        .filter(|&h| open[faces.left[h] as usize])
        .map(|h| {
            let (a, b) = faces.ends(h);
            (Segment::new(a.point(), b.point()).distance(p), h)
        })
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    near.into_iter().take(32).find_map(|(_, h)| {
        let (a, b) = faces.ends(h);
        let at = Segment::new(a.point(), b.point()).closest_share(p).clamp(0.01, 0.99);
        beside(faces, h, at, |f| open[f as usize])
    })
}
