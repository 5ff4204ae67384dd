//! `ambulo clips cast`.

use crate::clips_draw::view;
use crate::failure::Failure;
use crate::names::unknown;
use crate::output::json as print_json;
use crate::shared_args::QuietArgs;
use ambulo::data::words::counted;
use ambulo::draw::film_strip;
use ambulo::motion::{body, gait};
use ambulo::pictures::{BodyView, cast_strip, wheelchair_strip};
use anyhow::Context;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct ClipsCastArgs {
    /// How many people
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=200))]
    pub count: u32,
    /// Seed of the cast
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Level of detail: 0 the finest, 1 with about half of its triangles, 2 with a sixth
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=2))]
    pub level: u8,
    /// Built-in move in which they are shown
    #[arg(long, default_value = "stand")]
    pub shown: String,
    /// From where: side, front, top, three-quarter
    #[arg(long, default_value = "three-quarter", value_parser = view)]
    pub view: BodyView,
    /// Picture to write (PNG) [default: none, the people are listed]
    #[arg(long, short)]
    pub out: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub output: QuietArgs,
}

pub fn cast(args: &ClipsCastArgs) -> Result<(), Failure> {
    let names: Vec<String> = gait::shipped().moves.into_iter().map(|m| m.name).collect();
    if !names.contains(&args.shown) {
        return Err(unknown("move", &args.shown, names.iter().map(String::as_str)));
    }
    let all = body::cast(args.count as usize, args.seed);
    let level = usize::from(args.level);
    if let Some(out) = &args.out {
        let mut rows = cast_strip(&all, level, &args.shown, args.view);
        rows.push(wheelchair_strip(level));
        let strip = film_strip(&rows).context("cannot make the picture")?;
        let bytes = strip.png().context("cannot make the PNG")?;
        std::fs::write(out, &bytes).with_context(|| format!("cannot write {}", out.display()))?;
    }
    let chair = body::Wheelchair::new(level);
    let [long, broad] = chair.footprint();
    let triangles = chair.character().mesh.triangles.len();
    let bodies: Vec<_> = all.iter().map(|m| (m, m.character(level).mesh.triangles.len())).collect();
    if args.json {
        let one = |(m, triangles): &(&body::Member, usize)| {
            let p = &m.person;
            serde_json::json!({
                "name": m.name, "age": p.age, "stature_m": p.stature, "shoulders_m": p.shoulders, "build": p.build,
                "idle": format!("{:?}", m.habits.idle).to_lowercase(), "triangles": triangles,
            })
        };
        return print_json(&serde_json::json!({
            "out": args.out, "cast": bodies.iter().map(one).collect::<Vec<_>>(),
            "wheelchair": { "length_m": long, "breadth_m": broad, "triangles": triangles }
        }));
    }
    if !args.output.quiet {
        for (m, triangles) in &bodies {
            let p = &m.person;
            print_line!(
                "{:<12} {:.2} m tall, {:.2} m over the shoulders, build {:>5.2}, {triangles} triangles",
                m.name,
                p.stature,
                p.shoulders,
                p.build
            );
        }
        print_line!("{:<12} {long:.2} m long, {broad:.2} m broad, {triangles} triangles", "wheelchair");
        if let Some(out) = &args.out {
            print_line!("{}: {}", out.display(), counted(all.len(), "person", "people"));
        }
    }
    Ok(())
}
