//! A corridor of 1.8 m that ends in an exit of 0.7 m: whether arches hold people for good.

use super::DenseSubject;

/// People in the corridor.
pub(super) const PEOPLE: usize = 148;

/// Share of people who have left after 400 s, at two speeds [m/s]; the smaller one.
pub(super) fn share_left(subject: &DenseSubject) -> f64 {
    [1.0, 1.5].map(|speed| walk(subject, speed)).into_iter().fold(1.0, f64::min)
}

fn walk(subject: &DenseSubject, speed: f64) -> f64 {
    let text = format!(
        "limit = 400\n[plan]\nwkt = \"POLYGON ((0 0, 40 0, 40 0.55, 40.3 0.55, 40.3 0, 46 0, 46 1.8, 40.3 1.8, 40.3 1.25, 40 1.25, 40 1.8, 0 1.8))\"\n\
         [areas]\ncorridor = {{ rect = [0, 0, 39.5, 1.8] }}\noutside = {{ rect = [44, 0, 46, 1.8] }}\n\
         [[walkers]]\ncount = {PEOPLE}\nstart = \"corridor\"\ngoal = \"outside\"\nspeed = {speed}\n"
    );
    let mut world = subject.world(&text);
    while world.report().time < 400.0 && world.report().present > 0 {
        world.step();
    }
    world.report().arrived as f64 / PEOPLE as f64
}
