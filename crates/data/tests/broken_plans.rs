//! Damaged plan files end in an error or in a valid plan, never in a panic.

use ambulo_data::{PlanKind, PlanOptions, import_plan_bytes};
use proptest::prelude::*;
use std::path::Path;

/// Small files of every kind, good and bad ones.
fn files() -> Vec<(PlanKind, Vec<u8>)> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut paths: Vec<_> = ["bad", "plans"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(top.join(folder)).expect("a folder of tests"))
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| Some((PlanKind::of(path)?, std::fs::read(path).expect("a file")));
    paths.iter().filter_map(read).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn damage_never_panics(which in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), cut in 0usize..40, put in prop::collection::vec(any::<u8>(), 0..6), close in any::<bool>()) {
        let files = files();
        prop_assert!(files.len() >= 20);
        let (kind, mut bytes) = which.get(&files).clone();
        let from = at.index(bytes.len() + 1);
        bytes.splice(from..(from + cut).min(bytes.len()), put);
        let options = PlanOptions { close_gaps: close.then_some(0.3), ..PlanOptions::default() };
        match import_plan_bytes(kind, &bytes, &options) {
            Ok(plan) => prop_assert_eq!(plan.check(), Ok(())),
            Err(error) => prop_assert!(!error.message.is_empty()),
        }
    }
}
