//! Lines over an axis, with bands.

use crate::plot::{self, PlotFrame};
use crate::{Canvas, Colour, Entry, Legend, Style, Symbol, Ticks, colour, simplify};
use ambulo_geom::Point;

/// A line through pairs of values; a pair with what is no number breaks it.
///
/// ```
/// use ambulo_draw::Series;
/// let s = Series::new("mean", vec![(0.0, 1.2), (1.0, 1.3)]);
/// assert_eq!(s.points.len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// The pairs, by rising x.
    pub points: Vec<(f64, f64)>,
    /// Colour; the next of the palette when `None`.
    pub colour: Option<Colour>,
    /// Width of the line [px].
    pub width: f64,
}

impl Series {
    /// A line of the usual width in the next colour of the palette.
    ///
    /// ```
    /// assert!(ambulo_draw::Series::new("mean", vec![]).colour.is_none());
    /// ```
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), points, colour: None, width: 2.0 }
    }

    /// The same in a colour of your own.
    ///
    /// ```
    /// use ambulo_draw::{Colour, Series};
    /// assert!(Series::new("mean", vec![]).coloured(Colour::BLACK).colour.is_some());
    /// ```
    pub fn coloured(self, colour: Colour) -> Self {
        Self { colour: Some(colour), ..self }
    }

    /// The same in another width [px].
    ///
    /// ```
    /// assert_eq!(ambulo_draw::Series::new("mean", vec![]).wide(1.0).width, 1.0);
    /// ```
    pub fn wide(self, width: f64) -> Self {
        Self { width, ..self }
    }
}

/// A filled band between two values.
///
/// ```
/// use ambulo_draw::Band;
/// let b = Band { name: "10 to 90 %".into(), points: vec![(0.0, 0.9, 1.4)], colour: None };
/// assert_eq!(b.points.len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Band {
    /// What the legend calls it.
    pub name: String,
    /// x, low, high; by rising x.
    pub points: Vec<(f64, f64, f64)>,
    /// Colour; the first of the palette when `None`.
    pub colour: Option<Colour>,
}

/// A plot of lines and bands.
///
/// ```
/// use ambulo_draw::{LinePlot, Series};
/// let plot = LinePlot::new("People present", "time [s]", "people").series(Series::new("all", vec![(0.0, 3.0)]));
/// assert!(plot.draw().to_svg().contains("People present"));
/// ```
#[derive(Clone, Debug)]
pub struct LinePlot {
    title: String,
    x_label: String,
    y_label: String,
    bands: Vec<Band>,
    lines: Vec<Series>,
}

impl LinePlot {
    /// An empty plot; labels carry their units.
    ///
    /// ```
    /// let empty = ambulo_draw::LinePlot::new("Speed", "time [s]", "speed [m/s]");
    /// assert!(empty.draw().to_svg().contains("No data"));
    /// ```
    pub fn new(title: &str, x_label: &str, y_label: &str) -> Self {
        let (title, x_label, y_label) = (title.into(), x_label.into(), y_label.into());
        Self { title, x_label, y_label, bands: vec![], lines: vec![] }
    }

    /// Adds a line.
    ///
    /// ```
    /// use ambulo_draw::{LinePlot, Series};
    /// let plot = LinePlot::new("", "", "").series(Series::new("a", vec![])).series(Series::new("b", vec![]));
    /// assert!(plot.draw().to_svg().contains(">b<"));
    /// ```
    pub fn series(mut self, line: Series) -> Self {
        self.lines.push(line);
        self
    }

    /// Adds a band, below all lines.
    ///
    /// ```
    /// use ambulo_draw::{Band, LinePlot, Series};
    /// let band = Band { name: "spread".into(), points: vec![(0.0, 1.0, 2.0), (1.0, 1.0, 3.0)], colour: None };
    /// let plot = LinePlot::new("", "", "").series(Series::new("mean", vec![])).band(band);
    /// assert!(plot.draw().to_svg().contains("spread"));
    /// ```
    pub fn band(mut self, band: Band) -> Self {
        self.bands.push(band);
        self
    }

    fn colour_of(&self, line: usize) -> Colour {
        self.lines[line].colour.unwrap_or_else(|| colour::category(line))
    }

    fn legend(&self) -> Legend {
        let line = |i: usize| Entry {
            symbol: Symbol::Line,
            style: Style::stroke(self.colour_of(i), self.lines[i].width),
            name: self.lines[i].name.clone(),
        };
        let mut entries: Vec<Entry> = (0..self.lines.len()).map(line).collect();
        entries.extend(self.bands.iter().map(|b| Entry {
            symbol: Symbol::Box,
            style: band_style(b),
            name: b.name.clone(),
        }));
        // One line needs no legend: the label of the axis says what it is.
        Legend { entries: if entries.len() > 1 { entries } else { vec![] } }
    }

    /// Draws it. The y axis begins at zero unless values lie below.
    ///
    /// ```
    /// use ambulo_draw::{LinePlot, Series};
    /// let svg = LinePlot::new("", "", "").series(Series::new("a", vec![(0.0, f64::NAN)])).draw().to_svg();
    /// assert!(!svg.contains("NaN"));
    /// ```
    pub fn draw(&self) -> Canvas {
        let mut page = Canvas::new(plot::WIDTH, plot::HEIGHT);
        let lines = self.lines.iter().flat_map(|l| l.points.iter().copied());
        let bands = self.bands.iter().flat_map(|b| b.points.iter().flat_map(|&(x, a, b)| [(x, a), (x, b)]));
        let values: Vec<(f64, f64)> = lines.chain(bands).filter(|(x, y)| x.is_finite() && y.is_finite()).collect();
        let span = |pick: fn(&(f64, f64)) -> f64| {
            let low = values.iter().map(pick).fold(f64::INFINITY, f64::min);
            (low, values.iter().map(pick).fold(f64::NEG_INFINITY, f64::max))
        };
        let ((x0, x1), (y0, y1)) = (span(|v| v.0), span(|v| v.1));
        let (x, y) = (Ticks::within(x0, x1, 10), Ticks::around(y0.min(0.0), y1, 5));
        let frame = PlotFrame::draw(&mut page, &self.title, &self.x_label, &self.y_label, x, y, &self.legend());
        for b in &self.bands {
            for run in b.points.split(|p| !(p.0.is_finite() && p.1.is_finite() && p.2.is_finite())) {
                let mut ring = simplify(&run.iter().map(|p| frame.at(p.0, p.2)).collect::<Vec<_>>(), 0.15);
                ring.extend(simplify(&run.iter().rev().map(|p| frame.at(p.0, p.1)).collect::<Vec<_>>(), 0.15));
                page.polygon([&ring[..]], &band_style(b));
            }
        }
        for (i, line) in self.lines.iter().enumerate() {
            let style = Style::stroke(self.colour_of(i), line.width);
            for run in line.points.split(|p| !(p.0.is_finite() && p.1.is_finite())) {
                let places: Vec<Point> = run.iter().map(|&(x, y)| frame.at(x, y)).collect();
                match places.len() {
                    0 => {}
                    // A line needs two places; one alone would not be seen.
                    1 => page.circle(places[0], line.width + 1.0, &Style::fill(self.colour_of(i))),
                    _ => page.polyline(&simplify(&places, 0.15), &style),
                }
            }
        }
        if values.is_empty() {
            frame.centre_text(&mut page, "No data");
        }
        page
    }
}

fn band_style(b: &Band) -> Style {
    Style::fill(b.colour.unwrap_or_else(|| colour::category(0))).with_opacity(0.18)
}
