//! Schedules out of files: `arrivals` of a group.

use ambulo_data::Diagnostic;
use ambulo_data::scenario::{ArrivalsSpec, Loaded, Scenario, SourceSpec, load_arrivals};
use std::path::Path;

/// Reads the schedules that groups name: the scenario of a run is to stand without the files.
pub fn fill_in(loaded: &Loaded, base_dir: &Path, scenario: &mut Scenario, errors: &mut Vec<Diagnostic>) {
    for (i, group) in scenario.walkers.iter_mut().enumerate() {
        let SourceSpec::Arrivals { arrivals } = &mut group.source else { continue };
        let ArrivalsSpec::File(name) = arrivals else { continue };
        let path = base_dir.join(&*name);
        if !path.is_file() {
            let error = loaded
                .diagnostic(&format!("walkers[{i}].arrivals"), format!("there is no file `{}`", path.display()))
                .help("give its place from the folder of the scenario");
            errors.push(error);
            continue;
        }
        match load_arrivals(&path) {
            Ok(rows) => *arrivals = ArrivalsSpec::Rows(rows),
            Err(more) => errors.extend(more.iter().cloned()),
        }
    }
}
