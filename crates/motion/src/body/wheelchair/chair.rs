//! The chair: tubes, cushions, wheels.

use super::{Chair, FIRST, on};
use crate::body::loft::{Chain, Detail, LoftRing, loft};
use crate::{Influence, Mesh, Role, Vec3, math};
use std::f32::consts::TAU;

impl Chair {
    /// Where a joint of the chair is; see `JOINTS`.
    pub(super) fn joint(&self, k: usize) -> Vec3 {
        let side = if k.is_multiple_of(2) { 1.0 } else { -1.0 };
        match k {
            0 | 1 => Vec3::new(self.axle, side * self.wheel_aside, self.wheel),
            2 | 3 => Vec3::new(self.castor_ahead, side * self.castor_aside, 2.0 * self.castor + 0.06),
            _ => Vec3::new(self.castor_ahead - self.trail, side * self.castor_aside, self.castor),
        }
    }

    /// Where a wrist is that holds a rim, so far forward of its top [rad].
    pub(super) fn grip(&self, side: f32, angle: f32) -> Vec3 {
        let (sin, cos) = math::sin_cos(angle);
        let rim = Vec3::new(self.axle + self.rim * sin, side * self.rim_aside, self.wheel + self.rim * cos);
        // Fingers reach down and forward from the wrist to the rim.
        rim + Vec3::new(-0.05, side * -0.012, 0.075)
    }
}

/// A mesh being added to.
struct Making<'a> {
    mesh: &'a mut Mesh,
    detail: Detail,
    part: u8,
    hold: Influence,
}

impl Making<'_> {
    /// A tube along points.
    fn tube(&mut self, path: &[Vec3], radius: f32) {
        // Spokes need no more than three sides.
        let sides = if radius < 0.004 { 3 } else { self.detail.sides(7) };
        let n = path.len();
        let rings: Vec<Vec<Vec3>> = (0..n)
            .map(|k| {
                let along = (path[(k + 1).min(n - 1)] - path[k.saturating_sub(1)]).normalize_or(Vec3::X);
                let u = along.cross(if along.z.abs() > 0.9 { Vec3::X } else { Vec3::Z }).normalize_or(Vec3::Y);
                LoftRing::new(path[k], u * radius, along.cross(u) * radius).points(sides)
            })
            .collect();
        self.loft(&rings);
    }

    /// A cushion between two places, half so wide and so thick.
    fn pad(&mut self, from: Vec3, to: Vec3, half: Vec3, thick: Vec3) {
        let sides = self.detail.sides(16);
        let shares = [0.0, 0.04, 0.5, 0.96, 1.0];
        let rings: Vec<Vec<Vec3>> = shares
            .iter()
            .map(|t| {
                let size = if (0.02..0.98).contains(t) { 1.0 } else { 0.8 };
                LoftRing { square: 6.0, ..LoftRing::new(from.lerp(to, *t), half * size, thick * size) }.points(sides)
            })
            .collect();
        self.loft(&rings);
    }

    fn loft(&mut self, rings: &[Vec<Vec3>]) {
        let first = self.mesh.influences.len();
        loft(self.mesh, self.part, &Chain { axis: Vec3::Z, links: vec![(Role::Hips, 0.0, 0.0)] }, rings);
        self.mesh.influences[first..].iter_mut().for_each(|i| *i = self.hold);
    }

    /// A ring about an axis across the chair.
    fn hoop(&mut self, centre: Vec3, radius: f32, thick: f32, wide: f32) {
        let (around, sides) = (self.detail.sides(36), self.detail.sides(6));
        let first = self.mesh.positions.len() as u32;
        for k in 0..around {
            let (s, c) = math::sin_cos(TAU * k as f32 / around as f32);
            let out = Vec3::new(s, 0.0, c);
            for i in 0..sides {
                let (v, u) = math::sin_cos(TAU * i as f32 / sides as f32);
                self.mesh.positions.push(centre + out * (radius + thick * u) + Vec3::Y * (wide * v));
                self.mesh.influences.push(self.hold);
                self.mesh.parts.push(self.part);
            }
        }
        let (n, m) = (around as u32, sides as u32);
        let at = |k: u32, i: u32| first + (k % n) * m + i % m;
        for k in 0..n {
            for i in 0..m {
                let (a, b, c, d) = (at(k, i), at(k, i + 1), at(k + 1, i + 1), at(k + 1, i));
                self.mesh.triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
    }
}

/// Adds the chair to a seated person; its parts are numbered from `first` on.
pub(super) fn add(mesh: &mut Mesh, chair: &Chair, detail: Detail, first: u8) {
    let from = mesh.positions.len();
    let begun = mesh.triangles.len();
    let [frame, cloth, tyre, rim] = [0, 1, 2, 3].map(|k| first + k);
    let mut making = Making { mesh, detail, part: frame, hold: on(0) };
    let c = chair;
    let high = c.seat + 0.40;
    for side in [1.0, -1.0] {
        let y = side * c.half;
        let at = |x: f32, z: f32| Vec3::new(x, y, z);
        // From the push handle down the back, along the seat and down to the footrest.
        let back = c.back + 0.02;
        making.part = frame;
        making.tube(
            &[
                at(back - 0.16, high + 0.05),
                at(back - 0.07, high + 0.05),
                at(back - 0.05, high),
                at(back, c.seat - 0.03),
            ],
            0.012,
        );
        let knee = c.front + 0.05;
        let plate = Vec3::new(c.foot.x, side * c.foot.y, c.foot.z - 0.012);
        let path = [at(back, c.seat - 0.03), at(knee, c.seat - 0.03), at(knee + 0.05, c.seat - 0.07)];
        making.tube(&path, 0.013);
        let low = plate + Vec3::new(-0.03, side * 0.055, 0.0);
        making.tube(&[path[2], Vec3::new(low.x - 0.02, low.y, low.z + 0.1), low], 0.011);
        // Down to the axle, and to the castor.
        making.tube(&[at(c.axle, c.seat - 0.03), Vec3::new(c.axle, y, c.wheel)], 0.012);
        let fork = c.joint(if side > 0.0 { 2 } else { 3 });
        making.tube(&[at(fork.x, c.seat - 0.03), fork + Vec3::Z * 0.01], 0.013);
        making.tube(&[at(c.axle, c.wheel), Vec3::new(fork.x, y, fork.z + 0.03)], 0.011);
        // The axle.
        making
            .tube(&[Vec3::new(c.axle, 0.0, c.wheel), Vec3::new(c.axle, side * (c.wheel_aside + 0.03), c.wheel)], 0.014);
        // What one foot stands on.
        making.pad(
            plate + Vec3::new(-0.06, 0.0, 0.0),
            plate + Vec3::new(0.13, 0.0, 0.016),
            Vec3::Y * 0.055,
            Vec3::Z * 0.009,
        );
        // A side guard keeps clothes out of the wheel; the handle has a grip.
        making.part = cloth;
        making.pad(
            Vec3::new(back + 0.04, y + side * 0.008, c.seat + 0.07),
            Vec3::new(c.axle + 0.20, y + side * 0.008, c.seat + 0.05),
            Vec3::Z * 0.085,
            Vec3::Y * 0.005,
        );
        making.tube(&[at(back - 0.17, high + 0.05), at(back - 0.08, high + 0.05)], 0.018);
    }
    making.part = cloth;
    making.pad(
        Vec3::new(c.back + 0.02, 0.0, c.seat - 0.032),
        Vec3::new(c.front, 0.0, c.seat - 0.028),
        Vec3::Y * c.half,
        Vec3::Z * 0.028,
    );
    making.pad(
        Vec3::new(c.back + 0.01, 0.0, c.seat + 0.03),
        Vec3::new(c.back - 0.04, 0.0, high),
        Vec3::Y * (c.half - 0.01),
        Vec3::X * 0.016,
    );
    for k in 0..2 {
        let side = if k == 0 { 1.0 } else { -1.0 };
        // The wheel.
        let centre = c.joint(k);
        (making.hold, making.part) = (on(FIRST + k), tyre);
        making.hoop(centre, c.wheel - 0.014, 0.014, 0.014);
        making.part = rim;
        making.hoop(centre, c.wheel - 0.034, 0.008, 0.010);
        making.hoop(centre + Vec3::Y * (side * (c.rim_aside - c.wheel_aside)), c.rim, 0.009, 0.009);
        making.tube(&[centre - Vec3::Y * 0.03, centre + Vec3::Y * 0.03], 0.026);
        let spokes = detail.sides(14);
        for i in 0..spokes {
            let (s, co) = math::sin_cos(TAU * i as f32 / spokes as f32);
            let out = Vec3::new(s, 0.0, co);
            let lean = Vec3::Y * if i % 2 == 0 { 0.022 } else { -0.022 };
            making.tube(&[centre + out * 0.02 + lean, centre + out * (c.wheel - 0.036)], 0.0025);
        }
        for i in 0..4 {
            let (s, co) = math::sin_cos(TAU * (i as f32 + 0.5) / 4.0);
            let out = Vec3::new(s, 0.0, co);
            let aside = Vec3::Y * (side * (c.rim_aside - c.wheel_aside));
            making.tube(&[centre + out * (c.wheel - 0.034), centre + aside + out * c.rim], 0.005);
        }
        // The castor: its fork, and its wheel.
        let (fork, wheel) = (c.joint(2 + k), c.joint(4 + k));
        (making.hold, making.part) = (on(FIRST + 2 + k), frame);
        for prong in [0.022, -0.022] {
            making.tube(
                &[fork + Vec3::new(0.0, prong, 0.0), fork + Vec3::new(0.0, prong, -0.03), wheel + Vec3::Y * prong],
                0.007,
            );
        }
        making.tube(&[fork + Vec3::Y * 0.028, fork - Vec3::Y * 0.028], 0.010);
        (making.hold, making.part) = (on(FIRST + 4 + k), tyre);
        making.hoop(wheel, c.castor - 0.014, 0.014, 0.015);
        making.part = rim;
        making.tube(&[wheel - Vec3::Y * 0.018, wheel + Vec3::Y * 0.018], 0.04);
    }
    normals(mesh, from, begun);
}

/// Normals of what was added, from the areas around each vertex.
fn normals(mesh: &mut Mesh, from: usize, begun: usize) {
    let mut out = vec![Vec3::ZERO; mesh.positions.len() - from];
    for t in &mesh.triangles[begun..] {
        let [a, b, c] = t.map(|i| mesh.positions[i as usize]);
        let area = (b - a).cross(c - a);
        t.iter().for_each(|i| out[*i as usize - from] += area);
    }
    mesh.normals.extend(out.into_iter().map(|n| n.normalize_or(Vec3::Z)));
}
