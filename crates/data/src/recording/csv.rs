//! Text with commas: `# key: value` lines about the run, a header, one line for each walker and frame.
//!
//! The system may cut a write in two when a run is killed in it. Each hand-over therefore ends with a line `# whole`;
//! the last frame after the last such line is not to be trusted.

use super::footsteps::{self, FootstepText, RecordedFootstep};
use super::pace::Pace;
use super::read::RecordingParts;
use super::{Format, RecordingError, RecordingMeta, RecordingWriter, level_text};
use crate::input;
use crate::{TrajectoryRow, Walker, region_from_wkt, region_to_wkt};
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Version of the format.
pub(super) const VERSION: &str = "1";
const HEADER: &str = "frame,id,x,y,ori_x,ori_y,speed,level";
/// Where there are several levels.
const HEADER_Z: &str = "frame,id,x,y,ori_x,ori_y,speed,level,z";
const WHOLE: &str = "# whole";
const WALKERS: &str = "walkers.csv";
/// Rows and time after which they are handed over.
const MOST_ROWS: usize = 200_000;
const LONGEST: Duration = Duration::from_secs(1);

pub(super) struct CsvWriter {
    rows: Text,
    walkers: Text,
    footsteps: FootstepText,
    heights: bool,
    pace: Pace,
}

/// A file and what is not yet in it: only whole frames are handed over.
pub(super) struct Text {
    path: PathBuf,
    file: File,
    pub held: Vec<u8>,
    /// Bytes in the file.
    bytes: u64,
}

impl Text {
    pub fn create(path: PathBuf) -> Result<Self, RecordingError> {
        let file = File::create(&path).map_err(|e| RecordingError::io(&path, e))?;
        Ok(Self { path, file, held: Vec::new(), bytes: 0 })
    }

    /// Opens a file and cuts off what comes after its first `bytes`.
    pub fn resume(path: PathBuf, bytes: u64) -> Result<Self, RecordingError> {
        let open = File::options().read(true).write(true).open(&path);
        let mut file = open.map_err(|e| RecordingError::io(&path, e))?;
        let length = file.metadata().map_err(|e| RecordingError::io(&path, e))?.len();
        if length < bytes {
            let why = format!("it has {length} bytes, and {bytes} at its checkpoint");
            return Err(RecordingError::damaged(&path, why));
        }
        let cut = file.set_len(bytes).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(|e| RecordingError::io(&path, e))?;
        Ok(Self { path, file, held: Vec::new(), bytes })
    }

    pub fn hand_over(&mut self) -> Result<(), RecordingError> {
        let written = self.file.write_all(&self.held).and_then(|()| self.file.flush());
        self.bytes += self.held.len() as u64;
        self.held.clear();
        written.map_err(|e| RecordingError::io(&self.path, e))
    }

    /// Has the disk keep it; where it ends.
    pub fn keep(&mut self) -> Result<u64, RecordingError> {
        self.file.sync_data().map_err(|e| RecordingError::io(&self.path, e))?;
        Ok(self.bytes)
    }
}

impl CsvWriter {
    pub fn create(dir: &Path, meta: &RecordingMeta) -> Result<Self, RecordingError> {
        let rows = Text::create(dir.join(Format::Csv.file_name()))?;
        let walkers = Text::create(dir.join(WALKERS))?;
        let heights = !meta.levels.is_empty();
        let footsteps = FootstepText::create(dir)?;
        let mut writer = Self { rows, walkers, footsteps, heights, pace: Pace::new(MOST_ROWS, LONGEST) };
        let values = [
            ("version", meta.version.clone()),
            ("fps", format!("{:?}", meta.fps)),
            ("dt", format!("{:?}", meta.dt)),
            ("seed", meta.seed.to_string()),
            ("title", meta.title.clone()),
            ("scene", meta.scene.clone()),
            ("wkt", region_to_wkt(&meta.area)),
        ];
        let mut head = String::new();
        for (key, value) in values.into_iter().chain(meta.coordinates()) {
            // A line break in a title must not begin a row.
            let value = value.replace(['\n', '\r'], " ");
            head.push_str(&format!("# {key}: {value}\n"));
        }
        if heights {
            head.push_str(&format!("# levels: {}\n", level_text::to_json(&meta.levels)));
        }
        let header = if heights { HEADER_Z } else { HEADER };
        writer.rows.held.extend(format!("{head}{header}\n").bytes());
        writer.walkers.held.extend(b"id,group,model,radius,level\n");
        writer.flush()?;
        Ok(writer)
    }

    pub fn resume(dir: &Path, meta: &RecordingMeta, ends: [u64; 3]) -> Result<Self, RecordingError> {
        let [rows, walkers, footsteps] = ends;
        let rows = Text::resume(dir.join(Format::Csv.file_name()), rows)?;
        let walkers = Text::resume(dir.join(WALKERS), walkers)?;
        let pace = Pace::new(MOST_ROWS, LONGEST);
        let footsteps = FootstepText::resume(dir, footsteps)?;
        Ok(Self { rows, walkers, footsteps, heights: !meta.levels.is_empty(), pace })
    }
}

impl RecordingWriter for CsvWriter {
    fn walkers(&mut self, new: &[Walker]) -> Result<(), RecordingError> {
        let mut lines = ::csv::WriterBuilder::new().has_headers(false).from_writer(&mut self.walkers.held);
        for w in new {
            let fields = [&w.id.to_string(), &w.group, &w.model, &w.radius.to_string(), &w.level.to_string()];
            lines.write_record(fields).map_err(|e| RecordingError::io(&self.walkers.path, e.into()))?;
        }
        lines.flush().map_err(|e| RecordingError::io(&self.walkers.path, e))
    }

    fn frame(&mut self, frame: u32, rows: &[TrajectoryRow]) -> Result<(), RecordingError> {
        for r in rows {
            // Writing to memory cannot fail.
            let (x, y, u, v) = (r.x, r.y, r.ori_x, r.ori_y);
            let _ = write!(self.rows.held, "{frame},{},{x},{y},{u},{v},{},{}", r.id, r.speed, r.level);
            let _ = if self.heights { writeln!(self.rows.held, ",{}", r.z) } else { writeln!(self.rows.held) };
        }
        if self.pace.due(rows.len()) { self.flush() } else { Ok(()) }
    }

    fn footsteps(&mut self, landed: &[RecordedFootstep]) -> Result<(), RecordingError> {
        self.footsteps.add(landed)
    }

    fn flush(&mut self) -> Result<(), RecordingError> {
        self.pace.reset();
        self.walkers.hand_over()?;
        self.footsteps.hand_over()?;
        if !self.rows.held.is_empty() {
            let _ = writeln!(self.rows.held, "{WHOLE}");
        }
        self.rows.hand_over()
    }

    fn keep(&mut self) -> Result<Vec<u64>, RecordingError> {
        self.flush()?;
        Ok(vec![self.rows.keep()?, self.walkers.keep()?, self.footsteps.keep()?])
    }

    fn finish(mut self: Box<Self>) -> Result<(), RecordingError> {
        self.flush()
    }
}

/// Reads rows and, when it lies beside, `walkers.csv`. A last line without its end was cut off and is left out.
pub(super) fn read(file: &Path) -> Result<RecordingParts, RecordingError> {
    let text = read_text(file)?;
    let mut lines = text.lines().enumerate();
    let (mut fps, mut area, mut levels) = (None, None, Vec::new());
    let header = loop {
        let Some((_, line)) = lines.next() else { break "" };
        let Some(comment) = line.strip_prefix('#') else { break line };
        match comment.split_once(':').map(|(key, value)| (key.trim(), value.trim())) {
            Some(("fps", value)) => fps = value.parse::<f64>().ok().filter(|v| v.is_finite() && *v > 0.0),
            Some(("wkt", value)) => {
                let region = region_from_wkt(value);
                area = Some(region.map_err(|e| RecordingError::damaged(file, format!("its geometry: {e}")))?);
            }
            Some(("levels", value)) => levels = level_text::from_json(file, value)?,
            _ => {}
        }
    };
    if header != HEADER && header != HEADER_Z {
        return Err(RecordingError::not_a_recording(file, format!("it has no line `{HEADER}`")));
    }
    let fps = fps.ok_or_else(|| RecordingError::not_a_recording(file, "it has no line `# fps: NUMBER`"))?;
    let area = area.ok_or_else(|| RecordingError::not_a_recording(file, "it has no line `# wkt: POLYGON ...`"))?;
    let mut rows: Vec<TrajectoryRow> = Vec::new();
    // A file without any mark was not written by us, or was cleaned of comments: all of it counts.
    let mut whole = None;
    for (i, line) in lines {
        if line.starts_with('#') {
            whole = if line == WHOLE { Some(rows.len()) } else { whole };
            continue;
        }
        let row = row(line, header == HEADER_Z)
            .ok_or_else(|| RecordingError::damaged(file, format!("line {} is not `{header}`: {:.60}", i + 1, line)))?;
        rows.push(row);
    }
    if let (Some(whole), Some(last)) = (whole, rows.last().map(|row| row.frame)) {
        let trusted = rows[whole..].iter().take_while(|row| row.frame != last).count();
        rows.truncate(whole + trusted);
    }
    let walkers = walkers(&file.with_file_name(WALKERS))?;
    let footsteps = footsteps::read_csv(file.parent().unwrap_or(Path::new("")))?;
    Ok(RecordingParts { fps, area, levels, walkers, rows, footsteps, has_speed: true })
}

pub(super) fn read_text(file: &Path) -> Result<String, RecordingError> {
    let mut bytes = input::read(file, input::TRAJECTORY_BYTES).map_err(|e| RecordingError::input(file, e))?;
    let whole = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    bytes.truncate(whole);
    String::from_utf8(bytes).map_err(|_| RecordingError::not_a_recording(file, "it is not UTF-8 text"))
}

fn row(line: &str, heights: bool) -> Option<TrajectoryRow> {
    let mut fields = line.split(',');
    let mut next = || fields.next();
    let row = TrajectoryRow {
        frame: next()?.parse().ok()?,
        id: next()?.parse().ok()?,
        x: next()?.parse().ok()?,
        y: next()?.parse().ok()?,
        ori_x: next()?.parse().ok()?,
        ori_y: next()?.parse().ok()?,
        speed: next()?.parse().ok()?,
        level: next()?.parse().ok()?,
        z: if heights { next()?.parse().ok()? } else { 0.0 },
    };
    fields.next().is_none().then_some(row)
}

/// Nobody is known when the file is missing: then the rows still are what they are.
fn walkers(file: &Path) -> Result<Vec<Walker>, RecordingError> {
    if !file.exists() {
        return Ok(Vec::new());
    }
    let text = read_text(file)?;
    let mut walkers = Vec::new();
    for (i, record) in ::csv::Reader::from_reader(text.as_bytes()).records().enumerate() {
        let walker = record.ok().and_then(|r| {
            let (group, model) = (r.get(1)?.to_owned(), r.get(2)?.to_owned());
            let (radius, level) = (r.get(3)?.parse().ok()?, r.get(4)?.parse().ok()?);
            Some(Walker { id: r.get(0)?.parse().ok()?, group, model, radius, level })
        });
        let why = || RecordingError::damaged(file, format!("walker {} is not `id,group,model,radius,level`", i + 1));
        walkers.push(walker.ok_or_else(why)?);
    }
    Ok(walkers)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{meta, rows};
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let mut writer = CsvWriter::create(dir.path(), &meta()).unwrap();
        writer.rows.file = File::options().write(true).open("/dev/full").unwrap();
        writer.frame(0, &rows(0, 10)).unwrap();
        let error = writer.flush().unwrap_err();
        assert!(matches!(error, RecordingError::DiskFull { .. }), "{error}");
    }

    #[test]
    fn a_frame_that_was_cut_off_is_left_out() {
        let dir = tempfile::tempdir().unwrap();
        let mut writer = Box::new(CsvWriter::create(dir.path(), &meta()).unwrap());
        writer.frame(0, &rows(0, 3)).unwrap();
        writer.flush().unwrap();
        writer.frame(1, &rows(1, 3)).unwrap();
        writer.frame(2, &rows(2, 3)).unwrap();
        writer.finish().unwrap();
        let path = dir.path().join("trajectory.csv");
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(read(&path).unwrap().rows.len(), 9);
        let rows_of = |text: &str| {
            std::fs::write(&path, text).unwrap();
            read(&path).unwrap().rows.len()
        };
        // Cut in the last row; cut between two rows; all marks taken out by hand.
        let end = text.rfind(WHOLE).unwrap();
        assert_eq!(rows_of(&text[..end - 4]), 6);
        assert_eq!(rows_of(&text[..text[..end - 1].rfind('\n').unwrap() + 1]), 6);
        assert_eq!(rows_of(&text.replace("# whole\n", "")), 9);
    }
}
