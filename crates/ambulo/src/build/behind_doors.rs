//! An area that a door runs through counts only behind the door. People who touched the part before it would pass a
//! door that is shut, and nobody would ever be counted in it.

use ambulo_data::Building;
use ambulo_geom::{Point, Region};
use ambulo_nav::{CellId, NavMesh};

/// Places asked along a door.
const SAMPLES: u32 = 33;
/// An area lies on both sides of a door when it holds places so far from its line on either side [m].
const ASIDE: f64 = 0.01;

/// The doors that run through an area of a level.
pub(super) fn dividing(building: &Building, level: u16, area: &Region) -> Vec<usize> {
    let through = |door: &ambulo_data::Door| {
        let along = door.line.b - door.line.a;
        let Some(across) = ambulo_geom::Vec2::new(-along.y, along.x).unit() else { return false };
        let (dx, dy) = (ASIDE * f64::from(across.x), ASIDE * f64::from(across.y));
        (0..SAMPLES).any(|k| {
            let p = door.line.a.lerp(door.line.b, (f64::from(k) + 0.5) / f64::from(SAMPLES));
            area.contains(Point::new(p.x + dx, p.y + dy)) && area.contains(Point::new(p.x - dx, p.y - dy))
        })
    };
    let here = building.doors.iter().enumerate().filter(|(_, d)| d.level == usize::from(level) && through(d));
    here.map(|(i, _)| i).collect()
}

/// Which cells people get to from some cells while these doors are shut.
pub(super) fn before(mesh: &NavMesh, from: &[CellId], shut: &[usize]) -> Vec<bool> {
    let mut seen = vec![false; mesh.cells()];
    let mut next: Vec<CellId> = from.to_vec();
    from.iter().for_each(|c| seen[*c as usize] = true);
    while let Some(c) = next.pop() {
        for k in 0..mesh.edges(c) {
            let segment = mesh.segment_at(c, k);
            if segment == ambulo_nav::NONE || !mesh.is_open(segment) {
                continue;
            }
            let free = &mesh.free_segments()[segment as usize];
            if free.door != ambulo_nav::NONE && shut.contains(&(free.door as usize)) {
                continue;
            }
            let other = if free.cells[0] == c { free.cells[1] } else { free.cells[0] };
            if !seen[other as usize] {
                seen[other as usize] = true;
                next.push(other);
            }
        }
    }
    seen
}
