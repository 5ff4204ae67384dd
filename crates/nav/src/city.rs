//! A city to plan routes in: straight streets of different widths between blocks of different depths.

use ambulo_geom::{Point, Polygon, Region};

/// The side of the generated city [m].
pub const CITY_SIDE: f64 = 1300.0;

/// Buildings along each side of the generated city.
const BLOCKS: usize = 51;

/// The generated city: 51 x 51 buildings on 1.3 x 1.3 km, about the size of the one Lamarche and Donikian (2004)
/// measured their planner in. Always the same.
///
/// ```
/// let city = ambulo_nav::generated_city();
/// assert_eq!(city.polygons()[0].holes().count(), 2601);
/// ```
pub fn generated_city() -> Region {
    let columns = spans(1);
    let rows = spans(2);
    let mut holes = Vec::with_capacity(BLOCKS * BLOCKS);
    for &(x0, x1) in &columns {
        for &(y0, y1) in &rows {
            holes.push([(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(|(x, y)| Point::new(x, y)).to_vec());
        }
    }
    let s = CITY_SIDE;
    let outer = [(0.0, 0.0), (s, 0.0), (s, s), (0.0, s)].map(|(x, y)| Point::new(x, y)).to_vec();
    let city = Polygon::new(outer, holes).expect("blocks lie apart");
    Region::from(city)
}

/// From where to where the buildings stand along one side: streets of 6 to 14 m between them.
fn spans(side: u32) -> Vec<(f64, f64)> {
    let pitch = CITY_SIDE / BLOCKS as f64;
    let mut state = u64::from(side) << 32 | 2004;
    let mut unit = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / (1u64 << 24) as f64
    };
    (0..BLOCKS)
        .map(|i| {
            let (before, after) = (3.0 + 4.0 * unit(), 3.0 + 4.0 * unit());
            (i as f64 * pitch + before, (i + 1) as f64 * pitch - after)
        })
        .collect()
}
