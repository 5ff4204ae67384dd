//! The camera of a walker: one direction per column, one slope per row.
//!
//! Columns stand for vertical planes through the eye and rows for depressions below the horizon, so that a vertical wall has one
//! distance per column. Both are spaced evenly in the angle, or in its tangent as in a perspective image.

use super::Vision;
use ambulo_geom::math;
use ambulo_sim::LANES;

/// Slope of the rows that fill up a block: no ray so steep meets anything.
const STEEP: f32 = 1e9;

/// What an image is made with; where none of it changes, nor do the tables.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Lens {
    columns: f32,
    rows: f32,
    width: f32,
    height: f32,
    mapping: f32,
    eye: f32,
    person_height: f32,
    person_radius: f32,
}

/// The tables of an image.
#[derive(Clone, Debug, Default)]
pub(crate) struct Camera {
    lens: Lens,
    /// Columns, the first at the left.
    pub(crate) columns: usize,
    /// Rows, the first at the horizon.
    pub(crate) rows: usize,
    /// Rows with those that fill up the last block.
    pub(crate) pitch: usize,
    /// Unit direction of each column: forward and to the left.
    pub(crate) ahead: Vec<f32>,
    pub(crate) left: Vec<f32>,
    /// Tangent of the depression of each row.
    pub(crate) slope: Vec<f32>,
    /// How much wider a person's cone is for each metre along the ray of a row.
    pub(crate) widening: Vec<f32>,
    /// Radius of a person's cone at the floor [m].
    pub(crate) radius: f32,
    /// The same at the height of the eye.
    pub(crate) at_eye: f32,
    /// Height of the eye [m].
    pub(crate) eye: f32,
    /// Half the angle of sight [rad].
    pub(crate) half: f32,
    /// Columns per radian, or per unit of the tangent.
    per_unit: f32,
    tangent: bool,
}

impl Camera {
    /// Fills the tables for these parameters, if they are for others.
    pub(crate) fn fit(&mut self, p: &Vision) {
        let lens = Lens {
            columns: p.columns,
            rows: p.rows,
            width: p.width,
            height: p.height,
            mapping: p.mapping,
            eye: p.eye,
            person_height: p.person_height,
            person_radius: p.person_radius,
        };
        if lens != self.lens {
            self.make(lens);
        }
    }

    fn make(&mut self, lens: Lens) {
        self.lens = lens;
        (self.columns, self.rows) = (lens.columns as usize, lens.rows as usize);
        self.pitch = self.rows.next_multiple_of(LANES);
        self.tangent = lens.mapping >= 0.5;
        let (half, high) = (f64::from(lens.width).to_radians() / 2.0, f64::from(lens.height).to_radians() / 2.0);
        (self.half, self.eye) = (half as f32, lens.eye);
        let tan = |a: f64| math::sin(a) / math::cos(a);
        let spread = if self.tangent { tan(half) } else { half };
        self.per_unit = (self.columns as f64 / (2.0 * spread)) as f32;
        let angle = |share: f64, half: f64| {
            if self.tangent { math::atan2(share * tan(half), 1.0) } else { share * half }
        };
        self.ahead.clear();
        self.left.clear();
        for column in 0..self.columns {
            // From 1 at the left to -1 at the right, the same on both sides, so that a mirrored scene gives a mirrored image.
            let share = (self.columns as f64 - 1.0 - 2.0 * column as f64) / self.columns as f64;
            let azimuth = angle(share.abs(), half);
            self.ahead.push(math::cos(azimuth) as f32);
            self.left.push((math::sin(azimuth) * share.signum()) as f32);
        }
        self.slope.clear();
        for row in 0..self.rows {
            // The upper border is the horizon.
            let share = (2.0 * row as f64 + 1.0 - self.rows as f64) / self.rows as f64;
            self.slope.push(tan(high + angle(share, high)) as f32);
        }
        self.slope.resize(self.pitch, STEEP);
        let flare = lens.person_radius / lens.person_height;
        self.widening.clear();
        self.widening.extend(self.slope.iter().map(|k| k * flare));
        self.radius = lens.person_radius;
        self.at_eye = lens.person_radius * (1.0 - lens.eye / lens.person_height);
    }

    /// Pixels with those that fill up blocks.
    pub(crate) fn pixels(&self) -> usize {
        self.columns * self.pitch
    }

    /// The columns that may see what lies between two azimuths [rad], the left one first; one more on each side, for rounding.
    #[inline(always)]
    pub(crate) fn between(&self, left: f32, right: f32) -> std::ops::Range<usize> {
        if left < -self.half || right > self.half {
            return 0..0;
        }
        let first = self.place(left.min(self.half)) - 1.0;
        let last = self.place(right.max(-self.half)) + 1.0;
        let end = (last.max(0.0) as usize + 1).min(self.columns);
        (first.max(0.0) as usize).min(end)..end
    }

    /// Where an azimuth within the image lies, in columns from the left border.
    #[inline(always)]
    fn place(&self, azimuth: f32) -> f32 {
        let half = 0.5 * self.columns as f32;
        if self.tangent {
            // Rounding never leads to the other side of a right angle.
            let a = f64::from(azimuth.clamp(-1.57, 1.57));
            half - self.per_unit * (math::sin(a) / math::cos(a)) as f32
        } else {
            half - self.per_unit * azimuth
        }
    }

    /// How many rows, in whole blocks, can see the floor or what stands on it at a distance [m] or farther.
    #[inline(always)]
    pub(crate) fn rows_from(&self, distance: f32) -> usize {
        let mut rows = LANES;
        while rows < self.pitch && self.slope[rows] * distance <= self.eye {
            rows += LANES;
        }
        rows
    }
}
