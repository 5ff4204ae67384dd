//! What a walker sees: for each pixel the nearest obstacle, how far it is and how it moves.
//!
//! People are cones, walls are vertical faces. One obstacle after the other is drawn into a depth buffer, column by column and eight
//! rows at a time; what is hidden leaves nothing behind. `oracle.rs` casts one ray per pixel instead, and a test compares both.

use super::camera::Camera;
use ambulo_geom::{Vec2, math};
use ambulo_sim::LANES;

/// Distance of a pixel in which nothing is seen [m].
pub(crate) const NOTHING: f32 = f32::INFINITY;

/// A person as it is seen: place and velocity relative to the walker, forward and to the left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Person {
    pub(crate) at: Vec2,
    pub(crate) velocity: Vec2,
}

/// A wall as it is seen, which stands on the floor: its ends relative to the walker, forward and to the left, and how high it is [m].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Face {
    pub(crate) a: Vec2,
    pub(crate) b: Vec2,
    pub(crate) height: f32,
}

impl Face {
    /// The face as it is seen, with its left end second, and the area it spans with the eye, doubled; `None` where it is not.
    #[inline(always)]
    pub(crate) fn seen(&self, eye: f32) -> Option<(Vec2, Vec2, f32)> {
        let (mut a, mut b) = (self.a, self.b);
        if a.cross(b) < 0.0 {
            // Seen from behind. What is lower than the eye has no top here: its far side hides what is behind it as the top would.
            if self.height >= eye {
                return None;
            }
            (a, b) = (b, a);
        }
        let area = a.cross(b);
        (area > 1e-9).then_some((a, b, area))
    }

    /// Whether a place lies behind the line of this wall, seen from the walker in front of it.
    #[inline(always)]
    pub(crate) fn hides(&self, at: Vec2) -> bool {
        (self.b - self.a).cross(at - self.a) < 0.0
    }
}

/// All obstacles of one walker, in its own frame; what is drawn first hides what comes after at less cost, so the nearest go first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surroundings {
    pub(crate) people: Vec<Person>,
    pub(crate) faces: Vec<Face>,
    /// Velocity of what stands still, relative to the walker.
    pub(crate) still: Vec2,
    /// Faces farther away hide what is behind them, but are not reacted to [m].
    pub(crate) reach: f32,
}

/// The planes of an image, columns one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Image {
    /// Horizontal distance [m].
    pub(crate) depth: Vec<f32>,
    /// Speed at which the point comes nearer [m/s].
    pub(crate) nearing: Vec<f32>,
    /// Speed at which it moves across, counter-clockwise [m/s].
    pub(crate) across: Vec<f32>,
    /// Which obstacle it belongs to: people from 1 on, then faces; not kept up where nothing is seen.
    pub(crate) id: Vec<u32>,
    /// The nearest wall in each column that reaches to the eye, and its distance [m].
    screens: Vec<(Option<Face>, f32)>,
    /// Greatest distance in each eight pixels [m]: what is farther than that is hidden there.
    farthest: Vec<f32>,
}

impl Image {
    /// Draws everything around.
    #[inline(always)]
    pub(crate) fn draw(&mut self, camera: &Camera, around: &Surroundings) {
        let pixels = camera.pixels();
        self.depth.clear();
        self.depth.resize(pixels, NOTHING);
        self.screens.clear();
        self.screens.resize(camera.columns, (None, NOTHING));
        self.farthest.clear();
        self.farthest.resize(pixels / LANES, NOTHING);
        // What these hold where nothing is seen is never read.
        self.nearing.resize(pixels, 0.0);
        self.across.resize(pixels, 0.0);
        self.id.resize(pixels, 0);
        let people = around.people.len() as u32;
        for (k, face) in around.faces.iter().enumerate() {
            self.face(camera, face, around, people + 1 + k as u32);
        }
        for (k, person) in around.people.iter().enumerate() {
            self.person(camera, person, 1 + k as u32);
        }
    }

    #[inline(always)]
    fn person(&mut self, camera: &Camera, person: &Person, id: u32) {
        let (at, v) = (person.at, person.velocity);
        let (radius, far2) = (camera.radius, at.length_squared());
        // The tangent of half the angle it is seen under is more than the angle; from inside everything is in sight.
        let spread = if far2 > radius * radius { radius / (far2 - radius * radius).sqrt() } else { f32::INFINITY };
        let azimuth = math::atan2_32(at.y, at.x);
        let nearest = far2.sqrt() - radius;
        let rows = camera.rows_from(nearest);
        let (r, c) = (camera.at_eye, far2 - camera.at_eye * camera.at_eye);
        for column in camera.between(azimuth + spread, azimuth - spread) {
            // A cone is wider than a body: who stands behind a wall does not reach through it.
            if self.screens[column].0.is_some_and(|wall| wall.hides(at)) {
                continue;
            }
            let (ux, uy) = (camera.ahead[column], camera.left[column]);
            let (along, aside) = (ux * at.x + uy * at.y, ux * at.y - uy * at.x);
            let past = r * r - aside * aside;
            let motion = Motion { nearing: -(v.x * ux + v.y * uy), across: ux * v.y - uy * v.x, id };
            for row in (0..rows).step_by(LANES) {
                if self.farthest[(column * camera.pitch + row) / LANES] <= nearest {
                    continue;
                }
                let (m, k) = (lanes(&camera.widening, row), lanes(&camera.slope, row));
                let mut distance = [NOTHING; LANES];
                for l in 0..LANES {
                    // |s u - d| = r + m s, its smaller positive root, in a form that loses few digits where a ray grazes.
                    let b = along + r * m[l];
                    let inside = past + m[l] * (2.0 * r * along + m[l] * far2);
                    let s = c / (b + inside.max(0.0).sqrt());
                    let hit = inside >= 0.0 && s > NEAREST && k[l] * s <= camera.eye;
                    distance[l] = if hit { s } else { NOTHING };
                }
                self.put(column * camera.pitch + row, &distance, motion);
            }
        }
    }

    #[inline(always)]
    fn face(&mut self, camera: &Camera, face: &Face, around: &Surroundings, id: u32) {
        let still = around.still;
        let Some((a, b, area)) = face.seen(camera.eye) else { return };
        let edge = b - a;
        let (right, mut left) = (math::atan2_32(a.y, a.x), math::atan2_32(b.y, b.x));
        if left < right {
            left += std::f32::consts::TAU;
        }
        for turn in [0.0, std::f32::consts::TAU] {
            for column in camera.between(left - turn, right - turn) {
                let (ux, uy) = (camera.ahead[column], camera.left[column]);
                let u = Vec2::new(ux, uy);
                if a.cross(u) < 0.0 || u.cross(b) < 0.0 {
                    continue;
                }
                let s = area / u.cross(edge);
                if face.height >= camera.eye && s < self.screens[column].1 {
                    self.screens[column] = (Some(*face), s);
                }
                let nearing = if s <= around.reach { -(still.x * ux + still.y * uy) } else { 0.0 };
                let motion = Motion { nearing, across: ux * still.y - uy * still.x, id };
                for row in (0..camera.rows_from(s)).step_by(LANES) {
                    let k = lanes(&camera.slope, row);
                    let mut distance = [NOTHING; LANES];
                    for l in 0..LANES {
                        let z = camera.eye - k[l] * s;
                        let hit = s > NEAREST && z >= 0.0 && z <= face.height;
                        distance[l] = if hit { s } else { NOTHING };
                    }
                    self.put(column * camera.pitch + row, &distance, motion);
                }
            }
        }
    }

    /// Keeps in eight pixels what is nearer than before.
    #[inline(always)]
    fn put(&mut self, at: usize, distance: &[f32; LANES], motion: Motion) {
        let depth = lanes_mut(&mut self.depth, at);
        let nearing = lanes_mut(&mut self.nearing, at);
        let across = lanes_mut(&mut self.across, at);
        let id = lanes_mut(&mut self.id, at);
        for l in 0..LANES {
            let nearer = distance[l] < depth[l];
            depth[l] = if nearer { distance[l] } else { depth[l] };
            nearing[l] = if nearer { motion.nearing } else { nearing[l] };
            across[l] = if nearer { motion.across } else { across[l] };
            id[l] = if nearer { motion.id } else { id[l] };
        }
        self.farthest[at / LANES] = depth.iter().fold(0.0, |a, b| if *b > a { *b } else { a });
    }
}

/// What is nearer than this is not seen [m].
pub(crate) const NEAREST: f32 = 0.01;

/// How the points of one obstacle move in one column.
#[derive(Clone, Copy)]
struct Motion {
    nearing: f32,
    across: f32,
    id: u32,
}

#[inline(always)]
pub(crate) fn lanes(of: &[f32], at: usize) -> &[f32; LANES] {
    of[at..at + LANES].try_into().expect("eight are eight")
}

#[inline(always)]
fn lanes_mut<T>(of: &mut [T], at: usize) -> &mut [T; LANES] {
    (&mut of[at..at + LANES]).try_into().expect("eight are eight")
}
