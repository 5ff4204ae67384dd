//! How a step holds the course of a walker: `gait-feedback` before contact.

use super::gait_feedback::{GaitFeedback, GaitState};
use ambulo_geom::{Vec2, ttc_discs};
use ambulo_sim::{Body, MotionView, Row};

/// Below this weight, imminent contact need not be checked: it holds nothing.
const SLIGHT: f32 = 1e-3;

/// What is left of an intended velocity in the middle of a step.
pub(super) fn held(p: &GaitFeedback, view: &MotionView<'_>, me: Row, intended: Vec2, state: &GaitState) -> Vec2 {
    let (body, dt, accelerates) = (view.body(me), view.dt, view.accelerates(me));
    let left = state.left(p);
    let mut weight = if state.standing { 0.0 } else { p.weight_at(state.phase) };
    let mut add = change(state, p, body, intended, weight, left, accelerates, dt);
    if weight > SLIGHT {
        let touch = first_touch(view, me, intended + add, left);
        if touch < left {
            weight *= touch / left;
            add = change(state, p, body, intended, weight, left, accelerates, dt);
        }
    }
    // Nothing to hold leaves every bit as it is.
    if add == Vec2::ZERO { intended } else { intended + add }
}

/// What a gait adds to the velocity that was chosen [m/s].
#[inline]
fn change(
    state: &GaitState,
    p: &GaitFeedback,
    body: &Body,
    chosen: Vec2,
    weight: f32,
    left: f32,
    accelerates: bool,
    dt: f32,
) -> Vec2 {
    let model = (chosen - body.velocity()) * (p.share(weight, accelerates, dt) - 1.0);
    if weight > 0.0 { model + state.feedback(p, body, left, dt) * (weight * dt) } else { model }
}

/// When a body would first touch another or a wall at a velocity, if within `left` [s].
fn first_touch(view: &MotionView<'_>, row: Row, velocity: Vec2, left: f32) -> f32 {
    let me = view.body(row);
    let place = me.place();
    let mut first = left;
    for other in view.within_touch(row) {
        let other = view.body(other);
        let touch = ttc_discs(other.place() - place, other.velocity() - velocity, me.radius + other.radius);
        first = first.min(touch.time());
    }
    for wall in view.walls(row).filter(|wall| wall.faces(place)) {
        let to = wall.at.closest_point(place) - place;
        let (gap, near) = (to.length() - me.radius, to.unit().unwrap_or(Vec2::ZERO));
        let approach = velocity.dot(near);
        if approach > 0.0 {
            first = first.min(gap.max(0.0) / approach);
        }
    }
    first
}
