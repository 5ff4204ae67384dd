//! The simulation: agents in columns, the layers of a person, contact, the step. Steering models, body rules and locomotions are values
//! that enter through [`Setup`]; the simulation names none of them.
//!
//! Every walker reads the frozen *now* and writes only its own *next*, so the result does not depend on the order of
//! walkers or the number of threads. Three velocities have names: *preferred* (along the route), *chosen* (by the
//! steering model), *actual* (after contact with bodies and walls).
//!
//! ```
//! use ambulo_geom::{Polygon, Region};
//! use ambulo_sim::{AtGoal, Group, Setup, Simulation};
//! let rect = |x0, y0, x1, y1| Region::from(Polygon::rectangle(x0, y0, x1, y1).unwrap());
//! let mut sim = Simulation::new(Setup::new(rect(0.0, 0.0, 30.0, 4.0))).unwrap();
//! let group = sim.add_group(&Group::default()).unwrap();
//! let exit = sim.add_goal_area(&rect(29.0, 0.0, 30.0, 4.0)).unwrap();
//! let journey = sim.add_journey(&[exit], AtGoal::Leave);
//! sim.populate(&rect(0.0, 0.0, 5.0, 4.0), group, journey, 20).unwrap();
//! while sim.report().arrived < 20 && sim.report().time < 120.0 {
//!     sim.step();
//! }
//! assert_eq!(sim.report().arrived, 20);
//! assert!(sim.report().max_overlap <= 0.005);
//! ```

mod absent;
mod accessors;
mod agents;
mod arrivals;
mod batch;
mod blocked;
mod body_rules;
mod commands;
mod contact;
mod exits;
mod explain;
mod flights;
mod goals;
mod graph;
mod grid;
mod groups;
mod hash;
mod heights;
mod ids;
mod layer;
mod locomotion;
mod neighbours;
mod oblong;
mod parallel;
mod params;
mod permute;
mod place;
mod premovement;
mod progress;
mod published;
mod quarantine;
mod queues;
mod registry;
mod report;
mod route_choice;
mod routes;
mod scripts;
mod sieve;
mod sight;
mod simd_lanes;
mod simulation;
mod snapshot;
mod sources;
mod squad;
mod stadium;
mod steering;
mod taken;
mod timers;
mod walls;
mod wide;

mod bitset;
pub mod random;

pub use agents::{Activity, Body};
pub use arrivals::Arrival;
pub use batch::{Batch, Workers};
pub use blocked::Blocked;
pub use body_rules::{BodyRule, BodyRuleInfo, BodyRuleSet};
pub use commands::Command;
pub use explain::{Around, Explanation, Note, Silent, Trace};
pub use flights::Flight;
pub use goals::{AtGoal, GoalId, JourneyId};
pub use graph::{Graph, Neighbourhood};
pub use groups::{Group, GroupId, Routing, Spread};
pub use ids::{AgentId, Row, RowIter, Rows};
pub use layer::{LayerInfo, LayerSet};
pub use locomotion::{Gait, LandedFootstep, Locomotion, LocomotionInfo, LocomotionSet, MotionView};
pub use neighbours::{Neighbours, brute_force_neighbours};
pub use parallel::most_threads;
pub use params::{ParamInfo, Params};
pub use premovement::Premovement;
pub use progress::{ShortOfGoal, Stuck, Why};
pub use published::{Nearby, PUBLISHED, PublishedStep, PublishedSteps};
pub use registry::{CalibrationAxis, KnownFailure, ModelInfo, ModelSet, ParamError, RuleParam, check_param};
pub use report::Report;
pub use route_choice::Quickest;
pub use scripts::{ScriptedFootstep, TimedPath};
pub use simd_lanes::{Block, LANES, NOWHERE, OnlyOne};
pub use simulation::{DoesNotFit, DoorPlan, GroupError, Setup, Simulation, WalkerState, WallHeight};
pub use snapshot::{Snapshot, SnapshotError, SnapshotReader, SnapshotWriter};
pub use sources::Source;
pub use steering::{SteeringModel, View};
pub use timers::{Stage, Timers};
pub use walls::{Wall, Walls};
