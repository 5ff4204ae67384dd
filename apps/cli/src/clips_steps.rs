//! `ambulo clips steps`.

use crate::failure::Failure;
use crate::output::json as print_json;
use crate::plan_picture::save;
use crate::shared_args::QuietArgs;
use ambulo::clips::{FoundSteps, course_strip, landing_picture, steps_of_files};
use ambulo::data::words::counted;
use ambulo::draw::film_strip;
use ambulo::motion::footsteps::{FootstepController, FootstepSettings, courses};
use ambulo::motion::steps::{StepLibrary, StepLibraryRecord, StepMode};
use ambulo::motion::{ImportOptions, Side, body};
use anyhow::Context;
use serde_json::json;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct ClipsStepsArgs {
    /// Motion files (.bvh, .glb, .gltf), or folders of them [default: the built-in moves for stepping]
    pub files: Vec<PathBuf>,
    /// Write the library: figures of every step (JSON)
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Draw where the steps land, with the triangles footsteps are blended in (PNG)
    #[arg(long, value_name = "PICTURE")]
    pub png: Option<PathBuf>,
    /// Draw a body on scripted footsteps made of these steps: stones, stairs, aside, turns (PNG)
    #[arg(long, value_name = "PICTURE")]
    pub sheet: Option<PathBuf>,
    /// A joint for a role, as ROLE=JOINT (left-thigh=LeftUpLeg); may be given several times
    #[arg(long, value_name = "ROLE=JOINT")]
    pub role: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub output: QuietArgs,
}

pub fn steps(args: &ClipsStepsArgs) -> Result<(), Failure> {
    let found = if args.files.is_empty() {
        FoundSteps { library: StepLibrary::shipped().clone(), sources: Vec::new(), errors: Vec::new() }
    } else {
        let mut options = ImportOptions::default();
        for role in &args.role {
            options.role(role).map_err(|e| Failure::Usage(e.to_string()))?;
        }
        steps_of_files(&args.files, &options, body::skeleton())
    };
    if found.library.steps().is_empty() {
        let mut why = found.errors.clone();
        why.push("no step in these clips; `ambulo clips inspect` lists what each clip is".into());
        return Err(Failure::Usage(why.join("\n")));
    }
    let controller = FootstepController::new(found.library.clone(), FootstepSettings::default());
    let record = found.library.record();
    if let Some(path) = &args.out {
        let text = serde_json::to_string(&record).context("cannot write the library as JSON")?;
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = &args.png {
        save(&landing_picture(&found.library, controller.as_ref().ok()), None, Some(path))?;
    }
    if let Some(path) = &args.sheet {
        let controller = controller.as_ref().map_err(|e| Failure::Usage(e.to_string()))?;
        let rows: Result<Vec<_>, _> =
            courses().iter().map(|c| course_strip(body::character(), controller, c, 12)).collect();
        let sheet = film_strip(&rows.map_err(|e| Failure::Usage(e.to_string()))?).context("cannot make the picture")?;
        let bytes = sheet.png().context("cannot make the PNG")?;
        std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if args.json {
        print_json(&object(args, &found, &record, controller.as_ref().ok()))?;
    } else if !args.output.quiet {
        print(args, &found, &record);
        if let Err(error) = &controller {
            print_line!("no footsteps can be blended: {error}");
        }
    }
    match found.errors.is_empty() {
        true => Ok(()),
        false if args.json => Err(Failure::Reported(found.errors.join("\n"))),
        false => Err(Failure::Usage(found.errors.join("\n"))),
    }
}

fn object(
    args: &ClipsStepsArgs,
    found: &FoundSteps,
    record: &StepLibraryRecord,
    controller: Option<&FootstepController>,
) -> serde_json::Value {
    let path = |p: &Option<PathBuf>| p.as_ref().map(|p| p.display().to_string());
    let landings = controller.map(|c| {
        [Side::Left, Side::Right].map(|side| {
            let mesh = c.landings(side);
            let area: f64 = (0..mesh.triangles().len()).map(|t| mesh.area(t)).sum();
            json!({ "points": mesh.points().len(), "triangles": mesh.triangles().len(), "area_m2": area })
        })
    });
    let errors: Vec<_> = found.errors.iter().map(|e| json!({ "message": e })).collect();
    json!({
        "out": path(&args.out), "png": path(&args.png), "sheet": path(&args.sheet), "sources": found.sources, "landings": landings,
        "clips": record.clips, "steps": record.steps, "errors": errors,
    })
}

fn print(args: &ClipsStepsArgs, found: &FoundSteps, record: &StepLibraryRecord) {
    for s in &found.sources {
        let moves = counted(s.moves, "move", "moves");
        let notes = if s.notes.is_empty() { String::new() } else { format!(" ({})", s.notes.join("; ")) };
        let kind = s.kind.unwrap_or("-");
        print_line!("{}, {}: {kind}, {} seen, {moves}{notes}", s.file, s.clip, counted(s.steps_seen, "step", "steps"));
    }
    print_line!(
        "{:<34} {:<5} {:<5} {:>5} {:>5} {:>13} {:>13} {:>6} {:>6}",
        "move",
        "mode",
        "foot",
        "s",
        "lift",
        "hips [m]",
        "lands at [m]",
        "to [°]",
        "turn"
    );
    for s in &record.steps {
        print_line!(
            "{:<34} {:<5} {:<5} {:>5.2} {:>5.2} {:>6.2} {:>6.2} {:>6.2} {:>6.2} {:>6.0} {:>6.0}",
            s.clip,
            s.mode,
            s.swing,
            s.duration_s,
            s.lift_s,
            s.root_m[0],
            s.root_m[1],
            s.landing_m[0],
            s.landing_m[1],
            s.angle_deg + 0.0,
            s.rotation_deg + 0.0
        );
    }
    let of = |mode: StepMode| found.library.steps().iter().filter(|s| s.mode == mode).count();
    print_line!(
        "{} of {}: {} walking, {} turning, {} running",
        counted(record.steps.len(), "step", "steps"),
        counted(record.clips.len(), "move", "moves"),
        of(StepMode::Walk),
        of(StepMode::Turn),
        of(StepMode::Run)
    );
    for path in [&args.out, &args.png, &args.sheet].into_iter().flatten() {
        print_line!("{}", path.display());
    }
}
