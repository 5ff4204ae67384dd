//! One walker alone in a symmetric room: how far it leaves the straight line.

use super::DenseSubject;

pub(super) fn swerve(subject: &DenseSubject) -> f64 {
    let text = "limit = 60\n[plan]\nwkt = \"POLYGON ((0 0, 20 0, 20 6, 0 6))\"\n\
        [[walkers]]\npositions = [[2, 3]]\ngoal = [18, 3]\n";
    let mut world = subject.world(text);
    let mut farthest: f64 = 0.0;
    while world.report().time < 60.0 && world.report().present > 0 {
        world.step();
        farthest = world.walkers().map(|w| (w.place.y - 3.0).abs()).fold(farthest, f64::max);
    }
    farthest
}
