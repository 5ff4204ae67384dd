//! Reads a file of trajectories by the options of the command line.

use crate::eval_args::LoadArgs;
use crate::failure::Failure;
use crate::grammar::metres;
use crate::names::unknown;
use ambulo::data::measured::{FileKind, How, Measured, Origin, open};
use ambulo::data::run_folder::Provenance;
use ambulo::data::{input, region_from_wkt};
use ambulo::eval::filter::Butterworth;
use ambulo::eval::repair;
use ambulo::geom::Region;
use std::path::Path;

/// The file, as it is: gaps neither bridged nor trajectories smoothed. First a warning when it is of a run that did not come to its end.
pub fn load(path: &Path, args: &LoadArgs) -> Result<Measured, Failure> {
    warn_incomplete(&Provenance::of(path), args.allow_incomplete);
    let measured = open(path, &how(args)?).map_err(|e| Failure::Usage(e.to_string()))?;
    let rows = args.bridge.map_or(0, |seconds| repair::rows_to_bridge(&measured.trajectories, seconds));
    if rows > MOST_BRIDGED {
        let words = format!(
            "{}: --bridge would make up {rows} rows, and at most {MOST_BRIDGED} are; give fewer seconds, or correct the rows with gaps that long",
            path.display()
        );
        return Err(Failure::Usage(words));
    }
    Ok(measured)
}

/// What the options state about a file.
pub fn how(args: &LoadArgs) -> Result<How, Failure> {
    Ok(How {
        kind: args.kind.as_deref().map(kind).transpose()?,
        fps: args.fps,
        unit: args.layout.unit.as_deref().map(unit).transpose()?,
        area: args.walkable.as_deref().map(ground).transpose()?,
        columns: args.layout.column.iter().map(|pair| column(pair)).collect::<Result<_, _>>()?,
        twice: true,
    })
}

/// Most rows that are made up to bridge gaps: memory is that of the rows.
const MOST_BRIDGED: u64 = 20_000_000;

/// Warnings about how a file was understood, on standard error.
pub fn warn(path: &Path, origin: &Origin) {
    for words in &origin.warnings {
        warn!("warning: {}: {words}", path.display());
    }
}

/// Prints what must be known of a recording before it is measured, unless that is `allowed`.
pub fn warn_incomplete(run: &Provenance, allowed: bool) {
    if let Some(warning) = run.warning.as_ref().filter(|_| !allowed) {
        warn!("warning: {warning} (--allow-incomplete silences this)");
    }
}

/// The filter asked for.
pub fn filter(args: &LoadArgs) -> Option<Butterworth> {
    args.filter.map(|cutoff_hz| Butterworth { order: args.filter_order, cutoff_hz })
}

fn kind(name: &str) -> Result<FileKind, Failure> {
    let known = || FileKind::ALL.map(FileKind::name);
    FileKind::ALL.into_iter().find(|k| k.name() == name).ok_or_else(|| unknown("kind of file", name, known()))
}

fn unit(text: &str) -> Result<f64, Failure> {
    metres(text).map_err(|e| Failure::Usage(format!("--unit {text}: {e}")))
}

fn column(pair: &str) -> Result<(String, String), Failure> {
    let (role, name) = pair.split_once('=').ok_or_else(|| {
        Failure::Usage(format!("--column {pair}: expected ROLE=NAME, as x=pos_x; roles are frame, time, id, x and y"))
    })?;
    Ok((role.trim().into(), name.trim().into()))
}

/// WKT itself, or a file of it.
fn ground(text: &str) -> Result<Region, Failure> {
    let is_wkt = ["POLYGON", "MULTIPOLYGON", "GEOMETRYCOLLECTION", "SRID"]
        .iter()
        .any(|word| text.trim_start().to_ascii_uppercase().starts_with(word));
    let wkt = if is_wkt {
        text.to_owned()
    } else {
        let bytes = input::read(text.as_ref(), input::PLAN_BYTES).map_err(|e| {
            Failure::Usage(format!("--walkable {text}: {e}; give WKT, as 'POLYGON ((0 0, 8 0, 8 3))', or a file of it"))
        })?;
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let name = if is_wkt { "--walkable".into() } else { text.to_owned() };
    region_from_wkt(&wkt).map_err(|e| Failure::Usage(format!("{name}: {e}")))
}
