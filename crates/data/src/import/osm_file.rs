//! The nodes, ways and relations of an OpenStreetMap file.

use super::ImportError;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::collections::BTreeMap;
use std::ops::Range;

/// A line of nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct OsmWay {
    pub id: i64,
    pub nodes: Vec<i64>,
    pub tags: Tags,
}

/// Several ways that are one thing.
#[derive(Clone, Debug, Default)]
pub(super) struct Relation {
    pub id: i64,
    /// Ways, each with its role.
    pub ways: Vec<(i64, String)>,
    pub tags: Tags,
}

/// What something is called.
#[derive(Clone, Debug, Default)]
pub(super) struct Tags(Vec<(String, String)>);

impl FromIterator<(String, String)> for Tags {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(all: T) -> Self {
        Self(all.into_iter().collect())
    }
}

impl Tags {
    pub fn push(&mut self, key: String, value: String) {
        self.0.push((key, value));
    }

    /// Whether only the kind of relation is tagged: then the tags of the outer ways define the area.
    pub fn is_plain(&self) -> bool {
        self.0.iter().all(|(k, _)| matches!(k.as_str(), "type" | "source" | "created_by" | "note"))
    }

    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }

    /// Whether the tag is set and not `no`.
    pub fn is_set(&self, key: &str) -> bool {
        self.get(key).is_some_and(|v| v != "no")
    }
}

/// A file as read.
#[derive(Debug, Default)]
pub(super) struct OsmFile {
    /// minlat, minlon, maxlat, maxlon.
    pub bounds: Option<[f64; 4]>,
    /// Latitude and longitude.
    pub nodes: BTreeMap<i64, (f64, f64)>,
    pub ways: Vec<OsmWay>,
    pub relations: Vec<Relation>,
}

enum OpenElement {
    Way(OsmWay),
    Relation(Relation),
}

impl OsmFile {
    pub fn read(text: &str) -> Result<Self, ImportError> {
        let mut reader = Reader::from_str(text);
        let mut file = Self::default();
        let mut open: Option<OpenElement> = None;
        let mut root = false;
        loop {
            let from = reader.buffer_position() as usize;
            let event = reader.read_event().map_err(|e| {
                let at = reader.error_position() as usize;
                ImportError::new(format!("this is not XML: {e}")).at(at..at + 1).help("download the map again")
            })?;
            let at = from..(reader.buffer_position() as usize).max(from + 1);
            match event {
                Event::Start(e) => {
                    root |= e.name().as_ref() == "osm";
                    file.begin(&e, &mut open, at)?;
                }
                Event::Empty(e) => {
                    file.begin(&e, &mut open, at)?;
                    file.end(e.name().as_ref(), &mut open);
                }
                Event::End(e) => file.end(e.name().as_ref(), &mut open),
                Event::Eof => break,
                _ => {}
            }
        }
        if !root {
            let error = ImportError::new("this is no OpenStreetMap file: the element `osm` is missing").at(0..1);
            return Err(error.help("export the map as OSM XML"));
        }
        Ok(file)
    }

    fn begin(
        &mut self,
        e: &BytesStart<'_>,
        open: &mut Option<OpenElement>,
        at: Range<usize>,
    ) -> Result<(), ImportError> {
        let element = Element { e, at };
        match e.name().as_ref() {
            "bounds" => {
                let [a, b, c, d] = ["minlat", "minlon", "maxlat", "maxlon"].map(|key| element.degrees(key));
                self.bounds = Some([a?, b?, c?, d?]);
            }
            "node" => {
                let place = (element.degrees("lat")?, element.degrees("lon")?);
                self.nodes.insert(element.id("id")?, place);
            }
            "way" => *open = Some(OpenElement::Way(OsmWay { id: element.id("id")?, ..OsmWay::default() })),
            "relation" => {
                *open = Some(OpenElement::Relation(Relation { id: element.id("id")?, ..Relation::default() }))
            }
            "nd" => {
                if let Some(OpenElement::Way(way)) = open {
                    way.nodes.push(element.id("ref")?);
                }
            }
            "member" => {
                if let Some(OpenElement::Relation(relation)) = open
                    && element.text("type")?.as_deref() == Some("way")
                {
                    relation.ways.push((element.id("ref")?, element.text("role")?.unwrap_or_default()));
                }
            }
            "tag" => {
                let tags = match open {
                    Some(OpenElement::Way(way)) => &mut way.tags,
                    Some(OpenElement::Relation(relation)) => &mut relation.tags,
                    None => return Ok(()),
                };
                if let (Some(k), Some(v)) = (element.text("k")?, element.text("v")?) {
                    tags.push(k, v);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str, open: &mut Option<OpenElement>) {
        match (name, open.take()) {
            ("way", Some(OpenElement::Way(way))) => self.ways.push(way),
            ("relation", Some(OpenElement::Relation(relation))) => self.relations.push(relation),
            (_, still) => *open = still,
        }
    }
}

struct Element<'e> {
    e: &'e BytesStart<'e>,
    at: Range<usize>,
}

impl Element<'_> {
    fn text(&self, key: &str) -> Result<Option<String>, ImportError> {
        for attribute in self.e.attributes() {
            let attribute = attribute.map_err(|e| self.error(format!("an attribute cannot be read: {e}")))?;
            if attribute.key.as_ref() == key {
                let value = quick_xml::escape::unescape(&attribute.value)
                    .map_err(|e| self.error(format!("the attribute `{key}` cannot be read: {e}")))?;
                return Ok(Some(value.into_owned()));
            }
        }
        Ok(None)
    }

    fn needs(&self, key: &str) -> Result<String, ImportError> {
        let missing = || self.error(format!("`{}` has no `{key}`", self.e.name().as_ref()));
        self.text(key)?.ok_or_else(missing)
    }

    fn id(&self, key: &str) -> Result<i64, ImportError> {
        let text = self.needs(key)?;
        let wrong = |_| self.error(format!("`{key}` of `{}` is no whole number: {text}", self.e.name().as_ref()));
        text.parse().map_err(wrong)
    }

    fn degrees(&self, key: &str) -> Result<f64, ImportError> {
        let text = self.needs(key)?;
        let most = if key.contains("lat") { 89.0 } else { 180.0 };
        match text.parse::<f64>() {
            Ok(v) if v.abs() <= most => Ok(v),
            _ => Err(self.error(format!("`{key}` is {text}, expected degrees from -{most} to {most}"))),
        }
    }

    fn error(&self, message: String) -> ImportError {
        ImportError::new(message).at(self.at.clone()).help("download the map again")
    }
}
