//! For the eye: figures of many paths. `cargo test -p ambulo-motion --lib many_paths -- --ignored --nocapture`

use super::paths::*;
use super::*;
use crate::math;

#[test]
#[ignore = "prints figures for inspection"]
fn figures_of_many_paths() {
    let m = mediator(Settings::default());
    let show = |name: &str, (f, w): (crate::MotionFigures, AnimatedBody)| {
        println!(
            "{name:28} slide {:6.3} {:6.3} {:6.3} cm ({} stances, {} slips)  height {:6.2} {:6.2} {:6.2} mm  root {:6.1} {:6.1} {:6.1} mm  jump {:5.1} {:5.1}",
            f.slide_mean_cm,
            f.slide_p99_cm,
            f.slide_worst_cm,
            f.stances,
            w.slips(),
            f.foot_height_mean_mm,
            f.foot_height_p99_mm,
            f.foot_height_worst_mm,
            f.root_deviation_mean_mm,
            f.root_deviation_p99_mm,
            f.root_deviation_worst_mm,
            f.jump_p999_deg,
            f.jump_worst_deg
        );
    };
    for speed in [0.2, 0.4, 0.6, 1.0, 1.3, 1.7, 2.4] {
        show(&format!("straight {speed}"), follow(&m, 20.0, 25.0, 1e9, |_| pointing(0.0, speed)));
    }
    for rate in [30.0f32, 90.0] {
        show(&format!("turning {rate}"), follow(&m, 20.0, 25.0, 1e9, |t| pointing(t * rate.to_radians(), 1.3)));
    }
    for a in [1e9, 8.0, 3.0, 1.5] {
        show(&format!("sharp {a}"), follow(&m, 45.0, 25.0, a, sharp_turns));
    }
    for a in [1e9, 3.0, 1.5] {
        show(
            &format!("stop and go {a}"),
            follow(&m, 40.0, 25.0, a, |t| pointing(0.3, if t % 5.0 < 3.0 { 1.3 } else { 0.0 })),
        );
    }
    show("slow wave", follow(&m, 40.0, 25.0, 1e9, |t| pointing(0.2, 0.7 - 0.7 * math::sin_cos(t).1)));
    show(
        "wobble",
        follow(&m, 40.0, 25.0, 1e9, |t| pointing(0.6 * math::sin_cos(t * 2.0).0, 1.0 + 0.4 * math::sin_cos(t * 3.1).0)),
    );
    let jam = |a: f32| {
        move |t: f32| {
            let n = |k: f32| math::sin_cos(k * t).0 + math::sin_cos(1.7 * k * t + 1.0).0;
            Vec2::new(0.15 + a * n(6.1), a * n(7.3))
        }
    };
    for a in [0.05, 0.1, 0.2, 0.3] {
        let (f, w) = follow(&m, 40.0, 25.0, 1e9, jam(a));
        println!("{:?}", f.heading_by_phase.map(|x| x as i32));
        show(&format!("jam {a}"), (f, w));
    }
    let f = claims::sharp_turns_fed_back().1;
    let [mean, p99, worst] = [f.root_deviation_mean_mm, f.root_deviation_p99_mm, f.root_deviation_worst_mm];
    println!("sharp, fed back: slide {:.3} cm, root {mean:.1} {p99:.1} {worst:.1} mm", f.slide_worst_cm);
    let m = mediator(Settings::without_foot_lock());
    show("no lock straight", follow(&m, 20.0, 25.0, 1e9, |_| pointing(0.0, 1.3)));
    show("no lock turning", follow(&m, 20.0, 25.0, 1e9, |t| pointing(t * 1.57, 1.3)));
    show("no lock sharp", follow(&m, 45.0, 25.0, 3.0, sharp_turns));
}
