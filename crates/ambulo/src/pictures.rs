//! Pictures of plans, routes and bodies.

mod bodies;
mod plan;
mod scenario;

pub use bodies::{BodyView, body_solid, see_bodies};
pub use plan::{PlanView, plan_picture, route_picture};
