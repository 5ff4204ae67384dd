//! `paris`: the circle of directions cut into sections with forbidden speeds.
//!
//! **Paper.** S. Paris, J. Pettré and S. Donikian, *Pedestrian reactive navigation for crowd simulation: a predictive
//! approach*, Computer Graphics Forum 26(3), 2007.
//!
//! **In words.** The time ahead is cut into windows that grow: 0 to 1 s, 1 to 2, 2 to 4, 4 to 8. In each window everybody
//! seen is assumed to walk straight on. The disc of a neighbour, as large as both bodies and a margin, sweeps a capsule
//! in that time; the directions towards the capsule are an orientation section. Going in one of them, a walker passes
//! behind the neighbour up to a critical speed and in front of it from another one on; between the two they may meet.
//! Sections of a neighbour that overlap are merged. A direction costs what the change of speed costs that each
//! neighbour asks for, less for later windows, and what the turn costs. The cheapest direction is taken, with the
//! allowed speed nearest to the desired one. Walls have sections too. Agents hidden by a wall do not count; those
//! outside the field of view counts as standing. Decisions fall on footfalls.
//!
//! ```text
//! q(t) = d + v t,  R = radii + margin,  s = 1 / t
//! section of [t1, t2] = directions from bearing(q) - asin(R / |q|) to bearing(q) + asin(R / |q|), at both ends
//! V1 = min (|q(t)| - R) / t = min |d s + v| - R s,   at s* = (R sqrt((v.v d.d - (d.v)^2) / (d.d - R^2)) - d.v) / d.d, clamped
//! V2 = max (|q(t)| + R) / t,                         at t1 or t2
//! C  = alpha sum_k min(C_accel, C_decel) (1 - t1 / (T + beta)) + (1 - alpha) (1 - cos delta) / 2
//! C_decel = 1 - V1 / V,  C_accel = (V2 - V) / (Vmax - V), infinite above Vmax,  both 0 where V is allowed
//! ```
//!
//! **Choices.** Values the paper leaves open: `alpha` is 0.2, because only below 0.3 an encounter a second away is answered
//! by speed and one six seconds away by turning, as people do; `beta` 0, `margin` 0.1 m, `fov` 100 degrees to each side,
//! greatest speed 1.5 times the desired one, walk ratio 0.39 m s for the frequency of steps.
//!
//! - Merging. The paper gives a merged section the earlier of the two ends in time; the union of two windows ends at the
//!   later one. The value is used by no cost, so it is not kept at all.
//! - Speeds between. Merging to a hull, min V1 and max V2, also forbids the safe speeds between two windows, and overtaking
//!   altogether, because the first window has no upper speed. Here a merged section is a hull for its cost only. The speed is
//!   chosen by what the chosen course itself meets (`speeds = "course"`), or by the list of its sections' forbidden
//!   speeds (`"sections"`); `hull_only = 1` is the printed rule.
//! - Windows cut. If a neighbour walks over the place where the walker is now, the capsule holds that place and all
//!   directions. The paper is silent there. By default a window is cut at the time when the walker, at its desired speed,
//!   would be past the neighbour: what comes later only forbids slower speeds. Windows that cannot be reached at the
//!   greatest speed are left out, and an agent in contact takes the quarter circle it is in and may be followed. With
//!   `refine = 0` the section then is the half circle facing the neighbour and every speed is forbidden.
//! - The cost of turning. The paper measures the angle to the limits of a section, which charges for going straight on
//!   inside one; here that is free. It adds the turn once for every neighbour and discounts it with the prediction, so
//!   that turning back becomes free at the horizon; here it is charged once and in full. `literal_cost = 1` is the
//!   printed sum; directions that no section covers, for which it has no time, are charged the plain turn.
//! - Accelerations. The paper wants them small and prints no term. Here the turn is measured from a direction between the
//!   desired one and the last course (`steady`), which is the same as charging for both turns.
//! - Sight. With a field of view around the heading only, an agent beside is lost from sight by turning away from it, and
//!   seen again on turning back, over and over. Here a walker looks along its desired direction too (`looks`).
//! - Free directions. The paper reports that people do not react where no collision is predicted. Sections are worst cases of
//!   their windows and would react, so the desired velocity is kept as long as it meets nobody (`keep_free`).
//! - How soon to brake. Only encounters within `brake_time` limit the speed on the chosen course; with the whole horizon
//!   people crawl towards standing agents (the page of this model has the figures).
//! - Walls. The printed V1 of a wall is its distance over the time; the body's radius is taken off, or walkers would
//!   touch. Only windows that begin before `wall_time` count: beyond, the planner knows better. A wall is cut by the
//!   desired speed rather than the present one, which shrinks to nothing in a queue.
//! - Jams. An agent that stands at the distance kept bars the half circle, as printed, and stepping aside costs more than
//!   standing: two who meet head-on at a wall stand for ever. An agent in contact here bars a quarter in all
//!   windows, and one without progress loses patience: it keeps half the margin after `patience` seconds, a third after twice that, and
//!   agents within the whole margin count as touching; and turning costs less, down to half. A course on which the walker stands does not count for `steady`.
//! - Decisions at every step (`decide_every = 0`) make a share of the change, as much as fits into the step (`smooth`).
//!
//! **Not modelled.** Groups, caution at blind corners, a horizon that adapts to the crowd (both named in the paper as open).

mod angles;
mod choice;
#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
mod course;
mod exact;
mod explaining;
mod sections;
mod sweep;
mod walls;
mod windows;

use crate::Patience;
use ambulo_geom::Vec2;
use ambulo_geom::math::cos32;
use ambulo_sim::{
    CalibrationAxis, Explanation, KnownFailure, LANES, Row, Rows, Silent, SteeringModel, Trace, View, params,
};
use choice::{Weighing, turned};
use course::{ForbiddenSpeeds, forbidden, met};
use sections::{Aim, BIG, MOST_HALVES, MOST_PEOPLE, People, Sections, of_people};
use walls::Beholder;
use windows::Windows;

params! {
    /// Orientation sections and critical speeds, 2007.
    pub struct Paris {
        /// Length of the first window.
        first: "s", 0.1..=10.0, 1.0;
        /// How much longer each next window is.
        growth: "1", 1.1..=10.0, 2.0;
        /// How far it looks ahead; at most six windows, the last takes what is left.
        horizon: "s", 0.5..=60.0, 8.0;
        /// Weight of the cost of speed; turning has the rest.
        alpha: "1", 0.01..=0.99, 0.2;
        /// Confidence offset: the greater, the less later windows are discounted.
        beta: "s", 0.0..=1000.0, 0.0;
        /// Distance kept beyond touching.
        margin: "m", 0.0..=1.0, 0.1;
        /// Greatest speed, as a multiple of the desired one.
        speed_limit: "1", 1.0..=5.0, 1.5;
        /// Half the field of view; outside it others count as standing.
        fov: "deg", 0.0..=180.0, 100.0;
        /// Whether the field of view is around the heading and the desired direction, or around the heading only.
        looks: "way|heading", 0.0..=1.0, 0.0;
        /// To which side exact ties break.
        side: "right|left|none", 0.0..=2.0, 0.0;
        /// Weight of the course taken last, against the desired direction, when turns are charged.
        steady: "1", 0.0..=100.0, 3.0;
        /// Factor on the cost of speed on the side not preferred.
        other_side: "1", 1.0..=4.0, 1.0;
        /// Whether costs of neighbours add up or the worst counts.
        accumulate: "sum|worst", 0.0..=1.0, 0.0;
        /// 1: turning is charged for every neighbour and discounted, as printed.
        literal_cost: "1", 0.0..=1.0, 0.0;
        /// 1: between the slowest and the fastest forbidden speed of a neighbour all are forbidden, as printed.
        hull_only: "1", 0.0..=1.0, 0.0;
        /// Whether forbidden speeds are those of the chosen course itself or of its sections.
        speeds: "course|sections", 0.0..=1.0, 0.0;
        /// 1: windows are cut where the desired speed is past the neighbour; 0: as printed.
        refine: "1", 0.0..=1.0, 1.0;
        /// 1: the desired velocity is kept while it meets nobody; 0: sections decide always.
        keep_free: "1", 0.0..=1.0, 1.0;
        /// Encounters later than this do not limit the speed.
        brake_time: "s", 0.1..=60.0, 2.0;
        /// Walls count in windows that begin before this.
        wall_time: "s", 0.0..=60.0, 2.0;
        /// An agent without progress for so long keeps half the margin; 0: all of it for ever.
        patience: "s", 0.0..=1000.0, 2.0;
        /// When it decides: at footfalls, or by the clock.
        decide: "footfalls|clock", 0.0..=1.0, 0.0;
        /// Time between decisions, at footfalls the longest; 0: every step.
        decide_every: "s", 0.0..=5.0, 0.6;
        /// Time a change of velocity takes where decisions come more often than that.
        smooth: "s", 0.0..=5.0, 0.4;
        /// How far it looks.
        range: "m", 0.5..=50.0, 10.0;
    }
}

/// What a walker remembers.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParisMemory {
    /// Unit vector of the course it took instead of the desired direction at the last decision; none: zero.
    pub course: Vec2,
    /// It waits while it makes no progress.
    pub patience: Patience,
}

ambulo_sim::snapshot!(ParisMemory { course, patience });

/// Turning costs at least this share, however long an agent has waited.
const LEAST_TURNING: f32 = 0.5;
/// Slower than this share of its desired speed towards where it wants to go, an agent makes no progress.
const GETS_ON: f32 = 0.1;

/// Walkers slower than this want nothing [m/s].
const STANDING: f32 = 1e-3;
/// Step length over step frequency [m s]: v = 0.39 f^2, 1.8 steps per second at 1.3 m/s.
const WALK_RATIO: f32 = 0.39;

impl SteeringModel for Paris {
    const NAME: &'static str = "paris";
    const TITLE: &'static str = "Paris (2007): sections of directions with critical speeds";
    const PAPER: &'static str = "Paris, Pettre and Donikian, Pedestrian reactive navigation for crowd simulation: a \
                                 predictive approach, Computer Graphics Forum 26(3) (2007)";
    const LIMITS: &'static str =
        "no groups, no anticipation of people not yet seen, the horizon does not adapt to density";
    const SAMPLES: bool = true;
    const CHOOSES: bool = true;
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("alpha", 0.01, 0.99),
        CalibrationAxis::usual("beta", 0.0, 16.0),
        CalibrationAxis::usual("margin", 0.0, 1.0),
    ];
    const FAILURES: &'static [KnownFailure] =
        &[KnownFailure::new("bottleneck", 0.51, 1), KnownFailure::new("doorway", 0.5, 1)];
    type Memory = ParisMemory;

    fn range(&self) -> f32 {
        self.range
    }

    fn decision_interval(&self) -> f32 {
        self.decide_every
    }

    #[inline(always)]
    fn interval(&self, view: &View<'_>, me: Row, _: &ParisMemory) -> f32 {
        pause(view, me, self)
    }

    #[inline(always)]
    fn steer(&self, view: &View<'_>, me: Row, memory: &mut ParisMemory) -> Vec2 {
        smoothed(view, me, self, decide(view, me, self, memory, &mut Silent))
    }

    fn explain(&self, view: &View<'_>, me: Row, memory: &mut ParisMemory, trace: &mut Explanation) -> Vec2 {
        smoothed(view, me, self, decide(view, me, self, memory, trace))
    }
}

/// Time from this decision to the next [s]; 0: the next step.
#[inline(always)]
fn pause(view: &View<'_>, me: Row, p: &Paris) -> f32 {
    if p.decide_every <= 0.0 || p.decide >= 0.5 {
        return p.decide_every;
    }
    let pace = view.body(me).velocity().length();
    (WALK_RATIO / pace.max(1e-3)).sqrt().min(p.decide_every)
}

/// A decision at every step makes only a share of the change it wants: a body takes about a footfall to change its pace
/// or course, and two people who see each other give way would both turn back at once, and out again.
#[inline(always)]
fn smoothed(view: &View<'_>, me: Row, p: &Paris, wanted: Vec2) -> Vec2 {
    let share = pause(view, me, p).max(view.dt) / p.smooth.max(1e-6);
    if share >= 1.0 {
        return wanted;
    }
    let now = view.body(me).velocity();
    now + (wanted - now) * share
}

#[inline(always)]
fn decide<T: Trace>(view: &View<'_>, me: Row, p: &Paris, memory: &mut ParisMemory, trace: &mut T) -> Vec2 {
    let wanted = view.preferred(me);
    let speed = wanted.length();
    let Some(desired) = wanted.unit().filter(|_| speed > STANDING) else { return wanted };
    let gets_on = view.body(me).velocity().dot(desired) >= GETS_ON * speed;
    memory.patience.notice(view.time(), !gets_on);
    let patience = memory.patience.left(p.patience);
    // Turning away from the desired direction and from the last course is charged alike, which is turning away from one
    // direction between them. A course on which it stands is none.
    let stands = view.body(me).velocity().length() < GETS_ON * speed;
    let steady = if stands { 0.0 } else { p.steady };
    let frame = (desired + memory.course * steady).unit().unwrap_or(desired);
    let windows = Windows::new(p.first, p.growth, p.horizon);
    let aim = Aim {
        speed,
        top: (speed * p.speed_limit).min(view.max_speed(me)).max(speed),
        windows,
        trust: windows.horizon() + p.beta,
        refine: p.refine >= 0.5,
    };
    let mut people = People::NOBODY;
    let side = [-1.0, 1.0, 0.0][(p.side + 0.5) as usize % 3];
    let ahead = Vec2::new(frame.dot(desired), frame.cross(desired));
    gather(view, me, p, patience, frame, ahead, &mut people);
    if p.keep_free >= 0.5 && wanted_is_free(view, me, &aim, ahead, &mut people) {
        memory.course = Vec2::ZERO;
        explaining::people(view, me, p, frame, &aim, &people, trace);
        explaining::chosen(wanted, "nobody is met", trace);
        return wanted;
    }
    for k in (0..people.count).rev() {
        if !view.sees(me, Row(people.row[k])) {
            people.drop(k);
        }
    }
    explaining::people(view, me, p, frame, &aim, &people, trace);

    let mut around = Sections::NONE;
    for block in 0..people.blocks() {
        of_people(&people, block, &aim, &mut around);
    }
    around.each = windows.count + 1;
    let body = view.body(me);
    let pace = if aim.refine { speed } else { body.velocity().length().max(0.2) };
    let beholder = Beholder { place: body.place(), radius: body.radius, frame, pace, until: p.wall_time };
    let first = people.blocks() * LANES;
    let mut halves = 0;
    for wall in view.walls(me).filter(|w| w.faces(beholder.place)) {
        if halves + 2 <= MOST_HALVES {
            beholder.add(wall, &aim, first + halves, &mut around);
            halves += 2;
            explaining::wall(&beholder, wall, &aim, p, trace);
        }
    }
    around.count = (first + halves).next_multiple_of(LANES);

    let weighing = Weighing {
        alpha: p.alpha,
        turning: (1.0 - p.alpha) * patience.max(LEAST_TURNING),
        side,
        other_side: p.other_side,
        worst: p.accumulate >= 0.5,
        literal: p.literal_cost >= 0.5,
    };
    let note = |c: &choice::Candidate| explaining::weighed(c, speed, frame, trace);
    let best = if weighing.worst || weighing.literal {
        weighing.choose_by_weighing(&around, note)
    } else {
        weighing.choose_by_sweep(&around, note)
    };
    let u = angles::direction(best.at);
    let course = turned(frame, u);

    let mut barred = ForbiddenSpeeds::NONE;
    if p.hull_only >= 0.5 || p.speeds >= 0.5 {
        exact::forbid(&people, &aim, best.at, p.hull_only >= 0.5, &mut barred);
        for wall in view.walls(me).filter(|w| w.faces(beholder.place)) {
            for to_b in [true, false] {
                beholder.pieces(wall, to_b, &aim, |_, piece| {
                    if choice::covers(piece.from, piece.to, best.at) {
                        barred.add(piece.slow, BIG);
                    }
                });
            }
        }
    } else {
        forbidden(&people, u, p.brake_time, aim.top, &mut barred);
        for wall in view.walls(me).filter(|w| w.faces(beholder.place)) {
            let free = beholder.free(wall, course) / p.first;
            if free < aim.top {
                barred.add(free, BIG);
            }
        }
    }
    let velocity = course * barred.nearest_allowed(speed, aim.top);
    memory.course = course;
    explaining::chosen(velocity, "cheapest", trace);
    velocity
}

/// Whether nobody seen would be met at the desired velocity. Those who would but are hidden are taken out.
#[inline(always)]
fn wanted_is_free(view: &View<'_>, me: Row, aim: &Aim, ahead: Vec2, people: &mut People) -> bool {
    let (from, to) = met(people, ahead, aim.windows.horizon());
    for k in (0..people.count).rev() {
        if from[k] < aim.speed && aim.speed < to[k] {
            if view.sees(me, Row(people.row[k])) {
                return false;
            }
            people.drop(k);
        }
    }
    true
}

/// Everybody within range, seen from `me` in the frame of its desired direction. If they are too many, the nearest.
#[inline(always)]
fn gather(view: &View<'_>, me: Row, p: &Paris, patience: f32, frame: Vec2, ahead: Vec2, people: &mut People) {
    let body = view.body(me);
    let rows = view.neighbours(me);
    let range2 = if rows.len() > MOST_PEOPLE { nearest(view, me, rows, p.range) } else { p.range * p.range };
    let heading = view.heading(me);
    let facing = Vec2::new(frame.dot(heading), frame.cross(heading));
    let axis = if p.looks >= 0.5 { facing } else { ahead };
    let edge = cos32(p.fov.to_radians());
    let own = body.radius + p.margin * patience;
    people.slack = p.margin * (1.0 - patience);
    for row in rows {
        let other = view.body(row);
        let mut d = Vec2::new((other.x - body.x) as f32, (other.y - body.y) as f32);
        let square = d.length_squared();
        if square > range2 || people.count == MOST_PEOPLE {
            continue;
        }
        if square < 1e-12 {
            // On the very same place one is assumed to be east of the other.
            d = Vec2::new(if view.id(me).0 < view.id(row).0 { 1e-3 } else { -1e-3 }, 0.0);
        }
        let k = people.count;
        let (dx, dy) = (frame.dot(d), frame.cross(d));
        let v = other.velocity();
        let most = (facing.x * dx + facing.y * dy).max(axis.x * dx + axis.y * dy);
        let in_sight = most >= edge * square.sqrt();
        (people.dx[k], people.dy[k]) = (dx, dy);
        people.vx[k] = if in_sight { frame.dot(v) } else { 0.0 };
        people.vy[k] = if in_sight { frame.cross(v) } else { 0.0 };
        people.reach[k] = own + other.radius;
        people.row[k] = row.0;
        people.count += 1;
    }
}

/// Square of a distance within which there are at most [`MOST_PEOPLE`]: the greatest of 64 rings of equal area.
#[inline(never)]
fn nearest(view: &View<'_>, me: Row, rows: Rows<'_>, range: f32) -> f32 {
    const RINGS: usize = 64;
    let (body, per) = (view.body(me), RINGS as f32 / (range * range));
    let mut rings = [0usize; RINGS + 1];
    for row in rows {
        let other = view.body(row);
        let (x, y) = ((other.x - body.x) as f32, (other.y - body.y) as f32);
        rings[((x * x + y * y) * per).min(RINGS as f32) as usize] += 1;
    }
    let mut inside = 0;
    for (ring, count) in rings.iter().enumerate() {
        inside += count;
        if inside > MOST_PEOPLE {
            // Slightly less than the ring's inner edge, which belongs to the ring.
            return (ring.max(1) as f32 - 1e-3) / per;
        }
    }
    range * range
}

#[cfg(test)]
mod tests;
