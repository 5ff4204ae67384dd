//! What the paper promises of the pipeline, measured on random plans: the program's checks and the tests ask here.

use crate::testing::{Dice, pillars, rooms, somewhere};
use crate::triangles::{EdgeKind, NONE, Triangles};
use crate::{
    FlatPlanner, Goal, HierarchicalPlanner, NavMesh, Planner, Roadmap, RoadmapOptions, bottleneck, merge, outline,
    triangulate, union_find,
};
use ambulo_geom::{Point, Region, Segment};

fn triangles_of(region: &Region) -> Triangles {
    triangulate::triangulate(&outline::Outline::of(region, &[])).expect("a sound plan")
}

/// What came of putting feet of corners on walls.
#[derive(Clone, Debug, Default)]
pub struct Bottlenecks {
    /// Feet by the published rule, and with those behind free edges.
    pub feet: [usize; 2],
    /// Most feet over the product of corners and wall segments.
    pub of_bound: f64,
    /// Feet that a second pass finds.
    pub again: usize,
    /// Edges that are not Delaunay afterwards.
    pub illegal: usize,
    /// What the checks of all structures found, with the seed.
    pub faults: Vec<String>,
}

/// So many random maps, each by the published rule and with feet behind free edges.
pub fn bottlenecks(maps: u64) -> Bottlenecks {
    let mut out = Bottlenecks::default();
    for seed in 0..maps {
        let region = pillars(seed, 10.0, 2 + seed as usize % 40);
        for look_through in [false, true] {
            let mut t = triangles_of(&region);
            let bound = (t.points.len() * t.supports.len()) as f64;
            let found = bottleneck::insert_all(&mut t, look_through).len();
            out.of_bound = out.of_bound.max(found as f64 / bound);
            out.feet[usize::from(look_through)] += found;
            out.faults.extend(t.check().err().map(|e| format!("seed {seed}: {e}")));
            out.illegal += t.illegal_edges();
            out.again += bottleneck::insert_all(&mut t, look_through).len();
        }
    }
    out
}

/// Result of merging triangles into cells.
#[derive(Clone, Debug, Default)]
pub struct MergedCells {
    /// How many there are.
    pub cells: usize,
    /// How far the widest corner is beyond a straight one [rad].
    pub beyond_straight: f64,
    /// Greatest relative difference of the sum of areas from the plan's.
    pub area: f64,
    /// Free edges that could still go.
    pub could_go: usize,
    /// What the checks of all structures found, with the seed.
    pub faults: Vec<String>,
}

/// So many random maps with pillars, and an eighth as many with rooms and thin walls.
pub fn cells(maps: u64) -> MergedCells {
    let mut out = MergedCells::default();
    for seed in 0..maps {
        let region = pillars(seed, 10.0, 2 + seed as usize % 40);
        let mesh = NavMesh::build(&region).expect("a sound plan");
        out.area = out.area.max((mesh.area() - region.area()).abs() / region.area());
        out.look(&mesh, seed);
        let mut t = triangles_of(&region);
        bottleneck::insert_all(&mut t, true);
        let loops = merge::merge(&t);
        out.could_go += (0..t.tail.len() as u32)
            .filter(|h| t.kind[*h as usize] == EdgeKind::Free && !loops.is_gone(*h) && loops.may_drop(&t, *h))
            .count();
    }
    for seed in 0..maps.div_ceil(8) {
        let mesh = NavMesh::of(&rooms(seed, 2 + seed as usize % 4, 4.0)).expect("a sound plan");
        out.look(&mesh, seed);
    }
    out
}

impl MergedCells {
    fn look(&mut self, mesh: &NavMesh, seed: u64) {
        self.faults.extend(mesh.check().err().map(|e| format!("seed {seed}: {e}")));
        self.cells += mesh.cells();
        for cell in 0..mesh.cells() as u32 {
            let corners: Vec<Point> = mesh.corners(cell).collect();
            let n = corners.len();
            for k in 0..n {
                let (a, b, c) = (corners[(k + n - 1) % n], corners[k], corners[(k + 1) % n]);
                let (u, v) = ((b.x - a.x, b.y - a.y), (c.x - b.x, c.y - b.y));
                let sine = (u.0 * v.1 - u.1 * v.0) / (a.distance(b) * b.distance(c)).max(f64::MIN_POSITIVE);
                // Corners run counter-clockwise: a right turn is one beyond straight, and its sine the angle.
                self.beyond_straight = self.beyond_straight.max(-sine);
            }
        }
    }
}

/// For every pair asked for, the width at which they become connected when links open from wide to narrow.
fn widest(n: usize, mut links: Vec<(f64, usize, usize)>, pairs: &[(usize, usize)]) -> Vec<f64> {
    links.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut union_find = union_find::UnionFind::new(n);
    let mut widths: Vec<f64> = pairs.iter().map(|(a, b)| if a == b { f64::INFINITY } else { 0.0 }).collect();
    let mut waiting: Vec<usize> = (0..pairs.len()).filter(|i| widths[*i] == 0.0).collect();
    for (width, a, b) in links {
        if !union_find.join(a as u32, b as u32) {
            continue;
        }
        waiting.retain(|&i| {
            let joined = union_find.find(pairs[i].0 as u32) == union_find.find(pairs[i].1 as u32);
            if joined {
                widths[i] = width;
            }
            !joined
        });
    }
    widths
}

/// Widths by cells beside widths by a grid.
#[derive(Clone, Debug, Default)]
pub struct Widths {
    /// Pairs of places asked about.
    pub asked: usize,
    /// Pairs whose widest passage differs by more than 3 cm, in words.
    pub wrong: Vec<String>,
    /// Greatest difference [m].
    pub worst: f64,
}

/// For bodies of every width at once, on so many random maps: whether cells say that two places are joined exactly when a grid
/// of centimetres does. The grid knows a width to a centimetre or two, and so does the comparison.
pub fn widths(maps: u64) -> Widths {
    const STEP: f64 = 0.01;
    let mut out = Widths::default();
    for seed in 0..maps {
        let side = 4.0;
        let region = pillars(seed, side, 6 + seed as usize % 18);
        let mesh = NavMesh::build(&region).expect("a sound plan");
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
        let cell = |k: usize| mesh.locate(at(k)).expect("clear of walls") as usize;
        let cells: Vec<(usize, usize)> = pairs.iter().map(|(a, b)| (cell(*a), cell(*b))).collect();
        let gates = mesh.free_segments().iter().map(|s| (s.width, s.cells[0] as usize, s.cells[1] as usize));
        let by_cells = widest(mesh.cells(), gates.collect(), &cells);
        for (i, (a, b)) in pairs.iter().enumerate() {
            out.asked += 1;
            let own = 2.0 * clearance[*a].min(clearance[*b]);
            let (grid, cells) = (by_grid[i].min(own), by_cells[i].min(own));
            out.worst = out.worst.max((grid - cells).abs());
            if (grid - cells).abs() > 0.03 {
                out.wrong.push(format!("seed {seed}, {} to {}: grid {grid:.3}, cells {cells:.3}", at(*a), at(*b)));
            }
        }
    }
    out
}

/// Hierarchical costs beside flat ones.
#[derive(Clone, Debug, Default)]
pub struct Costs {
    /// Queries.
    pub asked: usize,
    /// Of these, how many had a route.
    pub found: usize,
    /// Greatest relative difference of the two costs.
    pub worst: f64,
    /// Routes that are not connected, and queries answered by one planner only, in words.
    pub faults: Vec<String>,
}

impl Costs {
    /// Asks both planners for routes between random places of a square of `side` metres.
    pub(crate) fn ask(&mut self, mesh: &NavMesh, roads: &Roadmap, dice: &mut Dice, side: f64, queries: usize) {
        let (mut fast, mut plain) = (HierarchicalPlanner::default(), FlatPlanner::default());
        for q in 0..queries {
            self.asked += 1;
            let ((a, cell), (b, end)) = (somewhere(mesh, dice, side), somewhere(mesh, dice, side));
            let goal = Goal::point_in(end, b);
            let routes = (fast.plan(mesh, roads, a, cell, &goal), plain.plan(mesh, roads, a, cell, &goal));
            let mut fault = |what: &str| self.faults.push(format!("query {q} from {a} to {b}: {what}"));
            match routes {
                (Ok(route), Ok(_)) => {
                    self.found += 1;
                    let (x, y) = (fast.cost(), plain.cost());
                    self.worst = self.worst.max((x - y).abs() / y.max(1.0));
                    let mut at = cell;
                    for p in &route.portals {
                        if p.cell != at {
                            fault("the portals do not follow each other");
                        }
                        at = mesh.across(p.cell, p.edge as usize);
                        if at == NONE {
                            fault("through a wall");
                            break;
                        }
                    }
                    if at != end {
                        fault("it ends elsewhere");
                    }
                    if route.length(mesh, a, &goal, 0.0) > x + 1e-9 {
                        fault("pulled taut it is longer");
                    }
                }
                (Err(x), Err(y)) if x.reason == y.reason => {}
                (x, y) => fault(&format!("{:?} against {:?}", x.map(|_| ()), y.map(|_| ()))),
            }
        }
    }
}

/// So many random maps with 250 pillars, 250 queries each; one to three key points, three widths of body.
pub fn costs(maps: u64) -> Costs {
    let mut out = Costs::default();
    for seed in 0..maps {
        let region = pillars(seed, 30.0, 250);
        let mesh = NavMesh::build(&region).expect("a sound plan");
        // Tables that must look for their hops too.
        let options = RoadmapOptions {
            keys: 1 + seed as u32 % 3,
            // Half of the time with more on long segments.
            spacing: if seed % 2 == 1 { 2.0 } else { f64::INFINITY },
            hop_limit: if seed % 4 == 3 { 50 } else { 1 << 16 },
        };
        let width = [0.0, 0.45, 0.9][seed as usize / 3 % 3];
        let roads = Roadmap::build(&mesh, width, options);
        out.ask(&mesh, &roads, &mut Dice::new(seed + 500), 30.0, 250);
    }
    out
}
