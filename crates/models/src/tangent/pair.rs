//! One walker perceives another: does it have to adapt, and how?

use super::domain::{Forbidden, Ray};
use super::kite::{Kite, Wedge};
use super::{SHRINK, Tangent};
use ambulo_geom::{Vec2, math};
use ambulo_sim::Row;

/// A perceived agent, as it seems now.
#[derive(Clone, Copy, Debug)]
pub(super) struct PerceivedAgent {
    pub(super) row: Row,
    /// Its place, seen from the walker.
    pub(super) p: Vec2,
    pub(super) v: Vec2,
    /// Distance at which the two touch [m].
    pub(super) touch: f32,
    /// For how long it has been observed [s].
    pub(super) observed: f32,
    /// How the velocity of the other changes relative to the walker's [m/s^2]; zero without the extension.
    pub(super) curve: Vec2,
    /// Whether the walker turns left in an exact tie.
    pub(super) prefers_left: bool,
}

/// The walker itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Own {
    pub(super) kite: Kite,
    pub(super) velocity: Vec2,
    pub(super) desired: Vec2,
    pub(super) limit: f32,
}

/// An interaction that asks for a reaction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PairInteraction {
    pub(super) row: Row,
    pub(super) p: Vec2,
    /// When they will be closest [s].
    pub(super) time: f32,
    /// Velocities that keep it up.
    pub(super) forbidden: Forbidden,
    /// Whether the interaction point is to leave over the left tangent.
    pub(super) left: bool,
}

impl PairInteraction {
    /// The velocities that take the interaction point onto the right tangent, then the left one.
    #[inline(always)]
    pub(super) fn rays(&self) -> [Ray; 2] {
        let Forbidden { apex, wedge, .. } = self.forbidden;
        [Ray { apex, t: wedge.right }, Ray { apex, t: wedge.left }]
    }

    pub(super) fn solution(&self, own: &Own, alpha: f32) -> Vec2 {
        self.rays()[usize::from(self.left)].solution(own.desired, alpha, own.limit)
    }
}

/// The judgement on a perceived agent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Judged {
    /// It calls for a reaction.
    Interacts(PairInteraction),
    /// The interaction point is inside, but not all places where it could be.
    Uncertain,
    /// No interaction ahead.
    Passes,
    /// Inside the personal area, but behind.
    Behind,
}

/// Errors of perception [m]: in length (speed) and across (direction). They fall from beta, when the other has just
/// come into sight, to nothing when the interaction happens.
pub(super) fn errors(p: &Tangent, observed: f32, tti: f32) -> [f32; 2] {
    if tti <= 0.0 {
        return [0.0, 0.0];
    }
    let share = observed / (observed + tti);
    [p.beta_v * (1.0 - power(share, p.gamma_v)), p.beta_theta * (1.0 - power(share, p.gamma_theta))]
}

/// A power of a number from 0 to 1. The default exponent, a quarter, is two square roots.
fn power(base: f32, exponent: f32) -> f32 {
    if exponent == 0.25 { base.sqrt().sqrt() } else { math::pow(f64::from(base), f64::from(exponent)) as f32 }
}

/// Which velocities keep up an interaction with an agent at `p` that walks with `v`.
///
/// Inside the personal area there are no tangents. Then the area shrinks until the other is outside, or, if
/// `invaded` says yield, every approach is forbidden.
#[inline(always)]
pub(super) fn wedge(params: &Tangent, kite: &Kite, p: Vec2, gauge: f32) -> Wedge {
    if gauge <= 1.0 && params.invaded >= 0.5 {
        return Wedge::half_plane((-p).unit().unwrap_or(-kite.forward));
    }
    let scale = if gauge <= 1.0 { SHRINK * gauge } else { 1.0 };
    Wedge::seen_from(p, &kite.corners(scale)).units()
}

/// Where the error rectangle lies: a unit vector along it.
pub(super) fn locus_axis(other: &PerceivedAgent) -> Vec2 {
    other.v.unit().or_else(|| (-other.p).unit()).unwrap_or(Vec2::new(1.0, 0.0))
}

/// Steps 1 and 2: whether to adapt, and over which tangent the interaction point is to leave.
pub(super) fn judge(params: &Tangent, own: &Own, other: &PerceivedAgent) -> Judged {
    let PerceivedAgent { p, v, .. } = *other;
    let gauge = own.kite.gauge(p);
    let inside = gauge <= 1.0;
    if inside && own.kite.forward.dot(p) < 0.0 {
        return Judged::Behind;
    }
    let relative = v - own.velocity;
    let rr = relative.length_squared();
    let tti = if rr > 1e-12 { -p.dot(relative) / rr } else { 0.0 };
    // The interaction point seen from the other, for a unit of time of one second.
    let mut w = v - own.desired;
    if (tti <= 0.0 && !inside) || w.length_squared() < 1e-12 {
        return Judged::Passes;
    }
    let time = if inside { 0.0 } else { tti };
    let wedge = wedge(params, &own.kite, p, gauge);
    let [along, across] = errors(params, other.observed, time);
    let axis = locus_axis(other);
    // How far the nearest corner of the locus is inside each tangent.
    let reach = |t: Vec2| 0.5 * (along * t.cross(axis).abs() + across * t.dot(axis).abs());
    let from_right = wedge.right.cross(w) - reach(wedge.right);
    let from_left = w.cross(wedge.left) - reach(wedge.left);
    let curved = !inside && other.curve.length_squared() >= LEAST_CURVE * LEAST_CURVE;
    let mut apex = v;
    let left = if curved {
        let slopes = (wedge.right.cross(other.curve), other.curve.cross(wedge.left));
        match side_of_curve([from_right, from_left], [slopes.0, slopes.1], time) {
            Leaves::Never => return Judged::Passes,
            Leaves::Over { left } => {
                let shift = (other.curve * time).clamp_length(own.limit);
                apex += shift;
                w += shift;
                left
            }
            Leaves::Stays => side(params, own, other, w),
        }
    } else {
        if from_right < 0.0 || from_left < 0.0 {
            return if wedge.holds(w) { Judged::Uncertain } else { Judged::Passes };
        }
        side(params, own, other, w)
    };
    let mut forbidden = Forbidden::cone(apex, wedge);
    if inside && params.approach > 0.0 {
        let n = p.unit().unwrap_or(own.kite.forward);
        forbidden.towards = n;
        forbidden.above = (p.length() - other.touch).max(0.0) / params.approach + v.dot(n);
        if !forbidden.holds(own.desired) {
            return Judged::Passes;
        }
    }
    Judged::Interacts(PairInteraction { row: other.row, p, time, forbidden, left })
}

/// Below this the other is assumed to walk straight [m/s^2].
const LEAST_CURVE: f32 = 0.05;

/// Whether the interaction point lies left of the decision line, which runs from the other to the walker. On the line,
/// the tangent counts whose solution turns the walker to the preferred side.
fn side(params: &Tangent, own: &Own, other: &PerceivedAgent, w: Vec2) -> bool {
    // Where the other goes as both walk now; where that says nothing, as the walker desires to.
    let relative = other.v - own.velocity;
    let w = if params.role < 0.5 && relative.length_squared() > LEAST_SPEED * LEAST_SPEED { relative } else { w };
    let cross = (-other.p).cross(w);
    if cross.abs() > TIE * other.p.length() * w.length() {
        return cross > 0.0;
    }
    // Towards the left tangent the velocity changes along -perp(w), which is left of the desired direction if they meet
    // head-on.
    let aim = own.desired.unit().unwrap_or(own.kite.forward);
    other.prefers_left == (aim.dot(w) < 0.0)
}

/// Below this two walkers do not move relative to each other [m/s].
const LEAST_SPEED: f32 = 0.05;
/// An angle to the decision line below this is a tie [rad]; a little more than rounding can make of nothing.
const TIE: f32 = 1e-5;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Leaves {
    /// It is not inside when they meet.
    Never,
    /// It is, and leaves or entered over this tangent.
    Over { left: bool },
    /// It is, and moves along both tangents.
    Stays,
}

/// Where a moving locus is at time `t`, given how far it is inside the right and left tangent and how fast that
/// grows. When the meeting is nearer to its exit than to its entry, it is to leave faster; otherwise it is kept
/// from coming in.
fn side_of_curve(inside: [f32; 2], slopes: [f32; 2], t: f32) -> Leaves {
    // Times of entering and leaving, and whether over the left tangent.
    let (mut enters, mut leaves) = ((f32::NEG_INFINITY, false), (f32::INFINITY, false));
    for (value, slope, left) in [(inside[0], slopes[0], false), (inside[1], slopes[1], true)] {
        if slope.abs() <= 1e-9 {
            if value < 0.0 {
                return Leaves::Never;
            }
        } else if slope > 0.0 {
            enters = if -value / slope > enters.0 { (-value / slope, left) } else { enters };
        } else {
            leaves = if -value / slope < leaves.0 { (-value / slope, left) } else { leaves };
        }
    }
    if t < enters.0 || t > leaves.0 {
        return Leaves::Never;
    }
    match (enters.0.is_finite(), leaves.0.is_finite()) {
        (false, false) => Leaves::Stays,
        (true, true) if leaves.0 - t > t - enters.0 => Leaves::Over { left: enters.1 },
        (true, false) => Leaves::Over { left: enters.1 },
        _ => Leaves::Over { left: leaves.1 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tangent::personal_area;

    fn own(velocity: Vec2) -> Own {
        let kite = personal_area(&Tangent::default(), Vec2::new(1.0, 0.0), velocity.length());
        Own { kite, velocity, desired: velocity, limit: 2.25 }
    }

    fn other(p: Vec2, v: Vec2, observed: f32) -> PerceivedAgent {
        PerceivedAgent { row: Row(1), p, v, touch: 0.4, observed, curve: Vec2::ZERO, prefers_left: false }
    }

    #[test]
    fn errors_start_at_beta_and_end_at_nothing() {
        let p = Tangent::default();
        assert_eq!(errors(&p, 0.0, 3.0), [0.5, 0.5]);
        assert_eq!(errors(&p, 2.0, 0.0), [0.0, 0.0]);
        assert_eq!(errors(&p, 0.0, 0.0), [0.0, 0.0]);
        let half = errors(&p, 2.0, 2.0)[0];
        assert!((half - 0.5 * (1.0 - 0.5f32.sqrt().sqrt())).abs() < 1e-6);
    }

    #[test]
    fn two_square_roots_are_the_power_of_a_quarter() {
        for i in 0..=1000 {
            let x = i as f32 / 1000.0;
            assert!((power(x, 0.25) - math::pow(f64::from(x), 0.25) as f32).abs() < 2e-7);
        }
    }

    #[test]
    fn larger_gamma_makes_the_error_fall_off_more_slowly() {
        let with = |gamma| Tangent { gamma_v: gamma, ..Tangent::default() };
        let error = |gamma| errors(&with(gamma), 1.0, 2.0)[0];
        assert!(error(0.25) < error(0.5) && error(0.5) < error(1.0));
    }

    #[test]
    fn no_adaptation_beyond_the_tangents_whatever_the_observation() {
        // Crossings at a right angle, both at 1.5 m/s: they would pass at |offset| / sqrt 2.
        let me = own(Vec2::new(1.5, 0.0));
        for i in -40..=40 {
            let offset = i as f32 * 0.05;
            let p = Vec2::new(6.0, -6.0 + offset);
            let v = Vec2::new(0.0, 1.5);
            let judged = judge(&Tangent::default(), &me, &other(p, v, 1e6));
            let w = (v - me.desired).unit().unwrap();
            // Distance of the other's relative path from this agent, and how far the kite reaches on that side.
            let aim = w.cross(p);
            let reach = me.kite.corners(1.0).iter().map(|c| w.cross(*c) * aim.signum()).fold(0.0, f32::max);
            assert_eq!(matches!(judged, Judged::Interacts(_)), aim.abs() < reach, "offset {offset}");
        }
    }

    #[test]
    fn an_uncertain_other_is_not_reacted_to() {
        let me = own(Vec2::new(1.5, 0.0));
        // Near a tangent, the rectangle sticks out at first.
        let (p, v) = (Vec2::new(6.0, -5.2), Vec2::new(0.0, 1.5));
        assert!(matches!(judge(&Tangent::default(), &me, &other(p, v, 0.0)), Judged::Uncertain));
        assert!(matches!(judge(&Tangent::default(), &me, &other(p, v, 1e4)), Judged::Interacts(_)));
    }

    #[test]
    fn roles_the_later_one_goes_behind_the_earlier_one_ahead() {
        let me = own(Vec2::new(1.5, 0.0));
        let solve = |p: Vec2| match judge(&Tangent::default(), &me, &other(p, Vec2::new(0.0, 1.5), 1e6)) {
            Judged::Interacts(i) => i.solution(&me, 0.5),
            other => panic!("{other:?}"),
        };
        // The other comes from the right and will be ahead: slower and to the right, behind its back.
        let behind = solve(Vec2::new(6.0, -5.7));
        assert!(behind.x < 1.5 && behind.y < 0.0, "{behind:?}");
        // The other is late: faster and to the left, away from it.
        let ahead = solve(Vec2::new(6.0, -6.3));
        assert!(ahead.x > 1.5 && ahead.y > 0.0, "{ahead:?}");
        // The kite is longer in front: giving way takes more than going first.
        assert!((behind - me.desired).length() > (ahead - me.desired).length());
    }

    #[test]
    fn an_exact_tie_turns_to_the_preferred_side() {
        let me = own(Vec2::new(1.5, 0.0));
        for (left, sign) in [(false, -1.0), (true, 1.0)] {
            // Head-on, and overtaken from behind.
            for (p, v) in [(8.0, -1.5), (-8.0, 2.5)] {
                let tie = other(Vec2::new(p, 0.0), Vec2::new(v, 0.0), 1e6);
                let judged = judge(&Tangent::default(), &me, &PerceivedAgent { prefers_left: left, ..tie });
                let Judged::Interacts(i) = judged else { panic!("{judged:?}") };
                assert!(i.solution(&me, 0.5).y * sign > 0.0, "{left} {p}");
            }
        }
    }

    #[test]
    fn an_overlapping_agent_behind_is_ignored_and_one_ahead_never_approached() {
        let params = Tangent { invaded: 1.0, ..Tangent::default() };
        let me = own(Vec2::new(1.5, 0.0));
        let judged = judge(&params, &me, &other(Vec2::new(-0.3, 0.1), Vec2::ZERO, 1.0));
        assert!(matches!(judged, Judged::Behind));
        let p = Vec2::new(0.6, 0.2);
        let Judged::Interacts(i) = judge(&params, &me, &other(p, Vec2::ZERO, 1.0)) else { panic!() };
        let v = i.solution(&me, 0.5);
        assert!(v.dot(p) <= 1e-5 && v.length() > 0.1, "{v:?}");
        // Shrunk instead, the path past it stays open.
        let Judged::Interacts(i) = judge(&Tangent::default(), &me, &other(p, Vec2::ZERO, 1.0)) else { panic!() };
        assert!(i.solution(&me, 0.5).length() > v.length());
    }

    #[test]
    fn coincident_and_motionless_others_give_finite_answers() {
        let me = own(Vec2::ZERO);
        for p in [Vec2::ZERO, Vec2::new(1e-7, 0.0), Vec2::new(0.8, 0.0)] {
            for v in [Vec2::ZERO, Vec2::new(-1.0, 0.0)] {
                if let Judged::Interacts(i) = judge(&Tangent::default(), &me, &other(p, v, 0.0)) {
                    assert!(i.solution(&me, 0.5).is_finite());
                }
            }
        }
    }

    #[test]
    fn a_curve_out_of_the_interaction_area_needs_no_reaction() {
        // The locus is inside now, 0.2 m from the left tangent, and leaves over it at 0.1 m/s.
        assert_eq!(side_of_curve([0.5, 0.2], [0.1, -0.1], 3.0), Leaves::Never);
        // Met before it is out, it is helped out where it leaves.
        assert_eq!(side_of_curve([0.5, 0.2], [0.1, -0.1], 1.5), Leaves::Over { left: true });
        // Outside now and coming in over the right one shortly before they meet: kept out there.
        assert_eq!(side_of_curve([-0.2, 0.9], [0.1, -0.1], 2.5), Leaves::Over { left: false });
        assert_eq!(side_of_curve([0.2, 0.2], [0.0, 0.0], 2.0), Leaves::Stays);
    }

    #[test]
    fn a_foreseen_curve_changes_the_judgement() {
        let me = own(Vec2::new(1.5, 0.0));
        // On collision course, 4 s before it.
        let straight = other(Vec2::new(6.0, -5.8), Vec2::new(0.0, 1.5), 2.0);
        assert!(matches!(judge(&Tangent::default(), &me, &straight), Judged::Interacts(_)));
        // It turns away to the right and will be elsewhere.
        let away = PerceivedAgent { curve: Vec2::new(0.6, 0.0), ..straight };
        assert!(matches!(judge(&Tangent::default(), &me, &away), Judged::Passes));
        // Too slight a curve is taken for a straight line.
        let slight = PerceivedAgent { curve: Vec2::new(0.04, 0.0), ..straight };
        assert!(matches!(judge(&Tangent::default(), &me, &slight), Judged::Interacts(_)));
        // And an agent that would pass turns towards it.
        let passing = other(Vec2::new(6.0, -3.0), Vec2::new(0.0, 1.5), 2.0);
        assert!(matches!(judge(&Tangent::default(), &me, &passing), Judged::Passes));
        let turning = PerceivedAgent { curve: Vec2::new(0.0, -0.25), ..passing };
        assert!(matches!(judge(&Tangent::default(), &me, &turning), Judged::Interacts(_)));
    }
}
