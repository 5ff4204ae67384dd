//! A recording that stays in memory, for metrics and pictures.

use super::{RecordedFootstep, RecordingError, RecordingMeta, RecordingWriter};
use crate::{Trajectories, TrajectoryRow, Walker};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A recording in memory. Clones share what is recorded: one writes, another hands the trajectories out.
///
/// ```
/// use ambulo_data::recording::{MemoryRecording, RecordingMeta, RecordingWriter};
/// # use ambulo_geom::{Polygon, Region};
/// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 9.0).unwrap());
/// # let meta = RecordingMeta::new(area, 0.05, 10.0);
/// # let row = ambulo_data::TrajectoryRow { frame: 0, id: 3, x: 1.0, y: 2.0, ori_x: 1.0, ori_y: 0.0, speed: 1.5, level: 0, z: 0.0 };
/// let recording = MemoryRecording::new(&meta);
/// let mut writer = Box::new(recording.clone());
/// writer.frame(0, &[row]).unwrap();
/// writer.finish().unwrap();
/// assert_eq!(recording.take().rows(), [row]);
/// ```
#[derive(Clone)]
pub struct MemoryRecording(Arc<Mutex<MemoryRows>>);

struct MemoryRows {
    meta: RecordingMeta,
    walkers: Vec<Walker>,
    rows: Vec<TrajectoryRow>,
    footsteps: Vec<RecordedFootstep>,
}

impl MemoryRecording {
    /// Nothing yet.
    pub fn new(meta: &RecordingMeta) -> Self {
        Self(Arc::new(Mutex::new(MemoryRows {
            meta: meta.clone(),
            walkers: Vec::new(),
            rows: Vec::new(),
            footsteps: Vec::new(),
        })))
    }

    /// What was recorded since the beginning, or since the last call.
    pub fn take(&self) -> Trajectories {
        let mut kept = self.lock();
        let (walkers, rows) = (std::mem::take(&mut kept.walkers), std::mem::take(&mut kept.rows));
        let footsteps = std::mem::take(&mut kept.footsteps);
        let RecordingMeta { fps, area, levels, .. } = &kept.meta;
        Trajectories::new(*fps, area.clone(), walkers, rows).with_levels(levels.clone()).with_footsteps(footsteps)
    }

    fn lock(&self) -> MutexGuard<'_, MemoryRows> {
        // A writer that panicked had added whole rows or none.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RecordingWriter for MemoryRecording {
    fn walkers(&mut self, new: &[Walker]) -> Result<(), RecordingError> {
        self.lock().walkers.extend_from_slice(new);
        Ok(())
    }

    fn frame(&mut self, _: u32, rows: &[TrajectoryRow]) -> Result<(), RecordingError> {
        self.lock().rows.extend_from_slice(rows);
        Ok(())
    }

    fn footsteps(&mut self, landed: &[RecordedFootstep]) -> Result<(), RecordingError> {
        self.lock().footsteps.extend_from_slice(landed);
        Ok(())
    }

    /// Memory does not outlive the process.
    fn flush(&mut self) -> Result<(), RecordingError> {
        Ok(())
    }

    fn keep(&mut self) -> Result<Vec<u64>, RecordingError> {
        Ok(Vec::new())
    }

    fn finish(self: Box<Self>) -> Result<(), RecordingError> {
        Ok(())
    }
}
