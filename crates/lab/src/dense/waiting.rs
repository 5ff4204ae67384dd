//! Eighty people wait before a bottleneck of 1 m that is 2 m long: whether it falters, and whether those who wait stand still.

use super::DenseSubject;
use std::collections::BTreeMap;

const PEOPLE: usize = 80;
const LIMIT: f64 = 240.0;
/// A person is in a jam while the mean speed of all who are near the bottleneck is below this [m/s].
const JAM: f64 = 0.2;
/// Who is so near the entrance is part of the jam [m].
const NEAR: f64 = 4.0;

pub(crate) struct Waiting {
    /// Longest time between two people who pass [s]; the whole time when some never pass.
    pub(crate) gap: f64,
    /// How much people in a jam turn [deg/min].
    pub(crate) turn: Option<f64>,
    /// Mean speed of people in a jam [m/s].
    pub(crate) speed: Option<f64>,
}

pub(crate) fn measure(subject: &DenseSubject) -> Waiting {
    let text = format!(
        "limit = {LIMIT}\n[plan]\nwkt = \"POLYGON ((0 0, 12 0, 12 3.5, 14 3.5, 14 0, 20 0, 20 8, 14 8, 14 4.5, 12 4.5, 12 8, 0 8))\"\n\
         [areas]\nroom = {{ rect = [3, 0.5, 11, 7.5] }}\nout = {{ rect = [18, 0, 20, 8] }}\n\
         [[walkers]]\ncount = {PEOPLE}\nstart = \"room\"\ngoal = \"out\"\n"
    );
    let mut world = subject.world(&text);
    let (mut last, mut gap, mut passed) = (None, 0.0f64, std::collections::BTreeSet::new());
    let mut headings: BTreeMap<u32, ambulo::geom::Vec2> = BTreeMap::new();
    let (mut turned, mut time, mut speeds, mut steps) = (0.0f64, 0.0f64, 0.0, 0u64);
    while passed.len() < PEOPLE && world.report().time < LIMIT {
        world.step();
        let now = world.report().time;
        let jam: Vec<_> = world.walkers().filter(|w| w.place.x < 12.0 && w.place.x > 12.0 - NEAR).collect();
        let mean = jam.iter().map(|w| f64::from(w.velocity.length())).sum::<f64>() / jam.len().max(1) as f64;
        // Half a second at a time: what a person would see of another.
        if ((now * 20.0).round() as u64).is_multiple_of(10) {
            let mut next = BTreeMap::new();
            if jam.len() > 5 && mean < JAM {
                for w in &jam {
                    if let Some(before) = headings.get(&w.id.0) {
                        turned += ambulo::geom::math::acos(f64::from(before.dot(w.heading))).to_degrees();
                        time += 0.5;
                    }
                    next.insert(w.id.0, w.heading);
                    speeds += f64::from(w.velocity.length());
                    steps += 1;
                }
            }
            headings = next;
        }
        for id in world.walkers().filter(|w| w.place.x > 14.0).map(|w| w.id.0).collect::<Vec<_>>() {
            if passed.insert(id) {
                gap = gap.max(last.map_or(0.0, |l| now - l));
                last = Some(now);
            }
        }
    }
    if passed.len() < PEOPLE {
        gap = gap.max(LIMIT - last.unwrap_or(0.0));
    }
    Waiting { gap, turn: (time > 0.0).then(|| turned / time * 60.0), speed: (steps > 0).then(|| speeds / steps as f64) }
}
