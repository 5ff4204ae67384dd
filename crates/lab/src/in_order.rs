//! Independent pieces of work on several threads. Which thread does what changes nothing: results come in the order of the work.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// `work` of 0, 1, 2 ... up to `n`, done by so many threads; 0 means one per core.
pub(crate) fn in_order<T: Send>(threads: usize, n: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = self::threads(threads);
    if threads <= 1 || n <= 1 || cfg!(not(feature = "parallel")) {
        return (0..n).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(n));
    std::thread::scope(|scope| {
        for _ in 0..threads.min(n) {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    if i >= n {
                        break;
                    }
                    let result = work(i);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((i, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(i, _)| *i);
    done.into_iter().map(|(_, result)| result).collect()
}

/// How many threads that are; 0 means one per core.
pub(crate) fn threads(asked: usize) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        given => given.min(ambulo_sim::most_threads()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_work() {
        for threads in [0, 1, 3, 40] {
            assert_eq!(in_order(threads, 20, |i| i * i), (0..20).map(|i| i * i).collect::<Vec<_>>());
        }
        assert!(in_order(3, 0, |i| i).is_empty());
    }
}
