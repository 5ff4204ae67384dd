//! The plan as everything after the importers sees it.

use super::{Drawing, Units};
use ambulo_geom::repair::{Finding, FindingKind};
use ambulo_geom::{Bounds, Point, Polygon, PolygonError, Region, Relief, Segment};
use std::sync::Arc;

/// Where people can walk, with the named places; checked geometry.
///
/// ```
/// # let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }\nareas.door = { rect = [8, 0, 9, 1] }\n\
/// # walkers = [{ positions = [[1, 1]], goal = 'door' }]";
/// let loaded = ambulo_data::scenario::parse("a.toml", text).unwrap();
/// let plan = ambulo_data::resolve_plan(&loaded, std::path::Path::new(".")).unwrap();
/// assert_eq!((plan.walkable.area(), plan.area("door").unwrap().area()), (81.0, 1.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Where people can walk, obstacles cut out.
    pub walkable: Region,
    /// Walls without thickness that stand in the walkable area.
    pub walls: Vec<Segment>,
    /// The named places, in the order of the file. Not checked against the walkable area.
    pub areas: Vec<(String, Region)>,
    /// What was subtracted from the coordinates of the file [m]; zero unless the plan lies far from its origin.
    pub origin: Point,
    /// Latitude and longitude of the place that has become (0, 0) [degrees], where the file is a map in degrees.
    pub centre: Option<[f64; 2]>,
    /// The unit of the file, and what it is in metres.
    pub units: Units,
    /// Heights of the ground, where it rises and falls; level without.
    pub relief: Option<Arc<Relief>>,
    /// What was changed during import, and what a person should check.
    pub findings: Vec<Finding>,
    /// Where the walkable area comes from, for reports.
    pub provenance: String,
    /// What the drawing holds that the plan was read from, when it was one.
    pub drawing: Option<Box<Drawing>>,
}

impl Plan {
    /// A plan that is only a walkable area.
    ///
    /// ```
    /// use ambulo_geom::{Polygon, Region};
    /// let plan = ambulo_data::Plan::new(Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap()), "a test");
    /// assert!(plan.walls.is_empty());
    /// ```
    pub fn new(walkable: Region, provenance: impl Into<String>) -> Self {
        Self {
            walkable,
            walls: Vec::new(),
            areas: Vec::new(),
            origin: Point::new(0.0, 0.0),
            centre: None,
            units: Units::metres(),
            relief: None,
            findings: Vec::new(),
            provenance: provenance.into(),
            drawing: None,
        }
    }

    /// The named place of that name.
    ///
    /// ```
    /// # let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }\nwalkers = [{ positions = [[1, 1]], goal = [2, 2] }]";
    /// let loaded = ambulo_data::scenario::parse("a.toml", text).unwrap();
    /// let plan = ambulo_data::resolve_plan(&loaded, std::path::Path::new(".")).unwrap();
    /// assert!(plan.area("door").is_none());
    /// ```
    pub fn area(&self, name: &str) -> Option<&Region> {
        self.areas.iter().find(|(n, _)| n == name).map(|(_, region)| region)
    }

    /// A place of the file, in metres there, as the plan has it.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// let mut plan = ambulo_data::Plan::new(Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap()), "");
    /// plan.origin = Point::new(500_000.0, 0.0);
    /// assert_eq!(plan.local(Point::new(500_001.0, 1.0)), Point::new(1.0, 1.0));
    /// ```
    pub fn local(&self, p: Point) -> Point {
        shifted(p, self.origin, -1.0)
    }

    /// A place of the plan as the file has it, in metres.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// let plan = ambulo_data::Plan::new(Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap()), "");
    /// assert_eq!(plan.in_file(Point::new(1.0, 1.0)), Point::new(1.0, 1.0));
    /// ```
    pub fn in_file(&self, p: Point) -> Point {
        shifted(p, self.origin, 1.0)
    }

    /// The walkable area in the coordinates of the file. Fails where rounding there, a nanometre at 5,000 km, makes
    /// walls meet that are as near to each other as that.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// let plan = ambulo_data::Plan::new(Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap()), "");
    /// assert_eq!(plan.walkable_in_file().unwrap(), plan.walkable);
    /// ```
    pub fn walkable_in_file(&self) -> Result<Region, PolygonError> {
        shifted_region(&self.walkable, Point::new(-self.origin.x, -self.origin.y))
    }

    /// Walks over what must hold: walls and walkable area finite, the area not empty.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// let plan = ambulo_data::Plan::new(Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap()), "");
    /// assert_eq!(plan.check(), Ok(()));
    /// ```
    pub fn check(&self) -> Result<(), String> {
        let area = self.walkable.area();
        if !(area > 0.0 && area.is_finite()) {
            return Err(format!("the walkable area is {area} m2"));
        }
        let again = self
            .walkable
            .polygons()
            .iter()
            .map(|p| Polygon::new(p.outer().to_vec(), p.holes().map(<[Point]>::to_vec).collect()));
        again.collect::<Result<Vec<_>, _>>().and_then(Region::new).map_err(|e| e.to_string())?;
        for wall in &self.walls {
            if !(wall.a.is_finite() && wall.b.is_finite() && wall.a != wall.b) {
                return Err(format!("a wall from {} to {}", wall.a, wall.b));
            }
        }
        Ok(())
    }

    /// A walkable area that was written in some unit.
    pub(super) fn in_units(region: Region, units: Option<&Units>) -> Result<Self, PolygonError> {
        let Some(units) = units else { return Ok(Self::new(region, "")) };
        let ring =
            |r: &[Point]| r.iter().map(|p| Point::new(p.x * units.metres, p.y * units.metres)).collect::<Vec<_>>();
        let polygon = |p: &Polygon| Polygon::new(ring(p.outer()), p.holes().map(ring).collect());
        let region = Region::new(region.polygons().iter().map(polygon).collect::<Result<_, _>>()?)?;
        Ok(Self { units: units.clone(), ..Self::new(region, "") })
    }

    /// Moves a plan that lies far from zero near it, and reports it.
    pub(super) fn recentred(mut self) -> Result<Self, PolygonError> {
        let Some(bounds) = self.walkable.bounds() else { return Ok(self) };
        let by = far_origin(bounds);
        if by == Point::new(0.0, 0.0) {
            return Ok(self);
        }
        self.walkable = shifted_region(&self.walkable, by)?;
        for (_, area) in &mut self.areas {
            *area = shifted_region(area, by)?;
        }
        for wall in &mut self.walls {
            *wall = Segment::new(shifted(wall.a, by, -1.0), shifted(wall.b, by, -1.0));
        }
        self.relief = self.relief.as_ref().and_then(|r| r.moved(by)).map(Arc::new);
        for finding in &mut self.findings {
            finding.at = shifted(finding.at, by, -1.0);
        }
        self.origin = Point::new(self.origin.x + by.x, self.origin.y + by.y);
        self.findings.push(recentred_finding(by));
        Ok(self)
    }
}

/// Farther from zero than this a plan is moved: single-precision differences keep their tenth of a millimetre [m].
const FAR: f64 = 10_000.0;

/// What to subtract so that a box lies near zero: whole kilometres, or nothing when it does.
pub(super) fn far_origin(b: Bounds) -> Point {
    let far = [b.min.x, b.min.y, b.max.x, b.max.y].iter().any(|v| v.abs() > FAR);
    let down = |v: f64| (v / 1000.0).floor() * 1000.0;
    if far { Point::new(down(b.min.x), down(b.min.y)) } else { Point::new(0.0, 0.0) }
}

pub(super) fn recentred_finding(by: Point) -> Finding {
    let detail = format!(
        "the plan lies far from zero; it is computed relative to {by}, and all coordinates shown are those of the file"
    );
    Finding::change(FindingKind::Recentred, Point::new(0.0, 0.0), detail)
}

/// A place moved by the origin, once; untouched (to the bit) when the origin is zero.
pub(super) fn shifted(p: Point, origin: Point, times: f64) -> Point {
    if origin == Point::new(0.0, 0.0) {
        return p;
    }
    Point::new(p.x + times * origin.x, p.y + times * origin.y)
}

/// A region minus an origin, checked again.
pub(super) fn shifted_region(region: &Region, origin: Point) -> Result<Region, PolygonError> {
    if origin == Point::new(0.0, 0.0) {
        return Ok(region.clone());
    }
    let ring = |r: &[Point]| r.iter().map(|p| shifted(*p, origin, -1.0)).collect::<Vec<_>>();
    let polygon = |p: &Polygon| Polygon::new(ring(p.outer()), p.holes().map(ring).collect());
    Region::new(region.polygons().iter().map(polygon).collect::<Result<_, _>>()?)
}
