//! What the paper promises, measured: the program's checks and the tests ask here.

use super::motion::{Obstacle, Obstacles};
use super::*;
use crate::trials::{Cast, empty_room, mean};
use ambulo_geom::math::exp;
use ambulo_sim::Spread;

pub(super) const R: f32 = 0.25;

pub(super) fn motion<'a>(
    params: &'a Helbing2000,
    near: &'a Near,
    obstacles: &'a Obstacles,
    preferred: Vec2,
) -> Motion<'a> {
    Motion { params, near, obstacles, shown: Vec2::ZERO, preferred, noise: Vec2::ZERO, limit: 100.0, dt: 0.05 }
}

pub(super) fn touch(p: &Helbing2000) -> f32 {
    2.0 * R + 2.0 * p.give
}

/// Two walkers on a line, each stepped by the real integration.
pub(super) struct LinePair {
    pub(super) params: Helbing2000,
    pub(super) x: [f32; 2],
    pub(super) v: [f32; 2],
    /// Velocities of the last step as a whole [m/s].
    pub(super) shown: [f32; 2],
    /// What each prefers [m/s].
    pub(super) preferred: [f32; 2],
}

impl LinePair {
    pub(super) fn step(&mut self) {
        let none = Obstacles::none(R);
        let (x, v, shown) = (self.x, self.v, self.shown);
        for me in 0..2 {
            let other = 1 - me;
            let mut near = Near::NOBODY;
            near.push(Vec2::new(x[other] - x[me], 0.0), Vec2::new(shown[other], 0.0), touch(&self.params));
            let m = motion(&self.params, &near, &none, Vec2::new(self.preferred[me], 0.0));
            let m = Motion { shown: Vec2::new(shown[me], 0.0), ..m };
            let (moved, ended) = m.advance(Vec2::new(v[me], 0.0));
            assert_eq!(moved.y, 0.0);
            (self.x[me], self.v[me], self.shown[me]) = (x[me] + moved.x, ended.x, moved.x / m.dt);
        }
    }

    fn overlap(&self) -> f32 {
        touch(&self.params) - (self.x[1] - self.x[0])
    }
}

pub(super) fn repulsion(p: &Helbing2000, overlap: f64) -> f64 {
    f64::from(p.strength) * exp(overlap / f64::from(p.reach)) + f64::from(p.stiffness) * overlap.max(0.0)
}

/// Two who press against each other by so many drives [m/s]: greatest relative difference between the contact force and the
/// external one, and how fast they still are [m/s].
pub fn pressed(drives: &[f32]) -> (f64, f64) {
    let (mut off, mut still) = (0.0f64, 0.0f64);
    for &u in drives {
        let params = Helbing2000::default();
        let external = f64::from(params.mass * u / params.tau);
        let mut pair = LinePair { params, x: [-0.4, 0.4], v: [0.0; 2], shown: [0.0; 2], preferred: [u, -u] };
        (0..600).for_each(|_| pair.step());
        let force = repulsion(&pair.params, f64::from(pair.overlap()));
        off = off.max((force / external - 1.0).abs());
        still = pair.v.iter().map(|v| f64::from(v.abs())).fold(still, f64::max);
    }
    (off, still)
}

/// Friction, beside friction constant times overlap times sliding speed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Friction {
    /// Greatest difference [N], at people and at a wall.
    pub off: f64,
    /// Greatest effect of sliding on the force between the two [N].
    pub across: f64,
    /// Greatest force sideways without a touch [N].
    pub apart: f64,
}

/// Sliding in one direction, in the other and not at all, at two overlaps.
pub fn friction() -> Friction {
    let params = Helbing2000::default();
    let (none, mut out) = (Obstacles::none(R), Friction::default());
    let force = |overlap: f32, v: Vec2| {
        let mut near = Near::NOBODY;
        near.push(Vec2::new(touch(&params) - overlap, 0.0), Vec2::new(0.0, 0.3), touch(&params));
        motion(&params, &near, &none, Vec2::ZERO).people(Vec2::ZERO, v, 0.0).force
    };
    for (v, slide) in [(Vec2::new(0.0, 1.3), 1.0), (Vec2::new(0.5, -0.7), -1.0), (Vec2::new(1.0, 0.3), 0.0)] {
        for overlap in [0.001, 0.004f32] {
            let (f, free) = (force(overlap, v), force(overlap, Vec2::new(v.x, 0.3)));
            out.off = out.off.max(f64::from((f.y + 2.4e5 * overlap * slide).abs()));
            out.across = out.across.max(f64::from((f.x - free.x).abs()));
        }
        out.apart = out.apart.max(f64::from(force(-0.01, v).y.abs()));
    }
    // The same at a wall, which stands.
    let mut wall = Obstacles::none(R + params.give);
    wall.list[0] = Obstacle::new(Vec2::new(0.0, -(wall.touch - 0.002)), true);
    wall.count = 1;
    let near = Near::NOBODY;
    let f = motion(&params, &near, &wall, Vec2::ZERO).walls(Vec2::ZERO, Vec2::new(1.0, 0.0)).force;
    out.off = out.off.max(f64::from((f.x + 480.0).abs()));
    out
}

/// The paper's room: two hundred people of 0.5 to 0.7 m across in 15 m, a door of 1 m. Seconds until all are through, and
/// how many were.
pub(super) fn leaving_time(u: f64, dt: f64, params: &[(&str, f64)], seed: u64) -> (f64, usize) {
    let radius = Spread { mean: 0.3, sd: 0.03, min: 0.25, max: 0.35 };
    let cast = Cast { params, speed: Spread::constant(u), radius, dt, seed, ..Cast::of(Helbing2000::NAME) };
    let emptied = empty_room(&cast, 200, 15.0, 1.0, 600.0);
    (emptied.times.last().copied().unwrap_or(f64::INFINITY), emptied.times.len())
}

/// Seconds until two hundred people of a preferred speed [m/s] have left the room, mean over so many seeds. Infinite when
/// an agent has not within ten minutes.
pub fn mean_leaving_time(u: f64, params: &[(&str, f64)], seeds: u64) -> f64 {
    let time = |seed| match leaving_time(u, 0.05, params, seed) {
        (time, 200) => time,
        _ => f64::INFINITY,
    };
    mean(&(1..=seeds).map(time).collect::<Vec<f64>>())
}
