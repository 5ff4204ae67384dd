//! What is drawn, stroke by stroke: every entity, blocks included, as straight parts and arcs with its layer.

use super::ImportError;
use super::dxf_file::{DxfFile, Entity, layer_name};
use super::dxf_names::LayerKind;
use super::dxf_parts::{StrokePart, parts};
use super::dxf_placing::Placing;
use ambulo_geom::{Bounds, Point, math};
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;

/// Blocks in blocks; real drawings have three or four levels.
const DEEPEST: usize = 16;
/// Most straight pieces of one drawing.
const MOST_PIECES: usize = 2_000_000;

/// One entity of the drawing, in the units of the file.
pub(super) struct Stroke {
    /// Index of its layer.
    pub layer: usize,
    /// What its block is called after, when it is part of an inserted one with such a name.
    pub block: Option<LayerKind>,
    /// The insert it is part of, numbered through the drawing; 0 when of none.
    pub insert: u32,
    /// The frozen layer of an insert around it, which hides it.
    pub frozen: Option<usize>,
    /// Line of the file, and the entity's kind.
    pub line: usize,
    pub entity: String,
    pub parts: Vec<StrokePart>,
}

impl Stroke {
    pub fn points(&self) -> impl Iterator<Item = Point> {
        self.parts.iter().flat_map(|p| p.points.iter().copied())
    }
}

/// A layer of the drawing and what is on it.
pub(super) struct Layer {
    pub name: String,
    pub frozen: bool,
    pub off: bool,
    pub plotted: bool,
    pub colour: Option<i64>,
    /// Entities of every kind.
    pub entities: usize,
    /// Length of what is drawn, in the units of the file.
    pub length: f64,
}

impl Layer {
    pub fn hidden(&self) -> bool {
        self.frozen || self.off
    }
}

/// How many entities of other kinds there are on layers that are read.
pub(super) type PassedOver = BTreeMap<(usize, String), usize>;

/// All strokes of a file.
pub(super) struct Strokes {
    pub layers: Vec<Layer>,
    pub list: Vec<Stroke>,
    pub passed_over: PassedOver,
}

impl Strokes {
    /// The index of a layer, by its name in any case.
    pub fn layer(&self, name: &str) -> Option<usize> {
        let name = name.to_lowercase();
        self.layers.iter().position(|l| l.name.to_lowercase() == name)
    }

    /// The box around what is drawn on some layers.
    pub fn bounds(&self, on: impl Fn(&Stroke) -> bool) -> Option<Bounds> {
        Bounds::of(self.list.iter().filter(|s| on(s)).flat_map(Stroke::points))
    }

    /// Reads the strokes of all layers, or of those named in lower case. Curves are cut into straight pieces, which
    /// needs the metres per unit.
    pub fn read(file: &DxfFile<'_>, only: Option<&BTreeSet<String>>, metres: f64) -> Result<Self, ImportError> {
        let mut reader = StrokeReader {
            file,
            only,
            metres,
            numbers: BTreeMap::new(),
            out: Self { layers: Vec::new(), list: Vec::new(), passed_over: PassedOver::new() },
            pieces: 0,
            inserts: 0,
            inside: Vec::new(),
        };
        for entry in &file.layers {
            let number = reader.number(&entry.name);
            let layer = &mut reader.out.layers[number];
            (layer.frozen, layer.off, layer.plotted) = (entry.frozen, entry.off, entry.plotted);
            layer.colour = Some(entry.colour);
        }
        let here = Within { placing: Placing::here(), layer: None, block: None, insert: 0, frozen: None };
        reader.all(&file.entities, &here)?;
        Ok(reader.out)
    }
}

/// What an entity is part of.
struct Within {
    placing: Placing,
    layer: Option<usize>,
    block: Option<LayerKind>,
    insert: u32,
    frozen: Option<usize>,
}

struct StrokeReader<'f, 't> {
    file: &'f DxfFile<'t>,
    only: Option<&'f BTreeSet<String>>,
    metres: f64,
    /// Layers by their name in lower case.
    numbers: BTreeMap<String, usize>,
    out: Strokes,
    pieces: usize,
    inserts: u32,
    /// The blocks we are in.
    inside: Vec<&'t str>,
}

impl<'f, 't> StrokeReader<'f, 't> {
    fn number(&mut self, raw: &str) -> usize {
        let name = layer_name(raw);
        let layers = &mut self.out.layers;
        *self.numbers.entry(name.to_lowercase()).or_insert_with(|| {
            layers.push(Layer {
                name,
                frozen: false,
                off: false,
                plotted: true,
                colour: None,
                entities: 0,
                length: 0.0,
            });
            layers.len() - 1
        })
    }

    fn all(&mut self, entities: &'f [Entity<'t>], within: &Within) -> Result<(), ImportError> {
        // Blocks in arrays of blocks multiply, even when there is nothing to see in them.
        self.pieces += entities.len() + 1;
        let mut i = 0;
        while i < entities.len() {
            let entity = &entities[i];
            self.check_size(entity)?;
            i += 1;
            // An old polyline is followed by its corners.
            let corners = match entity.kind {
                "POLYLINE" => {
                    let n = entities[i..].iter().take_while(|e| e.kind == "VERTEX").count();
                    i += n;
                    &entities[i - n..i]
                }
                _ => &[],
            };
            if entity.on_paper() || entity.invisible() {
                continue;
            }
            // What a block draws on layer 0 takes the layer of the insert.
            let own = match (entity.layer(), within.layer) {
                ("0", Some(outer)) => outer,
                (own, _) => self.number(own),
            };
            let read = self.only.is_none_or(|names| names.contains(&self.out.layers[own].name.to_lowercase()));
            if entity.kind == "INSERT" {
                self.insert(entity, within, own)?;
            } else if read {
                self.one(entity, corners, within, own)?;
            }
        }
        Ok(())
    }

    fn one(
        &mut self,
        entity: &Entity<'t>,
        corners: &[Entity<'t>],
        within: &Within,
        layer: usize,
    ) -> Result<(), ImportError> {
        if matches!(entity.kind, "SEQEND" | "VERTEX" | "ATTRIB" | "ATTDEF" | "VIEWPORT" | "POINT") {
            return Ok(());
        }
        self.out.layers[layer].entities += 1;
        let Some(parts) = parts(entity, corners, &within.placing, self.metres)? else {
            let kind: String = entity.kind.chars().take(24).collect();
            *self.out.passed_over.entry((layer, kind)).or_insert(0) += 1;
            return Ok(());
        };
        self.pieces += parts.iter().map(|p| p.points.len()).sum::<usize>();
        self.check_size(entity)?;
        self.out.layers[layer].length += parts.iter().map(StrokePart::length).sum::<f64>();
        self.out.list.push(Stroke {
            layer,
            block: within.block,
            insert: within.insert,
            frozen: within.frozen,
            line: entity.line,
            entity: entity.kind.to_owned(),
            parts,
        });
        Ok(())
    }

    fn check_size(&self, entity: &Entity<'_>) -> Result<(), ImportError> {
        if self.pieces <= MOST_PIECES {
            return Ok(());
        }
        let error =
            ImportError::new(format!("the drawing has more than {MOST_PIECES} pieces, blocks in blocks included"));
        Err(error.at(entity.groups[0].value.at.clone()).help("choose the layers with walls, or insert fewer blocks"))
    }

    fn insert(&mut self, entity: &Entity<'t>, within: &Within, layer: usize) -> Result<(), ImportError> {
        let at = entity.groups[0].value.at.clone();
        let name = entity.get(2).map_or("", |g| g.value.text.trim());
        let Some((&name, block)) = self.file.blocks.get_key_value(name) else {
            let error =
                ImportError::new(format!("the block `{name}` is inserted at line {}, but there is none", entity.line));
            return Err(error.at(at).help("export the drawing with its blocks, or remove the insert"));
        };
        if self.inside.contains(&name) {
            let chain = self.inside.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(" in ");
            let error = ImportError::new(format!("the block `{name}` is inserted in itself ({chain})")).at(at);
            return Err(error.help("remove the insert that closes the circle"));
        }
        if self.inside.len() >= DEEPEST {
            return Err(ImportError::new(format!("blocks are nested more than {DEEPEST} deep"))
                .at(at)
                .help("explode the blocks"));
        }
        let number = |code, or| Ok::<f64, ImportError>(entity.number(code)?.unwrap_or(or));
        let (sx, sy, turn) = (number(41, 1.0)?, number(42, 1.0)?, number(50, 0.0)? * PI / 180.0);
        let (cos, sin) = (math::cos(turn), math::sin(turn));
        let columns = entity.get(70).map_or(Ok(1), |g| g.integer())?.clamp(1, 10_000);
        let rows = entity.get(71).map_or(Ok(1), |g| g.integer())?.clamp(1, 10_000);
        let (wide, high) = (number(44, 0.0)?, number(45, 0.0)?);
        // An extrusion downwards mirrors what is drawn in the plane of the entity.
        let flipped = entity.number(230)?.is_some_and(|z| z < 0.0);
        let outer = if flipped { within.placing.mirrored() } else { within.placing };
        self.inside.push(name);
        for k in 0..columns * rows {
            let (column, row) = ((k % columns) as f64 * wide, (k / columns) as f64 * high);
            let place = Placing {
                a: cos * sx,
                b: -sin * sy,
                c: sin * sx,
                d: cos * sy,
                tx: number(10, 0.0)? + cos * column - sin * row,
                ty: number(20, 0.0)? + sin * column + cos * row,
            };
            let base = Placing { tx: -block.base.0, ty: -block.base.1, ..Placing::here() };
            self.inserts += 1;
            let inner = Within {
                placing: outer.after(&place).after(&base),
                layer: Some(layer),
                block: within.block.or_else(|| LayerKind::of_block(&layer_name(name))),
                // Freezing the layer of an insert hides all of it; switching it off hides only what is on that layer.
                frozen: within.frozen.or_else(|| self.out.layers[layer].frozen.then_some(layer)),
                insert: if within.insert == 0 { self.inserts } else { within.insert },
            };
            self.all(&block.entities, &inner)?;
        }
        self.inside.pop();
        Ok(())
    }
}
