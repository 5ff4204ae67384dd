//! The places in which crowds are measured, and which of them are for training. The split is fixed, so that nobody chooses it after
//! seeing results: of densities, widths and inflows the ends and the middle are not all on one side, and corridor files alternate by name.

use super::corridor::CorridorFile;
use super::target::{CrowdTarget, Reference};
use crate::dense::{DenseSubject, SPECIFIC_FLOW, counterflow, crossing, doors, file, ring, waiting, weidmann};
use serde::Serialize;
use std::sync::Arc;

/// Densities on the closed course [1/m2], training and test.
pub const DENSITY_SPLIT: [&[f64]; 2] = [&[1.0, 2.0, 4.0], &[0.5, 3.0]];
/// Widths of doors [m], training and test.
pub const WIDTH_SPLIT: [&[f64]; 2] = [&[0.8, 1.2, 2.0], &[1.0, 1.6, 2.4]];
/// Densities of single files [1/m], training and test.
pub const FILE_SPLIT: [&[f64]; 2] = [&[0.3, 1.1, 1.9], &[0.7, 1.5]];
/// Inflows of counterflows, each direction [1/(m s)], training and test.
pub const INFLOW_SPLIT: [&[f64]; 2] = [&[0.4, 0.65], &[0.2, 0.5]];

/// One place, and what is measured there.
///
/// ```
/// use ambulo_lab::{CrowdPlace, CrowdTarget};
/// let [train, test] = CrowdPlace::split(&[CrowdTarget::Doors], &[]);
/// assert_eq!((train.len(), test.len()), (3, 3));
/// assert_eq!(train[0].figures[0].quantity, "flow");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CrowdPlace {
    /// What it counts for.
    pub target: CrowdTarget,
    /// What is measured, in the order in which the place gives it.
    pub figures: Vec<CrowdFigure>,
    kind: PlaceKind,
}

/// A figure and what it is compared with.
///
/// ```
/// let [train, _] = ambulo_lab::CrowdPlace::split(&[ambulo_lab::CrowdTarget::Speed], &[]);
/// assert_eq!((train[0].figures[0].place.as_str(), train[0].figures[0].unit), ("1 /m2", "m/s"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CrowdFigure {
    /// Where, in words.
    pub place: String,
    /// Where on the axis of a plot: density, width, inflow.
    pub at: f64,
    /// What.
    pub quantity: &'static str,
    /// Unit.
    pub unit: &'static str,
    /// What people do.
    pub reference: Reference,
}

#[derive(Clone, Debug, PartialEq)]
enum PlaceKind {
    Ring(f64),
    Door(f64),
    File(Vec<f64>),
    Corridor(Arc<CorridorFile>),
    Jam,
    Crossing,
    Counterflow(f64),
}

impl CrowdPlace {
    /// The places of targets: for training, and for the test. `corridors` are in any order; they alternate by name, the first is for
    /// training. A jam and a crossing have one geometry, which both parts share: only seeds differ.
    ///
    /// ```
    /// use ambulo_lab::{CrowdPlace, CrowdTarget};
    /// let [train, test] = CrowdPlace::split(&CrowdTarget::ALL, &[]);
    /// assert!(train.iter().all(|a| test.iter().all(|b| a != b || [CrowdTarget::Jam, CrowdTarget::Stripes].contains(&a.target))));
    /// ```
    pub fn split(targets: &[CrowdTarget], corridors: &[CorridorFile]) -> [Vec<Self>; 2] {
        let mut corridors: Vec<Arc<CorridorFile>> = corridors.iter().cloned().map(Arc::new).collect();
        corridors.sort_by(|a, b| a.name.cmp(&b.name));
        [0, 1].map(|part| {
            let mut places = Vec::new();
            for target in targets {
                match target {
                    CrowdTarget::Speed => places.extend(DENSITY_SPLIT[part].iter().map(|d| Self::ring(*d))),
                    CrowdTarget::Doors => places.extend(WIDTH_SPLIT[part].iter().map(|w| Self::door(*w))),
                    CrowdTarget::File => places.push(Self::file(FILE_SPLIT[part])),
                    CrowdTarget::Corridors => {
                        places.extend(corridors.iter().skip(part).step_by(2).map(|c| Self::corridor(c.clone())));
                    }
                    CrowdTarget::Jam => places.push(Self::jam()),
                    CrowdTarget::Stripes => places.push(Self::crossing()),
                    CrowdTarget::Counterflow => places.extend(INFLOW_SPLIT[part].iter().map(|i| Self::counterflow(*i))),
                }
            }
            places
        })
    }

    /// A closed course at a density [1/m2].
    ///
    /// ```
    /// assert_eq!(ambulo_lab::CrowdPlace::ring(2.0).figures.len(), 1);
    /// ```
    pub fn ring(density: f64) -> Self {
        let reference = Reference::Value { people: weidmann(density) };
        let place = format!("{density} /m2");
        let figure = CrowdFigure { place, at: density, quantity: "speed", unit: "m/s", reference };
        Self { target: CrowdTarget::Speed, figures: vec![figure], kind: PlaceKind::Ring(density) }
    }

    /// A door of a width [m].
    ///
    /// ```
    /// assert_eq!(ambulo_lab::CrowdPlace::door(1.0).figures[0].unit, "1/s");
    /// ```
    pub fn door(width: f64) -> Self {
        let reference = Reference::Value { people: SPECIFIC_FLOW * width };
        let place = format!("door of {width} m");
        let figure = CrowdFigure { place, at: width, quantity: "flow", unit: "1/s", reference };
        Self { target: CrowdTarget::Doors, figures: vec![figure], kind: PlaceKind::Door(width) }
    }

    pub(super) fn file(densities: &[f64]) -> Self {
        let share = Reference::AtLeast { bound: 0.75 };
        let place = "single file".to_string();
        let mut figures =
            vec![CrowdFigure { place, at: 0.0, quantity: "share in the band", unit: "1", reference: share }];
        for &at in densities {
            // All densities of the split lie within the band's table.
            let (low, high) = file::band(at).unwrap_or((0.0, f64::MAX));
            let (place, reference) = (format!("single file, {at} /m"), Reference::Within { low, high });
            figures.push(CrowdFigure { place, at, quantity: "speed", unit: "m/s", reference });
        }
        Self { target: CrowdTarget::File, figures, kind: PlaceKind::File(densities.to_vec()) }
    }

    fn corridor(file: Arc<CorridorFile>) -> Self {
        let people = file.people;
        let figure = |quantity, unit, people: f64| CrowdFigure {
            place: file.name.clone(),
            at: file.people.density,
            quantity,
            unit,
            reference: Reference::Value { people },
        };
        let figures = vec![
            figure("density", "1/m2", people.density),
            figure("speed", "m/s", people.speed),
            figure("specific flow", "1/(m s)", people.flow),
        ];
        Self { target: CrowdTarget::Corridors, figures, kind: PlaceKind::Corridor(file) }
    }

    fn one(target: CrowdTarget, kind: PlaceKind, place: &str, what: (&'static str, &'static str, Reference)) -> Self {
        let (quantity, unit, reference) = what;
        let figures = vec![CrowdFigure { place: place.into(), at: 0.0, quantity, unit, reference }];
        Self { target, figures, kind }
    }

    fn jam() -> Self {
        let what = ("turning", "deg/min", Reference::AtMost { bound: 90.0 });
        Self::one(CrowdTarget::Jam, PlaceKind::Jam, "jam before a bottleneck of 1 m", what)
    }

    fn crossing() -> Self {
        let what = ("angle of stripes", "deg", Reference::Within { low: 30.0, high: 60.0 });
        Self::one(CrowdTarget::Stripes, PlaceKind::Crossing, "crossing at a right angle", what)
    }

    fn counterflow(at: f64) -> Self {
        let figure = |quantity, bound: f64| CrowdFigure {
            place: format!("counterflow of {at} /(m s)"),
            at,
            quantity,
            unit: "1",
            reference: Reference::AtLeast { bound },
        };
        let figures = vec![figure("lane order", 0.45), figure("share through", 1.0)];
        Self { target: CrowdTarget::Counterflow, figures, kind: PlaceKind::Counterflow(at) }
    }

    /// The figures of these people here; NaN where there was nothing to measure.
    pub(super) fn measure(&self, subject: &DenseSubject) -> Vec<f64> {
        match &self.kind {
            PlaceKind::Ring(density) => vec![ring::speed(subject, *density)],
            PlaceKind::Door(width) => vec![doors::flow(subject, *width)],
            PlaceKind::File(densities) => {
                let found = file::measure(subject, densities);
                std::iter::once(found.in_band).chain(found.speeds.iter().map(|(_, v)| *v)).collect()
            }
            PlaceKind::Corridor(file) => {
                let found = file.simulate(subject);
                vec![found.density, found.speed, found.flow]
            }
            // Nobody turns where there is no jam.
            PlaceKind::Jam => vec![waiting::measure(subject).turn.unwrap_or(0.0)],
            PlaceKind::Crossing => vec![crossing::measure(subject).stripes.angle.unwrap_or(f64::NAN)],
            PlaceKind::Counterflow(inflow) => {
                let found = counterflow::walk(subject, *inflow);
                vec![found.order.unwrap_or(f64::NAN), found.through]
            }
        }
    }
}
