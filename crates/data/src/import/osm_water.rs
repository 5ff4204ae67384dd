//! What of a map is water, and what leads over it.

use super::osm_file::Tags;

/// Whether an area of a map is water one cannot walk on.
pub(super) fn is_water(tags: &Tags) -> bool {
    let any = |key: &str, values: &[&str]| tags.get(key).is_some_and(|v| values.contains(&v));
    // Water that is there only at times, or below the ground, obstructs nobody.
    let seldom = ["intermittent", "seasonal"].iter().any(|key| tags.is_set(key));
    let below = tags.is_set("tunnel") || tags.is_set("covered");
    let water = any("natural", &["water", "bay"])
        || any("landuse", &["reservoir", "basin", "salt_pond"])
        || any("waterway", &["riverbank", "dock", "boatyard"])
        || any("leisure", &["swimming_pool", "marina"])
        || (tags.is_set("area") && any("waterway", &["river", "stream", "canal", "ditch", "drain"]));
    water && !seldom && !below && tags.get("basin") != Some("infiltration")
}

/// Whether a line of a map is the coast of the sea, which lies to its right.
pub(super) fn is_coast(tags: &Tags) -> bool {
    tags.get("natural") == Some("coastline")
}

/// Whether a closed line is a bridge or a pier drawn as an area.
pub(super) fn is_deck(tags: &Tags) -> bool {
    let pedestrian_area = tags.is_set("area") && tags.is_set("highway") && tags.is_set("bridge");
    matches!(tags.get("man_made"), Some("bridge" | "pier" | "quay" | "breakwater" | "groyne")) || pedestrian_area
}

/// How wide the walkable strip of a line is that leads over water [m]: bridges and dams of roads and paths, and piers.
/// None for anything else, and for bridges of railways.
pub(super) fn deck_width(tags: &Tags) -> Option<f64> {
    let over = tags.is_set("bridge") || tags.is_set("ford") || tags.is_set("embankment");
    let pier = matches!(tags.get("man_made"), Some("pier" | "breakwater" | "groyne"));
    let weir = matches!(tags.get("waterway"), Some("dam" | "weir"));
    let road = (over || weir) && tags.is_set("highway");
    if !pier && !road {
        return None;
    }
    let lanes = tags.get("lanes").and_then(|v| v.parse::<f64>().ok()).filter(|n| (1.0..=12.0).contains(n));
    let usual = match tags.get("highway") {
        Some("motorway" | "trunk" | "primary") => 9.0,
        Some("secondary" | "tertiary") => 7.5,
        Some("footway" | "path" | "cycleway" | "steps" | "bridleway") => 3.0,
        Some("track" | "service") => 4.0,
        Some(_) => 6.0,
        None => 3.0,
    };
    Some(tags.get("width").and_then(metres).unwrap_or_else(|| lanes.map_or(usual, |n| 3.25 * n + 2.0)))
}

/// A width such as "2.5", "2.5 m" or "2,5".
pub(super) fn metres(text: &str) -> Option<f64> {
    let number = text.trim().trim_end_matches('m').trim().replace(',', ".");
    number.parse::<f64>().ok().filter(|v| (0.2..=100.0).contains(v))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(all: &[(&str, &str)]) -> Tags {
        all.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect()
    }

    #[test]
    fn lakes_and_river_banks_are_water_and_wadis_are_not() {
        assert!(is_water(&tags(&[("natural", "water"), ("water", "lake")])));
        assert!(is_water(&tags(&[("waterway", "riverbank")])));
        assert!(!is_water(&tags(&[("natural", "water"), ("intermittent", "yes")])));
        assert!(!is_water(&tags(&[("waterway", "river")])), "a line without width");
    }

    #[test]
    fn bridges_of_roads_are_as_wide_as_the_map_says_or_as_usual() {
        assert_eq!(deck_width(&tags(&[("highway", "footway"), ("bridge", "yes"), ("width", "2,5 m")])), Some(2.5));
        assert_eq!(deck_width(&tags(&[("highway", "primary"), ("bridge", "viaduct"), ("lanes", "2")])), Some(8.5));
        assert_eq!(deck_width(&tags(&[("railway", "rail"), ("bridge", "yes")])), None);
        assert_eq!(deck_width(&tags(&[("highway", "primary")])), None);
        assert_eq!(metres("wide"), None);
    }
}
