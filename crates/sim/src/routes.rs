//! From goals to preferred velocities: planning routes, and following them.

use crate::agents::{Activity, Agents, RouteState};
use crate::groups::Routing;
use crate::parallel::{CHUNK, PerChunk, Pool};
use crate::queues::Queues;
use crate::route_choice::{Chooser, KnownQueues};
use crate::{goals::Goals, simulation::GroupEntry, simulation::StairsSpeed};
use ambulo_geom::{Point, Vec2};
use ambulo_nav::{
    CellId, FlatPlanner, HierarchicalPlanner, NavMesh, Navigator, PackedRoute, Planner, Route, RouteQuery,
};

/// Routes keep this much more than the radius from corners [m].
pub(crate) const CORNER_ROOM: f32 = 0.08;
/// A route is pulled taut again every so many steps, and whenever a walker enters another cell.
const REFRESH: u32 = 4;
/// A place nearer than this lies in no direction [m].
const NO_DIRECTION: f64 = 1e-3;
/// `RouteState::next` of a route that was not begun.
pub(crate) const NOT_BEGUN: u32 = u32::MAX;
/// Budget of states a step may expand when it plans routes; the rest waits for the next step.
pub(crate) const BUDGET: u32 = 2_000_000;

/// Marks an agent as in need of a route, and resets its progress.
pub(crate) fn want(agents: &mut Agents, row: usize) {
    agents.route[row].wanted = true;
    agents.route[row].next = NOT_BEGUN;
    agents.far[row] = 0.0;
    agents.progress[row].best = f32::INFINITY;
    agents.progress[row].gap = f32::INFINITY;
}

/// Workspace of route planning.
#[derive(Default)]
pub(crate) struct Planning {
    pub(crate) navigator: Navigator,
    /// Rows that want a route, by chunk and then all.
    by_chunk: Vec<Vec<u32>>,
    wanted: Vec<u32>,
    workspaces: Vec<PlannerWorkspace>,
}

/// Routes are planned in so many workspaces at once, on any number of threads.
const WORKSPACES: usize = 32;
/// Searches of a workspace before the budget is checked.
const TURN: usize = 32;

/// A planner, and the routes it found.
#[derive(Default)]
struct PlannerWorkspace {
    planner: HierarchicalPlanner,
    by_time: FlatPlanner,
    known: KnownQueues,
    found: Vec<Option<Route>>,
    expanded: u32,
}

/// Plans routes for agents that want one, in row order, until the budget is spent.
pub(crate) fn replan(
    pool: &Pool,
    agents: &mut Agents,
    mesh: &NavMesh,
    goals: &Goals,
    groups: &[GroupEntry],
    queues: &Queues,
    seed: u64,
    planning: &mut Planning,
    mut budget: u32,
) {
    let n = agents.len();
    let Planning { navigator, by_chunk, wanted, workspaces } = planning;
    let activity = &agents.activity[..];
    pool.chunks((&mut agents.route[..], PerChunk::new(by_chunk, n)), |start, (routes, rows)| {
        let rows = rows.item();
        rows.clear();
        for (k, route) in routes.iter_mut().enumerate().filter(|(_, route)| route.wanted) {
            if activity[start + k] == Activity::Walking {
                rows.push((start + k) as u32);
            } else {
                route.wanted = false;
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
    workspaces.resize_with(WORKSPACES, PlannerWorkspace::default);
    for round in wanted.chunks(WORKSPACES * TURN) {
        if budget == 0 {
            return;
        }
        let turn = round.len().div_ceil(WORKSPACES);
        let (reader, navigator) = (&*agents, &*navigator);
        let workspaces = &mut workspaces[..round.len().div_ceil(turn)];
        pool.each(workspaces, |k, workspace| {
            workspace.found.clear();
            workspace.expanded = 0;
            for row in round[k * turn..].iter().take(turn).map(|row| *row as usize) {
                let (body, cell) = (&reader.body[row], reader.cell[row]);
                let goal = &goals.goals[reader.goal[row] as usize];
                let roads = navigator.made(2.0 * body.radius);
                let routing = groups[reader.group[row] as usize].routing();
                let (planned, expanded) = match (roads, routing) {
                    (None, _) => (None, 0),
                    (Some(roads), Routing::Shortest) => {
                        let planned = workspace.planner.plan(mesh, roads, body.place(), cell, goal).ok();
                        (planned, workspace.planner.expanded())
                    }
                    (Some(roads), Routing::Quickest(how)) => {
                        let chooser = Chooser::new(mesh, queues, seed, how, (reader, row), &mut workspace.known);
                        let query = RouteQuery { mesh, roads, from: body.place(), cell, goal };
                        let (planned, expanded) =
                            chooser.search(&mut workspace.by_time, &mut workspace.planner, &query);
                        (planned.ok(), expanded)
                    }
                };
                workspace.found.push(planned);
                workspace.expanded = workspace.expanded.saturating_add(expanded);
            }
        });
        for (workspace, rows) in workspaces.iter_mut().zip(round.chunks(turn)) {
            budget = budget.saturating_sub(workspace.expanded);
            for (row, found) in rows.iter().map(|row| *row as usize).zip(workspace.found.drain(..)) {
                let route = &mut agents.route[row];
                route.wanted = false;
                let Some(planned) = found else {
                    agents.activity[row] = Activity::NoRoute;
                    continue;
                };
                let goal = &goals.goals[agents.goal[row] as usize];
                let ends_in = goal.pieces()[planned.piece as usize].cell;
                let (to_place, waypoint) = (goal.arrival > 0.0, agents.body[row].place());
                let (packed, at) = (PackedRoute::new(&planned, agents.cell[row]), agents.cell[row]);
                *route = RouteState {
                    packed,
                    next: NOT_BEGUN,
                    at,
                    wanted: false,
                    waypoint,
                    last_leg: false,
                    to_place,
                    ends_in,
                };
            }
        }
    }
}

/// Preferred velocity along the route; slower on stairs and ramps.
pub(crate) fn prefer(
    pool: &Pool,
    agents: &mut Agents,
    mesh: &NavMesh,
    stairs: &[StairsSpeed],
    goals: &Goals,
    step: u32,
) {
    let Agents { id, body, preferred, cell, goal, journey, stage, activity, route, .. } = agents;
    let (id, body, cell, goal) = (&id[..], &body[..], &cell[..], &goal[..]);
    let (journey, stage, activity) = (&journey[..], &stage[..], &activity[..]);
    pool.chunks((&mut route[..], &mut preferred[..]), |start, (routes, preferred)| {
        for (k, (route, out)) in routes.iter_mut().zip(preferred).enumerate() {
            let row = start + k;
            if activity[row] != Activity::Walking || (route.wanted && route.next == NOT_BEGUN) {
                *out = Vec2::ZERO;
                continue;
            }
            let (p, radius) = (body[row].place(), body[row].radius);
            let entered = follow(route, mesh, cell[row]);
            // In the cell of a single place nothing can come between: the waypoint stays what it is.
            let settled = route.last_leg && route.to_place && route.next as usize == route.packed.len();
            if entered || (!settled && (step + id[row].0).is_multiple_of(REFRESH)) {
                let goal = &goals.goals[goal[row] as usize];
                (route.waypoint, route.last_leg) =
                    route.packed.heading(mesh, route.at_place(p), goal, radius + CORNER_ROOM);
            }
            let rest = route.last_leg && goals.rests_at(journey[row], stage[row]);
            // On a corner to the millimetre there is no direction to it: an agent there continues as before.
            if !route.last_leg && route.waypoint.distance(p) < NO_DIRECTION {
                continue;
            }
            *out = towards(p, route.waypoint, body[row].speed, rest);
            if !stairs.is_empty()
                && let Some(flight) = mesh.surfaces()[mesh.surface_of(cell[row]) as usize].stairs
            {
                *out *= stairs[flight as usize].pace(*out);
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
fn follow(route: &mut RouteState, mesh: &NavMesh, cell: CellId) -> bool {
    let (next, last) = (route.next as usize, route.packed.len());
    if next <= last && route.at == cell {
        return false;
    }
    // Usually one further; after a push perhaps one back; after a new route the first.
    let ahead = cells(route, mesh, next, route.at).skip(1).find(|(_, at)| *at == cell);
    let found = ahead.or_else(|| cells(route, mesh, 0, route.packed.start()).filter(|(_, at)| *at == cell).last());
    match found {
        Some((k, at)) => {
            (route.next, route.at) = (k as u32, at);
            true
        }
        None => {
            // Pushed off the route: keep the waypoint and ask for a new one.
            route.wanted = true;
            if next > last {
                (route.next, route.at) = (last as u32, route.ends_in);
            }
            false
        }
    }
}

/// Portals from `next` on with the cell each lies in, then the end with the cell of the goal.
fn cells<'a>(
    route: &'a RouteState,
    mesh: &'a NavMesh,
    next: usize,
    at: CellId,
) -> impl Iterator<Item = (usize, CellId)> + 'a {
    let end = (next <= route.packed.len()).then_some(route.ends_in);
    (next..).zip(route.packed.portals(mesh, next, at).map(|p| p.cell).chain(end))
}
