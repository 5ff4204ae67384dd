//! All recordings of one run. A thread of its own hands over what they hold, so that a run that is killed loses less than a
//! second of wall time, however long a step takes.

use crate::{RunError, RunOptions, World};
use ambulo_data::recording::{self, MemoryRecording, RecordingError, RecordingMeta, RecordingWriter};
use ambulo_sim::snapshot;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Frames that are held for so long are handed over.
const LONGEST: Duration = Duration::from_millis(500);
/// How often that is checked.
const CHECK: Duration = Duration::from_millis(100);

/// The writers of a run, one for each format.
pub(crate) struct Recorder {
    shared: Arc<RecorderShared>,
    flusher: Option<JoinHandle<()>>,
    /// Frames recorded.
    pub(crate) frames: u32,
    /// Walkers the recording knows: those with smaller numbers.
    known: usize,
    /// Footsteps recorded.
    pub(crate) footsteps: u64,
}

/// How far the recordings of a run have come.
pub(crate) struct RecorderEnd {
    frames: u32,
    known: usize,
    footsteps: u64,
    /// Where each of them ends.
    ends: Vec<Vec<u64>>,
}

snapshot!(RecorderEnd { frames, known, footsteps, ends });

#[derive(Default)]
struct RecorderShared {
    state: Mutex<RecorderState>,
    over: Condvar,
}

#[derive(Default)]
struct RecorderState {
    writers: Vec<Box<dyn RecordingWriter>>,
    /// Since when there is something to hand over.
    held: Option<Instant>,
    fault: Option<RecordingError>,
    over: bool,
}

impl RecorderShared {
    fn lock(&self) -> MutexGuard<'_, RecorderState> {
        // A writer that panicked left the state as it was before its frame.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn flush_until_over(&self) {
        let mut state = self.lock();
        while !state.over {
            if state.held.is_some_and(|since| since.elapsed() >= LONGEST) {
                state.fault = state.flush().err().or(state.fault.take());
            }
            state = self.over.wait_timeout(state, CHECK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl RecorderState {
    fn flush(&mut self) -> Result<(), RecordingError> {
        self.held = None;
        self.writers.iter_mut().try_for_each(|w| w.flush())
    }

    /// What went wrong while nobody asked.
    fn check(&mut self) -> Result<(), RecordingError> {
        self.fault.take().map_or(Ok(()), Err)
    }
}

impl Recorder {
    pub(crate) fn create(world: &World, options: &RunOptions) -> Result<Self, RunError> {
        let meta = meta(world);
        let create = |format: &recording::Format| recording::create(&options.out, *format, &meta);
        let writers = options.formats.iter().map(create).collect::<Result<_, _>>()?;
        Ok(Self::of(writers, 0, 0).flushed_in_time())
    }

    /// A recorder that keeps everything in memory, and what it keeps.
    pub(crate) fn in_memory(world: &World) -> (Self, MemoryRecording) {
        let recording = MemoryRecording::new(&meta(world));
        (Self::of(vec![Box::new(recording.clone())], 0, 0), recording)
    }

    /// The loop of every recorded run: records the frames that are due and calls `step`, which advances the world, until
    /// the world is finished (true) or `step` returns false.
    pub(crate) fn record(
        &mut self,
        world: &mut World,
        mut step: impl FnMut(&mut World, &mut Self) -> Result<bool, RunError>,
    ) -> Result<bool, RunError> {
        loop {
            // A run that is resumed has the frame of its checkpoint already.
            if world.frame_due() && self.frames <= world.report().step / world.every {
                self.frame(world)?;
            }
            if world.finished() {
                return Ok(true);
            }
            let before = world.report().step;
            if !step(world, self)? {
                return Ok(false);
            }
            if world.report().step != before {
                self.footsteps(world)?;
            }
        }
    }

    /// Resumes the recordings of a run where its checkpoint was taken.
    pub(crate) fn resume(world: &World, options: &RunOptions, end: &RecorderEnd) -> Result<Self, RunError> {
        let meta = meta(world);
        let pairs = options.formats.iter().zip(&end.ends);
        let resume = |(format, at): (&recording::Format, &Vec<u64>)| {
            recording::resume(&options.out, *format, &meta, end.frames, at)
        };
        let mut recorder = Self::of(pairs.map(resume).collect::<Result<_, _>>()?, end.frames, end.known);
        recorder.footsteps = end.footsteps;
        Ok(recorder.flushed_in_time())
    }

    /// Has the disk keep everything so far; where the recordings end.
    pub(crate) fn keep(&mut self) -> Result<RecorderEnd, RunError> {
        let mut state = self.shared.lock();
        state.check()?;
        state.held = None;
        let ends = state.writers.iter_mut().map(|w| w.keep()).collect::<Result<_, _>>()?;
        Ok(RecorderEnd { frames: self.frames, known: self.known, footsteps: self.footsteps, ends })
    }

    fn of(writers: Vec<Box<dyn RecordingWriter>>, frames: u32, known: usize) -> Self {
        let state = Mutex::new(RecorderState { writers, ..RecorderState::default() });
        let shared = Arc::new(RecorderShared { state, ..RecorderShared::default() });
        Self { shared, flusher: None, frames, known, footsteps: 0 }
    }

    /// Has a thread hand over what the writers hold.
    fn flushed_in_time(mut self) -> Self {
        let flushed = Arc::clone(&self.shared);
        let flusher = std::thread::Builder::new().name("recorder".into()).spawn(move || flushed.flush_until_over());
        // Without a thread the writers keep their own pace, frame by frame.
        self.flusher = flusher.ok();
        self
    }

    pub(crate) fn frame(&mut self, world: &World) -> Result<(), RunError> {
        let walkers = world.new_walkers(self.known);
        self.known = world.report().appeared;
        let rows = world.rows(self.frames);
        let mut state = self.shared.lock();
        state.check()?;
        for writer in &mut state.writers {
            writer.walkers(&walkers)?;
            writer.frame(self.frames, &rows)?;
        }
        state.held.get_or_insert_with(Instant::now);
        self.frames += 1;
        Ok(())
    }

    /// Records the footsteps that landed in the last step.
    fn footsteps(&mut self, world: &World) -> Result<(), RunError> {
        let landed = world.footsteps();
        if landed.is_empty() {
            return Ok(());
        }
        self.footsteps += landed.len() as u64;
        let mut state = self.shared.lock();
        state.writers.iter_mut().try_for_each(|writer| writer.footsteps(&landed))?;
        state.held.get_or_insert_with(Instant::now);
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<(), RunError> {
        self.stop();
        let mut state = self.shared.lock();
        state.check()?;
        for writer in std::mem::take(&mut state.writers) {
            writer.finish()?;
        }
        Ok(())
    }

    fn stop(&mut self) {
        self.shared.lock().over = true;
        self.shared.over.notify_all();
        if let Some(thread) = self.flusher.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What the recordings of a world record about their run.
fn meta(world: &World) -> RecordingMeta {
    RecordingMeta {
        title: world.scenario.title.clone(),
        scene: world.name.clone(),
        seed: world.scenario.seed,
        version: crate::VERSION.into(),
        dt: world.scenario.dt,
        fps: world.fps(),
        area: world.recorded_area().clone(),
        levels: world.recorded_levels(),
        origin: world.building.origin(),
        centre: world.plan().centre,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_data::recording::Format;

    /// Whatever the steps of the run do, what was recorded can be read by others soon after: the test only waits.
    #[test]
    fn a_frame_reaches_the_disk_while_the_run_does_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let world = World::scene("corridor").unwrap();
        let options = RunOptions { formats: Format::ALL.to_vec(), ..RunOptions::new(dir.path()) };
        let mut recorder = Recorder::create(&world, &options).unwrap();
        recorder.frame(&world).unwrap();
        for file in ["trajectory.sqlite", "trajectory.csv", "trajectory.parquet.parts"] {
            let seen = || recording::read(&dir.path().join(file)).map_or(0, |t| t.rows().len());
            for _ in 0..400 {
                if seen() == 40 {
                    break;
                }
                std::thread::sleep(Duration::from_millis(50));
            }
            assert_eq!(seen(), 40, "{file}");
        }
        recorder.finish().unwrap();
    }
}
