//! One entrance for all plan files: the importer is chosen by the ending of the name, or by the content where that
//! says nothing. Compression and encodings are known by content.

use super::osm_file::OsmFile;
use super::{
    Drawing, ImportError, Plan, PlanOptions, dxf, geojson, gltf, grid_map, obj, osm, osm_pbf, sniff, unpack, wkt,
};
use crate::{Diagnostic, SourceFile};
use ambulo_geom::Region;
use std::path::Path;

/// The kinds of plan files.
///
/// ```
/// use ambulo_data::PlanKind;
/// assert_eq!(PlanKind::of("maps/Hall.DXF".as_ref()), Some(PlanKind::Dxf));
/// assert_eq!(PlanKind::of("town.osm.gz".as_ref()), Some(PlanKind::Osm));
/// assert_eq!(PlanKind::of("hall.pdf".as_ref()), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanKind {
    /// Well-known text: `.wkt`.
    Wkt,
    /// GeoJSON: `.geojson`, `.json`.
    GeoJson,
    /// Drawing exchange format: `.dxf`.
    Dxf,
    /// OpenStreetMap: `.osm`, `.osm.xml`, `.osm.pbf`.
    Osm,
    /// Wavefront OBJ: `.obj`.
    Obj,
    /// glTF: `.gltf`, `.glb`.
    Gltf,
    /// Octile grid maps: `.map`.
    GridMap,
}

/// A file larger than this is refused [bytes].
const LARGEST: usize = 512 << 20;

impl PlanKind {
    /// The endings of plan files, for messages.
    ///
    /// ```
    /// assert!(ambulo_data::PlanKind::ENDINGS.contains(".osm"));
    /// ```
    pub const ENDINGS: &str =
        ".wkt, .geojson, .json, .dxf, .osm, .osm.xml, .osm.pbf, .obj, .gltf, .glb or .map, or in one of these and .gz";

    /// The kind of a file by its ending.
    ///
    /// ```
    /// assert_eq!(ambulo_data::PlanKind::of("a.glb".as_ref()), Some(ambulo_data::PlanKind::Gltf));
    /// ```
    pub fn of(path: &Path) -> Option<Self> {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default().to_ascii_lowercase();
        let (_, ending) = name.strip_suffix(".gz").unwrap_or(&name).rsplit_once('.')?;
        Some(match ending {
            "wkt" => Self::Wkt,
            "geojson" | "json" => Self::GeoJson,
            "dxf" => Self::Dxf,
            "osm" | "pbf" => Self::Osm,
            "xml" if name.contains(".osm.") => Self::Osm,
            "obj" => Self::Obj,
            "gltf" | "glb" => Self::Gltf,
            "map" => Self::GridMap,
            _ => return None,
        })
    }
}

/// Reads a plan file.
///
/// ```
/// let error = ambulo_data::import_plan("no/such.dxf".as_ref(), &Default::default()).unwrap_err();
/// assert!(error.to_string().starts_with("no/such.dxf: error: there is no such file"));
/// ```
pub fn import_plan(path: &Path, options: &PlanOptions) -> Result<Plan, Diagnostic> {
    let name = path.display().to_string();
    let kind = PlanKind::of(path);
    let unknown = || {
        let error = Diagnostic::about_file(&name, "this is no plan file of a known kind");
        error.expected(format!("a file that ends in {}", PlanKind::ENDINGS))
    };
    let bytes = crate::scenario::read_bytes(path, &name).map_err(|e| if kind.is_some() { e } else { unknown() })?;
    let kind = kind.or_else(|| kind_of(&bytes)).ok_or_else(unknown)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut plan = import(kind, &bytes, &name, Some(folder), options)?;
    plan.provenance = path.file_name().map_or(name, |n| n.to_string_lossy().into_owned());
    Ok(plan)
}

/// Reads a plan from bytes: what a file holds, without its folder.
///
/// ```
/// use ambulo_data::{PlanKind, import_plan_bytes};
/// let map = b"type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n";
/// assert_eq!(import_plan_bytes(PlanKind::GridMap, map, &Default::default()).unwrap().walkable.area(), 5.0);
/// ```
pub fn import_plan_bytes(kind: PlanKind, bytes: &[u8], options: &PlanOptions) -> Result<Plan, Diagnostic> {
    import(kind, bytes, "the plan", None, options)
}

/// The kind of a file whose name does not say it.
pub(super) fn kind_of(bytes: &[u8]) -> Option<PlanKind> {
    // The first bytes show it, so that little is unpacked.
    match unpack::begin(bytes) {
        Some(begin) => sniff::kind(&begin),
        None => sniff::kind(bytes),
    }
}

pub(super) fn import(
    kind: PlanKind,
    bytes: &[u8],
    name: &str,
    folder: Option<&Path>,
    options: &PlanOptions,
) -> Result<Plan, Diagnostic> {
    if bytes.len() > LARGEST {
        let error = Diagnostic::about_file(name, format!("the file has {} MB", bytes.len() >> 20));
        return Err(error
            .expected(format!("at most {} MB", LARGEST >> 20))
            .help("export only what matters to walkers"));
    }
    let bytes = &*unpack::unpacked(bytes, LARGEST).map_err(|e| diagnosed(e, name, ""))?;
    if kind == PlanKind::Gltf {
        return gltf::plan(bytes, folder, options).map_err(|e| diagnosed(e, name, ""));
    }
    if kind == PlanKind::Osm && osm_pbf::is_pbf(bytes) {
        let map = osm_pbf::read(bytes, LARGEST).and_then(|file| osm::plan(&file, options));
        return map.map_err(|e| diagnosed(e, name, ""));
    }
    let text = match (unpack::text(bytes), kind) {
        (Some(text), _) => text.into_owned(),
        (None, PlanKind::Dxf) => dxf_text(bytes),
        // Names in a foreign code page suffer, and nothing else.
        (None, PlanKind::Obj | PlanKind::GridMap) => String::from_utf8_lossy(bytes).into_owned(),
        _ => crate::scenario::utf8(bytes.to_vec(), name)?,
    };
    let plan = match kind {
        PlanKind::Wkt => wkt::plan(&text, options),
        PlanKind::GeoJson => geojson::plan(&text, options),
        PlanKind::Dxf => dxf::plan(&text, options),
        PlanKind::Osm => OsmFile::read(&text).and_then(|file| osm::plan(&file, options)),
        PlanKind::Obj => obj::plan(&text, options),
        PlanKind::GridMap => grid_map::plan(&text, options),
        PlanKind::Gltf => unreachable!("read above, from bytes"),
    };
    plan.map_err(|e| diagnosed(e, name, &text))
}

/// Surveys a drawing (`.dxf`): its layers, doors, frame and the choices there are, whether or not it can be used as it is.
///
/// ```
/// let error = ambulo_data::survey_drawing("no/such.dxf".as_ref(), &Default::default()).unwrap_err();
/// assert!(error.to_string().contains("there is no such file"));
/// ```
pub fn survey_drawing(path: &Path, options: &PlanOptions) -> Result<Drawing, Diagnostic> {
    let name = path.display().to_string();
    let text = dxf_text(&crate::scenario::read_bytes(path, &name)?);
    dxf::survey(&text, options).map_err(|e| diagnosed(e, &name, &text))
}

/// The text of a drawing. Older ones are in the code page of the machine that wrote them, which in most of Europe is
/// Windows-1252; a layer called WÄNDE must not lose its name.
fn dxf_text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|b| char::from(*b)).collect(),
    }
}

/// The plan of a walkable area as it stands in the file.
pub(super) fn walkable(region: Region, options: &PlanOptions) -> Result<Plan, ImportError> {
    let plan = Plan::in_units(region, options.units.as_ref()).and_then(Plan::recentred);
    plan.map_err(|e| ImportError::geometry(e, ""))
}

/// An error of an importer with the file it is about.
pub(super) fn diagnosed(e: ImportError, name: &str, text: &str) -> Diagnostic {
    let error = match e.span {
        Some(span) if !text.is_empty() => SourceFile::new(name, text).diagnostic(span, e.message),
        _ => Diagnostic::about_file(name, e.message),
    };
    match e.help {
        Some(help) => error.help(help),
        None => error,
    }
}
