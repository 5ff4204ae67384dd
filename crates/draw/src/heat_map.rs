//! Values in square cells over a plan, with a colour bar.

use crate::number::{hundredths, push_hundredths};
use crate::plot;
use crate::{Anchor, Canvas, ColourMap, Places, PlanPicture, Style, TextStyle, Ticks, plan, text};
use ambulo_geom::{Point, Region};

/// Colours in the bar: as many as the eye can distinguish, few enough that equal neighbours merge to one shape.
const LEVELS: usize = 32;

/// Values in square cells; `None` leaves a cell blank.
///
/// ```
/// use ambulo_draw::Cells;
/// use ambulo_geom::Point;
/// let c = Cells { origin: Point::new(0.0, 0.0), size: 0.5, columns: 2, values: vec![Some(1.0), None] };
/// assert_eq!(c.values.len() / c.columns, 1);
/// ```
#[derive(Clone, Debug)]
pub struct Cells {
    /// Lower left corner [m].
    pub origin: Point,
    /// Side of a cell [m].
    pub size: f64,
    /// Cells in a row.
    pub columns: usize,
    /// Row by row from the lowest.
    pub values: Vec<Option<f64>>,
}

/// A heat map over a plan.
///
/// ```
/// use ambulo_draw::{Cells, ColourMap, HeatMap, Places};
/// use ambulo_geom::{Point, Polygon, Region};
/// let hall = Region::from(Polygon::rectangle(0.0, 0.0, 1.0, 1.0).unwrap());
/// let cells = Cells { origin: Point::new(0.0, 0.0), size: 0.5, columns: 2, values: vec![Some(1.0); 4] };
/// let map = HeatMap {
///     title: "Mean density".into(), label: "people [1/m²]".into(), colours: ColourMap::ember().reversed(),
///     low: 0.0, high: 2.0, cells, plan: hall, places: Places::default(), empty: "Nobody walked.".into(),
/// };
/// assert!(map.draw().to_svg().contains("people [1/m²]"));
/// ```
#[derive(Clone, Debug)]
pub struct HeatMap {
    /// Title.
    pub title: String,
    /// What the colours mean, with unit.
    pub label: String,
    /// Colours from low to high.
    pub colours: ColourMap,
    /// Value of the first colour.
    pub low: f64,
    /// Value that the last colour must reach; the bar goes on to the next round number.
    pub high: f64,
    /// The values.
    pub cells: Cells,
    /// The plan over which they lie.
    pub plan: Region,
    /// Named areas and doors.
    pub places: Places,
    /// Text when all cells are blank.
    pub empty: String,
}

impl HeatMap {
    /// Draws it.
    ///
    /// ```
    /// # use ambulo_draw::{Cells, ColourMap, HeatMap, Places};
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 1.0, 1.0).unwrap());
    /// # let cells = Cells { origin: Point::new(0.0, 0.0), size: 0.5, columns: 0, values: vec![] };
    /// let blank = HeatMap {
    ///     title: "Mean density".into(), label: "people [1/m²]".into(), colours: ColourMap::ember(),
    ///     low: 0.0, high: f64::NAN, cells, plan: hall, places: Places::default(), empty: "Nobody walked.".into(),
    /// };
    /// assert!(blank.draw().to_svg().contains("Nobody walked."));
    /// ```
    pub fn draw(&self) -> Canvas {
        let c = &self.cells;
        let rows = c.values.len().checked_div(c.columns).unwrap_or(0);
        let far = Point::new(c.origin.x + c.size * c.columns as f64, c.origin.y + c.size * rows as f64);
        let extent = plan::extent(&self.plan, [c.origin, far]);
        let mut picture = PlanPicture::new(&self.title, extent, 40.0);
        let scale = Ticks::around(self.low, self.high, 5);
        picture.floor(&self.plan);
        self.draw_cells(&mut picture, &scale);
        picture.outside(&self.plan);
        picture.walls(&self.plan);
        picture.place_outlines(&self.places);
        picture.place_names(&self.places);
        if c.values.iter().all(Option::is_none) {
            picture.centre_text(&self.empty);
        }
        self.draw_bar(&mut picture, &scale);
        picture.finish()
    }

    fn level(scale: &Ticks, value: f64) -> usize {
        // The cast sends what is below, and NaN, to zero.
        ((scale.share(value) * LEVELS as f64) as usize).min(LEVELS - 1)
    }

    fn colour(&self, level: usize) -> Style {
        Style::fill(self.colours.at((level as f64 + 0.5) / LEVELS as f64)).crisp()
    }

    /// One shape for each colour; cells of a row that share it become one box.
    fn draw_cells(&self, picture: &mut PlanPicture, scale: &Ticks) {
        let c = &self.cells;
        if c.columns == 0 {
            return;
        }
        let view = picture.view();
        // Borders are rounded once, so that neighbours share them.
        let corner = |column: usize, row: usize| {
            let p = Point::new(c.origin.x + c.size * column as f64, c.origin.y + c.size * row as f64);
            let p = view.page(p);
            (hundredths(p.x), hundredths(p.y))
        };
        let mut shapes = vec![String::new(); LEVELS];
        for (row, values) in c.values.chunks_exact(c.columns).enumerate() {
            let mut column = 0;
            for run in values.chunk_by(|a, b| a.map(|v| Self::level(scale, v)) == b.map(|v| Self::level(scale, v))) {
                if let Some(value) = run[0] {
                    let ((x0, y0), (x1, y1)) = (corner(column, row + 1), corner(column + run.len(), row));
                    let out = &mut shapes[Self::level(scale, value)];
                    for (command, n) in [('M', x0), (' ', y0), ('h', x1 - x0), ('v', y1 - y0), ('h', x0 - x1)] {
                        out.push(command);
                        push_hundredths(out, n);
                    }
                    out.push('z');
                }
                column += run.len();
            }
        }
        for (level, shape) in shapes.iter().enumerate() {
            picture.page().path(shape, &self.colour(level));
        }
    }

    fn draw_bar(&self, picture: &mut PlanPicture, scale: &Ticks) {
        const WIDE: f64 = 340.0;
        const HIGH: f64 = 11.0;
        let foot = picture.foot();
        let view = picture.view();
        let (x, y) = (foot.max.x - WIDE - 8.0, foot.min.y + 4.0);
        let page = picture.page();
        page.set_view(None);
        let step = WIDE / LEVELS as f64;
        for level in 0..LEVELS {
            page.rect(Point::new(x + step * level as f64, y), step, HIGH, &self.colour(level));
        }
        page.rect(Point::new(x, y), WIDE, HIGH, &Style::stroke(plot::SOFT, 0.8));
        for (v, label) in scale.values().zip(scale.labels()) {
            let at = x + scale.share(v) * WIDE;
            page.line(Point::new(at, y + HIGH), Point::new(at, y + HIGH + 4.0), &Style::stroke(plot::SOFT, 1.0));
            let small = TextStyle::new(12.5).coloured(plot::SOFT).anchored(Anchor::Middle);
            page.text(Point::new(at, y + HIGH + 17.0), &label, &small);
        }
        let label = text::fitted(&self.label, 13.0, x - foot.min.x - 12.0);
        page.text(Point::new(x - 12.0, y + HIGH - 1.0), &label, &TextStyle::new(13.0).anchored(Anchor::End));
        page.set_view(Some(view));
    }
}
