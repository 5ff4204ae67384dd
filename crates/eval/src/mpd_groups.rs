//! Curves of mpd over many trials, as Olivier et al. 2012 lay them out: groups of ascending mpd(t_see) with their mean curves, and the mean of all trials that begin
//! below 1 m with its phases. Units: m, s.

use crate::bootstrap::{Estimate, estimate};
use crate::phases::{self, ADMISSIBLE, Phases};
use crate::statistics::{mean, sd};
use crate::wilcoxon::{SignedRank, signed_rank};

/// mpd of one trial at every percent of its time.
///
/// ```
/// let c = ambulo_eval::mpd_groups::Curve { values: vec![0.3; 101], seconds: 4.1 };
/// assert_eq!((c.see(), c.cross()), (0.3, 0.3));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// At equal times [m].
    pub values: Vec<f64>,
    /// From t_see to t_cross [s].
    pub seconds: f64,
}

impl Curve {
    /// At t_see [m].
    ///
    /// ```
    /// assert_eq!(ambulo_eval::mpd_groups::Curve { values: vec![0.3, 0.5], seconds: 4.1 }.see(), 0.3);
    /// ```
    pub fn see(&self) -> f64 {
        self.values.first().copied().unwrap_or(f64::NAN)
    }

    /// At t_cross [m].
    ///
    /// ```
    /// assert_eq!(ambulo_eval::mpd_groups::Curve { values: vec![0.3, 0.5], seconds: 4.1 }.cross(), 0.5);
    /// ```
    pub fn cross(&self) -> f64 {
        self.values.last().copied().unwrap_or(f64::NAN)
    }
}

/// Trials of like mpd(t_see).
#[derive(Clone, Debug, PartialEq)]
pub struct MpdGroup {
    /// Trials.
    pub n: usize,
    /// Mean curve.
    pub mean: Vec<f64>,
    /// Mean and standard deviation of mpd(t_see).
    pub see: (f64, f64),
    /// Mean and standard deviation of mpd(t_cross).
    pub cross: (f64, f64),
    /// Mean of mpd(t_cross) - mpd(t_see), with its 95 % interval by bootstrap over the trials.
    pub rise: Option<Estimate>,
    /// Whether mpd(t_cross) differs from mpd(t_see).
    pub test: Option<SignedRank>,
}

/// The mean curve of many trials.
#[derive(Clone, Debug, PartialEq)]
pub struct MeanCurve {
    /// Trials.
    pub n: usize,
    /// Mean at equal times [m].
    pub mean: Vec<f64>,
    /// Standard deviation at these [m].
    pub sd: Vec<f64>,
    /// Smoothed derivative of the mean [m/s].
    pub derivative: Vec<f64>,
    /// Mean duration [s].
    pub seconds: f64,
    /// Phases; none when nothing rises.
    pub phases: Option<Phases>,
}

/// How many groups so many trials are parted into: ten, but no group of fewer than five.
///
/// ```
/// use ambulo_eval::mpd_groups::how_many;
/// assert_eq!((how_many(420), how_many(23), how_many(3)), (10, 4, 1));
/// ```
pub fn how_many(trials: usize) -> usize {
    (trials / 5).clamp(1, 10)
}

/// Groups of ascending mpd(t_see), of sizes as equal as can be; fewer where there are fewer trials.
///
/// ```
/// use ambulo_eval::mpd_groups::{Curve, ascending};
/// let trials: Vec<Curve> = (0..20).map(|k| Curve { values: vec![0.1 * f64::from(k); 101], seconds: 4.0 }).collect();
/// let groups = ascending(&trials, 4);
/// assert_eq!((groups.len(), groups[3].n), (4, 5));
/// assert!((groups[0].see.0 - 0.2).abs() < 1e-12 && groups[0].test.is_none());
/// ```
pub fn ascending(trials: &[Curve], groups: usize) -> Vec<MpdGroup> {
    let mut order: Vec<&Curve> = trials.iter().collect();
    order.sort_by(|a, b| a.see().total_cmp(&b.see()));
    let groups = groups.min(order.len());
    (0..groups)
        .map(|g| {
            let part = &order[g * order.len() / groups..(g + 1) * order.len() / groups];
            let ends: Vec<(f64, f64)> = part.iter().map(|c| (c.see(), c.cross())).collect();
            let (see, cross): (Vec<f64>, Vec<f64>) = ends.iter().copied().unzip();
            let spread = |v: &[f64]| (mean(v).unwrap_or(f64::NAN), sd(v).unwrap_or(f64::NAN));
            let test = signed_rank(&ends);
            let rise = estimate(&ends.iter().map(|(see, cross)| cross - see).collect::<Vec<_>>());
            MpdGroup { n: part.len(), mean: mean_of(part), see: spread(&see), cross: spread(&cross), rise, test }
        })
        .collect()
}

/// The mean curve of all trials that begin below 1 m; none when there is none.
///
/// ```
/// use ambulo_eval::mpd_groups::{Curve, reacting};
/// let rising = Curve { values: (0..101).map(|k| 0.4 + 0.005 * f64::from(k)).collect(), seconds: 4.0 };
/// let far = Curve { values: vec![2.0; 101], seconds: 4.0 };
/// let m = reacting(&[rising, far]).unwrap();
/// assert_eq!((m.n, m.phases.unwrap().reaction), (1, (0.0, 1.0)));
/// ```
pub fn reacting(trials: &[Curve]) -> Option<MeanCurve> {
    let part: Vec<&Curve> = trials.iter().filter(|c| c.see() < ADMISSIBLE).collect();
    let seconds = mean(&part.iter().map(|c| c.seconds).collect::<Vec<_>>())?;
    let curve = mean_of(&part);
    let at = |k: usize| part.iter().map(|c| c.values[k]).collect::<Vec<f64>>();
    let spread = (0..curve.len()).map(|k| sd(&at(k)).unwrap_or(0.0)).collect();
    let derivative = phases::derivative(&curve, seconds);
    let phases = phases::of_mean(&curve, seconds);
    Some(MeanCurve { n: part.len(), mean: curve, sd: spread, derivative, seconds, phases })
}

fn mean_of(part: &[&Curve]) -> Vec<f64> {
    let points = part.iter().map(|c| c.values.len()).min().unwrap_or(0);
    (0..points).map(|k| part.iter().map(|c| c.values[k]).sum::<f64>() / part.len() as f64).collect()
}
