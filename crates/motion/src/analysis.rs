//! What a clip shows: when feet are down, how fast the body goes and where to, and the part of it that repeats.
//!
//! Nothing is asked of the clip. It may travel or stay in place, be captured at 120 frames per second or drawn at 30,
//! begin and end anywhere. Lengths and speeds in the thresholds are those of a grown person, scaled by the length of
//! the legs.

mod broken;
mod classify;
mod cycle;
mod four_legs;
mod in_place;
mod measure;
mod plants;
mod steps;
mod tracks;

pub(crate) use in_place::put_on_floor;
pub(crate) use measure::leg as leg_length;
pub use plants::Plant;
pub use steps::Step;
pub(crate) use steps::cut as cut_steps;

use crate::{Clip, Move, MoveKind, Side, Skeleton};
use cycle::Cycle;
use tracks::JointTracks;

/// How moves are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnalysisOptions {
    /// Frames per second of the moves; `None` keeps the clip's. 30 shows a walk as well as 120 does, since poses
    /// between frames are interpolated, and a crowd's clips stay in the cache.
    pub rate: Option<f32>,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        Self { rate: Some(30.0) }
    }
}

/// How well the end of a cycle fits its beginning, before the seam is closed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LoopError {
    /// Mean over the joints of the angle between both poses [degrees].
    pub degrees: f32,
    /// Largest distance of a joint between both poses, laid over each other on the floor [m].
    pub metres: f32,
}

/// What was found in a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipReport {
    /// Name of the clip.
    pub name: String,
    /// How long it lasts [s].
    pub seconds: f32,
    /// How many frames.
    pub frames: usize,
    /// Frames per second.
    pub rate: f32,
    /// What it is good for; `None`: for nothing that walks, `notes` say why.
    pub kind: Option<MoveKind>,
    /// Whether it was made to stay in place: its travel is taken from the feet.
    pub in_place: bool,
    /// Speed of the cycle, or of the whole clip where there is none [m/s].
    pub speed: f32,
    /// Direction of travel against the facing [rad].
    pub angle: f32,
    /// Turning [rad/s].
    pub turning: f32,
    /// Standard deviation of the speed over the steps [m/s].
    pub speed_spread: f32,
    /// Standard deviation of the direction over the steps [rad].
    pub angle_spread: f32,
    /// When each foot is down: left, right.
    pub plants: [Vec<Plant>; 2],
    /// The steps, in time.
    pub steps: Vec<Step>,
    /// First frame and length of the cycle [frames], and how well it closes.
    pub cycle: Option<(usize, usize, LoopError)>,
    /// Height of each foot's lowest point above where it stands, frame by frame [m].
    pub heights: [Vec<f32>; 2],
    /// Speed of each foot's slowest low point over the floor [m/s].
    pub speeds: [Vec<f32>; 2],
    /// Speed of the hips over the floor [m/s].
    pub hips: Vec<f32>,
    /// What one should know.
    pub notes: Vec<String>,
}

/// Analyses a clip, and makes the moves it is good for: a cycle, a stand, a turn, a start, a stop.
pub fn analyse(skeleton: &Skeleton, name: &str, clip: &Clip, options: &AnalysisOptions) -> (ClipReport, Vec<Move>) {
    let mut notes = Vec::new();
    if clip.frames() < 4 {
        notes.push("too short: a pose, not a motion".into());
        return (empty(name, clip, notes), Vec::new());
    }
    let whole = cycle::whole(skeleton, clip);
    let mut tracks = JointTracks::of(skeleton, clip);
    let in_place = tracks.give_travel();
    // A clip that repeats as a whole is laid out three times, so that feet are seen through the seam.
    let (shown, seen) = match whole {
        Some(period) => {
            let long = cycle::unrolled(clip, period);
            let mut seen = JointTracks::of(skeleton, &long);
            seen.give_travel();
            (long, seen)
        }
        None => (clip.clone(), tracks.clone()),
    };
    let mut seen = seen;
    let feet = plants::find(&mut seen, in_place);
    let plants = feet.plants.clone();
    let cycle = match whole {
        Some(period) => cycle::of_whole(skeleton, &shown, &plants, period),
        None => cycle::best(skeleton, &shown, &seen, &plants),
    };
    let shape = classify::shape(&seen, &plants, cycle.as_ref(), whole);
    let mut moves = Vec::new();
    let mut figures = None;
    for kind in shape.moves() {
        let made = in_place::make(skeleton, name, kind, &shown, &seen, &feet, cycle.as_ref(), whole.is_some(), options);
        if let Some(mut made) = made {
            figures.get_or_insert((made.speed, made.angle, made.turning));
            let note = match broken::hold_still(skeleton, &mut made) {
                Ok(held) => {
                    moves.push(made);
                    held
                }
                Err(why) => Some(why),
            };
            notes.extend(note.filter(|note| notes.last() != Some(note)));
        }
    }
    let kind = shape.kind.filter(|_| figures.is_some());
    notes.extend(shape.notes);
    if kind.is_none() && notes.is_empty() {
        notes.push("a cycle without a landing of the left foot to begin with".into());
    }
    if in_place {
        notes.push("in place: speed taken from the feet".into());
    }
    if let Some(cycle) = &cycle
        && cycle.error.degrees > 6.0
        && matches!(kind, Some(MoveKind::Walk | MoveKind::Run))
    {
        notes.push(format!("the loop closes badly ({:.1}°)", cycle.error.degrees));
    }
    let (speed, angle, turning) = figures.unwrap_or_else(|| seen.mean_travel(0, seen.frames() - 1));
    let steps = steps::of(skeleton, &shown, &seen, &plants);
    let (speed_spread, angle_spread) = steps::spread(&steps);
    let (plants, steps, shift) = match whole {
        Some(period) => within(&plants, &steps, period, clip.rate),
        None => (plants, steps, 0),
    };
    let cut = |all: &[f32]| all[shift..(shift + clip.frames()).min(all.len())].to_vec();
    let report = ClipReport {
        name: name.into(),
        seconds: clip.duration(),
        frames: clip.frames(),
        rate: clip.rate,
        kind,
        in_place,
        speed,
        angle,
        turning,
        speed_spread,
        angle_spread,
        heights: [cut(&seen.heights[0]), cut(&seen.heights[1])],
        speeds: [cut(&seen.speeds[0]), cut(&seen.speeds[1])],
        hips: cut(&seen.pace),
        plants,
        steps,
        cycle: cycle.map(|c: Cycle| (c.first.saturating_sub(shift), c.frames, c.error)),
        notes,
    };
    (report, moves)
}

/// The moves a clip is good for, at the usual rate; see [`analyse`].
pub fn moves_of(skeleton: &Skeleton, name: &str, clip: &Clip) -> Vec<Move> {
    analyse(skeleton, name, clip, &AnalysisOptions::default()).1
}

/// Of plants and steps of a clip laid out three times, those that begin in the middle; times are those of the clip.
fn within(plants: &[Vec<Plant>; 2], steps: &[Step], period: usize, rate: f32) -> ([Vec<Plant>; 2], Vec<Step>, usize) {
    let middle = period..2 * period;
    let own = |side: Side| -> Vec<Plant> {
        let inside = plants[side as usize].iter().filter(|p| middle.contains(&p.first));
        let mut own: Vec<Plant> =
            inside.map(|p| Plant { first: p.first - period, last: p.last - period, ..*p }).collect();
        let all = |p: &Plant| p.first <= middle.start && p.last + 1 >= middle.end;
        if own.is_empty() && plants[side as usize].iter().any(all) {
            own.push(Plant { first: 0, last: period - 1, landed: false, lifted: false });
        }
        own
    };
    let early = period as f32 / rate;
    let begins = |s: &&Step| s.begin >= early && s.begin < 2.0 * early;
    let steps = steps.iter().filter(begins).map(|s| Step { begin: s.begin - early, ..s.clone() }).collect();
    ([own(Side::Left), own(Side::Right)], steps, period)
}

fn empty(name: &str, clip: &Clip, notes: Vec<String>) -> ClipReport {
    ClipReport {
        name: name.into(),
        seconds: if clip.frames() == 0 { 0.0 } else { clip.duration() },
        frames: clip.frames(),
        rate: clip.rate,
        kind: None,
        in_place: false,
        speed: 0.0,
        angle: 0.0,
        turning: 0.0,
        speed_spread: 0.0,
        angle_spread: 0.0,
        plants: Default::default(),
        steps: Vec::new(),
        cycle: None,
        heights: Default::default(),
        speeds: Default::default(),
        hips: Vec::new(),
        notes,
    }
}

#[cfg(test)]
mod tests;
