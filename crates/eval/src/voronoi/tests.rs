use super::*;
use ambulo_geom::Segment;

fn hall(w: f64, h: f64) -> Region {
    Region::from(Polygon::rectangle(0.0, 0.0, w, h).unwrap())
}

/// Numbers between 0 and 1 that look like chance.
fn chance(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[test]
fn on_a_regular_lattice_density_is_one_over_the_cell() {
    // 0.4 m by 0.5 m each: 5 people per square metre, at the walls too.
    let places: Vec<Point> =
        (0..200).map(|k| Point::new(0.2 + 0.4 * f64::from(k % 20), 0.25 + 0.5 * f64::from(k / 20))).collect();
    let mut v = Voronoi::new(&hall(8.0, 5.0), None);
    v.cells(&places);
    for i in 0..200 {
        assert!((v.density(i) - 5.0).abs() < 5.0 * 1e-12, "{i}: {}", v.density(i));
    }
    // Any area measures the same.
    let area = Polygon::from_rings(&[(1.1, 0.3), (6.7, 1.2), (5.9, 4.4), (2.3, 3.9)], &[]).unwrap();
    let stencil = Stencil::of(&area);
    let rho: f64 = (0..200).map(|i| v.size_in(i, &stencil) / v.size(i)).sum::<f64>() / area.area();
    assert!((rho - 5.0).abs() < 5.0 * 1e-12, "{rho}");
}

#[test]
fn cells_fill_the_ground_and_hold_who_is_nearest() {
    let hole: &[(f64, f64)] = &[(3.0, 3.0), (5.0, 2.5), (6.0, 5.0), (4.0, 6.0)];
    let outer = [(0.0, 0.0), (10.0, 0.0), (10.0, 7.0), (7.0, 7.0), (7.0, 9.0), (0.0, 9.0)];
    let room = Polygon::from_rings(&outer, &[hole]).unwrap();
    let mut next = chance(7);
    let mut places = Vec::new();
    while places.len() < 60 {
        let p = Point::new(10.0 * next(), 9.0 * next());
        if room.contains(p) {
            places.push(p);
        }
    }
    let mut v = Voronoi::new(&Region::from(room.clone()), None);
    v.cells(&places);
    let sum: f64 = (0..60).map(|i| v.size(i)).sum();
    // Parts that the hole or a corner cuts off from their walker are nobody's.
    assert!(sum <= room.area() * (1.0 + 1e-12) && sum > 0.97 * room.area(), "{sum} of {}", room.area());
    for _ in 0..3000 {
        let p = Point::new(10.0 * next(), 9.0 * next());
        let inside = |i: usize| {
            v.pieces(i)
                .any(|ring| (0..ring.len()).all(|k| convex::right_of(ring[k], ring[(k + 1) % ring.len()], p) <= 0.0))
        };
        let owners: Vec<usize> = (0..60).filter(|i| inside(*i)).collect();
        let nearest = (0..60).min_by(|a, b| places[*a].distance(p).total_cmp(&places[*b].distance(p))).unwrap();
        assert!(owners.iter().all(|o| *o == nearest), "{p:?}: {owners:?}, nearest {nearest}");
        assert!(room.contains(p) || owners.is_empty());
    }
}

#[test]
fn a_part_behind_a_wall_is_not_ones_own() {
    // A U: the walker in the left arm is nearest to much of the right arm, but the wall between cuts that off.
    let outer = [(0.0, 0.0), (5.0, 0.0), (5.0, 6.0), (3.0, 6.0), (3.0, 1.0), (2.0, 1.0), (2.0, 6.0), (0.0, 6.0)];
    let u = Region::from(Polygon::from_rings(&outer, &[]).unwrap());
    let mut v = Voronoi::new(&u, None);
    v.cells(&[Point::new(1.0, 5.5), Point::new(1.0, 1.5)]);
    // The upper one has what lies above y = 3.5 in its own arm only.
    assert!((v.size(0) - 5.0).abs() < 1e-12, "{}", v.size(0));
    assert!((v.size(1) - (2.0 * 3.5 + 1.0 + 2.0 * 3.5)).abs() < 1e-12, "{}", v.size(1));
}

#[test]
fn the_circle_is_a_polygon_of_twelve_corners() {
    let mut v = Voronoi::new(&hall(9.0, 9.0), Some(CutOff::new(1.0)));
    v.cells(&[Point::new(4.0, 4.0), Point::new(f64::NAN, 0.0), Point::new(0.0, 9.0)]);
    // 12 triangles of two sides 1 and 30 degrees between: 12 * sin(30) / 2 = 3.
    assert!((v.size(0) - 3.0).abs() < 1e-12 && v.size(1) == 0.0 && (v.size(2) - 0.75).abs() < 1e-12);
}

#[test]
fn people_in_a_row_at_one_place_or_off_the_ground() {
    let mut v = Voronoi::new(&hall(4.0, 1.0), None);
    v.cells(&[Point::new(0.5, 0.5), Point::new(1.5, 0.5), Point::new(2.5, 0.5), Point::new(2.5, 0.5)]);
    for (i, size) in [1.0, 1.0, 1.0, 1.0].into_iter().enumerate() {
        assert!((v.size(i) - size).abs() < 1e-12, "{i}: {}", v.size(i));
    }
    // Off the ground but beside one part of it: that part.
    v.cells(&[Point::new(-1.0, 0.5), Point::new(2.0, 0.5)]);
    assert!((v.size(0) - 0.5).abs() < 1e-12 && (v.size(1) - 3.5).abs() < 1e-12);
    // Beside two parts of it: none.
    let two = Region::new(vec![
        Polygon::rectangle(0.0, 0.0, 1.0, 1.0).unwrap(),
        Polygon::rectangle(2.0, 0.0, 3.0, 1.0).unwrap(),
    ]);
    let mut v = Voronoi::new(&two.unwrap(), None);
    v.cells(&[Point::new(1.5, 0.5)]);
    assert!(v.size(0) == 0.0 && v.density(0).is_nan() && v.pieces(0).count() == 0);
}

#[test]
fn a_line_lies_in_the_cells_it_passes_wholly_and_once() {
    // The diagonal of the hall is a side of both its triangles.
    let mut v = Voronoi::new(&hall(4.0, 4.0), None);
    let mut next = chance(3);
    let places: Vec<Point> = (0..30).map(|_| Point::new(4.0 * next(), 4.0 * next())).collect();
    v.cells(&places);
    for (a, b) in [((0.0, 0.0), (4.0, 4.0)), ((0.0, 4.0), (4.0, 0.0)), ((0.0, 1.0), (4.0, 1.0))] {
        let line = Segment::new(Point::new(a.0, a.1), Point::new(b.0, b.1));
        let sum: f64 = (0..30).filter_map(|i| v.share_of(i, line)).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{a:?} to {b:?}: {sum}");
    }
}
