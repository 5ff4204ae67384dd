//! Whether levels, stairs and doors fit together.

use super::{Building, Door, LevelPlan, StairsPlan};
use crate::Diagnostic;
use crate::scenario::Loaded;
use ambulo_geom::{Crossing, Point, Polygon, Region, Segment};

/// How far a line may be from the wall it is drawn on [m]: drawings are rounded to centimetres.
const TOLERANCE: f64 = 0.01;

/// Levels above each other are at least this far apart in height [m]. More than the difference at which two people stop
/// minding each other, so that a walker coming down stairs is seen before bodies could overlap.
const HEAD_ROOM: f64 = 2.0;

pub(super) fn faults(loaded: &Loaded, building: &Building) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    levels(loaded, &building.levels, &mut faults);
    for (i, stair) in building.stairs.iter().enumerate() {
        stair_faults(loaded, building, i, stair, &mut faults);
    }
    doors(loaded, building, &mut faults);
    faults
}

/// Two levels at about the same height must lie apart, or their people would walk through each other.
fn levels(loaded: &Loaded, levels: &[LevelPlan], faults: &mut Vec<Diagnostic>) {
    for (j, upper) in levels.iter().enumerate() {
        for lower in &levels[..j] {
            let apart = (upper.height - lower.height).abs();
            if apart >= HEAD_ROOM {
                continue;
            }
            if let Some(at) = overlap(&lower.plan.walkable, &upper.plan.walkable) {
                let message = format!(
                    "levels `{}` and `{}` lie over each other near {at}, but their heights differ by only {apart} m",
                    lower.name, upper.name
                );
                let help = format!("keep levels {HEAD_ROOM} m apart in height, or apart as seen from above");
                faults.push(loaded.diagnostic(&format!("levels[{j}].height"), message).help(help));
            }
        }
    }
}

fn stair_faults(loaded: &Loaded, building: &Building, i: usize, stair: &StairsPlan, faults: &mut Vec<Diagnostic>) {
    let ends = [("bottom", stair.bottom_level, stair.bottom), ("top", stair.top_level, stair.top)];
    for (key, level, line) in ends {
        let level = &building.levels[level];
        let border: Vec<Segment> = level.plan.walkable.edges().collect();
        if let Some(at) = first_gap(line, &border) {
            let path = format!("stairs[{i}].{key}.line");
            let message = format!(
                "the {key} of stairs `{}` is not on the border of level `{}`: near {at} it is {:.2} m from it",
                stair.name,
                level.name,
                level.plan.walkable.distance_to_border(at)
            );
            let help = "put both ends of the line on the edge of the walkable area where the stairs meet it";
            faults.push(loaded.diagnostic(&path, message).help(help));
        }
    }
    for level in &building.levels {
        let Some(part) = part_near(stair, building, level.height) else { continue };
        if let Some(at) = overlap(&Region::from(part), &level.plan.walkable) {
            let message = format!(
                "stairs `{}` run over level `{}` near {at}, less than {HEAD_ROOM} m above or below its floor",
                stair.name, level.name
            );
            let help = "cut the ground below the stairs out of the level, or move the stairs off it";
            faults.push(loaded.diagnostic(&format!("stairs[{i}]"), message).help(help));
        }
    }
}

/// The part of a strip that is too near in height to a level to pass above or below, drawn in by the tolerance.
fn part_near(stair: &StairsPlan, building: &Building, height: f64) -> Option<Polygon> {
    let (low, high) = (building.levels[stair.bottom_level].height, building.levels[stair.top_level].height);
    let share = |h: f64| if high > low { ((h - low) / (high - low)).clamp(0.0, 1.0) } else { 0.0 };
    let (mut from, mut to) = (share(height - HEAD_ROOM), share(height + HEAD_ROOM));
    if high == low && (height - low).abs() < HEAD_ROOM {
        (from, to) = (0.0, 1.0);
    }
    if from >= to {
        return None;
    }
    let (left, right) = ((stair.bottom.a, stair.top.a), (stair.bottom.b, stair.top.b));
    let at = |side: (Point, Point), share: f64| side.0.lerp(side.1, share);
    let corners = [at(left, from), at(right, from), at(right, to), at(left, to)];
    let middle = corners[0].lerp(corners[2], 0.5);
    let inner = corners.map(|c| c.lerp(middle, (2.0 * TOLERANCE / c.distance(middle)).min(0.5)));
    // A part too thin to be a polygon obstructs nobody.
    Polygon::new(inner.to_vec(), Vec::new()).ok()
}

fn doors(loaded: &Loaded, building: &Building, faults: &mut Vec<Diagnostic>) {
    for (i, door) in building.doors.iter().enumerate() {
        let path = format!("doors.{}.line", door.name);
        let level = &building.levels[door.level];
        if let Some(at) = leaves(door, &level.plan.walkable) {
            let place = if building.levels.len() > 1 { format!(" of level `{}`", level.name) } else { String::new() };
            let message = format!("door `{}` leaves the walkable area{place} near {at}", door.name);
            let help = "draw it from wall to wall across the passage that it shuts";
            faults.push(loaded.diagnostic(&path, message).help(help));
        }
        for other in building.doors[..i].iter().filter(|other| other.level == door.level) {
            if let Crossing::Proper(at) | Crossing::Overlap(at) = other.line.crossing(door.line) {
                let message = format!("doors `{}` and `{}` cross at {at}", other.name, door.name);
                faults.push(loaded.diagnostic(&path, message).help("keep doors apart; they may share an end"));
            }
        }
    }
}

/// The first place of a line that no edge of the border accompanies.
fn first_gap(line: Segment, border: &[Segment]) -> Option<Point> {
    let length = line.length();
    let mut covered: Vec<(f64, f64)> = Vec::new();
    for edge in border {
        let (s, t) = (line.closest_share(edge.a), line.closest_share(edge.b));
        let near = |share: f64| edge.distance(line.a.lerp(line.b, share)) <= TOLERANCE;
        if s != t && near(s) && near(t) {
            covered.push((s.min(t), s.max(t)));
        }
    }
    covered.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut reached = 0.0;
    for (from, to) in covered {
        if (from - reached) * length > TOLERANCE {
            break;
        }
        reached = f64::max(reached, to);
    }
    ((1.0 - reached) * length > TOLERANCE).then(|| line.a.lerp(line.b, reached))
}

/// Where a door goes through a wall, or out into the open. Its ends may stick a little into walls.
fn leaves(door: &Door, walkable: &Region) -> Option<Point> {
    let line = door.line;
    let mut cuts = vec![0.0, 1.0];
    for edge in walkable.edges() {
        if let Crossing::Proper(at) | Crossing::Touch(at) | Crossing::Overlap(at) = line.crossing(edge) {
            cuts.push(line.closest_share(at));
            // A stretch along a wall also ends somewhere.
            cuts.extend([edge.a, edge.b].iter().map(|p| line.closest_share(*p)));
        }
    }
    cuts.sort_by(f64::total_cmp);
    // Between two cuts the line is either inside or outside, and its middle decides.
    cuts.windows(2).find_map(|pair| {
        let outside = |share: f64| {
            let p = line.a.lerp(line.b, share);
            !walkable.contains(p) && walkable.distance_to_border(p) > TOLERANCE
        };
        let (from, to) = (pair[0], pair[1]);
        outside((from + to) / 2.0).then(|| line.a.lerp(line.b, if from > 0.0 { from } else { to }))
    })
}

/// A place where two regions overlap; edges in common do not count when the regions lie on opposite sides of them.
fn overlap(a: &Region, b: &Region) -> Option<Point> {
    let (box_a, box_b) = (a.bounds()?, b.bounds()?);
    let meets = |s: &Segment, with: &ambulo_geom::Bounds| {
        s.a.x.min(s.b.x) <= with.max.x
            && s.a.x.max(s.b.x) >= with.min.x
            && s.a.y.min(s.b.y) <= with.max.y
            && s.a.y.max(s.b.y) >= with.min.y
    };
    let edges_b: Vec<Segment> = b.edges().filter(|s| meets(s, &box_a)).collect();
    for s in a.edges().filter(|s| meets(s, &box_b)) {
        for t in &edges_b {
            match s.crossing(*t) {
                Crossing::Proper(at) => return Some(at),
                // The walkable side is left of every edge: one direction, one side.
                Crossing::Overlap(at) if (s.b - s.a).dot(t.b - t.a) > 0.0 => return Some(at),
                _ => {}
            }
        }
    }
    let inside = |p: &Point, region: &Region| region.contains(*p) && region.distance_to_border(*p) > 0.0;
    let corners = |region: &Region| -> Vec<Point> {
        region.polygons().iter().flat_map(|polygon| polygon.rings()).map(|ring| ring[0]).collect()
    };
    // No edges cross, so that one corner of each ring decides.
    corners(a).into_iter().find(|p| inside(p, b)).or_else(|| corners(b).into_iter().find(|p| inside(p, a)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64, y: f64, side: f64) -> Region {
        Polygon::rectangle(x, y, x + side, y + side).unwrap().into()
    }

    #[test]
    fn regions_overlap_when_they_share_ground_and_not_when_they_share_a_wall() {
        let a = square(0.0, 0.0, 4.0);
        assert!(overlap(&a, &square(0.0, 0.0, 4.0)).is_some()); // the same
        assert!(overlap(&a, &square(1.0, 1.0, 2.0)).is_some()); // one in the other
        assert!(overlap(&square(1.0, 1.0, 2.0), &a).is_some());
        assert!(overlap(&a, &square(3.0, 3.0, 2.0)).is_some()); // corners
        assert!(overlap(&a, &square(4.0, 0.0, 4.0)).is_none()); // side by side
        assert!(overlap(&a, &square(4.0, 4.0, 4.0)).is_none()); // corner to corner
        assert!(overlap(&a, &square(9.0, 0.0, 4.0)).is_none());
    }

    #[test]
    fn a_line_on_several_edges_of_the_border_has_no_gap() {
        let p = Point::new;
        let border = [Segment::new(p(0.0, 0.0), p(1.0, 0.0)), Segment::new(p(1.0, 0.005), p(3.0, 0.0))];
        assert_eq!(first_gap(Segment::new(p(2.5, 0.0), p(0.5, 0.0)), &border), None);
        let gap = first_gap(Segment::new(p(2.5, 0.0), p(4.5, 0.0)), &border).unwrap();
        assert!(gap.distance(p(3.0, 0.0)) < 1e-9);
        assert_eq!(first_gap(Segment::new(p(0.5, 1.0), p(0.5, 0.0)), &border), Some(p(0.5, 1.0)));
    }
}
