//! The only file that knows about threads.
//!
//! Work over columns is cut into chunks of a constant number of rows, whatever the number of threads. A chunk reads
//! shared data and writes its own rows; what chunks report is folded in chunk order afterwards. So the bits do not
//! depend on the threads, nor on whether this crate was built with `parallel` at all.

use std::sync::atomic::AtomicU32;

/// Rows of one chunk.
pub const CHUNK: usize = 256;

/// Columns that can be cut at a row.
pub trait Split: Sized + Send {
    /// Rows.
    fn rows(&self) -> usize;
    /// The rows before `at`, and the others.
    fn split(self, at: usize) -> (Self, Self);
}

impl<T: Send> Split for &mut [T] {
    fn rows(&self) -> usize {
        self.len()
    }
    fn split(self, at: usize) -> (Self, Self) {
        self.split_at_mut(at)
    }
}

/// One item a chunk instead of one a row.
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

impl<T: Send> Split for PerChunk<'_, T> {
    fn rows(&self) -> usize {
        self.0.len() * CHUNK
    }
    fn split(self, at: usize) -> (Self, Self) {
        let (a, b) = self.0.split_at_mut(at / CHUNK);
        (Self(a), Self(b))
    }
}

macro_rules! split_tuple {
    ($($name:ident),+) => {
        impl<$($name: Split),+> Split for ($($name,)+) {
            fn rows(&self) -> usize {
                self.0.rows()
            }
            #[allow(non_snake_case)]
            fn split(self, at: usize) -> (Self, Self) {
                let ($($name,)+) = self;
                $(let $name = $name.split(at);)+
                (($($name.0,)+), ($($name.1,)+))
            }
        }
    };
}
split_tuple!(A, B);
split_tuple!(A, B, C);
split_tuple!(A, B, C, D);
split_tuple!(A, B, C, D, E);

/// The threads a simulation may use.
pub struct Pool {
    threads: usize,
    #[cfg(feature = "parallel")]
    pool: Option<rayon::ThreadPool>,
}

impl Pool {
    /// So many threads; 0 means one a core. Without the `parallel` feature it is always one.
    pub fn new(threads: usize) -> Self {
        #[cfg(feature = "parallel")]
        {
            let cores = || std::thread::available_parallelism().map_or(1, usize::from);
            let threads = if threads == 0 { cores() } else { threads };
            // A machine that refuses threads still gets its run, on one.
            let pool =
                (threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok()).flatten();
            Self { threads: if pool.is_some() { threads } else { 1 }, pool }
        }
        #[cfg(not(feature = "parallel"))]
        {
            let _ = threads;
            Self { threads: 1 }
        }
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Runs `work` on one of the threads. A step is run so as a whole: handing each of its stages over would cost
    /// more than a small crowd does.
    pub fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        #[cfg(feature = "parallel")]
        if let Some(pool) = &self.pool {
            return pool.install(work);
        }
        work()
    }

    /// Sorts by an order in which no two are equal, so that every way to sort gives the same.
    pub fn sort<T: Send>(&self, items: &mut [T], order: impl Fn(&T, &T) -> std::cmp::Ordering + Sync) {
        #[cfg(feature = "parallel")]
        if self.pool.is_some() && items.len() > CHUNK {
            use rayon::slice::ParallelSliceMut;
            items.par_sort_unstable_by(order);
            return;
        }
        items.sort_unstable_by(order);
    }

    /// Does two things, at once if `large` and there are threads.
    pub fn both<A: Send, B: Send>(
        &self,
        large: bool,
        a: impl FnOnce() -> A + Send,
        b: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        #[cfg(feature = "parallel")]
        if large && self.pool.is_some() {
            return rayon::join(a, b);
        }
        let _ = large;
        (a(), b())
    }

    /// Calls `work(number, item)` for every item, each a task of its own: for few and large ones.
    pub fn each<T: Send>(&self, items: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
        #[cfg(feature = "parallel")]
        if let Some(pool) = self.pool.as_ref().filter(|_| items.len() > 1) {
            pool.install(|| each_half(0, items, &work));
            return;
        }
        items.iter_mut().enumerate().for_each(|(k, item)| work(k, item));
    }

    /// Calls `work(first_row, columns_of_the_chunk)` for every chunk.
    pub fn chunks<S: Split>(&self, columns: S, work: impl Fn(usize, S) + Sync) {
        let rows = columns.rows();
        #[cfg(feature = "parallel")]
        if let Some(pool) = self.pool.as_ref().filter(|_| rows > CHUNK) {
            // Within `run` this stays on the thread it is on.
            pool.install(|| halves(0, rows, columns, &work));
            return;
        }
        one_after_another(rows, columns, work);
    }
}

fn one_after_another<S: Split>(rows: usize, columns: S, work: impl Fn(usize, S)) {
    let (mut start, mut rest) = (0, columns);
    while rows - start > CHUNK {
        let (chunk, others) = rest.split(CHUNK);
        work(start, chunk);
        start += CHUNK;
        rest = others;
    }
    if rows > start {
        work(start, rest);
    }
}

#[cfg(feature = "parallel")]
fn each_half<T: Send>(first: usize, items: &mut [T], work: &(impl Fn(usize, &mut T) + Sync)) {
    match items {
        [] => {}
        [one] => work(first, one),
        _ => {
            let at = items.len() / 2;
            let (a, b) = items.split_at_mut(at);
            rayon::join(|| each_half(first, a, work), || each_half(first + at, b, work));
        }
    }
}

/// A column that chunks write at places of other chunks, each place by one of them.
pub(crate) fn shared(column: &mut [u32]) -> &[AtomicU32] {
    // SAFETY: an AtomicU32 has the size and alignment of a u32, and nobody else holds the column meanwhile.
    #[allow(unsafe_code)]
    unsafe {
        &*(std::ptr::from_mut(column) as *const [AtomicU32])
    }
}

#[cfg(feature = "parallel")]
fn halves<S: Split>(start: usize, rows: usize, columns: S, work: &(impl Fn(usize, S) + Sync)) {
    if rows <= CHUNK {
        work(start, columns);
        return;
    }
    let at = rows.div_ceil(CHUNK) / 2 * CHUNK;
    let (a, b) = columns.split(at);
    rayon::join(|| halves(start, at, a, work), || halves(start + at, rows - at, b, work));
}

#[cfg(test)]
mod tests {
    use super::*;

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
