//! Plans from files: WKT and GeoJSON become a [`Region`](ambulo_geom::Region), or an error that says where.

mod error;
mod geojson;
mod json_place;
mod plan;
mod wkt;

pub use self::error::ImportError;
pub use self::geojson::region_from_geojson;
pub use self::plan::{Plan, resolve_plan};
pub use self::wkt::{region_from_wkt, region_to_wkt};
