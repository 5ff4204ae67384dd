//! A crowd walks down a flight of stairs of 1.2 m.

use super::DenseSubject;

const WIDTH: f64 = 1.2;

/// People per metre and second who come off the flight, from the tenth to the last but ten.
pub(super) fn flow(subject: &DenseSubject) -> f64 {
    let text = format!(
        "limit = 300\n[[levels]]\nname = \"ground\"\nheight = 0.0\nwkt = \"POLYGON ((16 0, 26 0, 26 8, 16 8))\"\n\
         [[levels]]\nname = \"upper\"\nheight = 3.0\nwkt = \"POLYGON ((0 0, 10 0, 10 8, 0 8))\"\n\
         [[stairs]]\nname = \"flight\"\nbottom = {{ level = \"ground\", line = [[16, {a}], [16, {b}]] }}\n\
         top = {{ level = \"upper\", line = [[10, {a}], [10, {b}]] }}\n\
         [areas]\nroom = {{ rect = [0.5, 0.5, 9, 7.5], level = \"upper\" }}\nout = {{ rect = [22, 0, 26, 8], level = \"ground\" }}\n\
         [[walkers]]\ncount = 100\nstart = \"room\"\ngoal = \"out\"\n",
        a = 4.0 - 0.5 * WIDTH,
        b = 4.0 + 0.5 * WIDTH,
    );
    let mut world = subject.world(&text);
    let (mut passed, mut times) = (std::collections::BTreeSet::new(), Vec::new());
    while times.len() < 100 && world.report().time < 300.0 {
        world.step();
        let now = world.report().time;
        for id in world.walkers().filter(|w| w.place.x > 16.5).map(|w| w.id.0).collect::<Vec<_>>() {
            if passed.insert(id) {
                times.push(now);
            }
        }
    }
    let last = times.len().saturating_sub(10);
    match (times.get(10), times.get(last)) {
        (Some(a), Some(b)) if b > a => (last - 10) as f64 / ((b - a) * WIDTH),
        _ => 0.0,
    }
}
