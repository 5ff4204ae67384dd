//! The choice against a full search, and against plain formulas in f64.

use super::super::ahead::Ahead;
use super::super::colliding::{Colliding, Frame};
use super::super::domain::most_turn;
use super::*;
use crate::Wall;
use ambulo_geom::{Point, Segment, ttc_discs};
use proptest::prelude::*;

/// What a walker faces in a test.
#[derive(Clone, Debug)]
struct Situation {
    others: Vec<Other>,
    walls: Vec<(Vec2, Vec2)>,
    now: Vec2,
    pace: f32,
    time: f32,
    side: f32,
    grid: f32,
}

fn vec2(range: f32) -> impl Strategy<Value = Vec2> {
    (-range..range, -range..range).prop_map(|(x, y)| Vec2::new(x, y))
}

fn other() -> impl Strategy<Value = Other> {
    (vec2(6.0), vec2(1.6), 0.3f32..1.0).prop_map(|(at, v, keep)| {
        let (keep2, d2) = (keep * keep, at.length_squared());
        let gap = d2 - keep2;
        Other { x: at.x, y: at.y, vx: v.x, vy: v.y, keep2, gap, touches: gap < 0.0, ..Other::default() }
    })
}

fn situation() -> impl Strategy<Value = Situation> {
    let things = (prop::collection::vec(other(), 0..8), prop::collection::vec((vec2(4.0), vec2(4.0)), 0..4));
    let scalars = (vec2(1.5), 0.2f32..1.9, 0.0f32..8.0, 0u8..3, 0u8..2);
    (things, scalars).prop_map(|((others, walls), (now, pace, time, side, grid))| Situation {
        others,
        walls,
        now: if now.length() < 0.2 { Vec2::ZERO } else { now },
        pace,
        time,
        side: f32::from(side),
        grid: f32::from(grid),
    })
}

impl Situation {
    fn weigh<R>(&self, work: impl FnOnce(&Scales<'_>, Fan, &Speeds) -> R) -> R {
        let p = KaramouzasParams { side: self.side, grid: self.grid, ..KaramouzasParams::default() };
        let speed = self.now.length();
        let facing = if speed > 0.0 { self.now / speed } else { Vec2::ZERO };
        let here = Point::new(0.0, 0.0);
        let frame = Frame { along: Vec2::new(1.0, 0.0) };
        let walls: Vec<Ahead> = (self.walls.iter())
            .map(|(a, b)| Wall { at: Segment::new(here + *a, here + *b), before: here + *a })
            .filter(|w| w.faces(here) && w.at.length() > 0.1)
            .map(|w| Ahead::new(&w, here, 0.2, frame))
            .collect();
        let (others, walls) = (Colliding::of(&self.others), Walls::of(&walls, 4.0));
        let scales = Scales { p: &p, pace: self.pace, speed, facing, dread: 1.0, others: others.list(), walls: &walls };
        let fan = Fan::new(&p, most_turn(&p, self.time), facing);
        work(&scales, fan, &Speeds::new(&p, self.time, self.pace, self.pace.max(2.0)))
    }
}

/// All candidates of a fan, in f64.
fn candidates(fan: Fan, speeds: &Speeds) -> Vec<(f64, f64)> {
    let now = (fan.facing != Vec2::ZERO).then(|| fan.about_now());
    let blocks = now.into_iter().chain((0..fan.blocks()).map(|b| fan.block(b)));
    let lanes = blocks
        .flat_map(|d| (0..LANES).filter(|k| d.extra[*k].is_finite()).map(|k| (d.cos[k], d.sin[k])).collect::<Vec<_>>());
    let speeds = speeds.list().to_vec();
    lanes
        .flat_map(|(c, s)| speeds.iter().map(move |u| (f64::from(u * c), f64::from(u * s))).collect::<Vec<_>>())
        .collect()
}

/// The cost as the paper prints it, or in the form used here.
fn cost(scales: &Scales<'_>, v: (f64, f64), printed: bool) -> f64 {
    let p = scales.p;
    let length = |x: f64, y: f64| (x * x + y * y).sqrt();
    let (speed, now) = (length(v.0, v.1), f64::from(scales.speed));
    let turns = scales.facing != Vec2::ZERO && speed > 1e-6;
    let dot = v.0 * f64::from(scales.facing.x) + v.1 * f64::from(scales.facing.y);
    let cos = if turns { dot / speed } else { 1.0 };
    let turning = if printed { 1.0 - cos / 2.0 } else { (1.0 - cos) / 2.0 };
    let own = Vec2::new(v.0 as f32, v.1 as f32);
    let meets = |o: &Other| ttc_discs(Vec2::new(o.x, o.y), Vec2::new(o.vx, o.vy) - own, o.keep2.sqrt()).time();
    let time = scales.others.iter().map(meets).fold(scales.walls.meets(own.x, own.y), f32::min).min(p.time_max);
    let (most, horizon) = (f64::from(p.max_speed), f64::from(p.time_max));
    f64::from(p.turn_weight) * turning
        + f64::from(p.speed_weight) * (speed - now).abs() / most
        + f64::from(p.deviation_weight) * length(v.0 - f64::from(scales.pace), v.1) / (2.0 * most)
        + f64::from(scales.dread) * (horizon - f64::from(time)) / horizon
}

fn least(costs: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::INFINITY);
    for (k, cost) in costs.enumerate() {
        if cost < best.1 {
            best = (k, cost);
        }
    }
    best.0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn leaving_out_what_cannot_be_best_changes_no_bit(s in situation()) {
        s.weigh(|scales, fan, speeds| {
            prop_assert_eq!(scales.avoid::<true>(fan, speeds), scales.avoid::<false>(fan, speeds));
            prop_assert_eq!(scales.escape::<true>(fan, speeds), scales.escape::<false>(fan, speeds));
            Ok(())
        })?;
    }

    #[test]
    fn the_choice_costs_least_by_the_plain_formula(s in situation()) {
        s.weigh(|scales, fan, speeds| {
            let choice = scales.avoid::<true>(fan, speeds);
            let all = candidates(fan, speeds);
            let best = all.iter().map(|v| cost(scales, *v, false)).fold(f64::INFINITY, f64::min);
            // Ties cost 1e-5; a time to collision that grazes is good to a few parts in a thousand.
            prop_assert!((f64::from(choice.cost) - best).abs() < 2e-3, "{:?} {}", choice, best);
            let t = scales.terms(choice.velocity);
            let sum = t.turning + t.speeding + t.deviating + t.colliding;
            prop_assert!((sum - choice.cost).abs() < 2e-5, "{:?} {:?}", t, choice);
            Ok(())
        })?;
    }

    #[test]
    fn spec_the_printed_turning_term_chooses_the_same(s in situation()) {
        s.weigh(|scales, fan, speeds| {
            let all = candidates(fan, speeds);
            // Half a unit more for everybody, except that f64 rounds at the sixteenth digit.
            let (ours, printed) = (all.iter().map(|v| cost(scales, *v, false)), all.iter().map(|v| cost(scales, *v, true)));
            let (a, b) = (least(ours), least(printed));
            let gap = cost(scales, all[a], false) - cost(scales, all[b], false);
            prop_assert!(a == b || gap.abs() < 1e-12, "{:?} {:?} {}", all[a], all[b], gap);
            for v in &all {
                prop_assert!((cost(scales, *v, true) - cost(scales, *v, false) - 0.5).abs() < 1e-12);
            }
            Ok(())
        })?;
    }
}

fn alone(others: Vec<Other>, side: f32) -> Situation {
    Situation { others, walls: Vec::new(), now: Vec2::new(1.3, 0.0), pace: 1.3, time: 2.0, side, grid: 0.0 }
}

fn ahead(x: f32, v: Vec2, keep: f32) -> Other {
    let (keep2, gap) = (keep * keep, x * x - keep * keep);
    Other { x, vx: v.x, vy: v.y, keep2, gap, touches: gap < 0.0, ..Other::default() }
}

#[test]
fn a_tie_goes_to_the_preferred_side() {
    let standing = vec![ahead(3.0, Vec2::ZERO, 0.9)];
    let choose = |side| alone(standing.clone(), side).weigh(|s, fan, speeds| s.avoid::<true>(fan, speeds)).velocity;
    let (right, left) = (choose(0.0), choose(1.0));
    assert!(right.y < 0.0 && left == Vec2::new(right.x, -right.y), "{right:?} {left:?}");
    assert!(choose(2.0).y != 0.0);
}

#[test]
fn spec_escaping_prefers_the_shortest_way_out_and_opens_the_circle_when_it_must() {
    // Somebody touches it from ahead and presses on: nothing ahead or beside leads away, behind does.
    let pressing = alone(vec![ahead(0.35, Vec2::new(-1.5, 0.0), 0.4)], 0.0);
    pressing.weigh(|scales, fan, speeds| {
        let half = Fan { count: 20, ..fan };
        let (_, free) = scales.escape::<true>(half, speeds);
        assert!(!free, "backing off is not in the half circle");
        let (choice, free) = scales.escape::<true>(Fan::new(scales.p, std::f32::consts::PI, Vec2::ZERO), speeds);
        assert!(free && choice.cost.is_finite(), "{choice:?}");
    });
    // Somebody who stands still is left slowly, by stepping sideways or standing off at the slowest speed.
    let standing = alone(vec![ahead(0.399, Vec2::ZERO, 0.4)], 0.0);
    standing.weigh(|scales, fan, speeds| {
        let (choice, free) = scales.escape::<true>(fan, speeds);
        assert!(free && choice.velocity.length() < 0.5 && choice.velocity != Vec2::ZERO, "{choice:?}");
    });
}

#[test]
fn whoever_stands_turns_for_nothing() {
    let mut s = alone(vec![], 0.0);
    s.now = Vec2::ZERO;
    s.weigh(|scales, _, _| assert_eq!(scales.terms(Vec2::new(0.0, 1.3)).turning, 0.0));
}
