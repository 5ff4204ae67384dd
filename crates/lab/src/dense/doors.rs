//! Two hundred people leave a room through a door: the scene `bottleneck` with doors of other widths.

use super::DenseSubject;
use ambulo::Scene;

/// Behind the door [m].
const LINE: f64 = 12.15;

/// People per second from the first to the last who passes within 300 s.
pub(crate) fn flow(subject: &DenseSubject, width: f64) -> f64 {
    let text = Scene::find("bottleneck").expect("a scene of ours").text;
    let text = text
        .replace("5.4", &format!("{}", 6.0 - 0.5 * width))
        .replace("6.6", &format!("{}", 6.0 + 0.5 * width))
        .replace("limit = 400.0", "limit = 300.0");
    let mut world = subject.world(&text);
    let (mut passed, mut times) = (std::collections::BTreeSet::new(), Vec::new());
    while times.len() < 200 && world.report().time < 300.0 {
        world.step();
        let now = world.report().time;
        let through: Vec<u32> = world.walkers().filter(|w| w.place.x > LINE).map(|w| w.id.0).collect();
        for id in through {
            if passed.insert(id) {
                times.push(now);
            }
        }
    }
    match (times.first(), times.last()) {
        (Some(first), Some(last)) if last > first => (times.len() - 1) as f64 / (last - first),
        _ => 0.0,
    }
}
