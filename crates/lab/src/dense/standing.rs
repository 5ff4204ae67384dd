//! A person stands in a corridor and ten people pass: how far they push it.

use super::DenseSubject;

pub(super) fn push(subject: &DenseSubject) -> f64 {
    let text = "limit = 60\n[plan]\nwkt = \"POLYGON ((0 0, 30 0, 30 3, 0 3))\"\n[areas]\nend = { rect = [28, 0, 30, 3] }\n\
        [[walkers]]\nname = \"stander\"\npositions = [[15, 1.5]]\ngoal = [15, 1.5]\nat_goal = \"stay\"\n\
        [[walkers]]\nname = \"passing\"\npositions = [[1, 1.5], [2.2, 1.4], [3.4, 1.6], [4.6, 1.5], [5.8, 1.5]]\ngoal = \"end\"\n";
    let mut world = subject.world(text);
    let place = |world: &ambulo::World| world.walkers().find(|w| w.group.0 == 0).map(|w| w.place);
    let Some(start) = place(&world) else { return 0.0 };
    let mut farthest: f64 = 0.0;
    while world.report().time < 40.0 {
        world.step();
        if let Some(now) = place(&world) {
            farthest = farthest.max(now.distance(start));
        }
    }
    farthest
}
