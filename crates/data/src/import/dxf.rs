//! Drawings in the exchange format of CAD programs (ASCII DXF, R12 to 2018), read by our own small reader: errors name
//! the line, and broken files end in an error.
//!
//! Lines, polylines, arcs, circles, ellipses, splines and inserted blocks are strokes (`dxf_strokes.rs`). Which layers are
//! walls is decided in `dxf_choice.rs`, by names (`dxf_names.rs`) and by structure (`dxf_structure.rs`); doors
//! (`dxf_doors.rs`) and the frame of the drawing (`dxf_frame.rs`) are taken out. What the walls enclose around the seed
//! is walkable; without a seed, the largest area they enclose. Where the drawing leaves a choice, it is a question and
//! no plan.

use super::drawing::{Drawing, DrawingLayer, DrawingLine, LineUse};
use super::dxf_choice::{LayerDecision, choose, layer_names, named, shattered};
use super::dxf_doors::swings;
use super::dxf_file::DxfFile;
use super::dxf_names::LayerKind;
use super::dxf_reading::ScaledDrawing;
use super::dxf_strokes::{Stroke, Strokes};
use super::dxf_structure::usual_thickness;
use super::dxf_units::{self, Evidence};
use super::{ImportError, Plan, PlanOptions};
use ambulo_geom::repair::{Finding, FindingKind};
use ambulo_geom::{Point, Segment};
use std::collections::{BTreeMap, BTreeSet};

/// Most places kept of a drawing for its picture.
const MOST_SHOWN: usize = 300_000;

/// Reads a drawing.
pub(super) fn plan(text: &str, options: &PlanOptions) -> Result<Plan, ImportError> {
    let (drawing, plan) = examine(text, options)?;
    if let Some(question) = &drawing.question {
        return Err(unsure(question, &drawing));
    }
    let mut plan = plan?;
    plan.drawing = Some(Box::new(drawing));
    Ok(plan)
}

/// What a drawing holds, whether or not it can be used as it is.
pub(super) fn survey(text: &str, options: &PlanOptions) -> Result<Drawing, ImportError> {
    examine(text, options).map(|(drawing, _)| drawing)
}

fn examine(text: &str, options: &PlanOptions) -> Result<(Drawing, Result<Plan, ImportError>), ImportError> {
    let file = DxfFile::read(text)?;
    // Curves need the unit, and what contradicts a unit needs the drawing: it may be read twice.
    let known = dxf_units::known(&file, options).map_or(1.0, |u| u.metres);
    let mut strokes = read_strokes(&file, options, known)?;
    let explicit = named(&strokes, options)?;
    let kinds: Vec<LayerKind> = strokes
        .layers
        .iter()
        .map(|l| LayerKind::of_name(&l.name).map_or(LayerKind::Unknown, |(kind, _)| kind))
        .collect();
    let chosen = dxf_units::choose(&file, options, &evidence(&strokes, &kinds, explicit.as_deref()));
    if chosen.units.metres != known {
        strokes = read_strokes(&file, options, chosen.units.metres)?;
    }
    let scaled = ScaledDrawing { strokes: &strokes, kinds: &kinds, units: chosen.units, options };
    let mut choice = choose(&scaled, explicit);
    let drawing = noted(&scaled, &mut choice);
    let plan = match std::mem::replace(&mut choice.reading.plan, Err(ImportError::new(""))) {
        Ok(mut plan) => {
            let at = plan.walkable.bounds().map_or(Point::default(), |b| b.min);
            let mut first = Vec::new();
            first.extend(chosen.warning.map(|words| Finding::warning(FindingKind::Units, at, words)));
            first.extend(findings(&scaled, &choice, &drawing, at));
            first.append(&mut plan.findings);
            plan.findings = first;
            Ok(plan)
        }
        Err(error) if !scaled.strokes.list.iter().any(|s| scaled.is_read(s, &choice.read)) => {
            Err(nothing_drawn(&scaled, &choice, error))
        }
        Err(error) => Err(error),
    };
    Ok((drawing, plan))
}

/// All strokes; where a fault on a layer that will not be read stands against it, only those that will.
fn read_strokes(file: &DxfFile<'_>, options: &PlanOptions, metres: f64) -> Result<Strokes, ImportError> {
    let all = Strokes::read(file, None, metres);
    if all.is_ok() {
        return all;
    }
    let only: BTreeSet<String> = match options.layers.is_empty() {
        false => options.layers.iter().map(|n| n.to_lowercase()).collect(),
        true => {
            let hidden: BTreeSet<String> =
                file.layers.iter().filter(|l| l.frozen || l.off).map(|l| l.name.to_lowercase()).collect();
            if hidden.is_empty() {
                return all;
            }
            let used = file.entities.iter().chain(file.blocks.values().flat_map(|b| &b.entities));
            let names = used.map(|e| super::dxf_file::layer_name(e.layer()).to_lowercase());
            names.filter(|n| !hidden.contains(n)).collect()
        }
    };
    Strokes::read(file, Some(&only), metres)
}

/// What the drawing shows of its unit. Layers whose names exclude them do not count: a frame may be drawn at any size.
fn evidence(strokes: &Strokes, kinds: &[LayerKind], explicit: Option<&[bool]>) -> Evidence {
    let blocks = |l: usize| match explicit {
        Some(read) => read[l],
        None => kinds[l].blocks() && !strokes.layers[l].hidden(),
    };
    let any = strokes.list.iter().any(|s| blocks(s.layer));
    let counts = |s: &Stroke| {
        let unknown = kinds[s.layer] == LayerKind::Unknown && !strokes.layers[s.layer].hidden();
        blocks(s.layer) || (!any && unknown && s.block.is_none())
    };
    let size = strokes.bounds(counts).map_or(0.0, |b| b.width().max(b.height()));
    let door = |s: &Stroke| s.block == Some(LayerKind::Doors) || kinds[s.layer] == LayerKind::Doors;
    let kind = |s: &Stroke| if door(s) { LayerKind::Doors } else { kinds[s.layer] };
    let mut leaves: Vec<f64> = swings(&strokes.list, kind, |s| counts(s) || door(s)).iter().map(|s| s.radius).collect();
    leaves.sort_by(f64::total_cmp);
    let pieces: Vec<Segment> = strokes
        .list
        .iter()
        .filter(|s| counts(s))
        .flat_map(|s| &s.parts)
        .filter(|p| p.is_straight())
        .map(|p| Segment::new(p.ends().0, p.ends().1))
        .collect();
    // One arc with a line may be anything; the same twice is a door.
    let leaf = (leaves.len() >= 2).then(|| leaves[leaves.len() / 2]);
    Evidence { size, leaf, thickness: usual_thickness(&pieces) }
}

/// What a person should know of how the layers were taken.
fn findings(scaled: &ScaledDrawing<'_>, choice: &LayerDecision, drawing: &Drawing, at: Point) -> Vec<Finding> {
    let mut list = Vec::new();
    let read: Vec<String> = drawing.layers.iter().filter(|l| l.read).map(|l| format!("`{}`", l.name)).collect();
    let left: Vec<&DrawingLayer> = drawing.layers.iter().filter(|l| !l.read && l.length_m > 0.0).collect();
    if scaled.options.layers.is_empty() && !left.is_empty() {
        let not: Vec<String> = left.iter().take(20).map(|l| format!("`{}` ({})", l.name, l.kind)).collect();
        let words = format!("the walls are read from {}; not read: {}", read.join(", "), not.join(", "));
        list.push(Finding::change(FindingKind::Layers, at, words));
        let unknown: Vec<String> = left
            .iter()
            .filter(|l| l.kind == LayerKind::Unknown && !l.frozen && !l.off)
            .map(|l| format!("`{}` ({:.1} m)", l.name, l.length_m))
            .collect();
        if !unknown.is_empty() {
            let words =
                format!("layers of unknown use are not read: {}; name the layers to read them", unknown.join(", "));
            list.push(Finding::warning(FindingKind::Layers, at, words));
        }
    }
    for frame in &choice.reading.frames {
        let why = frame.evidence.join(", ");
        let words = format!(
            "a rectangle of {:.1} m x {:.1} m is the frame of the drawing and no wall: {why}",
            frame.at.width(),
            frame.at.height()
        );
        list.push(Finding::change(FindingKind::Frame, at, words));
    }
    if let Some((frame, area)) = choice.reading.perhaps_frame {
        let words = format!(
            "a rectangle of {:.1} m x {:.1} m around everything is taken as a wall; if it is the frame of the drawing, {area:.1} m2 are walkable",
            frame.width(),
            frame.height()
        );
        list.push(Finding::warning(FindingKind::Frame, at, words));
    }
    if scaled.options.seed.is_none() && shattered(&choice.reading) {
        let (area, all) = (choice.reading.area().unwrap_or(0.0), choice.reading.enclosed);
        let words = format!(
            "only {area:.1} of the {all:.1} m2 that walls enclose are one connected part: closed doors, or lines that are no walls?"
        );
        list.push(Finding::warning(FindingKind::Guessed, at, words));
    }
    for door in &drawing.doors {
        let (a, b) = (door.at.a, door.at.b);
        let how = if door.swing { "a door swing" } else { "a threshold on a layer of doors" };
        let where_to =
            if door.outer { "it leads out of the walkable area and stays shut" } else { "its opening is walkable" };
        let words = format!("{}, {how}, {:.2} m wide from {a} to {b}: {where_to}", door.name, door.at.length());
        list.push(Finding::change(FindingKind::Door, a.lerp(b, 0.5), words));
    }
    let mut passed: BTreeMap<&str, usize> = BTreeMap::new();
    for ((layer, kind), n) in &scaled.strokes.passed_over {
        if choice.read[*layer] || scaled.kinds[*layer] == LayerKind::Unknown {
            *passed.entry(kind).or_insert(0) += n;
        }
    }
    if !passed.is_empty() {
        let words: Vec<String> = passed.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
        list.push(Finding::change(
            FindingKind::Ignored,
            at,
            format!("passed over, for they are no walls: {}", words.join(", ")),
        ));
    }
    list
}

fn nothing_drawn(scaled: &ScaledDrawing<'_>, choice: &LayerDecision, error: ImportError) -> ImportError {
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    let any_read = choice.read.iter().any(|r| *r);
    for ((layer, kind), n) in &scaled.strokes.passed_over {
        if !any_read || choice.read[*layer] {
            *found.entry(kind).or_insert(0) += n;
        }
    }
    if scaled.strokes.list.iter().any(|s| !scaled.strokes.layers[s.layer].hidden()) && !any_read {
        return error;
    }
    let found: Vec<String> = found.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
    let found = if found.is_empty() { "nothing".into() } else { found.join(", ") };
    let error =
        ImportError::new(format!("the drawing has no line, polyline, arc or circle to walk around; it has {found}"));
    error.help(format!("choose other layers; there are {}", layer_names(scaled.strokes)))
}

/// The error of a drawing that leaves a choice.
fn unsure(question: &str, drawing: &Drawing) -> ImportError {
    let choices: Vec<String> =
        drawing.choices.iter().map(|c| format!("{} gives {}", c.layers.join(","), area(c.area_m2))).collect();
    let help = format!("name the layers with walls, `layers = [...]` or option `layers`: {}", choices.join("; "));
    ImportError::new(format!("the drawing leaves a choice: {question}")).help(help)
}

fn area(a: Option<f64>) -> String {
    a.map_or("no area".into(), |a| format!("{a:.1} m2"))
}

/// The drawing as it was understood, for lists and pictures.
fn noted(scaled: &ScaledDrawing<'_>, choice: &mut LayerDecision) -> Drawing {
    let metres = scaled.units.metres;
    let mut drawing = Drawing {
        question: choice.question.take(),
        choices: std::mem::take(&mut choice.choices),
        ..Drawing::default()
    };
    for (i, layer) in scaled.strokes.layers.iter().enumerate() {
        let (kind, mut why) = choice.kinds[i].clone();
        if choice.read[i] && !scaled.options.layers.is_empty() {
            why = "named by the user".into();
        } else if layer.hidden() && !choice.read[i] {
            let how = if layer.frozen { "frozen" } else { "off" };
            why = format!("{how}: read only when named; {why}");
        }
        drawing.layers.push(DrawingLayer {
            name: layer.name.clone(),
            kind,
            why,
            read: choice.read[i],
            frozen: layer.frozen,
            off: layer.off,
            plotted: layer.plotted,
            colour: layer.colour,
            entities: layer.entities,
            length_m: layer.length * metres,
        });
    }
    drawing.doors.clone_from(&choice.reading.doors);
    drawing.frames = choice.reading.frames.iter().map(|f| f.at).collect();
    drawing.frames.extend(choice.reading.perhaps_frame.map(|f| f.0));
    let mut shown = 0;
    for (s, stroke) in scaled.strokes.list.iter().enumerate() {
        if scaled.strokes.layers[stroke.layer].hidden() && !choice.read[stroke.layer] {
            continue;
        }
        for (p, part) in stroke.parts.iter().enumerate() {
            let id = (s as u32, p as u32);
            let taken = if choice.reading.door_parts.contains(&id) {
                LineUse::Door
            } else if choice.reading.frame_parts.contains(&id) {
                LineUse::Frame
            } else if scaled.is_read(stroke, &choice.read) {
                LineUse::Wall
            } else {
                LineUse::Dropped
            };
            shown += part.points.len();
            if shown > MOST_SHOWN {
                return drawing;
            }
            let points = part.points.iter().map(|p| Point::new(p.x * metres, p.y * metres)).collect();
            drawing.lines.push(DrawingLine { layer: stroke.layer, taken, points });
        }
    }
    drawing
}
