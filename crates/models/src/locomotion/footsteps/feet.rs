//! Feet as boxes on the floor, at rest and in the air, and whether those of two people touch.

use ambulo_geom::Vec2;

/// Half the length and half the width of a foot [m].
pub const FOOT: (f32, f32) = (0.13, 0.05);
/// Feet of two people keep so much between them [m].
const CLEARANCE: f32 = 0.015;
/// No box touches another whose middle is farther away [m].
const APART: f32 = 0.31;
/// A swing is inspected at so many times.
const SAMPLES: u32 = 14;

/// A foot over time: at one place until it is lifted, then evenly to another.
#[derive(Clone, Copy, Debug, Default)]
pub struct Swing {
    /// From where to where [m].
    pub path: (Vec2, Vec2),
    /// Direction of the foot, before and after.
    pub along: (Vec2, Vec2),
    /// When it is lifted and when it lands [s].
    pub lift: f32,
    pub land: f32,
}

impl Swing {
    /// A foot that stays.
    pub fn planted(at: Vec2, along: Vec2) -> Self {
        Self { path: (at, at), along: (along, along), lift: 0.0, land: 0.0 }
    }

    fn at(&self, time: f32) -> (Vec2, Vec2) {
        if time >= self.land {
            return (self.path.1, self.along.1);
        }
        let share = ((time - self.lift) / (self.land - self.lift)).max(0.0);
        let along = self.along.0 + (self.along.1 - self.along.0) * share;
        (self.path.0 + (self.path.1 - self.path.0) * share, along.unit().unwrap_or(self.along.1))
    }

    /// Whether two feet touch at any time from now on.
    pub fn meets(&self, other: &Self) -> bool {
        let reach = 0.5 * ((self.path.1 - self.path.0).length() + (other.path.1 - other.path.0).length()) + APART;
        let between = (self.path.0 + self.path.1 - other.path.0 - other.path.1) * 0.5;
        if between.length_squared() > reach * reach {
            return false;
        }
        let (begin, end) = (self.lift.min(other.lift).max(0.0), self.land.max(other.land));
        let per_sample = (end - begin) / SAMPLES as f32;
        let mut before = 0.0;
        let mut apart = false;
        for k in 0..=SAMPLES {
            let time = begin + per_sample * k as f32;
            let (a, b) = (self.at(time), other.at(time));
            if boxes_touch(a, b, CLEARANCE) {
                // Feet that are too near already may part.
                let squared = (a.0 - b.0).length_squared();
                if apart || squared < before || (k == SAMPLES && squared <= before) {
                    return true;
                }
                before = squared;
            } else {
                apart = true;
            }
        }
        false
    }
}

/// Whether two feet, each with place and direction, are nearer to each other than `clearance`, by separating axes.
pub fn boxes_touch((a, u): (Vec2, Vec2), (b, v): (Vec2, Vec2), clearance: f32) -> bool {
    let between = b - a;
    if between.length_squared() > APART * APART {
        return false;
    }
    let (long, wide) = FOOT;
    let (cos, sin) = (u.dot(v).abs(), u.cross(v).abs());
    // Half extents of both along the axes of either.
    let lengthwise = long + long * cos + wide * sin + clearance;
    let sideways = wide + long * sin + wide * cos + clearance;
    [u, v].iter().all(|axis| between.dot(*axis).abs() < lengthwise && between.cross(*axis).abs() < sideways)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_touch_where_they_overlap_and_not_where_an_axis_separates_them() {
        let (east, north) = (Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0));
        let at = Vec2::new;
        // Side by side, in line and crosswise.
        for (along, near, far) in [
            (east, at(0.0, 0.099), at(0.0, 0.101)),
            (east, at(0.259, 0.0), at(0.261, 0.0)),
            (north, at(0.179, 0.0), at(0.181, 0.0)),
        ] {
            assert!(boxes_touch((Vec2::ZERO, east), (near, along), 0.0));
            assert!(!boxes_touch((Vec2::ZERO, east), (far, along), 0.0));
        }
    }

    #[test]
    fn a_swing_meets_a_planted_foot_on_its_path_alone() {
        let east = Vec2::new(1.0, 0.0);
        let path = (Vec2::ZERO, Vec2::new(0.8, 0.0));
        let swing = Swing { path, along: (east, east), lift: 0.1, land: 0.5 };
        assert!(swing.meets(&Swing::planted(Vec2::new(0.4, 0.08), east)));
        assert!(!swing.meets(&Swing::planted(Vec2::new(0.4, 0.13), east)));
        // One who leaves before it comes.
        let away =
            Swing { path: (Vec2::new(0.8, 0.0), Vec2::new(1.6, 0.0)), along: (east, east), lift: 0.0, land: 0.4 };
        assert!(!swing.meets(&away));
    }
}
