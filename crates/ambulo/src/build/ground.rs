//! Which ground a group can use: random starts and goals are drawn where the one can be reached from the other.

use ambulo_geom::Region;
use ambulo_nav::{Goal, NavMesh, Parts};
use std::sync::Arc;

/// The connected parts of a plan for the widest of a group.
pub(super) struct ConnectedGround {
    pub(super) parts: Parts,
    /// Diameter of the widest body [m].
    width: f32,
}

/// The part of an area that a group uses.
pub(super) struct UsedArea {
    /// For every cell of the mesh whether it counts.
    pub(super) cells: Arc<[bool]>,
    /// What the rest is: in how many parts, and how much of the area's ground [m^2].
    pub(super) left_out: usize,
    pub(super) left_out_area: f64,
    pub(super) area: f64,
}

impl ConnectedGround {
    /// On a mesh with every door open that is ever open.
    pub(super) fn new(mesh: &NavMesh, width: f32) -> Self {
        Self { parts: Parts::of(mesh, width), width }
    }

    /// How much of an area's ground lies in each part [m^2].
    pub(super) fn shares(&self, mesh: &NavMesh, level: u16, area: &Region) -> Vec<(u32, f64)> {
        Goal::region_on(mesh, u32::from(level), area).map(|area| self.parts.shares(&area)).unwrap_or_default()
    }

    /// The largest part with ground of both areas.
    pub(super) fn common(&self, a: &[(u32, f64)], b: &[(u32, f64)]) -> Option<u32> {
        let shared = a.iter().map(|s| s.0).filter(|part| b.iter().any(|s| s.0 == *part));
        // The first of equal ones: `max_by` would take the last.
        shared.rev().max_by(|a, b| self.parts.area(*a).total_cmp(&self.parts.area(*b)))
    }

    /// Of an area the ground in parts that are `wanted`; `None` when that is all of it, or none. What is too small for
    /// a body is not worth a word.
    pub(super) fn used(&self, mesh: &NavMesh, shares: &[(u32, f64)], wanted: impl Fn(u32) -> bool) -> Option<UsedArea> {
        let (inside, outside): (Vec<(u32, f64)>, Vec<_>) = shares.iter().copied().partition(|(part, _)| wanted(*part));
        let body = f64::from(self.width * self.width);
        if inside.is_empty() || outside.is_empty() {
            return None;
        }
        let large = outside.iter().filter(|(_, area)| *area >= body);
        let sum = |list: &[(u32, f64)]| list.iter().map(|(_, area)| *area).fold(0.0, |a, b| a + b);
        Some(UsedArea {
            cells: (0..mesh.cells() as u32).map(|cell| wanted(self.parts.part(cell))).collect(),
            left_out: large.count(),
            left_out_area: sum(&outside),
            area: sum(&outside) + sum(&inside),
        })
    }
}

impl UsedArea {
    /// What was left out of an area, for people; nothing where no body could have stood there.
    pub(super) fn words(&self, area: &str, cannot: &str, width: f64) -> Option<String> {
        (self.left_out > 0).then(|| {
            let parts = if self.left_out == 1 { "part" } else { "parts" };
            format!(
                "{:.1} of {:.1} m2 of the area `{area}` is left out: {} connected {parts} that people {width:.2} m wide \
                 cannot {cannot}",
                self.left_out_area, self.area, self.left_out
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::Polygon;

    #[test]
    fn the_largest_part_of_both_areas_is_used_and_the_rest_is_counted() {
        let room = |x0: f64, x1: f64| Polygon::rectangle(x0, 0.0, x1, 10.0).unwrap();
        let mesh =
            NavMesh::build(&Region::new(vec![room(0.0, 4.0), room(5.0, 25.0), room(26.0, 56.0)]).unwrap()).unwrap();
        let ground = ConnectedGround::new(&mesh, 0.44);
        let shares = |x0: f64, x1: f64| ground.shares(&mesh, 0, &Region::from(room(x0, x1)));
        let (start, goal) = (shares(0.0, 30.0), shares(2.0, 20.0));
        assert_eq!((start.len(), goal.len()), (3, 2));
        let part = ground.common(&start, &goal).unwrap();
        assert!((ground.parts.area(part) - 200.0).abs() < 1e-9); // the third room is larger, and has no goals
        let used = ground.used(&mesh, &start, |p| p == part).unwrap();
        assert_eq!(used.left_out, 2);
        assert!((used.left_out_area - 80.0).abs() < 1e-9 && (used.area - 280.0).abs() < 1e-9);
        assert!(ground.used(&mesh, &goal, |_| true).is_none());
        assert!(ground.common(&shares(0.0, 4.0), &shares(6.0, 9.0)).is_none());
    }
}
