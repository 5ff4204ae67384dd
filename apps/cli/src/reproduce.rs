//! `ambulo reproduce`.

use crate::failure::Failure;
use crate::meter::METER;
use crate::names::unknown;
use crate::output::json as print_json;
use crate::progress::Bar;
use crate::reproduce_args::ReproduceArgs;
use crate::run::{command_line, new_folder};
use crate::signals;
use ambulo::evaluate::write_page;
use ambulo_lab::reproduce::{
    ReproduceOptions, Reproduction, SUBJECTS, Subject, Verdict, page, reproduce as check, write_docs,
};
use anyhow::Context;
use std::path::Path;
use std::sync::atomic::Ordering;

/// The same for every run, so that two runs can be compared.
const SEED: u64 = 1;

pub fn reproduce(args: &ReproduceArgs) -> Result<(), Failure> {
    let subjects = chosen(args)?;
    let out = args.out.clone().unwrap_or_else(|| new_folder(&format!("reproduce-{}", args.paper.to_lowercase())));
    let stop = signals::stop()?;
    let mut bar = Bar::new(args.output.quiet);
    let options = ReproduceOptions { subjects, threads: args.threads, seed: SEED, meter: METER };
    let all = check(&options, |done, of, claim| {
        bar.count(done, of, || format!("{done} of {of} claims: {claim}"));
        !stop.load(Ordering::Relaxed)
    });
    bar.finish();
    let all = all.ok_or_else(|| anyhow::anyhow!("stopped before all claims were checked; nothing was written"))?;
    let write = || page(&all, &command_line()).write(&out, "reproduction.html");
    let html = write_page(&out, "reproduction", &command_line(), write).map_err(Failure::of_page)?;
    let docs = if args.write_docs {
        let file = write_docs(&all, &out.join("pictures"), Path::new("."));
        Some(file.context("cannot write docs/reproduction.md and docs/images")?.display().to_string())
    } else {
        None
    };
    let page = html.display().to_string();
    if args.json {
        print_json(&all.json(&command_line(), &page, docs.as_deref()))?;
    } else if !args.output.quiet {
        print_report(&all, &page);
    }
    Ok(())
}

fn chosen(args: &ReproduceArgs) -> Result<Vec<&'static Subject>, Failure> {
    let everything = args.paper.eq_ignore_ascii_case("all");
    if args.write_docs {
        if !everything {
            return Err(Failure::Usage(
                "--write-docs writes about all papers; leave the name of the paper away".into(),
            ));
        }
        if !Path::new("docs/images").is_dir() {
            let text = "there is no folder docs/images here; give --write-docs at the top of the project";
            return Err(Failure::Usage(text.into()));
        }
    }
    if everything {
        return Ok(SUBJECTS.iter().collect());
    }
    Subject::find(&args.paper)
        .map(|s| vec![s])
        .ok_or_else(|| unknown("paper", &args.paper, SUBJECTS.iter().map(|s| s.name).chain(["all"])))
}

fn print_report(all: &Reproduction, page: &str) {
    let mut subject = "";
    for c in &all.claims {
        if c.subject != subject {
            subject = c.subject;
            print_line!("{subject}");
        }
        let measured = matches!(c.verdict, Verdict::Met | Verdict::Missed);
        let substitute = if measured && c.class.letter() == "S" { "substitute: " } else { "" };
        let ours = c.ours.as_deref().or(c.note.as_deref()).unwrap_or_default();
        print_line!("  {:<10} {} {:<7} {}", c.verdict.word(), c.class.letter(), c.paper, c.claim);
        print_line!("  {:<20} paper: {}; here: {substitute}{ours}", "", c.paper_value);
    }
    let counts: Vec<String> = Verdict::ALL.iter().map(|v| format!("{} {}", all.count(*v), v.word())).collect();
    print_line!("{} claims in {:.0} s: {}.", all.claims.len(), all.seconds, counts.join(", "));
    print_line!("The page with pictures is {page}");
}
