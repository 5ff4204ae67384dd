//! The one place where candidates are written down: the journal, the progress and whether the search was stopped. What a candidate is
//! played on, trials of pairs or places with crowds, the callers know.

use super::CalibrateProgress;
use super::journal::Journal;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Results of candidates, shared by all threads of a search.
pub struct CandidateLog<'a> {
    stop: AtomicBool,
    book: Mutex<Book<'a>>,
    /// The best so far, given the former best and what came out of a candidate.
    better: &'a (dyn Fn(f64, &[f64]) -> f64 + Sync),
}

struct Book<'a> {
    journal: Journal,
    progress: &'a mut (dyn FnMut(&CalibrateProgress) -> bool + Send),
    state: CalibrateProgress,
    fault: Option<io::Error>,
}

impl<'a> CandidateLog<'a> {
    pub fn new(
        journal: Journal,
        progress: &'a mut (dyn FnMut(&CalibrateProgress) -> bool + Send),
        state: CalibrateProgress,
        better: &'a (dyn Fn(f64, &[f64]) -> f64 + Sync),
    ) -> Self {
        Self { stop: AtomicBool::new(false), book: Mutex::new(Book { journal, progress, state, fault: None }), better }
    }

    fn book(&self) -> MutexGuard<'_, Book<'a>> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn announce(&self, what: &'static str) {
        self.book().state.what = what;
    }

    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What came out of a candidate on a set: from the journal, or played now. Set 0 counts for the best.
    pub fn known(&self, set: usize, values: &[f64], play: impl FnOnce() -> Vec<f64>) -> Option<Vec<f64>> {
        if self.stopped() {
            return None;
        }
        let known = self.book().journal.get(set, values).cloned();
        let found = known.clone().unwrap_or_else(play);
        let mut book = self.book();
        if known.is_none() {
            book.state.played += 1;
            if let Err(error) = book.journal.add(set, values, found.clone()) {
                book.fault = Some(error);
                self.stop.store(true, Ordering::Relaxed);
            }
        }
        book.state.done += 1;
        if set == 0 {
            book.state.best = (self.better)(book.state.best, &found);
        }
        let Book { progress, state, .. } = &mut *book;
        if !progress(state) {
            self.stop.store(true, Ordering::Relaxed);
        }
        Some(found)
    }

    /// Whether it was stopped, how many different candidates are known, and what was wrong with the journal.
    pub fn close(self) -> (bool, usize, Option<io::Error>) {
        let stopped = self.stopped();
        let book = self.book.into_inner().unwrap_or_else(PoisonError::into_inner);
        (stopped, book.journal.len(), book.fault)
    }
}
