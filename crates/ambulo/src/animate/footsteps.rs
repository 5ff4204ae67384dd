//! Bodies that follow a table of footsteps instead of the trajectory.

use super::bake::Lead;
use super::choose::ChosenWalkers;
use super::{AnimateError, AnimateOptions, AnimationInput};
use ambulo_data::words::counted;
use ambulo_motion::footsteps::{FootstepRow, StepFigures};
use ambulo_motion::{DVec2, Side};
use std::path::Path;

/// What moves bodies.
///
/// ```
/// use ambulo::animate::BodyController;
/// assert_eq!("footsteps".parse(), Ok(BodyController::Footsteps));
/// assert!("strings".parse::<BodyController>().unwrap_err().contains("`mediator`"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BodyController {
    /// The mediator: bodies follow trajectories.
    #[default]
    Mediator,
    /// Bodies follow footsteps, those who have some.
    Footsteps,
}

impl BodyController {
    /// Its name on the command line.
    ///
    /// ```
    /// assert_eq!(ambulo::animate::BodyController::default().name(), "mediator");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Mediator => "mediator",
            Self::Footsteps => "footsteps",
        }
    }
}

impl std::str::FromStr for BodyController {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "mediator" => Ok(Self::Mediator),
            "footsteps" => Ok(Self::Footsteps),
            _ => Err(format!("`{text}` is no controller of bodies, expected one of `mediator`, `footsteps`")),
        }
    }
}

/// Largest file of footsteps [bytes].
const LARGEST: u64 = 1 << 30;
/// The columns of a file of footsteps.
const COLUMNS: &str = "walker,index,side,x,y,z,heading,lift,land";

/// Reads a table of footsteps (CSV): walker, index, side (0 left, 1 right), place x, y, z [m], heading [rad], times of lift and land
/// \[s\]. The first line names the columns.
///
/// ```
/// use ambulo::animate::read_footsteps;
/// let dir = tempfile::tempdir().unwrap();
/// let file = dir.path().join("steps.csv");
/// std::fs::write(&file, "walker,index,side,x,y,z,heading,lift,land\n3,0,1,0.5,-0.09,0,0,0.1,0.6\n").unwrap();
/// assert_eq!(read_footsteps(&file)?[0].land, 0.6);
/// # Ok::<(), ambulo::animate::AnimateError>(())
/// ```
pub fn read_footsteps(file: &Path) -> Result<Vec<FootstepRow>, AnimateError> {
    let wrong = |why: String| AnimateError::FootstepFile { file: file.to_owned(), why };
    let bytes = ambulo_data::input::read(file, LARGEST).map_err(|e| wrong(e.to_string()))?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines().enumerate();
    let head = lines.next().map_or("", |(_, line)| line);
    if head.split(',').map(str::trim).ne(COLUMNS.split(',')) {
        return Err(wrong(format!("line 1 must name the columns: {COLUMNS}")));
    }
    let mut rows = Vec::new();
    for (k, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let row = row(&fields).ok_or_else(|| {
            wrong(format!("line {} is not nine numbers `{COLUMNS}`, with side 0 (left) or 1 (right): `{line}`", k + 1))
        })?;
        rows.push(row);
    }
    rows.sort_by_key(|r: &FootstepRow| (r.walker, r.index));
    Ok(rows)
}

fn row(fields: &[&str]) -> Option<FootstepRow> {
    let [walker, index, side, rest @ ..] = fields else { return None };
    let numbers: Vec<f64> = rest.iter().map(|f| f.parse().ok()).collect::<Option<_>>()?;
    let [x, y, z, heading, lift, land] = numbers[..] else { return None };
    let side = match *side {
        "0" => Side::Left,
        "1" => Side::Right,
        _ => return None,
    };
    let (walker, index) = (walker.parse().ok()?, index.parse().ok()?);
    Some(FootstepRow { walker, index, side, at: [x, y, z], heading, lift, land })
}

/// A row of a recording, as bodies follow it.
pub fn row_of(row: &ambulo_data::RecordedFootstep) -> FootstepRow {
    FootstepRow {
        walker: row.walker,
        index: row.index,
        side: if row.side == 0 { Side::Left } else { Side::Right },
        at: [row.x, row.y, row.z],
        heading: row.heading,
        lift: row.lift,
        land: row.land,
    }
}

/// Gives walkers the footsteps of the file, or of the input where no file is given. Returns how many walkers have some.
pub fn give_all(
    chosen: &mut ChosenWalkers,
    input: &AnimationInput,
    options: &AnimateOptions,
) -> Result<usize, AnimateError> {
    let with = match &options.footsteps {
        Some(file) => give(chosen, &read_footsteps(file)?)?,
        None => give(chosen, &input.footsteps)?,
    };
    if with > 0 { Ok(with) } else { Err(AnimateError::NoFootsteps) }
}

/// Gives walkers their footsteps; rows are sorted by walker and index. Returns how many walkers have some.
fn give(chosen: &mut ChosenWalkers, rows: &[FootstepRow]) -> Result<usize, AnimateError> {
    let mut with = 0;
    for lead in &mut chosen.leads {
        let first = rows.partition_point(|r| r.walker < lead.id);
        let count = rows[first..].partition_point(|r| r.walker == lead.id);
        lead.steps = rows[first..first + count].to_vec();
        lead.steps.extend(cut_off_step(lead));
        ambulo_motion::footsteps::check_rows(&lead.steps)
            .map_err(|source| AnimateError::Footsteps { walker: lead.id, source })?;
        with += usize::from(count > 0);
    }
    Ok(with)
}

/// Shorter than this nobody is seen to stand who should walk [s], and longer than this no step lasts that was cut off.
const CUT_OFF: (f64, f64) = (0.04, 1.0);
/// Share of a step in which both feet are down, and how far it leads at most [m].
const DOUBLE: f64 = 0.2;
const STRIDE: f64 = 1.1;

/// The footstep of one who left in the middle of it: tables have those that landed, and the body would stand meanwhile. It lands where
/// it leads on as it went, its root midway between both feet as in those before.
fn cut_off_step(lead: &Lead) -> Option<FootstepRow> {
    let [.., before, last] = &lead.steps[..] else { return None };
    let (end, left) = (lead.path.ends(), lead.path.ends() - last.land);
    if before.side == last.side || !(CUT_OFF.0..CUT_OFF.1).contains(&left) || last.lift >= last.land {
        return None;
    }
    let long = (last.land - before.land).max(left).min(CUT_OFF.1);
    let leaves = lead.path.at(end);
    let root = leaves.at + leaves.velocity.as_dvec2() * (long - left);
    let [stands, lifts] = [last, before].map(|row| DVec2::new(row.at[0], row.at[1]));
    let lands = lifts + (2.0 * root - stands - lifts).clamp_length_max(STRIDE);
    let at = [lands.x, lands.y, f64::from(leaves.floor)];
    let (lift, land) = (last.land + DOUBLE * long, last.land + long);
    Some(FootstepRow { index: last.index + 1, side: before.side, at, lift, land, ..*last })
}

/// How well footsteps were followed, in a sentence.
pub fn note(with: usize, of: usize, figures: &StepFigures) -> String {
    let steps = counted(figures.steps as usize, "footstep", "footsteps");
    format!(
        "{with} of {of} walkers follow {steps}: feet land within {:.1} mm, before legs are bent within {:.1} mm on average; \
         {:.3} s late at most; {} outside of the library's landing points",
        1e3 * figures.landing.worst(),
        1e3 * figures.before_ik.mean(),
        figures.late.worst(),
        figures.beyond
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animate::trajectory::Trajectory;
    use ambulo_data::TrajectoryRow;

    /// One who walks along x at 1 m/s and is recorded up to a time, with footsteps of half a second that landed by then.
    fn leads_until(end: f64) -> Lead {
        let at = |frame: u32| TrajectoryRow {
            frame,
            id: 3,
            x: 0.1 * f64::from(frame),
            y: 0.0,
            ori_x: 1.0,
            ori_y: 0.0,
            speed: 1.0,
            level: 0,
            z: 0.0,
        };
        let rows: Vec<TrajectoryRow> = (0..=(10.0 * end).round() as u32).map(at).collect();
        let step = |k: u32| {
            let (land, side) = (0.5 * f64::from(k), if k.is_multiple_of(2) { Side::Left } else { Side::Right });
            let aside = if side == Side::Left { 0.09 } else { -0.09 };
            FootstepRow {
                walker: 3,
                index: k,
                side,
                at: [land + 0.25, aside, 0.0],
                heading: 0.0,
                lift: land - 0.4,
                land,
            }
        };
        let steps = (1..=(2.0 * end + 1e-9) as u32).map(step).collect();
        Lead { id: 3, body: 0, steps, path: Trajectory::of(&rows, 10.0), first: 0, frames: rows.len() }
    }

    #[test]
    fn who_leaves_in_the_middle_of_a_step_makes_it_and_who_leaves_at_its_end_does_not() {
        let mut lead = leads_until(3.3);
        let step = cut_off_step(&lead).expect("the step that would land at 3.5 s");
        assert_eq!((step.index, step.side), (7, Side::Right));
        assert!((step.land - 3.5).abs() < 1e-9 && (step.lift - 3.1).abs() < 1e-9, "{step:?}");
        assert!((step.at[0] - 3.75).abs() < 0.01 && (step.at[1] + 0.09).abs() < 0.01, "{step:?}");
        assert_eq!(cut_off_step(&leads_until(3.0)), None);
        // A table that ends long before the walker leaves has it stand.
        lead.steps.truncate(3);
        assert_eq!(cut_off_step(&lead), None);
    }
}
