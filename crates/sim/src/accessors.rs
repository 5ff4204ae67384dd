//! What steering models, body rules and locomotions see alike of a walker.

/// The methods that [`View`](crate::View) and [`MotionView`](crate::MotionView) share; random numbers are drawn for the given purpose.
macro_rules! walker_accessors {
    ($view:literal, $purpose:ident) => {
        /// A walker's number.
        ///
        /// ```
        #[doc = concat!("fn is_even(view: &ambulo_sim::", $view, "<'_>, me: ambulo_sim::Row) -> bool { view.id(me).0 % 2 == 0 }")]
        /// ```
        #[inline]
        pub fn id(&self, row: crate::Row) -> crate::AgentId {
            self.ids[row.index()]
        }

        /// A walker's body: place, velocity, radius.
        ///
        /// ```
        #[doc = concat!("fn pace(view: &ambulo_sim::", $view, "<'_>, me: ambulo_sim::Row) -> f32 { view.body(me).velocity().length() }")]
        /// ```
        #[inline]
        pub fn body(&self, row: crate::Row) -> &'a crate::Body {
            &self.bodies[row.index()]
        }

        /// The fastest a walker may move [m/s].
        ///
        /// ```
        #[doc = concat!("fn can_run(view: &ambulo_sim::", $view, "<'_>, me: ambulo_sim::Row) -> bool { view.max_speed(me) > 2.5 }")]
        /// ```
        #[inline]
        pub fn max_speed(&self, row: crate::Row) -> f32 {
            self.max_speeds[row.index()]
        }

        /// Time since the beginning [s].
        ///
        /// ```
        #[doc = concat!("fn late(view: &ambulo_sim::", $view, "<'_>) -> bool { view.time() > 600.0 }")]
        /// ```
        #[inline]
        pub fn time(&self) -> f32 {
            self.step as f32 * self.dt
        }

        /// Random numbers of a walker at this step.
        ///
        /// ```
        #[doc = concat!("fn jitter(view: &ambulo_sim::", $view, "<'_>, me: ambulo_sim::Row) -> f64 { view.random(me).normal() }")]
        /// ```
        pub fn random(&self, row: crate::Row) -> crate::random::Draw {
            crate::random::Draw::new(self.seed, self.id(row).0, self.step, crate::random::Purpose::$purpose)
        }
    };
}
pub(crate) use walker_accessors;
