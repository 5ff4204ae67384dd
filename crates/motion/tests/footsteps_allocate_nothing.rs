//! A frame of a body that follows footsteps takes no memory, whether a step begins in it or not.

use ambulo_motion::footsteps::{FootstepController, FootstepSettings, courses};
use ambulo_motion::steps::StepLibrary;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts what this thread asks for.
struct Counting;

thread_local! {
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: everything is done by the system's allocator.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ASKED.set(ASKED.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ASKED.set(ASKED.get() + 1);
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn a_frame_allocates_nothing() {
    for root_share in [0.0, 0.4] {
        let settings = FootstepSettings { root_share, ..FootstepSettings::default() };
        let controller = FootstepController::new(StepLibrary::shipped().clone(), settings).unwrap();
        for course in courses() {
            let mut body = controller.begin(course.begin, 0.0).unwrap();
            let before = ASKED.get();
            for step in &course.steps {
                controller.push(&mut body, *step).unwrap();
            }
            let last = course.steps.last().unwrap().land + 1.0;
            for frame in 0..(last * 25.0) as usize {
                controller.frame(&mut body, frame as f64 / 25.0);
            }
            assert_eq!(ASKED.get(), before, "{} with a root share of {root_share}", course.name);
            assert_eq!(body.steps_begun(), course.steps.len());
        }
    }
}
