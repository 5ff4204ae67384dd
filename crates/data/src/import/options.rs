//! Options for reading a plan file.

use super::Units;
use ambulo_geom::Point;

/// Which axis of a 3D file points up.
///
/// ```
/// assert_eq!(ambulo_data::Up::default(), ambulo_data::Up::Y);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Up {
    /// y up, z towards the viewer: (x, y, z) of the file is (x, -z) of the plan at height y.
    #[default]
    Y,
    /// z up: (x, y) of the file is (x, y) of the plan at height z.
    Z,
}

/// How to read a plan file. Every importer reads the options that concern it; everything has a default.
///
/// ```
/// let options = ambulo_data::PlanOptions { close_gaps: Some(0.1), ..Default::default() };
/// assert_eq!((options.step, options.body, options.margin), (0.25, 1.8, 10.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PlanOptions {
    /// Layers of a drawing to read; when empty, those that are walls by their names or by what is drawn on them.
    pub layers: Vec<String>,
    /// The unit of the file, when the file does not say or is wrong.
    pub units: Option<Units>,
    /// Height of the floor in a 3D file [m].
    pub floor: Option<f64>,
    /// Which axis points up in a 3D file.
    pub up: Up,
    /// Highest step one walks over [m].
    pub step: f64,
    /// Steepest walkable ground in a 3D file [degrees].
    pub slope: f64,
    /// Height of the body: what is above it obstructs nobody [m].
    pub body: f64,
    /// A place on the walkable floor, in metres in the axes of the file's plan.
    pub seed: Option<Point>,
    /// Joins wall ends that are at most so far apart [m].
    pub close_gaps: Option<f64>,
    /// Metres per cell of a grid map.
    pub cell: f64,
    /// How far the walkable area reaches beyond the outermost obstacle [m].
    pub margin: f64,
    /// All polygons of the file are obstacles, whatever they are called.
    pub obstacles: bool,
    /// In a 3D file one walks only where there is a floor.
    pub flooring: bool,
}

impl Default for PlanOptions {
    fn default() -> Self {
        Self {
            layers: Vec::new(),
            units: None,
            floor: None,
            up: Up::Y,
            step: 0.25,
            slope: 45.0,
            body: 1.8,
            seed: None,
            close_gaps: None,
            cell: 1.0,
            margin: 10.0,
            obstacles: false,
            flooring: true,
        }
    }
}
