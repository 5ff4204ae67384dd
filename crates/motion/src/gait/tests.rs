//! What must hold of every move.

use super::*;
use crate::{ContactPoint, Kind, Placement, Quat, Role, Side, Vec3, World, math, to_world};

/// All joints at a time, and where the clip's frame is then.
struct Moment {
    world: Vec<World>,
    placement: Placement,
    time: f32,
}

impl Moment {
    fn of(set: &MoveSet, m: &Move, time: f32) -> Self {
        let mut rotations = vec![Quat::IDENTITY; set.skeleton.len()];
        let hips = m.clip.sample(time, &mut rotations);
        let mut world = vec![World { at: Vec3::ZERO, rotation: Quat::IDENTITY }; set.skeleton.len()];
        to_world(&set.skeleton, hips, &rotations, &mut world);
        Self { world, placement: m.travelled(time), time }
    }

    /// A point in the plan.
    fn out(&self, local: Vec3) -> Vec3 {
        self.placement.offset(local) + self.placement.at.as_vec2().extend(0.0)
    }
}

/// `fine` moments a frame, the last frame of a cyclic move followed by the first.
fn moments(set: &MoveSet, m: &Move, fine: usize) -> Vec<Moment> {
    let n = m.clip.frames() * fine;
    (0..n).map(|i| Moment::of(set, m, i as f32 / (m.clip.rate * fine as f32))).collect()
}

/// Angle of a bone forward of straight down, seen from the left [degrees].
fn forward(world: &[World], a: usize, b: usize) -> f32 {
    let d = world[b].at - world[a].at;
    math::atan2(d.x, -d.z).to_degrees()
}

/// Flexion of thigh, knee and ankle of a leg in its own plane [degrees].
fn angles(set: &MoveSet, world: &[World], side: Side) -> [f32; 3] {
    let [thigh, shank, foot] = build::leg_roles(side).map(|r| set.skeleton.joint(r));
    let up = forward(world, thigh, shank);
    let (a, b) = (world[shank].at - world[thigh].at, world[foot].at - world[shank].at);
    let toes = world[foot].rotation * Vec3::X;
    // Backwards bent knees would have the foot in front of the thigh's line.
    let bend = math::acos(a.normalize().dot(b.normalize())).to_degrees();
    let ahead = a.cross(b).dot(toes.cross(Vec3::Z));
    let knee = if ahead > 1e-3 { -bend } else { bend };
    let pitch = 90.0 - math::acos(toes.dot(-b.normalize())).to_degrees();
    [up, knee, pitch]
}

#[test]
#[ignore = "prints curves to look at"]
fn curves() {
    let set = shipped();
    let only = std::env::var("MOVE").unwrap_or_default();
    for m in set.moves.iter().filter(|m| m.name.contains(&only)) {
        println!("{} T {:.3} contacts {:?}", m.name, m.clip.duration(), m.contacts);
        let all = moments(&set, m, 1);
        for k in 0..20 {
            let f = k * all.len() / 20;
            let w = &all[f].world;
            let [hip, knee, ankle] = angles(&set, w, Side::Left);
            let [_, rknee, _] = angles(&set, w, Side::Right);
            let at = |role| w[set.skeleton.joint(role)].at;
            let (hips, foot, toes) = (at(Role::Hips), at(Role::LeftFoot), at(Role::LeftToes));
            println!(
                "{:4.2} hip {hip:6.1} knee {knee:6.1} {rknee:6.1} ankle {ankle:6.1} hips {hips:.3} ankle {foot:.3} toes {toes:.3}",
                k as f32 / 20.0,
            );
        }
    }
}
