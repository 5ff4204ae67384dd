//! Points over two axes, and curves to compare them with.

use crate::plot::{self, PlotFrame};
use crate::{Canvas, Colour, Entry, Legend, Series, Style, Symbol, Ticks, colour, simplify};
use ambulo_geom::Point;
use std::collections::BTreeMap;

/// Points of one kind; pairs with what is no number are left out.
///
/// ```
/// use ambulo_draw::Points;
/// let p = Points::new("counted", vec![(0.5, 1.3), (2.0, 0.7)]);
/// assert_eq!(p.size, 2.0);
/// ```
#[derive(Clone, Debug)]
pub struct Points {
    /// What the legend calls them.
    pub name: String,
    /// The pairs.
    pub points: Vec<(f64, f64)>,
    /// Colour; the next of the palette when `None`.
    pub colour: Option<Colour>,
    /// Radius [px].
    pub size: f64,
    /// 1 hides what lies below, less lets crowds of points show as darker.
    pub opacity: f64,
}

impl Points {
    /// Small dots in the next colour of the palette, the fainter the more there are.
    ///
    /// ```
    /// use ambulo_draw::Points;
    /// assert!(Points::new("many", vec![(1.0, 1.0); 9000]).opacity < Points::new("few", vec![(1.0, 1.0)]).opacity);
    /// ```
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        let opacity = match points.len() {
            0..=200 => 0.75,
            201..=1500 => 0.4,
            _ => 0.2,
        };
        Self { name: name.into(), points, colour: None, size: 2.0, opacity }
    }

    /// The same in a colour of your own.
    ///
    /// ```
    /// use ambulo_draw::{Colour, Points};
    /// assert!(Points::new("counted", vec![]).coloured(Colour::BLACK).colour.is_some());
    /// ```
    pub fn coloured(self, colour: Colour) -> Self {
        Self { colour: Some(colour), ..self }
    }

    /// The same with dots of another size and opacity.
    ///
    /// ```
    /// assert_eq!(ambulo_draw::Points::new("means", vec![]).dots(4.0, 1.0).size, 4.0);
    /// ```
    pub fn dots(self, size: f64, opacity: f64) -> Self {
        Self { size, opacity, ..self }
    }
}

/// A plot of points, with curves above them.
///
/// ```
/// use ambulo_draw::{Points, ScatterPlot, Series};
/// let svg = ScatterPlot::new("Fundamental diagram", "density [1/m²]", "speed [m/s]")
///     .points(Points::new("counted", vec![(0.5, 1.3), (2.0, f64::NAN)]))
///     .curve(Series::new("Weidmann", vec![(0.1, 1.34), (5.4, 0.0)]))
///     .draw()
///     .to_svg();
/// assert!(svg.contains("Weidmann") && !svg.contains("NaN"));
/// ```
#[derive(Clone, Debug)]
pub struct ScatterPlot {
    title: String,
    x_label: String,
    y_label: String,
    kinds: Vec<Points>,
    curves: Vec<Series>,
    width: f64,
    height: f64,
}

impl ScatterPlot {
    /// An empty plot; labels carry their units.
    ///
    /// ```
    /// let empty = ambulo_draw::ScatterPlot::new("Speed", "density [1/m²]", "speed [m/s]");
    /// assert!(empty.draw().to_svg().contains("No data"));
    /// ```
    pub fn new(title: &str, x_label: &str, y_label: &str) -> Self {
        let (title, x_label, y_label) = (title.into(), x_label.into(), y_label.into());
        Self { title, x_label, y_label, kinds: vec![], curves: vec![], width: plot::WIDTH, height: plot::HEIGHT }
    }

    /// Adds points.
    ///
    /// ```
    /// use ambulo_draw::{Points, ScatterPlot};
    /// let svg = ScatterPlot::new("", "", "").points(Points::new("a", vec![(1.0, 2.0); 3])).draw().to_svg();
    /// assert_eq!(svg.matches("<circle").count(), 1); // three at one place are one, only darker
    /// ```
    pub fn points(mut self, points: Points) -> Self {
        self.kinds.push(points);
        self
    }

    /// Adds a curve, above all points.
    ///
    /// ```
    /// use ambulo_draw::{Points, ScatterPlot, Series};
    /// let plot = ScatterPlot::new("", "", "").points(Points::new("a", vec![])).curve(Series::new("b", vec![]));
    /// assert!(plot.draw().to_svg().contains(">b<"));
    /// ```
    pub fn curve(mut self, curve: Series) -> Self {
        self.curves.push(curve);
        self
    }

    /// In another size [px].
    ///
    /// ```
    /// let page = ambulo_draw::ScatterPlot::new("", "", "").sized(600.0, 400.0).draw();
    /// assert_eq!((page.width(), page.height()), (600.0, 400.0));
    /// ```
    pub fn sized(self, width: f64, height: f64) -> Self {
        Self { width, height, ..self }
    }

    fn colour_of_points(&self, k: usize) -> Colour {
        self.kinds[k].colour.unwrap_or_else(|| colour::category(k))
    }

    fn colour_of_curve(&self, k: usize) -> Colour {
        self.curves[k].colour.unwrap_or_else(|| colour::category(self.kinds.len() + k))
    }

    fn legend(&self) -> Legend {
        let dot = |k: usize| Entry {
            symbol: Symbol::Dot,
            style: Style::fill(self.colour_of_points(k)),
            name: self.kinds[k].name.clone(),
        };
        let line = |k: usize| Entry {
            symbol: Symbol::Line,
            style: Style::stroke(self.colour_of_curve(k), self.curves[k].width),
            name: self.curves[k].name.clone(),
        };
        let entries: Vec<Entry> = (0..self.kinds.len()).map(dot).chain((0..self.curves.len()).map(line)).collect();
        // One kind needs no legend: the title says what it is.
        Legend { entries: if entries.len() > 1 { entries } else { vec![] } }
    }

    /// Draws it. Both axes begin at zero unless values lie below.
    ///
    /// ```
    /// use ambulo_draw::{Points, ScatterPlot};
    /// let svg = ScatterPlot::new("", "", "").points(Points::new("a", vec![(f64::INFINITY, 1.0)])).draw().to_svg();
    /// assert!(svg.contains("No data") && !svg.contains("inf"));
    /// ```
    pub fn draw(&self) -> Canvas {
        let mut page = Canvas::new(self.width, self.height);
        let known = |p: &(f64, f64)| p.0.is_finite() && p.1.is_finite();
        let dots = self.kinds.iter().flat_map(|k| k.points.iter().copied());
        let lines = self.curves.iter().flat_map(|c| c.points.iter().copied());
        let values: Vec<(f64, f64)> = dots.chain(lines).filter(known).collect();
        let span = |pick: fn(&(f64, f64)) -> f64| {
            values.iter().map(pick).fold((0.0, f64::NEG_INFINITY), |(a, b): (f64, f64), v| (a.min(v), b.max(v)))
        };
        let ((x0, x1), (y0, y1)) = (span(|v| v.0), span(|v| v.1));
        let (x, y) = (Ticks::around(x0, x1, 8), Ticks::around(y0, y1, 5));
        let frame = PlotFrame::draw(&mut page, &self.title, &self.x_label, &self.y_label, x, y, &self.legend());
        for (k, kind) in self.kinds.iter().enumerate() {
            // Dots that would fall on one pixel are drawn as one, as dark as all of them: thousands make a heavy page.
            let mut dots = BTreeMap::<(i64, i64), i32>::new();
            for p in kind.points.iter().filter(|p| known(p)).map(|p| frame.at(p.0, p.1)) {
                *dots.entry((p.x.round() as i64, p.y.round() as i64)).or_default() += 1;
            }
            for ((x, y), count) in dots {
                let opacity = 1.0 - (1.0 - kind.opacity.clamp(0.0, 1.0)).powi(count.min(50));
                let style = Style::fill(self.colour_of_points(k)).with_opacity(opacity);
                page.circle(Point::new(x as f64, y as f64), kind.size, &style);
            }
        }
        for (k, curve) in self.curves.iter().enumerate() {
            let style = Style::stroke(self.colour_of_curve(k), curve.width);
            for run in curve.points.split(|p| !known(p)) {
                let places: Vec<Point> = run.iter().map(|p| frame.at(p.0, p.1)).collect();
                page.polyline(&simplify(&places, 0.15), &style);
            }
        }
        if values.is_empty() {
            frame.centre_text(&mut page, "No data");
        }
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crowds_of_points_are_darker_and_nothing_is_no_number() {
        let points = vec![(1.0, 1.0), (1.0, 1.0), (3.0, 2.0), (f64::NAN, 1.0)];
        let plot = ScatterPlot::new("t", "x", "y").points(Points::new("a", points).dots(2.0, 0.5));
        let svg = plot.curve(Series::new("c", vec![(0.0, 1.0), (4.0, 0.0)])).draw().to_svg();
        assert_eq!(svg.matches("fill-opacity=\"0.75\"").count(), 1);
        assert_eq!(svg.matches("fill-opacity=\"0.5\"").count(), 1);
        assert!(!svg.contains("NaN"));
    }
}
