//! Axes in metres along the picture of a plan, and the grid that goes with them.

use crate::plan_layout::PlanLayout;
use crate::{Anchor, Canvas, PlanPicture, Style, TextStyle, plot, text, ticks};
use ambulo_geom::{Bounds, Point, math};

/// Size of the numbers [px].
const SIZE: f64 = 11.0;
/// Least room between two numbers [px].
const APART: f64 = 52.0;
/// Room below the field for the numbers of the horizontal axis [px].
pub(crate) const BELOW: f64 = 18.0;

/// Where the marks of both axes lie: one step for both, so that the grid is square.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axes {
    step: f64,
    x: Vec<f64>,
    y: Vec<f64>,
}

impl Axes {
    /// For what is shown of the world, in the coordinates of the file, at so many pixels per metre.
    pub fn new(shown: Bounds, scale: f64) -> Self {
        // Numbers far from zero are long.
        let longest = [shown.min.x, shown.max.x].map(|v| text::width(&format!("{v:.0}"), SIZE) + 16.0);
        let apart = longest.into_iter().fold(APART, f64::max);
        let step = ticks::step((apart / scale).max(1e-9), 1);
        let marks = |low: f64, high: f64| {
            let (first, last) = ((low / step).ceil(), (high / step).floor());
            let count = if (last - first).is_finite() { (last - first).clamp(-1.0, 200.0) as i64 } else { -1 };
            (0..=count).map(|i| (first + i as f64) * step).collect()
        };
        Self { step, x: marks(shown.min.x, shown.max.x), y: marks(shown.min.y, shown.max.y) }
    }

    fn label(&self, value: f64) -> String {
        let decimals = (-math::log10(self.step).floor()).clamp(0.0, 6.0) as usize;
        // No minus before a zero.
        let value = if value.abs() < self.step / 2.0 { 0.0 } else { value };
        format!("{value:.decimals$}")
    }

    /// Room that the numbers of the vertical axis need [px].
    pub fn left(&self) -> f64 {
        self.y.iter().map(|v| text::width(&self.label(*v), SIZE)).fold(24.0, f64::max) + 9.0
    }

    /// Marks and numbers left of and below the field.
    pub fn draw(&self, page: &mut Canvas, layout: &PlanLayout) {
        let field = layout.field;
        let ink = Style::stroke(plot::SOFT, 1.0);
        let style = TextStyle::new(SIZE).coloured(plot::SOFT);
        let unit = "x [m]";
        // The name of the axis stands where the last number would.
        let name_from = field.max.x - text::width(unit, SIZE) - 8.0;
        for v in &self.x {
            let at = layout.view.page(Point::new(*v, 0.0)).x;
            page.line(Point::new(at, field.max.y), Point::new(at, field.max.y + 4.0), &ink);
            let label = self.label(*v);
            if at + text::width(&label, SIZE) / 2.0 < name_from {
                page.text(Point::new(at, field.max.y + 15.0), &label, &style.clone().anchored(Anchor::Middle));
            }
        }
        page.text(Point::new(field.max.x, field.max.y + 15.0), unit, &style.clone().anchored(Anchor::End));
        for v in &self.y {
            let at = layout.view.page(Point::new(0.0, *v)).y;
            page.line(Point::new(field.min.x - 4.0, at), Point::new(field.min.x, at), &ink);
            // The name of the axis stands above the field.
            if at > field.min.y + 2.0 {
                let label = self.label(*v);
                page.text(Point::new(field.min.x - 6.0, at + 4.0), &label, &style.clone().anchored(Anchor::End));
            }
        }
        page.text(Point::new(plot::MARGIN, field.min.y - 4.0), "y [m]", &style);
    }
}

impl PlanPicture {
    /// Thin lines across the plan at the marks of both axes; after the floor, before what lies on it.
    ///
    /// ```
    /// # use ambulo_draw::{PlanPicture, plan};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    /// let mut picture = PlanPicture::new("", plan::extent(&hall, []), 0.0);
    /// picture.floor(&hall);
    /// picture.grid();
    /// ```
    pub fn grid(&mut self) {
        let layout = self.layout().clone();
        let (field, view) = (layout.field, layout.view);
        let upright = layout.axes.x.iter().map(|v| view.page(Point::new(*v, 0.0)).x);
        let upright = upright.map(|x| [Point::new(x, field.min.y), Point::new(x, field.max.y)]);
        let level = layout.axes.y.iter().map(|v| view.page(Point::new(0.0, *v)).y);
        let level = level.map(|y| [Point::new(field.min.x, y), Point::new(field.max.x, y)]);
        let lines: Vec<[Point; 2]> = upright.chain(level).collect();
        self.page().set_view(None);
        self.page().polylines(lines.iter().map(<[Point; 2]>::as_slice), &Style::stroke(GRID, 0.7));
        self.page().set_view(Some(view));
    }
}

/// Darker than the grid of a plot: it lies on the grey of the outside too.
const GRID: crate::Colour = crate::Colour::rgb(0xD5, 0xDA, 0xDF);

#[cfg(test)]
mod tests {
    use super::*;

    fn axes(x0: f64, y0: f64, x1: f64, y1: f64, scale: f64) -> Axes {
        Axes::new(Bounds { min: Point::new(x0, y0), max: Point::new(x1, y1) }, scale)
    }

    #[test]
    fn marks_are_round_numbers_inside_and_the_same_step_goes_for_both_axes() {
        let a = axes(-0.4, -0.2, 20.4, 10.2, 40.0);
        assert_eq!(a.x, [0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0, 18.0, 20.0]);
        assert_eq!(a.y, [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!((a.label(0.0), a.label(12.0)), ("0".into(), "12".into()));
    }

    #[test]
    fn numbers_far_from_zero_do_not_lie_on_each_other() {
        let a = axes(691_000.0, 5_334_000.0, 691_020.0, 5_334_010.0, 40.0);
        let apart = (a.x[1] - a.x[0]) * 40.0;
        assert!(apart > text::width(&a.label(a.x[0]), SIZE) + 10.0, "{apart} px");
        assert!(a.left() > 45.0);
    }

    #[test]
    fn no_world_breaks_the_axes() {
        for (x, scale) in [(0.0, 1.0), (1e300, 1.0), (f64::NAN, 1.0), (1e6, 1e-6), (1.0, 1e6)] {
            let a = axes(-x, -x, x, x, scale);
            assert!(a.x.len() <= 201 && a.y.len() <= 201, "{x} at {scale}");
        }
    }
}
