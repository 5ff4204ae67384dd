//! Quarantine: an agent with a non-finite state (NaN) stops, is named, and affects no other.

use crate::AgentId;
use crate::agents::{Activity, Agents};
use crate::parallel::{CHUNK, PerChunk, Pool};
use ambulo_geom::Vec2;

/// Stops every walker with a place or velocity that is no number, and adds it to the faults. `broken` is working memory.
pub(crate) fn check(
    pool: &Pool,
    agents: &mut Agents,
    moving: &mut [Vec2],
    broken: &mut Vec<bool>,
    faults: &mut Vec<AgentId>,
) {
    let n = agents.len();
    let finite = |row: usize| agents.next[row].is_finite() && moving[row].is_finite();
    pool.chunks(PerChunk::new(broken, n), |start, broken| {
        *broken.item() = !(start..(start + CHUNK).min(n)).all(finite);
    });
    for start in (0..n).step_by(CHUNK).filter(|start| broken[start / CHUNK]) {
        for (k, moving) in moving[start..].iter_mut().take(CHUNK).enumerate() {
            let row = start + k;
            if agents.next[row].is_finite() && moving.is_finite() {
                continue;
            }
            agents.next[row] = agents.body[row].place();
            (agents.chosen[row], *moving) = (Vec2::ZERO, Vec2::ZERO);
            agents.activity[row] = Activity::Quarantined;
            faults.push(agents.id[row]);
        }
    }
}
