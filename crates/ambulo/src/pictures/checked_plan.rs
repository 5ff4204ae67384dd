//! The picture of a plan as it was read, with what to check marked.

use super::drawing::DrawingPicture;
use ambulo_data::{Drawing, Finding, Plan, Severity};
use ambulo_draw::{Canvas, MarkKind, PlanPicture, plan};
use ambulo_geom::Point;

/// The plan with its thin walls and areas, and a numbered mark at each of the places.
///
/// ```
/// let world = ambulo::World::scene("corridor").unwrap();
/// assert!(ambulo::pictures::checked_plan_picture("Corridor", world.plan(), &[]).to_svg().contains("Corridor"));
/// ```
pub fn checked_plan_picture(title: &str, plan: &Plan, marks: &[&Finding]) -> Canvas {
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
///
/// ```
/// let nothing = ambulo::data::Drawing::default();
/// assert!(ambulo::pictures::drawing_picture("Hall", &nothing).to_svg().contains("Hall"));
/// ```
pub fn drawing_picture(title: &str, drawing: &Drawing) -> Canvas {
    let shown = DrawingPicture::new(drawing, Point::default());
    let legend = shown.legend();
    let mut picture = PlanPicture::new(title, shown.world(None), legend.height(PlanPicture::foot_width()));
    shown.draw(&mut picture);
    shown.draw_doors(&mut picture);
    picture.legend(&legend);
    picture.finish()
}
