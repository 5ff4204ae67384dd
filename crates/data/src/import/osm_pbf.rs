//! OpenStreetMap in protocol buffers: `.osm.pbf`, blocks of nodes, ways and relations, each compressed on its own.

use super::ImportError;
use super::osm_file::{OsmFile, OsmWay, Relation, Tags};
use super::protobuf::{Fields, Value, damaged, packed, signed, summed};
use super::unpack::inflated;

/// The format bounds a block by this [bytes].
const MOST_BLOCK: usize = 32 << 20;
/// What a header may have [bytes].
const MOST_HEADER: usize = 64 << 10;
/// Files may ask for what a reader must understand.
const UNDERSTOOD: [&str; 2] = ["OsmSchema-V0.6", "DenseNodes"];

/// Whether bytes begin as such a map does.
pub(super) fn is_pbf(bytes: &[u8]) -> bool {
    bytes.len() > 15 && bytes[..2] == [0, 0] && &bytes[4..15] == b"\x0a\x09OSMHeader"
}

/// Reads a map, unpacked to at most so many bytes.
pub(super) fn read(mut bytes: &[u8], most: usize) -> Result<OsmFile, ImportError> {
    let mut file = OsmFile::default();
    let mut left = most;
    while !bytes.is_empty() {
        let (length, rest) = bytes.split_at_checked(4).ok_or_else(cut_off)?;
        let length = u32::from_be_bytes([length[0], length[1], length[2], length[3]]) as usize;
        let (header, rest) = rest.split_at_checked(length).filter(|_| length <= MOST_HEADER).ok_or_else(cut_off)?;
        let size = Fields(header).number(3)?.and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
        let (blob, rest) = rest.split_at_checked(size).ok_or_else(cut_off)?;
        bytes = rest;
        let kind = Fields(header).bytes(1)?.unwrap_or_default();
        if kind != b"OSMHeader" && kind != b"OSMData" {
            continue;
        }
        let block = unpacked(blob, left)?;
        left -= block.len();
        if kind == b"OSMHeader" { head(&block, &mut file)? } else { PbfBlock::read(&block, &mut file)? }
    }
    Ok(file)
}

fn cut_off() -> ImportError {
    ImportError::new("the map ends in the middle of a block").help("download the map again")
}

fn unpacked(blob: &[u8], left: usize) -> Result<Vec<u8>, ImportError> {
    let most = MOST_BLOCK.min(left);
    let too_large = || {
        let error = ImportError::new("the map is too large, or one of its blocks is");
        error.help("cut out the part that matters, for instance by `osmium extract --bbox`")
    };
    let mut fields = Fields(blob);
    while let Some((number, value)) = fields.next()? {
        match (number, value) {
            (1, Value::Bytes(raw)) if raw.len() <= most => return Ok(raw.to_vec()),
            (3, Value::Bytes(packed)) => {
                let out = inflated(packed, most);
                return if most < MOST_BLOCK { out.map_err(|_| too_large()) } else { out };
            }
            (1, _) => return Err(too_large()),
            (4..=7, _) => {
                let error = ImportError::new("a block of the map is compressed by something else than zlib");
                return Err(error.help("write it again, for instance by `osmium cat -o new.osm.pbf`"));
            }
            _ => {}
        }
    }
    Err(damaged())
}

/// The bounds, and what a reader must understand.
fn head(block: &[u8], file: &mut OsmFile) -> Result<(), ImportError> {
    let mut fields = Fields(block);
    while let Some((number, value)) = fields.next()? {
        match (number, value) {
            (1, Value::Bytes(bounds)) => {
                let nano = |n: u64| Fields(bounds).number(n).map(|v| v.map(|v| signed(v) as f64 * 1e-9));
                let [west, east, north, south] = [nano(1)?, nano(2)?, nano(3)?, nano(4)?];
                if let (Some(w), Some(e), Some(n), Some(s)) = (west, east, north, south) {
                    let fits = s.abs() <= 89.0 && n.abs() <= 89.0 && w.abs() <= 180.0 && e.abs() <= 180.0;
                    file.bounds = fits.then_some([s, w, n, e]);
                }
            }
            (4, Value::Bytes(feature)) => {
                let feature = String::from_utf8_lossy(feature);
                if !UNDERSTOOD.contains(&&*feature) {
                    let shown: String = feature.chars().take(40).collect();
                    let error = ImportError::new(format!("the map needs `{shown}`, which is not read"));
                    return Err(error.help("export the map without its history"));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// A block of data: texts, and groups of elements that refer to them.
struct PbfBlock<'b> {
    texts: Vec<&'b [u8]>,
    granularity: i64,
    /// Latitude and longitude of zero [nanodegrees].
    offset: (i64, i64),
}

impl<'b> PbfBlock<'b> {
    fn read(bytes: &'b [u8], file: &mut OsmFile) -> Result<(), ImportError> {
        let mut block = Self { texts: Vec::new(), granularity: 100, offset: (0, 0) };
        let mut groups = Vec::new();
        let mut fields = Fields(bytes);
        while let Some((number, value)) = fields.next()? {
            match (number, value) {
                (1, Value::Bytes(table)) => {
                    let mut all = Fields(table);
                    while let Some((_, value)) = all.next()? {
                        if let Value::Bytes(text) = value {
                            block.texts.push(text);
                        }
                    }
                }
                (2, Value::Bytes(group)) => groups.push(group),
                (17, Value::Number(v)) => block.granularity = v as i64,
                (19, Value::Number(v)) => block.offset.0 = v as i64,
                (20, Value::Number(v)) => block.offset.1 = v as i64,
                _ => {}
            }
        }
        for group in groups {
            let mut fields = Fields(group);
            while let Some((number, value)) = fields.next()? {
                match (number, value) {
                    (1, Value::Bytes(node)) => block.node(node, file)?,
                    (2, Value::Bytes(nodes)) => block.dense(nodes, file)?,
                    (3, Value::Bytes(way)) => file.ways.push(block.way(way)?),
                    (4, Value::Bytes(relation)) => file.relations.push(block.relation(relation)?),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn text(&self, index: u64) -> String {
        let text = usize::try_from(index).ok().and_then(|i| self.texts.get(i));
        text.map_or(String::new(), |t| String::from_utf8_lossy(t).into_owned())
    }

    fn tags(&self, keys: &[u64], values: &[u64]) -> Tags {
        keys.iter().zip(values).map(|(k, v)| (self.text(*k), self.text(*v))).collect()
    }

    fn place(&self, id: i64, lat: i64, lon: i64, file: &mut OsmFile) -> Result<(), ImportError> {
        let degrees = |v: i64, offset: i64| {
            let nano = v.checked_mul(self.granularity).and_then(|v| v.checked_add(offset));
            nano.map_or(f64::NAN, |v| v as f64 * 1e-9)
        };
        let (lat, lon) = (degrees(lat, self.offset.0), degrees(lon, self.offset.1));
        if !(lat.abs() <= 89.0 && lon.abs() <= 180.0) {
            let error = ImportError::new(format!("node {id} lies at latitude {lat}, longitude {lon}"));
            return Err(error.help("download the map again"));
        }
        file.nodes.insert(id, (lat, lon));
        Ok(())
    }

    fn node(&self, bytes: &[u8], file: &mut OsmFile) -> Result<(), ImportError> {
        let number = |n: u64| Fields(bytes).number(n).map(|v| signed(v.unwrap_or(0)));
        self.place(number(1)?, number(8)?, number(9)?, file)
    }

    fn dense(&self, bytes: &[u8], file: &mut OsmFile) -> Result<(), ImportError> {
        let column = |n: u64| Fields(bytes).bytes(n).and_then(|b| summed(b.unwrap_or_default()));
        let (ids, lats, lons) = (column(1)?, column(8)?, column(9)?);
        if lats.len() != ids.len() || lons.len() != ids.len() {
            return Err(damaged());
        }
        for ((id, lat), lon) in ids.into_iter().zip(lats).zip(lons) {
            self.place(id, lat, lon, file)?;
        }
        Ok(())
    }

    fn way(&self, bytes: &[u8]) -> Result<OsmWay, ImportError> {
        let list = |n: u64| Fields(bytes).bytes(n).and_then(|b| packed(b.unwrap_or_default()));
        let id = Fields(bytes).number(1)?.unwrap_or(0) as i64;
        let nodes = summed(Fields(bytes).bytes(8)?.unwrap_or_default())?;
        Ok(OsmWay { id, nodes, tags: self.tags(&list(2)?, &list(3)?) })
    }

    fn relation(&self, bytes: &[u8]) -> Result<Relation, ImportError> {
        let list = |n: u64| Fields(bytes).bytes(n).and_then(|b| packed(b.unwrap_or_default()));
        let id = Fields(bytes).number(1)?.unwrap_or(0) as i64;
        let members = summed(Fields(bytes).bytes(9)?.unwrap_or_default())?;
        let (roles, kinds) = (list(8)?, list(10)?);
        let member = |((id, role), kind): ((i64, &u64), &u64)| (*kind == 1).then(|| (id, self.text(*role)));
        let ways = members.into_iter().zip(&roles).zip(&kinds).filter_map(member).collect();
        Ok(Relation { id, ways, tags: self.tags(&list(2)?, &list(3)?) })
    }
}
