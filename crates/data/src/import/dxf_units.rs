//! The unit of a drawing: as given, as the header has it, or by what doors, walls and the whole must measure.

use super::dxf_doors::LEAF;
use super::dxf_file::DxfFile;
use super::{PlanOptions, Units};

/// What a drawing shows of its unit, in that unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Evidence {
    /// The longer side of what is drawn.
    pub size: f64,
    /// The middle one of all door leaves.
    pub leaf: Option<f64>,
    /// The usual distance of lines that run beside each other.
    pub thickness: Option<f64>,
}

/// The unit of a drawing, and what a person should know about it.
pub(super) struct ChosenUnits {
    pub units: Units,
    pub warning: Option<String>,
}

/// A plan narrower than this is none for people, and one wider is no drawing of a place [m].
const SIZES: std::ops::RangeInclusive<f64> = 1.0..=50_000.0;
/// What a guess makes of a plan [m].
const USUAL: std::ops::RangeInclusive<f64> = 2.0..=5_000.0;
/// Thickness of walls [m].
const WALLS: std::ops::RangeInclusive<f64> = 0.05..=0.8;
/// Units in the order in which they are guessed.
const GUESSES: [&str; 5] = ["m", "mm", "cm", "ft", "in"];

/// The unit as given by the options or by the header.
pub(super) fn known(file: &DxfFile<'_>, options: &PlanOptions) -> Option<Units> {
    if options.units.is_some() {
        return options.units.clone();
    }
    let name = match file.units {
        Some(1) => "in",
        Some(2) => "ft",
        Some(3) => "mi",
        Some(4) => "mm",
        Some(5) => "cm",
        Some(6) => "m",
        Some(7) => "km",
        Some(10) => "yd",
        Some(14) => "dm",
        _ => return None,
    };
    Units::parse(name)
}

/// Decides on the unit.
pub(super) fn choose(file: &DxfFile<'_>, options: &PlanOptions, seen: &Evidence) -> ChosenUnits {
    let Some(known) = known(file, options) else { return guess(seen) };
    let Some(wrong) = contradiction(&known, seen) else { return ChosenUnits { units: known, warning: None } };
    let better = GUESSES
        .iter()
        .filter_map(|name| Units::parse(name))
        .find(|u| contradiction(u, seen).is_none() && usual(u, seen));
    let set = |u: &Units| format!("set `units` (option `units` {}) to settle it", u.name);
    match (options.units.is_some(), better) {
        (true, Some(better)) => {
            let warning = format!("in {}, as given, {wrong}; {} would fit", known.name, measured(&better, seen));
            ChosenUnits { units: known, warning: Some(warning) }
        }
        (_, None) => {
            let warning = format!("in {} {wrong}, and no usual unit fits better; {}", known.name, set(&known));
            ChosenUnits { units: known, warning: Some(warning) }
        }
        (false, Some(better)) => {
            let warning = format!(
                "the header gives {} as the unit ($INSUNITS), but then {wrong}; it is read in {} instead; {}",
                known.name,
                measured(&better, seen),
                set(&better)
            );
            ChosenUnits { units: better, warning: Some(warning) }
        }
    }
}

/// Why a unit cannot be right, if it cannot.
fn contradiction(units: &Units, seen: &Evidence) -> Option<String> {
    let size = seen.size * units.metres;
    if seen.size > 0.0 && !SIZES.contains(&size) {
        return Some(format!("the whole drawing is {} wide", length(size)));
    }
    let leaf = seen.leaf.map(|leaf| leaf * units.metres)?;
    (!LEAF.contains(&leaf)).then(|| format!("door leaves are {} wide", length(leaf)))
}

fn usual(units: &Units, seen: &Evidence) -> bool {
    USUAL.contains(&(seen.size * units.metres))
        && seen.thickness.is_none_or(|t| seen.leaf.is_some() || WALLS.contains(&(t * units.metres)))
}

/// Without a word in the file: by doors, then by the thickness of walls, then by the size alone.
fn guess(seen: &Evidence) -> ChosenUnits {
    let all = || GUESSES.iter().filter_map(|name| Units::parse(name));
    let by_evidence = all().find(|u| {
        (seen.leaf.is_some() || seen.thickness.is_some()) && contradiction(u, seen).is_none() && usual(u, seen)
    });
    let by_size = if seen.size > 1000.0 { Units::new("mm", 0.001) } else { Units::metres() };
    let (units, why) = match (by_evidence, seen.leaf, seen.thickness) {
        (Some(u), Some(leaf), _) => {
            let why = format!("door leaves are {leaf:.3} units wide, {} m in {}", shown(leaf * u.metres), u.name);
            (u, why)
        }
        (Some(u), None, Some(t)) => {
            let why = format!("walls are {t:.3} units thick, {} m in {}", shown(t * u.metres), u.name);
            (u, why)
        }
        _ => (by_size, format!("it is {:.1} units wide", seen.size)),
    };
    let warning =
        format!("the drawing does not give its unit; {why}, so that {} is assumed: set `units` to be sure", units.name);
    ChosenUnits { units, warning: Some(warning) }
}

/// What a unit makes of the drawing.
fn measured(units: &Units, seen: &Evidence) -> String {
    let mut words = format!("{}, which makes it {} wide", units.name, length(seen.size * units.metres));
    if let Some(leaf) = seen.leaf {
        words.push_str(&format!(" with doors of {}", length(leaf * units.metres)));
    }
    words
}

fn shown(v: f64) -> String {
    format!("{v:.2}")
}

/// A length in the unit a person would use.
fn length(metres: f64) -> String {
    match metres {
        m if m < 0.1 => format!("{:.1} cm", m * 100.0),
        m if m < 1000.0 => format!("{m:.2} m"),
        m => format!("{:.1} km", m / 1000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(code: Option<i64>, size: f64, leaf: Option<f64>, thickness: Option<f64>) -> (String, bool) {
        let file = DxfFile { units: code, ..DxfFile::default() };
        let chosen = choose(&file, &PlanOptions::default(), &Evidence { size, leaf, thickness });
        (chosen.units.name, chosen.warning.is_some())
    }

    #[test]
    fn a_header_is_contradicted_only_by_what_cannot_be() {
        assert_eq!(decide(Some(4), 20.0, None, None), ("m".into(), true)); // a room of 2 cm
        assert_eq!(decide(Some(6), 20_000.0, Some(900.0), None), ("mm".into(), true));
        assert_eq!(decide(Some(6), 200_000.0, None, None), ("mm".into(), true));
        assert_eq!(decide(Some(4), 20_000.0, Some(900.0), None), ("mm".into(), false));
        assert_eq!(decide(Some(6), 20.0, None, None), ("m".into(), false));
        assert_eq!(decide(Some(6), 12_000.0, None, None), ("m".into(), false)); // a large site
        assert_eq!(decide(Some(1), 800.0, Some(36.0), None), ("in".into(), false));
    }

    #[test]
    fn without_a_header_doors_and_walls_give_the_unit_away() {
        assert_eq!(decide(None, 900.0, Some(90.0), None).0, "cm");
        assert_eq!(decide(None, 25.0, Some(0.9), None).0, "m");
        assert_eq!(decide(None, 900.0, Some(36.0), None).0, "in");
        assert_eq!(decide(None, 80.0, Some(3.0), None).0, "ft");
        assert_eq!(decide(None, 900.0, None, Some(24.0)).0, "cm");
        assert_eq!(decide(None, 18_000.0, None, Some(240.0)).0, "mm");
        assert_eq!(decide(None, 18_000.0, None, None).0, "mm");
        assert_eq!(decide(Some(0), 180.0, None, None), ("m".into(), true));
    }
}
