//! A corner, and a circle on which everybody heads for the opposite place.

use super::DenseSubject;
use ambulo::Scene;

/// Width of the corridor with the corner [m].
const WIDTH: f64 = 2.4;

/// People per metre and second behind a corner of a right angle, when more come than can pass.
pub(super) fn corner_flow(subject: &DenseSubject) -> f64 {
    let text = format!(
        "limit = 200\n[plan]\nwkt = \"POLYGON ((0 0, 20 0, 20 14, {a} 14, {a} {WIDTH}, 0 {WIDTH}))\"\n[areas]\n\
         start = {{ rect = [0, 0, 8, {WIDTH}] }}\nend = {{ rect = [{a}, 13, 20, 14] }}\n\
         [[walkers]]\nrate = {rate}\nto = 60\nstart = \"start\"\ngoal = \"end\"\n",
        a = 20.0 - WIDTH,
        rate = 1.8 * WIDTH,
    );
    let mut world = subject.world(&text);
    let (mut first, mut last) = (None, None);
    while world.report().time < 60.0 {
        world.step();
        let report = world.report();
        if report.time >= 30.0 {
            first.get_or_insert((report.time, report.arrived));
            last = Some((report.time, report.arrived));
        }
    }
    match (first, last) {
        (Some(a), Some(b)) => (b.1 - a.1) as f64 / ((b.0 - a.0) * WIDTH),
        _ => 0.0,
    }
}

/// Mean duration of the walks across the circle by the time the straight line takes at the preferred speed.
pub(super) fn circle_delay(subject: &DenseSubject) -> f64 {
    let text = Scene::find("circle").expect("a scene of ours").text;
    let mut world = subject.world(text);
    let free: f64 = {
        let speeds: Vec<f64> = world.walkers().map(|w| f64::from(w.preferred_speed)).collect();
        speeds.iter().map(|v| 32.0 / v).sum::<f64>() / speeds.len().max(1) as f64
    };
    let (mut sum, mut before) = (0.0, 0);
    while world.report().time < 240.0 {
        world.step();
        let report = world.report();
        sum += report.time * (report.arrived - before) as f64;
        before = report.arrived;
        if report.present == 0 {
            break;
        }
    }
    let report = world.report();
    (sum + report.time * report.present as f64) / (free * report.appeared.max(1) as f64)
}
