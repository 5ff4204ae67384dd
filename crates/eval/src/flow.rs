//! Flow across a line.
//!
//! Definition: J = dN / dt over windows of so many frames. The first window begins when the first walker crosses, each next one
//! a frame after the last crossing of the window before; dt is the time from there to a frame after the last crossing of this
//! window, so that waiting at its end is not counted. Beside it stands the mean individual speed of those who cross between
//! these two frames, both included. Unit: 1/s, m/s. These are PedPy's windows.
//!
//! Over all: J = (N - 1) / (t_N - t_1) with the times of the first and last crossing. Specific flow: J / width [1/(m s)].

use crate::n_t::{LineCrossing, cumulative};

/// Flow in one window.
///
/// ```
/// let f = ambulo_eval::flow::Flow { from: 3, to: 43, people: 5, flow: 1.25, speed: 1.3 };
/// assert!(f.to > f.from);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flow {
    /// Frame in which the window begins.
    pub from: u32,
    /// Frame in which it ends.
    pub to: u32,
    /// How many crossed.
    pub people: u32,
    /// How many in a second [1/s].
    pub flow: f64,
    /// How fast they were then [m/s]; NaN where nobody's speed is known.
    pub speed: f64,
}

/// Flow in windows of `window` frames of a recording of `frames` frames; `speeds` of the rows.
///
/// ```
/// use ambulo_eval::{flow, n_t::LineCrossing};
/// // One every half second.
/// let all: Vec<LineCrossing> = (0..20).map(|k| LineCrossing { id: k, frame: 5 * k, row: 0, time: 0.0, forward: true }).collect();
/// let found = flow::measure(&all, &[1.5], 100, 10.0, 50);
/// assert_eq!((found[0].people, found[0].speed), (11, 1.5));
/// // Eleven in the 51 frames from the first to the last of them.
/// assert!((found[0].flow - 110.0 / 51.0).abs() < 1e-12);
/// ```
pub fn measure(crossings: &[LineCrossing], speeds: &[f64], frames: usize, fps: f64, window: u32) -> Vec<Flow> {
    let window = window.max(1) as usize;
    let Some(first) = crossings.first() else { return Vec::new() };
    let n = cumulative(crossings, frames);
    let (mut before, mut from) = (0, first.frame);
    let mut found = Vec::new();
    for frame in (first.frame as usize + window..frames.saturating_sub(1)).step_by(window) {
        let people = n[frame] - before;
        if people == 0 {
            continue;
        }
        // The last of them; crossings are by frame.
        let to = crossings[n[frame] as usize - 1].frame + 1;
        let within = crossings.iter().filter(|c| (from..=to).contains(&c.frame));
        let known = within.filter_map(|c| speeds.get(c.row)).filter(|v| v.is_finite());
        let (sum, count) = known.fold((0.0, 0_u32), |(sum, count), v| (sum + v, count + 1));
        let speed = if count > 0 { sum / f64::from(count) } else { f64::NAN };
        found.push(Flow { from, to, people, flow: f64::from(people) / f64::from(to - from) * fps, speed });
        (before, from) = (n[frame], to);
    }
    found
}

/// Flow from the first crossing to the last [1/s]; `None` when fewer than two, or all at once, crossed.
///
/// ```
/// use ambulo_eval::{flow, n_t::LineCrossing};
/// let at = |time| LineCrossing { id: 0, frame: 0, row: 0, time, forward: true };
/// assert_eq!(flow::overall(&[at(1.0), at(1.5), at(2.0)]), Some(2.0));
/// assert_eq!(flow::overall(&[at(1.0)]), None);
/// ```
pub fn overall(crossings: &[LineCrossing]) -> Option<f64> {
    let low = crossings.iter().map(|c| c.time).fold(f64::INFINITY, f64::min);
    let high = crossings.iter().map(|c| c.time).fold(f64::NEG_INFINITY, f64::max);
    (high > low).then(|| (crossings.len() - 1) as f64 / (high - low))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measuring::{Area, MeasuringLine};
    use crate::n_t::{self, Direction};
    use crate::{density, sample};
    use ambulo_data::Trajectories;

    #[test]
    fn a_uniform_stream_flows_as_density_times_speed_times_width() {
        // A lattice 0.8 m by 0.5 m in a corridor 2 m wide moves at 1.2 m/s: rho = 2.5, J = 2.5 * 1.2 * 2 = 6.
        let (fps, v, dx) = (10.0, 1.2, 0.8);
        let lattice = (0..120).flat_map(|i| (0..4).map(move |j| (i, j)));
        let rows = lattice.flat_map(|(i, j)| {
            let from = (-0.37 - dx * f64::from(i), 0.25 + 0.5 * f64::from(j));
            sample::walk(4 * i as u32 + j as u32, 0..700, from, (v / fps, 0.0))
        });
        let t = Trajectories::new(fps, sample::square(9.0), vec![], rows.collect());
        let line = MeasuringLine::between("line", (0.0, 0.0), (0.0, 2.0)).unwrap();
        let all = n_t::crossings(&t, &line, Direction::Forward);
        // Rows of four come together, so that the first four open the count: (N - 4) / (t_N - t_1).
        let (first, last) = (all[0].time, all.last().unwrap().time);
        let j = (all.len() - 4) as f64 / (last - first);
        let area = Area::rectangle("a", 0.0, 0.0, 8.0 * dx, 2.0).unwrap();
        let rho = density::measure(&t, &area)[300];
        assert!((rho - 2.5).abs() < 1e-12, "{rho}");
        assert!((j - rho * v * line.length()).abs() < 1e-12 * j, "{j}");
    }

    #[test]
    fn windows_begin_where_the_last_one_ended_and_leave_out_waiting() {
        let at = |frame| LineCrossing { id: frame, frame, row: 0, time: f64::from(frame) / 10.0, forward: true };
        // Two early, nobody for two windows, then two.
        let found = measure(&[at(10), at(12), at(41), at(45)], &[2.0], 80, 10.0, 10);
        let spans: Vec<_> = found.iter().map(|f| (f.from, f.to, f.people)).collect();
        assert_eq!(spans, [(10, 13, 2), (13, 46, 2)]);
        assert!((found[1].flow - 2.0 / 3.3).abs() < 1e-12);
        assert!(measure(&[], &[], 80, 10.0, 10).is_empty());
    }
}
