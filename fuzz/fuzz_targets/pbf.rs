#![no_main]

mod check;

// Behind a beginning that every map of this kind has, so that little is wasted on what is known at a glance.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let head = b"\0\0\0\x0d\x0a\x09OSMHeader\x18\x02\x0a\x00";
    check::check(ambulo_data::PlanKind::Osm, &[&head[..], data].concat());
});
