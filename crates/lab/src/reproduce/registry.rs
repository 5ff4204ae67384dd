//! All subjects by name. A new claim is one line in its subject's file; a new subject is one file and one line here.

use super::claim::Claim;
use super::{
    apm, baselines, blending, calibration, environment, feedback, footsteps, karamouzas, lamarche, mpd, paris, tangent,
    vision,
};

/// A paper, or what several papers are about.
///
/// ```
/// use ambulo_lab::reproduce::Subject;
/// assert!(Subject::find("Environment").is_some() && Subject::find("telepathy").is_none());
/// ```
pub struct Subject {
    /// Name on the command line.
    pub name: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// Where it was published.
    pub citation: &'static str,
    /// What is claimed, a list for each file.
    pub claims: &'static [&'static [Claim]],
}

impl Subject {
    /// The subject of that name; capital letters do not matter.
    ///
    /// ```
    /// assert_eq!(ambulo_lab::reproduce::Subject::find("paris").unwrap().name, "paris");
    /// ```
    pub fn find(name: &str) -> Option<&'static Self> {
        SUBJECTS.iter().find(|s| s.name.eq_ignore_ascii_case(name))
    }

    /// Its claims, in order.
    ///
    /// ```
    /// assert!(ambulo_lab::reproduce::Subject::find("feedback").unwrap().all_claims().count() > 3);
    /// ```
    pub fn all_claims(&self) -> impl Iterator<Item = &'static Claim> + use<> {
        self.claims.iter().flat_map(|list| list.iter())
    }
}

/// The subjects, in the order of the page.
///
/// ```
/// assert_eq!(ambulo_lab::reproduce::SUBJECTS[0].name, "environment");
/// ```
pub static SUBJECTS: &[Subject] = &[
    environment::SUBJECT,
    lamarche::SUBJECT,
    paris::SUBJECT,
    tangent::SUBJECT,
    vision::SUBJECT,
    karamouzas::SUBJECT,
    feedback::SUBJECT,
    apm::SUBJECT,
    footsteps::SUBJECT,
    blending::SUBJECT,
    baselines::SUBJECT,
    mpd::SUBJECT,
    calibration::SUBJECT,
];
