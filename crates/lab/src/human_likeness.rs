//! How human-like models avoid: crossings as in the study of Olivier et al. 2012, and pairs of real people walked by each model.
//!
//! Everything is played on open ground with the models' default parameters. Trials are shared among threads and results kept in order: same bits
//! for any number of them.

mod crossings;
mod json;
mod meetings;
mod page;

pub use crossings::{Crossings, made_crossings};
pub use meetings::{ModelMeetings, RealMeeting, meetings_of};
pub use page::{human_likeness_markdown, human_likeness_page, human_likeness_provenance, human_likeness_tiles};

use crate::in_order::in_order;
use ambulo_sim::GroupError;

/// Radius of everybody's body [m]. The study saw centres 0.41 m apart at the least: larger bodies could not do what people did.
pub const RADIUS: f64 = 0.2;

/// What is played.
///
/// ```
/// let o = ambulo_lab::HumanLikenessOptions::default();
/// assert_eq!((o.crossings, o.models.len()), (420, ambulo::models::MODELS.len()));
/// ```
#[derive(Clone, Debug)]
pub struct HumanLikenessOptions {
    /// Models, by name.
    pub models: Vec<String>,
    /// Made crossings of each.
    pub crossings: u32,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Threads; 0 means one per core.
    pub threads: usize,
    /// Models that walk with other parameters than their own: name and parameters of each.
    pub params: Vec<(String, Vec<(String, f64)>)>,
}

impl Default for HumanLikenessOptions {
    fn default() -> Self {
        let models = ambulo_models::MODELS.iter().map(|m| m.name);
        Self { models: models.map(str::to_string).collect(), crossings: 420, seed: 1, threads: 0, params: Vec::new() }
    }
}

/// One model's part.
#[derive(Clone, Debug)]
pub struct HumanLikeness {
    /// Its name; `straight on` stands for people who go straight to their goals.
    pub model: String,
    /// Made crossings; none of `straight on`.
    pub crossings: Option<Crossings>,
    /// Pairs of real people; none without data.
    pub meetings: Option<ModelMeetings>,
}

/// The name of those who avoid nobody.
pub const STRAIGHT: &str = "straight on";

/// Plays all models; `announce` hears of each before it begins and may stop the whole (`None`).
///
/// ```
/// use ambulo_lab::{HumanLikenessOptions, human_likeness};
/// let options = HumanLikenessOptions { models: vec!["tangent".into()], crossings: 20, threads: 1, ..Default::default() };
/// let found = human_likeness(&options, &[], |_| true).unwrap().unwrap();
/// assert_eq!(found.len(), 1);
/// assert_eq!(found[0].crossings.as_ref().unwrap().trials, 20);
/// ```
pub fn human_likeness(
    options: &HumanLikenessOptions,
    meetings: &[RealMeeting],
    mut announce: impl FnMut(&str) -> bool,
) -> Result<Option<Vec<HumanLikeness>>, GroupError> {
    let trials = made_crossings(options.crossings, options.seed);
    let mut all = Vec::new();
    for model in &options.models {
        if !announce(model) {
            return Ok(None);
        }
        let given = options.params.iter().find(|(name, _)| name == model);
        let params: &[(String, f64)] = given.map_or(&[], |(_, params)| params);
        let played = in_order(options.threads, trials.len(), |i| trials[i].play(model, params, options.seed));
        let played = played.into_iter().collect::<Result<Vec<_>, _>>()?;
        let crossings = Some(Crossings::of(&trials, &played));
        let walked =
            in_order(options.threads, meetings.len(), |i| meetings[i].trial().play(model, params, options.seed));
        let walked = walked.into_iter().collect::<Result<Vec<_>, _>>()?;
        let meetings = (!meetings.is_empty()).then(|| ModelMeetings::of(meetings, &walked));
        all.push(HumanLikeness { model: model.clone(), crossings, meetings });
    }
    if !meetings.is_empty() {
        let walked: Vec<_> = meetings.iter().map(RealMeeting::straight_on).collect();
        let meetings = Some(ModelMeetings::of(meetings, &walked));
        all.push(HumanLikeness { model: STRAIGHT.into(), crossings: None, meetings });
    }
    Ok(Some(all))
}
