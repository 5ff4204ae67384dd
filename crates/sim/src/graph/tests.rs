//! The graph against the definition, a library, and adversarial input.

use super::*;
use crate::random::{Draw, Purpose};
use ambulo_geom::{Bounds, Polygon, Region, Vec2, predicates::in_circle, predicates::orient};
use proptest::prelude::*;

fn room(w: f64, h: f64) -> NavMesh {
    NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, w, h).unwrap())).unwrap()
}

fn graph_of(threads: usize, mesh: &NavMesh, places: &[Point], rings: u8, union_radius: f32) -> Graph {
    let bodies: Vec<Body> = places.iter().map(|p| Body::new(*p, Vec2::ZERO, 0.2)).collect();
    let cells: Vec<u32> =
        places.iter().map(|p| mesh.locate(*p).unwrap_or_else(|| mesh.nearest_walkable(*p).0)).collect();
    let heights = vec![0.0; places.len()];
    let bounds =
        Bounds::of(places.iter().copied()).unwrap_or(Bounds { min: Point::new(0.0, 0.0), max: Point::new(1.0, 1.0) });
    let mut near = Neighbours::new(bounds.grown(1.0), 2.0);
    near.rebuild_alone(&bodies);
    let mut graph = Graph::new(rings, union_radius);
    let pool = Pool::new(threads);
    graph.rebuild(&pool, &bodies, &cells, &heights, mesh, &near);
    graph
}

fn pairs(graph: &Graph) -> Vec<(u32, u32)> {
    let mut pairs: Vec<_> = graph.pairs().map(|(a, b)| (a.0, b.0)).collect();
    pairs.sort_unstable();
    pairs
}

fn crowd(n: u32, seed: u64, w: f64, h: f64) -> Vec<Point> {
    let place = |k| {
        let mut draw = Draw::new(seed, k, 0, Purpose::Setup);
        Point::new(draw.unit() * w, draw.unit() * h)
    };
    (0..n).map(place).collect()
}

/// Whether some circle through two points has no other point inside: what makes a Delaunay edge.
fn is_delaunay(points: &[Point], a: usize, b: usize) -> bool {
    // Points left of the line bound the circle from one side, those right of it from the other.
    let (pa, pb) = (points[a], points[b]);
    let others = || points.iter().enumerate().filter(|(k, _)| *k != a && *k != b).map(|(_, p)| *p);
    let mut left: Option<Point> = None;
    for p in others().filter(|p| orient(pa, pb, *p) > 0.0) {
        if left.is_none_or(|l| in_circle(pa, pb, l, p) > 0.0) {
            left = Some(p);
        }
    }
    let Some(left) = left else { return true };
    others().filter(|p| orient(pa, pb, *p) < 0.0).all(|p| in_circle(pa, pb, left, p) <= 0.0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Every edge has an empty circle, and there are as many as spade finds: so none is missing.
    #[test]
    fn edges_are_those_of_the_delaunay_triangulation(seed in any::<u64>(), n in 3u32..220, lattice in any::<bool>()) {
        let mut places = crowd(n, seed, 30.0, 20.0);
        if lattice {
            // Many on a line and many on a circle.
            places.iter_mut().for_each(|p| *p = Point::new(p.x.round(), p.y.round()));
            places.sort_by(|a, b| (a.x, a.y).partial_cmp(&(b.x, b.y)).unwrap());
            places.dedup();
        }
        let graph = graph_of(1, &room(30.0, 20.0), &places, 1, 0.0);
        let pairs = pairs(&graph);
        for (a, b) in &pairs {
            prop_assert!(is_delaunay(&places, *a as usize, *b as usize), "{a} {b}");
        }
        prop_assert!(places.len() < 3 || pairs.len() <= 3 * places.len() - 6 || places.len() == 3);
        let spade = spade_edges(&places);
        prop_assert_eq!(pairs.len(), spade);
    }

    /// Parallel or not, the same lists in the same order.
    #[test]
    fn threads_do_not_matter(seed in any::<u64>(), n in 2000u32..5000) {
        let (mesh, places) = (room(100.0, 100.0), crowd(n, seed, 100.0, 100.0));
        let (one, three) = (graph_of(1, &mesh, &places, 2, 1.0), graph_of(3, &mesh, &places, 2, 1.0));
        for row in 0..n {
            prop_assert_eq!(one.of(Row(row)), three.of(Row(row)));
        }
    }
}

fn spade_edges(places: &[Point]) -> usize {
    use spade::Triangulation;
    let points = places.iter().map(|p| spade::Point2::new(p.x, p.y)).collect();
    spade::DelaunayTriangulation::<spade::Point2<f64>>::bulk_load(points).unwrap().num_undirected_edges()
}

#[test]
fn one_two_and_many_on_a_line() {
    let mesh = room(30.0, 20.0);
    assert!(pairs(&graph_of(1, &mesh, &[], 1, 0.0)).is_empty());
    assert!(pairs(&graph_of(1, &mesh, &[Point::new(1.0, 1.0)], 1, 0.0)).is_empty());
    assert_eq!(pairs(&graph_of(1, &mesh, &[Point::new(1.0, 1.0), Point::new(3.0, 1.0)], 1, 0.0)), [(0, 1)]);
    // 0, 3, 6 ... 27 out of order, on a sloping line: linked with the next on either side.
    let line: Vec<Point> =
        [3, 0, 7, 1, 9, 5, 2, 8, 6, 4].map(|k| Point::new(3.0 * f64::from(k), 2.0 * f64::from(k))).into();
    let graph = graph_of(1, &mesh, &line, 1, 0.0);
    let mut next: Vec<_> =
        pairs(&graph).into_iter().map(|(a, b)| (line[a as usize].x - line[b as usize].x).abs()).collect();
    next.dedup();
    assert_eq!((next, graph.pairs().count()), (vec![3.0], 9));
}

#[test]
fn walkers_at_one_place_see_each_other_and_the_same_others() {
    let mesh = room(30.0, 20.0);
    let places = [(5.0, 5.0), (10.0, 5.0), (5.0, 5.0), (7.0, 9.0), (5.0, 5.0)].map(|(x, y)| Point::new(x, y));
    let graph = graph_of(1, &mesh, &places, 1, 0.0);
    let of = |row| {
        let mut list = graph.of(Row(row)).to_vec();
        list.sort_unstable();
        list
    };
    assert_eq!((of(0), of(2), of(4)), (vec![1, 2, 3, 4], vec![0, 1, 3, 4], vec![0, 1, 2, 3]));
    assert_eq!((of(1), of(3)), (vec![0, 2, 3, 4], vec![0, 1, 2, 4]));
}

#[test]
fn walls_hide_and_gaps_show() {
    let wall: &[(f64, f64)] = &[(9.9, 2.0), (10.1, 2.0), (10.1, 18.0), (9.9, 18.0)];
    let hall = Polygon::from_rings(&[(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)], &[wall]).unwrap();
    let mesh = NavMesh::build(&Region::from(hall)).unwrap();
    let places = [(8.0, 10.0), (12.0, 10.0), (9.0, 1.0), (11.0, 1.0)].map(|(x, y)| Point::new(x, y));
    let graph = graph_of(1, &mesh, &places, 1, 50.0);
    assert_eq!(pairs(&graph), [(0, 2), (1, 3), (2, 3)]);
}

#[test]
fn rings_and_radius_add_who_is_further_on() {
    let mesh = room(100.0, 20.0);
    let line: Vec<Point> = (0..20).map(|k| Point::new(1.0 + f64::from(k), 5.0)).collect();
    let count = |rings, radius| graph_of(1, &mesh, &line, rings, radius).of(Row(10)).len();
    assert_eq!((count(1, 0.0), count(2, 0.0), count(3, 0.0), count(4, 0.0)), (2, 4, 6, 8));
    assert_eq!((count(1, 2.5), count(1, 5.5), count(2, 2.5)), (4, 10, 4));
}

/// The bounds of the graph: at most 3n - 6 edges, fewer than six neighbours a walker in the mean, and everybody's
/// nearest neighbour among them.
#[test]
fn the_nearest_is_always_linked_and_degrees_stay_below_six() {
    let (mesh, places) = (room(40.0, 40.0), crowd(800, 7, 40.0, 40.0));
    let graph = graph_of(1, &mesh, &places, 1, 0.0);
    let edges = graph.pairs().count();
    assert!(edges <= 3 * places.len() - 6 && (2 * edges) < 6 * places.len());
    for (i, p) in places.iter().enumerate() {
        let nearest = (0..places.len()).filter(|j| *j != i);
        let nearest = nearest.min_by(|a, b| p.distance(places[*a]).total_cmp(&p.distance(places[*b]))).unwrap();
        assert!(graph.of(Row(i as u32)).contains(&(nearest as u32)));
    }
}
