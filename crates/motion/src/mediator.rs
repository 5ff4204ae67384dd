//! Between a simulation and bodies: which clip plays, how fast, turned where, so that feet do not slide.
//!
//! After Pelechano, Spanlang and Beacco, "Avatar Locomotion in Crowd Simulation" (2011). Each frame, for each body:
//!
//! 1. the torso follows the velocity through a filter: a sum of past velocities that fade;
//! 2. speed, and angle between velocity and torso, choose a clip; a change is blended over a quarter of a second with
//!    the phase kept, since all clips are time aligned;
//! 3. the clip plays at the ratio of speeds, in reverse where the opposite way has no clip of its own;
//! 4. the body is turned so that the clip's travel points along the velocity, and the spine twists so that the
//!    shoulders face where the torso does;
//! 5. the root moves by what the supporting foot says, and the place it comes to is the answer to the simulation.
//!
//! The paper lets the supporting foot rotate on the spot; here a foot on the floor may also be held by bending the leg
//! (on by default), and then the root moves at the clips' own speed, which is the same thing for clips whose planted foot
//! slides back at exactly that speed, and does not jerk while clips give way to each other.

mod feet;
mod layers;
mod play;
mod settings;
mod walker;

pub use settings::{MediatorError, Settings};
pub use walker::{Walker, Wish};

use crate::{DVec2, Leg, MoveSet, Placement, Quat, Role, Side, Skeleton, Tracks, Vec2, math, mix_in, turn, wrap};
use play::Play;

/// The constant part of animating a crowd: clips, tracks, settings. Shared by all bodies and threads.
#[derive(Clone, Debug)]
pub struct Mediator {
    skeleton: Skeleton,
    settings: Settings,
    /// Walks and runs: towards the left or straight, and towards the right.
    pairs: Vec<[Play; 2]>,
    stand: Play,
    tracks: Tracks,
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
        if let Some(name) = settings.fault() {
            return Err(MediatorError::Setting(name));
        }
        let (pairs, stand) = play::plays(&set)?;
        let figures: Vec<_> = pairs.iter().map(|[left, _]| (left.speed, left.angle)).collect();
        let tracks = Tracks::new(&figures, settings.speed_tolerance, settings.angle_tolerance);
        let skeleton = set.skeleton;
        let legs = [Leg::of(&skeleton, Side::Left), Leg::of(&skeleton, Side::Right)];
        let spine = [Role::Spine, Role::Chest, Role::UpperChest].into_iter().filter_map(|r| skeleton.roles().get(r));
        let spine = spine.collect();
        let stand = stand.unwrap_or_else(|| play::at_rest(&skeleton));
        Ok(Self { settings, pairs, stand, tracks, legs, spine, skeleton })
    }

    /// The skeleton of all bodies.
    pub fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    /// What it was told.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Which clip for which speed and angle.
    pub fn tracks(&self) -> &Tracks {
        &self.tracks
    }

    /// The legs: left, right.
    pub fn legs(&self) -> &[Leg; 2] {
        &self.legs
    }

    fn play(&self, choice: layers::Choice) -> &Play {
        &self.pairs[usize::from(choice.pair)][usize::from(choice.side)]
    }

    /// Lets a body live through one frame. Returns where it is now: the answer to the simulation. A frame without
    /// duration changes nothing; a wish that is not made of numbers is taken as a wish to stand.
    pub fn frame(&self, walker: &mut Walker, wish: &Wish) -> Placement {
        if !(wish.dt > 0.0 && wish.dt.is_finite()) {
            return walker.placement;
        }
        let wish = self.checked(walker, wish);
        self.steer(walker, &wish);
        self.face(walker, wish.dt);
        self.step(walker, &wish);
        self.pose(walker);
        self.twist(walker);
        walker.placement
    }

    fn checked(&self, walker: &mut Walker, wish: &Wish) -> Wish {
        let mut wish = Wish { dt: wish.dt.min(LONGEST), ..*wish };
        if !(wish.at.is_finite() && wish.velocity.is_finite()) {
            wish = Wish { at: walker.placement.at, velocity: Vec2::ZERO, ..wish };
        }
        if !wish.floor.is_finite() {
            wish.floor = walker.placement.floor;
        }
        if (wish.at - walker.placement.at).length() > JUMP && self.settings.follow_time.is_finite() {
            let heading = walker.placement.heading;
            walker.placement = Placement { at: wish.at, floor: wish.floor, heading };
            walker.fresh = true;
        }
        wish
    }

    /// The velocity the body is steered by.
    fn steer(&self, walker: &mut Walker, wish: &Wish) {
        let s = &self.settings;
        let before = wish.at - (wish.velocity * wish.dt).as_dvec2();
        let behind = (before - walker.placement.at).as_vec2();
        let follow = (behind / s.follow_time).clamp_length_max(0.5 + 0.5 * wish.velocity.length());
        let calls = if walker.walking { 0.08 } else { 0.15 };
        let still = wish.velocity.length() < s.stand_below && behind.length() < calls;
        let wanted = if still { wish.velocity } else { wish.velocity + follow };
        if walker.fresh {
            walker.steer = wish.velocity;
        } else {
            walker.steer += (wanted - walker.steer) * (1.0 - math::exp(-wish.dt / s.steer_time));
        }
        let speed = walker.steer.length();
        walker.walking = speed > if walker.walking { s.stand_below } else { 1.5 * s.stand_below };
    }

    /// The torso's filter.
    fn face(&self, walker: &mut Walker, dt: f32) {
        let s = &self.settings;
        if walker.fresh {
            let (sin, cos) = math::sin_cos(walker.placement.heading);
            walker.torso = if walker.walking { walker.steer } else { Vec2::new(cos, sin) * 1e-3 };
        } else if walker.walking {
            let keep = math::exp(-dt / s.torso_time);
            walker.torso = walker.torso * keep + walker.steer * (1.0 - keep);
        }
        if walker.torso.length_squared() > 1e-12 {
            let to = math::atan2(walker.torso.y, walker.torso.x);
            let most = if walker.fresh { f32::INFINITY } else { s.turn_max * dt };
            walker.facing = towards(walker.facing, to, most);
        }
    }

    /// Clip, phase, heading and place.
    fn step(&self, walker: &mut Walker, wish: &Wish) {
        let s = &self.settings;
        let dt = wish.dt;
        let speed = walker.steer.length().min(self.tracks.fastest());
        let beta = math::atan2(walker.steer.y, walker.steer.x);
        if walker.walking {
            let choice = self.choose(speed, wrap(beta - walker.facing), walker.layers.chosen());
            if walker.layers.chosen().is_none() || walker.fresh {
                walker.layers.set(choice);
            } else if walker.layers.chosen() != Some(choice) {
                walker.layers.choose(choice);
            }
        }
        walker.layers.advance(dt / s.blend_time);
        let goal = match walker.layers.chosen() {
            Some(choice) if walker.walking => {
                // Below four fifths of the clip's speed both strides and cadence shrink, as the root of the speed, which
                // keeps their ratio: people do not walk in slow motion.
                math::sqrt((speed / (0.8 * self.play(choice).speed)).min(1.0))
            }
            _ => 0.0,
        };
        let most = if walker.fresh { 1.0 } else { dt / s.blend_time };
        walker.stride += (goal - walker.stride).clamp(-most, most);
        let (rate, travel) = self.pace(&walker.layers, speed, walker.stride);
        walker.phase += rate * dt;
        walker.phase -= walker.phase.floor();
        walker.rest = (walker.rest + dt) % 3600.0;
        if walker.walking && travel.length_squared() > 1e-12 {
            let to = beta - math::atan2(travel.y, travel.x);
            let most = if walker.fresh { f32::INFINITY } else { s.turn_max * dt };
            walker.placement.heading = towards(walker.placement.heading, to, most);
        }
        let (sin, cos) = math::sin_cos(walker.placement.heading);
        let d = Vec2::new(travel.x * cos - travel.y * sin, travel.x * sin + travel.y * cos) * dt;
        walker.placement.at += DVec2::new(d.x.into(), d.y.into());
        walker.placement.floor = wish.floor;
        walker.fresh = false;
        let down = self.play(walker.layers.main()).down(walker.phase);
        for (foot, down) in walker.feet.iter_mut().zip(down) {
            foot.down = down || !walker.walking;
        }
    }

    /// The pose of all that plays.
    fn pose(&self, walker: &mut Walker) {
        let out = &mut walker.rotations;
        let stand = 1.0 - walker.stride;
        walker.hips = self.stand.clip.sample(walker.rest, out);
        let mut sum = stand;
        for (choice, weight) in walker.layers.iter() {
            let weight = weight * walker.stride;
            sum += weight;
            if weight > 0.0 {
                let play = self.play(choice);
                mix_in(&play.clip, walker.phase * play.duration, weight / sum, &mut walker.hips, out);
            }
        }
    }

    /// Turns the shoulders to where the torso faces, a share at each joint of the spine.
    fn twist(&self, walker: &mut Walker) {
        let most = self.settings.twist_max;
        walker.twist = wrap(walker.facing - walker.placement.heading).clamp(-most, most);
        if self.spine.is_empty() {
            return;
        }
        let share = turn(walker.twist / self.spine.len() as f32);
        let mut above: Quat = walker.rotations[0];
        let mut last = 0;
        for &joint in &self.spine {
            // Joints between two of the spine carry on what their parent does.
            let mut between = self.skeleton.joints()[joint].parent;
            let mut carried = Quat::IDENTITY;
            while let Some(parent) = between.filter(|&parent| parent != last) {
                carried = walker.rotations[parent] * carried;
                between = self.skeleton.joints()[parent].parent;
            }
            let parent = above * carried;
            above = share * parent * walker.rotations[joint];
            walker.rotations[joint] = parent.inverse() * above;
            last = joint;
        }
    }
}

/// An angle brought nearer to another, by the shorter way, by no more than `most`.
fn towards(from: f32, to: f32, most: f32) -> f32 {
    let by = wrap(to - from);
    if by.abs() <= most { wrap(to) } else { wrap(from + by.clamp(-most, most)) }
}
