//! Checking claims: several at a time, those about time alone at the end.

use super::claim::{Bench, Check, Claim, ClaimResult, Class, Verdict};
use super::registry::Subject;
use crate::bench::Meter;
use ambulo_eval::page::Table;
use ambulo_eval::report::Picture;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;

/// What is checked, and how.
///
/// ```
/// use ambulo_lab::{Meter, reproduce::{ReproduceOptions, SUBJECTS}};
/// let options = ReproduceOptions { subjects: SUBJECTS.iter().collect(), threads: 2, seed: 1, meter: Meter { cpu_seconds: || 0.0, bytes: || 0 } };
/// assert!(options.subjects.len() > 10);
/// ```
#[derive(Clone)]
pub struct ReproduceOptions {
    /// Whose claims, in the order of the page.
    pub subjects: Vec<&'static Subject>,
    /// Checks at a time; 0 means one per core.
    pub threads: usize,
    /// Seed of all random numbers.
    pub seed: u64,
    /// CPU time and bytes of the program.
    pub meter: Meter,
}

/// A claim with what came of it.
///
/// ```
/// use ambulo_lab::{Meter, reproduce::{ReproduceOptions, Subject, reproduce}};
/// let subjects = vec![Subject::find("footsteps").unwrap()];
/// let options = ReproduceOptions { subjects, threads: 1, seed: 1, meter: Meter { cpu_seconds: || 0.0, bytes: || 0 } };
/// let all = reproduce(&options, |_, _, _| true).unwrap();
/// assert!(all.claims.iter().all(|c| c.subject == "footsteps" && c.seed == 1));
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// Name of the subject on the command line.
    pub subject: &'static str,
    /// The paper, by its short name.
    pub paper: &'static str,
    /// What is claimed.
    pub claim: &'static str,
    /// How far it can be checked.
    pub class: Class,
    /// What the paper prints, or what is asked for.
    pub paper_value: &'static str,
    /// What was measured in this run; nothing where nothing was.
    pub ours: Option<String>,
    /// The result.
    pub verdict: Verdict,
    /// What a reader must know.
    pub note: Option<String>,
    /// How long the check took [s].
    pub seconds: f64,
    /// Seed of its random numbers.
    pub seed: u64,
    /// Names of its figures.
    pub pictures: Vec<String>,
    /// The figures.
    #[serde(skip)]
    pub drawn: Vec<Picture>,
    /// Its tables.
    #[serde(skip)]
    pub tables: Vec<Table>,
}

/// All that was checked in one run.
///
/// ```
/// let nothing = ambulo_lab::reproduce::Reproduction { claims: vec![], seconds: 0.0, threads: 1, seed: 1 };
/// assert_eq!(nothing.count(ambulo_lab::reproduce::Verdict::Met), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Reproduction {
    /// The claims, in the order of the page.
    pub claims: Vec<Checked>,
    /// How long all took [s].
    pub seconds: f64,
    /// Checks at a time.
    pub threads: usize,
    /// Seed of all random numbers.
    pub seed: u64,
}

impl Reproduction {
    /// How many claims ended so.
    ///
    /// ```
    /// # use ambulo_lab::reproduce::{Reproduction, Verdict};
    /// let nothing = Reproduction { claims: vec![], seconds: 0.0, threads: 1, seed: 1 };
    /// assert_eq!(nothing.count(Verdict::Missed), 0);
    /// ```
    pub fn count(&self, verdict: Verdict) -> usize {
        self.claims.iter().filter(|c| c.verdict == verdict).count()
    }

    /// One object with everything: the command that asked for it, the page, and the document where one was written.
    ///
    /// ```
    /// # use ambulo_lab::reproduce::Reproduction;
    /// let nothing = Reproduction { claims: vec![], seconds: 0.0, threads: 1, seed: 7 };
    /// assert_eq!(nothing.json("ambulo reproduce", "out/reproduction.html", None)["seed"], 7);
    /// ```
    pub fn json(&self, command: &str, page: &str, docs: Option<&str>) -> Value {
        let counts: Map<_, _> = Verdict::ALL.iter().map(|v| (v.word().to_string(), json!(self.count(*v)))).collect();
        json!({
            "version": ambulo::VERSION, "command": command, "seed": self.seed, "threads": self.threads,
            "seconds": self.seconds, "page": page, "docs": docs, "counts": counts, "claims": self.claims,
        })
    }
}

/// Checks all claims of some subjects. `watch` hears how many of how many are done and what is next to be reported; if
/// it says `false`, no further check begins and there is no result. A check that breaks is a claim that was missed.
pub fn reproduce(
    options: &ReproduceOptions,
    mut watch: impl FnMut(usize, usize, &str) -> bool,
) -> Option<Reproduction> {
    let begun = Instant::now();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if options.threads == 0 { cores } else { options.threads.min(ambulo_sim::most_threads()) };
    let bench = Bench { seed: options.seed, meter: options.meter };
    let all: Vec<(&Subject, &Claim)> =
        options.subjects.iter().flat_map(|s| s.all_claims().map(move |c| (*s, c))).collect();
    let mut done: Vec<Option<Checked>> = (0..all.len()).map(|_| None).collect();
    let (beside, alone): (Vec<usize>, Vec<usize>) =
        (0..all.len()).partition(|k| !matches!(all[*k].1.check, Check::Alone(_)));
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (send, receive) = mpsc::channel();
    let mut count = 0;
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, beside.len().max(1)) {
            let (send, next, stop, beside, all, bench) = (send.clone(), &next, &stop, &beside, &all, &bench);
            scope.spawn(move || {
                while let Some(&k) = beside.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // Nobody listens any more once the run was stopped.
                    if stop.load(Ordering::Relaxed) || send.send((k, check(all[k], bench))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        for (k, checked) in receive {
            count += 1;
            if !watch(count, all.len(), checked.claim) {
                stop.store(true, Ordering::Relaxed);
            }
            done[k] = Some(checked);
        }
    });
    for k in alone {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        done[k] = Some(check(all[k], &bench));
        count += 1;
        if !watch(count, all.len(), all[k].1.claim) {
            stop.store(true, Ordering::Relaxed);
        }
    }
    let claims = done.into_iter().collect::<Option<Vec<_>>>()?;
    Some(Reproduction { claims, seconds: begun.elapsed().as_secs_f64(), threads, seed: options.seed })
}

fn check((subject, claim): (&Subject, &Claim), bench: &Bench) -> Checked {
    let begun = Instant::now();
    let (verdict, found) = match claim.check {
        Check::Run(run) | Check::Alone(run) => {
            let found = catch_unwind(AssertUnwindSafe(|| run(bench))).unwrap_or_else(|cause| broken(&*cause));
            (if found.met { Verdict::Met } else { Verdict::Missed }, found)
        }
        Check::NotPublic(why) => (Verdict::NotPublic, ClaimResult::default().note(why)),
        Check::NotBuilt(why) => (Verdict::NotBuilt, ClaimResult::default().note(why)),
    };
    // Nothing at all is 0, whatever the notation for what is tiny.
    let plain = |text: String| text.replace("0.0e0", "0").replace(" 0e0", " 0");
    Checked {
        subject: subject.name,
        paper: claim.paper,
        claim: claim.claim,
        class: claim.class,
        paper_value: claim.paper_value,
        ours: (!found.ours.is_empty()).then(|| plain(format!(" {}", found.ours)).trim_start().to_string()),
        verdict,
        note: found.note.map(plain),
        seconds: begun.elapsed().as_secs_f64(),
        seed: bench.seed,
        pictures: found.pictures.iter().map(|p| p.name.clone()).collect(),
        drawn: found.pictures,
        tables: found.tables,
    }
}

/// What a check left that panicked.
fn broken(cause: &(dyn Any + Send)) -> ClaimResult {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("for no reason given");
    ClaimResult::new(false, "the check itself failed").note(text)
}

#[cfg(test)]
mod tests {
    use super::super::registry::SUBJECTS;
    use super::*;
    use std::collections::BTreeSet;

    fn options(subjects: Vec<&'static Subject>, threads: usize) -> ReproduceOptions {
        ReproduceOptions { subjects, threads, seed: 1, meter: Meter { cpu_seconds: || 0.0, bytes: || 0 } }
    }

    fn sure(_: &Bench) -> ClaimResult {
        ClaimResult::new(true, "1")
    }

    fn breaks(_: &Bench) -> ClaimResult {
        panic!("on purpose")
    }

    const CLAIMS: &[Claim] = &[
        Claim::exact("A", "holds", "1", sure),
        Claim::substitute("A", "breaks", "1", breaks),
        Claim::exact("A", "takes time", "1", sure).alone(),
        Claim::not_public("A", "data", "1", "nobody has it"),
        Claim::not_built("A", Class::Reproducible, "missing", "1", "not here"),
    ];

    static SUBJECT: Subject = Subject { name: "a", title: "A", citation: "A", claims: &[CLAIMS] };

    #[test]
    fn verdicts_are_those_of_the_checks_in_the_order_of_the_claims_on_any_number_of_threads() {
        for threads in [1, 2, 7] {
            let all = reproduce(&options(vec![&SUBJECT], threads), |_, of, _| of == 5).expect("nobody stopped it");
            let verdicts: Vec<&str> = all.claims.iter().map(|c| c.verdict.word()).collect();
            assert_eq!(verdicts, ["met", "missed", "met", "not-public", "not-built"]);
            assert_eq!((all.claims[3].ours.as_deref(), all.claims[1].note.as_deref()), (None, Some("on purpose")));
        }
    }

    #[test]
    fn a_stopped_run_returns_nothing() {
        assert!(reproduce(&options(vec![&SUBJECT], 1), |_, _, _| false).is_none());
    }

    #[test]
    fn every_paper_that_is_followed_has_claims() {
        let papers: BTreeSet<&str> = SUBJECTS.iter().flat_map(|s| s.all_claims().map(|c| c.paper)).collect();
        let followed = ["LAM", "PAR", "TAN", "VIS", "KAR", "FBK", "APM", "FSP", "FSB", "MPD"];
        let baselines = ["SFM95", "HFV2000", "REY", "BOIDS", "RVO", "ORCA", "POW", "MHT", "CFSM", "PLE", "GCFM", "LTA"];
        for paper in followed.iter().chain(&baselines).chain(&["CA", "CONT"]) {
            assert!(papers.contains(paper), "{paper} has no claim");
        }
    }

    #[test]
    fn every_subject_has_claims_with_names_and_values_of_their_own() {
        let mut seen = BTreeSet::new();
        for subject in SUBJECTS {
            assert!(subject.all_claims().next().is_some(), "{} claims nothing", subject.name);
            for claim in subject.all_claims() {
                assert!(seen.insert((claim.paper, claim.claim)), "twice: {} {}", claim.paper, claim.claim);
                assert!(!claim.paper_value.is_empty() && !claim.claim.is_empty(), "{}", claim.claim);
                assert_eq!(
                    matches!(claim.check, Check::NotPublic(_)),
                    claim.class == Class::Data,
                    "{}: what needs data is not public",
                    claim.claim
                );
            }
        }
    }
}
