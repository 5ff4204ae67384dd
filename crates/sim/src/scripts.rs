//! What is prescribed to single walkers: footsteps with times, or a course.

use crate::AgentId;
use ambulo_geom::{Point, Vec2};
use std::sync::Arc;

/// A footstep that was written down.
///
/// ```
/// use ambulo_geom::{Point, Vec2};
/// use ambulo_sim::ScriptedFootstep;
/// let (place, along) = (Point::new(1.0, 2.0), Vec2::new(1.0, 0.0));
/// let step = ScriptedFootstep { right: true, place, along, lift: 0.5, land: 1.0 };
/// assert_eq!(step.begin(), 0.375);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScriptedFootstep {
    /// Whether the right foot makes it.
    pub right: bool,
    /// Where it lands [m].
    pub place: Point,
    /// Its direction, a unit vector.
    pub along: Vec2,
    /// When the foot leaves the floor [s].
    pub lift: f64,
    /// When it lands [s].
    pub land: f64,
}

impl ScriptedFootstep {
    /// When the body begins to move for it [s]: a fifth of the step both feet are on the floor.
    pub fn begin(&self) -> f64 {
        self.lift - 0.25 * (self.land - self.lift)
    }
}

/// Where something is led through time: places in the order of their times, straight in between.
///
/// ```
/// use ambulo_geom::Point;
/// let (a, b) = (Point::new(0.0, 0.0), Point::new(4.0, 0.0));
/// let course = ambulo_sim::TimedPath::new(vec![(1.0, a), (3.0, b)]);
/// assert_eq!((course.at(0.0), course.at(1.5), course.at(9.0)), (a, Point::new(1.0, 0.0), b));
/// assert_eq!(course.fastest(), 2.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TimedPath(Vec<(f64, Point)>);

impl TimedPath {
    /// Places and the times [s] at which it is there, ascending.
    pub fn new(places: Vec<(f64, Point)>) -> Self {
        Self(places)
    }

    /// Where it is at a time.
    pub fn at(&self, time: f64) -> Point {
        let next = self.0.partition_point(|(t, _)| *t <= time);
        match (next.checked_sub(1).map(|k| self.0[k]), self.0.get(next)) {
            (Some((a, from)), Some((b, to))) => from.lerp(*to, (time - a) / (b - a)),
            (Some((_, last)), None) => last,
            (None, Some((_, first))) => *first,
            (None, None) => Point::default(),
        }
    }

    /// The greatest speed of it [m/s].
    pub fn fastest(&self) -> f64 {
        let speed = |pair: &[(f64, Point)]| pair[0].1.distance(pair[1].1) / (pair[1].0 - pair[0].0).max(1e-9);
        self.0.windows(2).map(speed).fold(0.0, f64::max)
    }
}

/// The scripts of a simulation, by walker.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scripts {
    pub(crate) footsteps: Vec<(AgentId, Arc<[ScriptedFootstep]>)>,
    pub(crate) courses: Vec<(AgentId, Arc<TimedPath>)>,
}

impl Scripts {
    pub(crate) fn footsteps(&self, id: AgentId) -> &[ScriptedFootstep] {
        match self.footsteps.binary_search_by_key(&id, |(other, _)| *other) {
            Ok(k) => &self.footsteps[k].1,
            Err(_) => &[],
        }
    }

    pub(crate) fn course(&self, id: AgentId) -> Option<&TimedPath> {
        self.courses.binary_search_by_key(&id, |(other, _)| *other).ok().map(|k| &*self.courses[k].1)
    }
}
