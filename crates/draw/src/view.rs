//! From the world to the page.

use ambulo_geom::{Bounds, Point};

/// Where metres go on the page: one scale for both axes, north up.
///
/// ```
/// use ambulo_draw::PageTransform;
/// use ambulo_geom::{Bounds, Point};
/// let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(10.0, 5.0) };
/// let page = Bounds { min: Point::new(0.0, 0.0), max: Point::new(200.0, 200.0) };
/// let view = PageTransform::fit(world, page);
/// assert_eq!(view.scale(), 20.0);
/// assert_eq!(view.page(Point::new(0.0, 5.0)), Point::new(0.0, 50.0)); // centred, y turned
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageTransform {
    centre: Point,
    on_page: Point,
    scale: f64,
}

impl PageTransform {
    /// Shows a box of the world as large as it fits in a box of the page, centred.
    ///
    /// ```
    /// use ambulo_draw::PageTransform;
    /// use ambulo_geom::{Bounds, Point};
    /// let dot = Bounds { min: Point::new(3.0, 3.0), max: Point::new(3.0, 3.0) };
    /// let page = Bounds { min: Point::new(0.0, 0.0), max: Point::new(100.0, 100.0) };
    /// assert!(PageTransform::fit(dot, page).scale().is_finite()); // a world without extent still has a scale
    /// ```
    pub fn fit(world: Bounds, page: Bounds) -> Self {
        let across = |world: f64, page: f64| if world > 0.0 { page / world } else { f64::INFINITY };
        let scale = across(world.width(), page.width()).min(across(world.height(), page.height()));
        let scale = if scale.is_finite() && scale > 0.0 { scale } else { 1.0 };
        Self { centre: world.center(), on_page: page.center(), scale }
    }

    /// A place in the world, on the page [px, y down].
    ///
    /// ```
    /// # use ambulo_draw::PageTransform;
    /// # use ambulo_geom::{Bounds, Point};
    /// # let unit = Bounds { min: Point::new(0.0, 0.0), max: Point::new(1.0, 1.0) };
    /// assert_eq!(PageTransform::fit(unit, unit).page(Point::new(0.0, 0.0)), Point::new(0.0, 1.0));
    /// ```
    pub fn page(&self, p: Point) -> Point {
        Point::new(
            self.on_page.x + (p.x - self.centre.x) * self.scale,
            self.on_page.y - (p.y - self.centre.y) * self.scale,
        )
    }

    /// Pixels per metre.
    ///
    /// ```
    /// # use ambulo_draw::PageTransform;
    /// # use ambulo_geom::{Bounds, Point};
    /// # let unit = Bounds { min: Point::new(0.0, 0.0), max: Point::new(1.0, 1.0) };
    /// assert_eq!(PageTransform::fit(unit, unit).scale(), 1.0);
    /// ```
    pub fn scale(&self) -> f64 {
        self.scale
    }
}
