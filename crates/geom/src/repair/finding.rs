//! Changes to a drawing, and warnings.

use crate::Point;
use std::fmt;

/// What a finding is about.
///
/// ```
/// assert_eq!(ambulo_geom::repair::FindingKind::GapClosed.to_string(), "gap-closed");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingKind {
    /// Corners moved to the lattice.
    Snapped,
    /// Lines that cross or end on each other were split there.
    Split,
    /// A line drawn twice.
    Duplicate,
    /// A piece without length, or a ring without area.
    Empty,
    /// An area too thin to be meant.
    Sliver,
    /// Shapes that overlap were united.
    United,
    /// An outline of an obstacle crosses itself.
    SelfCrossing,
    /// A gap between wall ends was closed.
    GapClosed,
    /// A gap between wall ends was left open.
    GapLeft,
    /// A wall ends in the open.
    Dangling,
    /// Walls with walkable ground on both sides.
    ThinWall,
    /// The walkable area reaches the edge of the drawing.
    OpenBoundary,
    /// A very small walkable part.
    TinyPart,
    /// Parts touch in a single place, where nobody can pass.
    Touching,
    /// The plan was moved near the origin.
    Recentred,
    /// Units were converted or guessed.
    Units,
    /// Degrees were projected to metres.
    Projected,
    /// Something was chosen because nobody said what is meant.
    Guessed,
    /// Something in the file was passed over.
    Ignored,
    /// Something the file refers to is not in it.
    Missing,
    /// Layers of a drawing were chosen.
    Layers,
    /// The frame of a drawing was recognised.
    Frame,
    /// A door was recognised.
    Door,
    /// Water, which nobody can walk on.
    Water,
}

impl FindingKind {
    /// The name used in messages and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Snapped => "snapped",
            Self::Split => "split",
            Self::Duplicate => "duplicate",
            Self::Empty => "empty",
            Self::Sliver => "sliver",
            Self::United => "united",
            Self::SelfCrossing => "self-crossing",
            Self::GapClosed => "gap-closed",
            Self::GapLeft => "gap-left",
            Self::Dangling => "dangling",
            Self::ThinWall => "thin-wall",
            Self::OpenBoundary => "open-boundary",
            Self::TinyPart => "tiny-part",
            Self::Touching => "touching",
            Self::Recentred => "recentred",
            Self::Units => "units",
            Self::Projected => "projected",
            Self::Guessed => "guessed",
            Self::Ignored => "ignored",
            Self::Missing => "missing",
            Self::Layers => "layers",
            Self::Frame => "frame",
            Self::Door => "door",
            Self::Water => "water",
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether something was changed or is only a warning.
///
/// ```
/// use ambulo_geom::repair::Severity;
/// assert_ne!(Severity::Change, Severity::Warning);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The drawing was changed, as a person would have.
    Change,
    /// A person should look.
    Warning,
}

/// One change or warning, with its place.
///
/// ```
/// use ambulo_geom::{Point, repair::{Finding, FindingKind, Severity}};
/// let f = Finding::warning(FindingKind::Dangling, Point::new(1.0, 2.0), "line 7 ends in the open");
/// assert_eq!((f.severity, f.to_string()), (Severity::Warning, "dangling at (1, 2): line 7 ends in the open".into()));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What it is about.
    pub kind: FindingKind,
    /// Where [m].
    pub at: Point,
    /// In words.
    pub detail: String,
    /// Change or warning.
    pub severity: Severity,
}

impl Finding {
    /// Something that was changed.
    ///
    /// ```
    /// use ambulo_geom::{Point, repair::{Finding, FindingKind}};
    /// assert!(Finding::change(FindingKind::Split, Point::new(0.0, 0.0), "line 1").detail.contains("line 1"));
    /// ```
    pub fn change(kind: FindingKind, at: Point, detail: impl Into<String>) -> Self {
        Self { kind, at, detail: detail.into(), severity: Severity::Change }
    }

    /// Something to check.
    ///
    /// ```
    /// use ambulo_geom::{Point, repair::{Finding, FindingKind}};
    /// assert!(Finding::warning(FindingKind::TinyPart, Point::new(0.0, 0.0), "").detail.is_empty());
    /// ```
    pub fn warning(kind: FindingKind, at: Point, detail: impl Into<String>) -> Self {
        Self { kind, at, detail: detail.into(), severity: Severity::Warning }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}: {}", self.kind, self.at, self.detail)
    }
}

/// Findings of one repair; from the hundredth of a kind on they are only counted.
///
/// ```
/// use ambulo_geom::{Point, repair::{Finding, FindingKind, Findings}};
/// let mut all = Findings::default();
/// for i in 0..250 {
///     all.add(FindingKind::Split, |kind| Finding::change(kind, Point::new(f64::from(i), 0.0), "a crossing"));
/// }
/// let list = all.into_list();
/// assert_eq!(list.len(), 101);
/// assert!(list[100].detail.contains("150 more"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Findings {
    list: Vec<Finding>,
    counts: Vec<(FindingKind, usize)>,
}

const REPORTED: usize = 100;

impl Findings {
    /// Adds one; it is only built when it will be reported.
    ///
    /// ```
    /// use ambulo_geom::{Point, repair::{Finding, FindingKind, Findings}};
    /// let mut all = Findings::default();
    /// all.add(FindingKind::Split, |kind| Finding::change(kind, Point::new(0.0, 0.0), "a crossing"));
    /// assert_eq!(all.count(FindingKind::Split), 1);
    /// ```
    pub fn add(&mut self, kind: FindingKind, make: impl FnOnce(FindingKind) -> Finding) {
        let entry = match self.counts.iter().position(|(k, _)| *k == kind) {
            Some(i) => &mut self.counts[i].1,
            None => {
                self.counts.push((kind, 0));
                let last = self.counts.len() - 1;
                &mut self.counts[last].1
            }
        };
        *entry += 1;
        if *entry <= REPORTED {
            self.list.push(make(kind));
        }
    }

    /// How many of a kind there were.
    ///
    /// ```
    /// use ambulo_geom::repair::{FindingKind, Findings};
    /// assert_eq!(Findings::default().count(FindingKind::Sliver), 0);
    /// ```
    pub fn count(&self, kind: FindingKind) -> usize {
        self.counts.iter().find(|(k, _)| *k == kind).map_or(0, |(_, n)| *n)
    }

    /// How many of each kind there were, in the order of their first.
    ///
    /// ```
    /// assert!(ambulo_geom::repair::Findings::default().counts().is_empty());
    /// ```
    pub fn counts(&self) -> &[(FindingKind, usize)] {
        &self.counts
    }

    /// All of them, each kind that was cut short closed by a sum.
    ///
    /// ```
    /// assert!(ambulo_geom::repair::Findings::default().into_list().is_empty());
    /// ```
    pub fn into_list(mut self) -> Vec<Finding> {
        for &(kind, n) in &self.counts {
            let last = self.list.iter().rev().find(|f| f.kind == kind);
            if let Some(last) = last.filter(|_| n > REPORTED) {
                let more = format!("and {} more of this kind, {n} in all", n - REPORTED);
                let sum = Finding { kind, at: last.at, detail: more, severity: last.severity };
                self.list.push(sum);
            }
        }
        self.list
    }
}
