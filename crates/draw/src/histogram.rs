//! Bars of counts, with marked values.

use crate::plot::{self, PlotFrame};
use crate::{Canvas, Colour, Entry, Legend, Style, Symbol, Ticks, colour};
use ambulo_geom::Point;

/// A value marked by an upright line, such as the mean.
///
/// ```
/// use ambulo_draw::Mark;
/// assert_eq!(Mark { name: "mean 31 s".into(), value: 31.0 }.value, 31.0);
/// ```
#[derive(Clone, Debug)]
pub struct Mark {
    /// What the legend calls it.
    pub name: String,
    /// Where it stands on the x axis.
    pub value: f64,
}

/// Counts in bins of equal width.
///
/// ```
/// use ambulo_draw::Histogram;
/// let h = Histogram {
///     title: "Travel time".into(), x_label: "time [s]".into(), y_label: "people".into(),
///     start: 20.0, width: 2.0, counts: vec![1, 5, 3], marks: vec![],
/// };
/// assert!(h.draw().to_svg().contains("Travel time"));
/// ```
#[derive(Clone, Debug)]
pub struct Histogram {
    /// Title.
    pub title: String,
    /// Label of the values, with unit.
    pub x_label: String,
    /// Label of the counts.
    pub y_label: String,
    /// Where the first bin begins.
    pub start: f64,
    /// Width of a bin.
    pub width: f64,
    /// How many fall in each bin.
    pub counts: Vec<usize>,
    /// Marked values.
    pub marks: Vec<Mark>,
}

impl Histogram {
    /// Draws it.
    ///
    /// ```
    /// # use ambulo_draw::Histogram;
    /// let nothing = Histogram {
    ///     title: "Travel time".into(), x_label: "time [s]".into(), y_label: "people".into(),
    ///     start: f64::NAN, width: 0.0, counts: vec![], marks: vec![],
    /// };
    /// assert!(nothing.draw().to_svg().contains("No data"));
    /// ```
    pub fn draw(&self) -> Canvas {
        let mut page = Canvas::new(plot::WIDTH, plot::HEIGHT);
        let most = self.counts.iter().copied().max().unwrap_or(0);
        let end = self.start + self.width * self.counts.len() as f64;
        let x = Ticks::within(self.start, end, 10);
        // Counts are whole; a step below one would mark halves of people.
        let y = Ticks::around(0.0, (most as f64 * 1.02).max(1.0), most.clamp(1, 5));
        let entry = |(i, m): (usize, &Mark)| Entry { symbol: Symbol::Line, style: mark_style(i), name: m.name.clone() };
        let legend = Legend { entries: self.marks.iter().enumerate().map(entry).collect() };
        let frame = PlotFrame::draw(&mut page, &self.title, &self.x_label, &self.y_label, x, y, &legend);
        let bar = Style::fill(colour::category(0).mix(Colour::WHITE, 0.35));
        for (i, &count) in self.counts.iter().enumerate().filter(|(_, n)| **n > 0) {
            let from = self.start + self.width * i as f64;
            let (low, high) = (frame.at(from, 0.0), frame.at(from + self.width, count as f64));
            let gap = if high.x - low.x > 6.0 { 1.0 } else { 0.0 };
            page.rect(Point::new(low.x + gap, high.y), high.x - low.x - 2.0 * gap, low.y - high.y, &bar);
        }
        for (i, m) in self.marks.iter().enumerate().filter(|(_, m)| m.value.is_finite()) {
            page.line(frame.at(m.value, 0.0), frame.at(m.value, f64::MAX), &mark_style(i));
        }
        if most == 0 {
            frame.centre_text(&mut page, "No data");
        }
        page
    }
}

fn mark_style(index: usize) -> Style {
    // Colour and dash both differ, so that they differ in greyscale print too.
    let dashes = [None, Some((6.0, 4.0)), Some((2.0, 3.0))];
    let style = Style::stroke([plot::INK, colour::category(1), colour::category(3)][index % 3], 1.8);
    Style { dash: dashes[index % 3], ..style }
}
