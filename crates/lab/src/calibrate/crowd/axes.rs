//! What is searched on crowds: parameters of the model, and of its headway as `headway.NAME`.

use super::super::space::{Axis, Space, SpaceError, axis, axis_of, usual};
use crate::dense::DEFAULT;
use ambulo_models::rules::Headway;
use ambulo_models::{MODELS, model_info};
use ambulo_sim::Params;

/// What stands before the name of a parameter of the headway.
pub(super) const HEADWAY: &str = "headway.";

/// Bounds within which people still walk like people; they hold the default. Searched without being named: the first five.
const BOUNDS: [(&str, f64, f64); 18] = [
    ("time_gap", 0.4, 1.8),
    ("crowd_gap", 0.2, 1.0),
    ("length", 0.25, 0.5),
    ("crowd_width", 0.1, 0.35),
    ("follow", 0.0, 1.0),
    ("width", 0.2, 0.6),
    ("buffer", 0.0, 0.15),
    ("creep", 0.0, 0.2),
    ("on_time", 0.5, 5.0),
    ("same_time", 0.0, 2.0),
    ("cross_time", 0.0, 4.0),
    ("steady", 0.0, 0.3),
    ("side", 0.0, 0.2),
    ("side_on", 0.0, 0.6),
    ("acceleration", 1.0, 8.0),
    ("patience", 0.5, 5.0),
    ("hurry", 0.3, 1.0),
    ("range", 2.0, 8.0),
];
/// How many of these are searched when nothing is named.
const USUAL: usize = 5;

impl Space {
    /// The space of a calibration on crowds. `model` may be `default`: people whose model a scenario does not name, who always have
    /// headway. Without names the five parameters of the headway that flows depend on most are searched; without headway those of the
    /// model that [`Space::of`] takes.
    ///
    /// ```
    /// use ambulo_lab::Space;
    /// let named = ["headway.time_gap".into(), "headway.crowd_gap=0.3:0.8".into(), "tau".into()];
    /// let space = Space::of_crowd("social-force", true, &named).unwrap();
    /// assert_eq!((space.axes[1].name.as_str(), space.axes[1].high), ("headway.crowd_gap", 0.8));
    /// assert!(Space::of_crowd("social-force", false, &named).unwrap_err().to_string().contains("walks without headway"));
    /// let wrong = Space::of_crowd("default", true, &["time_gap".into()]).unwrap_err();
    /// assert!(wrong.to_string().contains("did you mean `headway.time_gap`?"));
    /// ```
    pub fn of_crowd(model: &str, headway: bool, named: &[String]) -> Result<Self, SpaceError> {
        let by_default = model == DEFAULT;
        let info = if by_default { &MODELS[0] } else { model_info(model).ok_or(SpaceError::Model(model.into()))? };
        let name = if by_default { DEFAULT } else { info.name };
        let headway = headway || by_default;
        let of_headway = |text: &str| {
            let bounds = |name: &str| BOUNDS.iter().find(|b| b.0 == name).map(|b| (b.1, b.2));
            let axis = axis("headway", Headway::INFO, bounds, text)?;
            Ok(Axis { name: format!("{HEADWAY}{}", axis.name), ..axis })
        };
        let one = |text: &String| match text.trim().strip_prefix(HEADWAY) {
            Some(own) if headway => of_headway(own),
            Some(own) => {
                let own = own.split('=').next().unwrap_or_default();
                Err(SpaceError::NoHeadway { model: name, name: own.into() })
            }
            None => axis_of(info, text).map_err(|e| with_headway(e, headway)),
        };
        let mut axes: Vec<Axis> = match (named.is_empty(), headway) {
            (false, _) => named.iter().map(one).collect::<Result<_, _>>()?,
            (true, true) => BOUNDS[..USUAL].iter().map(|b| of_headway(b.0)).collect::<Result<_, _>>()?,
            (true, false) => usual(info),
        };
        // The default walks without fluctuations.
        axes.iter_mut().filter(|a| by_default && a.name == "noise").for_each(|a| (a.default, a.low) = (0.0, 0.0));
        Self::checked(name, axes)
    }
}

/// An unknown name may be one of the headway.
fn with_headway(error: SpaceError, headway: bool) -> SpaceError {
    match error {
        SpaceError::Unknown { model, name, known } if headway => {
            let own: Vec<String> = Headway::INFO.iter().map(|p| format!("{HEADWAY}{}", p.name)).collect();
            let (listed, meant) = known.split_once("; did").map_or((known.as_str(), None), |(l, m)| (l, Some(m)));
            let meant = match Headway::INFO.iter().find(|p| p.name == name) {
                Some(p) => format!("; did you mean `{HEADWAY}{}`?", p.name),
                None => meant.map(|m| format!("; did{m}")).unwrap_or_default(),
            };
            let known = format!("{listed}, {}{meant}", own.join(", "));
            SpaceError::Unknown { model, name, known }
        }
        error => error,
    }
}

/// What is wrong with a value that was given beside the search: no such parameter, or outside its range.
pub(super) fn wrong_value(space: &Space) -> Option<String> {
    let params = model_info(if space.model == DEFAULT { MODELS[0].name } else { space.model })?.params;
    let wrong = |name: &str, value: f64| {
        let (own, known) = name.strip_prefix(HEADWAY).map_or((name, params), |own| (own, Headway::INFO));
        match known.iter().find(|p| p.name == own) {
            Some(p) if (p.min..=p.max).contains(&value) => None,
            Some(p) => Some(format!("`{name}` = {value} lies outside {} to {}; give a value within", p.min, p.max)),
            None => {
                let meant = ambulo_data::words::nearest(own, known.iter().map(|p| p.name));
                let meant = meant.map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
                Some(format!("there is no parameter `{name}`{meant}"))
            }
        }
    };
    let given = space.fixed.iter().map(|(name, value)| (name.as_str(), *value));
    given.chain(space.axes.iter().map(|a| (a.name.as_str(), a.default))).find_map(|(name, value)| wrong(name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_the_headway_lie_within_what_it_takes_and_hold_its_default() {
        for (name, low, high) in BOUNDS {
            let p = Headway::INFO.iter().find(|p| p.name == name).unwrap();
            assert!(p.min <= low && low <= p.default && p.default <= high && high <= p.max, "{name}");
        }
    }

    #[test]
    fn wrong_names_of_the_headway_say_what_there_is() {
        for (text, word) in [
            ("headway.time_gab", "did you mean `time_gap`?"),
            ("headway.time_gap=2:1", "LOW:HIGH"),
            ("crowd_width", "did you mean `headway.crowd_width`?"),
            ("taw", "did you mean `tau`?"),
        ] {
            let error = Space::of_crowd("default", true, &[text.into()]).unwrap_err().to_string();
            assert!(error.contains(word), "{text}: {error}");
        }
        assert_eq!(Space::of_crowd("default", false, &[]).unwrap().axes.len(), USUAL);
        assert!(Space::of_crowd("orca", false, &[]).unwrap().axes.iter().all(|a| !a.name.starts_with(HEADWAY)));
    }
}
