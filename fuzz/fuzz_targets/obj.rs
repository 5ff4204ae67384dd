#![no_main]

mod check;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check::check(ambulo_data::PlanKind::Obj, data));
