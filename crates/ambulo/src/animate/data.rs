//! Trajectories of any kind as something to animate: what a file leaves open, and walkers who leave and come again.

use super::{AnimateError, AnimationInput};
use crate::evaluate::origin_notes;
use ambulo_data::measured::{FileKind, From, How, Measured, Origin, box_about};
use ambulo_data::words::counted;
use ambulo_data::{Trajectories, TrajectoryRow};
use ambulo_eval::filter::Butterworth;
use ambulo_eval::{faults, repair};
use ambulo_geom::Point;
use std::collections::BTreeSet;

/// How a file of trajectories is read and repaired before bodies walk along it.
///
/// ```
/// use ambulo::{animate::DataOptions, data::measured::How};
/// let options = DataOptions { how: How { fps: Some(16.0), ..How::default() }, ..DataOptions::default() };
/// assert_eq!((options.jump, options.bridge), (12.0, 1.0));
/// ```
#[derive(Clone, Debug)]
pub struct DataOptions {
    /// What the caller states about the file.
    pub how: How,
    /// Faster moves between two rows are jumps [m/s]: nobody walks them.
    pub jump: f64,
    /// Bodies walk through gaps of up to so many seconds; in longer ones the walker leaves and comes again.
    pub bridge: f64,
    /// Smooths the trajectories.
    pub filter: Option<Butterworth>,
}

impl Default for DataOptions {
    fn default() -> Self {
        let how = How { twice: true, ..How::default() };
        Self { how, jump: faults::FASTEST, bridge: 1.0, filter: None }
    }
}

/// A walker who jumps and is back where the trajectory continues within this time was never there [s].
const ASTRAY: f64 = 0.5;
/// Most walkers named in a note.
const NAMED: usize = 4;

impl AnimationInput {
    /// Of trajectories of any kind: gaps and jumps become walkers who leave and come again, and where nothing is known of the
    /// ground the floor is a box about all rows, without walls.
    ///
    /// ```
    /// use ambulo::animate::{AnimationInput, DataOptions};
    /// use ambulo::data::measured::{How, open};
    /// let dir = tempfile::tempdir().unwrap();
    /// let file = dir.path().join("two.txt");
    /// // Walker 1 is suddenly 50 m away.
    /// std::fs::write(&file, "# framerate: 10\n# unit: m\n1 0 0 0\n1 1 0.1 0\n1 2 50 0\n1 3 50.1 0\n").unwrap();
    /// let input = AnimationInput::of_measured("two", open(&file, &How::default()).unwrap(), &DataOptions::default()).unwrap();
    /// assert!(input.open_ground && input.notes.iter().any(|note| note.contains("comes again")));
    /// assert_eq!(input.trajectories.walks().count(), 2);
    /// ```
    pub fn of_measured(title: &str, measured: Measured, options: &DataOptions) -> Result<Self, AnimateError> {
        let Measured { mut trajectories, origin } = measured;
        let mut notes = words(&origin, &trajectories);
        let outside = faults::find(&trajectories, options.jump).outside();
        let (parts, split) = leave_and_return(&trajectories, options);
        notes.extend(split);
        trajectories = parts.unwrap_or(trajectories);
        if let Some(filter) = &options.filter {
            let (smooth, short) = repair::smooth(&trajectories, filter)?;
            trajectories = smooth;
            if short > 0 {
                let walks = counted(short, "part of a trajectory is", "parts of trajectories are");
                notes.push(format!("{walks} too short for the filter and not smoothed"));
            }
        }
        let unknown = trajectories.levels.is_empty() && trajectories.area.polygons().is_empty();
        if unknown {
            trajectories.area = box_about(trajectories.rows());
        }
        let open_ground = unknown || origin.area == From::Assumed;
        if open_ground {
            notes.push(
                "the ground is not known: the floor is a box about all rows, without walls; option `walkable` gives it"
                    .into(),
            );
        } else if outside > 0 {
            let rows = counted(outside as usize, "row is", "rows are");
            notes.push(format!("{rows} off the walkable ground: bodies walk beside the floor there"));
        }
        Ok(Self { notes, open_ground, ..Self::of_recording(title, trajectories) })
    }
}

/// How the file was understood; nothing of recordings, which state it all.
fn words(origin: &Origin, t: &Trajectories) -> Vec<String> {
    let mut notes = Vec::new();
    if origin.kind != FileKind::Recording {
        let (fps, unit) = (origin.fps.words(), origin.unit_from.words());
        let kind = origin.kind.name();
        let rows = t.fps;
        notes.push(format!("read as {kind}: {rows} rows per second ({fps}), a unit of {} m ({unit})", origin.unit));
    }
    notes.extend(origin_notes(origin, t.fps));
    if let Some((rows, (id, frame))) = origin.twice {
        let rows = counted(rows, "row is", "rows are");
        notes.push(format!("{rows} left out since their walker stands elsewhere in that frame: walker {id} in frame {frame} is the first"));
    }
    // The data crate calls the rate of a file what `eval` calls it; here that is the rate of the animation.
    let ours = |note: String| note.replace("option `fps`", "option `data-fps`").trim_end_matches('.').to_owned();
    notes.into_iter().map(ours).collect()
}

/// What happens to one walker.
#[derive(Default)]
struct Parts {
    rows: Vec<Vec<TrajectoryRow>>,
    astray: Vec<TrajectoryRow>,
}

/// The rows of a walker in parts that can be walked.
fn parts(walk: &[TrajectoryRow], fps: f64, options: &DataOptions) -> Parts {
    let seconds = |a: &TrajectoryRow, b: &TrajectoryRow| f64::from(b.frame.saturating_sub(a.frame)) / fps;
    let jumps = |a: &TrajectoryRow, b: &TrajectoryRow| {
        a.place().distance(b.place()) > options.jump * seconds(a, b).max(1.0 / fps)
    };
    // Rows that lie further apart than the bridge are no gap if there is no frame between them.
    let gap = |a: &TrajectoryRow, b: &TrajectoryRow| b.frame > a.frame + 1 && seconds(a, b) > options.bridge + 1e-9;
    let mut out = Parts { rows: vec![vec![walk[0]]], astray: Vec::new() };
    let mut i = 1;
    while i < walk.len() {
        let part = out.rows.last_mut().expect("it begins with one");
        let last = part[part.len() - 1];
        let row = walk[i];
        if gap(&last, &row) {
            out.rows.push(vec![row]);
        } else if jumps(&last, &row) {
            let soon = |k: &usize| seconds(&last, &walk[*k]) <= ASTRAY.max(2.0 / fps) && !gap(&last, &walk[*k]);
            let back = (i + 1..walk.len())
                .take_while(soon)
                .find(|&k| !jumps(&last, &walk[k]) && jumps(&walk[k - 1], &walk[k]));
            match back {
                Some(k) => {
                    out.astray.extend(&walk[i..k]);
                    i = k;
                    continue;
                }
                None => out.rows.push(vec![row]),
            }
        } else {
            part.push(row);
        }
        i += 1;
    }
    out
}

/// No walker is moved from one place to another: one who has a gap or jumps leaves there and comes again under a number of its own.
/// The trajectories, if any changed, and what happened.
fn leave_and_return(t: &Trajectories, options: &DataOptions) -> (Option<Trajectories>, Vec<String>) {
    let mut ids: BTreeSet<u32> = t.walks().map(|walk| walk[0].id).chain(t.walkers.iter().map(|w| w.id)).collect();
    let mut walkers = t.walkers.clone();
    let (mut rows, mut again, mut astray, mut single) = (Vec::with_capacity(t.rows().len()), Vec::new(), Vec::new(), 0);
    let mut next = ids.last().map_or(0, |id| id.wrapping_add(1));
    let time = |row: &TrajectoryRow| f64::from(row.frame) / t.fps;
    let at = |p: Point| format!("({:.1}, {:.1})", p.x, p.y);
    for walk in t.walks() {
        let Parts { rows: mut parts, astray: lost } = parts(walk, t.fps, options);
        astray.extend(lost);
        if parts.len() > 1 {
            // Of a single row nobody knows where it comes from.
            let all = parts.len();
            parts.retain(|part| part.len() > 1);
            single += all - parts.len();
        }
        for (k, part) in parts.iter().enumerate() {
            if k == 0 {
                rows.extend(part);
                continue;
            }
            let (id, before) = (walk[0].id, parts[k - 1][parts[k - 1].len() - 1]);
            while !ids.insert(next) {
                next = next.wrapping_add(1);
            }
            again.push(format!(
                "{id} leaves {} at {:.2} s and comes again at {} at {:.2} s as {next}",
                at(before.place()),
                time(&before),
                at(part[0].place()),
                time(&part[0])
            ));
            if let Some(one) = t.walkers.iter().find(|w| w.id == id) {
                walkers.push(ambulo_data::Walker { id: next, ..one.clone() });
            }
            rows.extend(part.iter().map(|row| TrajectoryRow { id: next, ..*row }));
        }
    }
    let mut notes = Vec::new();
    if !again.is_empty() {
        let count = counted(again.len(), "gap or jump", "gaps or jumps");
        let (bridge, jump) = (options.bridge, options.jump);
        let why = format!("{count} that nobody walks (rows missing for more than {bridge} s, or more than {jump} m/s)");
        notes.push(format!("{why}: walker {}", some(&again)));
    }
    if !astray.is_empty() {
        let one = |row: &TrajectoryRow| format!("{} at {:.2} s", row.id, time(row));
        let rows = counted(astray.len(), "row is", "rows are");
        let who: Vec<String> = astray.iter().map(one).collect();
        notes.push(format!("{rows} left out, from where their walker jumps back: walker {}", some(&who)));
    }
    if single > 0 {
        let rows = counted(single, "row is", "rows are");
        notes.push(format!("{rows} left out that stand alone between gaps or jumps"));
    }
    if notes.is_empty() {
        return (None, notes);
    }
    walkers.sort_by_key(|w| w.id);
    let mut changed = Trajectories::new(t.fps, t.area.clone(), walkers, rows).with_levels(t.levels.clone());
    changed.oriented = t.oriented;
    (Some(changed), notes)
}

/// The first few, and how many more.
fn some(all: &[String]) -> String {
    let more = all.len().saturating_sub(NAMED);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    format!("{}{more}", all[..all.len().min(NAMED)].join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::Region;

    fn row(frame: u32, id: u32, x: f64) -> TrajectoryRow {
        TrajectoryRow { frame, id, x, y: 0.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 }
    }

    fn of(rows: Vec<TrajectoryRow>) -> Trajectories {
        Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], rows)
    }

    #[test]
    fn a_walker_without_faults_stays_as_recorded() {
        let t = of((0..50).map(|f| row(f, 3, 0.1 * f64::from(f))).collect());
        let (changed, notes) = leave_and_return(&t, &DataOptions::default());
        assert!(changed.is_none() && notes.is_empty(), "{notes:?}");
        // Rows every 3 s are no gaps when all frames have one.
        let slow = Trajectories::new(
            1.0 / 3.0,
            t.area.clone(),
            vec![],
            (0..9).map(|f| row(f, 1, 3.0 * f64::from(f))).collect(),
        );
        assert!(leave_and_return(&slow, &DataOptions::default()).0.is_none());
    }

    #[test]
    fn who_jumps_or_is_missing_leaves_and_comes_again_under_another_number() {
        // Frames 0 to 9, missing until 30, a jump by 20 m at 40; and walker 8, who has no fault.
        let one = (0..10).chain(30..60).map(|f| row(f, 7, 0.1 * f64::from(f) + if f >= 40 { 20.0 } else { 0.0 }));
        let t = of(one.chain((0..20).map(|f| row(f, 8, 0.0))).collect());
        let (changed, notes) = leave_and_return(&t, &DataOptions::default());
        let changed = changed.unwrap();
        let spans: Vec<(u32, u32, u32)> =
            changed.walks().map(|w| (w[0].id, w[0].frame, w[w.len() - 1].frame)).collect();
        assert_eq!(spans, [(7, 0, 9), (8, 0, 19), (9, 30, 39), (10, 40, 59)]);
        assert!(
            notes[0].contains("2 gaps or jumps") && notes[0].contains("7 leaves (0.9, 0.0) at 0.90 s"),
            "{notes:?}"
        );
        for walk in changed.walks() {
            assert!(walk.windows(2).all(|w| (w[1].x - w[0].x).abs() < 0.2));
        }
        // With a longer bridge the body walks through the gap.
        let wide = DataOptions { bridge: 3.0, ..DataOptions::default() };
        assert_eq!(leave_and_return(&t, &wide).0.unwrap().walks().count(), 3);
    }

    #[test]
    fn a_row_astray_is_left_out_and_the_walk_goes_on() {
        let t = of((0..20).map(|f| row(f, 1, 0.1 * f64::from(f) + if f == 9 { 5.0 } else { 0.0 })).collect());
        let (changed, notes) = leave_and_return(&t, &DataOptions::default());
        let changed = changed.unwrap();
        assert_eq!((changed.walks().count(), changed.rows().len()), (1, 19));
        assert!(notes[0].contains("1 row is left out") && notes[0].contains("1 at 0.90 s"), "{notes:?}");
    }
}
