//! The neighbourhood graph as a picture, at the busiest moment of a run.

use crate::World;
use ambulo_draw::{Colour, PlanPicture, Style, colour::category, plan};
use ambulo_eval::report::Picture;
use ambulo_geom::Point;

const EDGE: Colour = Colour::rgb(0x7A, 0x9A, 0x5E);

/// Samples the graph once per second and keeps the busiest.
#[derive(Clone, Default)]
pub(crate) struct GraphWatcher {
    time: f64,
    /// Everybody, with the level.
    places: Vec<(Point, u16)>,
    edges: Vec<(Point, Point, u16)>,
    next: f64,
}

ambulo_sim::snapshot!(GraphWatcher { time, places, edges, next });

impl GraphWatcher {
    pub(crate) fn look(&mut self, world: &World) {
        let report = world.report();
        if report.time < self.next {
            return;
        }
        self.next = report.time.floor() + 1.0;
        if report.present <= self.places.len() || world.sim.neighbour_pairs().next().is_none() {
            return;
        }
        self.time = report.time;
        self.places = world.walkers().map(|w| (world.in_file(w.place), w.level)).collect();
        let ends = world.sim.neighbour_pairs();
        let ends = ends.filter_map(|(a, b)| Some((world.sim.walker(a)?, world.sim.walker(b)?)));
        self.edges = ends.map(|(a, b)| (world.in_file(a.place), world.in_file(b.place), a.level)).collect();
    }

    /// One picture per occupied level; none when the graph was not used.
    pub(crate) fn pictures(&self, world: &World) -> Vec<Picture> {
        let levels = &world.building.levels;
        let on = |k: usize| self.places.iter().any(|(_, level)| usize::from(*level) == k);
        (0..levels.len()).filter(|k| on(*k)).map(|k| self.picture(world, k)).collect()
    }

    fn picture(&self, world: &World, k: usize) -> Picture {
        let level = &world.building_in_file().levels[k];
        let floor = &level.plan.walkable;
        let here = |l: &u16| usize::from(*l) == k;
        let title = format!("Neighbourhood graph at {:.1} s", self.time);
        let world_box = plan::extent(floor, self.places.iter().filter(|(_, l)| here(l)).map(|(p, _)| *p));
        let mut picture = PlanPicture::new(&title, world_box, 0.0);
        picture.floor(floor);
        let edges: Vec<[Point; 2]> = self.edges.iter().filter(|(.., l)| here(l)).map(|(a, b, _)| [*a, *b]).collect();
        picture.page().polylines(edges.iter().map(|e| &e[..]), &Style::stroke(EDGE, 1.2));
        for (place, _) in self.places.iter().filter(|(_, l)| here(l)) {
            picture.page().circle(*place, 0.2, &Style::fill(category(0)));
        }
        picture.walls(floor);
        let people = self.places.iter().filter(|(_, l)| here(l)).count();
        let caption = format!(
            "Direct neighbours at {:.1} s: {people} people, {} pairs. The Delaunay triangulation of \
             everybody's place, without the pairs that a wall hides from each other.",
            self.time,
            edges.len()
        );
        let name =
            if world.building.levels.len() > 1 { format!("neighbourhood-{}", k + 1) } else { "neighbourhood".into() };
        Picture { name, caption, svg: picture.finish().to_svg() }
    }
}
