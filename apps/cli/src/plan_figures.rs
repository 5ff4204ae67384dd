//! The figures that `plan check` and `plan show` both give.

use crate::failure::Failure;
use ambulo::data::Building;
use ambulo::data::words::counted;
use ambulo::nav::PartsWithRoom;
use ambulo::plan::BuiltPlan;

pub fn take_apart(building: &Building, radius: f64) -> Result<BuiltPlan, Failure> {
    BuiltPlan::of(building, radius).map_err(|e| Failure::Usage(e.to_string()))
}

/// The figures for a person.
pub fn print_report(built: &BuiltPlan, radius: f64) {
    let mesh = &built.mesh;
    print_line!(
        "  cells           {}, between {} and {}; {}",
        mesh.cells(),
        counted(mesh.free_segments().len(), "free segment", "free segments"),
        counted(mesh.walls().count(), "wall", "walls"),
        counted(mesh.bottlenecks().len(), "bottleneck", "bottlenecks")
    );
    if let Some(width) = built.narrowest() {
        print_line!("  narrowest       {width:.3} m");
    }
    print_line!(
        "  for a radius of {radius} m: {}, {} of abstraction; made in {:.1} ms",
        counted(built.parts.areas.len(), "connected part", "connected parts"),
        counted(built.roads.tree.depth(), "level", "levels"),
        built.build_ms
    );
    if let (Some(largest), true) = (built.parts.areas.first(), built.parts.areas.len() > 1) {
        let all: f64 = built.parts.areas.iter().sum();
        print_line!("  largest part    {largest:.1} m2, {:.1} % of all", 100.0 * largest / all);
    }
    if built.parts.too_narrow > 0 {
        let PartsWithRoom { too_narrow, too_narrow_area, .. } = built.parts;
        let corners = counted(too_narrow, "corner", "corners");
        print_line!("  too narrow      {corners}, {too_narrow_area:.2} m2 in all, without room for that radius");
    }
}

/// A building in the coordinates of its file, which are the ones to print.
pub fn in_file(building: &Building) -> Result<Building, Failure> {
    building.in_file_coordinates().map_err(|e| {
        Failure::Usage(format!("the plan lies so far from zero that its coordinates cannot hold its shape: {e}"))
    })
}
