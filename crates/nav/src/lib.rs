//! How to get there: a plan becomes a triangle mesh, the mesh knows how wide every passage is, a search finds the way
//! and a funnel pulls it taut.
//!
//! ```
//! use ambulo_geom::{Point, Polygon, Region};
//! use ambulo_nav::{Goal, NavMesh, Planner};
//! // An L-shaped corridor: the straight line is not the way.
//! let plan = Polygon::from_rings(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (8.0, 10.0), (8.0, 2.0), (0.0, 2.0)], &[]);
//! let mesh = NavMesh::build(&Region::from(plan.unwrap())).unwrap();
//! let goal = Goal::point(&mesh, Point::new(9.0, 9.0)).unwrap();
//! let start = Point::new(1.0, 1.0);
//! let route = Planner::new().plan(&mesh, start, mesh.locate(start).unwrap(), &goal, 0.5).unwrap();
//! let points = route.taut(&mesh, start, &goal, 0.25);
//! assert_eq!(points.len(), 3); // start, one corner, goal
//! ```

mod funnel;
mod goal;
mod locate;
mod mesh;
mod plan;
mod route;
mod width;

pub use goal::{Goal, Piece};
pub use mesh::{MeshError, NONE, NavMesh, TriangleId};
pub use plan::{NoRoute, Planner};
pub use route::{Portal, Route};
