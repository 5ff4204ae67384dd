//! A plan taken apart, and what there is to say about it.

use super::site_of;
use ambulo_data::{Building, Finding, Severity};
use ambulo_nav::{MeshError, NavMesh, PartsWithRoom, Roadmap, RoadmapOptions};
use std::time::Instant;

/// The mesh of a building with the road map of one width.
///
/// ```
/// use ambulo::{World, plan::BuiltPlan};
/// let world = World::scene("corridor").unwrap();
/// let built = BuiltPlan::of(world.building(), 0.25).unwrap();
/// assert_eq!((built.mesh.area(), built.parts.areas.len()), (120.0, 1));
/// ```
pub struct BuiltPlan {
    /// The mesh.
    pub mesh: NavMesh,
    /// The road map for bodies of the radius asked for.
    pub roads: Roadmap,
    /// What such bodies can reach.
    pub parts: PartsWithRoom,
    /// How long mesh and road map took [ms].
    pub build_ms: f64,
}

impl BuiltPlan {
    /// Builds the mesh, and the road map for bodies of a radius [m]. Errors are in the coordinates of the file.
    pub fn of(building: &Building, radius: f64) -> Result<Self, MeshError> {
        let site = site_of(building);
        let begun = Instant::now();
        let mesh = NavMesh::of(&site).map_err(|e| e.moved_by(building.origin()))?;
        let roads = Roadmap::build(&mesh, 2.0 * radius, RoadmapOptions::suited(&mesh));
        let build_ms = begun.elapsed().as_secs_f64() * 1e3;
        let parts = PartsWithRoom::of(&mesh, &roads.graph);
        Ok(Self { mesh, roads, parts, build_ms })
    }

    /// The narrowest free segment [m].
    pub fn narrowest(&self) -> Option<f64> {
        self.mesh.free_segments().iter().map(|s| s.width).min_by(f64::total_cmp)
    }
}

/// What importing a building left to check, and what it changed, over all levels.
///
/// ```
/// let world = ambulo::World::scene("corridor").unwrap();
/// let (warnings, changes) = ambulo::plan::findings(world.building());
/// assert!(warnings.is_empty() && changes.is_empty());
/// ```
pub fn findings(building: &Building) -> (Vec<&Finding>, Vec<&Finding>) {
    building.levels.iter().flat_map(|l| &l.plan.findings).partition(|f| f.severity == Severity::Warning)
}
