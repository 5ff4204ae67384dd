//! The page of a reproduction, and the same as Markdown for the documentation.

use super::claim::{Class, Verdict};
use super::registry::{SUBJECTS, Subject};
use super::run::{Checked, Reproduction};
use ambulo_eval::page::{Page, Section, Table};
use std::fmt::Write;
use std::path::{Path, PathBuf};

const CLASSES: &str = "Class R: the claim can be checked without the authors' data. Class S: it is checked on a substitute, and \
                       the figure is that of the substitute, not the paper's. Class D: it needs data or machines that are \
                       not public; the paper's value stands there to compare with, and nothing was measured.";

const VERDICTS: &str = "Met and missed were measured in this run. Nothing was measured for not-public (what it needs was never \
                        published) and not-built (its subject is not part of this program). Where a paper prints no number, \
                        the column of its value states the criterion instead. Random \
                        numbers are fixed: another run gives the same figures, but for times.";

/// The page, to be written into a folder.
///
/// ```
/// let nothing = ambulo_lab::reproduce::Reproduction { claims: vec![], seconds: 0.0, threads: 1, seed: 1 };
/// let page = ambulo_lab::reproduce::page(&nothing, "ambulo reproduce");
/// assert_eq!(page.sections.len(), 1);
/// ```
pub fn page(all: &Reproduction, command: &str) -> Page {
    let mut sections = vec![Section::new("All papers").table(overview(all))];
    for (subject, claims) in by_subject(all) {
        let mut section = Section::new(subject.title).paragraph(subject.citation).table(claims_table(subject, &claims));
        section.tables.extend(claims.iter().flat_map(|c| c.tables.iter().cloned()));
        section.pictures = claims.iter().flat_map(|c| c.drawn.iter().cloned()).collect();
        sections.push(section);
    }
    Page {
        kind: "Reproduction".into(),
        title: "The papers' claims, checked".into(),
        provenance: [
            ("version", format!("ambulo {}", ambulo::VERSION)),
            ("command", command.into()),
            ("seed", all.seed.to_string()),
            ("checks at a time", all.threads.to_string()),
            ("took", format!("{:.0} s", all.seconds)),
        ]
        .map(|(k, v)| (k.to_string(), v))
        .to_vec(),
        notes: vec![CLASSES.into(), VERDICTS.into()],
        sections,
        ..Page::default()
    }
}

/// Writes `docs/reproduction.md` and its pictures, `docs/images/reproduce-NAME.png`, below a folder. `drawn` is the folder with
/// the pictures of the [`page`]. Pictures of earlier runs that are no longer made go.
pub fn write_docs(all: &Reproduction, drawn: &Path, root: &Path) -> std::io::Result<PathBuf> {
    let images = root.join("docs/images");
    for entry in std::fs::read_dir(&images)? {
        let path = entry?.path();
        let name = path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
        if name.starts_with("reproduce-") && name.ends_with(".png") {
            std::fs::remove_file(path)?;
        }
    }
    for picture in all.claims.iter().flat_map(|c| &c.drawn) {
        let from = drawn.join(format!("{}.png", picture.name));
        std::fs::copy(from, images.join(format!("reproduce-{}.png", picture.name)))?;
    }
    let file = root.join("docs/reproduction.md");
    std::fs::write(&file, markdown(all))?;
    Ok(file)
}

fn markdown(all: &Reproduction) -> String {
    let mut out = String::from("# The papers' claims, checked\n\n");
    let _ = writeln!(
        out,
        "Written by `ambulo reproduce --write-docs` (version {}, seed {}, {} checks at a time, {:.0} s); do not edit by hand. \
         Times are those of the machine it ran on.\n\n{CLASSES}\n\n{VERDICTS}\n",
        ambulo::VERSION,
        all.seed,
        all.threads,
        all.seconds
    );
    out.push_str(&overview(all).markdown());
    for (subject, claims) in by_subject(all) {
        let _ = writeln!(out, "\n## {}\n\n{}\n", subject.title, subject.citation);
        out.push_str(&claims_table(subject, &claims).markdown());
        for table in claims.iter().flat_map(|c| &c.tables) {
            let _ = write!(out, "\n{}\n\n{}", table.caption, table.markdown());
        }
        for p in claims.iter().flat_map(|c| &c.drawn) {
            let _ = write!(out, "\n![{}](images/reproduce-{}.png)\n\n{}\n", p.name, p.name, p.caption);
        }
    }
    out
}

/// The subjects that were checked, with their claims.
fn by_subject(all: &Reproduction) -> Vec<(&'static Subject, Vec<&Checked>)> {
    let of = |s: &'static Subject| (s, all.claims.iter().filter(|c| c.subject == s.name).collect::<Vec<_>>());
    SUBJECTS.iter().map(of).filter(|(_, claims)| !claims.is_empty()).collect()
}

fn overview(all: &Reproduction) -> Table {
    let mut head = vec!["subject"];
    head.extend(Verdict::ALL.map(Verdict::word));
    head.extend(["of them on a substitute", "time [s]"]);
    let mut table = Table::new("overview", "How many claims of each subject ended how", &head);
    let row = |name: &str, claims: &[&Checked]| {
        let measured = |c: &&&Checked| matches!(c.verdict, Verdict::Met | Verdict::Missed);
        let substitutes = claims.iter().filter(|c| c.class == Class::Substitute).filter(measured).count();
        let mut row = vec![name.to_string()];
        row.extend(Verdict::ALL.map(|v| claims.iter().filter(|c| c.verdict == v).count().to_string()));
        row.extend([substitutes.to_string(), format!("{:.1}", claims.iter().map(|c| c.seconds).sum::<f64>())]);
        row
    };
    for (subject, claims) in by_subject(all) {
        table = table.row(row(subject.name, &claims));
    }
    table.row(row("all", &all.claims.iter().collect::<Vec<_>>()))
}

fn claims_table(subject: &Subject, claims: &[&Checked]) -> Table {
    let head = ["paper", "claim", "class", "the paper, or what is asked for", "measured here", "verdict", "note"];
    let mut table = Table::new(&format!("claims-{}", subject.name), subject.title, &head);
    for c in claims {
        let ours = c.ours.clone().unwrap_or_default();
        let ours = if c.class == Class::Substitute && c.ours.is_some() { format!("substitute: {ours}") } else { ours };
        table = table.row([
            c.paper.to_string(),
            c.claim.to_string(),
            c.class.letter().to_string(),
            c.paper_value.to_string(),
            ours,
            c.verdict.word().to_string(),
            c.note.clone().unwrap_or_default(),
        ]);
    }
    table
}
