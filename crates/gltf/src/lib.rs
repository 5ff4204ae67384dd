//! Bytes and JSON of glTF 2.0 and GLB, in both directions: chunks, buffers, accessors. What the numbers mean, triangles of a plan or
//! frames of a body, is the business of those who read and write them.
//!
//! ```
//! use ambulo_gltf::{Accessor, AccessorLists, GltfFile, Stretch, VERTICES, write_head};
//! // One place of three floats, written and read back.
//! let mut lists = AccessorLists::default();
//! let view = lists.view(Stretch { offset: 0, bytes: 12 }, Some(VERTICES));
//! lists.accessor(&Accessor::floats(view, 0, 1, "VEC3"));
//! let json = format!(
//!     r#"{{"asset":{{"version":"2.0"}},"bufferViews":[{}],"accessors":[{}],"buffers":[{{"byteLength":12}}]}}"#,
//!     lists.views.text(), lists.accessors.text()
//! );
//! let mut bytes = Vec::new();
//! write_head(&mut bytes, &json, 12).unwrap();
//! [1.0_f32, 2.0, 3.0].iter().for_each(|v| bytes.extend(v.to_le_bytes()));
//!
//! let mut file = GltfFile::read(&bytes, &|_, _| Ok(None), None).unwrap();
//! assert_eq!(file.numbers(0, &["VEC3"]).unwrap(), [1.0, 2.0, 3.0]);
//! ```

mod buffers;
mod error;
mod json;
mod uri;
mod write;

pub use buffers::{GltfBuffers, GltfFile, ReadFile};
pub use error::GltfError;
pub use json::{index, list, numbers, parentless};
pub use write::{Accessor, AccessorLists, Component, INDICES, JsonList, Stretch, VERTICES, file_bytes, write_head};
