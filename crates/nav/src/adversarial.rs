//! Two thousand plans nobody would draw: overlapping shapes, needles, walls that repeat, cross and touch. Whatever the
//! repair lets through must become a sound mesh on which all planners agree.

use crate::testing::Dice;
use crate::*;
use ambulo_geom::repair::{Repair, Shape, ShapeRole, Soup, repair};
use ambulo_geom::{Point, Region, Segment};
use proptest::prelude::*;

fn soups() -> impl Strategy<Value = Soup> {
    // Whole metres make coincidences, millimetres near misses, anything else the rest.
    let place = prop_oneof![
        (-8i32..8, -8i32..8).prop_map(|(x, y)| Point::new(f64::from(x), f64::from(y))),
        (0i32..30, 0i32..30).prop_map(|(x, y)| Point::new(f64::from(x) * 0.0017, f64::from(y) * 0.0013)),
        (-9.0f64..9.0, -9.0f64..9.0).prop_map(|(x, y)| Point::new(x, y)),
    ];
    let ring = prop::collection::vec(place.clone(), 3..9);
    let wall = (place.clone(), place).prop_map(|(a, b)| Segment::new(a, b));
    (prop::collection::vec(ring, 0..6), prop::collection::vec(wall, 0..16)).prop_map(|(rings, walls)| {
        let mut soup = Soup::default();
        let yard = [(-10.0, -10.0), (10.0, -10.0), (10.0, 10.0), (-10.0, 10.0)].map(|(x, y)| Point::new(x, y));
        soup.shapes.push(Shape::new(ShapeRole::Ground, yard.to_vec(), "the yard"));
        for (i, ring) in rings.into_iter().enumerate() {
            soup.shapes.push(Shape::new(ShapeRole::Solid, ring, format!("shape {i}")));
        }
        for (i, wall) in walls.into_iter().enumerate() {
            soup.wall(wall, format!("wall {i}"));
        }
        soup
    })
}

fn planners_agree(mesh: &NavMesh, region: &Region, width: f64) -> Result<(), TestCaseError> {
    let roads = Roadmap::build(mesh, width, RoadmapOptions::default());
    let (mut fast, mut plain, mut exact) =
        (HierarchicalPlanner::default(), FlatPlanner::default(), ExactPlanner::default());
    // Far more than any of these plans needs: a search in circles shows as a failure, not as a full memory.
    exact.set_budget(20_000);
    let mut dice = Dice::new(5);
    for _ in 0..8 {
        let mut place = || Point::new(dice.between(-10.0, 10.0), dice.between(-10.0, 10.0));
        let (a, b) = (place(), place());
        let (Some(cell), Some(goal)) = (mesh.locate(a), Goal::point(mesh, b)) else {
            let inside = |p: Point| region.contains(p) && region.distance_to_border(p) > 1e-9;
            prop_assert!(!inside(a) || !inside(b), "a place on the plan has no cell");
            continue;
        };
        let routes = (
            fast.plan(mesh, &roads, a, cell, &goal),
            plain.plan(mesh, &roads, a, cell, &goal),
            exact.plan(mesh, &roads, a, cell, &goal),
        );
        match routes {
            (Ok(route), Ok(_), Ok(_)) => {
                prop_assert!((fast.cost() - plain.cost()).abs() < 1e-9 * fast.cost().max(1.0));
                let length = route.length(mesh, a, &goal, 0.0);
                prop_assert!(exact.cost() <= length + 1e-6, "{} is longer than {length}", exact.cost());
            }
            (Err(_), Err(_), Err(_)) => {}
            (x, y, z) => prop_assert!(false, "{} {} {}", x.is_ok(), y.is_ok(), z.is_ok()),
        }
    }
    Ok(())
}

/// Two thousand, or as many as the usual variable says.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(2000)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn any_repaired_plan_becomes_a_sound_mesh(soup in soups(), width in 0.0f64..1.0) {
        let Ok(repaired) = repair(&soup, &Repair::default()) else { return Ok(()) };
        let level = Level { region: repaired.walkable.clone(), walls: repaired.walls.clone(), height: 0.0 };
        let mesh = match NavMesh::of(&Site { levels: vec![level], ..Site::default() }) {
            Ok(mesh) => mesh,
            Err(e) => return Err(TestCaseError::fail(e.to_string())),
        };
        prop_assert_eq!(mesh.check(), Ok(()));
        let area = repaired.walkable.area();
        prop_assert!((mesh.area() - area).abs() < 1e-9 * area.max(1.0), "{} against {area}", mesh.area());
        planners_agree(&mesh, &repaired.walkable, width)?;
    }
}

/// A wall that a needle crosses: its corner and the next one lie in one line of sight but for a micrometre, and only the first can be
/// turned at.
#[test]
fn the_shortest_route_turns_at_the_corner_before_one_in_line() {
    let p = Point::new;
    let mut soup = Soup::default();
    let mut shape = |role, ring: &[Point], label: &str| soup.shapes.push(Shape::new(role, ring.to_vec(), label));
    shape(ShapeRole::Ground, &[p(-10.0, -10.0), p(10.0, -10.0), p(10.0, 10.0), p(-10.0, 10.0)], "the yard");
    let needle =
        [p(0.044199999999999996, 0.0351), p(0.033999999999999996, 0.0247), p(6.2738260265058425, 6.154233294205149)];
    shape(ShapeRole::Solid, &needle, "shape 0");
    shape(ShapeRole::Solid, &[p(0.0, 0.0), p(0.0, -1.0), p(-0.18088168921509024, 4.75203034446516)], "shape 1");
    soup.wall(Segment::new(p(5.0, 2.0), p(-2.0, 6.0)), "wall 0");
    soup.wall(Segment::new(p(7.518615324307298, 0.0), p(6.253675465054476, 8.524004015857003)), "wall 1");
    soup.wall(Segment::new(p(0.0, 0.0), p(0.0, -6.1572826101817295)), "wall 2");
    let repaired = repair(&soup, &Repair::default()).unwrap();
    let level = Level { region: repaired.walkable.clone(), walls: repaired.walls.clone(), height: 0.0 };
    let mesh = NavMesh::of(&Site { levels: vec![level], ..Site::default() }).unwrap();
    planners_agree(&mesh, &repaired.walkable, 0.9920814321036924).unwrap();
}
