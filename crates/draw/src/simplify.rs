//! Fewer points for the same line (Ramer 1972, Douglas and Peucker 1973).

use ambulo_geom::{Point, Segment};

/// Drops points whose absence moves the line by no more than `tolerance`; the ends stay.
///
/// ```
/// use ambulo_draw::simplify;
/// use ambulo_geom::Point;
/// let nearly_straight = [Point::new(0.0, 0.0), Point::new(1.0, 0.01), Point::new(2.0, 0.0)];
/// assert_eq!(simplify(&nearly_straight, 0.1).len(), 2);
/// assert_eq!(simplify(&nearly_straight, 0.001).len(), 3);
/// ```
pub fn simplify(line: &[Point], tolerance: f64) -> Vec<Point> {
    if line.len() < 3 {
        return line.to_vec();
    }
    let mut keep = vec![false; line.len()];
    keep[0] = true;
    keep[line.len() - 1] = true;
    // A stack instead of recursion: a long path must not overflow.
    let mut open = vec![(0, line.len() - 1)];
    while let Some((from, to)) = open.pop() {
        let chord = Segment::new(line[from], line[to]);
        let mut worst = (tolerance, None);
        for (i, &p) in line.iter().enumerate().take(to).skip(from + 1) {
            let d = chord.distance(p);
            if d > worst.0 {
                worst = (d, Some(i));
            }
        }
        if let Some(i) = worst.1 {
            keep[i] = true;
            open.push((from, i));
            open.push((i, to));
        }
    }
    line.iter().zip(keep).filter_map(|(&p, kept)| kept.then_some(p)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_line_stays_within_the_tolerance_of_the_long_one() {
        let wave: Vec<Point> =
            (0..500).map(|i| Point::new(f64::from(i) * 0.1, ambulo_geom::math::sin(f64::from(i) * 0.05))).collect();
        let short = simplify(&wave, 0.02);
        assert!(short.len() < 80, "{} points left", short.len());
        for p in wave {
            let d = short.windows(2).map(|w| Segment::new(w[0], w[1]).distance(p)).fold(f64::INFINITY, f64::min);
            assert!(d <= 0.02 + 1e-12);
        }
    }
}
