//! What a walker saw and weighed, for those who ask.

use super::choice::{CostedVelocity, Scales};
use super::colliding::LocalFrame;
use super::domain::{DirectionFan, Directions, Speeds};
use ambulo_geom::Vec2;
use ambulo_sim::{LANES, Note, Row, Trace};

/// Corners of a circle as it is drawn.
const CORNERS: usize = 32;

/// A decision that was made.
pub(super) struct Talk<'a> {
    pub(super) scales: &'a Scales<'a>,
    pub(super) fan: DirectionFan,
    pub(super) speeds: &'a Speeds,
    pub(super) frame: LocalFrame,
    pub(super) choice: CostedVelocity,
    pub(super) soonest: f32,
    pub(super) threatened: bool,
}

impl Talk<'_> {
    pub(super) fn explain_to<T: Trace>(&self, radius: f32, trace: &mut T) {
        for o in self.scales.others {
            let seen = match (o.touches, o.gap < 0.0) {
                (true, _) => "touching",
                (false, true) => "threatening",
                (false, false) => "counted",
            };
            let about = format!("{:.2} m away, {:.2} m to keep", (o.gap + o.keep2).max(0.0).sqrt(), o.keep2.sqrt());
            trace.note(|| Note::Neighbour { row: Row(o.row), seen, time: Some(o.time), about });
        }
        let slow = self.speeds.list().iter().copied().fold(f32::INFINITY, f32::min);
        let fast = self.speeds.list().iter().copied().fold(0.0, f32::max);
        let widest = self.fan.count as f32 * self.fan.step;
        trace.note(|| {
            let what = if self.threatened { "to get away" } else { "to avoid it" };
            Note::Text(format!(
                "a collision in {:.2} s: {what} it may turn {:.0} deg and walk {slow:.2} to {fast:.2} m/s",
                self.soonest,
                widest.to_degrees()
            ))
        });
        let circle = |r: f32| -> Vec<Vec2> {
            let angle = |k: usize| std::f64::consts::TAU * k as f64 / CORNERS as f64;
            (0..CORNERS).map(|k| Vec2::from_angle(angle(k)) * r).collect()
        };
        trace.note(|| Note::Shape {
            what: "personal space",
            points: circle(radius + self.scales.p.security),
            closed: true,
        });
        trace.note(|| Note::Shape { what: "a second ahead", points: self.sector(widest, slow, fast), closed: true });
        self.candidates(trace);
    }

    /// Where the allowed velocities lead in a second.
    fn sector(&self, widest: f32, slow: f32, fast: f32) -> Vec<Vec2> {
        let along = |k: usize| f64::from(widest) * (2.0 * k as f64 / CORNERS as f64 - 1.0);
        let arc = |speed: f32| (0..=CORNERS).map(move |k| self.frame.world(Vec2::from_angle(along(k)) * speed));
        let inner: Vec<Vec2> = arc(slow).collect();
        arc(fast).chain(inner.into_iter().rev()).collect()
    }

    fn candidates<T: Trace>(&self, trace: &mut T) {
        if self.fan.facing != Vec2::ZERO {
            self.eight(&self.fan.about_now(), trace);
        }
        for block in 0..self.fan.blocks() {
            self.eight(&self.fan.block(block), trace);
        }
    }

    fn eight<T: Trace>(&self, d: &Directions, trace: &mut T) {
        for k in (0..LANES).filter(|k| d.extra[*k].is_finite()) {
            for speed in self.speeds.list() {
                let own = Vec2::new(speed * d.cos[k], speed * d.sin[k]);
                let chosen = own == self.choice.velocity;
                let velocity = self.frame.world(own);
                trace.note(|| match self.threatened {
                    true => {
                        let [effort, escape] = self.scales.escape_terms(own);
                        let terms = vec![("speed", effort), ("escape", escape)];
                        Note::Candidate { velocity, cost: effort + escape, terms, chosen }
                    }
                    false => {
                        let t = self.scales.terms(own);
                        let terms = vec![
                            ("turning", t.turning),
                            ("speed", t.speeding),
                            ("deviation", t.deviating),
                            ("collision", t.colliding),
                        ];
                        let cost = t.turning + t.speeding + t.deviating + t.colliding;
                        Note::Candidate { velocity, cost, terms, chosen }
                    }
                });
            }
        }
    }
}
