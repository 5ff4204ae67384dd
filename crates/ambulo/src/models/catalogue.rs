//! What is built in, as values that serialise: steering models and locomotions with their parameters. `ambulo models --json` prints
//! them; keys stay the same between versions.

use ambulo_models::rules::RULES;
use ambulo_models::{LOCOMOTIONS, MODELS};
use ambulo_sim::{BodyRuleInfo, LocomotionInfo, ModelInfo, Neighbourhood, ParamInfo, RuleParam};
use serde::Serialize;

/// The built-in steering models.
///
/// ```
/// let models = ambulo::models::catalogue::models();
/// let orca = models.iter().find(|m| m.described.name == "orca").unwrap();
/// let json = serde_json::to_value(orca).unwrap();
/// assert_eq!((&json["name"], &json["neighbourhood"]), (&"orca".into(), &"grid".into()));
/// assert_eq!(json["params"].as_array().unwrap().len(), orca.described.params.len());
/// ```
pub fn models() -> Vec<ModelEntry> {
    MODELS.iter().map(ModelEntry::from).collect()
}

/// The built-in locomotions.
///
/// ```
/// let locomotions = ambulo::models::catalogue::locomotions();
/// assert!(locomotions.iter().any(|l| l.name == "gait-feedback" && !l.params.is_empty()));
/// ```
pub fn locomotions() -> Vec<DescribedEntry> {
    LOCOMOTIONS.iter().map(DescribedEntry::from).collect()
}

/// What is taken for what, by the figures of `docs/dense.md` and `docs/human-likeness.md`.
///
/// ```
/// let advice = ambulo::models::catalogue::recommended();
/// assert!(advice.iter().all(|a| ambulo::models::model_info(a.model).is_some()));
/// ```
pub fn recommended() -> Vec<Recommendation> {
    let entry = |purpose, model, headway, why| Recommendation { purpose, model, headway, why };
    vec![
        entry(
            "evacuation",
            "social-force",
            "on",
            "the default: speeds 0.83 to 1.05 of those of people at 0.5 to 4 /m2, doors 0.93 to 1.01 of 1.9 w, 84 % of a single file in the band, stripes at 43 degrees, no arch, no gridlock",
        ),
        entry(
            "dense crowds that cross",
            "orca",
            "on",
            "stripes at 45 degrees and all through the crossing, doors 0.92 to 1.16 of 1.9 w",
        ),
        entry("animation", "tangent", "off", "pairs avoid each other as in the experiments it was made from"),
        entry(
            "research",
            "optimal-steps",
            "off",
            "as published: doors 0.86 to 0.96 of 1.9 w, 98 % of a single file in the band",
        ),
    ]
}

/// A model for a purpose.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Recommendation {
    /// What for.
    pub purpose: &'static str,
    /// Steering model.
    pub model: &'static str,
    /// Whether with headway.
    pub headway: &'static str,
    /// What was measured.
    pub why: &'static str,
}

/// The built-in body rules, which work with every model.
///
/// ```
/// assert_eq!(ambulo::models::catalogue::rules()[0].name, "headway");
/// ```
pub fn rules() -> Vec<RuleEntry> {
    let entry = |r: &BodyRuleInfo| RuleEntry {
        name: r.name,
        title: r.title,
        params: r.params.iter().map(ParamEntry::from).collect(),
    };
    RULES.iter().map(entry).collect()
}

/// A body rule.
#[derive(Clone, Debug, Serialize)]
pub struct RuleEntry {
    /// Name in scenario files.
    pub name: &'static str,
    /// One line for people.
    pub title: &'static str,
    /// Its parameters.
    pub params: Vec<ParamEntry>,
}

/// What people read of a model, and all there is of a locomotion.
#[derive(Clone, Debug, Serialize)]
pub struct DescribedEntry {
    /// Name in scenario files.
    pub name: &'static str,
    /// One line for people.
    pub title: &'static str,
    /// Where it was published.
    pub paper: &'static str,
    /// What it does not model.
    pub limits: &'static str,
    /// Its parameters.
    pub params: Vec<ParamEntry>,
}

/// A parameter.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum ParamEntry {
    /// One of several words.
    Choice {
        /// Name in scenario files.
        name: &'static str,
        /// What it may be.
        words: Vec<&'static str>,
        /// Value when the scenario gives none.
        default: &'static str,
        /// What it means.
        about: &'static str,
    },
    /// A number.
    Number {
        /// Name in scenario files.
        name: &'static str,
        /// Unit; "1" for plain numbers.
        unit: &'static str,
        /// Least value.
        min: f64,
        /// Greatest value.
        max: f64,
        /// Value when the scenario gives none.
        default: f64,
        /// What it means.
        about: &'static str,
    },
}

/// A steering model: what people read of it, and what the engine and the tools know of it.
#[derive(Clone, Debug, Serialize)]
pub struct ModelEntry {
    /// What people read.
    #[serde(flatten)]
    pub described: DescribedEntry,
    /// How far it looks with default parameters [m].
    pub range: f32,
    /// How it finds neighbours: `grid` or `delaunay`.
    pub neighbourhood: &'static str,
    /// Usual time between two decisions with default parameters [s]; 0: every step.
    pub decision_interval: f32,
    /// Time in which it approaches its preferred speed [s].
    pub time_constant: f64,
    /// Whether it returns the present velocity plus an acceleration.
    pub accelerates: bool,
    /// Whether it searches on a grid of its own.
    pub samples: bool,
    /// Whether it chooses among velocities.
    pub chooses: bool,
    /// What `calibrate` searches.
    pub calibration: Vec<CalibrationEntry>,
    /// Parameters of body rules that were calibrated with it.
    pub rule_params: Vec<RuleParamEntry>,
    /// Scenes in which it leaves people behind.
    pub known_failures: Vec<FailureEntry>,
}

/// A parameter that `calibrate` searches.
#[derive(Clone, Debug, Serialize)]
pub struct CalibrationEntry {
    /// Name of the parameter.
    pub param: &'static str,
    /// Least value searched.
    pub low: f64,
    /// Greatest value searched.
    pub high: f64,
    /// Searched when nothing is named; else only by name.
    pub usual: bool,
}

/// A parameter of a body rule that was calibrated with a model.
#[derive(Clone, Debug, Serialize)]
pub struct RuleParamEntry {
    /// Name of the rule.
    pub rule: &'static str,
    /// Name of the parameter.
    pub param: &'static str,
    /// Its value with this model.
    pub value: f64,
}

/// A scene in which a model leaves people behind.
#[derive(Clone, Debug, Serialize)]
pub struct FailureEntry {
    /// The scene.
    pub scene: &'static str,
    /// Under which locomotion.
    pub locomotion: &'static str,
    /// In how many of the seeds 1 to 20.
    pub seeds_of_20: u32,
    /// Share of people who do not arrive in the worst of them.
    pub worst_share_left: f64,
}

impl From<&ParamInfo> for ParamEntry {
    fn from(p: &ParamInfo) -> Self {
        let words: Vec<&'static str> = p.words().collect();
        let ParamInfo { name, unit, min, max, default, about } = *p;
        match words.get(default as usize) {
            Some(&default) => Self::Choice { name, words, default, about },
            None => Self::Number { name, unit, min, max, default, about },
        }
    }
}

impl From<&LocomotionInfo> for DescribedEntry {
    fn from(l: &LocomotionInfo) -> Self {
        let params = l.params.iter().map(ParamEntry::from).collect();
        Self { name: l.name, title: l.title, paper: l.paper, limits: l.limits, params }
    }
}

impl From<&ModelInfo> for ModelEntry {
    fn from(m: &ModelInfo) -> Self {
        let params = m.params.iter().map(ParamEntry::from).collect();
        let axis = |a: &ambulo_sim::CalibrationAxis| CalibrationEntry {
            param: a.param,
            low: a.low,
            high: a.high,
            usual: a.usual,
        };
        let failure = |f: &ambulo_sim::KnownFailure| FailureEntry {
            scene: f.scene,
            locomotion: f.locomotion.unwrap_or(LOCOMOTIONS[0].name),
            seeds_of_20: f.seeds,
            worst_share_left: f.share,
        };
        Self {
            described: DescribedEntry { name: m.name, title: m.title, paper: m.paper, limits: m.limits, params },
            range: m.range(&[]),
            neighbourhood: if m.neighbourhood == Neighbourhood::Grid { "grid" } else { "delaunay" },
            decision_interval: m.decision_interval(&[]),
            time_constant: m.time_constant,
            accelerates: m.accelerates,
            samples: m.samples,
            chooses: m.chooses,
            calibration: m.calibration.iter().map(axis).collect(),
            rule_params: m
                .rule_params
                .iter()
                .map(|&RuleParam { rule, param, value }| RuleParamEntry { rule, param, value })
                .collect(),
            known_failures: m.failures.iter().map(failure).collect(),
        }
    }
}
