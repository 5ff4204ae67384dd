//! Who is around a walker: beside it, against it, and across its route.

use ambulo_geom::{Point, Vec2};
use ambulo_sim::{Row, View};

/// Two whose directions agree by less than this, as a cosine, cross: people ahead round a bend agree by more.
const CROSSING: f32 = 0.5;
/// Two streams that meet at an obtuse angle would turn against each other if both passed behind: from the first of these cosines on they
/// pass behind no more, up to the second wholly.
const MEETING: f32 = -0.35;
const CROSSING_WHOLLY: f32 = -0.1;
/// Places that people head for and that are nearer to each other than this are the sides of one opening [m].
const OPENING: f32 = 3.0;
/// Who is so near to where another turns has turned there, or will [m].
const TURN_ROOM: f32 = 1.5;
/// Who is so far beyond the place where both lines meet has crossed [m].
const PAST: f32 = 1.0;
/// How far before or behind one at the side is company [m].
const BESIDE: f32 = 0.6;

/// Those near a walker.
pub(super) struct Company {
    /// Whether one who goes the same direction is beside.
    pub(super) beside: bool,
    /// Whether one goes the opposite direction.
    pub(super) against: bool,
    /// Whether one crosses, from 0 to 1: less where the streams come towards each other.
    pub(super) crosses: f32,
    /// How much they agree in where they go, from -1 to 1.
    pub(super) accord: f32,
}

#[inline(always)]
pub(super) fn company(view: &View<'_>, me: Row, route: Vec2) -> Company {
    let body = view.body(me);
    let (mut beside, mut against) = (false, false);
    let (mut accord, mut near, mut crosses) = (0.0, 0.0f32, 0.0f32);
    for other in view.close(me).iter() {
        let Some(theirs) = view.preferred(other).unit() else { continue };
        let o = view.body(other);
        let d = o.place() - body.place();
        let agree = theirs.dot(route);
        accord += agree;
        near += 1.0;
        against |= agree < -0.7;
        let right = d.x * route.y - d.y * route.x;
        beside |= agree > 0.5 && right.abs() > body.radius + o.radius && d.dot(route).abs() < BESIDE;
        let across = ((agree - MEETING) / (CROSSING_WHOLLY - MEETING)).min(1.0);
        if agree < CROSSING && across > crosses && lines_cross(view, me, other, route, theirs, d) {
            crosses = across;
        }
    }
    Company { beside, against, crosses, accord: accord / near.max(1.0) }
}

/// Whether the lines of two routes cross. People who head for one opening from both sides converge, and do not cross; nor do those who
/// have just turned there.
#[inline(always)]
fn lines_cross(view: &View<'_>, me: Row, other: Row, mine: Vec2, theirs: Vec2, d: Vec2) -> bool {
    let (here, there) = (view.place(me), view.place(other));
    let (to, their_to) = (view.waypoint(me), view.waypoint(other));
    let near = |a: Point, b: Point, far: f32| (a - b).length_squared() < far * far;
    if near(to, their_to, OPENING) || near(there, to, TURN_ROOM) || near(here, their_to, TURN_ROOM) {
        return false;
    }
    // place + a mine = place + d + b theirs
    let sine = mine.x * theirs.y - mine.y * theirs.x;
    let a = (d.x * theirs.y - d.y * theirs.x) / sine;
    let b = (d.x * mine.y - d.y * mine.x) / sine;
    a > -PAST && b > -PAST
}
