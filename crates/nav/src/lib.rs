//! How to get there: a plan becomes convex cells joined by free segments, the cells become a tree of bigger and bigger
//! ones, a search over that tree plans the route, and a funnel pulls it taut.
//!
//! ```
//! use ambulo_geom::{Point, Polygon, Region};
//! use ambulo_nav::{Goal, HierarchicalPlanner, NavMesh, Planner, Roadmap, RoadmapOptions};
//! // An L-shaped corridor: the straight line is not the route.
//! let plan = Polygon::from_rings(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (8.0, 10.0), (8.0, 2.0), (0.0, 2.0)], &[]);
//! let mesh = NavMesh::build(&Region::from(plan.unwrap())).unwrap();
//! let roads = Roadmap::build(&mesh, 0.5, RoadmapOptions::default());
//! let goal = Goal::point(&mesh, Point::new(9.0, 9.0)).unwrap();
//! let start = Point::new(1.0, 1.0);
//! let cell = mesh.locate(start).unwrap();
//! let route = HierarchicalPlanner::default().plan(&mesh, &roads, start, cell, &goal).unwrap();
//! let points = route.taut(&mesh, start, &goal, 0.25);
//! assert_eq!(points.last(), Some(&Point::new(9.0, 9.0)));
//! ```

// Some helpers serve only what the feature measures.
#![cfg_attr(not(any(test, feature = "claims")), allow(dead_code))]

mod abstraction;
#[cfg(test)]
mod acceptance;
#[cfg(test)]
mod adversarial;
mod assemble;
mod bottleneck;
mod city;
#[cfg(any(test, feature = "claims"))]
#[doc(hidden)]
pub mod claims;
mod clear_line;
mod clearance;
mod exact;
mod fans;
mod flat;
mod funnel;
mod goal;
mod graph;
mod heading;
mod hierarchical;
mod interval;
mod landmarks;
mod locate;
mod merge;
mod mesh;
mod mesh_error;
mod navigator;
mod outline;
mod packed_route;
mod parts;
mod parts_with_room;
mod path;
mod planner;
mod query;
mod refine;
mod roadmap;
mod round_body;
#[cfg(test)]
mod round_paths;
mod route;
mod sight;
mod site;
mod tangents;
#[cfg(any(test, feature = "claims"))]
mod testing;
mod touch;
mod triangles;
mod triangulate;
mod union_find;
mod visual;

pub use abstraction::Abstraction;
pub use bottleneck::Bottleneck;
pub use city::{CITY_SIDE, generated_city};
pub use exact::ExactPlanner;
pub use flat::FlatPlanner;
pub use goal::{Goal, GoalPiece};
pub use graph::{Arity, CellGraph, class_width, width_class};
pub use hierarchical::HierarchicalPlanner;
pub use mesh::{CellId, FreeSegment, MeshDoor, MeshError, NavMesh};
pub use navigator::Navigator;
pub use packed_route::{OnRoute, PackedRoute};
pub use parts::Parts;
pub use parts_with_room::PartsWithRoom;
pub use path::Path;
pub use planner::{NoRoute, Planner, Reason, RouteQuery, SearchTally};
pub use query::Hit;
pub use roadmap::{Roadmap, RoadmapOptions};
pub use route::{Portal, Route};
pub use site::{DoorLine, Landing, Level, MeshSurface, Site, Stairs};
pub use triangles::NONE;
pub use visual::{LEAST_CONE, VisualHeading};
