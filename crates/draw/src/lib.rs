//! Pictures: a thin SVG layer, plots, plans, colour maps, and PNG from the same SVG.
//!
//! The same input gives the same bytes on every machine: no clock, no system font, no platform mathematics.
//!
//! ```
//! use ambulo_draw::{LinePlot, Series, png};
//! let svg = LinePlot::new("People present", "time [s]", "people")
//!     .series(Series::new("all", vec![(0.0, 0.0), (5.0, 12.0), (10.0, 3.0)]))
//!     .draw()
//!     .to_svg();
//! let bytes = png::encode(&svg, 1.0).unwrap();
//! assert_eq!(&bytes[1..4], b"PNG");
//! ```

mod density_plot;
mod film;
mod histogram;
mod image;
mod legend;
mod line_plot;
mod number;
mod oklab;
mod plan_axes;
mod plan_layout;
mod plan_marks;
mod plan_places;
mod scatter_plot;
mod simplify;
mod solid;
mod spread_plot;
mod style;
mod svg;
mod text;
mod ticks;
mod view;

pub mod colour;
pub mod heat_map;
pub mod plan;
pub mod plot;
pub mod png;

pub use colour::{Colour, ColourMap};
pub use density_plot::DensityPlot;
pub use film::film_strip;
pub use heat_map::{Cells, HeatMap};
pub use histogram::{Histogram, Mark};
pub use image::Image;
pub use legend::{Entry, Legend, Symbol};
pub use line_plot::{Band, LinePlot, Series};
pub use number::compact;
pub use plan::PlanPicture;
pub use plan_marks::MarkKind;
pub use plan_places::{AreaRole, DoorMark, Places};
pub use scatter_plot::{Points, ScatterPlot};
pub use simplify::simplify;
pub use solid::{Camera, Solid, render};
pub use spread_plot::SpreadPlot;
pub use style::{Anchor, Style, TextStyle};
pub use svg::Canvas;
pub use text::{FONT_FAMILY, escaped, width as text_width};
pub use ticks::Ticks;
pub use view::PageTransform;
