//! Degrees on the globe to metres on a plane.
//!
//! A transverse Mercator about the middle of the map, on the ellipsoid of GPS, to second order: lengths are right to
//! one part in a million within 9 km of the middle meridian, and angles are kept.

use ambulo_geom::{Point, math};
use std::f64::consts::PI;

/// Half axis of the ellipsoid [m] and its squared eccentricity (WGS 84).
const A: f64 = 6_378_137.0;
const E2: f64 = 0.006_694_379_990_141_316;

/// A plane that touches the globe along the meridian of its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    /// [degrees]
    pub lat: f64,
    pub lon: f64,
}

impl Plane {
    /// East and north of the middle [m].
    pub fn place(self, lat: f64, lon: f64) -> Point {
        let radians = PI / 180.0;
        let (phi, phi0) = (lat * radians, self.lat * radians);
        let mut d = (lon - self.lon) * radians;
        d = math::wrap(d);
        let (sin, cos) = (math::sin(phi), math::cos(phi));
        let n = A / (1.0 - E2 * sin * sin).sqrt();
        let mid = math::sin((phi + phi0) / 2.0);
        let w = 1.0 - E2 * mid * mid;
        let meridian = A * (1.0 - E2) / (w * w.sqrt());
        let t2 = if cos.abs() > 1e-12 { sin * sin / (cos * cos) } else { 0.0 };
        let eta2 = E2 / (1.0 - E2) * cos * cos;
        let dc = d * cos;
        let x = n * dc * (1.0 + dc * dc / 6.0 * (1.0 - t2 + eta2));
        let y = meridian * (phi - phi0) + n * sin * cos * d * d / 2.0;
        Point::new(x, y)
    }

    /// What was done, for a finding.
    pub fn words(self) -> String {
        format!(
            "degrees were projected to metres about latitude {:.6}, longitude {:.6} (transverse Mercator, lengths right \
             to one part in a million within 9 km)",
            self.lat, self.lon
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_of_latitude_is_a_nautical_mile_and_longitude_shrinks_with_the_cosine() {
        let plane = Plane { lat: 45.0, lon: 10.0 };
        assert!((plane.place(45.0 + 1.0 / 60.0, 10.0).y - 1852.2).abs() < 0.2);
        // The length of a degree of longitude at 45 degrees is 78,847 m.
        assert!((plane.place(45.0, 10.1).x - 7884.7).abs() < 0.1);
        assert_eq!(plane.place(45.0, 10.0), Point::new(0.0, 0.0));
    }
}
