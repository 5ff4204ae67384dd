//! The only file that knows about threads.
//!
//! Work over columns is cut into chunks of a constant number of rows, whatever the number of threads. A chunk reads
//! shared data and writes its own rows; what chunks report is folded in chunk order afterwards. So the bits do not
//! depend on the threads, nor on whether this crate was built with `parallel` at all.

#[cfg(feature = "parallel")]
mod work_stealing;

use std::sync::atomic::AtomicU32;

/// Rows of one chunk.
pub const CHUNK: usize = 256;

/// Columns that can be cut into chunks.
///
/// # Safety
/// `part` of ranges that do not overlap must give things that can be used at once.
#[allow(unsafe_code)]
pub unsafe trait Split: Sized + Send {
    /// Where the columns are.
    type Raw: Copy;
    /// Rows.
    fn rows(&self) -> usize;
    /// Where they are; the columns themselves must stay untouched while parts are in use.
    fn raw(&mut self) -> Self::Raw;
    /// The rows from `start` on, a multiple of [`CHUNK`], to `end`.
    ///
    /// # Safety
    /// The columns are still there, and no part in use has a row of this one.
    unsafe fn part(raw: Self::Raw, start: usize, end: usize) -> Self;
}

// SAFETY: ranges of a slice that do not overlap are slices that do not overlap.
#[allow(unsafe_code)]
unsafe impl<T: Send> Split for &mut [T] {
    type Raw = *mut T;
    fn rows(&self) -> usize {
        self.len()
    }
    fn raw(&mut self) -> *mut T {
        self.as_mut_ptr()
    }
    unsafe fn part(raw: *mut T, start: usize, end: usize) -> Self {
        // SAFETY: the caller's promise, and `chunks` asks for ranges within the rows only.
        unsafe { std::slice::from_raw_parts_mut(raw.add(start), end - start) }
    }
}

/// One item per chunk instead of one per row.
pub struct PerChunk<'a, T>(&'a mut [T]);

impl<'a, T: Default> PerChunk<'a, T> {
    /// Makes `items` long enough for `rows` rows. Old items stay, with their memory.
    pub fn new(items: &'a mut Vec<T>, rows: usize) -> Self {
        let chunks = rows.div_ceil(CHUNK);
        if items.len() < chunks {
            items.resize_with(chunks, T::default);
        }
        Self(&mut items[..chunks])
    }

    /// The one item of a chunk.
    pub fn item(self) -> &'a mut T {
        &mut self.0[0]
    }
}

// SAFETY: chunks that do not overlap have different numbers.
#[allow(unsafe_code)]
unsafe impl<T: Send> Split for PerChunk<'_, T> {
    type Raw = *mut T;
    fn rows(&self) -> usize {
        self.0.len() * CHUNK
    }
    fn raw(&mut self) -> *mut T {
        self.0.as_mut_ptr()
    }
    unsafe fn part(raw: *mut T, start: usize, end: usize) -> Self {
        let (first, last) = (start / CHUNK, end.div_ceil(CHUNK));
        // SAFETY: the caller's promise; there is an item for every chunk of rows.
        Self(unsafe { std::slice::from_raw_parts_mut(raw.add(first), last - first) })
    }
}

macro_rules! split_tuple {
    ($($name:ident),+) => {
        // SAFETY: each of its columns is.
        #[allow(unsafe_code)]
        unsafe impl<$($name: Split),+> Split for ($($name,)+) {
            type Raw = ($($name::Raw,)+);
            /// The shortest column's: items a chunk count whole chunks.
            #[allow(non_snake_case)]
            fn rows(&self) -> usize {
                let ($($name,)+) = self;
                [$($name.rows()),+].into_iter().min().unwrap_or(0)
            }
            #[allow(non_snake_case)]
            fn raw(&mut self) -> Self::Raw {
                let rows = self.rows();
                let ($($name,)+) = self;
                let fits = |column: usize| column == rows || column == rows.next_multiple_of(CHUNK);
                assert!($(fits($name.rows()))&&+, "columns of one length");
                ($($name.raw(),)+)
            }
            #[allow(non_snake_case)]
            unsafe fn part(raw: Self::Raw, start: usize, end: usize) -> Self {
                let ($($name,)+) = raw;
                // SAFETY: the caller's promise.
                unsafe { ($($name::part($name, start, end),)+) }
            }
        }
    };
}
split_tuple!(A, B);
split_tuple!(A, B, C);
split_tuple!(A, B, C, D);
split_tuple!(A, B, C, D, E);

/// Most threads that are started, whatever is asked for: a few per core, and as many on small machines as tests want. Tens of thousands
/// would end the process instead of making it faster.
///
/// ```
/// assert!(ambulo_sim::most_threads() >= 64);
/// ```
pub fn most_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).saturating_mul(4).max(64)
}

/// The threads a simulation may use.
pub struct Pool {
    #[cfg(feature = "parallel")]
    workers: Option<work_stealing::WorkStealingPool>,
}

impl Pool {
    /// So many threads, at most [`most_threads`]; 0 means one per core. Without the `parallel` feature it is always one.
    pub fn new(threads: usize) -> Self {
        #[cfg(feature = "parallel")]
        {
            let cores = || std::thread::available_parallelism().map_or(1, usize::from);
            let threads = if threads == 0 { cores() } else { threads.min(most_threads()) };
            // A machine that refuses threads still gets its run, on fewer.
            Self { workers: (threads > 1).then(|| work_stealing::WorkStealingPool::new(threads)) }
        }
        #[cfg(not(feature = "parallel"))]
        {
            let _ = threads;
            Self {}
        }
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        #[cfg(feature = "parallel")]
        return self.workers.as_ref().map_or(1, work_stealing::WorkStealingPool::size);
        #[cfg(not(feature = "parallel"))]
        1
    }

    /// Sorts by an order in which no two are equal, so that every sorting algorithm gives the same result: pieces at once, then pairs of
    /// pieces merged, from `items` to `room` and back. `room` is working memory that stays.
    pub fn sort<T: Copy + Send + Sync>(
        &self,
        items: &mut [T],
        room: &mut Vec<T>,
        order: impl Fn(&T, &T) -> std::cmp::Ordering + Sync,
    ) {
        let pieces = self.threads().next_power_of_two().min(MOST_PIECES);
        let Some(first) = items.first().copied().filter(|_| pieces > 1 && items.len() > CHUNK) else {
            return items.sort_unstable_by(order);
        };
        let n = items.len();
        let from = |k: usize, of: usize| n * k / of;
        self.in_pieces(items, pieces, from, |_, piece| piece.sort_unstable_by(&order));
        room.resize(n, first);
        let (mut here, mut there) = (items, &mut room[..]);
        let mut left = pieces;
        while left > 1 {
            left /= 2;
            let sorted = &*here;
            self.in_pieces(there, left, from, |k, out| {
                let (a, m, b) = (from(2 * k, 2 * left), from(2 * k + 1, 2 * left), from(2 * k + 2, 2 * left));
                merge(&sorted[a..m], &sorted[m..b], out, &order);
            });
            std::mem::swap(&mut here, &mut there);
        }
        if !pieces.trailing_zeros().is_multiple_of(2) {
            // The sorted ones lie in the room, which is `here`.
            there.copy_from_slice(here);
        }
    }

    /// Calls `work(k, items[from(k, pieces)..from(k + 1, pieces)])` for every piece.
    fn in_pieces<T: Send>(
        &self,
        items: &mut [T],
        pieces: usize,
        from: impl Fn(usize, usize) -> usize + Sync,
        work: impl Fn(usize, &mut [T]) + Sync,
    ) {
        let all = Sent(items.as_mut_ptr());
        assert!((0..pieces).all(|k| from(k, pieces) <= from(k + 1, pieces)) && from(pieces, pieces) <= items.len());
        self.work(pieces, |k| {
            let (start, end) = (from(k, pieces), from(k + 1, pieces));
            // SAFETY: pieces follow each other within the items, and every number is called once.
            #[allow(unsafe_code)]
            let piece = unsafe { std::slice::from_raw_parts_mut(all.get().add(start), end - start) };
            work(k, piece);
        });
    }

    /// Calls `work` with every number below `count`.
    fn work(&self, count: usize, work: impl Fn(usize) + Sync) {
        #[cfg(feature = "parallel")]
        if let Some(workers) = &self.workers {
            return workers.work(count, work);
        }
        (0..count).for_each(work);
    }

    /// Calls `work(number, item)` for every item, each a task of its own: for few and large ones.
    pub fn each<T: Send>(&self, items: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
        let (count, items) = (items.len(), Sent(items.as_mut_ptr()));
        self.work(count, |k| {
            // SAFETY: every number is called once, so nobody else has this item.
            #[allow(unsafe_code)]
            let item = unsafe { &mut *items.get().add(k) };
            work(k, item);
        });
    }

    /// Calls `work(first_row, columns_of_the_chunk)` for every chunk.
    pub fn chunks<S: Split>(&self, mut columns: S, work: impl Fn(usize, S) + Sync) {
        let rows = columns.rows();
        let raw = Sent(columns.raw());
        self.work(rows.div_ceil(CHUNK), |k| {
            let start = k * CHUNK;
            // SAFETY: every number is called once, and `columns` lives until all are done.
            #[allow(unsafe_code)]
            let part = unsafe { S::part(raw.get(), start, (start + CHUNK).min(rows)) };
            work(start, part);
        });
    }
}

/// More pieces than this are not sorted at once: merging them again would take longer.
const MOST_PIECES: usize = 16;

/// Merges two sorted lists.
fn merge<'a, T: Copy>(mut a: &'a [T], mut b: &'a [T], out: &mut [T], order: impl Fn(&T, &T) -> std::cmp::Ordering) {
    for out in out {
        let first = match (a.first(), b.first()) {
            (Some(x), Some(y)) => order(x, y).is_lt(),
            (x, _) => x.is_some(),
        };
        let from = if first { &mut a } else { &mut b };
        if let Some((item, rest)) = from.split_first() {
            (*out, *from) = (*item, rest);
        }
    }
}

/// A pointer that threads may share: what is made of it is `Send`, and each makes something else.
#[derive(Clone, Copy)]
struct Sent<P>(P);

impl<P: Copy> Sent<P> {
    fn get(&self) -> P {
        self.0
    }
}

// SAFETY: used only as `each` and `chunks` do.
#[allow(unsafe_code)]
unsafe impl<P> Sync for Sent<P> {}

/// A column that chunks write at places of other chunks, each place by one of them.
pub(crate) fn shared(column: &mut [u32]) -> &[AtomicU32] {
    // SAFETY: an AtomicU32 has the size and alignment of a u32, and nobody else holds the column meanwhile.
    #[allow(unsafe_code)]
    unsafe {
        &*(std::ptr::from_mut(column) as *const [AtomicU32])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_gives_one_order_on_any_number_of_threads() {
        for n in [0, 1, 2, 255, 257, 1000, 5003] {
            let items: Vec<u64> = (0..n as u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20).collect();
            let mut truth = items.clone();
            truth.sort_unstable();
            for threads in [1, 2, 3, 7, 16, 40] {
                let (mut sorted, mut room) = (items.clone(), Vec::new());
                Pool::new(threads).sort(&mut sorted, &mut room, u64::cmp);
                assert_eq!(sorted, truth, "{n} items on {threads} threads");
            }
        }
    }

    #[test]
    fn every_row_is_visited_once_by_its_own_chunk_on_any_number_of_threads() {
        for threads in [1, 2, 3, 7] {
            for n in [0, 1, 255, 256, 257, 5000] {
                let mut seen = vec![0usize; n];
                let mut starts: Vec<usize> = Vec::new();
                let columns = (&mut seen[..], PerChunk::new(&mut starts, n));
                Pool::new(threads).chunks(columns, |start, (rows, mine)| {
                    *mine.item() = start;
                    for (i, row) in rows.iter_mut().enumerate() {
                        *row += start + i + 1;
                    }
                });
                assert!(seen.iter().enumerate().all(|(i, v)| *v == i + 1));
                assert!(starts.iter().enumerate().all(|(i, v)| *v == i * CHUNK));
            }
        }
    }
}
