//! The whole place as geometry: levels, the stairs between them, and doors.
//!
//! A scenario with a `[plan]` is a building of one level, named "ground", at height 0.

mod crowd_area;
mod fit;
mod origin;
mod weld;

use crate::scenario::{DoorSpec, Loaded, ONE_LEVEL, StairsKind, strip};
use crate::{Diagnostic, Diagnostics, Plan, resolve_plan};
use ambulo_geom::{Point, PolygonError, Region, Segment};
use std::path::Path;

/// Levels, stairs and doors; checked geometry.
///
/// ```
/// let text = "
///     plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }
///     areas.exit = { rect = [8, 0, 9, 1] }
///     doors.middle = { line = [[4, 0], [4, 9]], closes = [30] }
///     walkers = [{ positions = [[1, 1]], goal = 'exit' }]";
/// let loaded = ambulo_data::scenario::parse("a.toml", text).unwrap();
/// let building = ambulo_data::resolve_building(&loaded, std::path::Path::new(".")).unwrap();
/// assert_eq!((building.levels[0].name.as_str(), building.levels[0].height), ("ground", 0.0));
/// assert_eq!(building.area("exit").unwrap().0, 0);
/// assert_eq!(building.doors[0].switches, [(30.0, false)]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Building {
    /// The levels, in the order of the file; never none.
    pub levels: Vec<LevelPlan>,
    /// Stairs and ramps, in the order of the file.
    pub stairs: Vec<StairsPlan>,
    /// Doors, in the order of the file.
    pub doors: Vec<Door>,
}

/// One level of a building.
///
/// ```
/// # let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }\nwalkers = [{ positions = [[1, 1]], goal = [2, 2] }]";
/// # let loaded = ambulo_data::scenario::parse("a.toml", text).unwrap();
/// let building = ambulo_data::resolve_building(&loaded, std::path::Path::new(".")).unwrap();
/// assert_eq!(building.levels[0].plan.walkable.area(), 81.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LevelPlan {
    /// Its name.
    pub name: String,
    /// Height of its floor [m].
    pub height: f64,
    /// Where people can walk on it, with the named places of this level.
    pub plan: Plan,
}

/// A sloped strip between two levels.
///
/// Both lines run from left to right for a person walking up.
///
/// ```
/// # let text = "levels = [{ name = 'a', height = 0, wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' },\n\
/// # { name = 'b', height = 3, wkt = 'POLYGON ((14 0, 20 0, 20 9, 14 9))' }]\n\
/// # stairs = [{ name = 'main', bottom = { level = 'a', line = [[9, 2], [9, 4]] }, top = { level = 'b', line = [[14, 2], [14, 4]] } }]\n\
/// # walkers = [{ positions = [[1, 1]], level = 'a', goal = [16, 1], goal_level = 'b' }]";
/// # let loaded = ambulo_data::scenario::parse("a.toml", text).unwrap();
/// let building = ambulo_data::resolve_building(&loaded, std::path::Path::new(".")).unwrap();
/// let stair = &building.stairs[0];
/// assert_eq!((stair.bottom_level, stair.top_level), (0, 1));
/// assert_eq!(stair.bottom.a.y, 4.0); // left, seen by who walks up to the east
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct StairsPlan {
    /// Its name.
    pub name: String,
    /// Steps or a ramp.
    pub kind: StairsKind,
    /// Number of the level at the bottom.
    pub bottom_level: usize,
    /// The line at the bottom.
    pub bottom: Segment,
    /// Number of the level at the top.
    pub top_level: usize,
    /// The line at the top.
    pub top: Segment,
    /// Number of treads, 0 of a ramp.
    pub treads: u32,
    /// Share of the walking speed kept going up.
    pub speed_up: f64,
    /// Share of the walking speed kept going down.
    pub speed_down: f64,
}

impl StairsPlan {
    /// The corners of what it covers, seen from above: a convex quadrilateral, counter-clockwise.
    ///
    /// ```
    /// # use ambulo_data::{StairsPlan, scenario::StairsKind};
    /// # use ambulo_geom::{Point, Segment};
    /// let line = |y| Segment::new(Point::new(0.0, y), Point::new(2.0, y));
    /// let stair = StairsPlan {
    ///     name: "main".into(), kind: StairsKind::Stairs, bottom_level: 0, bottom: line(0.0), top_level: 1, top: line(5.0),
    ///     treads: 17, speed_up: 0.46, speed_down: 0.52,
    /// };
    /// assert_eq!(stair.corners()[2], Point::new(2.0, 5.0));
    /// ```
    pub fn corners(&self) -> [Point; 4] {
        [self.bottom.a, self.bottom.b, self.top.b, self.top.a]
    }
}

/// As many treads as make risers near 0.17 m, but none that a foot does not fit on.
fn usual_treads(rise: f64, stairs: &StairsPlan) -> u32 {
    const RISER: f64 = 0.17;
    const DEPTH: f64 = 0.27;
    let run = stairs.bottom.a.lerp(stairs.bottom.b, 0.5).distance(stairs.top.a.lerp(stairs.top.b, 0.5));
    ((rise / RISER).round() - 1.0).min((run / DEPTH).floor()).clamp(1.0, 500.0) as u32
}

/// A line that can be shut.
///
/// ```
/// # let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }\nwalkers = [{ positions = [[1, 1]], goal = [2, 2] }]\n\
/// # doors.middle = { line = [[4, 0], [4, 9]], open = false }";
/// # let loaded = ambulo_data::scenario::parse("a.toml", text).unwrap();
/// let building = ambulo_data::resolve_building(&loaded, std::path::Path::new(".")).unwrap();
/// assert!(!building.doors[0].open);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Door {
    /// Its name.
    pub name: String,
    /// Number of its level.
    pub level: usize,
    /// Where it stands.
    pub line: Segment,
    /// Whether it is open at first.
    pub open: bool,
    /// When it changes [s], and whether it is open from then on; by time.
    pub switches: Vec<(f64, bool)>,
}

impl Building {
    /// The level and the shape of the named place of that name.
    ///
    /// ```
    /// # let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }\nwalkers = [{ positions = [[1, 1]], goal = [2, 2] }]";
    /// # let loaded = ambulo_data::scenario::parse("a.toml", text).unwrap();
    /// let building = ambulo_data::resolve_building(&loaded, std::path::Path::new(".")).unwrap();
    /// assert!(building.area("exit").is_none());
    /// ```
    pub fn area(&self, name: &str) -> Option<(usize, &Region)> {
        self.levels.iter().enumerate().find_map(|(i, level)| level.plan.area(name).map(|area| (i, area)))
    }

    /// The number of the level of that name.
    ///
    /// ```
    /// # let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }\nwalkers = [{ positions = [[1, 1]], goal = [2, 2] }]";
    /// # let loaded = ambulo_data::scenario::parse("a.toml", text).unwrap();
    /// let building = ambulo_data::resolve_building(&loaded, std::path::Path::new(".")).unwrap();
    /// assert_eq!(building.level("ground"), Some(0));
    /// ```
    pub fn level(&self, name: &str) -> Option<usize> {
        self.levels.iter().position(|level| level.name == name)
    }
}

/// Reads the levels, stairs and doors of a scenario; plan files are looked for in `base_dir`, the scenario's folder.
///
/// All errors are found in one go; each points into the scenario, or into the plan file when the fault is there.
///
/// ```
/// let text = "
///     plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }
///     doors.out = { line = [[4, 0], [4, 20]] }
///     walkers = [{ positions = [[1, 1]], goal = [2, 2] }]";
/// let loaded = ambulo_data::scenario::parse("a.toml", text).unwrap();
/// let errors = ambulo_data::resolve_building(&loaded, std::path::Path::new(".")).unwrap_err();
/// assert!(errors.to_string().contains("door `out` leaves the walkable area near (4, 9)"));
/// ```
pub fn resolve_building(loaded: &Loaded, base_dir: &Path) -> Result<Building, Diagnostics> {
    let scenario = &loaded.scenario;
    let mut errors: Vec<Diagnostic> = Vec::new();
    let mut levels = Vec::new();
    let mut add = |name: &str, height: f64, plan: Result<Plan, Diagnostics>| match plan {
        Ok(plan) => levels.push(LevelPlan { name: name.into(), height, plan }),
        Err(more) => errors.extend(more.iter().cloned()),
    };
    if scenario.levels.is_empty() {
        add(ONE_LEVEL, 0.0, resolve_plan(loaded, base_dir));
    }
    for (i, level) in scenario.levels.iter().enumerate() {
        add(&level.name, level.height, resolve_plan(&only_level(loaded, i), base_dir));
    }
    Diagnostics::new(errors).into_result(())?;

    // The decoder has seen that names of levels are right and strips convex.
    let number = |name: Option<&str>| scenario.level(name).unwrap_or(0);
    let mut stairs = Vec::new();
    for spec in &scenario.stairs {
        let Some([a, b, c, d]) = strip(&spec.bottom.line, &spec.top.line) else { continue };
        stairs.push(StairsPlan {
            name: spec.name.clone(),
            kind: spec.kind,
            bottom_level: number(Some(&spec.bottom.level)),
            bottom: Segment::new(a, b),
            top_level: number(Some(&spec.top.level)),
            top: Segment::new(d, c),
            treads: 0,
            speed_up: spec.speed_up,
            speed_down: spec.speed_down,
        });
    }
    for (stairs, spec) in stairs.iter_mut().zip(&scenario.stairs) {
        let rise = levels[stairs.top_level].height - levels[stairs.bottom_level].height;
        stairs.treads = match stairs.kind {
            StairsKind::Stairs => spec.treads.unwrap_or_else(|| usual_treads(rise, stairs)),
            StairsKind::Ramp => 0,
        };
    }
    let door = |(name, spec): &(String, DoorSpec)| {
        let [a, b] = spec.line.map(|[x, y]| Point::new(x, y));
        Door {
            name: name.clone(),
            level: number(spec.level.as_deref()),
            line: Segment::new(a, b),
            open: spec.open,
            switches: spec.switches(),
        }
    };
    let mut building = Building { levels, stairs, doors: scenario.doors.iter().map(door).collect() };
    origin::share(&mut building)
        .map_err(|e| Diagnostics::from(loaded.diagnostic("levels[0]", format!("the levels cannot be moved: {e}"))))?;
    Diagnostics::new(unknown_areas(loaded, &building)).into_result(())?;
    // In the coordinates that the person who reads the message has written.
    let moved = building.origin() != Point::default();
    let filed = moved.then(|| building.in_file_coordinates()).transpose();
    let filed = filed.map_err(|e| Diagnostics::from(too_far(loaded, &e)))?;
    Diagnostics::new(fit::faults(loaded, filed.as_ref().unwrap_or(&building))).into_result(())?;
    weld::weld(&mut building);
    crowd_area::compare(scenario, &mut building);
    Ok(building)
}

/// Walls nearer to each other than what numbers of this size can hold.
fn too_far(loaded: &Loaded, error: &PolygonError) -> Diagnostic {
    let path = if loaded.scenario.levels.is_empty() { "plan" } else { "levels[0]" };
    let message = format!("the plan lies so far from zero that its coordinates cannot hold its shape: {error}");
    loaded.diagnostic(path, message).help("subtract a round number from all coordinates of the plan and the scenario")
}

/// Names of areas that neither the scenario nor a plan file knows. The decoder has reported those of scenarios whose
/// plan cannot name any.
fn unknown_areas(loaded: &Loaded, building: &Building) -> Vec<Diagnostic> {
    let known: Vec<&str> = building.levels.iter().flat_map(|l| &l.plan.areas).map(|(name, _)| name.as_str()).collect();
    let mut errors = Vec::new();
    for (i, group) in loaded.scenario.walkers.iter().enumerate() {
        for (key, name) in group.areas().into_iter().filter(|(_, name)| !known.contains(name)) {
            let message = format!("there is no area `{name}`, neither here nor in the plan file");
            let error = loaded.diagnostic(&format!("walkers[{i}].{key}"), message);
            errors.push(error.did_you_mean(name, known.iter().copied()));
        }
    }
    errors
}

/// The scenario as if one level were all of it: its plan is that of the level, and only the areas of the level remain.
fn only_level(loaded: &Loaded, index: usize) -> Loaded {
    let mut view = loaded.clone();
    let scenario = &mut view.scenario;
    scenario.plan = std::mem::take(&mut scenario.levels[index].plan);
    let areas = std::mem::take(&mut scenario.areas);
    scenario.areas = areas.into_iter().filter(|(_, area)| scenario.level(area.level()) == Some(index)).collect();
    scenario.levels.clear();
    // So that messages about `plan` point into the table of the level.
    let table = format!("levels[{index}]");
    for (path, span) in &loaded.spans {
        if let Some(rest) = path.strip_prefix(&table) {
            view.spans.insert(format!("plan{rest}"), span.clone());
        }
    }
    view
}
