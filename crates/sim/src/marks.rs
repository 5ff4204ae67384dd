//! One bit a row, set by any thread: the order in which bits are set leaves no trace.

use crate::parallel::CHUNK;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const BITS: usize = u64::BITS as usize;
const _: () = assert!(CHUNK.is_multiple_of(BITS), "a chunk has words of its own");

#[derive(Default)]
pub(crate) struct Marks(Vec<AtomicU64>);

impl Marks {
    /// Room for so many rows, none of them marked.
    pub(crate) fn clear(&mut self, rows: usize) {
        self.0.iter_mut().for_each(|word| *word.get_mut() = 0);
        self.0.resize_with(rows.div_ceil(CHUNK) * (CHUNK / BITS), AtomicU64::default);
    }

    pub(crate) fn set(&self, row: usize) {
        let (word, bit) = (&self.0[row / BITS], 1 << (row % BITS));
        // Reading is cheaper than writing what is there already.
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
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
        for (k, word) in self.0[start / BITS..][..CHUNK / BITS].iter().enumerate() {
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
    fn marks_come_back_by_chunk_in_rising_order() {
        let mut marks = Marks::default();
        marks.clear(600);
        for row in [599, 3, 255, 256, 64, 3] {
            marks.set(row);
        }
        let read = |start| {
            let mut rows = Vec::new();
            marks.for_chunk(start, |row| rows.push(row));
            rows
        };
        assert_eq!((read(0), read(256), read(512)), (vec![3, 64, 255], vec![256], vec![599]));
        marks.take_chunk(0, |_| ());
        assert_eq!((read(0), read(256)), (vec![], vec![256]));
        marks.clear(10);
        marks.for_chunk(0, |row| panic!("{row} is marked"));
    }
}
