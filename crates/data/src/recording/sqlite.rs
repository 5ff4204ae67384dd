//! JuPedSim's trajectory database, version 2, with what it has no place for in side tables.
//!
//! A rollback journal, not JuPedSim's `journal_mode=OFF`: a run that is killed in the middle of a transaction must
//! leave the frames of the transactions before it. Nor its `synchronous=OFF`: with about one commit a second, no gain
//! in speed stood out from the noise, and a machine that stops would take the recording with it.

use super::footsteps::TABLE as FOOTSTEPS;
use super::pace::Pace;
use super::{Format, RecordedFootstep, RecordingError, RecordingMeta, RecordingWriter, level_text};
use crate::{TrajectoryRow, Walker, region_to_wkt};
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(super) const VERSION: &str = "2";

/// Rows and time after which they are handed over.
const MOST_ROWS: usize = 50_000;
const LONGEST: Duration = Duration::from_secs(1);

const PRAGMAS: &str = "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;";

const TABLES: &str = "
    BEGIN;
    CREATE TABLE trajectory_data (
        frame INTEGER NOT NULL, id INTEGER NOT NULL,
        pos_x REAL NOT NULL, pos_y REAL NOT NULL,
        ori_x REAL NOT NULL, ori_y REAL NOT NULL);
    CREATE TABLE metadata (key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE geometry (hash INTEGER NOT NULL, wkt TEXT NOT NULL);
    CREATE UNIQUE INDEX geometry_hash ON geometry (hash);
    CREATE TABLE frame_data (frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);
    CREATE TABLE ambulo_walkers (
        id INTEGER PRIMARY KEY, grp TEXT NOT NULL, model TEXT NOT NULL, radius REAL NOT NULL, level INTEGER NOT NULL);
    CREATE TABLE ambulo_rows (
        frame INTEGER NOT NULL, id INTEGER NOT NULL, speed REAL NOT NULL, level INTEGER NOT NULL);";

/// Only where there are several levels: PedPy and JuPedSim ignore this.
const LEVELS: &str = "
    ALTER TABLE ambulo_rows ADD COLUMN z REAL NOT NULL DEFAULT 0;
    CREATE TABLE ambulo_levels (
        level INTEGER PRIMARY KEY, name TEXT NOT NULL, height REAL NOT NULL, wkt TEXT NOT NULL, stairs TEXT NOT NULL);";

pub(super) struct SqliteWriter {
    file: PathBuf,
    db: Connection,
    geometry: i64,
    heights: bool,
    /// Rows of walkers in frames, and walkers, so far.
    rows: u64,
    walkers: u64,
    /// Footsteps so far; their table is made with the first.
    footsteps: u64,
    pace: Pace,
}

impl SqliteWriter {
    pub fn create(dir: &Path, meta: &RecordingMeta) -> Result<Self, RecordingError> {
        let file = dir.join(Format::Sqlite.file_name());
        // A journal left by a killed run would be played into the new file.
        for suffix in ["", "-journal", "-wal", "-shm"] {
            let old = dir.join(format!("{}{suffix}", Format::Sqlite.file_name()));
            match std::fs::remove_file(&old) {
                Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(RecordingError::io(&old, e)),
                _ => {}
            }
        }
        let wkt = region_to_wkt(&meta.area);
        let geometry = stable_hash(&wkt);
        let db = Connection::open(&file).and_then(|db| describe(&db, meta, &wkt, geometry).map(|()| db));
        let db = db.map_err(|e| RecordingError::sqlite(&file, e))?;
        let heights = !meta.levels.is_empty();
        Ok(Self { file, db, geometry, heights, rows: 0, walkers: 0, footsteps: 0, pace: Pace::new(MOST_ROWS, LONGEST) })
    }

    /// Takes out what came after `rows` rows and `walkers` walkers. Rows are numbered from 1 on in the order they were added.
    pub fn resume(
        dir: &Path,
        meta: &RecordingMeta,
        frames: u32,
        [rows, walkers, footsteps]: [u64; 3],
    ) -> Result<Self, RecordingError> {
        let file = dir.join(Format::Sqlite.file_name());
        let fault = |e| RecordingError::sqlite(&file, e);
        if !file.is_file() {
            return Err(RecordingError::Missing { file });
        }
        let db = Connection::open(&file).map_err(fault)?;
        db.busy_timeout(Duration::from_secs(60)).map_err(fault)?;
        db.execute_batch(PRAGMAS).map_err(fault)?;
        db.execute_batch(&footstep_table()).map_err(fault)?;
        let least =
            [("trajectory_data", rows), ("ambulo_rows", rows), ("frame_data", frames.into()), (FOOTSTEPS, footsteps)];
        for (table, least) in least {
            let most = format!("SELECT coalesce(max(rowid), 0) FROM {table}");
            let there: i64 = db.query_row(&most, [], |row| row.get(0)).map_err(fault)?;
            if (there as u64) < least {
                let why = format!("table `{table}` has {there} rows, and {least} at its checkpoint");
                return Err(RecordingError::damaged(&file, why));
            }
        }
        let cut = format!(
            "BEGIN; DELETE FROM trajectory_data WHERE rowid > {rows}; DELETE FROM ambulo_rows WHERE rowid > {rows};
             DELETE FROM frame_data WHERE rowid > {frames}; DELETE FROM {FOOTSTEPS} WHERE rowid > {footsteps};
             DELETE FROM ambulo_walkers WHERE id NOT IN (SELECT id FROM ambulo_walkers ORDER BY id LIMIT {walkers});
             DROP INDEX IF EXISTS frame_id_idx; COMMIT; BEGIN;"
        );
        db.execute_batch(&cut).map_err(fault)?;
        let (geometry, heights) = (stable_hash(&region_to_wkt(&meta.area)), !meta.levels.is_empty());
        Ok(Self { file, db, geometry, heights, rows, walkers, footsteps, pace: Pace::new(MOST_ROWS, LONGEST) })
    }

    fn add_walkers(&self, new: &[Walker]) -> rusqlite::Result<()> {
        let mut insert = self.db.prepare_cached("INSERT OR REPLACE INTO ambulo_walkers VALUES (?1, ?2, ?3, ?4, ?5)")?;
        for w in new {
            insert.execute((w.id, &w.group, &w.model, f64::from(w.radius), w.level))?;
        }
        Ok(())
    }

    fn add_frame(&self, frame: u32, rows: &[TrajectoryRow]) -> rusqlite::Result<()> {
        let mut insert = self.db.prepare_cached("INSERT INTO trajectory_data VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
        for r in rows {
            insert.execute((frame, r.id, r.x, r.y, f64::from(r.ori_x), f64::from(r.ori_y)))?;
        }
        if self.heights {
            let mut insert = self.db.prepare_cached("INSERT INTO ambulo_rows VALUES (?1, ?2, ?3, ?4, ?5)")?;
            for r in rows {
                insert.execute((frame, r.id, f64::from(r.speed), r.level, f64::from(r.z)))?;
            }
        } else {
            let mut insert = self.db.prepare_cached("INSERT INTO ambulo_rows VALUES (?1, ?2, ?3, ?4)")?;
            for r in rows {
                insert.execute((frame, r.id, f64::from(r.speed), r.level))?;
            }
        }
        let mut insert = self.db.prepare_cached("INSERT INTO frame_data VALUES (?1, ?2)")?;
        insert.execute((frame, self.geometry)).map(|_| ())
    }

    fn add_footsteps(&self, landed: &[RecordedFootstep]) -> rusqlite::Result<()> {
        if self.footsteps == 0 {
            self.db.execute_batch(&footstep_table())?;
        }
        let insert = format!("INSERT INTO {FOOTSTEPS} VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");
        let mut insert = self.db.prepare_cached(&insert)?;
        for r in landed {
            insert.execute((r.walker, r.index, r.side, r.x, r.y, r.z, r.heading, r.lift, r.land))?;
        }
        Ok(())
    }

    fn run(&self, sql: &str) -> Result<(), RecordingError> {
        self.db.execute_batch(sql).map_err(|e| RecordingError::sqlite(&self.file, e))
    }
}

impl RecordingWriter for SqliteWriter {
    fn walkers(&mut self, new: &[Walker]) -> Result<(), RecordingError> {
        self.walkers += new.len() as u64;
        self.add_walkers(new).map_err(|e| RecordingError::sqlite(&self.file, e))
    }

    fn frame(&mut self, frame: u32, rows: &[TrajectoryRow]) -> Result<(), RecordingError> {
        self.rows += rows.len() as u64;
        self.add_frame(frame, rows).map_err(|e| RecordingError::sqlite(&self.file, e))?;
        if self.pace.due(rows.len()) { self.flush() } else { Ok(()) }
    }

    fn footsteps(&mut self, landed: &[RecordedFootstep]) -> Result<(), RecordingError> {
        if landed.is_empty() {
            return Ok(());
        }
        self.add_footsteps(landed).map_err(|e| RecordingError::sqlite(&self.file, e))?;
        self.footsteps += landed.len() as u64;
        Ok(())
    }

    fn flush(&mut self) -> Result<(), RecordingError> {
        self.pace.reset();
        self.run("COMMIT; BEGIN;")
    }

    fn keep(&mut self) -> Result<Vec<u64>, RecordingError> {
        // A transaction that is committed is on the disk.
        self.flush()?;
        Ok(vec![self.rows, self.walkers, self.footsteps])
    }

    fn finish(self: Box<Self>) -> Result<(), RecordingError> {
        // Only now: an index that grows with the rows would slow every insert.
        self.run("COMMIT; CREATE INDEX frame_id_idx ON trajectory_data (frame, id); PRAGMA journal_mode = DELETE;")?;
        let Self { file, db, .. } = *self;
        db.close().map_err(|(_, e)| RecordingError::sqlite(&file, e))
    }
}

/// Makes the table of footsteps, where it is missing.
fn footstep_table() -> String {
    format!(
        "CREATE TABLE IF NOT EXISTS {FOOTSTEPS} (
            walker INTEGER NOT NULL, \"index\" INTEGER NOT NULL, side INTEGER NOT NULL, x REAL NOT NULL, y REAL NOT NULL,
            z REAL NOT NULL, heading REAL NOT NULL, lift REAL NOT NULL, land REAL NOT NULL);"
    )
}

/// Makes the tables and writes down the run, and leaves a transaction open for the rows.
fn describe(db: &Connection, meta: &RecordingMeta, wkt: &str, geometry: i64) -> rusqlite::Result<()> {
    // Someone may look into the recording of a run that goes on; the run waits for them rather than fail.
    db.busy_timeout(Duration::from_secs(60))?;
    db.execute_batch(PRAGMAS)?;
    db.execute_batch(TABLES)?;
    db.execute("INSERT INTO geometry VALUES (?1, ?2)", (geometry, wkt))?;
    if !meta.levels.is_empty() {
        describe_levels(db, meta)?;
    }
    let corners = meta.levels.iter().flat_map(|l| l.area.bounds()).chain(meta.area.bounds());
    let bounds = ambulo_geom::Bounds::of(corners.flat_map(|b| [b.min, b.max]));
    let edge = |f: fn(ambulo_geom::Bounds) -> f64| format!("{:?}", bounds.map_or(0.0, f));
    let values = [
        ("version", VERSION.to_string()),
        ("fps", format!("{:?}", meta.fps)),
        ("xmin", edge(|b| b.min.x)),
        ("xmax", edge(|b| b.max.x)),
        ("ymin", edge(|b| b.min.y)),
        ("ymax", edge(|b| b.max.y)),
        ("title", meta.title.clone()),
        ("scene", meta.scene.clone()),
        ("seed", meta.seed.to_string()),
        ("dt", format!("{:?}", meta.dt)),
        ("producer", format!("ambulo {}", meta.version)),
    ];
    for (key, value) in values.into_iter().chain(meta.coordinates()) {
        db.execute("INSERT INTO metadata VALUES (?1, ?2)", (key, value))?;
    }
    db.execute_batch("COMMIT; BEGIN;")
}

/// The first level is in `geometry` already. The others, and the stairs, stand behind it: readers of the format unite
/// all rows, so that everybody walks inside.
fn describe_levels(db: &Connection, meta: &RecordingMeta) -> rusqlite::Result<()> {
    db.execute_batch(LEVELS)?;
    for (i, level) in meta.levels.iter().enumerate() {
        let (wkt, stairs) = (region_to_wkt(&level.area), level_text::strips_to_text(&level.stairs));
        for part in [wkt.as_str()].into_iter().chain(stairs.split(';')).filter(|part| !part.is_empty()) {
            db.execute("INSERT OR IGNORE INTO geometry VALUES (?1, ?2)", (stable_hash(part), part))?;
        }
        let insert = "INSERT INTO ambulo_levels VALUES (?1, ?2, ?3, ?4, ?5)";
        db.execute(insert, (i as i64, &level.name, level.height, wkt, stairs))?;
    }
    Ok(())
}

/// The same number for the same geometry on every machine.
fn stable_hash(text: &str) -> i64 {
    crate::fnv1a(text.as_bytes()) as i64
}

#[cfg(test)]
mod tests {
    use super::super::tests::{meta, rows};
    use super::*;

    #[test]
    fn a_full_disk_is_named_and_leaves_what_was_committed() {
        let dir = tempfile::tempdir().unwrap();
        let mut writer = SqliteWriter::create(dir.path(), &meta()).unwrap();
        writer.frame(0, &rows(0, 10)).unwrap();
        writer.flush().unwrap();
        writer.run("PRAGMA max_page_count = 20;").unwrap();
        let error = writer.frame(1, &rows(1, 100_000)).unwrap_err();
        assert!(matches!(error, RecordingError::DiskFull { .. }), "{error}");
        drop(writer);
        assert_eq!(super::super::read(dir.path()).unwrap().rows().len(), 10);
    }
}
