//! What the paper promises, measured: the program's checks and the tests ask here.

use super::{Course, FootstepController, FootstepSettings, SteppingBody};
use crate::steps::{KEYS, StepLibrary};
use crate::{BlendPart, ContactPoint, JointTransform, Leg, Quat, Side, Vec3, blend, to_world};
use glam::{DVec2, DVec3};

/// The controller of the built-in library.
pub fn shipped(settings: FootstepSettings) -> FootstepController {
    match FootstepController::new(StepLibrary::shipped().clone(), settings) {
        Ok(controller) => controller,
        Err(error) => unreachable!("the built-in library has steps of both feet: {error}"),
    }
}

/// Places of both contact points in the plan, from the final pose.
pub fn feet(controller: &FootstepController, body: &SteppingBody) -> [DVec3; 2] {
    let skeleton = controller.skeleton();
    let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
    to_world(skeleton, body.hips(), body.rotations(), &mut world);
    let placed = body.placement();
    [Side::Left, Side::Right].map(|side| {
        let offset = placed.offset(ContactPoint::of(skeleton, side).at(&world)).as_dvec3();
        DVec3::new(placed.at.x + offset.x, placed.at.y + offset.y, offset.z)
    })
}

/// What was seen of a body on a course. Lengths [m].
#[derive(Clone, Debug, Default)]
pub struct CourseSeen {
    /// Footsteps made.
    pub steps: usize,
    /// From each asked place to where the foot is in the first frame it is planted.
    pub landing: Vec<f64>,
    /// The same before legs were bent, with the area of its triangle [m2].
    pub before_ik: Vec<(f64, f64)>,
    /// Farthest apart two places of a foot are in one stance.
    pub slide: Vec<f64>,
    /// Farthest planted feet stay from their places because legs end.
    pub residual: f64,
    /// Latest landing [s].
    pub late: f64,
    /// Footsteps outside of the hull of landing points.
    pub beyond: usize,
    /// Most the place of the hips changes from frame to frame, as a speed [m/s].
    pub fastest: f64,
    /// Most a joint turns between frames [rad].
    pub jump: f64,
    /// Lowest the hips come above the floor below them.
    pub lowest: f64,
    /// Deepest a point of a sole is below the lowest floor of the course; none on stairs, where that says nothing.
    pub deepest: f64,
    /// Frames seen.
    pub frames: usize,
}

/// Leads a body over a course, so many frames per second.
pub fn follow(
    controller: &FootstepController,
    course: &Course,
    fps: f64,
    mut each: impl FnMut(&SteppingBody),
) -> CourseSeen {
    let mut seen = CourseSeen { lowest: f64::INFINITY, ..CourseSeen::default() };
    let Ok(mut body) = controller.begin(course.begin, 0.0) else { return seen };
    for step in &course.steps {
        if controller.push(&mut body, *step).is_err() {
            return seen;
        }
    }
    let height = [Side::Left, Side::Right].map(|side| controller.legs[side as usize].height);
    let last = course.steps.last().map_or(0.0, |s| s.land) + 1.0;
    let soles = [Side::Left, Side::Right].map(|side| Leg::of(controller.skeleton(), side));
    let mut stances: [Vec<DVec3>; 2] = Default::default();
    let mut landed = [0; 2];
    let mut before: Option<(DVec3, Vec<Quat>)> = None;
    for frame in 0..=(last * fps) as usize {
        let begun = body.steps_begun();
        controller.frame(&mut body, frame as f64 / fps);
        if body.steps_begun() > begun {
            let report = body.last_step();
            seen.steps += 1;
            seen.beyond += usize::from(report.beyond > 1e-9);
            seen.before_ik.push((report.before_ik, report.area));
            seen.late = seen.late.max(report.late);
        }
        let now = feet(controller, &body);
        for (i, side) in [Side::Left, Side::Right].into_iter().enumerate() {
            if body.contacts()[i] {
                if stances[i].is_empty() && frame > 0 {
                    // This foot's next footstep of the course.
                    if let Some(step) = course.steps.iter().filter(|s| s.side == side).nth(landed[i]) {
                        let up = DVec3::from(step.normal).normalize() * height[i];
                        seen.landing.push((now[i] - up - DVec3::from(step.at)).length());
                        landed[i] += 1;
                    }
                }
                stances[i].push(now[i]);
            } else if !stances[i].is_empty() {
                seen.slide.push(apart(&stances[i]));
                stances[i].clear();
            }
        }
        let place = body.placement();
        let hips = DVec3::new(place.at.x, place.at.y, f64::from(place.floor + body.hips().z));
        if let Some((was, rotations)) = &before {
            seen.fastest = seen.fastest.max((hips - *was).length() * fps);
            let turns = rotations.iter().zip(body.rotations()).map(|(a, b)| f64::from(crate::math::apart(*a, *b)));
            seen.jump = seen.jump.max(turns.fold(0.0, f64::max));
        }
        before = Some((hips, body.rotations().to_vec()));
        for sole in &soles {
            let lowest = sole.limbs(controller.skeleton(), body.hips(), body.rotations()).lowest();
            seen.deepest = seen.deepest.max(f64::from(-lowest - body.placement().floor));
        }
        seen.residual = seen.residual.max(body.residual());
        seen.lowest = seen.lowest.min(f64::from(body.hips().z));
        seen.frames += 1;
        each(&body);
    }
    seen.slide.extend(stances.iter().filter(|s| !s.is_empty()).map(|s| apart(s)));
    seen
}

fn apart(places: &[DVec3]) -> f64 {
    let far = |a: &DVec3| places.iter().map(|b| (*a - *b).length()).fold(0.0, f64::max);
    places.iter().map(far).fold(0.0, f64::max)
}

/// How far the foot of a blended pose is from the landing point that weights say [m], and the area of the triangle [m2]. `None`
/// outside of the hull.
pub fn landing_offset(controller: &FootstepController, side: Side, target: DVec2) -> Option<(f64, f64)> {
    let mut scratch = vec![0.0; controller.bands().len()];
    let parts = controller.parts(side, target, DVec2::ZERO, 0, &mut scratch).filter(|p| p.inside)?;
    let (steps, skeleton) = (controller.library().steps(), controller.skeleton());
    let part = |(step, weight): (usize, f64)| {
        let motion = &steps[step].motion;
        BlendPart { hips: motion.hips(KEYS - 1), rotations: motion.rotations(KEYS - 1), weight: weight as f32 }
    };
    let mut all: Vec<BlendPart> = parts.iter().map(part).collect();
    let mut rotations = vec![Quat::IDENTITY; skeleton.len()];
    let hips = blend(&mut all, &mut rotations)?;
    let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
    to_world(skeleton, hips, &rotations, &mut world);
    let foot = ContactPoint::of(skeleton, side).at(&world).truncate().as_dvec2();
    Some(((foot - target).length(), parts.area))
}
