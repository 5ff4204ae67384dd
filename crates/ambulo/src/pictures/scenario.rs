//! A scenario drawn before the run: the plan with its axes, areas, doors, starts and exits, and the people.

use crate::World;
use ambulo_data::scenario::{JourneySpec, Place, SourceSpec};
use ambulo_draw::{
    AreaRole, Canvas, Colour, DoorMark, Entry, Legend, Places, PlanPicture, Style, Symbol, colour, plan,
};
use ambulo_geom::Point;

/// More people than this would hide the plan.
const MOST_DOTS: usize = 5000;
/// More areas than this would hide the plan: then only those are drawn that a group names.
const MOST_AREAS: usize = 40;

const GOAL: Colour = Colour::rgb(0xC2, 0x4E, 0x14);
const SLOPE: Colour = Colour::rgb(0x6B, 0x72, 0x7A);

impl World {
    /// The named places of a level, each with what it is to the people of the scenario.
    ///
    /// ```
    /// let world = ambulo::World::scene("doors").unwrap();
    /// assert_eq!(world.places(0).doors.len(), 2);
    /// ```
    pub fn places(&self, level: usize) -> Places {
        let areas = &self.building_in_file().levels[level].plan.areas;
        let starts = |name: &str| self.scenario.walkers.iter().any(|g| g.start.as_deref() == Some(name));
        let exits = |name: &str| self.exits.list.iter().any(|exit| exit.name == name);
        let role = |name: &str| match (starts(name), exits(name)) {
            (true, true) => AreaRole::StartAndExit,
            (true, false) => AreaRole::Start,
            (false, true) => AreaRole::Exit,
            (false, false) => AreaRole::Plain,
        };
        let used = self.scenario.areas_used();
        let shown = |name: &String| areas.len() <= MOST_AREAS || used.contains(name);
        let doors = self.building_in_file().doors.iter().filter(|d| d.level == level);
        Places {
            areas: areas.iter().filter(|(n, _)| shown(n)).map(|(n, a)| (n.clone(), a.clone(), role(n))).collect(),
            doors: doors.map(|d| DoorMark { name: d.name.clone(), line: d.line, open: d.open }).collect(),
        }
    }

    /// Draws one level of the scenario as it is now.
    ///
    /// ```
    /// let world = ambulo::World::scene("doors").unwrap();
    /// assert!(world.picture(0, "Doors").to_svg().contains("yard"));
    /// ```
    pub fn picture(&self, level: usize, title: &str) -> Canvas {
        let ground = &self.building_in_file().levels[level].plan;
        let mut places = self.places(level);
        let legend = self.legend(&places);
        let foot = legend.height(PlanPicture::foot_width()) + 6.0;
        let extent = plan::extent(&ground.walkable, []);
        let mut picture = PlanPicture::new(title, extent, foot);
        picture.floor(&ground.walkable);
        picture.grid();
        for stair in self.building_in_file().stairs.iter().filter(|s| s.bottom_level == level || s.top_level == level) {
            let style = Style::fill(SLOPE).with_opacity(0.2);
            picture.page().polygon([&stair.corners()[..]], &style);
        }
        picture.places(&places);
        picture.walls(&ground.walkable);
        picture.thin_walls(&ground.walls);
        self.draw_people(&mut picture, level);
        self.draw_goals(&mut picture, level);
        // Doors again: walls and people lie over them otherwise.
        picture.place_outlines(&Places { areas: Vec::new(), doors: places.doors.clone() });
        for (name, width) in self.check_exits().iter().filter_map(|e| Some((&e.name, e.width_m?))) {
            for (label, _, _) in places.areas.iter_mut().filter(|(label, _, _)| label == name) {
                *label = format!("{name}, {width:.2} m");
            }
        }
        picture.place_names(&places);
        picture.legend(&legend);
        picture.finish()
    }

    fn draw_people(&self, picture: &mut PlanPicture, level: usize) {
        if self.report().present > MOST_DOTS {
            return;
        }
        let least = 1.2 / picture.view().scale();
        for w in self.walkers().filter(|w| usize::from(w.level) == level) {
            let style = Style::fill(colour::category(usize::from(w.group.0))).with_opacity(0.8);
            picture.page().circle(self.in_file(w.place), f64::from(w.radius).max(least), &style);
        }
    }

    /// Goals that are places, as crosses.
    fn draw_goals(&self, picture: &mut PlanPicture, level: usize) {
        let arm = 5.0 / picture.view().scale();
        for group in &self.scenario.walkers {
            let places: &[[f64; 2]] = match &group.route {
                JourneySpec::Goal { goal: Place::Point(at) } => std::slice::from_ref(at),
                JourneySpec::Goals { goals } => goals,
                _ => &[],
            };
            if self.scenario.level(group.goal_level.as_deref()) != Some(level) {
                continue;
            }
            for [x, y] in places.iter().take(MOST_DOTS) {
                let p = Point::new(*x, *y);
                let corner = |dx: f64, dy: f64| Point::new(p.x + dx * arm, p.y + dy * arm);
                let cross = [[corner(-1.0, -1.0), corner(1.0, 1.0)], [corner(-1.0, 1.0), corner(1.0, -1.0)]];
                picture.page().polylines(cross.iter().map(<[Point; 2]>::as_slice), &Style::stroke(GOAL, 1.6));
            }
        }
    }

    fn legend(&self, places: &Places) -> Legend {
        let mut entries = places.legend();
        for (i, group) in self.scenario.walkers.iter().enumerate().take(12) {
            let later = if matches!(group.source, SourceSpec::Rate { .. } | SourceSpec::Arrivals { .. }) {
                ", enters over time"
            } else {
                ""
            };
            let name = format!("{} ({}{later})", group.name, self.people.get(i).copied().unwrap_or(0));
            entries.push(Entry { symbol: Symbol::Dot, style: Style::fill(colour::category(i)), name });
        }
        Legend { entries }
    }
}
