//! Figures of plans as JSON. Keys stay the same between versions.

use super::{BuiltPlan, findings};
use ambulo_data::{Building, Drawing, DrawingLayer, Finding};
use ambulo_geom::Point;
use serde_json::{Map, Value, json};

impl BuiltPlan {
    /// The figures as keys of a JSON object; `building` is in the coordinates of the file.
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
}

/// What a plan file itself says, the first level's of several, as keys of a JSON object. `building` is in the coordinates of the
/// file, `origin` what is subtracted from them to compute.
///
/// ```
/// let world = ambulo::World::scene("corridor").unwrap();
/// let json = ambulo::plan::building_json("corridor", world.building_in_file(), world.building().origin());
/// assert_eq!(json["polygons"], 1);
/// ```
pub fn building_json(file: &str, building: &Building, origin: Point) -> Map<String, Value> {
    let plans = || building.levels.iter().map(|l| &l.plan);
    let plan = &building.levels[0].plan;
    let bounds = plan.walkable.bounds();
    let (_, changes) = findings(building);
    let object = json!({
        "file": file,
        "usable": true,
        "polygons": plans().map(|p| p.walkable.polygons().len()).sum::<usize>(),
        "holes": plans().flat_map(|p| p.walkable.polygons()).map(|p| p.holes().count()).sum::<usize>(),
        "corners": plans().map(|p| p.walkable.edges().count()).sum::<usize>(),
        "walls": plans().map(|p| p.walls.len()).sum::<usize>(),
        "walls_m": plans().flat_map(|p| &p.walls).map(|w| w.length()).fold(0.0, |a, b| a + b),
        "areas": plans().flat_map(|p| &p.areas).map(|(name, _)| name).collect::<Vec<_>>(),
        "bounds": bounds.map(|b| [b.min.x, b.min.y, b.max.x, b.max.y]),
        "origin": [origin.x, origin.y],
        "centre": plan.centre,
        "units": { "name": plan.units.name, "metres": plan.units.metres },
        "heights": plan.relief.as_ref().map(|r| [r.range().0, r.range().1]),
        "changes": listed(&changes),
    });
    match object {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// A drawing as keys of a JSON object: layers, choices, doors, frames.
///
/// ```
/// assert!(ambulo::plan::drawing_json(&Default::default())["layers"].as_array().unwrap().is_empty());
/// ```
pub fn drawing_json(drawing: &Drawing) -> Map<String, Value> {
    let layer = |l: &DrawingLayer| {
        json!({
            "name": l.name,
            "kind": l.kind.name(),
            "read": l.read,
            "why": l.why,
            "entities": l.entities,
            "length_m": l.length_m,
            "colour": l.colour,
            "frozen": l.frozen,
            "off": l.off,
            "plotted": l.plotted,
        })
    };
    let object = json!({
        "layers": drawing.layers.iter().map(layer).collect::<Vec<_>>(),
        "question": drawing.question,
        "choices": drawing.choices.iter()
            .map(|c| json!({ "layers": c.layers, "area_m2": c.area_m2, "note": c.note }))
            .collect::<Vec<_>>(),
        "drawn_doors": drawing.doors.iter()
            .map(|d| json!({
                "name": d.name,
                "line": [[d.at.a.x, d.at.a.y], [d.at.b.x, d.at.b.y]],
                "width_m": d.at.length(),
                "swing": d.swing,
                "outer": d.outer,
            }))
            .collect::<Vec<_>>(),
        "frames": drawing.frames.iter().map(|b| [b.min.x, b.min.y, b.max.x, b.max.y]).collect::<Vec<_>>(),
    });
    match object {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

fn listed(findings: &[&Finding]) -> Vec<Value> {
    findings.iter().map(|f| json!({ "kind": f.kind.name(), "at": [f.at.x, f.at.y], "detail": f.detail })).collect()
}
