//! Values of the JSON part.

use serde_json::Value;

/// A list of the file; an empty one where it is left out.
///
/// ```
/// let json = serde_json::json!({ "nodes": [{}, {}] });
/// assert_eq!((ambulo_gltf::list(&json, "nodes").len(), ambulo_gltf::list(&json, "meshes").len()), (2, 0));
/// ```
pub fn list<'v>(json: &'v Value, key: &str) -> &'v [Value] {
    json[key].as_array().map_or(&[], Vec::as_slice)
}

/// A whole number that can count things.
///
/// ```
/// use serde_json::json;
/// assert_eq!((ambulo_gltf::index(&json!(7)), ambulo_gltf::index(&json!(-7))), (Some(7), None));
/// ```
pub fn index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|v| usize::try_from(v).ok()).filter(|v| *v < 1 << 40)
}

/// So many numbers, or the default.
///
/// ```
/// use serde_json::json;
/// assert_eq!(ambulo_gltf::numbers(&json!([1, 2, 3]), [0.0; 3]), [1.0, 2.0, 3.0]);
/// assert_eq!(ambulo_gltf::numbers(&json!([1, 2]), [5.0; 3]), [5.0; 3]);
/// ```
pub fn numbers<const N: usize>(value: &Value, or: [f64; N]) -> [f64; N] {
    let Some(list) = value.as_array().filter(|l| l.len() == N) else { return or };
    let mut out = or;
    for (o, v) in out.iter_mut().zip(list) {
        *o = v.as_f64().unwrap_or(*o);
    }
    out
}

/// The nodes that are no node's children, in the order of the file.
///
/// ```
/// let json = serde_json::json!({ "nodes": [{}, { "children": [0] }, {}] });
/// assert_eq!(ambulo_gltf::parentless(&json), [1, 2]);
/// ```
pub fn parentless(json: &Value) -> Vec<usize> {
    let nodes = list(json, "nodes");
    let mut child = vec![false; nodes.len()];
    for i in nodes.iter().flat_map(|n| list(n, "children")).filter_map(index) {
        if let Some(c) = child.get_mut(i) {
            *c = true;
        }
    }
    (0..nodes.len()).filter(|&i| !child[i]).collect()
}
