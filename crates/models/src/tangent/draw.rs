//! The pictures of an explanation: kite, tangents, interaction area, locus, solution.

use super::Tangent;
use super::kite::Kite;
use super::pair::{Judged, Own, PairInteraction, PerceivedAgent, errors, locus_axis, wedge};
use ambulo_geom::Vec2;
use ambulo_sim::{Note, Trace};

/// The personal area.
pub(super) fn kite(kite: &Kite, trace: &mut impl Trace) {
    trace.note(|| shape("kite", kite.corners(1.0).to_vec(), true));
}

/// One other: its tangents, the interaction area, the decision line and where the interaction point may be.
pub(super) fn pair(params: &Tangent, own: &Own, other: &PerceivedAgent, judged: &Judged, trace: &mut impl Trace) {
    let (p, v) = (other.p, other.v);
    let wedge = match judged {
        Judged::Interacts(i) => i.forbidden.wedge,
        _ => wedge(params, &own.kite, p, own.kite.gauge(p)),
    };
    // As far as the walker and the interaction point.
    let w = v - own.desired;
    let length = p.length().max(w.length()) + 1.0;
    let (right, left) = (p + wedge.right * length, p + wedge.left * length);
    trace.note(|| shape("tangent", vec![p, right], false));
    trace.note(|| shape("tangent", vec![p, left], false));
    trace.note(|| shape("interaction area", vec![p, right, left], true));
    trace.note(|| shape("decision line", vec![p, Vec2::ZERO], false));
    let time = ambulo_geom::cpa(p, v - own.velocity).time;
    let [along, across] = errors(params, other.observed, time);
    let axis = locus_axis(other);
    let (a, b) = (axis * (0.5 * along), axis.perp() * (0.5 * across));
    let i = p + w;
    trace.note(|| shape("locus", vec![i - a - b, i + a - b, i + a + b, i - a + b], true));
}

/// Where the velocity decided for takes each interaction point.
pub(super) fn solution(own: &Own, interactions: &[PairInteraction], v: Vec2, trace: &mut impl Trace) {
    for i in interactions {
        let point = |velocity: Vec2| i.p + i.forbidden.apex - velocity;
        trace.note(|| shape("solution", vec![point(own.desired), point(v)], false));
    }
}

fn shape(what: &'static str, points: Vec<Vec2>, closed: bool) -> Note {
    Note::Shape { what, points, closed }
}
