//! Voronoi density and speed over time, in areas and at lines.
//!
//! Definitions: of cells, and of density and speed in an area, in [`crate::voronoi`]. At a line, with w the share of the line
//! that lies in a cell and n the forward direction across it: density rho = sum w / A(cell), speed v = sum s w (v_i n),
//! flow J = sum s w (v_i n) / A(cell); s is +1 for who comes forward and -1 for who comes backward, by its motion over
//! the same step, single-sided, in the first frame in which its cell touches the line. A walker who stood still then is
//! left out. Units: 1/m^2, m/s, 1/(m s). These are PedPy's `compute_line_density`, `_speed` and `_flow`, both
//! directions together.

use crate::individual_speed::IndividualSpeed;
use crate::measuring::{Area, MeasuringLine};
use crate::voronoi::{CutOff, Stencil, Voronoi};
use ambulo_data::Trajectories;
use ambulo_geom::{Point, Region};

/// Voronoi measures of one area, frame by frame.
///
/// ```
/// assert!(ambulo_eval::voronoi_series::InArea::default().density.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InArea {
    /// Density [1/m^2].
    pub density: Vec<f64>,
    /// Speed [m/s]; zero where nobody's cell reaches.
    pub speed: Vec<f64>,
    /// Share of the area that lies in the cells of people with a speed.
    pub covered: Vec<f64>,
}

/// Voronoi measures of one line, frame by frame; zero where no cell touches it.
///
/// ```
/// assert!(ambulo_eval::voronoi_series::AtLine::default().flow.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AtLine {
    /// Density [1/m^2].
    pub density: Vec<f64>,
    /// Speed across [m/s].
    pub speed: Vec<f64>,
    /// Flow a metre [1/(m s)].
    pub flow: Vec<f64>,
}

/// Cells of a whole recording.
///
/// ```
/// assert_eq!(ambulo_eval::voronoi_series::VoronoiSeries::default().without_cell, 0);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VoronoiSeries {
    /// Each row's own density [1/m^2], in the order of [`Trajectories::rows`]; NaN where it has no cell.
    pub individual: Vec<f64>,
    /// How many rows have no cell: they lie off the ground.
    pub without_cell: usize,
    /// For each area.
    pub areas: Vec<InArea>,
    /// For each line.
    pub lines: Vec<AtLine>,
}

/// Measures areas and lines. `speeds` are those that count; `sided` the single-sided ones, which say who comes from where.
///
/// ```
/// use ambulo_data::{Trajectories, TrajectoryRow};
/// use ambulo_eval::{individual_speed::IndividualSpeed, measuring::Area, voronoi_series};
/// use ambulo_geom::{Polygon, Region};
/// let row = |id, x| TrajectoryRow { frame: 0, id, x, y: 1.0, ori_x: 1.0, ori_y: 0.0, speed: 0.0, level: 0, z: 0.0 };
/// let hall = Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap());
/// let t = Trajectories::new(10.0, hall, vec![], vec![row(1, 0.5), row(2, 1.5)]);
/// let area = Area::rectangle("a", 0.0, 0.0, 1.0, 2.0).unwrap();
/// let speeds = IndividualSpeed { speed: vec![1.2, 0.6], vx: vec![1.2, 0.6], vy: vec![0.0; 2] };
/// let found = voronoi_series::measure(&t, &[area], &[], &speeds, &speeds, None);
/// assert_eq!((found.areas[0].density[0], found.areas[0].speed[0]), (0.5, 1.2));
/// ```
pub fn measure(
    t: &Trajectories,
    areas: &[Area],
    lines: &[MeasuringLine],
    speeds: &IndividualSpeed,
    sided: &IndividualSpeed,
    cut_off: Option<CutOff>,
) -> VoronoiSeries {
    let frames = t.frames();
    let zeros = || vec![0.0; frames];
    let mut found = VoronoiSeries {
        individual: vec![f64::NAN; t.rows().len()],
        without_cell: 0,
        areas: areas.iter().map(|_| InArea { density: zeros(), speed: zeros(), covered: zeros() }).collect(),
        lines: lines.iter().map(|_| AtLine { density: zeros(), speed: zeros(), flow: zeros() }).collect(),
    };
    for (level, ground) in grounds(t) {
        let here: Vec<(usize, Stencil)> = (0..areas.len())
            .filter(|a| areas[*a].level == level)
            .map(|a| (a, Stencil::of(&areas[a].polygon)))
            .collect();
        let across: Vec<usize> = (0..lines.len()).filter(|l| lines[*l].level == level).collect();
        let mut floor = LevelLines { t, lines, speeds, sided, sides: across.iter().map(|_| Vec::new()).collect() };
        let mut voronoi = Voronoi::new(&ground, cut_off);
        let (mut places, mut which) = (Vec::new(), Vec::new());
        let mut first = 0;
        for frame in 0..frames {
            let rows = t.frame(frame);
            places.clear();
            which.clear();
            for (k, row) in rows.iter().enumerate().filter(|(_, r)| r.level == level) {
                places.push(Point::new(row.x, row.y));
                which.push(first + k);
            }
            first += rows.len();
            voronoi.cells(&places);
            for (i, &row) in which.iter().enumerate() {
                found.individual[row] = voronoi.density(i);
                found.without_cell += usize::from(voronoi.size(i) <= 0.0);
            }
            for (a, stencil) in &here {
                let size = areas[*a].size();
                let of = &mut found.areas[*a];
                for (i, &row) in which.iter().enumerate() {
                    let inside = voronoi.size_in(i, stencil);
                    if inside > 0.0 {
                        of.density[frame] += inside / voronoi.size(i) / size;
                        let v = speeds.speed.get(row).copied().filter(|v| v.is_finite());
                        of.speed[frame] += v.map_or(0.0, |v| inside * v / size);
                        of.covered[frame] += v.map_or(0.0, |_| inside / size);
                    }
                }
            }
            for (k, &l) in across.iter().enumerate() {
                floor.line(k, l, frame, &voronoi, &which, &mut found.lines[l]);
            }
        }
    }
    found
}

/// The ground of each level: number and shape.
fn grounds(t: &Trajectories) -> Vec<(u16, Region)> {
    if t.levels.is_empty() {
        return vec![(0, t.area.clone())];
    }
    t.levels.iter().enumerate().map(|(k, level)| (k as u16, level.ground())).collect()
}

/// What lines need to know.
struct LevelLines<'a> {
    t: &'a Trajectories,
    lines: &'a [MeasuringLine],
    speeds: &'a IndividualSpeed,
    sided: &'a IndividualSpeed,
    /// For each line who comes forward (1) and backward (-1), by walker.
    sides: Vec<Vec<(u32, f64)>>,
}

impl LevelLines<'_> {
    fn line(&mut self, k: usize, l: usize, frame: usize, voronoi: &Voronoi, which: &[usize], of: &mut AtLine) {
        let line = &self.lines[l];
        let n = line.normal();
        for (i, &row) in which.iter().enumerate() {
            let Some(share) = voronoi.share_of(i, line.segment) else { continue };
            let id = self.t.rows()[row].id;
            let sides = &mut self.sides[k];
            let side = match sides.binary_search_by_key(&id, |s| s.0) {
                Ok(at) => sides[at].1,
                Err(at) => {
                    let by = self.sided.vx[row] * n.0 + self.sided.vy[row] * n.1;
                    let side = if by > 0.0 {
                        1.0
                    } else if by < 0.0 {
                        -1.0
                    } else {
                        0.0
                    };
                    sides.insert(at, (id, side));
                    side
                }
            };
            if side == 0.0 || share <= 0.0 {
                continue;
            }
            let density = share * voronoi.density(i);
            of.density[frame] += density;
            let across = self.speeds.vx[row] * n.0 + self.speeds.vy[row] * n.1;
            if across.is_finite() {
                of.speed[frame] += side * across * share;
                of.flow[frame] += side * across * density;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::individual_speed::{Border, measure as speeds};
    use crate::sample;
    use ambulo_geom::Polygon;

    #[test]
    fn a_moving_lattice_has_its_density_its_speed_and_their_product_as_flow() {
        // 5 people per square metre move at 1.25 m/s to the right, and then to the left.
        for step in [0.125, -0.125] {
            let rows = (0..200).flat_map(|k: u32| {
                let from = (0.2 + 0.4 * f64::from(k % 20), 0.25 + 0.5 * f64::from(k / 20));
                sample::walk(k, 0..3, from, (step, 0.0))
            });
            let hall = Region::from(Polygon::rectangle(-1.0, 0.0, 9.0, 5.0).unwrap());
            let t = Trajectories::new(10.0, hall, vec![], rows.collect());
            let speeds = speeds(&t, 1, Border::SingleSided);
            let area = Area::rectangle("a", 2.0, 1.0, 5.0, 4.0).unwrap();
            let line = MeasuringLine::between("l", (4.1, 0.0), (4.1, 5.0)).unwrap();
            let found = measure(&t, &[area], &[line], &speeds, &speeds, None);
            assert_eq!(found.without_cell, 0);
            for frame in 0..3 {
                let (a, l) = (&found.areas[0], &found.lines[0]);
                for (what, is, should) in [
                    ("density", a.density[frame], 5.0),
                    ("speed", a.speed[frame], 1.25),
                    ("covered", a.covered[frame], 1.0),
                    ("density at the line", l.density[frame], 5.0),
                    ("speed at the line", l.speed[frame], 1.25),
                    ("flow at the line", l.flow[frame], 6.25),
                ] {
                    assert!((is - should).abs() < 1e-12 * should, "{what} in frame {frame}: {is}");
                }
            }
        }
    }
}
