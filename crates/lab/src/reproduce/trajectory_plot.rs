//! Pictures of a few trajectories on open ground, for several subjects.

use ambulo_draw::{Colour, Entry, Legend, PlanPicture, Style, Symbol, colour};
use ambulo_eval::report::Picture;
use ambulo_eval::tracks::Tracks;
use ambulo_geom::{Bounds, Point};

/// Trajectories of one colour.
pub(super) struct Strand {
    name: String,
    colour: Colour,
    width: f64,
    lines: Vec<Vec<Point>>,
    /// Steps between dots; none without.
    dots: Option<usize>,
}

impl Strand {
    /// Trajectories in the k-th colour of the palette.
    pub(super) fn new(k: usize, name: impl Into<String>, tracks: &Tracks) -> Self {
        let line = |t: ambulo_eval::tracks::Track<'_>| (0..t.x.len()).map(|k| Point::new(t.x[k], t.y[k])).collect();
        let lines = tracks.iter().map(line).collect();
        Self { name: name.into(), colour: colour::category(k), width: 1.6, lines, dots: None }
    }

    /// Only walkers that satisfy the predicate.
    pub(super) fn only(mut self, tracks: &Tracks, keep: impl Fn(u32) -> bool) -> Self {
        let kept = self.lines.into_iter().zip(tracks.iter()).filter(|(_, t)| keep(t.id));
        self.lines = kept.map(|(w, _)| w).collect();
        self
    }

    /// As thin lines.
    pub(super) fn thin(self) -> Self {
        Self { width: 0.7, ..self }
    }

    /// With a dot every so many frames.
    pub(super) fn dotted(self, every: usize) -> Self {
        Self { dots: Some(every.max(1)), ..self }
    }
}

/// A picture of trajectories.
pub(super) fn picture(name: &str, title: &str, caption: impl Into<String>, strands: &[Strand]) -> Picture {
    let entry = |s: &Strand| Entry {
        symbol: Symbol::Line,
        style: Style::stroke(s.colour, s.width.max(1.6)),
        name: s.name.clone(),
    };
    let legend = Legend { entries: strands.iter().map(entry).collect() };
    let places = strands.iter().flat_map(|s| s.lines.iter().flatten().copied());
    let unit = Bounds { min: Point::new(0.0, 0.0), max: Point::new(1.0, 1.0) };
    let world = Bounds::of(places).unwrap_or(unit);
    let mut page = PlanPicture::new(title, world, legend.height(PlanPicture::foot_width()));
    for s in strands {
        page.page().polylines(s.lines.iter().map(Vec::as_slice), &Style::stroke(s.colour, s.width));
        for place in s.dots.iter().flat_map(|every| s.lines.iter().flat_map(|w| w.iter().step_by(*every))) {
            page.page().circle(*place, 0.06, &Style::fill(s.colour));
        }
    }
    page.legend(&legend);
    Picture { name: name.into(), caption: caption.into(), svg: page.finish().to_svg() }
}
