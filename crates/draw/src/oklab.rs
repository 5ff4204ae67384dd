//! A colour space in which equal steps look equal: lightness, green to red, blue to yellow (Ottosson 2020).

use crate::Colour;
use ambulo_geom::math::pow;

/// Lightness in 0..1, and the two opponent axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Oklab(pub [f64; 3]);

fn to_linear(channel: u8) -> f64 {
    let c = f64::from(channel) / 255.0;
    if c <= 0.040_45 { c / 12.92 } else { pow((c + 0.055) / 1.055, 2.4) }
}

/// A channel of the screen from linear light, 0 to 1.
pub(crate) fn from_linear(c: f64) -> u8 {
    let c = c.clamp(0.0, 1.0);
    let c = if c <= 0.003_130_8 { c * 12.92 } else { 1.055 * pow(c, 1.0 / 2.4) - 0.055 };
    (c * 255.0).round() as u8
}

fn times(m: [[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
    m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

/// Linear sRGB to cone responses, and cone responses (cube roots) to the axes.
const TO_CONES: [[f64; 3]; 3] = [
    [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
    [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
    [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
];
const TO_AXES: [[f64; 3]; 3] = [
    [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
    [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
    [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
];
const FROM_AXES: [[f64; 3]; 3] = [
    [1.0, 0.396_337_777_4, 0.215_803_757_3],
    [1.0, -0.105_561_345_8, -0.063_854_172_8],
    [1.0, -0.089_484_177_5, -1.291_485_548_0],
];
const FROM_CONES: [[f64; 3]; 3] = [
    [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2],
    [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
    [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701_0],
];

impl Oklab {
    pub fn of(c: Colour) -> Self {
        let cones = times(TO_CONES, [c.r, c.g, c.b].map(to_linear));
        Self(times(TO_AXES, cones.map(|x| pow(x.max(0.0), 1.0 / 3.0))))
    }

    pub fn colour(self) -> Colour {
        let [r, g, b] = times(FROM_CONES, times(FROM_AXES, self.0).map(|x| x * x * x)).map(from_linear);
        Colour { r, g, b }
    }

    pub fn lerp(self, o: Self, t: f64) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + (o.0[i] - self.0[i]) * t))
    }

    /// How different two colours look; about 0.02 is just visible.
    #[cfg(test)]
    pub fn distance(self, o: Self) -> f64 {
        (0..3).map(|i| (self.0[i] - o.0[i]) * (self.0[i] - o.0[i])).sum::<f64>().sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_survive_the_round_trip() {
        for (r, g, b) in [(0, 0, 0), (255, 255, 255), (200, 30, 90), (1, 254, 128), (17, 17, 200)] {
            let c = Colour::rgb(r, g, b);
            assert_eq!(Oklab::of(c).colour(), c);
        }
        // White has full lightness and no hue.
        let white = Oklab::of(Colour::WHITE).0;
        assert!((white[0] - 1.0).abs() < 1e-6 && white[1].abs() < 1e-6 && white[2].abs() < 1e-6);
    }
}
