//! From chosen velocity to motion. `point-mass`: a body does at once what was chosen, up to its greatest speed.

use crate::agents::{Activity, Agents};
use crate::{Body, parallel::Pool};
use ambulo_geom::{Point, Vec2};

/// Where a body is after a step at a velocity.
#[inline]
pub(crate) fn moved(body: &Body, velocity: Vec2, dt: f32) -> Point {
    body.place() + velocity * dt
}

pub(crate) fn advance(pool: &Pool, agents: &mut Agents, dt: f32) {
    let Agents { body, chosen, next, max_speed, activity, .. } = agents;
    let (body, max_speed, activity) = (&body[..], &max_speed[..], &activity[..]);
    pool.chunks((&mut chosen[..], &mut next[..]), |start, (chosen, next)| {
        for (k, (chosen, next)) in chosen.iter_mut().zip(next).enumerate() {
            let row = start + k;
            if activity[row] == Activity::Quarantined {
                *chosen = Vec2::ZERO;
            }
            *chosen = chosen.clamp_length(max_speed[row]);
            *next = moved(&body[row], *chosen, dt);
        }
    });
}
