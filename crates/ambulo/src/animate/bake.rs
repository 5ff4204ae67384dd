//! From trajectories to frames: every body is led along its own trajectory, several at a time, and handed on in order.

use super::place::Grades;
use super::trajectory::Trajectory;
use ambulo_motion::export::Baked;
use ambulo_motion::{AnimatedBody, DVec2, Mediator, Slides, ValueStats, Vec2, Wish};
use std::time::Instant;

/// One walker to be led: its trajectory and its frames.
#[derive(Clone, Debug)]
pub struct Lead {
    /// Who.
    pub id: u32,
    /// Which of the mediators leads it.
    pub body: usize,
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
    seconds: ValueStats,
}

/// What was measured.
pub struct Led {
    pub slides: Slides,
    /// Time the mediator took for each frame [s].
    pub seconds: ValueStats,
    pub frames: u64,
}

/// Where bodies walk: what is subtracted from their places, and how the floor leans.
pub struct BodyGround {
    pub origin: DVec2,
    pub grades: Grades,
}

/// Time in which feet take up another slope [s]: half a step, so that none jumps at the foot of stairs.
const TAKES_UP: f32 = 0.15;

/// Less is level [m/m].
const LEVEL: f32 = 1e-3;

/// Leads all walkers and gives the frames of each to `take`, in order. The assignment to threads changes no bit.
pub fn lead<E>(
    mediators: &[Mediator],
    leads: &[Lead],
    clock: FrameClock,
    ground: &BodyGround,
    threads: usize,
    mut take: impl FnMut(&Lead, &Baked) -> Result<(), E>,
) -> Result<Led, E> {
    // Nobody calls this without walkers, and each has one.
    let mediator = &mediators[0];
    let joints = mediator.skeleton().len();
    let workspace = || BakeWorkspace {
        baked: Baked::new(joints),
        slides: Slides::new(mediator.skeleton()),
        seconds: ValueStats::default(),
    };
    let mut workspaces: Vec<BakeWorkspace> = (0..(threads * EACH).min(leads.len())).map(|_| workspace()).collect();
    let mut led = Led { slides: Slides::new(mediator.skeleton()), seconds: ValueStats::default(), frames: 0 };
    for batch in leads.chunks(workspaces.len().max(1)) {
        let work = |(lead, workspace): (&Lead, &mut BakeWorkspace)| {
            let mediator = &mediators[lead.body];
            match workspace.baked.joints() == mediator.skeleton().len() {
                true => workspace.baked.clear(),
                false => workspace.baked = Baked::new(mediator.skeleton().len()),
            }
            (workspace.slides, workspace.seconds) = (Slides::new(mediator.skeleton()), ValueStats::default());
            walk(mediator, lead, clock, ground, workspace);
        };
        share(threads, batch, &mut workspaces, work);
        for (lead, workspace) in batch.iter().zip(&workspaces) {
            take(lead, &workspace.baked)?;
            led.slides.merge(&workspace.slides);
            led.seconds.merge(&workspace.seconds);
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

fn walk(mediator: &Mediator, lead: &Lead, clock: FrameClock, ground: &BodyGround, workspace: &mut BakeWorkspace) {
    let dt = 1.0 / clock.fps;
    let start = lead.path.at(clock.time(lead.first));
    // A frame before its first place, so that the first frame is there.
    let before = start.at - start.velocity.as_dvec2() * dt;
    let mut walker = AnimatedBody::new(mediator, before, lead.path.heading()).with_phase(phase(lead.id));
    let mut grade = ground.grades.below((start.at, start.floor), (start.at, start.floor)).unwrap_or_default().1;
    for frame in lead.first..lead.first + lead.frames {
        let now = lead.path.smooth_at(clock.time(frame));
        let here = walker.placement();
        let below = ground.grades.below((now.at, now.floor), (here.at, here.floor));
        let (height, rise) = below.unwrap_or((now.floor, Vec2::ZERO));
        grade += (rise - grade) * (dt as f32 / TAKES_UP).min(1.0);
        if rise == Vec2::ZERO && grade.length() < LEVEL {
            grade = Vec2::ZERO;
        }
        walker.set_grade(grade);
        // The gradient is taken where the walker is recorded, and applied where the body is.
        let floor = height - grade.dot((here.at - now.at).as_vec2());
        let wish = Wish { at: now.at, velocity: now.velocity, floor, dt: dt as f32, facing: None };
        let begun = Instant::now();
        let placement = mediator.frame(&mut walker, &wish);
        workspace.seconds.add(begun.elapsed().as_secs_f64());
        // The deviation is measured against the recorded trajectory, not against the smoothed one.
        let recorded = Wish { at: lead.path.at(clock.time(frame)).at, ..wish };
        workspace.slides.frame(mediator.skeleton(), &walker, &recorded);
        workspace.baked.push(ground.origin, &placement, walker.hips(), walker.rotations());
        workspace.baked.stepping(walker.contacts(), walker.phase());
    }
    workspace.slides.finish();
}

/// Where in its stride a walker begins: even shares of the golden ratio, so that neighbours are never in step.
pub fn phase(id: u32) -> f32 {
    id.wrapping_mul(2_654_435_769) as f32 / 4_294_967_296.0
}
