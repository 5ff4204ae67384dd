//! A single file on a closed course of 0.8 m: speed over density, beside the 10th to 90th percentile of people (RiMEA, test 16).

use super::{DenseSubject, ring};

const WIDTH: f64 = 0.8;
/// Density [1/m], and the 10th and 90th percentile of the speed of people there [m/s].
const BAND: [(f64, f64, f64); 13] = [
    (0.10, 0.961, 1.483),
    (0.30, 0.840, 1.473),
    (0.50, 0.708, 1.389),
    (0.70, 0.598, 1.305),
    (0.90, 0.448, 1.101),
    (1.10, 0.316, 0.840),
    (1.30, 0.187, 0.608),
    (1.50, 0.112, 0.485),
    (1.70, 0.071, 0.382),
    (1.90, 0.048, 0.314),
    (2.10, 0.035, 0.270),
    (2.30, 0.027, 0.239),
    (2.50, 0.022, 0.220),
];

/// What was found of single files.
pub(crate) struct SingleFile {
    /// Share of points in the band.
    pub(crate) in_band: f64,
    /// Mean speed [m/s] at each density [1/m].
    pub(crate) speeds: Vec<(f64, f64)>,
}

/// Densities of the suite [1/m].
pub(crate) const FILES: [f64; 5] = [0.3, 0.7, 1.1, 1.5, 1.9];

/// Walks files of these densities [1/m].
pub(crate) fn measure(subject: &DenseSubject, densities: &[f64]) -> SingleFile {
    let length = ring::length(WIDTH);
    let (mut inside, mut all, mut speeds) = (0u64, 0u64, Vec::new());
    for &density in densities {
        let people = (density * length).round() as usize;
        let mut world = subject.world(&ring::course(people, 1, WIDTH));
        let (mut sum, mut count) = (0.0, 0u64);
        while world.report().time < 40.0 {
            world.step();
            let now = world.report().time;
            // A point per person and second.
            if now < 15.0 || !((now * 20.0).round() as u64).is_multiple_of(20) {
                continue;
            }
            let mut along: Vec<(f64, f64)> = world
                .walkers()
                .filter(|w| w.place.y < 0.0 && (0.0..16.0).contains(&w.place.x))
                .map(|w| (w.place.x, f64::from(w.velocity.x)))
                .collect();
            along.sort_by(|a, b| a.0.total_cmp(&b.0));
            for three in along.windows(3) {
                // As Voronoi cells in one dimension: half the distance to either neighbour.
                let local = 2.0 / (three[2].0 - three[0].0).max(1e-3);
                let v = three[1].1;
                (sum, count) = (sum + v, count + 1);
                if let Some((low, high)) = band(local) {
                    all += 1;
                    inside += u64::from((low..=high).contains(&v));
                }
            }
        }
        speeds.push((density, if count == 0 { 0.0 } else { sum / count as f64 }));
    }
    SingleFile { in_band: if all == 0 { 0.0 } else { inside as f64 / all as f64 }, speeds }
}

/// The band at a density, between the densities of the table.
pub(crate) fn band(density: f64) -> Option<(f64, f64)> {
    let pair = BAND.windows(2).find(|p| (p[0].0..=p[1].0).contains(&density))?;
    let t = (density - pair[0].0) / (pair[1].0 - pair[0].0);
    Some((pair[0].1 + t * (pair[1].1 - pair[0].1), pair[0].2 + t * (pair[1].2 - pair[0].2)))
}
