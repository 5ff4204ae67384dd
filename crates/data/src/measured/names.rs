//! What the columns of a table are: by their usual names, with a unit in them (`x [cm]`, `x/m`, `pos_x_mm`, `time(ms)`), or
//! as the caller says.

use super::How;
use crate::recording::RecordingError;
use crate::words::nearest;
use std::path::Path;

/// Roles, as they are called in [`How::columns`], and the names that are understood.
const ROLES: [(&str, &[&str]); 5] = [
    ("frame", &["frame", "frames", "fr", "f", "frameid", "framenumber", "frameno", "frameindex", "step"]),
    ("time", &["time", "t", "timestamp", "seconds", "sec", "simtime", "timestep"]),
    (
        "id",
        &[
            "id",
            "ped",
            "pedid",
            "pid",
            "pedestrian",
            "pedestrianid",
            "agent",
            "agentid",
            "person",
            "personid",
            "walker",
            "walkerid",
            "track",
            "trackid",
            "trackerid",
            "objectid",
            "persid",
        ],
    ),
    ("x", &["x", "posx", "xpos", "px", "positionx", "xposition", "xcoord", "xcoordinate"]),
    ("y", &["y", "posy", "ypos", "py", "positiony", "yposition", "ycoord", "ycoordinate"]),
];
pub(super) const FRAME: usize = 0;
pub(super) const TIME: usize = 1;
pub(super) const ID: usize = 2;
pub(super) const X: usize = 3;
pub(super) const Y: usize = 4;

/// Where each role stands.
pub(super) struct ColumnRoles {
    /// Number of the column of each role.
    pub columns: [Option<usize>; 5],
    /// Metres in the unit that the head names.
    pub metres: Option<f64>,
    /// Seconds in the unit of time that the head names.
    pub seconds: f64,
}

/// The unit in a name, and the name without it.
fn parted(name: &str) -> (String, Option<String>) {
    let lower = name.trim().trim_matches('"').trim().to_ascii_lowercase();
    let split = match lower.find(['[', '(']) {
        Some(at) => Some((at, lower[at + 1..].trim_end_matches([']', ')', ' ']))),
        None => lower.split_once('/').map(|(base, unit)| (base.len(), unit)).or_else(|| {
            let (base, unit) = lower.rsplit_once('_')?;
            (metres(unit).is_some() || seconds(unit).is_some()).then_some((base.len(), unit))
        }),
    };
    let plain = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    match split {
        // `t_s` has a unit; `frame_m` hardly.
        Some((at, unit)) => (plain(&lower[..at]), Some(plain(unit))),
        None => (plain(&lower), None),
    }
}

/// Metres in a unit of length.
pub(super) fn metres(unit: &str) -> Option<f64> {
    match unit {
        "m" | "metre" | "metres" | "meter" | "meters" => Some(1.0),
        "cm" | "centimetre" | "centimetres" | "centimeter" | "centimeters" => Some(0.01),
        "mm" | "millimetre" | "millimetres" | "millimeter" | "millimeters" => Some(0.001),
        "ft" | "foot" | "feet" => Some(0.3048),
        _ => None,
    }
}

fn seconds(unit: &str) -> Option<f64> {
    match unit {
        "s" | "sec" | "second" | "seconds" => Some(1.0),
        "ms" | "millisecond" | "milliseconds" => Some(0.001),
        _ => None,
    }
}

/// Whether words are the head of a table rather than its first row.
pub(super) fn is_head(words: &[&str]) -> bool {
    !words.is_empty() && words.iter().all(|w| w.trim().parse::<f64>().is_err())
}

/// Finds the roles among the names.
pub(super) fn roles(path: &Path, names: &[String], how: &How) -> Result<ColumnRoles, RecordingError> {
    let parts: Vec<_> = names.iter().map(|name| parted(name)).collect();
    let mut columns = [None; 5];
    for (column, (_, known)) in columns.iter_mut().zip(&ROLES) {
        // The first name in the list wins: `frame` before `step`, whatever their order in the file.
        *column = known.iter().find_map(|k| parts.iter().position(|(base, _)| base == k));
    }
    for (role, name) in &how.columns {
        let k = ROLES.iter().position(|(r, _)| r == role).ok_or_else(|| {
            RecordingError::unclear(path, format!("`{role}` is no role of a column; use frame, time, id, x or y"))
        })?;
        columns[k] = Some(named(path, names, name)?);
        // Who names the times wants them, even beside frames.
        if k == TIME && !how.columns.iter().any(|(r, _)| r == "frame") {
            columns[FRAME] = None;
        }
    }
    let missing: Vec<&str> = [ID, X, Y].into_iter().filter(|k| columns[*k].is_none()).map(|k| ROLES[k].0).collect();
    let time = columns[FRAME].is_none() && columns[TIME].is_none();
    if !missing.is_empty() || time {
        let lacks = missing.into_iter().chain(time.then_some("frame or time")).collect::<Vec<_>>().join(", ");
        let why = format!(
            "no column is called {lacks}; it has {}. State it: option `column` ROLE=NAME, with frame, time, id, x or y",
            names.iter().map(|n| format!("`{}`", n.trim())).collect::<Vec<_>>().join(", ")
        );
        return Err(RecordingError::unclear(path, why));
    }
    let unit = |k: usize| columns[k].and_then(|c| parts[c].1.as_deref());
    let (x, y) = (unit(X).map(metres), unit(Y).map(metres));
    if let (Some(Some(x)), Some(Some(y))) = (x, y)
        && x != y
    {
        return Err(RecordingError::unclear(path, "x and y are in different units; write both in one"));
    }
    let seconds = unit(TIME).and_then(seconds).unwrap_or(1.0);
    Ok(ColumnRoles { columns, metres: x.flatten(), seconds })
}

/// A column by its name, or by its number from 1 on.
fn named(path: &Path, names: &[String], wanted: &str) -> Result<usize, RecordingError> {
    let plain = |name: &str| name.trim().trim_matches('"').trim().to_ascii_lowercase();
    if let Some(i) = names.iter().position(|n| plain(n) == plain(wanted)) {
        return Ok(i);
    }
    if let Some(i) = wanted.parse::<usize>().ok().filter(|i| (1..=names.len()).contains(i)) {
        return Ok(i - 1);
    }
    let hint = nearest(wanted, names.iter().map(String::as_str));
    let hint = hint.map(|n| format!("; did you mean `{}`?", n.trim())).unwrap_or_default();
    let all = names.iter().map(|n| format!("`{}`", n.trim())).collect::<Vec<_>>().join(", ");
    Err(RecordingError::unclear(path, format!("no column is called `{wanted}`, it has {all}{hint}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_stand_in_names_in_many_forms() {
        for (name, base, unit) in [
            ("x [cm]", "x", Some("cm")),
            ("X/m", "x", Some("m")),
            ("pos_x", "posx", None),
            ("pos_x_mm", "posx", Some("mm")),
            ("x(m)", "x", Some("m")),
            ("\"Time [ms]\"", "time", Some("ms")),
            ("t_s", "t", Some("s")),
            ("ped_id", "pedid", None),
            ("Frame", "frame", None),
        ] {
            assert_eq!(parted(name), (base.to_string(), unit.map(String::from)), "{name}");
        }
    }
}
