//! The library as a file: figures of every step, without poses.

use super::{LibraryStep, StepLibrary};
use crate::Side;
use serde::{Deserialize, Serialize};

/// One step in a file. Vectors are in the frame of the body at its beginning: x forward, y left [m].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepRecord {
    /// The move it was cut out of.
    pub clip: String,
    /// `walk`, `run` or `turn`.
    pub mode: String,
    /// The foot that stays: `left` or `right`.
    pub support: String,
    /// The foot that moves.
    pub swing: String,
    /// When the step begins in its move [s].
    pub begin_s: f32,
    /// From there to the end [s]: the landing of the swinging foot.
    pub duration_s: f32,
    /// From the beginning to the lifting of the swinging foot [s].
    pub lift_s: f32,
    /// How far the hips move.
    pub root_m: [f32; 2],
    /// How far the foot moves.
    pub foot_m: [f32; 2],
    /// Where the contact point of the swinging foot lands, from below the hips at the beginning; turning taken out.
    pub landing_m: [f32; 2],
    /// Direction of the foot's move [degrees]: 0 forward, 90 to the side of the foot that moves, 180 back.
    pub angle_deg: f32,
    /// How far the body turns [degrees], counter-clockwise.
    pub rotation_deg: f32,
    /// Mean speed of the hips [m/s].
    pub speed_m_s: f32,
    /// Whether footsteps are blended of it: it repeats, and no foot flies.
    pub blended: bool,
    /// Head, left and right hand, left and right foot, ten times per second.
    pub samples_m: Vec<[[f32; 3]; 5]>,
}

/// A library in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepLibraryRecord {
    /// Number of this form of the file.
    pub version: u32,
    /// Joints of the skeleton.
    pub joints: usize,
    /// Moves steps were cut out of, mirrored ones among them.
    pub clips: Vec<String>,
    /// The steps.
    pub steps: Vec<StepRecord>,
}

fn side(side: Side) -> String {
    match side {
        Side::Left => "left".into(),
        Side::Right => "right".into(),
    }
}

impl StepLibrary {
    /// Its figures, to be written.
    ///
    /// ```
    /// use ambulo_motion::steps::StepLibrary;
    /// let record = StepLibrary::shipped().record();
    /// assert_eq!(record.steps.len(), StepLibrary::shipped().steps().len());
    /// assert!(record.steps[0].duration_s > record.steps[0].lift_s);
    /// ```
    pub fn record(&self) -> StepLibraryRecord {
        StepLibraryRecord {
            version: 1,
            joints: self.skeleton().len(),
            clips: self.clips().iter().map(|c| c.name.clone()).collect(),
            steps: self.steps().iter().map(|s| self.step_record(s)).collect(),
        }
    }

    fn step_record(&self, s: &LibraryStep) -> StepRecord {
        StepRecord {
            clip: self.clips()[s.clip].name.clone(),
            mode: s.mode.name().into(),
            support: side(s.figures.support),
            swing: side(s.figures.swing),
            begin_s: s.figures.begin,
            duration_s: s.figures.duration,
            lift_s: s.lift,
            root_m: s.figures.root.to_array(),
            foot_m: s.figures.foot.to_array(),
            landing_m: s.landing.as_vec2().to_array(),
            angle_deg: s.figures.angle.to_degrees(),
            rotation_deg: s.figures.rotation.to_degrees(),
            speed_m_s: s.speed() as f32,
            blended: self.blends(s),
            samples_m: s.figures.samples.iter().map(|all| all.map(|p| p.to_array())).collect(),
        }
    }
}
