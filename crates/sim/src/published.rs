//! What walkers who plan their footsteps show of their plans: a column of the frozen now, as it was after the step before.

use crate::{Body, Row};
use ambulo_geom::{Point, Vec2};

/// Most steps of a plan that others see.
pub const PUBLISHED: usize = 4;

/// One step that a walker is making or intends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PublishedStep {
    /// Whether a foot moves; else it stands.
    pub moves: bool,
    /// Whether it is the right foot.
    pub right: bool,
    /// When the foot leaves the floor, from now on [s]; below zero for one in the air.
    pub lift: f32,
    /// When it lands [s].
    pub land: f32,
    /// Where the root is when it lands [m].
    pub root: Point,
    /// Where the foot lands [m].
    pub place: Point,
    /// Direction of the foot there, a unit vector.
    pub along: Vec2,
}

/// The feet of a walker and the steps it intends, the one it is making first.
///
/// ```
/// let nobody = ambulo_sim::PublishedSteps::default();
/// assert!(!nobody.plans && nobody.steps().is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PublishedSteps {
    /// Whether the walker plans footsteps at all.
    pub plans: bool,
    /// Whether the step it is making can no longer be called off.
    pub firm: bool,
    /// Left and right foot [m]: where they are, or where the one in the air was lifted.
    pub feet: [Point; 2],
    /// Directions of the feet, unit vectors.
    pub along: [Vec2; 2],
    /// The steps, of which [`steps`](Self::steps) are in use.
    pub all: [PublishedStep; PUBLISHED],
    /// How many there are.
    pub count: u8,
}

impl PublishedSteps {
    /// The steps it intends.
    pub fn steps(&self) -> &[PublishedStep] {
        &self.all[..usize::from(self.count).min(PUBLISHED)]
    }

    /// One more step.
    pub fn push(&mut self, step: PublishedStep) {
        if let Some(free) = self.all.get_mut(usize::from(self.count)) {
            *free = step;
            self.count += 1;
        }
    }
}

/// Another walker near one: its row, its body, and how far it is away.
///
/// ```
/// fn touches(other: &ambulo_sim::Nearby<'_>, radius: f32) -> bool { other.distance < radius + other.body.radius }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Nearby<'a> {
    /// Its row.
    pub row: Row,
    /// Its body.
    pub body: &'a Body,
    /// How far its place is away [m].
    pub distance: f32,
}
