//! Reads a file of trajectories as the command line says.

use crate::eval_args::LoadArgs;
use crate::failure::Failure;
use ambulo::data::measured::{How, Kind, Measured, open};
use ambulo::data::region_from_wkt;
use ambulo::eval::filter::Butterworth;
use ambulo::geom::Region;
use std::path::Path;

/// The file, as it is: gaps neither bridged nor ways smoothed.
pub fn load(path: &Path, args: &LoadArgs) -> Result<Measured, Failure> {
    let how = How {
        kind: args.kind.as_deref().map(kind).transpose()?,
        fps: args.fps,
        unit: args.unit.as_deref().map(unit).transpose()?,
        area: args.walkable.as_deref().map(ground).transpose()?,
        columns: args.column.iter().map(|pair| column(pair)).collect::<Result<_, _>>()?,
        twice: true,
    };
    open(path, &how).map_err(|e| Failure::Usage(e.to_string()))
}

/// The filter asked for.
pub fn filter(args: &LoadArgs) -> Option<Butterworth> {
    args.filter.map(|cutoff_hz| Butterworth { order: args.filter_order, cutoff_hz })
}

fn kind(name: &str) -> Result<Kind, Failure> {
    Kind::ALL.into_iter().find(|k| k.name() == name).ok_or_else(|| {
        let names = Kind::ALL.map(Kind::name).join("`, `");
        Failure::Usage(format!("`{name}` is no kind of file, expected one of `{names}`"))
    })
}

fn unit(text: &str) -> Result<f64, Failure> {
    let known = [("m", 1.0), ("cm", 0.01), ("mm", 0.001), ("ft", 0.3048)].into_iter().find(|(name, _)| *name == text);
    let number = || text.parse::<f64>().ok().filter(|v| *v > 0.0 && v.is_finite());
    known.map(|(_, metres)| metres).or_else(number).ok_or_else(|| {
        Failure::Usage(format!("`{text}` is no unit of length: give m, cm, mm, ft, or how many metres it has"))
    })
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
        std::fs::read_to_string(text).map_err(|e| {
            Failure::Usage(format!("--walkable {text}: {e}; give WKT, as 'POLYGON ((0 0, 8 0, 8 3))', or a file of it"))
        })?
    };
    let name = if is_wkt { "--walkable".into() } else { text.to_owned() };
    region_from_wkt(&wkt).map_err(|e| Failure::Usage(format!("{name}: {e}")))
}
