//! From an outline to triangles: spade's constrained Delaunay triangulation, then only what is walkable.

use crate::outline::Outline;
use crate::triangles::{EdgeKind, NONE, Triangles};
use crate::{MeshError, triangles};
use ambulo_geom::{Point, Segment, predicates::orient};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation, handles::FixedVertexHandle};
use std::collections::HashMap;

type Cdt = ConstrainedDelaunayTriangulation<Point2<f64>>;

/// The triangulation refuses numbers that are neither zero nor normal in size.
fn tidy(v: f64) -> f64 {
    if v.abs() < 1e-30 { 0.0 } else { v }
}

fn place(p: Point2<f64>) -> Point {
    Point::new(p.x, p.y)
}

#[derive(Default)]
struct Corners {
    points: Vec<Point2<f64>>,
    /// Only asked, never listed: its order shows nowhere.
    known: HashMap<(u64, u64), usize>,
}

impl Corners {
    fn number(&mut self, p: Point) -> Result<usize, MeshError> {
        let q = Point2::new(tidy(p.x), tidy(p.y));
        spade::validate_vertex(&q).map_err(|e| MeshError::Corner { at: p, why: e.to_string() })?;
        Ok(*self.known.entry(((q.x + 0.0).to_bits(), (q.y + 0.0).to_bits())).or_insert_with(|| {
            self.points.push(q);
            self.points.len() - 1
        }))
    }
}

pub(crate) fn triangulate(outline: &Outline) -> Result<Triangles, MeshError> {
    let mut corners = Corners::default();
    let mut edges = Vec::new();
    for ring in &outline.rings {
        let numbers = ring.iter().map(|p| corners.number(*p)).collect::<Result<Vec<_>, _>>()?;
        edges.extend((0..numbers.len()).map(|i| [numbers[i], numbers[(i + 1) % numbers.len()]]));
    }
    let mut lines = Vec::new();
    for line in &outline.lines {
        let ends = [corners.number(line.at.a)?, corners.number(line.at.b)?];
        edges.push(ends);
        lines.push((ends, line.kind));
    }
    edges.retain(|[a, b]| a != b);
    edges.sort_unstable_by_key(|[a, b]| (*a.min(b), *a.max(b)));
    edges.dedup_by_key(|[a, b]| (*(&*a).min(b), *(&*a).max(b)));
    let places = corners.points.clone();
    let mut crossing = None;
    let cdt = Cdt::try_bulk_load_cdt(corners.points, edges, |pair| crossing = Some(pair))
        .map_err(|e| MeshError::Corner { at: Point::new(0.0, 0.0), why: e.to_string() })?;
    if let Some([a, b]) = crossing {
        return Err(MeshError::Crossing { a: place(places[a]), b: place(places[b]) });
    }
    let mut kinds = HashMap::new();
    for ([a, b], kind) in lines {
        mark(&cdt, a, b, kind, &mut kinds);
    }
    for link in &outline.links {
        let number = |p: Point| corners.known.get(&((tidy(p.x) + 0.0).to_bits(), (tidy(p.y) + 0.0).to_bits()));
        let (Some(&a), Some(&b)) = (number(link.at.a), number(link.at.b)) else { continue };
        if !mark(&cdt, a, b, link.kind, &mut kinds) {
            let EdgeKind::Link(number) = link.kind else { continue };
            return Err(MeshError::StairsOffBorder { stairs: (number / 2) as usize, a: link.at.a, b: link.at.b });
        }
    }
    Ok(keep_walkable(&cdt, &kinds))
}

/// Writes down the kind of every edge on the straight line between two corners; false where the line is no edge.
fn mark(cdt: &Cdt, a: usize, b: usize, kind: EdgeKind, kinds: &mut HashMap<(u32, u32), EdgeKind>) -> bool {
    let target = cdt.vertex(FixedVertexHandle::from_index(b));
    let mut at = cdt.vertex(FixedVertexHandle::from_index(a));
    while at != target {
        // Straight on: the edge that ends on the line, nearest to here, towards the target.
        let (from, to) = (place(at.position()), place(target.position()));
        let along = |p: Point| (p.x - from.x) * (to.x - from.x) + (p.y - from.y) * (to.y - from.y);
        let onward = at.out_edges().filter(|e| e.is_constraint_edge()).map(|e| e.to()).find(|v| {
            let p = place(v.position());
            (*v == target || orient(from, to, p).abs() <= 1e-9 * from.distance(to)) && along(p) > 0.0
        });
        let Some(v) = onward else { return false };
        let (i, j) = (at.fix().index() as u32, v.fix().index() as u32);
        kinds.insert((i.min(j), i.max(j)), kind);
        at = v;
    }
    true
}

fn keep_walkable(cdt: &Cdt, kinds: &HashMap<(u32, u32), EdgeKind>) -> Triangles {
    let special = |e: &spade::handles::DirectedEdgeHandle<'_, Point2<f64>, (), spade::CdtEdge<()>, ()>| {
        let (i, j) = (e.from().fix().index() as u32, e.to().fix().index() as u32);
        kinds.get(&(i.min(j), i.max(j))).copied()
    };
    // Links are parts of the border; thin walls and doors do not change sides.
    let is_border = |e: &spade::handles::DirectedEdgeHandle<'_, Point2<f64>, (), spade::CdtEdge<()>, ()>| {
        e.is_constraint_edge()
            && (kinds.is_empty() || !matches!(special(e), Some(EdgeKind::Wall(_) | EdgeKind::Door(_))))
    };
    let mut inside: Vec<Option<bool>> = vec![None; cdt.num_all_faces()];
    let mut queue = std::collections::VecDeque::new();
    for edge in cdt.convex_hull() {
        let inner = edge.rev().face();
        if let (Some(face), None) = (inner.as_inner(), inside[inner.fix().index()]) {
            inside[inner.fix().index()] = Some(is_border(&edge));
            queue.push_back(face.fix());
        }
    }
    while let Some(face) = queue.pop_front() {
        let here = inside[face.index()] == Some(true);
        for edge in cdt.face(face).adjacent_edges() {
            let beyond = edge.rev().face();
            if let (Some(next), None) = (beyond.as_inner(), inside[beyond.fix().index()]) {
                inside[beyond.fix().index()] = Some(here != is_border(&edge));
                queue.push_back(next.fix());
            }
        }
    }
    let mut number = vec![NONE; cdt.num_all_faces()];
    for (count, face) in cdt.inner_faces().filter(|f| inside[f.fix().index()] == Some(true)).enumerate() {
        number[face.fix().index()] = count as u32;
    }
    let mut out = Triangles {
        points: cdt.vertices().map(|v| place(v.position())).collect(),
        corner: vec![true; cdt.num_vertices()],
        ..Triangles::default()
    };
    for face in cdt.inner_faces().filter(|f| number[f.fix().index()] != NONE) {
        for edge in face.adjacent_edges() {
            let beyond = number[edge.rev().face().fix().index()];
            out.tail.push(edge.from().fix().index() as u32);
            out.twin.push(match beyond {
                NONE => NONE,
                t => {
                    let slot = cdt.face(edge.rev().face().as_inner().expect("numbered").fix());
                    let k = slot.adjacent_edges().iter().position(|e| *e == edge.rev()).expect("shared edge");
                    t * 3 + k as u32
                }
            });
            out.kind.push(match edge.is_constraint_edge() {
                false => EdgeKind::Free,
                true => match if kinds.is_empty() { None } else { special(&edge) } {
                    Some(kind @ (EdgeKind::Door(_) | EdgeKind::Link(_))) => kind,
                    _ => EdgeKind::Wall(NONE),
                },
            });
        }
    }
    number_walls(&mut out);
    out
}

/// Every wall edge of the first triangulation is an input segment of its own, the same seen from both sides.
fn number_walls(t: &mut Triangles) {
    for h in 0..t.tail.len() as u32 {
        if t.kind[h as usize] != EdgeKind::Wall(NONE) {
            continue;
        }
        let support = EdgeKind::Wall(t.supports.len() as u32);
        t.supports.push(Segment::new(t.from(h), t.points[t.tail[triangles::next(h) as usize] as usize]));
        t.kind[h as usize] = support;
        let g = t.twin[h as usize];
        if g != NONE {
            t.kind[g as usize] = support;
        }
    }
}
