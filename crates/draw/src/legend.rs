//! What the colours and lines of a picture mean.

use crate::{Canvas, Style, TextStyle, plot, text};
use ambulo_geom::Point;

const SIZE: f64 = 12.5;
const SYMBOL: f64 = 22.0;
const GAP: f64 = 22.0;
/// Height of one row [px].
pub(crate) const ROW: f64 = 20.0;

/// The mark beside a name.
///
/// ```
/// use ambulo_draw::Symbol;
/// assert_ne!(Symbol::Line, Symbol::Dot);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A piece of line.
    Line,
    /// A small box, for bands and areas.
    Box,
    /// A dot.
    Dot,
}

/// One line of a legend.
///
/// ```
/// use ambulo_draw::{Colour, Entry, Style, Symbol};
/// let e = Entry { symbol: Symbol::Line, style: Style::stroke(Colour::BLACK, 2.0), name: "mean".into() };
/// assert_eq!(e.name, "mean");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The mark.
    pub symbol: Symbol,
    /// How the mark looks.
    pub style: Style,
    /// What it stands for.
    pub name: String,
}

/// Entries side by side, in as many rows as they need.
///
/// ```
/// use ambulo_draw::Legend;
/// assert_eq!(Legend::default().height(500.0), 0.0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Legend {
    /// The entries, in order.
    pub entries: Vec<Entry>,
}

impl Legend {
    /// Where each entry goes: column [px from the left] and row, and the name as far as it fits.
    fn places(&self, room: f64) -> Vec<(f64, usize, String)> {
        let (mut x, mut row) = (0.0, 0);
        let mut places = Vec::with_capacity(self.entries.len());
        for e in &self.entries {
            let name = text::fitted(&e.name, SIZE, (room - SYMBOL - 8.0).clamp(40.0, 260.0));
            let wide = SYMBOL + 8.0 + text::width(&name, SIZE);
            if x > 0.0 && x + wide > room {
                (x, row) = (0.0, row + 1);
            }
            places.push((x, row, name));
            x += wide + GAP;
        }
        places
    }

    /// How high it will be in so much width [px].
    ///
    /// ```
    /// use ambulo_draw::{Colour, Entry, Legend, Style, Symbol};
    /// let e = Entry { symbol: Symbol::Dot, style: Style::fill(Colour::BLACK), name: "a group".into() };
    /// let l = Legend { entries: vec![e; 12] };
    /// assert!(l.height(200.0) > l.height(900.0));
    /// ```
    pub fn height(&self, room: f64) -> f64 {
        self.places(room).last().map_or(0.0, |(_, row, _)| (row + 1) as f64 * ROW)
    }

    /// Draws it with its upper left corner at a place of the page [px].
    ///
    /// ```
    /// use ambulo_draw::{Canvas, Colour, Entry, Legend, Style, Symbol};
    /// use ambulo_geom::Point;
    /// let e = Entry { symbol: Symbol::Dot, style: Style::fill(Colour::BLACK), name: "east".into() };
    /// let mut page = Canvas::new(200.0, 40.0);
    /// Legend { entries: vec![e] }.draw(&mut page, Point::new(0.0, 0.0), 200.0);
    /// assert!(page.to_svg().contains("east"));
    /// ```
    pub fn draw(&self, page: &mut Canvas, corner: Point, room: f64) {
        for (e, (x, row, name)) in self.entries.iter().zip(self.places(room)) {
            let (x, y) = (corner.x + x, corner.y + (row as f64 + 0.5) * ROW);
            match e.symbol {
                Symbol::Line => page.line(Point::new(x, y), Point::new(x + SYMBOL, y), &e.style),
                Symbol::Box => page.rect(Point::new(x + 2.0, y - 6.0), SYMBOL - 4.0, 12.0, &e.style),
                Symbol::Dot => page.circle(Point::new(x + SYMBOL / 2.0, y), 3.5, &e.style),
            }
            let style = TextStyle::new(SIZE).coloured(plot::SOFT);
            page.text(Point::new(x + SYMBOL + 8.0, y + 4.5), &name, &style);
        }
    }
}
