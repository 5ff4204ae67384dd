//! Writes what was chosen, walker after walker.

use super::bake::{self, BodyGround, Lead, Led};
use super::beside::Beside;
use super::cast::CastChoice;
use super::choose::ChosenWalkers;
use super::troupe::Troupe;
use super::{AnimateError, AnimateOptions, AnimateProgress, AnimationInput, BodyFormat, place};
use ambulo_draw::colour::category;
use ambulo_eval::groups::Groups;
use ambulo_geom::math::pow;
use ambulo_motion::export::{
    Actor, Baked, ColourGroup, ExportError, ExportScene, GlbWriter, UsdWriter, write_bvh, write_usdz,
};
use ambulo_motion::footsteps::StepFigures;
use ambulo_motion::{DVec2, MotionFigures, Placement, SeenFigures};
use std::io::Write;
use std::path::{Path, PathBuf};

/// What was written.
pub struct WrittenFiles {
    pub footsteps: StepFigures,
    pub figures: MotionFigures,
    pub seen: SeenFigures,
    pub micros_per_walker_frame: f64,
    pub frames: u64,
    pub bytes: u64,
    pub threads: usize,
}

pub fn write(
    input: &AnimationInput,
    options: &AnimateOptions,
    troupe: &Troupe,
    chosen: &ChosenWalkers,
    groups: &Groups,
    notes: &mut Vec<String>,
    mut progress: impl FnMut(AnimateProgress) -> bool,
) -> Result<WrittenFiles, AnimateError> {
    let origin = origin(input);
    let ground = BodyGround { origin, floor: place::SiteGround::of(&input.site) };
    let mut done = AnimateProgress { walkers: 0, of: chosen.leads.len(), frames: 0 };
    let mut step = |lead: &Lead| {
        done = AnimateProgress { walkers: done.walkers + 1, frames: done.frames + lead.frames as u64, ..done };
        if progress(done) { Ok(()) } else { Err(AnimateError::Stopped) }
    };
    let threads = options.threads();
    let lead = |take: &mut dyn FnMut(&Lead, &Baked) -> Result<(), AnimateError>| {
        bake::lead(&troupe.bodies, &chosen.leads, chosen.clock, &ground, threads, take)
    };
    let fault = |source: ExportError| match source {
        ExportError::Io(source) => AnimateError::Io { file: options.out.clone(), source },
        source => AnimateError::Export { file: options.out.clone(), source },
    };
    let (led, bytes): (Led, u64) = match options.format {
        BodyFormat::Glb => {
            let scene = scene(input, options, troupe, chosen, groups, origin, notes);
            let (place, file) = Beside::create(&options.out)?;
            let (_spool, frames) = Beside::spool(&options.out)?;
            let mut writer = GlbWriter::begin(frames, &scene).map_err(fault)?;
            if origin != DVec2::ZERO {
                notes.push(format!("{}; the file's extras hold it as `origin`", subtracted(origin)));
            }
            let led = lead(&mut |lead, baked| {
                writer.walker(baked).map_err(fault)?;
                step(lead)
            })?;
            drop(writer.finish(file).map_err(fault)?);
            place.keep()?;
            (led, size(&options.out))
        }
        BodyFormat::Usd => {
            let scene = scene(input, options, troupe, chosen, groups, origin, notes);
            if origin != DVec2::ZERO {
                notes.push(format!("{}; the stage's customLayerData hold it as `origin`", subtracted(origin)));
            }
            let name = options.out.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            // A package holds its pictures; a stage has them beside it.
            let folder = if options.packed() { "pictures/".into() } else { format!("{name}_pictures/") };
            let (place, mut file) = Beside::create(&options.out)?;
            let (_spool, mut frames) = Beside::spool(&options.out)?;
            let out: &mut dyn Write = if options.packed() { &mut frames } else { &mut file };
            let mut writer = UsdWriter::begin(std::io::BufWriter::new(out), &scene, &folder).map_err(fault)?;
            let led = lead(&mut |lead, baked| {
                writer.walker(baked).map_err(fault)?;
                step(lead)
            })?;
            let (out, pictures) = writer.finish().map_err(fault)?;
            drop(out);
            if options.packed() {
                write_usdz(&mut file, &format!("{name}.usda"), &mut frames, &pictures).map_err(fault)?;
            } else {
                for picture in &pictures {
                    let beside = options.out.with_file_name(&picture.path);
                    let (place, mut file) = Beside::create(&beside)?;
                    file.write_all(&picture.bytes).and_then(|()| file.flush()).map_err(|e| fault(e.into()))?;
                    place.keep()?;
                }
            }
            drop(file);
            place.keep()?;
            (led, size(&options.out))
        }
        BodyFormat::Bvh => {
            let folder = Folder::create(&options.out)?;
            let mut list = String::from("id,group,file,from_s,frames,origin_x,origin_y\n");
            if origin != DVec2::ZERO {
                notes.push(format!("{}; walkers.csv holds it", subtracted(origin)));
            }
            let mut bytes = 0;
            let led = lead(&mut |lead, baked| {
                let name = format!("walker-{}.bvh", lead.id);
                let group = groups.index(lead.id).map_or("", |g| groups.names[g].as_str());
                list += &row(lead, group, &name, chosen.clock.time(lead.first), origin);
                let file = folder.file(&name)?;
                write_bvh(file, troupe.bodies[lead.body].mediator.skeleton(), options.fps, baked).map_err(fault)?;
                bytes += size(&folder.now.join(&name));
                step(lead)
            })?;
            folder.file("walkers.csv")?.write_all(list.as_bytes()).map_err(|e| fault(e.into()))?;
            folder.keep()?;
            (led, bytes)
        }
    };
    Ok(WrittenFiles {
        figures: led.slides.figures(),
        seen: led.seen.figures(),
        micros_per_walker_frame: 1e6 * led.seconds.percentile(0.5),
        frames: led.frames,
        footsteps: led.footsteps,
        bytes,
        threads,
    })
}

/// The files that were written: one, or those in a folder.
pub fn files(options: &AnimateOptions) -> Vec<PathBuf> {
    match options.format {
        BodyFormat::Glb | BodyFormat::Usd => vec![options.out.clone()],
        BodyFormat::Bvh => {
            let entries = std::fs::read_dir(&options.out).into_iter().flatten();
            let ours = |file: &PathBuf| {
                let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                name == "walkers.csv" || (name.starts_with("walker-") && name.ends_with(".bvh"))
            };
            let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).filter(ours).collect();
            files.sort();
            files
        }
    }
}

fn size(file: &Path) -> u64 {
    std::fs::metadata(file).map_or(0, |m| m.len())
}

/// A line about a walker; a group's name may hold anything.
fn row(lead: &Lead, group: &str, file: &str, from: f64, origin: DVec2) -> String {
    let group = group.replace('"', "\"\"");
    format!("{},\"{group}\",{file},{from:.4},{},{},{}\n", lead.id, lead.frames, origin.x, origin.y)
}

fn subtracted(origin: DVec2) -> String {
    format!("({}, {}) m was subtracted from all places, which single precision would blur", origin.x, origin.y)
}

/// Places farther out than this lose more than a tenth of a millimetre in 32 bits [m].
const FAR: f64 = 1000.0;

/// Nothing is subtracted, so that places are those of the recording, unless they are far out: then whole hundreds.
fn origin(input: &AnimationInput) -> DVec2 {
    let rows = input.trajectories.rows();
    let (mut least, mut most) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
    for row in rows {
        (least, most) = (least.min(DVec2::new(row.x, row.y)), most.max(DVec2::new(row.x, row.y)));
    }
    let middle = (least + most) * 0.5;
    if !middle.is_finite() || least.abs().max(most.abs()).max_element() <= FAR {
        return DVec2::ZERO;
    }
    (middle / 100.0).round() * 100.0
}

fn scene<'a>(
    input: &AnimationInput,
    options: &AnimateOptions,
    troupe: &'a Troupe,
    chosen: &ChosenWalkers,
    groups: &Groups,
    origin: DVec2,
    notes: &mut Vec<String>,
) -> ExportScene<'a> {
    let (pieces, fault) = place::pieces(&input.site, &input.level_names, origin, options.walls);
    notes.extend(fault);
    // As in the report's picture of paths; walkers without a group go last.
    let mut colours: Vec<ColourGroup> = groups.names.iter().enumerate().map(|(i, name)| group(name, i)).collect();
    let rest = colours.len();
    if chosen.leads.iter().any(|l| groups.index(l.id).is_none()) {
        colours.push(group("", rest));
    }
    let actor = |(lead, look): (&Lead, &CastChoice)| {
        let start = lead.path.at(chosen.clock.time(lead.first));
        Actor {
            id: lead.id,
            group: groups.index(lead.id).unwrap_or(rest),
            character: look.member,
            colours: look.colours.clone(),
            scale: look.scale,
            first: lead.first,
            frames: lead.frames,
            start: Placement { at: start.at, floor: start.floor, heading: lead.path.heading() },
        }
    };
    ExportScene {
        title: input.title.clone(),
        generator: format!("Ambulo {}", crate::VERSION),
        characters: troupe.cast.members.iter().map(|m| &m.character).collect(),
        groups: colours,
        actors: chosen.leads.iter().zip(&troupe.choices).map(actor).collect(),
        fps: options.fps,
        frames: chosen.frames,
        origin,
        pieces,
        style: options.style(),
    }
}

fn group(name: &str, index: usize) -> ColourGroup {
    let colour = category(index);
    let linear = |c: u8| {
        let c = f64::from(c) / 255.0;
        (if c <= 0.04045 { c / 12.92 } else { pow((c + 0.055) / 1.055, 2.4) }) as f32
    };
    ColourGroup { name: name.into(), colour: [linear(colour.r), linear(colour.g), linear(colour.b)] }
}

/// A folder of files: filled beside its place, gone again unless it is kept.
struct Folder {
    place: PathBuf,
    now: PathBuf,
}

impl Folder {
    fn create(place: &Path) -> Result<Self, AnimateError> {
        let fault = |source| AnimateError::Io { file: place.into(), source };
        if place.exists() && !place.is_dir() {
            return Err(fault(std::io::Error::other(
                "this is a file; with option `format` bvh, option `out` names a folder",
            )));
        }
        let mut name = place.file_name().unwrap_or_default().to_os_string();
        name.push(".tmp");
        let now = place.with_file_name(name);
        std::fs::create_dir_all(&now).map_err(fault)?;
        Ok(Self { place: place.into(), now })
    }

    fn file(&self, name: &str) -> Result<std::io::BufWriter<std::fs::File>, AnimateError> {
        let file = self.now.join(name);
        let open = std::fs::File::create(&file).map_err(|source| AnimateError::Io { file, source })?;
        Ok(std::io::BufWriter::new(open))
    }

    /// Moves the files to their place; others that are there stay.
    fn keep(self) -> Result<(), AnimateError> {
        let fault = |source| AnimateError::Io { file: self.place.clone(), source };
        std::fs::create_dir_all(&self.place).map_err(fault)?;
        for entry in std::fs::read_dir(&self.now).map_err(fault)? {
            let entry = entry.map_err(fault)?;
            std::fs::rename(entry.path(), self.place.join(entry.file_name())).map_err(fault)?;
        }
        Ok(())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.now);
    }
}
