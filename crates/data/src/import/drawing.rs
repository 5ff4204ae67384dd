//! What a drawing holds and what was made of it: layers, doors, frame, and the choices there are.

use super::LayerKind;
use ambulo_geom::{Bounds, Point, Segment};

/// A drawing as it was understood. All places are in the coordinates of the file, in metres.
///
/// ```
/// let drawing = ambulo_data::Drawing::default();
/// assert!(drawing.layers.is_empty() && drawing.question.is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// All layers, in the order of the file.
    pub layers: Vec<DrawingLayer>,
    /// Doors recognised by their swing or threshold.
    pub doors: Vec<DrawingDoor>,
    /// Frames of the drawing, which are no walls.
    pub frames: Vec<Bounds>,
    /// Choices of layers and the area each would give; the first is the one that was made or is proposed.
    pub choices: Vec<LayerChoice>,
    /// What a person must decide before the drawing can be used.
    pub question: Option<String>,
    /// What is drawn, for pictures.
    pub lines: Vec<DrawingLine>,
}

/// A layer of a drawing.
///
/// ```
/// use ambulo_data::{DrawingLayer, LayerKind};
/// assert_eq!(DrawingLayer::default().kind, LayerKind::Unknown);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DrawingLayer {
    /// Its name.
    pub name: String,
    /// What it was taken for.
    pub kind: LayerKind,
    /// Why it was taken for that, and why it was read or not.
    pub why: String,
    /// Whether what is on it became walls.
    pub read: bool,
    /// Whether it is frozen.
    pub frozen: bool,
    /// Whether it is switched off.
    pub off: bool,
    /// Whether it is plotted.
    pub plotted: bool,
    /// Its number in the colour index, where the file gives it.
    pub colour: Option<i64>,
    /// Entities of every kind on it, those of inserted blocks included.
    pub entities: usize,
    /// Length of the lines and curves on it [m].
    pub length_m: f64,
}

impl Default for DrawingLayer {
    fn default() -> Self {
        Self {
            name: String::new(),
            kind: LayerKind::Unknown,
            why: String::new(),
            read: false,
            frozen: false,
            off: false,
            plotted: true,
            colour: None,
            entities: 0,
            length_m: 0.0,
        }
    }
}

/// A door found in a drawing.
///
/// ```
/// # use ambulo_geom::{Point, Segment};
/// let at = Segment::new(Point::new(0.0, 0.0), Point::new(0.9, 0.0));
/// let door = ambulo_data::DrawingDoor { name: "door-1".into(), at, swing: true, outer: false };
/// assert_eq!(door.at.length(), 0.9);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DrawingDoor {
    /// A name for it, numbered in the order of the drawing.
    pub name: String,
    /// From jamb to jamb [m].
    pub at: Segment,
    /// Whether its swing is drawn; otherwise it is known by its threshold on a layer of doors.
    pub swing: bool,
    /// Whether it leads out of the walkable area: such a door stays shut, and an exit may be put before it.
    pub outer: bool,
}

/// One choice of layers.
///
/// ```
/// let choice = ambulo_data::LayerChoice { layers: vec!["A-WALL".into()], area_m2: Some(204.9), note: String::new() };
/// assert_eq!(choice.words(), "A-WALL: 204.9 m2");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LayerChoice {
    /// The layers that would be read.
    pub layers: Vec<String>,
    /// The walkable area they would give [m2]; none when they enclose nothing.
    pub area_m2: Option<f64>,
    /// What is special about it.
    pub note: String,
}

impl LayerChoice {
    /// The choice on one line: as the option of the command line takes it, and the area.
    ///
    /// ```
    /// let choice = ambulo_data::LayerChoice { layers: vec!["A".into(), "B".into()], area_m2: None, note: "x".into() };
    /// assert_eq!(choice.words(), "A,B: encloses nothing (x)");
    /// ```
    pub fn words(&self) -> String {
        let area = self.area_m2.map_or("encloses nothing".to_owned(), |a| format!("{a:.1} m2"));
        let note = if self.note.is_empty() { String::new() } else { format!(" ({})", self.note) };
        let names = self.layers.join(",");
        let quote = if names.contains(char::is_whitespace) { "\"" } else { "" };
        format!("{quote}{names}{quote}: {area}{note}")
    }
}

/// What a line of a drawing was taken for.
///
/// ```
/// use ambulo_data::LineUse;
/// assert_ne!(LineUse::Wall, LineUse::Frame);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineUse {
    /// A wall.
    Wall,
    /// The leaf, swing or threshold of a door.
    Door,
    /// The frame of the drawing.
    Frame,
    /// Of a layer or block that is not read.
    Dropped,
}

/// A line of a drawing, for pictures.
///
/// ```
/// use ambulo_data::{DrawingLine, LineUse};
/// let line = DrawingLine { layer: 0, taken: LineUse::Wall, points: vec![] };
/// assert!(line.points.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DrawingLine {
    /// Index of its layer.
    pub layer: usize,
    /// What it was taken for.
    pub taken: LineUse,
    /// Its places [m].
    pub points: Vec<Point>,
}
