//! A claim of a paper, how it is checked, and what came out.

use crate::bench::Meter;
use ambulo_draw::Canvas;
use ambulo_eval::page::Table;
use ambulo_eval::report::Picture;
use serde::Serialize;

/// How far a claim can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Class {
    /// Can be checked without the authors' data.
    #[serde(rename = "R")]
    Reproducible,
    /// Can be checked on something that stands in for what the authors had; the figure is that of the substitute.
    #[serde(rename = "S")]
    Substitute,
    /// Needs the authors' data or machine; a value to compare with by hand, no more.
    #[serde(rename = "D")]
    Data,
}

impl Class {
    /// As one letter.
    pub fn letter(self) -> &'static str {
        match self {
            Self::Reproducible => "R",
            Self::Substitute => "S",
            Self::Data => "D",
        }
    }
}

/// Verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Measured in this run, and it holds.
    Met,
    /// Measured in this run, and it does not hold.
    Missed,
    /// What it needs was never published.
    NotPublic,
    /// Its subject is not part of this program.
    NotBuilt,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Met, Self::Missed, Self::NotPublic, Self::NotBuilt];

    /// As in the JSON object.
    pub fn word(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::Missed => "missed",
            Self::NotPublic => "not-public",
            Self::NotBuilt => "not-built",
        }
    }
}

/// What a check may use.
#[derive(Clone, Copy)]
pub struct Bench {
    /// Seed of all random numbers; the same for every check.
    pub seed: u64,
    /// CPU time and bytes of the program, for checks that take time.
    pub meter: Meter,
}

/// What a check found.
///
/// ```
/// use ambulo_lab::reproduce::ClaimResult;
/// let found = ClaimResult::new(true, "12.5 times").note("on a generated city");
/// assert!(found.met && found.note.is_some());
/// ```
#[derive(Clone, Debug, Default)]
pub struct ClaimResult {
    /// What was measured, in words, with its unit.
    pub ours: String,
    /// Whether the claim holds.
    pub met: bool,
    /// What a reader must know: what stands in for what, sample sizes that are smaller than they might be.
    pub note: Option<String>,
    /// Figures; the names are those of the files and begin with the subject.
    pub pictures: Vec<Picture>,
    /// Tables; the names are those of the files and begin with the subject.
    pub tables: Vec<Table>,
}

impl ClaimResult {
    /// A result without a note.
    ///
    /// ```
    /// assert!(!ambulo_lab::reproduce::ClaimResult::new(false, "3 mm").met);
    /// ```
    pub fn new(met: bool, ours: impl Into<String>) -> Self {
        Self { ours: ours.into(), met, ..Self::default() }
    }

    /// With a note; several become one.
    ///
    /// ```
    /// let found = ambulo_lab::reproduce::ClaimResult::new(true, "1").note("a").note("b");
    /// assert_eq!(found.note.as_deref(), Some("a; b"));
    /// ```
    pub fn note(mut self, words: impl Into<String>) -> Self {
        let words = words.into();
        self.note = Some(self.note.map_or(words.clone(), |note| format!("{note}; {words}")));
        self
    }

    /// With a figure more.
    ///
    /// ```
    /// use ambulo::eval::report::Picture;
    /// assert_eq!(ambulo_lab::reproduce::ClaimResult::default().picture(Picture::default()).pictures.len(), 1);
    /// ```
    pub fn picture(mut self, picture: Picture) -> Self {
        self.pictures.push(picture);
        self
    }

    /// With a drawing more, by name and caption.
    ///
    /// ```
    /// use ambulo::draw::LinePlot;
    /// let plot = LinePlot::new("Speed", "time [s]", "speed [m/s]").draw();
    /// assert_eq!(ambulo_lab::reproduce::ClaimResult::default().drawing("a-speed", "Speeds.", &plot).pictures[0].name, "a-speed");
    /// ```
    pub fn drawing(self, name: &str, caption: &str, canvas: &Canvas) -> Self {
        self.picture(Picture { name: name.into(), caption: caption.into(), svg: canvas.to_svg() })
    }

    /// With a table more.
    ///
    /// ```
    /// use ambulo::eval::page::Table;
    /// assert_eq!(ambulo_lab::reproduce::ClaimResult::default().table(Table::default()).tables.len(), 1);
    /// ```
    pub fn table(mut self, table: Table) -> Self {
        self.tables.push(table);
        self
    }
}

/// How a claim is checked.
///
/// ```
/// use ambulo_lab::reproduce::Check;
/// assert!(matches!(Check::NotBuilt("no such model here"), Check::NotBuilt(_)));
/// ```
#[derive(Clone, Copy)]
pub enum Check {
    /// By a measurement that may run beside others.
    Run(fn(&Bench) -> ClaimResult),
    /// By a measurement of time: it runs alone, after all others.
    Alone(fn(&Bench) -> ClaimResult),
    /// Not at all: why it cannot be.
    NotPublic(&'static str),
    /// Not at all: what is missing here.
    NotBuilt(&'static str),
}

/// A claim of a paper.
///
/// ```
/// use ambulo_lab::reproduce::{Claim, ClaimResult};
/// const CLAIM: Claim = Claim::exact("LAM", "two and two", "4", |_| ClaimResult::new(2 + 2 == 4, "4"));
/// assert_eq!(CLAIM.class.letter(), "R");
/// ```
#[derive(Clone, Copy)]
pub struct Claim {
    /// The paper, by its short name.
    pub paper: &'static str,
    /// What is claimed, in one sentence.
    pub claim: &'static str,
    /// How far it can be checked.
    pub class: Class,
    /// What the paper prints, or what is asked for where it prints no number.
    pub paper_value: &'static str,
    /// How it is checked.
    pub check: Check,
}

impl Claim {
    /// A claim that can be checked as it stands (class R).
    ///
    /// ```
    /// use ambulo_lab::reproduce::{Claim, Class, ClaimResult};
    /// assert_eq!(Claim::exact("LAM", "a", "b", |_| ClaimResult::default()).class, Class::Reproducible);
    /// ```
    pub const fn exact(
        paper: &'static str,
        claim: &'static str,
        paper_value: &'static str,
        run: fn(&Bench) -> ClaimResult,
    ) -> Self {
        Self { paper, claim, class: Class::Reproducible, paper_value, check: Check::Run(run) }
    }

    /// A claim that is checked on a substitute (class S).
    ///
    /// ```
    /// use ambulo_lab::reproduce::{Claim, Class, ClaimResult};
    /// assert_eq!(Claim::substitute("LAM", "a", "b", |_| ClaimResult::default()).class, Class::Substitute);
    /// ```
    pub const fn substitute(
        paper: &'static str,
        claim: &'static str,
        paper_value: &'static str,
        run: fn(&Bench) -> ClaimResult,
    ) -> Self {
        Self { paper, claim, class: Class::Substitute, paper_value, check: Check::Run(run) }
    }

    /// A claim that needs what was never published (class D).
    ///
    /// ```
    /// use ambulo_lab::reproduce::{Claim, Class};
    /// assert_eq!(Claim::not_public("PAR", "a", "b", "145 recordings").class, Class::Data);
    /// ```
    pub const fn not_public(
        paper: &'static str,
        claim: &'static str,
        paper_value: &'static str,
        why: &'static str,
    ) -> Self {
        Self { paper, claim, class: Class::Data, paper_value, check: Check::NotPublic(why) }
    }

    /// A claim about what is not part of this program.
    ///
    /// ```
    /// use ambulo_lab::reproduce::{Check, Claim, Class};
    /// let claim = Claim::not_built("VIS", Class::Substitute, "a", "b", "no such model here");
    /// assert!(matches!(claim.check, Check::NotBuilt(_)));
    /// ```
    pub const fn not_built(
        paper: &'static str,
        class: Class,
        claim: &'static str,
        paper_value: &'static str,
        why: &'static str,
    ) -> Self {
        Self { paper, claim, class, paper_value, check: Check::NotBuilt(why) }
    }

    /// The same, measured alone after all others: for claims about time.
    ///
    /// ```
    /// use ambulo_lab::reproduce::{Check, Claim, ClaimResult};
    /// let claim = Claim::exact("KAR", "a", "b", |_| ClaimResult::default()).alone();
    /// assert!(matches!(claim.check, Check::Alone(_)));
    /// ```
    pub const fn alone(mut self) -> Self {
        if let Check::Run(run) = self.check {
            self.check = Check::Alone(run);
        }
        self
    }
}
