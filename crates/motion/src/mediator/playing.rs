//! Which clip a body shows, by name.

use super::{AnimatedBody, Mediator};

impl Mediator {
    /// The clip that counts most in a body's pose: its name, and whether it plays in reverse. Who makes less than half a stride stands.
    ///
    /// ```
    /// use ambulo_motion::{AnimatedBody, DVec2, Mediator, Settings, gait};
    /// let mediator = Mediator::new(gait::shipped(), Settings::default()).unwrap();
    /// let walker = AnimatedBody::new(&mediator, DVec2::ZERO, 0.0);
    /// assert_eq!(mediator.playing(&walker), ("stand", false));
    /// ```
    pub fn playing(&self, walker: &AnimatedBody) -> (&str, bool) {
        match walker.layers.chosen() {
            Some(_) if walker.stride >= 0.5 => {
                let main = walker.layers.main();
                (&self.play(main).name, main.reversed)
            }
            _ => (&self.stand.name, false),
        }
    }
}
