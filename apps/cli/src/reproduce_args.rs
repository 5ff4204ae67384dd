//! The arguments of `ambulo reproduce`.

use crate::shared_args::QuietArgs;
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(
    after_help = "Every claim ends as met, missed, not-public (needs data or machines that were never published) or not-built (its \
subject is not part of this program). Class R can be checked as it stands, S on a substitute, D not at all. A missed claim is no \
failure of the program: it ends with 0."
)]
pub struct ReproduceArgs {
    /// Paper or subject: environment, lamarche, paris, tangent, vision, karamouzas, feedback, apm, footsteps, blending, baselines,
    /// mpd, calibration, or all
    #[arg(default_value = "all")]
    pub paper: String,
    /// Folder for the page; files of an earlier run in it are replaced [default: out/reproduce-PAPER, a new one each time]
    #[arg(long, short)]
    pub out: Option<PathBuf>,
    /// Checks at a time; 0 means one per core. Claims about time are measured alone, at the end
    #[arg(long, default_value_t = 0, value_parser = crate::threads::count)]
    pub threads: usize,
    /// Also write docs/reproduction.md and its pictures, below the present folder; for all papers only
    #[arg(long)]
    pub write_docs: bool,
    /// Print one JSON object with `claims`
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub output: QuietArgs,
}
