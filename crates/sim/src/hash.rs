//! One number for everything that happened: the same bits, or not the same run.

use crate::agents::Agents;
use crate::parallel::{CHUNK, PerChunk, Pool};

/// Folds a word into a hash.
#[inline]
pub(crate) fn fold(hash: u64, word: u64) -> u64 {
    let mixed = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 29)
}

/// The hash of all walkers' states, chunk by chunk in order.
pub(crate) fn state(pool: &Pool, agents: &Agents, partial: &mut Vec<u64>) -> u64 {
    let n = agents.len();
    pool.chunks(PerChunk::new(partial, n), |start, out| {
        let mut hash = start as u64;
        for row in start..(start + CHUNK).min(n) {
            let b = &agents.body[row];
            hash = fold(hash, u64::from(agents.id[row].0));
            hash = fold(hash, b.x.to_bits());
            hash = fold(hash, b.y.to_bits());
            hash = fold(hash, u64::from(b.vx.to_bits()) << 32 | u64::from(b.vy.to_bits()));
        }
        *out.item() = hash;
    });
    partial[..n.div_ceil(CHUNK)].iter().fold(n as u64, |h, w| fold(h, *w))
}
