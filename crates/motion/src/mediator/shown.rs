//! A body that another controller moves, seen as one of the mediator's: for whatever measures and writes bodies.

use super::AnimatedBody;
use crate::{Placement, Quat, Vec3};

impl AnimatedBody {
    /// Shows a pose made elsewhere, for as many joints as the body has: where it is, its hips and rotations in its frame, which feet
    /// are planted, the floor below each, and the place in the stride.
    ///
    /// ```
    /// use ambulo_motion::{AnimatedBody, DVec2, Mediator, Placement, Pose, Settings, gait};
    /// let mediator = Mediator::new(gait::shipped(), Settings::default())?;
    /// let pose = Pose::rest(mediator.skeleton());
    /// let mut body = AnimatedBody::new(&mediator, DVec2::ZERO, 0.0);
    /// let placement = Placement { at: DVec2::X, floor: 0.0, heading: 0.5 };
    /// body.show(&placement, pose.hips, &pose.rotations, [true, false], [0.0; 2], 0.25);
    /// assert_eq!((body.placement(), body.contacts(), body.phase()), (placement, [true, false], 0.25));
    /// # Ok::<(), ambulo_motion::MediatorError>(())
    /// ```
    pub fn show(
        &mut self,
        placement: &Placement,
        hips: Vec3,
        rotations: &[Quat],
        planted: [bool; 2],
        floors: [f32; 2],
        phase: f32,
    ) {
        (self.placement, self.hips, self.phase) = (*placement, hips, phase);
        self.rotations.copy_from_slice(rotations);
        self.walking = planted != [true; 2];
        for (foot, (planted, floor)) in self.feet.iter_mut().zip(planted.into_iter().zip(floors)) {
            (foot.planted, foot.down, foot.held, foot.floor) = (planted, planted, planted, floor);
        }
        self.fresh = false;
    }
}
