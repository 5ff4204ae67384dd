//! Paths of round bodies on random plans: clear of walls, and as short as a slow search over all tangents finds them.

use crate::tangents::{PathLeg, Stop, leg};
use crate::testing::{Dice, pillars, rooms, somewhere};
use crate::*;
use ambulo_geom::{Point, Segment, math};

fn walls_of(mesh: &NavMesh) -> Vec<Segment> {
    mesh.walls().map(|(_, s)| s).collect()
}

fn clearance(walls: &[Segment], p: Point) -> f64 {
    walls.iter().map(|w| w.distance(p)).fold(f64::INFINITY, f64::min)
}

/// Least distance of a line of places to all walls, and where.
fn least(walls: &[Segment], points: &[Point]) -> f64 {
    let of = |w: &[Point]| {
        let line = Segment::new(w[0], w[1]);
        walls.iter().map(|s| line.distance_to_segment(*s)).fold(f64::INFINITY, f64::min)
    };
    points.windows(2).map(of).fold(f64::INFINITY, f64::min)
}

fn plan(seed: u64) -> (NavMesh, f64) {
    match seed % 4 {
        3 => (NavMesh::of(&rooms(seed, 3, 4.0)).unwrap(), 12.0),
        2 => (NavMesh::build(&pillars(seed, 20.0, 80)).unwrap(), 20.0),
        _ => (NavMesh::build(&pillars(seed, 8.0, 14)).unwrap(), 8.0),
    }
}

/// Statistics of paths on random plans.
#[derive(Debug, Default)]
struct PathStatistics {
    paths: usize,
    /// Paths that keep less than the radius although a clear one exists.
    unclear: Vec<String>,
    /// Least clearance less radius.
    least: f64,
    /// Greatest difference to the slow search.
    off: f64,
    compared: usize,
    ends: usize,
}

fn ask(plans: std::ops::Range<u64>, compare: bool) -> PathStatistics {
    let mut found = PathStatistics { least: f64::INFINITY, ..PathStatistics::default() };
    for seed in plans {
        let (mesh, side) = plan(seed);
        let walls = walls_of(&mesh);
        let mut dice = Dice::new(seed + 900);
        let radius = [0.05, 0.2, 0.25, 0.4][seed as usize / 4 % 4] as f32;
        let roads = Roadmap::build(&mesh, 2.0 * f64::from(radius), RoadmapOptions::suited(&mesh));
        for q in 0..4 {
            let (a, b) = (somewhere(&mesh, &mut dice, side), somewhere(&mesh, &mut dice, side));
            let goal = Goal::point_in(b.1, b.0);
            let (mut fast, mut flat) = (HierarchicalPlanner::default(), FlatPlanner::default());
            let mut exact = ExactPlanner::keeping(radius);
            let planners: [&mut dyn Planner; 3] = [&mut fast, &mut flat, &mut exact];
            let mut lengths = Vec::new();
            for planner in planners {
                let Ok(route) = planner.plan(&mesh, &roads, a.0, a.1, &goal) else { continue };
                let path = route.path(&mesh, a.0, &goal, radius);
                found.paths += 1;
                let name = format!("seed {seed}.{q}, {} from {} to {}, r {radius}", planner.name(), a.0, b.0);
                assert_eq!((path.points.first(), path.points.last()), (Some(&a.0), Some(&b.0)), "{name}");
                found.ends += usize::from(path.ends != [0.0; 2]);
                if !path.clear {
                    found.unclear.push(name);
                    continue;
                }
                let kept = least(&walls, path.inner()) - f64::from(radius);
                assert!(kept >= -1e-3, "{name}: {kept}\n{:?}", path.points);
                found.least = found.least.min(kept);
                let drawn: f64 = path.points.windows(2).map(|w| w[0].distance(w[1])).sum();
                assert!(drawn <= path.length + 1e-9 && path.length - drawn < 1e-3 * path.length + 1e-9, "{name}");
                lengths.push(path.length);
                if planner.name() == "exact" {
                    assert!((planner.cost() - path.length).abs() < 1e-6, "{name}: {} {}", planner.cost(), path.length);
                }
            }
            if let [x, y, z] = lengths[..] {
                assert!(z <= x + 1e-6 && z <= y + 1e-6, "seed {seed}.{q}: exact {z} beside {x} and {y}");
            }
            let clear = |p: Point| clearance(&walls, p) >= f64::from(radius);
            if compare && clear(a.0) && clear(b.0) && walls.len() < 120 {
                let truth = slow(&walls, f64::from(radius), a.0, b.0);
                match lengths.last() {
                    Some(length) => {
                        found.compared += 1;
                        found.off = found.off.max((length - truth).abs());
                        assert!((length - truth).abs() < 1e-6, "seed {seed}.{q} r {radius}: {length} against {truth}");
                    }
                    None => assert!(truth.is_infinite(), "seed {seed}.{q} r {radius}: a clear path exists: {truth}"),
                }
            }
        }
    }
    found
}

/// The shortest clear path over all tangents between discs around all ends of walls, each checked against all walls.
fn slow(walls: &[Segment], radius: f64, a: Point, b: Point) -> f64 {
    let mut ends: Vec<Point> = walls.iter().flat_map(|w| [w.a, w.b]).collect();
    ends.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    ends.dedup();
    let mut stops = vec![Stop::place(a), Stop::place(b)];
    stops.extend(ends.iter().flat_map(|p| [1.0, -1.0].map(|side| Stop { at: *p, side })));
    // Legs by the stop they leave.
    let mut legs = vec![Vec::new(); stops.len()];
    for i in (0..stops.len()).filter(|i| *i != 1) {
        for j in (1..stops.len()).filter(|j| stops[*j].at != stops[i].at) {
            if let Some(l) = leg(stops[i], stops[j], radius)
                && walls.iter().all(|w| Segment::new(l.from, l.to).distance_to_segment(*w) >= radius - 1e-7)
            {
                legs[i].push((j, l));
            }
        }
    }
    let angle = |v: (f64, f64)| math::atan2(v.1, v.0);
    let mut number = vec![0; legs.len()];
    for i in 1..legs.len() {
        number[i] = number[i - 1] + legs[i - 1].len();
    }
    let all: Vec<(usize, usize, PathLeg)> =
        legs.iter().enumerate().flat_map(|(i, l)| l.iter().map(move |(j, l)| (i, *j, *l))).collect();
    let mut best = vec![f64::INFINITY; all.len()];
    let mut done = vec![false; all.len()];
    for (k, (i, _, l)) in all.iter().enumerate() {
        if *i == 0 {
            best[k] = l.length;
        }
    }
    loop {
        let open = (0..all.len()).filter(|k| !done[*k] && best[*k].is_finite());
        let Some(k) = open.min_by(|x, y| best[*x].total_cmp(&best[*y])) else { return f64::INFINITY };
        done[k] = true;
        let (_, j, l) = all[k];
        if j == 1 {
            return best[k];
        }
        let Stop { at, side } = stops[j];
        for (n, (_, next)) in legs[j].iter().enumerate() {
            let mut by = (side * (angle(next.direction) - angle(l.direction))).rem_euclid(std::f64::consts::TAU);
            if by > std::f64::consts::TAU - 1e-7 {
                by = 0.0;
            }
            let reached = best[k] + radius * by + next.length;
            if reached >= best[number[j] + n] {
                continue;
            }
            let steps = (by / 0.02).ceil() as usize;
            let clear = (1..steps).all(|s| {
                let t = angle(stops[j].outward(l.direction)) + side * by * s as f64 / steps as f64;
                let p = Point::new(at.x + radius * math::cos(t), at.y + radius * math::sin(t));
                clearance(walls, p) >= radius - 1e-7
            });
            if clear {
                best[number[j] + n] = reached;
            }
        }
    }
}

#[test]
fn paths_keep_the_radius_from_walls_and_corners() {
    let found = ask(0..40, false);
    println!("{found:?}");
    assert!(found.unclear.is_empty() && found.paths > 200 && found.ends > 0, "{found:#?}");
}

#[test]
fn the_exact_path_is_the_shortest_in_the_ground_drawn_in_by_the_radius() {
    let found = ask(100..116, true);
    println!("{found:?}");
    assert!(found.compared > 20 && found.off < 1e-6, "{found:#?}");
}

#[test]
#[ignore = "a thousand plans"]
fn a_thousand_plans_keep_the_radius_and_the_exact_length() {
    let found = ask(0..1000, true);
    println!("{found:?}");
    assert!(found.unclear.is_empty() && found.off < 1e-6, "{found:#?}");
}

/// Follows the headings of a route in small steps, as the simulation does.
#[test]
fn who_follows_the_headings_keeps_the_radius_and_arrives() {
    const ROOM: f32 = 0.08;
    let (mut walked, mut worst) = (0, f64::INFINITY);
    for seed in 0..40 {
        let (mesh, side) = plan(seed);
        let walls = walls_of(&mesh);
        let mut dice = Dice::new(seed + 300);
        let radius = [0.15f32, 0.25][seed as usize / 4 % 2];
        let roads = Roadmap::build(&mesh, 2.0 * f64::from(radius), RoadmapOptions::suited(&mesh));
        for q in 0..4 {
            let (a, b) = (somewhere(&mesh, &mut dice, side), somewhere(&mesh, &mut dice, side));
            if [a.0, b.0].iter().any(|p| clearance(&walls, *p) < f64::from(radius + ROOM)) {
                continue;
            }
            let goal = Goal::point_in(b.1, b.0);
            let Ok(route) = HierarchicalPlanner::default().plan(&mesh, &roads, a.0, a.1, &goal) else { continue };
            let length = route.length(&mesh, a.0, &goal, radius);
            let (mut p, mut cell, mut next) = a_start(a);
            let mut least = f64::INFINITY;
            let mut steps = 0;
            while p.distance(b.0) > 0.05 {
                // The next portal is the one of the cell the body is in, or the nearest one before or after.
                let all = route.portals.iter().map(|p| p.cell).chain([b.1]);
                let places: Vec<usize> = all.enumerate().filter(|(_, c)| *c == cell).map(|(i, _)| i).collect();
                next = places.iter().copied().find(|i| *i >= next).or(places.last().copied()).unwrap_or(next);
                let (to, _) = route.heading(&mesh, p, next, &goal, radius + ROOM);
                let far = to.distance(p);
                p = p.lerp(to, (0.04 / far).min(1.0));
                cell = mesh.locate_from(cell, p).expect("on the ground");
                least = least.min(clearance(&walls, p));
                steps += 1;
                assert!(f64::from(steps) * 0.04 < 2.0 * length + 5.0, "seed {seed}.{q}: {} to {} at {p}", a.0, b.0);
            }
            walked += 1;
            worst = worst.min(least - f64::from(radius));
            assert!(least > f64::from(radius) - 1e-3, "seed {seed}.{q}: {least} of {radius}, {} to {}", a.0, b.0);
        }
    }
    println!("{walked} walked, least clearance less radius {worst}");
    assert!(walked > 40, "{walked}");
}

fn a_start(a: (Point, u32)) -> (Point, u32, usize) {
    (a.0, a.1, 0)
}
