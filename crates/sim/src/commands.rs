//! What is done to a simulation from outside, at the beginning of a step.

use crate::{AgentId, GoalId, GroupId, JourneyId};
use ambulo_geom::Point;

/// A change, carried out at the beginning of the next step; walkers in id order, then in the order given.
///
/// ```
/// use ambulo_sim::{AgentId, Command};
/// let c = Command::Remove(AgentId(3));
/// assert_eq!(c, Command::Remove(AgentId(3)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Takes a walker out.
    Remove(AgentId),
    /// Gives a walker one goal instead of its journey.
    SetGoal(AgentId, GoalId),
    /// Has a walker steered like another group from now on, by its model and parameters.
    SetModel(AgentId, GroupId),
    /// Adds a walker. It is refused, and counted, when the place is not free.
    Spawn {
        /// Whose speeds, radii, model and parameters it gets.
        group: GroupId,
        /// Where it goes.
        journey: JourneyId,
        /// Where it starts.
        at: Point,
    },
}

impl Command {
    /// Whom it concerns; new walkers come last.
    pub(crate) fn order(&self) -> u32 {
        match self {
            Self::Remove(id) | Self::SetGoal(id, _) | Self::SetModel(id, _) => id.0,
            Self::Spawn { .. } => u32::MAX,
        }
    }
}
