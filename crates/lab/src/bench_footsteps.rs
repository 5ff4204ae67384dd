//! The benchmark of bodies that follow footsteps: what a frame costs, and what the interpolator costs for a footstep.

use crate::Meter;
use ambulo_models::locomotion::footsteps::claims;
use ambulo_motion::footsteps::{
    Footprint, Footstep, FootstepController, FootstepError, FootstepSettings, SteppingBody,
};
use ambulo_motion::steps::StepLibrary;
use ambulo_motion::{DVec2, Side};
use ambulo_sim::random::{Draw, Purpose};
use serde::Serialize;

/// What following footsteps costs.
///
/// ```
/// let meter = ambulo_lab::Meter { cpu_seconds: || 1.0, bytes: || 0 };
/// let r = ambulo_lab::bench_footsteps(4, 2.0, meter).unwrap();
/// assert_eq!(r.frames, 4 * 50);
/// assert!(r.footsteps > 4 && r.landing_worst_mm < 5.0);
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct FootstepsResult {
    /// Walkers.
    pub walkers: usize,
    /// Frames of all walkers.
    pub frames: u64,
    /// Footsteps of all walkers.
    pub footsteps: u64,
    /// Frames per second of the animation.
    pub fps: f64,
    /// Joints of the skeleton.
    pub joints: usize,
    /// Moves steps are cut out of, and steps.
    pub clips: usize,
    /// Steps of the library.
    pub steps: usize,
    /// Threads.
    pub threads: usize,
    /// A frame of one walker with all that belongs to it, CPU time [us].
    pub micros_per_walker_frame: f64,
    /// The same with a share of 0.3 of the clips chosen by velocity [us].
    pub micros_with_root_share: f64,
    /// The interpolator for one footstep: triangles and bands [us].
    pub micros_interpolator: f64,
    /// Polar gradient bands alone [us].
    pub micros_polar: f64,
    /// Triangulation and barycentric coordinates alone [us].
    pub micros_barycentric: f64,
    /// Bytes of one walker's body.
    pub bytes_per_walker: f64,
    /// Planning footsteps for these walkers, who cross a hall of 3 m² each: CPU time of the whole simulation per walker and second of it [us].
    pub micros_planning_per_second: f64,
    /// How many walkers who plan one core keeps up with at 25 steps of the simulation per second.
    pub planned_at_25_fps: f64,
    /// Farthest a foot landed from where it was asked to [mm].
    pub landing_worst_mm: f64,
}

const FPS: f64 = 25.0;
/// Questions put to the interpolator.
const QUESTIONS: usize = 200_000;
/// Footsteps a walker is given at once.
const AHEAD: usize = 4;

/// Leads so many walkers over footsteps for so many seconds on one thread, frame by frame over all of them: each walks with
/// steps of its own length and breadth on a winding course.
///
/// ```
/// # let meter = ambulo_lab::Meter { cpu_seconds: || 1.0, bytes: || 0 };
/// assert_eq!(ambulo_lab::bench_footsteps(1, 1.0, meter).unwrap().walkers, 1);
/// ```
pub fn bench_footsteps(walkers: usize, seconds: f64, meter: Meter) -> Result<FootstepsResult, FootstepError> {
    let library = StepLibrary::shipped();
    let controller = FootstepController::new(library.clone(), FootstepSettings::default())?;
    let mixed =
        FootstepController::new(library.clone(), FootstepSettings { root_share: 0.3, ..*controller.settings() })?;
    let frames = ((seconds * FPS).round() as usize).max(1);
    let bytes = (meter.bytes)();
    let crowd: Result<Vec<Course>, _> = (0..walkers).map(|i| Course::new(&controller, i)).collect();
    let bytes_per_walker = (meter.bytes)().saturating_sub(bytes) as f64 / walkers.max(1) as f64;
    drop(crowd);
    let all = run(&controller, walkers, frames, meter)?;
    let with_root = run(&mixed, walkers, frames, meter)?;
    let count = (walkers * frames) as f64;
    let [polar, barycentric, both] = interpolator(&controller, meter);
    let planning = planning(walkers, seconds, meter);
    Ok(FootstepsResult {
        walkers,
        frames: (walkers * frames) as u64,
        footsteps: all.footsteps,
        fps: FPS,
        joints: controller.skeleton().len(),
        clips: library.clips().len(),
        steps: library.steps().len(),
        threads: 1,
        micros_per_walker_frame: 1e6 * all.seconds / count,
        micros_with_root_share: 1e6 * with_root.seconds / count,
        micros_interpolator: both,
        micros_polar: polar,
        micros_barycentric: barycentric,
        bytes_per_walker,
        micros_planning_per_second: 1e6 * planning * FPS,
        planned_at_25_fps: 1.0 / (planning * FPS).max(1e-12),
        landing_worst_mm: 1e3 * all.landing,
    })
}

/// CPU time of one step of the simulation per walker who plans footsteps [s], all on one thread.
fn planning(walkers: usize, seconds: f64, meter: Meter) -> f64 {
    let (region, trips) = claims::crowd(walkers.max(1) as u32);
    let mut sim = claims::begin(region, "social-force", &[], 1, &trips);
    let begun = (meter.cpu_seconds)();
    while sim.report().time < seconds {
        sim.step();
    }
    ((meter.cpu_seconds)() - begun) / sim.report().agent_steps.max(1) as f64
}

/// A body and where its course goes on.
struct Course {
    body: SteppingBody,
    walker: usize,
    made: usize,
    time: f64,
    at: DVec2,
    heading: f64,
}

impl Course {
    fn new(controller: &FootstepController, walker: usize) -> Result<Self, FootstepError> {
        let at = DVec2::new((walker % 100) as f64 * 3.0, (walker / 100) as f64 * 3.0);
        let print = |left: f64| Footprint { at: [at.x, at.y + left, 0.0], heading: 0.0 };
        let body = controller.begin([print(0.09), print(-0.09)], 0.0)?;
        let time = 0.1 + (walker as f64 * 0.618_034) % 1.0 * 0.5;
        Ok(Self { body, walker, made: 0, time, at, heading: 0.0 })
    }

    /// Keeps a few footsteps waiting.
    fn plan(&mut self, controller: &FootstepController) -> Result<(), FootstepError> {
        while self.body.waiting() < AHEAD {
            let mut draw = Draw::new(self.walker as u64, self.made as u32, 3, Purpose::Setup);
            let mut number = |low: f64, high: f64| low + (high - low) * draw.unit();
            let (length, aside, turn) = (number(0.35, 0.75), number(0.05, 0.14), number(-0.15, 0.15));
            self.heading += turn;
            let (sin, cos) = (ambulo_geom::math::sin(self.heading), ambulo_geom::math::cos(self.heading));
            self.at += length * DVec2::new(cos, sin);
            let side = if self.made.is_multiple_of(2) { Side::Left } else { Side::Right };
            let out = if side == Side::Left { aside } else { -aside };
            let lasts = 0.45 + 0.15 * length;
            let at = [self.at.x - sin * out, self.at.y + cos * out, 0.0];
            let (lift, land) = (self.time + 0.08, self.time + lasts);
            controller.push(&mut self.body, Footstep::new(side, at, self.heading, lift, land))?;
            (self.time, self.made) = (land, self.made + 1);
        }
        Ok(())
    }
}

struct Ran {
    seconds: f64,
    footsteps: u64,
    landing: f64,
}

fn run(controller: &FootstepController, walkers: usize, frames: usize, meter: Meter) -> Result<Ran, FootstepError> {
    let mut crowd: Vec<Course> = (0..walkers).map(|i| Course::new(controller, i)).collect::<Result<_, _>>()?;
    let mut ran = Ran { seconds: 0.0, footsteps: 0, landing: 0.0 };
    for frame in 0..frames {
        for course in &mut crowd {
            course.plan(controller)?;
        }
        let begun = (meter.cpu_seconds)();
        for course in &mut crowd {
            controller.frame(&mut course.body, frame as f64 / FPS);
        }
        ran.seconds += (meter.cpu_seconds)() - begun;
        for course in &crowd {
            let report = course.body.last_step();
            ran.landing = ran.landing.max((report.landed - report.asked).length());
        }
    }
    ran.footsteps = crowd.iter().map(|c| c.body.steps_begun() as u64).sum();
    Ok(ran)
}

/// CPU time of the bands, of the triangulation and of the whole interpolator for one footstep [us].
fn interpolator(controller: &FootstepController, meter: Meter) -> [f64; 3] {
    let mut scratch = vec![0.0; controller.bands().len()];
    let asked: Vec<(DVec2, DVec2)> = (0..QUESTIONS as u64)
        .map(|k| {
            let mut draw = Draw::new(1, k as u32, 5, Purpose::Setup);
            let mut number = |low: f64, high: f64| low + (high - low) * draw.unit();
            let target = DVec2::new(number(-0.3, 1.2), number(-0.05, 0.3));
            (target, DVec2::new(number(-0.5, 1.8), number(-0.4, 0.4)))
        })
        .collect();
    let mut used = 0.0;
    let mut time = |work: &mut dyn FnMut(DVec2, DVec2) -> f64| {
        let begun = (meter.cpu_seconds)();
        for &(target, velocity) in &asked {
            used += work(target, velocity);
        }
        1e6 * ((meter.cpu_seconds)() - begun) / asked.len() as f64
    };
    let polar = time(&mut |_, velocity| {
        controller.bands().weigh(velocity, &mut scratch);
        scratch[0]
    });
    let mut near = 0;
    let barycentric = time(&mut |target, _| {
        let found = controller.landings(Side::Left).locate(target, near);
        near = found.and_then(|c| c.triangle).unwrap_or(0);
        found.map_or(0.0, |c| c.weights[0])
    });
    let both = time(&mut |target, velocity| {
        let found = controller.parts(Side::Left, target, velocity, near, &mut scratch);
        near = found.and_then(|p| p.triangle).unwrap_or(0);
        found.map_or(0.0, |p| p.landing.x)
    });
    // What was asked for is used, so that it is not left out.
    if used.is_nan() { [f64::NAN; 3] } else { [polar, barycentric, both] }
}
