//! Reads JuPedSim's trajectory database, version 2: our own recordings and those of JuPedSim.

use super::footsteps::TABLE as FOOTSTEPS;
use super::read::RecordingParts;
use super::{RecordedFootstep, RecordingError, check_rows, level_text, sqlite::VERSION};
use crate::input;
use crate::{RecordedLevel, TrajectoryRow, Walker, region_from_wkt};
use rusqlite::{Connection, OptionalExtension};
use std::path::Path;

pub(super) fn read(file: &Path) -> Result<RecordingParts, RecordingError> {
    let fault = |e| RecordingError::sqlite(file, e);
    input::check_path(file, u64::MAX).map_err(|e| RecordingError::input(file, e))?;
    // Opened for writing where that is allowed: a recording that was cut off has a journal to be played back first.
    let db = Connection::open_with_flags(file, rusqlite::OpenFlags::SQLITE_OPEN_READ_WRITE)
        .or_else(|_| Connection::open_with_flags(file, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY))
        .map_err(fault)?;
    if !has_table(&db, "trajectory_data").map_err(fault)? || !has_table(&db, "metadata").map_err(fault)? {
        return Err(RecordingError::not_a_recording(file, "it has no tables `trajectory_data` and `metadata`"));
    }
    let value = |key: &str| {
        let get = |row: &rusqlite::Row<'_>| row.get::<_, String>(0);
        db.query_row("SELECT value FROM metadata WHERE key = ?1", [key], get).optional().map_err(fault)
    };
    let version = value("version")?.unwrap_or_else(|| "unknown".into());
    if version != VERSION {
        return Err(RecordingError::WrongVersion { file: file.into(), found: version, expected: VERSION });
    }
    let fps = value("fps")?.and_then(|v| v.parse::<f64>().ok()).filter(|v| v.is_finite() && *v > 0.0);
    let fps = fps.ok_or_else(|| RecordingError::damaged(file, "`fps` in the table `metadata` is no number above 0"))?;
    let wkt = db.query_row("SELECT wkt FROM geometry ORDER BY rowid LIMIT 1", [], |row| row.get::<_, String>(0));
    let wkt = wkt.optional().map_err(fault)?;
    let wkt = wkt.ok_or_else(|| RecordingError::damaged(file, "the table `geometry` is empty"))?;
    let area = region_from_wkt(&wkt).map_err(|e| RecordingError::damaged(file, format!("its geometry: {e}")))?;
    let extras = has_table(&db, "ambulo_rows").map_err(fault)?;
    let count = db.query_row("SELECT count(*) FROM trajectory_data", [], |row| row.get::<_, i64>(0)).map_err(fault)?;
    check_rows(file, count.unsigned_abs(), None)?;
    let mut rows = trajectory(&db).map_err(fault)?;
    let levels = if has_table(&db, "ambulo_levels").map_err(fault)? { levels(file, &db)? } else { Vec::new() };
    let walkers = if extras {
        add_extras(&db, &mut rows, !levels.is_empty()).map_err(fault)?;
        walkers(&db).map_err(fault)?
    } else {
        Vec::new()
    };
    let footsteps = if has_table(&db, FOOTSTEPS).map_err(fault)? { footsteps(&db).map_err(fault)? } else { Vec::new() };
    if let Some(row) = footsteps.iter().find(|row| !row.is_sound()) {
        let why = format!("footstep {} of walker {} in the table `{FOOTSTEPS}` is none", row.index, row.walker);
        return Err(RecordingError::damaged(file, why));
    }
    Ok(RecordingParts { fps, area, levels, walkers, rows, footsteps, has_speed: extras })
}

fn footsteps(db: &Connection) -> rusqlite::Result<Vec<RecordedFootstep>> {
    let select =
        format!("SELECT walker, \"index\", side, x, y, z, heading, lift, land FROM {FOOTSTEPS} ORDER BY rowid");
    let mut select = db.prepare(&select)?;
    let rows = select.query_map([], |row| {
        Ok(RecordedFootstep {
            walker: row.get(0)?,
            index: row.get(1)?,
            side: row.get(2)?,
            x: row.get(3)?,
            y: row.get(4)?,
            z: row.get(5)?,
            heading: row.get(6)?,
            lift: row.get(7)?,
            land: row.get(8)?,
        })
    })?;
    rows.collect()
}

fn has_table(db: &Connection, name: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1";
    db.query_row(sql, [name], |_| Ok(())).optional().map(|found| found.is_some())
}

fn trajectory(db: &Connection) -> rusqlite::Result<Vec<TrajectoryRow>> {
    let mut select = db.prepare("SELECT frame, id, pos_x, pos_y, ori_x, ori_y FROM trajectory_data ORDER BY rowid")?;
    let rows = select.query_map([], |row| {
        Ok(TrajectoryRow {
            frame: row.get(0)?,
            id: row.get(1)?,
            x: row.get(2)?,
            y: row.get(3)?,
            ori_x: row.get(4)?,
            ori_y: row.get(5)?,
            speed: 0.0,
            level: 0,
            z: 0.0,
        })
    })?;
    rows.collect()
}

/// Both tables are written in the same order, so that rows can be matched one by one; a row that does not fit keeps
/// its defaults.
fn add_extras(db: &Connection, rows: &mut [TrajectoryRow], heights: bool) -> rusqlite::Result<()> {
    let z = if heights { "z" } else { "0.0" };
    let mut select = db.prepare(&format!("SELECT frame, id, speed, level, {z} FROM ambulo_rows ORDER BY rowid"))?;
    let mut extras = select.query([])?;
    for row in rows {
        let Some(extra) = extras.next()? else { break };
        if (row.frame, row.id) == (extra.get(0)?, extra.get(1)?) {
            row.speed = extra.get(2)?;
            row.level = extra.get(3)?;
            row.z = extra.get(4)?;
        }
    }
    Ok(())
}

fn levels(file: &Path, db: &Connection) -> Result<Vec<RecordedLevel>, RecordingError> {
    let fault = |e| RecordingError::sqlite(file, e);
    let mut select = db.prepare("SELECT name, height, wkt, stairs FROM ambulo_levels ORDER BY level").map_err(fault)?;
    let rows = select.query_map([], |row| {
        Ok((row.get::<_, String>(0)?, row.get(1)?, row.get::<_, String>(2)?, row.get::<_, String>(3)?))
    });
    let rows = rows.map_err(fault)?.collect::<rusqlite::Result<Vec<_>>>().map_err(fault)?;
    rows.into_iter().map(|(name, height, wkt, stairs)| level_text::level(file, name, height, &wkt, &stairs)).collect()
}

fn walkers(db: &Connection) -> rusqlite::Result<Vec<Walker>> {
    let mut select = db.prepare("SELECT id, grp, model, radius, level FROM ambulo_walkers ORDER BY id")?;
    let rows = select.query_map([], |row| {
        let (id, group, model) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(Walker { id, group, model, radius: row.get(3)?, level: row.get(4)? })
    })?;
    rows.collect()
}
