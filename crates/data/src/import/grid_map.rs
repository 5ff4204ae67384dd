//! Octile grid maps, as path-finding benchmarks use them: a head of four lines, then one character a cell.
//!
//! `.`, `G` and `S` can be walked on. The first row is the top: y points up.

use super::lines::{TextLine, lines};
use super::{ImportError, Plan, PlanOptions, Units};
use ambulo_geom::Point;
use ambulo_geom::repair::{Finding, FindingKind, Findings, cells_region};

/// Larger maps are refused: their outlines would be, too.
const MOST_CELLS: usize = 16_000_000;

/// Reads a grid map.
pub(super) fn plan(text: &str, options: &PlanOptions) -> Result<Plan, ImportError> {
    let mut all = lines(text).peekable();
    let (mut width, mut height) = (None, None);
    let mut last = 0..0;
    loop {
        let Some(line) = all.next() else {
            let error = ImportError::new("the line `map` is missing").at(last);
            return Err(error.help("a grid map begins with `type octile`, `height N`, `width N` and `map`"));
        };
        last = line.at.clone();
        let mut words = line.text.split_whitespace();
        match (words.next(), words.next()) {
            (None, _) | (Some("type"), _) => {}
            (Some("height"), n) => height = Some(size(&line, n)?),
            (Some("width"), n) => width = Some(size(&line, n)?),
            (Some("map"), _) => break,
            (Some(other), _) => {
                let error = line.error(format!("`{other}` is not known in the head of a grid map"));
                return Err(error.help("expected `type`, `height`, `width` or `map`"));
            }
        }
    }
    let missing = |what: &str| ImportError::new(format!("the {what} is missing")).at(last.clone());
    let width = width.ok_or_else(|| missing("width").help("write `width N` before `map`"))?;
    let height = height.ok_or_else(|| missing("height").help("write `height N` before `map`"))?;
    if width * height > MOST_CELLS {
        let error = ImportError::new(format!("the map has {width} x {height} cells")).at(last.clone());
        return Err(error.help(format!("at most {MOST_CELLS} cells are read")));
    }
    let mut open = vec![false; width * height];
    for row in 0..height {
        let Some(line) = all.next() else {
            let error =
                ImportError::new(format!("the map ends after {row} of {height} rows")).at(text.len()..text.len());
            return Err(error.help("check `height`, or add the rows that are missing"));
        };
        read_row(&line, width, row, &mut open[(height - 1 - row) * width..][..width])?;
    }
    if let Some(line) = all.find(|l| !l.text.trim().is_empty()) {
        return Err(line.error(format!("the map continues after its {height} rows")).help("check `height`"));
    }
    if !open.contains(&true) {
        return Err(ImportError::new("no cell of the map can be walked on").help("mark walkable cells by `.`"));
    }
    let region = cells_region(width, height, options.cell, |x, y| open[y * width + x])
        .map_err(|e| ImportError::geometry(e, ""))?;
    let mut plan = Plan::new(region, "");
    plan.units = Units::new(format!("cells of {} m", options.cell), options.cell);
    plan.findings = touching(&open, width, height, options.cell).into_list();
    plan.recentred().map_err(|e| ImportError::geometry(e, ""))
}

fn size(line: &TextLine<'_>, word: Option<&str>) -> Result<usize, ImportError> {
    let number = word.and_then(|w| w.parse::<usize>().ok()).filter(|n| (1..=100_000).contains(n));
    number.ok_or_else(|| line.error("this is no number of cells").help("write a whole number from 1 to 100000"))
}

fn read_row(line: &TextLine<'_>, width: usize, row: usize, out: &mut [bool]) -> Result<(), ImportError> {
    let count = line.text.chars().count();
    if count != width {
        let error = line.error(format!("row {} has {count} cells instead of {width}", row + 1));
        return Err(error.help("every row has as many characters as `width` states"));
    }
    for (i, c) in line.text.chars().enumerate() {
        out[i] = match c {
            '.' | 'G' | 'S' => true,
            '@' | 'O' | 'T' | 'W' => false,
            other => {
                let at = line.at.start + line.text.chars().take(i).map(char::len_utf8).sum::<usize>();
                let error =
                    ImportError::new(format!("the cell `{other}` in row {}, column {} is not known", row + 1, i + 1));
                return Err(error.at(at..at + other.len_utf8()).help("expected one of . G S @ O T W"));
            }
        };
    }
    Ok(())
}

/// Corners where walkable cells touch only crosswise: grid searches may pass there, bodies cannot.
fn touching(open: &[bool], width: usize, height: usize, cell: f64) -> Findings {
    let mut findings = Findings::default();
    for y in 1..height {
        for x in 1..width {
            let at = |dx: usize, dy: usize| open[(y - dy) * width + x - dx];
            let (a, b, c, d) = (at(1, 1), at(0, 1), at(1, 0), at(0, 0));
            if a == d && b == c && a != b {
                let p = Point::new(x as f64 * cell, y as f64 * cell);
                findings.add(FindingKind::Touching, |kind| {
                    Finding::warning(kind, p, "cells touch in a single place; nobody passes there")
                });
            }
        }
    }
    findings
}
