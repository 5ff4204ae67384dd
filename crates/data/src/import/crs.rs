//! Which plane the numbers of a map mean: metres, degrees, or the metres of web maps, which are none.
//!
//! A reference system that the file names decides. Without one, the size of the numbers does; where it does not, the
//! file is not read at all: a country would become a room.

use super::project::Plane;
use super::{ImportError, PlanOptions, Units};
use ambulo_geom::repair::{Finding, FindingKind, Findings};
use ambulo_geom::{Bounds, Point, math};
use std::f64::consts::PI;

/// A reference system, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crs {
    /// Longitude and latitude.
    Degrees,
    /// Web Mercator, whose metres grow towards the poles.
    WebMercator,
    /// A plane in metres.
    Metres,
}

/// The system of a number of the EPSG register.
pub(super) fn by_code(code: u32) -> Option<Crs> {
    Some(match code {
        4326 | 4258 | 4269 | 4937 | 4979 | 84 => Crs::Degrees,
        3857 | 3785 | 900_913 | 102_100 | 102_113 => Crs::WebMercator,
        // UTM on WGS 84, ETRS89 and NAD83.
        32601..=32660 | 32701..=32760 | 25828..=25838 | 26901..=26923 => Crs::Metres,
        // National grids in metres.
        2056 | 2154 | 2180 | 3006 | 3035 | 3067 | 3763 | 21781 | 27700 | 28992 | 31254..=31259 | 31287 => Crs::Metres,
        31466..=31469 | 5514 | 2193 | 28348..=28358 | 7846..=7859 => Crs::Metres,
        _ => return None,
    })
}

/// The system of a name such as `EPSG:25832`, `urn:ogc:def:crs:EPSG::4326` or `urn:ogc:def:crs:OGC:1.3:CRS84`.
pub(super) fn by_name(name: &str) -> Option<Crs> {
    let last = name.trim_end_matches('/').rsplit([':', '/', '#']).next().unwrap_or_default().trim();
    match last.to_ascii_uppercase().as_str() {
        "CRS84" | "CRS84H" | "CRS83" | "WGS84" => Some(Crs::Degrees),
        number => by_code(number.parse().ok()?),
    }
}

pub(super) fn unknown(name: &str) -> ImportError {
    let shown: String = name.chars().take(60).collect();
    let error = ImportError::new(format!("the reference system `{shown}` is not known, nor what its numbers mean"));
    error.help(
        "export the plan in a UTM zone (metres) or in EPSG:4326 (degrees), or set `units` to the unit of its numbers",
    )
}

/// How to turn the numbers of a file into metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CoordinateReading {
    /// Times a factor.
    Scaled(f64),
    /// Longitude and latitude, projected.
    Degrees(Plane),
    /// Web Mercator, turned back into degrees and projected.
    WebMercator(Plane),
}

/// Half axis of the globe of web maps [m].
const WEB: f64 = 6_378_137.0;

fn from_web(x: f64, y: f64) -> (f64, f64) {
    let degrees = 180.0 / PI;
    (x / WEB * degrees, (2.0 * math::atan2(math::exp(y / WEB), 1.0) - PI / 2.0) * degrees)
}

impl CoordinateReading {
    /// Decides, from what is written in the file and said by the user, and from the boxes of its shapes.
    pub fn decide(crs: Option<Crs>, shapes: &[Bounds], options: &PlanOptions) -> Result<Self, ImportError> {
        let Some(all) = shapes.iter().copied().reduce(Bounds::union) else { return Ok(Self::Scaled(1.0)) };
        let crs = match (&options.units, crs) {
            (Some(units), _) if units.is_degrees() => Crs::Degrees,
            (Some(units), None | Some(Crs::Metres)) => return Ok(Self::Scaled(units.metres)),
            (Some(units), Some(_)) => {
                let error = ImportError::new(format!("`units` is {}, but the file is in degrees", units.name));
                return Err(error.help("leave `units` out"));
            }
            (None, Some(crs)) => crs,
            (None, None) => guess(all, shapes)?,
        };
        let middle = all.center();
        Ok(match crs {
            Crs::Metres => Self::Scaled(1.0),
            Crs::Degrees => {
                let globe = Bounds { min: Point::new(-180.0, -89.0), max: Point::new(180.0, 89.0) };
                if !(globe.contains(all.min) && globe.contains(all.max)) {
                    let message =
                        format!("the file is declared to be in degrees, but reaches from {} to {}", all.min, all.max);
                    return Err(ImportError::new(message).help("correct its `crs`, or set `units` to \"m\""));
                }
                Self::Degrees(Plane { lat: middle.y, lon: middle.x })
            }
            Crs::WebMercator => {
                let (lon, lat) = from_web(middle.x, middle.y);
                Self::WebMercator(Plane { lat, lon })
            }
        })
    }

    /// A place of the file in metres.
    pub fn place(self, x: f64, y: f64) -> Point {
        match self {
            Self::Scaled(factor) => Point::new(x * factor, y * factor),
            Self::Degrees(plane) => plane.place(y, x),
            Self::WebMercator(plane) => {
                let (lon, lat) = from_web(x, y);
                plane.place(lat, lon)
            }
        }
    }

    /// Latitude and longitude of the place that becomes (0, 0), where places are projected [degrees].
    pub fn centre(self) -> Option<[f64; 2]> {
        match self {
            Self::Scaled(_) => None,
            Self::Degrees(plane) | Self::WebMercator(plane) => Some([plane.lat, plane.lon]),
        }
    }

    /// Whether numbers stay as they are, but for their unit.
    pub fn is_plane(self) -> bool {
        matches!(self, Self::Scaled(_))
    }

    /// The unit to report.
    pub fn units(self, options: &PlanOptions) -> Option<Units> {
        match self {
            Self::Scaled(_) => options.units.clone(),
            Self::Degrees(_) => Some(Units::degrees()),
            Self::WebMercator(_) => Some(Units::new("m (Web Mercator)", 1.0)),
        }
    }

    /// Reports the projection, with a warning where it is coarse; refuses what is wider than it can be used for.
    pub fn report(self, extent: Bounds, findings: &mut Findings) -> Result<(), ImportError> {
        let (Self::Degrees(plane) | Self::WebMercator(plane)) = self else { return Ok(()) };
        let wide = extent.width().max(extent.height());
        if wide > FARTHEST {
            let message =
                format!("the map is {:.0} km wide: degrees are projected up to {:.0} km", wide / 1e3, FARTHEST / 1e3);
            return Err(ImportError::new(message)
                .help("cut out the part that matters; if the numbers are metres after all, set `units` to \"m\""));
        }
        findings.add(FindingKind::Projected, |kind| Finding::change(kind, Point::default(), plane.words()));
        if wide > FINE {
            findings.add(FindingKind::Projected, |kind| {
                let share = wide * wide / 8.0 / WEB / WEB;
                let detail = format!(
                    "the map is {:.1} km wide: at its edges lengths are up to {:.4} % too long",
                    wide / 1e3,
                    100.0 * share
                );
                Finding::warning(kind, Point::default(), detail)
            });
        }
        Ok(())
    }
}

/// Wider than this a projected map is refused [m], and wider than this it is warned of.
const FARTHEST: f64 = 200_000.0;
const FINE: f64 = 18_000.0;

/// What numbers without a reference system mean.
fn guess(all: Bounds, shapes: &[Bounds]) -> Result<Crs, ImportError> {
    let on_globe = all.min.x >= -180.0 && all.max.x <= 180.0 && all.min.y >= -89.0 && all.max.y <= 89.0;
    let away = all.center().distance(Point::default()) > 1.0;
    if !on_globe || !away {
        return Ok(Crs::Metres);
    }
    let size = |b: &Bounds| b.width().max(b.height());
    let mut sizes: Vec<f64> = shapes.iter().map(size).collect();
    sizes.sort_by(f64::total_cmp);
    // A plan in metres is larger than half a metre, and what stands in it larger than two centimetres.
    if size(&all) < 0.5 || sizes[sizes.len() / 2] < 0.02 {
        return Ok(Crs::Degrees);
    }
    // Plans in metres begin near zero, or far from it; maps of whole regions are small against their distance from it.
    if all.distance(Point::default()) > 2.0 * size(&all) {
        let message = format!(
            "the numbers, from {} to {}, could be degrees of longitude and latitude, or metres",
            all.min, all.max
        );
        return Err(ImportError::new(message).help("set `units` to \"degrees\" or \"m\", or give the file a `crs`"));
    }
    Ok(Crs::Metres)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_reference_systems_are_understood_as_they_are_written() {
        for (name, expected) in [
            ("EPSG:4326", Some(Crs::Degrees)),
            ("urn:ogc:def:crs:OGC:1.3:CRS84", Some(Crs::Degrees)),
            ("urn:ogc:def:crs:EPSG::3857", Some(Crs::WebMercator)),
            ("http://www.opengis.net/def/crs/EPSG/0/25832", Some(Crs::Metres)),
            ("urn:ogc:def:crs:EPSG:9.8.1:32733", Some(Crs::Metres)),
            ("EPSG:2263", None),
            ("local", None),
        ] {
            assert_eq!(by_name(name), expected, "{name}");
        }
    }

    #[test]
    fn web_mercator_is_turned_back() {
        let (lon, lat) = from_web(1_113_194.907_932_7, 6_106_854.834_885_1);
        assert!((lon - 10.0).abs() < 1e-9 && (lat - 48.0).abs() < 1e-9, "{lon} {lat}");
    }

    #[test]
    fn numbers_that_could_be_both_are_not_guessed() {
        let b = |x0: f64, y0: f64, x1: f64, y1: f64| Bounds { min: Point::new(x0, y0), max: Point::new(x1, y1) };
        let decide = |b: Bounds| guess(b, &[b]);
        assert_eq!(decide(b(0.0, 0.0, 20.0, 10.0)).unwrap(), Crs::Metres);
        assert_eq!(decide(b(500.0, 48.0, 501.0, 49.0)).unwrap(), Crs::Metres);
        assert_eq!(decide(b(10.0, 48.0, 10.3, 48.2)).unwrap(), Crs::Degrees);
        assert!(decide(b(9.0, 47.0, 11.0, 49.0)).is_err());
        // Many small houses over half a country.
        let houses: Vec<Bounds> =
            (0..40).map(|i| b(9.0 + f64::from(i) / 20.0, 48.0, 9.001 + f64::from(i) / 20.0, 48.001)).collect();
        let all = houses.iter().copied().reduce(Bounds::union).unwrap();
        assert_eq!(guess(all, &houses).unwrap(), Crs::Degrees);
    }
}
