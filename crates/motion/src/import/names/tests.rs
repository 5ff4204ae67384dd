//! Names of the usual rigs.

use super::*;
use crate::import::rig::{Local, RigNode};

/// A rig from lines `name < parent`.
fn rig(lines: &[(&str, &str)]) -> Rig {
    let mut rig = Rig::default();
    for (name, parent) in lines {
        let parent = rig.nodes.iter().position(|n: &RigNode| n.name == *parent);
        rig.nodes.push(RigNode { name: (*name).into(), parent, local: Local::NONE, tip: None, joint: true });
    }
    rig
}

fn check(lines: &[(&str, &str)], wanted: &[(Role, &str)]) {
    let rig = rig(lines);
    let roles = guess(&rig);
    for &(role, name) in wanted {
        let found = roles.get(role).map(|j| rig.nodes[j].name.as_str());
        assert_eq!(found, Some(name), "{}", role.name());
    }
}

#[test]
fn usual_names_are_understood() {
    use Role::*;
    check(
        &[
            ("mixamorig:Hips", ""),
            ("mixamorig:Spine", "mixamorig:Hips"),
            ("mixamorig:Spine1", "mixamorig:Spine"),
            ("mixamorig:Spine2", "mixamorig:Spine1"),
            ("mixamorig:Neck", "mixamorig:Spine2"),
            ("mixamorig:Head", "mixamorig:Neck"),
            ("mixamorig:HeadTop_End", "mixamorig:Head"),
            ("mixamorig:LeftShoulder", "mixamorig:Spine2"),
            ("mixamorig:LeftArm", "mixamorig:LeftShoulder"),
            ("mixamorig:LeftForeArm", "mixamorig:LeftArm"),
            ("mixamorig:LeftHand", "mixamorig:LeftForeArm"),
            ("mixamorig:LeftHandThumb1", "mixamorig:LeftHand"),
            ("mixamorig:LeftUpLeg", "mixamorig:Hips"),
            ("mixamorig:LeftLeg", "mixamorig:LeftUpLeg"),
            ("mixamorig:LeftFoot", "mixamorig:LeftLeg"),
            ("mixamorig:LeftToeBase", "mixamorig:LeftFoot"),
            ("mixamorig:LeftToe_End", "mixamorig:LeftToeBase"),
            ("mixamorig:RightUpLeg", "mixamorig:Hips"),
            ("mixamorig:RightLeg", "mixamorig:RightUpLeg"),
            ("mixamorig:RightFoot", "mixamorig:RightLeg"),
        ],
        &[
            (Hips, "mixamorig:Hips"),
            (Chest, "mixamorig:Spine1"),
            (UpperChest, "mixamorig:Spine2"),
            (Head, "mixamorig:Head"),
            (LeftShoulder, "mixamorig:LeftShoulder"),
            (LeftArm, "mixamorig:LeftArm"),
            (LeftHand, "mixamorig:LeftHand"),
            (LeftThigh, "mixamorig:LeftUpLeg"),
            (LeftShank, "mixamorig:LeftLeg"),
            (LeftToes, "mixamorig:LeftToeBase"),
            (RightFoot, "mixamorig:RightFoot"),
        ],
    );
    check(
        &[
            ("root", ""),
            ("pelvis", "root"),
            ("spine_01", "pelvis"),
            ("neck_01", "spine_01"),
            ("head", "neck_01"),
            ("thigh_l", "pelvis"),
            ("thigh_twist_01_l", "thigh_l"),
            ("calf_l", "thigh_l"),
            ("foot_l", "calf_l"),
            ("ball_l", "foot_l"),
            ("thigh_r", "pelvis"),
            ("calf_r", "thigh_r"),
            ("foot_r", "calf_r"),
        ],
        &[(Hips, "pelvis"), (LeftThigh, "thigh_l"), (LeftShank, "calf_l"), (LeftToes, "ball_l"), (RightFoot, "foot_r")],
    );
    check(
        &[
            ("DEF-spine", ""),
            ("DEF-pelvis.L", "DEF-spine"),
            ("DEF-thigh.L", "DEF-spine"),
            ("DEF-thigh.L.001", "DEF-thigh.L"),
            ("DEF-shin.L", "DEF-thigh.L.001"),
            ("DEF-foot.L", "DEF-shin.L"),
            ("DEF-toe.L", "DEF-foot.L"),
            ("DEF-thigh.R", "DEF-spine"),
            ("DEF-shin.R", "DEF-thigh.R"),
            ("DEF-foot.R", "DEF-shin.R"),
            ("MCH-foot_ik.R", ""),
        ],
        &[(Hips, "DEF-spine"), (LeftThigh, "DEF-thigh.L"), (LeftShank, "DEF-shin.L"), (LeftToes, "DEF-toe.L")],
    );
    check(
        &[
            ("J_Bip_C_Hips", ""),
            ("J_Bip_L_UpperLeg", "J_Bip_C_Hips"),
            ("J_Bip_L_LowerLeg", "J_Bip_L_UpperLeg"),
            ("J_Bip_L_Foot", "J_Bip_L_LowerLeg"),
            ("J_Bip_R_UpperLeg", "J_Bip_C_Hips"),
            ("J_Bip_R_LowerLeg", "J_Bip_R_UpperLeg"),
            ("J_Bip_R_Foot", "J_Bip_R_LowerLeg"),
        ],
        &[(Hips, "J_Bip_C_Hips"), (LeftThigh, "J_Bip_L_UpperLeg"), (RightShank, "J_Bip_R_LowerLeg")],
    );
    check(
        &[
            ("pelvis", ""),
            ("left_hip", "pelvis"),
            ("left_knee", "left_hip"),
            ("left_ankle", "left_knee"),
            ("left_foot", "left_ankle"),
            ("right_hip", "pelvis"),
            ("right_knee", "right_hip"),
            ("right_ankle", "right_knee"),
            ("spine1", "pelvis"),
            ("left_collar", "spine1"),
            ("left_shoulder", "left_collar"),
            ("left_elbow", "left_shoulder"),
            ("left_wrist", "left_elbow"),
        ],
        &[
            (LeftThigh, "left_hip"),
            (LeftShank, "left_knee"),
            (LeftFoot, "left_ankle"),
            (LeftToes, "left_foot"),
            (LeftShoulder, "left_collar"),
            (LeftArm, "left_shoulder"),
            (LeftForearm, "left_elbow"),
            (LeftHand, "left_wrist"),
        ],
    );
    // Makehuman, and the original names of the Carnegie Mellon files.
    check(
        &[
            ("root", ""),
            ("spine05", "root"),
            ("pelvis.L", "root"),
            ("upperleg01.L", "pelvis.L"),
            ("upperleg02.L", "upperleg01.L"),
            ("lowerleg01.L", "upperleg02.L"),
            ("foot.L", "lowerleg01.L"),
            ("toe1-1.L", "foot.L"),
            ("pelvis.R", "root"),
            ("upperleg01.R", "pelvis.R"),
            ("lowerleg01.R", "upperleg01.R"),
            ("foot.R", "lowerleg01.R"),
        ],
        &[(Hips, "root"), (LeftThigh, "upperleg01.L"), (LeftShank, "lowerleg01.L"), (LeftToes, "toe1-1.L")],
    );
    check(
        &[
            ("root", ""),
            ("lhipjoint", "root"),
            ("lfemur", "lhipjoint"),
            ("ltibia", "lfemur"),
            ("lfoot", "ltibia"),
            ("rhipjoint", "root"),
            ("rfemur", "rhipjoint"),
            ("rtibia", "rfemur"),
            ("rfoot", "rtibia"),
        ],
        &[(Hips, "root"), (LeftThigh, "lfemur"), (RightShank, "rtibia"), (RightFoot, "rfoot")],
    );
}

#[test]
fn numbered_joints_are_taken_in_the_order_of_the_tree() {
    use Role::*;
    check(
        &[
            ("torso_joint_1", ""),
            ("torso_joint_2", "torso_joint_1"),
            ("neck_joint_1", "torso_joint_2"),
            ("neck_joint_2", "neck_joint_1"),
            ("Skeleton_arm_joint_L__4_", "torso_joint_2"),
            ("Skeleton_arm_joint_L__3_", "Skeleton_arm_joint_L__4_"),
            ("Skeleton_arm_joint_L__2_", "Skeleton_arm_joint_L__3_"),
            ("leg_joint_L_1", "torso_joint_1"),
            ("leg_joint_L_2", "leg_joint_L_1"),
            ("leg_joint_L_3", "leg_joint_L_2"),
            ("leg_joint_L_5", "leg_joint_L_3"),
            ("leg_joint_R_1", "torso_joint_1"),
            ("leg_joint_R_2", "leg_joint_R_1"),
            ("leg_joint_R_3", "leg_joint_R_2"),
        ],
        &[
            (Hips, "torso_joint_1"),
            (Head, "neck_joint_2"),
            (LeftArm, "Skeleton_arm_joint_L__4_"),
            (LeftHand, "Skeleton_arm_joint_L__2_"),
            (LeftThigh, "leg_joint_L_1"),
            (LeftFoot, "leg_joint_L_3"),
            (LeftToes, "leg_joint_L_5"),
        ],
    );
}
