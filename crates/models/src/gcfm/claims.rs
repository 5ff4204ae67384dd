//! What the paper promises, measured: the program's checks and the tests ask here.

use super::*;
use crate::trials::{Cast, StartState, mean, rectangle, started};
use ambulo_geom::Point;
use ambulo_sim::OnlyOne;
use ambulo_sim::{AtGoal, Spread};

const U: f32 = 1.3;

/// Force of one other at `d` with velocity `v` on an agent that keeps walking at `mine`.
fn force(mine: Vec2, d: Vec2, v: Vec2) -> Vec2 {
    let (mut x, mut y) = ([0.0; LANES], [0.0; LANES]);
    let params = Gcfm::default();
    let kernel = GcfmKernel::new(&params, mine, mine, mine.unit().unwrap_or(Vec2::new(1.0, 0.0)), U);
    kernel.add(OnlyOne::new(d, v, 0.2).block(), &mut x, &mut y);
    assert_eq!((&x[1..], &y[1..]), (&[0.0; LANES - 1][..], &[0.0; LANES - 1][..]), "empty lanes push");
    Vec2::new(total(&x), total(&y))
}

/// Greatest difference of the ellipse's axes at rest, at the preferred speed and above from the printed ones, and of its radius
/// along both axes and at 45 degrees from the equation of an ellipse.
pub fn ellipse() -> f64 {
    let p = Gcfm::default();
    let (rest, walk) = (axes(&p, 0.0, U), axes(&p, U, U));
    let r = radius(0.8, 0.2, 0.5);
    let off = [
        rest.0 - 0.18,
        rest.1 - 0.25,
        walk.0 - (0.18 + 0.53 * U),
        walk.1 - 0.2,
        // Faster than preferred it gets no narrower.
        axes(&p, 2.0 * U, U).1 - 0.2,
        radius(0.8, 0.2, 1.0) - 0.8,
        radius(0.8, 0.2, 0.0) - 0.2,
        0.5 * r * r * (1.0 / 0.64 + 1.0 / 0.04) - 1.0,
    ];
    off.iter().map(|d| f64::from(d.abs())).fold(0.0, f64::max)
}

/// Greatest force from behind, from beside, from beyond 2 m and on a standing agent, and the force from just within 2 m
/// [m/s2].
pub fn out_of_reach() -> (f64, f64) {
    let v = Vec2::new(U, 0.0);
    let none = [
        force(v, Vec2::new(-0.8, 0.0), Vec2::ZERO),
        force(v, Vec2::new(-0.8, 0.5), Vec2::new(2.0, 0.0)),
        force(v, Vec2::new(0.0, 0.8), Vec2::ZERO),
        // Own radius 0.869 m ahead; the other stands, with a radius of 0.207 m: 2 m between them is at 3.076 m.
        force(v, Vec2::new(3.08, 0.0), Vec2::ZERO),
        // A standing agent without a goal is not pushed.
        force(Vec2::ZERO, Vec2::new(0.5, 0.0), Vec2::ZERO),
    ];
    let within = force(v, Vec2::new(3.07, 0.0), Vec2::ZERO);
    (none.iter().map(|f| f64::from(f.length())).fold(0.0, f64::max), f64::from(-within.x))
}

/// The force at its cut-offs.
#[derive(Clone, Copy, Debug, Default)]
pub struct CutOffs {
    /// Greatest step of the shape within 0.2 mm, relative.
    pub step: f64,
    /// Greatest kink of its slope.
    pub kink: f64,
    /// Greatest step of the whole force within a millimetre, over the greatest force.
    pub force_step: f64,
    /// Whether the profile falls everywhere.
    pub falls: bool,
}

/// Checks both ends of both cut-offs, and the approach to another agent.
pub fn cut_offs() -> CutOffs {
    let shape = ForceProfile { cut_off: 2.0, smooth: 0.1, cap: 3.0 };
    let mut out = CutOffs::default();
    for at in [0.0f32, 0.1, 1.9, 2.0] {
        let h = 1e-4;
        let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(|k| shape.at(at + k * h));
        out.step = out.step.max(f64::from((c - b).abs() / (1.0 + b)));
        out.kink = out.kink.max(f64::from(((b - a) - (d - c)).abs() / h));
    }
    let all: Vec<f32> = (0..2100).map(|k| shape.at(k as f32 * 1e-3)).collect();
    out.falls = all.windows(2).all(|w| w[1] <= w[0] + 1e-5) && shape.at(2.0) == 0.0;
    let v = Vec2::new(U, 0.0);
    let along: Vec<f32> = (0..3000).map(|k| force(v, Vec2::new(0.5 + k as f32 * 1e-3, 0.0), Vec2::ZERO).x).collect();
    let step = along.windows(2).map(|w| (w[1] - w[0]).abs()).fold(0.0, f32::max);
    out.force_step = f64::from(step / along[0].abs());
    out
}

/// Distance of the ellipses of two walkers.
fn dist(a: &ambulo_sim::WalkerState, b: &ambulo_sim::WalkerState) -> f64 {
    let p = Gcfm::default();
    let d = b.place - a.place;
    let Some(e) = d.unit() else { return 0.0 };
    let r = |w: &ambulo_sim::WalkerState| {
        let (long, wide) = axes(&p, w.velocity.length(), w.preferred_speed);
        radius(long, wide, w.heading.dot(e).powi(2).min(1.0))
    };
    f64::from(d.length() - r(a) - r(b))
}

/// A single file behind a leader of `pace` [m/s]: spacing, speed and the share of neighbours whose ellipses overlap.
fn single_file(pace: f64) -> (f64, f64, f64) {
    let params = [("noise", 0.0)];
    let cast = Cast { params: &params, speed: Spread::constant(1.3), ..Cast::of(Gcfm::NAME) };
    let first = 60.0;
    let follower = |k: usize| StartState {
        at: Point::new(first - 1.5 * (k + 1) as f64, 2.0),
        velocity: Vec2::ZERO,
        to: Point::new(399.0, 2.0),
    };
    let starts: Vec<StartState> = (0..30).map(follower).collect();
    let (mut sim, ids) = started(&cast, rectangle(0.0, 0.0, 400.0, 4.0), &starts);
    let group =
        sim.add_group(&Cast { speed: Spread::constant(pace), ..cast.clone() }.group()).expect("parameters it has");
    let goal = sim.add_goal_at(Point::new(399.0, 2.0)).expect("inside");
    let journey = sim.add_journey(&[goal], AtGoal::Stay);
    sim.spawn(group, journey, Point::new(first, 2.0)).expect("room");
    let (mut spacings, mut speeds, mut overlapping, mut pairs) = (Vec::new(), Vec::new(), 0, 0);
    while sim.report().time < 180.0 {
        sim.step();
        if sim.report().time > 120.0 {
            let file: Vec<_> = ids[..10].iter().map(|id| sim.walker(*id).expect("they stay")).collect();
            spacings.push(file[0].place.distance(file[9].place) / 9.0);
            speeds.extend(file.iter().map(|w| f64::from(w.velocity.length())));
            pairs += 9;
            overlapping += file.windows(2).filter(|w| dist(&w[0], &w[1]) < 0.0).count();
        }
    }
    (mean(&spacings), mean(&speeds), overlapping as f64 / f64::from(pairs))
}

/// Pace of the leader [m/s], density [1/m], speed [m/s] and share of neighbours whose ellipses overlap, for six leaders.
pub fn fundamental_diagram() -> Vec<[f64; 4]> {
    let behind = |pace| {
        let (spacing, speed, overlapping) = single_file(pace);
        [pace, 1.0 / spacing, speed, overlapping]
    };
    [1.2, 1.0, 0.8, 0.6, 0.4, 0.2].map(behind).into()
}
