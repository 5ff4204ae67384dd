//! The parts of a DXF file: units, layers, blocks and entities.

use super::ImportError;
use super::dxf_groups::{CodeValue, groups, shown};
use std::collections::BTreeMap;

/// One entity with all its pairs; the vertices of an old POLYLINE follow as entities of their own.
#[derive(Clone, Debug)]
pub(super) struct Entity<'t> {
    pub kind: &'t str,
    pub line: usize,
    pub groups: Vec<CodeValue<'t>>,
}

impl<'t> Entity<'t> {
    pub fn get(&self, code: i32) -> Option<&CodeValue<'t>> {
        self.groups.iter().find(|g| g.code == code)
    }

    pub fn number(&self, code: i32) -> Result<Option<f64>, ImportError> {
        self.get(code).map(CodeValue::number).transpose()
    }

    /// A number the entity cannot do without.
    pub fn needs(&self, code: i32, what: &str) -> Result<f64, ImportError> {
        match self.get(code) {
            Some(group) => group.number(),
            None => {
                let at = self.groups.first().map_or(0..0, |g| g.value.at.clone());
                let message = format!("the {} at line {} has no {what} (group code {code})", self.kind, self.line);
                Err(ImportError::new(message).at(at).help("export the drawing again"))
            }
        }
    }

    pub fn layer(&self) -> &'t str {
        self.get(8).map_or("0", |g| g.value.text.trim())
    }

    /// Whether it belongs to a page layout and not to the drawing.
    pub fn on_paper(&self) -> bool {
        self.get(67).is_some_and(|g| g.value.text.trim() == "1")
    }

    /// Whether it was hidden by itself, whatever its layer is.
    pub fn invisible(&self) -> bool {
        self.get(60).is_some_and(|g| g.value.text.trim() == "1")
    }
}

/// A layer as the table of layers has it.
#[derive(Clone, Debug)]
pub(super) struct LayerEntry {
    pub name: String,
    pub frozen: bool,
    pub off: bool,
    pub plotted: bool,
    /// Number in the colour index.
    pub colour: i64,
}

/// A layer's name as a person reads it: older files write letters beyond ASCII as `\U+00C4`.
pub(super) fn layer_name(raw: &str) -> String {
    let mut name = String::new();
    let mut rest = raw.trim();
    while let Some(at) = rest.find("\\U+") {
        let (before, code) = rest.split_at(at);
        name.push_str(before);
        let letter = code.get(3..7).and_then(|hex| u32::from_str_radix(hex, 16).ok()).and_then(char::from_u32);
        match letter {
            Some(letter) => {
                name.push(letter);
                rest = &code[7..];
            }
            None => {
                name.push_str(&code[..3]);
                rest = &code[3..];
            }
        }
    }
    name.push_str(rest);
    name
}

/// A block: something drawn once and inserted in many places.
#[derive(Debug, Default)]
pub(super) struct DxfBlock<'t> {
    pub base: (f64, f64),
    pub entities: Vec<Entity<'t>>,
}

/// A file taken apart.
#[derive(Debug, Default)]
pub(super) struct DxfFile<'t> {
    /// The code of the header's unit, when there is one.
    pub units: Option<i64>,
    /// Layers of the table.
    pub layers: Vec<LayerEntry>,
    pub blocks: BTreeMap<&'t str, DxfBlock<'t>>,
    pub entities: Vec<Entity<'t>>,
}

impl<'t> DxfFile<'t> {
    pub fn read(text: &'t str) -> Result<Self, ImportError> {
        let all = groups(text)?;
        let mut file = Self::default();
        let mut at = 0;
        let mut sections = 0;
        while at < all.len() {
            if !is(&all[at], 0, "SECTION") {
                at += 1;
                continue;
            }
            sections += 1;
            let name = all.get(at + 1).filter(|g| g.code == 2).map_or("", |g| g.value.text.trim());
            let begin = at + 2;
            let end = (begin..all.len()).find(|&i| is(&all[i], 0, "ENDSEC") || is(&all[i], 0, "EOF"));
            let Some(end) = end else {
                let error = all[at].value.error(format!("the section {} does not end", shown(name)));
                return Err(error.help("the file was cut off: export the drawing again"));
            };
            let body = all.get(begin..end).unwrap_or_default();
            match name {
                "HEADER" => file.header(body)?,
                "TABLES" => file.tables(body),
                "BLOCKS" => file.read_blocks(body)?,
                "ENTITIES" => file.entities = entities(body),
                _ => {}
            }
            at = end;
        }
        if sections == 0 {
            let error = ImportError::new("this is no DXF file: it has no section").at(0..1);
            return Err(error.help("a DXF file begins with the lines 0 and SECTION"));
        }
        Ok(file)
    }

    fn header(&mut self, body: &[CodeValue<'t>]) -> Result<(), ImportError> {
        for pair in body.windows(2) {
            if is(&pair[0], 9, "$INSUNITS") {
                self.units = Some(pair[1].integer()?);
            }
        }
        Ok(())
    }

    fn tables(&mut self, body: &[CodeValue<'t>]) {
        for entity in entities(body).iter().filter(|e| e.kind == "LAYER") {
            let Some(name) = entity.get(2) else { continue };
            let whole = |code: i32| entity.get(code).and_then(|g| g.value.text.trim().parse::<i64>().ok()).unwrap_or(0);
            let plotted = entity.get(290).is_none_or(|g| g.value.text.trim() != "0");
            self.layers.push(LayerEntry {
                name: layer_name(name.value.text),
                frozen: whole(70) & 1 != 0,
                off: whole(62) < 0,
                plotted,
                colour: whole(62).saturating_abs(),
            });
        }
    }

    fn read_blocks(&mut self, body: &[CodeValue<'t>]) -> Result<(), ImportError> {
        let mut open: Option<(&'t str, DxfBlock<'t>)> = None;
        for entity in entities(body) {
            match (entity.kind, &mut open) {
                ("BLOCK", _) => {
                    let name = entity.get(2).map_or("", |g| g.value.text.trim());
                    let base = (entity.number(10)?.unwrap_or(0.0), entity.number(20)?.unwrap_or(0.0));
                    open = Some((name, DxfBlock { base, entities: Vec::new() }));
                }
                ("ENDBLK", _) => self.blocks.extend(open.take()),
                (_, Some((_, block))) => block.entities.push(entity),
                _ => {}
            }
        }
        Ok(())
    }
}

fn is(group: &CodeValue<'_>, code: i32, value: &str) -> bool {
    group.code == code && group.value.text.trim() == value
}

fn entities<'t>(body: &[CodeValue<'t>]) -> Vec<Entity<'t>> {
    let mut all: Vec<Entity<'t>> = Vec::new();
    for group in body {
        if group.code == 0 {
            let kind = group.value.text.trim();
            all.push(Entity { kind, line: group.value.number, groups: vec![group.clone()] });
        } else if let Some(last) = all.last_mut() {
            last.groups.push(group.clone());
        }
    }
    all
}
