//! A scenario as text again: what a run folder keeps, with every default written out.

use super::{
    AreaSpec, ArrivalsSpec, AtGoalSpec, BodySpec, Distribution, DoorSpec, FootstepsSpec, HeadwaySpec, JourneySpec,
    ModelSwitch, ParamValue, Place, PlanSpec, PremovementSpec, RoutingSpec, Scenario, SourceSpec, StairsEnd,
    StairsSpec, Until, WalkerGroup, WrittenFootstep,
};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The scenario as TOML, nothing left to defaults; reading it again gives the same scenario.
///
/// ```
/// use ambulo_data::scenario::{parse, to_toml};
/// let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }\nwalkers = [{ positions = [[1, 1]], goal = [8, 8] }]";
/// let scenario = parse("a.toml", text).unwrap().scenario;
/// assert_eq!(parse("b.toml", &to_toml(&scenario)).unwrap().scenario, scenario);
/// ```
pub fn to_toml(scenario: &Scenario) -> String {
    let mut lines = TomlLines(String::new());
    let s = scenario;
    lines.add("title", text(&s.title));
    lines.add("seed", s.seed.to_string());
    lines.add("dt", number(s.dt));
    lines.add(
        "until",
        match s.until {
            Until::AllArrived => text("all-arrived"),
            Until::Time(t) => number(t),
        },
    );
    lines.add("limit", number(s.limit));
    lines.add("stuck_after", number(s.stuck_after));
    if let Some(neighbourhood) = s.neighbourhood {
        lines.add("neighbourhood", text(neighbourhood.name()));
    }
    let variables: Vec<String> =
        s.variables.iter().map(|(name, v)| format!("{} = {}", key(name), number(*v))).collect();
    if !variables.is_empty() {
        lines.add("variables", format!("{{ {} }}", variables.join(", ")));
    }
    lines.add("rings", s.rings.to_string());
    lines.add("union_radius", number(s.union_radius));

    lines.head("[record]");
    lines.add("fps", number(s.record.fps));

    if s.levels.is_empty() {
        lines.head("[plan]");
        plan(&mut lines, &s.plan);
    }
    for level in &s.levels {
        lines.head("[[levels]]");
        lines.add("name", text(&level.name));
        lines.add("height", number(level.height));
        plan(&mut lines, &level.plan);
    }
    for stair in &s.stairs {
        stairs(&mut lines, stair);
    }
    if !s.doors.is_empty() {
        lines.head("[doors]");
    }
    for (name, spec) in &s.doors {
        lines.add(&key(name), door(spec));
    }
    if !s.areas.is_empty() {
        lines.head("[areas]");
    }
    for (name, area) in &s.areas {
        let shape = match area {
            AreaSpec::Wkt { wkt, .. } => format!("wkt = {}", text(wkt)),
            AreaSpec::Rect { rect, .. } => format!("rect = {}", list(rect.iter().map(|v| number(*v)))),
        };
        lines.add(&key(name), format!("{{ {shape}{} }}", level_after(area.level())));
    }
    if !s.heights.is_empty() {
        lines.head("[heights]");
    }
    for (name, height) in &s.heights {
        lines.add(&key(name), number(*height));
    }
    for obstacle in &s.moving_obstacles {
        lines.head("[[moving_obstacles]]");
        lines.add("name", text(&obstacle.name));
        lines.add("radius", number(obstacle.radius));
        lines.add("path", list(obstacle.path.iter().map(place)));
        lines.add("times", list(obstacle.times.iter().map(|t| number(*t))));
        if let Some(level) = &obstacle.level {
            lines.add("level", text(level));
        }
    }
    for group in &s.walkers {
        walkers(&mut lines, group);
    }
    lines.0
}

fn plan(lines: &mut TomlLines, plan: &PlanSpec) {
    if let Some(wkt) = &plan.wkt {
        lines.add("wkt", text(wkt));
    }
    if let Some(file) = &plan.file {
        lines.add("file", text(file));
    }
    lines.add("obstacles", list(plan.obstacles.iter().map(|o| text(o))));
    if !plan.walls.is_empty() {
        lines.add("walls", list(plan.walls.iter().map(|w| list(w.iter().map(place)))));
    }
    reading(lines, plan);
}

fn stairs(lines: &mut TomlLines, stair: &StairsSpec) {
    let end =
        |end: &StairsEnd| format!("{{ level = {}, line = {} }}", text(&end.level), list(end.line.iter().map(place)));
    lines.head("[[stairs]]");
    lines.add("name", text(&stair.name));
    lines.add("kind", text(stair.kind.word()));
    lines.add("bottom", end(&stair.bottom));
    lines.add("top", end(&stair.top));
    if let Some(treads) = stair.treads {
        lines.add("treads", treads.to_string());
    }
    lines.add("speed_up", number(stair.speed_up));
    lines.add("speed_down", number(stair.speed_down));
}

fn door(door: &DoorSpec) -> String {
    let times = |times: &[f64]| list(times.iter().map(|t| number(*t)));
    format!(
        "{{ line = {}{}, open = {}, closes = {}, opens = {} }}",
        list(door.line.iter().map(place)),
        level_after(door.level.as_deref()),
        door.open,
        times(&door.closes),
        times(&door.opens)
    )
}

/// The level in a table on one line, after another key.
fn level_after(level: Option<&str>) -> String {
    level.map(|name| format!(", level = {}", text(name))).unwrap_or_default()
}

/// How the plan file is read; what is left out stays so, for most files need none of it.
fn reading(lines: &mut TomlLines, plan: &PlanSpec) {
    if !plan.layers.is_empty() {
        lines.add("layers", list(plan.layers.iter().map(|l| text(l))));
    }
    for (key, word) in [("units", &plan.units), ("up", &plan.up)] {
        if let Some(word) = word {
            lines.add(key, text(word));
        }
    }
    let numbers = [
        ("floor", plan.floor),
        ("step", plan.step),
        ("slope", plan.slope),
        ("body", plan.body),
        ("close_gaps", plan.close_gaps),
        ("cell", plan.cell),
        ("margin", plan.margin),
    ];
    for (key, value) in numbers {
        if let Some(value) = value {
            lines.add(key, number(value));
        }
    }
    if let Some(seed) = &plan.seed {
        lines.add("seed", place(seed));
    }
    for (key, answer) in [("solid", plan.solid), ("flooring", plan.flooring)] {
        if let Some(answer) = answer {
            lines.add(key, answer.to_string());
        }
    }
}

fn walkers(lines: &mut TomlLines, group: &WalkerGroup) {
    lines.head("[[walkers]]");
    lines.add("name", text(&group.name));
    match &group.source {
        SourceSpec::Count { count } => lines.add("count", count.to_string()),
        SourceSpec::Positions { positions } => lines.add("positions", list(positions.iter().map(place))),
        SourceSpec::Arrivals { arrivals: ArrivalsSpec::Rows(rows) } => {
            lines.add("arrivals", list(rows.iter().map(place)));
        }
        SourceSpec::Arrivals { arrivals: ArrivalsSpec::File(name) } => lines.add("arrivals", text(name)),
        SourceSpec::Rate { rate, from, to } => {
            lines.add("rate", number(*rate));
            lines.add("from", number(*from));
            lines.add("to", number(*to));
        }
    }
    if let Some(level) = &group.level {
        lines.add("level", text(level));
    }
    if let Some(start) = &group.start {
        lines.add("start", text(start));
    }
    match &group.route {
        JourneySpec::Goal { goal: Place::Area(name) } => lines.add("goal", text(name)),
        JourneySpec::Goal { goal: Place::Point(at) } => lines.add("goal", place(at)),
        JourneySpec::Goal { goal: Place::AnyOf(names) } => {
            lines.add("goal", list(names.iter().map(|name| text(name))));
        }
        JourneySpec::Goals { goals } => lines.add("goals", list(goals.iter().map(place))),
        JourneySpec::GoalIn { goal_in } => lines.add("goal_in", text(goal_in)),
        JourneySpec::Journey { journey } => lines.add("journey", list(journey.iter().map(|name| text(name)))),
    }
    if let Some(level) = &group.goal_level {
        lines.add("goal_level", text(level));
    }
    lines.add(
        "at_goal",
        text(match group.at_goal {
            AtGoalSpec::Leave => "leave",
            AtGoalSpec::Stay => "stay",
        }),
    );
    // Without both it is read back as the default.
    if group.headway != HeadwaySpec::Default {
        lines.add("model", text(&group.model));
    }
    let value = |v: &ParamValue| match v {
        ParamValue::Number(v) => number(*v),
        ParamValue::Word(word) => text(word),
    };
    let table = |params: &BTreeMap<String, ParamValue>| {
        let entries: Vec<String> = params.iter().map(|(name, v)| format!("{} = {}", key(name), value(v))).collect();
        format!("{{ {} }}", entries.join(", "))
    };
    if !group.params.is_empty() {
        lines.add("params", table(&group.params));
    }
    if let Some(file) = &group.params_file {
        lines.add("params_file", text(file));
    }
    let switch = |s: &ModelSwitch| {
        format!("{{ at = {}, model = {}, params = {} }}", number(s.at), text(&s.model), table(&s.params))
    };
    if !group.switch.is_empty() {
        lines.add("switch", format!("[{}]", group.switch.iter().map(switch).collect::<Vec<_>>().join(", ")));
    }
    lines.add("locomotion", text(&group.locomotion));
    if !group.locomotion_params.is_empty() {
        lines.add("locomotion_params", table(&group.locomotion_params));
    }
    match &group.footsteps {
        Some(FootstepsSpec::File(file)) => lines.add("footsteps", text(file)),
        Some(FootstepsSpec::Written(all)) => lines.add("footsteps", list(all.iter().map(footstep))),
        None => {}
    }
    match &group.headway {
        HeadwaySpec::Off | HeadwaySpec::Default => {}
        HeadwaySpec::Params(params) if params.is_empty() => lines.add("headway", text("on")),
        HeadwaySpec::Params(params) => lines.add("headway", table(params)),
    }
    lines.add("speed", distribution(&group.speed));
    match group.body {
        BodySpec::Disc => lines.add("radius", distribution(&group.radius)),
        BodySpec::Oblong { shoulders, chest } => {
            let [shoulders, chest] = [shoulders, chest].map(number);
            lines.add("body", format!("{{ shoulders = {shoulders}, chest = {chest} }}"));
        }
    }
    if !group.premovement.is_none() {
        lines.add("premovement", premovement(&group.premovement));
    }
    if group.routing == RoutingSpec::Quickest {
        lines.add("routing", text("quickest"));
    }
    let of_quickest = [
        ("familiarity", group.familiarity),
        ("hysteresis", group.hysteresis),
        ("perception_noise", group.perception_noise),
    ];
    for (key, value) in of_quickest {
        if let Some(value) = value {
            lines.add(key, number(value));
        }
    }
}

fn premovement(of: &PremovementSpec) -> String {
    match of {
        PremovementSpec::Constant(time) => number(*time),
        PremovementSpec::Table { values } => {
            format!("{{ distribution = \"table\", values = {} }}", list(values.iter().map(place)))
        }
        _ => {
            let (name, numbers) = of.numbers().unwrap_or_default();
            let numbers: Vec<String> = numbers.iter().map(|(key, v)| format!("{key} = {}", number(*v))).collect();
            format!("{{ distribution = {}, {} }}", text(name), numbers.join(", "))
        }
    }
}

fn footstep(step: &WrittenFootstep) -> String {
    let [x, y, heading, lift, land] = [step.x, step.y, step.heading, step.lift, step.land].map(number);
    format!("[{}, {}, {x}, {y}, {heading}, {lift}, {land}]", step.walker, text(step.foot()))
}

struct TomlLines(String);

impl TomlLines {
    fn head(&mut self, head: &str) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.0, "\n{head}");
    }

    fn add(&mut self, key: &str, value: String) {
        let _ = writeln!(self.0, "{key} = {value}");
    }
}

fn distribution(d: &Distribution) -> String {
    match *d {
        Distribution::Constant(v) => number(v),
        Distribution::Normal { mean, sd, min, max } => {
            let [mean, sd, min, max] = [mean, sd, min, max].map(number);
            format!("{{ mean = {mean}, sd = {sd}, min = {min}, max = {max} }}")
        }
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

fn place(at: &[f64; 2]) -> String {
    list(at.iter().map(|v| number(*v)))
}

/// The shortest digits that read back as the same number; always with a point or an exponent.
fn number(v: f64) -> String {
    format!("{v:?}")
}

fn text(text: &str) -> String {
    toml::Value::String(text.into()).to_string()
}

/// A key, in quotes when it needs them.
fn key(name: &str) -> String {
    let bare = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if bare { name.into() } else { quoted(name) }
}

/// A basic string on one line: what a key must be.
fn quoted(name: &str) -> String {
    let mut out = String::from('"');
    for c in name.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::super::NeighbourhoodSpec;
    use super::super::{LevelSpec, MovingObstacle, Record, StairsKind, parse};
    use super::*;
    use proptest::prelude::*;

    fn distributions() -> impl Strategy<Value = Distribution> {
        prop_oneof![
            (0.1f64..1.0).prop_map(Distribution::Constant),
            (0.1f64..0.3, 0.0f64..2.0, 0.3f64..0.6, 0.6f64..1.0)
                .prop_map(|(min, sd, mean, max)| Distribution::Normal { mean, sd, min, max }),
        ]
    }

    fn premovements(dt: f64) -> [PremovementSpec; 7] {
        use PremovementSpec::*;
        let (min, max) = (dt, 90.0 + dt);
        [
            Constant(dt),
            Uniform { min, max },
            Normal { mean: 40.0, sd: dt, min, max: f64::INFINITY },
            LogNormal { mu: 3.0 + dt, sigma: dt, min, max },
            Weibull { shape: 1.0 + dt, scale: 50.0, min: 0.0, max: f64::INFINITY },
            Triangular { min, mode: 2.0, max },
            Table { values: vec![[dt, 0.0], [9.0, dt], [20.0, 1.0]] },
        ]
    }

    fn points() -> impl Strategy<Value = [f64; 2]> {
        [-1e9f64..1e9, -1e9f64..1e9]
    }

    fn groups() -> impl Strategy<Value = (SourceSpec, Option<String>, JourneySpec)> {
        let start = Some("hall \"A\"\t\u{1F}é".to_string());
        let area = start.clone().unwrap();
        prop_oneof![
            (1u32..10_000_000, points()).prop_map({
                let start = start.clone();
                move |(count, p)| {
                    let goal = if count % 2 == 0 {
                        Place::Point(p)
                    } else {
                        Place::AnyOf(vec!["west".into(), start.clone().unwrap()])
                    };
                    (SourceSpec::Count { count }, start.clone(), JourneySpec::Goal { goal })
                }
            }),
            (0.1f64..9.0, 0.0f64..5.0, 6.0f64..9.0).prop_map(move |(rate, from, to)| {
                let journey = vec![area.clone(), "west".into()];
                let rows = ArrivalsSpec::Rows(vec![[from, 2.0], [to, 0.0]]);
                let source = if rate < 1.0 {
                    SourceSpec::Arrivals { arrivals: rows }
                } else {
                    SourceSpec::Rate { rate, from, to }
                };
                (source, start.clone(), JourneySpec::Journey { journey })
            }),
            prop::collection::vec((points(), points()), 1..5).prop_map(|pairs| {
                let (positions, goals) = pairs.into_iter().unzip();
                (SourceSpec::Positions { positions }, None, JourneySpec::Goals { goals })
            }),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back_the_same(
            title in ".*", seed in any::<u64>(), dt in 0.001f64..0.5, until in prop::option::of(1.0f64..90.0),
            rows in prop::collection::vec((groups(), distributions(), distributions(), "[^\\x00-\\x1f\\x7f]{1,8}"), 1..4),
        ) {
            let walkers = rows.into_iter().enumerate().map(|(i, ((source, start, route), speed, radius, word))| WalkerGroup {
                footsteps: match seed % 3 {
                    _ if !matches!(source, SourceSpec::Positions { .. }) => None,
                    0 => None,
                    1 => Some(FootstepsSpec::File("steps \"a\".csv".into())),
                    _ => Some(FootstepsSpec::Written(vec![WrittenFootstep { walker: 1, right: true, x: dt, y: -1e-9, heading: 3.0, lift: 0.5, land: 0.5 + dt }])),
                },
                name: format!("{word}{i}"), source, level: None, start, route, goal_level: None, at_goal: AtGoalSpec::Stay,
                model: word.clone(),
                params: [
                    (word.clone(), ParamValue::Number(dt)), ("tau".into(), ParamValue::Number(-1e-300)),
                    ("side".into(), ParamValue::Word(word.trim_start_matches('=').into())),
                ].into(), params_file: until.map(|_| "p.toml".into()), switch: vec![ModelSwitch { at: dt, model: word, params: Default::default() }], locomotion: String::new(),
                locomotion_params: [("w_max".to_string(), ParamValue::Number(dt)), ("roles".into(), ParamValue::Word("literal".into()))].into(),
                headway: if seed % 2 == 0 { HeadwaySpec::Off } else { HeadwaySpec::Params(until.map(|u| ("time_gap".into(), ParamValue::Number(u))).into_iter().collect()) },
                speed,
                radius: if seed % 3 == 0 { Distribution::Constant((0.4 + dt) / 2.0) } else { radius },
                body: if seed % 3 == 0 { BodySpec::Oblong { shoulders: 0.4 + dt, chest: 0.2 + dt / 3.0 } } else { BodySpec::Disc },
                premovement: premovements(dt)[seed as usize % 7].clone(),
                routing: if seed % 2 == 0 { RoutingSpec::Quickest } else { RoutingSpec::Shortest },
                familiarity: (seed % 2 == 0).then_some(dt), hysteresis: (seed % 4 == 0).then_some(dt), perception_noise: (seed % 4 == 2).then_some(dt),
            }).collect();
            let scenario = Scenario {
                title, seed, dt, until: until.map_or(Until::AllArrived, Until::Time), limit: 90.0, stuck_after: 1.0,
                neighbourhood: until.map(|_| NeighbourhoodSpec::Delaunay), rings: 2, union_radius: dt, variables: [("angle".to_string(), dt)].into(),
                record: Record { fps: 2.0 }, plan: PlanSpec {
                    obstacles: vec!["a\nb".into()], walls: vec![[[0.5, 1.0], [2.0, 3.25]]], layers: vec!["A-WALL".into()], units: Some("mm".into()),
                    floor: Some(-1.5), up: Some("z".into()), step: Some(0.1), slope: Some(30.0), body: Some(2.0), seed: Some([1.0, 2.5]),
                    close_gaps: Some(0.05), cell: Some(0.5), margin: Some(0.0), solid: Some(true), flooring: Some(false),
                    ..PlanSpec::inline("'\"\\")
                },
                levels: vec![], stairs: vec![], doors: vec![],
                areas: vec![
                    ("west".into(), AreaSpec::Rect { rect: [0.0, 1.0, 2.0, 3.5], level: None }),
                    ("hall \"A\"\t\u{1F}é".into(), AreaSpec::Wkt { wkt: "x".into(), level: None }),
                ],
                moving_obstacles: vec![MovingObstacle {
                    name: "cart".into(), radius: 0.05 + dt, path: vec![[0.0, 1.0], [2.0, -3.5]], times: vec![dt, 9.0], level: None, speed: None, from: None,
                }],
                heights: [("west".to_string(), 0.05 + dt), ("hall \"A\"".into(), 2.0)].into(),
                walkers,
            };
            let toml = to_toml(&scenario);
            let read = parse("a.toml", &toml).map_err(|e| TestCaseError::fail(format!("{e}\n{toml}")))?;
            prop_assert_eq!(read.scenario, scenario);
        }

        #[test]
        fn levels_stairs_and_doors_read_back_the_same(
            heights in [-9.0f64..0.0, 1.0f64..9.0], names in ["[^\\x00-\\x1f\\x7f]{1,4}a", "[^\\x00-\\x1f\\x7f]{1,4}b"],
            ramp in any::<bool>(), speeds in [0.1f64..2.0, 0.1f64..2.0], open in any::<bool>(),
            times in prop::collection::btree_set(0u32..1000, 0..6), at in points(),
        ) {
            let [ground, upper] = names.clone();
            let level = |name: &String, height| LevelSpec { name: name.clone(), height, plan: PlanSpec::inline("a\nb") };
            let end = |level: &String, x: f64| StairsEnd { level: level.clone(), line: [[x, 0.0], [x, 2.5]] };
            let (mut state, mut closes, mut opens) = (open, vec![], vec![]);
            for t in times {
                state = !state;
                if state { &mut opens } else { &mut closes }.push(f64::from(t) / 8.0);
            }
            let text = "plan = { wkt = 'x' }\nwalkers = [{ positions = [[1, 1]], goal = [8, 8] }]";
            let mut scenario = parse("a.toml", text).unwrap().scenario;
            scenario.plan = PlanSpec::default();
            scenario.levels = vec![level(&ground, heights[0]), level(&upper, heights[1])];
            scenario.stairs = vec![StairsSpec {
                name: upper.clone(), kind: if ramp { StairsKind::Ramp } else { StairsKind::Stairs },
                bottom: end(&ground, -1.0), top: end(&upper, 4.0), treads: (!ramp).then_some(17), speed_up: speeds[0], speed_down: speeds[1],
            }];
            scenario.doors = vec![(
                "north \"A\"".into(), DoorSpec { line: [at, [0.5, -2e9]], level: Some(ground.clone()), open, closes, opens },
            )];
            scenario.areas = vec![("west".into(), AreaSpec::Rect { rect: [0.0, 1.0, 2.0, 3.5], level: Some(upper.clone()) })];
            (scenario.walkers[0].level, scenario.walkers[0].goal_level) = (Some(upper), Some(ground));
            let toml = to_toml(&scenario);
            let read = parse("a.toml", &toml).map_err(|e| TestCaseError::fail(format!("{e}\n{toml}")))?;
            prop_assert_eq!(read.scenario, scenario);
        }
    }
}
