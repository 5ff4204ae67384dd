//! What an animation came to, for scripts.

use super::cast::CastMember;
use super::choose::ChosenWalkers;
use super::troupe::Troupe;
use super::write::WrittenFiles;
use super::{AnimateOptions, AnimationInput};
use ambulo_motion::SeenFigures;
use serde::Serialize;

/// How many walkers have a body.
///
/// ```
/// let all = ambulo::animate::CastCount { character: "built-in".into(), walkers: 40 };
/// assert_eq!(all.walkers, 40);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CastCount {
    /// Name of the body.
    pub character: String,
    /// How many have it.
    pub walkers: usize,
}

/// The figures of an animation, measured on the frames that were written.
///
/// ```no_run
/// # let options = ambulo::animate::AnimateOptions::new("crowd.glb");
/// let summary = ambulo::animate::animate_run("out/station".as_ref(), &options, |_| true).unwrap();
/// println!("{} walkers, feet slide {:.2} cm", summary.walkers, summary.slide_mean_cm);
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct AnimateSummary {
    /// The file, or the folder.
    pub out: String,
    /// `glb`, `usd`, `bvh` or `vat`.
    pub format: &'static str,
    /// Bytes written.
    pub bytes: u64,
    /// Walkers.
    pub walkers: usize,
    /// Frames of the scene.
    pub frames: usize,
    /// Frames of all walkers together.
    pub walker_frames: u64,
    /// Frames per second.
    pub fps: f64,
    /// Time of the first frame in the recording [s].
    pub from_s: f64,
    /// Length of the scene [s].
    pub seconds: f64,
    /// Whose body; the first where there are several.
    pub character: String,
    /// Bodies walkers have: name, and how many have it.
    pub cast: Vec<CastCount>,
    /// Joints of the skeleton.
    pub joints: usize,
    /// Vertices of the skin.
    pub vertices: usize,
    /// Moves to choose from.
    pub moves: usize,
    /// Times a foot stood on the floor.
    pub stances: u64,
    /// How far a foot moves while it stands, mean [cm].
    pub slide_mean_cm: f64,
    /// What 99 of 100 stances do not exceed [cm].
    pub slide_p99_cm: f64,
    /// Of the worst stance [cm].
    pub slide_worst_cm: f64,
    /// How far a standing foot is above or below the floor, mean [mm].
    pub foot_height_error_mean_mm: f64,
    /// What 99 of 100 frames do not exceed [mm].
    pub foot_height_error_p99_mm: f64,
    /// The worst [mm].
    pub foot_height_error_worst_mm: f64,
    /// How far bodies are from where the recording has them, mean [mm].
    pub root_deviation_mean_mm: f64,
    /// What 99 of 100 frames do not exceed [mm].
    pub root_deviation_p99_mm: f64,
    /// The worst [mm].
    pub root_deviation_worst_mm: f64,
    /// Turn of a joint from frame to frame that 999 of 1,000 do not exceed [degrees].
    pub joint_jump_p999_deg: f64,
    /// The worst [degrees].
    pub joint_jump_worst_deg: f64,
    /// What an eye sees: soles, hips, knees, torsos.
    #[serde(flatten)]
    pub seen: SeenFigures,
    /// How fast the hips turn in each eighth of the stride, mean [degrees/s].
    pub heading_by_phase_deg_per_s: [f64; 8],
    /// Time a walker's frame takes, without measuring and writing it: the median, which does not mind other programs [µs].
    pub micros_per_walker_frame: f64,
    /// Where bodies were in the loop: how far walker and body came apart in a frame, mean [mm].
    pub loop_deviation_mean_mm: Option<f64>,
    /// The worst [mm].
    pub loop_deviation_worst_mm: Option<f64>,
    /// Time it all took, the run not counted [s].
    pub wall_s: f64,
    /// Threads.
    pub threads: usize,
    /// What was guessed or left out.
    pub notes: Vec<String>,
    /// Whether the run that was animated came to its end; none where that is not known.
    pub complete: Option<bool>,
    /// The report page that now has a section about it.
    pub report: Option<String>,
}

impl AnimateSummary {
    pub(super) fn new(
        input: &AnimationInput,
        options: &AnimateOptions,
        troupe: &Troupe,
        chosen: &ChosenWalkers,
        written: WrittenFiles,
        notes: Vec<String>,
        wall_s: f64,
    ) -> Self {
        let f = &written.figures;
        let body = &troupe.cast.members[0];
        let count = |(k, m): (usize, &CastMember)| CastCount {
            character: m.name.clone(),
            walkers: troupe.choices.iter().filter(|c| c.member == k).count(),
        };
        Self {
            out: options.out.display().to_string(),
            format: options.format.name(),
            bytes: written.bytes,
            walkers: chosen.leads.len(),
            frames: chosen.frames,
            walker_frames: written.frames,
            fps: options.fps,
            from_s: chosen.clock.from,
            seconds: (chosen.frames - 1) as f64 / options.fps,
            character: body.name.clone(),
            cast: troupe.cast.members.iter().enumerate().map(count).collect(),
            joints: body.character.skeleton.len(),
            vertices: body.character.mesh.positions.len(),
            moves: body.moves.moves.len(),
            stances: f.stances,
            slide_mean_cm: f.slide_mean_cm,
            slide_p99_cm: f.slide_p99_cm,
            slide_worst_cm: f.slide_worst_cm,
            foot_height_error_mean_mm: f.foot_height_mean_mm,
            foot_height_error_p99_mm: f.foot_height_p99_mm,
            foot_height_error_worst_mm: f.foot_height_worst_mm,
            root_deviation_mean_mm: f.root_deviation_mean_mm,
            root_deviation_p99_mm: f.root_deviation_p99_mm,
            root_deviation_worst_mm: f.root_deviation_worst_mm,
            joint_jump_p999_deg: f.jump_p999_deg,
            joint_jump_worst_deg: f.jump_worst_deg,
            seen: written.seen,
            heading_by_phase_deg_per_s: f.heading_by_phase,
            micros_per_walker_frame: written.micros_per_walker_frame,
            loop_deviation_mean_mm: input.loop_deviation_mm.map(|d| d[0]),
            loop_deviation_worst_mm: input.loop_deviation_mm.map(|d| d[1]),
            wall_s,
            threads: written.threads,
            notes,
            complete: None,
            report: None,
        }
    }
}
