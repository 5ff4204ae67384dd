//! What a walker sees, as images for an explanation: bearing rate, time to interaction, and both combined.

use super::camera::Camera;
use super::image::{Image, NOTHING};
use super::stimuli::{Judge, Stimulus};
use ambulo_sim::{Note, Trace};

/// Bearing rates are drawn up to this [rad/s].
const RATE: f32 = 0.5;
/// What is missing to the threshold is drawn up to this [rad/s].
const LACK: f32 = 0.2;
/// Times to interaction are drawn up to this [s].
const TIME: f32 = 10.0;

/// Adds the three images of a decision to its notes.
#[inline(always)]
pub(super) fn note<T: Trace>(judge: &Judge, camera: &Camera, image: &Image, trace: &mut T) {
    if !T::ON {
        return;
    }
    let mut add = |what, unit, ends, value: &dyn Fn(&Stimulus) -> f32| {
        let values = (0..camera.rows).flat_map(|row| (0..camera.columns).map(move |column| (row, column)));
        let values = values.map(|(row, column)| {
            let at = column * camera.pitch + row;
            let point = judge.point(image.depth[at], image.nearing[at], image.across[at]);
            if image.depth[at] == NOTHING { f32::NAN } else { value(&point) }
        });
        let (values, columns) = (values.collect(), camera.columns as u32);
        trace.note(|| Note::Image { what, unit, columns, values, ends });
    };
    add("bearing rate", "rad/s", [0.0, RATE], &|p| p.rate.abs());
    add("time to interaction", "s", [0.0, TIME], &|p| p.time);
    // By how much the rate is below its threshold: what is most below decides on the turn.
    add("combined", "rad/s below the threshold", [LACK, 0.0], &|p| {
        if judge.minds(p) { p.threshold - p.rate.abs() } else { 0.0 }
    });
}
