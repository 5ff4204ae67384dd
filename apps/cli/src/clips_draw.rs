//! `ambulo clips draw`.

use crate::failure::Failure;
use crate::names::unknown;
use crate::output::json as print_json;
use ambulo::clips::move_strip;
use ambulo::data::words::counted;
use ambulo::draw::film_strip;
use ambulo::motion::{body, gait};
use ambulo::pictures::BodyView;
use anyhow::Context;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct ClipsDrawArgs {
    /// Built-in moves, or `all`
    #[arg(required = true)]
    pub names: Vec<String>,
    /// Picture to write (PNG)
    #[arg(long, short)]
    pub out: PathBuf,
    /// Pictures per move, evenly spread over its duration
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub frames: u32,
    /// From where: side, front, top, three-quarter
    #[arg(long, default_value = "side", value_parser = view)]
    pub view: BodyView,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// No output, except errors
    #[arg(long, short)]
    pub quiet: bool,
}

pub fn view(text: &str) -> Result<BodyView, String> {
    BodyView::from_name(text).ok_or_else(|| {
        let names: Vec<_> = BodyView::ALL.iter().map(|v| v.name()).collect();
        format!("expected one of {}", names.join(", "))
    })
}

pub fn draw(args: &ClipsDrawArgs) -> Result<(), Failure> {
    let set = gait::shipped();
    let all: Vec<&str> = set.moves.iter().map(|m| m.name.as_str()).collect();
    let names: Vec<&str> =
        if args.names == ["all"] { all.clone() } else { args.names.iter().map(String::as_str).collect() };
    let mut rows = Vec::new();
    for &name in &names {
        let Some(shown) = set.moves.iter().find(|m| m.name == name) else {
            return Err(unknown("move", name, all.iter().copied().chain(["all"])));
        };
        rows.push(move_strip(body::character(), shown, args.view, args.frames as usize));
    }
    let strip = film_strip(&rows).context("cannot make the picture")?;
    let bytes = strip.png().context("cannot make the PNG")?;
    std::fs::write(&args.out, &bytes).with_context(|| format!("cannot write {}", args.out.display()))?;
    if args.json {
        print_json(&serde_json::json!({
            "out": args.out,
            "moves": names,
            "frames": args.frames,
            "view": args.view.name(),
            "width": strip.width,
            "height": strip.height,
            "bytes": bytes.len(),
        }))?;
    } else if !args.quiet {
        let moves = counted(names.len(), "move", "moves");
        print_line!("{}: {} x {} pixels, {moves}", args.out.display(), strip.width, strip.height);
    }
    Ok(())
}
