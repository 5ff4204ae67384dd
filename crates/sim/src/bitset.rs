//! One bit per row, set by any thread: the order in which bits are set leaves no trace.

use crate::parallel::CHUNK;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const BITS: usize = u64::BITS as usize;
const _: () = assert!(CHUNK.is_multiple_of(BITS), "a chunk has words of its own");

#[derive(Default)]
pub(crate) struct BitSet {
    words: Vec<AtomicU64>,
    /// Whether one thread does it all: then bits need no guarding, which costs more than all the rest.
    alone: bool,
}

impl BitSet {
    /// Room for so many rows, none of them marked.
    pub(crate) fn clear(&mut self, rows: usize, threads: usize) {
        self.alone = threads == 1;
        self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
        self.words.resize_with(rows.div_ceil(CHUNK) * (CHUNK / BITS), AtomicU64::default);
    }

    pub(crate) fn set(&self, row: usize) {
        let (word, bit) = (&self.words[row / BITS], 1 << (row % BITS));
        let now = word.load(Relaxed);
        // Reading is cheaper than writing what is there already.
        if now & bit != 0 {
            return;
        }
        if self.alone {
            word.store(now | bit, Relaxed);
        } else {
            word.fetch_or(bit, Relaxed);
        }
    }

    /// Marks what others mark too.
    pub(crate) fn add(&mut self, others: &mut Self) {
        for (word, other) in self.words.iter_mut().zip(&mut others.words) {
            *word.get_mut() |= *other.get_mut();
        }
    }

    pub(crate) fn set_with(&self, row: usize, others: &[u32]) {
        self.set(row);
        others.iter().for_each(|other| self.set(*other as usize));
    }

    /// Calls `work` with the marked rows of the chunk that begins at `start`, rising.
    pub(crate) fn for_chunk(&self, start: usize, work: impl FnMut(usize)) {
        self.each(start, |word| word.load(Relaxed), work);
    }

    /// The same, and takes the marks away.
    pub(crate) fn take_chunk(&self, start: usize, work: impl FnMut(usize)) {
        self.each(start, |word| word.swap(0, Relaxed), work);
    }

    fn each(&self, start: usize, read: impl Fn(&AtomicU64) -> u64, mut work: impl FnMut(usize)) {
        for (k, word) in self.words[start / BITS..][..CHUNK / BITS].iter().enumerate() {
            let mut bits = read(word);
            while bits != 0 {
                work(start + k * BITS + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back_by_chunk_in_rising_order() {
        let mut bitset = BitSet::default();
        bitset.clear(600, 1);
        for row in [599, 3, 255, 256, 64, 3] {
            bitset.set(row);
        }
        let read = |start| {
            let mut rows = Vec::new();
            bitset.for_chunk(start, |row| rows.push(row));
            rows
        };
        assert_eq!((read(0), read(256), read(512)), (vec![3, 64, 255], vec![256], vec![599]));
        bitset.take_chunk(0, |_| ());
        assert_eq!((read(0), read(256)), (vec![], vec![256]));
        let mut more = BitSet::default();
        more.clear(600, 2);
        more.set(7);
        bitset.add(&mut more);
        let mut rows = Vec::new();
        (0..3).for_each(|k| bitset.for_chunk(k * CHUNK, |row| rows.push(row)));
        assert_eq!(rows, [7, 256, 599]);
        bitset.clear(10, 3);
        bitset.for_chunk(0, |row| panic!("{row} is marked"));
    }
}
