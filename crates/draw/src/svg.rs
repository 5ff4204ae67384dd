//! A thin SVG layer: shapes in, text out.

use crate::number::{hundredths, push, push_hundredths, short};
use crate::{Anchor, FONT_FAMILY, PageTransform, Style, TextStyle, text};
use ambulo_geom::Point;
use std::fmt::Write;

/// Nothing is drawn farther from the corner of the page than this [px].
const FAR: f64 = 1e6;

/// A page to draw on, in pixels with y down; with a [`PageTransform`] set, in metres with y up.
///
/// Widths of lines and sizes of type are always pixels. Numbers are rounded to a hundredth of a pixel.
///
/// ```
/// use ambulo_draw::{Canvas, Colour, Style};
/// use ambulo_geom::Point;
/// let mut page = Canvas::new(100.0, 50.0);
/// page.line(Point::new(0.0, 0.0), Point::new(100.0, 33.333), &Style::stroke(Colour::BLACK, 1.0));
/// assert!(page.to_svg().contains("33.33"));
/// ```
#[derive(Clone, Debug)]
pub struct Canvas {
    width: f64,
    height: f64,
    view: Option<PageTransform>,
    body: String,
}

impl Canvas {
    /// An empty page [px].
    ///
    /// ```
    /// assert_eq!(ambulo_draw::Canvas::new(100.0, 50.0).width(), 100.0);
    /// ```
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height, view: None, body: String::new() }
    }

    /// Pages below each other on one, as wide as the widest.
    ///
    /// ```
    /// use ambulo_draw::Canvas;
    /// let both = Canvas::stacked(&[Canvas::new(100.0, 50.0), Canvas::new(80.0, 30.0)]);
    /// assert_eq!((both.width(), both.height()), (100.0, 80.0));
    /// ```
    pub fn stacked(pages: &[Self]) -> Self {
        let mut all = Self::new(pages.iter().map(|p| p.width).fold(1.0, f64::max), 0.0);
        for page in pages {
            let _ = write!(all.body, "<g transform=\"translate(0 {})\">\n{}</g>\n", short(all.height), page.body);
            all.height += page.height;
        }
        all.height = all.height.max(1.0);
        all
    }

    /// Width of the page [px].
    ///
    /// ```
    /// assert_eq!(ambulo_draw::Canvas::new(100.0, 50.0).width(), 100.0);
    /// ```
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Height of the page [px].
    ///
    /// ```
    /// assert_eq!(ambulo_draw::Canvas::new(100.0, 50.0).height(), 50.0);
    /// ```
    pub fn height(&self) -> f64 {
        self.height
    }

    /// From now on places are metres, seen through this view; `None` goes back to pixels.
    ///
    /// ```
    /// use ambulo_draw::{Canvas, Colour, Style, PageTransform};
    /// use ambulo_geom::{Bounds, Point};
    /// let mut page = Canvas::new(100.0, 100.0);
    /// let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(10.0, 10.0) };
    /// let paper = Bounds { min: Point::new(0.0, 0.0), max: Point::new(100.0, 100.0) };
    /// page.set_view(Some(PageTransform::fit(world, paper)));
    /// page.circle(Point::new(5.0, 10.0), 0.25, &Style::fill(Colour::BLACK));
    /// assert!(page.to_svg().contains(r#"cx="50" cy="0" r="2.5""#));
    /// ```
    pub fn set_view(&mut self, view: Option<PageTransform>) {
        self.view = view;
    }

    fn at(&self, p: Point) -> Point {
        let p = self.view.map_or(p, |v| v.page(p));
        // An area may reach millions of kilometres beyond the plan; renderers of pictures stop at that.
        Point::new(p.x.clamp(-FAR, FAR), p.y.clamp(-FAR, FAR))
    }

    fn length(&self, x: f64) -> f64 {
        self.view.map_or(x, |v| x * v.scale())
    }

    /// Appends one open or closed run of places to path data, as whole hundredths so that small moves do not drift.
    fn push_run(&self, out: &mut String, places: &[Point], closed: bool) {
        let mut last: Option<(i64, i64)> = None;
        for &p in places {
            let p = self.at(p);
            let now = (hundredths(p.x), hundredths(p.y));
            let (dx, dy) = match last {
                None => {
                    out.push('M');
                    now
                }
                Some(from) => (now.0.saturating_sub(from.0), now.1.saturating_sub(from.1)),
            };
            match last {
                Some(_) if dx == 0 && dy == 0 => continue,
                Some(_) => out.push('l'),
                None => {}
            }
            push_hundredths(out, dx);
            if dy >= 0 {
                out.push(' ');
            }
            push_hundredths(out, dy);
            last = Some(now);
        }
        if closed && last.is_some() {
            out.push('z');
        }
    }

    fn push_path(&mut self, data: &str, style: &Style) {
        if data.is_empty() {
            return;
        }
        let _ = write!(self.body, "<path d=\"{data}\"");
        style.push_attributes(&mut self.body);
        if style.fill.is_some() {
            self.body.push_str(" fill-rule=\"evenodd\"");
        }
        self.body.push_str("/>\n");
    }

    /// Path data as SVG has it, in pixels whatever the view.
    ///
    /// ```
    /// use ambulo_draw::{Canvas, Colour, Style};
    /// let mut page = Canvas::new(10.0, 10.0);
    /// page.path("M0 0h5v5z", &Style::fill(Colour::BLACK));
    /// assert!(page.to_svg().contains("h5v5z"));
    /// ```
    pub fn path(&mut self, data: &str, style: &Style) {
        let mut clean = String::with_capacity(data.len());
        text::escape(&mut clean, data);
        self.push_path(&clean, style);
    }

    /// A line through several places.
    ///
    /// ```
    /// use ambulo_draw::{Canvas, Colour, Style};
    /// use ambulo_geom::Point;
    /// let mut page = Canvas::new(10.0, 10.0);
    /// page.polyline(&[Point::new(0.0, 0.0), Point::new(5.0, 1.0)], &Style::stroke(Colour::BLACK, 1.0));
    /// assert!(page.to_svg().contains("M0 0l5 1"));
    /// ```
    pub fn polyline(&mut self, places: &[Point], style: &Style) {
        self.polylines(std::iter::once(places), style);
    }

    /// Several lines as one shape: where they cross, an opaque style does not add up.
    ///
    /// ```
    /// use ambulo_draw::{Canvas, Colour, Style};
    /// use ambulo_geom::Point;
    /// let (a, b) = ([Point::new(0.0, 0.0), Point::new(5.0, 1.0)], [Point::new(9.0, 9.0), Point::new(5.0, 5.0)]);
    /// let mut page = Canvas::new(10.0, 10.0);
    /// page.polylines([&a[..], &b[..]], &Style::stroke(Colour::BLACK, 1.0));
    /// assert!(page.to_svg().contains("M0 0l5 1M9 9l-4-4"));
    /// ```
    pub fn polylines<'a>(&mut self, lines: impl IntoIterator<Item = &'a [Point]>, style: &Style) {
        let mut data = String::new();
        for line in lines {
            self.push_run(&mut data, line, false);
        }
        self.push_path(&data, style);
    }

    /// Rings, closed; a ring inside another is a hole (even-odd).
    ///
    /// ```
    /// use ambulo_draw::{Canvas, Colour, Style};
    /// use ambulo_geom::Polygon;
    /// let mut page = Canvas::new(10.0, 10.0);
    /// let square = Polygon::rectangle(0.0, 0.0, 5.0, 5.0).unwrap();
    /// page.polygon(square.rings(), &Style::fill(Colour::BLACK));
    /// assert!(page.to_svg().contains("evenodd"));
    /// ```
    pub fn polygon<'a>(&mut self, rings: impl IntoIterator<Item = &'a [Point]>, style: &Style) {
        let mut data = String::new();
        for ring in rings {
            self.push_run(&mut data, ring, true);
        }
        self.push_path(&data, style);
    }

    /// A circle.
    ///
    /// ```
    /// use ambulo_draw::{Canvas, Colour, Style};
    /// use ambulo_geom::Point;
    /// let mut page = Canvas::new(10.0, 10.0);
    /// page.circle(Point::new(5.0, 5.0), 2.0, &Style::fill(Colour::BLACK));
    /// assert!(page.to_svg().contains("<circle"));
    /// ```
    pub fn circle(&mut self, centre: Point, radius: f64, style: &Style) {
        let (p, r) = (self.at(centre), self.length(radius));
        let _ = write!(self.body, "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", short(p.x), short(p.y), short(r));
        style.push_attributes(&mut self.body);
        self.body.push_str("/>\n");
    }

    /// A box from its lower-left corner (upper-left on the bare page), width and height.
    ///
    /// ```
    /// use ambulo_draw::{Canvas, Colour, Style};
    /// use ambulo_geom::Point;
    /// let mut page = Canvas::new(10.0, 10.0);
    /// page.rect(Point::new(1.0, 1.0), 4.0, 2.0, &Style::fill(Colour::BLACK));
    /// assert!(page.to_svg().contains("M1 1l4 0l0 2l-4 0z"));
    /// ```
    pub fn rect(&mut self, corner: Point, width: f64, height: f64, style: &Style) {
        let (x, y) = (corner.x, corner.y);
        let ring = [corner, Point::new(x + width, y), Point::new(x + width, y + height), Point::new(x, y + height)];
        self.polygon([&ring[..]], style);
    }

    /// A straight line.
    ///
    /// ```
    /// use ambulo_draw::{Canvas, Colour, Style};
    /// use ambulo_geom::Point;
    /// let mut page = Canvas::new(10.0, 10.0);
    /// page.line(Point::new(1.0, 1.0), Point::new(4.0, 2.0), &Style::stroke(Colour::BLACK, 1.0));
    /// assert!(page.to_svg().contains("M1 1l3 1"));
    /// ```
    pub fn line(&mut self, a: Point, b: Point, style: &Style) {
        self.polyline(&[a, b], style);
    }

    /// A text; its base line passes through the place.
    ///
    /// ```
    /// use ambulo_draw::{Canvas, TextStyle};
    /// use ambulo_geom::Point;
    /// let mut page = Canvas::new(100.0, 20.0);
    /// page.text(Point::new(5.0, 15.0), "a < b", &TextStyle::new(12.0));
    /// assert!(page.to_svg().contains("a &lt; b"));
    /// ```
    pub fn text(&mut self, at: Point, words: &str, style: &TextStyle) {
        let p = self.at(at);
        let _ = write!(self.body, "<text x=\"{}\" y=\"{}\"", short(p.x), short(p.y));
        let _ = write!(self.body, " font-size=\"{}\" fill=\"{}\"", short(style.size), style.colour.hex());
        match style.anchor {
            Anchor::Start => {}
            Anchor::Middle => self.body.push_str(" text-anchor=\"middle\""),
            Anchor::End => self.body.push_str(" text-anchor=\"end\""),
        }
        if style.rotation != 0.0 {
            let _ = write!(self.body, " transform=\"rotate({} {} {})\"", short(style.rotation), short(p.x), short(p.y));
        }
        if style.strong {
            self.body.push_str(" font-weight=\"600\"");
        }
        if style.halo {
            self.body.push_str(" stroke=\"#ffffff\" stroke-width=\"3\" stroke-opacity=\"0.85\"");
            self.body.push_str(" stroke-linejoin=\"round\" paint-order=\"stroke\"");
        }
        self.body.push('>');
        text::escape(&mut self.body, words);
        self.body.push_str("</text>\n");
    }

    /// The whole picture as an SVG document, on white.
    ///
    /// ```
    /// let svg = ambulo_draw::Canvas::new(90.0, 20.0).to_svg();
    /// assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    /// ```
    pub fn to_svg(&self) -> String {
        let (mut w, mut h) = (String::new(), String::new());
        push(&mut w, self.width);
        push(&mut h, self.height);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
             font-family=\"{FONT_FAMILY}\">\n<rect width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>\n{}</svg>\n",
            self.body
        )
    }
}
