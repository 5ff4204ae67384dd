//! Routes through a city: our hierarchical planner, flat A* on the same road map and our exact planner beside
//! `polyanya`, all on one thread, in one run, query by query in turn.
//!
//! Usage: cargo run --release [-- FILE.wkt [QUERIES]]. Without a file the generated city. The file holds one POLYGON
//! with holes (`ambulo plan show FILE --wkt OUT` writes it).

use ambulo_geom::{Point, Polygon, Region};
use ambulo_nav::{
    ExactPlanner, FlatPlanner, Goal, HierarchicalPlanner, NavMesh, Planner, Roadmap, RoadmapOptions, generated_city,
};
use glam::Vec2;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (name, region) = match args.first().map(String::as_str) {
        None | Some("city") => ("generated city".to_string(), generated_city()),
        Some(file) => (file.to_string(), read(file)),
    };
    let queries = args.get(1).and_then(|n| n.parse().ok()).unwrap_or(10_000);
    println!("{name}: {} holes, {:.0} m2", region.polygons()[0].holes().count(), region.area());

    let begun = Instant::now();
    let mesh = NavMesh::build(&region).expect("a valid plan");
    let roads = Roadmap::build(&mesh, 0.4, RoadmapOptions::default());
    let ours_build = begun.elapsed().as_secs_f64() * 1e3;

    let begun = Instant::now();
    let polygon = &region.polygons()[0];
    let vec = |p: &Point| Vec2::new(p.x as f32, p.y as f32);
    let outer: Vec<Vec2> = polygon.outer().iter().map(vec).collect();
    let mut triangulation = polyanya::Triangulation::from_outer_edges(&outer);
    triangulation.add_obstacles(polygon.holes().map(|h| h.iter().map(vec).collect::<Vec<_>>()));
    let mut peer = triangulation.as_navmesh();
    peer.merge_polygons();
    peer.bake();
    let peer_build = begun.elapsed().as_secs_f64() * 1e3;

    let pairs = pairs(&mesh, &roads, &region, queries);
    let mut planners: Vec<Box<dyn Planner>> = vec![
        Box::new(HierarchicalPlanner::default()),
        Box::new(FlatPlanner::default()),
        Box::new(ExactPlanner::default()),
    ];
    let mut micros: Vec<Vec<f64>> = vec![Vec::new(); 4];
    let mut lengths: Vec<Vec<f64>> = vec![Vec::new(); 4];
    let mut unanswered = 0;
    for &(a, b) in &pairs {
        let begun = Instant::now();
        let path = peer.path(vec(&a), vec(&b));
        let taken = begun.elapsed().as_secs_f64() * 1e6;
        let Some(path) = path else {
            unanswered += 1;
            continue;
        };
        micros[3].push(taken);
        lengths[3].push(f64::from(path.length));
        for (i, planner) in planners.iter_mut().enumerate() {
            let begun = Instant::now();
            let cell = mesh.locate(a).expect("a place inside");
            let goal = Goal::point(&mesh, b).expect("a place inside");
            let route = planner.plan(&mesh, &roads, a, cell, &goal).expect("a route");
            let points = route.taut(&mesh, a, &goal, 0.0);
            micros[i].push(begun.elapsed().as_secs_f64() * 1e6);
            lengths[i].push(points.windows(2).map(|w| w[0].distance(w[1])).sum());
        }
    }
    println!("{} queries; {unanswered} that polyanya had no answer to are left out", lengths[0].len());
    println!("build: ambulo {ours_build:.0} ms (cells, abstraction, tables), polyanya {peer_build:.0} ms");
    println!("planner,mean_us,p50_us,p95_us,p99_us,worst_us,mean_over_ours,length_over_shortest_mean,worst_length");
    let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len().max(1) as f64;
    for (i, name) in ["ambulo hierarchical", "ambulo flat A*", "ambulo exact", "polyanya 0.18"].iter().enumerate() {
        let mut sorted = micros[i].clone();
        sorted.sort_by(f64::total_cmp);
        let at = |q: f64| sorted[((sorted.len() as f64 * q) as usize).min(sorted.len() - 1)];
        let over: Vec<f64> = lengths[i].iter().zip(&lengths[2]).map(|(l, best)| l / best.max(1e-9)).collect();
        println!(
            "{name},{:.1},{:.1},{:.1},{:.1},{:.1},{:.2},{:.5},{:.4}",
            mean(&micros[i]),
            at(0.5),
            at(0.95),
            at(0.99),
            at(1.0),
            mean(&micros[i]) / mean(&micros[0]),
            mean(&over),
            over.iter().copied().fold(0.0, f64::max)
        );
    }
}

/// Random pairs of places in the same part of the plan.
fn pairs(mesh: &NavMesh, roads: &Roadmap, region: &Region, count: usize) -> Vec<(Point, Point)> {
    let b = region.bounds().expect("a plan");
    let mut state = 2004u64;
    let mut unit = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut pairs = Vec::new();
    while pairs.len() < count {
        let mut place = || Point::new(b.min.x + b.width() * unit(), b.min.y + b.height() * unit());
        let (p, q) = (place(), place());
        if let (Some(c), Some(d)) = (mesh.locate(p), mesh.locate(q))
            && roads.graph.component[c as usize] == roads.graph.component[d as usize]
        {
            pairs.push((p, q));
        }
    }
    pairs
}

/// The polygon of a WKT file with the largest area.
fn read(file: &str) -> Region {
    let text = std::fs::read_to_string(file).expect("a WKT file");
    let polygons = text.split(")),").map(|polygon| {
        let mut rings = polygon.split("),").map(|ring| {
            let numbers = ring.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '(' || c.is_whitespace());
            numbers
                .trim_end_matches(|c: char| c == ')' || c.is_whitespace())
                .split(',')
                .map(|pair| {
                    let mut xy = pair.split_whitespace().map(|n| n.parse::<f64>().expect("a number"));
                    Point::new(xy.next().expect("x"), xy.next().expect("y"))
                })
                .collect::<Vec<_>>()
        });
        Polygon::new(rings.next().expect("an outer ring"), rings.collect()).expect("a valid polygon")
    });
    let largest = polygons.max_by(|a, b| a.area().total_cmp(&b.area())).expect("a polygon");
    Region::from(largest)
}
