//! From a scenario as written to a crowd ready to walk, with every objection at its line.

use crate::reach::Reach;
use crate::{Overrides, World};
use ambulo_data::scenario::{self, Distribution, Loaded, Place, PlanSpec, Route, Source as SourceSpec, WalkerGroup};
use ambulo_data::{Building, Diagnostic, Diagnostics, Plan, region_to_wkt, resolve_building};
use ambulo_geom::Point;
use ambulo_sim::{
    AtGoal, GoalId, Group, GroupId, JourneyId, LOCOMOTIONS, MODELS, Setup, Simulation, Source, Spread, check_param,
    model_info,
};
use std::path::Path;

pub(crate) fn world(loaded: &Loaded, base_dir: &Path, overrides: &Overrides) -> Result<World, Diagnostics> {
    let mut scenario = loaded.scenario.clone();
    scenario.seed = overrides.seed.unwrap_or(scenario.seed);
    scenario.limit = overrides.limit.unwrap_or(scenario.limit);
    if let Some(model) = &overrides.model {
        for group in scenario.walkers.iter_mut().filter(|g| g.model != *model) {
            group.model.clone_from(model);
            // They belong to the model that was replaced.
            group.params.clear();
        }
    }
    let mut errors = Vec::new();
    for (i, group) in scenario.walkers.iter().enumerate() {
        check_model(loaded, i, group, &mut errors);
    }
    let plan = match resolve_building(loaded, base_dir).and_then(|building| only_plan(loaded, building)) {
        Ok(plan) => plan,
        Err(more) => {
            errors.extend(more.iter().cloned());
            return Err(Diagnostics::new(errors));
        }
    };
    let setup = Setup {
        walkable: plan.walkable.clone(),
        dt: scenario.dt,
        seed: scenario.seed,
        threads: overrides.threads,
        stuck_after: scenario.stuck_after,
    };
    let sim = Simulation::new(setup)
        .map_err(|e| Diagnostics::new(vec![loaded.diagnostic("plan", format!("the plan cannot be used: {e}"))]))?;
    let mut builder = Builder { loaded, plan: &plan, sim, errors, seed: scenario.seed };
    if builder.errors.is_empty() {
        for (i, group) in scenario.walkers.iter().enumerate() {
            builder.add_group(i, group);
        }
    }
    let Builder { sim, errors, .. } = builder;
    Diagnostics::new(errors).into_result(())?;
    let every = (1.0 / (scenario.record.fps * scenario.dt)).round().max(1.0) as u32;
    let inline = PlanSpec::inline(region_to_wkt(&plan.walkable_in_file()));
    match scenario.levels.first_mut() {
        Some(level) => level.plan = inline,
        None => scenario.plan = inline,
    }
    let name = Path::new(&loaded.source.name).file_stem().map(|s| s.to_string_lossy().into_owned());
    Ok(World { name: name.unwrap_or_else(|| loaded.source.name.clone()), scenario, plan, sim, every })
}

/// The plan of the only level: crowds do not climb stairs or wait at doors yet.
fn only_plan(loaded: &Loaded, building: Building) -> Result<Plan, Diagnostics> {
    let unfit = |path: &str, what: &str| {
        let error = loaded.diagnostic(path, format!("{what} can be checked, but nobody walks there yet"));
        Err(error.help("leave them out to run the scenario").into())
    };
    if let Some(door) = building.doors.first() {
        return unfit(&format!("doors.{}", door.name), "doors");
    }
    let mut levels = building.levels.into_iter();
    match (levels.next(), levels.next()) {
        (Some(level), None) => Ok(level.plan),
        _ => unfit("levels[1]", "more levels than one"),
    }
}

fn check_model(loaded: &Loaded, i: usize, group: &WalkerGroup, errors: &mut Vec<Diagnostic>) {
    let Some(info) = model_info(&group.model) else {
        let names = MODELS.iter().map(|m| m.name);
        let list = names.clone().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
        let error = loaded.diagnostic(&format!("walkers[{i}].model"), format!("there is no model `{}`", group.model));
        errors.push(error.expected(format!("one of {list}")).did_you_mean(&group.model, names));
        return;
    };
    for (name, value) in &group.params {
        if let Err(e) = check_param(info.name, info.params, name, *value) {
            let error = loaded.diagnostic(&format!("walkers[{i}].params.{name}"), e.to_string());
            let names = info.params.iter().map(|p| p.name);
            let known = info.params.iter().find(|p| p.name == name);
            errors.push(match known {
                Some(p) => error.expected(format!("a number from {} to {} {}", p.min, p.max, p.unit)),
                None => error
                    .expected(format!(
                        "one of {}",
                        names.clone().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")
                    ))
                    .did_you_mean(name, names),
            });
        }
    }
    if !LOCOMOTIONS.contains(&group.locomotion.as_str()) {
        let message = format!("there is no locomotion `{}`", group.locomotion);
        let list = LOCOMOTIONS.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
        let error = loaded.diagnostic(&format!("walkers[{i}].locomotion"), message);
        errors.push(
            error.expected(format!("one of {list}")).did_you_mean(&group.locomotion, LOCOMOTIONS.iter().copied()),
        );
    }
}

struct Builder<'a> {
    loaded: &'a Loaded,
    plan: &'a Plan,
    sim: Simulation,
    errors: Vec<Diagnostic>,
    seed: u64,
}

/// Where a group goes: one journey for all, or one a walker.
enum Journeys {
    Shared(JourneyId, Vec<GoalId>),
    Own(Vec<(JourneyId, GoalId)>),
}

impl Builder<'_> {
    fn error(&mut self, path: &str, message: impl Into<String>) -> &mut Diagnostic {
        self.errors.push(self.loaded.diagnostic(path, message));
        self.errors.last_mut().expect("just pushed")
    }

    fn help(&mut self, path: &str, message: impl Into<String>, help: impl Into<String>) {
        let error = self.error(path, message);
        *error = error.clone().help(help);
    }

    fn add_group(&mut self, i: usize, spec: &WalkerGroup) {
        let group = Group {
            name: spec.name.clone(),
            model: spec.model.clone(),
            params: spec.params.iter().map(|(k, v)| (k.clone(), *v)).collect(),
            speed: spread(spec.speed),
            radius: spread(spec.radius),
        };
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
            SourceSpec::Positions { positions } => self.place_at(i, id, positions, &journeys),
            SourceSpec::Count { count } => self.place_in(i, id, spec, *count as usize, &journeys),
            SourceSpec::Rate { rate, from, to } => self.add_source(i, id, spec, (*rate, *from, *to), &journeys),
        }
        if self.errors.is_empty() {
            let clearance = 2.0 * group.radius.max as f32;
            let mut reach = Reach::new(&self.sim, clearance);
            let problem = match &journeys {
                Journeys::Shared(_, goals) => reach.journey(before, goals, self.start(spec), group.radius.max),
                Journeys::Own(own) => own.iter().enumerate().find_map(|(k, (_, goal))| reach.walker(before + k, *goal)),
            };
            if let Some(problem) = problem {
                let key = match spec.route {
                    Route::Goal { .. } => "goal",
                    Route::Goals { .. } => "goals",
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

    fn start(&self, spec: &WalkerGroup) -> Option<&ambulo_geom::Region> {
        spec.start.as_deref().and_then(|name| self.plan.area(name))
    }

    fn journeys(&mut self, i: usize, spec: &WalkerGroup) -> Option<Journeys> {
        let at_goal = match spec.at_goal {
            scenario::AtGoal::Leave => AtGoal::Leave,
            scenario::AtGoal::Stay => AtGoal::Stay,
        };
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
                let Some(goal) = self.sim.add_goal_at(self.plan.local(Point::new(*x, *y))) else {
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
            Route::Goals { goals } => {
                let mut own = Vec::new();
                for (k, [x, y]) in goals.iter().enumerate() {
                    match self.sim.add_goal_at(self.plan.local(Point::new(*x, *y))) {
                        Some(goal) => own.push((self.sim.add_journey(&[goal], at_goal), goal)),
                        None => self.help(&format!("walkers[{i}].goals[{k}]"), outside, inside),
                    }
                }
                (own.len() == goals.len()).then_some(Journeys::Own(own))
            }
        }
    }

    fn goal_area(&mut self, path: &str, name: &str) -> Option<GoalId> {
        let area = self.plan.area(name)?;
        let goal = self.sim.add_goal_area(area);
        if goal.is_none() {
            let message = format!("the area `{name}` lies outside the walkable area");
            self.help(path, message, "move the area so that part of it is walkable");
        }
        goal
    }

    fn place_at(&mut self, i: usize, id: GroupId, positions: &[[f64; 2]], journeys: &Journeys) {
        for (k, [x, y]) in positions.iter().enumerate() {
            let (written, at) = (Point::new(*x, *y), self.plan.local(Point::new(*x, *y)));
            let journey = match journeys {
                Journeys::Shared(journey, _) => *journey,
                Journeys::Own(own) => own[k].0,
            };
            if self.sim.spawn(id, journey, at).is_some() {
                continue;
            }
            let path = format!("walkers[{i}].positions[{k}]");
            if self.plan.walkable.contains(at) {
                let message = format!("no room for a walker at {written}: a wall or another walker is too near");
                self.help(&path, message, "keep starts at least a radius from walls and two from each other");
            } else {
                let message = format!("the start {written} lies outside the walkable area");
                self.help(&path, message, "move it inside the plan, clear of obstacles");
            }
        }
    }

    fn place_in(&mut self, i: usize, id: GroupId, spec: &WalkerGroup, count: usize, journeys: &Journeys) {
        let Journeys::Shared(journey, _) = journeys else { return };
        let Some(area) = self.walkable_start(i, spec) else { return };
        if let Err(e) = self.sim.populate(&area, id, *journey, count) {
            let name = spec.start.as_deref().unwrap_or_default();
            let message = format!(
                "more people than fit: `{name}` ({:.1} m2) holds about {} people of radius {} m, not {count}",
                area.area(),
                e.placed,
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
        let Some(area) = self.walkable_start(i, spec) else { return };
        let source = Source::evenly(id, *journey, area, rate, from, to, self.seed);
        if source.times.is_empty() {
            let message = format!("nobody arrives: {rate} people a second for {} s is less than one", to - from);
            self.help(&format!("walkers[{i}].rate"), message, "raise the rate or the time between from and to");
        }
        self.sim.add_source(source);
    }

    /// The start area, which must have a walkable part.
    fn walkable_start(&mut self, i: usize, spec: &WalkerGroup) -> Option<ambulo_geom::Region> {
        let name = spec.start.as_deref()?;
        let area = self.plan.area(name)?.clone();
        if Reach::new(&self.sim, 0.0).has_walkable_part(&area) {
            return Some(area);
        }
        let message = format!("the start area `{name}` lies outside the walkable area");
        self.help(&format!("walkers[{i}].start"), message, "move the area so that part of it is walkable");
        None
    }
}

fn spread(d: Distribution) -> Spread {
    match d {
        Distribution::Constant(value) => Spread::constant(value),
        Distribution::Normal { mean, sd, min, max } => Spread { mean, sd, min, max },
    }
}
