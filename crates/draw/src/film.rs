//! Strips of film: pictures side by side, each with a word below it.

use crate::png::{self, PngError};
use crate::{Anchor, Canvas, Image, TextStyle};
use ambulo_geom::Point;

/// Puts pictures in rows, each row with a title above it and each picture with a word below.
///
/// ```
/// use ambulo_draw::{Image, film_strip};
/// let frame = Image::new(40, 60);
/// let strip = film_strip(&[("walk".into(), vec![(frame.clone(), "0".into()), (frame, "0.5".into())])]).unwrap();
/// assert!(strip.width >= 80 && strip.height > 60);
/// ```
pub fn film_strip(rows: &[(String, Vec<(Image, String)>)]) -> Result<Image, PngError> {
    const TITLE: usize = 22;
    const WORD: usize = 16;
    let across = |row: &[(Image, String)]| row.iter().map(|(image, _)| image.width).sum::<usize>();
    let down = |row: &[(Image, String)]| row.iter().map(|(image, _)| image.height).max().unwrap_or(0);
    let width = rows.iter().map(|(_, row)| across(row)).max().unwrap_or(0).max(1);
    let height = rows.iter().map(|(_, row)| TITLE + down(row) + WORD).sum::<usize>().max(1);
    let mut words = Canvas::new(width as f64, height as f64);
    let mut top = 0;
    for (title, row) in rows {
        words.text(Point::new(6.0, (top + 16) as f64), title, &TextStyle::new(13.0));
        let mut left = 0;
        let base = top + TITLE + down(row);
        for (image, word) in row {
            let middle = Point::new((left + image.width / 2) as f64, (base + 12) as f64);
            words.text(middle, word, &TextStyle::new(11.0).anchored(Anchor::Middle));
            left += image.width;
        }
        top = base + WORD;
    }
    let mut page = png::pixels(&words.to_svg(), 1.0)?;
    let mut top = 0;
    for (_, row) in rows {
        let mut left = 0;
        for (image, _) in row {
            page.paste(image, left, top + TITLE);
            left += image.width;
        }
        top += TITLE + down(row) + WORD;
    }
    Ok(page)
}
