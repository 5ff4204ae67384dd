//! A walker whose numbers broke stops, is named, and spoils nobody else.

use crate::AgentId;
use crate::agents::{Activity, Agents};
use ambulo_geom::Vec2;

/// Stops every walker with a place or velocity that is no number, and adds it to the faults.
pub(crate) fn check(agents: &mut Agents, faults: &mut Vec<AgentId>) {
    for row in 0..agents.len() {
        if agents.next[row].is_finite() && agents.chosen[row].is_finite() {
            continue;
        }
        agents.next[row] = agents.body[row].place();
        agents.chosen[row] = Vec2::ZERO;
        agents.activity[row] = Activity::Quarantined;
        faults.push(agents.id[row]);
    }
}
