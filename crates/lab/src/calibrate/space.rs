//! What is searched: parameters of a model and the bounds of each.

use ambulo_geom::math;
use ambulo_models::model_info;
use ambulo_sim::{ModelInfo, ParamInfo};
use serde::Serialize;
use thiserror::Error;

/// One parameter and where it is searched.
///
/// ```
/// let space = ambulo_lab::Space::of("tangent", &[]).unwrap();
/// assert_eq!((space.axes[0].name.as_str(), space.axes[0].low, space.axes[0].high), ("alpha", 0.0, 1.0));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Axis {
    /// Name of the parameter.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// Least value searched.
    pub low: f64,
    /// Greatest value searched.
    pub high: f64,
    /// The model's own value.
    pub default: f64,
}

impl Axis {
    pub(super) fn new(info: &ParamInfo, low: f64, high: f64) -> Self {
        Self { name: info.name.into(), unit: info.unit.into(), low, high, default: info.default }
    }

    /// Where the bounds are far apart, ratios matter and not differences.
    fn by_ratio(&self) -> bool {
        self.low > 0.0 && self.high / self.low >= 8.0
    }

    /// The value at a fraction of the range from the lower to the upper bound.
    ///
    /// ```
    /// let space = ambulo_lab::Space::of("tangent", &[]).unwrap();
    /// assert_eq!(space.axes[0].value(0.25), 0.25);
    /// // Where the bounds are far apart, in ratios.
    /// let gamma = &ambulo_lab::Space::of("tangent", &["gamma_v".into()]).unwrap().axes[0];
    /// assert!((gamma.value(0.5) - (0.05f64 * 2.0).sqrt()).abs() < 1e-12);
    /// ```
    pub fn value(&self, share: f64) -> f64 {
        let share = folded(share);
        let value = if self.by_ratio() {
            self.low * math::pow(self.high / self.low, share)
        } else {
            self.low + share * (self.high - self.low)
        };
        value.clamp(self.low, self.high)
    }

    /// The fraction of the range at which a value lies.
    fn share(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        if self.by_ratio() {
            math::ln(value / self.low) / math::ln(self.high / self.low)
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }

    /// Whether a value lies at a bound, within a hundredth of the range: the data want more, or do not determine it.
    ///
    /// ```
    /// let alpha = &ambulo_lab::Space::of("tangent", &[]).unwrap().axes[0];
    /// assert!(alpha.at_bound(0.995) && !alpha.at_bound(0.9));
    /// ```
    pub fn at_bound(&self, value: f64) -> bool {
        let share = self.share(value);
        !(0.01..=0.99).contains(&share)
    }
}

/// Reflects a number at 0 and 1 until it lies between.
fn folded(share: f64) -> f64 {
    let share = share.abs() % 2.0;
    if share > 1.0 { 2.0 - share } else { share }
}

/// A model and the parameters that are searched; the others keep the model's own values.
///
/// ```
/// let space = ambulo_lab::Space::of("karamouzas", &["security=0:1".into(), "turn_weight".into()]).unwrap();
/// assert_eq!(space.axes.len(), 2);
/// let wrong = ambulo_lab::Space::of("karamouzas", &["secureness".into()]).unwrap_err();
/// assert!(wrong.to_string().contains("no parameter `secureness`"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Space {
    /// The model.
    pub model: &'static str,
    /// Its parameters.
    pub axes: Vec<Axis>,
    /// Parameters that are not searched and have another value than the model's own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixed: Vec<(String, f64)>,
}

/// Why something cannot be searched.
///
/// ```
/// assert!(ambulo_lab::SpaceError::Model("telepathy".into()).to_string().contains("telepathy"));
/// ```
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SpaceError {
    /// No such model.
    #[error("there is no model `{0}`; `ambulo models` lists them")]
    Model(String),
    /// No such parameter.
    #[error("`{model}` has no parameter `{name}`; its parameters are {known}")]
    Unknown {
        /// The model.
        model: &'static str,
        /// What was given.
        name: String,
        /// What there is.
        known: String,
    },
    /// A choice between words.
    #[error("parameter `{0}` is a choice between words and has no bounds; leave it out")]
    Choice(String),
    /// Named twice.
    #[error("parameter `{0}` is named twice; name each once")]
    Twice(String),
    /// Bounds that are none.
    #[error("`{text}`: expected {name}=LOW:HIGH with {min} <= LOW < HIGH <= {max}")]
    Bounds {
        /// What was given.
        text: String,
        /// The parameter.
        name: String,
        /// Least value the model takes.
        min: f64,
        /// Greatest value the model takes.
        max: f64,
    },
    /// A parameter of the headway where there is none.
    #[error(
        "`headway.{name}` is searched, but `{model}` walks without headway; add option `headway` on, or leave it out"
    )]
    NoHeadway {
        /// The model.
        model: &'static str,
        /// The parameter.
        name: String,
    },
    /// Nothing left to search.
    #[error("`{0}` has no numbers to search by itself; name parameters with bounds")]
    Nothing(&'static str),
}

impl Space {
    /// What is named, as `name` or `name=low:high`; the usual parameters of the model when nothing is.
    ///
    /// ```
    /// assert!(ambulo_lab::Space::of("telepathy", &[]).is_err());
    /// // Every model has something to search.
    /// assert!(ambulo::models::MODELS.iter().all(|m| ambulo_lab::Space::of(m.name, &[]).is_ok()));
    /// ```
    pub fn of(model: &str, named: &[String]) -> Result<Self, SpaceError> {
        let info = model_info(model).ok_or_else(|| SpaceError::Model(model.into()))?;
        let axes: Vec<Axis> = if named.is_empty() {
            usual(info)
        } else {
            named.iter().map(|text| axis_of(info, text)).collect::<Result<_, _>>()?
        };
        Self::checked(info.name, axes)
    }

    /// A space whose axes are there and differ.
    pub(super) fn checked(model: &'static str, axes: Vec<Axis>) -> Result<Self, SpaceError> {
        if let Some(twice) = (1..axes.len()).find(|i| axes[..*i].iter().any(|a| a.name == axes[*i].name)) {
            return Err(SpaceError::Twice(axes[twice].name.clone()));
        }
        if axes.is_empty() { Err(SpaceError::Nothing(model)) } else { Ok(Self { model, axes, fixed: Vec::new() }) }
    }

    /// The same with other values to begin from, as a parameter file has them: of what is searched, in place of the model's own, with
    /// bounds that hold them; of the rest, kept.
    ///
    /// ```
    /// let space = ambulo_lab::Space::of("orca", &["tau=1:4".into()]).unwrap();
    /// let space = space.starting_from(&[("tau".into(), 6.0), ("range".into(), 9.0)]);
    /// assert_eq!((space.axes[0].default, space.axes[0].high), (6.0, 6.0));
    /// assert_eq!(space.fixed, [("range".to_string(), 9.0)]);
    /// ```
    pub fn starting_from(mut self, given: &[(String, f64)]) -> Self {
        for (name, value) in given {
            match self.axes.iter_mut().find(|axis| axis.name == *name) {
                Some(axis) => {
                    axis.default = *value;
                    (axis.low, axis.high) = (axis.low.min(*value), axis.high.max(*value));
                }
                None => self.fixed.push((name.clone(), *value)),
            }
        }
        self
    }

    pub(crate) fn values(&self, shares: &[f64]) -> Vec<f64> {
        self.axes.iter().zip(shares).map(|(axis, share)| axis.value(*share)).collect()
    }

    pub(crate) fn shares(&self, values: &[f64]) -> Vec<f64> {
        self.axes.iter().zip(values).map(|(axis, value)| axis.share(*value)).collect()
    }

    pub(crate) fn params(&self, values: &[f64]) -> Vec<(String, f64)> {
        let searched = self.axes.iter().zip(values).map(|(axis, value)| (axis.name.clone(), *value));
        searched.chain(self.fixed.iter().cloned()).collect()
    }

    pub(crate) fn defaults(&self) -> Vec<f64> {
        self.axes.iter().map(|axis| axis.default).collect()
    }
}

/// An axis as it is written: `name` or `name=low:high`. `usual` are bounds of parameters that are searched within others than a quarter
/// to four times their default.
pub(super) fn axis(
    owner: &'static str,
    params: &[ParamInfo],
    usual: impl Fn(&str) -> Option<(f64, f64)>,
    text: &str,
) -> Result<Axis, SpaceError> {
    let (name, bounds) = text.split_once('=').map_or((text.trim(), None), |(n, b)| (n.trim(), Some(b)));
    let Some(param) = params.iter().find(|p| p.name == name) else {
        let known: Vec<&str> = params.iter().map(|p| p.name).collect();
        let meant = ambulo_data::words::nearest(name, known.iter().copied());
        let meant = meant.map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
        return Err(SpaceError::Unknown { model: owner, name: name.into(), known: known.join(", ") + &meant });
    };
    if param.words().next().is_some() {
        return Err(SpaceError::Choice(name.into()));
    }
    let Some(bounds) = bounds else {
        return Ok(usual(param.name).map_or_else(|| about(param), |(low, high)| Axis::new(param, low, high)));
    };
    let numbers = bounds.split_once(':').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    match numbers {
        Some((low, high)) if low >= param.min && low < high && high <= param.max => Ok(Axis::new(param, low, high)),
        _ => Err(SpaceError::Bounds { text: text.into(), name: name.into(), min: param.min, max: param.max }),
    }
}

/// An axis of a model.
pub(super) fn axis_of(info: &ModelInfo, text: &str) -> Result<Axis, SpaceError> {
    let usual = |name: &str| info.calibration.iter().find(|axis| axis.param == name).map(|axis| (axis.low, axis.high));
    axis(info.name, info.params, usual, text)
}

/// From a quarter to four times the model's own value, as far as the model takes it; from 0 its whole range.
fn about(param: &ParamInfo) -> Axis {
    let d = param.default;
    let (low, high) = if d == 0.0 { (param.min, param.max) } else { (d.abs() / 4.0, d.abs() * 4.0) };
    let (low, high) = if d < 0.0 { (-high, -low) } else { (low, high) };
    Axis::new(param, low.max(param.min), high.min(param.max))
}

/// Searched when nothing is named: how much room people keep and how slowly they turn, which meetings of people show, and of the rest what
/// gains for people not learnt from (`docs/calibration.md` has the figures). The order is that of the model's parameters.
pub(super) fn usual(info: &ModelInfo) -> Vec<Axis> {
    let listed = |p: &ParamInfo| {
        let axis = info.calibration.iter().find(|axis| axis.usual && axis.param == p.name)?;
        Some(Axis::new(p, axis.low, axis.high))
    };
    info.params.iter().filter_map(listed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_values_are_each_others_inverse_and_bounds_reflect() {
        let space = Space::of("tangent", &[]).unwrap();
        for axis in &space.axes {
            for share in [0.0, 0.2, 0.5, 0.99, 1.0] {
                assert!((axis.share(axis.value(share)) - share).abs() < 1e-9, "{}", axis.name);
                assert!((axis.value(2.0 - share) - axis.value(share)).abs() < 1e-9);
                assert!((axis.value(-share) - axis.value(share)).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn every_usual_parameter_is_one_of_its_model_within_its_range() {
        for info in ambulo_models::MODELS {
            let model = info.name;
            let names: Vec<String> = info.calibration.iter().map(|axis| axis.param.to_string()).collect();
            let space = Space::of(model, &names).unwrap();
            assert_eq!(space.axes.len(), names.len(), "{model}");
            for axis in &space.axes {
                let p = info.params.iter().find(|p| p.name == axis.name).unwrap();
                assert!(p.min <= axis.low && axis.low < axis.high && axis.high <= p.max, "{model} {}", p.name);
                assert!((axis.low..=axis.high).contains(&p.default), "{model} {}", p.name);
            }
        }
    }

    /// Weights and errors of observation gained nothing for people not learnt from; room and turning did.
    #[test]
    fn what_is_searched_by_default_are_room_and_turning() {
        for (model, room, turning) in
            [("tangent", "half_width", "relax"), ("karamouzas", "security", "turn_time"), ("orca", "margin", "relax")]
        {
            let space = Space::of(model, &[]).unwrap();
            for name in [room, turning] {
                assert!(space.axes.iter().any(|axis| axis.name == name), "{model} is searched without {name}");
            }
        }
        // The order is that of the model's parameters.
        let names: Vec<_> = Space::of("tangent", &[]).unwrap().axes.into_iter().map(|axis| axis.name).collect();
        assert_eq!(names, ["alpha", "half_width", "front_time", "relax"]);
    }

    #[test]
    fn wrong_bounds_say_what_is_expected() {
        for (text, word) in [
            ("alpha=1:0", "LOW:HIGH"),
            ("alpha=0:7", "<= 1"),
            ("alpha=x", "LOW:HIGH"),
            ("role", "choice"),
            ("beta", "beta_v"),
        ] {
            let error = Space::of("tangent", &[text.into()]).unwrap_err().to_string();
            assert!(error.contains(word), "{text}: {error}");
        }
        let twice = Space::of("tangent", &["alpha".into(), "alpha=0:0.5".into()]).unwrap_err();
        assert!(twice.to_string().contains("twice"));
    }
}
