//! A planned route as a value that serialises. `ambulo plan path --json` prints it; keys stay the same between versions.

use super::BuiltPlan;
use ambulo_data::Building;
use ambulo_geom::Point;
use ambulo_nav::{NoRoute, Path, Planner, Route};
use serde::Serialize;

/// A route and its path, or why there is none and the path to the nearest reachable place. Places are in the coordinates of the file.
///
/// ```
/// use ambulo::{World, geom::Point, nav::{Goal, HierarchicalPlanner, Planner}, plan::{BuiltPlan, RouteReport}};
/// let world = World::scene("corridor").unwrap();
/// let built = BuiltPlan::of(world.building(), 0.25).unwrap();
/// let from = Point::new(1.0, 2.0);
/// let goal = Goal::point(&built.mesh, Point::new(28.0, 2.0)).unwrap();
/// let mut planner = HierarchicalPlanner::default();
/// let cell = built.mesh.locate(from).unwrap();
/// let route = planner.plan(&built.mesh, &built.roads, from, cell, &goal).unwrap();
/// let path = route.path(&built.mesh, from, &goal, 0.25);
/// let report = RouteReport::found(world.building(), &built, &planner, &route, &path);
/// let json = serde_json::to_value(&report).unwrap();
/// assert_eq!((&json["reachable"], &json["planner"]), (&true.into(), &"hierarchical".into()));
/// assert!((report.length_m - 27.0).abs() < 1e-9 && json.get("reason").is_none());
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct RouteReport {
    /// Whether there is a route.
    pub reachable: bool,
    /// Length of the path [m].
    pub length_m: f64,
    /// What the route leads through.
    pub portals: Vec<PortalReport>,
    /// The path.
    pub points: Vec<[f64; 2]>,
    /// Whether the path keeps the radius from walls.
    pub clear: bool,
    /// Length of its first and last pieces that do not [m].
    pub ends_m: [f64; 2],
    /// States the search expanded.
    pub expanded: u32,
    /// What only a route has.
    #[serde(flatten)]
    pub found: Option<FoundRoute>,
    /// Why there is no route, and what is nearest.
    #[serde(flatten)]
    pub missing: Option<MissingRoute>,
}

/// What only a route has that was found.
#[derive(Clone, Debug, Serialize)]
pub struct FoundRoute {
    /// Which planner found it.
    pub planner: &'static str,
    /// What it costs through key points [m].
    pub cost: f64,
    /// How long the search took [us]; none where it was not measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub micros: Option<f64>,
}

/// Why there is no route, and what is nearest.
#[derive(Clone, Debug, Serialize)]
pub struct MissingRoute {
    /// Why.
    pub reason: String,
    /// The nearest reachable place.
    pub nearest: [f64; 2],
    /// How far from the goal that is [m].
    pub short_by_m: f64,
}

/// A portal of a route.
#[derive(Clone, Debug, Serialize)]
pub struct PortalReport {
    /// One end.
    pub a: [f64; 2],
    /// The other end.
    pub b: [f64; 2],
    /// How wide it is [m].
    pub width_m: f64,
    /// The surface of the mesh on this side.
    pub sheet: u32,
}

impl RouteReport {
    /// A route that a planner has just found, and its path.
    pub fn found(building: &Building, built: &BuiltPlan, planner: &dyn Planner, route: &Route, path: &Path) -> Self {
        let found = FoundRoute { planner: planner.name(), cost: planner.cost(), micros: None };
        Self { found: Some(found), ..Self::along(building, built, route, path, planner.expanded()) }
    }

    /// No route; the path leads to the nearest reachable place. `none` is in the coordinates of the mesh.
    pub fn missing(building: &Building, built: &BuiltPlan, none: &NoRoute, path: &Path) -> Self {
        let [nearest] = in_file(building, [none.nearest]);
        let missing = MissingRoute { reason: none.reason.to_string(), nearest, short_by_m: none.short_by };
        let along = Self::along(building, built, &none.partial, path, none.expanded);
        Self { reachable: false, missing: Some(missing), ..along }
    }

    fn along(building: &Building, built: &BuiltPlan, route: &Route, path: &Path, expanded: u32) -> Self {
        let edges = route.portals.iter().map(|p| (p, built.mesh.edge(p.cell, p.edge as usize)));
        let portals = edges.map(|(p, e)| {
            let [a, b] = in_file(building, [e.a, e.b]);
            PortalReport { a, b, width_m: e.length(), sheet: built.mesh.surface_of(p.cell) }
        });
        Self {
            reachable: true,
            length_m: path.length,
            portals: portals.collect(),
            points: path.points.iter().flat_map(|p| in_file(building, [*p])).collect(),
            clear: path.clear,
            ends_m: path.ends,
            expanded,
            found: None,
            missing: None,
        }
    }
}

/// Places as the file has them; all levels share one origin.
fn in_file<const N: usize>(building: &Building, points: [Point; N]) -> [[f64; 2]; N] {
    points.map(|p| building.in_file(p)).map(|p| [p.x, p.y])
}
