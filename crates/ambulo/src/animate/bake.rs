//! From trajectories to frames: every body is led along its own trajectory, several at a time, and handed on in order.

use super::place::SiteGround;
use super::room::{LeansAside, RoomMoments};
use super::trajectory::Trajectory;
use super::troupe::{Leader, LedBody};
use ambulo_motion::body::{RollingBody, Wheelchair};
use ambulo_motion::export::Baked;
use ambulo_motion::footsteps::{FootstepController, FootstepRow, StepFigures};
use ambulo_motion::{AnimatedBody, DVec2, Mediator, SeenMotion, Slides, TorsoOutline, ValueStats, Vec2, Wish};
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

/// How often all walk unseen at most, and how deep torsos are in each other where they walk a second time [m].
const REHEARSALS: usize = 2;
const DEEP: f32 = 0.03;

/// How far shoulders are turned to pass another walker closely [rad].
const SHOULDERS: f32 = 0.55;

/// Leads all walkers and gives the frames of each to `take`, in order; before, `rehearses` is asked time and again whether to go on. The assignment to threads changes no bit.
pub fn lead<E>(
    bodies: &[LedBody],
    leads: &[Lead],
    clock: FrameClock,
    ground: &BodyGround,
    threads: usize,
    mut rehearses: impl FnMut() -> Result<(), E>,
    mut take: impl FnMut(&Lead, &Baked) -> Result<(), E>,
) -> Result<Led, E> {
    // Nobody calls this without walkers, and each has one.
    let skeleton = bodies[0].measured();
    let joints = bodies[0].skeleton().len();
    let workspace = || BakeWorkspace {
        baked: Baked::new(joints),
        slides: Slides::new(skeleton),
        seen: SeenMotion::new(clock.fps),
        seconds: ValueStats::default(),
        footsteps: StepFigures::default(),
    };
    let moments = Moments::new(leads, clock.fps);
    let leans = rehearsed(bodies, leads, clock, (ground, threads), &mut rehearses)?;
    let mut workspaces: Vec<BakeWorkspace> = (0..(threads * EACH).min(leads.len())).map(|_| workspace()).collect();
    let (slides, seen) = (Slides::new(skeleton), SeenMotion::new(clock.fps));
    let footsteps = StepFigures::default();
    let mut led = Led { slides, seen, seconds: ValueStats::default(), frames: 0, footsteps };
    let size = workspaces.len().max(1);
    for (number, batch) in leads.chunks(size).enumerate() {
        let work = |k: usize, lead: &Lead, workspace: &mut BakeWorkspace| {
            let body = &bodies[lead.body];
            let joints = body.skeleton().len();
            match workspace.baked.joints() == joints {
                true => workspace.baked.clear(),
                false => workspace.baked = Baked::new(joints),
            }
            (workspace.slides, workspace.seconds) = (Slides::new(body.measured()), ValueStats::default());
            (workspace.seen, workspace.footsteps) = (SeenMotion::new(clock.fps), StepFigures::default());
            match &body.leader {
                Leader::Walks(mediator) => {
                    let lean = |frame| leans.at(number * size + k, frame);
                    bake((mediator, body), lead, clock, ground, moments, lean, workspace);
                }
                Leader::Rolls(chair) => roll((chair, body), lead, clock, ground, moments, workspace),
            }
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

/// All walk once unseen: where their torsos would be in each other they will lean aside.
fn rehearsed<E>(
    bodies: &[LedBody],
    leads: &[Lead],
    clock: FrameClock,
    (ground, threads): (&BodyGround, usize),
    rehearses: &mut impl FnMut() -> Result<(), E>,
) -> Result<LeansAside, E> {
    let Some(moments) = RoomMoments::new(leads, clock).filter(|_| leads.len() > 1) else {
        return Ok(LeansAside::default());
    };
    let mut leans = LeansAside::default();
    let mut outlines: Vec<Vec<TorsoOutline>> = vec![Vec::new(); leads.len()];
    // A body that leans is elsewhere than its outline was moved to, since its spine bends: a second time shows by how much.
    for time in 0..REHEARSALS {
        let work = |k: usize, lead: &Lead, outlines: &mut Vec<TorsoOutline>| {
            let body = &bodies[lead.body];
            // Wheelchairs keep to their lane, and plans of footsteps are made by others.
            let Leader::Walks(mediator) = &body.leader else { return };
            if !lead.steps.is_empty() || (time > 0 && !leans.any(k)) {
                return;
            }
            outlines.clear();
            let lean = |frame| leans.at(k, frame);
            walk(mediator, lead, clock, ground, lean, |frame, walker, _, _| {
                let Some(moment) = moments.at(frame) else { return };
                outlines.extend(body.skin.outline(mediator.skeleton(), walker, moment, ground.origin));
            });
        };
        let size = threads.max(1);
        for (number, (leads, outlines)) in leads.chunks(size).zip(outlines.chunks_mut(size)).enumerate() {
            share(threads, leads, outlines, |k, lead, outlines| work(number * size + k, lead, outlines));
            rehearses()?;
        }
        let (more, deepest) = leans.and_between(&outlines, moments, ground);
        leans = more;
        if deepest < DEEP {
            break;
        }
    }
    Ok(leans)
}

/// Every walker and its workspace to one of the threads.
fn share<W: Send>(threads: usize, batch: &[Lead], workspaces: &mut [W], work: impl Fn(usize, &Lead, &mut W) + Sync) {
    let pairs = batch.iter().zip(workspaces.iter_mut()).enumerate();
    if threads <= 1 || cfg!(not(feature = "parallel")) {
        return pairs.for_each(|(k, (lead, workspace))| work(k, lead, workspace));
    }
    let mut hands: Vec<Vec<_>> = (0..threads).map(|_| Vec::new()).collect();
    pairs.for_each(|(k, pair)| hands[k % threads].push((k, pair)));
    std::thread::scope(|scope| {
        for hand in hands {
            scope.spawn(|| hand.into_iter().for_each(|(k, (lead, workspace))| work(k, lead, workspace)));
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

/// Leads one body through all its frames. `lean` says how far it leans aside in each; `each` sees them, with the wish it
/// answered and how long that took [s].
fn walk(
    mediator: &Mediator,
    lead: &Lead,
    clock: FrameClock,
    ground: &BodyGround,
    lean: impl Fn(usize) -> Vec2,
    mut each: impl FnMut(usize, &AnimatedBody, &Wish, f64),
) {
    let dt = 1.0 / clock.fps;
    let start = lead.path.at(clock.time(lead.first));
    // A frame before its first place, so that the first frame is there.
    let before = start.at - start.velocity.as_dvec2() * dt;
    let mut walker = AnimatedBody::new(mediator, before, lead.path.heading()).with_phase(phase(lead.id));
    for frame in lead.first..lead.first + lead.frames {
        let time = clock.time(frame);
        let now = lead.path.smooth_at(time);
        walker.set_shoulders(SHOULDERS * lead.path.close_at(time));
        walker.set_lean(lean(frame));
        walker.set_ahead(Some(lead.path.ahead_at(time)));
        let facing = lead.path.facing_at(time);
        let wish = Wish { at: now.at, velocity: now.velocity, floor: now.floor, dt: dt as f32, facing };
        let begun = Instant::now();
        mediator.frame_on(&mut walker, &wish, &ground.floor);
        let took = begun.elapsed().as_secs_f64();
        each(frame, &walker, &wish, took);
    }
}

/// Leads one body, keeps its frames and measures them.
fn bake(
    (mediator, body): (&Mediator, &LedBody),
    lead: &Lead,
    clock: FrameClock,
    ground: &BodyGround,
    moments: Moments,
    lean: impl Fn(usize) -> Vec2,
    workspace: &mut BakeWorkspace,
) {
    if let (Some(stepping), false) = (&body.stepping, lead.steps.is_empty()) {
        return step_along((stepping, mediator, body), lead, clock, ground, moments, workspace);
    }
    let skeleton = mediator.skeleton();
    walk(mediator, lead, clock, ground, lean, |frame, walker, wish, took| {
        workspace.seconds.add(took);
        // The deviation is measured against the recorded trajectory, not against the smoothed one.
        let recorded = Wish { at: lead.path.at(clock.time(frame)).at, ..*wish };
        workspace.slides.frame(skeleton, walker, &recorded);
        workspace.seen.frame((skeleton, &body.skin), walker, &ground.floor, moments.at(frame), ground.origin);
        workspace.baked.push(ground.origin, &walker.placement(), walker.hips(), walker.rotations());
        workspace.baked.stepping(walker.contacts(), walker.phase());
        workspace.baked.plays(mediator.playing(walker).0);
    });
    workspace.slides.finish();
    workspace.seen.finish();
}

/// The same on wheels: no foot stands, so that only the person's place, back and torso are measured.
fn roll(
    (chair, body): (&Wheelchair, &LedBody),
    lead: &Lead,
    clock: FrameClock,
    ground: &BodyGround,
    moments: Moments,
    workspace: &mut BakeWorkspace,
) {
    let dt = 1.0 / clock.fps;
    let start = lead.path.at(clock.time(lead.first));
    let before = start.at - start.velocity.as_dvec2() * dt;
    let mut rolling = RollingBody::new(chair, before, lead.path.heading()).with_phase(phase(lead.id));
    let skeleton = &chair.person().skeleton;
    for frame in lead.first..lead.first + lead.frames {
        let time = clock.time(frame);
        let now = lead.path.smooth_at(time);
        let facing = lead.path.facing_at(time);
        let wish = Wish { at: now.at, velocity: now.velocity, floor: now.floor, dt: dt as f32, facing };
        let begun = Instant::now();
        let placement = rolling.frame_on(chair, &wish, &ground.floor);
        workspace.seconds.add(begun.elapsed().as_secs_f64());
        let recorded = Wish { at: lead.path.at(time).at, ..wish };
        workspace.slides.frame(skeleton, rolling.seated(), &recorded);
        let shown = (skeleton, &body.skin);
        workspace.seen.frame(shown, rolling.seated(), &ground.floor, moments.at(frame), ground.origin);
        workspace.baked.push(ground.origin, &placement, rolling.hips(), rolling.rotations());
        workspace.baked.stepping([false; 2], rolling.phase());
        workspace.baked.plays(if rolling.rolls() { "roll" } else { "sit" });
    }
    workspace.slides.finish();
    workspace.seen.finish();
}

/// The same along footsteps.
fn step_along(
    (stepping, mediator, body): (&FootstepController, &Mediator, &LedBody),
    lead: &Lead,
    clock: FrameClock,
    ground: &BodyGround,
    moments: Moments,
    workspace: &mut BakeWorkspace,
) {
    let skeleton = mediator.skeleton();
    // What is measured is measured on a body of the mediator: here it only shows what the other controller made.
    let mut walker = AnimatedBody::new(mediator, lead.path.at(clock.time(lead.first)).at, 0.0);
    let mut frame = lead.first;
    let mut begun = Instant::now();
    let frames = (clock.time(lead.first), clock.fps, lead.frames);
    let recorded = |time| Some(lead.path.at(time).at);
    let followed = stepping.follow(&lead.steps, frames, recorded, |stepped| {
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
        workspace.baked.plays("footsteps");
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
