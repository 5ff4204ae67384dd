//! What a walker sees, drawn pixel by pixel: one picture for each image, and one with all of them.

use super::Decision;
use ambulo_draw::{Canvas, Colour, ColourMap, Style, TextStyle, plot};
use ambulo_eval::report::Picture;
use ambulo_geom::Point;
use ambulo_sim::Note;

/// Height of a title above an image.
const TITLE: f64 = 26.0;
/// Where nothing is seen.
const NOTHING: Colour = Colour::rgb(236, 238, 242);

/// An image among the notes of a decision.
#[derive(Clone, Copy)]
struct Seen<'a> {
    what: &'static str,
    unit: &'static str,
    columns: usize,
    values: &'a [f32],
    ends: [f32; 2],
}

/// The pictures of a moment; none for models without images.
pub(super) fn pictures(number: usize, moment: &Decision) -> Vec<Picture> {
    let e = &moment.what;
    let images: Vec<Seen<'_>> = e
        .notes
        .iter()
        .filter_map(|n| match n {
            Note::Image { what, unit, columns, values, ends } => {
                Some(Seen { what, unit, columns: (*columns).max(1) as usize, values, ends: *ends })
            }
            _ => None,
        })
        .collect();
    if images.is_empty() {
        return Vec::new();
    }
    let named = |what: &str| format!("explain-{}-{}", number + 1, what.replace(' ', "-"));
    let caption =
        |words: &str| format!("{words} as walker {} sees it at {:.2} s, straight ahead in the middle.", e.id, e.time);
    let mut out: Vec<Picture> = Vec::new();
    let side = plot::WIDTH - 2.0 * plot::MARGIN;
    for image in &images {
        let mut page = Canvas::new(plot::WIDTH, image.height(side) + TITLE + 2.0 * plot::MARGIN);
        image.draw(&mut page, Point::new(plot::MARGIN, plot::MARGIN), side);
        let mut words = image.what.to_string();
        words[..1].make_ascii_uppercase();
        out.push(Picture { name: named(image.what), caption: caption(&words), svg: page.to_svg() });
    }
    out.push(together(&images, named("sees"), caption("Everything")));
    out
}

/// All but the last side by side in pairs, the last across the whole width, as the paper shows them.
fn together(images: &[Seen<'_>], name: String, caption: String) -> Picture {
    let (whole, gap) = (plot::WIDTH - 2.0 * plot::MARGIN, 16.0);
    let half = (whole - gap) / 2.0;
    let (last, pairs) = images.split_last().expect("asked for with some");
    let rows: Vec<f64> = pairs.chunks(2).map(|p| TITLE + p[0].height(half) + gap).collect();
    let height = rows.iter().sum::<f64>() + TITLE + last.height(whole) + 2.0 * plot::MARGIN;
    let mut page = Canvas::new(plot::WIDTH, height);
    let mut top = plot::MARGIN;
    for (pair, row) in pairs.chunks(2).zip(&rows) {
        for (k, image) in pair.iter().enumerate() {
            image.draw(&mut page, Point::new(plot::MARGIN + k as f64 * (half + gap), top), half);
        }
        top += row;
    }
    last.draw(&mut page, Point::new(plot::MARGIN, top), whole);
    Picture { name, caption, svg: page.to_svg() }
}

impl Seen<'_> {
    fn rows(&self) -> usize {
        self.values.len() / self.columns
    }

    /// Pixels of an image are higher than wide where it has few rows: its height is that of its angles.
    fn height(&self, width: f64) -> f64 {
        (width * 80.0 / 150.0).round()
    }

    fn draw(&self, page: &mut Canvas, at: Point, width: f64) {
        let [first, last] = self.ends;
        let title = format!("{} [{}]: red {first}, blue {last}", self.what, self.unit);
        page.text(Point::new(at.x, at.y + 16.0), &title, &TextStyle::new(13.0));
        let (top, height) = (at.y + TITLE, self.height(width));
        let (w, h) = (width / self.columns as f64, height / self.rows().max(1) as f64);
        page.rect(Point::new(at.x, top), width, height, &Style::fill(NOTHING));
        let map = ColourMap::through(&[
            Colour::rgb(200, 30, 30),
            Colour::rgb(245, 190, 70),
            Colour::rgb(120, 190, 120),
            Colour::rgb(60, 90, 170),
        ]);
        let colour = |v: f32| map.at(f64::from(((v - first) / (last - first)).clamp(0.0, 1.0)));
        for row in 0..self.rows() {
            let line = &self.values[row * self.columns..(row + 1) * self.columns];
            // Neighbours of one colour are one rectangle.
            let mut from = 0;
            while from < line.len() {
                let same = |v: &f32| {
                    if line[from].is_nan() { v.is_nan() } else { !v.is_nan() && colour(*v) == colour(line[from]) }
                };
                let run = line[from..].iter().take_while(|v| same(v)).count();
                if !line[from].is_nan() {
                    let corner = Point::new(at.x + from as f64 * w, top + row as f64 * h);
                    page.rect(corner, run as f64 * w + 0.3, h + 0.3, &Style::fill(colour(line[from])));
                }
                from += run;
            }
        }
    }
}
