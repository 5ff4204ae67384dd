//! Scenes of planned footsteps, judged by what was written: the table of footsteps and the trajectories beside it. All arrive, feet
//! alternate, no foot touches one of another at any time, no swing crosses a wall.
//!
//! One seed here. `AMBULO_SEEDS=20` runs as many, from `AMBULO_FROM` on; `AMBULO_SCENE=NAME` tries one scene, built in or a file;
//! `AMBULO_MODEL=NAME` another steering model.

use ambulo::data::recording::Format;
use ambulo::data::{RecordedFootstep, Trajectories, scenario};
use ambulo::geom::{Crossing, Point, Segment};
use ambulo::{Overrides, RunOptions, Scene, World, run_to_folder};
use std::collections::BTreeMap;
use std::path::Path;

/// Half the length and half the width of a foot [m].
const FOOT: (f64, f64) = (0.13, 0.05);
/// Feet are compared so often [1/s].
const RATE: f64 = 50.0;

type Corners = [Point; 4];

fn corners(at: Point, heading: f64) -> Corners {
    let (s, c) = heading.sin_cos();
    let (long, wide) = FOOT;
    [(long, wide), (-long, wide), (-long, -wide), (long, -wide)]
        .map(|(x, y)| Point::new(at.x + x * c - y * s, at.y + x * s + y * c))
}

fn edges(of: &Corners) -> [Segment; 4] {
    [0, 1, 2, 3].map(|k| Segment::new(of[k], of[(k + 1) % 4]))
}

/// By edges that cross and corners inside: not the axes the planner has.
fn touch(a: &Corners, b: &Corners) -> bool {
    let left = |e: &Segment, p: Point| (e.b.x - e.a.x) * (p.y - e.a.y) - (e.b.y - e.a.y) * (p.x - e.a.x) >= 0.0;
    let inside = |of: &Corners, p: Point| edges(of).iter().all(|e| left(e, p));
    edges(a).iter().any(|e| edges(b).iter().any(|f| e.crossing(*f) != Crossing::None))
        || inside(a, b[0])
        || inside(b, a[0])
}

/// One foot of one walker through time.
struct Track {
    walker: u32,
    rows: Vec<RecordedFootstep>,
    /// When it was seen last [s].
    until: f64,
}

impl Track {
    /// The box of the foot at a time, its height and whether it is on the floor.
    fn at(&self, time: f64) -> Option<(Corners, f64, bool)> {
        let next = self.rows.partition_point(|r| r.lift <= time);
        let (now, end) = (self.rows.get(next.checked_sub(1)?)?, self.until);
        if time > end {
            return None;
        }
        let before = next.checked_sub(2).map(|k| &self.rows[k]).filter(|_| time < now.land);
        let Some(before) = before else { return Some((corners(Point::new(now.x, now.y), now.heading), now.z, true)) };
        let share = (time - now.lift) / (now.land - now.lift);
        let turn = (now.heading - before.heading + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU)
            - std::f64::consts::PI;
        let at = Point::new(before.x, before.y).lerp(Point::new(now.x, now.y), share);
        Some((corners(at, before.heading + turn * share), before.z + (now.z - before.z) * share, false))
    }
}

#[derive(Debug, Default, PartialEq)]
struct Faults {
    /// Pairs of feet on the floor that touched, and pairs of which at least one was in the air.
    standing: usize,
    swinging: usize,
    /// The same foot twice in a row.
    repeated: usize,
    /// Swings across a wall.
    walls: usize,
    /// Feet that are not inside one tread, or have a height of another, and pairs of feet of a walker in a row on the same tread.
    treads: usize,
    shared: usize,
}

fn tracks(t: &Trajectories) -> Vec<Track> {
    let mut last: BTreeMap<u32, f64> = BTreeMap::new();
    for frame in 0..t.frames() {
        t.frame(frame).iter().for_each(|row| *last.entry(row.id).or_default() = frame as f64 / t.fps);
    }
    let mut feet: BTreeMap<(u32, u8), Vec<RecordedFootstep>> = BTreeMap::new();
    t.footsteps.iter().for_each(|row| feet.entry((row.walker, row.side)).or_default().push(*row));
    // One who leaves in the middle of a step leaves no record of it: the foot that was next is not known after the other landed.
    let mut landed: BTreeMap<u32, (u8, f64)> = BTreeMap::new();
    t.footsteps.iter().for_each(|row| _ = landed.insert(row.walker, (row.side, row.land)));
    let track = |((walker, side), rows): ((u32, u8), Vec<RecordedFootstep>)| {
        let until = last.get(&walker).copied().unwrap_or(0.0);
        let known = landed.get(&walker).filter(|(last, _)| *last != side).map_or(until, |(_, land)| until.min(*land));
        Track { walker, rows, until: known }
    };
    feet.into_iter().map(track).collect()
}

fn faults(t: &Trajectories) -> Faults {
    let tracks = tracks(t);
    let mut met: BTreeMap<(usize, usize, bool), f64> = BTreeMap::new();
    let end = tracks.iter().map(|track| track.until).fold(0.0, f64::max);
    for k in 0..=(end * RATE) as u32 {
        let time = f64::from(k) / RATE;
        let mut here: Vec<(f64, usize, Corners, f64, bool)> = tracks
            .iter()
            .enumerate()
            .filter_map(|(i, track)| track.at(time).map(|(c, z, planted)| (0.5 * (c[0].x + c[2].x), i, c, z, planted)))
            .collect();
        here.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (i, a) in here.iter().enumerate() {
            for b in here[i + 1..].iter().take_while(|b| b.0 - a.0 < 0.3) {
                if tracks[a.1].walker != tracks[b.1].walker && (a.3 - b.3).abs() < 1.0 && touch(&a.2, &b.2) {
                    met.entry((a.1.min(b.1), a.1.max(b.1), a.4 && b.4)).or_insert(time);
                }
            }
        }
    }
    let mut faults = Faults::default();
    for ((a, b, standing), time) in &met {
        let (a, b) = (tracks[*a].walker, tracks[*b].walker);
        println!(
            "  feet of {a} and {b} touch at {time:.2} s, {}",
            if *standing { "on the floor" } else { "in the air" }
        );
        *(if *standing { &mut faults.standing } else { &mut faults.swinging }) += 1;
    }
    let mut by_walker: BTreeMap<u32, Vec<&RecordedFootstep>> = BTreeMap::new();
    t.footsteps.iter().for_each(|row| by_walker.entry(row.walker).or_default().push(row));
    for rows in by_walker.values() {
        assert!(rows.iter().enumerate().all(|(k, r)| r.index == k as u32));
        faults.repeated += rows.iter().skip(2).zip(rows.iter().skip(3)).filter(|(a, b)| a.side == b.side).count();
    }
    if t.levels.is_empty() {
        let walls: Vec<Segment> = t
            .area
            .polygons()
            .iter()
            .flat_map(|p| p.rings())
            .flat_map(|ring| (0..ring.len()).map(|k| Segment::new(ring[k], ring[(k + 1) % ring.len()])))
            .collect();
        for track in &tracks {
            for pair in track.rows.windows(2) {
                let swing = Segment::new(Point::new(pair[0].x, pair[0].y), Point::new(pair[1].x, pair[1].y));
                faults.walls += usize::from(walls.iter().any(|w| swing.crossing(*w) != Crossing::None));
            }
        }
    }
    faults
}

/// Feet on stairs: lower end, direction up, run, half width, heights and number of treads are read from the scenario, not from the planner.
fn on_stairs(scenario: &scenario::Scenario, t: &Trajectories, faults: &mut Faults) {
    for stairs in &scenario.stairs {
        let middle = |end: &scenario::StairsEnd| {
            let [[a, b], [c, d]] = end.line;
            Point::new(0.5 * (a + c), 0.5 * (b + d))
        };
        let (foot, head) = (middle(&stairs.bottom), middle(&stairs.top));
        let height = |end: &scenario::StairsEnd| {
            scenario.levels.iter().find(|level| level.name == end.level).map_or(0.0, |level| level.height)
        };
        let (low, high) = (height(&stairs.bottom), height(&stairs.top));
        let Some(treads) = stairs.treads.map(f64::from) else { continue };
        let run = foot.distance(head);
        let (ux, uy) = ((head.x - foot.x) / run, (head.y - foot.y) / run);
        let up = |p: Point| (p.x - foot.x) * ux + (p.y - foot.y) * uy;
        let (mut found, mut before): (usize, Option<(u32, i64)>) = (0, None);
        for row in &t.footsteps {
            let ends = corners(Point::new(row.x, row.y), row.heading).map(up);
            let (least, most) =
                (ends.iter().copied().fold(f64::MAX, f64::min), ends.iter().copied().fold(f64::MIN, f64::max));
            let tread = |along: f64| (along / run * treads).floor() as i64;
            if most <= 0.0 || least >= run {
                before = None;
                continue;
            }
            found += 1;
            let here = tread(up(Point::new(row.x, row.y)));
            let z = low + (high - low) * (here + 1) as f64 / (treads + 1.0);
            if tread(least + 1e-6) != here || tread(most - 1e-6) != here || (row.z - z).abs() > 1e-3 {
                println!(
                    "  walker {} has a foot at {least:.3} to {most:.3} m of {run:.2} m, {:.3} m high",
                    row.walker, row.z
                );
                faults.treads += 1;
            }
            faults.shared += usize::from(before == Some((row.walker, here)));
            before = Some((row.walker, here));
        }
        println!("  {found} feet on the treads of `{}`", stairs.name);
        assert!(found > 100, "nobody uses the stairs");
    }
}

fn number(name: &str, or: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(or)
}

/// Runs a scene and reads what was written. What is wrong, one line each.
fn judge(scene: &str, model: Option<&str>, seed: u64) -> Vec<String> {
    let text =
        Scene::find(scene).map_or_else(|| std::fs::read_to_string(scene).expect("a scene"), |s| s.text.to_owned());
    let loaded = scenario::parse(scene, &text).expect("a scenario");
    let overrides = Overrides {
        seed: Some(seed),
        threads: 1,
        model: model.map(Into::into),
        locomotion: Some("footsteps".into()),
        ..Overrides::default()
    };
    let mut world = World::build(&loaded, Path::new("scenes"), &overrides).expect("a world");
    let agents = world.expected();
    let folder = tempfile::tempdir().expect("a folder");
    let options = RunOptions { formats: vec![Format::Csv], ..RunOptions::new(folder.path()) };
    let summary = run_to_folder(&mut world, &options, |_| true).expect("a run");
    let recorded = ambulo::data::recording::read(folder.path()).expect("a recording");
    let mut found = faults(&recorded);
    on_stairs(&loaded.scenario, &recorded, &mut found);
    let report = world.simulation().report();
    println!(
        "{scene} with seed {seed}: {} of {agents} arrive in {:.1} s, {} footsteps, overlap {:.1} mm, {} wall crossings, {found:?}",
        summary.arrived,
        report.time,
        summary.footsteps,
        report.max_overlap * 1e3,
        report.wall_crossings,
    );
    let mut wrong = Vec::new();
    let mut check = |holds: bool, what: String| {
        if !holds {
            wrong.push(format!("{scene} with seed {seed}: {what}"));
        }
    };
    check(summary.arrived == agents, format!("{} of {agents} arrive", summary.arrived));
    check(report.max_overlap <= 0.005 && report.wall_crossings == 0, "bodies overlap or pass walls".into());
    check(found == Faults::default(), format!("{found:?}"));
    wrong
}

fn judge_all(scenes: &[&str]) {
    let (from, seeds) = (number("AMBULO_FROM", 1), number("AMBULO_SEEDS", 1));
    let only = std::env::var("AMBULO_SCENE").ok();
    let model = std::env::var("AMBULO_MODEL").ok();
    let scenes = scenes.iter().copied().filter(|_| only.is_none());
    let wrong: Vec<String> = scenes
        .chain(only.as_deref())
        .flat_map(|scene| (from..from + seeds).flat_map(move |seed| std::iter::once((scene, seed))))
        .flat_map(|(scene, seed)| judge(scene, model.as_deref(), seed))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn all_arrive_and_no_feet_touch_in_scenes_of_footsteps() {
    judge_all(&[
        "footsteps-crossing",
        "narrow-passage-sidestep",
        "doorway-footsteps",
        "stepping-stones",
        "stairs",
        "moving-obstacle",
        "footsteps-crossing-40",
        "footsteps-crossing-100",
    ]);
}

/// A scenario with walkers and whatever else, and what building it says.
fn complaint(text: &str, beside: Option<(&str, &str)>) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    if let Some((name, content)) = beside {
        std::fs::write(folder.path().join(name), content).expect("a file");
    }
    let plan = "[plan]\nwkt = 'POLYGON ((0 0, 10 0, 10 6, 0 6, 0 0))'\n";
    let said = scenario::parse("scene.toml", &format!("{plan}{text}"))
        .and_then(|loaded| World::build(&loaded, folder.path(), &Overrides::default()).map(|_| ()));
    said.err().map(|e| e.to_string()).unwrap_or_default()
}

const WALKER: &str = "[[walkers]]\npositions = [[2, 3]]\ngoal = [9, 3]\nlocomotion = 'footsteps'\n";

#[test]
fn written_footsteps_are_made_to_the_millimetre_and_on_time_also_from_a_table_of_a_run() {
    let run = |text: &str, base: &Path| {
        let loaded = scenario::parse("scene.toml", text).expect("a scenario");
        let mut world = World::build(&loaded, base, &Overrides::default()).expect("a world");
        let mut made = Vec::new();
        while !world.finished() {
            world.step();
            made.extend(world.footsteps());
        }
        (made, world)
    };
    let scene = Scene::find("stepping-stones").expect("a scene");
    let (made, world) = run(scene.text, Path::new("."));
    let loaded = scenario::parse("scene.toml", scene.text).expect("a scenario");
    let Some(scenario::FootstepsSpec::Written(all)) = &loaded.scenario.walkers[0].footsteps else { panic!("a list") };
    for (k, step) in all.iter().enumerate() {
        let index = all[..k].iter().filter(|s| s.walker == step.walker).count() as u32 + 2;
        let row = made.iter().find(|r| r.walker == step.walker && r.index == index).expect("made");
        assert_eq!((row.x, row.y, row.lift, row.land), (step.x, step.y, step.lift, step.land), "{step:?}");
        assert!(
            row.side == u8::from(step.right) && ambulo::geom::math::sin(row.heading - step.heading).abs() < 1e-6,
            "{row:?}"
        );
    }
    assert_eq!(world.report().arrived, 3);
    // What was recorded of one walker is a script for another, and a resumed copy of it has the footsteps inside.
    let folder = tempfile::tempdir().expect("a folder");
    let table: String = made.iter().filter(|r| r.walker == 2 && r.index < 12).fold(
        "walker,index,side,x,y,z,heading,lift,land\n".into(),
        |text, r| {
            format!("{text}0,{},{},{},{},{},{},{},{}\n", r.index, r.side, r.x, r.y, r.z, r.heading, r.lift, r.land)
        },
    );
    std::fs::write(folder.path().join("steps.csv"), table).expect("a table");
    let text = "[plan]\nwkt = 'POLYGON ((0 0, 14 0, 14 7, 0 7, 0 0))'\n[[walkers]]\npositions = [[1, 6]]\ngoal = [13, 6]\n\
                locomotion = 'footsteps'\nfootsteps = 'steps.csv'\n";
    let (again, world) = run(text, folder.path());
    for row in again.iter().filter(|r| (2..12).contains(&r.index)) {
        let first = made.iter().find(|r| r.walker == 2 && r.index == row.index).expect("made");
        assert_eq!((row.x, row.y, row.lift, row.land), (first.x, first.y, first.lift, first.land));
    }
    let kept = scenario::to_toml(world.scenario());
    let (third, _) = run(&kept, Path::new("."));
    assert_eq!(again, third, "the scenario that is kept stands without the table");
}

#[test]
fn footsteps_that_cannot_be_made_are_refused_at_their_place() {
    let inline = |rows: &str| complaint(&format!("{WALKER}footsteps = [\n{rows}\n]\n"), None);
    for (rows, place, wanted) in [
        ("[0, 'left', 2.4, 3.1, 0, 0.1, 0.6],\n[0, 'left', 3.0, 3.1, 0, 0.7, 1.2]", ":9:1", "twice in a row"),
        ("[0, 'left', 2.4, 3.1, 0, 0.6, 0.6]", ":8:1", "lands at 0.6 s"),
        ("[0, 'left', 2.4, 3.1, 0, 0.1, 0.6],\n[0, 'right', 3.0, 2.9, 0, 0.5, 1.2]", ":9:1", "before the other lands"),
        ("[0, 'left', 4.4, 3.1, 0, 0.1, 0.6]", ":8:1", "2.41 m from the other"),
        ("[1, 'left', 2.4, 3.1, 0, 0.1, 0.6]", ":8:1", "no walker 1"),
        ("[0, 'middle', 2.4, 3.1, 0, 0.1, 0.6]", ":8:5", "no foot `middle`"),
        ("[0, 'left', 2.4]", ":8:1", "no footstep"),
    ] {
        let message = inline(rows);
        assert!(message.contains(place) && message.contains(wanted), "{rows}: {message}");
    }
    let far = "[[walkers]]\npositions = [[9.5, 3]]\ngoal = [1, 3]\nlocomotion = 'footsteps'\nfootsteps = [[0, 'left', 10.2, 3.0, 0, 0.1, 0.6]]\n";
    assert!(complaint(far, None).contains("off the walkable area"), "{}", complaint(far, None));
    let table = |content: &str| complaint(&format!("{WALKER}footsteps = 'steps.csv'\n"), Some(("steps.csv", content)));
    let message = table("walker,foot,x,y,heading,lift,land\n0,left,2.4,3.1,0,0.1,0.6\n0,left,3,3.1,0,0.7,1.2\n");
    assert!(message.contains("steps.csv:3:1") && message.contains("twice in a row"), "{message}");
    let message = complaint(&format!("{WALKER}footsteps = 'none.csv'\n"), None);
    assert!(message.contains("none.csv") && message.contains("no such file"), "{message}");
    let message = complaint(&format!("{}footsteps = []\n", WALKER.replace("'footsteps'", "'point-mass'")), None);
    assert!(message.contains("makes no footsteps"), "{message}");
    let message = complaint(
        "[areas]\na = { rect = [1, 1, 3, 3] }\n[[walkers]]\ncount = 2\nstart = 'a'\ngoal = [9, 3]\nlocomotion = 'footsteps'\nfootsteps = []\n",
        None,
    );
    assert!(message.contains("goes only with `positions`"), "{message}");
}

#[test]
fn moving_obstacles_keep_their_course_are_no_walkers_and_are_refused_off_the_plan() {
    let scene = Scene::find("moving-obstacle").expect("a scene");
    for model in [None, Some("orca"), Some("karamouzas")] {
        let loaded = scenario::parse("scene.toml", scene.text).expect("a scenario");
        let overrides = Overrides { model: model.map(Into::into), threads: 1, ..Overrides::default() };
        let mut world = World::build(&loaded, Path::new("."), &overrides).expect("a world");
        assert_eq!(world.expected(), 12);
        let (mut late, mut steps) = (0, 0);
        while !world.finished() {
            world.step();
            let time = world.report().time;
            let cart = world.simulation().walker(ambulo::sim::AgentId(12)).expect("the cart");
            // Out and back between 1 and 7 m at 0.6 m/s.
            let gone = (0.6 * time).min(18.0) % 12.0;
            let y = if time >= 30.0 { 7.0 } else { 1.0 + if gone <= 6.0 { gone } else { 12.0 - gone } };
            late += usize::from(cart.place.distance(Point::new(8.0, y)) > 0.05);
            steps += 1;
        }
        println!("{model:?}: {} arrive, late in {late} of {steps} steps", world.report().arrived);
        assert_eq!(world.report().arrived, 12, "{model:?}");
        assert!(late * 5 < steps && world.report().max_overlap <= 0.005, "{model:?}: {late} of {steps}");
    }
    let with = |keys: &str| complaint(&format!("[[moving_obstacles]]\n{keys}\n{WALKER}"), None);
    for (keys, place, wanted) in [
        ("radius = 0.4\npath = [[1, 1], [12, 1]]\nspeed = 1", ":5:17", "off the walkable area"),
        ("radius = 0.4\npath = [[2, 3], [8, 3]]\nspeed = 1", ":5:9", "in a person"),
        ("radius = 0.4\npath = [[1, 1]]\nspeed = 1", ":5:8", "needs two places"),
        ("radius = 0.4\npath = [[1, 1], [8, 1]]", ":3:1", "when it moves is missing"),
        ("radius = 0.4\npath = [[1, 1], [8, 1]]\ntimes = [0, 5, 9]", ":6:9", "3 times"),
        ("radius = 0.4\npath = [[1, 1], [8, 1]]\ntimes = [4, 2]", ":6:13", "out of range"),
        ("radius = 0.4\npath = [[1, 1], [8, 1]]\ntimes = [0, 0.1]", ":6:13", "too fast"),
        ("radius = 9\npath = [[1, 1], [8, 1]]\nspeed = 1", ":4:10", "out of range"),
        ("path = [[1, 1], [8, 1]]\nspeed = 1", ":3:1", "`radius` is missing"),
        ("radius = 0.4\npath = [[1, 1], [8, 1]]\nspede = 1", ":6:1", "unknown key"),
    ] {
        let message = with(keys);
        assert!(message.contains(place) && message.contains(wanted), "{keys}: {message}");
    }
}

/// As planned footsteps are today; a change of the planner writes new ones.
const GOLDEN: [(&str, &str); 4] = [
    ("footsteps-crossing", "b82cbc9541fbcc1f"),
    ("doorway-footsteps", "e7eec6d602dc0129"),
    ("stairs", "a0031d1a33aedf4c"),
    ("moving-obstacle", "c0e3d84ec3e433c0"),
];

#[test]
fn the_state_hash_of_planned_footsteps_is_golden_on_1_and_3_threads() {
    for threads in [1, 3] {
        let hash = |scene: &'static str| {
            let loaded = scenario::parse(scene, Scene::find(scene).expect("a scene").text).expect("a scenario");
            let overrides = Overrides { threads, ..Overrides::default() };
            let mut world = World::build(&loaded, Path::new("."), &overrides).expect("a world");
            world.run();
            world.simulation().check().expect("invariants hold");
            format!("{:016x}", world.report().state_hash)
        };
        let measured = GOLDEN.map(|(scene, _)| (scene, hash(scene)));
        assert_eq!(measured.each_ref().map(|(scene, hash)| (*scene, hash.as_str())), GOLDEN, "on {threads} threads");
    }
}
