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
        Self::through(&[
            Colour::rgb(0x3B, 0x1A, 0x5E),
            Colour::rgb(0x3A, 0x42, 0x8C),
            Colour::rgb(0x2A, 0x6F, 0x97),
            Colour::rgb(0x1F, 0x98, 0x8F),
            Colour::rgb(0x55, 0xBD, 0x70),
            Colour::rgb(0xAE, 0xDB, 0x4C),
            Colour::rgb(0xF6, 0xF0, 0x5A),
        ])
    }

    /// Near-black violet over red and orange to cream: for densities, reversed on white paper.
    ///
    /// ```
    /// assert_eq!(ambulo_draw::ColourMap::ember().at(1.0).hex(), "#fff6dc");
    /// ```
    pub fn ember() -> Self {
        Self::through(&[
            Colour::rgb(0x1E, 0x0F, 0x35),
            Colour::rgb(0x54, 0x17, 0x5C),
            Colour::rgb(0x93, 0x26, 0x64),
            Colour::rgb(0xCC, 0x42, 0x54),
            Colour::rgb(0xEE, 0x74, 0x3F),
            Colour::rgb(0xF9, 0xB1, 0x63),
            Colour::rgb(0xFF, 0xF6, 0xDC),
        ])
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
    const PALETTE: [Colour; 8] = [
        Colour::rgb(0x1B, 0x5A, 0x9E),
        Colour::rgb(0xE0, 0x7A, 0x10),
        Colour::rgb(0x17, 0x9C, 0x87),
        Colour::rgb(0x9C, 0x2B, 0x5F),
        Colour::rgb(0x6F, 0xB5, 0xE8),
        Colour::rgb(0xC9, 0xB0, 0x1E),
        Colour::rgb(0x4A, 0x4A, 0x4A),
        Colour::rgb(0xEF, 0xB8, 0xD6),
    ];
    PALETTE[index % PALETTE.len()]
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
