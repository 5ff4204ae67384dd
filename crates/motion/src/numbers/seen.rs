//! What an eye sees of bodies close up, measured on their skin: soles that skid or sink, hips that pop, knees that bend
//! backwards, joints that jump, torsos in each other.
//!
//! `tests/bodies/measure.py` has the same definitions and measures them on written files without this code.
//!
//! * **skid**: how far the lowest vertex of a sole moves along the floor while it is within 3 mm of it, summed over a stance.
//! * **sink**: how deep a vertex of a sole is below the floor.
//! * **hip jump**: how much the height of the hips above the floor changes within 0.04 s.
//! * **knee**: the least flexion; below 0 it bends backwards.
//! * **joint jump**: a joint that turns by more than 40 degrees in a frame, or as fast at fewer than 25 frames per second.
//! * **interpenetration**: moments of walkers, five per second, in which a torso is more than 5 mm in that of another, each
//!   torso taken as the hull of its vertices seen from above.

use super::outline::TorsoOutline;
use crate::{
    AnimatedBody, Ground, JointTransform, Leg, Mesh, Quat, Role, Side, Skeleton, ValueStats, Vec2, Vec3, math, to_world,
};
use glam::DVec2;

/// A sole is on the floor below this [m].
const NEAR: f32 = 0.003;
/// Vertices of a sole are no higher than this above the lowest one at rest [m].
const SOLE: f32 = 0.012;
/// Time over which the change of hip height is taken [s].
const POP: f64 = 0.04;
/// Turn of a joint in a frame that is a jump [degrees], at 25 frames per second or more.
const JUMP: f64 = 40.0;
/// How far of the upper arms counts as torso, from the shoulder [m].
const UPPER_ARM: f32 = 0.16;

const TORSO: [Role; 7] = [
    Role::Spine,
    Role::Chest,
    Role::UpperChest,
    Role::LeftShoulder,
    Role::RightShoulder,
    Role::LeftArm,
    Role::RightArm,
];

/// A vertex: where it is in the frames of the joints that move it, and their weights.
#[derive(Clone, Copy, Debug)]
struct SkinPoint {
    joints: [u16; 4],
    weights: [f32; 4],
    local: [Vec3; 4],
}

impl SkinPoint {
    fn new(mesh: &Mesh, rest: &[JointTransform], vertex: usize) -> Self {
        let influence = &mesh.influences[vertex];
        let local = influence.joints.map(|j| {
            let joint = &rest[usize::from(j)];
            joint.rotation.inverse() * (mesh.positions[vertex] - joint.at)
        });
        Self { joints: influence.joints, weights: influence.weights, local }
    }

    fn at(&self, world: &[JointTransform]) -> Vec3 {
        let mut at = Vec3::ZERO;
        for k in 0..4 {
            if self.weights[k] > 0.0 {
                at += self.weights[k] * world[usize::from(self.joints[k])].point(self.local[k]);
            }
        }
        at
    }
}

/// What of a character is measured, made once.
#[derive(Clone, Debug)]
pub struct SeenSkin {
    legs: [Leg; 2],
    soles: [Vec<SkinPoint>; 2],
    torso: Vec<SkinPoint>,
    joints: usize,
}

impl SeenSkin {
    /// Finds soles and torso of a skin.
    pub fn new(skeleton: &Skeleton, mesh: &Mesh) -> Self {
        let rest = skeleton.rest();
        let share = |vertex: usize, of: &dyn Fn(usize) -> bool| -> f32 {
            let i = &mesh.influences[vertex];
            (0..4).filter(|&k| of(usize::from(i.joints[k]))).map(|k| i.weights[k]).sum()
        };
        let legs = [Leg::of(skeleton, Side::Left), Leg::of(skeleton, Side::Right)];
        let soles = [0, 1].map(|i| {
            let own = |joint: usize| joint == legs[i].foot || joint == legs[i].contact.joint;
            let foot: Vec<usize> = (0..mesh.positions.len()).filter(|&v| share(v, &own) > 0.5).collect();
            let low = foot.iter().map(|&v| mesh.positions[v].z).fold(f32::INFINITY, f32::min);
            foot.iter()
                .filter(|&&v| mesh.positions[v].z < low + SOLE)
                .map(|&v| SkinPoint::new(mesh, &rest, v))
                .collect()
        });
        let roles = skeleton.roles();
        let torso: Vec<usize> = TORSO.into_iter().filter_map(|role| roles.get(role)).collect();
        let arms = [Role::LeftArm, Role::RightArm].map(|role| roles.get(role));
        let near = |vertex: usize| {
            let i = &mesh.influences[vertex];
            let main = (0..4).fold(0, |best, k| if i.weights[k] > i.weights[best] { k } else { best });
            let main = usize::from(i.joints[main]);
            !arms.contains(&Some(main)) || (mesh.positions[vertex] - rest[main].at).length() <= UPPER_ARM
        };
        let of = |joint: usize| torso.contains(&joint);
        let torso = (0..mesh.positions.len()).filter(|&v| share(v, &of) > 0.5 && near(v));
        let torso = torso.map(|v| SkinPoint::new(mesh, &rest, v)).collect();
        Self { legs, soles, torso, joints: skeleton.len() }
    }

    /// How far its torso reaches to the sides in a move, or as it rests [m]; 0 for a skin without torso.
    pub fn radius(&self, skeleton: &Skeleton, stands: Option<&crate::Move>) -> f32 {
        let mut world = skeleton.rest();
        if let Some(stand) = stands.filter(|m| m.clip.frames() > 0 && m.clip.joints() == skeleton.len()) {
            to_world(skeleton, stand.clip.hips(0), stand.clip.rotations(0), &mut world);
        }
        self.torso.iter().map(|point| point.at(&world).y.abs()).fold(0.0, f32::max)
    }

    /// The same in the broadest of some moves, in the mean of its frames.
    pub fn radius_in<'m>(&self, skeleton: &Skeleton, moves: impl Iterator<Item = &'m crate::Move>) -> f32 {
        let mut world = skeleton.rest();
        let mut broadest = 0.0f32;
        for clip in moves.map(|m| &m.clip).filter(|clip| clip.frames() > 0 && clip.joints() == skeleton.len()) {
            let mut sum = 0.0;
            for frame in 0..clip.frames() {
                to_world(skeleton, clip.hips(frame), clip.rotations(frame), &mut world);
                sum += self.torso.iter().map(|point| point.at(&world).y.abs()).fold(0.0, f32::max);
            }
            broadest = broadest.max(sum / clip.frames() as f32);
        }
        broadest
    }

    /// The outline of its torso as a body is shown, places of the plan taken from `origin`; `None` for a skin without torso.
    pub fn outline(
        &self,
        skeleton: &Skeleton,
        walker: &AnimatedBody,
        moment: u32,
        origin: DVec2,
    ) -> Option<TorsoOutline> {
        let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; self.joints];
        to_world(skeleton, walker.hips(), walker.rotations(), &mut world);
        self.outlined(&world, walker, moment, origin)
    }

    fn outlined(
        &self,
        world: &[JointTransform],
        walker: &AnimatedBody,
        moment: u32,
        origin: DVec2,
    ) -> Option<TorsoOutline> {
        let placed = walker.placement();
        let at = (placed.at - origin).as_vec2();
        let places = self.torso.iter().map(|point| placed.offset(point.at(world)) + at.extend(0.0));
        TorsoOutline::of(moment, (at, placed.floor), places)
    }
}

/// All figures of one walker, or of many once merged. Feed it the frames of one walker in order,
/// [`finish`](Self::finish), then merge walkers in a fixed order.
#[derive(Clone, Debug)]
pub struct SeenMotion {
    fps: f64,
    skid: ValueStats,
    sink: f64,
    hip_jump: f64,
    knee: f64,
    jumps: u64,
    frames: u64,
    torsos: Vec<TorsoOutline>,
    moments: u64,
    played: [u64; 3],
    /// Of the walker at hand.
    stances: [Option<f64>; 2],
    before: Option<Before>,
    world: Vec<JointTransform>,
    hips: Vec<f32>,
    places: [Vec<Vec3>; 2],
}

/// The last frame: the lowest vertex of each sole that is on the floor, and all joints.
#[derive(Clone, Debug)]
struct Before {
    low: [Option<usize>; 2],
    rotations: Vec<Quat>,
    at: DVec2,
    played: [u32; 3],
}

impl SeenMotion {
    /// Nothing seen yet, at so many frames per second.
    pub fn new(fps: f64) -> Self {
        Self {
            fps,
            skid: ValueStats::default(),
            sink: 0.0,
            hip_jump: 0.0,
            knee: 180.0,
            jumps: 0,
            frames: 0,
            torsos: Vec::new(),
            moments: 0,
            played: [0; 3],
            stances: [None; 2],
            before: None,
            world: Vec::new(),
            hips: Vec::new(),
            places: [Vec::new(), Vec::new()],
        }
    }

    /// Takes a frame as it is shown. `moment` numbers the moments at which torsos are compared, five per second; places of the
    /// plan are taken from `origin`.
    pub fn frame(
        &mut self,
        (skeleton, skin): (&Skeleton, &SeenSkin),
        walker: &AnimatedBody,
        ground: &dyn Ground,
        moment: Option<u32>,
        origin: DVec2,
    ) {
        let placed = walker.placement();
        let none = JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY };
        self.world.clear();
        self.world.resize(skin.joints, none);
        to_world(skeleton, walker.hips(), walker.rotations(), &mut self.world);
        let first = || Before {
            low: [None; 2],
            rotations: walker.rotations().to_vec(),
            at: placed.at,
            played: walker.played(),
        };
        self.before.get_or_insert_with(first);
        for side in 0..2 {
            self.sole(&skin.soles[side], side, walker, ground);
            let limbs = skin.legs[side].limbs(skeleton, walker.hips(), walker.rotations());
            self.knee = self.knee.min(f64::from(skin.legs[side].bend(&limbs)).to_degrees());
        }
        self.hips.push(walker.hips().z);
        let lag = ((POP * self.fps).round() as usize).max(1);
        if let Some(before) = self.hips.len().checked_sub(lag + 1) {
            self.hip_jump = self.hip_jump.max(f64::from((walker.hips().z - self.hips[before]).abs()));
        }
        let limit = (JUMP * (25.0 / self.fps).max(1.0)).to_radians();
        if let Some(before) = &mut self.before {
            let turned = walker.rotations().iter().zip(&before.rotations).skip(1);
            self.jumps += turned.filter(|(now, then)| f64::from(math::apart(**then, **now)) > limit).count() as u64;
            before.rotations.copy_from_slice(walker.rotations());
            before.at = placed.at;
            for ((sum, now), then) in self.played.iter_mut().zip(walker.played()).zip(before.played) {
                *sum += u64::from(now - then);
            }
            before.played = walker.played();
        }
        self.frames += 1;
        if let Some(moment) = moment {
            self.torsos.extend(skin.outlined(&self.world, walker, moment, origin));
            self.moments += 1;
        }
    }

    fn sole(&mut self, sole: &[SkinPoint], side: usize, walker: &AnimatedBody, ground: &dyn Ground) {
        let placed = walker.placement();
        let moved = self.before.as_ref().map_or(DVec2::ZERO, |b| placed.at - b.at).as_vec2().extend(0.0);
        // Places along the plan's axes from where the body is now.
        let (mut low, mut height) = (0, f32::INFINITY);
        let was = self.before.as_ref().and_then(|b| b.low[side]).and_then(|v| Some((v, *self.places[side].get(v)?)));
        self.places[side].clear();
        for (v, point) in sole.iter().enumerate() {
            let at = placed.offset(point.at(&self.world));
            let below = ground.footing(placed.at + at.truncate().as_dvec2(), placed.floor).height;
            if at.z - below < height {
                (low, height) = (v, at.z - below);
            }
            self.places[side].push(at);
        }
        if sole.is_empty() {
            return;
        }
        self.sink = self.sink.max(f64::from(-height));
        let near = height < NEAR;
        match (was.filter(|_| near), near) {
            (Some((v, then)), _) => {
                let skid = (self.places[side][v] + moved - then).truncate().length();
                *self.stances[side].get_or_insert(0.0) += f64::from(skid);
            }
            (None, false) => self.end(side),
            (None, true) => {}
        }
        if let Some(before) = &mut self.before {
            before.low[side] = near.then_some(low);
        }
    }

    fn end(&mut self, side: usize) {
        if let Some(skid) = self.stances[side].take() {
            self.skid.add(skid);
        }
    }

    /// Ends the walker: the next frame is that of another.
    pub fn finish(&mut self) {
        self.end(0);
        self.end(1);
        self.before = None;
        self.hips.clear();
        self.places.iter_mut().for_each(Vec::clear);
    }

    /// Adds all that another has seen; both should be finished.
    pub fn merge(&mut self, other: &SeenMotion) {
        self.skid.merge(&other.skid);
        self.sink = self.sink.max(other.sink);
        self.hip_jump = self.hip_jump.max(other.hip_jump);
        self.knee = self.knee.min(other.knee);
        self.jumps += other.jumps;
        self.frames += other.frames;
        self.moments += other.moments;
        for (mine, theirs) in self.played.iter_mut().zip(other.played) {
            *mine += theirs;
        }
        self.torsos.extend_from_slice(&other.torsos);
    }

    /// The figures so far.
    pub fn figures(&self) -> SeenFigures {
        let (share, deepest) = overlaps(&self.torsos);
        let minutes = self.frames as f64 / self.fps / 60.0;
        SeenFigures {
            skid_mean_cm: 100.0 * self.skid.mean(),
            skid_p90_cm: 100.0 * self.skid.percentile(0.9),
            sink_max_mm: 1000.0 * self.sink,
            hip_jump_max_cm: 100.0 * self.hip_jump,
            knee_min_deg: self.knee,
            joint_jumps_per_walker_minute: if minutes > 0.0 { self.jumps as f64 / minutes } else { 0.0 },
            interpenetration_share: share,
            interpenetration_max_cm: 100.0 * deepest,
            starts: self.played[0],
            stops: self.played[1],
            turns: self.played[2],
        }
    }
}

/// What an eye sees; what each means stands at the head of this file.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct SeenFigures {
    /// Skid of a sole in a stance, mean [cm].
    pub skid_mean_cm: f64,
    /// Skid that nine of ten stances do not exceed [cm].
    pub skid_p90_cm: f64,
    /// How deep a sole is below the floor at most [mm].
    pub sink_max_mm: f64,
    /// Greatest change of the height of hips within 0.04 s [cm].
    pub hip_jump_max_cm: f64,
    /// Least flexion of a knee [degrees].
    pub knee_min_deg: f64,
    /// Jumps of joints per minute of a walker.
    pub joint_jumps_per_walker_minute: f64,
    /// Share of moments in which a torso is in another.
    pub interpenetration_share: f64,
    /// How deep at most [cm].
    pub interpenetration_max_cm: f64,
    /// How often a start was played.
    pub starts: u64,
    /// How often a stop was.
    pub stops: u64,
    /// How often steps for a turn on the spot were.
    pub turns: u64,
}

/// Torsos farther in each other than this overlap [m].
const TOUCH: f32 = 0.005;
/// No torso reaches as far as half of this from its walker [m].
const REACH: f32 = 1.6;

/// Share of torsos in which another one is, and the deepest [m]. Those of a moment are compared in order of x.
fn overlaps(torsos: &[TorsoOutline]) -> (f64, f64) {
    let mut order: Vec<&TorsoOutline> = torsos.iter().collect();
    order.sort_by(|a, b| a.moment.cmp(&b.moment).then(a.at.x.total_cmp(&b.at.x)));
    let mut worst = vec![0.0f32; order.len()];
    for (i, a) in order.iter().enumerate() {
        let near = |b: &&&TorsoOutline| b.moment == a.moment && b.at.x - a.at.x < REACH;
        for (k, b) in order[i + 1..].iter().take_while(near).enumerate() {
            let Some((depth, _)) = a.depth(b, [Vec2::ZERO; 2]) else { continue };
            worst[i] = worst[i].max(depth);
            worst[i + 1 + k] = worst[i + 1 + k].max(depth);
        }
    }
    let inside = worst.iter().filter(|depth| **depth > TOUCH).count();
    let deepest = worst.iter().copied().fold(0.0, f32::max);
    (inside as f64 / order.len().max(1) as f64, f64::from(deepest))
}

#[cfg(test)]
mod tests;
