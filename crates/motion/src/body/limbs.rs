//! Legs, feet, arms and hands: tables of cross-sections for a stature of 1.75 m [m].

use super::figure::{CrossSection, Figure, LEGWEAR, SHOES, SKIN, TOP};
use super::loft::{Chain, LoftRing, loft};
use super::person::Legwear;
use crate::{Role, Vec3};

const TROUSERS: [CrossSection; 12] = [
    [0.930, 0.070, 0.098, -0.018],
    [0.880, 0.084, 0.114, -0.017],
    [0.820, 0.087, 0.106, -0.011],
    [0.740, 0.082, 0.091, 0.000],
    [0.640, 0.074, 0.080, 0.003],
    [0.560, 0.067, 0.071, 0.003],
    [0.500, 0.062, 0.066, 0.002],
    [0.430, 0.060, 0.065, -0.005],
    [0.340, 0.059, 0.065, -0.011],
    [0.220, 0.056, 0.062, -0.010],
    [0.110, 0.055, 0.063, -0.006],
    [0.062, 0.057, 0.068, -0.002],
];
const SHORTS: [CrossSection; 7] = [
    [0.930, 0.070, 0.098, -0.018],
    [0.880, 0.084, 0.114, -0.017],
    [0.820, 0.087, 0.106, -0.011],
    [0.740, 0.087, 0.097, -0.001],
    [0.660, 0.085, 0.093, 0.001],
    [0.575, 0.084, 0.090, 0.002],
    [0.565, 0.070, 0.076, 0.002],
];
const BARE: [CrossSection; 13] = [
    [0.900, 0.070, 0.082, -0.006],
    [0.820, 0.079, 0.089, -0.004],
    [0.740, 0.075, 0.083, 0.001],
    [0.640, 0.066, 0.071, 0.004],
    [0.570, 0.057, 0.060, 0.003],
    [0.510, 0.052, 0.057, 0.004],
    [0.470, 0.049, 0.054, 0.002],
    [0.410, 0.051, 0.057, -0.008],
    [0.340, 0.052, 0.060, -0.014],
    [0.260, 0.044, 0.051, -0.012],
    [0.170, 0.035, 0.041, -0.008],
    [0.100, 0.032, 0.040, -0.006],
    [0.055, 0.034, 0.045, -0.004],
];
/// From the shoulder joint down the arm: half thickness across and from front to back, and how far inward of the arm's axis.
const SLEEVE: [[f32; 4]; 12] = [
    [-0.013, 0.013, 0.020, 0.028],
    [-0.009, 0.031, 0.038, 0.018],
    [0.003, 0.046, 0.051, 0.008],
    [0.025, 0.054, 0.059, 0.002],
    [0.056, 0.057, 0.062, 0.000],
    [0.095, 0.055, 0.060, 0.000],
    [0.165, 0.050, 0.054, 0.000],
    [0.250, 0.046, 0.048, 0.000],
    [0.325, 0.043, 0.045, 0.000],
    [0.400, 0.043, 0.045, 0.000],
    [0.490, 0.038, 0.041, 0.000],
    [0.568, 0.035, 0.038, 0.000],
];
/// A sleeve is short down to this row, and a bare arm begins here.
const SHORT: usize = 7;
const BARE_ARM: [[f32; 4]; 8] = [
    [0.190, 0.040, 0.044, 0.000],
    [0.250, 0.039, 0.043, 0.000],
    [0.325, 0.036, 0.040, 0.000],
    [0.375, 0.037, 0.042, 0.000],
    [0.430, 0.035, 0.040, 0.000],
    [0.500, 0.029, 0.034, 0.000],
    [0.555, 0.024, 0.029, 0.000],
    [0.590, 0.021, 0.028, 0.000],
];
/// From the wrist: half thickness, half breadth, and how far fingers bend inward and forward.
const HAND: [[f32; 4]; 8] = [
    [-0.025, 0.020, 0.026, 0.000],
    [0.012, 0.019, 0.032, 0.000],
    [0.050, 0.017, 0.041, 0.002],
    [0.090, 0.015, 0.042, 0.006],
    [0.125, 0.013, 0.039, 0.013],
    [0.155, 0.011, 0.033, 0.022],
    [0.176, 0.009, 0.023, 0.030],
    [0.184, 0.004, 0.010, 0.033],
];
/// Along the thumb from the wrist: down, forward, half thickness.
const THUMB: [[f32; 3]; 4] =
    [[0.022, 0.020, 0.014], [0.048, 0.044, 0.013], [0.078, 0.055, 0.0105], [0.100, 0.056, 0.005]];
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

pub(super) fn leg(figure: &mut Figure, side: f32) {
    let [thigh, shank, foot, toes] = if side > 0.0 {
        [Role::LeftThigh, Role::LeftShank, Role::LeftFoot, Role::LeftToes]
    } else {
        [Role::RightThigh, Role::RightShank, Role::RightFoot, Role::RightToes]
    };
    let m = figure.m.clone();
    let s = m.scale();
    let aside = Vec3::Y * (side * m.hip);
    let (hip, knee) = (m.up(0.900), m.up(0.499));
    let links = vec![(Role::Hips, -9.0, 0.0), (thigh, -hip, 0.05 * s), (shank, -knee, 0.05 * s)];
    let chain = Chain { axis: Vec3::NEG_Z, links };
    let mut tube = |table: &[CrossSection], part: u8, sides: usize| {
        let ring = |&[z, w, d, x]: &CrossSection| {
            // Thighs grow with the hips, shanks with the limbs; the feet are below all of them.
            let t = ((z - 0.50) / 0.35).clamp(0.0, 1.0);
            let (wide, deep) = (m.limb + (m.hips.0 - m.limb) * t, m.limb + (m.hips.1 - m.limb) * t);
            let centre = Vec3::new(x * s, 0.0, m.up(z)) + aside;
            LoftRing { square: 2.1, ..LoftRing::new(centre, Vec3::X * (d * deep), Vec3::Y * (w * wide)) }
        };
        let sides = figure.detail.sides(sides);
        let rings: Vec<_> = figure.detail.pick(table).iter().map(|l| ring(l).points(sides)).collect();
        loft(&mut figure.mesh, part, &chain, &rings);
    };
    match figure.person.legwear {
        Legwear::Trousers => tube(&TROUSERS, LEGWEAR, 12),
        Legwear::Shorts => {
            tube(&SHORTS, LEGWEAR, 12);
            tube(&BARE, SKIN, 10);
        }
        Legwear::Skirt => tube(&BARE, SKIN, 10),
    }

    let f = m.foot;
    let chain = Chain { axis: Vec3::X, links: vec![(foot, -9.0, 0.0), (toes, 0.140 * f, 0.025 * f)] };
    let shoe: Vec<_> = figure
        .detail
        .pick(&SHOE)
        .iter()
        .map(|&[x, w, h]| {
            // Toes point a little outward of the shoe's middle line, as they do.
            let inward = side * 0.006 * (x / 0.2).max(0.0);
            let around = [
                (1.0, 0.016),
                (0.92, 0.0),
                (-0.92, 0.0),
                (-1.0, 0.016),
                (-0.94, 0.55),
                (-0.5, 1.0),
                (0.5, 1.0),
                (0.94, 0.55),
            ];
            let kept: &[usize] = if figure.detail.small() { &[0, 1, 2, 3, 4, 5, 6, 7] } else { &[1, 2, 4, 5, 6, 7] };
            let point = |&k: &usize| {
                let (y, z) = around[k];
                Vec3::new(x, y * w - inward, if z < 0.1 { z } else { z * h }) * f + aside
            };
            kept.iter().map(point).collect::<Vec<_>>()
        })
        .collect();
    loft(&mut figure.mesh, SHOES, &chain, &shoe);
}

pub(super) fn arm(figure: &mut Figure, side: f32) {
    let [arm, forearm, hand] = if side > 0.0 {
        [Role::LeftArm, Role::LeftForearm, Role::LeftHand]
    } else {
        [Role::RightArm, Role::RightForearm, Role::RightHand]
    };
    let m = figure.m.clone();
    let s = m.scale();
    let mirrored = |v: Vec3| Vec3::new(v.x, v.y * side, v.z);
    let (joint, down) = (mirrored(m.shoulder_joint()), mirrored(m.hanging()));
    // Across the arm, away from the body.
    let out = Vec3::new(0.0, -down.z * side, down.y * side) * side;
    let out = if out.y * side < 0.0 { -out } else { out };
    let begin = joint.dot(down);
    let (elbow, wrist) = (m.arm[0], m.arm[0] + m.arm[1]);
    let links = vec![
        (Role::UpperChest, -9.0, 0.0),
        (arm, begin - 0.012 * s, 0.035 * s),
        (forearm, begin + elbow, 0.04 * s),
        (hand, begin + wrist, 0.02 * s),
    ];
    let chain = Chain { axis: down, links };
    // Tables are for an arm of 0.581 m to the wrist.
    let long = wrist / 0.581;
    let ring = |&[along, across, deep, inward]: &[f32; 4]| {
        let t = m.limb;
        let along = if along < 0.0 { along * t } else { along * long };
        let centre = joint + down * along - out * (inward * t);
        LoftRing { square: 2.1, ..LoftRing::new(centre, Vec3::X * (deep * t), out * (across * t)) }
    };
    let sides = figure.detail.sides(10);
    let table: &[[f32; 4]] = if figure.person.long_sleeves { &SLEEVE } else { &SLEEVE[..SHORT] };
    let sleeve: Vec<_> = figure.detail.pick(table).iter().map(|r| ring(r).points(sides)).collect();
    loft(&mut figure.mesh, TOP, &chain, &sleeve);
    if !figure.person.long_sleeves {
        let bare: Vec<_> = figure.detail.pick(&BARE_ARM).iter().map(|r| ring(r).points(sides)).collect();
        // A short sleeve ends in the air: the arm comes out of it.
        loft(&mut figure.mesh, SKIN, &chain, &bare);
    }
    let h = m.hand;
    let at_wrist = joint + down * wrist;
    let palm = |&[along, thick, broad, bend]: &[f32; 4]| {
        let along = along * h;
        let centre = at_wrist + down * along - out * (bend * h) + Vec3::X * (0.5 * bend * h);
        LoftRing { square: 2.4, ..LoftRing::new(centre, Vec3::X * (broad * h), out * (thick * h)) }
    };
    let sides = figure.detail.sides(8);
    let rings: Vec<_> = figure.detail.pick(&HAND).iter().map(|r| palm(r).points(sides)).collect();
    loft(&mut figure.mesh, SKIN, &chain, &rings);
    if figure.detail.small() {
        let thumb: Vec<_> = THUMB
            .iter()
            .map(|&[along, ahead, r]| {
                let centre = at_wrist + (down * along + Vec3::X * ahead - out * 0.008) * h;
                LoftRing::new(centre, (Vec3::X * 0.8 - down * 0.6) * (r * h), out * (r * h)).points(5)
            })
            .collect();
        loft(&mut figure.mesh, SKIN, &chain, &thumb);
    }
}
