//! Pictures of the plan commands, as files.

use crate::failure::Failure;
use ambulo::data::Building;
use ambulo::draw::{Canvas, png};
use ambulo::pictures::PlanView;
use anyhow::Context;
use std::path::{Path, PathBuf};

/// Writes a picture as SVG and PNG, where asked.
pub fn save(picture: &Canvas, svg: Option<&Path>, image: Option<&Path>) -> Result<(), Failure> {
    let text = picture.to_svg();
    if let Some(path) = svg {
        std::fs::write(path, &text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = image {
        let bytes = png::encode(&text, 2.0).context("cannot make the PNG")?;
        std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// `plan.png` becomes `plan-upper-arity.png`: the level in a building of several, the view unless it is the first.
pub fn file_for(path: &Path, building: &Building, index: usize, view: Option<PlanView>) -> PathBuf {
    let mut stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if building.levels.len() > 1 {
        stem = format!("{stem}-{}", building.levels[index].name);
    }
    if let Some(view) = view {
        stem = format!("{stem}-{}", view.name());
    }
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(if ending.is_empty() { stem } else { format!("{stem}.{ending}") })
}
