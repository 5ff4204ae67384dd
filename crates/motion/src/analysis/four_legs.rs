//! Bodies that go on four legs: animals whose front legs are named arms, people on hands and feet.

use super::measure;
use super::tracks::JointTracks;
use crate::{JointTransform, Role, Skeleton};
use glam::Vec3;

/// A trunk that is less upright on average belongs to an animal on four legs: cosine of 60 degrees.
const LEVEL: f32 = 0.5;
/// Hands on the floor for more of the time are feet.
const HANDS: f32 = 0.25;
/// A wrist or the tip of a hand that is lower is on the floor [m].
const LOW: f32 = 0.12;
/// A branch that is no leg counts as one from this share of a leg's length on.
const AS_LONG: f32 = 0.6;
/// Joints such a branch has at least: helpers and handles of drawn bodies have fewer.
const JOINTS: usize = 3;
/// It stands while it is slower than this share of the body: robes and tails go along.
const STANDS: f32 = 0.3;

/// What distinguishes four legs from two, frame by frame.
#[derive(Clone, Debug, Default)]
pub(super) struct FourLegs {
    /// The joint that shows how upright the trunk is.
    top: Option<usize>,
    hands: Vec<usize>,
    branches: Vec<usize>,
    uprightness: f32,
    lowest_hand: Vec<f32>,
    ends: Vec<Vec<Vec3>>,
}

impl FourLegs {
    pub fn new(skeleton: &Skeleton) -> Self {
        let first = |roles: &[Role]| roles.iter().find_map(|role| skeleton.roles().get(*role));
        let hands = [[Role::LeftHand, Role::LeftForearm], [Role::RightHand, Role::RightForearm]];
        let branches = long_branches(skeleton);
        Self {
            top: first(&[Role::Neck, Role::Head, Role::UpperChest, Role::Chest]),
            hands: hands.iter().filter_map(|roles| first(roles)).collect(),
            ends: vec![Vec::new(); branches.len()],
            branches,
            ..Self::default()
        }
    }

    /// Another frame.
    pub fn add(&mut self, skeleton: &Skeleton, world: &[JointTransform]) {
        self.uprightness += self.top.map_or(1.0, |top| (world[top].at - world[0].at).normalize_or(Vec3::Z).z);
        let tip = |joint: usize| skeleton.joints()[joint].tip.map_or(world[joint].at, |tip| world[joint].point(tip));
        let hand = |joint: usize| world[joint].at.z.min(tip(joint).z);
        self.lowest_hand.push(self.hands.iter().map(|&joint| hand(joint)).fold(f32::INFINITY, f32::min));
        for (end, &joint) in self.ends.iter_mut().zip(&self.branches) {
            end.push(tip(joint));
        }
    }

    /// Why the body goes on four legs, if it does.
    pub fn reason(&self, tracks: &JointTracks) -> Option<&'static str> {
        let n = tracks.frames().max(1) as f32;
        let low = tracks.floor + LOW * tracks.size;
        let share = |count: usize| count as f32 / n;
        if self.uprightness / n < LEVEL {
            return Some("the trunk is level: a four-legged animal, or a person on hands and feet");
        }
        if share(self.lowest_hand.iter().filter(|z| **z < low).count()) > HANDS {
            return Some("the hands are on the floor: a four-legged gait");
        }
        let stands =
            |end: &Vec<Vec3>, f: usize| end[f].z < low && tracks.velocity(end, f).length() < STANDS * tracks.smooth[f];
        let most = self.ends.iter().map(|end| (0..end.len()).filter(|&f| stands(end, f)).count()).max();
        most.is_some_and(|most| share(most) > HANDS).then_some("it has more than two legs")
    }
}

/// The last joints of branches that are no legs but as long, and reach as low at rest.
fn long_branches(skeleton: &Skeleton) -> Vec<usize> {
    let (joints, rest) = (skeleton.joints(), skeleton.rest());
    let legs = [Role::LeftThigh, Role::RightThigh].map(|role| skeleton.joint(role));
    let least = AS_LONG * measure::leg(skeleton);
    let floor = measure::foot_points(skeleton, true).iter().map(|(j, p)| rest[*j].point(*p).z).fold(f32::MAX, f32::min);
    let mut parents = vec![false; joints.len()];
    joints.iter().filter_map(|j| j.parent).for_each(|p| parents[p] = true);
    (0..joints.len())
        .filter(|&end| !parents[end])
        .filter(|&end| {
            let (mut at, mut length, mut count, mut top) = (end, 0.0, 0, rest[end].at.z);
            loop {
                if legs.contains(&at) {
                    return false;
                }
                let Some(parent) = joints[at].parent else { break };
                length += joints[at].translation.length();
                count += 1;
                at = parent;
                top = top.max(rest[at].at.z);
            }
            let low = rest[end].at.z - floor < LOW * measure::size(skeleton);
            low && count >= JOINTS && length > least && top - rest[end].at.z > least
        })
        .collect()
}
