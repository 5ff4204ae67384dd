//! From the TOML tree to the time before people set out.

use super::PremovementSpec;
use super::decode::number_or;
use super::premovement::DISTRIBUTIONS;
use super::reader::{Field, KeyTable, Reader};

/// Longest time before a person sets out [s]: a day.
const LONGEST: f64 = 86_400.0;
const SECONDS: &str = "seconds, from 0 to 86400";
const EXPECTED: &str =
    "seconds, 0 or more, or a distribution such as { distribution = \"uniform\", min = 10, max = 100 }";

/// All keys of all distributions.
pub(super) const KEYS: &[&str] =
    &["distribution", "min", "max", "mean", "sd", "mu", "sigma", "shape", "scale", "mode", "values"];

pub(super) fn premovement(r: &mut Reader<'_>, field: &Field<'_, '_>) -> Option<PremovementSpec> {
    if !field.value.get_ref().is_table() {
        return r.number(field, EXPECTED, within).map(PremovementSpec::Constant);
    }
    let table = r.table(field, KEYS)?;
    let names = DISTRIBUTIONS.iter().map(|(name, ..)| *name);
    let list = names.clone().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let Some(kind) = table.get("distribution") else {
        r.missing(&table, "distribution", &format!("one of {list}"));
        return None;
    };
    let name = r.text(&kind, &format!("one of {list}"))?;
    let Some((_, keys, needed)) = DISTRIBUTIONS.iter().find(|(known, ..)| *known == name) else {
        let error = r.at(kind.span(), format!("there is no distribution \"{name}\""));
        r.report(error.expected(format!("one of {list}")).did_you_mean(name, names));
        return None;
    };
    let mut sound = true;
    for (key, other) in table.fields().into_iter().filter(|(key, _)| *key != "distribution") {
        if !keys.contains(&key) {
            let error = r.at(other.span(), format!("`{key}` goes not with the distribution \"{name}\""));
            r.report(error.expected(keys.iter().map(|k| format!("`{k}`")).collect::<Vec<_>>().join(", ")));
            sound = false;
        }
    }
    for key in keys[..*needed].iter().filter(|key| table.get(key).is_none()) {
        r.missing(&table, key, what(key));
        sound = false;
    }
    sound.then(|| of_kind(r, &table, name)).flatten()
}

fn within(v: f64) -> bool {
    (0.0..=LONGEST).contains(&v)
}

/// What stands behind a key.
fn what(key: &str) -> &'static str {
    match key {
        "mu" => "the mean of the natural logarithm of the seconds: a number from -20 to 20",
        "sigma" => "the standard deviation of that logarithm: a number from 0 to 10",
        "shape" => "a number from 0.05 to 100",
        "scale" => "seconds, above 0, at most 86400",
        "values" => "a list of [seconds, share]: both rise, and the last share is 1",
        _ => SECONDS,
    }
}

fn fits(key: &str) -> fn(f64) -> bool {
    match key {
        "mu" => |v| (-20.0..=20.0).contains(&v),
        "sigma" => |v| (0.0..=10.0).contains(&v),
        "shape" => |v| (0.05..=100.0).contains(&v),
        "scale" => |v| v > 0.0 && v <= LONGEST,
        _ => within,
    }
}

fn of_kind(r: &mut Reader<'_>, table: &KeyTable<'_, '_>, name: &str) -> Option<PremovementSpec> {
    if name == "table" {
        return values(r, &table.get("values")?).map(|values| PremovementSpec::Table { values });
    }
    let number = |r: &mut Reader<'_>, key: &str| table.get(key).and_then(|f| r.number(&f, what(key), fits(key)));
    let given = table.get("max").is_some();
    let min = number_or(r, table, "min", 0.0, SECONDS, within);
    let max = if given { number(r, "max")? } else { f64::INFINITY };
    if min > max {
        let at = table.get("min").map_or(table.span.clone(), |f| f.span());
        let error = r.at(at, format!("`min` ({min:?}) is above `max` ({max:?})")).expected("min <= max");
        r.report(error);
        return None;
    }
    let between = |r: &mut Reader<'_>, key: &str, value: f64, shown: &str| {
        if (min..=max).contains(&value) {
            return Some(());
        }
        let at = table.get(key).map_or(table.span.clone(), |f| f.span());
        let error = r.at(at, format!("{shown} lies outside `min` ({min:?}) to `max` ({max:?})"));
        r.report(error.expected(format!("min <= {key} <= max")));
        None
    };
    match name {
        "uniform" => Some(PremovementSpec::Uniform { min, max }),
        "normal" => {
            let (mean, sd) = (number(r, "mean"), number(r, "sd"));
            let (mean, sd) = (mean?, sd?);
            between(r, "mean", mean, &format!("`mean` ({mean:?})"))?;
            Some(PremovementSpec::Normal { mean, sd, min, max })
        }
        "log-normal" => {
            let (mu, sigma) = (number(r, "mu"), number(r, "sigma"));
            let (mu, sigma) = (mu?, sigma?);
            let median = ambulo_geom::math::exp(mu);
            between(r, "mu", median, &format!("the median, exp(mu) = {median:.1} s,"))?;
            Some(PremovementSpec::LogNormal { mu, sigma, min, max })
        }
        "weibull" => {
            let (shape, scale) = (number(r, "shape"), number(r, "scale"));
            let (shape, scale) = (shape?, scale?);
            between(r, "scale", scale, &format!("`scale` ({scale:?})"))?;
            Some(PremovementSpec::Weibull { shape, scale, min, max })
        }
        _ => {
            let mode = number(r, "mode")?;
            between(r, "mode", mode, &format!("`mode` ({mode:?})"))?;
            Some(PremovementSpec::Triangular { min, mode, max })
        }
    }
}

/// Rows of a table: times and shares rise, and the last share is 1.
fn values(r: &mut Reader<'_>, field: &Field<'_, '_>) -> Option<Vec<[f64; 2]>> {
    let items = r.list(field, what("values"))?;
    let mut rows: Vec<[f64; 2]> = Vec::with_capacity(items.len());
    for item in &items {
        let [time, share] = r.numbers(item, "two numbers [seconds, share]")?;
        let fault = if !within(time) {
            Some(format!("the time is {time:?}; expected {SECONDS}"))
        } else if !(0.0..=1.0).contains(&share) {
            Some(format!("the share is {share:?}; expected a number from 0 to 1"))
        } else {
            rows.last().and_then(|[t, s]| {
                let falls = time <= *t || share < *s;
                falls.then(|| format!("[{time:?}, {share:?}] does not rise after [{t:?}, {s:?}]"))
            })
        };
        if let Some(fault) = fault {
            let error = r.at(item.span(), fault).expected(what("values"));
            r.report(error);
            return None;
        }
        rows.push([time, share]);
    }
    if rows.last().is_none_or(|[_, share]| *share != 1.0) {
        let error = r.at(field.span(), "the last share is not 1: some would never set out");
        r.report(error.expected(what("values")));
        return None;
    }
    Some(rows)
}
