//! An evaluation in words, for a terminal and for the head of its page.

use super::EvaluatedFile;
use ambulo_data::measured::{From, Origin};
use ambulo_data::words::counted;

impl EvaluatedFile {
    /// How the file was understood.
    pub fn origin_words(&self) -> Vec<(String, String)> {
        let (t, o) = (&self.found.trajectories, &self.origin);
        let mut all = vec![
            ("kind".to_string(), o.kind.name().to_string()),
            ("frames per second".into(), format!("{}, {}", t.fps, o.fps.words())),
            ("unit of length".into(), format!("{} m, {}", o.unit, o.unit_from.words())),
            ("walkable ground".into(), format!("{:.1} m², {}", t.area.area(), o.area.words())),
        ];
        if o.stride > 1 || o.first_frame != 0 {
            let step =
                if o.stride > 1 { format!(", and a frame is {} of its frames", o.stride) } else { String::new() };
            let words = format!("frame 0 is the file's {}{step}", o.first_frame);
            all.push(("frames".into(), words));
        }
        all
    }

    /// What a reader must know first.
    pub fn notes(&self) -> Vec<String> {
        let Self { found, origin: o, .. } = self;
        let mut notes = origin_notes(o, found.trajectories.fps);
        if o.area == From::Assumed && found.macroscopic.areas.iter().any(|a| a.voronoi.is_some()) {
            let words = "The walkable ground is not known: Voronoi cells at the edge of the crowd reach to a box about all rows \
                     and are too large. Give option `walkable` or option `cut-off`.";
            notes.push(words.into());
        }
        for l in found.macroscopic.lines.iter().filter(|l| l.vanished.people > 0) {
            let people = counted(l.vanished.people, "person leaves", "people leave");
            notes.push(format!(
            "{people} the recording up to {:.2} m before the line `{}` and are not counted there: people of a run are taken \
             out when they touch their goal. Move the line so far towards where they come from, or read `exits` in the \
             run's summary.json.",
            l.vanished.metres, l.line.name
        ));
        }
        let faulty = found.faults.walkers.len();
        if faulty > 0 {
            let who = counted(faulty, "walker has", "walkers have");
            notes.push(format!("{who} gaps, jumps or rows off the ground; nothing was repaired."));
        }
        notes
    }
}

/// What was inferred or assumed of a file, and what looks wrong.
pub(crate) fn origin_notes(o: &Origin, rows_per_second: f64) -> Vec<String> {
    let mut notes: Vec<String> = o.warnings.iter().map(|words| format!("Warning: {words}")).collect();
    if o.fps == From::Inferred {
        let rate = rows_per_second * f64::from(o.stride);
        notes.push(format!(
            "The file does not state its frame rate: its velocities imply {rate} frames per second, a row every {} frames, \
             {rows_per_second} rows per second.",
            o.stride
        ));
    }
    if o.unit_from == From::Inferred {
        notes.push(format!(
            "The file does not state its unit of length: heights and speeds of its people imply {} m. option `unit` gives another.",
            o.unit
        ));
    }
    if o.fps == From::Assumed {
        notes
            .push(format!("The file does not state its frame rate: {rows_per_second} was assumed. Give option `fps`."));
    }
    if o.unit_from == From::Assumed && o.unit != 1.0 {
        notes
            .push(format!("The file does not state its unit of length: {} m was assumed. Give option `unit`.", o.unit));
    }
    notes
}
