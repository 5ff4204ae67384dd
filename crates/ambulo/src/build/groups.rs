//! The people of a scenario: their journeys and their places.

use crate::reach::Reach;
use ambulo_data::scenario::{self, Distribution, Loaded, ParamValue, Place, Route, Source as SourceSpec, WalkerGroup};
use ambulo_data::{Building, Diagnostic};
use ambulo_geom::{Point, Region};
use ambulo_nav::NavMesh;
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{AtGoal, GoalId, Group, GroupId, JourneyId, Simulation, Source, Spread, locomotion_info, model_info};
use std::collections::BTreeMap;

/// Draws of a place before an area counts as full.
const TRIES: usize = 1000;

pub(super) struct Builder<'a> {
    loaded: &'a Loaded,
    building: &'a Building,
    sim: Simulation,
    /// The mesh with every door open that is ever open.
    open: NavMesh,
    errors: Vec<Diagnostic>,
    seed: u64,
}

/// When a group is steered like another from then on.
pub(crate) struct Switch {
    pub(crate) at: f64,
    pub(crate) group: GroupId,
    pub(crate) like: GroupId,
}

/// Where a group goes: one journey for all, or one a walker.
enum Journeys {
    Shared(JourneyId, Vec<GoalId>),
    Own(Vec<(JourneyId, GoalId)>),
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        loaded: &'a Loaded,
        building: &'a Building,
        sim: Simulation,
        errors: Vec<Diagnostic>,
        seed: u64,
    ) -> Self {
        let mut open = sim.mesh().clone();
        for (i, door) in building.doors.iter().enumerate() {
            open.set_door(i, door.open || !door.switches.is_empty());
        }
        Self { loaded, building, sim, open, errors, seed }
    }

    /// Adds everybody; what is wrong with them comes back with the crowd.
    pub(super) fn add_groups(mut self, groups: &[WalkerGroup]) -> (Simulation, Vec<Switch>, Vec<Diagnostic>) {
        let mut switches = Vec::new();
        if self.errors.is_empty() {
            for (i, group) in groups.iter().enumerate() {
                self.add_group(i, group);
            }
            // After all groups that people belong to: their numbers stand in recordings.
            for (i, group) in groups.iter().enumerate() {
                self.add_switches(i, group, &mut switches);
            }
        }
        switches.sort_by(|a, b| a.at.total_cmp(&b.at));
        (self.sim, switches, self.errors)
    }

    fn add_switches(&mut self, i: usize, spec: &WalkerGroup, switches: &mut Vec<Switch>) {
        for (k, switch) in spec.switch.iter().enumerate() {
            match self.sim.add_group(&group_of(spec, &switch.model, &switch.params)) {
                Ok(like) => switches.push(Switch { at: switch.at, group: GroupId(i as u16), like }),
                Err(e) => {
                    self.error(&format!("walkers[{i}].switch[{k}]"), e.to_string());
                }
            }
        }
    }

    fn error(&mut self, path: &str, message: impl Into<String>) -> &mut Diagnostic {
        self.errors.push(self.loaded.diagnostic(path, message));
        self.errors.last_mut().expect("just pushed")
    }

    fn help(&mut self, path: &str, message: impl Into<String>, help: impl Into<String>) {
        let error = self.error(path, message);
        *error = error.clone().help(help);
    }

    fn add_group(&mut self, i: usize, spec: &WalkerGroup) {
        let group = group_of(spec, &spec.model, &spec.params);
        let id = match self.sim.add_group(&group) {
            Ok(id) => id,
            Err(e) => {
                self.error(&format!("walkers[{i}]"), e.to_string());
                return;
            }
        };
        let Some(journeys) = self.journeys(i, spec) else { return };
        let before = self.sim.report().appeared;
        match &spec.source {
            SourceSpec::Positions { positions } => {
                let level = self.level(spec.level.as_deref());
                self.place_at(i, id, level, positions, &journeys);
            }
            SourceSpec::Count { count } => self.place_in(i, id, spec, *count as usize, &journeys),
            SourceSpec::Rate { rate, from, to } => self.add_source(i, id, spec, (*rate, *from, *to), &journeys),
        }
        if self.errors.is_empty() {
            let clearance = 2.0 * group.radius.max as f32;
            let mut reach = Reach::new(&self.sim, &self.open, clearance);
            let problem = match &journeys {
                Journeys::Shared(_, goals) => reach.journey(before, goals, self.start(spec), group.radius.max),
                Journeys::Own(own) => own.iter().enumerate().find_map(|(k, (_, goal))| reach.walker(before + k, *goal)),
            };
            if let Some(problem) = problem {
                let key = match spec.route {
                    Route::Goal { .. } => "goal",
                    Route::Goals { .. } => "goals",
                    Route::GoalIn { .. } => "goal_in",
                    Route::Journey { .. } => "journey",
                };
                let help = format!(
                    "check that the way is open and everywhere wider than the body, {clearance:.2} m, and that start \
                     and goal lie in the same connected part of the plan"
                );
                self.help(&format!("walkers[{i}].{key}"), format!("the goal is unreachable: {problem}"), help);
            }
        }
    }

    fn start(&self, spec: &WalkerGroup) -> Option<(u16, &Region)> {
        spec.start.as_deref().and_then(|name| self.area(name))
    }

    fn area(&self, name: &str) -> Option<(u16, &'a Region)> {
        self.building.area(name).map(|(level, area)| (level as u16, area))
    }

    /// A place of the file as the plan of its level has it.
    fn local(&self, level: u16, [x, y]: [f64; 2]) -> Point {
        self.building.levels[level as usize].plan.local(Point::new(x, y))
    }

    /// Number of a level; without a name the only one.
    fn level(&self, name: Option<&str>) -> u16 {
        self.loaded.scenario.level(name).unwrap_or(0) as u16
    }

    fn journeys(&mut self, i: usize, spec: &WalkerGroup) -> Option<Journeys> {
        let at_goal = match spec.at_goal {
            scenario::AtGoal::Leave => AtGoal::Leave,
            scenario::AtGoal::Stay => AtGoal::Stay,
        };
        let level = self.level(spec.goal_level.as_deref());
        let outside = "the goal lies outside the walkable area";
        let inside = "move it inside the plan, clear of obstacles";
        let shared =
            |builder: &mut Self, goals: Vec<GoalId>| Journeys::Shared(builder.sim.add_journey(&goals, at_goal), goals);
        match &spec.route {
            Route::Goal { goal: Place::Area(name) } => {
                let goal = self.goal_area(&format!("walkers[{i}].goal"), name)?;
                Some(shared(self, vec![goal]))
            }
            Route::Goal { goal: Place::Point([x, y]) } => {
                let Some(goal) = self.sim.add_goal_at_on(level, self.local(level, [*x, *y])) else {
                    self.help(&format!("walkers[{i}].goal"), outside, inside);
                    return None;
                };
                Some(shared(self, vec![goal]))
            }
            Route::Journey { journey } => {
                let mut goals = Vec::new();
                for (k, name) in journey.iter().enumerate() {
                    goals.push(self.goal_area(&format!("walkers[{i}].journey[{k}]"), name)?);
                }
                Some(shared(self, goals))
            }
            Route::GoalIn { goal_in } => self.scattered(i, spec, goal_in, at_goal),
            Route::Goals { goals } => {
                let mut own = Vec::new();
                for (k, [x, y]) in goals.iter().enumerate() {
                    match self.sim.add_goal_at_on(level, self.local(level, [*x, *y])) {
                        Some(goal) => own.push((self.sim.add_journey(&[goal], at_goal), goal)),
                        None => self.help(&format!("walkers[{i}].goals[{k}]"), outside, inside),
                    }
                }
                (own.len() == goals.len()).then_some(Journeys::Own(own))
            }
        }
    }

    /// A place of its own for each, clear of walls.
    fn scattered(&mut self, i: usize, spec: &WalkerGroup, name: &str, at_goal: AtGoal) -> Option<Journeys> {
        let (level, area) = self.area(name)?;
        let bounds = area.bounds()?;
        let count = match &spec.source {
            SourceSpec::Count { count } => *count as usize,
            SourceSpec::Positions { positions } => positions.len(),
            SourceSpec::Rate { .. } => return None,
        };
        let room = spread(spec.radius).max + 0.1;
        let height = self.building.levels[level as usize].height as f32;
        let mut own = Vec::with_capacity(count);
        for k in 0..count as u32 {
            let mut draw = Draw::new(self.seed, k, i as u32, Purpose::Goals);
            let found = (0..TRIES).find_map(|_| {
                let (x, y) = (draw.unit() * bounds.width(), draw.unit() * bounds.height());
                let at = Point::new(bounds.min.x + x, bounds.min.y + y);
                let free = area.contains(at) && self.sim.walls().distance(at, height).is_none_or(|d| d >= room);
                free.then(|| self.sim.add_goal_at_on(level, at)).flatten()
            });
            let Some(goal) = found else {
                let message = format!("the area `{name}` has no walkable place {room:.2} m clear of walls");
                self.help(&format!("walkers[{i}].goal_in"), message, "make it larger, or move it onto walkable ground");
                return None;
            };
            own.push((self.sim.add_journey(&[goal], at_goal), goal));
        }
        Some(Journeys::Own(own))
    }

    fn goal_area(&mut self, path: &str, name: &str) -> Option<GoalId> {
        let (level, area) = self.area(name)?;
        let goal = self.sim.add_goal_area_on(level, area);
        if goal.is_none() {
            let message = format!("the area `{name}` lies outside the walkable area");
            self.help(path, message, "move the area so that part of it is walkable");
        }
        goal
    }

    fn place_at(&mut self, i: usize, id: GroupId, level: u16, positions: &[[f64; 2]], journeys: &Journeys) {
        for (k, [x, y]) in positions.iter().enumerate() {
            let (written, at) = (Point::new(*x, *y), self.local(level, [*x, *y]));
            let journey = match journeys {
                Journeys::Shared(journey, _) => *journey,
                Journeys::Own(own) => own[k].0,
            };
            if self.sim.spawn_on(level, id, journey, at).is_some() {
                continue;
            }
            let path = format!("walkers[{i}].positions[{k}]");
            if self.building.levels[level as usize].plan.walkable.contains(at) {
                let message = format!("no room for a walker at {written}: a wall or another walker is too near");
                self.help(&path, message, "keep starts at least a radius from walls and two from each other");
            } else {
                let message = format!("the start {written} lies outside the walkable area");
                self.help(&path, message, "move it inside the plan, clear of obstacles");
            }
        }
    }

    fn place_in(&mut self, i: usize, id: GroupId, spec: &WalkerGroup, count: usize, journeys: &Journeys) {
        let Some((level, area)) = self.walkable_start(i, spec) else { return };
        let placed = match journeys {
            Journeys::Shared(journey, _) => {
                self.sim.populate_on(level, area, id, *journey, count).map_err(|e| e.placed)
            }
            Journeys::Own(own) => own
                .iter()
                .enumerate()
                .try_for_each(|(k, (journey, _))| self.sim.populate_on(level, area, id, *journey, 1).map_err(|_| k)),
        };
        if let Err(placed) = placed {
            let name = spec.start.as_deref().unwrap_or_default();
            let message = format!(
                "more people than fit: `{name}` ({:.1} m2) holds about {} people of radius {} m, not {count}",
                area.area(),
                placed,
                spec.radius.mean()
            );
            self.help(&format!("walkers[{i}].count"), message, "make the area larger, or the count or radius smaller");
        }
    }

    fn add_source(
        &mut self,
        i: usize,
        id: GroupId,
        spec: &WalkerGroup,
        (rate, from, to): (f64, f64, f64),
        journeys: &Journeys,
    ) {
        let Journeys::Shared(journey, _) = journeys else { return };
        let Some((level, area)) = self.walkable_start(i, spec) else { return };
        let source = Source::evenly(id, *journey, area.clone(), rate, from, to, self.seed).on(level);
        if source.times.is_empty() {
            let message = format!("nobody arrives: {rate} people a second for {} s is less than one", to - from);
            self.help(&format!("walkers[{i}].rate"), message, "raise the rate or the time between from and to");
        }
        self.sim.add_source(source);
    }

    /// The start area, which must have a walkable part.
    fn walkable_start(&mut self, i: usize, spec: &WalkerGroup) -> Option<(u16, &'a Region)> {
        let name = spec.start.as_deref()?;
        let (level, area) = self.area(name)?;
        if Reach::new(&self.sim, &self.open, 0.0).has_walkable_part(level, area) {
            return Some((level, area));
        }
        let message = format!("the start area `{name}` lies outside the walkable area");
        self.help(&format!("walkers[{i}].start"), message, "move the area so that part of it is walkable");
        None
    }
}

/// The people of a group, steered by a model.
fn group_of(spec: &WalkerGroup, model: &str, params: &BTreeMap<String, ParamValue>) -> Group {
    Group {
        name: spec.name.clone(),
        model: model.into(),
        params: super::numbers(model_info(model).map_or(&[][..], |m| m.params), params),
        locomotion: spec.locomotion.clone(),
        locomotion_params: super::numbers(
            locomotion_info(&spec.locomotion).map_or(&[][..], |l| l.params),
            &spec.locomotion_params,
        ),
        speed: spread(spec.speed),
        radius: spread(spec.radius),
    }
}

fn spread(d: Distribution) -> Spread {
    match d {
        Distribution::Constant(value) => Spread::constant(value),
        Distribution::Normal { mean, sd, min, max } => Spread { mean, sd, min, max },
    }
}
