//! What must hold for any bytes.

use ambulo_data::{PlanKind, PlanOptions, import_plan_bytes};

/// Imports the bytes twice, plainly and with options that do more; a plan that comes out must be valid.
pub fn check(kind: PlanKind, data: &[u8]) {
    let closing = PlanOptions { close_gaps: Some(0.5), flooring: false, obstacles: true, ..PlanOptions::default() };
    for options in [PlanOptions::default(), closing] {
        match import_plan_bytes(kind, data, &options) {
            Ok(plan) => plan.check().expect("an imported plan is valid"),
            Err(error) => assert!(!error.message.is_empty()),
        }
    }
}
