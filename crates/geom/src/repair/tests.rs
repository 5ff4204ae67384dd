use super::*;
use proptest::prelude::*;

fn p(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

fn rect(x0: f64, y0: f64, x1: f64, y1: f64) -> Vec<Point> {
    vec![p(x0, y0), p(x1, y0), p(x1, y1), p(x0, y1)]
}

fn walls(lines: &[[f64; 4]]) -> Soup {
    let mut soup = Soup::default();
    soup.shapes.push(Shape::new(ShapeRole::Frame, rect(-20.0, -20.0, 40.0, 40.0), "the frame"));
    for (i, [x0, y0, x1, y1]) in lines.iter().enumerate() {
        soup.wall(Segment::new(p(*x0, *y0), p(*x1, *y1)), format!("line {}", i + 1));
    }
    soup
}

const ROOM: [[f64; 4]; 4] = [[0.0, 0.0, 8.0, 0.0], [8.0, 0.0, 8.0, 5.0], [8.0, 5.0, 0.0, 5.0], [0.0, 5.0, 0.0, 0.0]];

fn count(repaired: &Repaired, kind: FindingKind) -> usize {
    repaired.findings.iter().filter(|f| f.kind == kind).count()
}

#[test]
fn four_lines_are_a_room() {
    let repaired = repair(&walls(&ROOM), &Repair { choose: Choose::Largest, ..Repair::default() }).unwrap();
    assert_eq!((repaired.walkable.area(), repaired.walls.len()), (40.0, 0));
    assert_eq!(count(&repaired, FindingKind::Guessed), 1);
    let seen = Repair { choose: Choose::SeenFrom(p(1.0, 1.0)), ..Repair::default() };
    assert_eq!(repair(&walls(&ROOM), &seen).unwrap().walkable, repaired.walkable);
}

#[test]
fn lines_that_overshoot_repeat_and_overlap_are_still_a_room() {
    let lines = [
        [-0.5, 0.0, 8.5, 0.0],
        [8.0, -0.5, 8.0, 5.3],
        [8.4, 5.0, 0.0, 5.0],
        [0.0, 5.0, 0.0, 0.0],
        [0.0, 5.0, 0.0, 0.0],
        [2.0, 5.0, 6.0, 5.0],
        [3.0, 3.0, 3.0, 3.0],
    ];
    let repaired = repair(&walls(&lines), &Repair { choose: Choose::Largest, ..Repair::default() }).unwrap();
    assert_eq!(repaired.walkable.area(), 40.0);
    assert_eq!(repaired.walkable.polygons()[0].outer().len(), 4);
    assert!(count(&repaired, FindingKind::Duplicate) >= 2 && count(&repaired, FindingKind::Split) >= 3);
    assert_eq!(count(&repaired, FindingKind::Empty), 1);
}

#[test]
fn gaps_are_closed_only_when_asked_and_reported_otherwise() {
    let mut lines = ROOM;
    lines[1] = [8.0, 0.0, 8.0, 4.9];
    let largest = Repair { choose: Choose::Largest, ..Repair::default() };
    let error = repair(&walls(&lines), &largest).unwrap_err();
    assert!(error.to_string().contains("the narrowest gap is 0.100 m, at (8, 4.9)"), "{error}");
    let closed = repair(&walls(&lines), &Repair { close_gaps: Some(0.15), ..largest }).unwrap();
    assert_eq!((closed.walkable.area(), count(&closed, FindingKind::GapClosed)), (40.0, 1));
    let seen = Repair { choose: Choose::SeenFrom(p(1.0, 1.0)), ..Repair::default() };
    let open = repair(&walls(&lines), &seen).unwrap();
    assert_eq!(count(&open, FindingKind::OpenBoundary), 1);
    assert!(count(&open, FindingKind::GapLeft) >= 1, "{:?}", open.findings);
}

#[test]
fn a_screen_in_a_room_stays_as_a_thin_wall() {
    let mut lines = ROOM.to_vec();
    lines.extend([[4.0, 0.0, 4.0, 2.0], [4.0, 2.0, 4.0, 3.0], [4.0, 3.0, 5.0, 3.0]]);
    let repaired = repair(&walls(&lines), &Repair { choose: Choose::Largest, ..Repair::default() }).unwrap();
    assert_eq!(repaired.walls, [Segment::new(p(4.0, 0.0), p(4.0, 3.0)), Segment::new(p(4.0, 3.0), p(5.0, 3.0))]);
    assert_eq!(count(&repaired, FindingKind::Dangling), 1);
}

#[test]
fn a_seed_in_a_solid_gets_a_remedy() {
    let mut soup = walls(&ROOM);
    soup.shapes.push(Shape::new(ShapeRole::Solid, rect(3.0, 1.0, 5.0, 3.0), "a block"));
    let error = repair(&soup, &Repair { choose: Choose::SeenFrom(p(4.8, 2.0)), ..Repair::default() }).unwrap_err();
    assert!(error.to_string().contains("the nearest place one can walk is (5.5, 2)"), "{error}");
}

#[test]
fn ground_that_crosses_itself_names_both_edges() {
    let mut soup = Soup::default();
    soup.shapes.push(Shape::new(
        ShapeRole::Ground,
        vec![p(0.0, 0.0), p(4.0, 4.0), p(4.0, 0.0), p(0.0, 4.0)],
        "feature 3",
    ));
    let error = repair(&soup, &Repair::default()).unwrap_err().to_string();
    assert_eq!(
        error,
        "the outline of feature 3 crosses itself at (2, 2): its edge from (0, 0) to (4, 4) meets the one from (4, 0) \
         to (0, 4)"
    );
    soup.shapes[0].role = ShapeRole::Solid;
    soup.shapes.push(Shape::new(ShapeRole::Ground, rect(-1.0, -1.0, 5.0, 5.0), "the yard"));
    let repaired = repair(&soup, &Repair::default()).unwrap();
    assert_eq!((repaired.walkable.area(), count(&repaired, FindingKind::SelfCrossing)), (28.0, 1));
}

#[test]
fn holes_islands_and_touching_corners_come_out() {
    let mut soup = Soup::default();
    soup.shapes.push(Shape::new(ShapeRole::Ground, rect(0.0, 0.0, 20.0, 20.0), "the yard"));
    let court = Shape {
        role: ShapeRole::Solid,
        rings: vec![rect(2.0, 2.0, 10.0, 10.0), rect(4.0, 4.0, 8.0, 8.0)],
        label: "block".into(),
    };
    soup.shapes.push(court);
    soup.shapes.push(Shape::new(ShapeRole::Solid, rect(10.0, 10.0, 12.0, 12.0), "kiosk"));
    soup.shapes.push(Shape::new(ShapeRole::Solid, rect(5.0, 5.0, 6.0, 6.0), "fountain"));
    let repaired = repair(&soup, &Repair::default()).unwrap();
    assert_eq!(repaired.walkable.area(), 400.0 - 48.0 - 4.0 - 1.0);
    assert_eq!(repaired.walkable.polygons().len(), 2);
    assert_eq!(count(&repaired, FindingKind::Touching), 1);
}

#[test]
fn slivers_between_neighbours_vanish() {
    let mut soup = Soup::default();
    soup.shapes.push(Shape::new(ShapeRole::Ground, rect(0.0, 0.0, 20.0, 20.0), "the yard"));
    soup.shapes.push(Shape::new(ShapeRole::Solid, rect(2.0, 2.0, 5.0, 9.0), "house 1"));
    let bent = vec![p(5.0, 2.0), p(9.0, 2.0), p(9.0, 9.0), p(5.0, 9.0), p(5.001, 5.5)];
    soup.shapes.push(Shape::new(ShapeRole::Solid, bent, "house 2"));
    let repaired = repair(&soup, &Repair::default()).unwrap();
    assert_eq!(count(&repaired, FindingKind::Sliver), 1);
    assert_eq!(repaired.walkable.polygons()[0].holes().count(), 1);
}

#[test]
fn fifty_thousand_lines_are_repaired() {
    let mut soup = Soup::default();
    soup.shapes.push(Shape::new(ShapeRole::Ground, rect(-1.0, -1.0, 1001.0, 1001.0), "the yard"));
    for i in 0..12_500u32 {
        let (x, y) = (f64::from(i % 112) * 8.9 + 0.1, f64::from(i / 112) * 8.9 + 0.2);
        let turned = f64::from(i % 7) * 0.3;
        let ring = vec![p(x, y), p(x + 6.0, y + turned), p(x + 6.5 + turned, y + 6.0), p(x - turned, y + 9.1)];
        soup.shapes.push(Shape::new(ShapeRole::Solid, ring, format!("house {i}")));
    }
    let repaired = repair(&soup, &Repair::default()).unwrap();
    assert!(repaired.walkable.area() > 1000.0);
}

/// A house of two rooms with an opening between them and one to the outside.
#[test]
fn a_door_between_rooms_is_open_and_a_door_to_the_outside_is_shut() {
    let house = [
        [0.0, 0.0, 2.0, 0.0],
        [3.0, 0.0, 8.0, 0.0],
        [8.0, 0.0, 8.0, 5.0],
        [8.0, 5.0, 0.0, 5.0],
        [0.0, 5.0, 0.0, 0.0],
        [4.0, 0.0, 4.0, 2.0],
        [4.0, 3.0, 4.0, 5.0],
    ];
    let largest = Repair { choose: Choose::Largest, ..Repair::default() };
    let mut soup = walls(&house);
    assert!(matches!(repair(&soup, &largest), Err(RepairError::NothingEnclosed { .. })));
    soup.doors.push(Segment::new(p(2.0, 0.0), p(3.0, 0.0)));
    soup.doors.push(Segment::new(p(4.0, 2.0), p(4.0, 3.0)));
    let repaired = repair(&soup, &largest).unwrap();
    assert_eq!((repaired.walkable.area(), repaired.enclosed, repaired.walls.len()), (40.0, 40.0, 2));
    // A wall on the line of a door stays one.
    soup.wall(Segment::new(p(4.0, 2.0), p(4.0, 3.0)), "a shut door");
    let shut = repair(&soup, &largest).unwrap();
    assert_eq!((shut.walkable.area(), shut.enclosed), (20.0, 40.0));
}

fn soups() -> impl Strategy<Value = Soup> {
    // A coarse lattice makes coincidences, a fine one makes near misses.
    let place = prop_oneof![
        (0i32..8, 0i32..8).prop_map(|(x, y)| p(f64::from(x), f64::from(y))),
        (0i32..40, 0i32..40).prop_map(|(x, y)| p(f64::from(x) * 0.0013, f64::from(y) * 0.0011)),
        (-9.0f64..9.0, -9.0f64..9.0).prop_map(|(x, y)| p(x, y)),
    ];
    let ring = prop::collection::vec(place.clone(), 0..7);
    let shape = (ring.clone(), prop::option::of(ring)).prop_map(|(outline, hole)| Shape {
        role: ShapeRole::Solid,
        rings: std::iter::once(outline).chain(hole).collect(),
        label: "a shape".into(),
    });
    let wall = (place.clone(), place).prop_map(|(a, b)| Segment::new(a, b));
    let doors = prop::collection::vec(wall.clone(), 0..4);
    (prop::collection::vec(shape, 0..5), prop::collection::vec(wall, 0..14), doors).prop_map(
        |(shapes, walls, doors)| {
            let mut soup = Soup { shapes, doors, ..Soup::default() };
            soup.shapes.push(Shape::new(ShapeRole::Ground, rect(-10.0, -10.0, 10.0, 10.0), "the frame"));
            for (i, wall) in walls.into_iter().enumerate() {
                soup.wall(wall, format!("line {i}"));
            }
            soup
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_soup_becomes_a_valid_plan_that_stays_as_it_is(soup in soups(), close in prop::option::of(0.01f64..1.0), seen in any::<bool>()) {
        let choose = if seen { Choose::SeenFrom(p(-9.5, -9.5)) } else { Choose::Ground };
        let repaired = match repair(&soup, &Repair { choose, close_gaps: close, straighten: false }) {
            Ok(repaired) => repaired,
            // The seed may be walled in, or in something solid.
            Err(RepairError::SeedBlocked { .. } | RepairError::NothingWalkable) => return Ok(()),
            Err(other) => return Err(TestCaseError::fail(other.to_string())),
        };
        prop_assert!(repaired.walkable.area() <= 400.0 + 1e-9);
        let again = repair(&as_soup(&repaired.walkable, &repaired.walls), &Repair::default()).unwrap();
        prop_assert_eq!(&again.walkable, &repaired.walkable);
        prop_assert_eq!(&again.walls, &repaired.walls);
        let changes: Vec<_> = again.findings.iter().filter(|f| f.severity == Severity::Change).collect();
        prop_assert!(changes.is_empty(), "{changes:?}");
    }

    #[test]
    fn what_is_open_is_what_was_drawn(soup in soups(), x in -9.9f64..9.9, y in -9.9f64..9.9) {
        let Ok(repaired) = repair(&soup, &Repair::default()) else { return Ok(()) };
        let at = p(x, y);
        let near = |ring: &[Point]| crate::polygon::ring_edges(ring).any(|e| e.distance(at) < 0.01);
        prop_assume!(!soup.shapes.iter().any(|s| s.rings.iter().any(|r| near(r))));
        prop_assume!(repaired.walkable.distance_to_border(at) > 0.01);
        let winding = |ring: &[Point]| -> i32 {
            crate::polygon::ring_edges(ring).map(|e| {
                let side = crate::predicates::orient(e.a, e.b, at);
                i32::from(e.a.y <= at.y && e.b.y > at.y && side > 0.0) - i32::from(e.b.y <= at.y && e.a.y > at.y && side < 0.0)
            }).sum()
        };
        let covered = soup.shapes.iter().any(|s| {
            s.role == ShapeRole::Solid && winding(&s.rings[0]) != 0 && s.rings[1..].iter().all(|r| winding(r) == 0)
        });
        prop_assert_eq!(repaired.walkable.contains(at), !covered);
    }
}

#[test]
fn water_is_no_ground_but_bridges_lead_over_it_and_over_walls_below() {
    let mut soup = Soup::default();
    soup.shapes.push(Shape::new(ShapeRole::Ground, rect(0.0, 0.0, 30.0, 10.0), "the town"));
    soup.shapes.push(Shape::new(ShapeRole::Water, rect(10.0, -5.0, 20.0, 15.0), "the river"));
    let repaired = repair(&soup, &Repair::default()).unwrap();
    assert_eq!((repaired.walkable.area(), repaired.walkable.polygons().len()), (200.0, 2));
    soup.shapes.push(Shape::new(ShapeRole::Bridge, rect(9.0, 4.0, 21.0, 6.0), "the bridge"));
    soup.wall(Segment::new(p(10.0, 0.0), p(10.0, 10.0)), "the quay");
    let repaired = repair(&soup, &Repair::default()).unwrap();
    assert_eq!((repaired.walkable.area(), repaired.walkable.polygons().len()), (220.0, 1));
    assert!(repaired.walls.is_empty(), "{:?}", repaired.walls);
}
