//! Signals that ask the program to end: SIGINT (Ctrl-C), SIGTERM and SIGHUP.

use crate::failure::Failure;
use anyhow::Context;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// The number of the signal that came; 0 before.
static CAME: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// A flag that is set when a signal asks the program to end, so that it ends in order; a second signal ends it at once.
pub fn stop() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let came = CAME.get_or_init(Arc::default);
    // A shell has programs in the background ignore SIGINT; a person who sends one by name means it.
    let left_alone = |signal: i32| signal != SIGINT && is_ignored(signal);
    for (signal, _) in SIGNALS.iter().filter(|(signal, _)| !left_alone(*signal)) {
        // The order matters: the first signal finds the flag unset, and sets it.
        flag::register_conditional_shutdown(*signal, 128 + signal, Arc::clone(&stop))
            .and_then(|_| flag::register_usize(*signal, Arc::clone(came), *signal as usize))
            .and_then(|_| flag::register(*signal, Arc::clone(&stop)))
            .context("cannot listen for signals")?;
    }
    Ok(stop)
}

#[cfg(unix)]
const SIGNALS: [(i32, &str); 3] = [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM"), (signal_hook::consts::SIGHUP, "SIGHUP")];
#[cfg(not(unix))]
const SIGNALS: [(i32, &str); 2] = [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM")];

/// The signal that came: its name, and the exit code of a program that it ended.
pub fn came() -> Option<(&'static str, u8)> {
    let number = CAME.get()?.load(Ordering::Relaxed) as i32;
    let (number, name) = SIGNALS.iter().find(|(signal, _)| *signal == number)?;
    Some((name, 128 + *number as u8))
}

/// Whether the parent process had the program ignore a signal, as `nohup` does with SIGHUP. It stays ignored.
fn is_ignored(signal: i32) -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return false };
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|hex| u64::from_str_radix(hex.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
