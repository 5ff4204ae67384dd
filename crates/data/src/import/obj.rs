//! Wavefront OBJ: vertices and faces, with the line of every fault.

use super::face3::is_convex;
use super::lines::{TextLine, lines};
use super::slab::{self, MOST_TRIANGLES, Model};
use super::{ImportError, Plan, PlanOptions, Units, Up};

/// Reads a model and cuts it at the height of walkers.
pub(super) fn plan(text: &str, options: &PlanOptions) -> Result<Plan, ImportError> {
    let units = options.units.clone().unwrap_or(Units::metres());
    let mut vertices: Vec<[f64; 3]> = Vec::new();
    let mut model = Model::default();
    for line in lines(text) {
        let mut words = line.text.split_whitespace();
        match words.next() {
            Some("v") => vertices.push(turned(vertex(&line, words)?, options.up, units.metres)),
            Some("f") => face(&line, words, &vertices, &mut model)?,
            Some("o" | "g") => {
                let name: String = words.collect::<Vec<_>>().join(" ").chars().take(60).collect();
                model.parts.push((model.triangles.len(), if name.is_empty() { name } else { format!("`{name}`") }));
            }
            _ => {}
        }
    }
    let mut plan = slab::plan(&model, options)?;
    plan.units = units;
    Ok(plan)
}

/// The axes of the file as x, y and up.
pub(super) fn turned([x, y, z]: [f64; 3], up: Up, metres: f64) -> [f64; 3] {
    match up {
        Up::Y => [x * metres, -z * metres, y * metres],
        Up::Z => [x * metres, y * metres, z * metres],
    }
}

fn vertex<'t>(line: &TextLine<'_>, mut words: impl Iterator<Item = &'t str>) -> Result<[f64; 3], ImportError> {
    let mut number = || -> Result<f64, ImportError> {
        let word = words.next().unwrap_or_default();
        match word.parse::<f64>() {
            Ok(v) if v.is_finite() && v.abs() < 1e12 => Ok(v),
            _ => Err(line.error("a vertex needs three finite numbers").help("write `v x y z`")),
        }
    };
    Ok([number()?, number()?, number()?])
}

/// Faces of so many corners are kept as polygons: a fan of triangles would overlap itself where they are not convex,
/// and all of its edges would meet in one corner.
const FAN: usize = 4;

/// A face: as triangles, or as a polygon.
fn face<'t>(
    line: &TextLine<'_>,
    words: impl Iterator<Item = &'t str>,
    vertices: &[[f64; 3]],
    model: &mut Model,
) -> Result<(), ImportError> {
    let mut corners = Vec::new();
    for word in words {
        if word.starts_with('#') {
            break;
        }
        let index: Option<i64> = word.split('/').next().and_then(|w| w.parse().ok());
        let place = match index {
            Some(i) if i > 0 => usize::try_from(i - 1).ok(),
            Some(i) if i < 0 => vertices.len().checked_sub(usize::try_from(i.unsigned_abs()).unwrap_or(usize::MAX)),
            _ => None,
        };
        let Some(p) = place.and_then(|i| vertices.get(i)) else {
            let message = format!("the corner `{word}` is no vertex: {} were given before this line", vertices.len());
            return Err(line.error(message).help("vertices count from 1, or backwards from -1"));
        };
        corners.push(*p);
    }
    if corners.len() < 3 {
        return Err(line.error(format!("a face of {} corners", corners.len())).help("a face needs 3 corners or more"));
    }
    if model.size() + corners.len() > MOST_TRIANGLES {
        return Err(line
            .error(format!("the model has more than {MOST_TRIANGLES} triangles"))
            .help("export a simpler model"));
    }
    if corners.len() > FAN || !is_convex(&corners) {
        model.add_polygon(corners);
    } else {
        model.triangles.extend((1..corners.len() - 1).map(|i| [corners[0], corners[i], corners[i + 1]]));
    }
    Ok(())
}
