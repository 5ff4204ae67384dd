//! From a drawing as read to a plan: moved near zero, repaired, chosen.

use super::plan::{far_origin, recentred_finding, shifted};
use super::{ImportError, Plan, PlanOptions, Units};
use ambulo_geom::repair::{Choose, Finding, Findings, Repair, RepairError, Shape, ShapeRole, Soup, repair};
use ambulo_geom::{Bounds, Point, Region, Segment};

/// A drawing as an importer read it, in metres.
#[derive(Default)]
pub(super) struct Draft {
    pub soup: Soup,
    pub areas: Vec<(String, Vec<Point>)>,
    pub units: Option<Units>,
    /// Latitude and longitude of (0, 0), for maps in degrees.
    pub centre: Option<[f64; 2]>,
    pub findings: Findings,
    /// Straightens borders, for cuts through meshes.
    pub straighten: bool,
    /// Where the drawing ends, when the file says so; otherwise its places and a margin.
    pub frame: Option<Bounds>,
}

/// Which part of the drawing is walkable.
pub(super) enum WalkablePart {
    /// Everything in the frame but the obstacles.
    Frame,
    /// The ground that was drawn.
    Drawn,
    /// What the walls enclose around the seed, or the largest part they enclose.
    Enclosed,
}

impl Draft {
    /// Repairs the drawing and makes a plan of it.
    pub fn finish(self, ground: WalkablePart, options: &PlanOptions) -> Result<Plan, ImportError> {
        self.finish_measured(ground, options).map(|(plan, _)| plan)
    }

    /// The same, with the area of all that walls enclose, of which the plan may be a part [m2].
    pub fn finish_measured(mut self, ground: WalkablePart, options: &PlanOptions) -> Result<(Plan, f64), ImportError> {
        if let Some(bad) = self.soup.places().find(|p| !p.is_finite()) {
            return Err(ImportError::new(format!("a coordinate is no finite number, at {bad}"))
                .help("replace nan and inf by coordinates"));
        }
        let Some(bounds) = self.frame.or_else(|| Bounds::of(self.soup.places())) else {
            return Err(ImportError::new("the file holds nothing that could be a wall, an obstacle or a floor")
                .help("check that the right file and layers were exported"));
        };
        let origin = far_origin(bounds);
        self.shift(origin);
        let frame = if self.frame.is_some() { bounds } else { bounds.grown(options.margin.max(0.1)) };
        let frame = Bounds { min: shifted(frame.min, origin, -1.0), max: shifted(frame.max, origin, -1.0) };
        let choose = match ground {
            WalkablePart::Drawn => Choose::Ground,
            _ => {
                let corners =
                    [frame.min, Point::new(frame.max.x, frame.min.y), frame.max, Point::new(frame.min.x, frame.max.y)];
                if !matches!(ground, WalkablePart::Enclosed)
                    || !self.soup.shapes.iter().any(|s| s.role == ShapeRole::Ground)
                {
                    self.soup.shapes.push(Shape::new(ShapeRole::Frame, corners.to_vec(), "the edge of the drawing"));
                }
                match (ground, options.seed) {
                    (WalkablePart::Frame, None) => Choose::Ground,
                    (_, Some(seed)) => Choose::SeenFrom(shifted(seed, origin, -1.0)),
                    (_, None) => Choose::Largest,
                }
            }
        };
        let how = Repair { choose, close_gaps: options.close_gaps, straighten: self.straighten };
        let repaired = repair(&self.soup, &how).map_err(|e| cannot_repair(e, origin))?;
        let mut findings = self.findings.into_list();
        if origin != Point::new(0.0, 0.0) {
            findings.push(recentred_finding(origin));
        }
        findings.extend(repaired.findings);
        let mut plan = Plan::new(repaired.walkable, "");
        (plan.walls, plan.origin, plan.findings) = (repaired.walls, origin, findings);
        plan.units = self.units.unwrap_or(Units::metres());
        plan.centre = self.centre;
        for (name, ring) in self.areas {
            plan.areas.extend(named_area(name, ring, origin, &mut plan.findings));
        }
        Ok((plan, repaired.enclosed))
    }

    fn shift(&mut self, origin: Point) {
        let place = |p: &mut Point| *p = shifted(*p, origin, -1.0);
        self.soup.shapes.iter_mut().flat_map(|s| &mut s.rings).flatten().for_each(place);
        for (wall, _) in &mut self.soup.walls {
            *wall = Segment::new(shifted(wall.a, origin, -1.0), shifted(wall.b, origin, -1.0));
        }
        for door in &mut self.soup.doors {
            *door = Segment::new(shifted(door.a, origin, -1.0), shifted(door.b, origin, -1.0));
        }
    }
}

/// A named area, repaired by itself; one that is no area is only reported.
fn named_area(name: String, ring: Vec<Point>, origin: Point, findings: &mut Vec<Finding>) -> Option<(String, Region)> {
    let ring: Vec<Point> = ring.into_iter().map(|p| shifted(p, origin, -1.0)).collect();
    let at = ring.first().copied().unwrap_or_default();
    // As an obstacle in a field, its outline may cross itself; the area is what is missing from the field.
    let bounds = Bounds::of(ring.iter().copied())?;
    match ambulo_geom::Polygon::new(ring, vec![]) {
        Ok(polygon) if bounds.width() > 0.0 => Some((name, Region::from(polygon))),
        _ => {
            let detail = format!("`{name}` bends too sharply to be an area; it is left out");
            findings.push(Finding::warning(ambulo_geom::repair::FindingKind::Ignored, at, detail));
            None
        }
    }
}

/// Why the drawing cannot be used, in the coordinates of the file, and what to do.
fn cannot_repair(error: RepairError, origin: Point) -> ImportError {
    let file = |p: Point| shifted(p, origin, 1.0);
    let line = |s: Segment| Segment::new(file(s.a), file(s.b));
    let (error, help) = match error {
        RepairError::SelfCrossing { label, first, second, at } => (
            RepairError::SelfCrossing { label, first: line(first), second: line(second), at: file(at) },
            "put the corners in order around the shape, so that no edge meets another",
        ),
        RepairError::OutOfReach { label, at } => (
            RepairError::OutOfReach { label, at: file(at) },
            "remove what was drawn far away from the plan, or choose the layers to read",
        ),
        RepairError::Tangled { crossings, at } => (
            RepairError::Tangled { crossings, at: file(at) },
            "choose the layers with walls; hatchings and textures have too many lines",
        ),
        RepairError::NothingEnclosed { gap } => (
            RepairError::NothingEnclosed { gap: gap.map(|(at, wide)| (file(at), wide)) },
            "close the walls in the drawing, set close_gaps, or give a seed to take what it sees",
        ),
        RepairError::SeedBlocked { seed, nearest } => {
            (RepairError::SeedBlocked { seed: file(seed), nearest: nearest.map(file) }, "move the seed onto the floor")
        }
        RepairError::NothingWalkable => {
            (RepairError::NothingWalkable, "check that obstacles do not cover everything, and the units of the file")
        }
        other => (other, "this is a fault of the program; another close_gaps or another export may avoid it"),
    };
    ImportError::new(error.to_string()).help(help)
}
