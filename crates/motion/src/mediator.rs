//! Between a simulation and bodies: which clip plays, how fast, turned where, so that feet do not slide.
//!
//! After Pelechano, Spanlang and Beacco, "Avatar Locomotion in Crowd Simulation" (2011). Each frame, for each body:
//!
//! 1. the torso follows the velocity through a filter: a sum of past velocities that fade;
//! 2. speed, and angle between velocity and torso, choose a clip; a change is blended over a quarter of a second with
//!    the phase kept, since all clips are time aligned;
//! 3. the clip plays at the ratio of speeds, in reverse where its direction has no clip of its own;
//! 4. the body is turned so that the clip's travel points along the velocity, and the spine twists so that the
//!    shoulders face where the torso does;
//! 5. the root moves by what the supporting foot says, and the place it comes to is the answer to the simulation.
//!
//! The paper lets the supporting foot rotate on the spot; here a foot on the floor may also be held by bending the leg
//! (on by default), and then the root moves at the clips' own speed, which is the same thing for clips whose planted foot
//! slides back at exactly that speed, and does not jerk while clips give way to each other.

#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
mod feet;
mod ground;
mod layers;
#[cfg(test)]
mod look;
#[cfg(any(test, feature = "claims"))]
mod paths;
mod play;
mod pose;
mod reach;
mod settings;
mod shown;
#[cfg(test)]
mod stairs;
mod stay;
mod steer;
mod step;
#[cfg(test)]
mod tests;
mod walker;

pub use ground::{Footing, Ground, Slope};
pub use settings::{MediatorError, Settings};
pub use walker::{AnimatedBody, Wish};

use crate::{ClipTracks, Leg, Mesh, MoveSet, Placement, Role, Side, Skeleton, Vec2};
use play::Play;

/// The constant part of animating a crowd: clips, tracks, settings. Shared by all bodies and threads.
#[derive(Clone, Debug)]
pub struct Mediator {
    skeleton: Skeleton,
    settings: Settings,
    /// Walks and runs: towards the left or straight, and towards the right.
    pairs: Vec<[Play; 2]>,
    stand: Play,
    tracks: ClipTracks,
    legs: [Leg; 2],
    /// Joints the twist is spread over, lowest first, each with its parent's place in this list or the hips.
    spine: Vec<usize>,
}

/// Longest frame taken at once [s].
const LONGEST: f32 = 0.25;
/// A wish farther off than this is a jump, not a walk [m].
const JUMP: f64 = 2.0;

impl Mediator {
    /// Makes clips ready: mirror images, tracks and sectors. Without a stand the body stands as it rests.
    pub fn new(set: MoveSet, settings: Settings) -> Result<Self, MediatorError> {
        let legs = [Leg::of(&set.skeleton, Side::Left), Leg::of(&set.skeleton, Side::Right)];
        Self::with_legs(set, settings, legs)
    }

    /// The same for a character with a skin: feet stand on its soles. Without skin they stand on what the joints say.
    pub fn for_character(set: MoveSet, mesh: &Mesh, settings: Settings) -> Result<Self, MediatorError> {
        let world = set.skeleton.rest();
        let legs = [Side::Left, Side::Right].map(|side| {
            let leg = Leg::of(&set.skeleton, side);
            Leg { sole: leg.sole.fitted(mesh, &world, leg.foot, &leg.contact), ..leg }
        });
        Self::with_legs(set, settings, legs)
    }

    fn with_legs(set: MoveSet, settings: Settings, legs: [Leg; 2]) -> Result<Self, MediatorError> {
        if let Some(name) = settings.fault() {
            return Err(MediatorError::Setting(name));
        }
        let (pairs, stand) = play::plays(&set, &legs)?;
        let figures: Vec<_> = pairs.iter().map(|[left, _]| (left.speed, left.angle)).collect();
        let tracks = ClipTracks::new(&figures, settings.speed_tolerance, settings.angle_tolerance);
        let skeleton = set.skeleton;
        let spine = [Role::Spine, Role::Chest, Role::UpperChest].into_iter().filter_map(|r| skeleton.roles().get(r));
        let spine = spine.collect();
        let stand = stand.unwrap_or_else(|| play::at_rest(&skeleton));
        Ok(Self { settings, pairs, stand, tracks, legs, spine, skeleton })
    }

    /// The skeleton of all bodies.
    pub fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    /// Its settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Which clip for which speed and angle.
    pub fn tracks(&self) -> &ClipTracks {
        &self.tracks
    }

    /// The legs: left, right.
    pub fn legs(&self) -> &[Leg; 2] {
        &self.legs
    }

    fn play(&self, choice: layers::ClipChoice) -> &Play {
        &self.pairs[usize::from(choice.pair)][usize::from(choice.side)]
    }

    /// Lets a body live through one frame on a level floor. Returns where it is now: the answer to the simulation. A frame
    /// without duration changes nothing; a wish that is not made of numbers is taken as a wish to stand.
    pub fn frame(&self, walker: &mut AnimatedBody, wish: &Wish) -> Placement {
        let height = if wish.floor.is_finite() { wish.floor } else { walker.placement.floor };
        self.frame_on(walker, wish, &Slope { height, ..Slope::default() })
    }

    /// The same on any ground: the body is as high as the floor below it, and each foot stands on the floor below that foot.
    pub fn frame_on(&self, walker: &mut AnimatedBody, wish: &Wish, ground: &dyn Ground) -> Placement {
        if !(wish.dt > 0.0 && wish.dt.is_finite()) {
            return walker.placement;
        }
        let wish = self.checked(walker, wish);
        self.steer(walker, &wish);
        self.face(walker, &wish);
        let advance = self.step(walker, &wish);
        self.settle(walker, &wish, ground);
        self.pose(walker);
        self.twist(walker);
        self.touch(walker);
        if self.settings.foot_lock {
            self.plant(walker, wish.dt, advance, ground);
        } else {
            self.stay(walker);
        }
        walker.fresh = false;
        walker.placement
    }

    /// The same for a body nobody sees: where it goes, without a pose. Its feet are set down anew when it is seen again.
    pub fn advance(&self, walker: &mut AnimatedBody, wish: &Wish) -> Placement {
        if !(wish.dt > 0.0 && wish.dt.is_finite()) {
            return walker.placement;
        }
        let wish = self.checked(walker, wish);
        self.steer(walker, &wish);
        self.face(walker, &wish);
        self.step(walker, &wish);
        walker.placement.floor = wish.floor;
        walker.feet = Default::default();
        walker.fresh = false;
        walker.placement
    }

    /// Puts the body on the floor below it.
    fn settle(&self, walker: &mut AnimatedBody, wish: &Wish, ground: &dyn Ground) {
        let near = if walker.fresh { wish.floor } else { walker.placement.floor };
        let below = ground.footing(walker.placement.at, near).checked(wish.floor);
        walker.placement.floor = below.height;
        walker.grade = below.grade;
    }

    fn checked(&self, walker: &mut AnimatedBody, wish: &Wish) -> Wish {
        let mut wish = Wish { dt: wish.dt.min(LONGEST), ..*wish };
        walker.fade(&self.settings, wish.dt);
        if !(wish.at.is_finite() && wish.velocity.is_finite()) {
            wish = Wish { at: walker.placement.at, velocity: Vec2::ZERO, ..wish };
        }
        if !wish.floor.is_finite() {
            wish.floor = walker.placement.floor;
        }
        if (wish.at - walker.placement.at).length() > JUMP {
            let heading = walker.placement.heading;
            walker.placement = Placement { at: wish.at, floor: wish.floor, heading };
            walker.fresh = true;
        }
        wish
    }
}
