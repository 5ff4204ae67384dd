//! Whether walkers avoid each other as people do.
//!
//! Definition, by what Olivier et al. 2012 found: (1) groups of trials whose mean mpd(t_see) is below 1 m rise to a mean mpd(t_cross) of 0.7 to 1.0 m; (2) groups
//! between 1 and 1.5 m change by less than 0.1 m; (3) the mean curve of all trials that begin below 1 m rises, and no longer by more than
//! 0.02 m/s once 90 % of the time is over, so that the rest is regulation. The bounds of (1) to (3) are ours, about the study's values. A criterion that no group tests is not fulfilled.

use crate::mpd_groups::{MeanCurve, MpdGroup};
use crate::phases::{ADMISSIBLE, STILL};

/// Between these, groups that must react end [m].
pub const REACHED: (f64, f64) = (0.7, 1.0);
/// Groups that begin below this, but not below 1 m, have no need to change [m].
pub const UNCHANGED_BELOW: f64 = 1.5;
/// So much they may change [m].
pub const CHANGE: f64 = 0.1;
/// From this share of the time on mpd does not rise any more.
pub const SOLVED_BY: f64 = 0.9;

/// The three criteria.
///
/// ```
/// let v = ambulo_eval::human_like::HumanLikeVerdict { rises: true, leaves_be: true, anticipates: false };
/// assert!(!v.human_like());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HumanLikeVerdict {
    /// Groups below 1 m rise to 0.7 to 1.0 m.
    pub rises: bool,
    /// Groups from 1 to 1.5 m change by less than 0.1 m.
    pub leaves_be: bool,
    /// The rise is over by 90 % of the time.
    pub anticipates: bool,
}

impl HumanLikeVerdict {
    /// All three.
    ///
    /// ```
    /// assert!(!ambulo_eval::human_like::HumanLikeVerdict::default().human_like());
    /// ```
    pub fn human_like(&self) -> bool {
        self.rises && self.leaves_be && self.anticipates
    }
}

/// Judges groups of ascending mpd(t_see) and the mean curve of those that must react.
///
/// ```
/// use ambulo_eval::{human_like::judge, mpd_groups::{Curve, ascending, reacting}};
/// // Below 0.85 m all rise to that, by two thirds of the time; others go straight on.
/// let trial = |n: u32| {
///     let see = 0.01 * f64::from(n);
///     let at = |k: u32| see + (0.85 - see).max(0.0) * (f64::from(k) / 66.0).min(1.0);
///     Curve { values: (0..101).map(at).collect(), seconds: 4.1 }
/// };
/// let trials: Vec<Curve> = (0..380).map(trial).collect();
/// assert!(judge(&ascending(&trials, 10), reacting(&trials).as_ref()).human_like());
/// ```
pub fn judge(groups: &[MpdGroup], reacting: Option<&MeanCurve>) -> HumanLikeVerdict {
    let mut low = groups.iter().filter(|g| g.see.0 < ADMISSIBLE).peekable();
    let mut middle = groups.iter().filter(|g| (ADMISSIBLE..UNCHANGED_BELOW).contains(&g.see.0)).peekable();
    let any = (low.peek().is_some(), middle.peek().is_some());
    let solved = |m: &MeanCurve| {
        let from = (SOLVED_BY * m.derivative.len() as f64) as usize;
        m.phases.is_some() && m.derivative[from..].iter().all(|d| *d <= STILL)
    };
    HumanLikeVerdict {
        rises: any.0 && low.all(|g| (REACHED.0..=REACHED.1).contains(&g.cross.0)),
        leaves_be: any.1 && middle.all(|g| (g.cross.0 - g.see.0).abs() < CHANGE),
        anticipates: reacting.is_some_and(solved),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mpd_groups::{Curve, ascending, reacting};

    fn verdict(at: impl Fn(f64, f64) -> f64) -> HumanLikeVerdict {
        let trial = |n: u32| {
            let see = 0.009 * f64::from(n);
            Curve { values: (0..101).map(|k| at(see, f64::from(k) / 100.0)).collect(), seconds: 4.1 }
        };
        let trials: Vec<Curve> = (0..420).map(trial).collect();
        judge(&ascending(&trials, 10), reacting(&trials).as_ref())
    }

    #[test]
    fn each_criterion_can_fail_alone() {
        let rise = |see: f64, to: f64, by: f64, t: f64| see + (to - see).max(0.0) * (t / by).min(1.0);
        assert!(verdict(|see, t| rise(see, 0.9, 0.7, t)).human_like());
        // Only out of each other's bodies; much too far; everybody pushed off; at the last moment.
        let none = verdict(|see, t| rise(see, 0.4, 0.7, t));
        assert!(!none.rises && none.leaves_be && none.anticipates);
        assert!(!verdict(|see, t| rise(see, 1.3, 0.7, t)).rises);
        let pushed = verdict(|see, t| if see < 1.13 { rise(see, 0.9, 0.7, t) } else { see + 0.5 * t });
        assert!(pushed.rises && !pushed.leaves_be);
        let late = verdict(|see, t| rise(see, 0.9, 1.0, t));
        assert!(late.rises && late.leaves_be && !late.anticipates);
    }
}
