//! Perception on a GPU: the images of all walkers who decide in a step, in one dispatch.
//!
//! The CPU sorts people into a grid and gathers the walls around each walker; the shader draws the images, judges their pixels and returns
//! three numbers per walker, from which `control.rs` decides as it does otherwise. Shader and rasteriser follow the same rules, and their
//! images differ only where two obstacles are equally far or a ray grazes one. The same adapter gives the same bits every time; another
//! one, or the CPU, gives other last bits.

mod device;
mod kernel;
mod people;
mod shader;
#[cfg(test)]
mod tests;
mod walkers;

use super::camera::Camera;
use super::stimuli::Percept;
use super::{Vision, VisionMemory};
use ambulo_sim::{Batch, Row, View, Workers};
use device::Device;
use kernel::{Kernel, PerceptRecord};
use people::PeopleGrid;
use std::time::Instant;
use walkers::DecidingWalkers;

/// What nothing asks for, as the shader has it.
const NOTHING: f32 = 1e20;

/// Perception of all walkers with one set of parameters.
pub(super) struct Perception {
    kernel: Kernel,
    /// What it does where.
    device: String,
    grid: PeopleGrid,
    walkers: DecidingWalkers,
    /// Seconds spent on the grid, and on gathering walkers and walls.
    sorting: f64,
    gathering: f64,
}

impl Perception {
    /// Opens the GPU.
    pub(super) fn new(p: &Vision) -> Result<Self, String> {
        let mut camera = Camera::default();
        camera.fit(p);
        let kernel = Kernel::new(Device::open()?, p, &camera, false)?;
        let device = format!("perception on {}", kernel.device.name);
        let (grid, walkers) = (PeopleGrid::default(), DecidingWalkers::default());
        Ok(Self { kernel, device, grid, walkers, sorting: 0.0, gathering: 0.0 })
    }
}

impl Batch<Vision> for Perception {
    fn device(&self) -> &str {
        &self.device
    }

    fn prepare(
        &mut self,
        p: &Vision,
        view: &View<'_>,
        workers: &Workers<'_>,
        deciding: &[Row],
        memory: &mut [VisionMemory],
    ) -> Result<(), String> {
        if view.by_graph() {
            return Err("perception on a GPU finds people by the grid; choose neighbourhood \"grid\"".into());
        }
        let Self { kernel, grid, walkers, sorting, gathering, .. } = self;
        let began = Instant::now();
        let person = |row: usize| (view.body(Row(row as u32)), view.height(Row(row as u32)));
        grid.sort(view.people(), p.range, person);
        let sorted = Instant::now();
        walkers.gather(p, view, workers, deciding, memory, grid);
        *sorting += (sorted - began).as_secs_f64();
        *gathering += sorted.elapsed().as_secs_f64();
        let rows = &walkers.rows;
        kernel.perceive(grid, &walkers.walkers, &walkers.faces, |k, record| {
            memory[rows[k].index()].found.percept = Some(percept(record));
        })
    }

    fn times(&self) -> Vec<(&'static str, f64)> {
        let times = &self.kernel.times;
        vec![
            ("grid", self.sorting),
            ("walls", self.gathering),
            ("upload", times.upload),
            ("dispatch", times.dispatch),
            ("read-back", times.read_back),
        ]
    }
}

fn percept([right, left, soonest, _]: &PerceptRecord) -> Percept {
    Percept {
        right: (*right < NOTHING).then_some(*right),
        left: (*left > -NOTHING).then_some(*left),
        soonest: if *soonest < NOTHING { *soonest } else { f32::INFINITY },
    }
}
