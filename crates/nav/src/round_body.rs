//! The shortest path of a round body: A* over tangent legs and arcs around corners.
//!
//! A state is a leg that has arrived at the disc around a corner, on one side; from there the body turns along the disc
//! and leaves on another tangent. Legs are checked against the walls when they are taken up, so that most never are.
//! Two arrivals at one disc compare by what they cost at the same place of it; the later one is only worth keeping when
//! it is cheaper.

use crate::clearance::Strip;
use crate::planner::OpenEntry;
use crate::sight::{CornerSector, VisibilityWorkspace, in_cone};
use crate::tangents::{PathLeg, Stop, Vector, arc, cross, dot, leg, to, turn};
use crate::triangles::NONE;
use crate::{CellId, NavMesh};
use ambulo_geom::{Point, Segment, math};
use std::collections::BinaryHeap;

/// Not asked yet.
const UNKNOWN: u32 = NONE - 1;

/// Arrivals this near to each other are one [m].
const SAME: f64 = 1e-11;

#[derive(Clone, Copy)]
struct TangentNode {
    /// The sector arrived at, or [`NONE`] at the target.
    sector: u32,
    side: f64,
    leg: PathLeg,
    parent: u32,
    /// How far the path turns at the parent before this leg [rad].
    turned: f64,
    /// Length up to the end of the leg.
    cost: f64,
}

/// An arrival at one side of a disc that no other is better than.
#[derive(Clone, Copy)]
struct DiscArrival {
    /// How far round, in the direction of turning [rad].
    along: f64,
    /// Cost less what the arc up to there costs.
    cost: f64,
}

/// A path of the body's centre.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bent {
    /// Legs and arcs, the latter as chords.
    pub points: Vec<Point>,
    /// With true arcs [m].
    pub length: f64,
}

/// Where a path begins or ends: a place and its cell.
pub(crate) type PlaceInCell = (Point, CellId);

/// Finds paths for one radius on one mesh, and remembers what it saw.
pub(crate) struct RoundBody<'a> {
    mesh: &'a NavMesh,
    radius: f64,
    pub strip: Strip,
    sight: VisibilityWorkspace,
    sectors: Vec<CornerSector>,
    /// Per corner of a cell: its sector, [`NONE`] where nobody turns, or [`UNKNOWN`].
    sector_of: Vec<u32>,
    /// Per sector: which others are seen from there, and whether the target is; none before it was asked.
    views: Vec<Option<(Vec<u32>, bool)>>,
    /// Only corners that are marked may be turned at; all when empty.
    allowed: Vec<bool>,
    /// Checks of legs and arcs.
    pub checked: u32,
}

impl<'a> RoundBody<'a> {
    pub fn new(mesh: &'a NavMesh, radius: f64) -> Self {
        Self {
            mesh,
            radius,
            strip: Strip::default(),
            sight: VisibilityWorkspace::default(),
            sectors: Vec::new(),
            sector_of: vec![UNKNOWN; mesh.corner.len()],
            views: Vec::new(),
            allowed: Vec::new(),
            checked: 0,
        }
    }

    /// Lets paths turn only at corners of these cells and of those up to `further` cells on.
    pub fn keep_to(&mut self, cells: impl Iterator<Item = CellId>, further: u32) {
        let mesh = self.mesh;
        let mut near = vec![false; mesh.cells()];
        let mut all: Vec<CellId> = Vec::new();
        for c in cells {
            if !std::mem::replace(&mut near[c as usize], true) {
                all.push(c);
            }
        }
        let mut from = 0;
        for _ in 0..further {
            let until = all.len();
            for i in from..until {
                for k in 0..mesh.edges(all[i]) {
                    let next = mesh.across(all[i], k);
                    if next != NONE && !std::mem::replace(&mut near[next as usize], true) {
                        all.push(next);
                    }
                }
            }
            from = until;
        }
        self.allowed = vec![false; mesh.points.len()];
        for slot in all.into_iter().flat_map(|c| mesh.span(c)) {
            self.allowed[mesh.corner[slot] as usize] = true;
        }
    }

    /// Lets paths turn anywhere again.
    pub fn go_anywhere(&mut self) {
        self.allowed.clear();
    }

    /// The sector a corner of a cell belongs to, if a path can turn there.
    fn sector(&mut self, cell: CellId, k: u32) -> u32 {
        let slot = self.mesh.span(cell).start + k as usize;
        if self.sector_of[slot] != UNKNOWN {
            return self.sector_of[slot];
        }
        let Some(sector) = CornerSector::around(self.mesh, cell, k).filter(CornerSector::juts_out) else {
            self.sector_of[slot] = NONE;
            return NONE;
        };
        let number = self.sectors.len() as u32;
        for &(c, j) in &sector.cells {
            self.sector_of[self.mesh.span(c).start + j as usize] = number;
        }
        self.sectors.push(sector);
        self.views.push(None);
        number
    }

    /// The sectors seen from a sector, or from the start, and whether the target is.
    fn view(&mut self, from: Result<u32, PlaceInCell>, target: PlaceInCell) -> (Vec<u32>, bool) {
        let mut corners: Vec<(CellId, u32)> = Vec::new();
        let mut target_seen = false;
        let origin = match from {
            Ok(sector) => self.sectors[sector as usize].at,
            Err((p, _)) => p,
        };
        let mesh = self.mesh;
        let mut seen = |cell: CellId, cone: Option<[Vector; 2]>| {
            for (k, p) in mesh.corners(cell).enumerate() {
                if p != origin && in_cone(cone, to(origin, p)) {
                    corners.push((cell, k as u32));
                }
            }
            target_seen |= cell == target.1 && in_cone(cone, to(origin, target.0));
        };
        match from {
            Ok(sector) => self.sight.look_from_sector(mesh, &self.sectors[sector as usize], &mut seen),
            Err((p, cell)) => self.sight.look_from_place(mesh, p, cell, &mut seen),
        }
        let mut sectors: Vec<u32> = Vec::new();
        for (cell, k) in corners {
            let point = mesh.corner[mesh.span(cell).start + k as usize];
            if self.allowed.is_empty() || self.allowed[point as usize] {
                sectors.push(self.sector(cell, k));
            }
        }
        sectors.sort_unstable();
        sectors.dedup();
        sectors.retain(|s| *s != NONE);
        (sectors, target_seen)
    }

    /// Whether leg and arc before it keep clear of the walls.
    fn fits(&mut self, node: &TangentNode, nodes: &[TangentNode], start: CellId) -> bool {
        self.checked += 1;
        let line = Segment::new(node.leg.from, node.leg.to);
        let Some(parent) = nodes.get(node.parent as usize) else {
            return self.strip.fits_along(self.mesh, start, line, self.radius);
        };
        let sector = &self.sectors[parent.sector as usize];
        let cell = sector.cells[0].0;
        if node.turned > 1e-9 {
            let corner = Stop { at: sector.at, side: parent.side };
            let ends = (corner.outward(parent.leg.direction), corner.outward(node.leg.direction));
            let ends = if parent.side > 0.0 { ends } else { (ends.1, ends.0) };
            if !self.strip.fits_around(self.mesh, cell, sector.at, ends, self.radius) {
                return false;
            }
        }
        self.strip.fits_along(self.mesh, cell, line, self.radius)
    }

    /// The shortest path from `start` to `target`, both clear of walls, if it is no longer than `bound`.
    pub fn path(&mut self, start: PlaceInCell, target: PlaceInCell, bound: f64) -> Option<Bent> {
        let mut nodes: Vec<TangentNode> = Vec::new();
        let mut open: BinaryHeap<OpenEntry> = BinaryHeap::new();
        let mut arrivals: Vec<[Vec<DiscArrival>; 2]> = Vec::new();
        self.views.iter_mut().for_each(|v| *v = None);
        let end = Stop::place(target.0);
        if start.0.distance(target.0) < 1e-12 {
            return Some(Bent { points: vec![start.0, target.0], length: 0.0 });
        }
        self.leave(NONE, start, target, &mut nodes, &mut open, bound);
        while let Some(OpenEntry { state, .. }) = open.pop() {
            let node = nodes[state as usize];
            if node.sector != NONE {
                arrivals.resize_with(self.sectors.len(), Default::default);
                let sector = &self.sectors[node.sector as usize];
                let out = Stop { at: sector.at, side: node.side }.outward(node.leg.direction);
                let first = sector.first_wall();
                let round = math::atan2(cross(first, out), dot(first, out));
                let along = node.side * if round < -1e-6 { round + std::f64::consts::TAU } else { round };
                let arrival = DiscArrival { along, cost: node.cost - self.radius * along };
                let known = &arrivals[node.sector as usize][usize::from(node.side > 0.0)];
                if known.iter().any(|a| a.along <= along + SAME && a.cost <= arrival.cost + SAME) {
                    continue;
                }
                if !self.fits(&node, &nodes, start.1) {
                    continue;
                }
                arrivals[node.sector as usize][usize::from(node.side > 0.0)].push(arrival);
                self.leave(state, start, target, &mut nodes, &mut open, bound);
            } else if self.fits(&node, &nodes, start.1) {
                return Some(self.drawn(&nodes, state, end));
            }
        }
        None
    }

    /// Puts all legs that leave a disc, or the start, into the queue.
    fn leave(
        &mut self,
        from: u32,
        start: PlaceInCell,
        target: PlaceInCell,
        nodes: &mut Vec<TangentNode>,
        open: &mut BinaryHeap<OpenEntry>,
        bound: f64,
    ) {
        let here = nodes.get(from as usize).copied();
        let (sectors, target_seen) = match here {
            None => self.view(Err(start), target),
            Some(n) => match self.views[n.sector as usize].take() {
                Some(view) => view,
                None => self.view(Ok(n.sector), target),
            },
        };
        let stop = here.map_or(Stop::place(start.0), |n| Stop { at: self.sectors[n.sector as usize].at, side: n.side });
        let mut push = |sector: u32, end: Stop, own: &[CornerSector]| {
            let Some(leg) = leg(stop, end, self.radius) else { return };
            let turned = match here {
                None => 0.0,
                Some(n) => match turn(n.side, n.leg.direction, leg.direction) {
                    Some(by) if own[n.sector as usize].is_nearest(stop.outward(leg.direction)) => by,
                    _ => return,
                },
            };
            if sector != NONE && !own[sector as usize].is_nearest(end.outward(leg.direction)) {
                return;
            }
            let cost = here.map_or(0.0, |n| n.cost) + self.radius * turned + leg.length;
            let estimate = cost + leg.to.distance(target.0);
            if estimate <= bound {
                open.push(OpenEntry { estimate, state: nodes.len() as u32 });
                nodes.push(TangentNode { sector, side: end.side, leg, parent: from, turned, cost });
            }
        };
        if target_seen {
            push(NONE, Stop::place(target.0), &self.sectors);
        }
        for &s in &sectors {
            for side in [1.0, -1.0] {
                push(s, Stop { at: self.sectors[s as usize].at, side }, &self.sectors);
            }
        }
        if let Some(n) = here {
            self.views[n.sector as usize] = Some((sectors, target_seen));
        }
    }

    /// The path that ends with a node.
    fn drawn(&self, nodes: &[TangentNode], last: u32, end: Stop) -> Bent {
        let mut states = vec![last];
        while let Some(&state) = states.last()
            && nodes[state as usize].parent != NONE
        {
            states.push(nodes[state as usize].parent);
        }
        states.reverse();
        let mut points = vec![nodes[states[0] as usize].leg.from];
        for (i, &state) in states.iter().enumerate() {
            let node = &nodes[state as usize];
            points.push(node.leg.to);
            if let Some(&next) = states.get(i + 1) {
                let corner = Stop { at: self.sectors[node.sector as usize].at, side: node.side };
                arc(&mut points, corner, node.leg.direction, nodes[next as usize].turned, self.radius);
            }
        }
        if let Some(p) = points.last_mut() {
            *p = end.at;
        }
        points.dedup();
        Bent { points, length: nodes[last as usize].cost }
    }
}
