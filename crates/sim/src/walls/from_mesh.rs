//! Walls of a place with several levels, thin walls or doors: every edge of the mesh that nobody crosses, seen from the
//! cell it bounds. So each side of a thin wall and of a door has its own face, and stairs have walls at their sides.

use super::{Wall, Walls};
use ambulo_geom::{Bounds, Point};
use ambulo_nav::{NONE, NavMesh};

/// More cells than meet in any corner.
const MOST_AROUND: usize = 4096;

impl Walls {
    /// The walls of a mesh with levels, stairs and doors, found up to `reach` [m] away.
    ///
    /// ```
    /// use ambulo_geom::{Point, Polygon, Region, Segment};
    /// use ambulo_nav::{DoorLine, NavMesh, Site};
    /// let mut site = Site::from(Region::from(Polygon::rectangle(0.0, 0.0, 8.0, 2.0).unwrap()));
    /// let line = Segment::new(Point::new(4.0, 0.0), Point::new(4.0, 2.0));
    /// site.doors.push(DoorLine { level: 0, line, open: false });
    /// let walls = ambulo_sim::Walls::of_mesh(&NavMesh::of(&site).unwrap(), 2.0);
    /// assert_eq!(walls.distance(Point::new(3.5, 1.0), 0.0), Some(0.5)); // the shut door
    /// ```
    pub fn of_mesh(mesh: &NavMesh, reach: f64) -> Self {
        let (mut segments, mut homes, mut heights) = (Vec::new(), Vec::new(), Vec::new());
        for c in 0..mesh.cells() as u32 {
            for k in 0..mesh.edges(c) {
                if mesh.segment_at(c, k) != NONE && door_at(mesh, c, k).is_none() {
                    continue;
                }
                let at = mesh.edge(c, k);
                segments.push(Wall { at, before: before(mesh, c, k) });
                heights.push([mesh.height(c, at.a) as f32, mesh.height(c, at.b) as f32]);
                homes.push((c, k as u32));
            }
        }
        let bounds = Bounds::of(segments.iter().flat_map(|w| [w.at.a, w.at.b]));
        let mut walls = Self::sorted(segments, bounds, reach, 1.0);
        if mesh.surfaces().len() > 1 {
            walls.heights = heights;
        }
        if !mesh.doors().is_empty() {
            walls.doors = homes.iter().map(|(c, k)| door_at(mesh, *c, *k as usize).unwrap_or(NONE)).collect();
            walls.open = walls.doors.iter().map(|d| *d != NONE && mesh.doors()[*d as usize].open).collect();
            walls.homes = homes;
        }
        walls.plain = walls.heights.is_empty() && walls.doors.is_empty();
        walls
    }

    /// Follows a door of the mesh that was opened or shut.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region, Segment};
    /// # use ambulo_nav::{DoorLine, NavMesh, Site};
    /// # let mut site = Site::from(Region::from(Polygon::rectangle(0.0, 0.0, 8.0, 2.0).unwrap()));
    /// # let line = Segment::new(Point::new(4.0, 0.0), Point::new(4.0, 2.0));
    /// # site.doors.push(DoorLine { level: 0, line, open: false });
    /// # let mut mesh = NavMesh::of(&site).unwrap();
    /// # let mut walls = ambulo_sim::Walls::of_mesh(&mesh, 2.0);
    /// mesh.set_door(0, true);
    /// walls.follow_door(&mesh, 0);
    /// assert_eq!(walls.distance(Point::new(3.5, 1.0), 0.0), Some(1.0));
    /// ```
    pub fn follow_door(&mut self, mesh: &NavMesh, door: usize) {
        let posts: Vec<Point> = mesh.doors()[door]
            .segments
            .iter()
            .flat_map(|s| {
                let at = mesh.free_segments()[*s as usize].at;
                [at.a, at.b]
            })
            .collect();
        for k in 0..self.segments.len() {
            if self.doors[k] == door as u32 {
                self.open[k] = mesh.doors()[door].open;
            }
            // What stands before the walls beside the door is the door, or what lies behind it.
            if posts.contains(&self.segments[k].at.a) {
                let (c, edge) = self.homes[k];
                self.segments[k].before = before(mesh, c, edge as usize);
            }
        }
    }
}

fn door_at(mesh: &NavMesh, c: u32, k: usize) -> Option<u32> {
    let segment = mesh.segment_at(c, k);
    let door = mesh.free_segments().get(segment as usize)?.door;
    (door != NONE).then_some(door)
}

/// Where the wall begins that ends where edge `k` of a cell begins: cells around that corner are crossed until a wall
/// or a shut door comes.
fn before(mesh: &NavMesh, c: u32, k: usize) -> Point {
    let (mut cell, mut edge) = (c, k);
    for _ in 0..MOST_AROUND {
        let n = mesh.edges(cell);
        let last = (edge + n - 1) % n;
        if mesh.across(cell, last) == NONE {
            return mesh.edge(cell, last).a;
        }
        let free = mesh.free_segments()[mesh.segment_at(cell, last) as usize];
        let other = usize::from(free.cells[0] == cell && free.edges[0] as usize == last);
        (cell, edge) = (free.cells[other], free.edges[other] as usize);
    }
    mesh.edge(c, k).b
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::{Polygon, Region, Segment};
    use ambulo_nav::{DoorLine, Landing, Level, Site, Stairs};

    fn segment(a: (f64, f64), b: (f64, f64)) -> Segment {
        Segment::new(Point::new(a.0, a.1), Point::new(b.0, b.1))
    }

    fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Region {
        Polygon::rectangle(x0, y0, x1, y1).unwrap().into()
    }

    /// Everything that pushes at `p`.
    fn feet(walls: &Walls, p: Point, z: f32) -> Vec<(f64, f64)> {
        let mut feet: Vec<_> = walls.near(p, z).filter_map(|w| w.nearest_of_its_own(p)).map(|q| (q.x, q.y)).collect();
        feet.sort_by(|a, b| a.partial_cmp(b).unwrap());
        feet
    }

    #[test]
    fn a_plan_has_the_same_walls_by_its_mesh_as_by_its_rings() {
        let pillar: &[(f64, f64)] = &[(4.0, 4.0), (5.0, 4.2), (5.0, 5.0), (4.0, 5.0)];
        let hall = Polygon::from_rings(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)], &[pillar]).unwrap();
        let region = Region::from(hall);
        let (rings, mesh) =
            (Walls::new(&region, 2.5), Walls::of_mesh(&NavMesh::of(&Site::from(region.clone())).unwrap(), 2.5));
        for i in 1..60 {
            let p = Point::new(f64::from(i) * 0.15, f64::from(i * 37 % 60) * 0.15);
            if region.contains(p) {
                let near = |w: &Walls| feet(w, p, 0.0).into_iter().filter(|q| p.distance(Point::new(q.0, q.1)) < 2.0);
                let (a, b): (Vec<_>, Vec<_>) = (near(&rings).collect(), near(&mesh).collect());
                assert_eq!(a.len(), b.len(), "at {p}: {a:?} {b:?}");
                assert!(a.iter().zip(&b).all(|(a, b)| (a.0 - b.0).abs() + (a.1 - b.1).abs() < 1e-9), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn a_thin_wall_stands_on_both_sides_and_its_end_counts_once() {
        let mut level = Level::new(rectangle(0.0, 0.0, 10.0, 10.0));
        level.walls.push(segment((5.0, 0.0), (5.0, 5.0)));
        let mesh = NavMesh::of(&Site { levels: vec![level], ..Site::default() }).unwrap();
        let walls = Walls::of_mesh(&mesh, 2.5);
        assert_eq!(feet(&walls, Point::new(4.0, 3.0), 0.0), [(5.0, 3.0)]);
        assert_eq!(feet(&walls, Point::new(6.0, 3.0), 0.0), [(5.0, 3.0)]);
        assert_eq!(feet(&walls, Point::new(5.2, 6.0), 0.0), [(5.0, 5.0)]);
    }

    #[test]
    fn a_door_is_a_wall_while_it_is_shut() {
        let mut level = Level::new(rectangle(0.0, 0.0, 10.0, 10.0));
        level.walls.extend([segment((5.0, 0.0), (5.0, 4.0)), segment((5.0, 5.0), (5.0, 10.0))]);
        let doors = vec![DoorLine { level: 0, line: segment((5.0, 4.0), (5.0, 5.0)), open: true }];
        let mut mesh = NavMesh::of(&Site { levels: vec![level], doors, ..Site::default() }).unwrap();
        let mut walls = Walls::of_mesh(&mesh, 2.5);
        let middle = Point::new(4.5, 4.4);
        assert_eq!(feet(&walls, middle, 0.0), [(5.0, 4.0), (5.0, 5.0)]); // the posts
        mesh.set_door(0, false);
        walls.follow_door(&mesh, 0);
        assert_eq!(feet(&walls, middle, 0.0), [(5.0, 4.4)]);
        mesh.set_door(0, true);
        walls.follow_door(&mesh, 0);
        assert_eq!(feet(&walls, middle, 0.0), [(5.0, 4.0), (5.0, 5.0)]);
    }

    #[test]
    fn levels_have_their_own_walls_and_stairs_rails_that_rise() {
        let mut upper = Level::new(rectangle(10.0, 0.0, 16.0, 4.0));
        upper.height = 3.0;
        let landing = |level, x| Landing { level, line: segment((x, 1.0), (x, 3.0)) };
        let flight = Stairs { bottom: landing(0, 5.0), top: landing(1, 10.0), up: 0.5, down: 0.5 };
        let lower = Region::new(vec![
            Polygon::rectangle(0.0, 0.0, 5.0, 4.0).unwrap(),
            Polygon::rectangle(9.5, 0.0, 16.0, 4.0).unwrap(),
        ]);
        let levels = vec![Level::new(lower.unwrap()), upper];
        let mesh = NavMesh::of(&Site { levels, stairs: vec![flight], ..Site::default() }).unwrap();
        let walls = Walls::of_mesh(&mesh, 2.5);
        // Halfway up: the rails, one metre to each side.
        assert_eq!(walls.distance(Point::new(7.5, 2.0), 1.5), Some(1.0));
        // Nothing stands across the first and the last step.
        assert_eq!(walls.distance(Point::new(5.0, 2.0), 0.0), Some(1.0));
        assert_eq!(walls.distance(Point::new(10.0, 2.0), 3.0), Some(1.0));
        // Below the top step the ground ends at a wall that the stairs do not know.
        assert_eq!(walls.distance(Point::new(9.6, 2.0), 0.0).map(|d| (d * 100.0).round()), Some(10.0));
    }
}
