//! What a person should know before believing a run: of the plan, and of how the scenario uses it.

use ambulo_data::{Building, LevelPlan, Severity};
use serde::Serialize;
use std::fmt;

/// A warning about a plan or a scenario.
///
/// ```
/// let w = ambulo::Warning { kind: "gap-left".into(), level: None, at: Some([1.0, 2.5]), detail: "a gap of 0.3 m".into() };
/// assert_eq!(w.to_string(), "gap-left at (1, 2.5): a gap of 0.3 m");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Warning {
    /// What it is about, in one word for scripts.
    pub kind: String,
    /// The level, in a building of several.
    pub level: Option<String>,
    /// Where, in the coordinates of the file [m].
    pub at: Option<[f64; 2]>,
    /// In words.
    pub detail: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        if let Some(level) = &self.level {
            write!(f, " on level {level}")?;
        }
        if let Some([x, y]) = self.at {
            write!(f, " at {}", ambulo_geom::Point::new(x, y))?;
        }
        write!(f, ": {}", self.detail)
    }
}

/// What the importers of the plans warn of.
pub(crate) fn of_plans(building: &Building) -> Vec<Warning> {
    let several = building.levels.len() > 1;
    let of = |level: &LevelPlan| {
        let findings = level.plan.findings.iter().filter(|f| f.severity == Severity::Warning);
        let warning = |f: &ambulo_data::Finding| {
            let at = level.plan.in_file(f.at);
            Warning {
                kind: f.kind.name().into(),
                level: several.then(|| level.name.clone()),
                at: Some([at.x, at.y]),
                detail: f.detail.clone(),
            }
        };
        findings.map(warning).collect::<Vec<_>>()
    };
    building.levels.iter().flat_map(of).collect()
}
