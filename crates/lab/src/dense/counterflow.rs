//! Two streams meet in a corridor of 4 m: whether lanes form, and at which inflow they lock.

use super::{DenseSubject, INFLOWS};

const WIDTH: f64 = 4.0;
const LENGTH: f64 = 30.0;
/// People come for so long [s], and then have as long again to get through.
const COMING: f64 = 60.0;

pub(super) struct Counterflow {
    pub(super) lane_order: Option<f64>,
    pub(super) gridlock_inflow: Option<f64>,
}

pub(super) fn measure(subject: &DenseSubject) -> Counterflow {
    let mut found = Counterflow { lane_order: None, gridlock_inflow: None };
    for inflow in INFLOWS {
        let Walked { order, all, .. } = walk(subject, inflow);
        if inflow == 0.4 {
            found.lane_order = order;
        }
        if !all {
            found.gridlock_inflow = Some(inflow);
            break;
        }
    }
    if found.lane_order.is_none() {
        found.lane_order = walk(subject, 0.4).order;
    }
    found
}

/// What was found at one inflow.
pub(crate) struct Walked {
    /// Lane order from 20 s on in the middle of the corridor.
    pub(crate) order: Option<f64>,
    /// Share of those who entered that got through.
    pub(crate) through: f64,
    /// Whether everybody did.
    all: bool,
}

/// Walks the two streams at an inflow in each direction [1/(m s)].
pub(crate) fn walk(subject: &DenseSubject, inflow: f64) -> Walked {
    let rate = inflow * WIDTH;
    let text = format!(
        "limit = 400\n[plan]\nwkt = \"POLYGON ((-4 0, {e} 0, {e} {WIDTH}, -4 {WIDTH}))\"\n[areas]\n\
         west = {{ rect = [-4, 0, 0, {WIDTH}] }}\neast = {{ rect = [{LENGTH}, 0, {e}, {WIDTH}] }}\n\
         west-end = {{ rect = [-4, 0, -3, {WIDTH}] }}\neast-end = {{ rect = [{f}, 0, {e}, {WIDTH}] }}\n\
         [[walkers]]\nname = \"eastbound\"\nrate = {rate}\nto = {COMING}\nstart = \"west\"\ngoal = \"east-end\"\n\
         [[walkers]]\nname = \"westbound\"\nrate = {rate}\nto = {COMING}\nstart = \"east\"\ngoal = \"west-end\"\n",
        e = LENGTH + 4.0,
        f = LENGTH + 3.0,
    );
    let mut world = subject.world(&text);
    let (mut sum, mut count) = (0.0, 0u64);
    while world.report().time < 3.0 * COMING {
        world.step();
        let now = world.report().time;
        if (20.0..COMING).contains(&now) && ((now * 20.0).round() as u64).is_multiple_of(10) {
            let walking: Vec<(f64, f64, bool)> = world
                .walkers()
                .filter(|w| (5.0..LENGTH - 5.0).contains(&w.place.x))
                .map(|w| (w.place.x, w.place.y, w.group.0 == 0))
                .collect();
            for a in &walking {
                let near = walking.iter().filter(|b| *b != a && (b.1 - a.1).abs() <= 0.5 && (b.0 - a.0).abs() <= 5.0);
                let (all, same) = near.fold((0u32, 0u32), |(n, s), b| (n + 1, s + u32::from(b.2 == a.2)));
                if all > 0 {
                    sum += 2.0 * f64::from(same) / f64::from(all) - 1.0;
                    count += 1;
                }
            }
        }
        let report = world.report();
        if now > COMING && report.present == 0 {
            break;
        }
    }
    let report = world.report();
    let all = report.present == 0 && report.arrived == report.appeared;
    let through = report.arrived as f64 / report.appeared.max(1) as f64;
    Walked { order: (count > 0).then(|| sum / count as f64), through, all }
}
