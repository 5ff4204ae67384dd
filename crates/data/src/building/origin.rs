//! A plan far from zero is moved near it, by what its own box asks for. Levels, stairs and doors must move together:
//! all take the origin of the first level.

use super::{Building, Door, LevelPlan, StairsPlan};
use ambulo_geom::{Point, Polygon, PolygonError, Region, Segment};

/// Gives all levels the origin of the first, and moves stairs and doors, which are as the file has them, along.
pub(super) fn share(building: &mut Building) -> Result<(), PolygonError> {
    let Building { levels, stairs, doors } = building;
    let Some((first, others)) = levels.split_first_mut() else { return Ok(()) };
    for level in others.iter_mut().filter(|level| level.plan.origin != first.plan.origin) {
        rebase(level, first.plan.origin)?;
    }
    let local = |s: Segment| Segment::new(first.plan.local(s.a), first.plan.local(s.b));
    for StairsPlan { bottom, top, .. } in stairs {
        (*bottom, *top) = (local(*bottom), local(*top));
    }
    for Door { line, .. } in doors {
        *line = local(*line);
    }
    Ok(())
}

impl Building {
    /// The same building in the coordinates of its file: for everything that a person reads, from messages to
    /// recordings. Fails where rounding far from zero makes walls meet.
    ///
    /// ```
    /// let text = "
    ///     plan = { wkt = 'POLYGON ((500000 0, 500009 0, 500009 9, 500000 9))' }
    ///     walkers = [{ positions = [[500001, 1]], goal = [500002, 2] }]";
    /// let loaded = ambulo_data::scenario::parse("a.toml", text).unwrap();
    /// let building = ambulo_data::resolve_building(&loaded, std::path::Path::new(".")).unwrap();
    /// let least = |b: &ambulo_data::Building| b.levels[0].plan.walkable.bounds().unwrap().min.x;
    /// assert_eq!((least(&building), least(&building.in_file_coordinates().unwrap())), (0.0, 500_000.0));
    /// ```
    pub fn in_file_coordinates(&self) -> Result<Self, PolygonError> {
        let mut filed = self.clone();
        for level in filed.levels.iter_mut().filter(|level| level.plan.origin != Point::default()) {
            rebase(level, Point::default())?;
        }
        let place = |s: Segment| Segment::new(self.in_file(s.a), self.in_file(s.b));
        for StairsPlan { bottom, top, .. } in &mut filed.stairs {
            (*bottom, *top) = (place(*bottom), place(*top));
        }
        for Door { line, .. } in &mut filed.doors {
            *line = place(*line);
        }
        Ok(filed)
    }

    /// A place of this building in the coordinates of its file; all levels share one origin.
    ///
    /// ```
    /// # let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }\nwalkers = [{ positions = [[1, 1]], goal = [2, 2] }]";
    /// # let loaded = ambulo_data::scenario::parse("a.toml", text).unwrap();
    /// let building = ambulo_data::resolve_building(&loaded, std::path::Path::new(".")).unwrap();
    /// let p = ambulo_geom::Point::new(1.0, 2.0);
    /// assert_eq!(building.in_file(p), p);
    /// ```
    pub fn in_file(&self, p: Point) -> Point {
        self.levels.first().map_or(p, |level| level.plan.in_file(p))
    }

    /// What was subtracted from the coordinates of the file [m]; zero unless the building lies far from zero.
    ///
    /// ```
    /// # let text = "plan = { wkt = 'POLYGON ((0 0, 9 0, 9 9, 0 9))' }\nwalkers = [{ positions = [[1, 1]], goal = [2, 2] }]";
    /// # let loaded = ambulo_data::scenario::parse("a.toml", text).unwrap();
    /// let building = ambulo_data::resolve_building(&loaded, std::path::Path::new(".")).unwrap();
    /// assert_eq!(building.origin(), ambulo_geom::Point::default());
    /// ```
    pub fn origin(&self) -> Point {
        self.levels.first().map_or(Point::default(), |level| level.plan.origin)
    }
}

fn rebase(level: &mut LevelPlan, origin: Point) -> Result<(), PolygonError> {
    let plan = &mut level.plan;
    let by = Point::new(plan.origin.x - origin.x, plan.origin.y - origin.y);
    let place = |p: Point| Point::new(p.x + by.x, p.y + by.y);
    let ring = |r: &[Point]| r.iter().map(|p| place(*p)).collect::<Vec<_>>();
    let moved = |region: &Region| {
        let polygon = |p: &Polygon| Polygon::new(ring(p.outer()), p.holes().map(ring).collect());
        Region::new(region.polygons().iter().map(polygon).collect::<Result<_, _>>()?)
    };
    plan.walkable = moved(&plan.walkable)?;
    for (_, area) in &mut plan.areas {
        *area = moved(area)?;
    }
    for wall in &mut plan.walls {
        *wall = Segment::new(place(wall.a), place(wall.b));
    }
    plan.relief = plan.relief.as_ref().and_then(|r| r.moved(Point::new(-by.x, -by.y))).map(std::sync::Arc::new);
    for finding in &mut plan.findings {
        finding.at = place(finding.at);
    }
    plan.origin = origin;
    Ok(())
}
