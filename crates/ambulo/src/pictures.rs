//! Pictures of plans, routes and bodies.

mod bodies;
mod cast;
mod checked_plan;
mod drawing;
mod plan;
mod scenario;

pub use bodies::{BodyView, body_solid, see_bodies};
pub use cast::{cast_strip, wheelchair_strip};
pub use checked_plan::{checked_plan_picture, drawing_picture};
pub use plan::{PlanView, plan_picture, route_picture};
