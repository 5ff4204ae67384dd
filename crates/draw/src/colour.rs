//! Colours, ordered maps and a palette for groups.
//!
//! The maps rise evenly in lightness, so that a picture printed in grey still reads in the right order.

use crate::oklab::Oklab;

/// A colour of the screen.
///
/// ```
/// assert_eq!(ambulo_draw::Colour::rgb(255, 128, 0).hex(), "#ff8000");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}

impl Colour {
    /// White.
    pub const WHITE: Self = Self::rgb(255, 255, 255);
    /// Black.
    pub const BLACK: Self = Self::rgb(0, 0, 0);

    /// The colour with these parts of red, green and blue.
    ///
    /// ```
    /// assert_eq!(ambulo_draw::Colour::rgb(1, 2, 3).b, 3);
    /// ```
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b }
    }

    /// The colour written `0xRRGGBB`.
    ///
    /// ```
    /// assert_eq!(ambulo_draw::Colour::from_hex(0xFF8000), ambulo_draw::Colour::rgb(255, 128, 0));
    /// ```
    pub const fn from_hex(code: u32) -> Self {
        let [_, r, g, b] = code.to_be_bytes();
        Self { r, g, b }
    }

    /// As `#rrggbb`.
    ///
    /// ```
    /// assert_eq!(ambulo_draw::Colour::WHITE.hex(), "#ffffff");
    /// ```
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }

    /// The colour at the fraction `t` between this and another, in perceptually even steps.
    ///
    /// ```
    /// use ambulo_draw::Colour;
    /// let grey = Colour::BLACK.mix(Colour::WHITE, 0.5);
    /// assert!(grey.r == grey.g && (90..110).contains(&grey.r));
    /// ```
    pub fn mix(self, other: Self, t: f64) -> Self {
        Oklab::of(self).lerp(Oklab::of(other), t.clamp(0.0, 1.0)).colour()
    }

    /// Lightness as the eye sees it, 0 (black) to 1 (white).
    ///
    /// ```
    /// use ambulo_draw::Colour;
    /// assert!(Colour::rgb(255, 255, 0).lightness() > Colour::rgb(0, 0, 255).lightness());
    /// ```
    pub fn lightness(self) -> f64 {
        Oklab::of(self).0[0]
    }
}

/// An ordered map from 0..1 to colours.
///
/// ```
/// use ambulo_draw::ColourMap;
/// assert!(ColourMap::meadow().at(0.0).lightness() < ColourMap::meadow().at(1.0).lightness());
/// assert!(ColourMap::ember().reversed().at(0.0).lightness() > 0.9);
/// ```
#[derive(Clone, Debug)]
pub struct ColourMap {
    anchors: Vec<Oklab>,
}

impl ColourMap {
    /// Dark violet over teal and green to light yellow: for speeds.
    ///
    /// ```
    /// assert_eq!(ambulo_draw::ColourMap::meadow().at(0.0).hex(), "#3b1a5e");
    /// ```
    pub fn meadow() -> Self {
        Self::through(&[0x3B1A5E, 0x3A428C, 0x2A6F97, 0x1F988F, 0x55BD70, 0xAEDB4C, 0xF6F05A].map(Colour::from_hex))
    }

    /// Near-black violet over red and orange to cream: for densities, reversed on white paper.
    ///
    /// ```
    /// assert_eq!(ambulo_draw::ColourMap::ember().at(1.0).hex(), "#fff6dc");
    /// ```
    pub fn ember() -> Self {
        Self::through(&[0x1E0F35, 0x54175C, 0x932664, 0xCC4254, 0xEE743F, 0xF9B163, 0xFFF6DC].map(Colour::from_hex))
    }

    /// A map through colours of your own, evenly spaced.
    ///
    /// ```
    /// use ambulo_draw::{Colour, ColourMap};
    /// assert_eq!(ColourMap::through(&[Colour::BLACK, Colour::WHITE]).at(1.0), Colour::WHITE);
    /// ```
    pub fn through(colours: &[Colour]) -> Self {
        let mut anchors: Vec<Oklab> = colours.iter().map(|&c| Oklab::of(c)).collect();
        if anchors.is_empty() {
            anchors.push(Oklab::of(Colour::BLACK));
        }
        Self { anchors }
    }

    /// The same from the other end.
    ///
    /// ```
    /// use ambulo_draw::ColourMap;
    /// assert_eq!(ColourMap::ember().reversed().at(0.0), ColourMap::ember().at(1.0));
    /// ```
    pub fn reversed(mut self) -> Self {
        self.anchors.reverse();
        self
    }

    /// The colour at `t`; below 0 and above 1 the ends, for NaN the low end.
    ///
    /// ```
    /// use ambulo_draw::ColourMap;
    /// assert_eq!(ColourMap::ember().at(7.0), ColourMap::ember().at(1.0));
    /// ```
    pub fn at(&self, t: f64) -> Colour {
        let t = if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) };
        let along = t * (self.anchors.len() - 1) as f64;
        let i = along as usize;
        let next = self.anchors[(i + 1).min(self.anchors.len() - 1)];
        self.anchors[i].lerp(next, along - i as f64).colour()
    }
}

/// Colours for groups, distinguishable with red-green colour blindness; they repeat after eight.
///
/// ```
/// use ambulo_draw::colour::category;
/// assert_ne!(category(0), category(1));
/// assert_eq!(category(0), category(8));
/// ```
pub fn category(index: usize) -> Colour {
    const PALETTE: [u32; 8] = [0x1B5A9E, 0xE07A10, 0x179C87, 0x9C2B5F, 0x6FB5E8, 0xC9B01E, 0x4A4A4A, 0xEFB8D6];
    Colour::from_hex(PALETTE[index % PALETTE.len()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::math::pow;

    #[test]
    fn maps_rise_in_lightness_by_even_steps() {
        for map in [ColourMap::meadow(), ColourMap::ember()] {
            let l: Vec<f64> = (0..=60).map(|i| map.at(f64::from(i) / 60.0).lightness()).collect();
            let mean = (l[60] - l[0]) / 60.0;
            for w in l.windows(2) {
                let step = w[1] - w[0];
                assert!(step > 0.3 * mean && step < 2.0 * mean, "step {step} against {mean}");
            }
        }
    }

    /// What a person without green cones sees (Vienot, Brettel, Mollon 1999), as a projection in linear light.
    fn without_green(c: Colour) -> Colour {
        let light = |v: u8| pow(f64::from(v) / 255.0, 2.2);
        let screen = |v: f64| (pow(v.clamp(0.0, 1.0), 1.0 / 2.2) * 255.0).round() as u8;
        let (r, g, b) = (light(c.r), light(c.g), light(c.b));
        let yellow = 0.292_75 * r + 0.707_25 * g;
        Colour::rgb(screen(yellow), screen(yellow), screen(-0.022_34 * r + 0.022_34 * g + b))
    }

    #[test]
    fn groups_differ_for_those_who_see_red_and_green_alike() {
        for a in 0..8 {
            for b in 0..a {
                let seen = |i| Oklab::of(without_green(category(i)));
                let d = seen(a).distance(seen(b));
                // Several times the step that is just visible.
                assert!(d > 0.07, "colours {b} and {a} are {d:.3} apart");
            }
        }
    }
}
