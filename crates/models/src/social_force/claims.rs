//! What the paper promises, measured: the program's checks and the tests ask here.

use super::*;
use crate::crossings::CrossingSetup;
use crate::trials::{Cast, lane_index, mean, rectangle};
use ambulo_geom::{Point, Polygon, Region};
use ambulo_sim::AtGoal;
use ambulo_sim::OnlyOne;
use ambulo_sim::random::{Draw, Purpose};

pub(super) fn kernel(e: Vec2) -> SocialForceKernel {
    SocialForceKernel {
        per_sigma: 1.0 / 0.3,
        gain: 2.1 / 0.3,
        step_time: 2.0,
        range2: 25.0,
        cos_half: -0.17365,
        behind: 0.5,
        e,
    }
}

pub(super) fn force(kernel: &SocialForceKernel, d: Vec2, v: Vec2) -> Vec2 {
    let (mut x, mut y) = ([0.0; LANES], [0.0; LANES]);
    kernel.add(OnlyOne::new(d, v, 0.2).block(), &mut x, &mut y);
    assert_eq!((&x[1..], &y[1..]), (&[0.0; LANES - 1][..], &[0.0; LANES - 1][..]), "empty lanes push");
    Vec2::new(total(&x), total(&y))
}

/// b in f64, for differences.
pub(super) fn b(r: (f64, f64), s: (f64, f64)) -> f64 {
    let length = |v: (f64, f64)| (v.0 * v.0 + v.1 * v.1).sqrt();
    let a = length(r) + length((r.0 - s.0, r.1 - s.1));
    0.5 * (a * a - length(s) * length(s)).sqrt()
}

/// Greatest difference between the gradient of b and its finite difference, in so many random places.
pub fn gradient_of_b(places: u32) -> f64 {
    let length = |v: (f64, f64)| (v.0 * v.0 + v.1 * v.1).sqrt();
    let (mut worst, h) = (0.0f64, 1e-6);
    for k in 0..places {
        let mut draw = Draw::new(7, k, 0, Purpose::Setup);
        let mut number = || draw.unit() * 4.0 - 2.0;
        let (r, s) = ((number(), number()), (number(), number()));
        let q = (r.0 - s.0, r.1 - s.1);
        // On the segment between the foci b is 0 and has no gradient.
        if b(r, s) < 0.1 {
            continue;
        }
        let share = (length(r) + length(q)) / (4.0 * b(r, s));
        let gradient = [r.0 / length(r) + q.0 / length(q), r.1 / length(r) + q.1 / length(q)].map(|g| g * share);
        let difference = [
            (b((r.0 + h, r.1), s) - b((r.0 - h, r.1), s)) / (2.0 * h),
            (b((r.0, r.1 + h), s) - b((r.0, r.1 - h), s)) / (2.0 * h),
        ];
        worst = worst.max((gradient[0] - difference[0]).abs()).max((gradient[1] - difference[1]).abs());
    }
    worst
}

/// Force of an agent a metre behind over that of one a metre ahead.
pub fn rear_over_front() -> f64 {
    let kernel = kernel(Vec2::new(1.0, 0.0));
    let front = force(&kernel, Vec2::new(1.0, 0.0), Vec2::ZERO);
    let rear = force(&kernel, Vec2::new(-1.0, 0.0), Vec2::ZERO);
    f64::from(-rear.x / front.x)
}

/// Lane index of twenty-five people in each direction, others assumed to step where they want to go, for two seeds.
pub fn lanes() -> [f64; 2] {
    let params = [("step_desire", 1.0)];
    [1, 2].map(|seed| lane_index(&Cast { params: &params, seed, ..Cast::of(SocialForce::NAME) }, 25))
}

/// Who passes a door of 1 m, in which order, when thirty people come from either side: true from the west. At most 300 s.
pub(super) fn passages(params: &[(&str, f64)], seed: u64) -> Vec<bool> {
    let ring = [
        (0.0, 0.0),
        (10.0, 0.0),
        (10.0, 4.5),
        (10.2, 4.5),
        (10.2, 0.0),
        (20.2, 0.0),
        (20.2, 10.0),
        (10.2, 10.0),
        (10.2, 5.5),
        (10.0, 5.5),
        (10.0, 10.0),
        (0.0, 10.0),
    ];
    let cast = Cast { params, seed, ..Cast::of(SocialForce::NAME) };
    let mut sim = cast.simulation(Region::from(Polygon::from_rings(&ring, &[]).expect("a plan with room for all")));
    let count = 30;
    for (from, to) in [(0.0, 19.2), (12.2, 0.0)] {
        let group = sim.add_group(&cast.group()).expect("a plan with room for all");
        let goal = sim.add_goal_area(&rectangle(to, 0.0, to + 1.0, 10.0)).expect("a plan with room for all");
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.populate(&rectangle(from, 0.0, from + 8.0, 10.0), group, journey, count).expect("a plan with room for all");
    }
    let (mut passed, mut order) = (vec![false; 2 * count], Vec::new());
    while order.len() < 2 * count && sim.report().time < 300.0 {
        sim.step();
        for w in sim.walkers() {
            let east = w.group.0 == 0;
            let id = w.id.0 as usize;
            if !passed[id] && (w.place.x > 10.1) == east {
                passed[id] = true;
                order.push(east);
            }
        }
    }
    order
}

/// Mean number of people who pass one after the other in the same direction.
fn mean_run(order: &[bool]) -> f64 {
    let changes = order.windows(2).filter(|w| w[0] != w[1]).count();
    order.len() as f64 / (changes + 1) as f64
}

/// How many of sixty pass a door of 1 m from both sides, and how many in a row pass in the same direction, over five
/// seeds.
pub fn door() -> (Vec<usize>, f64) {
    let orders: Vec<Vec<bool>> = (1..=5).map(|seed| passages(&[], seed)).collect();
    let runs: Vec<f64> = orders.iter().map(|o| mean_run(o)).collect();
    (orders.iter().map(Vec::len).collect(), mean(&runs))
}

/// Two who cross at 90 degrees, one starting `offset` metres late: closest distance, and how long before it the first of
/// them has turned by 5 degrees or changed its speed by 5 %.
fn right_angle(offset: f64, params: &[(&'static str, f64)]) -> (f64, f64) {
    let run = CrossingSetup::new(SocialForce::NAME, 90.0, offset).with(params).run();
    let dt = 0.05;
    let steps = run.paths[0].len().min(run.paths[1].len());
    let apart = |k: usize| run.paths[0][k].distance(run.paths[1][k]);
    // Those who touch push each other along for a while: the first time counts.
    let least = (0..steps).map(apart).fold(f64::INFINITY, f64::min);
    let closest = (0..steps).find(|k| apart(*k) < least + 0.01).expect("the least is among them");
    let velocity = |path: &[Point], k: usize| (path[k + 1] - path[k]) / dt as f32;
    // Both have reached their pace after two and a half seconds.
    let reacts = |path: &[Point]| {
        let desired = velocity(path, 49);
        (50..closest).find(|k| {
            let v = velocity(path, *k);
            let turned = f64::from(desired.cross(v)).abs() > 0.0872 * f64::from(desired.length() * v.length());
            turned || (v.length() / desired.length() - 1.0).abs() > 0.05
        })
    };
    let first = run.paths.iter().filter_map(|p| reacts(p)).min().unwrap_or(closest);
    (apart(closest), (closest - first) as f64 * dt)
}

/// Closest distance [m] and time from the first reaction to it [s] of pairs at right angles, at six offsets, without noise.
pub fn right_angles(step_desire: f64) -> Vec<(f64, f64)> {
    let params = [("noise", 0.0), ("step_desire", step_desire)];
    [0.0, 0.3, 0.6, 0.9, 1.2, 1.5].map(|offset| right_angle(offset, &params)).into()
}
