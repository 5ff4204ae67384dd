//! Where things go in a picture of a plan: title on top, the plan with its axes, scale and legend below.

use crate::plan_axes::{Axes, BELOW};
use crate::plot::{MARGIN, TITLE};
use crate::{Anchor, Canvas, PageTransform, Style, TextStyle, compact, plot, ticks};
use ambulo_geom::{Bounds, Point};

/// Highest a plan may be drawn [px]; a taller one is drawn smaller.
const MAX_HEIGHT: f64 = 620.0;
/// Lowest the field of a plan may be [px]: a long corridor still leaves room for labels.
const MIN_HEIGHT: f64 = 110.0;
/// Width kept free for the scale bar [px].
const SCALE_ROOM: f64 = 200.0;
/// Room above the field for the name of the vertical axis [px].
const ABOVE: f64 = 12.0;

#[derive(Clone, Debug)]
pub(crate) struct PlanLayout {
    pub view: PageTransform,
    /// The field on which the plan lies [px].
    pub field: Bounds,
    /// What the field shows of the world [m].
    pub shown: Bounds,
    pub axes: Axes,
    /// Right of the scale bar, for legend or colour bar [px].
    pub foot: Bounds,
    pub height: f64,
}

impl PlanLayout {
    /// For a box of the world, so much width and so much room below [px].
    pub fn new(world: Bounds, width: f64, foot: f64) -> Self {
        // How wide the numbers of the axis are depends on the scale, and the scale on how wide they are: twice is enough.
        let left = Self::beside(world, width, foot, 40.0).axes.left();
        Self::beside(world, width, foot, left)
    }

    fn beside(world: Bounds, width: f64, foot: f64, left: f64) -> Self {
        let margin = (world.width().max(world.height()) * 0.02).max(0.1);
        let world = world.grown(margin);
        let wide = (width - 2.0 * MARGIN - left).max(100.0);
        let high = (wide * world.height() / world.width()).clamp(MIN_HEIGHT, MAX_HEIGHT);
        let high = if high.is_finite() { high } else { MIN_HEIGHT };
        let corner = Point::new(MARGIN + left, TITLE + ABOVE);
        let field = Bounds { min: corner, max: Point::new(corner.x + wide, corner.y + high) };
        let view = PageTransform::fit(world, field);
        let half = Point::new(wide / view.scale() / 2.0, high / view.scale() / 2.0);
        let centre = world.center();
        let shown = Bounds {
            min: Point::new(centre.x - half.x, centre.y - half.y),
            max: Point::new(centre.x + half.x, centre.y + half.y),
        };
        let axes = Axes::new(shown, view.scale());
        let top = field.max.y + BELOW + 8.0;
        let foot =
            Bounds { min: Point::new(MARGIN + SCALE_ROOM, top), max: Point::new(width - MARGIN, top + foot.max(30.0)) };
        Self { view, field, shown, axes, height: foot.max.y + 8.0, foot }
    }

    /// How wide the foot of a picture of some width is [px].
    pub fn foot_width(width: f64) -> f64 {
        width - 2.0 * MARGIN - SCALE_ROOM
    }

    /// A bar of a round length, at the lower left.
    pub fn scale_bar(&self, page: &mut Canvas) {
        let length = ticks::round_below(130.0 / self.view.scale());
        let (x, y) = (MARGIN, self.foot.min.y + 12.0);
        let wide = length * self.view.scale();
        let ink = Style::stroke(plot::INK, 1.4);
        page.polylines(
            [
                &[Point::new(x + 0.7, y - 4.0), Point::new(x + 0.7, y + 4.0)][..],
                &[Point::new(x + 0.7, y), Point::new(x + wide, y)][..],
                &[Point::new(x + wide, y - 4.0), Point::new(x + wide, y + 4.0)][..],
            ],
            &ink,
        );
        let label = if length >= 1000.0 {
            format!("{} km", compact(length / 1000.0, 3))
        } else {
            format!("{} m", compact(length, 3))
        };
        let style = TextStyle::new(12.5).coloured(plot::SOFT).anchored(Anchor::Start);
        page.text(Point::new(x + wide + 8.0, y + 4.5), &label, &style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::WIDTH;

    #[test]
    fn every_shape_of_plan_gets_a_page() {
        for (w, h) in [(10.0, 5.0), (500.0, 2.0), (2.0, 500.0), (0.0, 0.0), (1e6, 1e6), (0.3, 0.2)] {
            let world = Bounds { min: Point::new(5.0, 5.0), max: Point::new(5.0 + w, 5.0 + h) };
            let l = PlanLayout::new(world, WIDTH, 40.0);
            assert!(l.height > 100.0 && l.height < 800.0, "{w} x {h}: {}", l.height);
            assert!(l.field.contains(l.view.page(world.min)) && l.field.contains(l.view.page(world.max)));
            let mut page = Canvas::new(WIDTH, l.height);
            l.scale_bar(&mut page);
            assert!(page.to_svg().contains("m</text>"), "{w} x {h}");
        }
    }
}
