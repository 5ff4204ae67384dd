//! The part of the command line of `ambulo calibrate` that is about crowds.

use crate::shared_args::headway;
use ambulo::data::scenario::HeadwaySpec;
use std::ops::RangeInclusive;

#[derive(clap::Args)]
pub struct CrowdTargetArgs {
    /// Calibrate on crowds instead of pairs, on these targets, comma-separated: speed, doors, file, corridors (files
    /// uo-INFLOW-CORRIDOR-EXIT by --data), jam, stripes, counterflow
    #[arg(long, value_delimiter = ',', value_name = "TARGET")]
    pub targets: Vec<String>,
    /// Weights of targets, comma-separated; each weighs 1 unless given
    #[arg(long, value_delimiter = ',', value_name = "TARGET=NUMBER", requires = "targets", value_parser = crate::args::variable)]
    pub weights: Vec<(String, f64)>,
    /// With --targets: time gap to those in front: `on`, `off`, or parameters as NAME=NUMBER, comma-separated [default:
    /// off with a model, on with `default`]
    #[arg(long, requires = "targets", value_parser = headway)]
    pub headway: Option<HeadwaySpec>,
    /// Seeds the search sees, with --targets: FIRST:LAST or one
    #[arg(long, default_value = "1:2", value_name = "FIRST:LAST", requires = "targets", value_parser = seeds)]
    pub train_seeds: RangeInclusive<u64>,
    /// Seeds of the test, with --targets: FIRST:LAST or one; none of the training
    #[arg(long, default_value = "11:12", value_name = "FIRST:LAST", requires = "targets", value_parser = seeds)]
    pub test_seeds: RangeInclusive<u64>,
}

/// Most seeds of a part: each is a run of every place.
const MOST_SEEDS: u64 = 1000;

/// `1:4`, or one number.
fn seeds(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (first, last) = text.split_once(':').unwrap_or((text, text));
    match (first.trim().parse::<u64>(), last.trim().parse::<u64>()) {
        (Ok(first), Ok(last)) if first <= last && last - first < MOST_SEEDS => Ok(first..=last),
        _ => Err(format!("expected FIRST:LAST, as 1:4, or one seed; at most {MOST_SEEDS} seeds")),
    }
}

#[cfg(test)]
mod tests {
    use super::seeds;

    #[test]
    fn seeds_are_a_range_or_one() {
        assert_eq!((seeds("1:4"), seeds(" 7 ")), (Ok(1..=4), Ok(7..=7)));
        for wrong in ["4:1", "a", "1:", "1:2:3", "0:5000", "-1"] {
            assert!(seeds(wrong).is_err_and(|e| e.contains("FIRST:LAST")), "{wrong}");
        }
    }
}
