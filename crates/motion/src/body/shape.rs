//! The skin of the built-in body, for a stature of 1.75 m: tables of cross-sections [m].

use super::loft::{Chain, LoftRing, loft, smooth};
use crate::{Mesh, Role, Vec3};

/// Names and colours (linear) of the parts.
pub(super) const PARTS: [(&str, [f32; 3]); 5] = [
    ("skin", [0.60, 0.36, 0.25]),
    ("hair", [0.045, 0.028, 0.018]),
    ("top", [0.08, 0.22, 0.45]),
    ("trousers", [0.045, 0.055, 0.085]),
    ("shoes", [0.035, 0.030, 0.028]),
];
const SKIN: u8 = 0;
const HAIR: u8 = 1;
const TOP: u8 = 2;
const TROUSERS: u8 = 3;
const SHOES: u8 = 4;

/// Height, half width, half depth, forward of the middle.
type CrossSection = [f32; 4];

const SEAT: [CrossSection; 6] = [
    [0.800, 0.030, 0.050, -0.005],
    [0.825, 0.105, 0.092, -0.008],
    [0.870, 0.160, 0.116, -0.012],
    [0.925, 0.172, 0.122, -0.014],
    [0.985, 0.160, 0.110, -0.008],
    [1.040, 0.140, 0.095, -0.004],
];
const SHIRT: [CrossSection; 13] = [
    [0.925, 0.150, 0.105, -0.012],
    [0.940, 0.183, 0.135, -0.014],
    [1.000, 0.174, 0.124, -0.008],
    [1.070, 0.154, 0.108, -0.002],
    [1.140, 0.151, 0.107, -0.004],
    [1.210, 0.160, 0.114, -0.008],
    [1.290, 0.173, 0.122, -0.010],
    [1.350, 0.182, 0.119, -0.013],
    [1.395, 0.184, 0.106, -0.018],
    [1.430, 0.160, 0.090, -0.020],
    [1.455, 0.108, 0.074, -0.020],
    [1.475, 0.070, 0.062, -0.018],
    [1.485, 0.058, 0.054, -0.015],
];
const LEG: [CrossSection; 12] = [
    [0.930, 0.060, 0.070, -0.005],
    [0.880, 0.084, 0.098, -0.006],
    [0.820, 0.086, 0.096, -0.004],
    [0.740, 0.081, 0.089, 0.002],
    [0.640, 0.072, 0.077, 0.004],
    [0.560, 0.064, 0.067, 0.004],
    [0.500, 0.059, 0.062, 0.002],
    [0.440, 0.057, 0.061, -0.006],
    [0.360, 0.057, 0.062, -0.013],
    [0.240, 0.052, 0.057, -0.012],
    [0.130, 0.050, 0.058, -0.008],
    [0.075, 0.052, 0.064, -0.004],
];
const NECK: [CrossSection; 4] = [
    [1.440, 0.060, 0.058, -0.018],
    [1.485, 0.053, 0.054, -0.014],
    [1.530, 0.052, 0.055, -0.006],
    [1.570, 0.050, 0.055, 0.000],
];
/// Beside the level: how far the nose or chin stands out.
const HEAD: [(CrossSection, f32); 12] = [
    ([1.518, 0.022, 0.030, 0.048], 0.0),
    ([1.524, 0.036, 0.052, 0.036], 0.004),
    ([1.542, 0.051, 0.076, 0.020], 0.004),
    ([1.565, 0.060, 0.088, 0.012], 0.003),
    ([1.586, 0.066, 0.093, 0.009], 0.010),
    ([1.597, 0.068, 0.095, 0.008], 0.022),
    ([1.622, 0.072, 0.098, 0.006], 0.010),
    ([1.640, 0.074, 0.100, 0.005], 0.000),
    ([1.675, 0.075, 0.100, 0.003], 0.003),
    ([1.706, 0.068, 0.090, 0.001], 0.0),
    ([1.730, 0.050, 0.066, -0.002], 0.0),
    ([1.743, 0.024, 0.032, -0.004], 0.0),
];
/// Beside the level: up to which fraction of the circumference from the back the hair reaches.
const LOCKS: [(CrossSection, f32); 8] = [
    ([1.550, 0.050, 0.070, -0.002], 0.40),
    ([1.560, 0.062, 0.088, 0.002], 0.45),
    ([1.600, 0.076, 0.104, 0.004], 0.50),
    ([1.645, 0.083, 0.110, 0.003], 0.55),
    ([1.680, 0.084, 0.110, 0.002], 0.80),
    ([1.712, 0.077, 0.100, 0.001], 1.00),
    ([1.738, 0.056, 0.073, -0.002], 1.00),
    ([1.752, 0.024, 0.032, -0.004], 1.00),
];
/// Along the arm, half height, half depth.
const SLEEVE: [[f32; 3]; 10] = [
    [0.130, 0.040, 0.056],
    [0.165, 0.047, 0.062],
    [0.205, 0.052, 0.061],
    [0.260, 0.053, 0.056],
    [0.340, 0.048, 0.049],
    [0.430, 0.044, 0.045],
    [0.510, 0.041, 0.041],
    [0.580, 0.041, 0.042],
    [0.680, 0.036, 0.037],
    [0.770, 0.033, 0.035],
];
const HAND: [[f32; 3]; 7] = [
    [0.750, 0.020, 0.026],
    [0.785, 0.019, 0.031],
    [0.825, 0.017, 0.041],
    [0.868, 0.015, 0.042],
    [0.910, 0.013, 0.037],
    [0.942, 0.010, 0.027],
    [0.957, 0.005, 0.012],
];
/// Along the thumb from the hand's edge: outward, forward, half thickness.
const THUMB: [[f32; 3]; 4] =
    [[0.790, 0.018, 0.014], [0.815, 0.045, 0.013], [0.845, 0.060, 0.011], [0.868, 0.064, 0.005]];
/// Along the foot from the ankle: half width, height.
const SHOE: [[f32; 3]; 10] = [
    [-0.070, 0.020, 0.050],
    [-0.060, 0.034, 0.072],
    [-0.035, 0.038, 0.098],
    [0.010, 0.039, 0.108],
    [0.045, 0.041, 0.092],
    [0.085, 0.046, 0.068],
    [0.130, 0.049, 0.054],
    [0.170, 0.045, 0.046],
    [0.198, 0.033, 0.038],
    [0.211, 0.014, 0.024],
];

const HIP: f32 = 0.0875;
const SHOULDER: Vec3 = Vec3::new(-0.0175, 0.189, 1.421);

/// The whole skin, at rest.
pub(super) fn mesh() -> Mesh {
    let mut mesh = Mesh::default();
    trunk(&mut mesh);
    head(&mut mesh);
    for side in [1.0f32, -1.0] {
        leg(&mut mesh, side);
        arm(&mut mesh, side);
    }
    smooth(&mut mesh);
    mesh
}

fn level([z, w, d, x]: CrossSection) -> LoftRing {
    LoftRing::new(Vec3::new(x, 0.0, z), Vec3::X * d, Vec3::Y * w)
}

fn rings(levels: &[CrossSection], sides: usize, square: f32) -> Vec<Vec<Vec3>> {
    levels.iter().map(|&l| LoftRing { square, ..level(l) }.points(sides)).collect()
}

fn back() -> Chain {
    Chain {
        axis: Vec3::Z,
        links: vec![
            (Role::Hips, 0.0, 0.0),
            (Role::Spine, 1.035, 0.05),
            (Role::Chest, 1.145, 0.05),
            (Role::UpperChest, 1.275, 0.06),
            (Role::Neck, 1.470, 0.03),
            (Role::Head, 1.555, 0.03),
        ],
    }
}

fn trunk(mesh: &mut Mesh) {
    let seat = Chain { axis: Vec3::Z, links: vec![(Role::Hips, 0.0, 0.0), (Role::Spine, 1.035, 0.05)] };
    let from = mesh.positions.len();
    loft(mesh, TROUSERS, &seat, &rings(&SEAT, 14, 2.4));
    // The seat moves partly with the thighs, so that no gap opens when one is far forward.
    for i in from..mesh.positions.len() {
        let p = mesh.positions[i];
        let low = ((0.94 - p.z) / 0.12).clamp(0.0, 1.0);
        let aside = (p.y.abs() / 0.10).clamp(0.0, 1.0);
        let share = 0.45 * low * aside;
        let thigh = if p.y > 0.0 { Role::LeftThigh } else { Role::RightThigh };
        if share > 0.0 {
            mesh.influences[i].joints = [Role::Hips as u16, thigh as u16, 0, 0];
            mesh.influences[i].weights = [1.0 - share, share, 0.0, 0.0];
        }
    }
    loft(mesh, TOP, &back(), &rings(&SHIRT, 14, 2.5));
    loft(mesh, SKIN, &back(), &rings(&NECK, 10, 2.0));
}

fn head(mesh: &mut Mesh) {
    let chain = Chain { axis: Vec3::Z, links: vec![(Role::Head, 0.0, 0.0)] };
    let face: Vec<_> = HEAD
        .iter()
        .map(|&(l, out)| {
            let mut points = LoftRing { square: 2.2, ..level(l) }.points(12);
            points[0].x += out;
            points
        })
        .collect();
    loft(mesh, SKIN, &chain, &face);
    let hair: Vec<_> = LOCKS
        .iter()
        .map(|&(l, reach)| {
            let mut points = LoftRing { square: 2.2, ..level(l) }.points(12);
            let middle = Vec3::new(l[3], 0.0, l[0]);
            for (i, p) in points.iter_mut().enumerate() {
                // Point 0 is in front, 6 at the back.
                let from_back = (i as f32 - 6.0).abs() / 6.0;
                if from_back > reach {
                    *p = middle + (*p - middle) * 0.75;
                }
            }
            points
        })
        .collect();
    loft(mesh, HAIR, &chain, &hair);
}

fn leg(mesh: &mut Mesh, side: f32) {
    let [thigh, shank, foot, toes] = if side > 0.0 {
        [Role::LeftThigh, Role::LeftShank, Role::LeftFoot, Role::LeftToes]
    } else {
        [Role::RightThigh, Role::RightShank, Role::RightFoot, Role::RightToes]
    };
    let aside = Vec3::Y * (side * HIP);
    let chain =
        Chain { axis: Vec3::NEG_Z, links: vec![(Role::Hips, -9.0, 0.0), (thigh, -0.900, 0.05), (shank, -0.499, 0.05)] };
    let mut tube = rings(&LEG, 10, 2.1);
    for point in tube.iter_mut().flatten() {
        *point += aside;
    }
    loft(mesh, TROUSERS, &chain, &tube);

    let chain = Chain { axis: Vec3::X, links: vec![(foot, -9.0, 0.0), (toes, 0.140, 0.025)] };
    let shoe: Vec<_> = SHOE
        .iter()
        .map(|&[x, w, h]| {
            // Toes point a little outward of the shoe's middle line, as they do.
            let inward = side * 0.006 * (x / 0.2).max(0.0);
            [
                (1.0, 0.016),
                (0.92, 0.0),
                (-0.92, 0.0),
                (-1.0, 0.016),
                (-0.94, 0.55),
                (-0.5, 1.0),
                (0.5, 1.0),
                (0.94, 0.55),
            ]
            .map(|(y, z)| Vec3::new(x, y * w - inward, if z < 0.1 { z } else { z * h }) + aside)
            .to_vec()
        })
        .collect();
    loft(mesh, SHOES, &chain, &shoe);
}

fn arm(mesh: &mut Mesh, side: f32) {
    let [arm, forearm, hand] = if side > 0.0 {
        [Role::LeftArm, Role::LeftForearm, Role::LeftHand]
    } else {
        [Role::RightArm, Role::RightForearm, Role::RightHand]
    };
    let chain = Chain {
        axis: Vec3::Y * side,
        links: vec![(Role::UpperChest, -9.0, 0.0), (arm, 0.175, 0.04), (forearm, 0.5145, 0.04), (hand, 0.770, 0.02)],
    };
    let along = |[y, h, d]: [f32; 3]| {
        let centre = Vec3::new(SHOULDER.x, y * side, SHOULDER.z);
        LoftRing::new(centre, Vec3::X * d, Vec3::Z * h)
    };
    let sleeve: Vec<_> = SLEEVE.iter().map(|&r| along(r).points(8)).collect();
    loft(mesh, TOP, &chain, &sleeve);
    let palm: Vec<_> = HAND.iter().map(|&r| LoftRing { square: 2.4, ..along(r) }.points(8)).collect();
    loft(mesh, SKIN, &chain, &palm);
    let thumb: Vec<_> = THUMB
        .iter()
        .map(|&[y, x, r]| {
            let centre = Vec3::new(SHOULDER.x + x, y * side, SHOULDER.z - 0.006);
            LoftRing::new(centre, Vec3::new(0.6, -0.8 * side, 0.0) * r, Vec3::Z * r).points(5)
        })
        .collect();
    loft(mesh, SKIN, &chain, &thumb);
}

#[cfg(test)]
mod tests {
    use crate::body::character;

    #[test]
    fn a_skin_is_whole_and_weights_sum_to_one() {
        let body = character();
        let mesh = &body.mesh;
        let n = mesh.positions.len();
        assert!((300..=1400).contains(&n), "{n} vertices");
        assert!(mesh.normals.len() == n && mesh.influences.len() == n && mesh.parts.len() == n);
        for (influence, normal) in mesh.influences.iter().zip(&mesh.normals) {
            assert!((influence.weights.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            assert!((normal.length() - 1.0).abs() < 1e-4);
            assert!(influence.joints.iter().all(|&j| usize::from(j) < body.skeleton.len()));
        }
        for t in &mesh.triangles {
            assert!(t.iter().all(|&i| (i as usize) < n));
            let part = mesh.parts[t[0] as usize];
            assert!(t.iter().all(|&i| mesh.parts[i as usize] == part), "a triangle of two parts");
        }
        let low = mesh.positions.iter().map(|p| p.z).fold(f32::MAX, f32::min);
        let high = mesh.positions.iter().map(|p| p.z).fold(f32::MIN, f32::max);
        assert!(low.abs() < 1e-6 && (high - 1.75).abs() < 0.005, "{low} to {high}");
    }
}
