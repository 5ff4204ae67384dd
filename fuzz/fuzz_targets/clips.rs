#![no_main]

use ambulo_motion::{AnalysisOptions, ImportOptions, analysis, import};

// BVH and glTF alike: the first bytes decide.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Ok(file) = import::read(data, "clip", None, &ImportOptions::default()) {
        for clip in &file.clips {
            analysis::analyse(&file.skeleton, &clip.name, &clip.clip, &AnalysisOptions::default());
        }
    }
});
