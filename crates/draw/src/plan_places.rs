//! Named places on the picture of a plan: areas, starts, exits and doors, each with its name beside it.

use crate::{Anchor, Colour, Entry, PlanPicture, Style, Symbol, TextStyle, text};
use ambulo_geom::{Bounds, Point, Region, Segment};

const AREA: Colour = Colour::rgb(0x5B, 0x7F, 0xA6);
const START: Colour = Colour::rgb(0x2E, 0x8B, 0x57);
const EXIT: Colour = Colour::rgb(0xC2, 0x4E, 0x14);
const DOOR: Colour = Colour::rgb(0x7A, 0x3E, 0x9D);
/// Size of names [px].
const SIZE: f64 = 12.5;

/// What an area is to the people of a scenario.
///
/// ```
/// assert_ne!(ambulo_draw::AreaRole::Start, ambulo_draw::AreaRole::Exit);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AreaRole {
    /// Only named.
    #[default]
    Plain,
    /// People begin there.
    Start,
    /// People end there.
    Exit,
    /// Both.
    StartAndExit,
}

impl AreaRole {
    fn colour(self) -> Colour {
        match self {
            Self::Plain => AREA,
            Self::Start => START,
            Self::Exit | Self::StartAndExit => EXIT,
        }
    }
}

/// A door on a picture.
///
/// ```
/// use ambulo_geom::{Point, Segment};
/// let line = Segment::new(Point::new(0.0, 0.0), Point::new(0.0, 1.2));
/// let door = ambulo_draw::DoorMark { name: "north".into(), line, open: true };
/// assert!(door.open);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DoorMark {
    /// Its name.
    pub name: String,
    /// Where it stands [m].
    pub line: Segment,
    /// Whether it is open at first; a shut one is drawn solid.
    pub open: bool,
}

/// The named places of one level.
///
/// ```
/// use ambulo_draw::{Places, AreaRole};
/// use ambulo_geom::{Polygon, Region};
/// let exit = Region::from(Polygon::rectangle(9.0, 0.0, 10.0, 5.0).unwrap());
/// let places = Places { areas: vec![("exit".into(), exit, AreaRole::Exit)], doors: vec![] };
/// assert_eq!(places.legend().len(), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Name, shape and role of each area.
    pub areas: Vec<(String, Region, AreaRole)>,
    /// The doors.
    pub doors: Vec<DoorMark>,
}

impl Places {
    /// Areas that are only named.
    ///
    /// ```
    /// assert!(ambulo_draw::Places::plain(&[]).areas.is_empty());
    /// ```
    pub fn plain(areas: &[(String, Region)]) -> Self {
        let areas = areas.iter().map(|(name, area)| (name.clone(), area.clone(), AreaRole::Plain)).collect();
        Self { areas, doors: Vec::new() }
    }

    /// What the colours mean, of what there is.
    ///
    /// ```
    /// assert!(ambulo_draw::Places::default().legend().is_empty());
    /// ```
    pub fn legend(&self) -> Vec<Entry> {
        let has = |role: AreaRole| self.areas.iter().any(|(_, _, r)| *r == role);
        let both = has(AreaRole::StartAndExit);
        let area = |role: AreaRole, name: &str| Entry { symbol: Symbol::Box, style: tint(role), name: name.into() };
        let mut entries = Vec::new();
        if has(AreaRole::Start) || both {
            entries.push(area(AreaRole::Start, "start"));
        }
        if has(AreaRole::Exit) || both {
            entries.push(area(AreaRole::Exit, "exit"));
        }
        if has(AreaRole::Plain) {
            entries.push(area(AreaRole::Plain, "area"));
        }
        for (open, name) in [(true, "door"), (false, "door, shut at first")] {
            if self.doors.iter().any(|d| d.open == open) {
                entries.push(Entry { symbol: Symbol::Line, style: door_style(open), name: name.into() });
            }
        }
        entries
    }

    /// The shapes with their names, areas first.
    fn shapes(&self) -> impl Iterator<Item = (&str, Bounds)> {
        let areas = self.areas.iter().filter_map(|(name, area, _)| Some((name.as_str(), area.bounds()?)));
        let doors = self.doors.iter().filter_map(|d| Some((d.name.as_str(), Bounds::of([d.line.a, d.line.b])?)));
        areas.chain(doors)
    }
}

fn tint(role: AreaRole) -> Style {
    Style::fill(Colour::WHITE.mix(role.colour(), 0.25)).with_stroke(role.colour(), 1.0)
}

fn door_style(open: bool) -> Style {
    let style = Style::stroke(DOOR, 3.0);
    if open { style.with_dash(5.0, 3.0) } else { style }
}

impl PlanPicture {
    /// Areas tinted by their role, and doors; below lines and walls.
    ///
    /// ```
    /// # use ambulo_draw::{PlanPicture, Places, plan};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    /// PlanPicture::new("", plan::extent(&hall, []), 0.0).places(&Places::plain(&[("hall".into(), hall.clone())]));
    /// ```
    pub fn places(&mut self, places: &Places) {
        for (_, area, role) in &places.areas {
            let style = Style::fill(role.colour()).with_opacity(0.2);
            self.page().polygon(area.polygons().iter().flat_map(|p| p.rings()), &style);
        }
        self.place_outlines(places);
    }

    /// Only outlines and doors, for pictures whose colours mean something else.
    ///
    /// ```
    /// # use ambulo_draw::{PlanPicture, Places, plan};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    /// PlanPicture::new("", plan::extent(&hall, []), 0.0).place_outlines(&Places::default());
    /// ```
    pub fn place_outlines(&mut self, places: &Places) {
        for (_, area, role) in &places.areas {
            let border = Style::stroke(role.colour(), 1.2).with_dash(4.0, 3.0);
            self.page().polygon(area.polygons().iter().flat_map(|p| p.rings()), &border);
        }
        for door in &places.doors {
            self.page().line(door.line.a, door.line.b, &door_style(door.open));
        }
    }

    /// The names of places, over everything: beside what they name, or in the corner of an area that is large. A name
    /// that finds no free place is left out.
    ///
    /// ```
    /// # use ambulo_draw::{PlanPicture, Places, plan};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let hall = Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 10.0).unwrap());
    /// let mut picture = PlanPicture::new("", plan::extent(&hall, []), 0.0);
    /// picture.place_names(&Places::plain(&[("exit".into(), hall.clone())]));
    /// assert!(picture.finish().to_svg().contains("exit"));
    /// ```
    pub fn place_names(&mut self, places: &Places) {
        let (view, field) = (self.view(), self.layout().field);
        let on_page = |b: Bounds| {
            let (p, q) = (view.page(b.min), view.page(b.max));
            Bounds { min: Point::new(p.x, q.y), max: Point::new(q.x, p.y) }
        };
        let shapes: Vec<(&str, Bounds)> = places.shapes().map(|(name, b)| (name, on_page(b))).collect();
        // What labels should keep off: everything but large areas, which they may lie in.
        let large = |b: &Bounds| b.width() * b.height() > 0.2 * field.width() * field.height();
        let small: Vec<Bounds> = shapes.iter().map(|(_, b)| *b).filter(|b| !large(b)).collect();
        let mut taken: Vec<Bounds> = Vec::new();
        self.page().set_view(None);
        for (name, shape) in &shapes {
            let name = text::fitted(name, SIZE, 220.0);
            let half = ((text::width(&name, SIZE) + 6.0) / 2.0, 8.0);
            let Some(at) = label_place(*shape, half, field, &taken, &small) else { continue };
            taken.push(label_box(at, half));
            let style = TextStyle::new(SIZE).anchored(Anchor::Middle).with_halo();
            // The base line lies a little below the middle of the letters.
            self.page().text(Point::new(at.x, at.y + 4.5), &name, &style);
        }
        self.page().set_view(Some(view));
    }
}

fn label_box(at: Point, half: (f64, f64)) -> Bounds {
    Bounds { min: Point::new(at.x - half.0, at.y - half.1), max: Point::new(at.x + half.0, at.y + half.1) }
}

fn apart(a: &Bounds, b: &Bounds) -> bool {
    a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y
}

/// The middle of the label of a shape: in the corner of one that is much larger than the label, else beside it, never
/// on it; in the field, on no other label and, while there is room, on no other shape.
fn label_place(shape: Bounds, half: (f64, f64), field: Bounds, taken: &[Bounds], shapes: &[Bounds]) -> Option<Point> {
    let roomy = shape.width() > 2.0 * half.0 + 16.0
        && shape.height() > 2.0 * half.1 + 16.0
        && shape.width() * shape.height() > 12.0 * (4.0 * half.0 * half.1);
    let mut candidates = Vec::new();
    if roomy {
        let (dx, dy) = (half.0 + 5.0, half.1 + 5.0);
        for (x, y) in [
            (shape.min.x + dx, shape.min.y + dy),
            (shape.max.x - dx, shape.min.y + dy),
            (shape.min.x + dx, shape.max.y - dy),
            (shape.max.x - dx, shape.max.y - dy),
        ] {
            candidates.push(Point::new(x, y));
        }
    }
    let (cx, cy) = ((shape.min.x + shape.max.x) / 2.0, (shape.min.y + shape.max.y) / 2.0);
    // What reaches out of the field is labelled beside the part that is seen.
    let cx = cx.clamp(field.min.x + half.0, (field.max.x - half.0).max(field.min.x + half.0));
    let cy = cy.clamp(field.min.y + half.1, (field.max.y - half.1).max(field.min.y + half.1));
    for out in [4.0, 21.0, 38.0] {
        let (dx, dy) = (half.0 + out, half.1 + out);
        candidates.extend([
            Point::new(cx, shape.min.y - dy),
            Point::new(cx, shape.max.y + dy),
            Point::new(shape.max.x + dx, cy),
            Point::new(shape.min.x - dx, cy),
            Point::new(shape.max.x + dx, shape.min.y - dy),
            Point::new(shape.min.x - dx, shape.min.y - dy),
        ]);
    }
    // Beside a tall shape there is room above and below its middle, too.
    for line in [1.0, -1.0, 2.0, -2.0] {
        let (dx, y) = (half.0 + 4.0, cy + line * (2.0 * half.1 + 3.0));
        candidates.extend([Point::new(shape.max.x + dx, y), Point::new(shape.min.x - dx, y)]);
    }
    let inside = |b: &Bounds| {
        b.min.x >= field.min.x && b.max.x <= field.max.x && b.min.y >= field.min.y && b.max.y <= field.max.y
    };
    let free = |at: &Point, shapes: &[Bounds]| {
        let b = label_box(*at, half);
        inside(&b)
            && taken.iter().all(|t| apart(&b, t))
            && shapes.iter().all(|s| apart(&b, s) || (roomy && *s == shape))
    };
    let first = candidates.iter().find(|at| free(at, shapes)).copied();
    first.or_else(|| {
        candidates.iter().find(|at| free(at, if roomy { &[] } else { std::slice::from_ref(&shape) })).copied()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELD: Bounds = Bounds { min: Point { x: 0.0, y: 0.0 }, max: Point { x: 300.0, y: 200.0 } };

    fn boxed(x0: f64, y0: f64, x1: f64, y1: f64) -> Bounds {
        Bounds { min: Point::new(x0, y0), max: Point::new(x1, y1) }
    }

    #[test]
    fn a_label_lies_beside_what_it_names_and_on_no_other() {
        let half = (40.0, 8.0);
        for shape in [boxed(0.0, 90.0, 6.0, 110.0), boxed(290.0, 0.0, 300.0, 200.0), boxed(100.0, 60.0, 200.0, 80.0)] {
            let first = label_place(shape, half, FIELD, &[], &[shape]).expect("room");
            assert!(apart(&label_box(first, half), &shape), "{shape:?}: {first:?}");
            let taken = label_box(first, half);
            let second = label_place(shape, half, FIELD, &[taken], &[shape]).expect("room");
            assert!(apart(&label_box(second, half), &taken) && apart(&label_box(second, half), &shape));
        }
    }

    #[test]
    fn a_large_area_has_its_name_in_a_corner() {
        let (shape, half) = (boxed(10.0, 10.0, 290.0, 190.0), (40.0, 8.0));
        let at = label_place(shape, half, FIELD, &[], &[]).expect("room");
        assert_eq!((at.x, at.y), (55.0, 23.0));
    }

    #[test]
    fn a_name_without_room_is_left_out() {
        let shape = boxed(0.0, 0.0, 300.0, 200.0);
        assert_eq!(label_place(shape, (200.0, 8.0), FIELD, &[], &[shape]), None);
    }
}
