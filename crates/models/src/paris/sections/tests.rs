use super::super::exact;
use super::*;

use proptest::prelude::*;

fn aim(refine: bool) -> Aim {
    Aim { speed: 1.3, top: 1.95, windows: Windows::new(1.0, 2.0, 8.0), trust: 8.0, refine }
}

fn alone(d: (f32, f32), v: (f32, f32), reach: f32) -> People {
    let mut people = People::NOBODY;
    (people.dx[0], people.dy[0], people.vx[0], people.vy[0]) = (d.0, d.1, v.0, v.1);
    (people.reach[0], people.count) = (reach, 1);
    people
}

#[test]
fn closed_critical_speeds_agree_with_a_scan_of_the_window_to_a_millionth_in_100_000_cases() {
    let (slow, fast) = super::super::claims::critical_speeds(100_000);
    assert!(slow < 1e-6 && fast < 1e-9, "{slow} {fast}");
}

/// The sections of the only neighbour as (from, to, slow, hurry, sure), without those that are none.
fn sections(people: &People, aim: &Aim) -> Vec<[f32; 5]> {
    let mut out = Sections::NONE;
    of_people(people, 0, aim, &mut out);
    (0..=aim.windows.count)
        .filter(|j| out.from[*j][0] != out.to[*j][0])
        .map(|j| [out.from[j][0], out.to[j][0], out.slow[j][0], out.hurry[j][0], out.sure[j][0]])
        .collect()
}

fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

proptest! {
    #[test]
    fn vector_code_and_the_plain_one_give_the_same_sections(
        x in -9.0f32..9.0, y in -9.0f32..9.0, vx in -1.8f32..1.8, vy in -1.8f32..1.8,
        reach in 0.3f32..0.8, slack in 0.0f32..0.1, refine in any::<bool>(),
    ) {
        // Away from the places where the answer jumps: touching, and grazing the walker's own place.
        let d = length(f64::from(x), f64::from(y));
        prop_assume!((d - f64::from(reach)).abs() > 0.01 && (d - f64::from(reach + slack)).abs() > 0.01);
        let clear = f64::from((x * vy - y * vx).abs()) / length(f64::from(vx), f64::from(vy)).max(1e-9);
        prop_assume!((clear - f64::from(reach)).abs() > 0.01 && (clear - f64::from(reach + slack)).abs() > 0.01);
        let (mut people, aim) = (alone((x, y), (vx, vy), reach), aim(refine));
        people.slack = slack;
        let seen = sections(&people, &aim);
        let mut noted = Vec::new();
        exact::each_section(&people, 0, &aim, |s| {
            let number = |a: f64| number(ambulo_geom::math::cos(a) as f32, ambulo_geom::math::sin(a) as f32);
            noted.push([number(s.from), number(s.to), aim.slowing(s.slow as f32), aim.hurrying(s.fast as f32),
                aim.sure(s.begins as f32)]);
        });
        // Those at the edge of reach may be in one and not in the other.
        for s in &seen {
            let near = noted.iter().any(|t| {
                let same = |k: usize, slack: f32| (s[k] - t[k]).abs() < slack * (1.0 + t[k].abs().min(10.0)) || (s[k] >= 1.0 && t[k] >= 1.0);
                wrap(s[0] - t[0]).abs() < 2e-3 && wrap(s[1] - t[1]).abs() < 2e-3
                    && (s[2] - t[2]).abs() < 2e-3 && same(3, 5e-3) && same(4, 1e-3)
            });
            prop_assert!(near || s[2] < 1e-3 && s[3] < 1e-2, "{s:?} not in {noted:?}");
        }
    }

    #[test]
    fn every_collision_lies_in_a_section_that_forbids_it(
        vx in -1.5f32..1.5, vy in -1.5f32..1.5, aside in -0.35f32..0.35, along in -0.35f32..0.35,
        angle in -3.1f64..3.1, speed in 0.05f64..1.9, t in 0.5f64..7.99,
    ) {
        let reach = 0.5f64;
        let u = (ambulo_geom::math::cos(angle), ambulo_geom::math::sin(angle));
        // Where the neighbour must be now to overlap the walker at that time.
        let x = ((speed * u.0 - f64::from(vx)) * t) as f32 + aside;
        let y = ((speed * u.1 - f64::from(vy)) * t) as f32 + along;
        prop_assume!(length(f64::from(x), f64::from(y)) > reach + 0.01);
        let (people, aim) = (alone((x, y), (vx, vy), reach as f32), aim(true));
        let mut forbidden = super::super::course::ForbiddenSpeeds::NONE;
        exact::forbid(&people, &aim, number(u.0 as f32, u.1 as f32), false, &mut forbidden);
        let inside = |k: usize| f64::from(forbidden.from[k]) <= speed + 1e-4 && speed <= f64::from(forbidden.to[k]) + 1e-4;
        // Over the walker's own place a section is only the half circle the neighbour comes from.
        let a2 = f64::from(vx * vx + vy * vy).max(1e-9);
        let nearest = (-(f64::from(x * vx + y * vy)) / a2).clamp(0.0, 8.0);
        let over = length(f64::from(x) + f64::from(vx) * nearest, f64::from(y) + f64::from(vy) * nearest) <= reach + 0.01;
        prop_assert!(over || (0..forbidden.count).any(inside), "{:?}", &forbidden.from[..forbidden.count]);
    }
}

#[test]
fn a_touching_agent_takes_a_quarter_and_may_be_followed() {
    let seen = sections(&alone((0.4, 0.0), (1.0, 0.0), 0.5), &aim(true));
    assert_eq!(&seen[0][..2], &[-0.5, 0.5]);
    assert!((seen[0][2] - (1.0 - 1.0 / 1.3)).abs() < 1e-6, "follows at 1 m/s");
}

#[test]
fn as_printed_a_touching_agent_takes_the_half_circle_and_nothing_is_allowed() {
    let seen = sections(&alone((0.4, 0.0), (1.0, 0.0), 0.5), &aim(false));
    assert_eq!((&seen[0][..2], seen[0][2], seen[0][3]), (&[-1.0, 1.0][..], 1.0, BIG));
}

#[test]
fn an_oncoming_walker_does_not_bar_the_sideways_directions_when_windows_are_cut() {
    // Head-on from 5 m: as printed, later windows run over the walker's place and bar half the circle.
    let costly = |refine: bool| {
        let seen = sections(&alone((5.0, 0.0), (-1.3, 0.0), 0.5), &aim(refine));
        seen.iter().filter(|s| s[2].min(s[3]) > 0.01).map(|s| s[1]).fold(0.0, f32::max)
    };
    assert_eq!(costly(false), 1.0);
    assert!(costly(true) < 0.3, "{}", costly(true));
}

#[test]
fn an_agent_touching_the_walker_leaves_the_directions_beside_it_open() {
    // Head-on, a hand's breadth within the distance kept: later windows bar no more than the quarter either.
    for (at, slack) in [(0.49, 0.0), (0.45, 0.1)] {
        let mut people = alone((at, 0.0), (0.0, 0.0), 0.5 - slack);
        people.slack = slack;
        let widest = sections(&people, &aim(true)).iter().map(|s| s[1]).fold(0.0, f32::max);
        assert!((widest - 0.5).abs() < 1e-6, "{widest}");
    }
}
