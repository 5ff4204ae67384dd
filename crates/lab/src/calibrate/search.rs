//! How parameters are searched: a Latin hypercube, then Nelder and Mead's simplex from the best of it. Points are
//! fractions of the range between the bounds; a step over a bound is reflected.

use ambulo_sim::random::{Draw, Purpose};
use argmin::core::{CostFunction, Error, Executor, State};
use argmin::solver::neldermead::NelderMead;

/// Points of a Latin hypercube: along every axis each of `points` equal parts has one of them.
pub fn latin_hypercube(points: usize, axes: usize, seed: u64) -> Vec<Vec<f64>> {
    let mut all = vec![vec![0.0; axes]; points];
    for axis in 0..axes {
        let mut draw = Draw::new(seed, axis as u32, 0, Purpose::Setup);
        let mut part: Vec<usize> = (0..points).collect();
        for i in (1..points).rev() {
            part.swap(i, (draw.unit() * (i + 1) as f64) as usize);
        }
        for (point, part) in all.iter_mut().zip(part) {
            point[axis] = (part as f64 + draw.unit()) / points as f64;
        }
    }
    all
}

/// First steps of the simplex, as a fraction of the range.
const STEP: f64 = 0.1;
/// Values that spread less than this are the same (a mean logarithm of a density).
const SAME: f64 = 1e-6;

/// Makes a cost smaller from a point on, by so many steps at most: the best point and its cost.
pub fn polish(start: &[f64], steps: u64, cost: impl Fn(&[f64]) -> f64) -> (Vec<f64>, f64) {
    let mut simplex = vec![start.to_vec()];
    for axis in 0..start.len() {
        let mut corner = start.to_vec();
        // Away from the nearer bound, or two corners of the simplex might be reflections of each other.
        corner[axis] += if corner[axis] > 0.5 { -STEP } else { STEP };
        simplex.push(corner);
    }
    let solver = NelderMead::new(simplex).with_sd_tolerance(SAME).expect("a tolerance above 0");
    let run = Executor::new(Cost(cost), solver).configure(|state| state.max_iters(steps)).timer(false).run();
    let state = run.expect("a cost is always given").state;
    let best = state.get_best_param().cloned().unwrap_or_else(|| start.to_vec());
    (best, state.get_best_cost())
}

struct Cost<F>(F);

impl<F: Fn(&[f64]) -> f64> CostFunction for Cost<F> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, point: &Vec<f64>) -> Result<f64, Error> {
        Ok((self.0)(point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_latin_hypercube_has_one_point_in_every_part_of_every_axis() {
        let points = latin_hypercube(32, 3, 7);
        for axis in 0..3 {
            let mut parts: Vec<usize> = points.iter().map(|p| (p[axis] * 32.0) as usize).collect();
            parts.sort_unstable();
            assert_eq!(parts, (0..32).collect::<Vec<_>>());
        }
        assert_eq!(points, latin_hypercube(32, 3, 7));
        assert_ne!(points, latin_hypercube(32, 3, 8));
    }

    #[test]
    fn the_simplex_finds_the_bottom_of_a_valley() {
        let (best, cost) = polish(&[0.2, 0.9], 200, |p| {
            let (x, y) = (p[0] - 0.6, p[1] - 0.35);
            x * x + 10.0 * (y - x * x) * (y - x * x)
        });
        assert!((best[0] - 0.6).abs() < 0.01 && (best[1] - 0.35).abs() < 0.01, "{best:?}");
        assert!(cost < 1e-4);
    }
}
