//! glTF 2.0 and GLB: the triangles of all meshes in the scene, each where its nodes put it.

use super::obj::turned;
use super::slab::{self, MOST_TRIANGLES, Model};
use super::{ImportError, Plan, PlanOptions, Units};
use crate::input::{self, InputError};
use ambulo_gltf::{GltfBuffers, GltfError, GltfFile, index, list, numbers, parentless};
use serde_json::Value;
use std::path::Path;

/// Nodes in nodes; figures have some thirty.
const DEEPEST: usize = 64;
/// Most nodes that are visited; a file can name one node many times.
const MOST_NODES: usize = 1_000_000;

/// Reads a model and cuts it at the height of walkers.
pub(super) fn plan(bytes: &[u8], folder: Option<&Path>, options: &PlanOptions) -> Result<Plan, ImportError> {
    let GltfFile { json, buffers } = GltfFile::read(bytes, &beside, folder)?;
    let units = options.units.clone().unwrap_or(Units::metres());
    let mut reader =
        GltfReader { json: &json, buffers, options, metres: units.metres, model: Model::default(), visited: 0 };
    for root in roots(&json) {
        reader.node(root, &IDENTITY, 0)?;
    }
    let mut plan = slab::plan(&reader.model, options)?;
    plan.units = units;
    Ok(plan)
}

/// A buffer beside the model.
fn beside(path: &Path, most: u64) -> std::io::Result<Option<Vec<u8>>> {
    match input::read(path, most) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(InputError::TooLarge { .. }) => Ok(None),
        Err(InputError::Io(e)) => Err(e),
        Err(e) => Err(std::io::Error::other(e.to_string())),
    }
}

impl From<GltfError> for ImportError {
    fn from(e: GltfError) -> Self {
        Self::new(e.message).help(e.help)
    }
}

/// The nodes of the scene; without one, those that are nobody's children.
fn roots(json: &Value) -> Vec<usize> {
    let scenes = list(json, "scenes");
    let scene = index(&json["scene"]).unwrap_or(0);
    if let Some(scene) = scenes.get(scene) {
        return list(scene, "nodes").iter().filter_map(index).collect();
    }
    parentless(json)
}

/// Column by column, as the file has it.
type Matrix = [f64; 16];

const IDENTITY: Matrix = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let mut out = [0.0; 16];
    for column in 0..4 {
        for row in 0..4 {
            out[4 * column + row] = (0..4).map(|k| a[4 * k + row] * b[4 * column + k]).sum();
        }
    }
    out
}

/// Where a node puts what is in it.
fn placing(node: &Value) -> Matrix {
    if node["matrix"].is_array() {
        return numbers(&node["matrix"], IDENTITY);
    }
    let [tx, ty, tz] = numbers(&node["translation"], [0.0; 3]);
    let [x, y, z, w] = numbers(&node["rotation"], [0.0, 0.0, 0.0, 1.0]);
    let [sx, sy, sz] = numbers(&node["scale"], [1.0; 3]);
    [
        sx * (1.0 - 2.0 * (y * y + z * z)),
        sx * 2.0 * (x * y + z * w),
        sx * 2.0 * (x * z - y * w),
        0.0,
        sy * 2.0 * (x * y - z * w),
        sy * (1.0 - 2.0 * (x * x + z * z)),
        sy * 2.0 * (y * z + x * w),
        0.0,
        sz * 2.0 * (x * z + y * w),
        sz * 2.0 * (y * z - x * w),
        sz * (1.0 - 2.0 * (x * x + y * y)),
        0.0,
        tx,
        ty,
        tz,
        1.0,
    ]
}

struct GltfReader<'j> {
    json: &'j Value,
    buffers: GltfBuffers,
    options: &'j PlanOptions,
    metres: f64,
    model: Model,
    visited: usize,
}

impl GltfReader<'_> {
    fn node(&mut self, number: usize, outer: &Matrix, depth: usize) -> Result<(), ImportError> {
        let json = self.json;
        let Some(node) = list(json, "nodes").get(number) else {
            return Err(ImportError::new(format!("node {number} is not in the file")).help("export the model again"));
        };
        self.visited += 1;
        if depth > DEEPEST || self.visited > MOST_NODES {
            let error =
                ImportError::new(format!("nodes are nested more than {DEEPEST} deep at node {number}, or in a circle"));
            return Err(error.help("flatten the scene and export again"));
        }
        let here = product(outer, &placing(node));
        if let Some(mesh) = index(&node["mesh"]) {
            self.mesh(mesh, &here)?;
        }
        list(node, "children").iter().filter_map(index).try_for_each(|child| self.node(child, &here, depth + 1))
    }

    fn mesh(&mut self, number: usize, here: &Matrix) -> Result<(), ImportError> {
        let json = self.json;
        let Some(mesh) = list(json, "meshes").get(number) else {
            return Err(ImportError::new(format!("mesh {number} is not in the file")).help("export the model again"));
        };
        let name: String = mesh["name"].as_str().unwrap_or_default().chars().take(60).collect();
        let name = if name.is_empty() { format!("mesh {number}") } else { format!("mesh `{name}`") };
        self.model.parts.push((self.model.triangles.len(), name));
        for primitive in list(mesh, "primitives") {
            self.primitive(primitive, number, here)?;
        }
        Ok(())
    }

    fn primitive(&mut self, primitive: &Value, mesh: usize, here: &Matrix) -> Result<(), ImportError> {
        let mode = primitive["mode"].as_u64().unwrap_or(4);
        let Some(position) = index(&primitive["attributes"]["POSITION"]).filter(|_| (4..=6).contains(&mode)) else {
            return Ok(());
        };
        let flat = self.buffers.numbers(self.json, position, &["VEC3"])?;
        let places: Vec<[f64; 3]> = flat
            .chunks_exact(3)
            .map(|p| {
                let row = |r: usize| here[r] * p[0] + here[4 + r] * p[1] + here[8 + r] * p[2] + here[12 + r];
                turned([row(0), row(1), row(2)], self.options.up, self.metres)
            })
            .collect();
        let corners: Vec<usize> = match index(&primitive["indices"]) {
            Some(indices) => {
                self.buffers.numbers(self.json, indices, &["SCALAR"])?.into_iter().map(|v| v as usize).collect()
            }
            None => (0..places.len()).collect(),
        };
        if let Some(bad) = corners.iter().find(|i| **i >= places.len()) {
            let message = format!("mesh {mesh} has a corner {bad}, but only {} places", places.len());
            return Err(ImportError::new(message).help("export the model again"));
        }
        if self.model.size() + corners.len() > MOST_TRIANGLES {
            let error = ImportError::new(format!("the model has more than {MOST_TRIANGLES} triangles"));
            return Err(error.help("export a simpler model"));
        }
        let triangle = |a: usize, b: usize, c: usize| [places[corners[a]], places[corners[b]], places[corners[c]]];
        let n = corners.len();
        match mode {
            4 => self.model.triangles.extend((0..n / 3).map(|i| triangle(3 * i, 3 * i + 1, 3 * i + 2))),
            // Every second triangle of a strip is turned.
            5 => self.model.triangles.extend((2..n).map(|i| triangle(i - 2, i - 1 + i % 2, i - i % 2))),
            _ => self.model.triangles.extend((2..n).map(|i| triangle(0, i - 1, i))),
        }
        Ok(())
    }
}
