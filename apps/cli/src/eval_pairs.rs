//! `ambulo eval pairs`.

use crate::eval_command::{EvalPairsArgs, data_name, tracks};
use crate::eval_load::filter;
use crate::failure::Failure;
use crate::output::{json as print_json, with_flags};
use crate::run::{command_line, new_folder};
use ambulo::data::words::counted;
use ambulo::eval::pairs::PairRules;
use ambulo::evaluate::write_page;
use ambulo_lab::{PairsFound, PairsInfo, find_pairs};

pub fn pairs(args: &EvalPairsArgs) -> Result<(), Failure> {
    let (measured, tracks, unfiltered) = tracks(&args.file, &args.load)?;
    let rules = PairRules {
        angle_deg: args.angle,
        nearest: args.nearest,
        nobody_within: args.nobody_within,
        without_company: args.without_company,
        before: args.before,
        lines_cross: !args.passing,
        ..PairRules::default()
    };
    let found = find_pairs(&measured, &tracks, &rules);
    let info = PairsInfo {
        name: data_name(&args.file),
        file: args.file.to_string_lossy().into_owned(),
        filter: filter(&args.load),
        unfiltered,
        command: command_line(),
    };
    let out = args.out.clone().unwrap_or_else(|| new_folder(&format!("pairs-{}", info.name)));
    let mut page = found.page(&info);
    page.notes.iter_mut().for_each(|note| *note = with_flags(note));
    let html = write_page(&out, "pairs", &info.command, || page.write(&out, "pairs.html")).map_err(Failure::of_page)?;
    if args.json {
        print_json(&found.json(&info, &html))?;
    } else if !args.quiet {
        print_report(&found);
        if let Some(hint) = &found.hint {
            print_line!("{hint}");
        }
        print_line!("The page with pictures is {}", html.display());
    }
    Ok(())
}

fn print_report(found: &PairsFound) {
    print_line!("{}", counted(found.pairs.len(), "pair crosses", "pairs cross"));
    if found.pairs.is_empty() {
        return;
    }
    for table in &found.tables()[..3] {
        print_line!("");
        print_line!("{}", table.caption);
        table.lines().iter().for_each(|line| print_line!("{line}"));
    }
}
