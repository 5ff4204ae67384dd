//! The paths benchmark: time to prepare a plan, and to plan a route through it.

use ambulo_geom::{Bounds, Point};
use ambulo_nav::{
    ExactPlanner, FlatPlanner, Goal, HierarchicalPlanner, MeshError, NavMesh, Planner, Roadmap, RoadmapOptions, Site,
};
use ambulo_sim::random::{Draw, Purpose};
use serde::Serialize;
use std::time::Instant;

/// How the paths benchmark is run.
///
/// ```
/// assert_eq!(ambulo_lab::PathsOptions::default().queries, 10_000);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PathsOptions {
    /// Random pairs of places.
    pub queries: usize,
    /// Of these, how many are also asked of the flat and the exact planner.
    pub compared: usize,
    /// Radius of the body [m].
    pub radius: f64,
    /// Key points as the simulation has them in a plan of this size, whatever the next two are.
    pub suited: bool,
    /// Key points on every free segment.
    pub keys: u32,
    /// Free segments longer than this have three key points or more [m].
    pub spacing: f64,
    /// Whether the hierarchical planner refines its routes, as in the simulation.
    pub refined: bool,
}

impl Default for PathsOptions {
    fn default() -> Self {
        let (queries, spacing) = (10_000, f64::INFINITY);
        Self { queries, compared: queries, radius: 0.2, suited: false, keys: 1, spacing, refined: true }
    }
}

/// What planning in a place costs, on one thread. A query finds both cells, searches, unfolds, refines and pulls taut.
///
/// ```
/// use ambulo_lab::{PathsOptions, bench_paths};
/// use ambulo::geom::{Polygon, Region};
/// let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
/// let options = PathsOptions { queries: 10, compared: 10, ..PathsOptions::default() };
/// let result = bench_paths(&hall.into(), options).unwrap();
/// assert_eq!((result.cells, result.queries), (1, 10));
/// assert!((result.length_over_optimal - 1.0).abs() < 1e-9);
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct PathsResult {
    /// Convex cells.
    pub cells: usize,
    /// Free segments between them.
    pub free_segments: usize,
    /// Levels of the abstraction above the cells.
    pub abstraction_depth: usize,
    /// Triangulation, bottlenecks and merging [ms].
    pub mesh_ms: f64,
    /// Abstraction and tables [ms].
    pub roads_ms: f64,
    /// Both together [ms].
    pub build_ms: f64,
    /// Memory of the tables [bytes].
    pub table_bytes: usize,
    /// Queries that had a route.
    pub queries: usize,
    /// Mean time of a query [us].
    pub query_mean_us: f64,
    /// Half the queries are faster [us].
    pub query_p50_us: f64,
    /// 95 in 100 are faster [us].
    pub query_p95_us: f64,
    /// 99 in 100 are faster [us].
    pub query_p99_us: f64,
    /// The slowest [us].
    pub query_worst_us: f64,
    /// Mean time of the same by flat A* [us].
    pub flat_mean_us: f64,
    /// The slowest by flat A* [us].
    pub flat_worst_us: f64,
    /// Mean time of the same by the exact planner [us].
    pub exact_mean_us: f64,
    /// Slowest flat query over slowest hierarchical one. Each is the least of three runs of the same query.
    pub worst_ratio_flat: f64,
    /// States flat A* expands over states the hierarchical planner expands, summed over all queries.
    pub expanded_ratio_flat: f64,
    /// Greatest difference of the two costs, relative: they must be equal.
    pub cost_difference: f64,
    /// Mean of length after the funnel over the shortest length.
    pub length_over_optimal: f64,
    /// 99 in 100 routes are nearer to the shortest than this.
    pub length_over_optimal_p99: f64,
    /// The worst route over the shortest.
    pub length_over_optimal_worst: f64,
}

struct Timed {
    micros: Vec<f64>,
    expanded: Vec<u32>,
    costs: Vec<f64>,
    lengths: Vec<f64>,
}

/// Runs the benchmark. Times depend on the machine and on what else runs on it; counts and ratios of lengths do not.
///
/// ```
/// use ambulo_lab::{PathsOptions, bench_paths};
/// use ambulo::geom::{Polygon, Region};
/// let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
/// assert!(bench_paths(&hall.into(), PathsOptions { queries: 3, compared: 3, ..Default::default() }).is_ok());
/// ```
pub fn bench_paths(site: &Site, options: PathsOptions) -> Result<PathsResult, MeshError> {
    Ok(bench_paths_each(site, options)?.0)
}

/// What one query cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathSample {
    /// Length of the route [m].
    pub length: f64,
    /// Time by the hierarchical and by the flat planner [us].
    pub micros: [f64; 2],
}

/// The same, with every query that was asked of both planners.
pub(crate) fn bench_paths_each(
    site: &Site,
    options: PathsOptions,
) -> Result<(PathsResult, Vec<PathSample>), MeshError> {
    let begun = Instant::now();
    let mesh = NavMesh::of(site)?;
    let mesh_ms = begun.elapsed().as_secs_f64() * 1e3;
    let begun = Instant::now();
    let width = 2.0 * options.radius;
    let PathsOptions { suited, keys, spacing, refined, .. } = options;
    let density = match suited {
        true => RoadmapOptions::suited(&mesh),
        false => RoadmapOptions { keys, spacing, ..RoadmapOptions::default() },
    };
    let roads = Roadmap::build(&mesh, width, density);
    let roads_ms = begun.elapsed().as_secs_f64() * 1e3;
    let pairs = random_pairs(&mesh, &roads, options.queries);
    let compared = &pairs[..options.compared.min(pairs.len())];
    let hierarchical = || match refined {
        true => HierarchicalPlanner::default(),
        false => HierarchicalPlanner::default().unrefined(),
    };
    let fast = ask(&mut hierarchical(), &mesh, &roads, &pairs);
    let flat = ask(&mut FlatPlanner::default(), &mesh, &roads, compared);
    let exact = ask(&mut ExactPlanner::default(), &mesh, &roads, compared);
    let mut sorted = fast.micros.clone();
    sorted.sort_by(f64::total_cmp);
    let share = |q: f64| sorted.get(((sorted.len() as f64 * q) as usize).min(sorted.len().saturating_sub(1)));
    let quantile = |q: f64| share(q).copied().unwrap_or(0.0);
    let sum = |counts: &[u32]| counts.iter().map(|c| f64::from(*c)).sum::<f64>();
    let mut over: Vec<f64> = exact.lengths.iter().zip(&fast.lengths).map(|(e, f)| f / e.max(1e-9)).collect();
    over.sort_by(f64::total_cmp);
    let differences = flat.costs.iter().zip(&fast.costs).map(|(a, b)| (a - b).abs() / a.max(1e-9));
    let worst = |planner: &mut dyn Planner, timed: &Timed| repeat_slowest(planner, &mesh, &roads, compared, timed);
    let flat_worst_us = worst(&mut FlatPlanner::default(), &flat);
    let query_worst_us = worst(&mut hierarchical(), &fast);
    let sample = |k: usize| PathSample { length: fast.lengths[k], micros: [fast.micros[k], flat.micros[k]] };
    let samples = (0..compared.len()).map(sample).collect();
    let result = PathsResult {
        cells: mesh.cells(),
        free_segments: mesh.free_segments().len(),
        abstraction_depth: roads.tree.depth(),
        mesh_ms,
        roads_ms,
        build_ms: mesh_ms + roads_ms,
        table_bytes: roads.table_bytes(),
        queries: pairs.len(),
        query_mean_us: mean(&fast.micros),
        query_p50_us: quantile(0.5),
        query_p95_us: quantile(0.95),
        query_p99_us: quantile(0.99),
        query_worst_us,
        flat_mean_us: mean(&flat.micros),
        flat_worst_us,
        exact_mean_us: mean(&exact.micros),
        worst_ratio_flat: flat_worst_us / query_worst_us.max(1e-3),
        expanded_ratio_flat: sum(&flat.expanded) / sum(&fast.expanded[..compared.len()]).max(1.0),
        cost_difference: differences.fold(0.0, f64::max),
        length_over_optimal: mean(&over),
        length_over_optimal_p99: over.get(over.len() * 99 / 100).copied().unwrap_or(1.0),
        length_over_optimal_worst: over.last().copied().unwrap_or(1.0),
    };
    Ok((result, samples))
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Pairs of places in the same part of the plan, so that there is a route.
fn random_pairs(mesh: &NavMesh, roads: &Roadmap, count: usize) -> Vec<(Point, Point)> {
    let corners = (0..mesh.cells() as u32).flat_map(|c| mesh.corners(c));
    let Some(Bounds { min, max }) = Bounds::of(corners) else { return Vec::new() };
    let mut draw = Draw::new(2004, 3, 0, Purpose::Setup);
    let mut somewhere = || Point::new(min.x + (max.x - min.x) * draw.unit(), min.y + (max.y - min.y) * draw.unit());
    let mut pairs = Vec::with_capacity(count);
    // A plan of slivers in a huge box must not hold the benchmark up for ever.
    for _ in 0..count.saturating_mul(1000) {
        if pairs.len() == count {
            break;
        }
        let (a, b) = (somewhere(), somewhere());
        let (Some(c), Some(d)) = (mesh.locate(a), mesh.locate(b)) else { continue };
        if roads.graph.component[c as usize] == roads.graph.component[d as usize] {
            pairs.push((a, b));
        }
    }
    pairs
}

fn ask(planner: &mut dyn Planner, mesh: &NavMesh, roads: &Roadmap, pairs: &[(Point, Point)]) -> Timed {
    let mut timed = Timed { micros: Vec::new(), expanded: Vec::new(), costs: Vec::new(), lengths: Vec::new() };
    for pair in pairs {
        let (micros, length) = once(planner, mesh, roads, *pair);
        timed.micros.push(micros);
        timed.lengths.push(length);
        timed.expanded.push(planner.expanded());
        timed.costs.push(planner.cost());
    }
    timed
}

fn once(planner: &mut dyn Planner, mesh: &NavMesh, roads: &Roadmap, (a, b): (Point, Point)) -> (f64, f64) {
    let begun = Instant::now();
    let points = mesh.locate(a).zip(Goal::point(mesh, b)).and_then(|(cell, goal)| {
        let route = planner.plan(mesh, roads, a, cell, &goal).ok()?;
        Some(route.taut(mesh, a, &goal, 0.0))
    });
    let micros = begun.elapsed().as_secs_f64() * 1e6;
    let length = points.map_or(0.0, |p| p.windows(2).map(|w| w[0].distance(w[1])).sum());
    (micros, length)
}

/// The slowest query, without what the machine did meanwhile: the slowest fifty are asked three times more, and each
/// counts with its fastest.
fn repeat_slowest(
    planner: &mut dyn Planner,
    mesh: &NavMesh,
    roads: &Roadmap,
    pairs: &[(Point, Point)],
    timed: &Timed,
) -> f64 {
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.sort_by(|a, b| timed.micros[*b].total_cmp(&timed.micros[*a]));
    let least = |i: &usize| (0..3).map(|_| once(planner, mesh, roads, pairs[*i]).0).fold(timed.micros[*i], f64::min);
    order.iter().take(50).map(least).fold(0.0, f64::max)
}
