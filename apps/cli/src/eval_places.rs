//! Measuring lines and areas as they stand on the command line.

use crate::failure::Failure;
use crate::grammar::numbers;
use ambulo::data::region_from_wkt;
use ambulo::eval::measuring::{Area, MeasuringLine};

/// `NAME@FLOOR=` before a place; without a name it has a number.
fn named<'a>(text: &'a str, kind: &str, k: usize) -> Result<(String, u16, &'a str), Failure> {
    let Some((name, rest)) = text.split_once('=') else { return Ok((format!("{kind} {}", k + 1), 0, text)) };
    let (name, level) = match name.trim().rsplit_once('@') {
        Some((name, floor)) => {
            let level = floor.parse::<u16>().map_err(|_| {
                Failure::Usage(format!("--{kind} {text}: `{floor}` is no level number; levels count from 0"))
            })?;
            (name, level)
        }
        None => (name.trim(), 0),
    };
    Ok((name.to_string(), level, rest))
}

pub fn line(text: &str, k: usize) -> Result<MeasuringLine, Failure> {
    let (name, level, rest) = named(text, "line", k)?;
    let help = || Failure::Usage(format!("--line {text}: expected two places X0,Y0,X1,Y1 in metres, as door=0,2,0,4"));
    let [x0, y0, x1, y1] = numbers(rest).ok_or_else(help)?;
    let mut line = MeasuringLine::between(name, (x0, y0), (x1, y1)).ok_or_else(help)?;
    line.level = level;
    Ok(line)
}

pub fn area(text: &str, k: usize) -> Result<Area, Failure> {
    let (name, level, rest) = named(text, "area", k)?;
    let fault = |why: String| Failure::Usage(format!("--area {text}: {why}"));
    let polygon = if let Some([x0, y0, x1, y1]) = numbers(rest) {
        let (left, right, low, high) = (x0.min(x1), x0.max(x1), y0.min(y1), y0.max(y1));
        Area::rectangle("", left, low, right, high).map_err(|e| fault(e.to_string()))?.polygon
    } else if rest.trim_start().to_ascii_uppercase().starts_with("POLYGON") {
        let region = region_from_wkt(rest).map_err(|e| fault(e.to_string()))?;
        region.polygons().first().cloned().ok_or_else(|| fault("it has no polygon".into()))?
    } else {
        return Err(fault("expected two corners X0,Y0,X1,Y1 in metres, or a POLYGON in WKT".into()));
    };
    Ok(Area { name, polygon, level })
}
