//! `ambulo eval models`.

use crate::eval_command::{EvalModelsArgs, data_name, tracks};
use crate::eval_load::filter;
use crate::failure::Failure;
use crate::output::json as print_json;
use crate::progress::Bar;
use crate::run::{command_line, new_folder};
use crate::{models, signals};
use ambulo::Overrides;
use ambulo::eval::pairs::PairRules;
use ambulo::evaluate::write_page;
use ambulo_lab::{
    HumanLikeness, HumanLikenessOptions, RealMeeting, human_likeness, human_likeness_markdown, human_likeness_page,
    human_likeness_provenance, human_likeness_tiles, meetings_of,
};
use anyhow::Context;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::Ordering;

pub fn eval_models(args: &EvalModelsArgs) -> Result<(), Failure> {
    let mut options = HumanLikenessOptions {
        crossings: args.crossings,
        seed: args.seed,
        threads: args.cores.threads,
        ..HumanLikenessOptions::default()
    };
    if !args.models.is_empty() {
        args.models.iter().try_for_each(|m| models::known(m))?;
        options.models.clone_from(&args.models);
    }
    for path in &args.params_file {
        let (model, params) = Overrides::model_params(path)?;
        if !options.models.contains(&model) {
            let words = format!("{} has parameters of `{model}`, which is not among the models", path.display());
            return Err(Failure::Usage(words));
        }
        options.params.push((model, params));
    }
    let mut meetings: Vec<RealMeeting> = Vec::new();
    for file in &args.data {
        let (_, tracks, _) = tracks(file, &args.load)?;
        // On pavements most pairs come towards each other: they count too.
        let rules = PairRules { angle_deg: (30.0, 180.0), lines_cross: false, nearest: 2.0, ..PairRules::default() };
        let mut found = meetings_of(&tracks, &rules);
        found.iter_mut().for_each(|m| m.radius = args.load.radius);
        if found.is_empty() {
            return Err(Failure::Usage(format!(
                "{}: no two people meet in it; `ambulo eval pairs` lists the details",
                file.display()
            )));
        }
        meetings.extend(found);
    }
    let stop = signals::stop()?;
    let mut bar = Bar::new(args.output.quiet);
    let mut done = 0;
    let result = human_likeness(&options, &meetings, |model| {
        bar.count(done, options.models.len(), || model.to_string());
        done += 1;
        !stop.load(Ordering::Relaxed)
    });
    bar.finish();
    let all = result.map_err(|e| Failure::Run(anyhow::anyhow!("{e}")))?;
    let all =
        all.ok_or_else(|| Failure::Run(anyhow::anyhow!("stopped before all models were done; nothing is written")))?;
    let data = args.data.iter().map(|f| data_name(f)).collect::<Vec<_>>().join(", ");
    let out = args.out.clone().unwrap_or_else(|| new_folder("models"));
    let provenance = human_likeness_provenance(&options, &data, filter(&args.load), &command_line());
    let page = human_likeness_page(&all, provenance, &data);
    let html =
        write_page(&out, "models", &command_line(), || page.write(&out, "models.html")).map_err(Failure::of_page)?;
    if let Some(file) = &args.markdown {
        write_markdown(file, &all, args, &data)?;
    }
    if args.json {
        let models: Vec<Value> = all.iter().map(HumanLikeness::json).collect();
        print_json(&json!({
            "crossings": args.crossings, "seed": args.seed, "pairs": meetings.len(), "data": args.data,
            "models": models, "page": html.to_string_lossy(),
        }))?;
    } else if !args.output.quiet {
        for section in &page.sections {
            for table in section.tables.iter().filter(|t| t.name != "groups") {
                print_line!("{}", table.caption);
                table.lines().iter().for_each(|line| print_line!("{line}"));
                print_line!("");
            }
        }
        print_line!("The page with pictures is {}", html.display());
    }
    Ok(())
}

fn write_markdown(file: &Path, all: &[HumanLikeness], args: &EvalModelsArgs, data: &str) -> Result<(), Failure> {
    let stem = file.file_stem().map_or("models".into(), |s| s.to_string_lossy().into_owned());
    let images = file.parent().unwrap_or(Path::new("")).join("images");
    std::fs::create_dir_all(&images).with_context(|| format!("cannot make {}", images.display()))?;
    let name = format!("{stem}.png");
    let svg = human_likeness_tiles(all).to_svg();
    let png = ambulo::draw::png::encode(&svg, 1.5).map_err(|e| anyhow::anyhow!("{e}"))?;
    let picture = images.join(&name);
    std::fs::write(&picture, png).with_context(|| format!("cannot write {}", picture.display()))?;
    // Folders differ from machine to machine: the command names the file alone.
    let mut command = "ambulo eval models".to_string();
    for file in &args.data {
        let last: Vec<String> = file.iter().rev().take(2).map(|p| p.to_string_lossy().into_owned()).collect();
        command += &format!(" --data {}", last.into_iter().rev().collect::<Vec<_>>().join("/"));
    }
    command += &format!(" --markdown docs/{stem}.md");
    let text = human_likeness_markdown(all, &command, data, &format!("images/{name}"));
    std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(())
}
