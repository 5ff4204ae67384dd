//! The progress bar: on a terminal only.

use ambulo::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// A bar of a run, or nothing at all.
pub struct Bar {
    bar: Option<ProgressBar>,
    last: Instant,
    steps: u32,
    /// What runs, where there are several.
    name: String,
}

/// The bar counts in thousandths.
const WHOLE: u64 = 1000;

impl Bar {
    pub fn new(quiet: bool) -> Self {
        let wanted = !quiet && std::io::stderr().is_terminal();
        let bar = wanted.then(|| {
            let bar = ProgressBar::new(WHOLE);
            let template = "{bar:30.cyan/dim} {percent:>3} %  {msg}  [{elapsed}, {eta} left]";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style.progress_chars("━╸ "));
            }
            bar
        });
        Self { bar, last: Instant::now(), steps: 0, name: String::new() }
    }

    /// What runs now; the count of steps begins again with it.
    pub fn name(&mut self, name: &str) {
        if self.name != name {
            (self.name, self.steps) = (name.into(), 0);
        }
    }

    pub fn show(&mut self, p: &Progress<'_>) {
        let Some(bar) = &self.bar else { return };
        let since = self.last.elapsed();
        if since < Duration::from_millis(100) {
            return;
        }
        let rate = f64::from(p.report.step.saturating_sub(self.steps)) / since.as_secs_f64();
        (self.last, self.steps) = (Instant::now(), p.report.step);
        // Whichever ends the run first.
        let arrived = p.report.arrived as f64 / p.expected.max(1) as f64;
        let done = arrived.max(p.report.time / p.limit).clamp(0.0, 1.0);
        bar.set_position((done * WHOLE as f64) as u64);
        bar.set_message(format!(
            "{}{:.0} s, {} walking, {} of {} arrived, {rate:.0} steps/s",
            if self.name.is_empty() { String::new() } else { format!("{}: ", self.name) },
            p.report.time,
            p.report.present,
            p.report.arrived,
            p.expected
        ));
    }

    /// Prints a warning above the bar.
    pub fn warn(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| warn!("{text}")),
            None => warn!("{text}"),
        }
    }

    /// So many of so many; the words are only made when they are shown.
    pub fn count(&mut self, done: usize, of: usize, words: impl FnOnce() -> String) {
        let Some(bar) = &self.bar else { return };
        if self.last.elapsed() < Duration::from_millis(100) {
            return;
        }
        self.last = Instant::now();
        bar.set_position(done as u64 * WHOLE / of.max(1) as u64);
        bar.set_message(words());
    }

    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
