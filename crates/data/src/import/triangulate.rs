//! Faces of many corners as triangles.

use super::face3::{Corner, normal};
use super::slab::Triangle;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

/// A face as triangles that do not overlap; a fan where its outline crosses itself.
pub(super) fn triangles(face: &[Corner]) -> Vec<Triangle> {
    match face {
        [a, b, c] => vec![[*a, *b, *c]],
        _ => constrained(face).unwrap_or_else(|| fan(face)),
    }
}

fn fan(face: &[Corner]) -> Vec<Triangle> {
    (1..face.len().saturating_sub(1)).map(|i| [face[0], face[i], face[i + 1]]).collect()
}

fn constrained(face: &[Corner]) -> Option<Vec<Triangle>> {
    // Seen along the largest part of its normal, so that the outline stays as it is.
    let n = normal(face);
    let axis = (0..3).max_by(|&i, &j| n[i].abs().total_cmp(&n[j].abs()))?;
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let tidy = |v: f64| if v.abs() < 1e-30 { 0.0 } else { v };
    let points: Vec<Point2<f64>> = face.iter().map(|p| Point2::new(tidy(p[u]), tidy(p[v]))).collect();
    if points.iter().any(|p| spade::validate_vertex(p).is_err()) {
        return None;
    }
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&i, &j| points[i].x.total_cmp(&points[j].x).then(points[i].y.total_cmp(&points[j].y)));
    if order.windows(2).any(|w| points[w[0]] == points[w[1]]) {
        return None;
    }
    let edges = (0..points.len()).map(|i| [i, (i + 1) % points.len()]).collect();
    let mut crosses = false;
    let cdt =
        ConstrainedDelaunayTriangulation::<Point2<f64>>::try_bulk_load_cdt(points, edges, |_| crosses = true).ok()?;
    if crosses {
        return None;
    }
    // From the outside inwards: every constraint changes sides.
    let mut inside = vec![None; cdt.num_all_faces()];
    let mut queue = std::collections::VecDeque::new();
    for edge in cdt.convex_hull() {
        let inner = edge.rev().face();
        if let (Some(face), None) = (inner.as_inner(), inside[inner.fix().index()]) {
            inside[inner.fix().index()] = Some(edge.is_constraint_edge());
            queue.push_back(face.fix());
        }
    }
    let mut out = Vec::new();
    while let Some(handle) = queue.pop_front() {
        let here = inside[handle.index()] == Some(true);
        let triangle = cdt.face(handle);
        if here {
            let [a, b, c] = triangle.vertices().map(|v| face[v.fix().index()]);
            // Their sense is that of the projection; the face's own decides.
            out.push(if n[axis] >= 0.0 { [a, b, c] } else { [a, c, b] });
        }
        for edge in triangle.adjacent_edges() {
            let beyond = edge.rev().face();
            if let (Some(next), None) = (beyond.as_inner(), inside[beyond.fix().index()]) {
                inside[beyond.fix().index()] = Some(here != edge.is_constraint_edge());
                queue.push_back(next.fix());
            }
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::super::face3::{area, seen};
    use super::*;

    #[test]
    fn a_face_with_a_notch_is_covered_once() {
        let notch = [[0.0, 0.0, 1.0], [4.0, 0.0, 1.0], [4.0, 4.0, 1.0], [2.0, 1.0, 1.0], [0.0, 4.0, 1.0]];
        let sum: f64 = triangles(&notch).iter().map(|t| area(&seen(t))).sum();
        assert!((sum - 10.0).abs() < 1e-12, "{sum}");
        let mut down = notch;
        down.reverse();
        assert!(triangles(&down).iter().all(|t| area(&seen(t)) < 0.0));
    }
}
