//! For the eye: figures of many paths, frame by frame where wanted.

use super::paths::*;
use super::*;
use crate::math;

#[test]
#[ignore = "looks"]
fn series() {
    let m = mediator(Settings::default());
    let mut sim = Simulated::new(pointing(0.0, 1.3), 3.0);
    let mut w = Walker::new(&m, crate::DVec2::ZERO, 0.0);
    for i in 0..1125 {
        let t = i as f32 * 0.04;
        sim.step(sharp_turns(t), 0.04);
        m.frame(&mut w, &wish(sim.at, sim.velocity, 0.04));
        let d = (sim.at - w.placement.at).as_vec2();
        println!(
            "{t:.2} v {:.2} {:.2} steer {:.2} {:.2} dev {:.3} {:.3} head {:.2} face {:.2} stride {:.2} phase {:.2} {:?} {:?}",
            sim.velocity.x,
            sim.velocity.y,
            w.steer.x,
            w.steer.y,
            d.x,
            d.y,
            w.placement.heading,
            w.facing,
            w.stride,
            w.phase,
            w.contacts(),
            w.layers.iter().map(|(c, x)| (c.pair, c.reversed, (x * 100.0) as i32)).collect::<Vec<_>>()
        );
    }
}

#[test]
#[ignore = "looks"]
fn jumps() {
    let m = mediator(Settings::default());
    let mut sim = Simulated::new(pointing(0.0, 1.3), 1e9);
    let mut w = Walker::new(&m, crate::DVec2::ZERO, 0.0);
    let mut before = w.rotations().to_vec();
    let a: f32 = std::env::var("RATE").map_or(90.0, |x| x.parse().unwrap());
    for i in 0..200 {
        let t = i as f32 * 0.04;
        sim.step(pointing(t * a.to_radians(), 1.3), 0.04);
        m.frame(&mut w, &wish(sim.at, sim.velocity, 0.04));
        let mut line = String::new();
        for (j, (a, b)) in w.rotations().iter().zip(&before).enumerate() {
            let d = 2.0 * math::acos(a.dot(*b).abs()).to_degrees();
            if d > 12.0 {
                line += &format!(" {}:{d:.0}", m.skeleton().joints()[j].name);
            }
        }
        println!(
            "{i} phase {:.2} {:?} head {:.2} twist {:.2} sink {:.3} {line}",
            w.phase,
            w.contacts(),
            w.placement.heading,
            w.twist,
            w.sink
        );
        before = w.rotations().to_vec();
    }
}

#[test]
#[ignore = "looks"]
fn look() {
    let m = mediator(Settings::default());
    let show = |name: &str, (f, w): (crate::Figures, Walker)| {
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
    let m = mediator(Settings::without_foot_lock());
    show("no lock straight", follow(&m, 20.0, 25.0, 1e9, |_| pointing(0.0, 1.3)));
    show("no lock turning", follow(&m, 20.0, 25.0, 1e9, |t| pointing(t * 1.57, 1.3)));
    show("no lock sharp", follow(&m, 45.0, 25.0, 3.0, sharp_turns));
}

#[test]
#[ignore = "looks"]
fn timing() {
    let m = mediator(Settings::default());
    let n = 2000;
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let mut walkers: Vec<_> =
            (0..n).map(|i| Walker::new(&m, crate::DVec2::ZERO, 0.0).with_phase(i as f32 * 0.618)).collect();
        let mut sims: Vec<_> = (0..n).map(|_| Simulated::new(pointing(0.0, 1.0), 3.0)).collect();
        for frame in 0..100 {
            for (i, s) in sims.iter_mut().enumerate() {
                let t = frame as f32 * 0.04 + i as f32;
                let speed = if t % 12.0 < 2.0 { 0.0 } else { 0.6 + (i % 10) as f32 * 0.1 };
                s.step(pointing(0.9 * math::sin_cos(0.31 * t).0 + 0.5 * math::sin_cos(1.3 * t).0, speed), 0.04);
            }
            let begun = std::time::Instant::now();
            for (w, s) in walkers.iter_mut().zip(&sims) {
                m.frame(w, &wish(s.at, s.velocity, 0.04));
            }
            best = best.min(begun.elapsed().as_secs_f64() / n as f64);
        }
    }
    println!("{:.3} us", best * 1e6);
}

#[test]
#[ignore = "looks"]
fn aside() {
    let m = mediator(Settings::default());
    let mut w = Walker::new(&m, crate::DVec2::ZERO, 0.0);
    let mut at = crate::DVec2::ZERO;
    for i in 0..150 {
        at.y += 0.02;
        m.frame(&mut w, &Wish { facing: Some(0.0), ..wish(at, Vec2::new(0.0, 0.5), 0.04) });
        let (n, d) = (w.layers.chosen().unwrap(), (at - w.placement.at).as_vec2());
        println!(
            "{i} phase {:.2} {:?} head {:.2} face {:.2} twist {:.2} sink {:.3} stride {:.2} pair {} side {} a {:.2} v {:.2} dev {:.3} hips {:.3}",
            w.phase,
            w.contacts(),
            w.placement.heading,
            w.facing,
            w.twist,
            w.sink,
            w.stride,
            n.pair,
            n.side,
            m.play(n).angle,
            m.play(n).speed,
            d.length(),
            w.hips.z
        );
    }
}
