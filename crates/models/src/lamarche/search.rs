//! The local optimisation: proposals in a list, best first, until one holds.

use super::Lamarche;
use super::configuration::tried;
use super::prediction::{SeenNeighbour, earliest};
use super::reactions::{rate, react};
use super::vector::{DVec2d, v};
use ambulo_sim::{Note, Row, Trace};

/// Room for proposals.
const MOST: usize = 96;
/// Proposals nearer than this are one [m/s].
const SAME: f64 = 1e-3;
/// What is better by less is no better: ties go to the side that is asked first.
const BETTER: f64 = 1e-6;

#[derive(Clone, Copy, Default)]
struct Proposal {
    quality: f64,
    speed: DVec2d,
    /// When the collision comes that it reacts to [s].
    time: f64,
    taken: bool,
}

/// The first collision is infinitely far; this stands for it where a finite number is needed [s].
const FAR: f64 = 1e9;

/// The best compromise between the quality of reactions and the time without collision. Zero when nothing holds.
pub(super) fn optimise<T: Trace>(
    others: &[SeenNeighbour],
    wanted: DVec2d,
    fastest: f64,
    p: &Lamarche,
    trace: &mut T,
) -> DVec2d {
    let horizon = f64::from(p.horizon);
    let mut list = [Proposal::default(); MOST];
    list[0] = Proposal { quality: 1.0, speed: wanted, time: FAR, taken: false };
    let mut used = 1;
    let mut explored: Option<(f64, DVec2d)> = None;
    for _ in 0..p.most_proposals as usize {
        let Some(at) = head(&list[..used]) else { break };
        list[at].taken = true;
        let Proposal { quality, speed, time, .. } = list[at];
        let Some((k, tc)) = earliest(others, speed, horizon).filter(|(_, tc)| *tc < time) else {
            trace.note(|| candidate(quality, speed, f64::INFINITY, true));
            return speed;
        };
        let other = &others[k];
        let kind = other.kind(speed, tc);
        trace.note(|| candidate(quality, speed, tc, false));
        trace.note(|| Note::Neighbour {
            row: Row(other.row),
            seen: kind.name(),
            time: Some(tc as f32),
            about: format!("{} collision", kind.name()),
        });
        if explored.is_none_or(|(best, _)| quality * tc > best) {
            explored = Some((quality * tc, speed));
        }
        let reactions = tried(p, kind);
        if reactions.iter().all(Option::is_none) {
            trace.note(|| candidate(quality, speed, tc, true));
            return speed;
        }
        for (reaction, exponents) in reactions.into_iter().flatten() {
            let Some(out) = react(reaction, other, speed, fastest, |s| rate(s, wanted, exponents)) else { continue };
            let quality =
                if p.quality == 1.0 { quality * rate(out, speed, exponents) } else { rate(out, wanted, exponents) };
            let known = list[..used].iter().any(|q| (q.speed - out).square() < SAME * SAME);
            if quality > 0.0 && !known && used < MOST {
                list[used] = Proposal { quality, speed: out, time: tc, taken: false };
                used += 1;
                trace.note(|| Note::Text(format!("{} proposed: {:.2}, {:.2} m/s", reaction.name(), out.x, out.y)));
            }
        }
    }
    // Limit reached with proposals left: the best of those evaluated. Nothing left: stop.
    let speed = match explored {
        Some((_, speed)) if head(&list[..used]).is_some() => speed,
        _ => v(0.0, 0.0),
    };
    trace.note(|| candidate(0.0, speed, 0.0, true));
    speed
}

/// The best proposal not evaluated yet.
fn head(list: &[Proposal]) -> Option<usize> {
    let mut best: Option<(usize, f64, f64)> = None;
    for (k, q) in list.iter().enumerate().filter(|(_, q)| !q.taken) {
        let worth = q.quality * q.time;
        let better = |(_, w, quality): (usize, f64, f64)| {
            let tolerance = BETTER * w.abs();
            worth > w + tolerance || (worth >= w - tolerance && q.quality > quality * (1.0 + BETTER))
        };
        if best.is_none_or(better) {
            best = Some((k, worth, q.quality));
        }
    }
    best.map(|(k, ..)| k)
}

fn candidate(quality: f64, speed: DVec2d, tc: f64, chosen: bool) -> Note {
    Note::Candidate {
        velocity: speed.narrow(),
        cost: (1.0 - quality) as f32,
        terms: vec![("quality", quality as f32), ("collision in", tc.min(99.0) as f32)],
        chosen,
    }
}
