//! What can be done about a collision: pass left or right, accelerate, decelerate, accept. And how good that is.

use super::prediction::SeenNeighbour;
use super::vector::{DVec2d, v};
use ambulo_geom::math;

/// A reaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reaction {
    Right,
    Left,
    Decelerate,
    Accelerate,
}

impl Reaction {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Left => "left",
            Self::Decelerate => "decelerate",
            Self::Accelerate => "accelerate",
        }
    }
}

/// From the walker to the two points where lines touch the circle around the neighbour; none from inside.
pub(super) fn tangents(other: &SeenNeighbour) -> Option<[DVec2d; 2]> {
    let (d2, r2) = (other.relative.square(), other.reach * other.reach);
    if d2 <= r2 {
        return None;
    }
    // sin and cos of half the angle under which the circle is seen.
    let (sin, cos) = ((r2 / d2).sqrt(), (1.0 - r2 / d2).sqrt());
    let towards = -other.relative * cos;
    let turned = |sin: f64| v(towards.x * cos - towards.y * sin, towards.x * sin + towards.y * cos);
    Some([turned(sin), turned(-sin)])
}

/// Speeds as fast as `speed` that pass along the tangent.
fn turning(other: &SeenNeighbour, along: DVec2d, speed: DVec2d) -> [Option<DVec2d>; 2] {
    let n = other.velocity;
    let (a, b, c) = (along.square(), along.dot(n), n.square() - speed.square());
    let root = b * b - a * c;
    if root < 0.0 || a == 0.0 {
        return [None, None];
    }
    let root = root.sqrt();
    // The root of larger size first, the other from their product: nothing cancels.
    let large = if b > 0.0 { -b - root } else { -b + root };
    let [one, two] = if large == 0.0 { [0.0, 0.0] } else { [large / a, c / large] };
    let at = |k: f64| (k > 0.0).then(|| n + along * k);
    [at(one), if one == two { None } else { at(two) }]
}

/// The multiple of `speed` that passes along the tangent.
fn pacing(other: &SeenNeighbour, along: DVec2d, speed: DVec2d) -> Option<f64> {
    let det = speed.cross(along);
    if det.abs() < 1e-9 {
        return None;
    }
    let (b, a) = (other.velocity.cross(along) / det, other.velocity.cross(speed) / det);
    (a > 0.0).then_some(b)
}

/// Exponents of a rating: of the turn and of the change of pace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Exponents {
    pub(super) turn: f64,
    pub(super) pace: f64,
}

/// How good it is to walk at `out` instead of `wanted`: 1 when they are the same, down to 0.
pub(super) fn rate(out: DVec2d, wanted: DVec2d, e: Exponents) -> f64 {
    let (o, w) = (out.length(), wanted.length());
    if o == 0.0 || w == 0.0 {
        return 0.0;
    }
    let cos = (out.dot(wanted) / (o * w)).clamp(-1.0, 1.0);
    let turn = (2.0 * power((1.0 + cos) / 2.0, e.turn) - 1.0).max(0.0);
    turn * power(o.min(w) / o.max(w), e.pace)
}

fn power(x: f64, e: f64) -> f64 {
    if e == 1.0 {
        x
    } else if e == 5.0 {
        x * x * x * x * x
    } else {
        math::exp(e * math::ln(x.max(1e-300)))
    }
}

/// The velocity by which `reaction` avoids the neighbour when `speed` would collide with it. `fastest` bounds acceleration.
pub(super) fn react(
    reaction: Reaction,
    other: &SeenNeighbour,
    speed: DVec2d,
    fastest: f64,
    rated: impl Fn(DVec2d) -> f64,
) -> Option<DVec2d> {
    let along = tangents(other)?;
    let mut best: Option<DVec2d> = None;
    match reaction {
        // Which tangent leads left is seen by the outcome: where the relative velocity opposes the walker's own the
        // sides change over.
        Reaction::Left | Reaction::Right => {
            let side = if reaction == Reaction::Left { 1.0 } else { -1.0 };
            for out in along.iter().flat_map(|d| turning(other, *d, speed)).flatten() {
                if speed.cross(out) * side > 0.0 && best.is_none_or(|b| rated(out) > rated(b)) {
                    best = Some(out);
                }
            }
        }
        Reaction::Decelerate | Reaction::Accelerate => {
            let length = speed.length();
            let fits = |b: f64| match reaction {
                Reaction::Decelerate => (0.0..1.0).contains(&b),
                _ => b > 1.0 && b * length <= fastest,
            };
            let mut nearest = f64::INFINITY;
            for b in along.iter().filter_map(|d| pacing(other, *d, speed)).filter(|b| fits(*b)) {
                if (b - 1.0).abs() < nearest {
                    nearest = (b - 1.0).abs();
                    best = Some(speed * b);
                }
            }
        }
    }
    best
}
