//! Threads that stay with their rows.
//!
//! A step is some twenty short jobs over the same rows, each a millisecond or less. Two things decide what many threads
//! gain then: how fast they begin a job, and whether the rows a thread works on are still in its own cache from the
//! job before. So workers spin for a while before they sleep, and every member
//! begins with the same part of the rows in every job; only who is done early takes from the others.
//!
//! The order in which chunks are done differs from run to run and leaves no trace: chunks write rows of their own.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

/// Looks for a job before a member lets other threads of the machine run.
const SPINS: u32 = 4_000;
/// Times it lets others run before it sleeps.
const YIELDS: u32 = 200;

/// The thread that gives the jobs, and the others.
pub(super) struct WorkStealingPool {
    shared: Arc<PoolShared>,
    /// Whether a job is being done: a nested job runs on the calling thread.
    busy: AtomicBool,
    threads: Vec<JoinHandle<()>>,
}

/// What members do: `call(data, number)` for every number.
#[derive(Clone, Copy)]
struct Job {
    data: *const (),
    call: unsafe fn(*const (), usize),
}

struct PoolShared {
    job: UnsafeCell<Job>,
    /// Counts jobs; odd while one is open.
    round: AtomicU64,
    /// Members at work, or about to see that there is none.
    inside: AtomicUsize,
    /// What is left of each member's part: first and end, packed, on a cache line of its own.
    parts: Vec<Share>,
    panicked: AtomicBool,
    quit: AtomicBool,
    asleep: AtomicUsize,
    sleep_lock: Mutex<()>,
    wake_up: Condvar,
}

#[repr(align(128))]
struct Share(AtomicU64);

// SAFETY: the job is written only by the thread that gives jobs, while none is open, and read only while one is.
#[allow(unsafe_code)]
unsafe impl Sync for PoolShared {}
// SAFETY: as above; the pointers inside are not used once the job is closed.
#[allow(unsafe_code)]
unsafe impl Send for PoolShared {}

impl Share {
    fn set(&self, first: usize, end: usize) {
        self.0.store((first as u64) << 32 | end as u64, Ordering::Relaxed);
    }

    /// Takes one number, from the front or from the back.
    fn take(&self, front: bool) -> Option<usize> {
        let mut now = self.0.load(Ordering::Relaxed);
        loop {
            let (first, end) = (now >> 32, now & 0xFFFF_FFFF);
            if first >= end {
                return None;
            }
            let (got, then) = if front { (first, (first + 1) << 32 | end) } else { (end - 1, first << 32 | (end - 1)) };
            match self.0.compare_exchange_weak(now, then, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(got as usize),
                Err(other) => now = other,
            }
        }
    }
}

impl WorkStealingPool {
    /// A pool of so many threads, the calling one included; fewer if the machine refuses threads.
    pub(super) fn new(threads: usize) -> Self {
        #[allow(unsafe_code)]
        unsafe fn nothing(_: *const (), _: usize) {}
        let shared = Arc::new(PoolShared {
            job: UnsafeCell::new(Job { data: std::ptr::null(), call: nothing }),
            round: AtomicU64::new(0),
            inside: AtomicUsize::new(0),
            parts: (0..threads).map(|_| Share(AtomicU64::new(0))).collect(),
            panicked: AtomicBool::new(false),
            quit: AtomicBool::new(false),
            asleep: AtomicUsize::new(0),
            sleep_lock: Mutex::new(()),
            wake_up: Condvar::new(),
        });
        let member = |me: usize| {
            let shared = Arc::clone(&shared);
            let builder = std::thread::Builder::new().name(format!("walkers {me}"));
            builder.spawn(move || shared.serve(me)).ok()
        };
        let threads = (1..threads).map_while(member).collect();
        Self { shared, busy: AtomicBool::new(false), threads }
    }

    pub(super) fn size(&self) -> usize {
        self.threads.len() + 1
    }

    /// Calls `work` with every number below `count`, each once, on all threads.
    pub(super) fn work(&self, count: usize, work: impl Fn(usize) + Sync) {
        let alone = count < 2 || count > u32::MAX as usize || self.threads.is_empty();
        if alone || self.busy.swap(true, Ordering::Acquire) {
            (0..count).for_each(work);
            return;
        }
        self.shared.open(count, self.size(), &work);
        // A panic here must not leave while others still use `work`.
        let mine = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.shared.share(0)));
        self.shared.close();
        let theirs = self.shared.panicked.swap(false, Ordering::Relaxed);
        self.busy.store(false, Ordering::Release);
        if let Err(panic) = mine {
            std::panic::resume_unwind(panic);
        }
        assert!(!theirs, "a thread of the simulation panicked; its message is above");
    }
}

impl Drop for WorkStealingPool {
    fn drop(&mut self) {
        self.shared.quit.store(true, Ordering::SeqCst);
        self.shared.wake();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

impl PoolShared {
    fn open<F: Fn(usize) + Sync>(&self, count: usize, members: usize, work: &F) {
        #[allow(unsafe_code)]
        unsafe fn call<F: Fn(usize)>(data: *const (), k: usize) {
            // SAFETY: `data` is the `work` of the job that is open, which outlives it.
            #[allow(unsafe_code)]
            unsafe {
                (*data.cast::<F>())(k);
            }
        }
        for (k, part) in self.parts[..members].iter().enumerate() {
            part.set(count * k / members, count * (k + 1) / members);
        }
        // SAFETY: no job is open, and only the thread that holds `busy` comes here.
        #[allow(unsafe_code)]
        unsafe {
            *self.job.get() = Job { data: std::ptr::from_ref(work).cast(), call: call::<F> };
        }
        self.round.fetch_add(1, Ordering::SeqCst);
        if self.asleep.load(Ordering::SeqCst) > 0 {
            self.wake();
        }
    }

    /// Closes the job and waits until nobody is in it.
    fn close(&self) {
        self.round.fetch_add(1, Ordering::SeqCst);
        let mut waits = 0u32;
        while self.inside.load(Ordering::SeqCst) > 0 {
            waits += 1;
            if waits < SPINS { std::hint::spin_loop() } else { std::thread::yield_now() }
        }
    }

    /// Does what there is of one's own part, then of the others'.
    fn share(&self, me: usize) {
        // SAFETY: a job is open, so nobody writes this.
        #[allow(unsafe_code)]
        let Job { data, call } = unsafe { *self.job.get() };
        for step in 0..self.parts.len() {
            let part = &self.parts[(me + step) % self.parts.len()];
            while let Some(k) = part.take(step == 0) {
                // SAFETY: the thread that opened the job keeps `data` alive until all have left it.
                #[allow(unsafe_code)]
                unsafe {
                    call(data, k);
                }
            }
        }
    }

    /// The life of a member.
    fn serve(&self, me: usize) {
        let mut done = 0;
        while let Some(round) = self.next_round(done) {
            self.inside.fetch_add(1, Ordering::SeqCst);
            // Only now does the thread that opened the job wait for us, so only now is it sure that the job is still
            // open.
            if self.round.load(Ordering::SeqCst) == round {
                let all = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.share(me)));
                if all.is_err() {
                    self.panicked.store(true, Ordering::Relaxed);
                }
            }
            self.inside.fetch_sub(1, Ordering::SeqCst);
            done = round;
        }
    }

    /// Waits for a job other than `done`; `None` when there will be none.
    fn next_round(&self, done: u64) -> Option<u64> {
        let mut waits = 0;
        loop {
            let round = self.round.load(Ordering::SeqCst);
            if self.quit.load(Ordering::Relaxed) {
                return None;
            }
            if round % 2 == 1 && round != done {
                return Some(round);
            }
            waits += 1;
            if waits < SPINS {
                std::hint::spin_loop();
            } else if waits < SPINS + YIELDS {
                std::thread::yield_now();
            } else {
                self.sleep(done);
                waits = 0;
            }
        }
    }

    fn sleep(&self, done: u64) {
        let sleep_lock = self.sleep_lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.asleep.fetch_add(1, Ordering::SeqCst);
        let round = self.round.load(Ordering::SeqCst);
        // A job that came meanwhile did not ring for us.
        if (round.is_multiple_of(2) || round == done) && !self.quit.load(Ordering::SeqCst) {
            drop(self.wake_up.wait(sleep_lock).unwrap_or_else(PoisonError::into_inner));
        }
        self.asleep.fetch_sub(1, Ordering::SeqCst);
    }

    fn wake(&self) {
        // With the lock: nobody is between looking for a job and lying down.
        let sleep_lock = self.sleep_lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.wake_up.notify_all();
        drop(sleep_lock);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_called_once_in_many_short_jobs() {
        for threads in [1, 2, 3, 7] {
            let workers = WorkStealingPool::new(threads);
            for count in [0, 1, 2, 5, 64, 1000] {
                for _ in 0..100 {
                    let calls: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
                    workers.work(count, |k| {
                        calls[k].fetch_add(1, Ordering::Relaxed);
                    });
                    assert!(calls.iter().all(|c| c.load(Ordering::Relaxed) == 1));
                }
            }
        }
    }

    #[test]
    fn members_wake_up_after_a_pause_and_a_job_within_a_job_is_done() {
        let workers = WorkStealingPool::new(3);
        for _ in 0..3 {
            std::thread::sleep(std::time::Duration::from_millis(30));
            let sum = AtomicUsize::new(0);
            workers.work(10, |_| {
                workers.work(10, |k| {
                    sum.fetch_add(k, Ordering::Relaxed);
                })
            });
            assert_eq!(sum.load(Ordering::Relaxed), 450);
        }
    }

    #[test]
    fn a_panic_comes_back_and_the_pool_works_on() {
        let workers = WorkStealingPool::new(3);
        for bad in [0, 50, 99] {
            let all = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                workers.work(100, |k| assert!(k != bad, "on purpose"));
            }));
            assert!(all.is_err());
        }
        let sum = AtomicUsize::new(0);
        workers.work(100, |k| {
            sum.fetch_add(k, Ordering::Relaxed);
        });
        assert_eq!(sum.load(Ordering::Relaxed), 4950);
    }
}
