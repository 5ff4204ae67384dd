//! Pictures of a plan: floor light, walls dark, the outside neutral, areas with their names.

use crate::plan_layout::Layout;
use crate::plot::{self, MARGIN};
use crate::{Anchor, Canvas, Colour, Legend, Style, TextStyle, View, text};
use ambulo_geom::{Bounds, Point, Region};

const OUTSIDE: Colour = Colour::rgb(0xEC, 0xEE, 0xF0);
const FLOOR: Colour = Colour::WHITE;
const WALL: Colour = Colour::rgb(0x3A, 0x41, 0x49);
const AREA: Colour = Colour::rgb(0x5B, 0x7F, 0xA6);

/// A picture of a plan in the making. Call in the order in which things lie on each other.
///
/// ```
/// use ambulo_draw::{PlanPicture, plan};
/// use ambulo_geom::{Polygon, Region};
/// let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
/// let mut picture = PlanPicture::new("The hall", plan::extent(&hall, []), 0.0);
/// picture.floor(&hall);
/// picture.walls(&hall);
/// assert!(picture.finish().to_svg().contains("2 m")); // the scale bar
/// ```
#[derive(Clone, Debug)]
pub struct PlanPicture {
    page: Canvas,
    layout: Layout,
}

/// What a picture must show: the plan, or where there is none the places given, or a metre of nothing.
///
/// ```
/// use ambulo_draw::plan;
/// use ambulo_geom::{Point, Region};
/// let nothing = Region::new(vec![]).unwrap();
/// assert_eq!(plan::extent(&nothing, [Point::new(0.0, 0.0), Point::new(4.0, 1.0)]).width(), 4.0);
/// assert_eq!(plan::extent(&nothing, []).width(), 1.0);
/// ```
pub fn extent(plan: &Region, places: impl IntoIterator<Item = Point>) -> Bounds {
    let unit = Bounds { min: Point::new(0.0, 0.0), max: Point::new(1.0, 1.0) };
    plan.bounds().or_else(|| Bounds::of(places.into_iter().filter(|p| p.is_finite()))).unwrap_or(unit)
}

impl PlanPicture {
    /// Title and an empty field that shows a box of the world, with so much room below [px].
    ///
    /// ```
    /// use ambulo_draw::PlanPicture;
    /// use ambulo_geom::{Bounds, Point};
    /// let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(20.0, 10.0) };
    /// assert!(PlanPicture::new("Paths", world, 60.0).finish().height() > 400.0);
    /// ```
    pub fn new(title: &str, world: Bounds, foot: f64) -> Self {
        Self::sized(title, world, plot::WIDTH, foot)
    }

    /// The same in another width [px]: for pictures side by side.
    ///
    /// ```
    /// use ambulo_draw::PlanPicture;
    /// use ambulo_geom::{Bounds, Point};
    /// let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(20.0, 10.0) };
    /// assert_eq!(PlanPicture::sized("Paths", world, 440.0, 0.0).finish().width(), 440.0);
    /// ```
    pub fn sized(title: &str, world: Bounds, width: f64, foot: f64) -> Self {
        let layout = Layout::new(world, width, foot);
        let mut page = Canvas::new(width, layout.height);
        plot::title(&mut page, title);
        page.rect(layout.field.min, layout.field.width(), layout.field.height(), &Style::fill(OUTSIDE));
        page.set_view(Some(layout.view));
        Self { page, layout }
    }

    /// The page, in metres.
    ///
    /// ```
    /// # use ambulo_draw::{Colour, PlanPicture, Style};
    /// # use ambulo_geom::{Bounds, Point};
    /// # let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(20.0, 10.0) };
    /// let mut picture = PlanPicture::new("Where it fell", world, 0.0);
    /// picture.page().circle(Point::new(3.0, 4.0), 0.2, &Style::fill(Colour::BLACK));
    /// ```
    pub fn page(&mut self) -> &mut Canvas {
        &mut self.page
    }

    /// How metres lie on the page.
    ///
    /// ```
    /// # use ambulo_draw::PlanPicture;
    /// # use ambulo_geom::{Bounds, Point};
    /// # let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(20.0, 10.0) };
    /// assert!(PlanPicture::new("", world, 0.0).view().scale() > 10.0);
    /// ```
    pub fn view(&self) -> View {
        self.layout.view
    }

    /// What of the world is in the picture [m].
    ///
    /// ```
    /// # use ambulo_draw::PlanPicture;
    /// # use ambulo_geom::{Bounds, Point};
    /// # let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(20.0, 10.0) };
    /// assert!(PlanPicture::new("", world, 0.0).shown().width() >= 20.0);
    /// ```
    pub fn shown(&self) -> Bounds {
        self.layout.shown
    }

    /// Room for a legend right of the scale bar [px].
    ///
    /// ```
    /// assert!(ambulo_draw::PlanPicture::foot_width() > 600.0);
    /// ```
    pub fn foot_width() -> f64 {
        Layout::foot_width(plot::WIDTH)
    }

    pub(crate) fn foot(&self) -> Bounds {
        self.layout.foot
    }

    /// The walkable floor.
    ///
    /// ```
    /// # use ambulo_draw::{PlanPicture, plan};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    /// PlanPicture::new("", plan::extent(&hall, []), 0.0).floor(&hall);
    /// ```
    pub fn floor(&mut self, plan: &Region) {
        self.page.polygon(plan.polygons().iter().flat_map(|p| p.rings()), &Style::fill(FLOOR));
    }

    /// The outside, laid over what reaches beyond the floor.
    ///
    /// ```
    /// # use ambulo_draw::{PlanPicture, plan};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    /// PlanPicture::new("", plan::extent(&hall, []), 0.0).outside(&hall);
    /// ```
    pub fn outside(&mut self, plan: &Region) {
        if plan.polygons().is_empty() {
            return;
        }
        let Bounds { min, max } = self.layout.shown;
        let frame = [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
        let rings = std::iter::once(&frame[..]).chain(plan.polygons().iter().flat_map(|p| p.rings()));
        self.page.polygon(rings, &Style::fill(OUTSIDE));
    }

    /// The walls: every edge of the plan.
    ///
    /// ```
    /// # use ambulo_draw::{PlanPicture, plan};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    /// PlanPicture::new("", plan::extent(&hall, []), 0.0).walls(&hall);
    /// ```
    pub fn walls(&mut self, plan: &Region) {
        self.page.polygon(plan.polygons().iter().flat_map(|p| p.rings()), &Style::stroke(WALL, 1.5));
    }

    /// Only the outlines of named areas, for pictures whose colours mean something else.
    ///
    /// ```
    /// # use ambulo_draw::{PlanPicture, plan};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    /// PlanPicture::new("", plan::extent(&hall, []), 0.0).area_outlines(&[("exit".into(), hall.clone())]);
    /// ```
    pub fn area_outlines(&mut self, areas: &[(String, Region)]) {
        let border = Style::stroke(AREA, 1.0).with_dash(4.0, 3.0);
        for (_, area) in areas {
            self.page.polygon(area.polygons().iter().flat_map(|p| p.rings()), &border);
        }
    }

    /// Named areas, tinted and dashed; below the lines and the walls.
    ///
    /// ```
    /// # use ambulo_draw::{PlanPicture, plan};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    /// PlanPicture::new("", plan::extent(&hall, []), 0.0).areas(&[("exit".into(), hall.clone())]);
    /// ```
    pub fn areas(&mut self, areas: &[(String, Region)]) {
        let style = Style::fill(AREA).with_opacity(0.16);
        for (_, area) in areas {
            self.page.polygon(area.polygons().iter().flat_map(|p| p.rings()), &style);
        }
        self.area_outlines(areas);
    }

    /// The names of areas, over everything; upright in areas that are high and narrow. A name that finds no free
    /// place near its area is left out.
    ///
    /// ```
    /// # use ambulo_draw::{PlanPicture, plan};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    /// let mut picture = PlanPicture::new("", plan::extent(&hall, []), 0.0);
    /// picture.area_names(&[("exit".into(), hall.clone())]);
    /// assert!(picture.finish().to_svg().contains("exit"));
    /// ```
    pub fn area_names(&mut self, areas: &[(String, Region)]) {
        const SIZE: f64 = 13.0;
        let mut taken: Vec<Bounds> = Vec::new();
        self.page.set_view(None);
        for (name, area) in areas {
            let Some(around) = area.bounds() else { continue };
            let name = text::fitted(name, SIZE, 220.0);
            let long = text::width(&name, SIZE) + 6.0;
            let (wide, high) = (around.width() * self.layout.view.scale(), around.height() * self.layout.view.scale());
            let upright = long > wide && long <= high;
            let half = if upright { (8.0, long / 2.0) } else { (long / 2.0, 8.0) };
            let Some(at) = free_place(self.layout.view.page(around.center()), half, self.layout.field, &taken) else {
                continue;
            };
            taken.push(label_box(at, half));
            let style = TextStyle::new(SIZE).anchored(Anchor::Middle).with_halo();
            // The base line lies a little beside the middle of the letters.
            if upright {
                self.page.text(Point::new(at.x + 4.5, at.y), &name, &style.turned(-90.0));
            } else {
                self.page.text(Point::new(at.x, at.y + 4.5), &name, &style);
            }
        }
        self.page.set_view(Some(self.layout.view));
    }

    /// A legend below the plan, right of the scale bar.
    ///
    /// ```
    /// # use ambulo_draw::{Legend, PlanPicture, plan};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    /// PlanPicture::new("", plan::extent(&hall, []), 0.0).legend(&Legend::default());
    /// ```
    pub fn legend(&mut self, legend: &Legend) {
        self.page.set_view(None);
        let foot = self.layout.foot;
        legend.draw(&mut self.page, Point::new(foot.min.x, foot.min.y + 2.0), foot.width());
        self.page.set_view(Some(self.layout.view));
    }

    /// Writes a sentence in the middle of the plan.
    ///
    /// ```
    /// # use ambulo_draw::{PlanPicture, plan};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    /// PlanPicture::new("", plan::extent(&hall, []), 0.0).say("Nobody walked.");
    /// ```
    pub fn say(&mut self, words: &str) {
        let style = TextStyle::new(14.0).coloured(plot::SOFT).anchored(Anchor::Middle).with_halo();
        let middle = self.layout.shown.center();
        self.page.text(middle, words, &style);
    }

    /// Adds the scale bar and gives the picture.
    ///
    /// ```
    /// # use ambulo_draw::{PlanPicture, plan};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    /// assert_eq!(PlanPicture::new("", plan::extent(&hall, []), 0.0).finish().width(), 900.0);
    /// ```
    pub fn finish(mut self) -> Canvas {
        self.page.set_view(None);
        self.layout.scale_bar(&mut self.page);
        debug_assert!(self.layout.field.min.x == MARGIN, "field and title share one left edge");
        self.page
    }
}

fn label_box(at: Point, half: (f64, f64)) -> Bounds {
    Bounds { min: Point::new(at.x - half.0, at.y - half.1), max: Point::new(at.x + half.0, at.y + half.1) }
}

/// The place nearest to where a label should be at which it lies in the field and on no other.
fn free_place(wish: Point, half: (f64, f64), field: Bounds, taken: &[Bounds]) -> Option<Point> {
    let x = wish.x.max(field.min.x + half.0).min(field.max.x - half.0);
    [0.0, 17.0, -17.0, 34.0, -34.0, 51.0, -51.0].into_iter().find_map(|aside| {
        let y = (wish.y + aside).max(field.min.y + half.1).min(field.max.y - half.1);
        let b = label_box(Point::new(x, y), half);
        let apart = |t: &Bounds| b.max.x < t.min.x || t.max.x < b.min.x || b.max.y < t.min.y || t.max.y < b.min.y;
        taken.iter().all(apart).then_some(Point::new(x, y))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_do_not_lie_on_each_other() {
        let field = Bounds { min: Point::new(0.0, 0.0), max: Point::new(300.0, 200.0) };
        let (wish, half) = (Point::new(5.0, 100.0), (40.0, 8.0));
        let first = free_place(wish, half, field, &[]).unwrap();
        assert_eq!(first, Point::new(40.0, 100.0)); // moved into the field
        let second = free_place(wish, half, field, &[label_box(first, half)]).unwrap();
        assert_eq!(second, Point::new(40.0, 117.0));
    }
}
