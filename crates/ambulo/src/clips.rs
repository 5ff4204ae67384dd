//! The user's own clips: inspecting them, and making moves of a folder of them.

mod courses_sheet;
mod folder;
mod picture;
mod steps;
mod steps_picture;
mod strip;

pub use courses_sheet::course_strip;
pub use folder::{ClipsError, load_moves};
pub use picture::{MOST_CLIPS_DRAWN, clip_picture};
pub use steps::{FoundSteps, StepSource, steps_of_files};
pub use steps_picture::landing_picture;
pub use strip::move_strip;

use ambulo_motion::analysis::analyse;
use ambulo_motion::{AnalysisOptions, ClipImportError, ClipReport, ImportOptions, Move, MoveKind, import};
use serde::Serialize;
use std::path::Path;

/// What one clip of a file shows, in figures.
#[derive(Clone, Debug, Serialize)]
pub struct ClipRow {
    /// The file.
    pub file: String,
    /// Name of the clip in it.
    pub clip: String,
    /// How long it lasts [s].
    pub seconds: f32,
    /// Frames, and how many per second.
    pub frames: usize,
    /// Frames per second.
    pub rate: f32,
    /// `stand`, `walk`, `run`, `turn`, `start`, `stop`, or nothing that walks.
    pub kind: Option<&'static str>,
    /// Speed [m/s].
    pub speed_m_s: f32,
    /// Standard deviation of the speed over the steps [m/s].
    pub speed_spread_m_s: f32,
    /// Direction of travel against the facing [degrees], counter-clockwise.
    pub angle_deg: f32,
    /// Its standard deviation over the steps [degrees].
    pub angle_spread_deg: f32,
    /// Turning [degrees per second], counter-clockwise.
    pub turning_deg_s: f32,
    /// Times the left foot is put down or stands at the beginning.
    pub plants_left: usize,
    /// The same of the right foot.
    pub plants_right: usize,
    /// Whether the clip stays in place, so that its speed is that of the feet.
    pub in_place: bool,
    /// How the clip's cycle closes: mean angle between the joints of both ends [degrees].
    pub loop_error_deg: Option<f32>,
    /// The same: largest distance of a joint [m].
    pub loop_error_m: Option<f32>,
    /// When the cycle begins and how long it lasts [s].
    pub cycle_s: Option<[f32; 2]>,
    /// The steps.
    pub steps: Vec<StepRow>,
    /// What one should know.
    pub notes: Vec<String>,
}

/// One step of a clip.
#[derive(Clone, Debug, Serialize)]
pub struct StepRow {
    /// The foot that moves: `left` or `right`.
    pub swing: &'static str,
    /// When it lifts [s].
    pub begin_s: f32,
    /// Until it lands [s].
    pub duration_s: f32,
    /// Displacement of the hips, forward and left [m].
    pub root_m: [f32; 2],
    /// Displacement of the foot, forward and left [m].
    pub foot_m: [f32; 2],
    /// Direction of the foot's displacement [degrees], positive to the side of that foot.
    pub angle_deg: f32,
    /// Turning of the body [degrees].
    pub rotation_deg: f32,
}

/// An inspected file.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// The file.
    pub file: String,
    /// Joints of its skeleton.
    pub joints: usize,
    /// Vertices of its skin, where it has one.
    pub vertices: Option<usize>,
    /// What was guessed about the file.
    pub notes: Vec<String>,
    /// All clips.
    pub reports: Vec<ClipReport>,
    /// The moves they are good for.
    pub moves: Vec<Move>,
}

/// The word for a kind of move.
pub fn kind_name(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Stand => "stand",
        MoveKind::Walk => "walk",
        MoveKind::Run => "run",
        MoveKind::Turn => "turn",
        MoveKind::Start => "start",
        MoveKind::Stop => "stop",
    }
}

/// Reads a file and analyses all its clips.
pub fn inspect_clips(
    path: &Path,
    options: &ImportOptions,
    analysis: &AnalysisOptions,
) -> Result<Inspection, ClipImportError> {
    let file = import::load(path, options)?;
    let (mut reports, mut moves) = (Vec::new(), Vec::new());
    for clip in &file.clips {
        let (report, made) = analyse(&file.skeleton, &clip.name, &clip.clip, analysis);
        reports.push(report);
        moves.extend(made);
    }
    Ok(Inspection {
        file: path.display().to_string(),
        joints: file.skeleton.len(),
        vertices: file.character.map(|c| c.mesh.positions.len()),
        notes: file.notes,
        reports,
        moves,
    })
}

impl Inspection {
    /// The figures of all clips.
    pub fn rows(&self) -> Vec<ClipRow> {
        self.reports.iter().map(|r| row(&self.file, r)).collect()
    }
}

fn row(file: &str, r: &ClipReport) -> ClipRow {
    let step = |s: &ambulo_motion::Step| StepRow {
        swing: if s.swing == ambulo_motion::Side::Left { "left" } else { "right" },
        begin_s: s.begin,
        duration_s: s.duration,
        root_m: s.root.to_array(),
        foot_m: s.foot.to_array(),
        angle_deg: s.angle.to_degrees(),
        rotation_deg: s.rotation.to_degrees(),
    };
    ClipRow {
        file: file.into(),
        clip: r.name.clone(),
        seconds: r.seconds,
        frames: r.frames,
        rate: r.rate,
        kind: r.kind.map(kind_name),
        speed_m_s: r.speed,
        speed_spread_m_s: r.speed_spread,
        angle_deg: r.angle.to_degrees(),
        angle_spread_deg: r.angle_spread.to_degrees(),
        turning_deg_s: r.turning.to_degrees(),
        plants_left: r.plants[0].len(),
        plants_right: r.plants[1].len(),
        in_place: r.in_place,
        loop_error_deg: r.cycle.map(|c| c.2.degrees),
        loop_error_m: r.cycle.map(|c| c.2.metres),
        cycle_s: r.cycle.map(|(first, frames, _)| [first as f32 / r.rate, frames as f32 / r.rate]),
        steps: r.steps.iter().map(step).collect(),
        notes: r.notes.clone(),
    }
}
