//! Options of commands that read trajectories, and the reading.

use crate::failure::Failure;
use ambulo::data::measured::{self, How, Kind, Measured};
use ambulo::eval::filter::Butterworth;
use ambulo::eval::tracks::Tracks;
use std::path::Path;

#[derive(clap::Args)]
pub struct ReadArgs {
    /// Kind of file [default: found out]
    #[arg(long, value_parser = Kind::ALL.map(Kind::name))]
    pub kind: Option<String>,
    /// Frames a second, instead of what the file says or what is usual for its kind
    #[arg(long, value_parser = above_zero)]
    pub fps: Option<f64>,
    /// Metres in one unit of the file: 0.01 for centimetres
    #[arg(long, value_name = "METRES", value_parser = above_zero)]
    pub unit: Option<f64>,
    /// Where people could walk: WKT, or a file with it. Its borders hide people from each other
    #[arg(long, value_name = "WKT|FILE")]
    pub walkable: Option<String>,
    /// Smooth ways with a low-pass filter of this cutoff, forward and backward [Hz]
    #[arg(long, value_name = "HZ", value_parser = above_zero)]
    pub filter: Option<f64>,
    /// Order of that filter
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub filter_order: u32,
}

/// What was read.
pub struct Read {
    pub measured: Measured,
    pub tracks: Tracks,
    /// Tracks that are too short for the filter and stayed as they are.
    pub unfiltered: usize,
}

impl ReadArgs {
    /// Reads a file, and smooths it where that was asked.
    pub fn read(&self, file: &str) -> Result<Read, Failure> {
        let kind = Kind::ALL.into_iter().find(|k| self.kind.as_deref() == Some(k.name()));
        let area = self.walkable.as_deref().map(region).transpose()?;
        let how = How { kind, fps: self.fps, unit: self.unit, area, ..How::default() };
        let measured = measured::open(Path::new(file), &how).map_err(|e| Failure::Usage(e.to_string()))?;
        let mut tracks = Tracks::of(&measured.trajectories);
        let mut unfiltered = 0;
        if let Some(cutoff_hz) = self.filter {
            let filter = Butterworth { order: self.filter_order, cutoff_hz };
            let smooth = filter.tracks(&tracks).map_err(|e| Failure::Usage(format!("{file}: --filter: {e}")))?;
            (tracks, unfiltered) = smooth;
        }
        Ok(Read { measured, tracks, unfiltered })
    }

    /// How ways were smoothed, in words.
    pub fn smoothing(&self) -> String {
        match self.filter {
            Some(hz) => format!("low-pass of {hz} Hz, order {}, forward and backward", self.filter_order),
            None => "none".into(),
        }
    }
}

/// What a data set is called: the file's name, or its folder's where all files of a kind have one name.
pub fn data_name(file: &str) -> String {
    let path = Path::new(file);
    let part = |p: Option<&std::ffi::OsStr>| p.map(|s| s.to_string_lossy().into_owned());
    let stem = part(path.file_stem()).unwrap_or_else(|| "data".into());
    if stem == "obsmat" { part(path.parent().and_then(Path::file_name)).unwrap_or(stem) } else { stem }
}

fn region(text: &str) -> Result<ambulo::geom::Region, Failure> {
    let wkt = if text.contains('(') {
        text.to_string()
    } else {
        std::fs::read_to_string(text)
            .map_err(|e| Failure::Usage(format!("{text}: {e}; --walkable takes WKT or a file with it")))?
    };
    ambulo::data::region_from_wkt(&wkt).map_err(|e| Failure::Usage(format!("--walkable: {e}")))
}

pub fn above_zero(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(v) if v > 0.0 && v.is_finite() => Ok(v),
        _ => Err("expected a number above 0".into()),
    }
}
