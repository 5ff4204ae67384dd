//! The levels of a recording as text: for formats that keep them in one value.

use super::RecordingError;
use crate::{RecordedLevel, region_from_wkt, region_to_wkt};
use ambulo_geom::{Polygon, Region};
use std::path::Path;

/// One list `[name, height, wkt, stairs]` per level.
pub(super) fn to_json(levels: &[RecordedLevel]) -> String {
    let rows: Vec<_> =
        levels.iter().map(|l| (&l.name, l.height, region_to_wkt(&l.area), strips_to_text(&l.stairs))).collect();
    serde_json::to_string(&rows).unwrap_or_default()
}

pub(super) fn from_json(file: &Path, json: &str) -> Result<Vec<RecordedLevel>, RecordingError> {
    let rows: Vec<(String, f64, String, String)> =
        serde_json::from_str(json).map_err(|e| RecordingError::damaged(file, format!("its levels: {e}")))?;
    rows.into_iter().map(|(name, height, wkt, stairs)| level(file, name, height, &wkt, &stairs)).collect()
}

pub(super) fn level(
    file: &Path,
    name: String,
    height: f64,
    wkt: &str,
    stairs: &str,
) -> Result<RecordedLevel, RecordingError> {
    let region = |wkt: &str| {
        region_from_wkt(wkt).map_err(|e| RecordingError::damaged(file, format!("the geometry of level `{name}`: {e}")))
    };
    let mut strips = Vec::new();
    for strip in stairs.split(';').filter(|s| !s.trim().is_empty()) {
        strips.extend(region(strip)?.polygons().iter().cloned());
    }
    Ok(RecordedLevel { area: region(wkt)?, stairs: strips, name, height })
}

/// Polygons one after the other with semicolons between: strips may lie over each other, which a MULTIPOLYGON may not.
pub(super) fn strips_to_text(strips: &[Polygon]) -> String {
    strips.iter().map(|s| region_to_wkt(&Region::from(s.clone()))).collect::<Vec<_>>().join(";")
}
