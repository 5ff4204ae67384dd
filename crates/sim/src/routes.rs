//! From goals to preferred velocities: finding ways, and following them.

use crate::agents::{Activity, Agents, Way};
use crate::{goals::Goals, parallel::Pool, simulation::Incline};
use ambulo_geom::{Point, Vec2};
use ambulo_nav::{Goal, NavMesh, Navigator};

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
    agents.progress[row].best = f32::INFINITY;
}

/// Finds ways for those who want one, in row order, until the budget is spent.
pub(crate) fn replan(agents: &mut Agents, mesh: &NavMesh, goals: &Goals, navigator: &mut Navigator, mut budget: u32) {
    for row in 0..agents.len() {
        if !agents.way[row].wanted || budget == 0 {
            continue;
        }
        agents.way[row].wanted = false;
        if agents.activity[row] != Activity::Walking {
            continue;
        }
        let goal = &goals.goals[agents.goal[row] as usize];
        let body = &agents.body[row];
        match navigator.plan(mesh, body.place(), agents.cell[row], goal, 2.0 * body.radius) {
            Ok(route) => {
                let way = &mut agents.way[row];
                *way = Way { route, next: NOT_BEGUN, wanted: false, waypoint: body.place(), last_leg: false };
            }
            Err(_) => agents.activity[row] = Activity::NoRoute,
        }
        budget = budget.saturating_sub(navigator.expanded());
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
            let goal = &goals.goals[goal[row] as usize];
            let entered = follow(way, cell[row], goal);
            // In the cell of a single place nothing can come between: the waypoint stays what it is.
            let settled = way.last_leg && goal.arrival > 0.0 && way.next as usize == way.route.portals.len();
            if entered || (!settled && (step + id[row].0).is_multiple_of(REFRESH)) {
                (way.waypoint, way.last_leg) =
                    way.route.heading(mesh, p, way.next as usize, goal, radius + CORNER_ROOM);
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
fn follow(way: &mut Way, cell: u32, goal: &Goal) -> bool {
    let portals = &way.route.portals;
    let ends_in = goal.pieces()[way.route.piece as usize].cell;
    let here = |k: usize| portals.get(k).map_or(ends_in, |p| p.cell) == cell;
    let next = way.next as usize;
    if next <= portals.len() && here(next) {
        return false;
    }
    // Usually one further; after a push perhaps one back; after a new route the first.
    let ahead = next.saturating_add(1);
    let found = (ahead..=portals.len()).find(|k| here(*k)).or_else(|| (0..=portals.len()).rev().find(|k| here(*k)));
    match found {
        Some(k) => {
            way.next = k as u32;
            true
        }
        None => {
            // Pushed off the route: keep the waypoint and ask for a new one.
            way.wanted = true;
            way.next = way.next.min(portals.len() as u32);
            false
        }
    }
}
