//! A whole skin, put together from trunk, head and limbs, and the names of its parts.

use super::loft::{Chain, Detail, LoftRing, smooth};
use super::measures::Measures;
use super::person::{Legwear, Person};
use super::{head, limbs, trunk};
use crate::{Mesh, Role, Vec3};

pub(super) const SKIN: u8 = 0;
pub(super) const HAIR: u8 = 1;
pub(super) const TOP: u8 = 2;
pub(super) const LEGWEAR: u8 = 3;
pub(super) const SHOES: u8 = 4;
pub(super) const EYES: u8 = 5;

/// Height in the tables, half width, half depth, forward of the middle [m].
pub(super) type CrossSection = [f32; 4];

/// A body being made: its person, lengths, detail and what there is of the skin.
pub(super) struct Figure<'a> {
    pub person: &'a Person,
    pub m: Measures,
    pub detail: Detail,
    pub mesh: Mesh,
}

/// The names of the parts.
pub(super) fn parts(person: &Person) -> [&'static str; 6] {
    let legwear = match person.legwear {
        Legwear::Trousers => "trousers",
        Legwear::Shorts => "shorts",
        Legwear::Skirt => "skirt",
    };
    ["skin", "hair", "top", legwear, "shoes", "eyes"]
}

/// The skin at rest.
pub(super) fn mesh(person: &Person, m: Measures, detail: Detail) -> Mesh {
    let mut figure = Figure { person, m, detail, mesh: Mesh::default() };
    trunk::add(&mut figure);
    head::add(&mut figure);
    for side in [1.0f32, -1.0] {
        limbs::leg(&mut figure, side);
        limbs::arm(&mut figure, side);
    }
    smooth(&mut figure.mesh);
    figure.mesh
}

impl Figure<'_> {
    /// Of the tables of men and of women, the person's.
    pub fn mixed<const N: usize>(&self, man: [CrossSection; N], woman: [CrossSection; N]) -> [CrossSection; N] {
        std::array::from_fn(|i| std::array::from_fn(|k| man[i][k] + (woman[i][k] - man[i][k]) * self.m.woman))
    }

    /// Horizontal rings of the trunk, from heights in the tables.
    pub fn trunk_rings(&self, levels: &[CrossSection], sides: usize, square: f32) -> Vec<Vec<Vec3>> {
        let ring = |&[z, w, d, x]: &CrossSection| {
            let (wide, deep) = self.m.trunk(z);
            let belly = self.m.belly_at(z);
            let centre = Vec3::new(x * deep + 0.6 * belly, 0.0, self.m.up(z));
            LoftRing { square, ..LoftRing::new(centre, Vec3::X * (d * deep + 0.5 * belly), Vec3::Y * w * wide) }
        };
        let sides = self.detail.sides(sides);
        self.detail.pick(levels).iter().map(|l| ring(l).points(sides)).collect()
    }

    /// The joints of the back.
    pub fn back(&self) -> Chain {
        let m = &self.m;
        let s = m.scale();
        Chain {
            axis: Vec3::Z,
            links: vec![
                (Role::Hips, 0.0, 0.0),
                (Role::Spine, m.up(1.035), 0.05 * s),
                (Role::Chest, m.up(1.145), 0.05 * s),
                (Role::UpperChest, m.up(1.275), 0.06 * s),
                (Role::Neck, m.up(1.470), 0.03 * s),
                (Role::Head, m.up(1.545), 0.03 * s),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Character;
    use crate::body::{Hair, Legwear, Person, Sex, person_at};

    fn check(body: &Character, stature: f32) {
        let mesh = &body.mesh;
        let n = mesh.positions.len();
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
        assert!(mesh.positions.iter().all(|p| p.is_finite()));
        let low = mesh.positions.iter().map(|p| p.z).fold(f32::MAX, f32::min);
        let high = mesh.positions.iter().map(|p| p.z).fold(f32::MIN, f32::max);
        assert!(low.abs() < 1e-6 && (high - stature).abs() < 0.012 * stature, "{low} to {high} for {stature}");
    }

    #[test]
    fn skins_of_all_kinds_are_whole_and_weights_sum_to_one() {
        for (stature, age, build) in [(1.75, 35.0, 0.0), (1.10, 5.0, -1.0), (1.95, 25.0, 2.0), (1.55, 80.0, 1.0)] {
            for sex in [Sex::Woman, Sex::Man] {
                for hair in [Hair::Short, Hair::Bob, Hair::Long, Hair::Bun, Hair::Thin, Hair::Bald] {
                    for legwear in [Legwear::Trousers, Legwear::Shorts, Legwear::Skirt] {
                        let shoulders = 0.25 * stature;
                        let long_sleeves = hair == Hair::Bob;
                        let one = Person { stature, shoulders, build, sex, age, hair, legwear, long_sleeves };
                        for level in 0..3 {
                            check(&person_at(&one, level), stature);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn nonsense_makes_a_person_all_the_same() {
        let odd = Person { stature: f32::NAN, shoulders: -3.0, build: f32::INFINITY, age: -1.0, ..Person::default() };
        check(&person_at(&odd, 0), 1.75);
    }

    #[test]
    fn levels_of_detail_have_about_half_and_a_sixth_of_the_triangles_and_the_same_shape() {
        for hair in [Hair::Short, Hair::Long] {
            let one = Person { hair, ..Person::default() };
            let bodies = [0, 1, 2].map(|level| person_at(&one, level).mesh);
            let counts = bodies.clone().map(|mesh| mesh.triangles.len() as f32);
            assert!((0.40..0.60).contains(&(counts[1] / counts[0])), "{counts:?}");
            assert!((0.12..0.21).contains(&(counts[2] / counts[0])), "{counts:?}");
            let width = |mesh: &crate::Mesh| mesh.positions.iter().map(|p| p.y).fold(f32::MIN, f32::max);
            assert!((width(&bodies[0]) - width(&bodies[2])).abs() < 0.03);
        }
    }

    #[test]
    fn shoulders_are_as_broad_as_the_person_says() {
        for (shoulders, stature) in [(0.44, 1.75), (0.40, 1.60), (0.48, 1.85), (0.30, 1.20)] {
            let body = person_at(&Person { shoulders, stature, ..Person::default() }, 0);
            // Over the upper arms, between elbow and shoulder joint.
            let high = 0.74 * stature..0.83 * stature;
            let points = body.mesh.positions.iter().filter(|p| high.contains(&p.z));
            let broad = 2.0 * points.map(|p| p.y).fold(0.0, f32::max);
            assert!((broad - shoulders).abs() < 0.02, "{broad} m for {shoulders} m");
        }
    }
}
