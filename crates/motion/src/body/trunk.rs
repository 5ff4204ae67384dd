//! Seat, upper garment, neck and skirt: tables of cross-sections for a stature of 1.75 m [m].

use super::figure::{CrossSection, Figure, LEGWEAR, SKIN, TOP};
use super::loft::{Chain, loft};
use super::person::Legwear;
use crate::{Influence, Role};

const SEAT: [[CrossSection; 7]; 2] = [
    [
        [0.800, 0.030, 0.050, -0.010],
        [0.825, 0.092, 0.088, -0.012],
        [0.865, 0.150, 0.114, -0.018],
        [0.915, 0.170, 0.127, -0.022],
        [0.970, 0.156, 0.108, -0.014],
        [1.020, 0.142, 0.097, -0.006],
        [1.050, 0.132, 0.088, -0.004],
    ],
    [
        [0.800, 0.030, 0.050, -0.012],
        [0.825, 0.098, 0.092, -0.015],
        [0.865, 0.162, 0.119, -0.022],
        [0.915, 0.183, 0.132, -0.027],
        [0.970, 0.163, 0.110, -0.017],
        [1.020, 0.141, 0.095, -0.008],
        [1.050, 0.124, 0.085, -0.004],
    ],
];
const SHIRT: [[CrossSection; 15]; 2] = [
    [
        [0.905, 0.150, 0.105, -0.016],
        [0.912, 0.176, 0.132, -0.020],
        [0.960, 0.173, 0.127, -0.015],
        [1.020, 0.162, 0.115, -0.008],
        [1.080, 0.154, 0.108, -0.002],
        [1.150, 0.153, 0.107, 0.000],
        [1.220, 0.160, 0.113, -0.002],
        [1.290, 0.170, 0.119, -0.006],
        [1.345, 0.176, 0.117, -0.012],
        [1.385, 0.178, 0.106, -0.018],
        [1.412, 0.170, 0.094, -0.021],
        [1.432, 0.148, 0.083, -0.022],
        [1.450, 0.112, 0.072, -0.021],
        [1.468, 0.075, 0.062, -0.018],
        [1.482, 0.057, 0.056, -0.016],
    ],
    [
        [0.905, 0.158, 0.112, -0.020],
        [0.912, 0.187, 0.138, -0.024],
        [0.960, 0.177, 0.128, -0.018],
        [1.020, 0.156, 0.112, -0.009],
        [1.080, 0.140, 0.102, -0.002],
        [1.150, 0.135, 0.099, 0.003],
        [1.220, 0.143, 0.110, 0.008],
        [1.290, 0.155, 0.128, 0.012],
        [1.345, 0.161, 0.115, 0.000],
        [1.385, 0.165, 0.098, -0.014],
        [1.412, 0.158, 0.087, -0.018],
        [1.432, 0.138, 0.077, -0.020],
        [1.450, 0.104, 0.067, -0.019],
        [1.468, 0.068, 0.057, -0.016],
        [1.482, 0.052, 0.051, -0.014],
    ],
];
const NECK: [[CrossSection; 4]; 2] = [
    [
        [1.440, 0.062, 0.062, -0.020],
        [1.480, 0.054, 0.057, -0.015],
        [1.525, 0.052, 0.056, -0.006],
        [1.570, 0.050, 0.055, 0.000],
    ],
    [
        [1.440, 0.056, 0.056, -0.018],
        [1.480, 0.047, 0.050, -0.014],
        [1.525, 0.044, 0.049, -0.006],
        [1.570, 0.044, 0.050, 0.000],
    ],
];
const SKIRT: [CrossSection; 10] = [
    [1.068, 0.138, 0.098, -0.004],
    [1.062, 0.160, 0.118, -0.006],
    [1.020, 0.170, 0.126, -0.010],
    [0.960, 0.190, 0.142, -0.017],
    [0.912, 0.200, 0.152, -0.020],
    [0.830, 0.205, 0.158, -0.016],
    [0.740, 0.209, 0.163, -0.012],
    [0.650, 0.213, 0.168, -0.010],
    [0.565, 0.217, 0.172, -0.008],
    [0.550, 0.194, 0.152, -0.008],
];

pub(super) fn add(figure: &mut Figure) {
    let m = figure.m.clone();
    let s = m.scale();
    let seat =
        Chain { axis: crate::Vec3::Z, links: vec![(Role::Hips, 0.0, 0.0), (Role::Spine, m.up(1.035), 0.05 * s)] };
    let from = figure.mesh.positions.len();
    let skirt = figure.person.legwear == Legwear::Skirt;
    let rings = if skirt {
        figure.trunk_rings(&SKIRT, 18, 2.2)
    } else {
        let table = figure.mixed(SEAT[0], SEAT[1]);
        figure.trunk_rings(&table, 16, 2.4)
    };
    loft(&mut figure.mesh, LEGWEAR, &seat, &rings);
    // The seat moves partly with the thighs, so that no gap opens when one is far forward; a skirt does so the more the lower.
    let (top, bottom) = if skirt { (m.up(0.97), m.up(0.66)) } else { (m.up(0.94), m.up(0.82)) };
    for i in from..figure.mesh.positions.len() {
        let p = figure.mesh.positions[i];
        let low = ((top - p.z) / (top - bottom)).clamp(0.0, 1.0);
        if low <= 0.0 {
            continue;
        }
        let influence = &mut figure.mesh.influences[i];
        if skirt {
            // Between the legs cloth hangs from both.
            let left = (0.5 + p.y / (0.24 * s)).clamp(0.0, 1.0);
            let left = left * left * (3.0 - 2.0 * left);
            let with = 0.9 * low * (2.0 - low);
            influence.joints = [Role::Hips as u16, Role::LeftThigh as u16, Role::RightThigh as u16, 0];
            influence.weights = [1.0 - with, with * left, with * (1.0 - left), 0.0];
        } else {
            let with = 0.45 * low * (p.y.abs() / (0.10 * s)).clamp(0.0, 1.0);
            let thigh = if p.y > 0.0 { Role::LeftThigh } else { Role::RightThigh };
            *influence =
                Influence { joints: [Role::Hips as u16, thigh as u16, 0, 0], weights: [1.0 - with, with, 0.0, 0.0] };
        }
    }
    let back = figure.back();
    let shirt = figure.mixed(SHIRT[0], SHIRT[1]);
    let rings = figure.trunk_rings(&shirt, 18, 2.4);
    loft(&mut figure.mesh, TOP, &back, &rings);
    let neck = figure.mixed(NECK[0], NECK[1]);
    let rings = figure.trunk_rings(&neck, 12, 2.0);
    loft(&mut figure.mesh, SKIN, &back, &rings);
}
