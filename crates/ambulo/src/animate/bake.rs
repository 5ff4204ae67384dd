//! From trajectories to frames: every body is led along its own trajectory, several at a time, and handed on in order.

use super::place::SiteGround;
use super::trajectory::Trajectory;
use super::troupe::LedBody;
use ambulo_motion::export::Baked;
use ambulo_motion::footsteps::{FootstepController, FootstepRow, StepFigures};
use ambulo_motion::{AnimatedBody, DVec2, SeenMotion, Slides, ValueStats, Wish};
use std::time::Instant;

/// One walker to be led: its trajectory and its frames.
#[derive(Clone, Debug)]
pub struct Lead {
    /// Who.
    pub id: u32,
    /// Which of the mediators leads it.
    pub body: usize,
    /// The footsteps it follows, instead of the trajectory, if it has some.
    pub steps: Vec<FootstepRow>,
    /// The trajectory.
    pub path: Trajectory,
    /// Its first frame in the scene, and how many.
    pub first: usize,
    pub frames: usize,
}

/// When frames are.
#[derive(Clone, Copy, Debug)]
pub struct FrameClock {
    /// Time of frame 0 [s].
    pub from: f64,
    pub fps: f64,
}

impl FrameClock {
    pub fn time(&self, frame: usize) -> f64 {
        self.from + frame as f64 / self.fps
    }
}

/// Walkers led at once by each thread: enough that threads wait little, few enough that frames fit into memory.
const EACH: usize = 8;

struct BakeWorkspace {
    baked: Baked,
    slides: Slides,
    seen: SeenMotion,
    seconds: ValueStats,
    footsteps: StepFigures,
}

/// What was measured.
pub struct Led {
    pub slides: Slides,
    pub seen: SeenMotion,
    /// Time the mediator took for each frame [s].
    pub seconds: ValueStats,
    pub frames: u64,
    /// How well footsteps were followed.
    pub footsteps: StepFigures,
}

/// Where bodies walk: what is subtracted from their places, and the floor.
pub struct BodyGround {
    pub origin: DVec2,
    pub floor: SiteGround,
}

/// How far shoulders are turned to pass another walker closely [rad].
const SHOULDERS: f32 = 0.55;

/// Leads all walkers and gives the frames of each to `take`, in order. The assignment to threads changes no bit.
pub fn lead<E>(
    bodies: &[LedBody],
    leads: &[Lead],
    clock: FrameClock,
    ground: &BodyGround,
    threads: usize,
    mut take: impl FnMut(&Lead, &Baked) -> Result<(), E>,
) -> Result<Led, E> {
    // Nobody calls this without walkers, and each has one.
    let skeleton = bodies[0].mediator.skeleton();
    let joints = skeleton.len();
    let workspace = || BakeWorkspace {
        baked: Baked::new(joints),
        slides: Slides::new(skeleton),
        seen: SeenMotion::new(clock.fps),
        seconds: ValueStats::default(),
        footsteps: StepFigures::default(),
    };
    let moments = Moments::new(leads, clock.fps);
    let mut workspaces: Vec<BakeWorkspace> = (0..(threads * EACH).min(leads.len())).map(|_| workspace()).collect();
    let (slides, seen) = (Slides::new(skeleton), SeenMotion::new(clock.fps));
    let footsteps = StepFigures::default();
    let mut led = Led { slides, seen, seconds: ValueStats::default(), frames: 0, footsteps };
    for batch in leads.chunks(workspaces.len().max(1)) {
        let work = |(lead, workspace): (&Lead, &mut BakeWorkspace)| {
            let body = &bodies[lead.body];
            let skeleton = body.mediator.skeleton();
            match workspace.baked.joints() == skeleton.len() {
                true => workspace.baked.clear(),
                false => workspace.baked = Baked::new(skeleton.len()),
            }
            (workspace.slides, workspace.seconds) = (Slides::new(skeleton), ValueStats::default());
            (workspace.seen, workspace.footsteps) = (SeenMotion::new(clock.fps), StepFigures::default());
            walk(body, lead, clock, ground, moments, workspace);
        };
        share(threads, batch, &mut workspaces, work);
        for (lead, workspace) in batch.iter().zip(&workspaces) {
            take(lead, &workspace.baked)?;
            led.slides.merge(&workspace.slides);
            led.seen.merge(&workspace.seen);
            led.seconds.merge(&workspace.seconds);
            led.footsteps.merge(&workspace.footsteps);
            led.frames += lead.frames as u64;
        }
    }
    Ok(led)
}

/// Every walker and its workspace to one of the threads.
fn share(
    threads: usize,
    batch: &[Lead],
    workspaces: &mut [BakeWorkspace],
    work: impl Fn((&Lead, &mut BakeWorkspace)) + Sync,
) {
    let pairs = batch.iter().zip(workspaces.iter_mut());
    if threads <= 1 || cfg!(not(feature = "parallel")) {
        return pairs.for_each(work);
    }
    let mut hands: Vec<Vec<_>> = (0..threads).map(|_| Vec::new()).collect();
    pairs.enumerate().for_each(|(i, pair)| hands[i % threads].push(pair));
    std::thread::scope(|scope| {
        for hand in hands {
            scope.spawn(|| hand.into_iter().for_each(&work));
        }
    });
}

/// The frames at which torsos are compared.
#[derive(Clone, Copy, Debug)]
struct Moments {
    /// Frames between two of them.
    every: f64,
}

/// Torsos are compared this often [s], less often where that would be more than so many.
const MOMENT: f64 = 0.2;
const MOST_TORSOS: f64 = 2e6;

impl Moments {
    fn new(leads: &[Lead], fps: f64) -> Self {
        let frames: usize = leads.iter().map(|lead| lead.frames).sum();
        let torsos = frames as f64 / (MOMENT * fps).max(1.0);
        Self { every: (MOMENT * fps).max(1.0) * (torsos / MOST_TORSOS).ceil().max(1.0) }
    }

    fn at(self, frame: usize) -> Option<u32> {
        let number = (frame as f64 / self.every).round();
        ((number * self.every).round() as usize == frame).then_some(number as u32)
    }
}

fn walk(
    body: &LedBody,
    lead: &Lead,
    clock: FrameClock,
    ground: &BodyGround,
    moments: Moments,
    workspace: &mut BakeWorkspace,
) {
    if let (Some(stepping), false) = (&body.stepping, lead.steps.is_empty()) {
        return step_along(body, stepping, lead, clock, ground, moments, workspace);
    }
    let mediator = &body.mediator;
    let dt = 1.0 / clock.fps;
    let start = lead.path.at(clock.time(lead.first));
    // A frame before its first place, so that the first frame is there.
    let before = start.at - start.velocity.as_dvec2() * dt;
    let mut walker = AnimatedBody::new(mediator, before, lead.path.heading()).with_phase(phase(lead.id));
    for frame in lead.first..lead.first + lead.frames {
        let time = clock.time(frame);
        let now = lead.path.smooth_at(time);
        walker.set_shoulders(SHOULDERS * lead.path.close_at(time));
        let facing = lead.path.facing_at(time);
        let wish = Wish { at: now.at, velocity: now.velocity, floor: now.floor, dt: dt as f32, facing };
        let begun = Instant::now();
        let placement = mediator.frame_on(&mut walker, &wish, &ground.floor);
        workspace.seconds.add(begun.elapsed().as_secs_f64());
        // The deviation is measured against the recorded trajectory, not against the smoothed one.
        let recorded = Wish { at: lead.path.at(time).at, ..wish };
        workspace.slides.frame(mediator.skeleton(), &walker, &recorded);
        let shown = (mediator.skeleton(), &body.skin);
        workspace.seen.frame(shown, &walker, &ground.floor, moments.at(frame), ground.origin);
        workspace.baked.push(ground.origin, &placement, walker.hips(), walker.rotations());
        workspace.baked.stepping(walker.contacts(), walker.phase());
    }
    workspace.slides.finish();
    workspace.seen.finish();
}

/// The same along footsteps.
fn step_along(
    body: &LedBody,
    stepping: &FootstepController,
    lead: &Lead,
    clock: FrameClock,
    ground: &BodyGround,
    moments: Moments,
    workspace: &mut BakeWorkspace,
) {
    let skeleton = body.mediator.skeleton();
    // What is measured is measured on a body of the mediator: here it only shows what the other controller made.
    let mut walker = AnimatedBody::new(&body.mediator, lead.path.at(clock.time(lead.first)).at, 0.0);
    let mut frame = lead.first;
    let mut begun = Instant::now();
    let followed = stepping.follow(&lead.steps, clock.time(lead.first), clock.fps, lead.frames, |stepped| {
        workspace.seconds.add(begun.elapsed().as_secs_f64());
        let time = clock.time(frame);
        let (now, placement) = (lead.path.at(time), stepped.placement());
        walker.show(
            &placement,
            stepped.hips(),
            stepped.rotations(),
            stepped.contacts(),
            stepped.floor_below(),
            stepped.phase(),
        );
        let dt = (1.0 / clock.fps) as f32;
        let recorded = Wish { at: now.at, velocity: now.velocity, floor: now.floor, dt, facing: None };
        workspace.slides.frame(skeleton, &walker, &recorded);
        workspace.seen.frame((skeleton, &body.skin), &walker, &ground.floor, moments.at(frame), ground.origin);
        workspace.baked.push(ground.origin, &placement, stepped.hips(), stepped.rotations());
        workspace.baked.stepping(stepped.contacts(), stepped.phase());
        frame += 1;
        begun = Instant::now();
    });
    workspace.slides.finish();
    workspace.seen.finish();
    // Rows were checked before, so that there is nothing they could be refused for.
    workspace.footsteps = followed.unwrap_or_default();
}

/// Where in its stride a walker begins: even shares of the golden ratio, so that neighbours are never in step.
pub fn phase(id: u32) -> f32 {
    id.wrapping_mul(2_654_435_769) as f32 / 4_294_967_296.0
}
