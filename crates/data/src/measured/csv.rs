//! Text with a head of names: parted by commas, semicolons, tabs or blanks. `# framerate: 25`, `# unit: cm` and
//! `# wkt: POLYGON ...` before the head are understood.

use super::names::{is_head, roles};
use super::table::{About, TableRows, understand};
use super::words::text;
use super::{FileKind, How, Measured};
use crate::recording::RecordingError;
use std::path::Path;

/// Whether a text begins with names of columns.
pub(super) fn has_head(text: &str) -> bool {
    head(text).is_some_and(|(_, line)| {
        let mark = separator(line);
        is_head(&fields(line, mark).collect::<Vec<_>>()) && fields(line, mark).count() >= 4
    })
}

/// The first line that is no comment, and its number from 0 on.
fn head(text: &str) -> Option<(usize, &str)> {
    text.lines().enumerate().map(|(i, l)| (i, l.trim())).find(|(_, l)| !l.is_empty() && !l.starts_with('#'))
}

/// What parts the fields of a line: a blank means any number of blanks.
fn separator(line: &str) -> char {
    ['\t', ';', ','].into_iter().find(|mark| line.contains(*mark)).unwrap_or(' ')
}

/// The fields of a line, without quotes. A separator between quotes does not part.
fn fields(line: &str, mark: char) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let parts = line.split(move |c: char| {
        quoted ^= c == '"';
        !quoted && (c == mark || (mark == ' ' && c.is_ascii_whitespace()))
    });
    parts.map(|f| f.trim().trim_matches('"')).filter(move |f| mark != ' ' || !f.is_empty())
}

/// A number; with another separator than a comma, a comma may stand for the point.
fn number(field: &str, mark: char) -> Option<f64> {
    match field.parse() {
        Ok(number) => Some(number),
        Err(_) if mark != ',' && field.contains(',') => field.replace(',', ".").parse().ok(),
        Err(_) => None,
    }
}

pub(super) fn read(path: &Path, how: &How) -> Result<Measured, RecordingError> {
    let text = text(path)?;
    // A mark of the encoding, as some table programs write it.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let Some((at, line)) = head(text) else {
        return Err(RecordingError::unclear(path, "the file is empty; it needs a line of names and rows"));
    };
    let mut about = About::default();
    for comment in text.lines().take(at).filter_map(|l| l.trim().strip_prefix('#')) {
        if let Some((key, value)) = comment.split_once([':', '=']) {
            about.note(key, value);
        }
    }
    let mark = separator(line);
    let names: Vec<String> = fields(line, mark).map(String::from).collect();
    if !is_head(&names.iter().map(String::as_str).collect::<Vec<_>>()) {
        let why = format!("line {}: names of columns are expected, as frame,id,x,y; found {:.60}", at + 1, line);
        return Err(RecordingError::unclear(path, why));
    }
    let roles = roles(path, &names, how)?;
    let mut columns: [Vec<f64>; 5] = Default::default();
    let mut lines = Vec::new();
    let mut found: Vec<&str> = Vec::with_capacity(names.len());
    for (i, line) in text.lines().enumerate().skip(at + 1) {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        found.clear();
        found.extend(fields(line, mark));
        for (k, column) in roles.columns.iter().enumerate() {
            let Some(column) = column else { continue };
            let field = found.get(*column).copied().unwrap_or_default();
            let value = number(field, mark).ok_or_else(|| {
                let why = if field.is_empty() { "is empty" } else { "is no number" };
                let name = names[*column].trim();
                RecordingError::damaged(path, format!("line {}: `{field:.40}` in column `{name}` {why}", i + 1))
            })?;
            columns[k].push(value);
        }
        lines.push(i + 1);
    }
    let row = |i: usize| format!("line {}", lines[i]);
    understand(path, FileKind::Csv, how, &roles, &about, &TableRows { columns, row: &row })
}
