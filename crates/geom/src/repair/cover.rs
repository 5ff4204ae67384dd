//! Which faces lie on ground and under nothing solid.

use super::faces::Faces;
use super::soup::{ShapeRole, Traced};

/// Whether each face is ground that nothing solid covers, and whether a bridge leads over it.
///
/// A walk over all faces, from the outside and back again, that keeps count of how often each ring goes round the
/// place it is at.
pub(super) fn open_ground(faces: &Faces, traced: &Traced<'_>) -> (Vec<bool>, Vec<bool>) {
    let mut count = CoverCount {
        winding: vec![0; traced.rings.len()],
        outline: vec![false; traced.shapes()],
        holes: vec![0; traced.shapes()],
        covers: [0; 4],
        traced,
    };
    let (mut seen, mut open) = (vec![false; faces.count()], vec![false; faces.count()]);
    let mut bridged = open.clone();
    seen[0] = true;
    // The face, the next of its half-edges to look across, and the one by which it was entered.
    let mut stack: Vec<(usize, usize, Option<usize>)> = vec![(0, 0, None)];
    while let Some((face, next, entered)) = stack.pop() {
        let Some(&half) = faces.halves(face).get(next) else {
            if let Some(half) = entered {
                count.cross(faces, half ^ 1);
            }
            continue;
        };
        stack.push((face, next + 1, entered));
        let to = faces.left[half as usize ^ 1] as usize;
        if !seen[to] {
            seen[to] = true;
            count.cross(faces, half as usize);
            (open[to], bridged[to]) = (count.is_open(), count.covers[BRIDGE] > 0);
            stack.push((to, 0, Some(half as usize)));
        }
    }
    open[0] = false;
    (open, bridged)
}

/// Places in [`CoverCount::covers`].
const GROUND: usize = 0;
const SOLID: usize = 1;
const WATER: usize = 2;
const BRIDGE: usize = 3;

fn place(role: ShapeRole) -> usize {
    match role {
        ShapeRole::Ground | ShapeRole::Frame => GROUND,
        ShapeRole::Solid => SOLID,
        ShapeRole::Water => WATER,
        ShapeRole::Bridge => BRIDGE,
    }
}

struct CoverCount<'t, 's> {
    traced: &'t Traced<'s>,
    winding: Vec<i32>,
    /// Per shape: inside its outline, and inside how many of its holes.
    outline: Vec<bool>,
    holes: Vec<u32>,
    /// How many shapes of each kind cover the place.
    covers: [u32; 4],
}

impl CoverCount<'_, '_> {
    fn is_open(&self) -> bool {
        let [ground, solid, water, bridge] = self.covers;
        // A bridge ends where the ground does: what lies beyond the drawing is not known.
        solid == 0 && ground > 0 && (water == 0 || bridge > 0)
    }

    /// From the left of a half-edge to its right.
    fn cross(&mut self, faces: &Faces, half: usize) {
        let forwards = if half.is_multiple_of(2) { 1 } else { -1 };
        for link in &faces.edges[half / 2].links {
            self.change(link.ring, -forwards * link.sign);
        }
    }

    fn change(&mut self, ring: u32, by: i32) {
        let info = self.traced.rings[ring as usize];
        let shape = info.shape as usize;
        let covered = self.covers(shape);
        let w = &mut self.winding[ring as usize];
        let before = *w != 0;
        *w += by;
        let after = *w != 0;
        match (info.hole, before, after) {
            (false, ..) => self.outline[shape] = after,
            (true, false, true) => self.holes[shape] += 1,
            (true, true, false) => self.holes[shape] -= 1,
            _ => {}
        }
        let sum = &mut self.covers[place(self.traced.role(ring))];
        match (covered, self.outline[shape] && self.holes[shape] == 0) {
            (false, true) => *sum += 1,
            (true, false) => *sum -= 1,
            _ => {}
        }
    }

    fn covers(&self, shape: usize) -> bool {
        self.outline[shape] && self.holes[shape] == 0
    }
}
