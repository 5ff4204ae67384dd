//! The promises of the pipeline, checked on random plans.

use crate::claims::{Costs, bottlenecks, cells, costs, widths};
use crate::testing::{Dice, pillars, place, rooms, somewhere};
use crate::*;
use ambulo_geom::{Point, Region, Segment};

#[test]
fn bottlenecks_end_and_a_second_pass_finds_none() {
    let found = bottlenecks(1000);
    assert!(found.faults.is_empty(), "{:#?}", found.faults);
    assert!(found.of_bound <= 1.0 && found.again == 0 && found.illegal == 0, "{found:?}");
    assert!(found.feet[1] > found.feet[0], "some corners are nearest to a wall behind a free edge: {:?}", found.feet);
}

#[test]
fn cells_are_convex_cover_the_plan_and_cannot_grow() {
    let found = cells(400);
    assert!(found.faults.is_empty(), "{:#?}", found.faults);
    assert!(found.beyond_straight < 1e-9 && found.area < 1e-9 && found.could_go == 0, "{found:?}");
}

#[test]
fn the_widths_of_free_segments_are_the_widths_of_passages() {
    let found = widths(80);
    assert!(found.wrong.is_empty(), "{} of {} differ:\n{}", found.wrong.len(), found.asked, found.wrong.join("\n"));
}

fn same_cost(mesh: &NavMesh, roads: &Roadmap, dice: &mut Dice, side: f64, queries: usize) {
    let mut found = Costs::default();
    found.ask(mesh, roads, dice, side, queries);
    assert!(found.worst <= 1e-9 && found.faults.is_empty(), "{found:#?}");
}

#[test]
fn hierarchical_costs_equal_flat_costs() {
    let found = costs(40);
    assert!(found.worst <= 1e-9 && found.faults.is_empty() && found.found > 1000, "{found:#?}");
}

#[test]
fn a_door_that_shuts_gives_the_tables_of_a_fresh_road_map() {
    for seed in 0..30 {
        let n = 3 + seed as usize % 4;
        let mut site = rooms(seed, n, 4.0);
        // A door in every gap: between the ends of two wall pieces on the same line.
        let walls = site.levels[0].walls.clone();
        for pair in walls.chunks(2) {
            let line = Segment::new(pair[0].b, pair[1].a);
            site.doors.push(DoorLine { level: 0, line, open: true });
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

/// Shortest path over the corners of the plan by brute force.
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
            let route = exact.plan(&mesh, &roads, a.0, a.1, &goal).unwrap();
            let truth = by_visibility(&mesh, &corners, a, b);
            let length = route.length(&mesh, a.0, &goal, 0.0);
            assert!(
                (exact.cost() - truth).abs() < 1e-4 * truth.max(1.0),
                "seed {seed}: {} against {truth}",
                exact.cost()
            );
            assert!(
                (exact.cost() - length).abs() < 1e-9 * truth.max(1.0),
                "seed {seed}: the portals carry another route"
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
            let b = place(&mut dice, 10.0);
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
fn stairs_join_two_levels() {
    let rect = |x0, y0, x1, y1| Region::from(ambulo_geom::Polygon::rectangle(x0, y0, x1, y1).unwrap());
    let line = |x: f64| Segment::new(Point::new(x, 1.0), Point::new(x, 3.0));
    // The lower level ends where the stairs begin, the upper one lies beyond and partly above it.
    let site = Site {
        levels: vec![
            Level::new(rect(0.0, 0.0, 10.0, 4.0)),
            Level { height: 3.0, ..Level::new(rect(16.0, 0.0, 26.0, 4.0)) },
        ],
        stairs: vec![Stairs {
            bottom: Landing { level: 0, line: line(10.0) },
            top: Landing { level: 1, line: line(16.0) },
            up: 0.5,
            down: 0.5,
        }],
        doors: vec![],
    };
    let mesh = NavMesh::of(&site).unwrap();
    mesh.check().unwrap();
    assert_eq!(mesh.surfaces().len(), 3);
    let start = Point::new(1.0, 2.0);
    let goal = Goal::point_in(mesh.locate_on(1, Point::new(25.0, 2.0)).unwrap(), Point::new(25.0, 2.0));
    let mut navigator = Navigator::default();
    let route = navigator.plan(&mesh, start, mesh.locate_on(0, start).unwrap(), &goal, 0.5).unwrap();
    assert!((route.length(&mesh, start, &goal, 0.2) - 24.0).abs() < 1e-9);
    let stair = mesh.locate_on(2, Point::new(13.0, 2.0)).unwrap();
    assert!((mesh.height(stair, Point::new(13.0, 2.0)) - 1.5).abs() < 1e-9);
    assert!(route.portals.iter().any(|p| p.cell == stair), "the route leads over the stairs");
}

#[test]
fn unreachable_goals_get_a_reason_and_the_nearest_place() {
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
    let mut level = Level::new(Region::from(ambulo_geom::Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap()));
    let piece = |y0: f64, y1: f64| Segment::new(Point::new(10.0, y0), Point::new(10.0, y1));
    level.walls = vec![piece(0.0, 1.0), piece(1.5, 7.0), piece(9.0, 10.0)];
    let mesh = NavMesh::of(&Site { levels: vec![level], ..Site::default() }).unwrap();
    let (a, goal) = (Point::new(5.0, 1.25), Goal::point(&mesh, Point::new(15.0, 1.25)).unwrap());
    let mut navigator = Navigator::default();
    let length = |navigator: &mut Navigator, width: f32| {
        let route = navigator.plan(&mesh, a, mesh.locate(a).unwrap(), &goal, width).unwrap();
        route.length(&mesh, a, &goal, 0.0)
    };
    assert!((length(&mut navigator, 0.44) - 10.0).abs() < 0.01);
    assert!(length(&mut navigator, 0.6) > 15.0);
    assert_eq!(navigator.classes(), vec![9, 12]);
}
