//! Gaits made by calculation beside people who were recorded: thigh and knee over the cycle, on the same skeleton.

#[path = "../../../tests/reference.rs"]
mod reference_data;

use ambulo_motion::analysis::moves_of;
use ambulo_motion::import::load;
use ambulo_motion::{ImportOptions, JointTransform, Move, MoveKind, Quat, Role, Skeleton, Vec3, gait, to_world};
use std::path::PathBuf;

fn reference(name: &str) -> Option<PathBuf> {
    reference_data::reference(&format!("motion/cmu/{name}"))
}

/// Angle of a bone forward of straight down [degrees].
fn forward(world: &[JointTransform], a: usize, b: usize) -> f64 {
    let d = (world[b].at - world[a].at).as_dvec3();
    libm::atan2(d.x, -d.z).to_degrees()
}

const SAMPLES: usize = 50;

/// Thigh and knee of the left leg over the cycle [degrees].
fn curves(skeleton: &Skeleton, m: &Move) -> [Vec<f64>; 2] {
    let mut rotations = vec![Quat::IDENTITY; skeleton.len()];
    let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
    let [thigh, shank, foot] = [Role::LeftThigh, Role::LeftShank, Role::LeftFoot].map(|r| skeleton.joint(r));
    let mut out = [Vec::new(), Vec::new()];
    for i in 0..SAMPLES {
        let hips = m.clip.sample(m.clip.duration() * i as f32 / SAMPLES as f32, &mut rotations);
        to_world(skeleton, hips, &rotations, &mut world);
        let up = forward(&world, thigh, shank);
        out[0].push(up);
        out[1].push(up - forward(&world, shank, foot));
    }
    out
}

/// Root of the mean squared difference once both means are taken out (skeletons rest with different tilts), and where in
/// the cycle it is least, within a tenth.
fn apart(a: &[f64], b: &[f64]) -> (f64, f64) {
    let mean = |x: &[f64]| x.iter().sum::<f64>() / x.len() as f64;
    let (ma, mb) = (mean(a), mean(b));
    let n = SAMPLES as i32;
    (-n / 10..=n / 10)
        .map(|shift| {
            let squared = (0..n).map(|i| {
                let (p, q) = (a[i as usize] - ma, b[(i + shift).rem_euclid(n) as usize] - mb);
                (p - q) * (p - q)
            });
            ((squared.sum::<f64>() / f64::from(n)).sqrt(), f64::from(shift) / f64::from(n))
        })
        .min_by(|x, y| x.0.total_cmp(&y.0))
        .expect("there are shifts")
}

#[test]
fn thighs_and_knees_move_as_those_of_recorded_walkers() {
    let (mut seen, mut sums) = (0, [0.0; 2]);
    let mut everybody = Vec::new();
    for name in ["02_01.bvh", "07_01.bvh", "07_12.bvh", "08_01.bvh", "08_03.bvh", "16_15.bvh", "35_01.bvh", "69_01.bvh"]
    {
        let Some(path) = reference(name) else { return };
        let people = load(&path, &ImportOptions::default()).expect("a readable file");
        let made = gait::moves(&people.skeleton);
        for clip in &people.clips {
            let found = moves_of(&people.skeleton, &clip.name, &clip.clip);
            let straight =
                |m: &&Move| m.kind == MoveKind::Walk && m.clip.cyclic && m.angle.abs() < 0.2 && m.speed > 0.4;
            for walk in found.iter().filter(straight) {
                let ours = made.moves.iter().filter(|m| m.kind == MoveKind::Walk && m.angle == 0.0);
                let ours = ours.min_by(|a, b| (a.speed - walk.speed).abs().total_cmp(&(b.speed - walk.speed).abs()));
                let ours = ours.expect("there are walks");
                let (theirs, mine) = (curves(&people.skeleton, walk), curves(&people.skeleton, ours));
                let [thigh, knee] = [0, 1].map(|k| apart(&theirs[k], &mine[k]));
                println!(
                    "{name} {:.2} m/s beside {} ({:.2} m/s, cycles {:.2} and {:.2} s): thigh {:.1} at {:+.2}, knee {:.1} at {:+.2}",
                    walk.speed,
                    ours.name,
                    ours.speed,
                    walk.clip.duration(),
                    ours.clip.duration(),
                    thigh.0,
                    thigh.1,
                    knee.0,
                    knee.1
                );
                everybody.push(theirs);
                seen += 1;
                sums[0] += thigh.0;
                sums[1] += knee.0;
            }
        }
    }
    let [thigh, knee] = sums.map(|s| s / f64::from(seen));
    println!("{seen} walks: thigh {thigh:.1}, knee {knee:.1} degrees apart");
    // How much people differ among themselves says what that means.
    let mut among = [0.0; 2];
    let pairs = everybody.len() * (everybody.len() - 1) / 2;
    for (i, a) in everybody.iter().enumerate() {
        for b in &everybody[..i] {
            for k in 0..2 {
                among[k] += apart(&a[k], &b[k]).0 / pairs as f64;
            }
        }
    }
    println!("people among themselves: thigh {:.1}, knee {:.1}", among[0], among[1]);
    assert!(seen >= 4, "{seen} walks found");
    assert!(thigh < 1.5 * among[0] && knee < 1.5 * among[1], "thigh {thigh:.1}, knee {knee:.1}");
}
