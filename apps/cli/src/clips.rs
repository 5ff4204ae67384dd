//! `ambulo clips`.

use crate::clips_args::{InspectArgs, ListArgs};
use crate::failure::Failure;
use crate::output::json as print_json;
use crate::plan_picture::save;
use ambulo::clips::{ClipRow, Inspection, MOST_CLIPS_DRAWN, clip_picture, inspect_clips, kind_name};
use ambulo::data::input;
use ambulo::motion::import::ENDINGS;
use ambulo::motion::{AnalysisOptions, ImportOptions, UpAxis, gait};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};

pub fn inspect(args: &InspectArgs) -> Result<(), Failure> {
    let options = options(args)?;
    let analysis = AnalysisOptions { rate: Some(args.rate) };
    let files = files(&args.files)?;
    let mut seen: Vec<Inspection> = Vec::new();
    let mut errors = Vec::new();
    for file in &files {
        match inspect_clips(file, &options, &analysis) {
            Ok(inspection) => seen.push(inspection),
            // One file among several that cannot be read hides nothing of the others.
            Err(error) => errors.push(error),
        }
    }
    if seen.is_empty() {
        let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
        return Err(Failure::Usage(all.join("\n")));
    }
    if let Some(path) = &args.plot {
        draw(&seen, path)?;
    }
    if args.json {
        let files: Vec<_> = seen
            .iter()
            .map(|s| json!({ "file": s.file, "joints": s.joints, "vertices": s.vertices, "notes": s.notes }))
            .collect();
        let clips: Vec<ClipRow> = seen.iter().flat_map(Inspection::rows).collect();
        let faults: Vec<_> = errors.iter().map(|e| json!({ "message": e.to_string() })).collect();
        let plot = args.plot.as_ref().map(|p| p.display().to_string());
        print_json(&json!({ "files": files, "clips": clips, "plot": plot, "errors": faults }))?;
    } else if !args.quiet {
        print_report(&seen);
    }
    if errors.is_empty() {
        return Ok(());
    }
    let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
    if args.json { Err(Failure::Reported(all.join("\n"))) } else { Err(Failure::Usage(all.join("\n"))) }
}

fn options(args: &InspectArgs) -> Result<ImportOptions, Failure> {
    let wrong = |e: ambulo::motion::ClipImportError| Failure::Usage(e.to_string());
    let up = if args.up == "z" { UpAxis::Z } else { UpAxis::Y };
    let mut options = ImportOptions { unit: args.unit, up, roles: Vec::new() };
    if let Some(path) = &args.roles {
        let bytes = input::read(path, input::PLAN_BYTES)
            .map_err(|e| Failure::Usage(format!("the role map {} cannot be read: {e}", path.display())))?;
        let text = String::from_utf8_lossy(&bytes);
        options.role_map(&text).map_err(|e| Failure::Usage(format!("{}: {e}", path.display())))?;
    }
    for role in &args.role {
        options.role(role).map_err(wrong)?;
    }
    Ok(options)
}

/// Folders stand for the motion files in them.
fn files(given: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut out = Vec::new();
    for path in given {
        if !path.is_dir() {
            out.push(path.clone());
            continue;
        }
        let entries = std::fs::read_dir(path)
            .map_err(|e| Failure::Usage(format!("the folder {} cannot be read: {e}", path.display())))?;
        let ending = |p: &Path| p.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let mut inside: Vec<PathBuf> =
            entries.flatten().map(|e| e.path()).filter(|p| ENDINGS.contains(&ending(p).as_str())).collect();
        inside.sort();
        if inside.is_empty() {
            return Err(Failure::Usage(format!("{} has no .bvh, .glb or .gltf file", path.display())));
        }
        out.extend(inside);
    }
    Ok(out)
}

fn draw(seen: &[Inspection], path: &Path) -> Result<(), Failure> {
    let reports: Vec<(String, &ambulo::motion::ClipReport)> =
        seen.iter().flat_map(|s| s.reports.iter().map(|r| (title(s, &r.name), r))).collect();
    let reports: Vec<_> = reports.iter().map(|(title, r)| (title.as_str(), *r)).collect();
    if reports.len() > MOST_CLIPS_DRAWN {
        // Not `eprintln!`, which panics when nobody listens any more.
        let _ =
            writeln!(std::io::stderr(), "the picture shows the first {MOST_CLIPS_DRAWN} of {} clips", reports.len());
    }
    let picture = clip_picture(&reports);
    match path.extension().unwrap_or_default().to_string_lossy().as_ref() {
        "svg" => save(&picture, Some(path), None),
        "png" => save(&picture, None, Some(path)),
        _ => Err(Failure::Usage(format!("{}: the picture is .svg or .png", path.display()))),
    }
}

fn title(of: &Inspection, clip: &str) -> String {
    let file = short(&of.file);
    if file.starts_with(clip) { file } else { format!("{file}, {clip}") }
}

fn short(file: &str) -> String {
    Path::new(file).file_name().map_or(file.into(), |n| n.to_string_lossy().into_owned())
}

fn print_report(seen: &[Inspection]) {
    let head = [
        "file",
        "clip",
        "s",
        "frames",
        "kind",
        "m/s",
        "angle [°]",
        "turning [°/s]",
        "plants",
        "loop [°]",
        "loop [cm]",
        "notes",
    ];
    let mut table: Vec<Vec<String>> = vec![head.map(String::from).to_vec()];
    for s in seen {
        for r in s.rows() {
            let or = |v: Option<String>| v.unwrap_or_else(|| "-".into());
            table.push(vec![
                short(&r.file),
                r.clip.clone(),
                format!("{:.2}", r.seconds),
                r.frames.to_string(),
                r.kind.unwrap_or("-").into(),
                format!("{:.2} ± {:.2}", r.speed_m_s, r.speed_spread_m_s),
                whole(r.angle_deg),
                whole(r.turning_deg_s),
                format!("{}/{}", r.plants_left, r.plants_right),
                or(r.loop_error_deg.map(|e| format!("{e:.1}"))),
                or(r.loop_error_m.map(|e| format!("{:.1}", 100.0 * e))),
                r.notes.join("; "),
            ]);
        }
    }
    print(&table, 2);
    // What was inferred is mostly the same for all files: each note once.
    let mut by_note: Vec<(&str, Vec<String>)> = Vec::new();
    for s in seen {
        for note in &s.notes {
            match by_note.iter_mut().find(|(n, _)| n == note) {
                Some((_, files)) => files.push(short(&s.file)),
                None => by_note.push((note, vec![short(&s.file)])),
            }
        }
    }
    for (note, files) in by_note {
        let more = if files.len() > 3 { format!(" and {} more", files.len() - 3) } else { String::new() };
        print_line!("{}{more}: {note}", files[..files.len().min(3)].join(", "));
    }
}

/// Whole degrees, and no minus before a zero.
fn whole(degrees: f32) -> String {
    format!("{:.0}", degrees.round() + 0.0)
}

/// Columns of one width; the first few and the last to the left, numbers to the right.
fn print(table: &[Vec<String>], words: usize) {
    let wide = |k: usize| table.iter().map(|row| row[k].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table[0].len()).map(wide).collect();
    for row in table {
        let last = row.len() - 1;
        let cells = row.iter().zip(&widths).enumerate().map(|(k, (text, w))| match k {
            k if k == last => text.clone(),
            k if k < words => format!("{text:<w$}"),
            _ => format!("{text:>w$}"),
        });
        print_line!("{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
}

pub fn list(args: &ListArgs) -> Result<(), Failure> {
    let set = gait::shipped();
    if args.json {
        let moves: Vec<_> = set
            .moves
            .iter()
            .map(|m| {
                json!({
                    "name": m.name, "kind": kind_name(m.kind), "seconds": m.clip.duration(), "frames": m.clip.frames(),
                    "speed_m_s": m.speed, "angle_deg": m.angle.to_degrees(), "turning_deg_s": m.turning.to_degrees(),
                })
            })
            .collect();
        return print_json(&json!({ "moves": moves }));
    }
    let head = ["name", "kind", "s", "frames", "m/s", "angle [°]", "turning [°/s]"];
    let mut table = vec![head.map(String::from).to_vec()];
    for m in &set.moves {
        table.push(vec![
            m.name.clone(),
            kind_name(m.kind).into(),
            format!("{:.2}", m.clip.duration()),
            m.clip.frames().to_string(),
            format!("{:.2}", m.speed),
            whole(m.angle.to_degrees()),
            whole(m.turning.to_degrees()),
        ]);
    }
    print(&table, 2);
    Ok(())
}
