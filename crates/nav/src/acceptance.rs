//! The promises of the pipeline, checked on random plans.

use crate::testing::{Dice, pillars, rooms, somewhere};
use crate::triangles::{Kind, NONE};
use crate::*;
use ambulo_geom::{Point, Region, Segment};

fn triangles_of(region: &Region) -> triangles::Triangles {
    triangulate::triangulate(&outline::Outline::of(region, &[])).unwrap()
}

#[test]
fn bottlenecks_end_and_a_second_pass_finds_none() {
    let mut total = [0, 0];
    for seed in 0..1000 {
        let region = pillars(seed, 10.0, 2 + seed as usize % 40);
        for look_through in [false, true] {
            let mut t = triangles_of(&region);
            t.check().unwrap();
            let (corners, segments) = (t.points.len(), t.supports.len());
            let found = bottleneck::insert_all(&mut t, look_through);
            assert!(found.len() <= corners * segments, "seed {seed}");
            total[usize::from(look_through)] += found.len();
            t.check().unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            assert_eq!(t.illegal_edges(), 0, "seed {seed}");
            assert_eq!(bottleneck::insert_all(&mut t, look_through).len(), 0, "seed {seed}");
        }
    }
    assert!(total[1] > total[0], "some corners are nearest to a wall behind a free edge: {total:?}");
    println!("feet by the published rule and with those behind free edges: {total:?}");
}

#[test]
fn cells_are_convex_cover_the_plan_and_cannot_grow() {
    for seed in 0..400 {
        let region = pillars(seed, 10.0, 2 + seed as usize % 40);
        let mesh = NavMesh::build(&region).unwrap();
        mesh.check().unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let error = (mesh.area() - region.area()).abs() / region.area();
        assert!(error < 1e-9, "seed {seed}: {error:e}");
        let mut t = triangles_of(&region);
        bottleneck::insert_all(&mut t, true);
        let loops = merge::merge(&t);
        for h in 0..t.tail.len() as u32 {
            let kept = t.kind[h as usize] == Kind::Free && !loops.is_gone(h);
            assert!(!(kept && loops.may_drop(&t, h)), "seed {seed}: half-edge {h} could still go");
        }
    }
    for seed in 0..50 {
        let mesh = NavMesh::of(&rooms(seed, 2 + seed as usize % 4, 4.0)).unwrap();
        mesh.check().unwrap_or_else(|e| panic!("rooms {seed}: {e}"));
    }
}

/// For every pair asked for, the width at which they become connected when links open from wide to narrow.
fn widest(n: usize, mut links: Vec<(f64, usize, usize)>, pairs: &[(usize, usize)]) -> Vec<f64> {
    links.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut sets = sets::Sets::new(n);
    let mut widths: Vec<f64> = pairs.iter().map(|(a, b)| if a == b { f64::INFINITY } else { 0.0 }).collect();
    let mut waiting: Vec<usize> = (0..pairs.len()).filter(|i| widths[*i] == 0.0).collect();
    for (width, a, b) in links {
        if !sets.join(a as u32, b as u32) {
            continue;
        }
        waiting.retain(|&i| {
            let joined = sets.find(pairs[i].0 as u32) == sets.find(pairs[i].1 as u32);
            if joined {
                widths[i] = width;
            }
            !joined
        });
    }
    widths
}

/// For bodies of every width at once: the cells say two places are joined exactly when a grid of centimetres does.
/// The grid knows a width to a centimetre or two, and so does the comparison.
#[test]
fn the_widths_of_free_segments_are_the_widths_of_passages() {
    const STEP: f64 = 0.01;
    let (mut asked, mut wrong) = (0, Vec::new());
    for seed in 0..80 {
        let side = 4.0;
        let region = pillars(seed, side, 6 + seed as usize % 18);
        let mesh = NavMesh::build(&region).unwrap();
        let n = (side / STEP) as usize;
        let walls: Vec<Segment> = region.edges().collect();
        let at = |k: usize| Point::new((k % n) as f64 * STEP + STEP / 2.0, (k / n) as f64 * STEP + STEP / 2.0);
        let clearance: Vec<f64> = (0..n * n)
            .map(|k| {
                let p = at(k);
                let inside = mesh.locate(p).is_some();
                if inside { walls.iter().map(|w| w.distance(p)).fold(f64::INFINITY, f64::min) } else { 0.0 }
            })
            .collect();
        let mut dice = Dice::new(seed + 77);
        let mut places = Vec::new();
        while places.len() < 12 {
            let k = dice.below(n * n);
            if clearance[k] > 0.12 {
                places.push(k);
            }
        }
        let pairs: Vec<(usize, usize)> = places.chunks(2).map(|c| (c[0], c[1])).collect();
        let mut links = Vec::new();
        for k in 0..n * n {
            let down = (k + n < n * n).then_some(k + n);
            let right = (k % n + 1 < n).then_some(k + 1);
            for other in [down, right].into_iter().flatten() {
                let width = 2.0 * clearance[k].min(clearance[other]);
                if width > 0.0 {
                    links.push((width, k, other));
                }
            }
        }
        let by_grid = widest(n * n, links, &pairs);
        let cells: Vec<(usize, usize)> = pairs
            .iter()
            .map(|(a, b)| (mesh.locate(at(*a)).unwrap() as usize, mesh.locate(at(*b)).unwrap() as usize))
            .collect();
        let gates = mesh.free_segments().iter().map(|s| (s.width, s.cells[0] as usize, s.cells[1] as usize));
        let by_cells = widest(mesh.cells(), gates.collect(), &cells);
        for (i, (a, b)) in pairs.iter().enumerate() {
            asked += 1;
            let own = 2.0 * clearance[*a].min(clearance[*b]);
            let (grid, cells) = (by_grid[i].min(own), by_cells[i].min(own));
            if (grid - cells).abs() > 0.03 {
                wrong.push(format!("seed {seed}, {} to {}: grid {grid:.3}, cells {cells:.3}", at(*a), at(*b)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {asked} differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn same_cost(mesh: &NavMesh, roads: &Roadmap, dice: &mut Dice, side: f64, queries: usize) {
    let (mut fast, mut plain) = (HierarchicalPlanner::default(), FlatPlanner::default());
    for q in 0..queries {
        let ((a, cell), (b, end)) = (somewhere(mesh, dice, side), somewhere(mesh, dice, side));
        let goal = Goal::point_in(end, b);
        let ways = (fast.plan(mesh, roads, a, cell, &goal), plain.plan(mesh, roads, a, cell, &goal));
        match ways {
            (Ok(way), Ok(_)) => {
                let (x, y) = (fast.cost(), plain.cost());
                assert!((x - y).abs() <= 1e-9 * y.max(1.0), "query {q} from {a} to {b}: {x} against {y}");
                let mut at = cell;
                for p in &way.portals {
                    assert_eq!(p.cell, at, "query {q}: the portals do not follow each other");
                    at = mesh.across(p.cell, p.edge as usize);
                    assert_ne!(at, NONE, "query {q}: through a wall");
                }
                assert_eq!(at, end, "query {q}");
                assert!(way.length(mesh, a, &goal, 0.0) <= x + 1e-9);
            }
            (Err(x), Err(y)) => assert_eq!(x.reason, y.reason),
            (x, y) => panic!("query {q} from {a} to {b}: {:?} against {:?}", x.map(|_| ()), y.map(|_| ())),
        }
    }
}

#[test]
fn hierarchical_costs_equal_flat_costs() {
    for seed in 0..40 {
        let region = pillars(seed, 30.0, 250);
        let mesh = NavMesh::build(&region).unwrap();
        // One to three key points, and tables that must look for their hops.
        let options = RoadmapOptions { keys: 1 + seed as u32 % 3, hop_limit: if seed % 4 == 3 { 50 } else { 1 << 16 } };
        let width = [0.0, 0.45, 0.9][seed as usize / 3 % 3];
        let roads = Roadmap::build(&mesh, width, options);
        same_cost(&mesh, &roads, &mut Dice::new(seed + 500), 30.0, 250);
    }
}

#[test]
fn a_door_that_shuts_gives_the_tables_of_a_fresh_road_map() {
    for seed in 0..30 {
        let n = 3 + seed as usize % 4;
        let mut site = rooms(seed, n, 4.0);
        // A door in every gap: between the ends of two wall pieces on the same line.
        let walls = site.floors[0].walls.clone();
        for pair in walls.chunks(2) {
            let line = Segment::new(pair[0].b, pair[1].a);
            site.doors.push(DoorLine { floor: 0, line, open: true });
        }
        let mut mesh = NavMesh::of(&site).unwrap();
        mesh.check().unwrap();
        assert!(mesh.doors().iter().all(|d| !d.segments.is_empty()), "seed {seed}");
        let mut roads = Roadmap::build(&mesh, 0.4, RoadmapOptions::default());
        let mut dice = Dice::new(seed);
        for _ in 0..10 {
            let door = dice.below(site.doors.len());
            let open = !mesh.doors()[door].open;
            assert!(mesh.set_door(door, open));
            let touched = roads.follow_door(&mesh, door);
            assert!(touched < roads.tree.nodes(), "only what hangs on the door is worked out again");
            mesh.check().unwrap();
            same_cost(&mesh, &roads, &mut dice, 4.0 * n as f64, 20);
        }
    }
}

/// Shortest way over the corners of the plan by brute force.
fn by_visibility(mesh: &NavMesh, corners: &[(Point, u32)], a: (Point, u32), b: (Point, u32)) -> f64 {
    let places: Vec<(Point, u32)> = [a, b].into_iter().chain(corners.iter().copied()).collect();
    let n = places.len();
    let mut best = vec![f64::INFINITY; n];
    let mut done = vec![false; n];
    best[0] = 0.0;
    loop {
        let open = (0..n).filter(|i| !done[*i] && best[*i].is_finite());
        let Some(i) = open.min_by(|x, y| best[*x].total_cmp(&best[*y])) else { return f64::INFINITY };
        if i == 1 {
            return best[1];
        }
        done[i] = true;
        for j in 0..n {
            let reached = best[i] + places[i].0.distance(places[j].0);
            if reached < best[j] && mesh.walk(places[i].0, places[i].1, places[j].0).is_ok() {
                best[j] = reached;
            }
        }
    }
}

#[test]
fn the_exact_planner_is_as_short_as_the_visibility_graph() {
    for seed in 0..120 {
        let region = pillars(seed, 8.0, 12);
        let mesh = NavMesh::build(&region).unwrap();
        let roads = Roadmap::build(&mesh, 0.0, RoadmapOptions::default());
        // A little off the corner, so that sight lines do not graze it: each corner from the middles of its cells.
        let corners: Vec<(Point, u32)> = (0..mesh.cells() as u32)
            .flat_map(|c| {
                let middle = mesh.middle(c);
                mesh.corners(c).map(move |p| (p.lerp(middle, 1e-7), c)).collect::<Vec<_>>()
            })
            .collect();
        let mut dice = Dice::new(seed);
        let mut exact = ExactPlanner::default();
        for _ in 0..4 {
            let (a, b) = (somewhere(&mesh, &mut dice, 8.0), somewhere(&mesh, &mut dice, 8.0));
            let goal = Goal::point_in(b.1, b.0);
            let way = exact.plan(&mesh, &roads, a.0, a.1, &goal).unwrap();
            let truth = by_visibility(&mesh, &corners, a, b);
            let length = way.length(&mesh, a.0, &goal, 0.0);
            assert!(
                (exact.cost() - truth).abs() < 1e-4 * truth.max(1.0),
                "seed {seed}: {} against {truth}",
                exact.cost()
            );
            assert!(
                (exact.cost() - length).abs() < 1e-9 * truth.max(1.0),
                "seed {seed}: the portals carry another way"
            );
        }
    }
}

#[test]
fn walks_stop_exactly_where_walls_are() {
    for seed in 0..60 {
        let region = pillars(seed, 10.0, 30);
        let mesh = NavMesh::build(&region).unwrap();
        let walls: Vec<Segment> = region.edges().collect();
        let mut dice = Dice::new(seed);
        for _ in 0..200 {
            let (a, cell) = somewhere(&mesh, &mut dice, 10.0);
            let b = dice.place(10.0);
            let line = Segment::new(a, b);
            let blocked = walls.iter().any(|w| !matches!(w.crossing(line), ambulo_geom::Crossing::None));
            match mesh.walk(a, cell, b) {
                Ok(end) => assert!(!blocked && mesh.contains(end, b), "seed {seed} {a} {b}"),
                Err(hit) => {
                    assert!(blocked, "seed {seed} {a} {b}");
                    let first = walls.iter().map(|w| w.distance(hit.at)).fold(f64::INFINITY, f64::min);
                    assert!(first < 1e-9, "seed {seed}: stopped {first} m from a wall");
                }
            }
        }
    }
}

#[test]
fn walls_and_nearest_places_agree_with_brute_force() {
    for seed in 0..40 {
        let region = pillars(seed, 10.0, 30);
        let mesh = NavMesh::build(&region).unwrap();
        let mut dice = Dice::new(seed);
        for _ in 0..100 {
            let p = Point::new(dice.between(-3.0, 13.0), dice.between(-3.0, 13.0));
            let border = region.distance_to_border(p);
            match mesh.locate(p) {
                Some(cell) => {
                    assert!(region.contains(p));
                    assert_eq!(mesh.nearest_walkable(p).1, p);
                    let found = mesh.distance_to_wall(p, cell, 20.0).unwrap();
                    assert!((found - border).abs() < 1e-9, "seed {seed} {p}: {found} against {border}");
                }
                None => {
                    let (cell, q) = mesh.nearest_walkable(p);
                    assert!((q.distance(p) - border).abs() < 1e-9, "seed {seed} {p}");
                    assert!(mesh.corners(cell).count() > 2);
                }
            }
        }
    }
}

#[test]
fn the_tree_is_shallow_and_every_cell_is_under_its_root() {
    for seed in 0..20 {
        let region = pillars(seed, 40.0, 500);
        let mesh = NavMesh::build(&region).unwrap();
        let graph = CellGraph::build(&mesh, 0.4);
        let tree = Abstraction::build(&mesh, &graph);
        assert_eq!(tree.roots.len(), graph.components as usize, "seed {seed}");
        let bound = 4.0 * (mesh.cells() as f64).log2() + 8.0;
        assert!((tree.depth() as f64) <= bound, "seed {seed}: {} above {bound}", tree.depth());
        for node in 0..tree.nodes() as u32 {
            for child in tree.children(node) {
                assert_eq!(tree.parent[*child as usize], node);
                assert!(*child < node);
            }
        }
    }
}

#[test]
fn a_stair_joins_two_floors() {
    let rect = |x0, y0, x1, y1| Region::from(ambulo_geom::Polygon::rectangle(x0, y0, x1, y1).unwrap());
    let line = |x: f64| Segment::new(Point::new(x, 1.0), Point::new(x, 3.0));
    // The lower floor ends where the stair begins, the upper one lies beyond and partly above it.
    let site = Site {
        floors: vec![
            Floor::new(rect(0.0, 0.0, 10.0, 4.0)),
            Floor { height: 3.0, ..Floor::new(rect(16.0, 0.0, 26.0, 4.0)) },
        ],
        slopes: vec![Slope {
            bottom: Landing { floor: 0, line: line(10.0) },
            top: Landing { floor: 1, line: line(16.0) },
            up: 0.5,
            down: 0.5,
        }],
        doors: vec![],
    };
    let mesh = NavMesh::of(&site).unwrap();
    mesh.check().unwrap();
    assert_eq!(mesh.sheets().len(), 3);
    let start = Point::new(1.0, 2.0);
    let goal = Goal::point_in(mesh.locate_on(1, Point::new(25.0, 2.0)).unwrap(), Point::new(25.0, 2.0));
    let mut navigator = Navigator::default();
    let way = navigator.plan(&mesh, start, mesh.locate_on(0, start).unwrap(), &goal, 0.5).unwrap();
    assert!((way.length(&mesh, start, &goal, 0.2) - 24.0).abs() < 1e-9);
    let stair = mesh.locate_on(2, Point::new(13.0, 2.0)).unwrap();
    assert!((mesh.height(stair, Point::new(13.0, 2.0)) - 1.5).abs() < 1e-9);
    assert!(way.portals.iter().any(|p| p.cell == stair), "the way goes over the stair");
}

#[test]
fn unreachable_goals_get_a_reason_and_the_way_to_the_nearest_place() {
    let rooms = vec![
        ambulo_geom::Polygon::rectangle(0.0, 0.0, 4.0, 4.0).unwrap(),
        ambulo_geom::Polygon::rectangle(5.0, 0.0, 9.0, 4.0).unwrap(),
    ];
    let mesh = NavMesh::build(&Region::new(rooms).unwrap()).unwrap();
    let roads = Roadmap::build(&mesh, 0.4, RoadmapOptions::default());
    let (a, b) = (Point::new(1.0, 2.0), Point::new(6.0, 2.0));
    let goal = Goal::point(&mesh, b).unwrap();
    let planners: [&mut dyn Planner; 3] =
        [&mut HierarchicalPlanner::default(), &mut FlatPlanner::default(), &mut ExactPlanner::default()];
    for planner in planners {
        let none = planner.plan(&mesh, &roads, a, mesh.locate(a).unwrap(), &goal).unwrap_err();
        assert!(matches!(none.reason, Reason::Apart { start, goal } if start != goal), "{}", planner.name());
        assert_eq!(none.nearest, Point::new(4.0, 2.0), "{}", planner.name());
    }
}

#[test]
fn a_search_gives_up_at_its_budget() {
    let mesh = NavMesh::build(&pillars(3, 30.0, 250)).unwrap();
    let roads = Roadmap::build(&mesh, 0.0, RoadmapOptions::default());
    let (a, b) = (mesh.middle(0), mesh.middle(mesh.cells() as u32 - 1));
    let goal = Goal::point(&mesh, b).unwrap();
    let mut planner = FlatPlanner::default();
    planner.plan(&mesh, &roads, a, 0, &goal).unwrap();
    assert!(planner.expanded() > 5);
    planner.set_budget(5);
    let none = planner.plan(&mesh, &roads, a, 0, &goal).unwrap_err();
    assert_eq!(none.reason, Reason::Budget(5));
}

#[test]
fn landmarks_never_promise_too_much() {
    for seed in 0..12 {
        let region = pillars(seed, 30.0, 250);
        let mesh = NavMesh::build(&region).unwrap();
        let width = [0.0, 0.45, 0.9][seed as usize / 3 % 3];
        let roads = Roadmap::build(&mesh, width, RoadmapOptions { keys: 1 + seed as u32 % 3, ..Default::default() });
        let mut dice = Dice::new(seed);
        let mut plain = FlatPlanner::default();
        for _ in 0..100 {
            let (b, end) = somewhere(&mesh, &mut dice, 30.0);
            let goal = Goal::point_in(end, b);
            let Some(bearing) = roads.landmarks.bearing(&mesh, &roads, &goal) else { continue };
            let key = dice.below(roads.keys()) as u32;
            let segment = roads.segment_of(key) as usize;
            if !roads.graph.passable[segment] {
                continue;
            }
            // Half of the time a key point of the goal's own cell, where a mistake shows first.
            let own = roads.outer_keys(end);
            let key = if own.is_empty() || dice.below(2) == 0 { key } else { own[dice.below(own.len())] };
            let s = &mesh.free[roads.segment_of(key) as usize];
            let at = roads.places[key as usize];
            let costs =
                s.cells.map(|c| plain.plan(&mesh, &roads, at, c, &goal).map_or(f64::INFINITY, |_| plain.cost()));
            let bound = roads.landmarks.bound(key, &bearing);
            assert!(bound <= costs[0].min(costs[1]) + 1e-9, "seed {seed}, key {key}: {bound} above {costs:?}");
        }
    }
}

#[test]
fn a_wide_body_goes_around_where_a_narrow_one_goes_through() {
    // A wall across the hall with a gap of half a metre near the straight line and a gate of two metres far from it.
    let mut floor = Floor::new(Region::from(ambulo_geom::Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap()));
    let piece = |y0: f64, y1: f64| Segment::new(Point::new(10.0, y0), Point::new(10.0, y1));
    floor.walls = vec![piece(0.0, 1.0), piece(1.5, 7.0), piece(9.0, 10.0)];
    let mesh = NavMesh::of(&Site { floors: vec![floor], ..Site::default() }).unwrap();
    let (a, goal) = (Point::new(5.0, 1.25), Goal::point(&mesh, Point::new(15.0, 1.25)).unwrap());
    let mut navigator = Navigator::default();
    let length = |navigator: &mut Navigator, width: f32| {
        let way = navigator.plan(&mesh, a, mesh.locate(a).unwrap(), &goal, width).unwrap();
        way.length(&mesh, a, &goal, 0.0)
    };
    assert!((length(&mut navigator, 0.44) - 10.0).abs() < 0.01);
    assert!(length(&mut navigator, 0.6) > 15.0);
    assert_eq!(navigator.classes(), vec![9, 12]);
}
