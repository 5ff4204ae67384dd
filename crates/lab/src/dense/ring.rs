//! A closed course: two straights of 16 m and two half circles, 3 m wide. How fast people walk on the straights at a density.

use super::DenseSubject;
use std::f64::consts::{FRAC_PI_2, PI};
use std::fmt::Write;

const STRAIGHT: f64 = 16.0;
const WIDTH: f64 = 3.0;
const INNER: f64 = 2.0;
/// Pieces of a half circle.
const PIECES: u32 = 12;
/// People are counted from this time on, for as long [s].
const FROM: f64 = 20.0;
const TO: f64 = 45.0;

/// Mean speed along the straights [m/s].
pub(crate) fn speed(subject: &DenseSubject, density: f64) -> f64 {
    let mut world = subject.world(&scenario(density, WIDTH));
    let (mut sum, mut count) = (0.0, 0u64);
    while world.report().time < TO {
        world.step();
        if world.report().time < FROM {
            continue;
        }
        for w in world.walkers().filter(|w| (3.0..STRAIGHT - 3.0).contains(&w.place.x)) {
            // Anticlockwise: east below, west above.
            sum += f64::from(w.velocity.x) * if w.place.y < 0.0 { 1.0 } else { -1.0 };
            count += 1;
        }
    }
    if count == 0 { 0.0 } else { sum / count as f64 }
}

/// Where a course of one width is at a distance along its middle, so far to the left of it; and the length of the middle.
fn at(along: f64, left: f64, width: f64) -> (f64, f64) {
    let middle = INNER + 0.5 * width;
    let bend = PI * middle;
    let radius = middle - left;
    let s = along.rem_euclid(2.0 * (STRAIGHT + bend));
    if s < STRAIGHT {
        (s, -radius)
    } else if s < STRAIGHT + bend {
        let angle = (s - STRAIGHT) / middle - FRAC_PI_2;
        (STRAIGHT + radius * cos(angle), radius * sin(angle))
    } else if s < 2.0 * STRAIGHT + bend {
        (STRAIGHT - (s - STRAIGHT - bend), radius)
    } else {
        let angle = (s - 2.0 * STRAIGHT - bend) / middle + FRAC_PI_2;
        (radius * cos(angle), radius * sin(angle))
    }
}

/// The distance along the middle that corresponds to one along a lane.
fn along_middle(s: f64, left: f64, width: f64) -> f64 {
    let middle = INNER + 0.5 * width;
    let (bend, own) = (PI * middle, PI * (middle - left));
    if s < STRAIGHT {
        s
    } else if s < STRAIGHT + own {
        STRAIGHT + (s - STRAIGHT) * bend / own
    } else if s < 2.0 * STRAIGHT + own {
        s - own + bend
    } else {
        2.0 * STRAIGHT + bend + (s - 2.0 * STRAIGHT - own) * bend / own
    }
}

fn sin(v: f64) -> f64 {
    ambulo::geom::math::sin(v)
}

fn cos(v: f64) -> f64 {
    ambulo::geom::math::cos(v)
}

/// Length of the middle of a course [m].
pub(super) fn length(width: f64) -> f64 {
    2.0 * (STRAIGHT + PI * (INNER + 0.5 * width))
}

/// Starts lie so far from walls, and lanes of starts so far apart [m]: nobody touches a neighbour.
const ASIDE: f64 = 0.27;
const APART: f64 = 0.46;

/// The scenario of a course so wide with people at a density per square metre.
pub(super) fn scenario(density: f64, width: f64) -> String {
    let people = (density * length(width) * width).round() as usize;
    let lanes = ((width - 2.0 * ASIDE) / APART) as usize + 1;
    course(people, lanes, width)
}

/// A course with people in so many lanes.
pub(super) fn course(people: usize, lanes: usize, width: f64) -> String {
    let ring = |left: f64| -> String {
        let middle = INNER + 0.5 * width;
        let bend = PI * middle;
        let mut points = vec![at(0.0, left, width)];
        for (from, to) in [(STRAIGHT, STRAIGHT + bend), (2.0 * STRAIGHT + bend, 2.0 * (STRAIGHT + bend))] {
            points.extend(
                (0..=PIECES)
                    .map(|k| at(from + (to - from) * 0.999_999 * f64::from(k) / f64::from(PIECES), left, width)),
            );
        }
        points.dedup_by(|a, b| (a.0 - b.0).abs() + (a.1 - b.1).abs() < 1e-3);
        if (points[0].0 - points[points.len() - 1].0).abs() + (points[0].1 - points[points.len() - 1].1).abs() < 1e-3 {
            points.pop();
        }
        let words: Vec<String> = points.iter().chain(&points[..1]).map(|(x, y)| format!("{x} {y}")).collect();
        format!("({})", words.join(", "))
    };
    let mut text =
        format!("limit = 1000\n[plan]\nwkt = \"POLYGON ({}, {})\"\n[areas]\n", ring(-0.5 * width), ring(0.5 * width));
    // Gates across the course, which everybody passes in turn.
    let (low, high) = (INNER - 0.5, INNER + width + 0.5);
    let half = 0.5 * STRAIGHT;
    let gates = [
        (half - 0.1, -high, half + 0.1, -low),
        (STRAIGHT + low, -0.1, STRAIGHT + high, 0.1),
        (half - 0.1, low, half + 0.1, high),
        (-high, -0.1, -low, 0.1),
    ];
    for (k, (a, b, c, d)) in gates.iter().enumerate() {
        let _ = writeln!(text, "g{k} = {{ rect = [{a}, {b}, {c}, {d}] }}");
    }
    let whole = length(width);
    let gate_at = [
        half,
        STRAIGHT + 0.25 * (whole - 2.0 * STRAIGHT),
        half + 0.5 * whole,
        0.5 * whole + STRAIGHT + 0.25 * (whole - 2.0 * STRAIGHT),
    ];
    let mut starts: [Vec<String>; 4] = Default::default();
    let room = width - 2.0 * ASIDE;
    let left = |lane: usize| if lanes == 1 { 0.0 } else { -0.5 * room + room * lane as f64 / (lanes - 1) as f64 };
    // Each lane has people by its own length.
    let own = |lane: usize| whole - 2.0 * PI * left(lane);
    let sum: f64 = (0..lanes).map(own).sum();
    let (mut due, mut placed) = (0.0, 0usize);
    for lane in 0..lanes {
        due += people as f64 * own(lane) / sum;
        let here = (due.round() as usize).saturating_sub(placed);
        placed += here;
        for k in 0..here {
            // Measured along the lane, so that distances in bends are those on straights.
            let along = along_middle((k as f64 + 0.5 * (lane % 2) as f64) * own(lane) / here as f64, left(lane), width);
            let (x, y) = at(along, left(lane), width);
            let next = gate_at.iter().position(|g| *g > along + 0.6).unwrap_or(0);
            starts[next].push(format!("[{x:.4}, {y:.4}]"));
        }
    }
    for (first, places) in starts.iter().enumerate().filter(|(_, p)| !p.is_empty()) {
        let journey: Vec<String> = (0..80).map(|k| format!("\"g{}\"", (first + k) % 4)).collect();
        let _ = write!(
            text,
            "[[walkers]]\nname = \"from-{first}\"\npositions = [{}]\njourney = [{}]\n",
            places.join(", "),
            journey.join(", ")
        );
    }
    text
}
