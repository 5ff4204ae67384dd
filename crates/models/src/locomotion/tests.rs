//! What a gait must do, alone and among others.

use super::claims::*;
use super::gait_feedback::{GaitFeedback, GaitState};
use crate::trials::rectangle;
use crate::{LOCOMOTIONS, MODELS};
use crate::{power_law, social_force};
use ambulo_geom::{Point, Vec2};
use ambulo_sim::{AtGoal, Body, Command, Gait, Group, Params, Simulation, SteeringModel};

const DT: f32 = 0.05;

#[test]
fn spec_the_weight_is_nothing_at_step_ends_and_greatest_in_the_middle_of_each_step() {
    for (phase, wanted) in [(0.0, 0.0), (0.25, 0.5), (0.5, 0.0), (0.75, 0.5), (0.125, 0.25), (0.999_999, 0.0)] {
        assert!((weight(phase).0 - wanted).abs() < 1e-5, "{:?} at {phase}", weight(phase));
    }
    for (phase, wanted) in [(0.0, 0.0), (0.25, 0.25), (0.5, 0.5), (0.75, 0.25)] {
        assert!((weight(phase).1 - wanted).abs() < 1e-5, "{:?} at {phase}", weight(phase));
    }
}

#[test]
fn spec_a_free_walker_keeps_its_speed_within_a_hundredth_whatever_the_model() {
    for free in free_walkers() {
        // The slowest, with a time constant of 1.28 s, needs 5.9 s without a gait and 10.7 s with one.
        assert!(free.settled < 12.0 && free.aside < 1e-3, "{free:?}");
    }
}

#[test]
fn spec_the_body_is_with_the_walker_or_as_printed_two_thirds_of_a_metre_behind() {
    // As printed, with feedback the walker would be drawn back to where the body is.
    for (target, w_max, low, high) in [(0.0, 0.5, 0.0, 0.01), (0.0, 0.0, 0.0, 0.01), (1.0, 0.0, 0.63, 0.67)] {
        let (least, most, ahead) = lags(target, w_max);
        assert!(least >= low && most <= high && ahead <= 0.01, "{least} {most} {ahead} m at target {target}");
    }
}

#[test]
fn a_cycle_is_as_long_as_said_and_grows_with_the_root_of_speed() {
    let p = GaitFeedback::default();
    let length = |p: &GaitFeedback, v: f32| v / p.rate(v);
    assert!((length(&p, 1.3) - 1.4).abs() < 1e-5);
    assert!((length(&p, 0.65) - 1.4 * 0.5f32.sqrt()).abs() < 1e-5);
    assert!((length(&GaitFeedback { distance: 1.0, ..p.clone() }, 0.8) - 1.4).abs() < 1e-5);
    // However slow, a step ends within a second.
    assert_eq!(p.rate(0.0), 0.5);
    assert_eq!(GaitState::new(Vec2::new(1.0, 0.0), 1).left(&p), 1.0);
}

/// Follows a walker that moves at `velocity` for so many seconds.
fn follow(state: &mut GaitState, p: &GaitFeedback, velocity: Vec2, seconds: f32) {
    let body = Body::new(Point::new(0.0, 0.0), velocity, 0.22);
    (0..(seconds / DT).round() as u32).for_each(|_| state.follow(p, &body, velocity * DT, DT));
}

#[test]
fn it_stands_sets_out_with_the_foot_on_its_side_stops_at_a_step_end_and_sets_out_again() {
    let (p, east) = (GaitFeedback::default(), Vec2::new(1.0, 0.0));
    let mut state = GaitState::new(east, 3);
    follow(&mut state, &p, Vec2::ZERO, 2.0);
    assert!(state.standing && state.phase == 0.0);
    // Moved by less than it takes, it stands on.
    follow(&mut state, &p, Vec2::new(0.2, 0.0), 0.5);
    assert!(state.standing, "{state:?}");
    follow(&mut state, &p, Vec2::new(0.9, 0.9), 0.2);
    assert!(!state.standing && state.lead_left, "{state:?}");
    follow(&mut state, &p, Vec2::new(0.9, 0.9), 5.0);
    assert!(state.facing.dot(Vec2::new(0.5, 0.5).unit().unwrap()) > 0.999, "{state:?}");
    // A cycle at this speed takes its time, to the bit of a step.
    let (before, rate) = (state.phase, p.rate(Vec2::new(0.9, 0.9).length()));
    follow(&mut state, &p, Vec2::new(0.9, 0.9), 0.2);
    let advanced = (state.phase - before).rem_euclid(1.0);
    assert!((advanced - 0.2 * rate).abs() < 1e-3, "{advanced} against {}", 0.2 * rate);
    let mut stopped_in = None;
    for k in 0..80 {
        let walking = state;
        follow(&mut state, &p, Vec2::ZERO, DT);
        if state.standing {
            // The foot came down with this move.
            assert!((2.0 * (walking.phase + p.rate(walking.velocity.length()) * DT)).fract() < 0.2, "{walking:?}");
            stopped_in = Some(k as f32 * DT);
            break;
        }
    }
    assert!(stopped_in.is_some_and(|s| s < 3.0), "{stopped_in:?}");
    assert_eq!((state.velocity, state.phase), (Vec2::ZERO, 0.0));
    follow(&mut state, &p, Vec2::new(0.9, -0.9), 0.4);
    assert!(!state.standing && !state.lead_left, "{state:?}");
}

#[test]
fn an_arrived_walker_stands_and_one_sent_on_walks_again() {
    let trips = [(Point::new(2.0, 10.0), Point::new(10.0, 10.0))];
    for model in ["social-force", "orca", "karamouzas"] {
        let (mut sim, ids) = hall(model, &[], &trips);
        while sim.report().time < 20.0 {
            sim.step();
        }
        let stood = sim.walker(ids[0]).unwrap().place;
        assert!(sim.gait(ids[0]).unwrap().standing, "{model}: {:?}", sim.gait(ids[0]));
        assert!(stood.distance(trips[0].1) < 0.8 && lag(&sim, ids[0]) <= 0.16, "{model}: {stood}");
        let facing = sim.gait(ids[0]).unwrap().facing;
        let goal = sim.add_goal_at(Point::new(10.0, 18.0)).unwrap();
        sim.command(Command::SetGoal(ids[0], goal));
        (0..60).for_each(|_| {
            sim.step();
        });
        let gait = sim.gait(ids[0]).unwrap();
        assert!(!gait.standing && gait.facing.y > 0.9, "{model}: {gait:?}");
        // North is to the left of an agent that faced east, to the right of one that had come back a little.
        assert_eq!(gait.lead_left, facing.x > 0.0, "{model}: {gait:?}, before {facing:?}");
    }
}

#[test]
fn in_the_middle_of_a_step_a_turn_takes_long_and_between_steps_it_does_not() {
    let p = GaitFeedback::default();
    // A velocity that is wanted at once is taken up at once between steps, hardly within one.
    assert_eq!(p.share(0.0, false, DT), 1.0);
    assert!(p.share(0.5, false, DT) < 0.1);
    // And whatever dt is, the gap left after a tenth of a second in the middle of a step is the same.
    let after = |dt: f32| (1.0 - p.share(0.5, false, dt)).powi((0.1 / dt).round() as i32);
    assert!((after(0.05) - after(0.01)).abs() < 0.01, "{} {}", after(0.05), after(0.01));
    // An acceleration is halved, after it was doubled.
    assert_eq!((p.share(0.0, true, DT), p.share(0.5, true, DT)), (2.0, 1.0));
    assert_eq!(GaitFeedback { gain: 1.0, ..p.clone() }.share(0.5, true, DT), 0.5);
    let all = GaitFeedback { w_max: 1.0, ..p };
    assert_eq!((all.share(1.0, true, DT), all.share(1.0, false, DT)), (0.0, 0.0));
}

#[test]
fn feedback_draws_to_the_end_of_the_step_or_as_printed_away_from_it_and_is_limited() {
    let p = GaitFeedback::default();
    let mut state = GaitState::new(Vec2::new(1.0, 0.0), 1);
    (state.standing, state.phase, state.held) = (false, 0.25, Vec2::new(1.3, 0.0));
    state.velocity = state.held;
    let left = state.left(&p);
    // Half a step on, where a body that kept its velocity is.
    state.from = -state.held * left;
    let as_held = Body { speed: 1.3, ..Body::new(Point::new(0.0, 0.0), state.held, 0.22) };
    assert!(state.feedback(&p, &as_held, left, DT).length() < 1e-4, "{:?}", state.feedback(&p, &as_held, left, DT));
    let turned = Body { vx: 1.2, vy: 0.3, ..as_held };
    assert!(state.feedback(&p, &turned, left, DT).y < -0.5);
    let literal = GaitFeedback { roles: 1.0, ..p.clone() };
    assert!(state.feedback(&literal, &turned, left, DT).y > 0.01);
    assert!((state.feedback(&p, &Body { vy: 9.0, ..turned }, left, DT).length() - 1.3).abs() < 1e-4);
    // Nothing at all is still a number.
    let nothing = GaitState { velocity: Vec2::ZERO, held: Vec2::ZERO, from: Vec2::ZERO, phase: 0.5, ..state };
    let still = Body { vx: 0.0, vy: 0.0, ..as_held };
    assert_eq!(nothing.left(&p), 1.0);
    assert_eq!(nothing.feedback(&p, &still, 1.0, DT), Vec2::ZERO);
}

#[test]
fn two_in_one_place_come_apart_and_stay_numbers_whatever_the_model() {
    for model in MODELS.iter() {
        let goal = Point::new(30.0, 10.0);
        let (mut sim, ids) = hall(model.name, &[], &[(Point::new(2.0, 10.0), goal), (Point::new(5.0, 10.0), goal)]);
        (0..40).for_each(|_| {
            sim.step();
        });
        ids.iter().for_each(|id| sim.put(*id, Point::new(10.0, 10.0), Vec2::new(1.0, 0.5)));
        for _ in 0..60 {
            sim.step();
            let numbers = |g: Gait| g.place.is_finite() && g.velocity.is_finite() && (0.0..1.0).contains(&g.phase);
            assert!(ids.iter().all(|id| numbers(sim.gait(*id).unwrap())), "{}", model.name);
        }
        let apart = sim.walker(ids[0]).unwrap().place.distance(sim.walker(ids[1]).unwrap().place);
        assert!(apart > 0.43 && sim.report().faults.is_empty(), "{}: {apart} m apart", model.name);
    }
}

#[test]
fn a_held_walker_does_not_step_into_a_standing_agent() {
    // Exactly ahead, then each a little more aside: whatever the phase they come at, they get past.
    for model in ["orca", "karamouzas", "social-force", "power-law"] {
        for aside in [0.02, 0.1, 0.2, 0.3] {
            let at = Point::new;
            let trips = [(at(2.0, 10.0), at(20.0, 10.0)), (at(10.0, 10.0 + aside), at(10.0, 10.0 + aside))];
            let (mut sim, ids) = hall(model, &[], &trips);
            while sim.report().time < 40.0 {
                sim.step();
            }
            let there = sim.walker(ids[0]).unwrap().place.distance(trips[0].1);
            assert!(there < 1.0, "{model} at {aside} m aside: {there} m to go");
            assert!(sim.report().max_overlap <= 0.005 && sim.report().wall_crossings == 0, "{model}");
        }
    }
}

#[test]
fn gaits_stay_with_their_walkers_while_rows_are_sorted_and_removed_and_only_theirs_who_have_one() {
    let mut sim = Simulation::new(crate::setup(rectangle(0.0, 0.0, 30.0, 10.0))).unwrap();
    let plain = sim.add_group(&Group::default()).unwrap();
    let goal = sim.add_goal_area(&rectangle(28.0, 0.0, 30.0, 10.0)).unwrap();
    let journey = sim.add_journey(&[goal], AtGoal::Leave);
    // Some are there before any agent has a gait.
    sim.populate(&rectangle(0.0, 0.0, 20.0, 10.0), plain, journey, 100).unwrap();
    let group = sim.add_group(&stepping("orca", &[])).unwrap();
    sim.populate(&rectangle(0.0, 0.0, 20.0, 10.0), group, journey, 100).unwrap();
    while sim.report().arrived < 200 && sim.report().time < 120.0 {
        sim.step();
        sim.check().unwrap();
        for w in sim.walkers() {
            assert_eq!(sim.gait(w.id).is_some(), w.group == group, "walker {}", w.id);
            let near = sim.gait(w.id).is_none_or(|g| g.place.distance(w.place) < 0.7);
            assert!(near, "walker {}: {:?} at {}", w.id, sim.gait(w.id), w.place);
        }
    }
    assert_eq!(sim.report().arrived, 200);
}

#[test]
fn a_walker_that_decides_now_and_then_keeps_what_it_chose_while_it_is_held() {
    // Held for good after the first step, so that only what was chosen can move it on.
    let trips = [(Point::new(2.0, 10.0), Point::new(50.0, 10.0))];
    let (mut sim, ids) = hall("karamouzas", &[("w_max", 1.0)], &trips);
    while sim.report().time < 20.0 {
        sim.step();
    }
    assert!((sim.walker(ids[0]).unwrap().velocity.length() / 1.3 - 1.0).abs() < 0.01);
}

#[test]
fn unknown_locomotions_and_parameters_are_refused_by_name() {
    let mut sim = Simulation::new(crate::setup(rectangle(0.0, 0.0, 9.0, 9.0))).unwrap();
    let mut add = |group: Group| sim.add_group(&group).err().map(|e| e.to_string());
    let hovering = add(Group { locomotion: "hovering".into(), ..Group::default() });
    assert_eq!(hovering.as_deref(), Some("there is no locomotion `hovering`"));
    let wrong = add(stepping("orca", &[("w_may", 0.1)]));
    assert_eq!(wrong.as_deref(), Some("`gait-feedback` has no parameter `w_may`"));
    assert!(add(stepping("orca", &[("w_max", 1.5)])).unwrap().contains("outside 0 to 1"));
    let none = add(Group { locomotion_params: vec![("w_max".into(), 0.1)], ..Group::default() });
    assert_eq!(none.as_deref(), Some("`point-mass` has no parameter `w_max`"));
    assert_eq!(LOCOMOTIONS[1].params, GaitFeedback::INFO);
    const { assert!(social_force::SocialForce::ACCELERATES && power_law::PowerLaw::ACCELERATES) };
}
