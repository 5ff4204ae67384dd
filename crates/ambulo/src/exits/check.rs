//! Which exits which groups can reach, and how wide they are: asked before a run.

use super::Exit;
use crate::World;
use crate::build::start_cells;
use ambulo_data::scenario::Distribution;
use ambulo_geom::{Point, Segment};
use ambulo_nav::{CellId, Goal, NONE, NavMesh};
use ambulo_sim::GroupId;
use serde::Serialize;
use std::collections::BinaryHeap;

/// Steps in which the border of an exit is walked [m]; where it changes, the place is found exactly.
const STEP: f64 = 0.05;
/// So far beside the border it is asked what lies there [m].
const BESIDE: f64 = 0.002;
/// Longer borders are not measured.
const MOST_STEPS: f64 = 200_000.0;

/// An exit as a scenario has it, before the run.
///
/// ```
/// let world = ambulo::World::scene("corridor").unwrap();
/// for exit in world.check_exits() {
///     assert!(exit.groups.iter().any(|g| g.heads_for_it && g.reachable));
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExitCheck {
    /// Name of its area; a place has its coordinates as name.
    pub name: String,
    /// Name of its level.
    pub level: String,
    /// Whether people leave there; false where they stay.
    pub leave: bool,
    /// Length of its border over which one can step into it [m]; none for places.
    pub width_m: Option<f64>,
    /// Group by group, all of the scenario.
    pub groups: Vec<GroupReach>,
}

/// Whether one group can reach one exit.
///
/// ```
/// let g = ambulo::exits::GroupReach {
///     name: "east".into(), heads_for_it: true, reachable: true, shut_at_first: false, narrowest_m: Some(1.2),
/// };
/// assert!(g.reachable);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupReach {
    /// Name of the group.
    pub name: String,
    /// Whether it is the goal of this group.
    pub heads_for_it: bool,
    /// Whether the widest of the group can get there, with every door open that is ever open.
    pub reachable: bool,
    /// Whether doors that are shut at first keep it away until they open.
    pub shut_at_first: bool,
    /// The narrowest place of the widest route [m]; none where nothing is narrow or there is no route.
    pub narrowest_m: Option<f64>,
}

impl World {
    /// Which exits which groups can reach, and how wide they are.
    ///
    /// ```
    /// let world = ambulo::World::scene("bottleneck").unwrap();
    /// assert!(world.check_exits()[0].width_m.unwrap() > 0.5);
    /// ```
    pub fn check_exits(&self) -> Vec<ExitCheck> {
        let now = self.sim.mesh();
        let mut open = now.clone();
        for (i, door) in self.building.doors.iter().enumerate() {
            open.set_door(i, door.open || !door.switches.is_empty());
        }
        let doors = !self.building.doors.is_empty();
        let distances: Vec<[Vec<f64>; 2]> = self
            .scenario
            .walkers
            .iter()
            .map(|spec| {
                let from = start_cells(now, &self.building, &self.scenario, spec);
                let ever = widest(&open, &from);
                let first = if doors { widest(now, &from) } else { ever.clone() };
                [ever, first]
            })
            .collect();
        let of_exit = |exit: &Exit| ExitCheck {
            name: exit.name.clone(),
            level: self.building.levels[usize::from(exit.level)].name.clone(),
            leave: exit.leave,
            width_m: self.width(&open, exit),
            groups: distances.iter().enumerate().map(|(i, distances)| self.reach(exit, i, distances)).collect(),
        };
        self.exits.list.iter().map(of_exit).collect()
    }

    fn reach(&self, exit: &Exit, group: usize, [ever, first]: &[Vec<f64>; 2]) -> GroupReach {
        let spec = &self.scenario.walkers[group];
        let heads_for_it = exit.goals.iter().any(|(_, g)| usize::from(g.0) == group);
        // An area that a door divides lies behind it, seen from each group: its own goals go first.
        let mine = exit.goals.iter().filter(|(_, g)| !heads_for_it || *g == GroupId(group as u16));
        let goals: Vec<&Goal> = mine.filter_map(|(id, _)| self.sim.goal(*id)).collect();
        let best = |distances: &[f64]| {
            let of = |goal: &&Goal| goal.pieces().iter().map(|p| distances[p.cell as usize]).fold(0.0, f64::max);
            goals.iter().map(of).fold(f64::INFINITY, f64::min)
        };
        let body = 2.0
            * match spec.radius {
                Distribution::Constant(r) => r,
                Distribution::Normal { max, .. } => max,
            };
        let (ever, first) = (best(ever), best(first));
        let passes = |width: f64| width > 0.0 && width >= body - 1e-9;
        GroupReach {
            name: spec.name.clone(),
            heads_for_it,
            reachable: passes(ever),
            shut_at_first: passes(ever) && !passes(first),
            narrowest_m: (ever > 0.0 && ever.is_finite()).then_some(ever),
        }
    }

    /// How much of an exit's border is open: the walkable side of it belongs to no goal of the exit.
    fn width(&self, mesh: &NavMesh, exit: &Exit) -> Option<f64> {
        // Groups share the area; each has a place of its own otherwise.
        let goal = self.sim.goal(exit.goals.first()?.0)?;
        let edges: Vec<Segment> = goal
            .pieces()
            .iter()
            .flat_map(|piece| {
                let corners: Vec<Point> = piece.corners().collect();
                let n = if corners.len() > 2 { corners.len() } else { 0 };
                (0..n).map(move |i| Segment::new(corners[i], corners[(i + 1) % n])).collect::<Vec<_>>()
            })
            .collect();
        let steps: f64 = edges.iter().map(|e| e.length() / STEP).fold(0.0, |a, b| a + b);
        if edges.is_empty() || steps > MOST_STEPS {
            return None;
        }
        Some(edges.iter().map(|edge| open_length(mesh, u32::from(exit.level), goal, *edge)).fold(0.0, |a, b| a + b))
    }
}

/// The widest body that gets from some cells to each cell [m]: infinite in those, 0 where there is no route.
fn widest(mesh: &NavMesh, from: &[CellId]) -> Vec<f64> {
    let mut best = vec![0.0f64; mesh.cells()];
    // Positive numbers sort like their bits.
    let mut next: BinaryHeap<(u64, CellId)> = BinaryHeap::new();
    for c in from {
        best[*c as usize] = f64::INFINITY;
        next.push((f64::INFINITY.to_bits(), *c));
    }
    while let Some((width, c)) = next.pop() {
        let width = f64::from_bits(width);
        if width < best[c as usize] {
            continue;
        }
        for k in 0..mesh.edges(c) {
            let segment = mesh.segment_at(c, k);
            if segment == NONE || !mesh.is_open(segment) {
                continue;
            }
            let free = &mesh.free_segments()[segment as usize];
            let other = if free.cells[0] == c { free.cells[1] } else { free.cells[0] };
            let through = width.min(free.width);
            if through > best[other as usize] {
                best[other as usize] = through;
                next.push((through.to_bits(), other));
            }
        }
    }
    best
}

/// How much of an edge of a goal has walkable ground beyond it that is not the goal [m].
fn open_length(mesh: &NavMesh, level: u32, goal: &Goal, edge: Segment) -> f64 {
    let length = edge.length();
    if length < 1e-9 {
        return 0.0;
    }
    // Pieces run counter-clockwise: outside lies to the right.
    let (nx, ny) = ((edge.b.y - edge.a.y) / length, (edge.a.x - edge.b.x) / length);
    let open = |share: f64| {
        let p = edge.a.lerp(edge.b, share);
        let beyond = Point::new(p.x + nx * BESIDE, p.y + ny * BESIDE);
        let Some(cell) = mesh.locate_on(level, beyond) else { return false };
        !goal.pieces_in(cell).any(|i| goal.pieces()[i].contains(beyond))
    };
    let n = (length / STEP).ceil().max(2.0) as usize;
    // Corners themselves are asked just beside them: a wall that begins there is no opening.
    let share = |i: usize| (i as f64 / n as f64).clamp(1e-6, 1.0 - 1e-6);
    let mut sum = 0.0;
    for i in 0..n {
        let (mut a, mut b) = (share(i), share(i + 1));
        let (at_a, at_b) = (open(a), open(b));
        if at_a == at_b {
            sum += if at_a { b - a } else { 0.0 };
            continue;
        }
        let (from, to) = (a, b);
        while b - a > 1e-9 {
            let middle = (a + b) / 2.0;
            if open(middle) == at_a { a = middle } else { b = middle }
        }
        sum += if at_a { a - from } else { to - a };
    }
    sum * length
}
