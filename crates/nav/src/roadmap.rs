//! The road map of one width class: key points on free segments, and for every node of the abstraction the shortest
//! paths between the key points around it, computed once.
//!
//! A cell's table holds straight lines. A bigger node's table comes from its children's: their tables are put into one
//! matrix and the key points that lie inside are taken as waypoints one after the other (Floyd-Warshall), which leaves
//! the shortest paths between those on the boundary. Waypoints on the boundary need not be tried: such a path would
//! stay in one child, whose table has it already. Beside each cost stands the first hop, so that a path through a big
//! node unfolds into hops through its children without any search; a node whose table would outgrow the limit keeps
//! costs only and finds its hops when asked. Costs are the same in both directions; they are kept for both all the
//! same, because a search reads whole rows.

use crate::landmarks::Landmarks;
use crate::triangles::NONE;
use crate::{Abstraction, CellGraph, NavMesh, fans};
use ambulo_geom::Point;

/// How fine a road map is, and how much it may remember.
///
/// ```
/// assert_eq!(ambulo_nav::RoadmapOptions::default().keys, 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoadmapOptions {
    /// Key points on every free segment: one is the middle, more are spread from end to end.
    pub keys: u32,
    /// A free segment longer than this has three key points, one much longer up to nine: one alone stands badly for it [m].
    pub spacing: f64,
    /// Most first hops kept for one node; nodes with more search for them when a route is unfolded.
    pub hop_limit: usize,
}

impl RoadmapOptions {
    /// What suits a plan of this size. One key point stands badly for a long segment: across an open room it can make
    /// the wrong door look nearer. Three, the ends among them, suit a building; in a town, where their tables would become
    /// large, all segments have two and the longest fifth has more.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(ambulo_nav::RoadmapOptions::suited(&mesh).keys, 3);
    /// ```
    pub fn suited(mesh: &NavMesh) -> Self {
        match mesh.free_segments().len() {
            0..=4_000 => Self { keys: 3, ..Self::default() },
            4_001..=60_000 => Self { keys: 2, spacing: longest_fifth(mesh), ..Self::default() },
            _ => Self::default(),
        }
    }
}

/// The width that one free segment in seven exceeds [m].
fn longest_fifth(mesh: &NavMesh) -> f64 {
    let mut widths: Vec<f64> = mesh.free_segments().iter().map(|s| s.width).collect();
    widths.sort_by(f64::total_cmp);
    widths.get(widths.len() * 4 / 5).copied().unwrap_or(f64::INFINITY)
}

impl Default for RoadmapOptions {
    fn default() -> Self {
        Self { keys: 1, spacing: f64::INFINITY, hop_limit: 1 << 18 }
    }
}

/// Where the numbers of one node lie in the road map's columns.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DistanceTable {
    /// First of `outer` key points in `keys`, then `inner` ones that only its children have.
    keys: u32,
    pub outer: u32,
    pub inner: u32,
    costs: u32,
    hops: u32,
}

/// A child by its place among its parent's children, and a key point by its place in the child's list.
#[derive(Clone, Copy, Debug)]
struct Home {
    child: u16,
    place: u16,
}

const NO_HOME: Home = Home { child: u16::MAX, place: 0 };

/// Key points, abstraction and tables for bodies of one width.
///
/// ```
/// use ambulo_geom::{Polygon, Region};
/// use ambulo_nav::{NavMesh, Roadmap, RoadmapOptions};
/// let pillar: &[(f64, f64)] = &[(4.0, 4.0), (5.0, 4.0), (5.0, 5.0), (4.0, 5.0)];
/// let hall = Polygon::from_rings(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)], &[pillar]).unwrap();
/// let mesh = NavMesh::build(&Region::from(hall)).unwrap();
/// let roads = Roadmap::build(&mesh, 0.5, RoadmapOptions::default());
/// assert_eq!(roads.keys(), mesh.free_segments().len());
/// ```
#[derive(Clone, Debug)]
pub struct Roadmap {
    /// Which segments can be passed.
    pub graph: CellGraph,
    /// The tree of nodes.
    pub tree: Abstraction,
    pub(crate) options: RoadmapOptions,
    /// Places of the key points, segment by segment.
    pub(crate) places: Vec<Point>,
    /// Per key point: its free segment.
    segment: Vec<u32>,
    /// Per free segment: its first key point; one more at the end.
    first: Vec<u32>,
    pub(crate) tables: Vec<DistanceTable>,
    key_lists: Vec<u32>,
    /// Beside each key point of a node: which of its children have it, at which place of their lists.
    homes: Vec<[Home; 2]>,
    costs: Vec<f64>,
    /// For a key point of the node (row) and one on its boundary (column): which of the node's comes next.
    hops: Vec<u16>,
    pub(crate) landmarks: Landmarks,
    /// Free segments per area [1/m^2].
    pub(crate) density: f64,
    /// For every corner of every cell, which corner it is to this width.
    pub(crate) fans: Vec<u32>,
    /// Per number of a corner: whether a taut path can turn there.
    pub(crate) turns: Vec<bool>,
}

impl Roadmap {
    /// Works everything out for bodies of diameter `width` [m].
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_nav::{Roadmap, RoadmapOptions};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(Roadmap::build(&mesh, 0.5, RoadmapOptions::default()).keys(), 0);
    /// ```
    pub fn build(mesh: &NavMesh, width: f64, options: RoadmapOptions) -> Self {
        let options = RoadmapOptions { keys: options.keys.max(1), ..options };
        let graph = CellGraph::build(mesh, width);
        let tree = Abstraction::build(mesh, &graph);
        let (places, first) = key_places(mesh, width / 2.0, &options);
        let counted = first.windows(2).enumerate();
        let segment = counted.flat_map(|(s, w)| std::iter::repeat_n(s as u32, (w[1] - w[0]) as usize)).collect();
        let mut roads = Self {
            tables: Vec::with_capacity(tree.nodes()),
            graph,
            tree,
            options,
            places,
            segment,
            first,
            key_lists: Vec::new(),
            homes: Vec::new(),
            costs: Vec::new(),
            hops: Vec::new(),
            landmarks: Landmarks::default(),
            density: mesh.free_segments().len() as f64 / mesh.area(),
            fans: Vec::new(),
            turns: Vec::new(),
        };
        let mut scratch = RoadmapWorkspace::new(roads.places.len());
        for node in 0..roads.tree.nodes() as u32 {
            roads.add_table(node, &mut scratch);
            roads.fill(mesh, node, &mut scratch);
        }
        roads.landmarks = Landmarks::build(mesh, &roads);
        roads.fans = fans::number(mesh, &roads.graph);
        roads.turns = fans::turns(mesh, &roads.graph, &roads.fans);
        let mut landmarks = std::mem::take(&mut roads.landmarks);
        landmarks.measure_corners(mesh, &roads);
        roads.landmarks = landmarks;
        roads
    }

    /// Number of key points.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_nav::{Roadmap, RoadmapOptions};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(Roadmap::build(&mesh, 0.5, RoadmapOptions::default()).keys(), 0);
    /// ```
    pub fn keys(&self) -> usize {
        self.places.len()
    }

    /// Memory the tables take [bytes].
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_nav::{Roadmap, RoadmapOptions};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert!(Roadmap::build(&mesh, 0.5, RoadmapOptions::default()).table_bytes() < 1000);
    /// ```
    pub fn table_bytes(&self) -> usize {
        self.costs.len() * 8
            + self.hops.len() * 2
            + self.key_lists.len() * 12
            + self.tables.len() * size_of::<DistanceTable>()
            + self.landmarks.bytes()
    }

    /// Follows a door of the mesh that was opened or shut: only the nodes that contain it are worked out again.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region, Segment};
    /// # use ambulo_nav::{DoorLine, NavMesh, Roadmap, RoadmapOptions, Site};
    /// # let mut site = Site::from(Region::from(Polygon::rectangle(0.0, 0.0, 8.0, 2.0).unwrap()));
    /// # site.doors.push(DoorLine { level: 0, line: Segment::new(Point::new(4.0, 0.0), Point::new(4.0, 2.0)), open: true });
    /// let mut mesh = NavMesh::of(&site).unwrap();
    /// let mut roads = Roadmap::build(&mesh, 0.5, RoadmapOptions::default());
    /// mesh.set_door(0, false);
    /// assert_eq!(roads.follow_door(&mesh, 0), 3); // two cells and what they form together
    /// ```
    pub fn follow_door(&mut self, mesh: &NavMesh, door: usize) -> usize {
        let mut touched: Vec<u32> = Vec::new();
        for &s in &mesh.doors()[door].segments {
            for mut node in mesh.free[s as usize].cells {
                while node != NONE {
                    touched.push(node);
                    node = self.tree.parent[node as usize];
                }
            }
        }
        touched.sort_unstable();
        touched.dedup();
        let mut scratch = RoadmapWorkspace::new(self.places.len());
        for &node in &touched {
            self.fill(mesh, node, &mut scratch);
        }
        touched.len()
    }

    #[inline]
    pub(crate) fn segment_of(&self, key: u32) -> u32 {
        self.segment[key as usize]
    }

    /// The key points around a node.
    #[inline]
    pub(crate) fn outer_keys(&self, node: u32) -> &[u32] {
        let t = &self.tables[node as usize];
        &self.key_lists[t.keys as usize..(t.keys + t.outer) as usize]
    }

    /// The key points around a node, then those only its children have.
    fn all_keys(&self, node: u32) -> &[u32] {
        let t = &self.tables[node as usize];
        &self.key_lists[t.keys as usize..(t.keys + t.outer + t.inner) as usize]
    }

    /// Costs from the `i`th key point around a node to all of them.
    #[inline]
    pub(crate) fn row(&self, node: u32, i: usize) -> &[f64] {
        let t = &self.tables[node as usize];
        let from = t.costs as usize + i * t.outer as usize;
        &self.costs[from..from + t.outer as usize]
    }

    /// Reserves a node's place in the columns.
    fn add_table(&mut self, node: u32, scratch: &mut RoadmapWorkspace) {
        let mut table = DistanceTable { keys: self.key_lists.len() as u32, ..DistanceTable::default() };
        scratch.round += 1;
        for &s in self.tree.boundary(node) {
            for key in self.first[s as usize]..self.first[s as usize + 1] {
                scratch.seen[key as usize] = scratch.round;
                scratch.index[key as usize] = self.key_lists.len() as u32;
                self.key_lists.push(key);
                table.outer += 1;
            }
        }
        self.homes.resize(self.key_lists.len(), [NO_HOME; 2]);
        for c in 0..self.tree.children(node).len() {
            let of_child = self.tables[self.tree.children(node)[c] as usize];
            for place in 0..of_child.outer {
                let key = self.key_lists[(of_child.keys + place) as usize];
                if scratch.seen[key as usize] != scratch.round {
                    scratch.seen[key as usize] = scratch.round;
                    scratch.index[key as usize] = self.key_lists.len() as u32;
                    self.key_lists.push(key);
                    self.homes.push([NO_HOME; 2]);
                    table.inner += 1;
                }
                let homes = &mut self.homes[scratch.index[key as usize] as usize];
                let second = usize::from(homes[0].child != u16::MAX);
                homes[second] = Home { child: c as u16, place: place as u16 };
            }
        }
        let outer = table.outer as usize;
        table.costs = self.costs.len() as u32;
        self.costs.resize(self.costs.len() + outer * outer, f64::INFINITY);
        table.hops = NONE;
        let hops = (outer + table.inner as usize) * outer;
        if !self.tree.is_cell(node) && hops <= self.options.hop_limit {
            table.hops = self.hops.len() as u32;
            self.hops.resize(self.hops.len() + hops, u16::MAX);
        }
        self.tables.push(table);
    }

    /// Works out a node's costs and hops from the cell's geometry or the children's tables.
    fn fill(&mut self, mesh: &NavMesh, node: u32, scratch: &mut RoadmapWorkspace) {
        if self.tree.is_cell(node) {
            return self.fill_cell(mesh, node);
        }
        let table = self.tables[node as usize];
        if table.outer == 0 {
            return;
        }
        let (outer, all) = (table.outer as usize, (table.outer + table.inner) as usize);
        self.matrix(node, scratch, table.hops != NONE);
        let RoadmapWorkspace { cost, hop, .. } = scratch;
        eliminate(cost, hop, outer, all, table.hops != NONE);
        for i in 0..outer {
            let to = table.costs as usize + i * outer;
            self.costs[to..to + outer].copy_from_slice(&cost[i * all..i * all + outer]);
        }
        if table.hops != NONE {
            for i in 0..all {
                let to = table.hops as usize + i * outer;
                self.hops[to..to + outer].copy_from_slice(&hop[i * all..i * all + outer]);
            }
        }
    }

    fn fill_cell(&mut self, mesh: &NavMesh, cell: u32) {
        let table = self.tables[cell as usize];
        let outer = table.outer as usize;
        let effort = mesh.effort(cell);
        for i in 0..outer {
            let a = self.key_lists[table.keys as usize + i];
            for j in 0..outer {
                let b = self.key_lists[table.keys as usize + j];
                let (s, t) = (self.segment_of(a), self.segment_of(b));
                let open = mesh.is_open(s) && mesh.is_open(t) && s != t;
                self.costs[table.costs as usize + i * outer + j] = match (i == j, open) {
                    (true, _) => 0.0,
                    (_, true) => self.places[a as usize].distance(self.places[b as usize]) * effort,
                    _ => f64::INFINITY,
                };
            }
        }
    }

    /// The children's tables in one matrix over all key points of a node.
    fn matrix(&self, node: u32, scratch: &mut RoadmapWorkspace, with_hops: bool) {
        let keys = self.all_keys(node);
        let all = keys.len();
        for (i, &key) in keys.iter().enumerate() {
            scratch.index[key as usize] = i as u32;
        }
        scratch.cost.clear();
        scratch.cost.resize(all * all, f64::INFINITY);
        scratch.hop.clear();
        if with_hops {
            scratch.hop.resize(all * all, u16::MAX);
        }
        for i in 0..all {
            scratch.cost[i * all + i] = 0.0;
        }
        for &child in self.tree.children(node) {
            let own = self.outer_keys(child);
            for (a, &key) in own.iter().enumerate() {
                let row = scratch.index[key as usize] as usize * all;
                for (b, &cost) in self.row(child, a).iter().enumerate() {
                    let column = scratch.index[own[b] as usize] as usize;
                    if cost < scratch.cost[row + column] {
                        scratch.cost[row + column] = cost;
                        if with_hops {
                            scratch.hop[row + column] = column as u16;
                        }
                    }
                }
            }
        }
    }

    /// Unfolds the path through `node` between two of its outer key points (by their places in the list) into the key
    /// points it visits, the last included, the first not.
    pub(crate) fn unfold(&self, node: u32, from: usize, to: usize, out: &mut Vec<u32>, scratch: &mut RoadmapWorkspace) {
        let keys = self.all_keys(node);
        if self.tree.is_cell(node) {
            out.push(keys[to]);
            return;
        }
        let table = self.tables[node as usize];
        let outer = table.outer as usize;
        if table.hops == NONE {
            return self.unfold_by_search(node, from, to, out, scratch);
        }
        let mut at = from;
        while at != to {
            let next = self.hops[table.hops as usize + at * outer + to];
            if next == u16::MAX {
                return;
            }
            self.unfold_hop(node, at, next as usize, out, scratch);
            at = next as usize;
        }
    }

    /// One hop lies in one child: the one that has both key points, the cheaper of two.
    fn unfold_hop(&self, node: u32, a: usize, b: usize, out: &mut Vec<u32>, scratch: &mut RoadmapWorkspace) {
        let first = self.tables[node as usize].keys as usize;
        let (x, y) = (self.homes[first + a], self.homes[first + b]);
        let shared = |i: usize, j: usize| (x[i].child == y[j].child && x[i].child != u16::MAX).then_some((x[i], y[j]));
        let straight = shared(0, 0).or(shared(0, 1));
        let other = shared(1, 0).or(shared(1, 1));
        let child = |h: Home| self.tree.children(node)[h.child as usize];
        let cost = |(p, q): (Home, Home)| self.row(child(p), p.place as usize)[q.place as usize];
        let hop = match (straight, other) {
            (Some(s), Some(o)) if cost(o) < cost(s) => Some(o),
            (s, o) => s.or(o),
        };
        if let Some((p, q)) = hop {
            self.unfold(child(p), p.place as usize, q.place as usize, out, scratch);
        }
    }

    #[cold]
    fn unfold_by_search(&self, node: u32, from: usize, to: usize, out: &mut Vec<u32>, scratch: &mut RoadmapWorkspace) {
        self.matrix(node, scratch, false);
        let hops = dense_dijkstra(&scratch.cost, self.all_keys(node).len(), from, to);
        for pair in hops.windows(2) {
            self.unfold_hop(node, pair[0], pair[1], out, scratch);
        }
    }
}

/// Workspace of building and unfolding.
#[derive(Default)]
pub(crate) struct RoadmapWorkspace {
    seen: Vec<u32>,
    round: u32,
    index: Vec<u32>,
    cost: Vec<f64>,
    hop: Vec<u16>,
}

impl RoadmapWorkspace {
    pub fn new(keys: usize) -> Self {
        Self { seen: vec![0; keys], index: vec![0; keys], ..Self::default() }
    }

    /// Makes room for a road map of this many key points.
    pub fn fit(&mut self, keys: usize) {
        self.seen.resize(keys, 0);
        self.index.resize(keys, 0);
    }
}

/// Takes every inner key point as a waypoint: what remains is the shortest path between any two through inner ones.
fn eliminate(cost: &mut [f64], hop: &mut [u16], outer: usize, all: usize, with_hops: bool) {
    let mut via = Vec::with_capacity(all);
    for x in outer..all {
        via.clear();
        via.extend_from_slice(&cost[x * all..(x + 1) * all]);
        for i in 0..all {
            let first = cost[i * all + x];
            if i == x || first == f64::INFINITY {
                continue;
            }
            let row = &mut cost[i * all..(i + 1) * all];
            if with_hops {
                let hops = &mut hop[i * all..(i + 1) * all];
                let next = hops[x];
                for ((c, h), v) in row.iter_mut().zip(hops).zip(&via) {
                    let shorter = first + v < *c;
                    *c = if shorter { first + v } else { *c };
                    *h = if shorter { next } else { *h };
                }
            } else {
                for (c, v) in row.iter_mut().zip(&via) {
                    *c = c.min(first + v);
                }
            }
        }
    }
}

/// Shortest path in a dense matrix: the places it visits, both ends included; empty when there is none.
fn dense_dijkstra(cost: &[f64], n: usize, from: usize, to: usize) -> Vec<usize> {
    let mut best = vec![f64::INFINITY; n];
    let mut before = vec![usize::MAX; n];
    let mut done = vec![false; n];
    best[from] = 0.0;
    loop {
        let open = (0..n).filter(|i| !done[*i] && best[*i] < f64::INFINITY);
        let Some(at) = open.min_by(|a, b| best[*a].total_cmp(&best[*b])) else { return Vec::new() };
        if at == to {
            break;
        }
        done[at] = true;
        for j in 0..n {
            let reached = best[at] + cost[at * n + j];
            if reached < best[j] {
                best[j] = reached;
                before[j] = at;
            }
        }
    }
    let mut path = vec![to];
    while path[path.len() - 1] != from {
        path.push(before[path[path.len() - 1]]);
    }
    path.reverse();
    path
}

/// How many key points a free segment has that is so many times longer than the spacing: an odd number, so that the
/// middle is among them.
fn key_count(times: f64) -> u32 {
    [1.0, 3.0, 8.0, 20.0].into_iter().filter(|t| times > *t).count() as u32 * 2 + 1
}

/// Where the key points lie: the middle of each free segment, or several from end to end, a body's radius inside; and
/// which is the first of every segment.
fn key_places(mesh: &NavMesh, radius: f64, options: &RoadmapOptions) -> (Vec<Point>, Vec<u32>) {
    let mut places = Vec::with_capacity(mesh.free_segments().len() * options.keys as usize);
    let mut first = vec![0];
    for s in mesh.free_segments() {
        let inset = (radius / s.width).min(0.5);
        let asked = key_count(s.width / options.spacing);
        let keys = options.keys.max(asked);
        for i in 0..keys {
            let share = if keys == 1 { 0.5 } else { f64::from(i) / f64::from(keys - 1) };
            places.push(s.at.a.lerp(s.at.b, inset + share * (1.0 - 2.0 * inset)));
        }
        first.push(places.len() as u32);
    }
    (places, first)
}
