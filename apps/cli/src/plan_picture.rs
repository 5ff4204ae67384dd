//! The picture of a plan, as the plan commands draw it.

use crate::failure::Failure;
use crate::plan_drawing_picture::DrawingPicture;
use ambulo::data::{Building, Drawing, Finding, Plan, Severity};
use ambulo::draw::{Canvas, MarkKind, PlanPicture, plan, png};
use ambulo::geom::Point;
use ambulo::pictures::PlanView;
use anyhow::Context;
use std::path::{Path, PathBuf};

/// The plan with its thin walls and areas, and a numbered mark at each of the places.
pub fn draw(title: &str, plan: &Plan, marks: &[&Finding]) -> Canvas {
    let shown = plan.drawing.as_deref().map(|drawing| DrawingPicture::new(drawing, plan.origin));
    let legend = shown.as_ref().map(DrawingPicture::legend).unwrap_or_default();
    let own = plan::extent(&plan.walkable, []);
    let world = shown.as_ref().map_or(own, |s| s.world(Some(own)));
    let foot = legend.height(PlanPicture::foot_width());
    let mut picture = PlanPicture::new(title, world, foot);
    picture.floor(&plan.walkable);
    picture.grid();
    picture.areas(&plan.areas);
    if let Some(shown) = &shown {
        shown.draw(&mut picture);
    }
    picture.walls(&plan.walkable);
    picture.thin_walls(&plan.walls);
    if let Some(shown) = &shown {
        shown.draw_doors(&mut picture);
    }
    // Names of many areas would hide the plan.
    if plan.areas.len() <= 12 {
        picture.area_names(&plan.areas);
    }
    let kind = |f: &Finding| if f.severity == Severity::Warning { MarkKind::Warning } else { MarkKind::Change };
    let marks: Vec<_> = marks.iter().map(|f| (f.at, kind(f))).collect();
    picture.numbered_marks(&marks);
    picture.legend(&legend);
    picture.finish()
}

/// A drawing that is no plan yet: its layers, each in a colour of its own.
pub fn draw_drawing(title: &str, drawing: &Drawing) -> Canvas {
    let shown = DrawingPicture::new(drawing, Point::default());
    let legend = shown.legend();
    let mut picture = PlanPicture::new(title, shown.world(None), legend.height(PlanPicture::foot_width()));
    shown.draw(&mut picture);
    shown.draw_doors(&mut picture);
    picture.legend(&legend);
    picture.finish()
}

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
