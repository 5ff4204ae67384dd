//! Areas made of square cells.

use super::choose::FaceGroups;
use super::lattice::Spot;
use super::outline::{BorderPiece, region, rings};
use super::simplify::simplify;
use crate::{Point, PolygonError, Region};

/// The region of the cells that are `open`, row by row from below, each `size` metres wide; cells are connected by
/// their sides, and corners that touch are shared.
///
/// ```
/// use ambulo_geom::repair::cells_region;
/// let two = cells_region(2, 2, 0.5, |x, y| x == y).unwrap();
/// assert_eq!((two.polygons().len(), two.area()), (2, 0.5));
/// ```
pub fn cells_region(
    width: usize,
    height: usize,
    size: f64,
    open: impl Fn(usize, usize) -> bool,
) -> Result<Region, PolygonError> {
    let is_open = |x: i64, y: i64| {
        (0..width as i64).contains(&x) && (0..height as i64).contains(&y) && open(x as usize, y as usize)
    };
    let index = |x: i64, y: i64| (y as usize * width + x as usize) as u32;
    let mut parts = FaceGroups::new(width * height);
    let mut border = Vec::new();
    for y in 0..height as i64 {
        for x in (0..width as i64).filter(|&x| is_open(x, y)) {
            if is_open(x - 1, y) {
                parts.join(index(x, y), index(x - 1, y));
            }
            if is_open(x, y - 1) {
                parts.join(index(x, y), index(x, y - 1));
            }
            let corner = |dx, dy| Spot { x: x + dx, y: y + dy };
            let c = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
            for (i, (dx, dy)) in [(0, -1), (1, 0), (0, 1), (-1, 0)].into_iter().enumerate() {
                if !is_open(x + dx, y + dy) {
                    border.push(BorderPiece { a: c[i], b: c[(i + 1) % 4], part: index(x, y) });
                }
            }
        }
    }
    for piece in &mut border {
        piece.part = parts.of(piece.part);
    }
    let mut outlines = rings(&border);
    simplify(&mut outlines, &mut Vec::new(), None);
    region(&outlines, |p| Point::new(p.x as f64 * size, p.y as f64 * size))
}
