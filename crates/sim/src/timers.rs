//! Where the time of a step goes.

/// The stages of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Stage {
    /// Spawning, removal, changes of goal or model.
    Commands,
    /// Sorting rows by cell.
    Sort,
    /// Neighbour search.
    Neighbours,
    /// Stages reached, exits.
    Goals,
    /// Planning and following routes.
    Routes,
    /// Choosing velocities.
    Steering,
    /// Turning velocities into motion.
    Locomotion,
    /// Keeping bodies apart and inside walls.
    Contact,
    /// Quarantine, progress, state hash.
    Checks,
}

impl Stage {
    /// All stages, in the order of a step.
    ///
    /// ```
    /// assert_eq!(ambulo_sim::Stage::ALL.len(), 9);
    /// ```
    pub const ALL: [Self; 9] = [
        Self::Commands,
        Self::Sort,
        Self::Neighbours,
        Self::Goals,
        Self::Routes,
        Self::Steering,
        Self::Locomotion,
        Self::Contact,
        Self::Checks,
    ];

    /// Name in tables.
    pub fn name(self) -> &'static str {
        ["commands", "sort", "neighbours", "goals", "routes", "steering", "locomotion", "contact", "checks"]
            [self as usize]
    }
}

/// Seconds spent in each stage since the start. All zero without the `clock` feature.
///
/// ```
/// use ambulo_sim::{Stage, Timers};
/// let t = Timers::default();
/// assert_eq!(t.seconds(Stage::Contact), 0.0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Timers {
    seconds: [f64; Stage::ALL.len()],
}

crate::snapshot!(Timers { seconds });

impl Timers {
    /// Seconds in one stage.
    ///
    /// ```
    /// assert_eq!(ambulo_sim::Timers::default().seconds(ambulo_sim::Stage::Sort), 0.0);
    /// ```
    pub fn seconds(&self, stage: Stage) -> f64 {
        self.seconds[stage as usize]
    }

    /// Seconds in all stages.
    ///
    /// ```
    /// assert_eq!(ambulo_sim::Timers::default().total(), 0.0);
    /// ```
    pub fn total(&self) -> f64 {
        self.seconds.iter().sum()
    }

    pub(crate) fn time<R>(&mut self, stage: Stage, work: impl FnOnce() -> R) -> R {
        #[cfg(feature = "clock")]
        {
            let start = std::time::Instant::now();
            let result = work();
            self.seconds[stage as usize] += start.elapsed().as_secs_f64();
            result
        }
        #[cfg(not(feature = "clock"))]
        {
            let _ = stage;
            work()
        }
    }
}
