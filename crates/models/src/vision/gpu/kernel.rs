//! The compute shader with its buffers, for one set of parameters.

use super::super::Vision;
use super::super::camera::Camera;
use super::device::Device;
use super::people::PeopleGrid;
use super::shader::{Shape, text};
use super::walkers::{FaceRecord, WalkerRecord};
use bytemuck::{Pod, Zeroable};
use std::sync::Arc;
use std::time::Instant;
use wgpu::BufferUsages as Usage;

/// Quads of slopes the shader has.
const SLOPES: usize = 48;
/// Slope of rows that no image has.
const STEEP: f32 = 1e9;
/// Workgroups in one row of a dispatch.
const GROUPS: u32 = 32_768;
const STORE: Usage = Usage::STORAGE.union(Usage::COPY_DST);

/// What all walkers share, as the shader has it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct Lens {
    cell: f32,
    cells: [u32; 2],
    walkers: u32,
    groups: u32,
    columns: u32,
    quads: u32,
    instant: u32,
    literal: u32,
    range: f32,
    edge: [f32; 2],
    radius: f32,
    at_eye: f32,
    flare: f32,
    eye: f32,
    a: f32,
    b: f32,
    c: f32,
    pad: f32,
    slope: [f32; 4 * SLOPES],
}

/// What a walker perceives, as the shader has it: turn to the right, to the left, soonest, nothing.
pub(super) type PerceptRecord = [f32; 4];

/// Seconds spent in each part.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KernelTimes {
    pub(super) upload: f64,
    pub(super) dispatch: f64,
    pub(super) read_back: f64,
}

/// A buffer that grows.
struct Store {
    buffer: wgpu::Buffer,
    usage: Usage,
}

impl Store {
    fn new(device: &Device, usage: Usage) -> Self {
        Self { buffer: Self::sized(device, 256, usage), usage }
    }

    fn sized(device: &Device, size: u64, usage: Usage) -> wgpu::Buffer {
        device.device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
    }

    /// Makes room for so many bytes.
    fn fit(&mut self, device: &Device, bytes: u64) -> Result<(), String> {
        if bytes <= self.buffer.size() {
            return Ok(());
        }
        let limits = device.device.limits();
        let most = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
        if bytes > most {
            let (need, most) = (bytes >> 20, most >> 20);
            return Err(format!(
                "a buffer of {need} MiB is needed, and {most} MiB are possible; choose perception \"image\""
            ));
        }
        let size = (bytes + bytes / 4).next_multiple_of(256).min(most);
        self.buffer.destroy();
        self.buffer = Self::sized(device, size, self.usage);
        Ok(())
    }

    /// Writes records to its beginning.
    fn write<T: Pod>(&mut self, device: &Device, records: &[T]) -> Result<(), String> {
        let bytes: &[u8] = bytemuck::cast_slice(records);
        self.fit(device, bytes.len() as u64)?;
        device.queue.write_buffer(&self.buffer, 0, bytes);
        Ok(())
    }
}

/// The shader of one set of parameters.
pub(super) struct Kernel {
    pub(super) device: Arc<Device>,
    lens: Lens,
    pipeline: wgpu::ComputePipeline,
    /// Lens, directions, starts, people, walkers, faces: in the order of their bindings; then percepts, and images where they are wanted.
    stores: Vec<Store>,
    read: Store,
    /// The buffers as they are bound, until one grows.
    group: Option<wgpu::BindGroup>,
    /// Size of all buffers: they only grow.
    bytes: u64,
    pub(super) times: KernelTimes,
}

const LENS: usize = 0;
const DIRECTIONS: usize = 1;
const STARTS: usize = 2;
const PEOPLE: usize = 3;
const WALKERS: usize = 4;
const FACES: usize = 5;
const PERCEPTS: usize = 6;
const IMAGES: usize = 7;

impl Kernel {
    /// Compiles the shader; with `images` for whole images too.
    pub(super) fn new(device: Arc<Device>, p: &Vision, camera: &Camera, images: bool) -> Result<Self, String> {
        let shape = Shape::of(camera.columns, camera.rows);
        let source = wgpu::ShaderSource::Wgsl(text(shape, images).into());
        let module = device.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some("see"), source });
        let pipeline = device.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("see"),
            layout: None,
            module: &module,
            entry_point: Some("see"),
            // The shader writes before it reads.
            compilation_options: wgpu::PipelineCompilationOptions {
                zero_initialize_workgroup_memory: false,
                ..wgpu::PipelineCompilationOptions::default()
            },
            cache: None,
        });
        device.check()?;
        let out = STORE.union(Usage::COPY_SRC);
        let usages = [Usage::UNIFORM.union(Usage::COPY_DST), STORE, STORE, STORE, STORE, STORE, out, out];
        let count = if images { IMAGES + 1 } else { IMAGES };
        let mut stores: Vec<Store> = usages[..count].iter().map(|usage| Store::new(&device, *usage)).collect();
        let directions: Vec<[f32; 2]> = camera.ahead.iter().zip(&camera.left).map(|(x, y)| [*x, *y]).collect();
        stores[LENS].fit(&device, size_of::<Lens>() as u64)?;
        stores[DIRECTIONS].write(&device, &directions)?;
        let read = Store::new(&device, Usage::MAP_READ.union(Usage::COPY_DST));
        let lens = lens(p, camera);
        Ok(Self { device, lens, pipeline, stores, read, group: None, bytes: 0, times: KernelTimes::default() })
    }

    /// What the walkers perceive, in their order.
    pub(super) fn perceive(
        &mut self,
        grid: &PeopleGrid,
        walkers: &[WalkerRecord],
        faces: &[FaceRecord],
        mut found: impl FnMut(usize, &PerceptRecord),
    ) -> Result<(), String> {
        if walkers.is_empty() {
            return Ok(());
        }
        let device = self.device.clone();
        let began = Instant::now();
        self.upload(grid, walkers, faces)?;
        let uploaded = Instant::now();
        self.dispatch()?;
        let done = Instant::now();
        self.copy_back(PERCEPTS, (size_of::<PerceptRecord>() * walkers.len()) as u64, |bytes| {
            bytemuck::cast_slice(bytes).iter().enumerate().for_each(|(k, percept)| found(k, percept));
        })?;
        self.times.upload += (uploaded - began).as_secs_f64();
        self.times.dispatch += (done - uploaded).as_secs_f64();
        self.times.read_back += done.elapsed().as_secs_f64();
        device.check()
    }

    fn upload(&mut self, grid: &PeopleGrid, walkers: &[WalkerRecord], faces: &[FaceRecord]) -> Result<(), String> {
        let device = &*self.device;
        self.lens.cell = grid.cell as f32;
        self.lens.cells = [grid.columns as u32, grid.rows as u32];
        self.lens.walkers = walkers.len() as u32;
        self.lens.groups = GROUPS.min(walkers.len() as u32);
        self.stores[LENS].write(device, &[self.lens])?;
        self.stores[STARTS].write(device, &grid.starts)?;
        self.stores[PEOPLE].write(device, &grid.people)?;
        self.stores[WALKERS].write(device, walkers)?;
        self.stores[FACES].write(device, faces)?;
        self.stores[PERCEPTS].fit(device, (size_of::<PerceptRecord>() * walkers.len()) as u64)?;
        let pixels = u64::from(self.lens.columns * self.lens.quads * 4) * walkers.len() as u64;
        self.stores.get_mut(IMAGES).map_or(Ok(()), |images| images.fit(device, 8 * pixels))?;
        let sizes = self.stores.iter().map(|store| store.buffer.size()).sum();
        if std::mem::replace(&mut self.bytes, sizes) != sizes {
            self.group = None;
        }
        device.queue.submit([]);
        device.finish()
    }

    fn dispatch(&mut self) -> Result<(), String> {
        let device = &self.device.device;
        let group = self.group.get_or_insert_with(|| {
            let buffers = self.stores.iter().map(|store| store.buffer.as_entire_binding());
            let entries: Vec<_> =
                buffers.zip(0..).map(|(resource, binding)| wgpu::BindGroupEntry { binding, resource }).collect();
            let layout = self.pipeline.get_bind_group_layout(0);
            device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout: &layout, entries: &entries })
        });
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &*group, &[]);
        pass.dispatch_workgroups(self.lens.groups, self.lens.walkers.div_ceil(self.lens.groups), 1);
        drop(pass);
        self.device.queue.submit([encoder.finish()]);
        self.device.finish()
    }

    /// Gives the first bytes of a buffer to `take`.
    fn copy_back(&mut self, store: usize, bytes: u64, take: impl FnOnce(&[u8])) -> Result<(), String> {
        let device = &*self.device;
        self.read.fit(device, bytes)?;
        let mut encoder = device.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_buffer_to_buffer(&self.stores[store].buffer, 0, &self.read.buffer, 0, bytes);
        device.queue.submit([encoder.finish()]);
        self.read.buffer.map_async(wgpu::MapMode::Read, 0..bytes, |_| ());
        device.finish()?;
        let view = self.read.buffer.get_mapped_range(0..bytes).map_err(|e| e.to_string())?;
        take(&view);
        drop(view);
        self.read.buffer.unmap();
        Ok(())
    }

    /// The images of the last call: depth and number of each pixel, walker by walker, column by column.
    #[cfg(test)]
    pub(super) fn images(&mut self) -> Vec<(f32, u32)> {
        let mut out = Vec::new();
        let pixels = u64::from(self.lens.columns * self.lens.quads * 4) * u64::from(self.lens.walkers);
        let take = |bytes: &[u8]| {
            let pixels: &[[u32; 2]] = bytemuck::cast_slice(bytes);
            out.extend(pixels.iter().map(|[depth, id]| (f32::from_bits(*depth), *id)));
        };
        self.copy_back(IMAGES, 8 * pixels, take).unwrap();
        out
    }
}

/// The parameters for the shader, with the tables of the CPU's camera.
fn lens(p: &Vision, camera: &Camera) -> Lens {
    let mut slope = [STEEP; 4 * SLOPES];
    slope[..camera.rows].copy_from_slice(&camera.slope[..camera.rows]);
    Lens {
        cell: 1.0,
        cells: [1; 2],
        walkers: 0,
        groups: 1,
        columns: camera.columns as u32,
        quads: camera.rows.div_ceil(4) as u32,
        instant: u32::from(p.rate >= 0.5),
        literal: u32::from(p.sets >= 0.5),
        range: p.range,
        edge: [camera.ahead[0], camera.left[0]],
        radius: camera.radius,
        at_eye: camera.at_eye,
        flare: p.person_radius / p.person_height,
        eye: camera.eye,
        a: p.a,
        b: p.b,
        c: p.c,
        pad: 0.0,
        slope,
    }
}
