//! Plans from files: each format becomes a [`Plan`], or an error that says where and what to do.
//!
//! Polygons in WKT and GeoJSON are taken as they are. Everything else is a drawing: it is mended first
//! ([`ambulo_geom::repair`]), and what was changed or looks doubtful is told in [`Plan::findings`].

mod draft;
mod dxf;
mod dxf_curves;
mod dxf_file;
mod dxf_groups;
mod dxf_placing;
mod error;
mod geojson;
mod geojson_soup;
mod gltf;
mod gltf_buffers;
mod grid_map;
mod json_place;
mod lines;
mod obj;
mod options;
mod osm;
mod osm_file;
mod plan;
mod project;
mod read_plan;
mod resolve;
mod slab;
mod units;
mod wkt;

pub use self::error::ImportError;
pub use self::geojson::region_from_geojson;
pub use self::options::{PlanOptions, Up};
pub use self::plan::Plan;
pub use self::read_plan::{PlanKind, import_plan, import_plan_bytes};
pub use self::resolve::resolve_plan;
pub use self::units::Units;
pub use self::wkt::{region_from_wkt, region_to_wkt};
