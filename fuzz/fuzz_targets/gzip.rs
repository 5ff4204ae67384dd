#![no_main]

mod check;

// What stands in front of a plan does not depend on its kind.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    check::check(ambulo_data::PlanKind::Wkt, &[&[0x1f, 0x8b][..], data].concat());
});
