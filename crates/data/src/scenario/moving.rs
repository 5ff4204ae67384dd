//! Obstacles that move: discs that are led along a path, as written.

use super::decode::number_or;
use super::decode_levels;
use super::reader::{Field, KeyTable, Reader};
use schemars::JsonSchema;
use serde::Serialize;

/// A disc that is led along a path, whatever is in its course; people walk around it as around one who stands.
///
/// ```
/// let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }
/// moving_obstacles = [{ name = 'cart', radius = 0.4, path = [[1, 4], [8, 4]], speed = 0.5, from = 2 }]
/// walkers = [{ positions = [[1, 1]], goal = [8, 8] }]";
/// let scenario = ambulo_data::scenario::parse("a.toml", text).unwrap().scenario;
/// assert_eq!(scenario.moving_obstacles[0].times, [2.0, 16.0]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MovingObstacle {
    /// Its name in recordings.
    #[serde(default)]
    pub name: String,
    /// Radius [m], 0.05 to 2.
    #[schemars(range(min = 0.05, max = 2))]
    pub radius: f64,
    /// Places [m, m] it is led through; before and after it stands.
    #[schemars(length(min = 2))]
    pub path: Vec<[f64; 2]>,
    /// When it is there [s], one time for each place, ascending.
    #[serde(default)]
    pub times: Vec<f64>,
    /// Name of its level; may be left out where there is one level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Its speed [m/s], in place of `times`.
    #[serde(default, skip_serializing)]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub speed: Option<f64>,
    /// When it sets out [s]; goes with `speed`.
    #[serde(default, skip_serializing)]
    #[schemars(range(min = 0))]
    pub from: Option<f64>,
}

pub(super) const MOVING: &[&str] = &["name", "radius", "path", "times", "level", "speed", "from"];
/// The fastest an obstacle may be [m/s].
const FASTEST: f64 = 10.0;

pub(super) fn moving(r: &mut Reader<'_>, top: &KeyTable<'_, '_>, levels: &[&str]) -> Vec<MovingObstacle> {
    const EXPECTED: &str = "one table `[[moving_obstacles]]` for each, with `radius`, `path` and `speed` or `times`";
    let items = r.tables(top, "moving_obstacles", EXPECTED).unwrap_or_default();
    items.iter().enumerate().filter_map(|(k, item)| one(r, k, item, levels)).collect()
}

fn one(r: &mut Reader<'_>, index: usize, item: &Field<'_, '_>, levels: &[&str]) -> Option<MovingObstacle> {
    const PATH: &str = "two places or more: [[x, y], [x, y]] in metres";
    let table = r.table(item, MOVING)?;
    let name = table.get("name").and_then(|f| r.text(&f, "a name, as a text").map(str::to_owned));
    const RADIUS: &str = "metres from 0.05 to 2";
    let radius = match table.get("radius") {
        Some(field) => r.number(&field, RADIUS, |v| (0.05..=2.0).contains(&v)),
        None => {
            r.missing(&table, "radius", RADIUS);
            None
        }
    };
    let level = decode_levels::level(r, &table, "level", levels);
    let Some(field) = table.get("path") else {
        r.missing(&table, "path", PATH);
        return None;
    };
    let items = r.list(&field, PATH)?;
    let path: Vec<[f64; 2]> = items.iter().filter_map(|item| r.numbers(item, PATH)).collect();
    if path.len() < 2 || path.len() != items.len() {
        if items.len() < 2 {
            let error = r.at(field.span(), "`path` needs two places").expected(PATH);
            r.report(error);
        }
        return None;
    }
    let lengths: Vec<f64> =
        path.windows(2).map(|p| ((p[1][0] - p[0][0]).powi(2) + (p[1][1] - p[0][1]).powi(2)).sqrt()).collect();
    let how = r.one_of(&table, "when it moves", &["speed", "times"])?;
    let times = if how.name() == "speed" {
        let speed = r.number(&how, "metres per second, above 0 and at most 10", |v| v > 0.0 && v <= FASTEST)?;
        let from = number_or(r, &table, "from", 0.0, "seconds, 0 or more", |v| v >= 0.0);
        if let Some(k) = lengths.iter().position(|length| *length <= 0.0) {
            let error = r.at(items[k + 1].span(), "this place is the one before it");
            r.report(error.help("remove it, or write `times` to have it wait there"));
            return None;
        }
        lengths.iter().fold(vec![from], |mut times, length| {
            times.push(times.last().copied().unwrap_or(from) + length / speed);
            times
        })
    } else {
        if let Some(field) = table.get("from") {
            let error = r.at(field.span(), "`from` goes only with `speed`");
            r.report(error.help("remove it: `times` state when it sets out"));
        }
        let listed = r.list(&how, "a time in seconds for each place of `path`")?;
        if listed.len() != path.len() {
            let message = format!("`times` has {} times, but `path` has {} places", listed.len(), path.len());
            let error = r.at(how.span(), message);
            r.report(error.help("write one time for each place"));
            return None;
        }
        let mut times: Vec<f64> = Vec::new();
        for (k, item) in listed.iter().enumerate() {
            let after = times.last().copied();
            let expected = after.map_or("seconds, 0 or more".into(), |t| format!("seconds, after {t:?}"));
            let time = r.number(item, &expected, |v| after.map_or(v >= 0.0, |t| v > t))?;
            if let Some(t) = after.filter(|t| lengths[k - 1] > FASTEST * (time - t)) {
                let error = r.at(item.span(), format!("{:.1} m in {:.2} s are too fast", lengths[k - 1], time - t));
                r.report(error.expected("at most 10 m/s: a later time"));
                return None;
            }
            times.push(time);
        }
        times
    };
    let radius = radius?;
    let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| format!("obstacle-{}", index + 1));
    Some(MovingObstacle { name, radius, path, times, level, speed: None, from: None })
}
