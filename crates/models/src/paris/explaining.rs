//! Notes of a decision: neighbours, their sections, and what was chosen.

use super::Paris;
use super::angles::direction;
use super::choice::{Candidate, turned};
use super::exact::{self, CollisionSection};
use super::sections::{Aim, People};
use super::walls::Beholder;
use ambulo_geom::{Contact, Vec2, math, ttc_discs};
use ambulo_sim::{Note, Row, Trace, View, Wall};

/// Everybody around and their sections.
#[inline(always)]
pub(super) fn people<T: Trace>(
    view: &View<'_>,
    me: Row,
    p: &Paris,
    frame: Vec2,
    aim: &Aim,
    people: &People,
    trace: &mut T,
) {
    if T::ON {
        note_people(view, me, p, frame, aim, people, trace);
    }
}

fn note_people<T: Trace>(view: &View<'_>, me: Row, p: &Paris, frame: Vec2, aim: &Aim, people: &People, trace: &mut T) {
    let kept = |row: u32| (0..people.count).find(|k| people.row[*k] == row);
    for row in view.neighbours(me) {
        let hidden = !view.sees(me, row);
        let Some(k) = kept(row.0).filter(|_| !hidden) else {
            let seen = if hidden { "hidden" } else { "ignored" };
            trace.note(|| Note::Neighbour { row, seen, time: None, about: String::new() });
            continue;
        };
        let (d, v) = (Vec2::new(people.dx[k], people.dy[k]), Vec2::new(people.vx[k], people.vy[k]));
        let actual = view.body(row).velocity();
        let standing = v == Vec2::ZERO && actual != Vec2::ZERO;
        let time = match ttc_discs(d, v - Vec2::new(aim.speed, 0.0), people.reach[k]) {
            Contact::Never => None,
            met => Some(met.time()).filter(|t| *t <= aim.windows.horizon()),
        };
        trace.note(|| Note::Neighbour {
            row,
            seen: if standing { "standing" } else { "counted" },
            time,
            about: if standing { "outside the field of view".into() } else { String::new() },
        });
        let turn = frame.angle();
        exact::each_section(people, k, aim, |s| {
            let cost = cost(&s, aim, p);
            trace.note(|| Note::Section {
                from: math::wrap(s.from + turn) as f32,
                to: math::wrap(s.to + turn) as f32,
                slow: s.slow as f32,
                fast: s.fast as f32,
                cost,
                about: format!("walker {}, from {:.1} s", view.id(row), s.begins),
            });
        });
    }
}

fn cost(s: &CollisionSection, aim: &Aim, p: &Paris) -> f32 {
    p.alpha * aim.hurrying(s.fast as f32).min(aim.slowing(s.slow as f32)) * aim.sure(s.begins as f32)
}

/// The sections of a wall.
#[inline(always)]
pub(super) fn wall<T: Trace>(beholder: &Beholder, wall: &Wall, aim: &Aim, p: &Paris, trace: &mut T) {
    if !T::ON {
        return;
    }
    for to_b in [true, false] {
        beholder.pieces(wall, to_b, aim, |_, piece| {
            let end = |a: f32| turned(beholder.frame, direction(a)).angle() as f32;
            trace.note(|| Note::Section {
                from: end(piece.from),
                to: end(piece.to),
                slow: piece.slow,
                fast: f32::INFINITY,
                cost: p.alpha * aim.slowing(piece.slow) * aim.sure(piece.begins),
                about: format!("wall, from {:.1} s", piece.begins),
            });
        });
    }
}

/// A direction that was weighed, at the desired speed.
#[inline(always)]
pub(super) fn weighed<T: Trace>(c: &Candidate, speed: f32, frame: Vec2, trace: &mut T) {
    trace.note(|| Note::Candidate {
        velocity: turned(frame, direction(c.at)) * speed,
        cost: c.cost,
        terms: vec![("speed", c.speed), ("turning", c.turn)],
        chosen: false,
    });
}

/// The velocity that was taken.
#[inline(always)]
pub(super) fn chosen<T: Trace>(velocity: Vec2, why: &'static str, trace: &mut T) {
    trace.note(|| Note::Text(format!("chosen: {why}")));
    trace.note(|| Note::Candidate { velocity, cost: 0.0, terms: Vec::new(), chosen: true });
}
