//! `ambulo bench bodies`.

use crate::bench_args::BodiesArgs;
use crate::failure::Failure;
use crate::meter::METER;
use crate::output::json as print_json;
use ambulo_lab::{BodiesResult, bench_bodies};

pub fn bodies(args: &BodiesArgs) -> Result<(), Failure> {
    let mut runs = Vec::new();
    for _ in 0..args.repeat {
        let run = bench_bodies(args.walkers as usize, args.seconds, METER);
        runs.push(run.map_err(|e| Failure::Usage(e.to_string()))?);
    }
    runs.sort_by(|a, b| a.micros_per_walker_frame.total_cmp(&b.micros_per_walker_frame));
    let median = runs.swap_remove(runs.len() / 2);
    if args.json {
        return print_json(&median);
    }
    print(&median);
    Ok(())
}

fn print(r: &BodiesResult) {
    print_line!(
        "{} walkers, {} frames in all, {} joints, {} clips, one thread",
        r.walkers,
        r.frames,
        r.joints,
        r.clips
    );
    print_line!("{:.3} us CPU per walker and frame, feet held", r.micros_per_walker_frame);
    print_line!("{:.3} us without holding feet", r.micros_without_foot_lock);
    print_line!("{:.3} us for the root alone", r.micros_root_step);
    print_line!("{:.0} bytes per walker", r.bytes_per_walker);
    print_line!(
        "slide {:.3} cm per stance, p99 {:.3} cm; root {:.1} mm from its walker",
        r.slide_mean_cm,
        r.slide_p99_cm,
        r.root_deviation_mean_mm
    );
}
