//! What kind of plan a file holds, by its first bytes.

use super::{PlanKind, osm_pbf};

/// The kind, when the content determines it.
pub(super) fn kind(bytes: &[u8]) -> Option<PlanKind> {
    if bytes.starts_with(b"glTF") {
        return Some(PlanKind::Gltf);
    }
    if osm_pbf::is_pbf(bytes) {
        return Some(PlanKind::Osm);
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
    let head = head.trim_start_matches('\u{feff}').trim_start();
    if head.starts_with('<') {
        return head.contains("<osm").then_some(PlanKind::Osm);
    }
    if head.starts_with('{') {
        let gltf = head.contains("\"asset\"") && !head.contains("\"Feature");
        return Some(if gltf { PlanKind::Gltf } else { PlanKind::GeoJson });
    }
    let upper = head.get(..20).unwrap_or(head).to_ascii_uppercase();
    if ["POLYGON", "MULTIPOLYGON", "GEOMETRYCOLLECTION", "SRID="].iter().any(|word| upper.starts_with(word)) {
        return Some(PlanKind::Wkt);
    }
    let mut lines = head.lines().map(str::trim);
    match (lines.next(), lines.next()) {
        (Some("0"), Some("SECTION")) | (Some("999"), _) => Some(PlanKind::Dxf),
        (Some("type octile"), _) => Some(PlanKind::GridMap),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_shows_itself() {
        for (text, expected) in [
            ("\u{feff}{\"type\": \"FeatureCollection\"}", Some(PlanKind::GeoJson)),
            ("{\"asset\": {\"version\": \"2.0\"}}", Some(PlanKind::Gltf)),
            ("<?xml version='1.0'?>\n<osm version='0.6'>", Some(PlanKind::Osm)),
            ("<svg/>", None),
            ("Polygon ((0 0", Some(PlanKind::Wkt)),
            ("  0\nSECTION\n", Some(PlanKind::Dxf)),
            ("type octile\nheight 2", Some(PlanKind::GridMap)),
            ("", None),
        ] {
            assert_eq!(kind(text.as_bytes()), expected, "{text}");
        }
    }
}
