//! The people of a scenario: their journeys and their places.

use super::behind_doors;
use super::ground::ConnectedGround;
use crate::exits::Exits;
use crate::reach::Reachability;
use crate::warning::Warning;
use ambulo_data::scenario::{
    self, ArrivalsSpec, BodySpec, Distribution, FootstepsSpec, HeadwaySpec, JourneySpec, Loaded, ParamValue, Place,
    PremovementSpec, RoutingSpec, SourceSpec, WalkerGroup,
};
use ambulo_data::words::counted;
use ambulo_data::{Building, Diagnostic};
use ambulo_geom::{Point, Region, RegionIndex};
use ambulo_models::rules::Headway;
use ambulo_nav::{CellId, Goal, NavMesh};
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{
    AtGoal, BodyRule, DoesNotFit, GoalId, Group, GroupError, GroupId, JourneyId, Premovement, Quickest, Routing,
    Simulation, Source, Spread,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Draws of a place before an area counts as full.
const TRIES: usize = 1000;

pub(super) struct CrowdBuilder<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) building: &'a Building,
    pub(super) sim: Simulation,
    /// The mesh with every door open that is ever open.
    open: NavMesh,
    pub(super) errors: Vec<Diagnostic>,
    seed: u64,
    exits: Exits,
    people: Vec<usize>,
    warnings: Vec<Warning>,
    /// Goals of which the group at hand takes one.
    members: Vec<GoalId>,
}

/// A crowd, and what there is to know about it.
pub(super) struct Built {
    pub(super) sim: Simulation,
    pub(super) switches: Vec<Switch>,
    pub(super) errors: Vec<Diagnostic>,
    pub(super) exits: Exits,
    /// People expected of each group.
    pub(super) people: Vec<usize>,
    pub(super) warnings: Vec<Warning>,
}

/// When a group is steered like another from then on.
pub(crate) struct Switch {
    pub(crate) at: f64,
    pub(crate) group: GroupId,
    pub(crate) like: GroupId,
}

/// Where a group goes: one journey for all, or one per walker.
enum Journeys {
    Shared(JourneyId, Vec<GoalId>),
    Own(Vec<(JourneyId, GoalId)>),
}

impl<'a> CrowdBuilder<'a> {
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
        let (exits, people, warnings) = (Exits::default(), Vec::new(), Vec::new());
        Self { loaded, building, sim, open, errors, seed, exits, people, warnings, members: Vec::new() }
    }

    /// Adds everybody; what is wrong with them comes back with the crowd.
    pub(super) fn add_groups(mut self, groups: &[WalkerGroup]) -> Built {
        let mut switches = Vec::new();
        if self.errors.is_empty() {
            for (i, group) in groups.iter().enumerate() {
                let before = self.sim.expected();
                self.add_group(i, group);
                self.people.push(self.sim.expected() - before);
            }
            // After all groups that people belong to: their numbers stand in recordings.
            self.add_moving_obstacles();
            for (i, group) in groups.iter().enumerate() {
                self.add_switches(i, group, &mut switches);
            }
        }
        switches.sort_by(|a, b| a.at.total_cmp(&b.at));
        let Self { sim, errors, exits, people, warnings, .. } = self;
        Built { sim, switches, errors, exits, people, warnings }
    }

    fn add_switches(&mut self, i: usize, spec: &WalkerGroup, switches: &mut Vec<Switch>) {
        for (k, switch) in spec.switch.iter().enumerate() {
            match self.sim.add_group(&group_of(&self.sim, spec, &switch.model, &switch.params)) {
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

    pub(super) fn help(&mut self, path: &str, message: impl Into<String>, help: impl Into<String>) {
        let error = self.error(path, message);
        *error = error.clone().help(help);
    }

    fn add_group(&mut self, i: usize, spec: &WalkerGroup) {
        let group = group_of(&self.sim, spec, &spec.model, &spec.params);
        let id = match self.sim.add_group(&group) {
            Ok(id) => id,
            Err(e) => {
                let path = match e {
                    GroupError::Unavailable { .. } => format!("walkers[{i}].params"),
                    _ => format!("walkers[{i}]"),
                };
                self.error(&path, e.to_string());
                return;
            }
        };
        let clearance = 2.0 * group.radius.max as f32;
        let ground = ConnectedGround::new(&self.open, clearance);
        let Some(journeys) = self.journeys(i, spec, &ground) else { return };
        self.note_exits(id, spec, &journeys);
        let within = self.within(i, spec, &journeys, &ground);
        let before = self.sim.report().appeared;
        match &spec.source {
            SourceSpec::Positions { positions } => {
                let level = self.level(spec.level.as_deref());
                self.place_at(i, id, level, (positions, spec.footsteps.as_ref()), &journeys);
            }
            SourceSpec::Count { count } => self.place_in(i, id, spec, *count as usize, &journeys, within.as_deref()),
            SourceSpec::Rate { rate, from, to } => {
                self.add_source(i, id, spec, (*rate, *from, *to), &journeys, within.clone());
            }
            SourceSpec::Arrivals { arrivals } => self.add_schedule(i, id, spec, arrivals, &journeys, within.clone()),
        }
        if self.errors.is_empty() {
            let reach = Reachability::new(&self.sim, &self.open, self.building.origin(), &ground.parts, clearance);
            let problem = match &journeys {
                Journeys::Shared(_, goals) => {
                    reach.journey(before, goals, self.start(spec), within.as_deref(), group.radius.max)
                }
                Journeys::Own(own) => own.iter().enumerate().find_map(|(k, (_, goal))| reach.walker(before + k, *goal)),
            };
            if let Some(problem) = problem {
                let key = match spec.route {
                    JourneySpec::Goal { .. } => "goal",
                    JourneySpec::Goals { .. } => "goals",
                    JourneySpec::GoalIn { .. } => "goal_in",
                    JourneySpec::Journey { .. } => "journey",
                };
                let help = format!(
                    "check that the passage is open and everywhere wider than the body, {clearance:.2} m, and that start \
                     and goal lie in the same connected part of the plan"
                );
                self.help(&format!("walkers[{i}].{key}"), format!("the goal is unreachable: {problem}"), help);
            }
        }
    }

    /// Reports ground that a group does not use.
    fn warn_left_out(&mut self, i: usize, words: Option<String>) {
        let group = &self.loaded.scenario.walkers[i].name;
        let warning = |words| Warning {
            kind: "ground-left-out".into(),
            level: None,
            at: None,
            detail: format!("group `{group}`: {words}"),
        };
        self.warnings.extend(words.map(warning));
    }

    fn start(&self, spec: &WalkerGroup) -> Option<(u16, &'a Region)> {
        spec.start.as_deref().and_then(|name| self.area(name))
    }

    fn area(&self, name: &str) -> Option<(u16, &'a Region)> {
        self.building.area(name).map(|(level, area)| (level as u16, area))
    }

    /// A place of the file as the plan of its level has it.
    pub(super) fn local(&self, level: u16, [x, y]: [f64; 2]) -> Point {
        self.building.levels[level as usize].plan.local(Point::new(x, y))
    }

    /// Number of a level; without a name the only one.
    pub(super) fn level(&self, name: Option<&str>) -> u16 {
        self.loaded.scenario.level(name).unwrap_or(0) as u16
    }

    /// The cells in which people of a group may begin, where not all of their start area will do: with goals of their own
    /// those of the part in which the goals lie, else those from which the goals can be reached.
    fn within(
        &mut self,
        i: usize,
        spec: &WalkerGroup,
        journeys: &Journeys,
        ground: &ConnectedGround,
    ) -> Option<Arc<[bool]>> {
        let (level, area) = self.start(spec)?;
        let shares = ground.shares(&self.open, level, area);
        let parts_of = |goal: &GoalId| -> Vec<u32> {
            let pieces = self.sim.goal(*goal).map(Goal::pieces).unwrap_or_default();
            pieces.iter().map(|piece| ground.parts.part(piece.cell)).collect()
        };
        let used = match journeys {
            Journeys::Shared(_, goals) => {
                let stages: Vec<Vec<u32>> = goals.iter().map(parts_of).collect();
                ground.used(&self.open, &shares, |part| stages.iter().all(|parts| parts.contains(&part)))?
            }
            Journeys::Own(own) => {
                let parts = own.first().map(|(_, goal)| parts_of(goal)).unwrap_or_default();
                ground.used(&self.open, &shares, |part| parts.contains(&part))?
            }
        };
        let name = spec.start.clone().unwrap_or_default();
        self.warn_left_out(i, used.words(&name, "leave towards their goals", 2.0 * spread(spec.radius).max));
        Some(used.cells)
    }

    fn journeys(&mut self, i: usize, spec: &WalkerGroup, ground: &ConnectedGround) -> Option<Journeys> {
        let at_goal = match spec.at_goal {
            scenario::AtGoalSpec::Leave => AtGoal::Leave,
            scenario::AtGoalSpec::Stay => AtGoal::Stay,
        };
        let level = self.level(spec.goal_level.as_deref());
        let outside = "the goal lies outside the walkable area";
        let inside = "move it inside the plan, clear of obstacles";
        let shared =
            |builder: &mut Self, goals: Vec<GoalId>| Journeys::Shared(builder.sim.add_journey(&goals, at_goal), goals);
        match &spec.route {
            JourneySpec::Goal { goal: Place::Area(name) } => {
                let from = self.start_cells(spec);
                let goal = self.goal_area(&format!("walkers[{i}].goal"), name, &from)?;
                Some(shared(self, vec![goal]))
            }
            JourneySpec::Goal { goal: Place::AnyOf(names) } => {
                let from = self.start_cells(spec);
                let mut goals = Vec::with_capacity(names.len());
                for (k, name) in names.iter().enumerate() {
                    goals.push(self.goal_area(&format!("walkers[{i}].goal[{k}]"), name, &from)?);
                }
                let set = self.sim.add_goal_any_of(&goals)?;
                self.members = goals;
                Some(shared(self, vec![set]))
            }
            JourneySpec::Goal { goal: Place::Point([x, y]) } => {
                let Some(goal) = self.sim.add_goal_at_on(level, self.local(level, [*x, *y])) else {
                    self.help(&format!("walkers[{i}].goal"), outside, inside);
                    return None;
                };
                Some(shared(self, vec![goal]))
            }
            JourneySpec::Journey { journey } => {
                let mut goals = Vec::new();
                let mut from = self.start_cells(spec);
                for (k, name) in journey.iter().enumerate() {
                    let goal = self.goal_area(&format!("walkers[{i}].journey[{k}]"), name, &from)?;
                    from = self.sim.goal(goal).map(cells_of).unwrap_or_default();
                    goals.push(goal);
                }
                Some(shared(self, goals))
            }
            JourneySpec::GoalIn { goal_in } => self.scattered(i, spec, goal_in, at_goal, ground),
            JourneySpec::Goals { goals } => {
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

    /// A place of its own for each, clear of walls: in the largest connected part that has ground of the start and of the
    /// goal area, or for a walker at a written position in the part it stands in.
    fn scattered(
        &mut self,
        i: usize,
        spec: &WalkerGroup,
        name: &str,
        at_goal: AtGoal,
        ground: &ConnectedGround,
    ) -> Option<Journeys> {
        let (level, area) = self.area(name)?;
        let bounds = area.bounds()?;
        let count = match &spec.source {
            SourceSpec::Count { count } => *count as usize,
            SourceSpec::Positions { positions } => positions.len(),
            SourceSpec::Rate { .. } | SourceSpec::Arrivals { .. } => return None,
        };
        let shares = ground.shares(&self.open, level, area);
        let part_at = |[x, y]: [f64; 2]| {
            let from = self.level(spec.level.as_deref());
            let cell = self.open.locate_on(u32::from(from), self.local(from, [x, y]))?;
            // Without ground there any place will do: that the goal cannot be reached is then an error.
            Some(ground.parts.part(cell)).filter(|part| shares.iter().any(|s| s.0 == *part))
        };
        let parts: Vec<Option<u32>> = match &spec.source {
            SourceSpec::Positions { positions } => positions.iter().map(|p| part_at(*p)).collect(),
            _ => {
                let starts = self.start(spec).map(|(level, area)| ground.shares(&self.open, level, area));
                vec![ground.common(&starts.unwrap_or_default(), &shares); count]
            }
        };
        if let (SourceSpec::Count { .. }, Some(Some(part))) = (&spec.source, parts.first()) {
            let used = ground.used(&self.open, &shares, |p| p == *part);
            let width = 2.0 * spread(spec.radius).max;
            self.warn_left_out(i, used.and_then(|used| used.words(name, "reach from their starts", width)));
        }
        let inside = RegionIndex::new(area);
        let room = spread(spec.radius).max + 0.1;
        let height = self.building.levels[level as usize].height as f32;
        let mut own = Vec::with_capacity(count);
        for k in 0..count as u32 {
            let mut draw = Draw::new(self.seed, k, i as u32, Purpose::Goals);
            let found = (0..TRIES).find_map(|_| {
                let (x, y) = (draw.unit() * bounds.width(), draw.unit() * bounds.height());
                let at = Point::new(bounds.min.x + x, bounds.min.y + y);
                let cell = self.open.locate_on(u32::from(level), at).filter(|_| inside.contains(at))?;
                let free = self.sim.walls().distance(at, height).is_none_or(|d| d >= room);
                let reachable = parts[k as usize].is_none_or(|part| ground.parts.part(cell) == part);
                (free && reachable).then(|| self.sim.add_goal_at_on(level, at)).flatten()
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

    /// An area as a goal of people who come from some cells.
    fn goal_area(&mut self, path: &str, name: &str, from: &[CellId]) -> Option<GoalId> {
        let (level, area) = self.area(name)?;
        let Some(goal) = Goal::region_on(self.sim.mesh(), u32::from(level), area) else {
            let message = format!("the area `{name}` lies outside the walkable area");
            self.help(path, message, "move the area so that part of it is walkable");
            return None;
        };
        let goal = self.behind_doors(name, level, area, &goal, from).unwrap_or(goal);
        Some(self.sim.add_goal(goal))
    }

    /// Where doors run through a goal: the part of it behind them, seen from where people come. `None` where there is
    /// no such part, or no such door.
    fn behind_doors(&mut self, name: &str, level: u16, area: &Region, goal: &Goal, from: &[CellId]) -> Option<Goal> {
        let doors = behind_doors::dividing(self.building, level, area);
        if doors.is_empty() || from.is_empty() {
            return None;
        }
        // Also a door that never opens divides: with all of them shut nobody is behind by another door.
        let before = behind_doors::before(&self.open, from, &doors);
        let behind = goal.only_in(|cell| !before[cell as usize])?;
        if behind.pieces().len() == goal.pieces().len() {
            return None;
        }
        let plan = &self.building.levels[usize::from(level)];
        for door in doors.into_iter().map(|d| &self.building.doors[d]) {
            let at = plan.plan.in_file(door.line.a.lerp(door.line.b, 0.5));
            let warning = Warning {
                kind: "door-in-area".into(),
                level: (self.building.levels.len() > 1).then(|| plan.name.clone()),
                at: Some([at.x, at.y]),
                detail: format!(
                    "the door `{}` runs through the area `{name}`: only the part behind the door is the goal",
                    door.name
                ),
            };
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
        Some(behind)
    }

    /// The cells in which a group begins.
    fn start_cells(&self, spec: &WalkerGroup) -> Vec<CellId> {
        start_cells(&self.open, self.building, &self.loaded.scenario, spec)
    }

    /// Where a group ends up.
    fn note_exits(&mut self, id: GroupId, spec: &WalkerGroup, journeys: &Journeys) {
        let leave = spec.at_goal == scenario::AtGoalSpec::Leave;
        if let JourneySpec::Goal { goal: Place::AnyOf(names) } = &spec.route {
            for (name, goal) in names.iter().zip(&self.members.clone()) {
                let level = self.area(name).map_or(0, |a| a.0);
                self.exits.add(name, level, leave, id, [*goal]);
            }
            return;
        }
        let level = self.level(spec.goal_level.as_deref());
        let (name, level) = match &spec.route {
            JourneySpec::Goal { goal: Place::Point([x, y]) } => (Point::new(*x, *y).to_string(), level),
            JourneySpec::Goals { .. } => (format!("places of {}", spec.name), level),
            JourneySpec::Goal { goal: Place::Area(name) } | JourneySpec::GoalIn { goal_in: name } => {
                (name.clone(), self.area(name).map_or(0, |a| a.0))
            }
            JourneySpec::Goal { goal: Place::AnyOf(_) } => return,
            JourneySpec::Journey { journey } => {
                let Some(name) = journey.last() else { return };
                (name.clone(), self.area(name).map_or(0, |a| a.0))
            }
        };
        match journeys {
            Journeys::Shared(_, goals) => self.exits.add(&name, level, leave, id, goals.last().copied()),
            Journeys::Own(own) => self.exits.add(&name, level, leave, id, own.iter().map(|(_, goal)| *goal)),
        }
    }

    fn place_at(
        &mut self,
        i: usize,
        id: GroupId,
        level: u16,
        (positions, footsteps): (&[[f64; 2]], Option<&FootstepsSpec>),
        journeys: &Journeys,
    ) {
        let journey = |k: usize| match journeys {
            Journeys::Shared(journey, _) => *journey,
            Journeys::Own(own) => own[k].0,
        };
        let asked: Vec<(JourneyId, Point)> =
            positions.iter().enumerate().map(|(k, p)| (journey(k), self.local(level, *p))).collect();
        let spawned = self.sim.spawn_each_on(level, id, &asked);
        self.script_footsteps(i, level, footsteps, &spawned);
        for (k, (_, at)) in asked.into_iter().enumerate().filter(|(k, _)| spawned[*k].is_none()) {
            let written = Point::new(positions[k][0], positions[k][1]);
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

    fn place_in(
        &mut self,
        i: usize,
        id: GroupId,
        spec: &WalkerGroup,
        count: usize,
        journeys: &Journeys,
        within: Option<&[bool]>,
    ) {
        let Some((level, area)) = self.walkable_start(i, spec) else { return };
        let journeys = match journeys {
            Journeys::Shared(journey, _) => vec![*journey; count],
            Journeys::Own(own) => own.iter().map(|(journey, _)| *journey).collect(),
        };
        if let Err(DoesNotFit { placed, .. }) = self.sim.populate_each_on(level, area, id, &journeys, within) {
            let name = spec.start.as_deref().unwrap_or_default();
            let message = format!(
                "more people than fit: `{name}` ({:.1} m2) holds about {} of radius {} m, not {count}",
                area.area(),
                counted(placed, "person", "people"),
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
        within: Option<Arc<[bool]>>,
    ) {
        let Journeys::Shared(journey, _) = journeys else { return };
        let Some((level, area)) = self.walkable_start(i, spec) else { return };
        let source = Source::evenly(id, *journey, area.clone(), rate, from, to, self.seed).on(level);
        if source.times.is_empty() {
            let message = format!("nobody arrives: {rate} people per second for {} s is less than one", to - from);
            self.help(&format!("walkers[{i}].rate"), message, "raise the rate or the time between from and to");
        }
        self.sim.add_source(match within {
            Some(cells) => source.within(cells),
            None => source,
        });
    }

    /// People who come by a schedule; one from a file was read before.
    fn add_schedule(
        &mut self,
        i: usize,
        id: GroupId,
        spec: &WalkerGroup,
        arrivals: &ArrivalsSpec,
        journeys: &Journeys,
        within: Option<Arc<[bool]>>,
    ) {
        let (Journeys::Shared(journey, _), ArrivalsSpec::Rows(rows)) = (journeys, arrivals) else { return };
        let Some((level, area)) = self.walkable_start(i, spec) else { return };
        let times = rows.iter().flat_map(|[time, people]| std::iter::repeat_n(*time, *people as usize)).collect();
        let source = Source::at(id, *journey, area.clone(), times).on(level);
        self.sim.add_source(match within {
            Some(cells) => source.within(cells),
            None => source,
        });
    }

    /// The start area, which must have a walkable part.
    fn walkable_start(&mut self, i: usize, spec: &WalkerGroup) -> Option<(u16, &'a Region)> {
        let name = spec.start.as_deref()?;
        let (level, area) = self.area(name)?;
        if Goal::region_on(&self.open, u32::from(level), area).is_some() {
            return Some((level, area));
        }
        let message = format!("the start area `{name}` lies outside the walkable area");
        self.help(&format!("walkers[{i}].start"), message, "move the area so that part of it is walkable");
        None
    }
}

/// The cells of a mesh in which a group begins.
pub(crate) fn start_cells(
    mesh: &NavMesh,
    building: &Building,
    scenario: &scenario::Scenario,
    spec: &WalkerGroup,
) -> Vec<CellId> {
    if let SourceSpec::Positions { positions } = &spec.source {
        let level = scenario.level(spec.level.as_deref()).unwrap_or(0);
        let plan = &building.levels[level].plan;
        let cell = |[x, y]: &[f64; 2]| mesh.locate_on(level as u32, plan.local(Point::new(*x, *y)));
        return positions.iter().filter_map(cell).collect();
    }
    let area = spec.start.as_deref().and_then(|name| building.area(name));
    area.and_then(|(level, area)| Goal::region_on(mesh, level as u32, area)).as_ref().map(cells_of).unwrap_or_default()
}

fn cells_of(goal: &Goal) -> Vec<CellId> {
    goal.pieces().iter().map(|piece| piece.cell).collect()
}

/// The people of a group, steered by a model.
fn group_of(sim: &Simulation, spec: &WalkerGroup, model: &str, params: &BTreeMap<String, ParamValue>) -> Group {
    Group {
        name: spec.name.clone(),
        model: model.into(),
        params: super::numbers(sim.models().params(model), params),
        model_value: None,
        locomotion: spec.locomotion.clone(),
        locomotion_params: super::numbers(sim.locomotions().params(&spec.locomotion), &spec.locomotion_params),
        locomotion_value: None,
        rules: rules(sim, spec),
        speed: spread(spec.speed),
        radius: spread(spec.radius),
        chest: match spec.body {
            BodySpec::Disc => None,
            BodySpec::Oblong { chest, .. } => Some(chest),
        },
        premovement: premovement(&spec.premovement),
        routing: routing(spec),
    }
}

/// The body rules of a group, with their parameters.
fn rules(sim: &Simulation, spec: &WalkerGroup) -> Vec<(String, Vec<(String, f64)>)> {
    match &spec.headway {
        HeadwaySpec::Off | HeadwaySpec::Default => Vec::new(),
        HeadwaySpec::Params(params) => {
            let name = Headway::NAME;
            vec![(name.into(), super::numbers(sim.rules().params(name), params))]
        }
    }
}

fn routing(spec: &WalkerGroup) -> Routing {
    match spec.routing {
        RoutingSpec::Shortest => Routing::Shortest,
        RoutingSpec::Quickest => {
            let usual = Quickest::default();
            Routing::Quickest(Quickest {
                familiarity: spec.familiarity.unwrap_or(usual.familiarity),
                hysteresis: spec.hysteresis.unwrap_or(usual.hysteresis),
                noise: spec.perception_noise.unwrap_or(usual.noise),
            })
        }
    }
}

fn premovement(of: &PremovementSpec) -> Premovement {
    match *of {
        PremovementSpec::Constant(time) => Premovement::Constant(time),
        PremovementSpec::Uniform { min, max } => Premovement::Uniform { min, max },
        PremovementSpec::Normal { mean, sd, min, max } => Premovement::Normal { mean, sd, min, max },
        PremovementSpec::LogNormal { mu, sigma, min, max } => Premovement::LogNormal { mu, sigma, min, max },
        PremovementSpec::Weibull { shape, scale, min, max } => Premovement::Weibull { shape, scale, min, max },
        PremovementSpec::Triangular { min, mode, max } => Premovement::Triangular { min, mode, max },
        PremovementSpec::Table { ref values } => Premovement::Table(values.clone()),
    }
}

fn spread(d: Distribution) -> Spread {
    match d {
        Distribution::Constant(value) => Spread::constant(value),
        Distribution::Normal { mean, sd, min, max } => Spread { mean, sd, min, max },
    }
}
