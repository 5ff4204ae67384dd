//! What is done to a simulation from outside, at the beginning of a step.

use crate::{AgentId, GoalId, GroupId, JourneyId};
use ambulo_geom::Point;

/// A change, carried out at the beginning of the next step: doors, then groups, then walkers in id order, then new
/// ones; each in the order given.
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
    /// Has a whole group steered like another from now on, also those who come later.
    SetGroupModel(GroupId, GroupId),
    /// Adds a walker. It is refused, and counted, when the place is not free.
    Spawn {
        /// Whose speeds, radii, model and parameters it gets.
        group: GroupId,
        /// Where it goes.
        journey: JourneyId,
        /// Where it starts.
        at: Point,
        /// Number of the level it starts on.
        level: u16,
    },
    /// Opens or shuts a door. A name that no door has is counted as refused.
    Door {
        /// Which door.
        name: String,
        /// Whether it is open from now on.
        open: bool,
    },
}

impl Command {
    /// What it concerns, and which agent.
    pub(crate) fn order(&self) -> (u8, u32) {
        match self {
            Self::Door { .. } => (0, 0),
            Self::SetGroupModel(..) => (0, 1),
            Self::Remove(id) | Self::SetGoal(id, _) | Self::SetModel(id, _) => (1, id.0),
            Self::Spawn { .. } => (2, 0),
        }
    }
}
