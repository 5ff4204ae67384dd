//! Predicted collisions: with which agent, when, and from which side.

use super::vector::DVec2d;

/// A neighbour, seen from the walker.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SeenNeighbour {
    /// Where the walker is, seen from the neighbour [m].
    pub(super) relative: DVec2d,
    /// Velocity of the neighbour [m/s].
    pub(super) velocity: DVec2d,
    /// Distance of the centres at which they collide [m].
    pub(super) reach: f64,
    /// Distance of the centres at which their bodies touch [m].
    pub(super) bodies: f64,
    pub(super) row: u32,
}

/// How a collision comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CollisionKind {
    /// The neighbour runs into the walker's back: the neighbour's business.
    Rear,
    /// They meet.
    Front,
    /// The walker catches up with the neighbour.
    Back,
    /// The neighbour stands.
    Static,
}

impl CollisionKind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Rear => "rear",
            Self::Front => "front",
            Self::Back => "back",
            Self::Static => "static",
        }
    }
}

/// An agent that passes nearer than the reach by less than this touches the circle and does not enter it [m].
const SLACK: f64 = 1e-3;
/// Slower neighbours stand [m/s].
const STANDS: f64 = 0.05;
/// Below this nothing moves [m/s].
const EPS_V: f64 = 1e-6;

impl SeenNeighbour {
    /// When a walker at `speed` collides with this neighbour [s]: the smaller root of the distance's square, infinite
    /// when it is in the past or there is none.
    #[inline]
    pub(super) fn time(&self, speed: DVec2d) -> f64 {
        let sr = speed - self.velocity;
        let reach = self.reach - SLACK;
        let (a, b, c) = (sr.square(), self.relative.dot(sr), self.relative.square() - reach * reach);
        let root = b * b - a * c;
        if b >= 0.0 || root <= 0.0 || a < EPS_V * EPS_V {
            return f64::INFINITY;
        }
        // In the form that does not cancel; inside the circle it is now.
        (c / (-b + root.sqrt())).max(0.0)
    }

    /// The kind of the collision at `time`.
    pub(super) fn kind(&self, speed: DVec2d, time: f64) -> CollisionKind {
        if self.velocity.length() < STANDS {
            return CollisionKind::Static;
        }
        // From the walker to the neighbour when they touch.
        let apart = -(self.relative + (speed - self.velocity) * time);
        if speed.length() < EPS_V || apart.dot(speed) < 0.0 {
            CollisionKind::Rear
        } else if speed.dot(self.velocity) < 0.0 {
            CollisionKind::Front
        } else {
            CollisionKind::Back
        }
    }
}

/// The earliest collision of a walker at `speed` before `horizon`: the other agent and the time.
#[inline]
pub(super) fn earliest(others: &[SeenNeighbour], speed: DVec2d, horizon: f64) -> Option<(usize, f64)> {
    let mut first = (usize::MAX, horizon);
    for (k, other) in others.iter().enumerate() {
        let time = other.time(speed);
        if time < first.1 {
            first = (k, time);
        }
    }
    (first.0 != usize::MAX).then_some(first)
}
