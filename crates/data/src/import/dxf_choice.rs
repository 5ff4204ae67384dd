//! Which layers are walls: as named by the user, by the names of layers, by what is drawn on them, or a question.

use super::dxf_names::LayerKind;
use super::dxf_reading::{DxfReading, ScaledDrawing};
use super::dxf_strokes::Strokes;
use super::dxf_structure::{Looks, Structure};
use super::{ImportError, LayerChoice, PlanOptions};

/// What was decided.
pub(super) struct LayerDecision {
    /// By layer: whether it is read.
    pub read: Vec<bool>,
    /// By layer: what it was taken for and why.
    pub kinds: Vec<(LayerKind, String)>,
    pub reading: DxfReading,
    pub choices: Vec<LayerChoice>,
    pub question: Option<String>,
}

/// Areas that differ by no more than this are the same choice.
const SAME: f64 = 0.02;
/// Most choices of layers tried.
const MOST_TRIED: usize = 8;

/// The layers that the options name, or the error that lists those there are.
pub(super) fn named(strokes: &Strokes, options: &PlanOptions) -> Result<Option<Vec<bool>>, ImportError> {
    if options.layers.is_empty() {
        return Ok(None);
    }
    let mut read = vec![false; strokes.layers.len()];
    for wanted in &options.layers {
        let Some(layer) = strokes.layer(wanted) else {
            let error = ImportError::new(format!("there is no layer `{wanted}`"));
            return Err(error.help(format!("the layers are {}", layer_names(strokes))));
        };
        read[layer] = true;
    }
    Ok(Some(read))
}

/// The names of all layers, for messages.
pub(super) fn layer_names(strokes: &Strokes) -> String {
    let mut names: Vec<String> = strokes.layers.iter().map(|l| format!("`{}`", l.name)).collect();
    names.sort();
    match names.len() {
        0 => "none".into(),
        n if n > 40 => format!("{} and {} more", names[..40].join(", "), n - 40),
        _ => names.join(", "),
    }
}

/// Decides which layers are walls.
pub(super) fn choose(scaled: &ScaledDrawing<'_>, explicit: Option<Vec<bool>>) -> LayerDecision {
    let layers = &scaled.strokes.layers;
    let mut kinds: Vec<(LayerKind, String)> = layers
        .iter()
        .map(|l| LayerKind::of_name(&l.name).unwrap_or((LayerKind::Unknown, "the name does not give it away".into())))
        .collect();
    if let Some(read) = explicit {
        let reading = scaled.read(&read);
        let choices = vec![listed(scaled, &read, &reading, "as named")];
        return LayerDecision { read, kinds, reading, choices, question: None };
    }
    let drawn = |i: usize| !layers[i].hidden() && layers[i].length > 0.0;
    let by_name: Vec<usize> = (0..layers.len()).filter(|&i| drawn(i) && kinds[i].0.blocks()).collect();
    // Layers without a descriptive name, by how they are drawn.
    let (mut walls, mut things, mut unclear) = (Vec::new(), Vec::new(), Vec::new());
    let nameless: Vec<usize> = (0..layers.len()).filter(|&i| drawn(i) && kinds[i].0 == LayerKind::Unknown).collect();
    for i in nameless {
        if !layers[i].plotted && !by_name.is_empty() {
            kinds[i].1 = "it is never plotted".into();
            continue;
        }
        let structure = Structure::of(&scaled.pieces(&only(layers.len(), &[i])));
        let (list, like) = match structure.looks() {
            Looks::Walls => (&mut walls, "like walls"),
            Looks::Things => (&mut things, "like furniture"),
            Looks::Neither => (&mut unclear, "like neither walls nor furniture"),
        };
        list.push(i);
        kinds[i].1 = format!("drawn {like}: {}", structure.words());
    }
    let doors: Vec<usize> = (0..layers.len()).filter(|&i| drawn(i) && kinds[i].0 == LayerKind::Doors).collect();
    let all: Vec<usize> = (0..layers.len()).filter(|&i| drawn(i)).collect();
    let join = |a: &[usize], b: &[usize]| a.iter().chain(b).copied().collect::<Vec<usize>>();
    let mut tried = TriedChoices { scaled, list: Vec::new() };
    // What might be meant. If these differ, it must be asked.
    if !by_name.is_empty() {
        tried.add(&by_name, "by their names");
        tried.add(&join(&by_name, &walls), "with layers that are drawn like walls");
    } else if !walls.is_empty() {
        tried.add(&walls, "drawn like walls");
        walls.iter().for_each(|i| tried.add(&[*i], "drawn like walls"));
        tried.add(&join(&walls, &unclear), "all that is not furniture");
    } else if !unclear.is_empty() {
        tried.add(&unclear, "all that is not furniture");
        unclear.iter().for_each(|i| tried.add(&[*i], ""));
    } else {
        tried.add(&things, "all without a descriptive name");
    }
    let mut question = tried.question(!by_name.is_empty());
    if question.is_some() || tried.list.iter().all(|t| t.1.plan.is_err()) {
        // More to choose from: perhaps only the doors close the building, or what a name excludes.
        let rivals = tried.list.len();
        tried.add(&join(&by_name, &doors), "with the doors as walls");
        tried.add(&join(&join(&by_name, &walls), &unclear), "with layers of unknown use");
        tried.add(&all, "all that is drawn");
        if by_name.is_empty() {
            all.iter().for_each(|i| tried.add(&[*i], ""));
        }
        if question.is_none() && tried.list[rivals..].iter().any(|t| t.1.plan.is_ok()) {
            question = Some("the layers that look like walls enclose nothing by themselves".to_owned());
        }
    }
    let choices = tried.list.iter().map(|(read, r, note)| listed(scaled, read, r, note)).collect();
    if tried.list.is_empty() {
        let read = vec![false; layers.len()];
        let reading = scaled.read(&read);
        return LayerDecision { read, kinds, reading, choices, question };
    }
    let best = tried.list.iter().position(|t| t.1.plan.is_ok()).unwrap_or(0);
    let (read, reading, _) = tried.list.swap_remove(best);
    LayerDecision { read, kinds, reading, choices, question }
}

/// Choices of layers, each with what comes of it.
struct TriedChoices<'t, 's> {
    scaled: &'t ScaledDrawing<'s>,
    list: Vec<(Vec<bool>, DxfReading, &'static str)>,
}

impl TriedChoices<'_, '_> {
    fn add(&mut self, set: &[usize], note: &'static str) {
        let read = only(self.scaled.strokes.layers.len(), set);
        if !set.is_empty() && self.list.len() < MOST_TRIED && !self.list.iter().any(|t| t.0 == read) {
            let reading = self.scaled.read(&read);
            self.list.push((read, reading, note));
        }
    }

    /// What must be asked before the first choice can be taken.
    fn question(&self, by_name: bool) -> Option<String> {
        let first = &self.list.first()?.1;
        let area = first.area()?;
        let seeded = self.scaled.options.seed.is_some();
        let agrees = |a: f64| (a - area).abs() <= SAME * area.max(a);
        // A choice that encloses nothing does not contradict one that does.
        if !self.list.iter().filter_map(|t| t.1.area()).all(agrees) {
            return Some("which layers are walls is not clear from their names and lines".to_owned());
        }
        if let Some((at, without)) = first.perhaps_frame.filter(|_| !seeded) {
            return Some(format!(
                "a rectangle of {:.1} m x {:.1} m around everything may be a wall or the frame of the drawing; without it {without:.1} m2 are walkable (a seed in the building settles it)",
                at.width(),
                at.height()
            ));
        }
        if !by_name && !seeded && shattered(first) {
            let all = first.enclosed;
            return Some(format!(
                "the lines cut the drawing into parts, the largest of {area:.1} of {all:.1} m2 (a seed settles it)"
            ));
        }
        None
    }
}

/// Whether the largest part is not most of what is enclosed.
pub(super) fn shattered(reading: &DxfReading) -> bool {
    reading.area().is_some_and(|area| area < 0.5 * reading.enclosed)
}

fn only(count: usize, set: &[usize]) -> Vec<bool> {
    (0..count).map(|i| set.contains(&i)).collect()
}

fn listed(scaled: &ScaledDrawing<'_>, read: &[bool], reading: &DxfReading, note: &str) -> LayerChoice {
    let names = scaled.strokes.layers.iter().zip(read).filter(|(_, read)| **read).map(|(l, _)| l.name.clone());
    LayerChoice { layers: names.collect(), area_m2: reading.area(), note: note.to_owned() }
}
