//! The built-in body rules: what is left of a chosen velocity, whatever model chose it.

mod headway;

pub use headway::Headway;

use ambulo_sim::{BodyRuleInfo, BodyRuleSet};

/// The built-in body rules, in the order they apply.
///
/// ```
/// assert_eq!(ambulo_models::rules::RULES[0].name, "headway");
/// assert!(ambulo_models::rules::RULES[0].params.iter().any(|p| p.name == "time_gap"));
/// ```
pub static RULES: &[BodyRuleInfo] = &[BodyRuleInfo::of::<Headway>()];

impl crate::BuiltIn for BodyRuleSet {
    fn built_in() -> Self {
        Self::default().with::<Headway>()
    }
}
