//! A plan taken apart, and the figures that `plan check` and `plan show` both give.

use crate::failure::Failure;
use ambulo::data::{Building, Finding, Severity};
use ambulo::nav::{NavMesh, Roadmap, RoadmapOptions};
use ambulo::site_of;
use serde_json::{Map, Value, json};
use std::time::Instant;

/// The mesh of a building with the road map of one width.
pub struct Taken {
    pub mesh: NavMesh,
    pub roads: Roadmap,
    pub build_ms: f64,
}

pub fn take_apart(building: &Building, radius: f64) -> Result<Taken, Failure> {
    let site = site_of(building);
    let begun = Instant::now();
    let mesh = NavMesh::of(&site).map_err(|e| Failure::Usage(e.to_string()))?;
    let roads = Roadmap::build(&mesh, 2.0 * radius, RoadmapOptions::suited(&mesh));
    Ok(Taken { mesh, roads, build_ms: begun.elapsed().as_secs_f64() * 1e3 })
}

impl Taken {
    /// The narrowest free segment [m].
    pub fn narrowest(&self) -> Option<f64> {
        self.mesh.free_segments().iter().map(|s| s.width).min_by(f64::total_cmp)
    }

    /// The figures as keys of a JSON object.
    pub fn figures(&self, building: &Building) -> Map<String, Value> {
        let (doubts, _) = findings(building);
        let object = json!({
            "area_m2": self.mesh.area(),
            "cells": self.mesh.cells(),
            "constrained_segments": self.mesh.walls().count(),
            "free_segments": self.mesh.free_segments().len(),
            "bottlenecks": self.mesh.bottlenecks().len(),
            "narrowest_m": self.narrowest(),
            "components": self.roads.graph.components,
            "abstraction_depth": self.roads.tree.depth(),
            "build_ms": self.build_ms,
            "levels": building.levels.iter().map(|l| &l.name).collect::<Vec<_>>(),
            "stairs": building.stairs.len(),
            "doors": building.doors.iter().map(|d| &d.name).collect::<Vec<_>>(),
            "warnings": listed(&doubts),
        });
        match object {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }

    /// The figures for a person.
    pub fn tell(&self, radius: f64) {
        let mesh = &self.mesh;
        say!(
            "  cells           {}, between {} free segments and {} walls; {} bottlenecks",
            mesh.cells(),
            mesh.free_segments().len(),
            mesh.walls().count(),
            mesh.bottlenecks().len()
        );
        if let Some(width) = self.narrowest() {
            say!("  narrowest       {width:.3} m");
        }
        say!(
            "  for a radius of {radius} m: {} connected parts, {} levels of abstraction; made in {:.1} ms",
            self.roads.graph.components,
            self.roads.tree.depth(),
            self.build_ms
        );
    }
}

/// What is doubtful and what was changed, over all levels.
pub fn findings(building: &Building) -> (Vec<&Finding>, Vec<&Finding>) {
    building.levels.iter().flat_map(|l| &l.plan.findings).partition(|f| f.severity == Severity::Doubt)
}

pub fn listed(findings: &[&Finding]) -> Vec<Value> {
    findings.iter().map(|f| json!({ "kind": f.kind.name(), "at": [f.at.x, f.at.y], "detail": f.detail })).collect()
}
