//! No text makes the reader of scenarios panic, and what it accepts it can write.

use ambulo_data::scenario::{parse, to_toml};
use proptest::prelude::*;
use std::sync::LazyLock;

const GOOD: &str = r#"
title = "Two groups"
until = 30
record = { fps = 5 }
[plan]
wkt = "POLYGON ((0 0, 20 0, 20 9, 0 9))"
obstacles = ["POLYGON ((4 4, 5 4, 5 5))"]
[areas]
west = { wkt = "POLYGON ((0 0, 1 0, 1 1))" }
east = { rect = [18, 1, 20, 3] }
[[walkers]]
count = 50
start = "west"
goal = "east"
params = { tau = 0.5 }
speed = { mean = 1.34, sd = 0.26 }
[[walkers]]
rate = 1
to = 5
start = "west"
journey = ["east", "west"]
at_goal = "stay"
[[walkers]]
positions = [[1, 2]]
goals = [[3.5, 4]]
radius = 0.3
"#;

/// Two levels joined by a ramp.
static TWO_LEVELS: LazyLock<String> = LazyLock::new(|| {
    let ramp = "name = \"main\"\nkind = \"ramp\"\nspeed_up = 0.5";
    include_str!("texts/two_levels.toml").replace("name = \"main\"", ramp)
});

#[test]
fn the_texts_themselves_are_good() {
    for text in [GOOD, &TWO_LEVELS] {
        let loaded = parse("good.toml", text).unwrap_or_else(|e| panic!("{e}"));
        ambulo_data::resolve_building(&loaded, std::path::Path::new(".")).unwrap_or_else(|e| panic!("{e}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]
    #[test]
    fn damage_never_panics(
        levels in any::<bool>(), from in 0.0f64..1.0, cut in 0usize..12, put in "[-0-9a-z\"'.,=\\[\\]{}()\\n é]{0,6}",
    ) {
        let good = if levels { TWO_LEVELS.as_str() } else { GOOD };
        let from = (from * good.len() as f64) as usize;
        let text = format!("{}{put}{}", &good[..from], &good[(from + cut).min(good.len())..]);
        match parse("damaged.toml", &text) {
            Err(errors) => {
                prop_assert!(!errors.is_empty());
                prop_assert!(errors.iter().all(|e| e.line >= 1 && e.column >= 1));
            }
            Ok(loaded) => {
                let again = parse("again.toml", &to_toml(&loaded.scenario)).map_err(|e| TestCaseError::fail(e.to_string()))?;
                prop_assert_eq!(&again.scenario, &loaded.scenario);
                let _ = ambulo_data::resolve_building(&loaded, std::path::Path::new("no-folder"));
            }
        }
    }
}
