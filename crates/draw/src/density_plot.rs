//! How many curves pass where: a grid of cells over two axes, darker where more do.

use crate::plot::{self, PlotFrame};
use crate::{Canvas, Colour, ColourMap, Entry, Legend, Style, Symbol, Ticks};
use ambulo_geom::Point;

/// A plot of shares in cells.
///
/// ```
/// use ambulo_draw::DensityPlot;
/// let plot = DensityPlot {
///     title: "mpd of all pairs".into(), x_label: "time [%]".into(), y_label: "mpd [m]".into(),
///     x: (0.0, 100.0), y: (0.0, 4.0), columns: vec![vec![0.0, 1.0], vec![0.5, 0.5]], meaning: "share of the pairs".into(),
/// };
/// assert!(plot.draw().to_svg().contains("100 % share of the pairs"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DensityPlot {
    /// Title.
    pub title: String,
    /// What is along, with its unit.
    pub x_label: String,
    /// What is up, with its unit.
    pub y_label: String,
    /// From where to where the columns reach.
    pub x: (f64, f64),
    /// From where to where the cells of a column reach.
    pub y: (f64, f64),
    /// Shares from 0 to 1, column by column, each from below.
    pub columns: Vec<Vec<f64>>,
    /// What the colours mean.
    pub meaning: String,
}

impl DensityPlot {
    /// Draws it. The darkest colour is the largest share.
    ///
    /// ```
    /// assert!(ambulo_draw::DensityPlot::default().draw().to_svg().contains("No data"));
    /// ```
    pub fn draw(&self) -> Canvas {
        let mut page = Canvas::new(plot::WIDTH, plot::HEIGHT);
        let most = self.columns.iter().flatten().copied().filter(|v| v.is_finite()).fold(0.0, f64::max);
        let shown: Vec<f64> = if most > 0.0 { vec![0.1, 0.5, 1.0] } else { vec![] };
        let map = ColourMap::through(&[
            Colour::rgb(0xF1, 0xF4, 0xF7),
            Colour::rgb(0x3B, 0x6E, 0xB4),
            Colour::rgb(0x12, 0x20, 0x3F),
        ]);
        let entry = |share: &f64| Entry {
            symbol: Symbol::Box,
            style: Style::fill(map.at(*share)),
            name: format!("{:.0} % {}", 100.0 * share * most, self.meaning),
        };
        let legend = Legend { entries: shown.iter().map(entry).collect() };
        let (x, y) = (Ticks::around(self.x.0, self.x.1, 8), Ticks::around(self.y.0, self.y.1, 5));
        let frame = PlotFrame::draw(&mut page, &self.title, &self.x_label, &self.y_label, x, y, &legend);
        if most <= 0.0 {
            frame.centre_text(&mut page, "No data");
            return page;
        }
        let along = |(from, to): (f64, f64), k: usize, n: usize| from + (to - from) * k as f64 / n as f64;
        for (i, column) in self.columns.iter().enumerate() {
            for (j, share) in column.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                let at =
                    |i: usize, j: usize| frame.at(along(self.x, i, self.columns.len()), along(self.y, j, column.len()));
                let (low, high) = (at(i, j), at(i + 1, j + 1));
                // A hair wider than it is: no white seams between neighbours.
                let (width, height) = (high.x - low.x + 0.3, low.y - high.y + 0.3);
                page.rect(Point::new(low.x, high.y), width, height, &Style::fill(map.at(share / most)));
            }
        }
        page
    }
}
