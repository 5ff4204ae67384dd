//! A plan taken apart, and the figures that `plan check` and `plan show` both give.

use crate::failure::Failure;
use ambulo::data::words::counted;
use ambulo::data::{Building, Finding, Severity};
use ambulo::nav::{NavMesh, PartsWithRoom, Roadmap, RoadmapOptions};
use ambulo::site_of;
use serde_json::{Map, Value, json};
use std::time::Instant;

/// The mesh of a building with the road map of one width.
pub struct BuiltMesh {
    pub mesh: NavMesh,
    pub roads: Roadmap,
    pub parts: PartsWithRoom,
    pub build_ms: f64,
}

pub fn take_apart(building: &Building, radius: f64) -> Result<BuiltMesh, Failure> {
    let site = site_of(building);
    let begun = Instant::now();
    let mesh = NavMesh::of(&site).map_err(|e| Failure::Usage(e.moved_by(building.origin()).to_string()))?;
    let roads = Roadmap::build(&mesh, 2.0 * radius, RoadmapOptions::suited(&mesh));
    let build_ms = begun.elapsed().as_secs_f64() * 1e3;
    let parts = PartsWithRoom::of(&mesh, &roads.graph);
    Ok(BuiltMesh { mesh, roads, parts, build_ms })
}

impl BuiltMesh {
    /// The narrowest free segment [m].
    pub fn narrowest(&self) -> Option<f64> {
        self.mesh.free_segments().iter().map(|s| s.width).min_by(f64::total_cmp)
    }

    /// The figures as keys of a JSON object.
    pub fn figures(&self, building: &Building) -> Map<String, Value> {
        let (warnings, _) = findings(building);
        let object = json!({
            "area_m2": self.mesh.area(),
            "cells": self.mesh.cells(),
            "constrained_segments": self.mesh.walls().count(),
            "free_segments": self.mesh.free_segments().len(),
            "bottlenecks": self.mesh.bottlenecks().len(),
            "narrowest_m": self.narrowest(),
            "components": self.parts.areas.len(),
            "largest_component_m2": self.parts.areas.first(),
            "too_narrow": { "count": self.parts.too_narrow, "area_m2": self.parts.too_narrow_area },
            "abstraction_depth": self.roads.tree.depth(),
            "build_ms": self.build_ms,
            "levels": building.levels.iter().map(|l| &l.name).collect::<Vec<_>>(),
            "stairs": building.stairs.len(),
            "doors": building.doors.iter().map(|d| &d.name).collect::<Vec<_>>(),
            "warnings": listed(&warnings),
        });
        match object {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }

    /// The figures for a person.
    pub fn print_report(&self, radius: f64) {
        let mesh = &self.mesh;
        print_line!(
            "  cells           {}, between {} and {}; {}",
            mesh.cells(),
            counted(mesh.free_segments().len(), "free segment", "free segments"),
            counted(mesh.walls().count(), "wall", "walls"),
            counted(mesh.bottlenecks().len(), "bottleneck", "bottlenecks")
        );
        if let Some(width) = self.narrowest() {
            print_line!("  narrowest       {width:.3} m");
        }
        print_line!(
            "  for a radius of {radius} m: {}, {} of abstraction; made in {:.1} ms",
            counted(self.parts.areas.len(), "connected part", "connected parts"),
            counted(self.roads.tree.depth(), "level", "levels"),
            self.build_ms
        );
        if let (Some(largest), true) = (self.parts.areas.first(), self.parts.areas.len() > 1) {
            let all: f64 = self.parts.areas.iter().sum();
            print_line!("  largest part    {largest:.1} m2, {:.1} % of all", 100.0 * largest / all);
        }
        if self.parts.too_narrow > 0 {
            let PartsWithRoom { too_narrow, too_narrow_area, .. } = self.parts;
            let corners = counted(too_narrow, "corner", "corners");
            print_line!("  too narrow      {corners}, {too_narrow_area:.2} m2 in all, without room for that radius");
        }
    }
}

/// A building in the coordinates of its file, which are the ones to print.
pub fn in_file(building: &Building) -> Result<Building, Failure> {
    building.in_file_coordinates().map_err(|e| {
        Failure::Usage(format!("the plan lies so far from zero that its coordinates cannot hold its shape: {e}"))
    })
}

/// Warnings and changes, over all levels.
pub fn findings(building: &Building) -> (Vec<&Finding>, Vec<&Finding>) {
    building.levels.iter().flat_map(|l| &l.plan.findings).partition(|f| f.severity == Severity::Warning)
}

pub fn listed(findings: &[&Finding]) -> Vec<Value> {
    findings.iter().map(|f| json!({ "kind": f.kind.name(), "at": [f.at.x, f.at.y], "detail": f.detail })).collect()
}
