//! Who goes first of two who are about to touch.

use super::hash;
use ambulo_geom::Vec2;
use ambulo_sim::{Row, View};

/// Who goes second may move so much faster than the first [m/s], and after waiting for long so much slower.
const YIELDS: f32 = 0.1;
/// It takes so long [s], and the first must be slower than this [m/s].
const LONG: f32 = 6.0;
const STUCK: f32 = 0.05;
/// From the one to the other it takes this long [s].
const STEPS_BACK: f32 = 3.0;

/// The part of a velocity that keeps the order of passing: into those who go first it does not lead beyond the buffer, into others not
/// much beyond touching. The rest stays, so that bodies slide along each other.
#[inline(never)]
pub(super) fn in_order(view: &View<'_>, me: Row, mut v: Vec2, route: Vec2, buffer: f32, waiting: f32) -> Vec2 {
    /// Who goes first may press into another so fast [m/s].
    const PUSH: f32 = 0.1;
    /// Who stands too near to one who goes first steps back so fast, per metre that is missing [1/s].
    const RETREATS: f32 = 2.0;
    /// Who has waited so long [s] and heads for the other, by this cosine, holds back.
    const WAITED: f32 = 0.5;
    const TOWARDS: f32 = 0.6;
    /// Taking one neighbour out of a velocity may bring in another.
    const SWEEPS: usize = 2;
    let body = view.body(me);
    // Who has waited for long steps back.
    let back = ((waiting - LONG) / STEPS_BACK).clamp(0.0, 1.0);
    let (reach, half) = (buffer + 2.0 * v.length() * view.dt, 0.5 / view.dt);
    for _ in 0..SWEEPS {
        let before = v;
        for other in view.close(me).iter() {
            let o = view.body(other);
            let d = o.place() - body.place();
            let closing = v.dot(d);
            let (square, touch) = (d.length_squared(), body.radius + o.radius);
            let waits = waiting > WAITED;
            if (closing <= 0.0 && !waits) || square > (touch + reach) * (touch + reach) || square < 1e-12 {
                continue;
            }
            let length = square.sqrt();
            let gap = if goes_first(view, me, other, route, d) {
                (length - touch).max(0.0) * half + PUSH
            } else {
                let room = length - touch - buffer;
                // Two who press for the same gap would hold each other for good: the second waits for the first.
                if room < 0.0 && waits && closing > TOWARDS * v.length() * length {
                    let get_on = o.velocity().dot(route).max(0.0);
                    let back = if get_on < STUCK { back } else { 0.0 };
                    let most = get_on + YIELDS - 2.0 * YIELDS * back;
                    v -= route * (v.dot(route) - most).max(0.0);
                }
                // And makes room, so that the first gets through.
                if room > 0.0 {
                    room * half
                } else if waiting > LONG {
                    room * RETREATS
                } else {
                    0.0
                }
            };
            let away = (o.velocity().dot(d) / length).max(0.0);
            let beyond = v.dot(d) / length - gap - away;
            if beyond > 0.0 {
                v -= d * (beyond / length);
            }
        }
        if v == before {
            break;
        }
    }
    v
}

/// Lots are drawn anew so often [s].
const LOTS: f32 = 3.0;
/// One is before another when so much farther on, along the sum of both directions [m].
const BEFORE: f32 = 0.05;
/// Two whose directions differ more than this, as a cosine, have no order: they pass each other.
const OPPOSITE: f32 = -0.5;

/// Of two the one goes first who is farther on, and among equals one by lot. Both find the same.
#[inline(always)]
fn goes_first(view: &View<'_>, me: Row, other: Row, mine: Vec2, d: Vec2) -> bool {
    let Some(theirs) = view.preferred(other).unit() else { return true };
    if theirs.dot(mine) <= OPPOSITE {
        return true;
    }
    let before = d.dot(mine + theirs);
    if before.abs() > BEFORE {
        return before < 0.0;
    }
    let (a, b) = (view.id(me).0, view.id(other).0);
    let lot = (view.time() / LOTS) as u32;
    let heads = hash(a.min(b) ^ a.max(b).rotate_left(16) ^ lot.wrapping_mul(0x9E37_79B9)) < 0.5;
    heads == (a < b)
}
