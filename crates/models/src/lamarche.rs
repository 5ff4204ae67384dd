//! `lamarche`: a pipeline of filters that turns the route ahead into a velocity without collisions.
//!
//! **Paper.** F. Lamarche and S. Donikian, *Crowd of virtual humans: a new approach for real time navigation in complex
//! and structured environments*, Computer Graphics Forum 23(3), 2004.
//!
//! **In words.** A velocity goes through a pipe. (1) *Visual optimisation*: the cones through the next portals of the
//! route are intersected as long as they stay wider than `least_cone`; the bisector is the direction. (2) *Personal
//! space*: neighbours nearer than `personal_distance` and walls of the cell nearer than `wall_distance` turn the
//! velocity away, never changing its norm. (3) *Collision avoidance*: the earliest collision with a direct neighbour is
//! predicted by straight extrapolation and typed as rear, front, back or static; for each type some reactions are tried
//! (left, right, decelerate, accelerate, or accept), each touching the neighbour's circle exactly; proposals wait in a
//! list sorted by quality times time to the collision they react to, and the first that holds longer than that is taken.
//! (4) *Security*: when at the present velocity something is hit within `reaction_time`, the speed is cut in
//! proportion.
//!
//! ```text
//! personal   S' = |S| (R_N + R_W + S) / |..|,   R(p, X, d) = sum_x max(0, 1 - |x - p| / d) (p - x)
//! prediction |Pr + (S - Sn) t| = r + rn + margin,  Pr = p - pn
//! reaction   S' - Sn = a D, a > 0, with D along a tangent; |S'| = |S| to turn, S' = b S to change pace
//! rating     n = max(0, 2 ((1 + cos) / 2)^turn - 1) (min / max)^pace
//! ```
//!
//! **Choices.** The paper prints no distances or times: all defaults are ours. It prints the repulsion of personal
//! space with the opposite sign (it would attract) and without a cut-off (it would attract from afar); the prediction
//! without a factor 2 and a square; front and back collisions by the same sign; the rating with a sum for a scalar
//! product and from -1 to 1. Each is used as it must have been meant, as above. The columns of its table of reactions
//! are not certain; the rows `front_*`, `back_*` ... are parameters, so that another reading is a line in a scenario.
//! Left and right are determined by the outcome, not by the relative velocity, which may oppose the walker's own. Two
//! positive solutions of a turn: the better rated one. Quality is measured against the velocity that came out of
//! personal space, not against the proposal that collided (`quality = "chained"` for that): else two opposite turns
//! would look cheap. `most_proposals` bounds the search; proposals within 1 cm/s count once.
//!
//! Two walkers who see each other give way both, then both find the straight path free and return to it, together, and
//! so on until they meet: with the paper's rules alone a head-on pair swerves up to twenty times. Here a walker keeps to
//! the velocity by which it gives way while that is free and until the wanted one passes by `hold` more than the
//! margin. `hold = 0` is the paper's.
//!
//! The paper finds its output jerky and asks for a filter on places. Here directions are filtered instead, with
//! `turn_time`, so that what others see is what is done; the pace follows at once. 0 is the paper's.
//!
//! The paper lets its margin vary over time. Here it never asks for more distance than there is: for neighbours who are
//! nearer than bodies and margin, the circle is 0.99 of their distance. So nobody is inside a circle, every approach is
//! a collision now and every parting is none, and crowds that touch do not freeze. Bodies that overlap also part as
//! all models' do, by the engine.
//!
//! **Not modelled.** Groups; walls in the avoidance itself (the route, personal space and the security module know
//! them); acceleration limits.

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
mod configuration;
mod prediction;
mod reactions;
mod search;
#[cfg(test)]
mod tests;
mod vector;

use crate::decision::decided_by;
use ambulo_geom::{Contact, Vec2, math, ttc_disc_segment};
use ambulo_sim::{CalibrationAxis, Neighbourhood, Note, Row, SteeringModel, Trace, View, params};
use prediction::SeenNeighbour;
use vector::{DVec2d, v};

params! {
    /// The reactive navigation of 2004.
    pub struct Lamarche {
        /// Which table of reactions is used where no entry of its own is given.
        configuration: "driving-rule|minimal-adjustment", 0.0..=1.0, 0.0;
        /// Which side a driving rule keeps to, and to which side ties break.
        side: "right|left|none", 0.0..=2.0, 0.0;
        /// Angle below which the cone of sight along the route is not narrowed further.
        least_cone: "deg", 0.0..=90.0, 10.0;
        /// Personal distance to people, between centres.
        personal_distance: "m", 0.0..=5.0, 1.0;
        /// Personal distance to walls.
        wall_distance: "m", 0.0..=2.5, 0.5;
        /// Whether personal space pushes with a force that vanishes at contact, as printed, or that is strongest there.
        personal_space: "printed|strong", 0.0..=1.0, 0.0;
        /// Security distance kept between bodies when avoiding.
        margin: "m", 0.0..=2.0, 0.1;
        /// An agent that gives way keeps to it until the wanted velocity passes by so much more than the margin.
        hold: "m", 0.0..=2.0, 0.3;
        /// Time a body takes to turn, whatever its pace.
        turn_time: "s", 0.0..=5.0, 0.4;
        /// A collision nearer than this slows down.
        reaction_time: "s", 0.0..=10.0, 1.0;
        /// Collisions farther off are not predicted.
        horizon: "s", 0.1..=60.0, 10.0;
        /// Greatest speed when accelerating, as a multiple of the preferred one.
        speed_limit: "1", 1.0..=5.0, 1.3;
        /// Proposals evaluated before the best so far is taken.
        most_proposals: "1", 1.0..=64.0, 64.0;
        /// What a proposal is rated against: the wanted velocity, or the proposal that it repairs.
        quality: "wanted|chained", 0.0..=1.0, 0.0;
        /// Exponent of the turn in ratings.
        turn_exponent: "1", 0.1..=20.0, 1.0;
        /// Passing right of one who runs into the back: exponent of the pace, 0 never, -1 as the configuration says.
        rear_right: "1", -1.0..=20.0, -1.0;
        /// Passing left of one who runs into the back; read like the first.
        rear_left: "1", -1.0..=20.0, -1.0;
        /// Slowing down for one who runs into the back; read like the first.
        rear_decelerate: "1", -1.0..=20.0, -1.0;
        /// Hurrying before one who runs into the back; read like the first.
        rear_accelerate: "1", -1.0..=20.0, -1.0;
        /// Passing right of one who comes towards; read like the first.
        front_right: "1", -1.0..=20.0, -1.0;
        /// Passing left of one who comes towards; read like the first.
        front_left: "1", -1.0..=20.0, -1.0;
        /// Slowing down for one who comes towards; read like the first.
        front_decelerate: "1", -1.0..=20.0, -1.0;
        /// Hurrying before one who comes towards; read like the first.
        front_accelerate: "1", -1.0..=20.0, -1.0;
        /// Passing right of one who is slower ahead; read like the first.
        back_right: "1", -1.0..=20.0, -1.0;
        /// Passing left of one who is slower ahead; read like the first.
        back_left: "1", -1.0..=20.0, -1.0;
        /// Slowing down for one who is slower ahead; read like the first.
        back_decelerate: "1", -1.0..=20.0, -1.0;
        /// Hurrying before one who is slower ahead; read like the first.
        back_accelerate: "1", -1.0..=20.0, -1.0;
        /// Passing right of one who stands; read like the first.
        static_right: "1", -1.0..=20.0, -1.0;
        /// Passing left of one who stands; read like the first.
        static_left: "1", -1.0..=20.0, -1.0;
        /// Slowing down for one who stands; read like the first.
        static_decelerate: "1", -1.0..=20.0, -1.0;
        /// Hurrying before one who stands; read like the first.
        static_accelerate: "1", -1.0..=20.0, -1.0;
        /// Time between decisions; 0 for every step.
        decide_every: "s", 0.0..=2.0, 0.1;
        /// How far it looks where neighbours are found by the grid.
        range: "m", 0.5..=50.0, 5.0;
    }
}

/// What a walker remembers: the velocity by which it gives way.
///
/// ```
/// assert!(ambulo_models::lamarche::LamarcheMemory::default().avoiding.is_none());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LamarcheMemory {
    /// [m/s]; none while it walks as it wants to.
    pub avoiding: Option<Vec2>,
    /// Whether the first obstructing agent stood.
    pub of_one_who_stood: bool,
}

ambulo_sim::snapshot!(LamarcheMemory { avoiding, of_one_who_stood });

/// Neighbours considered; the graph has six in the mean.
const MOST: usize = 64;
/// A velocity that was tangent and is kept may come nearer by this, through rounding and others' small turns [m].
const SLACK: f64 = 0.02;
/// A circle is never larger than this share of the distance: nobody is inside one.
const WITHIN: f64 = 0.99;

impl SteeringModel for Lamarche {
    const NAME: &'static str = "lamarche";
    const TITLE: &'static str = "Reactive navigation (2004): personal space, typed collisions, reactions, security";
    const PAPER: &'static str = "Lamarche and Donikian, Crowd of virtual humans, Computer Graphics Forum 23(3) (2004)";
    const LIMITS: &'static str = "straight extrapolation only, walls not in the avoidance itself, no groups";
    const NEIGHBOURHOOD: Neighbourhood = Neighbourhood::Delaunay;
    const SAMPLES: bool = true;
    const CHOOSES: bool = true;
    const CALIBRATION: &'static [CalibrationAxis] = &[
        CalibrationAxis::usual("least_cone", 2.5, 40.0),
        CalibrationAxis::usual("personal_distance", 0.25, 4.0),
        CalibrationAxis::usual("margin", 0.025, 0.4),
        CalibrationAxis::usual("hold", 0.075, 1.2),
        CalibrationAxis::usual("turn_time", 0.1, 1.6),
    ];
    type Memory = LamarcheMemory;

    fn decision_interval(&self) -> f32 {
        self.decide_every
    }

    decided_by!(decide, range);
}

/// The pipe.
fn decide<T: Trace>(view: &View<'_>, me: Row, p: &Lamarche, memory: &mut LamarcheMemory, trace: &mut T) -> Vec2 {
    let ideal = DVec2d::from(view.look(me, p.least_cone.to_radians()));
    let mut room = [SeenNeighbour::default(); MOST];
    let others = around(view, me, p, &mut room);
    let polite = personal_space(view, me, p, others, ideal);
    trace.note(|| Note::Text(format!("along the route {:.2}, {:.2} m/s", ideal.x, ideal.y)));
    trace.note(|| Note::Text(format!("after personal space {:.2}, {:.2} m/s", polite.x, polite.y)));
    let fastest = f64::from(view.body(me).speed * p.speed_limit);
    let free = match keep(others, polite, p, memory) {
        Some(kept) => {
            trace.note(|| Note::Text("keeps to what it does about them".into()));
            kept
        }
        None => search::optimise(others, polite, fastest, p, trace),
    };
    memory.avoiding = (free != polite).then(|| free.narrow());
    memory.of_one_who_stood = stands(others, polite, p);
    let safe = secure(view, me, p, others, free);
    if safe != free {
        trace.note(|| Note::Text(format!("security cuts the speed to {:.2} m/s", safe.length())));
    }
    turned(view, me, p, safe)
}

/// Turns towards a velocity as fast as a body does; the pace is taken up at once.
fn turned(view: &View<'_>, me: Row, p: &Lamarche, to: DVec2d) -> Vec2 {
    let (now, pace) = (DVec2d::from(view.body(me).velocity()), to.length());
    if p.turn_time <= 0.0 || pace < 1e-6 || now.length() < 0.05 {
        return to.narrow();
    }
    let share = 1.0 - math::exp(-f64::from(p.decide_every.max(view.dt) / p.turn_time));
    let angle = math::atan2(now.cross(to), now.dot(to)) * share;
    let (sin, cos) = (math::sin(angle), math::cos(angle));
    let unit = now * (1.0 / now.length());
    (v(unit.x * cos - unit.y * sin, unit.x * sin + unit.y * cos) * pace).narrow()
}

/// What a walker did before about those around, as long as that is still free and what it wants is not yet, by a
/// larger margin.
fn keep(others: &[SeenNeighbour], wanted: DVec2d, p: &Lamarche, memory: &LamarcheMemory) -> Option<DVec2d> {
    let before = memory.avoiding.map(DVec2d::from).filter(|_| p.hold > 0.0)?;
    let horizon = f64::from(p.horizon);
    let blocked = others.iter().any(|o| wider(o, p).time(wanted) < horizon);
    // Who begins to walk is another matter than who stood there.
    let blocked = blocked && memory.of_one_who_stood == stands(others, wanted, p);
    let narrower = |o: &SeenNeighbour| SeenNeighbour { reach: o.reach - SLACK, ..*o };
    let free = others.iter().all(|o| narrower(o).time(before) >= horizon);
    (blocked && free && before.dot(wanted) > 0.0).then_some(before)
}

fn wider(other: &SeenNeighbour, p: &Lamarche) -> SeenNeighbour {
    SeenNeighbour { reach: (other.reach + f64::from(p.hold)).min(WITHIN * other.relative.length()), ..*other }
}

/// Whether the first obstructing agent by the larger margin stands.
fn stands(others: &[SeenNeighbour], wanted: DVec2d, p: &Lamarche) -> bool {
    let mut first = (f64::from(p.horizon), false);
    for other in others {
        let time = wider(other, p).time(wanted);
        if time < first.0 {
            first = (time, other.kind(wanted, time) == prediction::CollisionKind::Static);
        }
    }
    first.1
}

/// The neighbours, with their circles.
fn around<'a>(view: &View<'_>, me: Row, p: &Lamarche, room: &'a mut [SeenNeighbour; MOST]) -> &'a [SeenNeighbour] {
    let body = view.body(me);
    let mut n = 0;
    let filtered = view.by_graph();
    for row in view.neighbours(me) {
        if !filtered && !view.sees(me, row) {
            continue;
        }
        let o = view.body(row);
        let relative = v(body.x - o.x, body.y - o.y);
        let bodies = f64::from(body.radius + o.radius);
        let reach = (bodies + f64::from(p.margin)).min(WITHIN * relative.length());
        let velocity = DVec2d::from(o.velocity());
        if n < MOST {
            room[n] = SeenNeighbour { relative, velocity, reach, bodies, row: row.0 };
            n += 1;
            continue;
        }
        // Too many: the nearest count. The graph never has so many, a dense crowd by the grid may.
        let far = (0..MOST).max_by(|a, b| room[*a].relative.square().total_cmp(&room[*b].relative.square()));
        if let Some(far) = far.filter(|f| room[*f].relative.square() > relative.square()) {
            room[far] = SeenNeighbour { relative, velocity, reach, bodies, row: row.0 };
        }
    }
    &room[..n]
}

/// Turns a velocity away from people and walls that are too near; its norm stays.
fn personal_space(view: &View<'_>, me: Row, p: &Lamarche, others: &[SeenNeighbour], speed: DVec2d) -> DVec2d {
    let place = view.place(me);
    let strong = p.personal_space == 1.0;
    let (people, walls) = (f64::from(p.personal_distance), f64::from(p.wall_distance));
    let mut sum = speed;
    for other in others {
        sum = sum + repulsion(other.relative, people, strong);
    }
    if walls > 0.0 {
        for wall in view.walls(me) {
            if let Some(foot) = wall.nearest_of_its_own(place) {
                sum = sum + repulsion(v(place.x - foot.x, place.y - foot.y), walls, strong);
            }
        }
    }
    keep_norm(speed, sum)
}

/// The push from something at `-away` that is nearer than `distance` [m/s].
fn repulsion(away: DVec2d, distance: f64, strong: bool) -> DVec2d {
    let d2 = away.square();
    if d2 >= distance * distance || d2 == 0.0 {
        return v(0.0, 0.0);
    }
    let d = d2.sqrt();
    // Printed: metres taken for metres per second; nothing at contact. Strong: most at contact.
    away * ((1.0 - d / distance) * if strong { distance / d } else { 1.0 })
}

/// `speed` turned into the direction of `sum`.
fn keep_norm(speed: DVec2d, sum: DVec2d) -> DVec2d {
    let (norm, length) = (speed.length(), sum.length());
    if length < 1e-9 { speed } else { sum * (norm / length) }
}

/// Slows down when at its present velocity the walker hits something within the reaction time.
fn secure(view: &View<'_>, me: Row, p: &Lamarche, others: &[SeenNeighbour], speed: DVec2d) -> DVec2d {
    let reaction = f64::from(p.reaction_time);
    if reaction <= 0.0 {
        return speed;
    }
    let body = view.body(me);
    let now = body.velocity();
    // The margin is for choosing; here bodies count, else who passes another closely, as chosen, would be slowed.
    let touch =
        |o: &SeenNeighbour| SeenNeighbour { reach: (o.reach.min(o.bodies)).min(WITHIN * o.relative.length()), ..*o };
    let mut tc = others.iter().map(|o| touch(o).time(DVec2d::from(now))).fold(reaction, f64::min);
    let reach = f64::from(now.length()) * reaction + f64::from(body.radius);
    for wall in view.walls(me).filter(|w| w.faces(body.place()) && w.at.distance(body.place()) <= reach) {
        match ttc_disc_segment(body.place(), now, body.radius, wall.at) {
            Contact::In(t) => tc = tc.min(f64::from(t)),
            Contact::Inside | Contact::Never => {}
        }
    }
    if tc < reaction { speed * (tc / reaction) } else { speed }
}
