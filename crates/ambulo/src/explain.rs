//! What one walker saw and weighed, step by step: into `explain.json` as the run goes, and drawn in the report at the
//! moments that mattered most.

mod domain;
mod images;
mod json;
mod situation;

use crate::World;
use crate::run::RunError;
use ambulo_draw::{Canvas, TextStyle, plot};
use ambulo_eval::report::Picture;
use ambulo_geom::{Bounds, Point, Segment, math};
use ambulo_sim::{AgentId, Explanation, Snapshot, SnapshotError, SnapshotReader, SnapshotWriter, snapshot};
use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Moments drawn in the report.
const MOMENTS: usize = 6;
/// Nothing else is drawn so soon after a moment [s].
const APART: f64 = 1.0;
/// Pixels of a picture.
const WIDTH: f64 = plot::WIDTH;
const HEIGHT: f64 = 470.0;

/// Writes the explanations of one walker.
pub(crate) struct Explainer {
    id: AgentId,
    path: PathBuf,
    file: BufWriter<File>,
    steps: usize,
    /// Bytes written.
    bytes: u64,
    /// When to draw what it sees and weighs [s], if that was asked for; else at the most eventful moments.
    at: Option<f64>,
    /// The most eventful decision of every second, or the one asked for.
    kept: Vec<Decision>,
}

/// A decision worth drawing, with the walls around.
struct Decision {
    what: Explanation,
    walls: Vec<Segment>,
}

snapshot!(Decision { what, walls });

impl Decision {
    /// How much the walker departs from its preferred velocity, or changes its choice [m/s].
    fn interest(&self) -> f32 {
        let e = &self.what;
        (e.chosen - e.preferred).length() + (e.chosen - e.velocity).length()
    }
}

impl Explainer {
    pub(crate) fn create(folder: &Path, id: u32, at: Option<f64>) -> Result<Self, RunError> {
        let path = folder.join("explain.json");
        let io = |source| RunError::Io { file: path.clone(), source };
        std::fs::create_dir_all(folder).map_err(io)?;
        let mut file = BufWriter::new(File::create(&path).map_err(io)?);
        let head = format!("{{\"walker\":{id},\"steps\":[");
        file.write_all(head.as_bytes()).map_err(io)?;
        Ok(Self { id: AgentId(id), path, file, steps: 0, bytes: head.len() as u64, at, kept: Vec::new() })
    }

    /// Has the disk keep everything so far, and writes into a checkpoint where that ends.
    pub(crate) fn save(&mut self, out: &mut SnapshotWriter) -> Result<(), RunError> {
        let kept = self.file.flush().and_then(|()| self.file.get_ref().sync_data());
        kept.map_err(|e| self.fault(e))?;
        self.steps.save(out);
        self.bytes.save(out);
        self.kept.save(out);
        Ok(())
    }

    /// Resumes where a checkpoint was taken.
    pub(crate) fn resume(
        folder: &Path,
        id: u32,
        at: Option<f64>,
        from: &mut SnapshotReader<'_>,
    ) -> Result<Self, RunError> {
        let path = folder.join("explain.json");
        let damaged = |e: SnapshotError| RunError::Resume { folder: folder.to_path_buf(), why: e.to_string() };
        let (steps, (bytes, kept)) = Snapshot::load(from).map_err(damaged)?;
        let io = |source| RunError::Io { file: path.clone(), source };
        let mut file = File::options().write(true).open(&path).map_err(io)?;
        if file.metadata().map_err(io)?.len() < bytes {
            return Err(damaged(SnapshotError::new("explain.json is shorter than at the checkpoint")));
        }
        file.set_len(bytes).and_then(|()| file.seek(SeekFrom::End(0))).map_err(io)?;
        Ok(Self { id: AgentId(id), path, file: BufWriter::new(file), steps, bytes, at, kept })
    }

    pub(crate) fn id(&self) -> AgentId {
        self.id
    }

    /// Writes down what the last step reported, in the coordinates of the plan file.
    pub(crate) fn step(&mut self, world: &World) -> Result<(), RunError> {
        let Some(what) = world.sim.explanation() else { return Ok(()) };
        let what = &in_file(what, world);
        let comma = if self.steps > 0 { ",\n" } else { "\n" };
        let text = comma.to_owned() + &json::step(what).to_string();
        self.file.write_all(text.as_bytes()).map_err(|e| self.fault(e))?;
        self.bytes += text.len() as u64;
        self.steps += 1;
        // Half a step early is the step that was meant.
        let due = self.at.is_none_or(|at| self.kept.is_empty() && what.time >= at - 0.5 * world.scenario.dt);
        if what.decided && due {
            self.keep(what, world);
        }
        Ok(())
    }

    fn keep(&mut self, what: &Explanation, world: &World) {
        let sim = &world.sim;
        let z = sim.walker(self.id).map_or(0.0, |w| w.z);
        let near = Bounds { min: what.place, max: what.place }.grown(situation::REACH * 1.5);
        let crosses = |s: &Segment| {
            let b = Bounds::of([s.a, s.b]).unwrap_or(near);
            b.min.x <= near.max.x && b.max.x >= near.min.x && b.min.y <= near.max.y && b.max.y >= near.min.y
        };
        let walls = || {
            let placed = |s: Segment| Segment::new(world.in_file(s.a), world.in_file(s.b));
            sim.walls().standing(z).map(|w| placed(w.at)).filter(crosses).collect()
        };
        let same_second = |m: &Decision| m.what.time.floor() == what.time.floor();
        let mut moment = Decision { what: what.clone(), walls: Vec::new() };
        match self.kept.last_mut().filter(|m| same_second(m)) {
            Some(last) if last.interest() >= moment.interest() => {}
            Some(last) => {
                moment.walls = walls();
                *last = moment;
            }
            None => {
                moment.walls = walls();
                self.kept.push(moment);
            }
        }
    }

    fn fault(&self, source: std::io::Error) -> RunError {
        RunError::Io { file: self.path.clone(), source }
    }

    /// Ends the file; the pictures for the report.
    pub(crate) fn finish(mut self) -> Result<Vec<Picture>, RunError> {
        self.file.write_all(b"\n]}\n").and_then(|()| self.file.flush()).map_err(|e| self.fault(e))?;
        if self.steps == 0 {
            return Err(RunError::NobodyToExplain(self.id.0));
        }
        let mut order: Vec<usize> = (0..self.kept.len()).collect();
        order.sort_by(|a, b| self.kept[*b].interest().total_cmp(&self.kept[*a].interest()));
        let mut chosen: Vec<usize> = Vec::new();
        for k in order {
            let near = |other: &usize| (self.kept[*other].what.time - self.kept[k].what.time).abs() < APART;
            if chosen.len() < MOMENTS && !chosen.iter().any(near) {
                chosen.push(k);
            }
        }
        if let (Some(at), true) = (self.at, chosen.is_empty()) {
            return Err(RunError::NothingToExplain(self.id.0, at));
        }
        chosen.sort_unstable();
        let moments = chosen.into_iter().enumerate();
        Ok(moments
            .flat_map(|(i, k)| std::iter::once(picture(i, &self.kept[k])).chain(images::pictures(i, &self.kept[k])))
            .collect())
    }
}

/// An explanation with its places as the plan file has them; shapes are relative to the walker.
fn in_file(what: &Explanation, world: &World) -> Explanation {
    let mut placed = what.clone();
    placed.place = world.in_file(placed.place);
    placed.around.iter_mut().for_each(|a| a.place = world.in_file(a.place));
    placed
}

/// A moment: the place as the walker sees it, and what it weighs.
fn picture(number: usize, moment: &Decision) -> Picture {
    let e = &moment.what;
    let mut page = Canvas::new(WIDTH, HEIGHT);
    let title = format!("Walker {} at {:.2} s, steered by {}", e.id, e.time, e.model);
    page.text(Point::new(plot::MARGIN, 25.0), &title, &TextStyle::new(16.0).strong());
    let top = 40.0;
    let side = HEIGHT - top - plot::MARGIN;
    situation::draw(&mut page, moment, Point::new(plot::MARGIN, top), side);
    let left = plot::MARGIN + side + 24.0;
    domain::draw(&mut page, e, Point::new(left, top), WIDTH - left - plot::MARGIN, side);
    Picture { name: format!("explain-{}", number + 1), caption: caption(e), svg: page.to_svg() }
}

fn caption(e: &Explanation) -> String {
    let turn = math::atan2(f64::from(e.preferred.cross(e.chosen)), f64::from(e.preferred.dot(e.chosen)));
    let side = if turn > 0.0 { "left" } else { "right" };
    let mut words = format!(
        "At {:.2} s walker {} wants to walk at {:.2} m/s and chooses {:.2} m/s, {:.0} degrees to the {side} of its desired direction.",
        e.time,
        e.id,
        e.preferred.length(),
        e.chosen.length(),
        turn.abs().to_degrees(),
    );
    let remarks = e.notes.iter().filter_map(|n| match n {
        ambulo_sim::Note::Text(text) => Some(text.as_str()),
        _ => None,
    });
    let remarks: Vec<&str> = remarks.take(6).collect();
    if !remarks.is_empty() {
        words += &format!(" {}.", remarks.join("; "));
    }
    words
}
