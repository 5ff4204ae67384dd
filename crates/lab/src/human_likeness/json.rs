//! Human-likeness of a model as one JSON object.

use super::HumanLikeness;
use ambulo_eval::mpd_groups::MpdGroup;
use serde_json::{Value, json};

impl HumanLikeness {
    /// One object per model. Its keys stay the same between versions.
    pub fn json(&self) -> Value {
        let group = |g: &MpdGroup| json!({ "n": g.n, "mpd_see": g.see.0, "mpd_cross": g.cross.0, "p": g.test.map(|t| t.p), "curve": g.mean });
        let crossings = self.crossings.as_ref().map(|c| {
            let phases = c.mean.as_ref().and_then(|m| m.phases);
            json!({
                "trials": c.trials, "not_crossed": c.uncrossed,
                "human_like": c.verdict.human_like(), "rises": c.verdict.rises,
                "leaves_be": c.verdict.leaves_be, "anticipates": c.verdict.anticipates,
                "dmin_least": c.dmin_least, "dmin_mean": c.dmin_mean, "dmin_reacting": c.dmin_reacting,
                "reaction_from": phases.map(|p| p.reaction.0), "reaction_to": phases.map(|p| p.reaction.1),
                "durations_s": phases.map(|p| p.durations()), "mpd": phases.map(|p| p.mpd),
                "groups": c.groups.iter().map(group).collect::<Vec<_>>(),
                "mean_curve": c.mean.as_ref().map(|m| &m.mean),
            })
        });
        let meetings = self.meetings.as_ref().map(|r| {
        let means = r.mpd_means();
        json!({
            "pairs": r.pairs, "deviation_m": r.deviation(), "likelihood": r.likelihood,
            "deviation_interval_m": r.deviation_interval(), "likelihood_interval": r.likelihood_interval,
            "ordered": r.ordered, "order_right": r.order_right,
            "mpd_cross_people": means.map(|m| m.0), "mpd_cross_model": means.map(|m| m.1), "mpd_cross_difference": means.map(|m| m.2),
        })
    });
        json!({ "model": self.model, "crossings": crossings, "meetings": meetings })
    }
}
