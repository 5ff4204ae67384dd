//! Schedules: when how many people of a group arrive, written in the scenario or in a CSV file beside it.

use super::load::read_text;
use crate::{Diagnostic, Diagnostics, SourceFile};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::Path;

/// A schedule of arrivals.
///
/// ```
/// use ambulo_data::scenario::{ArrivalsSpec, SourceSpec};
/// let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }\nareas.door = { rect = [0, 0, 1, 9] }
/// walkers = [{ arrivals = [[0, 5], [60, 12]], start = 'door', goal = [8, 8] }]";
/// let scenario = ambulo_data::scenario::parse("a.toml", text).unwrap().scenario;
/// let rows = ArrivalsSpec::Rows(vec![[0.0, 5.0], [60.0, 12.0]]);
/// assert_eq!(scenario.walkers[0].source, SourceSpec::Arrivals { arrivals: rows });
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ArrivalsSpec {
    /// Pairs of a time [s] and how many people come then, times ascending.
    Rows(#[schemars(length(min = 1))] Vec<[f64; 2]>),
    /// A CSV file with columns `time` and `people`, beside the scenario.
    File(String),
}

/// Latest time and greatest number a row may have.
pub(super) const LATEST: f64 = 1e7;
pub(super) const MOST: f64 = 1e7;

/// What is wrong with a row after another, if anything is.
pub(super) fn fault([time, people]: [f64; 2], before: Option<&[f64; 2]>) -> Option<String> {
    if !(0.0..=LATEST).contains(&time) {
        return Some(format!("the time is {time:?}; expected seconds, from 0 to {LATEST}"));
    }
    if !(0.0..=MOST).contains(&people) || people.fract() != 0.0 {
        return Some(format!("{people:?} people; expected a whole number from 0 to {MOST}"));
    }
    let last = before?[0];
    (time < last).then(|| format!("the time {time:?} lies before the one above it, {last:?}"))
}

/// Reads a schedule from CSV text: a time in seconds and, unless it is 1, how many people come then. A first row of words is the head.
///
/// ```
/// use ambulo_data::scenario::parse_arrivals;
/// assert_eq!(parse_arrivals("a.csv", "time,people\n0,5\n60,12\n").unwrap(), [[0.0, 5.0], [60.0, 12.0]]);
/// assert!(parse_arrivals("a.csv", "0,5\nlate,12\n").unwrap_err().to_string().contains("a.csv:2:1"));
/// ```
pub fn parse_arrivals(name: &str, text: &str) -> Result<Vec<[f64; 2]>, Diagnostics> {
    const EXPECTED: &str = "a time in seconds and a number of people: 60,12";
    let source = SourceFile::new(name, text);
    let (mut rows, mut at, mut first) = (Vec::new(), 0, true);
    for line in text.split_inclusive('\n') {
        let (begin, words) = (at, line.trim());
        at += line.len();
        if words.is_empty() || words.starts_with('#') {
            continue;
        }
        let begin = begin + line.find(words).unwrap_or(0);
        let error = |message: String| -> Diagnostic {
            source.diagnostic(begin..begin + words.len(), message).expected(EXPECTED)
        };
        let separator = [';', '\t', ','].into_iter().find(|c| words.contains(*c)).unwrap_or(',');
        let cells: Vec<&str> = words.split(separator).map(str::trim).collect();
        let is_head = std::mem::take(&mut first) && cells.iter().all(|cell| cell.parse::<f64>().is_err());
        if is_head {
            continue;
        }
        let number =
            |cell: &str| cell.parse::<f64>().map_err(|_| Diagnostics::from(error(format!("`{cell}` is no number"))));
        let row = match cells[..] {
            [time] => [number(time)?, 1.0],
            [time, people] => [number(time)?, number(people)?],
            _ => return Err(error(format!("{} values", cells.len())).into()),
        };
        if let Some(fault) = fault(row, rows.last()) {
            return Err(error(fault).into());
        }
        rows.push(row);
    }
    if rows.iter().all(|[_, people]| *people == 0.0) {
        return Err(source.diagnostic(0..text.len(), "nobody arrives").expected(EXPECTED).into());
    }
    Ok(rows)
}

/// The same from a file.
///
/// ```
/// assert!(ambulo_data::scenario::load_arrivals(std::path::Path::new("nowhere.csv")).is_err());
/// ```
pub fn load_arrivals(path: &Path) -> Result<Vec<[f64; 2]>, Diagnostics> {
    let name = path.display().to_string();
    parse_arrivals(&name, &read_text(path, &name)?)
}
