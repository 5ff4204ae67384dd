//! What all bodies share: the library, its interpolator, legs and settings.

use super::choose::{Interpolator, Question};
use super::legs::ExactLeg;
use super::{FootstepError, PolarBands, StepParts, Triangulation};
use crate::steps::StepLibrary;
use crate::{ContactPoint, JointTransform, Quat, Side, Skeleton, Vec3, to_world};
use glam::DVec2;

/// How footsteps are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootstepSettings {
    /// Share of the clips chosen by the velocity of the body, 0 to 1 (lambda 4 of the paper): 0 lands where asked, 1 moves
    /// as asked.
    pub root_share: f64,
    /// A corner makes room for a step of a clip chosen by velocity that lands this near [m]; 0: none does.
    pub replace_within: f64,
    /// How long the last step fades into the next [s].
    pub crossfade: f64,
    /// How far beyond the landing points of the library a foot is pulled by bending the leg [m].
    pub ik_max: f64,
    /// How slowly and how fast steps are played at most, against their own times.
    pub rates: [f64; 2],
    /// Feet turned out as in the clips; otherwise they point exactly along the heading.
    pub natural_feet: bool,
}

impl Default for FootstepSettings {
    fn default() -> Self {
        Self {
            root_share: 0.0,
            replace_within: 0.1,
            crossfade: 0.2,
            ik_max: 0.25,
            rates: [0.5, 2.0],
            natural_feet: true,
        }
    }
}

impl FootstepSettings {
    /// The name of what is out of its range.
    fn fault(&self) -> Option<&'static str> {
        let inside = |x: f64, low: f64, high: f64| x >= low && x <= high;
        let [slow, fast] = self.rates;
        [
            ("root_share", inside(self.root_share, 0.0, 1.0)),
            ("replace_within", inside(self.replace_within, 0.0, 10.0)),
            ("crossfade", inside(self.crossfade, 0.0, 10.0)),
            ("ik_max", inside(self.ik_max, 0.0, 10.0)),
            ("rates", inside(slow, 0.01, 1.0) && inside(fast, 1.0, 100.0)),
        ]
        .into_iter()
        .find_map(|(name, sound)| (!sound).then_some(name))
    }
}

/// The constant part of stepping: shared by all bodies and threads.
#[derive(Clone, Debug)]
pub struct FootstepController {
    pub(super) library: StepLibrary,
    pub(super) settings: FootstepSettings,
    pub(super) interpolator: Interpolator,
    pub(super) legs: [ExactLeg; 2],
    /// Mean of both contact points from below the hips, as the body stands [m].
    pub(super) between_feet: DVec2,
}

impl FootstepController {
    /// From a library with steps of both feet.
    pub fn new(library: StepLibrary, settings: FootstepSettings) -> Result<Self, FootstepError> {
        if let Some(name) = settings.fault() {
            return Err(FootstepError::Setting(name));
        }
        let interpolator = Interpolator::new(&library)?;
        let legs = [Side::Left, Side::Right].map(|side| ExactLeg::of(library.skeleton(), side));
        let between_feet = between_feet(&library);
        Ok(Self { settings, interpolator, legs, between_feet, library })
    }

    /// The skeleton of all bodies.
    pub fn skeleton(&self) -> &Skeleton {
        self.library.skeleton()
    }

    /// The steps.
    pub fn library(&self) -> &StepLibrary {
        &self.library
    }

    /// Its settings.
    pub fn settings(&self) -> &FootstepSettings {
        &self.settings
    }

    /// The landing points of a foot.
    pub fn landings(&self, side: Side) -> &Triangulation {
        self.interpolator.mesh(side)
    }

    /// The velocities clips are chosen by.
    pub fn bands(&self) -> &PolarBands {
        self.interpolator.bands()
    }

    /// The interpolator by itself: steps and weights for a landing point in the frame of the body, and a velocity of the
    /// body. `near` is the triangle of the last answer, `scratch` has room for all [`bands`](Self::bands).
    pub fn parts(
        &self,
        side: Side,
        target: DVec2,
        velocity: DVec2,
        near: usize,
        scratch: &mut [f64],
    ) -> Option<StepParts> {
        let question = Question { side, target, velocity, turning: 0.0 };
        self.interpolator.ask(&self.library, &self.settings, &question, near, scratch)
    }
}

fn between_feet(library: &StepLibrary) -> DVec2 {
    let (skeleton, clip) = (library.skeleton(), &library.stand().clip);
    let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
    to_world(skeleton, clip.hips(0), clip.rotations(0), &mut world);
    let feet = [Side::Left, Side::Right].map(|side| ContactPoint::of(skeleton, side).at(&world).truncate());
    (0.5 * (feet[0] + feet[1])).as_dvec2()
}
