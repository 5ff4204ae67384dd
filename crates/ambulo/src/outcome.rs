//! Why a run ended.

use crate::World;
use ambulo_data::scenario::Until;
use serde::{Serialize, Serializer};

/// Why a run ended, and with which exit code the program ends then.
///
/// ```
/// use ambulo::Outcome;
/// assert_eq!((Outcome::AllArrived.exit_code(), Outcome::LimitReached.exit_code()), (0, 3));
/// assert!(Outcome::LimitReached.complete() && !Outcome::Interrupted.complete());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everybody arrived, as the scenario asks for.
    AllArrived,
    /// The time of the scenario's `until` was reached.
    TimeReached,
    /// The limit was reached before everybody arrived; those who are left make progress.
    LimitReached,
    /// The limit was reached, and some make no progress.
    SomeStuck,
    /// The limit was reached, and nobody arrived.
    NobodyArrived,
    /// The run was stopped from outside.
    Interrupted,
}

impl Outcome {
    /// Of a run that is over, or was interrupted.
    pub(crate) fn of(world: &World, interrupted: bool) -> Self {
        let report = world.report();
        if world.condition_met() {
            return match world.scenario.until {
                Until::AllArrived => Self::AllArrived,
                Until::Time(_) => Self::TimeReached,
            };
        }
        if interrupted {
            Self::Interrupted
        } else if report.arrived == 0 {
            Self::NobodyArrived
        } else if report.stuck.is_empty() {
            Self::LimitReached
        } else {
            Self::SomeStuck
        }
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::AllArrived => "all-arrived",
            Self::TimeReached => "time-reached",
            Self::LimitReached => "limit-reached",
            Self::SomeStuck => "some-stuck",
            Self::NobodyArrived => "nobody-arrived",
            Self::Interrupted => "interrupted",
        }
    }

    /// Exit code of `ambulo run`. The program adds the number of the signal where one interrupted the run.
    ///
    /// ```
    /// assert_eq!(ambulo::Outcome::NobodyArrived.exit_code(), 5);
    /// ```
    pub fn exit_code(self) -> u8 {
        match self {
            Self::AllArrived | Self::TimeReached => 0,
            Self::Interrupted => 1,
            Self::LimitReached => 3,
            Self::SomeStuck => 4,
            Self::NobodyArrived => 5,
        }
    }

    /// Whether the run came to its end, be it at its limit.
    ///
    /// ```
    /// assert!(!ambulo::Outcome::Interrupted.complete());
    /// ```
    pub fn complete(self) -> bool {
        self != Self::Interrupted
    }

    /// Why the run ended, in a sentence.
    pub(crate) fn reason(self, world: &World) -> String {
        let report = world.report();
        self.remark(world).unwrap_or_else(|| match self {
            Self::TimeReached => format!("the time of the scenario's `until` was reached at {:.1} s", report.time),
            _ if report.removed > 0 => {
                let (arrived, removed) = (report.arrived, report.removed);
                format!("all people had arrived ({arrived}) or were removed ({removed}) at {:.1} s", report.time)
            }
            _ => format!("all {} people had arrived at {:.1} s of simulated time", report.arrived, report.time),
        })
    }

    /// What a reader of the results must know; `None` when the run met its condition.
    pub(crate) fn remark(self, world: &World) -> Option<String> {
        let (report, limit) = (world.report(), world.scenario.limit);
        let arrived = format!("{} of {} people had arrived", report.arrived, world.expected());
        let ended = format!("the run ended at its limit of {limit} s of simulated time, when {arrived}");
        match self {
            Self::AllArrived | Self::TimeReached => None,
            Self::LimitReached | Self::NobodyArrived => Some(ended),
            Self::SomeStuck => Some(format!("{ended} and {} made no progress", report.stuck.len())),
            Self::Interrupted => {
                Some(format!("the run was interrupted at {:.1} s of simulated time, when {arrived}", report.time))
            }
        }
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.name())
    }
}
