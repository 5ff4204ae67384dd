//! The counting sort on many threads.
//!
//! Rows are cut into blocks. Each block counts its walkers by cell, over the span of cells it meets: since rows are
//! brought into cell order every few steps, spans are short. Where each block's walkers of a cell begin follows from the
//! counts of the blocks before it, so every block can then put its rows in place on its own. The result is that of a
//! stable sort, whatever the number of blocks or threads.

use crate::parallel::{CHUNK, PerChunk, Pool, shared};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Blocks a crowd is cut into.
const BLOCKS: usize = 64;
/// Smaller crowds are sorted faster by one thread.
const LEAST_ROWS: usize = 4096;

/// Workspace of the sort.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    /// First and last cell met in each chunk of rows.
    pub(super) spans: Vec<(u32, u32)>,
    blocks: Vec<RowBlock>,
    /// Walkers in every 256 cells, then how many stand before them.
    sums: Vec<u32>,
}

#[derive(Debug, Default)]
struct RowBlock {
    rows: std::ops::Range<usize>,
    first_cell: usize,
    /// Walkers of the block in each cell from `first_cell` on, then where the next of them goes.
    counts: Vec<AtomicU32>,
}

impl Clone for RowBlock {
    /// Working memory: a copy starts empty.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl RowBlock {
    fn count(&self, cell: usize) -> Option<&AtomicU32> {
        self.counts.get(cell.wrapping_sub(self.first_cell))
    }
}

impl Blocks {
    /// Cuts `n` rows into blocks; whether sorting by blocks pays.
    pub(super) fn prepare(&mut self, n: usize, cells: usize) -> bool {
        if n < LEAST_ROWS {
            return false;
        }
        let chunks = n.div_ceil(CHUNK);
        let per_block = chunks.div_ceil(BLOCKS);
        self.blocks.resize_with(chunks.div_ceil(per_block), RowBlock::default);
        let span = |spans: &[(u32, u32)]| {
            let first = spans.iter().map(|s| s.0).min().unwrap_or(0) as usize;
            let last = spans.iter().map(|s| s.1).max().unwrap_or(0) as usize;
            first..last + 1
        };
        let spans = self.spans[..chunks].chunks(per_block).map(span);
        // Rows in no order at all: every block meets every cell, and counting would cost more than it saves.
        if spans.clone().map(|s| s.len()).sum::<usize>() > 2 * (n + cells) {
            return false;
        }
        for (k, (block, span)) in self.blocks.iter_mut().zip(spans).enumerate() {
            let start = k * per_block * CHUNK;
            block.rows = start..(start + per_block * CHUNK).min(n);
            block.first_cell = span.start;
            block.counts.resize_with(span.len(), AtomicU32::default);
        }
        true
    }

    pub(super) fn sort(
        &mut self,
        pool: &Pool,
        cells: &[u32],
        starts: &mut [u32],
        order: &mut [u32],
        place: &mut [u32],
    ) {
        pool.each(&mut self.blocks, |_, block| {
            block.counts.iter_mut().for_each(|count| *count.get_mut() = 0);
            for c in &cells[block.rows.clone()] {
                *block.counts[*c as usize - block.first_cell].get_mut() += 1;
            }
        });
        let blocks = &self.blocks[..];
        let cells_in_all = starts.len() - 1;
        let meets = |block: &&RowBlock, from: usize, to: usize| {
            block.first_cell < to && block.first_cell + block.counts.len() > from
        };
        starts[0] = 0;
        let starts = &mut starts[1..];
        pool.chunks((&mut *starts, PerChunk::new(&mut self.sums, cells_in_all)), |from, (starts, sum)| {
            starts.fill(0);
            let to = from + starts.len();
            for block in blocks.iter().filter(|b| meets(b, from, to)) {
                for (k, here) in starts.iter_mut().enumerate() {
                    *here += block.count(from + k).map_or(0, |count| count.load(Relaxed));
                }
            }
            *sum.item() = starts.iter().sum();
        });
        let mut before = 0;
        for sum in &mut self.sums[..cells_in_all.div_ceil(CHUNK)] {
            before += std::mem::replace(sum, before);
        }
        pool.chunks((&mut *starts, PerChunk::new(&mut self.sums, cells_in_all)), |from, (starts, sum)| {
            let mut at = *sum.item();
            // Where the walkers of each cell end is where those of the next begin.
            for here in starts.iter_mut() {
                at += std::mem::replace(here, at);
            }
            let to = from + starts.len();
            for block in blocks.iter().filter(|b| meets(b, from, to)) {
                for (k, here) in starts.iter_mut().enumerate() {
                    if let Some(count) = block.count(from + k) {
                        *here += count.swap(*here, Relaxed);
                    }
                }
            }
        });
        let (order, place) = (shared(order), shared(place));
        pool.each(&mut self.blocks, |_, block| {
            for row in block.rows.clone() {
                let next = block.counts[cells[row] as usize - block.first_cell].get_mut();
                order[*next as usize].store(row as u32, Relaxed);
                place[row].store(*next, Relaxed);
                *next += 1;
            }
        });
    }
}
