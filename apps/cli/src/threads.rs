//! `--threads`, of every command that has it.

use ambulo::sim::most_threads;
use std::io::Write;

/// A number of threads; one past all reason is brought down to what is started at most, with a warning on standard error.
pub fn count(text: &str) -> Result<usize, String> {
    let wanted: usize = text.parse().map_err(|_| "expected a whole number, 0 or more".to_string())?;
    let most = most_threads();
    if wanted > most {
        let _ = writeln!(
            std::io::stderr(),
            "warning: --threads {wanted}: {most} threads are used, the most that are started on this machine; the results are the same"
        );
    }
    Ok(wanted.min(most))
}
