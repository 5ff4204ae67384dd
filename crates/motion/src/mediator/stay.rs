//! The root moved so that the supporting foot stays: the paper's method, without bending a leg.

use super::{AnimatedBody, Mediator};
use crate::DVec2;

impl Mediator {
    /// Puts the body where its supporting foot keeps its place in the plan, also when the body turns. A foot supports
    /// that is down in this frame and was in the last; the same one as long as it can. With no such foot, in a run, the
    /// body has gone as far as its clips travel.
    pub(super) fn stay(&self, walker: &mut AnimatedBody) {
        let contacts = [0, 1].map(|i| {
            let limbs = self.legs[i].limbs(&self.skeleton, walker.hips, &walker.rotations);
            let offset = walker.placement.offset(limbs.contact);
            DVec2::new(offset.x.into(), offset.y.into())
        });
        let supports = |foot: usize| walker.feet[foot].down && walker.feet[foot].was_down && !walker.fresh;
        let now = usize::from(walker.support);
        let foot = if supports(now) { Some(now) } else { Some(1 - now).filter(|&other| supports(other)) };
        if let Some(foot) = foot {
            walker.support = foot as u8;
            walker.placement.at = walker.feet[foot].at - contacts[foot];
        }
        for (foot, contact) in walker.feet.iter_mut().zip(contacts) {
            foot.at = walker.placement.at + contact;
            foot.was_down = foot.down;
        }
    }
}
