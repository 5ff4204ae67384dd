//! How much a file may ask for: memory follows the rows and bytes that are there, not the numbers in them.

use super::RecordingError;
use std::path::Path;

/// Most rows that are read from one recording: some 20 GB with everything that is computed of them.
const MOST_ROWS: u64 = 100_000_000;
/// Up to so many rows a Parquet file may be as small as it likes: people who all stand compress to nearly nothing.
const FREE_ROWS: u64 = 10_000_000;
/// Frames that any file may span: 55 hours at 10 frames per second ...
const FREE_FRAMES: u64 = 2_000_000;
/// ... and this many more for each row.
const FRAMES_PER_ROW: u64 = 200;
/// Most frames in any case. The index by frame and every series over time have one entry per frame.
const MOST_FRAMES: u64 = 50_000_000;

/// Whether two coordinates are a place: numbers whose squares and differences are numbers too.
pub(crate) fn is_place(x: f64, y: f64) -> bool {
    x.abs() < 1e100 && y.abs() < 1e100
}

/// Refuses more rows than fit into memory; `bytes` is the size of a compressed file.
pub(crate) fn check_rows(file: &Path, rows: u64, bytes: Option<u64>) -> Result<(), RecordingError> {
    if rows > MOST_ROWS {
        let why = format!(
            "it has {} million rows, and at most {} million are read; cut it into parts, or record fewer frames per second",
            rows / 1_000_000,
            MOST_ROWS / 1_000_000
        );
        return Err(RecordingError::unclear(file, why));
    }
    if let Some(bytes) = bytes.filter(|bytes| rows > FREE_ROWS && *bytes < rows) {
        let why = format!(
            "its {} million rows are packed into {:.1} MB, less than a byte per row, which no trajectories are; \
             check the program that wrote it",
            rows / 1_000_000,
            bytes as f64 / 1e6
        );
        return Err(RecordingError::damaged(file, why));
    }
    Ok(())
}

/// Refuses a frame number that is out of proportion to the rows: the index by frame would fill the memory.
pub(crate) fn check_frames(file: &Path, last: u64, rows: usize) -> Result<(), RecordingError> {
    let most = (FREE_FRAMES + FRAMES_PER_ROW * rows as u64).min(MOST_FRAMES);
    if last <= most {
        return Ok(());
    }
    let why = format!(
        "it reaches to frame {last} from frame 0, which is past all reason for {rows} rows: at most {most} frames are read. \
         Correct the row with that frame or time, or cut the file into parts"
    );
    Err(RecordingError::damaged(file, why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_is_out_of_proportion() {
        let file = Path::new("a.parquet");
        assert!(check_rows(file, 90_000_000, Some(400_000_000)).is_ok());
        assert!(check_rows(file, 9_000_000, Some(4_000)).is_ok());
        let packed = check_rows(file, 90_000_000, Some(1_600_000)).unwrap_err().to_string();
        assert!(packed.contains("90 million rows are packed into 1.6 MB"), "{packed}");
        let many = check_rows(file, 200_000_000, None).unwrap_err().to_string();
        assert!(many.contains("200 million rows") && many.contains("cut it into parts"), "{many}");
        // Two days of an empty hall; a clock that jumped.
        assert!(check_frames(file, 1_728_000, 2).is_ok());
        assert!(check_frames(file, 40_000_000, 1000).unwrap_err().to_string().contains("40000000"));
        assert!(check_frames(file, 40_000_000, 1_000_000).is_ok());
    }
}
