//! Stripes where two flows cross.
//!
//! Definition: walkers are parted into two flows by the direction of their whole trajectory (two means on the circle).
//! In frames half a second apart the difference of both flows' densities (each walker a Gauss bell of 0.5 m, on cells
//! of 0.25 m) has a gradient g; the tensor sum of g g^T over cells and frames has its dominant eigenvector across the
//! stripes, so that stripes run at right angles to it. Given are the angle between the stripes and each flow (0 to 90
//! degrees) and how clear they are, (l1 - l2) / (l1 + l2) of the eigenvalues: 0 no direction, 1 perfect stripes. Where
//! flows cross at an angle c, stripes are expected at right angles to their bisector, hence at 90 - c / 2 degrees from
//! either: 45 at right angles. The tensor, widths and periods are our choice.

use crate::by_frame::{AgentRow, ByFrame};
use crate::tracks::Tracks;
use ambulo_geom::math;

/// Width of a walker's bell [m].
pub const BANDWIDTH: f64 = 0.5;
/// Side of a cell [m].
pub const CELL: f64 = 0.25;
/// Time between sampled frames [s].
pub const PERIOD: f64 = 0.5;
/// Most sampled frames; of longer recordings they lie further apart.
const MOST_FRAMES: usize = 400;
/// Most cells along a side.
const MOST_CELLS: usize = 800;

/// The stripes of a recording.
///
/// ```
/// use ambulo_eval::stripes::Stripes;
/// let s = Stripes { crossing_deg: 90.0, across_deg: 45.0, angles_deg: (45.0, 45.0), expected_deg: 45.0, clarity: 0.3 };
/// assert_eq!(s.angles_deg.0, s.expected_deg);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stripes {
    /// Angle between both flows [degrees].
    pub crossing_deg: f64,
    /// Direction across the stripes, from the x axis, 0 to 180 [degrees].
    pub across_deg: f64,
    /// Angle between the stripes and each flow, 0 to 90 [degrees].
    pub angles_deg: (f64, f64),
    /// What is expected of stripes at right angles to the bisector [degrees].
    pub expected_deg: f64,
    /// How clear they are, 0 to 1.
    pub clarity: f64,
}

/// The stripes; none when there are no two flows at an angle of 20 to 160 degrees.
///
/// ```
/// use ambulo_eval::{stripes, tracks::Tracks};
/// let one_flow = Tracks::from_places(10.0, [(1, 0, vec![(0.0, 0.0), (1.0, 0.0)])]);
/// assert!(stripes::measure(&one_flow).is_none());
/// ```
pub fn measure(tracks: &Tracks) -> Option<Stripes> {
    let flows = Flows::of(tracks)?;
    let crowd = ByFrame::of_tracks(tracks, 0.0);
    let frames: Vec<&[AgentRow]> = crowd.rows().chunk_by(|a, b| a.frame == b.frame).collect();
    let stride = ((PERIOD * tracks.fps).round() as usize).max(1).max(frames.len().div_ceil(MOST_FRAMES));
    let mut field = DensityField::around(crowd.rows())?;
    let mut tensor = [0.0; 3];
    for frame in frames.iter().step_by(stride) {
        field.clear();
        for row in frame.iter() {
            field.add(row, if flows.second[row.track as usize] { -1.0 } else { 1.0 });
        }
        field.gradients(&mut tensor);
    }
    let [xx, xy, yy] = tensor;
    if xx + yy <= 0.0 {
        return None;
    }
    let apart = ((xx - yy) * (xx - yy) + 4.0 * xy * xy).sqrt();
    let across = 0.5 * math::atan2(2.0 * xy, xx - yy);
    let along = across + std::f64::consts::FRAC_PI_2;
    let angle = |flow: f64| {
        let turn = math::wrap(2.0 * (along - flow)) / 2.0;
        turn.abs().to_degrees()
    };
    let crossing = math::wrap(flows.angles[0] - flows.angles[1]).abs();
    Some(Stripes {
        crossing_deg: crossing.to_degrees(),
        across_deg: across.to_degrees().rem_euclid(180.0),
        angles_deg: (angle(flows.angles[0]), angle(flows.angles[1])),
        expected_deg: 90.0 - crossing.to_degrees() / 2.0,
        clarity: apart / (xx + yy),
    })
}

/// Two directions, and which track follows which.
struct Flows {
    angles: [f64; 2],
    second: Vec<bool>,
}

impl Flows {
    fn of(tracks: &Tracks) -> Option<Self> {
        let directions: Vec<Option<(f64, f64)>> = tracks.iter().map(|t| direction(t.x, t.y)).collect();
        let mut means = [*directions.iter().flatten().next()?; 2];
        // The second begins with who goes most against the first.
        let against = |w: &(f64, f64)| w.0 * means[0].0 + w.1 * means[0].1;
        means[1] = *directions.iter().flatten().min_by(|a, b| against(a).total_cmp(&against(b)))?;
        let nearer_second = |means: &[(f64, f64); 2], w: (f64, f64)| {
            w.0 * means[1].0 + w.1 * means[1].1 > w.0 * means[0].0 + w.1 * means[0].1
        };
        for _ in 0..20 {
            let mut sums = [(0.0, 0.0); 2];
            for w in directions.iter().flatten() {
                let sum = &mut sums[usize::from(nearer_second(&means, *w))];
                *sum = (sum.0 + w.0, sum.1 + w.1);
            }
            for (mean, sum) in means.iter_mut().zip(sums) {
                let length = (sum.0 * sum.0 + sum.1 * sum.1).sqrt();
                if length > 0.0 {
                    *mean = (sum.0 / length, sum.1 / length);
                }
            }
        }
        let angles = means.map(|m| math::atan2(m.1, m.0));
        let apart = math::wrap(angles[0] - angles[1]).abs().to_degrees();
        let second = directions.iter().map(|w| w.is_some_and(|w| nearer_second(&means, w))).collect();
        (20.0..=160.0).contains(&apart).then_some(Self { angles, second })
    }
}

/// From the first to the last place, if that is half a metre or more.
fn direction(x: &[f64], y: &[f64]) -> Option<(f64, f64)> {
    let n = x.len().checked_sub(1)?;
    let (dx, dy) = (x[n] - x[0], y[n] - y[0]);
    let length = (dx * dx + dy * dy).sqrt();
    (length >= 0.5).then(|| (dx / length, dy / length))
}

/// A density on cells.
struct DensityField {
    left: f64,
    bottom: f64,
    cell: f64,
    columns: usize,
    lines: usize,
    values: Vec<f64>,
    touched: Option<(usize, usize)>,
}

impl DensityField {
    fn around(rows: &[AgentRow]) -> Option<Self> {
        let span = |pick: fn(&AgentRow) -> f64| {
            let low = rows.iter().map(pick).fold(f64::INFINITY, f64::min);
            (low, rows.iter().map(pick).fold(f64::NEG_INFINITY, f64::max) - low)
        };
        let ((left, width), (bottom, height)) = (span(|r| r.x), span(|r| r.y));
        let margin = 3.0 * BANDWIDTH;
        let cell = CELL.max((width.max(height) + 2.0 * margin) / MOST_CELLS as f64);
        let cells = |length: f64| ((length + 2.0 * margin) / cell).ceil() as usize + 1;
        let (columns, lines) = (cells(width), cells(height));
        let fine = cell.is_finite() && columns <= MOST_CELLS + 2 && lines <= MOST_CELLS + 2;
        fine.then(|| Self {
            left: left - margin,
            bottom: bottom - margin,
            cell,
            columns,
            lines,
            values: vec![0.0; columns * lines],
            touched: None,
        })
    }

    fn clear(&mut self) {
        if let Some((from, to)) = self.touched.take() {
            self.values[from * self.columns..(to + 1) * self.columns].fill(0.0);
        }
    }

    fn add(&mut self, row: &AgentRow, sign: f64) {
        let reach = 3.0 * BANDWIDTH;
        let range = |v: f64, most: usize| {
            let from = ((v - reach) / self.cell).floor().max(0.0) as usize;
            from..=(((v + reach) / self.cell).ceil() as usize).min(most - 1)
        };
        let (x, y) = (row.x - self.left, row.y - self.bottom);
        let gaussian = |d: f64| math::exp(-0.5 * d * d / (BANDWIDTH * BANDWIDTH));
        let across: Vec<f64> = range(x, self.columns).map(|c| gaussian(c as f64 * self.cell - x)).collect();
        let first = *range(x, self.columns).start();
        let lines = range(y, self.lines);
        let touched = self.touched.unwrap_or((*lines.start(), *lines.end()));
        self.touched = Some((touched.0.min(*lines.start()), touched.1.max(*lines.end())));
        for line in lines {
            let height = sign * gaussian(line as f64 * self.cell - y);
            let at = line * self.columns + first;
            self.values[at..at + across.len()].iter_mut().zip(&across).for_each(|(v, a)| *v += height * a);
        }
    }

    fn gradients(&self, tensor: &mut [f64; 3]) {
        let Some((from, to)) = self.touched else { return };
        for line in from.max(1)..=to.min(self.lines - 2) {
            for column in 1..self.columns - 1 {
                let at = line * self.columns + column;
                let gx = self.values[at + 1] - self.values[at - 1];
                let gy = self.values[at + self.columns] - self.values[at - self.columns];
                tensor[0] += gx * gx;
                tensor[1] += gx * gy;
                tensor[2] += gy * gy;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two flows, one to the right and one to the left of straight up, whose walkers stand on alternate lines that lie at `stripe` (from the x axis).
    fn made(flows: [f64; 2], stripe: f64) -> Tracks {
        let unit = |a: f64| (math::cos(a.to_radians()), math::sin(a.to_radians()));
        let (along, across) = (unit(stripe), unit(stripe + 90.0));
        let walks = (0..400u32).map(|id| {
            let (line, place) = (f64::from(id / 20) - 10.0, f64::from(id % 20) - 10.0);
            let u = unit(flows[(id / 20 % 2) as usize]);
            let (x, y) = (along.0 * place + across.0 * line * 1.2, along.1 * place + across.1 * line * 1.2);
            (id, 0, (0..11).map(|k| (x + 0.06 * u.0 * f64::from(k), y + 0.06 * u.1 * f64::from(k))).collect())
        });
        Tracks::from_places(10.0, walks)
    }

    #[test]
    fn spec_stripes_at_45_degrees_are_found_where_flows_cross_at_right_angles() {
        let found = measure(&made([0.0, 90.0], 135.0)).unwrap();
        assert!((found.crossing_deg - 90.0).abs() < 1e-6 && (found.expected_deg - 45.0).abs() < 1e-6);
        assert!((found.angles_deg.0 - 45.0).abs() < 2.0 && (found.angles_deg.1 - 45.0).abs() < 2.0, "{found:?}");
        assert!((found.across_deg - 45.0).abs() < 2.0 && found.clarity > 0.5, "{found:?}");
    }

    #[test]
    fn other_stripes_give_other_angles() {
        let found = measure(&made([0.0, 90.0], 170.0)).unwrap();
        assert!((found.angles_deg.0 - 10.0).abs() < 3.0 && (found.angles_deg.1 - 80.0).abs() < 3.0, "{found:?}");
    }

    #[test]
    fn opposite_flows_are_no_crossing() {
        assert!(measure(&made([0.0, 180.0], 0.0)).is_none());
    }
}
