//! What a body can do: clips with the figures by which one is chosen.

use crate::{Clip, Placement, Skeleton, math};
use glam::DVec2;

/// Left or right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Side {
    /// Left.
    Left,
    /// Right.
    Right,
}

/// What a move is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveKind {
    /// Standing, both feet down.
    Stand,
    /// Walking in any direction, a foot always down.
    Walk,
    /// Running, with moments in the air.
    Run,
    /// Turning on the spot.
    Turn,
    /// From standing to walking, once.
    Start,
    /// From walking to standing, once.
    Stop,
}

/// When one foot is planted, as shares of the clip's duration: from landing to lifting. In a cyclic clip an interval may
/// end after 1 (it goes on at the beginning).
///
/// Planted means that the [`ContactPoint`](crate::ContactPoint), the toes joint in the ball of the foot, stands still on
/// the floor. After a heel strike that is from the moment the foot is flat, since until then the foot rolls about its
/// heel and the ball moves; it lasts while the heel rises, until the toes leave the floor. A walking body has one foot
/// planted in this sense at any time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contacts {
    /// Intervals `(landing, lifting)`, sorted, apart.
    pub intervals: Vec<(f32, f32)>,
}

impl Contacts {
    /// Whether the foot is down at a phase in [0, 1).
    ///
    /// ```
    /// use ambulo_motion::Contacts;
    /// let left = Contacts { intervals: vec![(0.9, 1.5)] };
    /// assert!(left.down(0.95) && left.down(0.2) && !left.down(0.7));
    /// ```
    pub fn down(&self, phase: f32) -> bool {
        self.intervals.iter().any(|&(a, b)| (a..b).contains(&phase) || (a..b).contains(&(phase + 1.0)))
    }
}

/// A clip and its figures. The clip is *in place*: travel and turning at constant rate are taken out of it, so that the
/// body stays above its origin, faces along x on average, and a foot on the floor slides backwards at `speed`.
///
/// Cyclic moves are time aligned: the left foot's first contact begins at phase 0 (a stand has no phase).
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// What to call it.
    pub name: String,
    /// What it is good for.
    pub kind: MoveKind,
    /// Speed taken out [m/s]; the mean over the clip for starts and stops.
    pub speed: f32,
    /// Direction of travel against the facing [rad], counter-clockwise in (-pi, pi]: 0 forward, pi/2 to the left.
    pub angle: f32,
    /// Turning taken out [rad/s], counter-clockwise.
    pub turning: f32,
    /// The frames, in place.
    pub clip: Clip,
    /// When each foot is down: left, right.
    pub contacts: [Contacts; 2],
}

impl Move {
    /// Mean height of the hips [m].
    pub fn hip_height(&self) -> f32 {
        let frames = self.clip.frames();
        (0..frames).map(|frame| self.clip.hips(frame).z).sum::<f32>() / frames.max(1) as f32
    }

    /// Where the clip's frame is after a time [s] at the speed and turning that were taken out, from the origin facing
    /// along x. A planted foot put there stands still.
    pub fn travelled(&self, time: f32) -> Placement {
        let (left, forward) = math::sin_cos(self.angle);
        let (left, forward) = (left * self.speed, forward * self.speed);
        let heading = self.turning * time;
        // The integral of a velocity that turns: over the arc, and over the straight line if it hardly does.
        let (s, c) = math::sin_cos(heading);
        let (x, y) = if self.turning.abs() > 1e-6 { (s / self.turning, (1.0 - c) / self.turning) } else { (time, 0.0) };
        let at = DVec2::new(f64::from(forward * x - left * y), f64::from(left * x + forward * y));
        Placement { at, floor: 0.0, heading }
    }
}

/// Moves of one skeleton.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveSet {
    /// The skeleton all clips are for.
    pub skeleton: Skeleton,
    /// The moves, in the order they were made or read.
    pub moves: Vec<Move>,
}

impl MoveSet {
    /// The stand in which the body is most upright, if there is one: captured clips also crouch and lean before they set off.
    pub fn stand(&self) -> Option<&Move> {
        // The first of equals.
        let stands = self.moves.iter().rev().filter(|m| m.kind == MoveKind::Stand);
        stands.max_by(|a, b| a.hip_height().total_cmp(&b.hip_height()))
    }
}
