//! What most programs need: `use ambulo::prelude::*;`.
//!
//! ```
//! use ambulo::prelude::*;
//! let mut world = World::scene("corridor").unwrap();
//! world.command(Command::Remove(AgentId(0)));
//! assert_eq!(world.run().arrived, 39);
//! ```

pub use crate::animate::{AnimateOptions, AnimationInput, animate, animate_run};
pub use crate::{
    Outcome, Overrides, Progress, RunError, RunOptions, Scene, Summary, Warning, World, resume_run, run_to_folder,
};
pub use ambulo_data::{Building, Diagnostics, Plan, Trajectories};
pub use ambulo_geom::{Point, Polygon, Region, Vec2};
pub use ambulo_sim::{AgentId, Command, ModelSet, Report, WalkerState};
