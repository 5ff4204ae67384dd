//! Values of several kinds side by side: a row each, a dot a value, a stroke at the mean.

use crate::plot::{self, GRID, INK, MARGIN, SOFT, TITLE};
use crate::{Anchor, Canvas, Colour, Style, TextStyle, Ticks, colour, text};
use ambulo_geom::Point;

/// Height of a row [px].
const ROW: f64 = 22.0;
/// Room for the axis and its label [px].
const FOOT: f64 = 48.0;

/// Rows of values over one axis, which begins at zero.
///
/// ```
/// use ambulo_draw::SpreadPlot;
/// let plot = SpreadPlot {
///     title: "Energy".into(),
///     label: "J".into(),
///     width: 440.0,
///     rows: vec![("a".into(), vec![3.0, 4.0]), ("b".into(), vec![f64::NAN])],
/// };
/// let svg = plot.draw().to_svg();
/// assert_eq!(svg.matches("<circle").count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct SpreadPlot {
    /// Title.
    pub title: String,
    /// Label of the values, with unit.
    pub label: String,
    /// Width of the picture [px].
    pub width: f64,
    /// Name and values of each row; what is no number is left out.
    pub rows: Vec<(String, Vec<f64>)>,
}

impl SpreadPlot {
    /// Draws it.
    ///
    /// ```
    /// # use ambulo_draw::SpreadPlot;
    /// let nothing = SpreadPlot { title: "Energy".into(), label: "J".into(), width: 440.0, rows: vec![] };
    /// assert!(nothing.draw().to_svg().contains("Energy"));
    /// ```
    pub fn draw(&self) -> Canvas {
        let top = TITLE + 2.0;
        let bottom = top + ROW * self.rows.len().max(1) as f64;
        let mut page = Canvas::new(self.width, bottom + FOOT);
        plot::title(&mut page, &self.title);
        let small = TextStyle::new(12.5).coloured(SOFT);
        let longest = self.rows.iter().map(|(name, _)| text::width(name, 12.5)).fold(40.0, f64::max);
        let left = MARGIN + longest.min(self.width * 0.4) + 10.0;
        let right = self.width - MARGIN - 12.0;
        let known = self.rows.iter().flat_map(|(_, values)| values.iter().copied()).filter(|v| v.is_finite());
        let (low, high) = known.fold((0.0, 0.0), |(a, b): (f64, f64), v| (a.min(v), b.max(v)));
        let ticks = Ticks::around(low, high, 4);
        let at = |v: f64| left + ticks.share(v).clamp(0.0, 1.0) * (right - left);
        for (v, label) in ticks.values().zip(ticks.labels()) {
            page.line(Point::new(at(v), top), Point::new(at(v), bottom), &Style::stroke(GRID, 1.0));
            page.text(Point::new(at(v), bottom + 16.0), &label, &small.clone().anchored(Anchor::Middle));
        }
        page.line(Point::new(left, bottom), Point::new(right, bottom), &Style::stroke(SOFT, 1.0));
        let name = TextStyle::new(12.5).anchored(Anchor::Middle);
        page.text(Point::new((left + right) / 2.0, bottom + 36.0), &self.label, &name);
        for (i, (name, values)) in self.rows.iter().enumerate() {
            let y = top + ROW * (i as f64 + 0.5);
            let name = text::fitted(name, 12.5, left - MARGIN - 8.0);
            page.text(Point::new(left - 8.0, y + 4.5), &name, &small.clone().anchored(Anchor::End));
            let values: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
            if values.is_empty() {
                continue;
            }
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let bar = Style::fill(colour::category(0).mix(Colour::WHITE, 0.78));
            page.rect(Point::new(at(0.0), y - 6.0), at(mean) - at(0.0), 12.0, &bar);
            for v in &values {
                page.circle(Point::new(at(*v), y), 2.6, &Style::fill(colour::category(0)).with_opacity(0.7));
            }
            page.line(Point::new(at(mean), y - 8.0), Point::new(at(mean), y + 8.0), &Style::stroke(INK, 1.6));
        }
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_values_lie_further_right_and_none_is_no_number() {
        let rows = vec![("a".to_string(), vec![1.0, 2.0]), ("b".into(), vec![f64::INFINITY]), ("c".into(), vec![8.0])];
        let svg = SpreadPlot { title: "t".into(), label: "l".into(), width: 440.0, rows }.draw().to_svg();
        let xs: Vec<f64> = svg
            .split("cx=\"")
            .skip(1)
            .map(|part| part.split('"').next().and_then(|n| n.parse().ok()).expect("a number"))
            .collect();
        assert!(xs.len() == 3 && xs[0] < xs[1] && xs[1] < xs[2], "{xs:?}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}
