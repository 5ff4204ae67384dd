//! Pictures made of pixels.

use crate::png::{PngError, encode_pixels};

/// Red, green and blue, row after row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Pixels across.
    pub width: usize,
    /// Pixels down.
    pub height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Image {
    /// A white picture.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![[255; 3]; width * height] }
    }

    /// Colour of a pixel.
    ///
    /// # Panics
    /// Outside of the picture.
    pub fn get(&self, x: usize, y: usize) -> [u8; 3] {
        self.pixels[y * self.width + x]
    }

    /// Colours a pixel.
    ///
    /// # Panics
    /// Outside of the picture.
    pub fn set(&mut self, x: usize, y: usize, colour: [u8; 3]) {
        self.pixels[y * self.width + x] = colour;
    }

    /// Lays another picture over this one, its left upper corner at (x, y); what reaches beyond the edge is cut off.
    ///
    /// ```
    /// use ambulo_draw::Image;
    /// let mut page = Image::new(4, 4);
    /// let mut dot = Image::new(1, 1);
    /// dot.set(0, 0, [9, 9, 9]);
    /// page.paste(&dot, 2, 1);
    /// assert_eq!((page.get(2, 1), page.get(1, 1)), ([9, 9, 9], [255, 255, 255]));
    /// ```
    pub fn paste(&mut self, other: &Image, x: usize, y: usize) {
        for row in 0..other.height.min(self.height.saturating_sub(y)) {
            for column in 0..other.width.min(self.width.saturating_sub(x)) {
                self.set(x + column, y + row, other.get(column, row));
            }
        }
    }

    /// As PNG bytes.
    ///
    /// ```
    /// let png = ambulo_draw::Image::new(3, 2).png().unwrap();
    /// assert_eq!(&png[1..4], b"PNG");
    /// ```
    pub fn png(&self) -> Result<Vec<u8>, PngError> {
        encode_pixels(self.width, self.height, &self.pixels)
    }
}
