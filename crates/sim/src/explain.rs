//! What a model saw and weighed, written down for one walker.
//!
//! A model makes its decision once, generic over a [`Trace`]. Steering uses [`Silent`], which the compiler removes;
//! explaining uses an [`Explanation`], which keeps every note. So the two cannot diverge.

use crate::{AgentId, Row, Snapshot, SnapshotError, SnapshotReader, SnapshotWriter, snapshot};
use ambulo_geom::{Point, Vec2};

/// Something that listens to a decision being made.
///
/// ```
/// use ambulo_sim::{Note, Silent, Trace};
/// fn decide(trace: &mut impl Trace) { trace.note(|| Note::Text("nobody is near".into())); }
/// decide(&mut Silent);
/// ```
pub trait Trace {
    /// Whether notes are kept.
    const ON: bool;
    /// Adds a note; it is built only when notes are kept.
    fn note(&mut self, make: impl FnOnce() -> Note);
}

/// Nobody listens.
///
/// ```
/// use ambulo_sim::{Silent, Trace};
/// Silent.note(|| unreachable!("never put into words"));
/// ```
pub struct Silent;

impl Trace for Silent {
    const ON: bool = false;
    #[inline(always)]
    fn note(&mut self, _: impl FnOnce() -> Note) {}
}

/// One thing a model saw or weighed.
///
/// ```
/// use ambulo_sim::Note;
/// use ambulo_geom::Vec2;
/// let straight_on = Note::Candidate { velocity: Vec2::new(1.3, 0.0), cost: 0.0, terms: vec![], chosen: true };
/// assert!(matches!(straight_on, Note::Candidate { chosen: true, .. }));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// What was made of a neighbour.
    Neighbour {
        /// Who.
        row: Row,
        /// How it counts: counted, standing, hidden ...
        seen: &'static str,
        /// When a collision or interaction with it is expected [s].
        time: Option<f32>,
        /// More in words.
        about: String,
    },
    /// Directions in which some speeds are forbidden.
    Section {
        /// First direction, as an angle in the world [rad].
        from: f32,
        /// Last direction, counter-clockwise of the first [rad].
        to: f32,
        /// Speeds above this are forbidden [m/s],
        slow: f32,
        /// up to this [m/s].
        fast: f32,
        /// What the section costs.
        cost: f32,
        /// More in words.
        about: String,
    },
    /// A velocity that was considered.
    Candidate {
        /// It [m/s].
        velocity: Vec2,
        /// What it costs; least is best.
        cost: f32,
        /// What the cost is made of.
        terms: Vec<(&'static str, f32)>,
        /// Whether it was taken.
        chosen: bool,
    },
    /// A shape in the plane.
    Shape {
        /// What it is: kite, tangent, locus ...
        what: &'static str,
        /// Its corners, seen from the walker along the axes of the world [m].
        points: Vec<Vec2>,
        /// Whether the last corner is joined to the first.
        closed: bool,
    },
    /// An image the walker saw, or what it made of one.
    Image {
        /// What the values are: bearing rate, time to interaction ...
        what: &'static str,
        /// Their unit.
        unit: &'static str,
        /// Pixels across.
        columns: u32,
        /// The values, row after row from the upper left; not a number where nothing is seen.
        values: Vec<f32>,
        /// The value that matters most, and the one from which on none does: the ends of the colours.
        ends: [f32; 2],
    },
    /// A remark.
    Text(String),
}

/// A decision of one walker, with all notes.
///
/// ```
/// use ambulo_sim::{Explanation, Note, Trace};
/// let mut e = Explanation::default();
/// e.note(|| Note::Text("nobody is near".into()));
/// assert_eq!(e.notes.len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explanation {
    /// Who.
    pub id: AgentId,
    /// When [s].
    pub time: f64,
    /// Name of the model.
    pub model: &'static str,
    /// Whether it decided in this step, or keeps to what it chose before.
    pub decided: bool,
    /// Where it is [m].
    pub place: Point,
    /// Its radius [m].
    pub radius: f32,
    /// Its velocity [m/s].
    pub velocity: Vec2,
    /// The preferred velocity along its route [m/s].
    pub preferred: Vec2,
    /// The velocity it chose [m/s].
    pub chosen: Vec2,
    /// Those the engine showed it.
    pub around: Vec<Around>,
    /// The model's notes.
    pub notes: Vec<Note>,
}

/// A neighbour as the engine showed it.
///
/// ```
/// assert_eq!(ambulo_sim::Around::default().radius, 0.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Around {
    /// Its row in this step, as notes name it.
    pub row: u32,
    /// Who.
    pub id: AgentId,
    /// Where [m].
    pub place: Point,
    /// Its velocity [m/s].
    pub velocity: Vec2,
    /// Its radius [m].
    pub radius: f32,
}

snapshot!(Around { row, id, place, velocity, radius });
snapshot!(Explanation { id, time, model, decided, place, radius, velocity, preferred, chosen, around, notes });

impl Snapshot for Note {
    fn save(&self, out: &mut SnapshotWriter) {
        match self {
            Self::Neighbour { row, seen, time, about } => {
                (0u8, *row, (*seen, *time, about.clone())).save(out);
            }
            Self::Section { from, to, slow, fast, cost, about } => {
                (1u8, [*from, *to, *slow, *fast, *cost], about.clone()).save(out);
            }
            Self::Candidate { velocity, cost, terms, chosen } => {
                (2u8, *velocity, (*cost, terms.clone(), *chosen)).save(out);
            }
            Self::Shape { what, points, closed } => (3u8, *what, (points.clone(), *closed)).save(out),
            Self::Text(text) => (4u8, text.clone()).save(out),
            Self::Image { what, unit, columns, values, ends } => {
                (5u8, (*what, *unit, *columns), (values.clone(), *ends)).save(out);
            }
        }
    }

    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        Ok(match u8::load(from)? {
            0 => {
                let (row, (seen, time, about)) = Snapshot::load(from)?;
                Self::Neighbour { row, seen, time, about }
            }
            1 => {
                let ([first, to, slow, fast, cost], about) = Snapshot::load(from)?;
                Self::Section { from: first, to, slow, fast, cost, about }
            }
            2 => {
                let (velocity, (cost, terms, chosen)) = Snapshot::load(from)?;
                Self::Candidate { velocity, cost, terms, chosen }
            }
            3 => {
                let (what, (points, closed)) = Snapshot::load(from)?;
                Self::Shape { what, points, closed }
            }
            4 => Self::Text(Snapshot::load(from)?),
            5 => {
                let ((what, unit, columns), (values, ends)) = Snapshot::load(from)?;
                Self::Image { what, unit, columns, values, ends }
            }
            other => return Err(SnapshotError::new(format!("{other} is no kind of note"))),
        })
    }
}

impl Trace for Explanation {
    const ON: bool = true;
    fn note(&mut self, make: impl FnOnce() -> Note) {
        self.notes.push(make());
    }
}
