//! Lengths of one body: where its joints are, and by how much the tables of cross-sections are stretched for it.

use super::person::Person;
use crate::Vec3;

/// Stature for which the tables are written [m].
pub(super) const TABLES: f32 = 1.75;
/// Heights in the tables: floor, ankle, knee, hip joint, shoulder joint, chin, crown [m].
const LEVELS: [f32; 7] = [0.0, 0.068, 0.499, 0.9275, 1.4315, 1.518, 1.752];
/// Breadth over the upper arms in the tables of men and women [m], and how far their thickness reaches beyond the joint.
const BIDELTOID: [f32; 2] = [0.450, 0.425];
/// Half the thickness of the upper arm in the tables [m].
pub(super) const DELTOID: f32 = 0.057;
/// How far arms are from hanging straight down at rest, at least and at most [rad].
const HANGING: (f32, f32) = (0.06, 0.157);

/// What a person's body measures.
#[derive(Clone, Debug)]
pub(super) struct Measures {
    /// Heights of [`LEVELS`] in this body [m].
    levels: [f32; 7],
    /// Against the tables: thickness of arms and legs, width and depth of chest, waist and hips, size of head, hands and feet.
    pub limb: f32,
    pub chest: (f32, f32),
    pub waist: (f32, f32),
    pub hips: (f32, f32),
    pub head: f32,
    pub hand: f32,
    pub foot: f32,
    /// How far the belly stands out [m].
    pub belly: f32,
    /// 0 the tables of men, 1 those of women.
    pub woman: f32,
    /// Half the distance of the shoulder joints, and of the hip joints [m].
    pub shoulder: f32,
    pub hip: f32,
    /// Lengths of upper arm, forearm and hand [m].
    pub arm: [f32; 3],
}

impl Measures {
    pub fn of(person: &Person) -> Self {
        let stature = person.stature;
        let s = stature / TABLES;
        // 0 grown, 1 at five years: children have large heads and short legs.
        let child = ((18.0 - person.age) / 13.0).clamp(0.0, 1.0);
        let head = (0.985 + 0.25 * (s - 1.0)).clamp(0.94, 1.04) * (1.0 - 0.02 * child) * (1.0 - 0.02 * person.woman());
        let head = if child > 0.0 { head.max(0.92) } else { head };
        // Sitting height is 0.52 of stature in grown people and 0.55 at five years: the hips are lower.
        let hip = stature * (0.530 - 0.035 * child);
        let leg = hip / (0.530 * TABLES);
        let chin = stature - (LEVELS[6] - LEVELS[5]) * head;
        let shoulder = chin - (LEVELS[5] - LEVELS[4]) * s * (1.0 - 0.25 * child);
        let levels = [0.0, LEVELS[1] * leg, LEVELS[2] * leg, hip, shoulder, chin, stature];
        let woman = person.woman();
        let [man, other] = BIDELTOID;
        let table = (man + (other - man) * woman) * s;
        let limb = s * (0.94 + 0.10 * person.build) * (1.0 - 0.07 * woman) * (1.0 - 0.10 * child);
        let broad = person.shoulders / table;
        let b = person.build;
        Self {
            levels,
            limb,
            chest: (s * broad * (1.0 + 0.02 * b), s * (1.0 + 0.08 * b) * (1.0 - 0.05 * child)),
            waist: (s * (1.0 + 0.13 * b) * (1.0 + 0.02 * child), s * (1.0 + 0.22 * b) * (1.0 + 0.05 * child)),
            hips: (s * (1.0 + 0.08 * b) * (1.0 - 0.06 * child), s * (1.0 + 0.11 * b)),
            head,
            hand: s * (0.97 - 0.05 * woman),
            foot: s * (1.0 + 0.02 * child) * (1.0 - 0.04 * woman),
            belly: s * 0.022 * b.max(0.0) + 0.010 * child,
            woman,
            shoulder: 0.5 * person.shoulders - DELTOID * limb,
            hip: 0.0875 * s * (1.0 + 0.04 * b),
            arm: [0.186, 0.146, 0.108].map(|share| share * stature * (1.0 - 0.03 * child)),
        }
    }

    /// A height of the tables in this body [m].
    pub fn up(&self, z: f32) -> f32 {
        let k = (1..6).find(|&k| z < LEVELS[k]).unwrap_or(6);
        let (a, b) = (LEVELS[k - 1], LEVELS[k]);
        self.levels[k - 1] + (self.levels[k] - self.levels[k - 1]) * (z - a) / (b - a)
    }

    /// Against the tables' stature.
    pub fn scale(&self) -> f32 {
        self.levels[6] / TABLES
    }

    /// Height of the shoulder joints [m].
    pub fn shoulder_height(&self) -> f32 {
        self.levels[4]
    }

    /// Where the left shoulder joint is.
    pub fn shoulder_joint(&self) -> Vec3 {
        Vec3::new(-0.0175 * self.scale(), self.shoulder, self.shoulder_height() - 0.010 * self.scale())
    }

    /// The direction in which the left arm hangs at rest.
    pub fn hanging(&self) -> Vec3 {
        // So far that the forearm lies beside the hips, half a metre below the shoulder.
        let beside = 0.175 * self.hips.0 + 0.036 * self.limb - self.shoulder;
        let (s, c) = crate::math::sin_cos((beside / (0.48 * self.scale())).clamp(HANGING.0, HANGING.1));
        Vec3::new(0.0, s, -c)
    }

    /// How wide and deep the trunk is against the tables, at a height of the tables.
    pub fn trunk(&self, z: f32) -> (f32, f32) {
        const KNOTS: [f32; 4] = [0.93, 1.12, 1.30, 1.44];
        // The neck grows with the limbs and not with the shoulders.
        let neck = (self.limb, self.limb);
        let at = [self.hips, self.waist, self.chest, self.chest];
        if z >= KNOTS[3] {
            let t = ((z - KNOTS[3]) / 0.05).min(1.0);
            return (at[3].0 + (neck.0 - at[3].0) * t, at[3].1 + (neck.1 - at[3].1) * t);
        }
        let k = (1..3).find(|&k| z < KNOTS[k]).unwrap_or(3);
        let t = ((z - KNOTS[k - 1]) / (KNOTS[k] - KNOTS[k - 1])).clamp(0.0, 1.0);
        let t = t * t * (3.0 - 2.0 * t);
        let mix = |a: f32, b: f32| a + (b - a) * t;
        (mix(at[k - 1].0, at[k].0), mix(at[k - 1].1, at[k].1))
    }

    /// How far the belly stands out at a height of the tables [m].
    pub fn belly_at(&self, z: f32) -> f32 {
        let t = (1.0 - ((z - 1.07) / 0.16).abs()).clamp(0.0, 1.0);
        self.belly * t * t * (3.0 - 2.0 * t)
    }
}
