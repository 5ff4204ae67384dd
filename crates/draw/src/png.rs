//! PNG from the same SVG.
//!
//! The font comes with the program, so that a picture made on a server without fonts has its labels, and the same
//! bytes come out everywhere.

use crate::Image;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};
use std::sync::{Arc, LazyLock};

/// Why a picture could not be made.
///
/// ```
/// let error = ambulo_draw::png::encode("<svg", 1.0).unwrap_err();
/// assert!(error.to_string().contains("SVG"));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The SVG cannot be read.
    #[error("the SVG cannot be read: {0}")]
    Svg(#[from] usvg::Error),
    /// The size in pixels makes no picture.
    #[error("a picture of {width} x {height} pixels cannot be made; choose another scale")]
    Size {
        /// Width asked for.
        width: f32,
        /// Height asked for.
        height: f32,
    },
    /// The pixels could not be packed.
    #[error("the PNG could not be written: {0}")]
    Encode(String),
}

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    let family = fonts.faces().next().and_then(|f| f.families.first().map(|(name, _)| name.clone()));
    if let Some(family) = family {
        fonts.set_sans_serif_family(family.clone());
        fonts.set_serif_family(family);
    }
    Arc::new(fonts)
});

/// Turns an SVG document into PNG bytes; `scale` 2 gives two pixels for each of the document's.
///
/// ```
/// let svg = ambulo_draw::Canvas::new(30.0, 20.0).to_svg();
/// let png = ambulo_draw::png::encode(&svg, 2.0).unwrap();
/// assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
/// assert_eq!(png[16..24], [0, 0, 0, 60, 0, 0, 0, 40]);
/// ```
pub fn encode(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    draw(svg, scale)?.encode_png().map_err(|e| PngError::Encode(e.to_string()))
}

/// The pixels of an SVG document.
pub(crate) fn pixels(svg: &str, scale: f32) -> Result<Image, PngError> {
    let drawn = draw(svg, scale)?;
    let (width, height) = (drawn.width() as usize, drawn.height() as usize);
    let mut image = Image::new(width, height);
    for (i, pixel) in drawn.pixels().iter().enumerate() {
        // Pixels come multiplied by their opacity: on white the rest is added.
        let rest = 255 - pixel.alpha();
        image.set(i % width, i / width, [pixel.red() + rest, pixel.green() + rest, pixel.blue() + rest]);
    }
    Ok(image)
}

/// Pixels as PNG bytes.
pub(crate) fn encode_pixels(width: usize, height: usize, pixels: &[[u8; 3]]) -> Result<Vec<u8>, PngError> {
    let size_error = || PngError::Size { width: width as f32, height: height as f32 };
    if !(1..=32_767).contains(&width) || !(1..=32_767).contains(&height) {
        return Err(size_error());
    }
    let mut map = Pixmap::new(width as u32, height as u32).ok_or_else(size_error)?;
    for (out, &[r, g, b]) in map.data_mut().chunks_exact_mut(4).zip(pixels) {
        out.copy_from_slice(&[r, g, b, 255]);
    }
    map.encode_png().map_err(|e| PngError::Encode(e.to_string()))
}

fn draw(svg: &str, scale: f32) -> Result<Pixmap, PngError> {
    let options = usvg::Options { fontdb: FONTS.clone(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options)?;
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    let size_error = PngError::Size { width, height };
    // One side of 32,767 pixels is what readers agree on.
    if !(1.0..=32_767.0).contains(&width) || !(1.0..=32_767.0).contains(&height) {
        return Err(size_error);
    }
    let mut pixels = Pixmap::new(width.round() as u32, height.round() as u32).ok_or(size_error)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Canvas, TextStyle};
    use ambulo_geom::Point;

    #[test]
    fn text_leaves_ink_without_any_system_font() {
        let mut page = Canvas::new(60.0, 20.0);
        let blank = encode(&page.to_svg(), 1.0).unwrap();
        page.text(Point::new(2.0, 15.0), "Exit", &TextStyle::new(14.0));
        let written = encode(&page.to_svg(), 1.0).unwrap();
        assert!(written.len() > blank.len() + 100, "{} and {} bytes", written.len(), blank.len());
        assert_eq!(written, encode(&page.to_svg(), 1.0).unwrap());
    }

    #[test]
    fn sizes_that_make_no_picture_are_errors() {
        let svg = Canvas::new(60.0, 20.0).to_svg();
        for scale in [0.0, -1.0, 1e9, f32::NAN] {
            assert!(matches!(encode(&svg, scale), Err(PngError::Size { .. })), "{scale}");
        }
    }
}
