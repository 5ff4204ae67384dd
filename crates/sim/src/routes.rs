//! From goals to preferred velocities: finding ways, and following them.

use crate::agents::{Activity, Agents, Way};
use crate::parallel::{CHUNK, PerChunk, Pool};
use crate::{goals::Goals, simulation::Incline};
use ambulo_geom::{Point, Vec2};
use ambulo_nav::{CellId, HierarchicalPlanner, NavMesh, Navigator, Planner, Route, Trail};

/// Ways keep this much more than the radius from corners [m].
pub(crate) const CORNER_ROOM: f32 = 0.08;
/// A way is pulled taut again every so many steps, and whenever a walker enters another cell.
const REFRESH: u32 = 4;
/// A place nearer than this lies in no direction [m].
const NO_DIRECTION: f64 = 1e-3;
/// `Way::next` of a way that was not begun.
pub(crate) const NOT_BEGUN: u32 = u32::MAX;
/// States a step may look at when it searches ways; who comes too late waits for the next step.
pub(crate) const BUDGET: u32 = 2_000_000;

/// Marks a walker as in need of a way, with progress counted anew.
pub(crate) fn want(agents: &mut Agents, row: usize) {
    agents.way[row].wanted = true;
    agents.way[row].next = NOT_BEGUN;
    agents.far[row] = 0.0;
    agents.progress[row].best = f32::INFINITY;
    agents.progress[row].gap = f32::INFINITY;
}

/// What finding ways works with.
#[derive(Default)]
pub(crate) struct Planning {
    pub(crate) navigator: Navigator,
    /// Rows that want a way, by chunk and then all.
    by_chunk: Vec<Vec<u32>>,
    wanted: Vec<u32>,
    desks: Vec<Desk>,
}

/// Ways are searched at so many desks at once, on however many threads.
const DESKS: usize = 32;
/// Searches of a desk before the budget is looked at.
const TURN: usize = 32;

/// Somebody who plans: a planner, and the ways it found.
#[derive(Default)]
struct Desk {
    planner: HierarchicalPlanner,
    found: Vec<Option<Route>>,
    expanded: u32,
}

/// Finds ways for those who want one, in row order, until the budget is spent.
pub(crate) fn replan(
    pool: &Pool,
    agents: &mut Agents,
    mesh: &NavMesh,
    goals: &Goals,
    planning: &mut Planning,
    mut budget: u32,
) {
    let n = agents.len();
    let Planning { navigator, by_chunk, wanted, desks } = planning;
    let activity = &agents.activity[..];
    pool.chunks((&mut agents.way[..], PerChunk::new(by_chunk, n)), |start, (ways, rows)| {
        let rows = rows.item();
        rows.clear();
        for (k, way) in ways.iter_mut().enumerate().filter(|(_, way)| way.wanted) {
            if activity[start + k] == Activity::Walking {
                rows.push((start + k) as u32);
            } else {
                way.wanted = false;
            }
        }
    });
    wanted.clear();
    wanted.extend(by_chunk[..n.div_ceil(CHUNK)].iter().flatten());
    if wanted.is_empty() {
        return;
    }
    for row in wanted.iter() {
        navigator.roads(mesh, 2.0 * agents.body[*row as usize].radius);
    }
    desks.resize_with(DESKS, Desk::default);
    for round in wanted.chunks(DESKS * TURN) {
        if budget == 0 {
            return;
        }
        let turn = round.len().div_ceil(DESKS);
        let (reader, navigator) = (&*agents, &*navigator);
        let desks = &mut desks[..round.len().div_ceil(turn)];
        pool.each(desks, |k, desk| {
            desk.found.clear();
            desk.expanded = 0;
            for row in round[k * turn..].iter().take(turn).map(|row| *row as usize) {
                let (body, cell) = (&reader.body[row], reader.cell[row]);
                let goal = &goals.goals[reader.goal[row] as usize];
                let roads = navigator.made(2.0 * body.radius);
                let way = roads.and_then(|roads| desk.planner.plan(mesh, roads, body.place(), cell, goal).ok());
                desk.found.push(way);
                desk.expanded = desk.expanded.saturating_add(desk.planner.expanded());
            }
        });
        for (desk, rows) in desks.iter_mut().zip(round.chunks(turn)) {
            budget = budget.saturating_sub(desk.expanded);
            for (row, found) in rows.iter().map(|row| *row as usize).zip(desk.found.drain(..)) {
                let way = &mut agents.way[row];
                way.wanted = false;
                let Some(route) = found else {
                    agents.activity[row] = Activity::NoRoute;
                    continue;
                };
                let goal = &goals.goals[agents.goal[row] as usize];
                let ends_in = goal.pieces()[route.piece as usize].cell;
                let (to_place, waypoint) = (goal.arrival > 0.0, agents.body[row].place());
                let (trail, at) = (Trail::new(&route, agents.cell[row]), agents.cell[row]);
                *way = Way { trail, next: NOT_BEGUN, at, wanted: false, waypoint, last_leg: false, to_place, ends_in };
            }
        }
    }
}

/// Preferred velocity along the way; slower on stairs and ramps.
pub(crate) fn prefer(pool: &Pool, agents: &mut Agents, mesh: &NavMesh, inclines: &[Incline], goals: &Goals, step: u32) {
    let Agents { id, body, preferred, cell, goal, journey, stage, activity, way, .. } = agents;
    let (id, body, cell, goal) = (&id[..], &body[..], &cell[..], &goal[..]);
    let (journey, stage, activity) = (&journey[..], &stage[..], &activity[..]);
    pool.chunks((&mut way[..], &mut preferred[..]), |start, (ways, preferred)| {
        for (k, (way, out)) in ways.iter_mut().zip(preferred).enumerate() {
            let row = start + k;
            if activity[row] != Activity::Walking || (way.wanted && way.next == NOT_BEGUN) {
                *out = Vec2::ZERO;
                continue;
            }
            let (p, radius) = (body[row].place(), body[row].radius);
            let entered = follow(way, mesh, cell[row]);
            // In the cell of a single place nothing can come between: the waypoint stays what it is.
            let settled = way.last_leg && way.to_place && way.next as usize == way.trail.len();
            if entered || (!settled && (step + id[row].0).is_multiple_of(REFRESH)) {
                let goal = &goals.goals[goal[row] as usize];
                (way.waypoint, way.last_leg) =
                    way.trail.heading(mesh, p, way.next as usize, way.at, goal, radius + CORNER_ROOM);
            }
            let rest = way.last_leg && goals.rests_at(journey[row], stage[row]);
            // On a corner to the millimetre there is no direction to it: whoever stands there goes on as before.
            if !way.last_leg && way.waypoint.distance(p) < NO_DIRECTION {
                continue;
            }
            *out = towards(p, way.waypoint, body[row].speed, rest);
            if !inclines.is_empty()
                && let Some(slope) = mesh.sheets()[mesh.sheet_of(cell[row]) as usize].slope
            {
                *out *= inclines[slope as usize].pace(*out);
            }
        }
    });
}

fn towards(p: Point, waypoint: Point, speed: f32, rest: bool) -> Vec2 {
    let d = waypoint - p;
    let distance = d.length();
    if f64::from(distance) < NO_DIRECTION {
        return Vec2::ZERO;
    }
    // Who stays at the goal slows down over the last half second instead of running past it.
    let speed = if rest { speed.min(distance * 2.0) } else { speed };
    d * (speed / distance)
}

/// Finds where along its route a walker is. True when the next portal changed, so that the waypoint is stale.
fn follow(way: &mut Way, mesh: &NavMesh, cell: CellId) -> bool {
    let (next, last) = (way.next as usize, way.trail.len());
    if next <= last && way.at == cell {
        return false;
    }
    // Usually one further; after a push perhaps one back; after a new route the first.
    let ahead = cells(way, mesh, next, way.at).skip(1).find(|(_, at)| *at == cell);
    let found = ahead.or_else(|| cells(way, mesh, 0, way.trail.start()).filter(|(_, at)| *at == cell).last());
    match found {
        Some((k, at)) => {
            (way.next, way.at) = (k as u32, at);
            true
        }
        None => {
            // Pushed off the route: keep the waypoint and ask for a new one.
            way.wanted = true;
            if next > last {
                (way.next, way.at) = (last as u32, way.ends_in);
            }
            false
        }
    }
}

/// Portals from `next` on with the cell each lies in, then the end with the cell of the goal.
fn cells<'a>(way: &'a Way, mesh: &'a NavMesh, next: usize, at: CellId) -> impl Iterator<Item = (usize, CellId)> + 'a {
    let end = (next <= way.trail.len()).then_some(way.ends_in);
    (next..).zip(way.trail.portals(mesh, next, at).map(|p| p.cell).chain(end))
}
