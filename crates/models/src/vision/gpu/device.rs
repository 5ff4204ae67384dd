//! The GPU: one for the whole program, opened when the first model asks for it.

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll, Waker};

/// What to do where there is none.
const HELP: &str = "install a Vulkan driver (on a machine without a GPU the package mesa-vulkan-drivers computes in software), or choose \
    perception \"image\", which computes the same images on the CPU";

/// An open device.
pub(super) struct Device {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    /// Name and driver, for reports.
    pub(super) name: String,
    /// The first error since the device was opened.
    error: Arc<Mutex<Option<String>>>,
}

/// The device in use, as long as a model uses it.
static OPEN: Mutex<Weak<Device>> = Mutex::new(Weak::new());

impl Device {
    /// The device of this program.
    pub(super) fn open() -> Result<Arc<Self>, String> {
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(device) = open.upgrade().filter(|device| device.check().is_ok()) {
            return Ok(device);
        }
        let device = Arc::new(Self::new()?);
        *open = Arc::downgrade(&device);
        Ok(device)
    }

    fn new() -> Result<Self, String> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: wgpu::Backends::VULKAN,
            flags: wgpu::InstanceFlags::empty(),
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..wgpu::RequestAdapterOptions::default()
        };
        let adapter = wait(instance.request_adapter(&options)).map_err(|_| format!("Vulkan finds no GPU; {HELP}"))?;
        let info = adapter.get_info();
        let described =
            wgpu::DeviceDescriptor { required_limits: adapter.limits(), ..wgpu::DeviceDescriptor::default() };
        let opened = wait(adapter.request_device(&described));
        let (device, queue) = opened.map_err(|e| format!("{} cannot be opened: {e}; {HELP}", info.name))?;
        let driver = [&info.driver, &info.driver_info].map(|s| s.trim()).join(" ");
        let kind = if info.device_type == wgpu::DeviceType::Cpu { "in software, " } else { "" };
        let name = format!("{} ({kind}Vulkan, {})", info.name, driver.trim());
        let error = Arc::new(Mutex::new(None));
        let (uncaptured, lost) = (error.clone(), error.clone());
        device.on_uncaptured_error(Arc::new(move |e: wgpu::Error| keep_first(&uncaptured, e.to_string())));
        device.set_device_lost_callback(move |reason, message| {
            // Closing it at the end is no loss.
            if reason != wgpu::DeviceLostReason::Destroyed {
                keep_first(&lost, format!("the device was lost: {message}"));
            }
        });
        Ok(Self { device, queue, name, error })
    }

    /// The first error so far.
    pub(super) fn check(&self) -> Result<(), String> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).clone().map_or(Ok(()), Err)
    }

    /// Waits for everything that was submitted.
    pub(super) fn finish(&self) -> Result<(), String> {
        self.device.poll(wgpu::PollType::wait_indefinitely()).map_err(|e| e.to_string())?;
        self.check()
    }
}

fn keep_first(error: &Mutex<Option<String>>, message: String) {
    error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(message);
}

/// The result of a future that is ready at once, as those of this backend are.
fn wait<F: Future>(future: F) -> F::Output {
    let (mut future, mut context) = (pin!(future), Context::from_waker(Waker::noop()));
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        std::thread::yield_now();
    }
}
