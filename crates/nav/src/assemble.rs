//! Putting a mesh together: every sheet triangulated, narrowed, merged, then stitched to the others.

use crate::locate::Locator;
use crate::mesh::{Door, FreeSegment};
use crate::outline::Outline;
use crate::triangles::{Kind, NONE, Triangles, next};
use crate::{DoorLine, Landing, MeshError, NavMesh, Sheet, Site, Slope, bottleneck, merge, triangulate};
use ambulo_geom::{Point, Polygon, Region, Segment};

/// One side of a link: the line, its cell and edge.
#[derive(Clone, Copy)]
struct Side {
    link: u32,
    at: Segment,
    cell: u32,
    edge: u32,
}

pub(crate) fn mesh(site: &Site) -> Result<NavMesh, MeshError> {
    let mut mesh = NavMesh { first: vec![0], ..NavMesh::default() };
    mesh.doors = site.doors.iter().map(|d| Door { open: true, segments: Vec::new() }.begin(d.open)).collect();
    let floors = site.floors.len();
    let known = |floor: usize| if floor < floors { Ok(()) } else { Err(MeshError::NoFloor { floor, floors }) };
    for floor in site.doors.iter().map(|d| d.floor) {
        known(floor)?;
    }
    for slope in &site.slopes {
        known(slope.bottom.floor)?;
        known(slope.top.floor)?;
    }
    let mut sides = Vec::new();
    for (number, floor) in site.floors.iter().enumerate() {
        let mut outline = Outline::of(&floor.region, &floor.walls);
        for (d, door) in site.doors.iter().enumerate().filter(|(_, d)| d.floor == number) {
            outline.add_door(door.line, d as u32)?;
        }
        for (s, slope) in site.slopes.iter().enumerate() {
            for (end, landing) in [slope.bottom, slope.top].into_iter().enumerate() {
                if landing.floor == number {
                    outline.add_link(landing.line, (2 * s + end) as u32)?;
                }
            }
        }
        let sheet = Sheet { height: floor.height, at: Point::new(0.0, 0.0), grade: (0.0, 0.0), slope: None };
        add_sheet(&mut mesh, &outline, sheet, 1.0, &mut sides)?;
    }
    for (s, slope) in site.slopes.iter().enumerate() {
        let mut outline = strip(s, slope)?;
        outline.add_link(slope.bottom.line, 2 * s as u32)?;
        outline.add_link(slope.top.line, 2 * s as u32 + 1)?;
        let rise = |l: Landing| site.floors[l.floor].height;
        let sheet = plane(slope, s as u32, rise(slope.bottom), rise(slope.top));
        add_sheet(&mut mesh, &outline, sheet, slope.effort(), &mut sides)?;
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

impl Door {
    fn begin(mut self, open: bool) -> Self {
        self.open = open;
        self
    }
}

/// The outline of a slope: from one landing to the other.
fn strip(number: usize, slope: &Slope) -> Result<Outline, MeshError> {
    let wrong = |why: String| MeshError::SlopeShape { slope: number, why };
    let (b, t) = (slope.bottom.line, slope.top.line);
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

fn plane(slope: &Slope, number: u32, low: f64, high: f64) -> Sheet {
    let middle = |s: Segment| s.a.lerp(s.b, 0.5);
    let (from, to) = (middle(slope.bottom.line), middle(slope.top.line));
    let run = from.distance_squared(to).max(1e-12);
    let grade = ((to.x - from.x) * (high - low) / run, (to.y - from.y) * (high - low) / run);
    Sheet { height: low, at: from, grade, slope: Some(number) }
}

fn add_sheet(
    mesh: &mut NavMesh,
    outline: &Outline,
    sheet: Sheet,
    effort: f64,
    sides: &mut Vec<Side>,
) -> Result<(), MeshError> {
    let mut t = triangulate::triangulate(outline)?;
    mesh.bottlenecks.extend(bottleneck::insert_all(&mut t, true));
    let loops = merge::merge(&t);
    let number = mesh.sheets.len() as u32;
    mesh.sheets.push(sheet);
    mesh.efforts.push(effort);
    add_cells(mesh, &t, &loops, number, sides);
    Ok(())
}

fn add_cells(mesh: &mut NavMesh, t: &Triangles, loops: &merge::Loops, sheet: u32, sides: &mut Vec<Side>) {
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
            if matches!(before, Kind::Wall(_)) && before == t.kind[h as usize] {
                continue;
            }
            home[h as usize] = (cell, mesh.corner.len() as u32 - mesh.first[cell as usize]);
            mesh.corner.push(offset + t.tail[h as usize]);
            mesh.across.push(NONE);
            mesh.segment.push(NONE);
        }
        mesh.first.push(mesh.corner.len() as u32);
        mesh.sheet.push(sheet);
    }
    for h in 0..count as u32 {
        let (cell, edge) = home[h as usize];
        if cell == NONE {
            continue;
        }
        let at = Segment::new(t.from(h), t.points[t.tail[next(h) as usize] as usize]);
        let g = t.twin[h as usize];
        match t.kind[h as usize] {
            Kind::Wall(_) => {}
            Kind::Link(link) => sides.push(Side { link, at, cell, edge }),
            kind => {
                if g == NONE || g < h {
                    continue;
                }
                let (other, back) = home[g as usize];
                let door = if let Kind::Door(d) = kind { d } else { NONE };
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

/// Joins the two sides of every link: the floor's pieces of the line against the slope's, which are the same pieces
/// when neither was cut.
fn stitch(mesh: &mut NavMesh, sides: &[Side], doors: &[DoorLine]) -> Result<(), MeshError> {
    let links = sides.iter().map(|s| s.link).max().map_or(0, |l| l + 1);
    for link in 0..links {
        let parts: Vec<Side> = sides.iter().copied().filter(|s| s.link == link).collect();
        let on_slope = |s: &Side| mesh.sheets[mesh.sheet[s.cell as usize] as usize].slope == Some(link / 2);
        let (slope, floor): (Vec<Side>, Vec<Side>) = parts.into_iter().partition(on_slope);
        let matching = |a: &Side, b: &Side| a.at.a.distance(b.at.b) < 0.1 && a.at.b.distance(b.at.a) < 0.1;
        for f in &floor {
            let Some(s) = slope.iter().find(|s| matching(f, s)) else {
                return Err(MeshError::SlopeOffBorder { slope: (link / 2) as usize, a: f.at.a, b: f.at.b });
            };
            // A door may stand on the first or the last step.
            let floor = mesh.sheet[f.cell as usize] as usize;
            let on = |d: &DoorLine| d.floor == floor && d.line.distance(f.at.a).max(d.line.distance(f.at.b)) < 0.05;
            let door = doors.iter().position(on).map_or(NONE, |d| d as u32);
            add_free(mesh, f.at, [f.cell, s.cell], [f.edge, s.edge], door);
        }
    }
    Ok(())
}
