//! How a shape or a text looks.

use crate::{Colour, number};
use std::fmt::Write;

/// Fill and outline of a shape.
///
/// ```
/// use ambulo_draw::{Colour, Style};
/// let wall = Style::stroke(Colour::rgb(40, 40, 40), 1.5).with_dash(4.0, 2.0);
/// assert_eq!(wall.width, 1.5);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// Colour of the inside.
    pub fill: Option<Colour>,
    /// Colour of the outline.
    pub stroke: Option<Colour>,
    /// Width of the outline [px].
    pub width: f64,
    /// Opacity of the whole, 0 to 1.
    pub opacity: f64,
    /// Lengths of dash and gap [px].
    pub dash: Option<(f64, f64)>,
    /// Hard edges, so that neighbouring cells leave no seam.
    pub crisp: bool,
}

impl Style {
    /// Filled, without an outline.
    ///
    /// ```
    /// use ambulo_draw::{Colour, Style};
    /// assert!(Style::fill(Colour::WHITE).stroke.is_none());
    /// ```
    pub fn fill(colour: Colour) -> Self {
        Self { fill: Some(colour), stroke: None, width: 0.0, opacity: 1.0, dash: None, crisp: false }
    }

    /// An outline of some width [px], not filled.
    ///
    /// ```
    /// use ambulo_draw::{Colour, Style};
    /// assert!(Style::stroke(Colour::BLACK, 1.0).fill.is_none());
    /// ```
    pub fn stroke(colour: Colour, width: f64) -> Self {
        Self { stroke: Some(colour), width, fill: None, ..Self::fill(colour) }
    }

    /// The same with an outline.
    ///
    /// ```
    /// use ambulo_draw::{Colour, Style};
    /// assert_eq!(Style::fill(Colour::WHITE).with_stroke(Colour::BLACK, 2.0).width, 2.0);
    /// ```
    pub fn with_stroke(self, colour: Colour, width: f64) -> Self {
        Self { stroke: Some(colour), width, ..self }
    }

    /// The same, see-through; 1 is solid.
    ///
    /// ```
    /// use ambulo_draw::{Colour, Style};
    /// assert_eq!(Style::fill(Colour::WHITE).with_opacity(0.5).opacity, 0.5);
    /// ```
    pub fn with_opacity(self, opacity: f64) -> Self {
        Self { opacity, ..self }
    }

    /// The same with a dashed outline.
    ///
    /// ```
    /// use ambulo_draw::{Colour, Style};
    /// assert!(Style::stroke(Colour::BLACK, 1.0).with_dash(4.0, 3.0).dash.is_some());
    /// ```
    pub fn with_dash(self, dash: f64, gap: f64) -> Self {
        Self { dash: Some((dash, gap)), ..self }
    }

    /// The same with hard edges.
    ///
    /// ```
    /// use ambulo_draw::{Colour, Style};
    /// assert!(Style::fill(Colour::WHITE).crisp().crisp);
    /// ```
    pub fn crisp(self) -> Self {
        Self { crisp: true, ..self }
    }

    pub(crate) fn push_attributes(&self, out: &mut String) {
        match self.fill {
            Some(c) => {
                let _ = write!(out, " fill=\"{}\"", c.hex());
            }
            None => out.push_str(" fill=\"none\""),
        }
        if let Some(c) = self.stroke {
            let _ = write!(out, " stroke=\"{}\" stroke-width=\"{}\"", c.hex(), number::short(self.width));
            out.push_str(" stroke-linejoin=\"round\"");
        }
        if self.opacity < 1.0 {
            // `opacity` asks for a layer of its own, which costs a hundred times more in a picture of many lines.
            let which = match (self.fill, self.stroke) {
                (Some(_), Some(_)) => "opacity",
                (Some(_), None) => "fill-opacity",
                _ => "stroke-opacity",
            };
            let _ = write!(out, " {which}=\"{}\"", number::short(self.opacity));
        }
        if let Some((dash, gap)) = self.dash {
            let _ = write!(out, " stroke-dasharray=\"{} {}\"", number::short(dash), number::short(gap));
        }
        if self.crisp {
            out.push_str(" shape-rendering=\"crispEdges\"");
        }
    }
}

/// Which end of a text stands at its place.
///
/// ```
/// assert_ne!(ambulo_draw::Anchor::Start, ambulo_draw::Anchor::End);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins there.
    Start,
    /// The text is centred there.
    Middle,
    /// The text ends there.
    End,
}

/// How a text looks.
///
/// ```
/// use ambulo_draw::{Anchor, TextStyle};
/// let label = TextStyle::new(12.0).anchored(Anchor::Middle).turned(-90.0);
/// assert_eq!(label.size, 12.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TextStyle {
    /// Height of the type [px].
    pub size: f64,
    /// Colour.
    pub colour: Colour,
    /// Which end stands at the place.
    pub anchor: Anchor,
    /// Turn about the place [degrees, clockwise on the page].
    pub rotation: f64,
    /// Heavier, where the font has it.
    pub strong: bool,
    /// A light rim, so that it can be read over lines.
    pub halo: bool,
}

impl TextStyle {
    /// Dark text of some size [px] that begins at its place.
    ///
    /// ```
    /// assert!(!ambulo_draw::TextStyle::new(12.0).strong);
    /// ```
    pub fn new(size: f64) -> Self {
        let colour = crate::plot::INK;
        Self { size, colour, anchor: Anchor::Start, rotation: 0.0, strong: false, halo: false }
    }

    /// The same in another colour.
    ///
    /// ```
    /// use ambulo_draw::{Colour, TextStyle};
    /// assert_eq!(TextStyle::new(12.0).coloured(Colour::BLACK).colour, Colour::BLACK);
    /// ```
    pub fn coloured(self, colour: Colour) -> Self {
        Self { colour, ..self }
    }

    /// The same with another end at its place.
    ///
    /// ```
    /// use ambulo_draw::{Anchor, TextStyle};
    /// assert_eq!(TextStyle::new(12.0).anchored(Anchor::End).anchor, Anchor::End);
    /// ```
    pub fn anchored(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    /// The same, turned [degrees, clockwise on the page].
    ///
    /// ```
    /// assert_eq!(ambulo_draw::TextStyle::new(12.0).turned(-90.0).rotation, -90.0);
    /// ```
    pub fn turned(self, rotation: f64) -> Self {
        Self { rotation, ..self }
    }

    /// The same, heavier.
    ///
    /// ```
    /// assert!(ambulo_draw::TextStyle::new(12.0).strong().strong);
    /// ```
    pub fn strong(self) -> Self {
        Self { strong: true, ..self }
    }

    /// The same with a light rim.
    ///
    /// ```
    /// assert!(ambulo_draw::TextStyle::new(12.0).with_halo().halo);
    /// ```
    pub fn with_halo(self) -> Self {
        Self { halo: true, ..self }
    }
}
