//! A drawing under its plan: what was read, what was not and why, doors and frame, with a legend.

use ambulo_data::{Drawing, LayerKind, LineUse};
use ambulo_draw::{Colour, Entry, Legend, PlanPicture, Style, Symbol, colour};
use ambulo_geom::{Bounds, Point, Segment};
use std::collections::BTreeMap;

const WALL: Colour = Colour::rgb(0x3A, 0x41, 0x49);
const DOOR: Colour = Colour::rgb(0x7A, 0x3E, 0x9D);
const OUTER: Colour = Colour::rgb(0xC6, 0x28, 0x28);
const FRAME: Colour = Colour::rgb(0x2E, 0x86, 0xAB);

/// What to draw of a drawing, moved as its plan was.
pub struct DrawingPicture<'d> {
    drawing: &'d Drawing,
    by: Point,
    /// By what the colours are: by layer where it must be chosen, otherwise by what a layer was taken for.
    by_layer: bool,
}

/// A group of lines with one colour.
struct LineGroup {
    style: Style,
    name: String,
    lines: Vec<Vec<Point>>,
}

impl<'d> DrawingPicture<'d> {
    /// Of a plan whose origin was subtracted from the coordinates of the file.
    pub fn new(drawing: &'d Drawing, by: Point) -> Self {
        Self { drawing, by, by_layer: drawing.question.is_some() }
    }

    fn place(&self, p: Point) -> Point {
        if self.by == Point::default() { p } else { Point::new(p.x - self.by.x, p.y - self.by.y) }
    }

    /// What the picture must show: everything drawn, as long as the plan itself stays visible.
    pub fn world(&self, plan: Option<Bounds>) -> Bounds {
        let places = self.drawing.lines.iter().flat_map(|l| l.points.iter().map(|p| self.place(*p)));
        let all = Bounds::of(places.filter(|p| p.is_finite()));
        let unit = Bounds { min: Point::new(0.0, 0.0), max: Point::new(1.0, 1.0) };
        match (plan, all) {
            (Some(plan), Some(all)) => {
                let most = plan.grown(plan.width().max(plan.height()));
                Bounds {
                    min: Point::new(
                        all.min.x.max(most.min.x).min(plan.min.x),
                        all.min.y.max(most.min.y).min(plan.min.y),
                    ),
                    max: Point::new(
                        all.max.x.min(most.max.x).max(plan.max.x),
                        all.max.y.min(most.max.y).max(plan.max.y),
                    ),
                }
            }
            (plan, all) => plan.or(all).unwrap_or(unit),
        }
    }

    /// The lines by colour; kinds and layers in the order of the file.
    fn groups(&self) -> Vec<LineGroup> {
        let mut groups: BTreeMap<usize, LineGroup> = BTreeMap::new();
        for line in &self.drawing.lines {
            let layer = &self.drawing.layers[line.layer];
            let (key, style, name) = match line.taken {
                _ if self.by_layer => {
                    let style = Style::stroke(colour::category(line.layer % 8), 1.2);
                    (100 + line.layer, style, format!("{} ({})", layer.name, layer.kind))
                }
                LineUse::Wall => (0, Style::stroke(WALL, 0.8), "read as walls".to_owned()),
                LineUse::Door => (1, Style::stroke(DOOR, 0.9), "door swing or leaf, no wall".to_owned()),
                LineUse::Frame => (2, Style::stroke(FRAME, 1.2).with_dash(6.0, 4.0), "frame of the drawing".to_owned()),
                LineUse::Dropped => {
                    let kind = if layer.read { LayerKind::Furniture } else { layer.kind };
                    let (colour, known) = tint(kind);
                    // Kinds that share a colour share a line of the legend.
                    let key = if known { 10 + kind as usize } else { 99 };
                    (key, Style::stroke(colour, 0.9), format!("not read: {kind}"))
                }
            };
            let group = groups.entry(key).or_insert_with(|| LineGroup { style, name: name.clone(), lines: Vec::new() });
            let more = name.trim_start_matches("not read: ");
            if key == 99 && !group.name.contains(more) {
                group.name = format!("{}, {more}", group.name);
            }
            group.lines.push(line.points.iter().map(|p| self.place(*p)).collect());
        }
        groups.into_values().collect()
    }

    pub fn legend(&self) -> Legend {
        let entry = |style: Style, name: String| Entry { symbol: Symbol::Line, style, name };
        let mut entries: Vec<Entry> = self.groups().into_iter().map(|g| entry(g.style, g.name)).collect();
        // A legend longer than this hides what it explains.
        entries.truncate(24);
        if self.drawing.doors.iter().any(|d| !d.outer) {
            entries.push(entry(Style::stroke(DOOR, 2.6), "door, open".into()));
        }
        if self.drawing.doors.iter().any(|d| d.outer) {
            entries.push(entry(Style::stroke(OUTER, 2.6), "door that leads out".into()));
        }
        Legend { entries }
    }

    /// The lines of the drawing; they lie under the walls of the plan.
    pub fn draw(&self, picture: &mut PlanPicture) {
        for group in self.groups() {
            picture.page().polylines(group.lines.iter().map(Vec::as_slice), &group.style);
        }
    }

    /// The doors, over everything.
    pub fn draw_doors(&self, picture: &mut PlanPicture) {
        for door in &self.drawing.doors {
            let at = Segment::new(self.place(door.at.a), self.place(door.at.b));
            let style = Style::stroke(if door.outer { OUTER } else { DOOR }, 2.6);
            picture.page().line(at.a, at.b, &style);
        }
    }
}

/// The colour of what is not read, by its kind, and whether the kind has it for itself.
fn tint(kind: LayerKind) -> (Colour, bool) {
    match kind {
        LayerKind::Furniture => (Colour::rgb(0xC9, 0x8A, 0x1B), true),
        LayerKind::Equipment | LayerKind::Stairs => (Colour::rgb(0x4C, 0x9F, 0x70), true),
        LayerKind::Doors => (DOOR, true),
        LayerKind::Frame => (FRAME, true),
        LayerKind::Marks => (Colour::rgb(0xD9, 0x6B, 0x9A), true),
        LayerKind::Unknown => (Colour::rgb(0xE6, 0x5C, 0x22), true),
        _ => (Colour::rgb(0x9A, 0xA3, 0xAB), false),
    }
}
