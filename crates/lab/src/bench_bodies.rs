//! The benchmark of bodies: what a frame of one walker costs, with all it does: clips, blends, twist, feet.

use crate::Meter;
use ambulo_geom::math;
use ambulo_motion::{AnimatedBody, DVec2, Mediator, MediatorError, MotionFigures, Settings, Slides, Vec2, Wish, gait};
use serde::Serialize;

/// What bodies cost.
///
/// ```
/// let meter = ambulo_lab::Meter { cpu_seconds: || 1.0, bytes: || 0 };
/// let r = ambulo_lab::bench_bodies(20, 2.0, meter).unwrap();
/// assert_eq!(r.frames, 20 * 50);
/// assert!(r.slide_mean_cm < 1.0);
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct BodiesResult {
    /// Walkers.
    pub walkers: usize,
    /// Frames of all walkers.
    pub frames: u64,
    /// Frames per second of the animation.
    pub fps: f64,
    /// Joints of the skeleton.
    pub joints: usize,
    /// Built-in clips.
    pub clips: usize,
    /// Threads.
    pub threads: usize,
    /// A frame of one walker with its pose and feet held, CPU time [us].
    pub micros_per_walker_frame: f64,
    /// The same without holding feet by bending legs [us].
    pub micros_without_foot_lock: f64,
    /// A frame of one walker that is not shown: only where it goes [us].
    pub micros_root_step: f64,
    /// Bytes of one walker's body.
    pub bytes_per_walker: f64,
    /// Slide of a stance, mean [cm].
    pub slide_mean_cm: f64,
    /// Slide that 99 of 100 stances do not exceed [cm].
    pub slide_p99_cm: f64,
    /// From simulated to shown place, mean [mm].
    pub root_deviation_mean_mm: f64,
}

const FPS: f64 = 25.0;

/// Leads so many walkers for so many seconds on one thread, frame by frame over all of them: each walks at its own speed
/// on a winding course, and stops now and then. Figures of the first hundred are measured, outside the measured time.
///
/// ```
/// # let meter = ambulo_lab::Meter { cpu_seconds: || 1.0, bytes: || 0 };
/// assert_eq!(ambulo_lab::bench_bodies(1, 1.0, meter).unwrap().walkers, 1);
/// ```
pub fn bench_bodies(walkers: usize, seconds: f64, meter: Meter) -> Result<BodiesResult, MediatorError> {
    let set = gait::shipped();
    let clips = set.moves.len();
    let mediator = Mediator::new(set.clone(), Settings::default())?;
    let frames = ((seconds * FPS).round() as usize).max(1);
    let bytes = (meter.bytes)();
    let before = crowd(&mediator, walkers);
    let bytes_per_walker = (meter.bytes)().saturating_sub(bytes) as f64 / walkers.max(1) as f64;
    drop(before);
    let all = run(&mediator, walkers, frames, meter, |m, w, wish| {
        m.frame(w, wish);
    });
    let root = run(&mediator, walkers, frames, meter, |m, w, wish| {
        m.advance(w, wish);
    });
    let plain = Mediator::new(set, Settings::without_foot_lock())?;
    let plain = run(&plain, walkers, frames, meter, |m, w, wish| {
        m.frame(w, wish);
    });
    let figures = measure(&mediator, walkers.min(100), frames);
    let count = (walkers * frames) as f64;
    Ok(BodiesResult {
        walkers,
        frames: (walkers * frames) as u64,
        fps: FPS,
        joints: mediator.skeleton().len(),
        clips,
        threads: 1,
        micros_per_walker_frame: 1e6 * all / count,
        micros_without_foot_lock: 1e6 * plain / count,
        micros_root_step: 1e6 * root / count,
        bytes_per_walker,
        slide_mean_cm: figures.slide_mean_cm,
        slide_p99_cm: figures.slide_p99_cm,
        root_deviation_mean_mm: figures.root_deviation_mean_mm,
    })
}

fn crowd(mediator: &Mediator, walkers: usize) -> Vec<AnimatedBody> {
    let body = |i: usize| AnimatedBody::new(mediator, start(i), 0.0).with_phase(i as f32 * 0.618_034);
    (0..walkers).map(body).collect()
}

/// CPU time of all frames [s].
fn run(
    mediator: &Mediator,
    walkers: usize,
    frames: usize,
    meter: Meter,
    work: impl Fn(&Mediator, &mut AnimatedBody, &Wish),
) -> f64 {
    let mut bodies = crowd(mediator, walkers);
    let mut wishes: Vec<Wish> = (0..walkers).map(|i| wish(start(i), Vec2::ZERO)).collect();
    let mut spent = 0.0;
    for frame in 0..frames {
        for (i, w) in wishes.iter_mut().enumerate() {
            step(w, i, frame);
        }
        let begun = (meter.cpu_seconds)();
        for (body, wish) in bodies.iter_mut().zip(&wishes) {
            work(mediator, body, wish);
        }
        spent += (meter.cpu_seconds)() - begun;
    }
    spent
}

fn measure(mediator: &Mediator, walkers: usize, frames: usize) -> MotionFigures {
    let mut slides = Slides::new(mediator.skeleton());
    for (i, mut body) in crowd(mediator, walkers).into_iter().enumerate() {
        let mut w = wish(start(i), Vec2::ZERO);
        for frame in 0..frames {
            step(&mut w, i, frame);
            mediator.frame(&mut body, &w);
            slides.frame(mediator.skeleton(), &body, &w);
        }
        slides.finish();
    }
    slides.figures()
}

fn start(i: usize) -> DVec2 {
    DVec2::new((i % 100) as f64 * 3.0, (i / 100) as f64 * 3.0)
}

fn wish(at: DVec2, velocity: Vec2) -> Wish {
    Wish { at, velocity, floor: 0.0, dt: (1.0 / FPS) as f32, facing: None }
}

fn step(wish: &mut Wish, i: usize, frame: usize) {
    let wanted = direction(i, frame as f64 / FPS);
    // At most 3 m/s2, as people do.
    let change = (wanted - wish.velocity).clamp_length_max(3.0 * wish.dt);
    wish.velocity = if frame == 0 { wanted } else { wish.velocity + change };
    wish.at += wish.velocity.as_dvec2() * f64::from(wish.dt);
}

/// The velocity one walker wants at a time.
fn direction(i: usize, time: f64) -> Vec2 {
    let own = i as f64 * 0.618_034 % 1.0;
    let t = time + 40.0 * own;
    let speed = 0.6 + 1.0 * own + 0.3 * math::sin(0.7 * t);
    // Everybody stands for 2 s of every 12.
    let speed = if t % 12.0 < 2.0 { 0.0 } else { speed };
    let angle = std::f64::consts::TAU * own + 0.9 * math::sin(0.31 * t) + 0.5 * math::sin(1.3 * t);
    Vec2::new((speed * math::cos(angle)) as f32, (speed * math::sin(angle)) as f32)
}
