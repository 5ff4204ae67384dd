//! Plans: the site and the mesh of a building, and the figures that every program shows of them.

mod figures;
mod json;
mod route_report;
mod site;

pub use figures::{BuiltPlan, findings};
pub use json::{building_json, drawing_json};
pub use route_report::{FoundRoute, MissingRoute, PortalReport, RouteReport};
pub use site::site_of;
