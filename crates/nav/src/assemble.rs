//! Putting a mesh together: every surface triangulated, narrowed, merged, then stitched to the others.

use crate::locate::Locator;
use crate::mesh::{FreeSegment, MeshDoor};
use crate::outline::Outline;
use crate::triangles::{EdgeKind, NONE, Triangles, next};
use crate::{DoorLine, Landing, MeshError, MeshSurface, NavMesh, Site, Stairs, bottleneck, merge, triangulate};
use ambulo_geom::{Point, Polygon, Region, Segment};

/// One side of a link: the line, its cell and edge.
#[derive(Clone, Copy)]
struct LinkSide {
    link: u32,
    at: Segment,
    cell: u32,
    edge: u32,
}

pub(crate) fn mesh(site: &Site) -> Result<NavMesh, MeshError> {
    let mut mesh = NavMesh { first: vec![0], ..NavMesh::default() };
    mesh.doors = site.doors.iter().map(|d| MeshDoor { open: true, segments: Vec::new() }.begin(d.open)).collect();
    let levels = site.levels.len();
    let known = |level: usize| if level < levels { Ok(()) } else { Err(MeshError::NoLevel { level, levels }) };
    for level in site.doors.iter().map(|d| d.level) {
        known(level)?;
    }
    for stairs in &site.stairs {
        known(stairs.bottom.level)?;
        known(stairs.top.level)?;
    }
    let mut sides = Vec::new();
    for (number, level) in site.levels.iter().enumerate() {
        let mut outline = Outline::of(&level.region, &level.walls);
        for (d, door) in site.doors.iter().enumerate().filter(|(_, d)| d.level == number) {
            outline.add_door(door.line, d as u32)?;
        }
        for (s, stairs) in site.stairs.iter().enumerate() {
            for (end, landing) in [stairs.bottom, stairs.top].into_iter().enumerate() {
                if landing.level == number {
                    outline.add_link(landing.line, (2 * s + end) as u32)?;
                }
            }
        }
        let surface = MeshSurface { height: level.height, at: Point::new(0.0, 0.0), grade: (0.0, 0.0), stairs: None };
        add_surface(&mut mesh, &outline, surface, 1.0, &mut sides)?;
    }
    for (s, stairs) in site.stairs.iter().enumerate() {
        let mut outline = strip(s, stairs)?;
        outline.add_link(stairs.bottom.line, 2 * s as u32)?;
        outline.add_link(stairs.top.line, 2 * s as u32 + 1)?;
        let rise = |l: Landing| site.levels[l.level].height;
        let surface = plane(stairs, s as u32, rise(stairs.bottom), rise(stairs.top));
        // People walk along the slope, which is longer than it looks from above.
        let (gx, gy) = surface.grade;
        let effort = stairs.effort() * (1.0 + gx * gx + gy * gy).sqrt();
        add_surface(&mut mesh, &outline, surface, effort, &mut sides)?;
    }
    if mesh.cells() == 0 {
        return Err(MeshError::Empty);
    }
    stitch(&mut mesh, &sides, &site.doors)?;
    let shut: Vec<usize> = (0..mesh.doors.len()).filter(|d| !site.doors[*d].open).collect();
    for door in shut {
        mesh.doors[door].open = true;
        mesh.set_door(door, false);
    }
    mesh.locator = Locator::build(&mesh);
    Ok(mesh)
}

impl MeshDoor {
    fn begin(mut self, open: bool) -> Self {
        self.open = open;
        self
    }
}

/// The outline of stairs: from one landing to the other.
fn strip(number: usize, stairs: &Stairs) -> Result<Outline, MeshError> {
    let wrong = |why: String| MeshError::StairsShape { stairs: number, why };
    let (b, t) = (stairs.bottom.line, stairs.top.line);
    // The two lines may be drawn in either direction: take the pairing whose sides do not cross.
    let straight = b.a.distance(t.a) + b.b.distance(t.b) <= b.a.distance(t.b) + b.b.distance(t.a);
    let ring = if straight { vec![b.a, b.b, t.b, t.a] } else { vec![b.a, b.b, t.a, t.b] };
    let polygon = Polygon::new(ring, vec![]).map_err(|e| wrong(e.to_string()))?;
    let corners = polygon.outer();
    let n = corners.len();
    let reflex = (0..n).find(|&i| !merge::convex_at(corners[i], corners[(i + 1) % n], corners[(i + 2) % n]));
    if let Some(i) = reflex {
        return Err(wrong(format!("it is not convex at {}", corners[(i + 1) % n])));
    }
    Ok(Outline::of(&Region::from(polygon), &[]))
}

fn plane(stairs: &Stairs, number: u32, low: f64, high: f64) -> MeshSurface {
    let middle = |s: Segment| s.a.lerp(s.b, 0.5);
    let (from, to) = (middle(stairs.bottom.line), middle(stairs.top.line));
    let run = from.distance_squared(to).max(1e-12);
    let grade = ((to.x - from.x) * (high - low) / run, (to.y - from.y) * (high - low) / run);
    MeshSurface { height: low, at: from, grade, stairs: Some(number) }
}

fn add_surface(
    mesh: &mut NavMesh,
    outline: &Outline,
    surface: MeshSurface,
    effort: f64,
    sides: &mut Vec<LinkSide>,
) -> Result<(), MeshError> {
    let mut t = triangulate::triangulate(outline)?;
    mesh.bottlenecks.extend(bottleneck::insert_all(&mut t, true));
    let loops = merge::merge(&t);
    let number = mesh.surfaces.len() as u32;
    mesh.surfaces.push(surface);
    mesh.efforts.push(effort);
    add_cells(mesh, &t, &loops, number, sides);
    Ok(())
}

fn add_cells(mesh: &mut NavMesh, t: &Triangles, loops: &merge::Loops, surface: u32, sides: &mut Vec<LinkSide>) {
    let offset = mesh.points.len() as u32;
    mesh.points.extend(&t.points);
    let count = t.tail.len();
    // Where each half-edge went: its cell and its number there.
    let mut home = vec![(NONE, 0u32); count];
    let mut seen = vec![false; count];
    for start in 0..count as u32 {
        if seen[start as usize] || loops.is_gone(start) {
            continue;
        }
        let around: Vec<u32> = loops.around(start).collect();
        let cell = mesh.cells() as u32;
        let n = around.len();
        for &h in &around {
            seen[h as usize] = true;
        }
        for (i, &h) in around.iter().enumerate() {
            // A foot between two parts of one wall is no corner of this cell.
            let before = t.kind[around[(i + n - 1) % n] as usize];
            if matches!(before, EdgeKind::Wall(_)) && before == t.kind[h as usize] {
                continue;
            }
            home[h as usize] = (cell, mesh.corner.len() as u32 - mesh.first[cell as usize]);
            mesh.corner.push(offset + t.tail[h as usize]);
            mesh.across.push(NONE);
            mesh.segment.push(NONE);
        }
        mesh.first.push(mesh.corner.len() as u32);
        mesh.surface.push(surface);
    }
    for h in 0..count as u32 {
        let (cell, edge) = home[h as usize];
        if cell == NONE {
            continue;
        }
        let at = Segment::new(t.from(h), t.points[t.tail[next(h) as usize] as usize]);
        let g = t.twin[h as usize];
        match t.kind[h as usize] {
            EdgeKind::Wall(_) => {}
            EdgeKind::Link(link) => sides.push(LinkSide { link, at, cell, edge }),
            kind => {
                if g == NONE || g < h {
                    continue;
                }
                let (other, back) = home[g as usize];
                let door = if let EdgeKind::Door(d) = kind { d } else { NONE };
                add_free(mesh, at, [cell, other], [edge, back], door);
            }
        }
    }
}

fn add_free(mesh: &mut NavMesh, at: Segment, cells: [u32; 2], edges: [u32; 2], door: u32) {
    let number = mesh.free.len() as u32;
    for side in 0..2 {
        let slot = (mesh.first[cells[side] as usize] + edges[side]) as usize;
        mesh.across[slot] = cells[1 - side];
        mesh.segment[slot] = number;
    }
    if door != NONE {
        mesh.doors[door as usize].segments.push(number);
    }
    mesh.free.push(FreeSegment { at, cells, edges, width: at.length(), door });
}

/// Joins the two sides of every link: the level's pieces of the line against the stairs', which are the same pieces
/// when neither was cut.
fn stitch(mesh: &mut NavMesh, sides: &[LinkSide], doors: &[DoorLine]) -> Result<(), MeshError> {
    let links = sides.iter().map(|s| s.link).max().map_or(0, |l| l + 1);
    for link in 0..links {
        let parts: Vec<LinkSide> = sides.iter().copied().filter(|s| s.link == link).collect();
        let on_stairs = |s: &LinkSide| mesh.surfaces[mesh.surface[s.cell as usize] as usize].stairs == Some(link / 2);
        let (stairs, level): (Vec<LinkSide>, Vec<LinkSide>) = parts.into_iter().partition(on_stairs);
        let matching = |a: &LinkSide, b: &LinkSide| a.at.a.distance(b.at.b) < 0.1 && a.at.b.distance(b.at.a) < 0.1;
        for f in &level {
            let Some(s) = stairs.iter().find(|s| matching(f, s)) else {
                return Err(MeshError::StairsOffBorder { stairs: (link / 2) as usize, a: f.at.a, b: f.at.b });
            };
            // A door may stand on the first or the last step.
            let level = mesh.surface[f.cell as usize] as usize;
            let on = |d: &DoorLine| d.level == level && d.line.distance(f.at.a).max(d.line.distance(f.at.b)) < 0.05;
            let door = doors.iter().position(on).map_or(NONE, |d| d as u32);
            add_free(mesh, f.at, [f.cell, s.cell], [f.edge, s.edge], door);
        }
    }
    Ok(())
}
