//! Head, ears, eyes and hair: tables of cross-sections for a stature of 1.75 m [m]. Heights are above the chin.

use super::figure::{CrossSection, EYES, Figure, HAIR, SKIN};
use super::loft::{Chain, LoftRing, loft};
use super::person::Hair;
use crate::{Role, Vec3};
use std::f32::consts::TAU;

/// Height of the chin in the tables [m].
const CHIN: f32 = 1.518;

/// Beside the cross-section: how far the middle of the face stands out (nose, lips, chin), and how far the sockets of the eyes lie in.
const HEAD: [(CrossSection, f32, f32); 17] = [
    ([1.516, 0.016, 0.022, 0.052], 0.0, 0.0),
    ([1.521, 0.030, 0.044, 0.040], 0.003, 0.0),
    ([1.532, 0.041, 0.060, 0.031], 0.006, 0.0),
    ([1.546, 0.050, 0.073, 0.022], 0.002, 0.0),
    ([1.558, 0.056, 0.080, 0.017], 0.006, 0.0),
    ([1.570, 0.060, 0.086, 0.013], 0.005, 0.0),
    ([1.584, 0.064, 0.090, 0.010], 0.008, 0.0),
    ([1.592, 0.066, 0.092, 0.009], 0.024, 0.0),
    ([1.602, 0.068, 0.094, 0.008], 0.020, 0.002),
    ([1.618, 0.071, 0.097, 0.006], 0.012, 0.006),
    ([1.632, 0.073, 0.099, 0.005], 0.006, 0.009),
    ([1.646, 0.074, 0.101, 0.004], 0.002, 0.004),
    ([1.658, 0.075, 0.101, 0.003], 0.001, 0.0),
    ([1.688, 0.074, 0.098, 0.002], 0.0, 0.0),
    ([1.716, 0.063, 0.083, 0.000], 0.0, 0.0),
    ([1.735, 0.043, 0.056, -0.003], 0.0, 0.0),
    ([1.743, 0.020, 0.027, -0.004], 0.0, 0.0),
];

/// Beside the cross-section: up to which share of half the circumference from the back the hair reaches. Elsewhere it lies inside of
/// the head.
type Lock = (CrossSection, f32);

const SHORT: [Lock; 9] = [
    ([1.545, 0.046, 0.060, -0.014], 0.34),
    ([1.556, 0.060, 0.086, 0.000], 0.40),
    ([1.600, 0.075, 0.104, 0.003], 0.46),
    ([1.640, 0.081, 0.109, 0.002], 0.56),
    ([1.668, 0.083, 0.110, 0.001], 0.70),
    ([1.690, 0.082, 0.108, 0.001], 1.00),
    ([1.718, 0.073, 0.095, 0.000], 1.00),
    ([1.742, 0.051, 0.066, -0.003], 1.00),
    ([1.752, 0.020, 0.028, -0.004], 1.00),
];
const BOB: [Lock; 10] = [
    ([1.512, 0.060, 0.056, -0.036], 0.52),
    ([1.522, 0.078, 0.074, -0.030], 0.56),
    ([1.560, 0.086, 0.098, -0.014], 0.60),
    ([1.605, 0.088, 0.110, -0.003], 0.62),
    ([1.645, 0.087, 0.113, 0.000], 0.64),
    ([1.672, 0.086, 0.113, 0.000], 0.76),
    ([1.695, 0.084, 0.110, 0.000], 1.00),
    ([1.722, 0.074, 0.096, -0.001], 1.00),
    ([1.744, 0.052, 0.067, -0.003], 1.00),
    ([1.754, 0.021, 0.029, -0.004], 1.00),
];
const LONG: [Lock; 13] = [
    ([1.365, 0.060, 0.014, -0.122], 1.0),
    ([1.378, 0.086, 0.026, -0.120], 1.0),
    ([1.420, 0.092, 0.034, -0.106], 1.0),
    ([1.470, 0.086, 0.044, -0.080], 1.0),
    ([1.520, 0.084, 0.064, -0.046], 0.62),
    ([1.560, 0.087, 0.096, -0.016], 0.60),
    ([1.605, 0.088, 0.110, -0.003], 0.60),
    ([1.645, 0.087, 0.113, 0.000], 0.63),
    ([1.672, 0.086, 0.113, 0.000], 0.76),
    ([1.695, 0.084, 0.110, 0.000], 1.00),
    ([1.722, 0.074, 0.096, -0.001], 1.00),
    ([1.744, 0.052, 0.067, -0.003], 1.00),
    ([1.754, 0.021, 0.029, -0.004], 1.00),
];
const THIN: [Lock; 6] = [
    ([1.545, 0.046, 0.060, -0.014], 0.34),
    ([1.556, 0.060, 0.086, 0.000], 0.40),
    ([1.600, 0.074, 0.102, 0.003], 0.46),
    ([1.640, 0.080, 0.107, 0.002], 0.54),
    ([1.672, 0.080, 0.106, 0.001], 0.56),
    ([1.684, 0.070, 0.094, 0.000], 0.56),
];
const KNOT: [CrossSection; 5] = [
    [1.628, 0.010, 0.010, -0.122],
    [1.640, 0.032, 0.030, -0.126],
    [1.664, 0.040, 0.036, -0.128],
    [1.688, 0.032, 0.030, -0.124],
    [1.698, 0.010, 0.010, -0.120],
];

/// How much closer together the corners of the face are than those of the back of the head.
const FACE: f32 = 0.45;

/// How far a corner of a ring is from the back: 0 there, 1 in front.
fn from_back(k: usize, sides: usize) -> f32 {
    let turn = k as f32 / sides as f32;
    1.0 - 2.0 * turn.min(1.0 - turn)
}

pub(super) fn add(figure: &mut Figure) {
    let chain = Chain { axis: Vec3::Z, links: vec![(Role::Head, 0.0, 0.0)] };
    face(figure, &chain);
    let locks: &[Lock] = match figure.person.hair {
        Hair::Short | Hair::Bun => &SHORT,
        Hair::Bob => &BOB,
        Hair::Long => &LONG,
        Hair::Thin => &THIN,
        Hair::Bald => &[],
    };
    if !locks.is_empty() {
        // Long hair lies on the back.
        let s = figure.m.scale();
        let links = vec![
            (Role::UpperChest, -9.0, 0.0),
            (Role::Neck, figure.m.up(1.44), 0.03 * s),
            (Role::Head, figure.m.up(1.51), 0.03 * s),
        ];
        let falls = Chain { axis: Vec3::Z, links };
        hair(figure, &falls, locks);
    }
    if figure.person.hair == Hair::Bun {
        let sides = figure.detail.sides(10);
        let knot = figure.detail.pick(&KNOT);
        let rings: Vec<_> = knot.iter().map(|&l| level(figure, l).points(sides)).collect();
        loft(&mut figure.mesh, HAIR, &chain, &rings);
    }
}

/// A cross-section of the head where it is in this body.
fn level(figure: &Figure, [z, w, d, x]: CrossSection) -> LoftRing {
    let h = figure.m.head;
    let (chin, s) = (figure.m.up(CHIN), figure.m.scale());
    // Below the chin hair falls along neck and back, which grow with the body.
    let up = if z < CHIN { figure.m.up(z) } else { chin + (z - CHIN) * h };
    let wide = h * (1.0 - 0.03 * figure.m.woman);
    let back = if z < CHIN { s } else { h };
    LoftRing { square: 2.15, ..LoftRing::new(Vec3::new(x * back, 0.0, up), Vec3::X * (d * h), Vec3::Y * (w * wide)) }
}

fn face(figure: &mut Figure, chain: &Chain) {
    let sides = figure.detail.sides(16);
    let h = figure.m.head;
    let soft = 1.0 - 0.25 * figure.m.woman;
    let rings: Vec<_> = figure
        .detail
        .pick(&HEAD)
        .into_iter()
        .map(|(l, out, sockets)| {
            let mut points = level(figure, l).points_by(sides, &|turn| turn - FACE * crate::math::sin_cos(turn).0);
            points[0].x += out * h * soft;
            for (k, share) in [(1, 0.6), (2, 1.0), (sides - 1, 0.6), (sides - 2, 1.0)] {
                points[k].x -= share * sockets * h * (sides as f32 / 16.0).min(1.0);
            }
            points
        })
        .collect();
    loft(&mut figure.mesh, SKIN, chain, &rings);
    if !figure.detail.small() {
        return;
    }
    for side in [1.0f32, -1.0] {
        // An eye: a flat dark almond in its socket. An ear: a leaf that stands off a little.
        let round = |centre: Vec3, a: Vec3, b: Vec3, sides: usize| -> Vec<Vec3> {
            let point = |k: usize| {
                let (s, c) = crate::math::sin_cos(TAU * k as f32 / sides as f32);
                centre + a * c + b * s
            };
            (0..sides).map(point).collect()
        };
        let chin = figure.m.up(CHIN);
        let at = |x: f32, y: f32, z: f32| {
            Vec3::new(x * h, side * y * h * (1.0 - 0.03 * figure.m.woman), chin + (z - CHIN) * h)
        };
        let (across, tall) = (Vec3::new(-0.004, side * 0.0115, 0.0) * h, Vec3::Z * (0.0058 * h));
        let eye = at(0.0905, 0.0325, 1.6315);
        let eyes = [(0.0, 0.3), (0.0035, 1.0), (0.0055, 0.6)];
        let rings: Vec<_> =
            eyes.iter().map(|&(out, r)| round(eye + Vec3::X * (out * h), across * r, tall * r, 6)).collect();
        loft(&mut figure.mesh, EYES, chain, &rings);
        let ear = at(0.000, 0.0690, 1.612);
        let (deep, tall) = (Vec3::new(0.019, 0.0, -0.004) * h, Vec3::new(-0.006, side * 0.003, 0.027) * h);
        let ears = [(0.0, 0.55), (0.008, 0.95), (0.012, 0.9), (0.011, 0.4)];
        let off = Vec3::new(-0.45, side * 0.9, 0.0) * h;
        let rings: Vec<_> = ears.iter().map(|&(out, r)| round(ear + off * out, deep * r, tall * r, 8)).collect();
        loft(&mut figure.mesh, SKIN, chain, &rings);
    }
}

fn hair(figure: &mut Figure, chain: &Chain, locks: &[Lock]) {
    let sides = figure.detail.sides(16);
    let rings: Vec<_> = figure
        .detail
        .pick(locks)
        .into_iter()
        .map(|(l, reach)| {
            let ring = level(figure, l);
            let mut points = ring.points(sides);
            for (k, p) in points.iter_mut().enumerate() {
                if from_back(k, sides) > reach {
                    *p = ring.centre + (*p - ring.centre) * 0.78;
                }
            }
            points
        })
        .collect();
    loft(&mut figure.mesh, HAIR, chain, &rings);
}
