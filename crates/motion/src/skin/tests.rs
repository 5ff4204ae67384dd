use super::*;
use crate::export::testing::{legs, tube};
use crate::{Mesh, turn};

/// The mesh after joints were turned, under linear and under dual quaternion skinning.
fn both(skeleton: &Skeleton, mesh: &Mesh, hips: Vec3, rotations: &[Quat]) -> [(Vec<Vec3>, Vec<Vec3>); 2] {
    let bind = Bind::of(skeleton);
    let mut now = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
    to_world(skeleton, hips, rotations, &mut now);
    let (mut linear, mut dual) = (vec![Moved::NOT; now.len()], vec![DualQuat::NOT; now.len()]);
    palette_linear(&bind, &now, &mut linear);
    palette_dual(&bind, &now, &mut dual);
    let mut out = [0, 1].map(|_| (mesh.positions.clone(), mesh.normals.clone()));
    skin_linear(&linear, mesh.into(), &mut out[0].0, &mut out[0].1);
    skin_dual(&dual, mesh.into(), &mut out[1].0, &mut out[1].1);
    out
}

#[test]
fn the_rest_pose_leaves_every_vertex_where_it_is() {
    let character = legs();
    let pose = Pose::rest(&character.skeleton);
    for (positions, normals) in both(&character.skeleton, &character.mesh, pose.hips, &pose.rotations) {
        for (got, want) in positions.iter().zip(&character.mesh.positions) {
            assert!((*got - *want).length() < 1e-6, "{got} {want}");
        }
        for (got, want) in normals.iter().zip(&character.mesh.normals) {
            assert!((*got - *want).length() < 1e-6);
        }
    }
}

#[test]
fn a_rigid_motion_of_the_whole_body_is_exact_under_both() {
    let character = legs();
    let pose = Pose::rest(&character.skeleton);
    let whole = turn(2.1) * Quat::from_xyzw(0.28, 0.0, 0.0, 0.96);
    let shift = Vec3::new(3.0, -2.0, 0.4);
    let mut rotations = pose.rotations.clone();
    rotations[0] = whole * rotations[0];
    let hips = whole * pose.hips + shift;
    for (positions, normals) in both(&character.skeleton, &character.mesh, hips, &rotations) {
        for (i, got) in positions.iter().enumerate() {
            let want = whole * character.mesh.positions[i] + shift;
            assert!((*got - want).length() < 2e-6, "{got} {want}");
            assert!((normals[i] - whole * character.mesh.normals[i]).length() < 2e-6);
        }
    }
}

/// A tube along the thigh and shank, weights going over from one to the other; the shank is twisted by half a turn. In the
/// middle both pull alike.
#[test]
fn dual_quaternions_keep_the_girth_at_half_a_turn_where_linear_blending_collapses() {
    let (character, axis) = tube();
    let skeleton = &character.skeleton;
    let pose = Pose::rest(skeleton);
    let mut rotations = pose.rotations.clone();
    let shank = skeleton.joint(crate::Role::LeftShank);
    // A hair less than half a turn: at exactly half both senses are right.
    rotations[shank] *= turn(std::f32::consts::PI - 1e-3);
    let [linear, dual] = both(skeleton, &character.mesh, pose.hips, &rotations);
    let radius = |places: &[Vec3]| {
        let of = |p: &Vec3| ((p.x - axis.x).powi(2) + (p.y - axis.y).powi(2)).sqrt();
        places.iter().map(of).fold(f32::INFINITY, f32::min)
    };
    let before = radius(&character.mesh.positions);
    assert!(radius(&dual.0) > 0.999 * before, "{} of {before}", radius(&dual.0));
    assert!(radius(&linear.0) < 0.01 * before, "{} of {before}", radius(&linear.0));
    // Ends, which only one joint pulls at, agree.
    let last = character.mesh.positions.len() - 1;
    for i in [0, last] {
        assert!((linear.0[i] - dual.0[i]).length() < 1e-5);
    }
}
