//! Why a text is no plan.

use ambulo_geom::PolygonError;
use std::fmt;
use std::ops::Range;

/// Why a text is no region: where in the text, which ring and edge, and what to do.
///
/// ```
/// let error = ambulo_data::region_from_wkt("POLYGON ((0 0, 4, 4 4))").unwrap_err();
/// assert_eq!(error.span, Some(16..17));
/// assert!(error.to_string().contains("expected a number"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ImportError {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// Where in the text, in bytes, when that is known.
    pub span: Option<Range<usize>>,
    /// The broken rule of geometry, when the text itself is well formed.
    pub geometry: Option<Box<PolygonError>>,
}

/// Beyond this nothing is left of a centimetre, and soon nothing of the shape: no map is so large [m].
pub(super) const FARTHEST: f64 = 1e10;

pub(super) fn too_far(v: f64) -> ImportError {
    let error = ImportError::new(format!("the coordinate {v:e} is more than {FARTHEST:e} from zero"));
    error.help("no map reaches so far: look for a digit too many")
}

impl ImportError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, span: None, geometry: None }
    }

    pub(crate) fn at(mut self, span: Range<usize>) -> Self {
        self.span = Some(span);
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// A geometric error, with `what` in front when more than one shape could be meant.
    pub(crate) fn geometry(error: PolygonError, what: &str) -> Self {
        let message = if what.is_empty() { error.to_string() } else { format!("{what}: {error}") };
        let help = match &error {
            PolygonError::TooFewCorners { .. } => "give every ring at least 3 different corners",
            PolygonError::NotFinite { .. } => "replace nan and inf by coordinates in metres",
            PolygonError::NoArea { .. } => "move a corner off the line, or remove the ring",
            PolygonError::EdgesMeet { first, second, .. } if first.ring != second.ring => {
                "holes must lie inside, apart from each other and from the outer ring; merge those that overlap"
            }
            PolygonError::EdgesMeet { .. } => {
                "put the corners in order around the shape, so that no edge meets another"
            }
            PolygonError::HoleOutside { .. } => "remove the hole, or make it a polygon of its own",
            PolygonError::HoleInHole { .. } => "remove the inner hole, or make it a polygon of its own",
            PolygonError::PolygonsOverlap { .. } => "merge the polygons that overlap",
        };
        Self { message, help: Some(help.into()), span: None, geometry: Some(Box::new(error)) }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ImportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.geometry.as_deref().map(|e| e as &(dyn std::error::Error + 'static))
    }
}
