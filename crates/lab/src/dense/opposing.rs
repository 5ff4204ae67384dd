//! Two rooms and a corridor of 2 m between them, a hundred people in each who want to be in the other (IMO, test 8).

use super::DenseSubject;

/// Share of the two hundred who get to the other room within 600 s.
pub(super) fn share_through(subject: &DenseSubject) -> f64 {
    let text = "limit = 600\n[plan]\nwkt = \"POLYGON ((0 0, 10 0, 10 4, 20 4, 20 0, 30 0, 30 10, 20 10, 20 6, 10 6, 10 10, 0 10))\"\n\
        [areas]\nleft = { rect = [0.3, 0.3, 7, 9.7] }\nright = { rect = [23, 0.3, 29.7, 9.7] }\n\
        left-end = { rect = [0, 0, 8, 10] }\nright-end = { rect = [22, 0, 30, 10] }\n\
        [[walkers]]\nname = \"from the left\"\ncount = 100\nstart = \"left\"\ngoal = \"right-end\"\n\
        [[walkers]]\nname = \"from the right\"\ncount = 100\nstart = \"right\"\ngoal = \"left-end\"\n";
    let mut world = subject.world(text);
    while world.report().time < 600.0 && world.report().present > 0 {
        world.step();
    }
    world.report().arrived as f64 / 200.0
}
