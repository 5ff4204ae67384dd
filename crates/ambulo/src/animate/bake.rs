//! From ways to frames: every walker is led along its own way, several at a time, and handed on in order.

use super::path::Path;
use super::place::Grades;
use ambulo_motion::export::Baked;
use ambulo_motion::{DVec2, Mediator, Slides, Spread, Vec2, Walker, Wish};
use std::time::Instant;

/// One walker to be led: its way and its frames.
#[derive(Clone, Debug)]
pub struct Lead {
    /// Who.
    pub id: u32,
    /// The way.
    pub path: Path,
    /// Its first frame in the scene, and how many.
    pub first: usize,
    pub frames: usize,
}

/// When frames are.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Time of frame 0 [s].
    pub from: f64,
    pub fps: f64,
}

impl Clock {
    pub fn time(&self, frame: usize) -> f64 {
        self.from + frame as f64 / self.fps
    }
}

/// Walkers led at once by each thread: enough that threads wait little, few enough that frames fit into memory.
const EACH: usize = 8;

struct Desk {
    baked: Baked,
    slides: Slides,
    seconds: Spread,
}

/// What was found on the way.
pub struct Led {
    pub slides: Slides,
    /// Time the mediator took for each frame [s].
    pub seconds: Spread,
    pub frames: u64,
}

/// Where bodies walk: what is subtracted from their places, and how the floor leans.
pub struct Ground {
    pub origin: DVec2,
    pub grades: Grades,
}

/// Time in which feet take up another slope [s]: half a step, so that none jumps at the foot of stairs.
const TAKES_UP: f32 = 0.15;

/// Less is level [m/m].
const LEVEL: f32 = 1e-3;

/// Leads all walkers and gives the frames of each to `take`, in order. Which thread leads whom changes no bit.
pub fn lead<E>(
    mediator: &Mediator,
    leads: &[Lead],
    clock: Clock,
    ground: &Ground,
    threads: usize,
    mut take: impl FnMut(&Lead, &Baked) -> Result<(), E>,
) -> Result<Led, E> {
    let joints = mediator.skeleton().len();
    let desk =
        || Desk { baked: Baked::new(joints), slides: Slides::new(mediator.skeleton()), seconds: Spread::default() };
    let mut desks: Vec<Desk> = (0..(threads * EACH).min(leads.len())).map(|_| desk()).collect();
    let mut led = Led { slides: Slides::new(mediator.skeleton()), seconds: Spread::default(), frames: 0 };
    for batch in leads.chunks(desks.len().max(1)) {
        let work = |(lead, desk): (&Lead, &mut Desk)| {
            desk.baked.clear();
            (desk.slides, desk.seconds) = (Slides::new(mediator.skeleton()), Spread::default());
            walk(mediator, lead, clock, ground, desk);
        };
        share(threads, batch, &mut desks, work);
        for (lead, desk) in batch.iter().zip(&desks) {
            take(lead, &desk.baked)?;
            led.slides.merge(&desk.slides);
            led.seconds.merge(&desk.seconds);
            led.frames += lead.frames as u64;
        }
    }
    Ok(led)
}

/// Every walker and its desk to one of the threads.
fn share(threads: usize, batch: &[Lead], desks: &mut [Desk], work: impl Fn((&Lead, &mut Desk)) + Sync) {
    let pairs = batch.iter().zip(desks.iter_mut());
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

fn walk(mediator: &Mediator, lead: &Lead, clock: Clock, ground: &Ground, desk: &mut Desk) {
    let dt = 1.0 / clock.fps;
    let start = lead.path.at(clock.time(lead.first));
    // A frame before its first place, so that the first frame is there.
    let before = start.at - start.velocity.as_dvec2() * dt;
    let mut walker = Walker::new(mediator, before, lead.path.heading()).with_phase(phase(lead.id));
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
        // A floor that leans is told where the walker is wished to be, and holds where the body is.
        let floor = height - grade.dot((here.at - now.at).as_vec2());
        let wish = Wish { at: now.at, velocity: now.velocity, floor, dt: dt as f32, facing: None };
        let begun = Instant::now();
        let placement = mediator.frame(&mut walker, &wish);
        desk.seconds.add(begun.elapsed().as_secs_f64());
        // How far the body strays is told against the way itself, not against what was made of it.
        let told = Wish { at: lead.path.at(clock.time(frame)).at, ..wish };
        desk.slides.frame(mediator.skeleton(), &walker, &told);
        desk.baked.push(ground.origin, &placement, walker.hips(), walker.rotations());
    }
    desk.slides.finish();
}

/// Where in its stride a walker begins: even shares of the golden ratio, so that neighbours are never in step.
fn phase(id: u32) -> f32 {
    id.wrapping_mul(2_654_435_769) as f32 / 4_294_967_296.0
}
