//! Walls behind and beside a goal hold nobody.
//!
//! Models keep people off walls, and rightly so. At an exit that is a shallow strip along a wall, or a recess no deeper
//! than the wall, this would keep them off their goal too. So a walker does not see a wall where touching the wall means
//! touching its goal: it has arrived before the wall matters. Contact minds all walls; nobody passes one.

use crate::{Wall, heights::apart};
use ambulo_geom::Point;
use ambulo_nav::{Goal, NavMesh};

/// What a walker wants to reach, as a reason not to mind a wall.
#[derive(Clone, Copy)]
pub(crate) struct WallExemption<'a> {
    pub(crate) goal: &'a Goal,
    pub(crate) mesh: &'a NavMesh,
    /// Where the walker is, its radius [m] and height [m].
    pub(crate) place: Point,
    pub(crate) radius: f64,
    pub(crate) z: f32,
}

/// A body that leans on a wall must reach into the goal by this much for the wall not to count [m]: what lies behind a
/// thin wall is only just touched.
const INTO: f64 = 0.005;

impl WallExemption<'_> {
    /// Whether the walker would touch its goal if it went straight up to the nearest place of a wall.
    #[inline]
    pub(crate) fn lies_before(&self, wall: &Wall) -> bool {
        let foot = wall.at.closest_point(self.place);
        let away = foot.distance(self.place);
        if away <= 0.0 {
            return false;
        }
        let leaning = foot.lerp(self.place, self.radius / away);
        let reach = f64::from(self.goal.reach(self.radius as f32)) - INTO;
        let level = |cell| self.mesh.surfaces().len() == 1 || !apart(self.mesh.height(cell, leaning) as f32, self.z);
        self.goal.distance_within(leaning, reach, level) < reach
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Walls;
    use ambulo_geom::{Polygon, Region};

    /// Which of the walls near `place` a body of radius 0.2 m minds that heads for a goal.
    fn minded(room: &Polygon, goal: Region, place: (f64, f64)) -> Vec<((f64, f64), (f64, f64))> {
        let region = Region::from(room.clone());
        let mesh = NavMesh::build(&region).unwrap();
        let goal = Goal::region(&mesh, &goal).unwrap();
        let exit = WallExemption { goal: &goal, mesh: &mesh, place: Point::new(place.0, place.1), radius: 0.2, z: 0.0 };
        let walls = Walls::new(&region, 2.5);
        let near = walls.near(exit.place, 0.0).filter(|w| !exit.lies_before(w));
        near.map(|w| ((w.at.a.x, w.at.a.y), (w.at.b.x, w.at.b.y))).collect()
    }

    fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Polygon {
        Polygon::rectangle(x0, y0, x1, y1).unwrap()
    }

    #[test]
    fn the_wall_behind_a_strip_counts_beside_it_and_not_before_it() {
        let room = rectangle(0.0, 0.0, 10.0, 10.0);
        let east = ((10.0, 0.0), (10.0, 10.0));
        for depth in [0.01, 0.05, 0.2, 1.0] {
            let strip = || rectangle(10.0 - depth, 4.0, 10.0, 5.0).into();
            assert_eq!(minded(&room, strip(), (9.0, 4.5)), [], "{depth} m deep");
            assert_eq!(minded(&room, strip(), (9.0, 3.7)), [east], "{depth} m deep");
        }
    }

    #[test]
    fn posts_of_a_recess_count_on_both_sides_or_on_neither() {
        let ring =
            [(0.0, 0.0), (10.0, 0.0), (10.0, 4.0), (10.2, 4.0), (10.2, 5.0), (10.0, 5.0), (10.0, 9.0), (0.0, 9.0)];
        let room = Polygon::from_rings(&ring, &[]).unwrap();
        let posts = |goal: Polygon| {
            let minded = minded(&room, goal.into(), (9.4, 4.5));
            [(10.0, 4.0), (10.0, 5.0)].map(|post| minded.iter().any(|(a, _)| *a == post))
        };
        // The goal fills the recess: who touches a post touches the goal. Or it lies behind the room.
        assert_eq!(posts(rectangle(10.0, 4.0, 10.2, 5.0)), [false, false]);
        assert_eq!(posts(rectangle(10.19, 4.0, 10.2, 5.0)), [true, true]);
    }
}
