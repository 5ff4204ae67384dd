//! Pictures of a plan: floor light, walls dark, the outside neutral, areas with their names.

use crate::plan_layout::PlanLayout;
use crate::plot;
use crate::{Anchor, Canvas, Colour, Legend, PageTransform, Places, Style, TextStyle};
use ambulo_geom::{Bounds, Point, Region};

const OUTSIDE: Colour = Colour::rgb(0xEC, 0xEE, 0xF0);
const FLOOR: Colour = Colour::WHITE;
const WALL: Colour = Colour::rgb(0x3A, 0x41, 0x49);

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
    layout: PlanLayout,
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
        let layout = PlanLayout::new(world, width, foot);
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
    pub fn view(&self) -> PageTransform {
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
        PlanLayout::foot_width(plot::WIDTH)
    }

    pub(crate) fn layout(&self) -> &PlanLayout {
        &self.layout
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

    /// Named areas, tinted and dashed; below the lines and the walls.
    ///
    /// ```
    /// # use ambulo_draw::{PlanPicture, plan};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    /// PlanPicture::new("", plan::extent(&hall, []), 0.0).areas(&[("exit".into(), hall.clone())]);
    /// ```
    pub fn areas(&mut self, areas: &[(String, Region)]) {
        self.places(&Places::plain(areas));
    }

    /// The names of areas, over everything: [`PlanPicture::place_names`].
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
        self.place_names(&Places::plain(areas));
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
    /// PlanPicture::new("", plan::extent(&hall, []), 0.0).centre_text("Nobody walked.");
    /// ```
    pub fn centre_text(&mut self, words: &str) {
        let style = TextStyle::new(14.0).coloured(plot::SOFT).anchored(Anchor::Middle).with_halo();
        let middle = self.layout.shown.center();
        self.page.text(middle, words, &style);
    }

    /// Adds axes and scale bar and gives the picture.
    ///
    /// ```
    /// # use ambulo_draw::{PlanPicture, plan};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    /// assert_eq!(PlanPicture::new("", plan::extent(&hall, []), 0.0).finish().width(), 900.0);
    /// ```
    pub fn finish(mut self) -> Canvas {
        self.page.set_view(None);
        self.layout.axes.draw(&mut self.page, &self.layout);
        self.layout.scale_bar(&mut self.page);
        self.page
    }
}
