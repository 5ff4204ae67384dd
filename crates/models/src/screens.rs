//! What walls hide, for models that see their neighbours in lanes.

use ambulo_geom::{Crossing, Segment, Vec2};
use ambulo_sim::{Row, View};

/// The walls about a walker, as screens. Where there are none, asking costs nothing.
#[derive(Clone, Copy)]
pub(crate) struct Screens<'a> {
    view: View<'a>,
    row: Row,
    any: bool,
}

impl<'a> Screens<'a> {
    #[inline(always)]
    pub(crate) fn about(view: &View<'a>, row: Row) -> Self {
        Self { view: *view, row, any: view.walls(row).next().is_some() }
    }

    /// Whether there is anything to hide behind.
    #[inline(always)]
    pub(crate) fn any(&self) -> bool {
        self.any
    }

    /// Whether a wall lies between the agent and another at `d` from it; up to 2.5 m.
    #[inline(never)]
    pub(crate) fn hide(&self, d: Vec2) -> bool {
        let place = self.view.place(self.row);
        let sight = Segment::new(place, place + d);
        self.any && self.view.walls(self.row).any(|w| w.at.crossing(sight) != Crossing::None)
    }
}

#[cfg(test)]
mod tests {
    use crate::trials::{Cast, StartState, started};
    use ambulo_geom::{Point, Polygon, Region, Vec2};

    #[test]
    fn nobody_minds_an_agent_behind_a_wall() {
        // Two rooms side by side; one walks towards another who stands right behind the wall.
        let ring =
            [(0.0, 0.0), (10.0, 0.0), (10.0, 9.0), (10.2, 9.0), (10.2, 0.0), (20.0, 0.0), (20.0, 10.0), (0.0, 10.0)];
        let plan = Region::from(Polygon::from_rings(&ring, &[]).unwrap());
        let start =
            |x: f64, y: f64, to: f64| StartState { at: Point::new(x, y), velocity: Vec2::ZERO, to: Point::new(x, to) };
        for model in ["collision-free-speed", "gcfm"] {
            let path = |others: &[StartState]| {
                let params = [("noise", 0.0)];
                let cast = Cast { params: &params, speed: ambulo_sim::Spread::constant(1.3), ..Cast::of(model) };
                let mut starts = vec![start(9.7, 1.0, 8.0)];
                starts.extend(others.iter().map(|s| StartState { ..*s }));
                let (mut sim, ids) = started(&cast, plan.clone(), &starts);
                (0..150).for_each(|_| {
                    sim.step();
                });
                sim.walker(ids[0]).unwrap().place
            };
            let alone = path(&[]);
            // What is too faint to be asked about may remain.
            let beside = path(&[start(10.5, 4.0, 4.0), start(10.45, 5.0, 5.0)]);
            assert!(beside.distance(alone) < 1e-3 && alone.y > 7.0, "{model}: {beside} instead of {alone}");
        }
    }
}
