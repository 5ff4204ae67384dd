//! Thin walls and numbered marks on the picture of a plan.

use crate::{Anchor, Colour, PlanPicture, Style, TextStyle};
use ambulo_geom::{Point, Segment};

const THIN: Colour = Colour::rgb(0x8A, 0x4B, 0x08);

/// How a mark looks.
///
/// ```
/// assert_ne!(ambulo_draw::MarkKind::Warning, ambulo_draw::MarkKind::Change);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// A warning.
    Warning,
    /// Something that was changed.
    Change,
}

impl PlanPicture {
    /// Walls without thickness, in a colour of their own.
    ///
    /// ```
    /// # use ambulo_draw::{PlanPicture, plan};
    /// # use ambulo_geom::{Point, Polygon, Region, Segment};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    /// let screen = Segment::new(Point::new(4.0, 0.0), Point::new(4.0, 5.0));
    /// PlanPicture::new("", plan::extent(&hall, []), 0.0).thin_walls(&[screen]);
    /// ```
    pub fn thin_walls(&mut self, walls: &[Segment]) {
        let lines: Vec<[Point; 2]> = walls.iter().map(|w| [w.a, w.b]).collect();
        self.page().polylines(lines.iter().map(<[Point; 2]>::as_slice), &Style::stroke(THIN, 1.4));
    }

    /// A ring at each place, numbered from 1 in the order given; marks that would lie on others get no number.
    ///
    /// ```
    /// # use ambulo_draw::{MarkKind, PlanPicture, plan};
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    /// let mut picture = PlanPicture::new("", plan::extent(&hall, []), 0.0);
    /// picture.numbered_marks(&[(Point::new(3.0, 3.0), MarkKind::Warning)]);
    /// assert!(picture.finish().to_svg().contains(">1</text>"));
    /// ```
    pub fn numbered_marks(&mut self, marks: &[(Point, MarkKind)]) {
        const APART: f64 = 15.0;
        let (view, shown) = (self.view(), self.shown());
        let mut taken: Vec<Point> = Vec::new();
        self.page().set_view(None);
        for (i, (place, kind)) in marks.iter().enumerate().filter(|(_, (p, _))| p.is_finite() && shown.contains(*p)) {
            let at = view.page(*place);
            let colour = match kind {
                MarkKind::Warning => Colour::rgb(0xC6, 0x28, 0x28),
                MarkKind::Change => Colour::rgb(0x1E, 0x6F, 0xB8),
            };
            let free = taken.iter().all(|t| t.distance(at) > APART);
            let radius = if free { 5.0 } else { 2.5 };
            self.page().circle(at, radius, &Style::stroke(colour, 1.6));
            if free {
                taken.push(at);
                let style = TextStyle::new(12.0).coloured(colour).anchored(Anchor::Start).strong().with_halo();
                self.page().text(Point::new(at.x + 7.0, at.y - 4.0), &(i + 1).to_string(), &style);
            }
        }
        self.page().set_view(Some(view));
    }
}
