//! A step takes no memory: what it works with is kept from step to step.

use ambulo::geom::{Point, Polygon, Region};
use ambulo::models::MODELS;
use ambulo::sim::random::{Draw, Purpose};
use ambulo::sim::{AtGoal, Group, Neighbourhood, Setup, Simulation};
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

fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Region {
    Region::from(Polygon::rectangle(x0, y0, x1, y1).unwrap())
}

/// Three hundred people on routes across a hall, to places of their own. It is convex, so nobody is pushed off its
/// route: a new route is the one thing that takes memory, because it is as long as it must be.
fn crowd(model: &str, locomotion: &str, neighbourhood: Option<Neighbourhood>) -> Simulation {
    let hall = rectangle(0.0, 0.0, 40.0, 20.0);
    let mut sim = Simulation::new(Setup { threads: 1, neighbourhood, ..ambulo::models::setup(hall.clone()) }).unwrap();
    let group =
        sim.add_group(&Group { model: model.into(), locomotion: locomotion.into(), ..Group::default() }).unwrap();
    for k in 0..100 {
        let mut draw = Draw::new(1, k, 1, Purpose::Setup);
        let goal = sim.add_goal_at(Point::new(1.0 + draw.unit() * 38.0, 1.0 + draw.unit() * 18.0)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        sim.populate(&hall, group, journey, 3).unwrap();
    }
    sim
}

#[test]
fn a_step_allocates_nothing_whatever_the_model() {
    let mut faults = Vec::new();
    for model in MODELS {
        let kinds = [
            ("point-mass", None),
            ("point-mass", Some(Neighbourhood::Delaunay)),
            ("gait-feedback", None),
            ("footsteps", None),
        ];
        for (locomotion, neighbourhood) in kinds {
            let mut sim = crowd(model.name, locomotion, neighbourhood);
            let mut count = |steps: usize| {
                let before = ASKED.get();
                (0..steps).for_each(|_| {
                    sim.step();
                });
                ASKED.get() - before
            };
            // The first steps make room.
            count(150);
            let asked = count(100);
            // Held people gather a little later, those on planned steps later still: lists of neighbours may find that out after the first steps.
            let late = ["point-mass", "gait-feedback", "footsteps"].iter().position(|l| *l == locomotion).unwrap_or(0);
            // Tables of everybody met grow with the people seen.
            let few = if model.remembers_people { 300 } else { late };
            if asked > few {
                faults.push(format!("{} ({locomotion}, {neighbourhood:?}): {asked} times in 100 steps", model.name));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_counter_counts() {
    let before = ASKED.get();
    drop(std::hint::black_box(vec![1u8; 100]));
    assert_eq!(ASKED.get() - before, 1);
}

#[test]
fn a_frame_of_a_body_allocates_nothing() {
    use ambulo::motion::{AnimatedBody, DVec2, Mediator, Settings, Slides, Vec2, Wish, gait};
    let mediator = Mediator::new(gait::shipped(), Settings::default()).unwrap();
    let mut walker = AnimatedBody::new(&mediator, DVec2::ZERO, 0.0);
    let mut slides = Slides::new(mediator.skeleton());
    let mut at = DVec2::ZERO;
    let before = ASKED.get();
    for frame in 0..500 {
        // Walking, turning, stopping, backwards.
        let velocity = [Vec2::X, Vec2::Y, Vec2::ZERO, Vec2::NEG_X][frame / 25 % 4] * 1.2;
        at += (velocity * 0.04).as_dvec2();
        let wish = Wish { at, velocity, floor: 0.0, dt: 0.04, facing: None };
        mediator.frame(&mut walker, &wish);
        slides.frame(mediator.skeleton(), &walker, &wish);
    }
    assert_eq!(ASKED.get() - before, 0);
}
