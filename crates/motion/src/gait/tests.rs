//! What must hold of every move.

use super::*;
use crate::{ContactPoint, Kind, Quat, Role, Side, Vec3, World, to_world};

fn worlds(set: &MoveSet, m: &Move) -> Vec<Vec<World>> {
    (0..m.clip.frames())
        .map(|f| {
            let mut out = vec![World { at: Vec3::ZERO, rotation: Quat::IDENTITY }; set.skeleton.len()];
            to_world(&set.skeleton, m.clip.hips(f), m.clip.rotations(f), &mut out);
            out
        })
        .collect()
}

/// Angle of a bone forward of straight down, seen from the left [degrees].
fn forward(world: &[World], a: usize, b: usize) -> f32 {
    let d = world[b].at - world[a].at;
    crate::math::atan2(d.x, -d.z).to_degrees()
}

/// Hip flexion, knee flexion, ankle flexion of the left leg [degrees].
fn angles(set: &MoveSet, world: &[World]) -> [f32; 3] {
    let s = &set.skeleton;
    let j = |r| s.joint(r);
    let thigh = forward(world, j(Role::LeftThigh), j(Role::LeftShank));
    let shank = forward(world, j(Role::LeftShank), j(Role::LeftFoot));
    let foot = world[j(Role::LeftFoot)].rotation * Vec3::X;
    let pitch = crate::math::atan2(foot.z, foot.truncate().length()).to_degrees();
    [thigh, thigh - shank, pitch - shank]
}

#[test]
#[ignore = "prints curves to look at"]
fn curves() {
    let set = shipped();
    for m in &set.moves {
        let w = worlds(&set, m);
        println!("{} T {:.3} contacts {:?}", m.name, m.clip.duration(), m.contacts);
        let n = w.len();
        for k in 0..20 {
            let f = k * n / 20;
            let [hip, knee, ankle] = angles(&set, &w[f]);
            let toes = w[f][set.skeleton.joint(Role::LeftToes)].at;
            let foot = w[f][set.skeleton.joint(Role::LeftFoot)].at;
            println!(
                "{:4.2} hip {hip:6.1} knee {knee:6.1} ankle {ankle:6.1} hips {:.3} {:.3} ankle {:.3} {:.3} toes {:.3} {:.3} pitch {:.0}",
                k as f32 / 20.0,
                w[f][0].at.y,
                w[f][0].at.z,
                foot.x,
                foot.z,
                toes.x,
                toes.z,
                ankle + hip - knee
            );
        }
    }
    let _ = (ContactPoint::of(&set.skeleton, Side::Left), Kind::Walk);
}
