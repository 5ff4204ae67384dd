//! Footsteps that are written down for walkers: in the scenario, or in a table beside it.

use super::load::read_text;
use super::reader::{Field, Reader};
use crate::{Diagnostic, Diagnostics, SourceFile};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;
use toml::de::DeValue;

/// Feet of one who begins are so far apart, sideways [m].
const STANCE: f64 = 0.18;
/// A foot lands so far from the other [m]: no nearer, and no farther.
const REACH: (f64, f64) = (0.05, 1.1);

/// A footstep as written.
///
/// ```
/// use ambulo_data::scenario::WrittenFootstep;
/// let step = WrittenFootstep { walker: 0, right: false, x: 1.3, y: 0.09, heading: 0.0, lift: 0.1, land: 0.6 };
/// assert_eq!(step.foot(), "left");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WrittenFootstep {
    /// Which of the group's `positions` it belongs to, from 0.
    pub walker: u32,
    /// Whether the right foot makes it.
    pub right: bool,
    /// Where it lands [m].
    pub x: f64,
    /// Where it lands [m].
    pub y: f64,
    /// Direction of the foot [rad].
    pub heading: f64,
    /// When the foot leaves the floor [s].
    pub lift: f64,
    /// When it lands [s].
    pub land: f64,
}

impl WrittenFootstep {
    /// The word for its foot.
    pub fn foot(&self) -> &'static str {
        if self.right { "right" } else { "left" }
    }
}

/// The footsteps of a group, or where they are.
///
/// ```
/// let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }
/// walkers = [{ positions = [[1, 1]], goal = [8, 8], locomotion = 'footsteps', footsteps = [[0, 'left', 1.4, 1.1, 0.0, 0.1, 0.6]] }]";
/// let scenario = ambulo_data::scenario::parse("a.toml", text).unwrap().scenario;
/// assert!(matches!(&scenario.walkers[0].footsteps, Some(ambulo_data::scenario::FootstepsSpec::Written(all)) if all.len() == 1));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum FootstepsSpec {
    /// A table beside the scenario.
    File(String),
    /// Footsteps, those of each walker in the order of their times.
    Written(Vec<WrittenFootstep>),
}

impl Serialize for FootstepsSpec {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::File(file) => s.serialize_str(file),
            Self::Written(all) => {
                s.collect_seq(all.iter().map(|f| (f.walker, f.foot(), f.x, f.y, f.heading, f.lift, f.land)))
            }
        }
    }
}

impl JsonSchema for FootstepsSpec {
    fn schema_name() -> Cow<'static, str> {
        "Footsteps".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": "string", "description": "A table beside the scenario, with the columns walker, foot, x, y, heading, lift, land." },
                {
                    "type": "array",
                    "items": { "type": "array", "minItems": 7, "maxItems": 7 },
                    "description": "[walker, \"left\" or \"right\", x, y, heading, lift, land] each: metres, radians and seconds.",
                },
            ],
        })
    }
}

const FOOTSTEP: &str = "[walker, \"left\" or \"right\", x, y, heading, lift, land] in metres, radians and seconds";

pub(super) fn footsteps(r: &mut Reader<'_>, field: &Field<'_, '_>) -> Option<FootstepsSpec> {
    const EXPECTED: &str = "a list of footsteps, or the name of a table beside the scenario";
    if field.value.get_ref().as_str().is_some() {
        let name = r.text(field, EXPECTED)?;
        if name.is_empty() {
            let error = r.at(field.span(), "`footsteps` is empty").expected(EXPECTED);
            r.report(error);
        }
        return Some(FootstepsSpec::File(name.into()));
    }
    let items = r.list(field, EXPECTED)?;
    let wanted = items.len();
    let all: Vec<WrittenFootstep> = items.iter().filter_map(|item| footstep(r, item)).collect();
    (all.len() == wanted).then_some(FootstepsSpec::Written(all))
}

fn footstep(r: &mut Reader<'_>, item: &Field<'_, '_>) -> Option<WrittenFootstep> {
    let parts = match item.value.get_ref() {
        DeValue::Array(parts) if parts.len() == 7 => parts,
        _ => {
            let error = r.at(item.span(), "this is no footstep").expected(FOOTSTEP);
            r.report(error);
            return None;
        }
    };
    let part = |k: usize| Field { path: format!("{}[{k}]", item.path), value: &parts[k] };
    let walker = r.integer(&part(0), "the number of a walker among `positions`, from 0", 0, u64::from(u32::MAX))?;
    let foot = r.text(&part(1), "\"left\" or \"right\"")?;
    let Some(right) = side(foot) else {
        let error = r.at(part(1).span(), format!("there is no foot `{foot}`")).expected("\"left\" or \"right\"");
        r.report(error);
        return None;
    };
    let mut numbers = [0.0; 5];
    for (k, number) in numbers.iter_mut().enumerate() {
        *number = r.number(&part(k + 2), FOOTSTEP, |_| true)?;
    }
    let [x, y, heading, lift, land] = numbers;
    Some(WrittenFootstep { walker: walker as u32, right, x, y, heading, lift, land })
}

fn side(word: &str) -> Option<bool> {
    match word {
        "left" | "0" => Some(false),
        "right" | "1" => Some(true),
        _ => None,
    }
}

/// A table of footsteps that was read, with its text for messages.
#[derive(Clone, Debug, PartialEq)]
pub struct FootstepsFile {
    /// The footsteps, in the order of the file. Feet that walkers appear on are left out.
    pub footsteps: Vec<WrittenFootstep>,
    source: SourceFile,
    spans: Vec<Range<usize>>,
}

impl FootstepsFile {
    /// An error at a footstep.
    ///
    /// ```
    /// let text = "walker,foot,x,y,heading,lift,land\n0,left,1,2,0,0.1,0.6\n";
    /// let file = ambulo_data::scenario::parse_footsteps("steps.csv", text).unwrap();
    /// assert_eq!(file.diagnostic(0, "too far").line, 2);
    /// ```
    pub fn diagnostic(&self, footstep: usize, message: impl Into<String>) -> Diagnostic {
        self.source.diagnostic(self.spans.get(footstep).cloned().unwrap_or(0..0), message)
    }
}

/// Reads a table of footsteps from text; `name` is what messages call it. The first line names the columns: `walker`, `foot` (or `side`),
/// `x`, `y`, `heading`, `lift` and `land`; others are left aside, so that the table of a run can be read. A row whose foot lands when it
/// is lifted is one a walker appears on.
///
/// ```
/// let error = ambulo_data::scenario::parse_footsteps("steps.csv", "walker,x\n").unwrap_err().to_string();
/// assert!(error.contains("steps.csv:1:1") && error.contains("`foot`"), "{error}");
/// let error = ambulo_data::scenario::parse_footsteps("steps.csv", "walker,foot,x,y,heading,lift,land\n0,left,1,2,east,0,1\n").unwrap_err();
/// assert!(error.to_string().contains("steps.csv:2:12"), "{error}");
/// ```
pub fn parse_footsteps(name: &str, text: &str) -> Result<FootstepsFile, Diagnostics> {
    const COLUMNS: [&str; 7] = ["walker", "foot", "x", "y", "heading", "lift", "land"];
    let source = SourceFile::new(name, text);
    let mut lines = Vec::new();
    let mut begin = 0;
    for line in text.split_inclusive('\n') {
        lines.push((begin, line.trim_end()));
        begin += line.len();
    }
    let head: Vec<&str> = lines.first().map_or("", |(_, line)| *line).split(',').map(str::trim).collect();
    let mut at = [0; 7];
    for (at, column) in at.iter_mut().zip(COLUMNS) {
        let found = head.iter().position(|name| *name == column || (column == "foot" && *name == "side"));
        let Some(found) = found else {
            let error = source.diagnostic(0..head.join(",").len(), format!("the column `{column}` is missing"));
            return Err(error.expected(format!("a first line that names {}", COLUMNS.join(","))).into());
        };
        *at = found;
    }
    let (mut footsteps, mut spans, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    for (begin, line) in lines.iter().skip(1).filter(|(_, line)| !line.is_empty()) {
        let mut fields = Vec::new();
        let mut from = *begin;
        for field in line.split(',') {
            fields.push((from..from + field.len(), field.trim()));
            from += field.len() + 1;
        }
        if fields.len() != head.len() {
            let message = format!("this line has {} columns instead of {}", fields.len(), head.len());
            errors.push(source.diagnostic(*begin..begin + line.len(), message));
            continue;
        }
        let mut numbers = [0.0; 7];
        for (k, number) in numbers.iter_mut().enumerate() {
            let (span, text) = &fields[at[k]];
            let value = match k {
                0 => text.parse::<u32>().ok().map(f64::from),
                1 => side(text).map(f64::from),
                _ => text.parse::<f64>().ok().filter(|v| v.is_finite()),
            };
            match value {
                Some(value) => *number = value,
                None => {
                    let expected = ["a number from 0", "left or right"].get(k).copied().unwrap_or("a number");
                    let message = format!("`{}` is `{text}`", COLUMNS[k]);
                    errors.push(source.diagnostic(span.clone(), message).expected(expected));
                }
            }
        }
        let [walker, right, x, y, heading, lift, land] = numbers;
        if lift.total_cmp(&land).is_ne() {
            footsteps.push(WrittenFootstep { walker: walker as u32, right: right > 0.0, x, y, heading, lift, land });
            spans.push(*begin..begin + line.len());
        }
    }
    Diagnostics::new(errors).into_result(())?;
    Ok(FootstepsFile { footsteps, source, spans })
}

/// Reads a table of footsteps.
///
/// ```
/// let errors = ambulo_data::scenario::load_footsteps(std::path::Path::new("no/such.csv")).unwrap_err();
/// assert!(errors.to_string().starts_with("no/such.csv: error: there is no such file"));
/// ```
pub fn load_footsteps(path: &Path) -> Result<FootstepsFile, Diagnostics> {
    let name = path.display().to_string();
    parse_footsteps(&name, &read_text(path, &name)?)
}

/// What is wrong with the footsteps of walkers who begin at places: the number of the footstep, what is wrong, and what to do.
///
/// ```
/// use ambulo_data::scenario::{WrittenFootstep, check_footsteps};
/// let left = WrittenFootstep { walker: 0, right: false, x: 1.4, y: 1.09, heading: 0.0, lift: 0.1, land: 0.6 };
/// let again = WrittenFootstep { x: 2.0, lift: 0.7, land: 1.2, ..left };
/// let (number, message, _) = check_footsteps(&[left, again], &[[1.0, 1.0]]).unwrap_err();
/// assert!(number == 1 && message.contains("twice"));
/// ```
pub fn check_footsteps(all: &[WrittenFootstep], positions: &[[f64; 2]]) -> Result<(), (usize, String, String)> {
    /// Where the feet of a walker are, and its last footstep.
    struct Standing {
        feet: [[f64; 2]; 2],
        last: Option<WrittenFootstep>,
    }
    let mut walkers: Vec<Option<Standing>> = positions.iter().map(|_| None).collect();
    for (k, step) in all.iter().enumerate() {
        let wrong = |message: String, help: &str| Err((k, message, help.to_owned()));
        let Some(walker) = walkers.get_mut(step.walker as usize) else {
            let message = format!("there is no walker {}: `positions` has {}", step.walker, positions.len());
            return wrong(message, "walkers are counted from 0, in the order of `positions`");
        };
        let standing = walker.get_or_insert_with(|| {
            let [x, y] = positions[step.walker as usize];
            let (sin, cos) = (ambulo_geom::math::sin(step.heading), ambulo_geom::math::cos(step.heading));
            let half = 0.5 * STANCE;
            Standing { feet: [[x - sin * half, y + cos * half], [x + sin * half, y - cos * half]], last: None }
        });
        if step.lift < 0.0 || step.land <= step.lift {
            let message = format!("the foot is lifted at {:?} s and lands at {:?} s", step.lift, step.land);
            return wrong(message, "a foot lands after it is lifted, and neither is before 0 s");
        }
        if let Some(last) = standing.last {
            if last.right == step.right {
                let message = format!("the {} foot of walker {} moves twice in a row", step.foot(), step.walker);
                return wrong(message, "feet alternate: write a footstep of the other foot in between");
            }
            if step.lift < last.land {
                let message =
                    format!("the foot is lifted at {:?} s, before the other lands at {:?} s", step.lift, last.land);
                return wrong(message, "one foot is always on the floor: lift it later");
            }
        }
        let other = standing.feet[usize::from(!step.right)];
        let far = ((step.x - other[0]).powi(2) + (step.y - other[1]).powi(2)).sqrt();
        if !(REACH.0..=REACH.1).contains(&far) {
            let message = format!("the foot lands {far:.2} m from the other");
            return wrong(
                message,
                "it must land 0.05 to 1.1 m from it; a walker begins with its feet 0.09 m beside its position",
            );
        }
        standing.feet[usize::from(step.right)] = [step.x, step.y];
        standing.last = Some(*step);
    }
    Ok(())
}
