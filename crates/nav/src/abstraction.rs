//! The topological abstraction: cells merged into bigger ones until each connected part of the plan is one.
//!
//! After Lamarche and Donikian (2004). Corridors collapse first (chains of dead ends and passages, halved again and
//! again), dead ends join their crossroads, lone passages join a neighbour, and then crossroads merge in pairs, those
//! pairs first whose union adds the fewest pairs of entries. What comes out is a tree; every node knows the free
//! segments around it.
//!
//! Choices the text leaves open: a passage joins the neighbour with fewer passable sides, then the lower number; of
//! pairs that overlap the one that adds less, then the one with the lower numbers is merged; after any merge the
//! cheaper steps come first again.
//!
//! One departure. The text merges, in each round, only pairs with the very least number of added entries. A big node
//! that encloses most of a small one then always has the least, swallows its neighbours one at a time, and the tree
//! becomes deep: 89 levels in a city of irregular blocks. Here a round goes on through all pairs in order, every node
//! merging at most once, which gives 16 levels there and fewer states to expand. Costs do not depend on the tree.

use crate::triangles::NONE;
use crate::{CellGraph, NavMesh};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The tree. Nodes below the number of cells are the cells themselves; children have lower numbers than their parent.
///
/// ```
/// use ambulo_geom::{Polygon, Region};
/// use ambulo_nav::{Abstraction, CellGraph, NavMesh};
/// let pillar: &[(f64, f64)] = &[(4.0, 4.0), (5.0, 4.0), (5.0, 5.0), (4.0, 5.0)];
/// let hall = Polygon::from_rings(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)], &[pillar]).unwrap();
/// let mesh = NavMesh::build(&Region::from(hall)).unwrap();
/// let tree = Abstraction::build(&mesh, &CellGraph::build(&mesh, 0.5));
/// assert_eq!(tree.roots.len(), 1);
/// assert!(tree.boundary(tree.roots[0]).is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Abstraction {
    /// Per node: the node it was merged into, or [`NONE`].
    pub parent: Vec<u32>,
    /// One for each connected part.
    pub roots: Vec<u32>,
    children_at: Vec<u32>,
    children: Vec<u32>,
    boundary_at: Vec<u32>,
    boundary: Vec<u32>,
    cells: u32,
}

impl Abstraction {
    /// The tree of a cell graph.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_nav::{Abstraction, CellGraph};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert_eq!(Abstraction::build(&mesh, &CellGraph::build(&mesh, 0.5)).nodes(), 1);
    /// ```
    pub fn build(mesh: &NavMesh, graph: &CellGraph) -> Self {
        let mut work = Work::new(mesh, graph);
        work.run();
        work.finish()
    }

    /// Number of nodes, cells included.
    ///
    /// ```
    /// assert_eq!(ambulo_nav::Abstraction::default().nodes(), 0);
    /// ```
    pub fn nodes(&self) -> usize {
        self.parent.len()
    }

    /// Whether a node is a cell.
    ///
    /// ```
    /// assert!(!ambulo_nav::Abstraction::default().is_cell(0));
    /// ```
    #[inline]
    pub fn is_cell(&self, node: u32) -> bool {
        node < self.cells
    }

    /// The nodes merged into this one; none for a cell.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_nav::{Abstraction, CellGraph};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert!(Abstraction::build(&mesh, &CellGraph::build(&mesh, 0.5)).children(0).is_empty());
    /// ```
    #[inline]
    pub fn children(&self, node: u32) -> &[u32] {
        &self.children[self.children_at[node as usize] as usize..self.children_at[node as usize + 1] as usize]
    }

    /// The free segments that lead out of a node.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_nav::{Abstraction, CellGraph};
    /// # let mesh = ambulo_nav::NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap())).unwrap();
    /// assert!(Abstraction::build(&mesh, &CellGraph::build(&mesh, 0.5)).boundary(0).is_empty());
    /// ```
    #[inline]
    pub fn boundary(&self, node: u32) -> &[u32] {
        &self.boundary[self.boundary_at[node as usize] as usize..self.boundary_at[node as usize + 1] as usize]
    }

    /// Most steps from a cell up to its root.
    ///
    /// ```
    /// assert_eq!(ambulo_nav::Abstraction::default().depth(), 0);
    /// ```
    pub fn depth(&self) -> usize {
        let mut depth = vec![0usize; self.nodes()];
        for node in (0..self.nodes()).rev().filter(|n| self.parent[*n] != NONE) {
            depth[node] = depth[self.parent[node] as usize] + 1;
        }
        depth.into_iter().max().unwrap_or(0)
    }
}

struct Work<'a> {
    mesh: &'a NavMesh,
    parent: Vec<u32>,
    /// Union-find over nodes: the top node anything belongs to.
    top: Vec<u32>,
    children: Vec<Vec<u32>>,
    boundary: Vec<Vec<u32>>,
    /// Top nodes with at most two passable sides that wait for a merge.
    small: Vec<u32>,
    /// Pairs of crossroads by what their union would add; some are outdated.
    pairs: BinaryHeap<Reverse<(i64, u32, u32)>>,
    mark: Vec<u32>,
    round: u32,
}

fn pairs_through(arity: usize) -> i64 {
    let n = arity as i64;
    n * (n - 1)
}

impl<'a> Work<'a> {
    fn new(mesh: &'a NavMesh, graph: &CellGraph) -> Self {
        let cells = mesh.cells();
        let boundary: Vec<Vec<u32>> = (0..cells as u32)
            .map(|c| {
                let segments = mesh.span(c).map(|slot| mesh.segment[slot]);
                segments.filter(|s| *s != NONE && graph.passable[*s as usize]).collect()
            })
            .collect();
        let mut work = Self {
            mesh,
            parent: vec![NONE; cells],
            top: (0..cells as u32).collect(),
            children: vec![Vec::new(); cells],
            boundary,
            small: Vec::new(),
            pairs: BinaryHeap::new(),
            mark: vec![0; cells],
            round: 0,
        };
        for c in 0..cells as u32 {
            work.register(c);
        }
        work
    }

    fn top_of(&mut self, mut n: u32) -> u32 {
        while self.top[n as usize] != n {
            self.top[n as usize] = self.top[self.top[n as usize] as usize];
            n = self.top[n as usize];
        }
        n
    }

    fn is_top(&self, n: u32) -> bool {
        self.parent[n as usize] == NONE
    }

    fn arity(&self, n: u32) -> usize {
        self.boundary[n as usize].len()
    }

    /// The top node on the other side of a free segment of `n`.
    fn beyond(&mut self, n: u32, segment: u32) -> u32 {
        let [a, b] = self.mesh.free[segment as usize].cells;
        let a = self.top_of(a);
        if a == n { self.top_of(b) } else { a }
    }

    fn neighbours(&mut self, n: u32) -> Vec<u32> {
        let segments = std::mem::take(&mut self.boundary[n as usize]);
        let found = segments.iter().map(|s| self.beyond(n, *s)).collect();
        self.boundary[n as usize] = segments;
        found
    }

    /// Puts a new top node where the steps below will find it. While cells are registered one after the other, only
    /// pairs with those already there are made.
    fn register(&mut self, n: u32) {
        if self.arity(n) <= 2 {
            self.small.push(n);
            return;
        }
        let mut around = self.neighbours(n);
        around.sort_unstable();
        for group in around.chunk_by(|a, b| a == b) {
            let o = group[0];
            let first_pass = n < self.mesh.cells() as u32 && o > n;
            if first_pass || o == n || self.arity(o) <= 2 {
                continue;
            }
            let union = self.arity(n) + self.arity(o) - 2 * group.len();
            let add = pairs_through(union) - pairs_through(self.arity(n)) - pairs_through(self.arity(o));
            self.pairs.push(Reverse((add, n.min(o), n.max(o))));
        }
    }

    fn merge(&mut self, group: &[u32]) -> u32 {
        let node = self.parent.len() as u32;
        self.round += 1;
        for &g in group {
            self.mark[g as usize] = self.round;
        }
        let mut boundary = Vec::new();
        for &g in group {
            let around = std::mem::take(&mut self.boundary[g as usize]);
            for &s in &around {
                let o = self.beyond(g, s);
                if self.mark[o as usize] != self.round {
                    boundary.push(s);
                }
            }
            self.boundary[g as usize] = around;
        }
        self.parent.push(NONE);
        self.top.push(node);
        self.mark.push(0);
        self.children.push(group.to_vec());
        self.boundary.push(boundary);
        for &g in group {
            self.parent[g as usize] = node;
            self.top[g as usize] = node;
        }
        self.register(node);
        node
    }

    fn run(&mut self) {
        loop {
            if self.chains() || self.dead_ends() || self.passages() {
                continue;
            }
            if !self.crossroads() {
                return;
            }
        }
    }

    fn small_tops(&mut self) -> Vec<u32> {
        let mut small = std::mem::take(&mut self.small);
        small.retain(|n| self.is_top(*n) && self.arity(*n) > 0);
        small.sort_unstable();
        self.small.clone_from(&small);
        small
    }

    /// Every run of two or more dead ends and passages becomes one node, halved again and again.
    fn chains(&mut self) -> bool {
        let small = self.small_tops();
        let mut seen = std::collections::BTreeSet::new();
        let mut merged = false;
        for start in small {
            if !self.is_top(start) || !seen.insert(start) {
                continue;
            }
            let mut chain = std::collections::VecDeque::from([start]);
            for forward in [true, false] {
                loop {
                    let end = if forward { chain[chain.len() - 1] } else { chain[0] };
                    let onward = self.neighbours(end);
                    let Some(next) = onward.into_iter().find(|o| self.arity(*o) <= 2 && seen.insert(*o)) else { break };
                    if forward { chain.push_back(next) } else { chain.push_front(next) }
                }
            }
            let mut level: Vec<u32> = chain.into();
            merged |= level.len() > 1;
            while level.len() > 1 {
                level = level.chunks(2).map(|pair| if pair.len() == 2 { self.merge(pair) } else { pair[0] }).collect();
            }
            seen.insert(level[0]);
        }
        merged
    }

    /// All dead ends of a crossroads join it.
    fn dead_ends(&mut self) -> bool {
        let ends: Vec<u32> = self.small_tops().into_iter().filter(|n| self.arity(*n) == 1).collect();
        self.join(ends)
    }

    /// Every passage joins one of the crossroads beside it.
    fn passages(&mut self) -> bool {
        let passages: Vec<u32> = self.small_tops().into_iter().filter(|n| self.arity(*n) == 2).collect();
        self.join(passages)
    }

    fn join(&mut self, small: Vec<u32>) -> bool {
        let mut groups: std::collections::BTreeMap<u32, Vec<u32>> = Default::default();
        for n in small {
            let around = self.neighbours(n);
            let host = around.into_iter().filter(|o| *o != n).min_by_key(|o| (self.arity(*o), *o));
            if let Some(host) = host {
                groups.entry(host).or_default().push(n);
            }
        }
        let any = !groups.is_empty();
        for (host, mut group) in groups {
            group.insert(0, host);
            self.merge(&group);
        }
        any
    }

    /// Merges pairs of crossroads, those that add the fewest pairs of entries first, every node at most once. False
    /// when there are none.
    fn crossroads(&mut self) -> bool {
        let mut batch: Vec<(u32, u32)> = Vec::new();
        self.round += 1;
        let round = self.round;
        while let Some(Reverse((_, a, b))) = self.pairs.pop() {
            // A pair that loses one of its two to another is outdated after this round: what comes of the merges
            // makes pairs of its own.
            let free = [a, b].iter().all(|n| self.is_top(*n) && self.mark[*n as usize] != round);
            if free {
                self.mark[a as usize] = round;
                self.mark[b as usize] = round;
                batch.push((a, b));
            }
        }
        for &(a, b) in &batch {
            self.merge(&[a, b]);
        }
        !batch.is_empty()
    }

    fn finish(self) -> Abstraction {
        let mut tree = Abstraction {
            roots: (0..self.parent.len() as u32).filter(|n| self.parent[*n as usize] == NONE).collect(),
            parent: self.parent,
            cells: self.mesh.cells() as u32,
            children_at: vec![0],
            boundary_at: vec![0],
            ..Abstraction::default()
        };
        for (children, boundary) in self.children.into_iter().zip(self.boundary) {
            tree.children.extend(children);
            tree.children_at.push(tree.children.len() as u32);
            tree.boundary.extend(boundary);
            tree.boundary_at.push(tree.boundary.len() as u32);
        }
        tree
    }
}
