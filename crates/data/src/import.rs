//! Plans from files: each format becomes a [`Plan`], or an error with its place and remedy.
//!
//! Polygons in WKT and GeoJSON are taken as they are, or united where they overlap. Everything else is a drawing: it is
//! repaired first ([`ambulo_geom::repair`]), and what was changed or needs a look is reported in [`Plan::findings`].

mod crs;
mod draft;
mod drawing;
mod dxf;
mod dxf_choice;
mod dxf_curves;
mod dxf_doors;
mod dxf_file;
mod dxf_frame;
mod dxf_groups;
mod dxf_names;
mod dxf_parts;
mod dxf_placing;
mod dxf_reading;
mod dxf_strokes;
mod dxf_structure;
mod dxf_units;
mod error;
mod face3;
mod geojson;
mod geojson_names;
mod geojson_soup;
mod gltf;
mod grid_map;
mod json_place;
mod lines;
mod obj;
mod options;
mod osm;
mod osm_cut;
mod osm_file;
mod osm_join;
mod osm_pbf;
mod osm_water;
mod plan;
mod project;
mod protobuf;
mod read_plan;
mod resolve;
mod slab;
mod sniff;
mod surface;
mod terrain;
mod triangulate;
mod unite;
mod units;
mod unpack;
mod wkt;

pub use self::drawing::{Drawing, DrawingDoor, DrawingLayer, DrawingLine, LayerChoice, LineUse};
pub use self::dxf_names::LayerKind;
pub use self::error::ImportError;
pub use self::geojson::region_from_geojson;
pub use self::options::{PlanOptions, Up};
pub use self::plan::Plan;
pub use self::read_plan::{PlanKind, import_plan, import_plan_bytes, survey_drawing};
pub use self::resolve::resolve_plan;
pub use self::units::Units;
pub use self::wkt::{region_from_wkt, region_to_wkt};
