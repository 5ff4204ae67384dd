//! Cross-validation by subject: nobody who is walked with held-out trials is also learnt from.
//!
//! Trials in order of file and time are cut into folds of equal size. While a fold is held out, trials of other folds that share a
//! walker with it are not used at all. Where every trial has walkers of its own none are lost; in a crowd it is those about the cuts.

use super::MeasuredTrial;
use std::collections::BTreeSet;

/// One fold: what is held out, and what is learnt from.
#[derive(Clone, Debug, PartialEq)]
pub struct Fold {
    pub held_out: Vec<usize>,
    pub learnt: Vec<usize>,
}

pub fn folds(trials: &[MeasuredTrial], count: usize) -> Vec<Fold> {
    let n = trials.len();
    let fold = |k: usize| {
        let held_out: Vec<usize> = (k * n / count..(k + 1) * n / count).collect();
        let known: BTreeSet<_> = held_out.iter().flat_map(|i| trials[*i].who).collect();
        let out = held_out.first().copied().unwrap_or(0)..held_out.last().map_or(0, |l| l + 1);
        let stranger = |i: &usize| !out.contains(i) && !trials[*i].who.iter().any(|w| known.contains(w));
        Fold { learnt: (0..n).filter(stranger).collect(), held_out }
    };
    (0..count).map(fold).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::tests::trial_of;

    #[test]
    fn nobody_is_both_held_out_and_learnt_from() {
        // A chain: everybody meets the next.
        let trials: Vec<MeasuredTrial> = (0..20).map(|k| trial_of([(0, k), (0, k + 1)])).collect();
        let folds = folds(&trials, 4);
        let mut seen: Vec<usize> = folds.iter().flat_map(|f| f.held_out.clone()).collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..20).collect::<Vec<_>>());
        for fold in &folds {
            let who = |list: &[usize]| list.iter().flat_map(|i| trials[*i].who).collect::<BTreeSet<_>>();
            assert!(who(&fold.held_out).is_disjoint(&who(&fold.learnt)));
            // Only the links at the cuts are lost.
            assert!(fold.held_out.len() + fold.learnt.len() >= 18);
        }
    }

    #[test]
    fn pairs_of_their_own_lose_nothing() {
        let trials: Vec<MeasuredTrial> = (0..11).map(|k| trial_of([(0, 2 * k), (0, 2 * k + 1)])).collect();
        assert!(folds(&trials, 5).iter().all(|f| f.held_out.len() + f.learnt.len() == 11));
    }
}
