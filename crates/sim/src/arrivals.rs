//! Who reached a last goal and when: the ledger from which exits are counted.

use crate::{AgentId, GoalId, GroupId, snapshot};

/// A walker that reached its last goal.
///
/// ```
/// use ambulo_sim::{AgentId, Arrival, GoalId, GroupId};
/// let a = Arrival { id: AgentId(3), goal: GoalId(0), group: GroupId(1), step: 40, since: 0.5 };
/// assert_eq!(a.time(0.05), 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrival {
    /// Who.
    pub id: AgentId,
    /// The goal it reached.
    pub goal: GoalId,
    /// Its group.
    pub group: GroupId,
    /// Steps done when it was seen there.
    pub step: u32,
    /// When it had appeared [s].
    pub since: f32,
}

snapshot!(Arrival { id, goal, group, step, since });
snapshot!(GoalId { 0 });
snapshot!(GroupId { 0 });

impl Arrival {
    /// When it arrived, in a run with steps of this length [s].
    ///
    /// ```
    /// # use ambulo_sim::{AgentId, Arrival, GoalId, GroupId};
    /// # let a = Arrival { id: AgentId(3), goal: GoalId(0), group: GroupId(1), step: 10, since: 0.5 };
    /// assert_eq!(a.time(0.1), 1.0);
    /// ```
    pub fn time(&self, dt: f64) -> f64 {
        f64::from(self.step) * dt
    }
}
