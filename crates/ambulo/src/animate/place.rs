//! The site as floor and walls to display.

use ambulo_data::{RecordedLevel, Trajectories};
use ambulo_geom::{Point, Segment};
use ambulo_motion::export::ScenePiece;
use ambulo_motion::{DVec2, Footing, Ground, Vec2, Vec3};
use ambulo_nav::{Landing, Level, MeshSurface, NavMesh, Site, Stairs};

/// Colours (linear red, green, blue).
const FLOOR: [f32; 3] = [0.52, 0.53, 0.55];
const STAIRS: [f32; 3] = [0.42, 0.43, 0.46];
const WALLS: [f32; 3] = [0.75, 0.73, 0.69];

/// The site of a recording: its levels, and the stairs that two of them share.
pub fn site_of_recording(t: &Trajectories) -> Site {
    if t.levels.is_empty() {
        return Site::from(t.area.clone());
    }
    let floor = |l: &RecordedLevel| Level { region: l.area.clone(), walls: Vec::new(), height: l.height };
    let mut stairs = Vec::new();
    for (i, level) in t.levels.iter().enumerate() {
        for strip in level.stairs.iter().map(|s| s.outer()).filter(|s| s.len() == 4) {
            let same = |other: &[Point]| strip.iter().all(|c| other.iter().any(|d| c.distance(*d) < 1e-6));
            let meets = |l: &RecordedLevel| l.stairs.iter().any(|s| s.outer().len() == 4 && same(s.outer()));
            let Some(j) = (0..t.levels.len()).find(|j| *j != i && meets(&t.levels[*j])) else { continue };
            // Recorded for both levels; once is enough.
            if t.levels[j].height > level.height || (t.levels[j].height == level.height && j > i) {
                let bottom = Landing { level: i, line: Segment::new(strip[0], strip[1]) };
                let top = Landing { level: j, line: Segment::new(strip[2], strip[3]) };
                stairs.push(Stairs { bottom, top, up: 1.0, down: 1.0 });
            }
        }
    }
    Site { levels: t.levels.iter().map(floor).collect(), stairs, doors: Vec::new() }
}

/// The floor of a site at every place: its levels, and its stairs between them.
#[derive(Clone, Debug, Default)]
pub struct SiteGround {
    stairs: Vec<Leaning>,
    /// Heights of the levels [m].
    levels: Vec<f64>,
    /// Walls, with the height of the floor below them [m].
    walls: Vec<(Segment, f64)>,
}

#[derive(Clone, Debug)]
struct Leaning {
    /// In turn.
    corners: [Point; 4],
    surface: MeshSurface,
    /// Heights of its ends [m].
    low: f64,
    high: f64,
}

/// A foot is on a floor no farther than this above or below where it is expected [m].
const NEAR: f64 = 0.5;

impl SiteGround {
    pub fn of(site: &Site) -> Self {
        let levels = site.levels.iter().map(|level| level.height).collect();
        let Ok(mesh) = NavMesh::of(site) else { return Self { levels, ..Self::default() } };
        let floor = |(cell, wall): (_, Segment)| (wall, 0.5 * (mesh.height(cell, wall.a) + mesh.height(cell, wall.b)));
        let walls = mesh.walls().map(floor).collect();
        let stairs = |surface: &MeshSurface| {
            let stairs = &site.stairs[surface.stairs? as usize];
            let (a, b) = (stairs.bottom.line, stairs.top.line);
            // Landings may be drawn in either direction: the strip between them must not cross itself.
            let straight = a.a.distance(b.b) + a.b.distance(b.a) <= a.a.distance(b.a) + a.b.distance(b.b);
            let [c, d] = if straight { [b.a, b.b] } else { [b.b, b.a] };
            let ends = [stairs.bottom, stairs.top].map(|landing| site.levels[landing.level].height);
            let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            Some(Leaning { corners: [a.a, a.b, c, d], surface: *surface, low, high })
        };
        Self { stairs: mesh.surfaces().iter().filter_map(stairs).collect(), levels, walls }
    }

    /// Walls, with the height of the floor below them [m].
    pub fn walls(&self) -> &[(Segment, f64)] {
        &self.walls
    }
}

/// Feet are no longer than this, from the ball to either end [m].
const FOOT: f64 = 0.4;

impl Ground for SiteGround {
    fn is_plane_around(&self, at: DVec2) -> bool {
        let far = |s: &Leaning| {
            let of = |x: fn(&Point) -> f64, to: f64| {
                let all = s.corners.iter().map(x);
                let (low, high) = (all.clone().fold(f64::INFINITY, f64::min), all.fold(f64::NEG_INFINITY, f64::max));
                !(low - FOOT..=high + FOOT).contains(&to)
            };
            of(|p| p.x, at.x) || of(|p| p.y, at.y)
        };
        self.stairs.iter().all(far)
    }

    fn footing(&self, at: DVec2, near: f32) -> Footing {
        let (place, near) = (Point::new(at.x, at.y), f64::from(near));
        let off = |height: f64| (height - near).abs();
        let on = self.stairs.iter().filter(|s| s.contains(place));
        let on = on.map(|s| (s.height(place), s.surface.grade)).filter(|s| off(s.0) < NEAR);
        let level =
            || self.levels.iter().copied().min_by(|a, b| off(*a).total_cmp(&off(*b))).filter(|h| off(*h) < NEAR);
        // Beside stairs, far from any level, the floor is as high as the stairs there.
        let beside = || self.stairs.iter().map(|s| s.height(place)).min_by(|a, b| off(*a).total_cmp(&off(*b)));
        let (height, grade) = on.min_by(|a, b| off(a.0).total_cmp(&off(b.0))).unwrap_or_else(|| {
            let height = level().or_else(|| beside().filter(|h| off(*h) < NEAR)).unwrap_or(near);
            (height, (0.0, 0.0))
        });
        Footing { height: height as f32, grade: Vec2::new(grade.0 as f32, grade.1 as f32) }
    }
}

impl Leaning {
    /// Height at a place; past their ends stairs continue as the levels they join [m].
    fn height(&self, place: Point) -> f64 {
        self.surface.z(place).clamp(self.low, self.high)
    }

    fn contains(&self, p: Point) -> bool {
        let side = |k: usize| {
            let (a, b) = (self.corners[k], self.corners[(k + 1) % 4]);
            (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
        };
        let sides = [0, 1, 2, 3].map(side);
        sides.iter().all(|s| *s >= 0.0) || sides.iter().all(|s| *s <= 0.0)
    }
}

/// Floor, stairs and walls of a site. `names` are those of its levels; walls are so high [m], none at 0. Also says what
/// could not be drawn.
pub fn pieces(site: &Site, names: &[String], origin: DVec2, walls: f64) -> (Vec<ScenePiece>, Option<String>) {
    let mesh = match NavMesh::of(site) {
        Ok(mesh) => mesh,
        Err(error) => return (Vec::new(), Some(format!("floor and walls are left out: {error}"))),
    };
    let place = |p: Point, z: f64| Vec3::new((p.x - origin.x) as f32, (p.y - origin.y) as f32, z as f32);
    let mut pieces: Vec<ScenePiece> = Vec::new();
    for (i, surface) in mesh.surfaces().iter().enumerate() {
        let name = match (surface.stairs, names.get(i)) {
            (Some(stairs), _) => format!("stairs {}", stairs + 1),
            (None, Some(name)) if !name.is_empty() => format!("floor {name}"),
            _ => "floor".into(),
        };
        let colour = if surface.stairs.is_some() { STAIRS } else { FLOOR };
        pieces.push(ScenePiece { name, colour, ..ScenePiece::default() });
    }
    for cell in 0..mesh.cells() as u32 {
        let surface = mesh.surface_of(cell) as usize;
        let (gx, gy) = mesh.surfaces()[surface].grade;
        let piece = &mut pieces[surface];
        let first = piece.positions.len() as u32;
        let corners: Vec<Point> = mesh.corners(cell).collect();
        piece.positions.extend(corners.iter().map(|p| place(*p, mesh.height(cell, *p))));
        piece.normals.extend(corners.iter().map(|_| Vec3::new(-gx as f32, -gy as f32, 1.0).normalize()));
        // Cells are convex: a fan covers them. Corners on a straight edge give triangles without area.
        for k in 1..corners.len() as u32 - 1 {
            let [a, b, c] = [0, k, k + 1].map(|i| corners[i as usize]);
            let twice = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
            if twice > 1e-9 {
                piece.triangles.push([first, first + k, first + k + 1]);
            }
        }
    }
    if walls > 0.0 {
        pieces.push(upright(&mesh, place, walls));
    }
    pieces.retain(|piece| !piece.triangles.is_empty());
    (pieces, None)
}

/// Walls, standing on the border of the cells; their normals point to where people walk.
fn upright(mesh: &NavMesh, place: impl Fn(Point, f64) -> Vec3, high: f64) -> ScenePiece {
    let mut piece = ScenePiece { name: "walls".into(), colour: WALLS, ..ScenePiece::default() };
    for (cell, Segment { a, b }) in mesh.walls() {
        let (za, zb) = (mesh.height(cell, a), mesh.height(cell, b));
        let length = a.distance(b);
        if length < 1e-6 {
            continue;
        }
        let first = piece.positions.len() as u32;
        // The cell lies to the left.
        let inwards = Vec3::new(((a.y - b.y) / length) as f32, ((b.x - a.x) / length) as f32, 0.0);
        piece.positions.extend([place(a, za), place(a, za + high), place(b, zb + high), place(b, zb)]);
        piece.normals.extend([inwards; 4]);
        piece.triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    }
    piece
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::{Polygon, Region};

    fn area(piece: &ScenePiece) -> f32 {
        let of = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|i| piece.positions[i as usize]);
            0.5 * (b - a).cross(c - a).length()
        };
        piece.triangles.iter().map(of).sum()
    }

    fn facing(piece: &ScenePiece) {
        for t in &piece.triangles {
            let [a, b, c] = t.map(|i| piece.positions[i as usize]);
            let normal = piece.normals[t[0] as usize];
            assert!((b - a).cross(c - a).dot(normal) > 0.0, "{} {t:?} looks away", piece.name);
            assert!((normal.length() - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn a_hall_with_a_pillar_has_its_area_and_walls_round_both() {
        let pillar: &[(f64, f64)] = &[(4.0, 4.0), (5.0, 4.0), (5.0, 5.0), (4.0, 5.0)];
        let hall = Polygon::from_rings(&[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)], &[pillar]).unwrap();
        let site = Site::from(Region::from(hall));
        let (pieces, note) = pieces(&site, &[], DVec2::new(1.0, 2.0), 2.0);
        assert_eq!(note, None);
        let names: Vec<_> = pieces.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["floor", "walls"]);
        assert!((area(&pieces[0]) - 80.0).abs() < 1e-3, "{}", area(&pieces[0]));
        assert!((area(&pieces[1]) - 2.0 * (36.0 + 4.0)).abs() < 1e-3, "{}", area(&pieces[1]));
        pieces.iter().for_each(facing);
        let least = pieces[0].positions.iter().fold(Vec3::INFINITY, |a, p| a.min(*p));
        assert_eq!(least, Vec3::new(-1.0, -2.0, 0.0));
    }

    #[test]
    fn stairs_are_open_at_both_ends_and_rise() {
        let world = crate::World::scene("two-storeys").unwrap();
        let site = crate::plan::site_of(world.building());
        let t = Trajectories::new(10.0, world.plan().walkable.clone(), vec![], vec![]);
        let recorded = site_of_recording(&t.with_levels(world.recorded_levels()));
        assert_eq!(recorded.stairs.len(), site.stairs.len());
        let names: Vec<String> = world.building().levels.iter().map(|l| l.name.clone()).collect();
        for site in [site, recorded] {
            let (pieces, note) = pieces(&site, &names, DVec2::ZERO, 1.0);
            assert_eq!(note, None);
            pieces.iter().for_each(facing);
            let stairs = pieces.iter().find(|p| p.name == "stairs 1").unwrap();
            let heights = stairs.positions.iter().map(|p| p.z);
            let (low, high) = (heights.clone().fold(f32::INFINITY, f32::min), heights.fold(0.0, f32::max));
            assert!(high - low > 2.0, "{low} to {high}");
            let ground = SiteGround::of(&site);
            let half = |line: Segment| line.a.lerp(line.b, 0.5);
            let middle = half(site.stairs[0].bottom.line).lerp(half(site.stairs[0].top.line), 0.5);
            let middle_at = DVec2::new(middle.x, middle.y);
            let halfway = 0.5 * (low + high);
            let on = ground.footing(middle_at, halfway);
            assert!((on.height - halfway).abs() < 1e-4 && (on.grade.length() - 3.2 / 6.0).abs() < 1e-4);
            assert_eq!(ground.footing(middle_at, 0.0), Footing::default(), "below the stairs");
            // Before the stairs, a foot on the lower level.
            let bottom = half(site.stairs[0].bottom.line);
            let before = DVec2::new(bottom.x, bottom.y) + (DVec2::new(bottom.x, bottom.y) - middle_at) / 3.0;
            assert_eq!(ground.footing(before, 0.2), Footing { height: low, grade: Vec2::ZERO });
            let longest = site.levels.iter().map(|f| f.region.edges().map(|e| e.length()).sum::<f64>()).sum::<f64>();
            let walls = pieces.iter().find(|p| p.name == "walls").unwrap();
            assert!(f64::from(area(walls)) < longest + 100.0);
        }
    }
}
