//! A step of an explanation as JSON.

use ambulo_geom::Vec2;
use ambulo_sim::{Explanation, Note};
use serde_json::{Value, json};

/// To a tenth of a millimetre: more digits would only fill the disk.
fn short(x: f64) -> Value {
    let rounded = (x * 1e4).round() / 1e4;
    if rounded.is_finite() { json!(rounded) } else { Value::Null }
}

fn number(x: f32) -> Value {
    short(f64::from(x))
}

fn pair(v: Vec2) -> Value {
    json!([number(v.x), number(v.y)])
}

pub(super) fn step(e: &Explanation) -> Value {
    let mut neighbours: Vec<Value> = Vec::new();
    for a in &e.around {
        let mut entry = json!({
            "id": a.id.0, "x": short(a.place.x), "y": short(a.place.y), "velocity": pair(a.velocity),
            "radius": number(a.radius),
        });
        let mut noted = e.notes.iter().filter_map(|n| match n {
            Note::Neighbour { row, seen, time, about } if row.0 == a.row => Some((seen, time, about)),
            _ => None,
        });
        if let Some((seen, time, about)) = noted.next_back() {
            entry["seen"] = json!(seen);
            entry["time"] = time.map_or(Value::Null, number);
            entry["about"] = json!(about);
        }
        neighbours.push(entry);
    }
    let (mut sections, mut candidates, mut shapes, mut remarks) = (vec![], vec![], vec![], vec![]);
    for note in &e.notes {
        match note {
            Note::Neighbour { .. } => {}
            Note::Section { from, to, slow, fast, cost, about } => sections.push(json!({
                "from": number(*from), "to": number(*to), "slow": number(*slow), "fast": number(*fast),
                "cost": number(*cost), "about": about,
            })),
            Note::Candidate { velocity, cost, terms, chosen } => {
                let terms: serde_json::Map<String, Value> =
                    terms.iter().map(|(name, value)| ((*name).to_string(), number(*value))).collect();
                candidates.push(json!({
                    "velocity": pair(*velocity), "cost": number(*cost), "terms": terms, "chosen": chosen,
                }));
            }
            Note::Shape { what, points, closed } => {
                let points: Vec<Value> = points.iter().map(|p| pair(*p)).collect();
                shapes.push(json!({ "what": what, "points": points, "closed": closed }));
            }
            // Thousands of numbers at every step: they are drawn, not listed.
            Note::Image { .. } => {}
            Note::Text(text) => remarks.push(json!(text)),
        }
    }
    json!({
        "time": short(e.time), "model": e.model, "decided": e.decided, "x": short(e.place.x), "y": short(e.place.y),
        "radius": number(e.radius), "velocity": pair(e.velocity), "preferred": pair(e.preferred),
        "chosen": pair(e.chosen), "neighbours": neighbours, "sections": sections, "candidates": candidates,
        "shapes": shapes, "remarks": remarks,
    })
}
