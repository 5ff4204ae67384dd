//! The frame that plots share: sizes, colours, title, axes, grid.

use crate::{Anchor, Canvas, Colour, Legend, Style, TextStyle, Ticks, text};
use ambulo_geom::Point;

/// Width of every picture [px]: what a page of text is wide.
pub const WIDTH: f64 = 900.0;
/// Height of a plot [px].
pub const HEIGHT: f64 = 330.0;
/// Margin of every picture [px].
pub const MARGIN: f64 = 16.0;
/// Colour of titles and marks.
pub const INK: Colour = Colour::rgb(0x26, 0x2B, 0x31);
/// Colour of labels.
pub const SOFT: Colour = Colour::rgb(0x4D, 0x55, 0x5E);
/// Colour of grid lines.
pub const GRID: Colour = Colour::rgb(0xE4, 0xE7, 0xEA);
/// Room for the title [px].
pub(crate) const TITLE: f64 = 38.0;

/// Writes the title of a picture.
pub(crate) fn title(page: &mut Canvas, words: &str) {
    let words = text::fitted(words, 16.0, page.width() - 2.0 * MARGIN);
    page.text(Point::new(MARGIN, 25.0), &words, &TextStyle::new(16.0).strong());
}

/// A plot's frame: the box in which data are drawn, and where values lie in it.
///
/// ```
/// use ambulo_draw::{Canvas, Legend, Ticks, plot::PlotFrame};
/// let mut page = Canvas::new(900.0, 330.0);
/// let (x, y) = (Ticks::around(0.0, 60.0, 6), Ticks::around(0.0, 1.4, 4));
/// let frame = PlotFrame::draw(&mut page, "Speed", "time [s]", "speed [m/s]", x, y, &Legend::default());
/// assert!(frame.at(60.0, 0.0).x > frame.at(0.0, 0.0).x);
/// assert!(frame.at(0.0, 1.0).y < frame.at(0.0, 0.0).y);
/// ```
#[derive(Clone, Debug)]
pub struct PlotFrame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    x: Ticks,
    y: Ticks,
}

impl PlotFrame {
    /// Draws title, legend, grid and axes on an empty page.
    ///
    /// ```
    /// # use ambulo_draw::{Canvas, Legend, Ticks, plot::PlotFrame};
    /// let mut page = Canvas::new(900.0, 330.0);
    /// let axis = || Ticks::around(0.0, 1.0, 4);
    /// PlotFrame::draw(&mut page, "", "time [s]", "people", axis(), axis(), &Legend::default());
    /// assert!(page.to_svg().contains("time [s]"));
    /// ```
    pub fn draw(
        page: &mut Canvas,
        name: &str,
        x_label: &str,
        y_label: &str,
        x: Ticks,
        y: Ticks,
        legend: &Legend,
    ) -> Self {
        title(page, name);
        let labels = y.labels();
        let widest = labels.iter().map(|l| text::width(l, 12.5)).fold(0.0, f64::max);
        let left = MARGIN + 24.0 + widest + 8.0;
        let right = page.width() - MARGIN - 10.0;
        let legend_height = legend.height(right - left);
        legend.draw(page, Point::new(left, TITLE), right - left);
        let top = TITLE + if legend_height > 0.0 { legend_height + 8.0 } else { 4.0 };
        let frame = Self { left, right, top, bottom: page.height() - 52.0, x, y };
        frame.draw_axes(page, x_label, y_label, &labels);
        frame
    }

    fn draw_axes(&self, page: &mut Canvas, x_label: &str, y_label: &str, y_labels: &[String]) {
        let grid = Style::stroke(GRID, 1.0);
        let small = TextStyle::new(12.5).coloured(SOFT);
        for (v, label) in self.y.values().zip(y_labels) {
            let p = self.at(self.x.low(), v);
            page.line(p, Point::new(self.right, p.y), &grid);
            page.text(Point::new(p.x - 8.0, p.y + 4.5), label, &small.clone().anchored(Anchor::End));
        }
        let axis = Style::stroke(SOFT, 1.0);
        for (v, label) in self.x.values().zip(self.x.labels()) {
            let p = self.at(v, self.y.low());
            page.line(p, Point::new(p.x, p.y + 5.0), &axis);
            page.text(Point::new(p.x, p.y + 19.0), &label, &small.clone().anchored(Anchor::Middle));
        }
        page.line(Point::new(self.left, self.bottom), Point::new(self.right, self.bottom), &axis);
        let name = TextStyle::new(13.0).anchored(Anchor::Middle);
        page.text(Point::new((self.left + self.right) / 2.0, self.bottom + 40.0), x_label, &name);
        page.text(Point::new(MARGIN + 10.0, (self.top + self.bottom) / 2.0), y_label, &name.turned(-90.0));
    }

    /// Where a pair of values lies on the page; what lies outside the axes is moved to their ends.
    ///
    /// ```
    /// # use ambulo_draw::{Canvas, Legend, Ticks, plot::PlotFrame};
    /// # let mut page = Canvas::new(900.0, 330.0);
    /// # let axis = || Ticks::around(0.0, 1.0, 4);
    /// let frame = PlotFrame::draw(&mut page, "", "", "", axis(), axis(), &Legend::default());
    /// assert_eq!(frame.at(5.0, 0.0), frame.at(1.0, 0.0));
    /// ```
    pub fn at(&self, x: f64, y: f64) -> Point {
        let share = |t: &Ticks, v: f64| if v.is_finite() { t.share(v).clamp(0.0, 1.0) } else { 0.0 };
        Point::new(
            self.left + share(&self.x, x) * (self.right - self.left),
            self.bottom - share(&self.y, y) * (self.bottom - self.top),
        )
    }

    /// Writes a sentence in the middle of the frame: for a plot without data.
    ///
    /// ```
    /// # use ambulo_draw::{Canvas, Legend, Ticks, plot::PlotFrame};
    /// # let mut page = Canvas::new(900.0, 330.0);
    /// # let axis = || Ticks::around(0.0, 1.0, 4);
    /// let frame = PlotFrame::draw(&mut page, "", "", "", axis(), axis(), &Legend::default());
    /// frame.centre_text(&mut page, "Nobody walked.");
    /// assert!(page.to_svg().contains("Nobody walked."));
    /// ```
    pub fn centre_text(&self, page: &mut Canvas, words: &str) {
        let middle = Point::new((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0);
        page.text(middle, words, &TextStyle::new(14.0).coloured(SOFT).anchored(Anchor::Middle).with_halo());
    }
}
