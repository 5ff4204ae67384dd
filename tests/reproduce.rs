//! `ambulo reproduce`, as people and scripts use it.

mod program;

use ambulo_lab::reproduce::SUBJECTS;
use program::{ambulo_with, json, stderr, top};
use serde_json::Value;
use std::path::Path;

fn reproduce(args: &[&str], out: &Path) -> Value {
    let out = out.to_string_lossy();
    let all: Vec<&str> = ["reproduce"].iter().chain(args).copied().chain(["--out", &out, "--json"]).collect();
    let output = ambulo_with(&all);
    assert!(output.status.success(), "{}", stderr(&output));
    json(&output)
}

fn claims(report: &Value) -> &[Value] {
    report["claims"].as_array().expect("claims")
}

fn word<'a>(claim: &'a Value, key: &str) -> &'a str {
    claim[key].as_str().unwrap_or_else(|| panic!("`{key}` of {claim}"))
}

#[test]
fn claims_are_reported_with_class_value_and_verdict_and_leave_one_page_with_figures() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = reproduce(&["feedback", "--threads", "2"], folder.path());
    for claim in claims(&report) {
        assert_eq!((word(claim, "paper"), word(claim, "subject")), ("FBK", "feedback"));
        assert!(!word(claim, "claim").is_empty() && !word(claim, "paper_value").is_empty());
        assert!(["R", "S", "D"].contains(&word(claim, "class")), "{claim}");
        assert!(["met", "missed", "not-public", "not-built"].contains(&word(claim, "verdict")), "{claim}");
        assert!(claim["seconds"].is_number() && claim["seed"].is_number(), "{claim}");
        let measured = ["met", "missed"].contains(&word(claim, "verdict"));
        assert_eq!(measured, claim["ours"].is_string(), "only what was measured has a figure of ours: {claim}");
    }
    // Turning gathers at step ends, nothing of a walk without feedback changes, the weight is that of figure 3.
    assert_eq!(claims(&report).iter().filter(|c| word(c, "verdict") == "met").count(), 6, "{report}");
    assert_eq!(report["counts"]["met"].as_u64(), Some(6));
    let page = std::fs::read_to_string(word(&report, "page")).expect("a page");
    for wanted in ["verdict", "feedback-phases", "Figure 3", "<svg"] {
        assert!(page.contains(wanted), "{wanted}");
    }
    assert!(folder.path().join("pictures/feedback-phases.png").is_file());
    let table = std::fs::read_to_string(folder.path().join("claims-feedback.csv")).expect("a table");
    assert_eq!(table.lines().count(), 1 + claims(&report).len());
}

#[test]
fn planned_footsteps_are_measured_under_a_name_in_any_case() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = reproduce(&["Footsteps"], folder.path());
    assert_eq!(claims(&report).len(), 6);
    for claim in claims(&report) {
        assert!(claim["ours"].is_string() && claim["note"].is_string(), "{claim}");
        // Those about time depend on the machine.
        assert!(word(claim, "class") == "S" || word(claim, "verdict") == "met", "{claim}");
    }
}

#[test]
fn unknown_papers_and_docs_elsewhere_are_refused_with_a_remedy() {
    let output = ambulo_with(&["reproduce", "telepathy", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("environment, lamarche, paris"), "{}", stderr(&output));
    assert!(json(&output)["errors"][0]["message"].is_string());
    let output = ambulo_with(&["reproduce", "feedback", "--write-docs"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("all papers"), "{}", stderr(&output));
}

#[test]
fn the_page_in_the_documentation_has_every_claim() {
    let page = std::fs::read_to_string(top().join("docs/reproduction.md")).expect("docs/reproduction.md");
    for claim in SUBJECTS.iter().flat_map(|s| s.all_claims()) {
        let report = claim.claim.replace('|', "\\|");
        assert!(page.contains(&report), "`{report}` is not there: run `ambulo reproduce --write-docs`");
    }
    for picture in page.split("](").skip(1).filter_map(|p| p.split(')').next()).filter(|p| p.ends_with(".png")) {
        assert!(top().join("docs").join(picture).is_file(), "{picture}");
    }
}
