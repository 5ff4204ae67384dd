//! `ambulo bench footsteps`.

use crate::bench_args::FootstepsArgs;
use crate::failure::Failure;
use crate::meter::METER;
use crate::output::json as print_json;
use ambulo_lab::{FootstepsResult, bench_footsteps};

pub fn footsteps(args: &FootstepsArgs) -> Result<(), Failure> {
    let mut runs = Vec::new();
    for _ in 0..args.repeat {
        let run = bench_footsteps(args.walkers as usize, args.seconds, METER);
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

fn print(r: &FootstepsResult) {
    print_line!(
        "{} walkers, {} frames in all, {} footsteps, {} joints, {} steps of {} moves, one thread",
        r.walkers,
        r.frames,
        r.footsteps,
        r.joints,
        r.steps,
        r.clips
    );
    print_line!("{:.3} us CPU per walker and frame", r.micros_per_walker_frame);
    print_line!("{:.3} us with a share of 0.3 of the clips chosen by velocity", r.micros_with_root_share);
    print_line!(
        "{:.3} us for the interpolator per footstep: polar bands {:.3} us, triangulation {:.3} us",
        r.micros_interpolator,
        r.micros_polar,
        r.micros_barycentric
    );
    print_line!(
        "{:.1} us CPU per walker and second to plan footsteps, 3 m2 each: one core keeps up with {:.0} walkers at 25 fps",
        r.micros_planning_per_second,
        r.planned_at_25_fps
    );
    print_line!("{:.0} bytes per walker; feet land within {:.4} mm", r.bytes_per_walker, r.landing_worst_mm);
}
