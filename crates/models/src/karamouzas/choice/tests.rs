//! The choice against a full search, and against plain formulas in f64.

use super::super::claims::{Situation, candidates, cost, printed_turning_term};
use super::*;
use proptest::prelude::*;

fn vec2(range: f32) -> impl Strategy<Value = Vec2> {
    (-range..range, -range..range).prop_map(|(x, y)| Vec2::new(x, y))
}

fn other() -> impl Strategy<Value = CollidingAgent> {
    (vec2(6.0), vec2(1.6), 0.3f32..1.0).prop_map(|(at, v, keep)| {
        let (keep2, d2) = (keep * keep, at.length_squared());
        let gap = d2 - keep2;
        CollidingAgent {
            x: at.x,
            y: at.y,
            vx: v.x,
            vy: v.y,
            keep2,
            gap,
            touches: gap < 0.0,
            ..CollidingAgent::default()
        }
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
}

#[test]
fn spec_the_printed_turning_term_chooses_the_same() {
    let same = printed_turning_term(400);
    // Half a unit more for everybody, except that f64 rounds at the sixteenth digit.
    assert!(same.candidates > 10_000 && same.different == 0 && same.off < 1e-12, "{same:?}");
}

fn alone(others: Vec<CollidingAgent>, side: f32) -> Situation {
    Situation { others, walls: Vec::new(), now: Vec2::new(1.3, 0.0), pace: 1.3, time: 2.0, side, grid: 0.0 }
}

fn ahead(x: f32, v: Vec2, keep: f32) -> CollidingAgent {
    let (keep2, gap) = (keep * keep, x * x - keep * keep);
    CollidingAgent { x, vx: v.x, vy: v.y, keep2, gap, touches: gap < 0.0, ..CollidingAgent::default() }
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
fn spec_escaping_prefers_the_shortest_escape_and_opens_the_circle_when_it_must() {
    // An agent touches it from ahead and presses on: nothing ahead or beside leads away, behind does.
    let pressing = alone(vec![ahead(0.35, Vec2::new(-1.5, 0.0), 0.4)], 0.0);
    pressing.weigh(|scales, fan, speeds| {
        let half = DirectionFan { count: 20, ..fan };
        let (_, free) = scales.escape::<true>(half, speeds);
        assert!(!free, "backing off is not in the half circle");
        let (choice, free) =
            scales.escape::<true>(DirectionFan::new(scales.p, std::f32::consts::PI, Vec2::ZERO), speeds);
        assert!(free && choice.cost.is_finite(), "{choice:?}");
    });
    // A standing agent is left slowly, by stepping sideways or standing off at the slowest speed.
    let standing = alone(vec![ahead(0.399, Vec2::ZERO, 0.4)], 0.0);
    standing.weigh(|scales, fan, speeds| {
        let (choice, free) = scales.escape::<true>(fan, speeds);
        assert!(free && choice.velocity.length() < 0.5 && choice.velocity != Vec2::ZERO, "{choice:?}");
    });
}

#[test]
fn a_standing_agent_turns_for_nothing() {
    let mut s = alone(vec![], 0.0);
    s.now = Vec2::ZERO;
    s.weigh(|scales, _, _| assert_eq!(scales.terms(Vec2::new(0.0, 1.3)).turning, 0.0));
}
