//! An evaluation as one JSON object. Its keys stay the same between versions.

use super::EvaluatedFile;
use ambulo_data::measured::Origin;
use ambulo_eval::bootstrap::{Estimate, Method};
use ambulo_eval::evaluation::Evaluation;
use ambulo_eval::fundamental::from_weidmann;
use serde_json::{Map, Value, json};
use std::path::Path;

impl EvaluatedFile {
    /// One object with everything; `page` is where the page was written.
    pub fn json(&self, page: Option<&Path>) -> Value {
        let Self { path, run, origin, questions: q, found } = self;
        let t = &found.trajectories;
        let metrics: Map<String, Value> = found
            .answers
            .iter()
            .map(|a| (a.metric.name.to_string(), estimate(a.value.as_ref(), a.metric.unit)))
            .collect();
        let seconds: Map<String, Value> =
            found.seconds.iter().map(|(name, s)| ((*name).to_string(), json!(s))).collect();
        let filter = q.filter.map(
            |f| json!({ "order": f.order, "cutoff_hz": f.cutoff_hz, "passes": 2, "parts_too_short": found.too_short }),
        );
        json!({
            "file": path.display().to_string(),
            "page": page.map(|p| p.display().to_string()),
            "run_id": run.run_id,
            "complete": run.complete,
            "warning": run.warning,
            "rows": t.rows().len(),
            "walkers": t.walks().count(),
            "frames": t.frames(),
            "duration_s": t.frames() as f64 / t.fps,
            "origin": {
                "kind": origin.kind.name(),
                "fps": t.fps,
                "fps_from": origin.fps.words(),
                "unit_m": origin.unit,
                "unit_from": origin.unit_from.words(),
                "walkable_from": origin.area.words(),
                "walkable_m2": t.area.area(),
                "first_frame": origin.first_frame,
                "frames_between": origin.stride,
                "file_fps": t.fps * f64::from(origin.stride),
                "warnings": origin.warnings,
            },
            "bridge": q.bridge.map(|s| json!({ "seconds": s, "rows_made_up": found.bridged })),
            "filter": filter,
            "faults": faults(found, origin),
            "metrics": metrics,
            "areas": areas(found),
            "lines": lines(found),
            "seconds": seconds,
        })
    }
}

/// Infinite and missing numbers are null.
fn number(v: f64) -> Value {
    if v.is_finite() { json!(v) } else { Value::Null }
}

fn estimate(e: Option<&Estimate>, unit: &str) -> Value {
    let Some(e) = e else {
        return json!({ "mean": null, "low": null, "high": null, "unit": unit, "n": 0, "interval": Method::None.name() });
    };
    let ends = |v: f64| if e.method == Method::None { Value::Null } else { number(v) };
    json!({
        "mean": number(e.mean), "low": ends(e.low), "high": ends(e.high), "unit": unit, "n": e.n,
        "interval": e.method.name(),
    })
}

fn faults(found: &Evaluation, origin: &Origin) -> Value {
    let f = &found.faults;
    let walkers: Vec<Value> = f
        .walkers
        .iter()
        .map(|w| {
            let jumps: Vec<Value> =
                w.jumps.iter().map(|j| json!({ "frame": j.frame, "m": j.metres, "m_s": j.speed })).collect();
            json!({
                "id": w.id, "missing_frames": w.missing, "longest_gap_frames": w.longest, "jumps": jumps,
                "rows_off_ground": w.outside, "first_off_ground": w.first_outside,
            })
        })
        .collect();
    let twice = origin.twice.map(|(_, (id, frame))| json!({ "id": id, "frame": frame }));
    json!({
        "missing_frames": f.missing(),
        "longest_gap_frames": f.longest(),
        "longest_gap_s": f64::from(f.longest()) / found.trajectories.fps,
        "jumps": f.jumps(),
        "jump_above_m_s": f.limit,
        "rows_twice": origin.twice.map_or(0, |t| t.0),
        "first_twice": twice,
        "rows_off_ground": f.outside(),
        "walkers": walkers,
    })
}

/// Figures with intervals of one area or line.
fn figures(found: &Evaluation, name: &str, of: &mut Map<String, Value>) {
    for (_, figure, unit, e) in found.intervals().iter().filter(|(at, ..)| at == name) {
        of.insert((*figure).to_string(), estimate(Some(e), unit));
    }
}

fn areas(found: &Evaluation) -> Map<String, Value> {
    let mut all = Map::new();
    for a in &found.macroscopic.areas {
        let mut one = Map::new();
        one.insert("size_m2".into(), json!(a.area.size()));
        one.insert("level".into(), json!(a.area.level));
        one.insert("from_s".into(), json!(a.steady.start as f64 / found.trajectories.fps));
        one.insert("to_s".into(), json!(a.steady.end as f64 / found.trajectories.fps));
        one.insert("off_weidmann_m_s".into(), json!(from_weidmann(&a.pairs)));
        figures(found, &a.area.name, &mut one);
        all.insert(a.area.name.clone(), Value::Object(one));
    }
    all
}

fn lines(found: &Evaluation) -> Map<String, Value> {
    let mut all = Map::new();
    for l in &found.macroscopic.lines {
        let mut one = Map::new();
        one.insert("length_m".into(), json!(l.line.length()));
        one.insert("level".into(), json!(l.line.level));
        one.insert("people".into(), json!(l.crossings.len()));
        one.insert("forward".into(), json!(l.crossings.iter().filter(|c| c.forward).count()));
        one.insert("vanished".into(), json!({ "people": l.vanished.people, "metres": l.vanished.metres }));
        one.insert("first_s".into(), json!(l.crossings.first().map(|c| c.time)));
        one.insert("last_s".into(), json!(l.crossings.last().map(|c| c.time)));
        figures(found, &l.line.name, &mut one);
        all.insert(l.line.name.clone(), Value::Object(one));
    }
    all
}
